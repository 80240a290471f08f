/** The page: puts its parts together around the frame that is shown. */
import { Board } from "./board.js";
import { firstDifference } from "./compare.js";
import { Controls } from "./controls.js";
import { watch } from "./details.js";
import { find, html } from "./dom.js";
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
    this.player = new Player((index, duration) => this.show(index, duration));
    this.controls = new Controls(this.player);
    this.bind(more);
  }

  /**
   * Takes other replays in the place of those that it has. A board whose layout stays is kept, so that its pieces
   * move to where they are next.
   * @param {string} title
   * @param {Replay[]} replays
   */
  take(title, replays) {
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
    this.bars = new Rounds(find("rounds"), replays[0], (index) => this.open(index, { turn: 0 }));
    this.drawHeader();
    this.drawSeats();
    drawLegend(find("legend"), replays[0]);
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
      round: (/** @type {number} */ by) => void this.open(this.roundIndex + by, { turn: 0 }),
    };
    find("show-rules").addEventListener("click", actions.rules);
    find("theme").addEventListener("click", actions.theme);
    find("save-svg").addEventListener("click", actions.svg);
    find("save-png").addEventListener("click", actions.png);
    find("copy-link").addEventListener("click", actions.link);
    listen([...more, ...bindings(this.controls, actions)]);
    addEventListener("hashchange", () => void this.follow());
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
    dark.addEventListener("change", theme);
    theme();
  }

  toggleTheme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  }

  /** Opens the round and turn that the address names; without any, a failed run where it failed. */
  async follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const failed = this.replays.find(({ header }) => header.fault !== undefined);
    if (failed && !asked.has("round") && !asked.has("turn")) {
      await this.open(failed.failedRound, { fault: true });
      return;
    }
    const round = Number(asked.get("round") ?? 1) - 1;
    await this.open(Number.isInteger(round) ? round : 0, { turn: Number(asked.get("turn")) });
  }

  /**
   * Opens a round at one of its turns, or where the first run that failed in it did.
   * @param {number} index
   * @param {{turn?: number, index?: number, fault?: boolean}} at the turn, or one of its frames
   */
  async open(index, { turn, index: frame, fault }) {
    const count = Math.max(...this.replays.map((replay) => replay.rounds.length));
    this.roundIndex = Math.min(Math.max(1, count) - 1, Math.max(0, index));
    const opened = this.roundIndex;
    const rounds = await Promise.all(this.replays.map((replay) => replay.round(opened)));
    if (opened !== this.roundIndex) return;
    this.rounds = rounds;
    const [one, other] = rounds;
    const difference = other ? firstDifference(one, other) : null;
    const longest = rounds.reduce((long, round) => (round.length > long.length ? round : long));
    const ends = rounds.flatMap((round, run) => (this.replays[run].failedIn(opened) ? [round.length - 1] : []));
    const eventful = [...new Set(rounds.flatMap((round) => round.eventful))].sort((a, b) => a - b);
    this.controls.open(longest, eventful, difference, ends);
    this.plot.open(rounds, difference, ends);
    this.plot.choose(this.plotted);
    this.figures.mark(this.plotted);
    this.bars.show(opened);
    this.listEvents();
    const asked = fault && ends.length > 0 ? Math.min(...ends) : frame;
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
