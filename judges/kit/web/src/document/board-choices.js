/** What a person can point at on a board: it lights up, and is chosen by pointer or keyboard. */
import { Board } from "./board.js";
import { lines } from "./details.js";
import { svg } from "./dom.js";
import { CELL, PIT, placeAt, placeName, pointOn } from "./geometry.js";
import { Zoom } from "./zoom.js";

/**
 * A move that places stand for, one after another. `refusal` says why the rules do not allow it, if so.
 * @typedef {{places: number[], entry: string, refusal: string | null}} Choice
 */

/** Farthest that a pointer slips onto another place between its press and its release, px. */
const SLIP = 8;
/** Shortest time in which a person sees what a click did, and means the next one on the same place, ms. */
const REACTION = 250;

/** Directions of the arrow keys. */
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** The choices on one board. */
export class BoardChoices {
  /**
   * @param {Board} board
   * @param {{arrive: () => boolean, choose: (entry: string) => void, say: (text: string) => void, announce: (text: string) => void}} listener
   */
  constructor(board, listener) {
    this.board = board;
    this.listener = listener;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {number | null} */
    this.selected = null;
    /** @type {number | null} */
    this.cursor = null;
    /** @type {number[]} */
    this.hinted = [];
    /** Why there is nothing to choose; empty if nothing is expected of the person. */
    this.end = "";
    /** The place under the pointer. @type {number | null} */
    this.under = null;
    /** Where the pointer was pressed, and where it was last. @type {{place: number | null, x: number, y: number, at: {x: number, y: number}, isTouch: boolean, hasPanned: boolean} | null} */
    this.pressed = null;
    /** The last click that was taken. @type {{place: number, time: number} | null} */
    this.taken = null;
    this.zoom = new Zoom(board);
    this.layer = svg("g", { class: "layer-choices", "data-control": "" });
    board.picture.append(this.layer);
    board.picture.addEventListener("pointerdown", (event) => {
      const { clientX: x, clientY: y } = event;
      const isTouch = event.pointerType === "touch";
      this.pressed = event.isPrimary && event.button === 0 ? { place: this.placeOf(event), x, y, at: { x, y }, isTouch, hasPanned: false } : null;
    });
    board.picture.addEventListener("pointerup", (event) => this.release(event));
    // Without a pointer, as by a screen reader.
    board.picture.addEventListener("click", (event) => {
      const place = this.placeOf(event);
      if (event.detail === 0 && place !== null) this.point(place);
    });
    board.picture.addEventListener("pointermove", (event) => {
      this.drag(event);
      this.light(this.placeOf(event));
    });
    board.picture.addEventListener("pointerleave", () => {
      this.pressed = null;
      this.light(null);
    });
    board.picture.addEventListener("keydown", (event) => this.press(event));
  }

  /** The place that an event points at. */
  placeOf(/** @type {MouseEvent} */ event) {
    return placeAt(this.board.lie, pointOn(this.board.picture, event));
  }

  /**
   * Takes the place where the pointer was pressed: the page may have moved since. A pointer that was
   * dragged elsewhere takes nothing, nor does the second click of a double click. A browser makes no click
   * of a tap that soon follows a drag.
   */
  release(/** @type {PointerEvent} */ event) {
    const { pressed } = this;
    if (!pressed || !event.isPrimary) return;
    this.pressed = null;
    const { place, x, y, isTouch, hasPanned } = pressed;
    const isHere = place === this.placeOf(event) || Math.hypot(event.clientX - x, event.clientY - y) <= SLIP;
    const isSecond = place === this.taken?.place && event.timeStamp - this.taken.time < REACTION;
    if (place === null || !isHere || isSecond || hasPanned) return;
    this.taken = { place, time: event.timeStamp };
    // A finger chooses only what it can meet.
    if (isTouch && this.choices.length > 0 && this.zoom.enter(this.centre(place))) {
      this.listener.announce("Enlarged: tap a place once more.");
      return;
    }
    this.point(place);
  }

  /** Moves an enlarged part of the board with the finger. */
  drag(/** @type {PointerEvent} */ { clientX: x, clientY: y, isPrimary }) {
    const { pressed } = this;
    if (!pressed || !isPrimary || !this.zoom.part) return;
    pressed.hasPanned ||= Math.hypot(x - pressed.x, y - pressed.y) > SLIP;
    if (pressed.hasPanned) this.zoom.pan(x - pressed.at.x, y - pressed.at.y);
    pressed.at = { x, y };
  }

  /** Marks the place under the pointer. */
  light(/** @type {number | null} */ place) {
    this.under = place;
    for (const node of this.layer.querySelectorAll("[data-place]")) {
      node.classList.toggle("under", /** @type {SVGElement} */ (node).dataset.place === String(place));
    }
    this.board.picture.style.cursor = place !== null && this.lit().includes(place) ? "pointer" : "";
  }

