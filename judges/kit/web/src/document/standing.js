/** The state of a game by hand: scores to compare, and pieces on offer. */
import { apart, button, find, html } from "./dom.js";
import { spacedText, spaced, typeset } from "./number.js";

/** Thinking time of our solver for the game that is compared with a person's, ms. */
export const COMPARED = 1000;

/**
 * Shows the score, its bound, the score of our solver, and how the game ended.
 * @param {import("./hand.js").HandState} state
 * @param {string} counted what the score counts
 * @param {number | "…" | null} ours score of our solver, or "…" while it plays
 */
export function drawStanding(state, counted, ours) {
  const now = state.over ? state.score : state.current ?? undefined;
  /** @type {[string, number | "…" | undefined][]} */
  const parts = [["you", now], [state.bound_kind ?? "bound", state.bound], [`our solver in ${COMPARED / 1000} s`, ours ?? undefined]];
  const chips = parts.flatMap(([name, value], index) => {
    if (value === undefined) return [];
    const gap = state.over && index > 0 && now !== undefined && value !== "…" ? ` (${spaced(now - value)})` : "";
    return [html("span", {}, `${name} `, html("b", {}, value === "…" ? value : spaced(value)), gap)];
  });
  if (state.figure) chips.push(html("span", {}, `${state.figure[0]} `, html("b", {}, spaced(state.figure[1]))));
  if (counted !== "points") chips.unshift(html("span", {}, `score: ${counted}`));
  if (state.over && state.reason) chips.push(html("span", {}, `as an answer: ${state.verdict}, ${state.reason}`));
  find("standing").replaceChildren(...apart(chips));
  find("ending").textContent = state.over ? `The game is over. ${spacedText(state.ending ?? "Comparing it with the best play …")}` : "";
}

/**
 * Draws buttons for the legal moves beside the board, and describes the pieces at their first places.
 * @param {import("./replay.js").SceneLayout} layout
 * @param {import("./replay.js").Position} position the last position
 * @param {import("./board-choices.js").Choice[]} choices
 * @param {number[]} lit first places of legal moves
 * @param {(entry: string) => void} choose
 */
export function drawTrays(layout, position, choices, lit, choose) {
  const pieces = [...position.pieces.values()].filter(({ place }) => place < 0 && lit.includes(place));
  const offers = pieces.map(({ place, kind }) => {
    const { name, label, note } = layout.kinds[kind];
    return html("span", {}, `${layout.trays[-1 - place].name}: `, html("b", {}, name || typeset(label)), note && ` – ${note}`);
  });
  find("offers").replaceChildren(...apart(offers));
  const beside = choices.filter(({ places, refusal }) => refusal === null && places.length === 1 && places[0] < 0);
  const entries = beside.map(({ entry }) => entry);
  const drawn = [...find("trays").children].map((node) => node.textContent);
  // Unchanged buttons stay, so that they keep the focus.
  if (JSON.stringify(entries) === JSON.stringify(drawn)) return;
  find("trays").replaceChildren(...entries.map((entry) => button(() => choose(entry), {}, entry)));
}
