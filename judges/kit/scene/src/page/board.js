/** The board of one run: an SVG picture whose pieces move. */
import { svg } from "./dom.js";
import { CELL, Grid, PIT, Ring, geometryOf, middleOf, spot } from "./geometry.js";
import { Motion } from "./motion.js";
import { signed, typeset } from "./number.js";
import { drawMark, drawPiece } from "./pieces.js";
import { sentence } from "./replay.js";

/**
 * @typedef {import("./replay.js").SceneLayout} SceneLayout
 * @typedef {import("./replay.js").Place} Place
 * @typedef {import("./replay.js").Position} Position
 * @typedef {import("./motion.js").Pose} Pose
 * @typedef {{node: SVGElement, pose: Pose, kind: number}} Drawn
 */

/** A board with its picture. */
export class Board {
  /** @param {SceneLayout} layout */
  constructor(layout) {
    this.layout = layout;
    /** @type {import("./replay.js").LegendEntry[]} */
    this.legend = [];
    /** Actions that a person can take on the board, in words. */
    this.purpose = "Arrows inspect places";
    this.geometry = geometryOf(layout);
    this.isRing = this.geometry instanceof Ring;
    this.half = this.isRing ? PIT : CELL / 2;
    this.motion = new Motion();
    /** Index of the first figure with a curve. */
    this.plotted = -1;
    /** Called after another position is shown. */
    this.changed = () => {};
    /** @type {Map<number, Drawn>} */
    this.pieces = new Map();
    /** @type {Map<string, SVGElement>} */
    this.links = new Map();
    const layer = (/** @type {string} */ name) => svg("g", { class: `layer-${name}` });
    this.layers = {
      ground: layer("ground"), marks: layer("marks"), pieces: layer("pieces"), links: layer("links"),
      over: layer("over"), labels: layer("labels"), pointer: layer("pointer"),
    };
    const { width, height } = this.geometry;
    this.picture = svg("svg",
      { class: "board", viewBox: `0 0 ${width} ${height}`, role: "application", tabindex: 0 }, ...Object.values(this.layers));
    this.drawGround();
    new ResizeObserver(() => this.fit()).observe(this.picture);
  }

  /** Tells the style the size of a pixel, and shows as many column names as have room. */
  fit() {
    const px = 1 / (this.picture.getScreenCTM()?.a ?? 1);
    this.picture.style.setProperty("--px", px.toFixed(3));
    if (!(this.geometry instanceof Grid)) return;
    const { rows, colNames } = this.geometry;
    const widest = 4 + 6 * Math.max(...colNames.map((name) => name.length));
    const every = [1, 2, 5, 10, 20].find((step) => step * CELL >= widest * px) ?? 50;
    [...this.layers.ground.querySelectorAll(".coordinate")].forEach((name, index) =>
      name.toggleAttribute("hidden", (index < rows ? index : index - rows) % every > 0));
  }

  /** Draws the constant parts: cells, names, trays and permanent marks. */
  drawGround() {
    const { ground } = this.layers;
    const { geometry } = this;
    ground.append(...(geometry instanceof Grid ? this.grid(geometry) : this.pits(geometry)), ...this.trays());
    for (const [place, mark] of this.layout.marks) ground.append(this.mark(place, mark));
  }

  grid(/** @type {Grid} */ { left, top, rows, cols, rowNames, colNames }) {
    const [width, height] = [cols * CELL, rows * CELL];
    const across = Array.from({ length: rows - 1 }, (_, row) => `M${left} ${top + (row + 1) * CELL}h${width}`);
    const down = Array.from({ length: cols - 1 }, (_, col) => `M${left + (col + 1) * CELL} ${top}v${height}`);
    const name = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
      svg("text", { class: "coordinate", x, y }, text);
    return [
      svg("rect", { class: "ground", x: left, y: top, width, height, rx: 4 }),
      svg("path", { class: "lines", d: across.concat(down).join("") }),
      ...rowNames.map((text, row) =>
        name(text, left / 2, top + (row + 0.5) * CELL)),
      ...colNames.map((text, col) =>
        name(text, left + (col + 0.5) * CELL, top / 2)),
    ];
  }

  pits(/** @type {Ring} */ geometry) {
    return geometry.names.flatMap((text, pit) => {
      const { x, y } = geometry.cell(pit);
      const inner = geometry.towards(pit, 164);
      return [
        svg("circle", { class: "ground", cx: x, cy: y, r: PIT }),
        svg("text", { class: "coordinate", x: inner.x, y: inner.y }, text),
      ];
    });
  }

