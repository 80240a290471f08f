/** Axes of a plot in an SVG picture, with curves and areas in the plot's units. */
import { svg } from "./dom.js";
import { ticks } from "./number.js";

/** @typedef {[number, number]} Pair @typedef {{value: number, text: string}} Tick */

/** Width of a digit, room for numbers below, for the names of the axes, and elsewhere, px. */
const [DIGIT, BOTTOM, NAME, MARGIN] = [6.5, 18, 18, 10];

/** The axes. */
export class Axes {
  /** @param {SVGSVGElement} picture @param {() => void} draw draws the plot; also called after a change of size */
  constructor(picture, draw) {
    this.picture = picture;
    /** Size of the picture, px. */
    this.size = { width: 0, height: 0 };
    /** Edges of the plot, px. */
    this.left = 0;
    this.right = 0;
    this.bottom = 0;
    /** @type {Pair} */
    this.xs = [0, 1];
    /** @type {Pair} */
    this.ys = [0, 1];
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (width === this.size.width && height === this.size.height) return;
      this.size = { width, height };
      draw();
    }).observe(picture);
  }

  /**
   * Starts a picture with these axes; returns false if it is not visible, or if there are no values.
   * @param {Pair | null} xs
   * @param {Pair | null} ys
   * @param {{names?: [string, string], across?: Tick[], isWhole?: boolean}} [labels] names of the axes, ticks instead of
   * round numbers, and whether the values of x are whole numbers
   */
  begin(xs, ys, { names, across, isWhole } = {}) {
    const { width, height } = this.size;
    this.picture.replaceChildren();
    if (width === 0 || xs === null || ys === null) return false;
    [this.xs, this.ys] = [xs, ys];
    const upwards = ticks(...ys, 5);
    this.left = DIGIT * Math.max(4, ...upwards.map(({ text }) => text.length)) + 8 + (names ? NAME : 0);
    this.right = width - MARGIN;
    this.bottom = height - BOTTOM - (names ? NAME : 0);
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const { left, right, bottom } = this;
    const rows = upwards.flatMap(({ value, text }) => [
      svg("line", { class: "axis", x1: left, x2: right, y1: this.y(value), y2: this.y(value) }),
      svg("text", { x: left - 5, y: this.y(value) + 4, "text-anchor": "end" }, text),
    ]);
    const columns = (across ?? ticks(...xs, Math.min(6, width / 70, isWhole ? xs[1] - xs[0] : 6))).map(({ value, text }) => {
      const anchor = this.x(value) > right - 8 ? "end" : "middle";
      return svg("text", { x: this.x(value), y: bottom + 14, "text-anchor": anchor }, text);
    });
    const middle = (MARGIN + bottom) / 2;
    const titles = (names ?? []).map((name, axis) => axis === 0
      ? svg("text", { x: (left + right) / 2, y: height - 4, "text-anchor": "middle" }, cut(name, right - left))
      : svg("text", { transform: `translate(12 ${middle}) rotate(-90)`, "text-anchor": "middle" }, cut(name, bottom - MARGIN)));
    this.picture.append(...rows, ...columns, ...titles);
    return true;
  }

  /** Returns the horizontal position of a value, px. */
  x(/** @type {number} */ value) {
    return this.left + ((value - this.xs[0]) / (this.xs[1] - this.xs[0] || 1)) * (this.right - this.left);
  }

  /** Returns the vertical position of a value, px; for a value outside the plot, the nearest edge. */
  y(/** @type {number} */ value) {
    const share = Math.min(1, Math.max(0, (value - this.ys[0]) / (this.ys[1] - this.ys[0] || 1)));
    return this.bottom - share * (this.bottom - MARGIN);
  }

  /** Draws a curve with gaps where a value is null. */
  curve(/** @type {[number, number | null][]} */ points, /** @type {Record<string, string>} */ attributes) {
    let [path, pen] = ["", "M"];
    for (const [x, y] of points) {
      if (y !== null) path += `${pen}${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)}`;
      pen = y === null ? "M" : "L";
    }
    this.picture.append(svg("path", { class: "curve", d: path, ...attributes }));
  }

  /** Draws a vertical line across the plot. */
  upright(/** @type {number} */ x, /** @type {string} */ kind) {
    return svg("line", { class: kind, x1: this.x(x), x2: this.x(x), y1: MARGIN, y2: this.bottom });
  }
}

/** Shortens a text to a width in pixels. */
function cut(/** @type {string} */ text, /** @type {number} */ room) {
  const most = Math.max(8, Math.floor(room / 6));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Returns a range around all values, if there are any; it is never empty. @returns {Pair | null} */
export function range(/** @type {number[]} */ values) {
  const [low, high] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  if (low > high) return null;
  const margin = high > low ? 0.03 * (high - low) : 0.05 * Math.abs(low) || 1;
  return [low - margin, high + margin];
}
