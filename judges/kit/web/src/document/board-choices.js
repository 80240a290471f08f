/** Places that a person can choose on a board by pointer or keyboard; they are highlighted. */
import { Board } from "./board.js";
import { svg } from "./dom.js";
import { CELL, middleOf, placeAt, placeName, placesOf, pointOn } from "./geometry.js";
import { Inspector, announce } from "./inspector.js";
import { say } from "./messages.js";
import { Zoom } from "./zoom.js";

/**
 * A move as a sequence of places. `refusal` is the reason if the rules forbid the move.
 * @typedef {{places: number[], entry: string, refusal: string | null}} Choice
 */

/** Maximum distance between press and release that still counts as a click on the first place, px. */
const SLIP = 8;
/** Minimum time between two deliberate clicks on the same place, ms. */
const REACTION = 250;

/** The choices on one board. */
export class BoardChoices {
  /**
   * @param {Board} board
   * @param {Inspector} inspector
   * @param {{arrive: () => boolean, choose: (entry: string) => void}} listener
   */
  constructor(board, inspector, listener) {
    this.board = board;
    this.inspector = inspector;
    this.listener = listener;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {number | null} */
    this.selected = null;
    /** @type {number[]} */
    this.hinted = [];
    /** Reason why there is nothing to choose; empty if the person is not expected to choose. */
    this.end = "";
    /** The place under the pointer. @type {number | null} */
    this.under = null;
    /**
     * Places where the pointer was pressed and where it was last.
     * @type {{place: number | null, x: number, y: number, at: {x: number, y: number}, isTouch: boolean, hasPanned: boolean} | null}
     */
    this.pressed = null;
    /** The last effective click. @type {{place: number, time: number} | null} */
    this.taken = null;
    this.layer = svg("g", { class: "layer-choices" });
    inspector.reachable = () => (this.choices.length > 0 ? this.lit() : placesOf(board.geometry));
    board.picture.append(this.layer);
    this.zoom = new Zoom(board);
    board.picture.addEventListener("pointerdown", (event) => {
      const { clientX: x, clientY: y } = event;
      const isTouch = event.pointerType === "touch";
      this.pressed = event.isPrimary && event.button === 0 ? { place: this.placeOf(event), x, y, at: { x, y }, isTouch, hasPanned: false } : null;
    });
    board.picture.addEventListener("pointerup", (event) => this.release(event));
    // A click without a pointer, for example by a screen reader.
    board.picture.addEventListener("click", (event) => {
      const place = this.placeOf(event);
      if (event.detail === 0 && place !== null) this.point(place);
    });
    board.picture.addEventListener("pointermove", (event) => {
      this.pan(event);
      this.light(this.placeOf(event));
    });
    board.picture.addEventListener("pointerleave", () => {
      this.pressed = null;
      this.light(null);
    });
    board.picture.addEventListener("keydown", (event) => this.press(event));
  }

  /** Returns the place under an event. */
  placeOf(/** @type {MouseEvent} */ event) {
    const point = pointOn(this.board.picture, event);
    return this.zoom.covers(point) ? null : placeAt(this.board.geometry, point);
  }

  /**
   * Handles the end of a press, using the place where the press began, since the page may have moved. A drag to
   * another place makes that move if it exists. The second click of a double click has no effect. Clicks are handled
   * here because browsers omit the click event of a tap shortly after a drag.
   */
  release(/** @type {PointerEvent} */ event) {
    const { pressed } = this;
    if (!pressed || !event.isPrimary) return;
    this.pressed = null;
    const { place, x, y, isTouch, hasPanned } = pressed;
    const isHere = place === this.placeOf(event) || Math.hypot(event.clientX - x, event.clientY - y) <= SLIP;
    const isSecond = place === this.taken?.place && event.timeStamp - this.taken.time < REACTION;
    if (place === null || isSecond || hasPanned) return;
    if (!isHere) {
      this.drop(place, pointOn(this.board.picture, event));
      return;
    }
    this.taken = { place, time: event.timeStamp };
    // If the places are too small for a finger, the first tap enlarges the board.
    if (isTouch && this.choices.length > 0 && this.zoom.enter(middleOf(this.board.geometry, place))) {
      announce("Enlarged: tap a place once more.");
      return;
    }
    this.point(place);
  }

  /** Makes the move from a place whose end is nearest to a point, within one cell. */
  drop(/** @type {number} */ from, /** @type {import("./geometry.js").Point} */ { x, y }) {
    const distance = (/** @type {Choice} */ { places }) => {
      const end = middleOf(this.board.geometry, places[1]);
      return Math.hypot(end.x - x, end.y - y);
    };
    const moves = this.choices.filter(({ places, refusal }) => refusal === null && places.length > 1 && places[0] === from);
    const [nearest] = moves.filter((move) => distance(move) < CELL).sort((one, other) => distance(one) - distance(other));
    if (nearest && this.listener.arrive()) this.listener.choose(nearest.entry);
  }

  /** Pans an enlarged board with the finger. */
  pan(/** @type {PointerEvent} */ { clientX: x, clientY: y, isPrimary }) {
    const { pressed } = this;
    if (!pressed || !isPrimary || !this.zoom.part) return;
    pressed.hasPanned ||= Math.hypot(x - pressed.x, y - pressed.y) > SLIP;
    if (pressed.hasPanned) this.zoom.pan(x - pressed.at.x, y - pressed.at.y);
    pressed.at = { x, y };
  }

  /** Highlights the place under the pointer. */
  light(/** @type {number | null} */ place) {
    this.under = place;
    for (const node of this.layer.querySelectorAll("[data-place]")) {
      node.classList.toggle("under", node.getAttribute("data-place") === String(place));
    }
    this.board.picture.style.cursor = place !== null && this.lit().includes(place) ? "pointer" : "";
  }

  /**
   * Replaces the choices.
   * @param {Choice[]} choices
   * @param {string} [end] reason if there are none
   */
  set(choices, end = "") {
    this.choices = choices;
    this.end = end;
    this.selected = null;
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

  /** Unselects the first place of a move. */
  unselect() {
    this.selected = null;
    this.draw();
  }

  /** Returns the legal moves that the next place can start or complete. */
  open() {
    return this.choices.filter(({ places, refusal }) =>
      refusal === null && (this.selected === null || (places[0] === this.selected && places.length > 1)));
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
    if (!found || found.refusal !== null) {
      say(found?.refusal ?? `Nothing can be played at ${name(place)}.`, true);
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
    else if (this.selected === null) this.zoom.leave();
    else this.unselect();
    event.preventDefault();
    event.stopPropagation();
  }

  draw() {
    const { board } = this;
    const taken = new Set([...board.position?.pieces.values() ?? []].map(({ place }) => place));
    const nodes = this.lit().map((place) => board.outline(place, taken.has(place) ? "choice taken" : "choice"));
    if (this.selected !== null) nodes.push(board.outline(this.selected, "choice selected"));
    for (const place of this.hinted) nodes.push(board.outline(place, "choice hinted"));
    this.layer.replaceChildren(...nodes);
    this.light(this.under);
  }
}