  trays() {
    return this.layout.trays.flatMap(({ name, role }, index) => {
      const { x, y, width, height } = this.geometry.tray(index);
      return [
        svg("rect", { class: `tray ${role}`, x, y, width, height, rx: 8 }),
        svg("text", { class: "tray-name", x: x + width / 2, y: y + 13 * this.geometry.scale }, name),
        ...(this.isRing ? [svg("text", { class: "tray-count", x: x + width - 26, y: y + height / 2 })] : []),
      ];
    });
  }

  /** Shows a position. @param {Position} position @param {number} duration time for the pieces to move there, ms */
  show(position, duration) {
    if (duration > 0) this.showGain(position);
    this.position = position;
    this.showPieces(position, duration);
    this.showLinks(position);
    this.showMarks(position);
    this.showLabels(position);
    this.describe();
    this.changed();
  }

  /** Shows for a moment, at the place where a piece left, how much the first figure with a curve has grown. */
  showGain(/** @type {Position} */ { gone, figures }) {
    const [place] = gone.values();
    const gain = Number(figures[this.plotted]) - Number(this.position?.figures[this.plotted]);
    if (place === undefined || !(gain > 0)) return;
    const { x, y } = middleOf(this.geometry, place);
    const node = svg("text", { class: "gain", x, y }, signed(gain));
    this.layers.pointer.append(node);
    const rise = [{ transform: "none" }, { transform: `translateY(${-CELL / 2}px)`, offset: 0.7 }, { transform: `translateY(${-CELL / 2}px)`, opacity: 0 }];
    node.animate(rise, { duration: 1400, easing: "ease-out" }).onfinish = () => node.remove();
  }

  /** Describes the position and the possible actions for screen readers. */
  describe() {
    const words = [this.position ? sentence(this.position) : "", this.purpose];
    this.picture.setAttribute("aria-label", words.filter(Boolean).join(". "));
  }

  /** @param {Position} position @param {number} duration */
  showPieces(position, duration) {
    this.motion.finish();
    /** @type {Map<Place, number>} */
    const counts = new Map();
    for (const { place } of position.pieces.values()) counts.set(place, (counts.get(place) ?? 0) + 1);
    /** @type {Map<Place, number>} */
    const slots = new Map();
    const moves = [];
    for (const [id, { place, kind }] of position.pieces) {
      const slot = slots.get(place) ?? 0;
      slots.set(place, slot + 1);
      const form = this.layout.kinds[kind].form;
      const pose = { ...spot(this.geometry, place, slot, counts.get(place) ?? 1, form), opacity: 1 };
      const move = this.pieceMove(id, place, kind, pose);
      if (move) moves.push(move);
    }
    for (const [id, drawn] of this.pieces) {
      if (!position.pieces.has(id)) moves.push(this.leave(id, drawn, position.gone.get(id)));
    }
    const [origin] = position.marks.find(([, mark]) => mark === "last" || mark === "reply") ?? [];
    if (this.isRing && origin !== undefined) this.sow(moves, origin, duration);
    this.layers.ground.querySelectorAll(".tray-count").forEach((node, tray) => (node.textContent = String(counts.get(-1 - tray) ?? 0)));
    this.motion.start(moves, duration);
  }

  /** Lets pieces move one after another, in the order of their pits from `origin`; those into trays come last. */
  sow(/** @type {import("./motion.js").Move[]} */ moves, /** @type {Place} */ origin, /** @type {number} */ duration) {
    const rank = ({ place = -1 }) => (place < 0 ? Infinity : (place - origin + this.geometry.cells) % this.geometry.cells);
    moves.sort((one, other) => rank(one) - rank(other) || 0);
    moves.forEach((move, index) => (move.delay = 0.5 * index * duration));
  }

  /**
   * Returns the move of a piece to its pose; draws the piece if it is new. A piece whose kind changes does so on
   * arrival.
   * @param {number} id
   * @param {Place} place
   * @param {number} kind
   * @param {Pose} pose
   */
  pieceMove(id, place, kind, pose) {
    const old = this.pieces.get(id);
    const same = old?.kind === kind;
    if (old && same && old.pose.x === pose.x && old.pose.y === pose.y && old.pose.scale === pose.scale) return null;
    const from = old?.pose ?? { ...pose, scale: 0.4 * pose.scale, opacity: 0 };
    const node = old?.node ?? drawPiece(this.layout.kinds[kind]);
    const redraw = () => {
      const drawing = drawPiece(this.layout.kinds[kind]);
      node.setAttribute("class", drawing.getAttribute("class") ?? "");
      node.replaceChildren(...drawing.children);
    };
    node.dataset.id = String(id);
    node.dataset.place = String(place);
    this.layers.pieces.append(node);
    this.pieces.set(id, { node, pose, kind });
    return { node, from, to: pose, place, done: old && !same ? redraw : undefined };
  }

