/** The page about runs: a filter, tables and plots. */
import { range } from "./axes.js";
import { follow, summary } from "./case.js";
import { Chart } from "./chart.js";
import { button, find, html, select } from "./dom.js";
import { number, parse } from "./expression.js";
import { Game, Selection } from "./game.js";
import { mean, setQuantiles } from "./statistics.js";
import { Matrix, differences, groups, runs } from "./tables.js";
import { showDetails } from "./tooltip.js";

/** @typedef {import("./chart.js").Point} Point */

/** Fields whose values are kept in the address, so that a view can be shared. */
const KEPT = ["filter", "measure", "cell", "scatter-x", "scatter-y", "pair-x", "pair-y", "group-by", "group-count"];

/** Common interface of all kinds of fields. */
function field(/** @type {string} */ id) {
  const node = find(id);
  if (node instanceof HTMLInputElement || node instanceof HTMLSelectElement) return node;
  throw new Error(`${id} is not a field`);
}

/** The page. */
class Report {
  /** @param {{ alpha: number, made: number, quantiles: number[], games: any[] }} data */
  constructor(data) {
    setQuantiles(data.quantiles);
    this.alpha = data.alpha;
    this.games = data.games.map((game) => new Game(game));
    this.game = this.games[0];
    this.matrix = new Matrix((caseIndex, run) => follow(this.game, caseIndex, run));
    const actions = {
      hover: (/** @type {Point | null} */ point, /** @type {number} */ x, /** @type {number} */ y) => this.hover(point, x, y),
      open: (/** @type {Point} */ { caseIndex, run }) => caseIndex >= 0 && follow(this.game, caseIndex, run),
    };
    const chart = (/** @type {string} */ section, /** @type {() => void} */ draw) => new Chart(select(`#${section} .plot`, SVGSVGElement), draw, actions);
    this.charts = {
      scatter: chart("scatter", () => this.scatter()),
      pair: chart("pair", () => this.pair()),
      history: chart("history", () => this.history()),
      distribution: chart("distribution", () => this.distribution()),
      cumulative: chart("cumulative", () => this.cumulative()),
    };
    this.made = data.made;
    this.bind();
    const asked = new URLSearchParams(location.hash.slice(1));
    this.open(Math.max(0, this.games.findIndex(({ name }) => name === asked.get("game"))), asked);
  }

  bind() {
    const choice = find("game", HTMLSelectElement);
    choice.append(...this.games.map(({ name }) => html("option", {}, name)));
    find("choose-game").hidden = this.games.length < 2;
    choice.addEventListener("input", () => this.open(choice.selectedIndex, new URLSearchParams()));
    field("filter").addEventListener("input", () => this.select());
    field("measure").addEventListener("change", () => this.selection && differences(this.selection, this.alpha));
    field("cell").addEventListener("change", () => this.matrix.draw());
    for (const id of ["scatter-x", "scatter-y"]) field(id).addEventListener("input", () => this.scatter());
    for (const id of ["group-by", "group-count"]) field(id).addEventListener("input", () => this.groups());
    for (const id of ["pair-x", "pair-y"]) field(id).addEventListener("change", () => this.pair());
    document.addEventListener("input", () => this.keep());
    setInterval(() => this.age(), 10_000);
  }

  /** Shows a game; the address contains the values of fields. */
  open(/** @type {number} */ index, /** @type {URLSearchParams} */ asked) {
    const game = (this.game = this.games[index]);
    find("game", HTMLSelectElement).selectedIndex = index;
    find("axes").replaceChildren(...game.axes.map((name) => html("option", { value: quoted(name) })));
    // A button inserts its name into the filter.
    find("names").replaceChildren(...[...game.names.keys()].map((name) => button(() => {
      find("filter", HTMLInputElement).setRangeText(quoted(name));
      field("filter").focus();
      this.select();
    }, {}, quoted(name))));
    for (const id of ["pair-x", "pair-y"]) {
      field(id).replaceChildren(...game.runs.map(({ name }, run) => html("option", { value: String(run) }, name)));
    }
    const value = game.hasBounds ? "bound_ratio" : "score";
    const usual = new Map([
      ["filter", ""], ["measure", game.runs.length > 4 ? game.measureName : "all"], ["cell", "score"], ["scatter-x", quoted(game.shared.find(([name]) => game.axes.includes(name))?.[0] ?? "seed")], ["scatter-y", value],
      ["pair-x", "0"], ["pair-y", String(game.runs.length - 1)], ["group-by", ""], ["group-count", "4"],
    ]);
    usual.set("group-by", usual.get("scatter-x") ?? "");
    for (const id of KEPT) field(id).value = asked.get(id) ?? usual.get(id) ?? "";
    for (const id of ["pair", "history"]) find(id).hidden = game.runs.length < 2;
    find("cumulative").hidden = game.cumulative.length === 0;
    select("#comparison details").hidden = game.text === "";
    select("#comparison pre").textContent = game.text;
    this.age();
    this.select();
  }

