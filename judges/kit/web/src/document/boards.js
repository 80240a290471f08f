/** The boards of the page, on which a game by hand goes on. */
import { BoardChoices } from "./board-choices.js";
import { Board } from "./board.js";
import { Inspector } from "./inspector.js";
import { Replay } from "./replay.js";

/** Time from one of several new positions to the next, ms. */
const STEP = 420;
/** Most steps through new positions: of more, some are passed over. */
const STEPS = 12;

/** The viewer's boards, with the choices of a person. */
export class Boards {
  /**
   * @param {import("./viewer.js").Viewer} viewer
   * @param {{choose: (entry: string) => void, say: (text: string, wrong: boolean) => void}} listener
   */
  constructor(viewer, listener) {
    this.viewer = viewer;
    this.listener = listener;
    /** The choices on the boards that have been shown. @type {WeakMap<Board, BoardChoices>} */
    this.choicesOf = new WeakMap();
    this.isStepping = false;
  }

  /** The choices on the first board. */
  get choices() {
    return this.choicesOf.get(this.viewer.boards[0]);
  }

  /**
   * Gives replays to the viewer.
   * @param {string} title
   * @param {Replay[]} replays
   * @param {import("./viewer.js").Place} [place] the position to show, if not the one that the address names
   */
  async show(title, replays, place) {
    clearTimeout(this.stepping);
    await this.viewer.setReplays(title, replays, place);
    for (const board of this.viewer.boards) {
      if (!this.choicesOf.has(board)) this.choicesOf.set(board, this.choicesOn(board));
    }
  }

  /** Shows answers, on whose boards nothing can be played. */
  async showAnswers(/** @type {string} */ title, /** @type {Replay[]} */ replays) {
    await this.show(title, replays);
    for (const board of this.viewer.boards) this.choicesOf.get(board)?.set([], "This is an answer: go back to your game to play.");
  }

  /** Shows a game by hand up to its end; of one that `goesOn`, the positions that are new one after another. */
  async showHand(/** @type {string} */ title, /** @type {Replay} */ replay, /** @type {boolean} */ goesOn) {
    const before = this.viewer.player.length;
    const round = replay.rounds.length - 1;
    const index = goesOn && round === this.viewer.roundIndex ? before : Infinity;
    await this.show(title, [replay], { round, index });
    const { player } = this.viewer;
    this.step(Math.ceil((player.length - 1 - player.index) / STEPS));
  }

  choicesOn(/** @type {Board} */ board) {
    const { choose, say } = this.listener;
    const inspector = this.viewer.inspectors.get(board) ?? new Inspector(board);
    return new BoardChoices(board, inspector, { arrive: () => this.arrive(), choose, say: (text) => say(text, true) });
  }

  /** Goes on to the last position by so many at a time. */
  step(/** @type {number} */ stride) {
    const { player } = this.viewer;
    this.isStepping = player.index < player.length - 1;
    if (!this.isStepping) return;
    this.stepping = setTimeout(() => {
      player.seek(Math.min(player.index + stride, player.length - 1));
      this.step(stride);
    }, STEP);
  }

  /** Shows the last position, where the game goes on; returns whether it was shown, or on its way. */
  arrive() {
    const { player } = this.viewer;
    const isEarlier = player.index < player.length - 1 && !this.isStepping;
    clearTimeout(this.stepping);
    this.isStepping = false;
    player.seek(player.length - 1);
    if (isEarlier) this.listener.say("This is the end of your game: it goes on from here.", false);
    return !isEarlier;
  }
}
