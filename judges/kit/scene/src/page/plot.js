/** Curves of figures over the turns, with reference levels. */
import { Axes, range } from "./axes.js";
import { html, svg } from "./dom.js";
import { curveColours } from "./figures.js";
import { spaced } from "./number.js";
import { Replay, Round } from "./replay.js";

/** Levels beyond this many times the curves' height are not drawn. */
const REACH = 3;

/** The plot of the chosen figures. */
export class Plot {
  constructor(/** @type {HTMLElement} */ host, /** @type {Replay[]} */ replays, /** @type {(index: number) => void} */ seek) {
    this.replays = replays;
    this.colours = curveColours(replays[0].figures);
    const picture = svg("svg", { class: "plot", role: "img", "aria-label": "Curves over the turns" });
    /** Axes of the difference between two runs, in the first figure with a curve. */
    this.gap = new Axes(svg("svg", { class: "plot", role: "img", "aria-label": "B − A over the turns" }), () => this.drawGap());
    const compared = replays.length > 1 ? [html("h2", {}, `B − A: ${replays[0].figures.find(({ plotted }) => plotted)?.name ?? ""}`), this.gap.picture] : [];
    this.note = html("p", { class: "chips" });
    this.host = host;
    host.replaceChildren(html("h2", {}, "Over the turns"), picture, this.note, ...compared);
    this.axes = new Axes(picture, () => this.draw());
    this.cursor = svg("g");
    /** @type {Round[]} */
    this.rounds = [];
    /** Values of the shown figures, by run. @type {(number | null)[][][]} */
    this.curves = [];
    /** @type {number[]} */
    this.ends = [];
    this.index = 0;
    this.last = 0;
    /** @type {number | null} */
    this.difference = null;
    /** @type {Set<number>} */
    this.shown = new Set();
    const point = (/** @type {PointerEvent} */ event) => {
      if (event.buttons === 0) return;
      const { left, right } = this.axes;
      const share = (event.clientX - picture.getBoundingClientRect().left - left) / (right - left);
      seek(Math.round(Math.min(1, Math.max(0, share)) * this.last));
    };
    picture.addEventListener("pointerdown", point);
    picture.addEventListener("pointermove", point);
  }

  /**
   * Shows other rounds.
   * @param {Round[]} rounds
   * @param {number | null} difference first frame in which they differ
   * @param {number[]} ends frames in which a run failed
   * @param {Set<number>} figures the figures with a curve
   */
  open(rounds, difference, ends, figures) {
    this.rounds = rounds;
    this.difference = difference;
    this.ends = ends;
    this.last = Math.max(...rounds.map((round) => round.length)) - 1;
    this.host.hidden = this.last === 0;
    this.choose(figures);
  }

  /** @param {Set<number>} figures */
  choose(figures) {
    this.shown = figures;
    this.draw();
  }

  draw() {
    if (this.rounds.length === 0) return;
    this.drawGap();
    const { axes } = this;
    const figures = [...this.shown];
    this.curves = this.rounds.map((round) => figures.map((figure) => round.values(figure)));
    const { ends, near, far } = this.range(figures);
    const across = [0, this.last].map((index) => {
      const turns = this.rounds.map(({ frames }) => frames[Math.min(index, frames.length - 1)].turn);
      return { value: index, text: String(Math.max(...turns)) };
    });
    if (!axes.begin([0, Math.max(1, this.last)], ends, { across })) return;
    this.note.textContent = far.map(({ name, value }) => `${name}: ${spaced(value)} (off the scale)`).join(", ");
    this.drawLevels(near);
    this.curves.forEach((curves, run) => curves.forEach((values, index) => axes.curve(
      values.map((value, frame) => [frame, value]),
      { class: run === 0 ? "curve" : "curve second", stroke: this.colours[figures[index]] })));
    if (this.difference !== null) axes.picture.append(axes.upright(this.difference, "difference"));
    axes.picture.append(...this.ends.map((end) =>
      svg("path", { class: "failed", d: `M${axes.x(end) - 6} ${axes.bottom}l6 -10l6 10z` })), this.cursor);
    this.move(this.index);
  }

  /** Draws B − A for two runs. A run that has ended keeps its last value; one that has failed has none after that. */
  drawGap() {
    const figure = this.replays[0].figures.findIndex(({ plotted }) => plotted);
    const [a, b] = this.rounds.map((round) => round.values(figure));
    if (!b) return;
    const points = Array.from({ length: this.last + 1 }, (_, at) => {
      const [one, other] = [a, b].map((values) =>
        (at < values.length || !this.ends.includes(values.length - 1) ? values[Math.min(at, values.length - 1)] : null));
      return /** @type {[number, number | null]} */ ([at, one === null || other === null ? null : other - one]);
    });
    if (!this.gap.begin([0, Math.max(1, this.last)], range([0, ...points.flatMap(([, value]) => value ?? [])]), { across: [] })) return;
    this.gap.curve([[0, 0], [this.last, 0]], { class: "level" });
    this.gap.curve(points, { stroke: "var(--difference)" });
  }

  /** Returns the ends of the scale (null without values), the levels that are drawn, and the other levels. */
  range(/** @type {number[]} */ figures) {
    const values = this.curves.flat(2).filter((value) => value !== null);
    let [low, high] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [0, 0]);
    const reach = REACH * (high - low || 1);
    const compared = figures.includes(this.replays[0].figures.findIndex((figure) => figure.plotted));
    const levels = compared ? this.replays[0].header.levels : [];
    const near = levels.filter(({ value }) => value <= high + reach && value >= low - reach);
    for (const { value } of near) [low, high] = [Math.min(low, value), Math.max(high, value)];
    const room = high > low ? (high - low) * 0.04 : 1;
    /** @type {[number, number] | null} */
    const ends = values.length === 0 ? null : [low < 0 ? low - room : low, high + room];
    return { ends, near: ends ? near : [], far: levels.filter((level) => !near.includes(level)) };
  }

  drawLevels(/** @type {{name: string, value: number}[]} */ levels) {
    const { left, right, picture } = this.axes;
    levels.forEach(({ name, value }, index) => {
      const y = this.axes.y(value);
      const anchor = index % 2 ? { x: right, "text-anchor": "end" } : { x: left + 4, "text-anchor": "start" };
      picture.append(svg("line", { class: "level", x1: left, x2: right, y1: y, y2: y }),
        svg("text", { y: y < 22 ? y + 13 : y - 4, ...anchor }, `${name} ${spaced(value)}`));
    });
  }

  /** Moves the cursor to a frame. */
  move(/** @type {number} */ index) {
    const { axes } = this;
    this.index = index;
    if (axes.size.width === 0) return;
    const figures = [...this.shown];
    const dots = this.curves.flatMap((curves) => curves.flatMap((values, at) => {
      const value = values[Math.min(index, values.length - 1)];
      return value === null ? []
        : [svg("circle", { class: "dot", cx: axes.x(index), cy: axes.y(value), r: 4, fill: this.colours[figures[at]] })];
    }));
    this.cursor.replaceChildren(axes.upright(index, "cursor"), ...dots);
  }
}
