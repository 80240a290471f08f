/** Tables of runs, of differences, of groups, and of seed × run, for the current selection; and of one case. */
import { button, find, html, select, svg } from "./dom.js";
import { number } from "./expression.js";
import { shown, typeset } from "./number.js";
import { swatch } from "./plots.js";
import { Sorting } from "./sorting.js";
import { LOG_SCORE, counted, describeDifference, grouped, mean } from "./statistics.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Selection} Selection */

/** Number of rows per page in the table of cases. */
const ROWS = 20;

/** Clears the table in a section and gives it this header. */
function table(/** @type {string} */ section, /** @type {Node[]} */ header) {
  const found = select(`#${section} table, table#${section}`, HTMLTableElement);
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
  const node = html(tag, { class: "text", title: game.runs[run].command }, swatch(game, run), name);
  if (tag === "th") node.setAttribute("scope", "row");
  return node;
}

function signed(/** @type {number} */ value) {
  return (value > 0 ? "+" : "") + shown(value);
}

/** Draws a mean difference with its interval, to the left or right of 0; `reach` is the largest number of all such bars. */
function intervalBar(/** @type {import("./game.js").Difference} */ { difference, t_interval: ends }, /** @type {number} */ reach) {
  const x = (/** @type {number} */ value) => 100 * Math.max(-1, Math.min(1, value / (reach || 1)));
  const [low, high] = ends ?? [difference, difference];
  return svg("svg", { class: "interval", viewBox: "-104 -8 208 16", "aria-hidden": "true" }, svg("path", { class: "zero", d: "M0-8V8M-104 0H104" }),
    svg("rect", { x: x(low), y: -4, width: Math.max(1, x(high) - x(low)), height: 8 }), svg("circle", { cx: x(difference), r: 4 }));
}

/**
 * Shows a row for every run, with means over the selection. Its boxes select the shown runs, and the run with which
 * others are compared.
 * @param {Selection} selection
 * @param {() => void} changed
 */
export function runs(selection, changed) {
  const { game } = selection;
  // The standings of `compare` are of all cases and runs.
  const { cases, ranking: standings } = (selection.isWhole && game.shown.every(Boolean) && game.comparison) || { cases: 0, ranking: [] };
  const focused = document.activeElement?.getAttribute("aria-label");
  const ranks = cases > 0 ? [`${game.measureName}, ${counted(cases, "case")} of all`, "best in", "alone best"] : [];
  const ratio = game.hasBounds && game.measure !== "bound_ratio" ? ["bound ratio"] : [];
  const body = table("runs", heads(["shown", "A", "run", "cases", "failed", game.objective === "minimise" ? "mean score, lower is better" : "mean score", ...ratio, ...ranks, "CPU, ms", "started", "command, note"], 3));
  game.runs.forEach((run, index) => {
    const caseIndices = selection.of(index);
    const meanOf = (/** @type {(number | null)[]} */ list) => cell(mean(caseIndices.map((caseIndex) => list[caseIndex])));
    const standing = standings.find((standing) => standing.run === index);
    const input = (/** @type {Record<string, string>} */ attributes, /** @type {boolean} */ isChecked, /** @type {() => void} */ change) => {
      const box = html("input", { ...attributes, ...(isChecked ? { checked: "" } : {}) });
      box.addEventListener("change", () => {
        change();
        changed();
      });
      return html("td", { class: "text" }, box);
    };
    const box = input({ type: "checkbox", "aria-label": `show ${run.name}` }, game.shown[index], () => (game.shown[index] = !game.shown[index]));
    const first = input({ type: "radio", name: "first", "aria-label": `compare with ${run.name}` }, game.base === index, () => (game.first = index));
    const best = cases > 0 && standing?.mean === standings[0].mean ? "best" : "";
    const count = (/** @type {number} */ found) => cell(game.shown[index] ? found : null);
    const rank = [cell(standing?.mean ?? null, best), cell(standing?.bests ?? null), cell(standing?.uniques ?? null)];
    const kinds = Object.entries(Object.groupBy(caseIndices.filter((caseIndex) => run.failed[caseIndex]), (caseIndex) => run.verdict[caseIndex] ?? ""));
    const note = [run.state, run.note].filter((text) => text !== "").join(": ");
    body.append(html("tr", {}, box, first, named(game, index, "th"), count(caseIndices.length),
      kinds.length === 0 ? count(0) : cell(kinds.map(([verdict, own]) => `${own?.length} ${verdict}`).join(", "), "failed"), meanOf(run.score),
      ...ratio.map(() => meanOf(run.bound_ratio)), ...rank.slice(0, ranks.length), meanOf(run.cpu), cell(run.started.slice(0, 16).replace("T", " ")),
      html("td", { class: "text command", title: run.command }, html("code", {}, run.command), note && html("p", { class: "note" }, note))));
  });
  // The ticked box has been replaced by a new one.
  const again = focused && [...body.querySelectorAll("input")].find((box) => box.ariaLabel === focused);
  if (again) again.focus();
}

