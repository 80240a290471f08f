/** Actions of the page's controls and keys. */
import { find } from "./dom.js";
import { showBusy } from "./messages.js";
import { answerBySolver } from "./solver.js";

/** @typedef {import("./game-page.js").GamePage} Page */

/** Maximum number of equal entries for `*K`. */
const REPEATS = 10_000;

/** Returns the keys of a game by hand. @returns {import("./keys.js").Binding[]} */
export function keys(/** @type {Page} */ page) {
  const byHand = (/** @type {(hand: import("./hand.js").Hand) => void} */ action) => () => {
    if (page.boards.isHand) action(page.hand);
  };
  return [
    { keys: [], name: "Arrows on the board", purpose: "choose a legal place" },
    { keys: [], name: "Enter on the board", purpose: "play there, or begin a move" },
    { keys: [], name: "Esc on the board", purpose: "drop the move that was begun; the whole board" },
    { keys: ["Control+z"], name: "Ctrl+Z", purpose: "undo", action: byHand((hand) => void hand.undo()) },
    { keys: ["Control+y"], name: "Ctrl+Y", purpose: "redo", action: byHand((hand) => void hand.redo()) },
  ];
}

/** Connects the controls of a page with their actions. */
export function bind(/** @type {Page} */ page) {
  const { answers, form, hand } = page;
  answers.fields.forEach((field) => field.addEventListener("input", (event) => {
    const kind = event instanceof InputEvent ? event.inputType : "";
    void page.otherAnswer(kind === "insertFromPaste" || kind === "insertFromDrop");
  }));
  const actions = {
    new: () => form.step(1),
    "seed-back": () => form.step(-1),
    "seed-forward": () => form.step(1),
    undo: () => void hand.undo(),
    redo: () => void hand.redo(),
    hint: () => void hand.hint(),
    rest: () => void hand.rest(),
    finish: () => void hand.stop(),
    stop: () => page.programs.stop(),
    lost: () => void hand.enqueue(() => page.lost()),
    end: () => void hand.enqueue(() => page.end()),
    save: () => page.files.save(page.game.name, [page.heading ?? "", ...hand.entries]),
    ours: () => void hand.enqueue(() => answerBySolver(page).then(() => page.otherAnswer())),
    beside: () => void hand.enqueue(() => page.beside()),
    back: () => {
      answers.set();
      page.isStep = true;
      void page.refresh();
    },
  };
  for (const [id, action] of Object.entries(actions)) find(`do-${id}`).addEventListener("click", action);
  find("entry-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = find("entry", HTMLInputElement);
    // `ENTRY *K` means K equal entries.
    const [, entry, count] = field.value.match(/^(.*?)\s*(?:\*\s*(\d+))?$/) ?? [];
    if (!entry) return;
    page.choose(Array(Math.min(REPEATS, Number(count ?? 1))).fill(entry.trim()));
    field.value = "";
  });
  find("case-form").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => page.follow());
  page.programs.onbusy = (isBusy) => showBusy(isBusy, () => {
    page.panel.isBusy = isBusy;
    page.panel.stand();
  });
}
