/** The page about runs: a filter, tables and plots. */
import { button, find, html, select } from "./dom.js";
import { parse } from "./expression.js";
import { Game, Selection } from "./game.js";
import { Plots } from "./plots.js";
import { counted } from "./statistics.js";
import { Matrix, differences, follow, groups, runs, summary } from "./tables.js";
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
  /** @param {{ alpha: number, made: number, games: any[] }} data */
  constructor(data) {
    this.alpha = data.alpha;
    this.games = data.games.map((game) => new Game(game));
    this.game = this.games[0];
    this.matrix = new Matrix((caseIndex, run) => follow(this.game, caseIndex, run));
    const actions = {
      hover: (/** @type {Point | null} */ point, /** @type {number} */ x, /** @type {number} */ y) => this.hover(point, x, y),
      open: (/** @type {Point} */ { caseIndex, run }) => caseIndex >= 0 && follow(this.game, caseIndex, run),
    };
    this.plots = new Plots(actions, (section) => this.draw(section));
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
    for (const id of ["scatter-x", "scatter-y"]) field(id).addEventListener("input", () => this.draw("scatter"));
    for (const id of ["group-by", "group-count"]) field(id).addEventListener("input", () => this.groups());
    for (const id of ["pair-x", "pair-y"]) field(id).addEventListener("change", () => this.draw("pair"));
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
    for (const option of find("cell", HTMLSelectElement).options) {
      const read = game.names.get(option.value);
      option.hidden = !game.runs.some((_, run) => game.cases.some((_, caseIndex) => (read?.(run, caseIndex) ?? null) !== null));
    }
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
      if (fault.dataset.of === id) fault.hidden = true;
      field(id).removeAttribute("aria-invalid");
      return reader;
    } catch (error) {
      fault.dataset.of = id;
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
    find("selected").textContent = `${this.selection.caseIndices.length} of ${counted(this.game.cases.length, "case")}`;
    runs(this.selection, () => this.select());
    differences(this.selection, this.alpha);
    this.matrix.setSelection(this.selection);
    this.groups();
    for (const section of Object.keys(this.plots.charts)) this.draw(section);
  }

  /** Draws the plot of a section. */
  draw(/** @type {string} */ section) {
    const { selection, plots } = this;
    if (!selection || find(section).hidden) return;
    const fault = select("#scatter .fault");
    const [x, y] = section === "scatter" ? ["scatter-x", "scatter-y"].map((id) => this.read(id, fault)) : [];
    switch (section) {
      case "scatter": return x && y && plots.scatter(selection, [x, y], [field("scatter-x").value, field("scatter-y").value]);
      case "pair": return plots.pair(selection, Number(field("pair-x").value), Number(field("pair-y").value));
      case "history": return plots.history(selection);
      case "distribution": return plots.distribution(selection);
      default: return plots.cumulative(selection);
    }
  }

  groups() {
    const fault = select("#groups .fault");
    const by = this.read("group-by", fault);
    const count = Math.max(2, Number(field("group-count").value) || 4);
    if (by && this.selection) groups(this.selection, by, count);
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

/** Writes a name as in an expression. */
function quoted(/** @type {string} */ name) {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `\`${name.replaceAll("`", "``")}\``;
}

new Report(JSON.parse(find("data").textContent ?? ""));
document.body.dataset.ready = "true";
