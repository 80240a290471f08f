/** Answers to a case: their texts, and what the judge makes of them. */
import { find } from "./dom.js";
import { Replay } from "./replay.js";

/**
 * An answer that was played once more: its replay, what is to be said of its end, and the turns that lost the most.
 * @typedef {{replay: Replay, ending: string, dearest: {round: number, turn: number, text: string}[]}} Played
 */

/** The fields of the answers. */
export class Answers {
  /**
   * @param {import("./programs.js").Programs} programs
   * @param {() => object} request the parts of a request that name the case
   */
  constructor(programs, request) {
    this.programs = programs;
    this.request = request;
    this.output = find("output", HTMLTextAreaElement);
    this.other = find("other", HTMLTextAreaElement);
    this.fields = [this.output, this.other];
    /** A file that was dropped, as long as its text is unchanged. @type {WeakMap<HTMLTextAreaElement, {text: string, bytes: Uint8Array}>} */
    this.files = new WeakMap();
  }

  /** The bytes of the answers that are given. */
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

  /** The bytes of a field: those of the file that was dropped there, or its text. */
  bytes(/** @type {HTMLTextAreaElement} */ field) {
    const file = this.files.get(field);
    return file?.text === field.value ? file.bytes : new TextEncoder().encode(field.value);
  }

  /** Rules on the answers. @returns {Promise<any[]>} */
  judge() {
    return Promise.all(this.given.map((bytes) => this.programs.ask({ ...this.request(), ask: "judge" }, bytes)));
  }

  /** Plays the answers once more, with their losses if asked. @returns {Promise<Played[]>} */
  replays(/** @type {boolean} */ losses) {
    return Promise.all(this.given.map((bytes, index) => this.replay(bytes, index === 0 ? "answer" : "other answer", losses)));
  }

  /**
   * Plays an output once more.
   * @param {Uint8Array} bytes
   * @param {string} contestant its name
   * @param {boolean} losses whether the replay shows where points were lost
   * @returns {Promise<Played>}
   */
  async replay(bytes, contestant, losses, request = this.request()) {
    const { page, ...more } = await this.programs.ask({ ...request, ask: "replay", losses }, bytes);
    return { replay: replayOf(page, { contestant }), ...more };
  }
}

/**
 * The only replay in the data of a page.
 * @param {string} page
 * @param {Partial<import("./replay.js").Header>} header what its header says otherwise
 */
export function replayOf(page, header) {
  const [packed] = JSON.parse(page).replays;
  return new Replay({ ...packed, header: { ...packed.header, ...header } });
}
