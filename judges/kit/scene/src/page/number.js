/** Numbers as people read them. */

const DECIMALS = new Intl.NumberFormat("en", { maximumFractionDigits: 4, useGrouping: false, roundingMode: "halfEven" });
const SMALL = new Intl.NumberFormat("en", { maximumSignificantDigits: 4, useGrouping: false, roundingMode: "halfEven" });
const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 3, notation: "compact" });

/**
 * A figure's value: with at most four decimals, or below 0.01 with four digits that count.
 * @param {number | string | undefined} value
 * @returns {string}
 */
export function shown(value) {
  if (value === undefined || value === null) return "–";
  if (typeof value !== "number") return value;
  const format = value !== 0 && Math.abs(value) < 0.01 ? SMALL : DECIMALS;
  return format.format(value).replace("-", "−");
}

/**
 * A number with three digits, for the scale of a plot.
 * @param {number} value
 * @returns {string}
 */
export function short(value) {
  return SHORT.format(value).replace("-", "−");
}