/**
 * Shows the differences of all shown runs from run A. On all cases with the first run as A, these are the conclusions
 * and numbers of `compare`; otherwise they only describe the selection.
 * @param {Selection} selection
 * @param {number} alpha
 */
export function differences(selection, alpha) {
  const { game } = selection;
  const others = selection.runs.filter((run) => run !== game.base);
  find("comparison").hidden = others.length === 0;
  const isConcluded = selection.isWhole && game.base === 0;
  const percent = shown(100 * (1 - alpha));
  const what = isConcluded ? `A = ${game.runs[0].name}; Student's ${percent} % intervals of B − A.`
    : `A = ${game.runs[game.base].name}. ${selection.isWhole ? `Conclusions are about ${game.runs[0].name} as A.` : "A selection that was made after looking at the results proves nothing: play new cases."}`;
  select("#comparison .caution").textContent = what;
  const pairs = others.map((run) => (isConcluded ? game.comparison?.pairs[run - 1] : { conclusion: "", measures: describeDifference(selection, game.base, run) }));
  const all = pairs.map((pair) => pair?.measures ?? []);
  const deciding = all.map((measures) => measures.find(({ name }) => name === game.measureName));
  const reach = Math.max(...deciding.map((one) => (one ? Math.max(...[one.difference, ...one.t_interval ?? []].map(Math.abs)) : 0)));
  const verdicts = table("verdicts", heads(["B", game.measureName, isConcluded ? "conclusion" : "description"], 3));
  others.forEach((run, index) => {
    const one = deciding[index];
    const text = isConcluded ? `${typeset(pairs[index]?.conclusion ?? "")}.`
      : one ? `B − A is ${signed(one.difference)} on average in ${counted(one.cases, "case")}` : "no common cases";
    verdicts.append(html("tr", {}, named(game, run, "th"), html("td", {}, ...(one ? [intervalBar(one, reach)] : [])), html("td", { class: "text sentence" }, text)));
  });
  const measure = find("measure", HTMLSelectElement).value;
  const body = table("measures", heads(["B", "measure", "cases", "A", "B", "B − A", ...(isConcluded ? ["error", `${percent} % interval`] : [])], 2));
  others.forEach((run, index) => all[index].filter(({ name }) => measure === "all" || name === measure).forEach((one) => {
    const { name, cases = 0, left_out: out, mean_a, mean_b, difference, standard_error: error, t_interval: ends } = one;
    const evidence = isConcluded ? [cell(error), cell(ends && `${signed(ends[0])} to ${signed(ends[1])}`)] : [];
    body.append(html("tr", {}, named(game, run, "th"), cell(out ? `${name} (${out} ${name === LOG_SCORE ? "not above 0" : "without it"} left out)` : name, "text"),
      cell(cases), cell(mean_a), cell(mean_b), cell(cases ? signed(difference) : null), ...evidence));
  }));
}

