/** Details of the cell under the pointer. */
import { find, html } from "./dom.js";
import { placeAt, placeName, pointOn } from "./geometry.js";
import { Board } from "./board.js";

/**
 * Shows details of `board` while the pointer is over it or a finger taps it.
 * @param {Board} board
 */
export function watch(board) {
  const { picture } = board;
  const box = find("details");
  const show = (/** @type {PointerEvent} */ event) => {
    const place = placeAt(board.lie, pointOn(picture, event));
    if (place === null) {
      box.hidden = true;
      return;
    }
    box.replaceChildren(...lines(board, place).map((line) => html("p", {}, line)));
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const x = Math.min(event.clientX + 14, innerWidth - width - 6);
    const above = event.clientY + 18 + height > innerHeight;
    box.style.left = `${Math.max(6, x)}px`;
    box.style.top = `${above ? event.clientY - height - 12 : event.clientY + 18}px`;
  };
  picture.addEventListener("pointermove", show);
  picture.addEventListener("pointerdown", show);
  picture.addEventListener("pointerleave", () => (box.hidden = true));
}

/**
 * A place in words: its name, pieces, labels and marks.
 * @param {Board} board
 * @param {number} place
 * @returns {string[]}
 */
export function lines({ layout, legend, lie, position }, place) {
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
  const found = [placeName(lie, place), ...pieces, label && `label: ${label}`, position.notes.get(place), marks.join(", ")];
  return found.filter((line) => line !== undefined && line !== "").map(String);
}
