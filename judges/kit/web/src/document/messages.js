/** Messages to the person, and the sign that the page is working. */
import { find } from "./dom.js";

/** Time after which the page says that it is working, and time that a notice lasts, ms. */
const [NOTICED, LASTING] = [300, 2000];

let noticing = 0;
let working = 0;

/** Shows a message in the panel of the game by hand; while answers are shown, for a moment above the page. */
export function say(/** @type {string} */ text, wrong = false) {
  const said = find("said");
  said.textContent = text;
  said.classList.toggle("wrong", wrong);
  if (text !== "") said.scrollIntoView({ block: "nearest" });
  const notice = find("notice");
  notice.textContent = text;
  notice.hidden = text === "" || !find("hand").hidden;
  clearTimeout(noticing);
  noticing = setTimeout(() => (notice.hidden = true), LASTING);
}

/** Shows that the page is working if that takes long enough to notice; then calls `changed`. */
export function showBusy(/** @type {boolean} */ isBusy, /** @type {() => void} */ changed) {
  clearTimeout(working);
  working = setTimeout(() => {
    find("busy").hidden = !isBusy;
    document.body.setAttribute("aria-busy", String(isBusy));
    changed();
  }, isBusy ? NOTICED : 0);
}
