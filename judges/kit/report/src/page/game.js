/** Runs of a game or of one of its variants, and the values of their plays. */
import { hue } from "./dom.js";
import { number } from "./expression.js";
import { shortNames } from "./statistics.js";

/**
 * One run. Lists have an entry for every case, which is `null` if the run did not play it.
 * @typedef {object} Run
 * @property {string} name in a table
 * @property {string} command
 * @property {string} start shell words that start its program
 * @property {string} run name in a history, or empty
 * @property {string} history folder of this history
 * @property {string} started
 * @property {string} note
 * @property {string} state empty, or the reason not to compare the run
 * @property {(number | null)[]} score mean counted score; the statement defines that of a failed play
 * @property {(number | null)[]} bound_ratio
 * @property {(boolean | null)[]} failed
 * @property {(string | null)[]} verdict of the first failed play, or of the first play
 * @property {(string | null)[]} reason of this verdict
 * @property {(number | null)[]} cpu ms
 * @property {(number | null)[]} time ms
 * @property {(number | null)[]} memory KiB
 * @property {(number | null)[]} relative ratio to the best score of all runs
 * @property {(number | null)[]} rank among all runs
 * @property {string[]} pages addresses of replays; empty if there is none
 * @property {[string, any[]][]} values values that differ between runs, by name
 */

/**
 * Comparison of a later run with the first, by several measures. `left_out` counts cases without a value.
 * @typedef {{name: string, mean_a: number | null, mean_b: number | null, cases: number, difference: number, left_out?: number,
 *   standard_error: number | null, t_interval: [number, number] | null}} Difference
 * @typedef {{conclusion: string, measures: Difference[]}} Pair
 */

/** Colours of the first runs, by Okabe and Ito; colour-blind readers can distinguish them. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#888888"];

/** The runs of a game. */
export class Game {
  /** @param {any} data */
  constructor(data) {
    /** @type {string} */
    this.name = data.name;
    const names = shortNames(data.runs.map((/** @type {Run} */ { name }) => name));
    /** @type {Run[]} */
    this.runs = data.runs.map((/** @type {Run} */ run, /** @type {number} */ index) => ({ ...run, name: names[index] }));
    /** @type {string} The start of a command line that shows a case. */
    this.show = data.show;
    /** @type {{ label: string, seed: number | string, case: string, of_run: string }[]} A seed above 2^53 is a text. */
    this.cases = data.cases;
    /** @type {{ run: number, looks: [number, number, number, number][] }[]} */
    this.cumulative = data.cumulative;
    /** @type {string} The comparison of all cases, as `compare` prints it. */
    this.text = data.text;
    /** @type {{cases: number, pairs: Pair[], ranking: any[]} | null} Comparison of all cases, as `compare` finds it. */
    this.comparison = data.comparison;
    /** @type {boolean[]} */
    this.shown = this.runs.map(() => true);
    /** Index of the first run in a comparison, if it is shown. */
    this.first = 0;
    /** @type {"relative" | "bound_ratio" | "score"} The measure by which the runs are compared. */
    this.measure = data.measure;
    /** @type {string} Name of the measure for people. */
    this.measureName = data.measure_name;
    /** @type {"maximise" | "minimise"} The direction in which a score is better. */
    this.objective = data.objective;
    this.hasBounds = this.runs.some(({ bound_ratio }) => bound_ratio.some((value) => value !== null));
    /** @type {[string, any[]][]} Values that all runs share. */
    this.shared = data.values;
    /** Names in expressions, each with its reader. */
    this.names = this.readers();
    /** Names of numeric values that differ between cases. */
    this.axes = [...this.names.keys()].filter((name) => this.differs(name));
  }

  /** Index of the run with which others are compared. */
  get base() {
    return this.shown[this.first] ? this.first : Math.max(0, this.shown.indexOf(true));
  }

