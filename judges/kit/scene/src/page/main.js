/** The page: puts its parts together around the frame that is shown. */
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { watch } from "./details.js";
import { find, followTheme, html } from "./dom.js";
import { EventList } from "./events.js";
import { Figures } from "./figures.js";
import { bindings, listen, toggle } from "./keys.js";
import { drawLegend } from "./legend.js";
import { picture, png, save } from "./picture.js";
import { Player } from "./player.js";
import { Plot } from "./plot.js";
import { Replay, Round } from "./replay.js";
import { Rounds } from "./rounds.js";
import { LETTERS, Seat } from "./seat.js";

/** Quiet time before the address follows the turn, ms. */
const SETTLED = 250;

/**
 * A position to open: its round, and its turn or one of its frames; with `fault`, the position where the first
 * failed run of the round failed.
 * @typedef {{round: number, turn?: number, index?: number, fault?: boolean}} Place
 */

/**
 * The position that the address names; without any, where a failed run failed.
 * @param {Replay[]} replays
 * @returns {Place}
 */
function placeAsked(replays) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const failed = replays.find(({ header }) => header.fault !== undefined);
  if (failed && !asked.has("round") && !asked.has("turn")) return { round: failed.failedRound, fault: true };
  const round = Number(asked.get("round") ?? 1) - 1;
  return { round: Number.isInteger(round) ? round : 0, turn: Number(asked.get("turn")) };
}

/**
 * The index of the round that is nearest to a place.
 * @param {Replay[]} replays
 * @param {Place} place
 */
function nearestRound(replays, { round }) {
  const count = Math.max(1, ...replays.map(({ rounds }) => rounds.length));
  return Math.min(count - 1, Math.max(0, round));
}

/**
 * Unpacks a round of each replay.
 * @param {Replay[]} replays
 * @param {number} index
 */
function unpack(replays, index) {
  return Promise.all(replays.map((replay) => replay.round(index)));
}

/** The whole page. */
export class Page {
  /** @param {import("./keys.js").Binding[]} more keys, listed before those of the viewer */
  constructor(more = []) {
    this.title = "";
    /** @type {Replay[]} */
    this.replays = [];
    /** @type {Board[]} */
    this.boards = [];
    /** @type {Round[]} */
    this.rounds = [];
    /** @type {Seat[]} */
    this.seats = [];
    /** @type {EventList[]} */
    this.lists = [];
    this.roundIndex = 0;
    /** The last replays and the last position that were asked for: what is slower to unpack is dropped. */
    this.asked = { replays: this.replays, place: /** @type {Place} */ ({ round: 0 }) };
    this.player = new Player((index, duration) => this.show(index, duration));
    this.controls = new Controls(this.player);
    this.bind(more);
  }

  /**
   * Shows other replays in the place of those that it has. A board whose layout stays is kept, so that its pieces
   * move to where they are next.
   * @param {string} title
   * @param {Replay[]} replays
   */
  async take(title, replays, place = placeAsked(replays)) {
    this.asked.replays = replays;
    // Until their round is unpacked, those before are shown.
    const round = nearestRound(replays, place);
    const rounds = await unpack(replays, round);
    if (replays !== this.asked.replays) return;
    this.asked.place = place;
    this.title = title;
    this.replays = replays;
    this.boards = replays.map(({ layout }, run) => {
      const old = this.boards[run];
      if (old && JSON.stringify(old.layout) === JSON.stringify(layout)) return old;
      const board = new Board(layout);
      watch(board);
      return board;
    });
    this.boards.forEach((board, run) => (board.legend = replays[run].legend));
    this.takeFigures(replays);
    this.bars = new Rounds(find("rounds"), replays[0], (round) => this.open({ round, turn: 0 }));
    this.drawHeader();
    this.drawSeats();
    drawLegend(find("legend"), replays[0]);
    this.roundIndex = round;
    this.enter(rounds, place);
  }

  /** Takes the figures of replays: their table and their curves stay if they are the same ones. */
  takeFigures(/** @type {Replay[]} */ replays) {
    const heads = JSON.stringify(replays.map(({ figures }) => figures));
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
    find("title").textContent = this.title;
    const chips = header.parameters.map(({ name, value, meaning }) =>
      html("span", { title: meaning }, `${name} `, html("b", {}, value)));
    find("parameters").replaceChildren(...chips);
    const main = document.querySelector("main");
    main?.classList.toggle("pair", this.replays.length > 1);
    const { width, height } = this.boards[0].lie;
    main?.style.setProperty("--shape", String(width / height));
    find("show-rules").hidden = find("rules").childElementCount < 2;
  }

  /** Draws the boards with the runs' names, verdicts, scores and failures. */
  drawSeats() {
    const single = this.replays.length === 1;
    const before = this.seats;
    this.seats = this.boards.map((board, run) => {
      const letter = single ? "" : LETTERS[run];
      const [old] = before.filter((seat) => seat.board === board && seat.letter === letter);
      return old ?? new Seat(board, letter);
    });
    this.seats.forEach((seat, run) => seat.take(this.replays[run]));
    const isSame = before.length === this.seats.length && this.seats.every((seat, run) => seat === before[run]);
    if (!isSame) find("boards").replaceChildren(...this.seats.map(({ node }) => node));
  }

