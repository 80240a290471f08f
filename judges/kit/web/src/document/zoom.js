/** An enlarged part of a board, whose cells may be too small for a finger. */
import { Board } from "./board.js";
import { button } from "./dom.js";

/** Minimum width of a cell for a finger, and width of an enlarged cell, px. */
const FINGER = 36;
const ENLARGED = 42;

/** The visible part of a board's picture. */
export class Zoom {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /**
     * The visible part: its corner and size in the picture's units.
     * @type {{x: number, y: number, width: number, height: number} | null}
     */
    this.part = null;
    this.button = button(() => this.leave(), { class: "whole" }, "Whole board");
    this.button.hidden = true;
    board.picture.after(this.button);
  }

  /** Returns the width of a pixel in the picture's units. */
  get pixel() {
    return 1 / (this.board.picture.getScreenCTM()?.a ?? 1);
  }

  /** Enlarges the part around a point if the cells are too small; returns true if it did. */
  enter(/** @type {import("./geometry.js").Point} */ { x, y }) {
    const cell = (2 * this.board.half) / this.pixel;
    if (this.part || cell >= FINGER) return false;
    const [width, height] = [this.board.geometry.width, this.board.geometry.height].map((side) => (side * cell) / ENLARGED);
    this.show({ x: x - width / 2, y: y - height / 2, width, height });
    return true;
  }

  /** Moves the part by a number of pixels. */
  pan(/** @type {number} */ right, /** @type {number} */ down) {
    if (!this.part) return;
    const { x, y, width, height } = this.part;
    this.show({ x: x - right * this.pixel, y: y - down * this.pixel, width, height });
  }

  /** Shows the whole board. */
  leave() {
    this.part = null;
    this.draw();
  }

  /** Shows a part, moved so that it stays on the board. */
  show(/** @type {NonNullable<Zoom["part"]>} */ { x, y, width, height }) {
    const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(at, most));
    const { geometry } = this.board;
    this.part = { x: within(x, geometry.width - width), y: within(y, geometry.height - height), width, height };
    this.draw();
  }

  draw() {
    const { width, height } = this.board.geometry;
    const part = this.part ?? { x: 0, y: 0, width, height };
    this.board.picture.setAttribute("viewBox", `${part.x} ${part.y} ${part.width} ${part.height}`);
    this.board.picture.classList.toggle("enlarged", this.part !== null);
    this.button.hidden = this.part === null;
  }
}
