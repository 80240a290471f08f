/** The plots of the page: plays, a pair of runs, means of all runs, distributions, and differences. */
import { range } from "./axes.js";
import { Chart } from "./chart.js";
import { html, select } from "./dom.js";
import { number } from "./expression.js";
import { counted, mean } from "./statistics.js";

/** @typedef {import("./chart.js").Point} Point @typedef {import("./game.js").Selection} Selection */

/** The plots of one selection. */
export class Plots {
  /**
   * @param {{hover: (point: Point | null, x: number, y: number) => void, open: (point: Point) => void}} actions
   * @param {(section: string) => void} draw draws the plot of a section again
   */
  constructor(actions, draw) {
    const chart = (/** @type {string} */ section) => new Chart(select(`#${section} .plot`, SVGSVGElement), () => draw(section), actions);
    this.charts = { scatter: chart("scatter"), pair: chart("pair"), history: chart("history"), distribution: chart("distribution"), cumulative: chart("cumulative") };
  }

  /** Points of the selected plays of a run for which both coordinates are known. @returns {Point[]} */
  points(/** @type {Selection} */ selection, /** @type {number} */ run, /** @type {(caseIndex: number) => [number, number]} */ spot, caseIndices = selection.of(run)) {
    const points = caseIndices.map((caseIndex) => {
      const [x, y] = spot(caseIndex);
      return { x, y, run, caseIndex };
    });
    return points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  }

  /** Draws points; the axes have these names. */
  dots(/** @type {Selection} */ { game }, /** @type {Chart} */ chart, /** @type {[string, string]} */ names, /** @type {[number, number] | null} */ xs,
    /** @type {Point[]} */ points, ys = range(points.map(({ y }) => y))) {
    const isWhole = points.every(({ x }) => Number.isInteger(x));
    chart.points = [];
    if (chart.begin(xs, ys, { names, isWhole })) chart.dots(points, (run) => game.colour(run));
  }

  /** Shows the plays by two expressions, which are given with their names. */
  scatter(/** @type {Selection} */ selection, /** @type {import("./expression.js").Reader[]} */ [x, y], /** @type {[string, string]} */ names) {
    const points = selection.runs.flatMap((run) => this.points(selection, run, (caseIndex) => [number(x(run, caseIndex)), number(y(run, caseIndex))]));
    this.dots(selection, this.charts.scatter, names, range(points.map(({ x }) => x)), points);
    explain("scatter", selection, `${counted(points.length, "play")}: ${names[1]} against ${names[0]}; arrow keys go from play to play, Enter opens one`);
  }

  /** Shows the cases that two runs have played. */
  pair(/** @type {Selection} */ selection, /** @type {number} */ a, /** @type {number} */ b) {
    const { game } = selection;
    const points = this.points(selection, b, (caseIndex) => [game.value(a, caseIndex) ?? NaN, game.value(b, caseIndex) ?? NaN], selection.of(a, b));
    const ends = range(points.flatMap(({ x, y }) => [x, y]));
    const names = [a, b].map((run) => `${game.valueName}, ${game.runs[run].name}`);
    this.dots(selection, this.charts.pair, [names[0], names[1]], ends, points, ends);
    if (ends) this.charts.pair.curve(ends.map((end) => [end, end]), { class: "rule" });
    const above = points.filter(({ x, y }) => y > x).length;
    const text = `${names[1]} against ${names[0]}: higher in ${above} of ${counted(points.length, "case")}, above the dashed line`;
    explain("pair", selection, points.length > 0 ? text : "no case was played by both", []);
  }

