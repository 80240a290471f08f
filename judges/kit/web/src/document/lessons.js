/** Lessons: positions of the game with a question, and what each move there costs. */
import { button, find } from "./dom.js";
import { spaced, spacedText } from "./number.js";

/**
 * A position after `entries`. `costs` has the points that a move there loses against the best one, `notes` what the
 * judge remarks on it.
 * @typedef {{seed: number, options: [string, string][], entries: string[], costs: Record<string, number>,
 *   notes: Record<string, string>, unit: string}} Lesson
 */

/**
 * A play of our solver, and one of a weak contestant of the same case.
 * @typedef {{title: string, seed: number, options: [string, string][], outputs: [string, string], scores: [number, number]}} Play
 */

/** The panel of lessons, and of plays to look at. */
export class Lessons {
  /**
   * @param {{question: string, lessons: Lesson[], plays: Play[]} | null} course
   * @param {{open: (lesson: Lesson) => Promise<void>, show: (play: Play) => Promise<void>, choose: (entry: string) => void}} page
   */
  constructor(course, page) {
    this.lessons = course?.lessons ?? [];
    this.question = course?.question ?? "";
    this.page = page;
    /** The lesson whose question is to be answered. @type {Lesson | null} */
    this.current = null;
    find("lessons").hidden = this.lessons.length === 0;
    this.buttons = this.lessons.map((lesson, index) =>
      button(() => void this.open(lesson), { "aria-label": `Lesson ${index + 1}` }, String(index + 1)));
    find("lesson-list").replaceChildren(...this.buttons);
    const plays = (course?.plays ?? []).map((play) => {
      const [ours, other] = play.scores.map(spaced);
      return button(() => void page.show(play), {}, `${play.title}: our solver ${ours}, an example ${other}`);
    });
    find("plays").replaceChildren(...plays);
  }

  async open(/** @type {Lesson} */ lesson) {
    await this.page.open(lesson);
    this.current = lesson;
    this.buttons.forEach((node, index) => node.toggleAttribute("aria-current", this.lessons[index] === lesson));
    const moves = Object.keys(lesson.costs).map((entry) => button(() => this.page.choose(entry), {}, entry));
    find("question").textContent = this.question;
    find("moves").replaceChildren(...moves);
    find("answer").textContent = "";
    find("answer").classList.remove("wrong");
    find("boards").scrollIntoView({ block: "nearest" });
  }

  /** Rules on the entries of a game by hand, if they answer the question. */
  answer(/** @type {string[]} */ entries) {
    const { current } = this;
    if (!current) return;
    const count = current.entries.length;
    if (entries.slice(0, count).join("\n") !== current.entries.join("\n")) this.close();
    if (entries.length <= count) return;
    const said = this.verdict(current, entries[count]);
    find("answer").textContent = said.text;
    find("answer").classList.toggle("wrong", !said.right);
  }

  /** The verdict on a move, which names what every other one costs. */
  verdict(/** @type {Lesson} */ { costs, notes, unit }, /** @type {string} */ entry) {
    const words = (/** @type {string} */ text) => text.split(/\s+/).join(" ");
    const cost = costs[words(entry)];
    const best = Object.keys(costs).filter((move) => costs[move] === 0).join(" or ");
    const others = Object.entries(costs).filter(([move, points]) => points > 0 && move !== words(entry))
      .map(([move, points]) => `${move} loses ${spaced(points)}`).join(", ");
    const note = notes[words(entry)] ? ` (${spacedText(notes[words(entry)])})` : "";
    const right = cost === 0;
    if (cost === undefined) return { right, text: `Not among the moves of this question. Best of these: ${best}.` };
    if (right) return { right, text: `Right${note}. ${others && `In ${unit}: ${others}.`}` };
    return { right, text: `This loses ${spaced(cost)} ${unit}${note}. Best: ${best}. Undo to try again, or play on.` };
  }

  close() {
    this.current = null;
    this.buttons.forEach((node) => node.removeAttribute("aria-current"));
    find("question").textContent = find("answer").textContent = "";
    find("moves").replaceChildren();
  }
}
