/** Curves of figures over the turns, with levels to compare them with. */
import { html, svg } from "./dom.js";
import { curveColours } from "./figures.js";
import { short, spaced, ticks } from "./number.js";
import { Replay, Round } from "./replay.js";

/** Room at the left, right, top and bottom for numbers, px. */
const LEFT = 44;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 18;
/** A level further off than this many times the curves' height stays out of the picture. */
const REACH = 3;

/** The plot of the figures that are chosen. */
export class Plot {
  /**
   * @param {HTMLElement} host
   * @param {Replay[]} replays
   * @param {(index: number) => void} seek
   */
  constructor(host, replays, seek) {
    this.replays = replays;
    this.colours = curveColours(replays[0].figures);
    this.picture = svg("svg", { class: "plot", role: "img", "aria-label": "Curves over the turns" });
    this.note = html("p", { class: "chips" });
    host.replaceChildren(html("h2", {}, "Over the turns"), this.picture, this.note);
    this.cursor = svg("g");
    /** @type {Round[]} */
    this.rounds = [];
    /** @type {number[]} */
    this.ends = [];
    this.index = 0;
    this.last = 0;
    /** @type {number | null} */
    this.difference = null;
    /** @type {Set<number>} */
    this.shown = new Set();
    new ResizeObserver(() => this.draw()).observe(this.picture);
    const point = (/** @type {PointerEvent} */ event) => {
      if (event.buttons === 0) return;
      const box = this.picture.getBoundingClientRect();
      const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
      seek(Math.round(Math.min(1, Math.max(0, share)) * this.last));
    };
    this.picture.addEventListener("pointerdown", point);
    this.picture.addEventListener("pointermove", point);
  }

  /**
   * Takes the rounds that are now shown.
   * @param {Round[]} rounds
   * @param {number | null} difference
   * @param {number[]} ends frames in which a run failed
   */
  open(rounds, difference, ends) {
    this.rounds = rounds;
    this.difference = difference;
    this.ends = ends;
    this.last = Math.max(...rounds.map((round) => round.length)) - 1;
    this.draw();
  }

  /** @param {Set<number>} figures */
  choose(figures) {
    this.shown = figures;
    this.draw();
  }

  draw() {
    const { width, height } = this.picture.getBoundingClientRect();
    if (width === 0 || this.rounds.length === 0) return;
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const figures = [...this.shown];
    this.curves = this.rounds.map((round) => figures.map((figure) => round.values(figure)));
    const { low, high, levels, far } = this.range(figures);
    this.x = (/** @type {number} */ index) => LEFT + (index / Math.max(1, this.last)) * (width - LEFT - RIGHT);
    this.y = (/** @type {number} */ value) => TOP + (1 - (value - low) / (high - low)) * (height - TOP - BOTTOM);
    this.picture.replaceChildren(...this.axes(low, high, width, height), ...this.levels(levels, width),
      ...this.lines(figures), ...this.flags(height), this.cursor);
    this.note.textContent = far.map(({ name, value }) => `${name}: ${spaced(value)} (off the scale)`).join(", ");
    this.height = height;
    this.move(this.index);
  }

  /** The range of values, and the levels that lie in its reach. */
  range(/** @type {number[]} */ figures) {
    const values = (this.curves ?? []).flat(2).filter((value) => value !== null);
    let [low, high] = [Math.min(0, ...values), Math.max(...values, 0)];
    const span = high - low || 1;
    const compared = figures.includes(this.replays[0].figures.findIndex((figure) => figure.plotted));
    const levels = compared ? this.replays[0].header.levels : [];
    const near = levels.filter(({ value }) => value <= high + REACH * span && value >= low - REACH * span);
    for (const { value } of near) [low, high] = [Math.min(low, value), Math.max(high, value)];
    const room = (high - low || 1) * 0.04;
    return { low: low < 0 ? low - room : low, high: high + room, levels: near, far: levels.filter((level) => !near.includes(level)) };
  }

  axes(/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ width, /** @type {number} */ height) {
    const bottom = height - BOTTOM;
    const marks = ticks(low, high, 4).flatMap((value) => {
      const y = this.y?.(value) ?? 0;
      return [
        svg("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
        svg("text", { x: LEFT - 5, y: y + 4, "text-anchor": "end" }, short(value)),
      ];
    });
    const turn = (/** @type {number} */ index, /** @type {string} */ anchor) => {
      const frames = this.rounds.map(({ frames }) => frames[Math.min(index, frames.length - 1)].turn);
      return svg("text", { x: this.x?.(index) ?? 0, y: bottom + 14, "text-anchor": anchor }, String(Math.max(...frames)));
    };
    return [...marks, turn(0, "middle"), turn(this.last, "end")];
  }

  levels(/** @type {{name: string, value: number}[]} */ levels, /** @type {number} */ width) {
    return levels.flatMap(({ name, value }, index) => {
      const y = this.y?.(value) ?? 0;
      const anchor = index % 2 ? { x: width - RIGHT, "text-anchor": "end" } : { x: LEFT + 4, "text-anchor": "start" };
      return [
        svg("line", { class: "level", x1: LEFT, x2: width - RIGHT, y1: y, y2: y }),
        svg("text", { y: y < 22 ? y + 13 : y - 4, ...anchor }, `${name} ${spaced(value)}`),
      ];
    });
  }

  lines(/** @type {number[]} */ figures) {
    return (this.curves ?? []).flatMap((curves, run) =>
      curves.map((values, index) =>
        svg("path", {
          class: run === 0 ? "curve" : "curve second", stroke: this.colours[figures[index]], d: this.path(values),
        })));
  }

  path(/** @type {(number | null)[]} */ values) {
    let [path, pen] = ["", "M"];
    values.forEach((value, index) => {
      if (value !== null) path += `${pen}${this.x?.(index).toFixed(1)} ${this.y?.(value).toFixed(1)}`;
      pen = value === null ? "M" : "L";
    });
    return path;
  }

  /** The first difference, and where the contestant failed. */
  flags(/** @type {number} */ height) {
    const flags = [];
    if (this.difference !== null) {
      const x = this.x?.(this.difference) ?? 0;
      flags.push(svg("line", { class: "difference", x1: x, x2: x, y1: TOP, y2: height - BOTTOM }));
    }
    for (const end of this.ends) {
      const x = this.x?.(end) ?? 0;
      flags.push(svg("path", { class: "failed", d: `M${x - 6} ${height - BOTTOM}l6 -10l6 10z` }));
    }
    return flags;
  }

  /** Moves the cursor to a frame. */
  move(/** @type {number} */ index) {
    this.index = index;
    if (!this.x || !this.curves) return;
    const x = this.x(index);
    const figures = [...this.shown];
    const dots = this.curves.flatMap((curves) =>
      curves.map((values, at) => {
        const value = values[Math.min(index, values.length - 1)];
        return value === null ? null
          : svg("circle", { class: "dot", cx: x, cy: this.y?.(value) ?? 0, r: 4, fill: this.colours[figures[at]] });
      }));
    const line = svg("line", { class: "cursor", x1: x, x2: x, y1: TOP, y2: (this.height ?? 0) - BOTTOM });
    this.cursor.replaceChildren(line, ...dots.filter((dot) => dot !== null));
  }
}
