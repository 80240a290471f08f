/** The panel of a game by hand: its standing, its end, and its buttons. */
import { find } from "./dom.js";
import { replayOfHand } from "./hand.js";
import { rule } from "./runs.js";
import { drawStanding, drawTrays } from "./standing.js";

/** @typedef {import("./hand.js").HandState} HandState */

/** The panel. */
export class Panel {
  /** @param {any} game its description @param {import("./hand.js").Hand} hand @param {import("./boards.js").Boards} boards */
  constructor(game, hand, boards) {
    this.game = game;
    this.hand = hand;
    this.boards = boards;
    /** Our solver's score of the case, or "…" while it plays. @type {number | "…" | null} */
    this.ours = null;
    this.isBusy = false;
  }

  /** Shows the position that the game has reached. */
  async show(/** @type {HandState} */ state, /** @type {boolean} */ goesOn) {
    const { boards } = this;
    rule([], false, this.game.losses && state.over);
    await boards.showHand(replayOfHand(state), goesOn);
    const choices = state.over ? [] : state.choices;
    boards.choices?.set(choices, state.over ? "The game is over." : "");
    const { viewer } = boards;
    drawTrays(viewer.boards[0].layout, viewer.rounds[0].at(viewer.player.length - 1), choices, {
      choose: boards.choose, until: (choice, least) => void this.hand.until(choice, least),
      join: (verb) => boards.choices?.joined(verb) ?? verb,
    });
    this.stand();
  }

  /** Marks the last places of these entries' moves. */
  mark(/** @type {string[]} */ entries) {
    const moves = this.hand.state?.choices.filter(({ entry }) => entries.includes(entry)) ?? [];
    this.boards.choices?.hint(moves.map(({ places }) => places[places.length - 1]));
  }

  /** Returns the name of a move: its label, or the verb of its entry. */
  name(/** @type {string} */ move) {
    const choice = this.hand.state?.choices.find(({ entry }) => entry === move);
    return choice?.label || move.replace(/^([a-z]+) .*/i, "$1");
  }

  /** Shows the standing of the game and the buttons that have an effect. */
  stand() {
    const { groups, undone, stopped, state } = this.hand;
    if (!state) return;
    drawStanding(state, this.game.counted, this.ours);
    const hidden = { finish: state.over || !state.may_stop, hint: state.over, new: !state.over, undo: state.secret, redo: state.secret };
    for (const [id, isHidden] of Object.entries(hidden)) find(`do-${id}`).hidden = isHidden;
    const { isBusy } = this;
    const cannotGoOn = isBusy || state.over;
    // A replay shows the secret.
    const cannotShow = isBusy || (state.secret && !state.over);
    const disabled = {
      undo: groups.length === 0 && !stopped, redo: undone.length === 0,
      hint: cannotGoOn, rest: cannotGoOn, ours: cannotShow, beside: cannotShow,
    };
    for (const [id, isDisabled] of Object.entries(disabled)) find(`do-${id}`).toggleAttribute("disabled", isDisabled);
  }
}
