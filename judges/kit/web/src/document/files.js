/** Files that are saved, opened or dropped: games by hand, cases and answers. */
import { find, html } from "./dom.js";
import { say } from "./messages.js";

/** A saved game. @typedef {{seed: string, options: [string, string][], input: string, entries: string[]}} SavedGame */

/** Handles the files of a page. */
export class Files {
  /**
   * @param {{programs: import("./programs.js").Programs, form: import("./form.js").CaseForm, answers: import("./answers.js").Answers,
   *   restore: (saved: SavedGame) => Promise<void>, refresh: () => Promise<void>, otherAnswer: () => Promise<void>}} page
   */
  constructor(page) {
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
    const link = html("a", { href: URL.createObjectURL(blob), download: `${game}-${this.page.form.seed.value}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Opens files in turn, and shows errors. The first answer goes to the first field, the next to the second. */
  async open(/** @type {File[]} */ files, /** @type {EventTarget | null} */ target = null) {
    /** @type {HTMLTextAreaElement[]} */
    const free = [...this.page.answers.fields];
    for (const file of files) {
      await this.openOne(file, target, free).catch((error) => say(`${file.name}: ${error.message}`, true));
    }
  }

  /** Opens a file: a saved game, a case, or an answer for one of the `free` fields. */
  async openOne(/** @type {File} */ file, /** @type {EventTarget | null} */ target, /** @type {HTMLTextAreaElement[]} */ free) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { programs, form, answers } = this.page;
    const saved = await programs.ask({ ...form.request(), ask: "open" }, bytes);
    if (saved) return this.page.restore(saved);
    if (target === form.input || file.name.endsWith(".in")) {
      answers.setFile(form.input, bytes);
      return this.page.refresh();
    }
    const field = free.find((field) => field === target) ?? free[0];
    if (!field) throw new Error("two answers are shown at most");
    free.splice(free.indexOf(field), 1);
    answers.setFile(field, bytes);
    return this.page.otherAnswer();
  }
}
