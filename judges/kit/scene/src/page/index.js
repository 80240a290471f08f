/** The index of a folder of pages. Sorts the rows and draws the last position of each visible case. */
import { Board } from "./board.js";
import { select } from "./dom.js";
import { Round, unpacked } from "./replay.js";
import { Sorting } from "./sorting.js";

const table = select("table", HTMLTableElement);
const [cases] = table.tBodies;
const rows = [...cases.rows];
const ranks = new Map(rows.map((row, rank) => [row, rank]));
const heads = [...table.rows[0].cells];
const sorting = new Sorting();

/** Returns the value by which a row is sorted; for the case, its position in the run. */
function key(/** @type {HTMLTableRowElement} */ row) {
  if (sorting.column === 0) return ranks.get(row);
  const text = (row.cells[sorting.column].textContent ?? "").replace(/^−/, "-");
  return /^-?[\d.]+( %)?$/.test(text) ? Number.parseFloat(text) : text || undefined;
}

function sorted() {
  heads.forEach((head, column) => sorting.mark(head, column));
  cases.append(...sorting.of(rows, key));
}

heads.forEach((head, column) => sorting.button(head, column, sorted));

async function show(/** @type {IntersectionObserverEntry} */ { target, isIntersecting }) {
  if (!isIntersecting) return target.replaceChildren();
  const [layout, frame] = await unpacked(target.getAttribute("data-position") ?? "").json();
  const board = new Board(layout);
  board.show(new Round([frame]).at(0), 0);
  for (const name of ["role", "tabindex"]) board.picture.removeAttribute(name);
  board.picture.setAttribute("aria-hidden", "true");
  target.replaceChildren(board.picture);
}

const seen = new IntersectionObserver((entries) => entries.forEach((entry) => void show(entry)));
for (const picture of document.querySelectorAll("[data-position]")) seen.observe(picture);
document.body.dataset.ready = "true";
