/** Numbers in a readable form. */

const DECIMALS = new Intl.NumberFormat("en", { maximumFractionDigits: 4, useGrouping: false, roundingMode: "halfEven" });
const SMALL = new Intl.NumberFormat("en", { maximumSignificantDigits: 4, useGrouping: false, roundingMode: "halfEven" });
/** Size from which a number is written with a power of ten. */
const LARGE = 1e15;
/** Units of the numbers of a scale, the largest first. @type {[number, string][]} */
const UNITS = [[1e9, "B"], [1e6, "M"], [1e3, "K"]];

/** Replaces hyphens before numbers by minus signs. @returns {string} */
export function typeset(/** @type {string} */ text) {
  return text.replace(/(^|[\s(])-(?=[\d.])/g, "$1−");
}

/**
 * Formats a figure's value with at most four decimals, or with four significant digits if it is below 0.01. Very large
 * and very small numbers get a power of ten. @returns {string}
 */
export function shown(/** @type {number | string | null | undefined} */ value) {
  if (value === undefined || value === null) return "–";
  if (typeof value !== "number") return typeset(String(value));
  const size = Math.abs(value);
  if (Number.isFinite(value) && (size >= LARGE || (value !== 0 && size < 1e-6))) {
    return typeset(value.toExponential(size < 1 ? 3 : 4).replace(/\.?0*e\+?/, "e"));
  }
  const format = value !== 0 && size < 0.01 ? SMALL : DECIMALS;
  return typeset(format.format(value));
}

/** Formats a figure's value: from 10 000 on as a whole number with thin spaces between thousands. @returns {string} */
export function spaced(/** @type {number | string | null | undefined} */ value) {
  const isLong = typeof value === "number" && Math.abs(value) >= 10_000 && Math.abs(value) < LARGE;
  const [whole, ...rest] = shown(isLong ? Math.round(value) : value).split(".");
  return [isLong ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole, ...rest].join(".");
}

/** Formats a difference, with its sign. @returns {string} */
export function signed(/** @type {number} */ value) {
  return `${value > 0 ? "+" : ""}${spaced(value)}`;
}

/** Formats a sentence with minus signs, and with thin spaces in numbers from 10 000 on. @returns {string} */
export function spacedText(/** @type {string} */ text) {
  return typeset(text).replace(/(?<![\d.])\d{5,}/g, (digits) => spaced(Number(digits)));
}

/**
 * Returns round numbers between `low` and `high` with at most `most` steps. All have as many decimals as the step.
 * @param {number} low
 * @param {number} high above `low`
 * @param {number} most
 */
export function ticks(low, high, most) {
  const least = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? 10 * power;
  const first = Math.ceil(low / step);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const [unit, sign] = UNITS.find(([unit]) => largest >= unit && step >= unit / 100) ?? [1, ""];
  const decimals = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => {
    const value = (first + index) * step;
    return { value, text: value === 0 ? "0" : typeset((value / unit).toFixed(decimals)) + sign };
  });
}