  /** Connects buttons and keys with what the page itself does. */
  bind(/** @type {import("./keys.js").Binding[]} */ more) {
    const actions = {
      theme: () => this.toggleTheme(),
      svg: () => this.saveSvg(),
      png: () => void this.savePng(),
      link: () => void this.copyLink(),
      rules: () => toggle("rules"),
      round: (/** @type {number} */ by) => void this.open({ round: this.roundIndex + by, turn: 0 }),
    };
    find("show-rules").addEventListener("click", actions.rules);
    find("theme").addEventListener("click", actions.theme);
    find("save-svg").addEventListener("click", actions.svg);
    find("save-png").addEventListener("click", actions.png);
    find("copy-link").addEventListener("click", actions.link);
    listen([...more, ...bindings(this.controls, actions)]);
    addEventListener("hashchange", () => void this.open(placeAsked(this.replays)));
    followTheme();
  }

  toggleTheme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  }

  /** Shows another position of the replays. */
  async open(/** @type {Place} */ place) {
    if (this.replays.length === 0) return;
    this.asked.place = place;
    this.roundIndex = nearestRound(this.replays, place);
    const rounds = await unpack(this.replays, this.roundIndex);
    if (place === this.asked.place) this.enter(rounds, place);
  }

  /**
   * Shows the round of the replays, at a place.
   * @param {Round[]} rounds the present round of each
   * @param {Place} place
   */
  enter(rounds, { turn, index, fault }) {
    this.rounds = rounds;
    const [one, other] = rounds;
    const difference = other ? one.firstDifference(other) : null;
    const longest = rounds.reduce((long, round) => (round.length > long.length ? round : long));
    const ends = rounds.flatMap((round, run) => (this.replays[run].failedIn(this.roundIndex) ? [round.length - 1] : []));
    const eventful = [...new Set(rounds.flatMap((round) => round.eventful))].sort((a, b) => a - b);
    this.controls.open(longest, eventful, difference, ends);
    this.plot.open(rounds, difference, ends);
    this.plot.choose(this.plotted);
    this.figures.mark(this.plotted);
    this.bars.show(this.roundIndex);
    this.listEvents();
    const asked = fault && ends.length > 0 ? Math.min(...ends) : index;
    this.player.open(longest.length, asked ?? longest.indexOf(turn || 0));
  }

  /** Lists the events: of a single run at the side, of two under their boards. */
  listEvents() {
    const single = this.rounds.length === 1;
    find("events").hidden = true;
    this.lists = this.rounds.map((round, run) =>
      new EventList(single ? find("events") : this.seats[run].events, round, (index) => this.player.stopAt(index)));
  }

  /**
   * Shows a frame; a run that has ended stays at its end.
   * @param {number} index
   * @param {number} duration
   */
  show(index, duration) {
    const positions = this.rounds.map((round) => round.at(Math.min(index, round.length - 1)));
    positions.forEach((position, run) => {
      this.boards[run].show(position, duration);
      this.seats[run].show(this.rounds[run], index, position);
      this.lists[run].mark(index, !this.player.playing);
    });
    const longest = positions.reduce((late, position) => (position.turn > late.turn ? position : late));
    this.controls.show(index, longest);
    this.figures.show(positions);
    this.plot.move(index);
    document.body.dataset.frame = String(index);
    document.body.dataset.turn = String(longest.turn);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.address(longest.turn), SETTLED);
  }

  /** Puts the turn into the address, so that it can be kept as a link. */
  address(/** @type {number} */ turn) {
    if (this.player.playing) return;
    const asked = new URLSearchParams(location.hash.slice(1));
    asked.delete("round");
    asked.delete("turn");
    if (this.replays[0].rounds.length > 1) asked.set("round", String(this.roundIndex + 1));
    asked.set("turn", String(turn));
    history.replaceState(null, "", `#${asked}`);
  }

  fileName() {
    return `${this.title.replace(/[^\w.-]+/g, "-")}-turn-${document.body.dataset.turn}`;
  }

  drawn() {
    return picture(this.boards, `${this.title} · ${find("caption").textContent}`);
  }

  saveSvg() {
    this.boards.forEach((board) => board.motion.finish());
    save(new Blob([this.drawn().text], { type: "image/svg+xml" }), `${this.fileName()}.svg`);
  }

  async savePng() {
    this.boards.forEach((board) => board.motion.finish());
    save(await png(this.drawn()), `${this.fileName()}.png`);
  }

  async copyLink() {
    this.address(Number(document.body.dataset.turn));
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    this.notice(copied ? "Link copied" : "The link is in the address bar");
  }

  /** Says something for two seconds. */
  notice(/** @type {string} */ text) {
    const box = find("notice");
    box.textContent = text;
    box.hidden = false;
    clearTimeout(this.noticing);
    this.noticing = setTimeout(() => (box.hidden = true), 2000);
  }

  /** Shows or hides the curve of a figure. */
  toggle(/** @type {number} */ figure) {
    if (!this.plotted.delete(figure)) this.plotted.add(figure);
    this.figures.mark(this.plotted);
    this.plot.choose(this.plotted);
  }
}