  /** Says when the page was made, of which runs, and how old it is: later runs are not in it. */
  age() {
    const minutes = Math.max(0, Math.floor((Date.now() - this.made) / 60_000));
    const age = minutes < 120 ? `${minutes} min` : minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
    const names = this.game.runs.map(({ name }) => name);
    const runs = names.length < 6 ? names.join(", ") : `${names.length} runs from ${names[0]} to ${names[names.length - 1]}`;
    find("made").textContent = `Made ${new Date(this.made).toISOString().slice(0, 16).replace("T", " ")} UTC of ${runs}: ${age} old; later runs are not in it`;
  }

  /** Reads the expression in a field; shows an error next to it. */
  read(/** @type {string} */ id, /** @type {HTMLElement} */ fault) {
    const text = field(id).value;
    try {
      const reader = parse(text, this.game.names);
      fault.hidden = true;
      field(id).removeAttribute("aria-invalid");
      return reader;
    } catch (error) {
      fault.textContent = `${text}: ${/** @type {Error} */ (error).message}`;
      fault.hidden = false;
      field(id).setAttribute("aria-invalid", "true");
      return null;
    }
  }

  /** Applies the filter; a malformed one leaves the selection unchanged. */
  select() {
    const fault = find("filter-fault");
    const isEmpty = field("filter").value.trim() === "";
    fault.hidden = true;
    const filter = isEmpty ? null : this.read("filter", fault);
    if (filter === null && !isEmpty && this.selection?.game === this.game) {
      find("selected").textContent = "";
      return;
    }
    this.selection = new Selection(this.game, filter);
    find("selected").textContent = `${this.selection.caseIndices.length} of ${this.game.cases.length} cases`;
    runs(this.selection, () => this.select());
    differences(this.selection, this.alpha);
    this.matrix.setSelection(this.selection);
    this.groups();
    this.scatter();
    this.pair();
    this.history();
    this.distribution();
    this.cumulative();
  }

  groups() {
    const fault = select("#groups .fault");
    const by = this.read("group-by", fault);
    const count = Math.max(2, Number(field("group-count").value) || 4);
    if (by && this.selection) groups(this.selection, by, count);
  }

  /** Points of the selected plays of a run for which both coordinates are known. */
  points(/** @type {number} */ run, /** @type {(caseIndex: number) => [number, number]} */ caseIndex) {
    const points = (this.selection?.of(run) ?? []).map((at) => {
      const [x, y] = caseIndex(at);
      return { x, y, run, caseIndex: at };
    });
    return points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  }

  scatter() {
    const fault = select("#scatter .fault");
    const x = this.read("scatter-x", fault);
    const y = x && this.read("scatter-y", fault);
    if (!x || !y || !this.selection) return;
    const points = this.selection.runs.flatMap((run) => this.points(run, (caseIndex) => [number(x(run, caseIndex)), number(y(run, caseIndex))]));
    /** @type {[string, string]} */
    const names = [field("scatter-x").value, field("scatter-y").value];
    this.dots(this.charts.scatter, names, range(points.map(({ x }) => x)), points);
    describe("scatter", `${points.length} plays: ${names[1]} against ${names[0]}; arrow keys go from play to play, Enter opens one`);
  }

  /** Draws points; the axes have these names. */
  dots(/** @type {Chart} */ chart, /** @type {[string, string]} */ names, /** @type {[number, number] | null} */ xs, /** @type {Point[]} */ points, ys = range(points.map(({ y }) => y))) {
    const isWhole = points.every(({ x }) => Number.isInteger(x));
    chart.points = [];
    if (chart.begin(xs, ys, { names, isWhole })) chart.dots(points, (run) => this.game.colour(run));
  }

  pair() {
    const { selection, game, charts: { pair } } = this;
    const [a, b] = ["pair-x", "pair-y"].map((id) => Number(field(id).value));
    if (!selection || find("pair").hidden) return;
    const both = new Set(selection.both(a, b));
    const points = this.points(b, (caseIndex) => [game.value(a, caseIndex) ?? NaN, game.value(b, caseIndex) ?? NaN]).filter(({ caseIndex }) => both.has(caseIndex));
    const ends = range(points.flatMap(({ x, y }) => [x, y]));
    const names = [a, b].map((run) => `${game.valueName}, ${game.runs[run].name}`);
    this.dots(pair, [names[0], names[1]], ends, points, ends);
    if (ends) pair.curve(ends.map((end) => [end, end]), { class: "rule" });
    const above = points.filter(({ x, y }) => y > x).length;
    describe("pair", `${names[1]} against ${names[0]}: higher in ${above} of ${points.length} cases; arrow keys go from case to case`);
  }

