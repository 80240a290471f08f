/** The state of a game by hand: scores to compare, pieces on offer, and moves by a button. */
import { isBeside } from "./board-choices.js";
import { apart, button, find, html } from "./dom.js";
import { signed, spaced, spacedText, typeset } from "./number.js";

/**
 * Shows the score, its bound, the score of our solver, and how the game ended.
 * @param {import("./hand.js").HandState} state
 * @param {string} counted what the score counts
 * @param {number | "…" | null} ours score of our solver, or "…" while it plays
 */
export function drawStanding(state, counted, ours) {
  const now = state.over ? state.score : state.current ?? undefined;
  /** @type {[string, string, number | "…" | undefined][]} */
  const parts = [["", "you", now], ["ours", "our solver", ours ?? undefined], ["bound", state.bound_kind ?? "bound", state.bound]];
  const chips = parts.flatMap(([kind, name, value]) => {
    if (value === undefined) return [];
    const gap = state.over && kind && now !== undefined && value !== "…" ? ` (${signed(now - value)})` : "";
    return [html("span", { class: kind }, html("i", { class: "swatch" }), `${name} `, html("b", {}, value === "…" ? value : spaced(value)), gap)];
  });
  if (state.figure) chips.push(html("span", {}, `${state.figure[0]} `, html("b", {}, spaced(state.figure[1]))));
  if (counted !== "points") chips.unshift(html("span", {}, `score: ${counted}`));
  if (state.over && state.reason) chips.push(html("span", {}, `as an answer: ${state.verdict}, ${state.reason}`));
  find("bar").replaceChildren(...bar(parts.map(([kind, , value]) => [kind, value])));
  find("bar").hidden = now === undefined;
  find("standing").replaceChildren(...apart(chips));
  find("ending").textContent = state.over ? `The game is over. ${spacedText(state.ending ?? "Comparing it with the best play …")}` : "";
}

/** Returns the person's bar from 0, and marks at the other values. */
function bar(/** @type {[string, number | "…" | undefined][]} */ parts) {
  const known = parts.flatMap(([kind, value]) => (typeof value === "number" ? [{ kind, value }] : []));
  const values = known.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const at = (/** @type {number} */ value) => (100 * (value - low)) / (high - low || 1);
  return known.map(({ kind, value }) => {
    const [from, size] = kind ? [at(value), 0] : [Math.min(at(0), at(value)), Math.abs(at(value) - at(0))];
    return html("i", { class: kind && `mark ${kind}`, style: `--from: ${from}; --size: ${size}` });
  });
}

/**
 * Draws buttons for the legal moves beside the board, and describes the pieces at their first places. A move that can
 * be repeated has buttons to repeat it until a piece of some value comes, and to the end of the round. Parts of entries
 * have a button for each verb.
 * @param {import("./replay.js").SceneLayout} layout
 * @param {import("./replay.js").Position} position the last position
 * @param {import("./board-choices.js").Choice[]} choices
 * @param {{choose: (entries: string[]) => void, until: (choice: import("./board-choices.js").Choice, least: number) => void,
 *   join: (verb: string) => string}} actions
 */
export function drawTrays(layout, position, choices, { choose, until, join }) {
  const beside = choices.filter(isBeside);
  const pieces = [...position.pieces.values()].filter(({ place }) => beside.some(({ places }) => places[0] === place));
  const offers = pieces.map(({ place, kind }) => {
    const { name, label, note } = layout.kinds[kind];
    return html("span", {}, `${layout.trays[-1 - place].name}: `, html("b", {}, name || typeset(label)), note && ` – ${note}`);
  });
  find("offers").replaceChildren(...apart(offers));
  const trays = find("trays");
  const fields = () => [...trays.querySelectorAll("button, input")];
  const [focused, least] = [fields().findIndex((node) => node === document.activeElement), trays.querySelector("input")?.value];
  const verbs = new Map(choices.flatMap((choice) => choice.verbs));
  const joins = [...verbs].map(([verb, label]) => button(() => choose([join(verb)]), {}, label));
  trays.replaceChildren(...joins, ...beside.flatMap((choice) => {
    const { entry, label, repeats } = choice;
    const one = button(() => choose([entry]), {}, label || entry);
    if (repeats < 2) return [one];
    const value = html("input", { type: "number", class: "short", min: "0", value: least ?? "", "aria-label": `value until which to ${entry}` });
    const wait = button(() => (value.value === "" ? value.focus() : until(choice, Number(value.value))), {}, `${entry} until ≥`);
    return [one, html("span", {}, wait, " ", value), button(() => choose(Array(repeats).fill(entry)), {}, "Finish the round")];
  }));
  // The new buttons keep the focus.
  /** @type {HTMLElement | undefined} */ (fields()[focused])?.focus();
}
