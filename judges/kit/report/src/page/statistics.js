/** Statistics of the current selection: the same formulas as in `compare`, with the same order of summation. */
import { shown } from "./number.js";

const TWO_DECIMALS = new Intl.NumberFormat("en", {
  minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false, signDisplay: "always", roundingMode: "halfEven",
});

/** Maximum length of a run's name. */
const LONGEST = 40;

/**
 * Quantiles of Student's t distribution at the page's significance level, for 2, 3, … cases.
 * @type {number[]}
 */
let quantiles = [];

export function setQuantiles(/** @type {number[]} */ values) {
  quantiles = values;
}

/** Mean of numbers; `null` if there are none. */
export function mean(/** @type {number[]} */ values) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean of differences; with at least two cases, also its standard error and Student's interval. */
export function paired(/** @type {number[]} */ differences) {
  const [count, middle] = [differences.length, mean(differences)];
  if (middle === null) return null;
  if (count < 2) return { count, mean: middle, error: null, ends: null };
  const squares = differences.reduce((sum, value) => sum + (value - middle) * (value - middle), 0);
  const error = Math.sqrt(squares / (count - 1)) / Math.sqrt(count);
  const reach = error * quantiles[count - 2];
  return { count, mean: middle, error, ends: [middle - reach, middle + reach] };
}

/** Values by which runs are compared in a case. Relative scores are ratios to the best score, or 0 for scores up to 0. */
export function compared(/** @type {import("./game.js").Game} */ game, /** @type {number[]} */ runs, /** @type {number} */ caseIndex) {
  const list = game.measure === "bound_ratio" ? "bound_ratio" : "score";
  const values = runs.map((run) => game.runs[run][list][caseIndex] ?? 0);
  const best = Math.max(0, ...values);
  return game.measure === "relative" ? values.map((value) => (value > 0 ? value / best : 0)) : values;
}

/**
 * Measures of `compare`: functions that return the values of both runs in a case, or `null`.
 * @type {[string, (game: import("./game.js").Game, runs: number[], caseIndex: number) => (number | null)[] | null][]}
 */
const MEASURES = [
  ["score", (game, runs, caseIndex) => runs.map((run) => game.runs[run].score[caseIndex])],
  ["bound ratio", (game, runs, caseIndex) => runs.map((run) => game.runs[run].bound_ratio[caseIndex])],
  ["log score", (game, runs, caseIndex) => runs.map((run) => {
    const score = game.runs[run].score[caseIndex] ?? 0;
    return score > 0 ? Math.log(score) : null;
  })],
  ["relative score", (game, runs, caseIndex) => (game.measure === "relative" ? compared(game, runs, caseIndex) : null)],
];

/** Compares run `b` with run `a` over their common selected cases. */
export function compare(/** @type {import("./game.js").Selection} */ selection, /** @type {number} */ a, /** @type {number} */ b) {
  const { game } = selection;
  const both = selection.both(a, b);
  const measures = MEASURES.flatMap(([name, read]) => {
    const values = both.map((caseIndex) => read(game, [a, b], caseIndex) ?? []);
    const known = /** @type {number[][]} */ (values.filter((pair) => pair.length > 0 && pair.every((value) => value !== null)));
    const difference = paired(known.map(([one, other]) => other - one));
    const means = [0, 1].map((index) => mean(known.map((pair) => pair[index])));
    return difference === null ? [] : [{ name, means, ...difference }];
  });
  const differences = both.map((caseIndex) => {
    const [one, other] = compared(game, [a, b], caseIndex);
    return other - one;
  });
  // Equal cases have the same raw score.
  const orders = both.map((caseIndex, index) => {
    const [one, other] = [a, b].map((run) => game.runs[run].raw_score[caseIndex] ?? 0);
    return Math.sign(differences[index]) || Math.sign(other - one);
  });
  return { a, b, cases: both.length, measures, differences, orders };
}

/**
 * Returns one sentence about the comparison.
 * @param {import("./game.js").Game} game
 * @param {string} name of the second run
 * @param {number[]} differences
 * @param {number[]} orders signs: 0 for equal cases
 */
