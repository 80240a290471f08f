/** Gestures on a board with a pointer: clicks, drags, double clicks, and panning of an enlarged board. */
import { Board } from "./board.js";
import { CELL, middleOf, placeAt, pointOn } from "./geometry.js";
import { say } from "./messages.js";
import { Zoom } from "./zoom.js";

/** Maximum distance between press and release that still counts as a click on the first place, px. */
const SLIP = 8;
/** Minimum time between two deliberate clicks on the same place, ms. */
const REACTION = 250;

/**
 * Receiver of gestures. `canPlay` is true if there are moves, `point` handles a click on a place, `drag` a drag from a
 * place to the nearest end of a move, and `light` a place under the pointer.
 * @typedef {{canPlay: () => boolean, point: (place: number) => void, ends: (from: number) => number[],
 *   drag: (from: number, to: number) => void, light: (place: number | null) => void}} Receiver
 */

/** The pointer on one board. */
export class Pointing {
  constructor(/** @type {Board} */ board, /** @type {Receiver} */ receiver) {
    this.board = board;
    this.receiver = receiver;
    /**
     * Places where the pointer was pressed and where it was last.
     * @type {{place: number | null, x: number, y: number, at: {x: number, y: number}, isTouch: boolean, hasPanned: boolean} | null}
     */
    this.pressed = null;
    /** The last effective click. @type {{place: number, time: number} | null} */
    this.taken = null;
    this.zoom = new Zoom(board);
    const { picture } = board;
    picture.addEventListener("pointerdown", (event) => {
      const { clientX: x, clientY: y } = event;
      const isTouch = event.pointerType === "touch";
      this.pressed = event.isPrimary && event.button === 0 ? { place: this.placeOf(event), x, y, at: { x, y }, isTouch, hasPanned: false } : null;
    });
    picture.addEventListener("pointerup", (event) => this.release(event));
    // A click without a pointer, for example by a screen reader.
    picture.addEventListener("click", (event) => {
      const place = this.placeOf(event);
      if (event.detail === 0 && place !== null) receiver.point(place);
    });
    picture.addEventListener("pointermove", (event) => {
      this.pan(event);
      receiver.light(this.placeOf(event));
    });
    picture.addEventListener("pointerleave", () => {
      this.pressed = null;
      receiver.light(null);
    });
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
    const { pressed, receiver, board } = this;
    if (!pressed || !event.isPrimary) return;
    this.pressed = null;
    const { place, x, y, isTouch, hasPanned } = pressed;
    const isHere = place === this.placeOf(event) || Math.hypot(event.clientX - x, event.clientY - y) <= SLIP;
    const isSecond = place === this.taken?.place && event.timeStamp - this.taken.time < REACTION;
    if (place === null || isSecond || hasPanned) return;
    if (!isHere) {
      const to = this.nearest(receiver.ends(place), pointOn(board.picture, event));
      if (to !== undefined) receiver.drag(place, to);
      return;
    }
    this.taken = { place, time: event.timeStamp };
    // If the places are too small for a finger, the first tap enlarges the board.
    if (isTouch && receiver.canPlay() && this.zoom.enter(middleOf(board.geometry, place))) {
      say("Enlarged: tap a place once more.");
      return;
    }
    receiver.point(place);
  }

  /** Returns the place nearest to a point, within one cell. */
  nearest(/** @type {number[]} */ places, /** @type {import("./geometry.js").Point} */ { x, y }) {
    const distance = (/** @type {number} */ place) => {
      const end = middleOf(this.board.geometry, place);
      return Math.hypot(end.x - x, end.y - y);
    };
    return places.filter((place) => distance(place) < CELL).sort((one, other) => distance(one) - distance(other))[0];
  }

  /** Pans an enlarged board with the finger. */
  pan(/** @type {PointerEvent} */ { clientX: x, clientY: y, isPrimary }) {
    const { pressed } = this;
    if (!pressed || !isPrimary || !this.zoom.part) return;
    pressed.hasPanned ||= Math.hypot(x - pressed.x, y - pressed.y) > SLIP;
    if (pressed.hasPanned) this.zoom.pan(x - pressed.at.x, y - pressed.at.y);
    pressed.at = { x, y };
  }
}
