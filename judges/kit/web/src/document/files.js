/** Files that are saved, opened and dropped: games by hand, cases and answers. */
import { find } from "./dom.js";
import { save } from "./picture.js";

/**
 * A game that was saved.
 * @typedef {{seed: number, options: [string, string][], input: string, entries: string[]}} SavedGame
 */

/** The files of a page. */
export class Files {
  /**
   * @param {import("./programs.js").Programs} programs
   * @param {import("./form.js").CaseForm} form
   * @param {import("./answers.js").Answers} answers
   * @param {{restore: (saved: SavedGame) => Promise<unknown>, otherCase: () => Promise<unknown>, otherAnswer: () => Promise<unknown>,
   *   say: (text: string) => void}} page
   */
  constructor(programs, form, answers, page) {
    this.programs = programs;
    this.form = form;
    this.answers = answers;
    this.page = page;
    const file = /** @type {HTMLInputElement} */ (find("file"));
    file.addEventListener("change", () => {
      for (const chosen of file.files ?? []) void this.open(chosen);
      file.value = "";
    });
    find("do-load").addEventListener("click", () => file.click());
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      for (const dropped of event.dataTransfer?.files ?? []) void this.open(dropped, event.target);
    });
  }

  /** Saves entries to a file, which the judge's `play --continue` reads too. */
  keep(/** @type {string} */ game, /** @type {string[]} */ lines) {
    const text = lines.map((line) => `${line}\n`).join("");
    save(new Blob([text], { type: "text/plain" }), `${game}-${this.form.seed.value}.txt`);
  }

  /** Opens a file, or shows what is wrong with it. */
  open(/** @type {File} */ file, /** @type {EventTarget | null} */ target = null) {
    return this.take(file, target).catch((error) => this.page.say(error.message));
  }

  /** Takes a file: a game that was saved, a case, or an answer. */
  async take(/** @type {File} */ file, /** @type {EventTarget | null} */ target) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const saved = await this.programs.ask({ ...this.form.request(), ask: "open" }, bytes);
    if (saved) return this.page.restore(saved);
    const fields = [this.form.input, ...this.answers.fields];
    const field = fields.find((field) => field === target) ?? (file.name.endsWith(".in") ? this.form.input : this.answers.output);
    this.answers.take(field, bytes);
    return field === this.form.input ? this.page.otherCase() : this.page.otherAnswer();
  }
}