  /** Shows the mean of every run, in order, over the selected cases that all runs have. */
  history(/** @type {Selection} */ selection) {
    const { game, runs } = selection;
    const common = selection.of(...runs);
    const means = runs.map((run, index) => ({ x: index + 1, y: mean(common.map((caseIndex) => game.value(run, caseIndex))) ?? NaN, run, caseIndex: -1 }));
    const points = means.filter(({ y }) => Number.isFinite(y));
    this.dots(selection, this.charts.history, ["run", `mean ${game.valueName}, ${counted(common.length, "case")} of all runs`], [0.5, runs.length + 0.5], points);
    if (points.length > 0) this.charts.history.curve(points.map(({ x, y }) => [x, y]), { class: "rule" });
    explain("history", selection, points.length > 0 ? `mean ${game.valueName} of each run over ${counted(common.length, "case")}` : "no case was played by all shown runs");
  }

  /** Shows the share of a run's cases whose value is at most x. */
  distribution(/** @type {Selection} */ selection) {
    const { game, runs } = selection;
    const { distribution } = this.charts;
    const values = runs.map((run) => selection.of(run).map((caseIndex) => game.value(run, caseIndex) ?? NaN).filter(Number.isFinite));
    const ends = range(values.flat());
    explain("distribution", selection, `share of the cases of each run whose ${game.valueName} is at most the value below`);
    if (!distribution.begin(ends, [0, 1], { names: [game.valueName, "share of cases"] }) || !ends) return;
    values.forEach((own, index) => {
      if (own.length === 0) return;
      const sorted = own.toSorted((one, other) => one - other);
      /** @type {[number, number][]} */
      const steps = sorted.flatMap((value, rank) => [[value, rank / sorted.length], [value, (rank + 1) / sorted.length]]);
      distribution.curve([[ends[0], 0], ...steps, [ends[1], 1]], { stroke: game.colour(runs[index]) });
    });
  }

  /** Shows the mean difference from the first run over the first n cases, for all n, with a confidence sequence. */
  cumulative(/** @type {Selection} */ selection) {
    const { game } = selection;
    const { cumulative } = this.charts;
    const shown = game.cumulative.filter(({ run }) => game.shown[run]);
    const all = shown.flatMap(({ looks }) => looks);
    const most = Math.max(1, ...all.map(([count]) => count));
    // The first intervals are wide: the later half of them sets the scale.
    const late = all.filter(([count]) => 2 * count >= most);
    const ys = range([0, ...late.flatMap(([, ...values]) => values), ...all.map(([, middle]) => middle)]);
    explain("cumulative", selection, `mean difference of the ${game.measureName} from ${game.runs[0].name} after each case, in random order; the area is an interval that holds at every look if cases are independent draws`, shown.map(({ run }) => run));
    if (!cumulative.begin([0, most], ys, { names: ["cases", `mean difference from ${game.runs[0].name}`], isWhole: true })) return;
    cumulative.curve([[0, 0], [most, 0]], { class: "rule" });
    for (const { run, looks } of shown.filter(({ looks }) => looks.length > 0)) {
      const colour = game.colour(run);
      const upper = looks.map(([count, , , high]) => /** @type {[number, number]} */ ([count, high]));
      const lower = looks.map(([count, , low]) => /** @type {[number, number]} */ ([count, low]));
      cumulative.area([...lower, ...upper.toReversed()], colour, 0.3 / shown.length);
      cumulative.curve(looks.map(([count, middle]) => [count, middle]), { stroke: colour });
    }
  }
}

/** Makes the colour of a run. */
export function swatch(/** @type {import("./game.js").Game} */ game, /** @type {number} */ run) {
  return html("i", { class: "swatch", style: `--colour: ${game.colour(run)}`, "aria-hidden": "true" });
}

/** Explains a plot, and lists the runs that it shows. */
function explain(/** @type {string} */ section, /** @type {Selection} */ { game, runs, caseIndices }, /** @type {string} */ text, shown = runs) {
  select(`#${section} .plot`, SVGSVGElement).setAttribute("aria-label", text);
  const words = caseIndices.length > 0 ? text : "no play is selected";
  select(`#${section} .key`).replaceChildren(html("span", {}, words), ...shown.map((run) => html("span", {}, swatch(game, run), game.runs[run].name)));
}
