/** The viewer: connects its parts, which all show the same frame. */
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { apart, find, html, select } from "./dom.js";
import { EventList } from "./events.js";
import { Figures } from "./figures.js";
import { Inspector } from "./inspector.js";
import { bindings, listen } from "./keys.js";
import { drawLegend } from "./legend.js";
import { Player } from "./player.js";
import { Plot } from "./plot.js";
import { Replay, Round } from "./replay.js";
import { Rounds } from "./rounds.js";
import { LETTERS, RunPanel } from "./run-panel.js";
import { nearestRound, targetAsked, unpack } from "./target.js";

/** Time without a change before the address follows the turn, ms. */
const SETTLED = 250;

/** The viewer of one replay, or of several side by side. */
export class Viewer {
  /** @param {import("./keys.js").Binding[]} more keys, listed before those of the viewer */
  constructor(more = []) {
    /** @type {Replay[]} */
    this.replays = [];
    /** @type {Board[]} */
    this.boards = [];
    /** @type {WeakMap<Board, Inspector>} */
    this.inspectors = new WeakMap();
    /** @type {Round[]} */
    this.rounds = [];
    /** @type {RunPanel[]} */
    this.panels = [];
    /** @type {EventList[]} */
    this.lists = [];
    /** Figures whose curves are shown. @type {Set<number>} */
    this.plotted = new Set();
    this.roundIndex = 0;
    /** The shown figures as JSON, to detect changes. */
    this.heads = "";
    /** The replays and the position that were requested last. Slower results of earlier requests are dropped. */
    this.asked = { replays: this.replays, target: /** @type {import("./target.js").Target} */ ({ round: 0 }) };
    this.player = new Player((index, duration) => this.show(index, duration));
    this.controls = new Controls(this.player);
    this.bind(more);
  }

  /**
   * Replaces the replays. A board with the same layout is kept, so that its pieces move to the new position. A new
   * board shows its first position at once.
   * @param {string} title
   * @param {Replay[]} replays
   */
  async setReplays(title, replays, target = targetAsked(replays)) {
    this.asked = { replays, target };
    const round = nearestRound(replays, target);
    if (this.replays.length === 0) this.setRuns(title, replays);
    // The previous replays stay visible until the round is unpacked.
    const rounds = await unpack(replays, round);
    if (replays !== this.asked.replays) return;
    if (replays !== this.replays) this.setRuns(title, replays);
    this.roundIndex = round;
    this.enter(rounds, target);
  }

  /** Sets everything that does not depend on the position. */
  setRuns(/** @type {string} */ title, /** @type {Replay[]} */ replays) {
    find("title").textContent = title;
    this.replays = replays;
    this.boards = replays.map(({ layout, first }, run) => {
      const old = this.boards[run];
      if (old && JSON.stringify(old.layout) === JSON.stringify(layout)) return old;
      const board = new Board(layout);
      this.inspectors.set(board, new Inspector(board));
      board.show(first, 0);
      return board;
    });
    this.boards.forEach((board, run) => {
      board.legend = replays[run].legend;
      board.plotted = replays[run].figures.findIndex(({ plotted }) => plotted);
    });
    this.setFigures(replays);
    this.bars = new Rounds(find("rounds"), replays[0], (round) => void this.open({ round, turn: 0 }));
    this.drawHeader();
    this.drawPanels();
    drawLegend(find("legend"), replays[0]);
  }

  /** Sets the figures of replays. If they have not changed, their table and curves stay. */
  setFigures(/** @type {Replay[]} */ replays) {
    const heads = String(JSON.stringify(replays.map(({ figures }) => figures)));
    if (this.plot && heads === this.heads) {
      this.plot.replays = replays;
      return;
    }
    this.heads = heads;
    this.figures = new Figures(find("figures"), replays[0].figures, replays.length, (index) => this.toggle(index));
    this.plot = new Plot(find("plot"), replays, (index) => this.player.stopAt(index));
    this.plotted = new Set(replays[0].figures.flatMap(({ plotted }, index) => (plotted ? [index] : [])));
  }

  drawHeader() {
    const { header } = this.replays[0];
    const chips = header.parameters.map(({ name, value, meaning }) =>
      html("span", { title: meaning }, `${name} `, html("b", {}, value)));
    find("parameters").replaceChildren(...apart(chips));
    const main = select("main");
    main.classList.toggle("pair", this.replays.length > 1);
    find("show-rules").hidden = find("rules").childElementCount < 2;
  }