export function conclusion(game, name, differences, orders) {
  const found = paired(differences);
  if (found === null || found.ends === null) return "not decided: fewer than two cases of both";
  const { count, ends: [low, high] } = found;
  const [wins, losses] = [1, -1].map((sign) => orders.filter((order) => order === sign).length);
  if (wins + losses === 0) return `${name} scores the same in all ${count} cases`;
  const [scale, unit] = { relative: [100, "% of the better score"], bound_ratio: [100, "% of the bound"], score: [1, "points"] }[game.measure];
  // A relative score is from 0 to 1.
  const range = game.measure === "relative" ? 1 : Infinity;
  const limited = (/** @type {number} */ value) => Math.min(Math.max(value, -range), range);
  const signed = (/** @type {number} */ value) => TWO_DECIMALS.format(Number(scale) * limited(value)).replace("-", "−");
  const average = `${signed(found.mean)} ${unit} on average (${signed(low)} to ${signed(high)})`;
  if (low > 0) return `${name} is better: ${average}, better in ${wins} of ${count} cases`;
  if (high < 0) return `${name} is worse: ${average}, worse in ${losses} of ${count} cases`;
  return `not decided: ${name} is ${average}, better in ${wins} of ${count} cases`;
}

/**
 * Standings of the shown runs over the selected cases that all of them have, the best first: mean value, number of
 * cases where a run is best and where it alone is best, and its mean lead.
 * @param {import("./game.js").Selection} selection
 */
export function ranking(selection) {
  const { game, runs } = selection;
  const caseIndices = selection.caseIndices.filter((caseIndex) => runs.every((run) => selection.has[run][caseIndex]));
  const cases = caseIndices.map((caseIndex) => compared(game, runs, caseIndex));
  const standings = runs.map((run, index) => {
    const rivals = (/** @type {number[]} */ values) => values.filter((_, other) => other !== index);
    const pairs = cases.map((values) => [values[index], runs.length > 1 ? Math.max(...rivals(values)) : 0]);
    return {
      run,
      mean: mean(cases.map((values) => values[index])),
      bests: pairs.filter(([own, other]) => own >= other).length,
      uniques: pairs.filter(([own, other]) => own > other).length,
      gain: mean(pairs.map(([own, other]) => Math.max(0, own - other))),
    };
  });
  return { cases: cases.length, standings: standings.sort((one, other) => (other.mean ?? 0) - (one.mean ?? 0)) };
}

/**
 * Groups plays by a value. Every value has a group; if there are more than eight different numbers, there are four
 * ranges of about equal size. Equal values stay together.
 * @param {{ value: any, play: any }[]} plays
 * @param {number} ranges
 * @returns {{ name: string, plays: any[] }[]}
 */
export function grouped(plays, ranges) {
  const numbers = plays.filter(({ value }) => typeof value === "number" && !Number.isNaN(value));
  const named = plays.filter(({ value }) => ["string", "boolean"].includes(typeof value));
  numbers.sort((one, other) => one.value - other.value);
  const different = new Set(numbers.map(({ value }) => value)).size;
  const count = different > 8 ? ranges : different;
  /** @type {{ low: number, high: number, plays: any[] }[]} */
  const groups = [];
  numbers.forEach(({ value, play }, index) => {
    const last = groups.at(-1);
    const due = (groups.length * numbers.length) / count;
    if (last && (value === last.high || (different > 8 && index < due))) {
      last.high = value;
      last.plays.push(play);
    } else {
      groups.push({ low: value, high: value, plays: [play] });
    }
  });
  const ranged = groups.map(({ low, high, plays }) => ({ name: low === high ? shown(low) : `${shown(low)} to ${shown(high)}`, plays }));
  const texts = [...new Set(named.map(({ value }) => String(value)))].sort();
  const texted = texts.map((name) => ({ name, plays: named.filter(({ value }) => String(value) === name).map(({ play }) => play) }));
  return [...ranged, ...texted];
}

/** Shortens names of runs for tables: removes words that all names begin or end with, then cuts. */
export function shortNames(/** @type {string[]} */ names) {
  const words = names.map((name) => name.split(" "));
  const least = Math.min(...words.map(({ length }) => length)) - 1;
  const shared = (/** @type {number} */ at) => words.length > 1 && words.every((own) => own.at(at) === words[0].at(at));
  const count = (/** @type {(index: number) => boolean} */ isShared, /** @type {number} */ most) => {
    let index = 0;
    while (index < most && isShared(index)) index += 1;
    return index;
  };
  const first = count(shared, least);
  const last = count((index) => shared(-1 - index), least - first);
  const cut = words.map((own) => own.slice(first, own.length - last).join(" "))
    .map((name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name));
  return cut.map((name, index) => (cut.indexOf(name) === index ? name : `${name} (${index + 1})`));
}