  /** Colour of a run. */
  colour(/** @type {number} */ run) {
    return COLOURS[run] ?? hue(run);
  }

  /** Indices of the shown runs. */
  get visible() {
    return this.runs.map((_, run) => run).filter((run) => this.shown[run]);
  }

  /** Value of a play in plots and groups: the ratio to the bound if there is one, otherwise the score. */
  value(/** @type {number} */ run, /** @type {number} */ caseIndex) {
    const { bound_ratio, score } = this.runs[run];
    return this.hasBounds ? bound_ratio[caseIndex] : score[caseIndex];
  }

  /** Returns the best of these values: scores, or the values in plots and groups. */
  best(/** @type {number[]} */ values, isScore = !this.hasBounds) {
    return this.objective === "minimise" && isScore ? Math.min(...values) : Math.max(...values);
  }

  get valueName() {
    return this.hasBounds ? "bound ratio" : "score";
  }

  /** @returns {Map<string, import("./expression.js").Reader>} */
  readers() {
    const fields = /** @type {const} */ (["score", "bound_ratio", "relative", "rank", "time", "cpu", "memory", "failed", "verdict", "reason"]);
    const names = new Map(/** @type {[string, import("./expression.js").Reader][]} */ ([
      ...fields.map((field) => [field, (/** @type {number} */ run, /** @type {number} */ caseIndex) => this.runs[run][field][caseIndex]]),
      ["seed", (_, caseIndex) => this.cases[caseIndex].seed],
      ["case", (_, caseIndex) => this.cases[caseIndex].label],
      ["run", (run) => this.runs[run].name],
    ]));
    for (const [name, values] of this.shared) names.set(name, (_, caseIndex) => values[caseIndex]);
    const columns = this.runs.map(({ values }) => new Map(values));
    for (const name of new Set(columns.flatMap((values) => [...values.keys()]))) {
      names.set(name, (run, caseIndex) => columns[run].get(name)?.[caseIndex] ?? null);
    }
    return names;
  }

  /** True if the value is a number that differs between plays. */
  differs(/** @type {string} */ name) {
    const read = /** @type {import("./expression.js").Reader} */ (this.names.get(name));
    const values = this.runs.flatMap((_, run) => this.cases.map((_, caseIndex) => number(read(run, caseIndex))));
    return new Set(values.filter((value) => !Number.isNaN(value))).size > 1;
  }

  /** Command that shows a case in one run or in two; runs in a common history are given by name. */
  command(/** @type {number} */ caseIndex, /** @type {number[]} */ ...runs) {
    const sources = runs.map((run) => this.runs[run]);
    const { history } = sources[0];
    const [first, ...others] = new Set(sources.map((source) => (history && source.history === history ? source.run : source.start)));
    const { case: named, of_run } = this.cases[caseIndex];
    const shown = history ? `${first} ${of_run} --runs ${history}` : `${named} --exec ${first}`;
    return [this.show, shown, ...others.map((other) => `--against ${other}`)].join(" ");
  }
}

/** Plays that pass a filter. */
export class Selection {
  constructor(/** @type {Game} */ game, /** @type {import("./expression.js").Reader | null} */ filter) {
    this.game = game;
    this.runs = game.visible;
    /** Selected plays, by run and case. @type {boolean[][]} */
    this.has = game.runs.map(({ score }, run) => score.map((value, caseIndex) => game.shown[run] && value !== null && (filter === null || Boolean(filter(run, caseIndex)))));
    /** Indices of cases with a selected play. */
    this.caseIndices = game.cases.map((_, caseIndex) => caseIndex).filter((caseIndex) => this.runs.some((run) => this.has[run][caseIndex]));
    this.isWhole = filter === null;
  }

  /** Indices of cases with a selected play of each of these runs. */
  of(/** @type {number[]} */ ...runs) {
    return this.caseIndices.filter((caseIndex) => runs.every((run) => this.has[run][caseIndex]));
  }
}
