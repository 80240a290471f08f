/** How a game stands: its ruling, scores to compare, and the pieces on offer. */
import { find, html } from "./dom.js";
import { shown } from "./number.js";

/** Thinking time of our solver for its own game, with which a person's is compared, ms. */
export const COMPARED = 1000;

/** A ruling as a line. */
export function ruling(/** @type {any} */ { verdict, reason, score, bound, bound_kind: kind }) {
  const gap = bound === undefined ? "" : `, ${kind} ${shown(bound)}`;
  return `${verdict}${reason ? `: ${reason}` : ""} · score ${shown(score)}${gap}`;
}

/**
 * Shows the score, its bound, and the score of our solver.
 * @param {import("./hand.js").HandState} state
 * @param {string} counted what the score counts
 * @param {number | null} ours the score of our solver, once it is known
 */
export function drawStanding(state, counted, ours) {
  const now = state.over ? state.score : state.current ?? undefined;
  const parts = [["you", now], state.figure ?? [], [state.bound_kind ?? "bound", state.bound], [`our solver in ${COMPARED / 1000} s`, ours ?? undefined]];
  const shownParts = parts.flatMap(([name, value], index) => {
    if (value === undefined) return [];
    const gap = index > 0 && now !== undefined ? ` (${shown(Number(now) - Number(value))})` : "";
    return [html("span", {}, `${name} `, html("b", {}, shown(value)), gap)];
  });
  if (counted !== "points") shownParts.unshift(html("span", {}, `score: ${counted}`));
  if (state.over) {
    const ended = state.reason ? `${state.verdict}: ${state.reason}` : state.verdict;
    shownParts.unshift(html("span", {}, "The game is over: ", html("b", {}, ended)));
  }
  find("standing").replaceChildren(...shownParts);
}

/**
 * Describes the pieces next to the board where a legal move begins.
 * @param {any} layout
 * @param {any} position the last one
 * @param {number[]} lit places where a legal move begins
 */
export function drawOffers(layout, position, lit) {
  const beside = [...position.pieces.values()].filter(({ place }) => place < 0 && lit.includes(place));
  const lines = beside.map(({ place, kind }) => {
    const { name, label, note } = layout.kinds[kind];
    return html("span", {}, `${layout.trays[-1 - place].name}: `, html("b", {}, name || label), note && ` – ${note}`);
  });
  find("offers").replaceChildren(...lines);
}

/**
 * Draws buttons for the legal moves next to the board.
 * @param {import("./board-choices.js").Choice[]} choices
 * @param {(entry: string) => void} choose
 */
export function drawTrays(choices, choose) {
  const beside = choices.filter(({ places, refusal }) => refusal === null && places.length === 1 && places[0] < 0);
  const entries = beside.map(({ entry }) => entry);
  const drawn = [...find("trays").children].map((button) => button.textContent);
  // A button that stays keeps the focus.
  if (JSON.stringify(entries) === JSON.stringify(drawn)) return;
  const buttons = entries.map((entry) => {
    const button = html("button", { type: "button" }, entry);
    button.addEventListener("click", () => choose(entry));
    return button;
  });
  find("trays").replaceChildren(...buttons);
}