/** Shows the means of all runs in groups of plays; each play is in the group of its own value. */
export function groups(/** @type {Selection} */ selection, /** @type {import("./expression.js").Reader} */ by, /** @type {number} */ count) {
  const { game } = selection;
  const plays = selection.runs.flatMap((run) => selection.of(run).map((caseIndex) => ({ value: by(run, caseIndex), play: { run, caseIndex } })));
  const names = selection.runs.map((run) => game.runs[run].name);
  const body = table("groups", [...heads(["group", "plays"], 1), ...names.map((name) => html("th", { scope: "col" }, name))]);
  for (const { name, plays: members } of grouped(plays, count)) {
    const means = selection.runs.map((own) => mean(members.filter(({ run }) => run === own).map(({ caseIndex }) => game.value(own, caseIndex))));
    const known = means.filter((value) => value !== null);
    body.append(html("tr", {}, html("th", { scope: "row", class: "text" }, name), cell(members.length),
      ...means.map((value) => cell(value, value === game.best(known) && known.length > 1 ? "best" : ""))));
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
    const best = game.best(runs.filter((run) => selection.has[run][caseIndex]).map((run) => game.runs[run].score[caseIndex] ?? 0), true);
    const label = button(() => this.open(caseIndex, null), {}, game.cases[caseIndex].label);
    const cells = runs.map((run) => {
      const { score, failed, pages } = game.runs[run];
      if (score[caseIndex] === null) return html("td");
      const kinds = [
        failed[caseIndex] ? "failed" : score[caseIndex] === best && runs.length > 1 && find("cell", HTMLSelectElement).value !== "time" ? "best" : "",
        selection.has[run][caseIndex] ? "" : "out",
      ];
      const text = failed[caseIndex] ? String(game.runs[run].verdict[caseIndex]) : shown(read(run, caseIndex));
      const reason = game.runs[run].reason[caseIndex] ?? "";
      const attributes = { title: reason, "aria-label": [game.cases[caseIndex].label, `${game.runs[run].name}: ${text}`, reason].filter(Boolean).join(", ") };
      const link = pages[caseIndex]
        ? html("a", { href: pages[caseIndex], target: "_blank", rel: "noopener", ...attributes }, text)
        : button(() => this.open(caseIndex, run), attributes, text);
      return html("td", { class: kinds.join(" ").trim() }, link);
    });
    return html("tr", {}, html("th", { scope: "row", class: "text" }, label), ...values.map((value) => cell(value)), ...cells);
  }
}

/** Values of a play as lines of text, shown at the pointer. */
export function summary(/** @type {Game} */ game, /** @type {number} */ run, /** @type {number} */ caseIndex) {
  const lines = [`${game.cases[caseIndex].label}, ${game.runs[run].name}`];
  lines.push(game.runs[run].failed[caseIndex] ? failure(game, run, caseIndex) : `score ${shown(game.runs[run].score[caseIndex] ?? undefined)}`);
  const own = [...game.shared, ...game.runs[run].values].filter(([, values]) => values[caseIndex] !== null);
  return [...lines, ...own.slice(0, 8).map(([name, values]) => `${name} ${shown(values[caseIndex])}`)];
}

/** Returns verdict and reason of a failed play. */
function failure(/** @type {Game} */ game, /** @type {number} */ run, /** @type {number} */ caseIndex) {
  const { verdict, reason } = game.runs[run];
  return [verdict[caseIndex], reason[caseIndex]].filter(Boolean).join(": ");
}

/** Opens the replay of a play: its page if there is one, otherwise the commands that show it. */
export function follow(/** @type {Game} */ game, /** @type {number} */ caseIndex, /** @type {number | null} */ run) {
  const page = run === null ? "" : game.runs[run].pages[caseIndex];
  if (page) window.open(page, "_blank", "noopener");
  else open(game, caseIndex, run);
}

/** Shows a case with a row for every run, the chosen one first. */
function open(/** @type {Game} */ game, /** @type {number} */ caseIndex, /** @type {number | null} */ chosen) {
  const dialog = find("case", HTMLDialogElement);
  find("case-title").textContent = game.cases[caseIndex].label;
  find("case-values").textContent = game.shared.map(([name, values]) => `${name} ${shown(values[caseIndex] ?? undefined)}`).join(", ");
  const played = game.visible.filter((run) => game.runs[run].score[caseIndex] !== null);
  const rows = played.toSorted((one, other) => Number(other === chosen) - Number(one === chosen)).flatMap((run) => {
    const { score, failed, pages } = game.runs[run];
    const value = failed[caseIndex] ? failure(game, run, caseIndex) : shown(score[caseIndex] ?? undefined);
    const alone = game.command(caseIndex, run);
    const both = game.command(caseIndex, run, game.base);
    const first = pages[caseIndex] ? html("a", { href: pages[caseIndex], target: "_blank", rel: "noopener" }, "replay") : "";
    const row = html("tr", {}, named(game, run, "th"), html("td", { class: failed[caseIndex] ? "failed text" : "" }, value), html("td", {}, first), html("td", { class: "text command" }, html("code", {}, alone)));
    if (run === game.base || !played.includes(game.base) || both === alone) return [row];
    const beside = html("th", { scope: "row", class: "text" }, `… and ${game.runs[game.base].name}`);
    return [row, html("tr", { class: "both" }, beside, html("td"), html("td"), html("td", { class: "text command" }, html("code", {}, both)))];
  });
  const head = ["run", "score", "replay", "command that shows it"].map((name) => html("th", { scope: "col", class: "text" }, name));
  find("case-runs", HTMLTableElement).replaceChildren(html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows));
  dialog.showModal();
}
