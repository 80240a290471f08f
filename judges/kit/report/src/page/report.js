/** The page of runs: puts filter, tables and plots together. */
import { follow, summary } from "./case.js";
import { Chart, range } from "./chart.js";
import { button, find, followTheme, html } from "./dom.js";
import { number, parse } from "./expression.js";
import { Game, Selection } from "./game.js";
import { mean, setQuantiles } from "./statistics.js";
import { Matrix, differences, groups, runs } from "./tables.js";

/** @typedef {import("./chart.js").Point} Point */

/** Fields whose values an address keeps, so that a view can be shared. */
const KEPT = ["filter", "measure", "cell", "scatter-x", "scatter-y", "pair-x", "pair-y", "group-by", "group-count"];

/** Bars of a distribution. */
const BARS = 24;

/** A field of the page. */
function field(/** @type {string} */ id) {
  return /** @type {HTMLInputElement} */ (find(id));
}

function canvas(/** @type {string} */ section) {
  return /** @type {HTMLCanvasElement} */ (document.querySelector(`#${section} canvas`));
}

/** The whole page. */
class Page {
  /** @param {{ alpha: number, quantiles: number[], games: any[] }} data */
  constructor(data) {
    setQuantiles(data.quantiles);
    this.alpha = data.alpha;
    this.games = data.games.map((game) => new Game(game));
    this.game = this.games[0];
    this.matrix = new Matrix((place, run) => follow(this.game, place, run));
    const actions = {
      hover: (/** @type {Point | null} */ point, /** @type {number} */ x, /** @type {number} */ y) => this.hover(point, x, y),
      open: (/** @type {Point} */ { place, run }) => place >= 0 && follow(this.game, place, run),
    };
    const names = ["scatter", "pair", "history", "distribution", "cumulative"];
    /** @type {Map<string, Chart>} */
    this.charts = new Map(names.map((name) => [name, new Chart(canvas(name), actions)]));
    followTheme();
    this.bind();
    const asked = new URLSearchParams(location.hash.slice(1));
    this.open(Math.max(0, this.games.findIndex(({ name }) => name === asked.get("game"))), asked);
  }

