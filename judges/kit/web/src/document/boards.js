/** The boards of the page, which also show a game by hand. */
import { BoardChoices } from "./board-choices.js";
import { Board } from "./board.js";
import { find } from "./dom.js";
import { Inspector } from "./inspector.js";
import { say } from "./messages.js";
import { Replay } from "./replay.js";

/** Interval between several new positions, ms. */
const STEP = 420;
/** Maximum number of steps through new positions; if there are more, some are skipped. */
const STEPS = 12;

/** The viewer's boards and a person's choices on them. */
export class Boards {
  /** @param {import("./viewer.js").Viewer} viewer @param {(entries: string[]) => void} choose called with the entries that a person chooses */
  constructor(viewer, choose) {
    this.viewer = viewer;
    this.choose = choose;
    /** Choices on the boards that were shown. @type {WeakMap<Board, BoardChoices>} */
    this.choicesOf = new WeakMap();
    this.isStepping = false;
    /** True if a game by hand is shown, false for answers. */
    this.isHand = true;
  }

  /** Returns the choices on the first board. */
  get choices() {
    return this.choicesOf.get(this.viewer.boards[0]);
  }

  /**
   * Shows replays in the viewer, with the document's title.
   * @param {boolean} isHand
   * @param {Replay[]} replays
   * @param {import("./target.js").Target} [target] position to show, by default the one in the address
   */
  async show(isHand, replays, target) {
    clearTimeout(this.stepping);
    this.isHand = isHand;
    document.body.dataset.mode = isHand ? "hand" : "runs";
    find("hand").hidden = !isHand;
    find("do-back").hidden = isHand;
    await this.viewer.setReplays(document.title, replays, target);
    for (const board of this.viewer.boards) {
      if (this.choicesOf.has(board)) continue;
      const inspector = this.viewer.inspectors.get(board) ?? new Inspector(board);
      this.choicesOf.set(board, new BoardChoices(board, inspector, { arrive: () => this.arrive(), choose: (entry) => this.choose([entry]) }));
    }
  }

  /** Shows answers; their boards cannot be played on. */
  async showAnswers(/** @type {Replay[]} */ replays) {
    await this.show(false, replays);
    for (const board of this.viewer.boards) this.choicesOf.get(board)?.set([], "This is an answer: go back to your game to play.");
  }

  /** Shows a game by hand up to its end; if `goesOn`, one new position after another. */
  async showHand(/** @type {Replay} */ replay, /** @type {boolean} */ goesOn) {
    const before = this.viewer.player.length;
    const round = replay.rounds.length - 1;
    const index = goesOn && round === this.viewer.roundIndex ? before : Infinity;
    await this.show(true, [replay], { round, index });
    const { player } = this.viewer;
    this.step(Math.ceil((player.length - 1 - player.index) / STEPS));
  }

  /** Advances to the last position, `stride` frames at a time. */
  step(/** @type {number} */ stride) {
    const { player } = this.viewer;
    this.isStepping = player.index < player.length - 1;
    if (!this.isStepping) return;
    this.stepping = setTimeout(() => {
      player.seek(Math.min(player.index + stride, player.length - 1));
      this.step(stride);
    }, STEP);
  }

  /** Shows the last position. Returns false, with a message, if an earlier one was shown before. */
  arrive() {
    const { player } = this.viewer;
    const isEarlier = player.index < player.length - 1 && !this.isStepping;
    clearTimeout(this.stepping);
    this.isStepping = false;
    player.seek(player.length - 1);
    if (isEarlier) say("This is the end of your game: it goes on from here.");
    return !isEarlier;
  }
}
