/** Lessons: positions with a question, and the costs of moves there. */
import { button, find } from "./dom.js";
import { spaced } from "./number.js";

/**
 * A position after `entries`. `costs` are the points that a move loses against the best one.
 * @typedef {{seed: number, options: [string, string][], entries: string[], costs: Record<string, number>, unit: string}} Lesson
 */

/** The panel of lessons. */
export class Lessons {
  /**
   * @param {{question: string, lessons: Lesson[]} | null} course
   * @param {{open: (lesson: Lesson) => Promise<void>, mark: (entries: string[]) => void, name: (entry: string) => string,
   *   choose: (entry: string) => void}} page
   */
  constructor(course, page) {
    this.lessons = course?.lessons ?? [];
    this.question = course?.question ?? "";
    this.page = page;
    /** The lesson whose question is still open. @type {Lesson | null} */
    this.current = null;
    /** Names of its moves; moves that cost the same may share one. @type {Map<string, string>} */
    this.names = new Map();
    find("lessons").hidden = this.lessons.length === 0;
    this.buttons = this.lessons.map((lesson, index) =>
      button(() => void this.open(lesson), { "aria-label": `Lesson ${index + 1}` }, String(index + 1)));
    find("lesson-list").replaceChildren(...this.buttons);
    find("question").textContent = this.question;
    find("do-again").addEventListener("click", () => this.current && void this.open(this.current));
    find("do-next").addEventListener("click", () => {
      const index = this.current ? this.lessons.indexOf(this.current) : -1;
      void this.open(this.lessons[(index + 1) % this.lessons.length]);
    });
  }

  setCurrent(/** @type {Lesson | null} */ lesson) {
    this.current = lesson;
    document.body.toggleAttribute("data-lesson", lesson !== null);
    this.buttons.forEach((node, index) => node.setAttribute("aria-current", String(this.lessons[index] === lesson)));
  }

  async open(/** @type {Lesson} */ lesson) {
    await this.page.open(lesson);
    this.setCurrent(lesson);
    const moves = Object.keys(lesson.costs);
    this.names = new Map(moves.map((entry) => [entry, this.page.name(entry)]));
    this.page.mark(moves);
    const named = new Map(moves.map((entry) => [this.names.get(entry) ?? entry, entry]));
    find("moves").replaceChildren(...[...named].map(([name, entry]) => button(() => this.page.choose(entry), {}, name)));
    this.say("", true);
    find("lessons").scrollIntoView({ block: "nearest" });
  }

  /** Judges the entries of a game by hand if they answer the question. */
  answer(/** @type {string[]} */ entries) {
    const { current } = this;
    if (!current) return;
    const count = current.entries.length;
    if (entries.slice(0, count).join("\n") !== current.entries.join("\n")) this.close();
    if (entries.length <= count) return;
    const { text, right } = this.verdict(current, entries[count]);
    this.say(text, right);
  }

  say(/** @type {string} */ text, /** @type {boolean} */ right) {
    find("answer").textContent = text;
    find("answer").classList.toggle("wrong", !right);
    find("do-again").hidden = right;
    find("do-next").hidden = text === "";
  }

  /** Returns the verdict on a move, with the costs of all moves. */
  verdict(/** @type {Lesson} */ { costs, unit }, /** @type {string} */ entry) {
    const played = entry.split(/\s+/).join(" ");
    const cost = costs[played];
    const name = (/** @type {string} */ move) => this.names.get(move) ?? move;
    const moves = Object.keys(costs);
    const best = [...new Set(moves.filter((move) => costs[move] === 0).map(name))].join(" or ");
    const worse = moves.filter((move) => costs[move] > 0 && move !== played);
    const others = [...new Set(worse.map((move) => `${name(move)} loses ${spaced(costs[move])}`))].join(", ");
    if (cost === undefined) return { right: false, text: `Not among the moves of this question. Best of these: ${best}.` };
    if (cost === 0) return { right: true, text: `Right. ${others && `In ${unit}: ${others}.`}` };
    return { right: false, text: `This loses ${spaced(cost)} ${unit}. Best: ${best}.` };
  }

  close() {
    this.setCurrent(null);
    this.say("", true);
    find("moves").replaceChildren();
  }
}
