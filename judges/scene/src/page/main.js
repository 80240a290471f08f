/** The page: puts its parts together around the frame that is shown. */
import { Board } from "./board.js";
import { firstDifference } from "./compare.js";
import { Controls } from "./controls.js";
import { watch } from "./details.js";
import { find, html, svg } from "./dom.js";
import { Figures } from "./figures.js";
import { bindings, listen } from "./keys.js";
import { shown } from "./number.js";
import { picture, png, save } from "./picture.js";
import { drawPiece } from "./pieces.js";
import { Player } from "./player.js";
import { Plot } from "./plot.js";
import { Replay, Round } from "./replay.js";
import { Rounds } from "./rounds.js";

/** Legends with more kinds than this say nothing. */
const LEGEND = 12;
/** Quiet time before the address follows the turn, ms. */
const SETTLED = 250;

/** The whole page. */
export class Page {
  constructor() {
    this.title = "";
    /** @type {Replay[]} */
    this.replays = [];
    /** @type {Board[]} */
    this.boards = [];
    /** @type {Round[]} */
    this.rounds = [];
    this.roundIndex = 0;
    this.player = new Player((index, duration) => this.show(index, duration));
    this.controls = new Controls(this.player);
    this.bind();
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
    this.figures = new Figures(find("figures"), replays[0].figures, replays.map(runName), (index) => this.toggle(index));
    this.plot = new Plot(find("plot"), replays, (index) => {
      this.player.pause();
      this.player.seek(index);
    });
    this.bars = new Rounds(find("rounds"), replays[0], (index) => this.open(index, { turn: 0 }));
    this.plotted = new Set(replays[0].figures.flatMap(({ plotted }, index) => (plotted ? [index] : [])));
    this.drawHeader();
    this.drawSeats();
    this.drawLegend();
  }

  drawHeader() {
    const { header } = this.replays[0];
    find("title").textContent = this.title;
    const chips = header.parameters.map(([name, value]) => html("span", {}, `${name} `, html("b", {}, value)));
    find("parameters").replaceChildren(...chips);
    document.querySelector("main")?.classList.toggle("pair", this.replays.length > 1);
  }

  /** Draws the boards with the runs' names, verdicts, scores and failures. */
  drawSeats() {
    this.faults = this.replays.map(({ header }) => {
      const fault = html("p", { class: "fault" }, html("b", {}, header.verdict), ` ${header.fault ?? ""}`);
      fault.hidden = true;
      return fault;
    });
    const seats = this.replays.map(({ header }, run) => {
      const failed = header.fault !== undefined;
      const head = html("header", {},
        html("span", { class: "who" }, header.contestant),
        html("span", { class: failed ? "badge failed" : "badge" }, header.verdict),
        html("span", { class: "score" }, "score ", html("b", {}, shown(header.score))));
      return html("div", { class: "seat" }, head, this.faults?.[run] ?? "", this.boards[run].picture);
    });
    find("boards").replaceChildren(...seats);
  }

  drawLegend() {
    const named = this.replays[0].layout.kinds.filter((kind) => kind.name);
    find("legend").hidden = named.length === 0 || named.length > LEGEND;
    if (find("legend").hidden) return;
    const entries = named.map((kind) => {
      const sample = svg("svg", { class: "board", viewBox: "-20 -20 40 40" }, drawPiece(kind));
      return html("span", { title: kind.note }, sample, kind.name);
    });
    find("legend").replaceChildren(html("h2", {}, "Legend"), html("div", { class: "legend" }, ...entries));
  }