  /** Shows the mean of every run, in order, over the selected cases that all runs have. */
  history() {
    const { selection, game, charts: { history } } = this;
    if (!selection || find("history").hidden) return;
    const common = selection.caseIndices.filter((caseIndex) => selection.runs.every((run) => selection.has[run][caseIndex]));
    const means = selection.runs.map((run, index) => {
      const values = common.map((caseIndex) => game.value(run, caseIndex)).filter((value) => value !== null);
      return { x: index + 1, y: mean(values) ?? NaN, run, caseIndex: -1 };
    });
    const points = means.filter(({ y }) => Number.isFinite(y));
    this.dots(history, ["run", `mean ${game.valueName}, ${common.length} cases of all runs`], [0.5, selection.runs.length + 0.5], points);
    history.curve(points.map(({ x, y }) => [x, y]), { class: "rule" });
    describe("history", `mean ${game.valueName} of each run over ${common.length} cases`);
    const notes = means.map(({ run }) => {
      const { name, note } = game.runs[run];
      return html("li", {}, html("i", { class: "swatch", style: `--colour: ${game.colour(run)}`, "aria-hidden": "true" }), note ? `${name}: ${note}` : name);
    });
    select("#history .notes").replaceChildren(...notes);
  }

  /** Shows the share of a run's cases whose value is at most x. */
  distribution() {
    const { selection, game, charts: { distribution } } = this;
    if (!selection) return;
    const values = selection.runs.map((run) => selection.of(run).map((caseIndex) => game.value(run, caseIndex) ?? NaN).filter(Number.isFinite));
    const ends = range(values.flat());
    if (!distribution.begin(ends, [0, 1], { names: [game.valueName, "cases up to there"] }) || !ends) return;
    values.forEach((own, index) => {
      if (own.length === 0) return;
      const sorted = own.toSorted((one, other) => one - other);
      /** @type {[number, number][]} */
      const steps = sorted.flatMap((value, rank) => [[value, rank / sorted.length], [value, (rank + 1) / sorted.length]]);
      distribution.curve([[ends[0], 0], ...steps, [ends[1], 1]], { stroke: game.colour(selection.runs[index]) });
    });
    describe("distribution", `distribution of the ${game.valueName} of each run`);
  }

  /** Shows the mean difference from the first run over the first n cases, for all n, with a confidence sequence. */
  cumulative() {
    const { game, charts: { cumulative } } = this;
    const shown = game.cumulative.filter(({ run }) => game.shown[run]);
    if (find("cumulative").hidden) return;
    const all = shown.flatMap(({ looks }) => looks);
    const most = Math.max(1, ...all.map(([count]) => count));
    // The first intervals are wide: the later half of them sets the scale.
    const late = all.filter(([count]) => 2 * count >= most);
    const ys = range([0, ...late.flatMap(([, ...values]) => values), ...all.map(([, middle]) => middle)]);
    if (!cumulative.begin([0, most], ys, { names: ["cases", `mean difference to ${game.runs[0].name}`], isWhole: true })) return;
    cumulative.curve([[0, 0], [most, 0]], { class: "rule" });
    for (const { run, looks } of shown) {
      const colour = game.colour(run);
      const upper = looks.map(([count, , , high]) => /** @type {[number, number]} */ ([count, high]));
      const lower = looks.map(([count, , low]) => /** @type {[number, number]} */ ([count, low]));
      cumulative.area([...lower, ...upper.toReversed()], colour, 0.3 / shown.length);
      cumulative.curve(looks.map(([count, middle]) => [count, middle]), { stroke: colour });
    }
    describe("cumulative", `mean difference of the ${game.measureName} to ${game.runs[0].name} after each case`);
  }

  /** Shows the values of the point under the pointer. */
  hover(/** @type {Point | null} */ point, /** @type {number} */ x, /** @type {number} */ y) {
    if (point === null) {
      find("hover").hidden = true;
      return;
    }
    const { run, caseIndex } = point;
    const { name, note } = this.game.runs[run];
    const lines = caseIndex < 0 ? [name, note].filter(Boolean) : summary(this.game, run, caseIndex);
    showDetails(find("hover"), lines, (_, height) => [[x + 14, y + 14], [x + 14, y - 14 - height]]);
  }

  /** Puts the values of the fields into the address. */
  keep() {
    const fields = KEPT.map((id) => [id, field(id).value]).filter(([, value]) => value !== "");
    const game = this.games.length > 1 ? [["game", this.game.name]] : [];
    history.replaceState(null, "", `#${new URLSearchParams([...game, ...fields])}`);
  }
}

function describe(/** @type {string} */ section, /** @type {string} */ text) {
  select(`#${section} .plot`, SVGSVGElement).setAttribute("aria-label", text);
}

/** Writes a name as in an expression. */
function quoted(/** @type {string} */ name) {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `\`${name.replaceAll("`", "``")}\``;
}

new Report(JSON.parse(find("data").textContent ?? ""));
document.body.dataset.ready = "true";
