/** Files that are saved, opened or dropped: games by hand, cases and answers. */
import { find, html } from "./dom.js";

/**
 * A saved game.
 * @typedef {{seed: string, options: [string, string][], input: string, entries: string[]}} SavedGame
 */

/** Handles the files of a page. */
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
    const file = find("file", HTMLInputElement);
    file.addEventListener("change", () => {
      void this.open([...file.files ?? []]);
      file.value = "";
    });
    find("do-load").addEventListener("click", () => file.click());
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      void this.open([...event.dataTransfer?.files ?? []], event.target);
    });
  }

  /** Saves entries to a file that the judge's `play --continue` can also read. */
  save(/** @type {string} */ game, /** @type {string[]} */ lines) {
    const blob = new Blob(lines.map((line) => `${line}\n`), { type: "text/plain" });
    const link = html("a", { href: URL.createObjectURL(blob), download: `${game}-${this.form.seed.value}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Opens files in turn, or shows the first error. The first answer goes to the first field, the next to the second. */
  async open(/** @type {File[]} */ files, /** @type {EventTarget | null} */ target = null) {
    /** @type {HTMLTextAreaElement[]} */
    const free = [...this.answers.fields];
    for (const file of files) {
      try {
        await this.openOne(file, target, free);
      } catch (error) {
        this.page.say(`${file.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  /** Opens a file: a saved game, a case, or an answer for one of the `free` fields. */
  async openOne(/** @type {File} */ file, /** @type {EventTarget | null} */ target, /** @type {HTMLTextAreaElement[]} */ free) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const saved = await this.programs.ask({ ...this.form.request(), ask: "open" }, bytes);
    if (saved) return this.page.restore(saved);
    if (target === this.form.input || file.name.endsWith(".in")) {
      this.answers.setFile(this.form.input, bytes);
      return this.page.otherCase();
    }
    const field = free.find((field) => field === target) ?? free[0];
    if (!field) throw new Error("two answers are shown at most");
    free.splice(free.indexOf(field), 1);
    this.answers.setFile(field, bytes);
    return this.page.otherAnswer();
  }
}