  bind() {
    const choice = field("game");
    choice.append(...this.games.map(({ name }) => html("option", {}, name)));
    find("choose-game").hidden = this.games.length < 2;
    choice.addEventListener("change", () => this.open(/** @type {any} */ (choice).selectedIndex, new URLSearchParams()));
    field("filter").addEventListener("input", () => this.select());
    field("measure").addEventListener("change", () => this.selection && differences(this.selection, this.alpha));
    field("cell").addEventListener("change", () => this.matrix.draw());
    for (const id of ["scatter-x", "scatter-y"]) field(id).addEventListener("input", () => this.scatter());
    for (const id of ["group-by", "group-count"]) field(id).addEventListener("input", () => this.groups());
    for (const id of ["pair-x", "pair-y"]) field(id).addEventListener("change", () => this.pair());
    document.addEventListener("input", () => this.keep());
    addEventListener("resize", () => this.measure());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.measure());
  }

  /** Shows a game, with the values that an address asks for. */
  open(/** @type {number} */ index, /** @type {URLSearchParams} */ asked) {
    this.game = this.games[index];
    const { game } = this;
    /** @type {any} */ (field("game")).selectedIndex = index;
    find("axes").replaceChildren(...game.axes.map((name) => html("option", { value: quoted(name) })));
    find("names").replaceChildren(...[...game.names.keys()].map((name) => this.nameButton(name)));
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
    find("pair").hidden = game.runs.length < 2;
    find("history").hidden = game.runs.length < 2;
    find("cumulative").hidden = game.cumulative.length === 0;
    /** @type {HTMLElement} */ (document.querySelector("#comparison details")).hidden = game.text === "";
    /** @type {HTMLElement} */ (document.querySelector("#comparison pre")).textContent = game.text;
    this.charts.forEach((chart) => chart.measure());
    this.select();
  }

  /** Draws the plots in another size, or in other colours. */
  measure() {
    this.charts.forEach((chart) => chart.measure());
    this.plots();
  }

  /** A button that puts a name into the filter. */
  nameButton(/** @type {string} */ name) {
    const put = () => {
      field("filter").setRangeText(quoted(name));
      field("filter").focus();
      this.select();
    };
    return button(put, {}, quoted(name));
  }

  /** Reads the expression in a field; what is wrong with it is shown next to it. */
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

  /** Takes the filter. One with a fault leaves the selection as it is. */
  select() {
    const begun = performance.now();
    const fault = find("filter-fault");
    const isEmpty = field("filter").value.trim() === "";
    fault.hidden = true;
    const filter = isEmpty ? null : this.read("filter", fault);
    if (filter === null && !isEmpty && this.selection?.game === this.game) return;
    this.selection = new Selection(this.game, filter);
    find("selected").textContent = `${this.selection.places.length} of ${this.game.cases.length} cases`;
    runs(this.selection, () => this.select());
    differences(this.selection, this.alpha);
    this.matrix.take(this.selection);
    this.groups();
    this.plots();
    document.body.dataset.filtered = (performance.now() - begun).toFixed(1);
  }

  plots() {
    this.scatter();
    this.pair();
    this.history();
    this.distribution();
    this.cumulative();
  }

  groups() {
    const fault = /** @type {HTMLElement} */ (document.querySelector("#groups .fault"));
    const by = this.read("group-by", fault);
    const count = Math.max(2, field("group-count").valueAsNumber || 4);
    if (by && this.selection) groups(this.selection, by, count);
  }

  chart(/** @type {string} */ name) {
    return /** @type {Chart} */ (this.charts.get(name));
  }

  /** The selected plays of a run for which both numbers are known, as points. */
  points(/** @type {number} */ run, /** @type {(place: number) => [number, number]} */ place) {
    const points = /** @type {Selection} */ (this.selection).of(run).map((at) => {
      const [x, y] = place(at);
      return { x, y, run, place: at };
    });
    return points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  }

  scatter() {
    const fault = /** @type {HTMLElement} */ (document.querySelector("#scatter .fault"));
    const x = this.read("scatter-x", fault);
    const y = x && this.read("scatter-y", fault);
    if (!x || !y || !this.selection) return;
    const points = this.selection.runs.flatMap((run) => this.points(run, (place) => [number(x(run, place)), number(y(run, place))]));
    const chart = this.chart("scatter");
    /** @type {[string, string]} */
    const names = [field("scatter-x").value, field("scatter-y").value];
    chart.begin(names, range(points.map(({ x }) => x)), range(points.map(({ y }) => y)));
    chart.dots(points, (run) => this.game.colour(run));
    describe("scatter", `${points.length} plays: ${names[1]} against ${names[0]}; arrow keys go from play to play, Enter opens one`);
  }

  pair() {
    const { selection, game } = this;
    const [a, b] = ["pair-x", "pair-y"].map((id) => Number(field(id).value));
    if (!selection || find("pair").hidden) return;
    const both = new Set(selection.both(a, b));
    const points = this.points(b, (place) => [game.value(a, place) ?? NaN, game.value(b, place) ?? NaN]).filter(({ place }) => both.has(place));
    const ends = range(points.flatMap(({ x, y }) => [x, y]));
    const chart = this.chart("pair");
    const names = [a, b].map((run) => `${game.valueName}, ${game.runs[run].name}`);
    chart.begin([names[0], names[1]], ends, ends);
    chart.rule([[ends[0], ends[0]], [ends[1], ends[1]]]);
    chart.dots(points, (run) => game.colour(run));
    const above = points.filter(({ x, y }) => y > x).length;
    describe("pair", `${names[1]} against ${names[0]}: higher in ${above} of ${points.length} cases`);
  }

  /** Means of the runs in their order, over the selected cases that all of them have. */
  history() {
    const { selection, game } = this;
    if (!selection || find("history").hidden) return;
    const common = selection.places.filter((place) => selection.runs.every((run) => selection.has[run][place]));
    const means = selection.runs.map((run, index) => {
      const values = common.map((place) => game.value(run, place)).filter((value) => value !== null);
      return { x: index + 1, y: mean(values) ?? NaN, run, place: -1 };
    });
    const points = means.filter(({ y }) => Number.isFinite(y));
    const chart = this.chart("history");
    chart.begin(["run", `mean ${game.valueName} of ${common.length} cases of all`], [0.5, selection.runs.length + 0.5], range(points.map(({ y }) => y)));
    chart.rule(points.map(({ x, y }) => [x, y]));
    chart.dots(points, (run) => game.colour(run));
    describe("history", `mean ${game.valueName} of each run over ${common.length} cases`);
    const notes = means.map(({ run }) => {
      const { name, note } = game.runs[run];
      return html("li", {}, html("i", { class: "swatch", style: `--colour: ${game.colour(run)}`, "aria-hidden": "true" }), note ? `${name}: ${note}` : name);
    });
    /** @type {HTMLElement} */ (document.querySelector("#history .notes")).replaceChildren(...notes);
  }

  distribution() {
    const { selection, game } = this;
    if (!selection) return;
    const values = selection.runs.map((run) => selection.of(run).map((place) => game.value(run, place) ?? NaN).filter(Number.isFinite));
    const [low, high] = range(values.flat());
    const width = (high - low) / BARS;
    const counts = values.map((own) => {
      const bars = Array(BARS).fill(0);
      for (const value of own) bars[Math.min(BARS - 1, Math.floor((value - low) / width))] += 1;
      return bars;
    });
    const chart = this.chart("distribution");
    chart.begin([game.valueName, "cases"], [low, high], [0, 1.05 * Math.max(1, ...counts.flat())]);
    counts.forEach((bars, index) => {
      /** @type {[number, number][]} */
      const steps = bars.flatMap((count, bar) => [[low + bar * width, count], [low + (bar + 1) * width, count]]);
      chart.line({ colour: game.colour(selection.runs[index]), points: steps });
    });
    describe("distribution", `distribution of the ${game.valueName} of each run`);
  }

  /** Mean difference to the first run after each case of the whole run, with an interval that holds at every look. */
  cumulative() {
    const { game } = this;
    const shown = game.cumulative.filter(({ run }) => game.shown[run]);
    if (find("cumulative").hidden) return;
    const all = shown.flatMap(({ looks }) => looks);
    const chart = this.chart("cumulative");
    const ys = range([0, ...all.flatMap(([, ...values]) => values)]);
    const most = Math.max(1, ...all.map(([count]) => count));
    chart.begin(["cases", `mean difference to ${game.runs[0].name}`], [0, most], ys);
    chart.rule([[0, 0], [most, 0]]);
    for (const { run, looks } of shown) {
      const upper = looks.map(([count, , , high]) => /** @type {[number, number]} */ ([count, high]));
      const lower = looks.map(([count, , low]) => /** @type {[number, number]} */ ([count, low]));
      chart.line({ colour: game.colour(run), points: looks.map(([count, middle]) => [count, middle]), area: [...lower, ...upper.toReversed()] });
    }
    describe("cumulative", `mean difference of the ${game.measureName} to ${game.runs[0].name} after each case`);
  }

  /** Shows what is under the pointer. */
  hover(/** @type {Point | null} */ point, /** @type {number} */ x, /** @type {number} */ y) {
    const box = find("hover");
    box.hidden = point === null;
    if (point === null) return;
    const { run, place } = point;
    box.textContent = place < 0 ? `${this.game.runs[run].name}\n${this.game.runs[run].note}` : summary(this.game, run, place);
    const { offsetWidth, offsetHeight } = box;
    box.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - offsetWidth - 4))}px`;
    box.style.top = `${Math.max(4, y + 14 + offsetHeight > innerHeight ? y - 14 - offsetHeight : y + 14)}px`;
  }

  /** Puts what the fields hold into the address. */
  keep() {
    const fields = KEPT.map((id) => [id, field(id).value]).filter(([, value]) => value !== "");
    const game = this.games.length > 1 ? [["game", this.game.name]] : [];
    history.replaceState(null, "", `#${new URLSearchParams([...game, ...fields])}`);
  }
}

function describe(/** @type {string} */ section, /** @type {string} */ text) {
  canvas(section).setAttribute("aria-label", text);
}

/** A name as expressions have it. */
function quoted(/** @type {string} */ name) {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `\`${name}\``;
}

new Page(JSON.parse(find("data").textContent ?? ""));
document.body.dataset.opened = performance.now().toFixed();
document.body.dataset.ready = "true";
