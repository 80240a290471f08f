/** Statistics of the current selection, which only describe it. Conclusions come from `compare`. */
import { shown } from "./number.js";

/** Maximum length of a run's name. */
const LONGEST = 40;

/** Number with a noun: `1 case`, `2 cases`. */
export function counted(/** @type {number} */ count, /** @type {string} */ noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Mean of the known ones of these numbers; `null` if there are none. */
export function mean(/** @type {(number | null)[]} */ values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Name of the logarithm of a score, which only scores above 0 have. */
export const LOG_SCORE = "log score";

/**
 * Measures of `compare`: functions that return the value of a run in a case; a missing one is not finite.
 * @type {[string, (run: import("./game.js").Run, caseIndex: number) => number | null][]}
 */
const MEASURES = [
  ["score", ({ score }, caseIndex) => score[caseIndex]],
  ["bound ratio", ({ bound_ratio }, caseIndex) => bound_ratio[caseIndex]],
  [LOG_SCORE, ({ score }, caseIndex) => Math.log(score[caseIndex] ?? 0)],
  ["relative score", ({ relative }, caseIndex) => relative[caseIndex]],
];

/**
 * Describes the difference of run `b` from run `a` over their common selected cases, by every measure.
 * @returns {import("./game.js").Difference[]}
 */
export function describeDifference(/** @type {import("./game.js").Selection} */ selection, /** @type {number} */ a, /** @type {number} */ b) {
  const both = selection.of(a, b);
  return MEASURES.flatMap(([name, read]) => {
    const values = both.map((caseIndex) => [a, b].map((run) => read(selection.game.runs[run], caseIndex)));
    const known = /** @type {[number, number][]} */ (values.filter((pair) => pair.every(Number.isFinite)));
    const [mean_a, mean_b, difference] = [mean(known.map(([one]) => one)), mean(known.map(([, other]) => other)), mean(known.map(([one, other]) => other - one))];
    // A log score can be missing in all cases, another measure only if the game lacks it.
    if (both.length === 0 || (known.length === 0 && name !== LOG_SCORE)) return [];
    return [{ name, mean_a, mean_b, cases: known.length, difference: difference ?? 0, left_out: both.length - known.length, standard_error: null, t_interval: null }];
  });
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
    const due = Math.floor((groups.length * numbers.length) / count);
    if (last && (value === last.high || (different > 8 && index < due))) {
      last.high = value;
      last.plays.push(play);
    } else {
      groups.push({ low: value, high: value, plays: [play] });
    }
  });
  const ranged = groups.map(({ low, high, plays }) => ({ name: low === high ? shown(low) : `${shown(low)} to ${shown(high)}`, plays }));
  const texts = [...new Set(named.map(({ value }) => String(value)))].sort();
  return [...ranged, ...texts.map((name) => ({ name, plays: named.filter(({ value }) => String(value) === name).map(({ play }) => play) }))];
}

/** Shortens names of runs for tables: removes words that all names begin or end with, then cuts. */
export function shortNames(/** @type {string[]} */ names) {
  const words = names.map((name) => name.split(" "));
  const least = Math.min(...words.map(({ length }) => length)) - 1;
  const shared = (/** @type {number} */ at) => words.length > 1 && words.every((own) => own.at(at) === words[0].at(at));
  let [first, last] = [0, 0];
  while (first < least && shared(first)) first += 1;
  while (first + last < least && shared(-1 - last)) last += 1;
  const cut = words.map((own) => own.slice(first, own.length - last).join(" "))
    .map((name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name));
  return cut.map((name, index) => (cut.indexOf(name) === index ? name : `${name} (${index + 1})`));
}
