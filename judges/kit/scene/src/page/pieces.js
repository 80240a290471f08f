/** Drawings of pieces and of marks on cells, around the origin. */
import { svg } from "./dom.js";
import { typeset } from "./number.js";

/** Positions of pips on a die, in thirds of its side. */
const PIPS = [
  [], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
];

/** Returns the drawing of a piece. @returns {SVGElement} */
export function drawPiece(/** @type {import("./replay.js").PieceKind} */ kind) {
  const group = svg("g", { class: `piece ${kind.form} ${kind.role}` }, body(kind.form));
  if (kind.role === "opponent" && kind.form !== "die") {
    group.append(svg("circle", { class: "ring", r: kind.form === "bead" ? 4 : 9 }));
  }
  if (kind.form === "die") group.append(...pips(Number(kind.label)));
  else if (kind.label) group.append(label(typeset(kind.label)));
  return group;
}

/** @param {string} form */
function body(form) {
  if (form === "stone") return svg("circle", { class: "body", r: 17 });
  if (form === "bead") return svg("circle", { class: "body", r: 9 });
  const half = form === "die" ? 16 : 18.5;
  return svg("rect", { class: "body", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 6 });
}

/** @param {number} count */
function pips(count) {
  const dots = PIPS[count] ?? [];
  return dots.map(([col, row]) => svg("circle", { class: "pip", cx: 9 * col, cy: 9 * row, r: 3.2 }));
}

/** Returns a label. A longer text is smaller, so that it fits on its piece. */
function label(/** @type {string} */ text) {
  if (text.length <= 2) return svg("text", {}, text);
  const size = Math.min(12.5, 52 / text.length);
  return svg("text", { class: "long", style: `font-size: ${size.toFixed(1)}px` }, text);
}

/** Returns the drawing of a mark on a cell; `half` is half the cell's side. @returns {SVGElement} */
export function drawMark(/** @type {string} */ mark, /** @type {number} */ half, /** @type {boolean} */ round) {
  const inner = half - 2;
  const frame = () => round
    ? svg("circle", { class: `mark ${mark}`, r: inner })
    : svg("rect", { class: `mark ${mark}`, x: -inner, y: -inner, width: 2 * inner, height: 2 * inner, rx: 7 });
  switch (mark) {
    case "hole":
      return svg("g", {},
        svg("circle", { class: "mark hole", r: inner - 1 }), svg("circle", { class: "mark hole rim", r: inner - 5 }));
    case "legal":
    case "candidate":
      return svg("circle", { class: `mark ${mark}`, r: mark === "legal" ? 3.5 : 6 });
    case "blocked":
    case "wrong":
      return svg("g", {}, frame(),
        svg("path", { class: `mark ${mark}`, d: `M${-inner} ${-inner}L${inner} ${inner}M${inner} ${-inner}L${-inner} ${inner}` }));
    default:
      return frame();
  }
}
