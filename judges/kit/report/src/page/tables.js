/** Tables of runs, of differences, of groups, and of seed × run, for the current selection. */
import { button, find, html, select } from "./dom.js";
import { number } from "./expression.js";
import { shown } from "./number.js";
import { Sorting } from "./sorting.js";
import { compare, conclusion, grouped, mean, ranking } from "./statistics.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Selection} Selection */

/** Number of rows per page in the table of cases. */
const ROWS = 20;

/** Clears the table in a section and gives it this header. */
function table(/** @type {string} */ section, /** @type {Node[]} */ header) {
  const found = select(`#${section} table`, HTMLTableElement);
  const body = html("tbody");
  found.replaceChildren(html("thead", {}, html("tr", {}, ...header)), body);
  return body;
}

/** Makes header cells; the first `texts` cells are aligned as text. */
function heads(/** @type {string[]} */ names, /** @type {number} */ texts) {
  return names.map((name, index) => html("th", { scope: "col", class: index < texts ? "text" : "" }, name));
}

function cell(/** @type {string | number | null} */ value, kind = "") {
  return html("td", { class: kind }, shown(/** @type {any} */ (value)));
}

/** Makes the colour and the name of a run. */
export function named(/** @type {Game} */ game, /** @type {number} */ run, tag = /** @type {"th" | "span"} */ ("span")) {
  const { name } = game.runs[run];
  const node = html(tag, { class: "text", title: game.runs[run].command }, html("i", { class: "swatch", style: `--colour: ${game.colour(run)}`, "aria-hidden": "true" }), name);
  if (tag === "th") node.setAttribute("scope", "row");
  return node;
}

function signed(/** @type {number} */ value) {
  return (value > 0 ? "+" : "") + shown(value);
}

/** Writes an interval as `compare` does. */
function ends(/** @type {number[] | null} */ interval) {
  return interval === null ? "" : `${signed(interval[0])} to ${signed(interval[1])}`;
}

/**
 * Shows a row for every run, with means over the selection. Its boxes select the shown runs, and the run with which
 * others are compared.
 * @param {Selection} selection
 * @param {() => void} changed
 */
export function runs(selection, changed) {
  const { game } = selection;
  const { cases, standings } = ranking(selection);
  const focused = document.activeElement?.getAttribute("aria-label");
  // One run has nothing to be compared with.
  const ranks = standings.length > 1 ? [`${game.measureName}, ${cases} cases of all runs`, "best in", "alone best in", "mean lead"] : [];
  const body = table("runs", heads(["shown", "A", "run", "note", "cases", "failed", "mean score", "bound ratio", ...ranks, "CPU, ms",
    "started", "command"], 4));
  game.runs.forEach((run, index) => {
    const caseIndices = selection.of(index);
    const values = (/** @type {(number | null)[]} */ list) => /** @type {number[]} */ (caseIndices.map((caseIndex) => list[caseIndex]).filter((value) => value !== null));
    const standing = standings.find((standing) => standing.run === index);
    const box = html("input", { type: "checkbox", "aria-label": `show ${run.name}`, ...(game.shown[index] ? { checked: "" } : {}) });
    box.addEventListener("change", () => {
      game.shown[index] = !game.shown[index];
      game.rank();
      changed();
    });
    const first = html("input", { type: "radio", name: "first", "aria-label": `compare with ${run.name}`, ...(game.base === index ? { checked: "" } : {}) });
    first.addEventListener("change", () => {
      game.first = index;
      changed();
    });
    const best = cases > 0 && standing?.mean === standings[0].mean ? "best" : "";
    const count = (/** @type {number} */ found) => cell(game.shown[index] ? found : null);
    const rank = [cell(standing?.mean ?? null, best), cell(standing?.bests ?? null), cell(standing?.uniques ?? null), cell(standing?.gain ?? null)];
    body.append(html("tr", {}, html("td", { class: "text" }, box), html("td", { class: "text" }, first), named(game, index, "th"),
      cell([run.state, run.note].filter((text) => text !== "").join(": "), "text note"), count(caseIndices.length),
      count(caseIndices.filter((caseIndex) => run.failed[caseIndex]).length), cell(mean(values(run.score))), cell(mean(values(run.bound_ratio))),
      ...rank.slice(0, ranks.length), cell(mean(values(run.cpu))), cell(run.started.slice(0, 19).replace("T", " ")), html("td", { class: "text command" }, html("code", {}, run.command))));
  });
  // The ticked box has been replaced by a new one.
  const again = focused && [...body.querySelectorAll("input")].find((box) => box.ariaLabel === focused);
  if (again) again.focus();
}

/** Shows the differences of all shown runs from the first one, over the selection. */
export function differences(/** @type {Selection} */ selection, /** @type {number} */ alpha) {
  const { game } = selection;
  const others = selection.runs.filter((run) => run !== game.base);
  find("comparison").hidden = others.length === 0;
  const caution = select("#comparison .caution");
  const percent = shown(100 * (1 - alpha));
  const [cases, warning] = selection.isWhole ? ["cases of both", ""]
    : ["selected cases", " A selection that was made after looking at the results proves nothing: play new cases."];
  caution.textContent = `B − A on the ${cases}, A = ${game.runs[game.base].name}; Student's ${percent} % interval.${warning}`;
  const measure = find("measure", HTMLSelectElement).value;
  const body = table("comparison", heads(["B", "measure", "cases", "A", "B", "B − A", "error", `${percent} % interval`], 2));
  for (const run of others) {
    const { measures, differences, orders } = compare(selection, game.base, run);
    measures.filter(({ name }) => measure === "all" || name === measure).forEach(({ name, count, means, mean, error, ends: interval }) =>
      body.append(html("tr", {}, named(game, run, "th"), cell(name, "text"), cell(count), cell(means[0]), cell(means[1]),
        cell(signed(mean)), cell(error), cell(ends(interval)))));
    body.append(html("tr", {}, named(game, run, "th"), html("td", { class: "text sentence", colspan: "7" }, `${conclusion(game, game.runs[run].name, differences, orders)}.`)));
  }
}

