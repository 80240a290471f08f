/** A run: its name, verdict, score, failure and board; beside another run, also its events. */
import { Board } from "./board.js";
import { apart, html } from "./dom.js";
import { eventsOf } from "./events.js";
import { spaced } from "./number.js";
import { Replay, Round, sentence } from "./replay.js";

/** Names of two runs side by side. */
export const LETTERS = ["A", "B"];

/** One run on the page. */
export class RunPanel {
  /** @param {Board} board @param {string} letter name of the run beside another; empty for a single run */
  constructor(board, letter) {
    this.board = board;
    this.letter = letter;
    this.head = html("header");
    this.fault = html("p", { class: "fault toned" });
    this.state = html("p", { class: "state", "aria-live": "polite" });
    this.state.hidden = !letter;
    this.events = html("section", { class: "own-events", "aria-label": `Events of ${letter}` });
    this.node = html("div", { class: "seat" }, this.head, html("div", {}, this.fault), this.state, board.picture);
  }

  /** Shows another run. The board stays in the page, with its focus and any press on it. */
  setReplay(/** @type {Replay} */ { header }) {
    const failed = header.fault !== undefined;
    this.isInPlay = header.verdict === "in play";
    this.head.replaceChildren(...apart([
      ...(this.letter ? [html("b", { class: "letter" }, this.letter)] : []),
      // The folders of a command's files say little beside a board.
      html("span", { class: "who", title: header.contestant }, header.contestant.replace(/(?<=^|[\s='"])[\w.~/-]*\/(?=\w)/g, "")),
      html("span", { class: failed ? "badge failed" : "badge" }, header.verdict),
      html("span", { class: "score" }, "score ", html("b", {}, spaced(header.score)))]));
    this.fault.replaceChildren(html("b", {}, header.verdict), ` ${header.fault ?? ""}`);
    this.fault.hidden = !failed;
  }

  /** Describes the run's events in a frame, or says that the run has ended. */
  show(/** @type {Round} */ round, /** @type {number} */ index, /** @type {import("./replay.js").Position} */ position) {
    const ended = index > round.length - 1;
    this.state.replaceChildren(...(ended ? [`${this.isInPlay ? "in play after" : "ended at"} turn ${position.turn}`] : apart([sentence(position), ...eventsOf(position)])));
  }
}
