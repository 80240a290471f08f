/** Plots on a canvas: axes, points, lines and bars. A point is found with the mouse, or with the arrow keys. */
import { short, ticks } from "./number.js";

/** Room for the labels of the axes, and elsewhere, CSS pixels. */
const [LEFT, BOTTOM, MARGIN] = [62, 40, 12];

/** Height of a plot, and the largest distance of the mouse from a point that it finds, CSS pixels. */
const [HEIGHT, NEAR] = [340, 12];

/** Radius of a point, and the number of points above which they are plain squares, which are drawn faster. */
const [RADIUS, MANY] = [4, 2000];

/** Signs of runs, in radii: circle, square, diamond and triangle, so that runs differ in more than colour. */
const SIGNS = [
  "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z", "M-.9-.9h1.8v1.8h-1.8z", "M0-1.26l1.26 1.26-1.26 1.26-1.26-1.26z", "M0-1.17l1.08 2.07h-2.16z",
];

/** Most ticks of an axis. */
const TICKS = 6;

/**
 * A play in a plot.
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {number} run
 * @property {number} place
 */

/** @typedef {{ colour: string, points: [number, number][], area?: [number, number][] }} Line */

/** A canvas with its axes. */
export class Chart {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{ hover: (point: Point | null, x: number, y: number) => void, open: (point: Point) => void }} actions
   */
  constructor(canvas, actions) {
    this.canvas = canvas;
    this.actions = actions;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {Point[]} */
    this.points = [];
    this.current = -1;
    this.width = 0;
    /** Of texts, and of thin lines. */
    this.colours = ["", ""];
    canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => this.point(this.nearest(offsetX, offsetY)));
    canvas.addEventListener("pointerleave", () => this.point(-1));
    canvas.addEventListener("blur", () => this.point(-1));
    canvas.addEventListener("click", ({ offsetX, offsetY }) => this.open(this.nearest(offsetX, offsetY)));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /** Takes the width and the colours that the page gives to the canvas; asked for seldom, since it makes the page lay itself out. */
  measure() {
    this.width = this.canvas.clientWidth;
    const style = getComputedStyle(this.canvas);
    this.colours = ["--soft", "--line"].map((name) => style.getPropertyValue(name));
    const scale = devicePixelRatio;
    this.canvas.width = this.width * scale;
    this.canvas.height = HEIGHT * scale;
    this.pen.setTransform(scale, 0, 0, scale, 0, 0);
  }

  /**
   * Begins a picture with these axes.
   * @param {[string, string]} names
   * @param {[number, number]} xs
   * @param {[number, number]} ys
   */
  begin(names, xs, ys) {
    const { width } = this;
    this.pen.clearRect(0, 0, width, HEIGHT);
    this.points = [];
    this.current = -1;
    const [right, bottom] = [width - MARGIN, HEIGHT - BOTTOM];
    this.x = (/** @type {number} */ value) => LEFT + ((value - xs[0]) / (xs[1] - xs[0])) * (right - LEFT);
    this.y = (/** @type {number} */ value) => bottom - ((value - ys[0]) / (ys[1] - ys[0])) * (bottom - MARGIN);
    this.ends = { xs, ys, right, bottom };
    const { pen, colours: [ink, line] } = this;
    Object.assign(pen, { font: "12px system-ui, sans-serif", fillStyle: ink, strokeStyle: line, lineWidth: 1, globalAlpha: 1 });
    pen.beginPath();
    pen.textAlign = "center";
    for (const tick of ticks(...xs, TICKS)) {
      pen.moveTo(this.x(tick), MARGIN);
      pen.lineTo(this.x(tick), bottom);
      pen.fillText(short(tick), this.x(tick), bottom + 16);
    }
    pen.textAlign = "right";
    for (const tick of ticks(...ys, TICKS)) {
      pen.moveTo(LEFT, this.y(tick));
      pen.lineTo(right, this.y(tick));
      pen.fillText(short(tick), LEFT - 6, this.y(tick) + 4);
    }
    pen.stroke();
    pen.textAlign = "center";
    pen.fillText(names[0], (LEFT + right) / 2, HEIGHT - 6, right - LEFT);
    pen.save();
    pen.translate(13, (MARGIN + bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.fillText(names[1], 0, 0, bottom - MARGIN);
    pen.restore();
  }

  /**
   * Draws points, each run in its colour.
   * @param {Point[]} points
   * @param {(run: number) => string} colour
   */
  dots(points, colour) {
    const { pen } = this;
    const areMany = points.length > MANY;
    pen.globalAlpha = 0.7;
    const runs = Map.groupBy(points, ({ run }) => run);
    for (const [run, own] of runs) {
      const sign = stamp(run, colour(run));
      pen.fillStyle = colour(run);
      for (const { x, y } of own) {
        if (areMany) pen.fillRect(this.x(x) - 2, this.y(y) - 2, 4, 4);
        else pen.drawImage(sign, this.x(x) - 2 * RADIUS, this.y(y) - 2 * RADIUS, 4 * RADIUS, 4 * RADIUS);
      }
    }
    pen.globalAlpha = 1;
    // Arrow keys go from left to right.
    this.points = points.toSorted((one, other) => one.x - other.x);
  }

  /** Draws a line, with the area around it if it has one. */
  line(/** @type {Line} */ { colour, points, area }) {
    const { pen } = this;
    const path = (/** @type {[number, number][]} */ corners) => {
      pen.beginPath();
      corners.forEach(([x, y]) => pen.lineTo(this.x(x), this.y(y)));
    };
    if (area) {
      pen.globalAlpha = 0.2;
      pen.fillStyle = colour;
      path(area);
      pen.fill();
      pen.globalAlpha = 1;
    }
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    path(points);
    pen.stroke();
  }

  /** Draws a thin line through the whole plot. */
  rule(/** @type {[number, number][]} */ points) {
    this.pen.setLineDash([4, 4]);
    this.line({ colour: this.colours[0], points });
    this.pen.setLineDash([]);
  }

  /** The index of the point near a place of the canvas, or −1. */
  nearest(/** @type {number} */ across, /** @type {number} */ down) {
    let [found, least] = [-1, NEAR * NEAR];
    this.points.forEach(({ x, y }, index) => {
      const distance = (this.x(x) - across) ** 2 + (this.y(y) - down) ** 2;
      if (distance < least) [found, least] = [index, distance];
    });
    return found;
  }

  point(/** @type {number} */ index) {
    this.current = index;
    const point = this.points[index] ?? null;
    const { left, top } = this.canvas.getBoundingClientRect();
    this.canvas.style.cursor = point ? "pointer" : "default";
    this.actions.hover(point, point ? left + this.x(point.x) : 0, point ? top + this.y(point.y) : 0);
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

/** The sign of a run as a picture, four radii wide: a copy of it is drawn faster than its outline. */
function stamp(/** @type {number} */ run, /** @type {string} */ colour) {
  const picture = document.createElement("canvas");
  const radius = RADIUS * devicePixelRatio;
  picture.width = picture.height = 4 * radius;
  const pen = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
  pen.setTransform(radius, 0, 0, radius, 2 * radius, 2 * radius);
  pen.fillStyle = colour;
  pen.fill(new Path2D(SIGNS[run % SIGNS.length]));
  return picture;
}

/**
 * A range that holds some numbers, and is not empty.
 * @param {number[]} values
 * @returns {[number, number]}
 */
export function range(values) {
  const [low, high] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  if (low > high) return [0, 1];
  const margin = high > low ? 0.03 * (high - low) : 0.05 * Math.abs(low) || 1;
  return [low - margin, high + margin];
}
