/** Lessons: positions with a question, and the costs of moves there. */
import { button, find } from "./dom.js";
import { spaced, spacedText } from "./number.js";

/**
 * A position after `entries`. `costs` are the points that a move loses against the best one; `notes` are the judge's
 * notes about it.
 * @typedef {{seed: number, options: [string, string][], entries: string[], costs: Record<string, number>,
 *   notes: Record<string, string>, unit: string}} Lesson
 */

/** The panel of lessons. */
export class Lessons {
  /**
   * @param {{question: string, lessons: Lesson[]} | null} course
   * @param {{open: (lesson: Lesson) => Promise<void>, mark: (entries: string[]) => void, choose: (entry: string) => void}} page
   */
  constructor(course, page) {
    this.lessons = course?.lessons ?? [];
    this.question = course?.question ?? "";
    this.page = page;
    /** The lesson whose question is still open. @type {Lesson | null} */
    this.current = null;
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
    this.buttons.forEach((node, index) => node.setAttribute("aria-current", String(this.lessons[index] === lesson)));
  }

  async open(/** @type {Lesson} */ lesson) {
    await this.page.open(lesson);
    this.setCurrent(lesson);
    const moves = Object.keys(lesson.costs);
    this.page.mark(moves);
    find("moves").replaceChildren(...moves.map((entry) => button(() => this.page.choose(entry), {}, entry)));
    this.say("", true);
    find("boards").scrollIntoView({ block: "nearest" });
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
  verdict(/** @type {Lesson} */ { costs, notes, unit }, /** @type {string} */ entry) {
    const played = entry.split(/\s+/).join(" ");
    const cost = costs[played];
    const best = Object.keys(costs).filter((move) => costs[move] === 0).join(" or ");
    const others = Object.entries(costs).filter(([move, points]) => points > 0 && move !== played)
      .map(([move, points]) => `${move} loses ${spaced(points)}`).join(", ");
    const note = notes[played] ? ` (${spacedText(notes[played])})` : "";
    if (cost === undefined) return { right: false, text: `Not among the moves of this question. Best of these: ${best}.` };
    if (cost === 0) return { right: true, text: `Right${note}. ${others && `In ${unit}: ${others}.`}` };
    return { right: false, text: `This loses ${spaced(cost)} ${unit}${note}. Best: ${best}.` };
  }

  close() {
    this.setCurrent(null);
    this.say("", true);
    find("moves").replaceChildren();
  }
}
