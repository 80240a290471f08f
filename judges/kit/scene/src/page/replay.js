/** Replays as the page holds them: packed frames, and positions made from them. */

/**
 * @typedef {number} Place cell from 0, or −1 − tray
 * @typedef {{from: Place, to: Place, role: string}} Link
 * @typedef {{turn: number, caption: string, placed?: [number, Place, number][],
 *   removed?: [number, Place | null][], linked?: Link[], unlinked?: Link[],
 *   marks?: [Place, string][], labels?: [Place, string][], notes?: [Place, string][],
 *   figures?: [number, number | string][], added?: [number, number][], events?: string[]}} Frame
 * @typedef {{place: Place, kind: number}} Piece
 * @typedef {{turn: number, caption: string, events: string[], pieces: Map<number, Piece>,
 *   gone: Map<number, Place>, links: Map<string, Link>, marks: [Place, string][],
 *   labels: Map<Place, string>, notes: Map<Place, string>, figures: (number | string)[]}} Position
 * @typedef {{name: string, label: string, note: string, role: string, form: string}} PieceKind
 * @typedef {{type: "grid", rows: number, cols: number, row_names: string[], col_names: string[]}
 *   | {type: "ring", names: string[]}} Arrangement
 * @typedef {{shape: Arrangement, trays: {name: string, role: string}[], kinds: PieceKind[],
 *   marks: [Place, string][]}} SceneLayout
 * @typedef {{sign: string, of?: string | number, meaning: string}} LegendEntry
 * @typedef {{name: string, role: string, plotted: boolean}} FigureHead
 * @typedef {{name: string, value: string, meaning: string}} Parameter
 * @typedef {{game: string, case: string, contestant: string, parameters: Parameter[],
 *   verdict: string, score: number, levels: {name: string, value: number}[], fault?: string}} Header
 * @typedef {{number: number, result: number | null, failed: boolean, frames: string}} PackedRound
 * @typedef {{header: Header, figures: FigureHead[],
 *   legend: LegendEntry[], layout: SceneLayout, first: Frame, rounds: PackedRound[]}} PackedReplay
 */

/** Frames from one kept position to the next. */
const STRIDE = 50;

/**
 * Deflated bytes in base 64, unpacked.
 * @param {string} text
 * @returns {Response}
 */
export function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}

/**
 * A position's turn in a sentence.
 * @param {Position} position
 */
export function sentence({ turn, caption }) {
  return turn > 0 ? `turn ${turn}: ${caption}` : caption;
}

/** One run of a case. */
export class Replay {
  /** @param {PackedReplay} packed */
  constructor({ header, figures, legend, layout, first, rounds }) {
    this.header = header;
    this.figures = figures;
    this.legend = legend;
    this.layout = layout;
    /** The first position, which is known before a round is unpacked. */
    this.first = new Round([first]).at(0);
    this.rounds = rounds;
  }

  /**
   * Unpacks the round at `index`; without rounds there is one empty position.
   * @param {number} index
   */
  async round(index) {
    const packed = this.rounds[index];
    return new Round(packed ? await unpacked(packed.frames).json() : [{ turn: 0, caption: "" }]);
  }

  /** The index of the round in which a contestant that failed did: the last, unless it says so itself. */
  get failedRound() {
    const known = this.rounds.findIndex(({ failed }) => failed);
    return known < 0 ? this.rounds.length - 1 : known;
  }

  /** Whether the contestant failed in the round at `index`, or before the end of a longer run. */
  failedIn(/** @type {number} */ index) {
    const isOver = index >= this.rounds.length;
    return this.header.fault !== undefined && (isOver || index === this.failedRound);
  }
}

/** The positions of a round. */
export class Round {
  /** @param {Frame[]} frames */
  constructor(frames) {
    this.frames = frames;
    /** @type {Position[]} */
    this.kept = [];
    const position = empty();
    frames.forEach((frame, index) => {
      frame.turn ??= position.turn + 1;
      apply(position, frame);
      if (index % STRIDE === 0) this.kept.push(copy(position));
    });
    this.eventful = frames.flatMap((frame, index) => (frame.events ? [index] : []));
  }

  get length() {
    return this.frames.length;
  }

  /**
   * The position of a frame.
   * @param {number} index
   * @returns {Position}
   */
  at(index) {
    const start = Math.floor(index / STRIDE);
    const position = copy(this.kept[start]);
    for (let next = start * STRIDE + 1; next <= index; next++) apply(position, this.frames[next]);
    return position;
  }

  /**
   * The last frame of a turn, or of the nearest before it.
   * @param {number} turn
   */
  indexOf(turn) {
    const after = this.frames.findIndex((frame) => frame.turn > turn);
    return after < 0 ? this.length - 1 : Math.max(0, after - 1);
  }

  /** The first frame that differs from another round's, if any; one that ends earlier differs where it has ended. */
  firstDifference(/** @type {Round} */ other) {
    const trace = ({ turn, caption, placed, removed } = /** @type {any} */ ({})) => JSON.stringify([turn, caption, placed, removed]);
    const longer = this.length > other.length ? this.frames : other.frames;
    const found = longer.findIndex((_, index) => trace(this.frames[index]) !== trace(other.frames[index]));
    return found < 0 ? null : found;
  }

  /**
   * The values of a figure, frame by frame; only numbers are kept.
   * @param {number} figure
   * @returns {(number | null)[]}
   */
  values(figure) {
    /** @type {number | null} */
    let last = null;
    return this.frames.map((frame) => {
      const set = frame.figures?.find(([index]) => index === figure);
      const added = frame.added?.find(([index]) => index === figure);
      if (set) last = typeof set[1] === "number" ? set[1] : null;
      if (added) last = (last ?? 0) + added[1];
      return last;
    });
  }
}

/** @returns {Position} */
function empty() {
  return {
    turn: 0, caption: "", events: [], pieces: new Map(), gone: new Map(), links: new Map(),
    marks: [], labels: new Map(), notes: new Map(), figures: [],
  };
}

/**
 * @param {Position} position
 * @returns {Position}
 */
function copy(position) {
  return {
    ...position,
    pieces: new Map(position.pieces),
    links: new Map(position.links),
    labels: new Map(position.labels),
    notes: new Map(position.notes),
    figures: [...position.figures],
  };
}

/**
 * Changes a position by a frame.
 * @param {Position} position
 * @param {Frame} frame
 */
function apply(position, frame) {
  position.turn = frame.turn;
  position.caption = frame.caption;
  position.events = frame.events ?? [];
  position.gone = new Map();
  for (const [id, place, kind] of frame.placed ?? []) position.pieces.set(id, { place, kind });
  for (const [id, place] of frame.removed ?? []) {
    position.pieces.delete(id);
    if (place !== null) position.gone.set(id, place);
  }
  const key = (/** @type {Link} */ link) => `${link.from} ${link.to} ${link.role}`;
  for (const link of frame.unlinked ?? []) position.links.delete(key(link));
  for (const link of frame.linked ?? []) position.links.set(key(link), link);
  position.marks = frame.marks ?? position.marks;
  change(position.labels, frame.labels);
  change(position.notes, frame.notes);
  for (const [index, value] of frame.figures ?? []) position.figures[index] = value;
  for (const [index, value] of frame.added ?? []) position.figures[index] = Number(position.figures[index]) + value;
}

/**
 * @param {Map<Place, string>} texts
 * @param {[Place, string][]} [changes]
 */
function change(texts, changes = []) {
  for (const [place, text] of changes) {
    if (text) texts.set(place, text);
    else texts.delete(place);
  }
}