  /** Connects buttons and keys with what the page itself does. */
  bind() {
    const actions = {
      theme: () => this.toggleTheme(),
      svg: () => this.saveSvg(),
      png: () => void this.savePng(),
      link: () => void this.copyLink(),
      round: (/** @type {number} */ by) => void this.open(this.roundIndex + by, { turn: 0 }),
    };
    find("theme").addEventListener("click", actions.theme);
    find("save-svg").addEventListener("click", actions.svg);
    find("save-png").addEventListener("click", actions.png);
    find("copy-link").addEventListener("click", actions.link);
    listen(bindings(this.controls, actions));
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

  /** Opens the round and turn that the address names. */
  async follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const round = Number(asked.get("round") ?? 1) - 1;
    const turn = asked.get("turn");
    await this.open(Number.isInteger(round) ? round : 0, turn === null ? { turn: 0 } : { turn: Number(turn) });
  }

  /**
   * Opens a round at one of its turns.
   * @param {number} index
   * @param {{turn: number}} at
   */
  async open(index, { turn }) {
    const count = Math.max(...this.replays.map((replay) => replay.rounds.length));
    this.roundIndex = Math.min(Math.max(1, count) - 1, Math.max(0, index));
    const opened = this.roundIndex;
    const rounds = await Promise.all(this.replays.map((replay) => replay.round(opened)));
    if (opened !== this.roundIndex) return;
    this.rounds = rounds;
    const [one, other] = rounds;
    const difference = other ? firstDifference(one, other) : null;
    const longest = rounds.reduce((long, round) => (round.length > long.length ? round : long));
    const failed = this.replays.some((replay) => replay.failedIn(opened));
    this.controls.open(longest, difference, failed);
    this.plot.open(rounds, difference, failed);
    this.plot.choose(this.plotted);
    this.figures.mark(this.plotted);
    this.bars.show(opened);
    this.listEvents();
    this.player.open(longest.length, longest.indexOf(turn || 0));
  }

  /** Lists the events of the first run. */
  listEvents() {
    const [round] = this.rounds;
    /** @type {Map<number, HTMLElement>} */
    this.entries = new Map();
    const entries = round.eventful.map((index) => {
      const { turn, events } = round.frames[index];
      const button = html("button", { type: "button" }, html("span", {}, String(turn)), html("span", {}, (events ?? []).join(", ")));
      button.addEventListener("click", () => {
        this.player.pause();
        this.player.seek(index);
      });
      this.entries?.set(index, button);
      return html("li", {}, button);
    });
    const list = html("ul", { class: "events" }, ...entries);
    find("events").replaceChildren(html("h2", {}, `Events (${entries.length})`), list);
    find("events").hidden = entries.length === 0;
  }

  /**
   * Shows a frame; a run that has ended stays at its end.
   * @param {number} index
   * @param {number} duration
   */
  show(index, duration) {
    const positions = this.rounds.map((round) => round.at(Math.min(index, round.length - 1)));
    positions.forEach((position, run) => this.boards[run].show(position, duration));
    this.faults?.forEach((fault, run) => {
      const ended = index >= this.rounds[run].length - 1;
      fault.hidden = !(ended && this.replays[run].failedIn(this.roundIndex));
    });
    const longest = positions.reduce((late, position) => (position.turn > late.turn ? position : late));
    this.controls.show(index, longest);
    this.figures.show(positions);
    this.plot.move(index);
    this.markEvent(index);
    document.body.dataset.frame = String(index);
    document.body.dataset.turn = String(longest.turn);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.address(longest.turn), SETTLED);
  }

  /** Marks the event of a frame in the list, and brings it into view there. */
  markEvent(/** @type {number} */ index) {
    this.entry?.removeAttribute("aria-current");
    this.entry = this.entries?.get(index);
    if (!this.entry) return;
    this.entry.setAttribute("aria-current", "true");
    const list = this.entry.closest("ul");
    if (list && !this.player.playing) list.scrollTop = this.entry.offsetTop - list.offsetTop - list.clientHeight / 2;
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
    return picture(this.boards.map((board) => board.picture), `${this.title} · ${find("caption").textContent}`);
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

/** The name of a run in a heading. */
function runName(/** @type {Replay} */ { header }) {
  return header.contestant;
}