  /** Draws the boards with the runs' names, verdicts, scores and failures. */
  drawPanels() {
    const single = this.replays.length === 1;
    const before = this.panels;
    this.panels = this.boards.map((board, run) => {
      const letter = single ? "" : LETTERS[run];
      const [old] = before.filter((panel) => panel.board === board && panel.letter === letter);
      return old ?? new RunPanel(board, letter);
    });
    this.panels.forEach((panel, run) => panel.setReplay(this.replays[run]));
    const isSame = before.length === this.panels.length && this.panels.every((panel, run) => panel === before[run]);
    if (!isSame) find("boards").replaceChildren(...this.panels.map(({ node }) => node));
  }

  /** Connects buttons and keys with the viewer's own actions. */
  bind(/** @type {import("./keys.js").Binding[]} */ more) {
    find("show-rules").addEventListener("click", () => find("rules", HTMLDialogElement).showModal());
    listen([...more, ...bindings(this.controls, (by) => void this.open({ round: this.roundIndex + by, turn: 0 }))]);
    addEventListener("hashchange", () => void this.open(targetAsked(this.replays)));
  }

  /** Shows another position of the replays. */
  async open(/** @type {import("./target.js").Target} */ target) {
    if (this.replays.length === 0) return;
    this.asked.target = target;
    this.roundIndex = nearestRound(this.replays, target);
    const rounds = await unpack(this.replays, this.roundIndex);
    if (target === this.asked.target) this.enter(rounds, target);
  }

  /** Shows a round of the replays at a target. @param {Round[]} rounds the round of each replay @param {import("./target.js").Target} target */
  enter(rounds, { turn, index, fault }) {
    this.rounds = rounds;
    const [one, other] = rounds;
    const difference = other ? one.firstDifference(other) : null;
    const longest = rounds.reduce((long, round) => (round.length > long.length ? round : long));
    const ends = rounds.flatMap((round, run) => (this.replays[run].failedIn(this.roundIndex) ? [round.length - 1] : []));
    const eventful = [...new Set(rounds.flatMap((round) => round.eventful))].sort((a, b) => a - b);
    this.controls.open(longest, eventful, difference, ends);
    this.plot?.open(rounds, difference, ends, this.plotted);
    this.figures?.mark(this.plotted);
    this.bars?.show(this.roundIndex);
    this.listEvents();
    const asked = fault && ends.length > 0 ? Math.min(...ends) : index;
    this.player.open(longest.length, asked ?? longest.indexOf(turn || 0));
  }

  /** Lists the events of every run. */
  listEvents() {
    const single = this.rounds.length === 1;
    const events = find("events");
    if (!single) events.replaceChildren(...this.panels.map((panel) => panel.events));
    this.lists = this.rounds.map((round, run) => {
      const { letter, events: own } = this.panels[run];
      return new EventList(single ? events : own, round, (index) => this.player.stopAt(index), letter);
    });
    events.hidden = this.rounds.every(({ eventful }) => eventful.length === 0);
  }

  /** Shows a frame; a run that has ended stays at its last frame. */
  show(/** @type {number} */ index, /** @type {number} */ duration) {
    const positions = this.rounds.map((round) => round.at(Math.min(index, round.length - 1)));
    positions.forEach((position, run) => {
      this.boards[run].show(position, duration);
      this.panels[run].show(this.rounds[run], index, position);
      this.lists[run].mark(index, !this.player.playing);
    });
    const longest = positions.reduce((late, position) => (position.turn > late.turn ? position : late));
    this.controls.show(index, longest);
    this.figures?.show(positions);
    this.plot?.move(index);
    document.body.dataset.frame = String(index);
    document.body.toggleAttribute("data-past", index < this.player.length - 1);
    document.body.dataset.turn = String(longest.turn);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.address(longest.turn), SETTLED);
  }

  /** Writes the turn into the address, so that a link can keep it. */
  address(/** @type {number} */ turn) {
    if (this.player.playing) return;
    const asked = new URLSearchParams(location.hash.slice(1));
    asked.delete("round");
    asked.delete("turn");
    if (this.replays[0].rounds.length > 1) asked.set("round", String(this.roundIndex + 1));
    asked.set("turn", String(turn));
    history.replaceState(history.state, "", `#${asked}`);
  }

  /** Shows or hides the curve of a figure. */
  toggle(/** @type {number} */ figure) {
    if (!this.plotted.delete(figure)) this.plotted.add(figure);
    this.figures?.mark(this.plotted);
    this.plot?.choose(this.plotted);
  }
}
