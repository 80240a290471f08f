/** The legend: meanings of the signs on the board. */
import { html, svg } from "./dom.js";
import { drawMark, drawPiece } from "./pieces.js";
import { Replay } from "./replay.js";

/** Draws the legend of a replay. */
export function drawLegend(/** @type {HTMLElement} */ host, /** @type {Replay} */ { layout, legend, header }) {
  const signs = legend.map((entry) => {
    const width = entry.sign === "scale" ? 100 : 40;
    const sample = svg("svg", { class: "board", viewBox: `${-width / 2} -20 ${width} 40`, "aria-hidden": "true" },
      ...drawSign(entry, layout));
    const note = entry.sign === "piece" ? layout.kinds[Number(entry.of)].note : "";
    const row = html("li", { title: note }, sample, html("span", {}, entry.meaning));
    row.dataset.sign = [entry.sign, entry.of].filter((part) => part !== undefined).join(":");
    return row;
  });
  const parameters = header.parameters.filter(({ meaning }) => meaning).map(({ name, meaning }) =>
    html("li", {}, html("b", {}, name), html("span", {}, meaning)));
  host.hidden = signs.length + parameters.length === 0;
  host.replaceChildren(html("h2", {}, "Legend"), html("ul", { class: "legend" }, ...signs), html("ul", { class: "legend" }, ...parameters));
}

/** Returns the drawing of a sign around the origin. @returns {SVGElement[]} */
function drawSign(/** @type {import("./replay.js").LegendEntry} */ { sign, of }, /** @type {import("./replay.js").SceneLayout} */ layout) {
  const text = (/** @type {string} */ kind) => [svg("text", { class: kind }, String(of))];
  switch (sign) {
    case "piece": return [drawPiece(layout.kinds[Number(of)])];
    case "mark": return [drawMark(String(of), 18, layout.shape.type === "ring")];
    case "link": return [svg("line", { class: `link ${of}`, x1: -14, x2: 14, y1: 0, y2: 0 })];
    case "scale": return [1, 3, 5, 7, 9].map((value, index) =>
      svg("g", { class: `value-${value}` }, svg("rect", { class: "body", x: 20 * index - 50, y: -12, width: 20, height: 24 })));
    case "label": return text("label outside");
    default: return text("coordinate large");
  }
}
