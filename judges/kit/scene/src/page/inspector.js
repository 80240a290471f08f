/** Details of a place on a board, chosen by pointer or arrow keys. */
import { Board } from "./board.js";
import { find } from "./dom.js";
import { middleOf, placeAt, placeName, placesOf, pointOn } from "./geometry.js";
import { spacedText } from "./number.js";
import { showDetails } from "./tooltip.js";

/** Directions of the arrow keys. */
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** Shows details of places on one board. The details are beside the board, where they cover no place. */
export class Inspector {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The place whose details are shown. @type {number | null} */
    this.place = null;
    /** The place of the keyboard's cursor. @type {number | null} */
    this.cursor = null;
    /** Returns the places that the arrow keys can reach. @type {() => number[]} */
    this.reachable = () => placesOf(board.geometry);
    const { picture } = board;
    const point = (/** @type {PointerEvent} */ event) => this.show(placeAt(board.geometry, pointOn(picture, event)));
    picture.addEventListener("pointermove", point);
    picture.addEventListener("pointerdown", point);
    picture.addEventListener("pointerleave", () => this.show(null));
    picture.addEventListener("blur", () => this.show(null));
    picture.addEventListener("keydown", (event) => this.press(event));
    // After a change of position, the details may no longer be true.
    board.changed = () => this.show(this.place);
  }

  /** Shows details of a place, or hides the details. */
  show(/** @type {number | null} */ place) {
    this.place = place;
    if (place === null || !this.board.position) {
      find("details").hidden = true;
      return;
    }
    const { picture } = this.board;
    const { top, bottom, right } = picture.getBoundingClientRect();
    const { x, y } = middleOf(this.board.geometry, place);
    const across = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM() ?? new DOMMatrix()).x;
    showDetails(find("details"), lines(this.board, place), (width, height) =>
      [[across - width / 2, top - height - 4], [across - width / 2, bottom + 4], [right + 4, bottom - height]]);
  }

  /** Moves the cursor to the nearest place in the direction of an arrow key, and announces its details. */
  press(/** @type {KeyboardEvent} */ event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const arrow = ARROWS[key];
    const places = this.reachable();
    if (!arrow || ctrlKey || metaKey || altKey || shiftKey || places.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const [right, down] = arrow;
    const { geometry } = this.board;
    const from = middleOf(geometry, this.cursor ?? places[0]);
    let [best, least] = [this.cursor ?? places[0], Infinity];
    for (const place of places) {
      const to = middleOf(geometry, place);
      const along = (to.x - from.x) * right + (to.y - from.y) * down;
      const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
      const distance = along + 2.5 * aside;
      if (along > 1 && distance < least) [best, least] = [place, distance];
    }
    this.cursor = best;
    this.board.pointAt(best);
    this.show(best);
    announce(lines(this.board, best).join(", "));
  }
}

/** Makes a screen reader say a text. */
export function announce(/** @type {string} */ text) {
  find("announced").textContent = text;
}

/** Describes a place: its name, pieces, labels and marks. @param {Board} board @param {number} place @returns {string[]} */
export function lines({ layout, legend, geometry, position }, place) {
  if (!position) return [];
  const meaning = (/** @type {string} */ mark) =>
    legend.find(({ sign, of }) => sign === "mark" && of === mark)?.meaning ?? mark;
  const kinds = [...position.pieces.values()].filter((piece) => piece.place === place).map((piece) => piece.kind);
  const marks = [...layout.marks, ...position.marks].filter(([marked]) => marked === place).map(([, mark]) => meaning(mark));
  const pieces = [...new Set(kinds)].map((index) => {
    const { name, label, note } = layout.kinds[index];
    const count = kinds.filter((kind) => kind === index).length;
    return [count > 1 ? `${count} ×` : "", name || label, note && `– ${note}`].filter(Boolean).join(" ");
  });
  const label = position.labels.get(place);
  const found = [placeName(geometry, place), ...pieces, label && `label: ${label}`, position.notes.get(place), marks.join(", ")];
  return found.flatMap((line) => (line ? [spacedText(line)] : []));
}