  /** Returns the move of a piece that leaves the game. @param {number} id @param {Drawn} drawn @param {Place | undefined} place its goal */
  leave(id, { node, pose, kind }, place) {
    this.pieces.delete(id);
    node.classList.add("gone");
    this.layers.pieces.append(node);
    const form = this.layout.kinds[kind].form;
    const goal = place === undefined ? pose : spot(this.geometry, place, 0, 1, form);
    const to = { x: goal.x, y: goal.y, scale: 0.3, opacity: 0 };
    return { node, from: pose, to, place, done: () => node.remove() };
  }

  /** @param {Position} position */
  showLinks({ links }) {
    for (const [key, node] of this.links) {
      if (!links.has(key)) {
        node.remove();
        this.links.delete(key);
      }
    }
    for (const [key, { from, to, role }] of links) {
      if (this.links.has(key)) continue;
      const [one, other] = [this.geometry.cell(from), this.geometry.cell(to)];
      // The middle part of the line between the cells; its ends overlap the pieces there.
      const [x, y] = [(other.x - one.x) / 10, (other.y - one.y) / 10];
      const node = svg("line", { class: `link ${role}`, x1: one.x + 4 * x, y1: one.y + 4 * y, x2: one.x + 6 * x, y2: one.y + 6 * y });
      this.links.set(key, node);
      this.layers.links.append(node);
    }
  }

  /** @param {Position} position */
  showMarks({ marks }) {
    const under = marks.filter(([, mark]) => mark === "origin" || mark === "legal");
    const over = marks.filter(([, mark]) => mark !== "origin" && mark !== "legal");
    this.layers.marks.replaceChildren(...under.map(([place, mark]) => this.mark(place, mark)));
    this.layers.over.replaceChildren(...over.map(([place, mark]) => this.mark(place, mark)));
  }

  /** Returns the drawing of a mark at its place. */
  mark(/** @type {Place} */ place, /** @type {string} */ mark) {
    const { x, y } = spot(this.geometry, place, 0, 1, "block");
    const node = svg("g", { transform: `translate(${x} ${y})` }, drawMark(mark, this.half, this.isRing));
    node.dataset.mark = mark;
    node.dataset.place = String(place);
    return node;
  }

  /** Outlines the place of the keyboard's cursor. */
  pointAt(/** @type {Place} */ place) {
    this.layers.pointer.replaceChildren(this.outline(place, "cursor"));
  }

  /** Returns the outline of a place. */
  outline(/** @type {Place} */ place, /** @type {string} */ kind) {
    const { x, y } = middleOf(this.geometry, place);
    const box = (/** @type {number} */ width, /** @type {number} */ height) =>
      svg("rect", { class: kind, x: -width / 2, y: -height / 2, width, height, rx: 7 });
    const tray = place < 0 ? this.geometry.tray(-1 - place) : null;
    const isStone = kind === "choice" && this.layout.kinds[0]?.form === "stone";
    const cell = () => {
      if (this.isRing || isStone) return svg("circle", { class: `${kind} ${isStone ? "stone" : ""}`, r: isStone ? 17 : PIT - 3 });
      return box(CELL - 3, CELL - 3);
    };
    const node = tray ? box(tray.width, tray.height) : cell();
    node.setAttribute("transform", `translate(${x} ${y})`);
    node.dataset.place = String(place);
    return node;
  }

  /** @param {Position} position */
  showLabels({ labels, pieces }) {
    const taken = new Set([...pieces.values()].map((piece) => piece.place));
    const nodes = [...labels].map(([place, text]) => this.label(place, text, taken.has(place)));
    this.layers.labels.replaceChildren(...nodes);
  }

  /** Returns a label: in the middle of an empty cell, in the corner of an occupied one, or outside a pit. */
  label(/** @type {Place} */ place, /** @type {string} */ text, /** @type {boolean} */ taken) {
    const { geometry } = this;
    const { x, y } = geometry.cell(place);
    let [at, kind] = [{ x, y }, text.length > 4 ? "middle long" : "middle"];
    if (geometry instanceof Ring) {
      [at, kind] = [geometry.towards(place, 301), "outside"];
    } else if (taken) {
      [at, kind] = [{ x: x + 11, y: y + 13 }, "corner"];
    }
    const node = svg("text", { class: `label ${kind}`, ...at }, typeset(text));
    node.dataset.place = String(place);
    return node;
  }
}
