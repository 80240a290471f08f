/** The table of figures: one column for each run. */
import { button, html, hue } from "./dom.js";
import { spaced } from "./number.js";
import { LETTERS } from "./run-panel.js";

/** @typedef {import("./replay.js").FigureHead} FigureHead @typedef {import("./replay.js").Position} Position */

/** Colours of curves by the figure's role. */
const COLOURS = /** @type {Record<string, string>} */ ({
  own: "var(--own)", opponent: "var(--opponent)", neutral: "var(--best)",
});
/** Colours of additional curves, if several have the same role. */
const FURTHER = ["var(--candidate)", "var(--last)", "var(--soft)"];

/** Returns a different colour for each curve: by the figure's role, then from the additional ones. @returns {string[]} */
export function curveColours(/** @type {FigureHead[]} */ heads) {
  /** @type {string[]} */
  const taken = [];
  let next = 0;
  return heads.map(({ role, plotted }) => {
    const colour = COLOURS[role] ?? COLOURS.neutral;
    if (!plotted || taken.includes(colour)) return FURTHER[next++] ?? hue(next);
    taken.push(colour);
    return colour;
  });
}

/** The table of figures; a click on a name shows or hides its curve. */
export class Figures {
  /** @param {HTMLElement} host @param {FigureHead[]} heads @param {number} runs number of runs @param {(index: number) => void} toggle */
  constructor(host, heads, runs, toggle) {
    const colours = curveColours(heads);
    this.rows = heads.map(({ name }, index) => {
      const cells = Array.from({ length: runs }, () => html("td"));
      const dot = html("i", { style: `--colour: ${colours[index]}` });
      return { cells, dot, name: button(() => toggle(index), { title: "Show or hide its curve" }, dot, name) };
    });
    const rows = this.rows.map(({ name, cells }) => html("tr", {}, html("th", { scope: "row" }, name), ...cells));
    const head = html("thead", {}, html("tr", {}, html("td"), html("th", {}, `${LETTERS[0]} —`), html("th", {}, `${LETTERS[1]} ┄`)));
    const table = html("table", { class: "figures" }, ...(runs > 1 ? [head] : []), html("tbody", {}, ...rows));
    host.replaceChildren(html("h2", {}, "Figures"), table);
    host.hidden = heads.length === 0;
  }

  /** @param {Position[]} positions of the runs */
  show(positions) {
    this.rows.forEach(({ cells, dot }, figure) => cells.forEach((cell, run) => {
      const value = positions[run].figures[figure];
      cell.textContent = spaced(value);
      dot.classList.toggle("none", typeof value === "string");
    }));
  }

  /** @param {Set<number>} plotted figures whose curves are shown */
  mark(plotted) {
    this.rows.forEach(({ name }, index) => name.setAttribute("aria-pressed", String(plotted.has(index))));
  }
}
