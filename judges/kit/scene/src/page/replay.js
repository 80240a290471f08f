/** Replays on the page: packed frames, and the positions that they describe. */

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
 * @typedef {{name: string, label: string, note: string, value: number | null, role: string, form: string}} PieceKind
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

/** Distance between stored positions, in frames. */
const STRIDE = 50;

/** Unpacks deflated bytes in base 64. @returns {Response} */
export function unpacked(/** @type {string} */ text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}

/** Returns the sentence that describes a position's turn. */
export function sentence(/** @type {Position} */ { turn, caption }) {
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
    /** The first position, available before a round is unpacked. */
    this.first = new Round([first]).at(0);
    this.rounds = rounds;
  }

  /** Unpacks the round at `index`; without rounds, returns one empty position. */
  async round(/** @type {number} */ index) {
    const packed = this.rounds[index];
    return new Round(packed ? await unpacked(packed.frames).json() : [{ turn: 0, caption: "" }]);
  }

  /** Returns the index of the round in which the contestant failed: the marked round, else the last. */
  get failedRound() {
    const known = this.rounds.findIndex(({ failed }) => failed);
    return known < 0 ? this.rounds.length - 1 : known;
  }

  /** True if the contestant failed in the round at `index`, or failed earlier while another run goes on. */
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
    /** @type {Position} */
    const position = {
      turn: 0, caption: "", events: [], pieces: new Map(), gone: new Map(), links: new Map(), marks: [], labels: new Map(),
      notes: new Map(), figures: [],
    };
    frames.forEach((frame, index) => {
      frame.turn ??= position.turn + 1;
      apply(position, frame);
      if (index % STRIDE === 0) this.kept.push(structuredClone(position));
    });
    this.eventful = frames.flatMap((frame, index) => (frame.events ? [index] : []));
  }

  get length() {
    return this.frames.length;
  }

  /** Returns the position of a frame. @returns {Position} */
  at(/** @type {number} */ index) {
    const start = Math.floor(index / STRIDE);
    const position = structuredClone(this.kept[start]);
    for (let next = start * STRIDE + 1; next <= index; next++) apply(position, this.frames[next]);
    return position;
  }

  /** Returns the last frame of a turn, or else of the nearest earlier turn. */
  indexOf(/** @type {number} */ turn) {
    const after = this.frames.findIndex((frame) => frame.turn > turn);
    return after < 0 ? this.length - 1 : Math.max(0, after - 1);
  }

  /** Returns the first frame that differs from another round's, if any. The end of the shorter round is a difference. */
  firstDifference(/** @type {Round} */ other) {
    const trace = ({ turn, caption, placed, removed } = /** @type {any} */ ({})) => JSON.stringify([turn, caption, placed, removed]);
    const longer = this.length > other.length ? this.frames : other.frames;
    const found = longer.findIndex((_, index) => trace(this.frames[index]) !== trace(other.frames[index]));
    return found < 0 ? null : found;
  }

  /** Returns the values of a figure by frame; texts count as null. @returns {(number | null)[]} */
  values(/** @type {number} */ figure) {
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

/** Applies a frame to a position. */
function apply(/** @type {Position} */ position, /** @type {Frame} */ frame) {
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

function change(/** @type {Map<Place, string>} */ texts, /** @type {[Place, string][]} */ changes = []) {
  for (const [place, text] of changes) {
    if (text) texts.set(place, text);
    else texts.delete(place);
  }
}
