/** Tables that are sorted by a click on a column's head. */
import { button } from "./dom.js";

/** The column by which a table is sorted, and its direction. */
export class Sorting {
  constructor() {
    this.column = 0;
    this.down = false;
  }

  /**
   * Turns the content of a head into a button that sorts by its column.
   * @param {HTMLElement} head
   * @param {number} column
   * @param {() => void} sorted called after a click
   */
  button(head, column, sorted) {
    const sort = () => {
      this.down = this.column === column && !this.down;
      this.column = column;
      sorted();
    };
    head.replaceChildren(button(sort, {}, ...head.childNodes));
    this.mark(head, column);
    return head;
  }

  /** Indicates on a head whether the table is sorted by its column. */
  mark(/** @type {HTMLElement} */ head, /** @type {number} */ column) {
    if (column === this.column) head.setAttribute("aria-sort", this.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }

  /** Returns sorted rows; rows with equal keys keep their order. @template T @param {T[]} rows @param {(row: T) => any} key @returns {T[]} */
  of(rows, key) {
    const sign = this.down ? -1 : 1;
    const keyed = rows.map((row) => ({ row, key: key(row) }));
    return keyed.sort((one, other) => sign * order(one.key, other.key)).map(({ row }) => row);
  }
}

/** Compares two values: numbers come first, then texts, then missing values. */
function order(/** @type {any} */ one, /** @type {any} */ other) {
  const rank = (/** @type {any} */ value) => (typeof value === "number" && !Number.isNaN(value) ? 0 : typeof value === "string" ? 1 : 2);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  return one < other ? -1 : one > other ? 1 : 0;
}
