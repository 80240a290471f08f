/** Scores of games by hand, stored by this browser. */
import { find, html } from "./dom.js";
import { spaced } from "./number.js";

/** Maximum number of stored games. */
const MOST = 300;

/**
 * A finished game. `help` counts what the person took back, and the help of our solver.
 * @typedef {{date: string, seed: string, options: string, score: number, bound: number | null, kind?: string,
 *   solver: number | null, help: string, ending: string, entries: string}} Kept
 */

/** Columns of the table. @type {[string, (kept: Kept) => string][]} */
const COLUMNS = [
  ["date", ({ date }) => date.slice(0, 16).replace("T", " ")],
  ["case", ({ seed, options }) => [`seed ${seed}`, options].filter(Boolean).join(", ")],
  ["you", ({ score }) => spaced(score)],
  ["bound or best", ({ bound, kind }) => `${spaced(bound)} ${kind ?? ""}`],
  ["our solver", ({ solver }) => spaced(solver)],
  ["help", ({ help }) => help || "none"],
];

/** The table of scores. */
export class Scores {
  /** @param {string} game its name */
  constructor(game) {
    this.key = `scores of ${game}`;
    find("do-forget").addEventListener("click", () => {
      if (confirm("Delete all scores of this game?")) this.store([]);
    });
    this.draw();
  }

  /** Returns the stored games; empty if the browser does not allow storage. @returns {Kept[]} */
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]");
    } catch {
      return [];
    }
  }

  store(/** @type {Kept[]} */ games) {
    try {
      localStorage.setItem(this.key, JSON.stringify(games));
    } catch {
      // Storage is full or forbidden; the page works without it.
    }
    this.draw();
  }

  /** Stores a game, replacing an equal one. */
  keep(/** @type {Omit<Kept, "date">} */ game) {
    const isSame = (/** @type {Kept} */ kept) =>
      kept.seed === game.seed && kept.options === game.options && kept.entries === game.entries;
    const old = this.read();
    const { date, help } = old.find(isSame) ?? { date: new Date().toISOString(), help: game.help };
    this.store([{ ...game, date, help }, ...old.filter((kept) => !isSame(kept))].slice(0, MOST));
  }

  draw() {
    const games = this.read();
    find("scores").hidden = games.length === 0;
    const head = COLUMNS.map(([name]) => html("th", { scope: "col" }, name));
    const rows = games.map((kept) => html("tr", { title: kept.ending }, ...COLUMNS.map(([, of]) => html("td", {}, of(kept)))));
    find("score-table").replaceChildren(html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows));
  }
}
