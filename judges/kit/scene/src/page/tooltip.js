/** A box with details about the place under the pointer. */
import { html } from "./dom.js";

/** Distance between the box and the edges of the window, px. */
const MARGIN = 6;

/**
 * Shows lines in a box at the first of `corners` where it fits into the window's height, or else at the last.
 * @param {HTMLElement} box
 * @param {string[]} lines
 * @param {(width: number, height: number) => [number, number][]} corners of the box, depending on its size, px
 */
export function showDetails(box, lines, corners) {
  box.replaceChildren(...lines.map((line) => html("p", {}, line)));
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const fits = (/** @type {[number, number]} */ [, top]) => top >= MARGIN && top + height <= innerHeight - MARGIN;
  const all = corners(width, height);
  const [x, y] = all.find(fits) ?? all[all.length - 1];
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(MARGIN, Math.min(at, most - MARGIN));
  box.style.left = `${within(x, innerWidth - width)}px`;
  box.style.top = `${within(y, innerHeight - height)}px`;
}