/** Shows the means of all runs in groups of the selection. */
export function groups(/** @type {Selection} */ selection, /** @type {import("./expression.js").Reader} */ by, /** @type {number} */ count) {
  const { game } = selection;
  const plays = selection.caseIndices.map((caseIndex) => {
    const run = selection.runs.find((run) => selection.has[run][caseIndex]) ?? 0;
    return { value: by(run, caseIndex), play: caseIndex };
  });
  const names = selection.runs.map((run) => game.runs[run].name);
  const body = table("groups", [...heads(["group", "cases"], 1), ...names.map((name) => html("th", { scope: "col" }, name))]);
  for (const { name, plays: caseIndices } of grouped(plays, count)) {
    const means = selection.runs.map((run) => {
      const own = caseIndices.filter((caseIndex) => selection.has[run][caseIndex]);
      return mean(own.map((caseIndex) => game.value(run, caseIndex)).filter((value) => value !== null));
    });
    const known = means.filter((value) => value !== null);
    body.append(html("tr", {}, html("th", { scope: "row", class: "text" }, name), cell(caseIndices.length),
      ...means.map((value) => cell(value, value === Math.max(...known) && known.length > 1 ? "best" : ""))));
  }
}

/** The table seed × run, which shows a page of its rows, sorted by any column. */
export class Matrix {
  /** @param {(caseIndex: number, run: number | null) => void} open */
  constructor(open) {
    this.open = open;
    this.sorting = new Sorting();
    this.first = 0;
    find("back").addEventListener("click", () => this.turn(-ROWS));
    find("on").addEventListener("click", () => this.turn(ROWS));
  }

  turn(/** @type {number} */ rows) {
    this.first += rows;
    this.draw();
  }

  /** Shows the first rows of another selection. */
  setSelection(/** @type {Selection} */ selection) {
    this.selection = selection;
    this.first = 0;
    this.draw();
  }

  draw() {
    const selection = /** @type {Selection} */ (this.selection);
    const { game } = selection;
    const name = find("cell", HTMLSelectElement).value;
    const read = /** @type {import("./expression.js").Reader} */ (game.names.get(name));
    const values = game.shared.filter(([, column]) => column.some((value) => value !== column[0]));
    const columns = [
      { head: "case", key: (/** @type {number} */ caseIndex) => caseIndex },
      ...values.map(([head, column]) => ({ head, key: (/** @type {number} */ caseIndex) => column[caseIndex] })),
      ...selection.runs.map((run) => ({ head: game.runs[run].name, key: (/** @type {number} */ caseIndex) => number(read(run, caseIndex)) })),
    ];
    const caseIndices = this.sorting.of(selection.caseIndices, (columns[this.sorting.column] ?? columns[0]).key);
    const rows = caseIndices.slice(this.first, this.first + ROWS);
    const header = heads(columns.map(({ head }) => head), 1).map((head, index) => this.sorting.button(head, index, () => {
      this.first = 0;
      this.draw();
      // The new button keeps the focus.
      select(`#matrix thead th:nth-child(${index + 1}) button`).focus();
    }));
    const body = table("matrix", header);
    for (const caseIndex of rows) body.append(this.row(caseIndex, values.map(([, column]) => column[caseIndex]), read));
    find("rows").textContent = `${rows.length === 0 ? 0 : this.first + 1} to ${this.first + rows.length} of ${caseIndices.length}`;
    find("back", HTMLButtonElement).disabled = this.first === 0;
    find("on", HTMLButtonElement).disabled = this.first + ROWS >= caseIndices.length;
  }

  row(/** @type {number} */ caseIndex, /** @type {any[]} */ values, /** @type {import("./expression.js").Reader} */ read) {
    const selection = /** @type {Selection} */ (this.selection);
    const { game, runs } = selection;
    const best = Math.max(...runs.filter((run) => selection.has[run][caseIndex]).map((run) => game.runs[run].score[caseIndex] ?? 0));
    const label = button(() => this.open(caseIndex, null), {}, game.cases[caseIndex].label);
    const cells = runs.map((run) => {
      const { score, failed, pages } = game.runs[run];
      if (score[caseIndex] === null) return html("td");
      const kinds = [
        failed[caseIndex] ? "failed" : score[caseIndex] === best && runs.length > 1 && find("cell", HTMLSelectElement).value !== "time" ? "best" : "",
        selection.has[run][caseIndex] ? "" : "out",
      ];
      const text = failed[caseIndex] ? "failed" : shown(read(run, caseIndex));
      const attributes = { "aria-label": `${game.cases[caseIndex].label}, ${game.runs[run].name}: ${text}` };
      const link = pages[caseIndex]
        ? html("a", { href: pages[caseIndex], target: "_blank", rel: "noopener", ...attributes }, text)
        : button(() => this.open(caseIndex, run), attributes, text);
      return html("td", { class: kinds.join(" ").trim() }, link);
    });
    return html("tr", {}, html("th", { scope: "row", class: "text" }, label), ...values.map((value) => cell(value)), ...cells);
  }
}
