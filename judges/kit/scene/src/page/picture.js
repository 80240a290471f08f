/** Pictures of a turn that can be saved as files. */
import { find, svg } from "./dom.js";

/** Height of the text line below the boards, in the boards' units. */
const LINE = 34;

/**
 * Returns an SVG document with the whole boards side by side and a line of text below.
 * @param {import("./board.js").Board[]} boards
 * @param {string} line
 * @returns {string}
 */
export function picture(boards, line) {
  const boxes = boards.map(({ geometry }) => geometry);
  const width = boxes.reduce((sum, box) => sum + box.width, 0);
  const height = Math.max(...boxes.map((box) => box.height)) + LINE;
  let left = 0;
  const parts = boards.map((board, index) => {
    const copy = /** @type {SVGElement} */ (board.picture.cloneNode(true));
    // Controls on the board do not belong in the picture.
    for (const control of copy.querySelectorAll("[data-control]")) control.remove();
    const box = boxes[index];
    const place = { x: left, width: box.width, height: box.height, viewBox: `0 0 ${box.width} ${box.height}` };
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    left += box.width;
    return copy;
  });
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height },
    svg("style", {}, style()),
    svg("rect", { width: "100%", height: "100%", fill: "var(--card)" }),
    ...parts,
    svg("text", { x: 12, y: height - 12, "font-size": 14, "font-family": "sans-serif", fill: "var(--ink)" }, line));
  return new XMLSerializer().serializeToString(root);
}

/** Returns the board's style with the colours of the current theme. */
function style() {
  const css = find("board-style", HTMLStyleElement).textContent ?? "";
  const names = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]).concat("--card", "--ink"));
  const computed = getComputedStyle(document.documentElement);
  const colours = [...names].map((name) => `${name}: ${computed.getPropertyValue(name).trim()};`);
  return `svg { ${colours.join(" ")} }\n${css}`;
}

/**
 * Offers a file to the user for saving.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
