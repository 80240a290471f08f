/** An enlarged part of a board, whose cells may be too small for a finger. */
import { Board } from "./board.js";
import { button, svg } from "./dom.js";
import { CELL, Grid } from "./geometry.js";

/** Minimum width of a cell for a finger, and width of an enlarged cell, px. */
const FINGER = 36;
const ENLARGED = 42;

/** The visible part of a board's picture. */
export class Zoom {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The visible part: its corner and size in the picture's units. @type {{x: number, y: number, width: number, height: number} | null} */
    this.part = null;
    this.button = button(() => this.leave(), { class: "whole" }, "Whole board");
    this.button.hidden = true;
    board.picture.after(this.button);
    /** Parts that stay at the edges of an enlarged grid: names, and columns without a name, such as dice. */
    this.edges = svg("g");
    const { geometry } = board;
    /** Width of the columns without a name; at the edge they have half of it. */
    this.headings = geometry instanceof Grid ? CELL * Math.max(0, geometry.colNames.findIndex((name) => name !== "")) : 0;
    this.frozen = geometry instanceof Grid ? { width: geometry.left + this.headings / 2, height: geometry.top } : { width: 0, height: 0 };
    board.picture.append(this.edges);
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
    this.show({ x: x - (width + this.frozen.width) / 2, y: y - height / 2, width, height });
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

  /** Returns true if names or headings are drawn over a point. */
  covers(/** @type {import("./geometry.js").Point} */ { x, y }) {
    const { part, frozen } = this;
    return part !== null && (x < part.x + frozen.width || y < part.y + frozen.height);
  }

  /** Draws a part of the board again in the corner of the part that is shown: its names, and pieces without a column. */
  edge(/** @type {NonNullable<Zoom["part"]>} */ { x, y, width, height }) {
    const [at, { layers, geometry }] = [/** @type {NonNullable<Zoom["part"]>} */ (this.part), this.board];
    const left = geometry instanceof Grid ? geometry.left : 0;
    const names = [...layers.ground.querySelectorAll(".coordinate")].map((name) => name.cloneNode(true));
    const pieces = [...layers.pieces.children].flatMap((piece) => {
      const [, across, down] = /** @type {[string, string, string]} */ (/translate\(([-\d.]+) ([-\d.]+)/.exec(piece.getAttribute("transform") ?? "") ?? ["", "0", "0"]);
      if (Number(across) > left + this.headings) return [];
      const small = /** @type {Element} */ (piece.cloneNode(true));
      small.setAttribute("transform", `translate(${left + (Number(across) - left) / 2} ${down}) scale(.5)`);
      return [small];
    });
    return svg("svg", { x: at.x, y: at.y, width, height, viewBox: `${x} ${y} ${width} ${height}` },
      svg("rect", { class: "edge", x, y, width, height }), ...names, ...pieces);
  }

  draw() {
    const { width, height } = this.board.geometry;
    const { part: at, frozen } = this;
    this.edges.replaceChildren(...(at && frozen.height > 0 ? [
      this.edge({ x: at.x, y: 0, width: at.width, height: frozen.height }),
      this.edge({ x: 0, y: at.y, width: frozen.width, height: at.height }),
      this.edge({ x: 0, y: 0, ...frozen }),
    ] : []));
    const part = this.part ?? { x: 0, y: 0, width, height };
    this.board.picture.setAttribute("viewBox", `${part.x} ${part.y} ${part.width} ${part.height}`);
    this.board.picture.classList.toggle("enlarged", this.part !== null);
    this.button.hidden = this.part === null;
    this.board.fit();
  }
}