  /**
   * Takes other choices.
   * @param {Choice[]} choices
   * @param {string} [end] why there are none
   */
  take(choices, end = "") {
    this.choices = choices;
    this.end = end;
    this.selected = null;
    this.hinted = [];
    const { picture } = this.board;
    picture.setAttribute("role", choices.length > 0 ? "application" : "img");
    if (choices.length > 0) picture.setAttribute("tabindex", "0");
    else picture.removeAttribute("tabindex");
    const count = this.lit().length;
    const places = count === 1 ? "1 place is" : `${count} places are`;
    this.board.purpose = choices.length > 0 ? `${places} legal: arrows choose, Enter plays` : end;
    this.board.describe();
    this.draw();
  }

  /** Marks the places of a hint. */
  hint(/** @type {number[]} */ places) {
    this.hinted = places;
    this.draw();
  }

  /** Forgets the first place of a choice; shows the whole board if there is none. */
  leave() {
    if (this.selected === null) this.zoom.leave();
    this.unselect();
  }

  /** Forgets the first place of a choice. */
  unselect() {
    this.selected = null;
    this.draw();
  }

  /** The choices that the next place can complete or begin. */
  open() {
    return this.choices.filter(({ places, refusal }) =>
      refusal === null && (this.selected === null || (places[0] === this.selected && places.length > 1)));
  }

  /** The places that light up. */
  lit() {
    return [...new Set(this.open().map(({ places }) => places[this.selected === null ? 0 : 1]))];
  }

  /** Takes a place that was pointed at. */
  point(/** @type {number} */ place) {
    if (this.choices.length === 0) {
      if (this.end) this.listener.say(this.end);
      return;
    }
    if (!this.listener.arrive()) return;
    const name = (/** @type {number} */ at) => placeName(this.board.lie, at);
    if (this.selected !== null) {
      const chosen = this.choices.find(({ places }) => places[0] === this.selected && places[1] === place);
      if (chosen) {
        this.listener.choose(chosen.entry);
        return;
      }
      const begins = this.choices.some(({ places, refusal }) => refusal === null && places[0] === place);
      if (place === this.selected || !begins) {
        if (place !== this.selected) this.listener.say(`From ${name(this.selected)} no move ends at ${name(place)}.`);
        this.unselect();
        return;
      }
    }
    const found = this.choices.find(({ places }) => places[0] === place);
    if (!found || found.refusal !== null) {
      this.listener.say(found?.refusal ?? `Nothing can be played at ${name(place)}.`);
    } else if (found.places.length === 1) {
      this.listener.choose(found.entry);
    } else {
      this.selected = place;
      this.draw();
    }
  }

  /** Moves the cursor or takes the place under it. */
  press(/** @type {KeyboardEvent} */ event) {
    if (this.choices.length === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.move(arrow);
    else if ((event.key === "Enter" || event.key === " ") && this.cursor !== null) this.point(this.cursor);
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the cursor to the nearest lit place in a direction. */
  move(/** @type {[number, number]} */ [right, down]) {
    const from = this.centre(this.cursor ?? this.selected ?? this.lit()[0]);
    let [best, least] = [this.cursor ?? this.lit()[0], Infinity];
    for (const place of this.lit()) {
      const to = this.centre(place);
      const along = (to.x - from.x) * right + (to.y - from.y) * down;
      const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
      const distance = along + 2.5 * aside;
      if (along > 1 && distance < least) [best, least] = [place, distance];
    }
    this.cursor = best;
    this.listener.announce(lines(this.board, best).join(", "));
    this.draw();
  }

  /** The middle of a place. */
  centre(/** @type {number} */ place) {
    if (place >= 0) return this.board.lie.cell(place);
    const { x, y, width, height } = this.board.lie.tray(-1 - place);
    return { x: x + width / 2, y: y + height / 2 };
  }

  draw() {
    const nodes = this.lit().map((place) => this.outline(place, "choice"));
    if (this.selected !== null) nodes.push(this.outline(this.selected, "choice selected"));
    for (const place of this.hinted) nodes.push(this.outline(place, "choice hinted"));
    if (this.cursor !== null && this.choices.length > 0) nodes.push(this.outline(this.cursor, "choice cursor"));
    this.layer.replaceChildren(...nodes);
    this.light(this.under);
  }

  /** The outline of a place. */
  outline(/** @type {number} */ place, /** @type {string} */ kind) {
    const { x, y } = this.centre(place);
    let node;
    if (place < 0) {
      const { width, height } = this.board.lie.tray(-1 - place);
      node = svg("rect", { class: kind, x: -width / 2, y: -height / 2, width, height, rx: 8 });
    } else if (this.board.isRing) {
      node = svg("circle", { class: kind, r: PIT - 3 });
    } else {
      const half = CELL / 2 - 1.5;
      node = svg("rect", { class: kind, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 7 });
    }
    node.setAttribute("transform", `translate(${x} ${y})`);
    node.dataset.place = String(place);
    return node;
  }
}
