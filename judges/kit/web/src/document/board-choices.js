/** Places that a person can choose on a board by pointer or keyboard; they are highlighted. */
import { Board } from "./board.js";
import { svg } from "./dom.js";
import { placeName, placesOf } from "./geometry.js";
import { Inspector, announce } from "./inspector.js";
import { say } from "./messages.js";
import { Pointing } from "./pointing.js";

/**
 * A move as a sequence of places. `refusal` is the reason if the rules forbid the move; `label` describes it, if the
 * entry is not enough; `repeats` is the number of times that it can be made in a row. A part of entries has their
 * `verbs`, each with words for its button.
 * @typedef {{places: number[], entry: string, label: string, repeats: number, refusal: string | null, verbs: [string, string][]}} Choice
 */

/** Returns true for a move by a button beside the board: a click on its tray would be too easy to make by mistake. */
export function isBeside(/** @type {Choice} */ { places, refusal }) {
  return refusal === null && places.length === 1 && places[0] < 0;
}

/** The choices on one board. */
export class BoardChoices {
  /** @param {Board} board @param {Inspector} inspector @param {{arrive: () => boolean, choose: (entry: string) => void}} listener */
  constructor(board, inspector, listener) {
    this.board = board;
    this.inspector = inspector;
    this.listener = listener;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {number | null} */
    this.selected = null;
    /** Places of the chosen parts. @type {Set<number>} */
    this.parts = new Set();
    /** @type {number[]} */
    this.hinted = [];
    /** Reason why there is nothing to choose; empty if the person is not expected to choose. */
    this.end = "";
    /** The place under the pointer. @type {number | null} */
    this.under = null;
    this.layer = svg("g", { class: "layer-choices" });
    inspector.reachable = () => (this.lit().length > 0 ? this.lit() : placesOf(board.geometry));
    board.picture.append(this.layer);
    this.pointing = new Pointing(board, {
      canPlay: () => this.choices.length > 0,
      point: (place) => this.point(place),
      ends: (from) => this.movesFrom(from).map(({ places }) => places[1]),
      drag: (from, to) => {
        const move = this.movesFrom(from).find(({ places }) => places[1] === to);
        if (move && listener.arrive()) listener.choose(move.entry);
      },
      light: (place) => this.light(place),
    });
    board.picture.addEventListener("keydown", (event) => this.press(event));
  }

  /** Returns the legal moves of two places from this one. */
  movesFrom(/** @type {number} */ from) {
    return this.choices.filter(({ places, refusal }) => refusal === null && places.length > 1 && places[0] === from);
  }

  /** Highlights the place under the pointer. */
  light(/** @type {number | null} */ place) {
    this.under = place;
    for (const node of this.layer.querySelectorAll("[data-place]")) {
      node.classList.toggle("under", node.getAttribute("data-place") === String(place));
    }
    this.board.picture.style.cursor = place !== null && this.lit().includes(place) ? "pointer" : "";
  }

  /** Replaces the choices. @param {Choice[]} choices @param {string} [end] reason if there are none */
  set(choices, end = "") {
    this.choices = choices;
    this.end = end;
    this.unselect();
    this.hinted = [];
    const count = this.lit().length;
    const places = count === 1 ? "1 place is" : `${count} places are`;
    this.board.purpose = choices.length > 0 ? `${places} legal: arrows choose, Enter plays` : end;
    this.board.describe();
    this.draw();
  }

  /** Marks the places of a hint, or the last places of moves in a lesson. */
  hint(/** @type {number[]} */ places) {
    this.hinted = places;
    this.draw();
  }

  /** Unselects the first place of a move, and all parts. */
  unselect() {
    this.selected = null;
    this.parts.clear();
    this.draw();
  }

  /** Returns the entry with this verb and those chosen parts that it takes. */
  joined(/** @type {string} */ verb) {
    const parts = this.choices.filter(({ places, verbs }) => verbs.some(([own]) => own === verb) && this.parts.has(places[0]));
    return [verb, ...parts.map(({ entry }) => entry)].join(" ");
  }

  /** Returns the legal moves that the next place can start or complete. */
  open() {
    return this.choices.filter(({ places, refusal }) =>
      refusal === null && !(places[0] < 0 && places.length === 1) && (this.selected === null || (places[0] === this.selected && places.length > 1)));
  }

  /** Returns the highlighted places. */
  lit() {
    return [...new Set(this.open().map(({ places }) => places[this.selected === null ? 0 : 1]))];
  }

  /** Handles the choice of a place. */
  point(/** @type {number} */ place) {
    if (this.choices.length === 0) {
      if (this.end) say(this.end, true);
      return;
    }
    if (!this.listener.arrive()) return;
    const name = (/** @type {number} */ at) => placeName(this.board.geometry, at);
    if (this.selected !== null) {
      const chosen = this.choices.find(({ places }) => places[0] === this.selected && places[1] === place);
      if (chosen) {
        this.listener.choose(chosen.entry);
        return;
      }
      const begins = this.choices.some(({ places, refusal }) => refusal === null && places[0] === place);
      if (place === this.selected || !begins) {
        if (place !== this.selected) say(`From ${name(this.selected)} no move ends at ${name(place)}.`, true);
        this.unselect();
        return;
      }
    }
    const found = this.choices.find(({ places }) => places[0] === place);
    if (found && isBeside(found)) {
      say(`Use the button beside the board: ${found.label || found.entry}.`, true);
    } else if (!found || found.refusal !== null) {
      say(found?.refusal ?? `Nothing can be played at ${name(place)}.`, true);
    } else if (found.verbs.length > 0) {
      const isChosen = !this.parts.delete(place) && Boolean(this.parts.add(place));
      this.draw();
      announce(`${name(place)} is ${isChosen ? "chosen" : "no longer chosen"}; buttons beside the board enter the chosen places`);
    } else if (found.places.length === 1) {
      this.listener.choose(found.entry);
    } else {
      this.selected = place;
      this.draw();
      announce(`${name(place)} is chosen. Where to? ${this.lit().map(name).join(", or ")}`);
    }
  }

  /** Handles a key: chooses the place of the cursor, or cancels. */
  press(/** @type {KeyboardEvent} */ event) {
    if (this.choices.length === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { cursor } = this.inspector;
    if ((event.key === "Enter" || event.key === " ") && cursor !== null) this.point(cursor);
    else if (event.key !== "Escape") return;
    else if (this.selected === null && this.parts.size === 0) this.pointing.zoom.leave();
    else this.unselect();
    event.preventDefault();
    event.stopPropagation();
  }

  draw() {
    const { board } = this;
    const taken = new Set([...board.position?.pieces.values() ?? []].map(({ place }) => place));
    const kind = this.selected === null ? "choice" : "choice target";
    const nodes = this.lit().map((place) => board.outline(place, taken.has(place) ? `${kind} taken` : kind));
    if (this.selected !== null) nodes.push(board.outline(this.selected, "choice selected"));
    for (const place of this.parts) nodes.push(board.outline(place, "choice selected"));
    for (const place of this.hinted) nodes.push(board.outline(place, "choice hinted"));
    this.layer.replaceChildren(...nodes);
    this.light(this.under);
  }
}
