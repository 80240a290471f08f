/** The boards of the page, which also show a game by hand. */
import { BoardChoices } from "./board-choices.js";
import { Board } from "./board.js";
import { Inspector } from "./inspector.js";
import { Replay } from "./replay.js";

/** Interval between several new positions, ms. */
const STEP = 420;
/** Maximum number of steps through new positions; if there are more, some are skipped. */
const STEPS = 12;

/** The viewer's boards and a person's choices on them. */
export class Boards {
  /**
   * @param {import("./viewer.js").Viewer} viewer
   * @param {{choose: (entry: string) => void, say: (text: string, wrong: boolean) => void}} listener
   */
  constructor(viewer, listener) {
    this.viewer = viewer;
    this.listener = listener;
    /** Choices on the boards that were shown. @type {WeakMap<Board, BoardChoices>} */
    this.choicesOf = new WeakMap();
    this.isStepping = false;
  }

  /** Returns the choices on the first board. */
  get choices() {
    return this.choicesOf.get(this.viewer.boards[0]);
  }

  /**
   * Shows replays in the viewer.
   * @param {string} title
   * @param {Replay[]} replays
   * @param {import("./viewer.js").Place} [place] position to show, by default the one in the address
   */
  async show(title, replays, place) {
    clearTimeout(this.stepping);
    await this.viewer.setReplays(title, replays, place);
    for (const board of this.viewer.boards) {
      if (!this.choicesOf.has(board)) this.choicesOf.set(board, this.choicesOn(board));
    }
  }

  /** Shows answers; their boards cannot be played on. */
  async showAnswers(/** @type {string} */ title, /** @type {Replay[]} */ replays) {
    await this.show(title, replays);
    for (const board of this.viewer.boards) this.choicesOf.get(board)?.set([], "This is an answer: go back to your game to play.");
  }

  /** Shows a game by hand up to its end; if `goesOn`, one new position after another. */
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
    if (isEarlier) this.listener.say("This is the end of your game: it goes on from here.", false);
    return !isEarlier;
  }
}
