/** Positions of places on the board's picture. */

/**
 * @typedef {import("./replay.js").SceneLayout} SceneLayout
 * @typedef {import("./replay.js").Place} Place
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

/** Side of a cell, in units of the picture. */
export const CELL = 40;
/** Width of a tray beside a grid of up to seven rows; it grows with larger ones. */
const TRAY = 50;
const TRAY_ROWS = 7;
/** Ratio of a board's side to the size of row and column names, for which there is room. */
const NAMES = 55;
/** Radius of the ring, radius of a pit, and half the side of the picture. */
const RING = 215;
export const PIT = 68;
const HALF = 320;

/** The cells of a grid, with the trays beside it. */
export class Grid {
  /** @param {SceneLayout & {shape: {type: "grid"}}} layout */
  constructor(layout) {
    const { rows, cols, row_names, col_names } = layout.shape;
    const longest = Math.max(2, ...row_names.map((name) => name.length));
    const nameSize = (Math.max(rows, cols) * CELL) / NAMES;
    this.layout = layout;
    this.cells = rows * cols;
    this.rows = rows;
    this.cols = cols;
    this.rowNames = Array.from({ length: rows }, (_, row) => row_names[row] ?? String(row));
    this.colNames = Array.from({ length: cols }, (_, col) => col_names[col] ?? String(col));
    this.left = nameSize * (0.8 + 0.62 * longest);
    this.top = 1.9 * nameSize;
    /** Scale of trays and their pieces. */
    this.scale = Math.max(1, rows / TRAY_ROWS);
    this.width = this.left + cols * CELL + 2 + (layout.trays.length ? TRAY * this.scale + 12 : 0);
    this.height = this.top + rows * CELL + 2;
  }

  /** @param {Place} cell @returns {Point} */
  cell(cell) {
    return {
      x: this.left + ((cell % this.cols) + 0.5) * CELL,
      y: this.top + (Math.floor(cell / this.cols) + 0.5) * CELL,
    };
  }

  /** @param {number} index @returns {Box} */
  tray(index) {
    const height = (this.rows * CELL) / this.layout.trays.length;
    return {
      x: this.left + this.cols * CELL + 12, y: this.top + index * height,
      width: TRAY * this.scale, height: Math.min(height - 8, 1.3 * TRAY * this.scale),
    };
  }

  /** @param {Place} cell */
  name(cell) {
    const row = this.rowNames[Math.floor(cell / this.cols)];
    return `row ${row}, column ${this.colNames[cell % this.cols]}`;
  }

  /** @param {Point} point @returns {Place | null} */
  cellAt({ x, y }) {
    const row = Math.floor((y - this.top) / CELL);
    const col = Math.floor((x - this.left) / CELL);
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return inside ? row * this.cols + col : null;
  }
}

/** Pits in a circle, with the trays inside. */
export class Ring {
  /** @param {SceneLayout & {shape: {type: "ring"}}} layout */
  constructor(layout) {
    this.layout = layout;
    this.names = layout.shape.names;
    this.cells = this.names.length;
    this.scale = 1;
    this.width = 2 * HALF;
    this.height = 2 * HALF;
  }

  /** Returns the point at a distance from the centre in the direction of a pit, clockwise from the top. */
  towards(/** @type {Place} */ pit, /** @type {number} */ distance) {
    const angle = (2 * Math.PI * pit) / this.names.length;
    return { x: HALF + distance * Math.sin(angle), y: HALF - distance * Math.cos(angle) };
  }

  /** @param {Place} pit @returns {Point} */
  cell(pit) {
    return this.towards(pit, RING);
  }

  /** @param {number} index @returns {Box} */
  tray(index) {
    const height = 180 / this.layout.trays.length - 8;
    return { x: HALF - 105, y: HALF - 90 + index * (height + 8), width: 210, height };
  }

  /** @param {Place} pit */
  name(pit) {
    return `pit ${this.names[pit]}`;
  }

  /** @param {Point} point @returns {Place | null} */
  cellAt({ x, y }) {
    const found = this.names.findIndex((_, pit) => {
      const centre = this.cell(pit);
      return Math.hypot(x - centre.x, y - centre.y) <= PIT;
    });
    return found < 0 ? null : found;
  }
}

