/** One case: its result in every run, and links to the replays. */
import { find, html } from "./dom.js";
import { shown } from "./number.js";
import { named } from "./tables.js";

/** @typedef {import("./game.js").Game} Game */

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
