/** What a person can point at on a board: it lights up, and is chosen by pointer or keyboard. */
import { Board } from "./board.js";
import { CELL, PIT, placeAt, placeName } from "./geometry.js";
import { svg } from "./dom.js";

/**
 * @typedef {{places: number[], entry: string, legal: boolean}} Choice
 */

/** Directions of the arrow keys. */
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** The choices on one board. */
export class BoardChoices {
  /**
   * @param {Board} board
   * @param {{choose: (entry: string) => void, say: (text: string) => void, tell: (text: string) => void}} listener
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
    this.layer = svg("g", { class: "layer-choices" });
    board.picture.append(this.layer);
    board.picture.addEventListener("click", (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.picture.getScreenCTM()?.inverse());
      const place = placeAt(board.lie, at);
      if (place !== null) this.point(place);
    });
    board.picture.addEventListener("keydown", (event) => this.press(event));
    board.picture.addEventListener("focus", () => this.draw());
    board.picture.addEventListener("blur", () => this.draw());
  }

  /** Takes other choices, none where nothing can be done. */
  take(/** @type {Choice[]} */ choices) {
    this.choices = choices;
    this.selected = null;
    this.hinted = [];
    if (choices.length > 0) this.board.picture.setAttribute("tabindex", "0");
    else this.board.picture.removeAttribute("tabindex");
    this.draw();
  }

  /** Marks the places of a hint. */
  hint(/** @type {number[]} */ places) {
    this.hinted = places;
    this.draw();
  }

  /** Forgets the first place of a choice. */
  unselect() {
    this.selected = null;
    this.draw();
  }

  /** The choices that the next place can complete or begin. */
  open() {
    return this.choices.filter(({ places, legal }) =>
      legal && (this.selected === null || (places[0] === this.selected && places.length > 1)));
  }

  /** The places that light up. */
  lit() {
    return [...new Set(this.open().map(({ places }) => places[this.selected === null ? 0 : 1]))];
  }

  /** Takes a place that was pointed at. */
  point(/** @type {number} */ place) {
    if (this.choices.length === 0) return;
    const name = (/** @type {number} */ at) => placeName(this.board.lie, at);
    if (this.selected !== null) {
      const chosen = this.choices.find(({ places }) => places[0] === this.selected && places[1] === place);
      if (chosen) {
        this.listener.choose(chosen.entry);
        return;
      }
      const begins = this.choices.some(({ places, legal }) => legal && places[0] === place);
      if (place === this.selected || !begins) {
        if (place !== this.selected) this.listener.say(`From ${name(this.selected)} no move ends at ${name(place)}.`);
        this.unselect();
        return;
      }
    }
    const found = this.choices.filter(({ places }) => places[0] === place);
    if (found.length === 0) {
      this.listener.say(`There is nothing to do at ${name(place)}.`);
    } else if (found[0].places.length === 1) {
      this.listener.choose(found[0].entry);
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
    else if (event.key === "Escape") this.unselect();
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
    this.listener.tell(placeName(this.board.lie, best));
    this.draw();
  }

  /** The middle of a place. */
  centre(/** @type {number} */ place) {
    if (place >= 0) return this.board.lie.cell(place);
    const { x, y, width, height } = this.board.lie.tray(-1 - place);
    return { x: x + width / 2, y: y + height / 2 };
  }

  draw() {
    const isFocused = document.activeElement === this.board.picture;
    const nodes = this.lit().map((place) => this.outline(place, "choice"));
    if (this.selected !== null) nodes.push(this.outline(this.selected, "choice selected"));
    for (const place of this.hinted) nodes.push(this.outline(place, "choice hinted"));
    if (isFocused && this.cursor !== null && this.choices.length > 0) nodes.push(this.outline(this.cursor, "choice cursor"));
    this.layer.replaceChildren(...nodes);
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