/** Returns the geometry of a layout. @returns {Grid | Ring} */
export function geometryOf(/** @type {SceneLayout} */ layout) {
  const { shape } = layout;
  return shape.type === "grid" ? new Grid({ ...layout, shape }) : new Ring({ ...layout, shape });
}

/** Returns all places, cells first. @returns {Place[]} */
export function placesOf(/** @type {Grid | Ring} */ { cells, layout }) {
  return [...Array(cells).keys(), ...layout.trays.map((_, index) => -1 - index)];
}

/** Returns the middle of a place. @returns {Point} */
export function middleOf(/** @type {Grid | Ring} */ geometry, /** @type {Place} */ place) {
  if (place >= 0) return geometry.cell(place);
  const { x, y, width, height } = geometry.tray(-1 - place);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Converts the pointer's position to units of the picture. @returns {Point} */
export function pointOn(/** @type {SVGSVGElement} */ picture, /** @type {MouseEvent} */ event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM()?.inverse());
}

/** Returns the place at a point, if there is one. @returns {Place | null} */
export function placeAt(/** @type {Grid | Ring} */ geometry, /** @type {Point} */ point) {
  const tray = geometry.layout.trays.findIndex((_, index) => {
    const { x, y, width, height } = geometry.tray(index);
    return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
  });
  return tray < 0 ? geometry.cellAt(point) : -1 - tray;
}

/** Returns the name of a place. */
export function placeName(/** @type {Grid | Ring} */ geometry, /** @type {Place} */ place) {
  return place < 0 ? geometry.layout.trays[-1 - place].name : geometry.name(place);
}

/**
 * Returns position and size of piece number `slot` of `count` on a place.
 * @param {Grid | Ring} geometry
 * @param {Place} place
 * @param {number} slot
 * @param {number} count
 * @param {string} form
 * @returns {Point & {scale: number}}
 */
export function spot(geometry, place, slot, count, form) {
  const isRing = geometry instanceof Ring;
  if (place < 0) {
    const { width, ...box } = geometry.tray(-1 - place);
    // A tray inside a ring has its count on the right.
    return inTray({ ...box, width: isRing ? width - 46 : width }, geometry.scale, slot, count, form);
  }
  const centre = geometry.cell(place);
  if (count === 1 && !isRing) return { ...centre, scale: 1 };
  const [size, step] = isRing ? [form === "bead" && count > 5 ? 1.25 : 1.6, count > 19 ? 16 : count > 5 ? 25 : 32] : [form === "bead" ? 0.55 : 0.5, 12];
  const { x, y } = inCluster(slot, count);
  return { x: centre.x + step * x, y: centre.y + step * y, scale: size };
}

/** Returns a piece's position in a cluster, in distances between pieces: a polygon of up to five, else rings. */
function inCluster(/** @type {number} */ slot, /** @type {number} */ count) {
  if (count === 1) return { x: 0, y: 0 };
  if (count < 6) return onCircle(slot, count, 0.5 / Math.sin(Math.PI / count));
  let [circle, first] = [0, 0];
  for (let size = 1; slot >= first + size; size = 6 * circle) {
    first += size;
    circle += 1;
  }
  return onCircle(slot - first, Math.min(Math.max(1, 6 * circle), count - first), circle);
}

/** @returns {Point} */
function onCircle(/** @type {number} */ slot, /** @type {number} */ count, /** @type {number} */ radius) {
  const angle = (2 * Math.PI * slot) / count - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

/** Returns a piece's position in a tray, in rows from the left below the tray's name. */
function inTray(
  /** @type {Box} */ box, /** @type {number} */ scale, /** @type {number} */ slot, /** @type {number} */ count, /** @type {string} */ form,
) {
  const size = scale * (form === "bead" ? 20 : CELL);
  const perRow = Math.max(1, Math.floor((box.width - 10 * scale) / size));
  const head = 24 * scale;
  const step = Math.min(size, (box.height - head) / Math.ceil(count / perRow));
  return {
    x: box.x + (box.width - Math.min(count, perRow) * size) / 2 + ((slot % perRow) + 0.5) * size,
    y: box.y + head + (Math.floor(slot / perRow) + 0.5) * step,
    scale,
  };
}
