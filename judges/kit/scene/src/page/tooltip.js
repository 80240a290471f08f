/** A box with details about the place under the pointer. */
import { html } from "./dom.js";

/** Distance between the box and the edges of the window, px. */
const MARGIN = 6;

/** The box. */
export class Tooltip {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
  }

  /**
   * Shows lines at the first of `places` where the box fits into the window, or else at the last.
   * @param {string[]} lines
   * @param {(width: number, height: number) => [number, number][]} places corners of the box, depending on its size,
   * px
   */
  show(lines, places) {
    this.box.replaceChildren(...lines.map((line) => html("p", {}, line)));
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const fits = (/** @type {[number, number]} */ [, top]) => top >= MARGIN && top + height <= innerHeight - MARGIN;
    const all = places(width, height);
    const [x, y] = all.find(fits) ?? all[all.length - 1];
    this.box.style.left = `${within(x, innerWidth - width)}px`;
    this.box.style.top = `${within(y, innerHeight - height)}px`;
  }

  hide() {
    this.box.hidden = true;
  }
}

/** Returns a coordinate at which the box stays in the window. */
function within(/** @type {number} */ at, /** @type {number} */ most) {
  return Math.max(MARGIN, Math.min(at, most - MARGIN));
}
