/** Numbers as people read them. */

const DECIMALS = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 3, notation: "compact" });

/**
 * A figure's value, with thousands apart and at most four decimals.
 * @param {number | string | undefined} value
 * @returns {string}
 */
export function shown(value) {
  if (value === undefined || value === null) return "–";
  return typeof value === "number" ? DECIMALS.format(value).replace("-", "−") : value;
}

/**
 * A number with three digits, for the scale of a plot.
 * @param {number} value
 * @returns {string}
 */
export function short(value) {
  return SHORT.format(value).replace("-", "−");
}
