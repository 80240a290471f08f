/** Answers to a case: their texts, and the judge's results for them. */
import { find } from "./dom.js";
import { Replay } from "./replay.js";

/**
 * A replayed answer: its replay, a description of its end, what its losses are compared with (null if they are not known), and its costliest turns.
 * @typedef {{replay: Replay, ending: string, note: string | null, costliest: {round: number, turn: number, text: string}[]}} Played
 */

/** The answer fields. */
export class Answers {
  constructor(/** @type {{programs: import("./programs.js").Programs, form: import("./form.js").CaseForm}} */ page) {
    this.page = page;
    this.output = find("output", HTMLTextAreaElement);
    this.other = find("other", HTMLTextAreaElement);
    this.fields = [this.output, this.other];
    /** Dropped files by field; valid while the text is unchanged. @type {WeakMap<HTMLTextAreaElement, {text: string, bytes: Uint8Array}>} */
    this.files = new WeakMap();
  }

  /** Returns the bytes of all answers that are not empty. */
  get given() {
    return this.fields.filter(({ value }) => value.trim() !== "").map((field) => this.bytes(field));
  }

  /** Replaces both answers. */
  set(output = "", other = "") {
    [this.output.value, this.other.value] = [output, other];
  }

  /** Puts a file into a field. */
  setFile(/** @type {HTMLTextAreaElement} */ field, /** @type {Uint8Array} */ bytes) {
    field.value = new TextDecoder().decode(bytes);
    this.files.set(field, { text: field.value, bytes });
  }

  /** Returns the bytes of a field: the dropped file, or the text. */
  bytes(/** @type {HTMLTextAreaElement} */ field) {
    const file = this.files.get(field);
    return file?.text === field.value ? file.bytes : new TextEncoder().encode(field.value);
  }

  /** Judges the answers. @returns {Promise<any[]>} */
  judge() {
    return Promise.all(this.given.map((bytes) => this.page.programs.ask({ ...this.page.form.request(), ask: "judge" }, bytes)));
  }

  /** Replays the answers, with their losses if requested. @returns {Promise<Played[]>} */
  replays(/** @type {boolean} */ losses) {
    return Promise.all(this.given.map((bytes, index) => this.replay(bytes, index === 0 ? "answer" : "other answer", losses)));
  }

  /**
   * Replays an output.
   * @param {Uint8Array} bytes
   * @param {string} contestant its name
   * @param {boolean} losses true if the replay should show lost points
   * @returns {Promise<Played>}
   */
  async replay(bytes, contestant, losses, request = this.page.form.request()) {
    const { page, ...more } = await this.page.programs.ask({ ...request, ask: "replay", losses }, bytes);
    return { replay: replayOf(page, { contestant }), ...more };
  }
}

/** Returns the only replay in a page's data. @param {string} page @param {Partial<import("./replay.js").Header>} header changes to its header */
export function replayOf(page, header) {
  const [packed] = JSON.parse(page).replays;
  return new Replay({ ...packed, header: { ...packed.header, ...header } });
}
