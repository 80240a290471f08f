/** Plots of runs: curves and points. Points can be selected with the mouse or the arrow keys. */
import { Axes } from "./axes.js";
import { svg } from "./dom.js";

/** Maximum distance between the mouse and a selected point, px. */
const NEAR = 12;

/** Markers of runs, as paths of straight lines around a point: square, diamond, triangle and cross. */
const SIGNS = ["m-3-3h6v6h-6z", "m0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z", "m0-4.2l3.8 7h-7.6z", "m-3.5-1h2.5v-2.5h2v2.5h2.5v2h-2.5v2.5h-2v-2.5h-2.5z"];

/** Points of the same x value are spread over some pixels if there are at most this many different values. */
const FEW = 40;
const SPREAD = 9;

/** A play in a plot; `caseIndex` is its case. @typedef {{ x: number, y: number, run: number, caseIndex: number }} Point */

/** A plot with its points. */
export class Chart extends Axes {
  /**
   * @param {SVGSVGElement} picture
   * @param {() => void} draw
   * @param {{ hover: (point: Point | null, x: number, y: number) => void, open: (point: Point) => void }} actions
   */
  constructor(picture, draw, actions) {
    super(picture, draw);
    this.actions = actions;
    /** @type {Point[]} */
    this.points = [];
    this.current = -1;
    this.spread = 0;
    picture.addEventListener("pointermove", (event) => this.point(this.nearest(event)));
    picture.addEventListener("pointerleave", () => this.point(-1));
    picture.addEventListener("blur", () => this.point(-1));
    picture.addEventListener("click", (event) => this.open(this.nearest(event)));
    picture.addEventListener("keydown", (event) => this.key(event));
  }

  /** Draws points; each run has its colour and marker. */
  dots(/** @type {Point[]} */ points, /** @type {(run: number) => string} */ colour) {
    this.spread = new Set(points.map(({ x }) => x)).size <= FEW && points.length > FEW ? SPREAD : 0;
    const runs = Map.groupBy(points, ({ run }) => run);
    for (const [run, own] of runs) {
      const sign = SIGNS[run % SIGNS.length];
      const path = own.map((point) => {
        const [x, y] = this.spot(point);
        return `M${x.toFixed(1)} ${y.toFixed(1)}${sign}`;
      });
      this.picture.append(svg("path", { class: "dots", fill: colour(run), d: path.join("") }));
    }
    // Arrow keys go from left to right.
    this.points = points.toSorted((one, other) => one.x - other.x);
    this.current = -1;
  }

  /** Position of a point, px. @returns {[number, number]} */
  spot(/** @type {Point} */ { x, y, caseIndex }) {
    return [this.x(x) + this.spread * (((caseIndex * 0.618) % 1) - 0.5), this.y(y)];
  }

  /** Fills the area between two curves. */
  area(/** @type {[number, number][]} */ corners, /** @type {string} */ colour, /** @type {number} */ opacity) {
    const path = corners.map(([x, y]) => `${this.x(x).toFixed(1)} ${this.y(y).toFixed(1)}`).join("L");
    this.picture.append(svg("path", { fill: colour, "fill-opacity": opacity, d: `M${path}z` }));
  }

  /** Index of the point near the mouse, or −1. */
  nearest(/** @type {MouseEvent} */ { clientX, clientY }) {
    const { left, top } = this.picture.getBoundingClientRect();
    let [found, least] = [-1, NEAR * NEAR];
    this.points.forEach((point, index) => {
      const [x, y] = this.spot(point);
      const distance = (x + left - clientX) ** 2 + (y + top - clientY) ** 2;
      if (distance < least) [found, least] = [index, distance];
    });
    return found;
  }

  point(/** @type {number} */ index) {
    this.current = index;
    const point = this.points[index] ?? null;
    const { left, top } = this.picture.getBoundingClientRect();
    const [x, y] = point ? this.spot(point) : [0, 0];
    this.picture.style.cursor = point ? "pointer" : "default";
    this.actions.hover(point, left + x, top + y);
  }

  open(/** @type {number} */ index) {
    const point = this.points[index];
    if (point) this.actions.open(point);
  }

  key(/** @type {KeyboardEvent} */ event) {
    const steps = new Map([["ArrowLeft", -1], ["ArrowRight", 1]]);
    const step = steps.get(event.key);
    if (event.key === "Enter") this.open(this.current);
    if (step === undefined || this.points.length === 0) return;
    event.preventDefault();
    const count = this.points.length;
    this.point((Math.max(this.current, step < 0 ? 0 : -1) + step + count) % count);
  }
}
