/** The page of a game: its case, answers to it, and a game by hand. */
import { BoardChoices } from "./board-choices.js";
import { find, html } from "./dom.js";
import { drawOptions, givenOptions, setOptions } from "./form.js";
import { Hand } from "./hand.js";
import { isField } from "./keys.js";
import { Page } from "./main.js";
import { save } from "./picture.js";
import { Programs } from "./programs.js";
import { Replay } from "./replay.js";
import { LETTERS } from "./seat.js";
import { COMPARED, drawOffers, drawStanding, drawTrays, ruling } from "./standing.js";

/** Time from one of several new positions to the next, ms. */
const STEP = 420;
/** Most characters of entries that are kept in the address. */
const ADDRESS = 1500;
/** Most equal entries that `*K` stands for. */
const REPEATS = 10_000;

/** What the page was sent with. */
const sent = JSON.parse(find("data").textContent ?? "");

/** The page around the viewer. */
class GamePage {
  /** @param {Programs} programs @param {any} game its description */
  constructor(programs, game) {
    this.programs = programs;
    this.game = game;
    this.viewer = new Page();
    this.hand = new Hand(programs, {
      request: () => this.request(),
      show: (state, goesOn) => this.showHand(state, goesOn),
      say: (text, wrong) => this.say(text, wrong),
      hint: (places) => this.choices?.hint(places),
      busy: (what) => this.busy(what),
    });
    /** @type {BoardChoices | null} */
    this.choices = null;
    this.seed = /** @type {HTMLInputElement} */ (find("seed"));
    this.input = /** @type {HTMLTextAreaElement} */ (find("input"));
    this.output = /** @type {HTMLTextAreaElement} */ (find("output"));
    this.other = /** @type {HTMLTextAreaElement} */ (find("other"));
    /** A file that was dropped, as long as its text is unchanged. @type {WeakMap<HTMLTextAreaElement, {text: string, bytes: Uint8Array}>} */
    this.files = new WeakMap();
    /** @type {Promise<unknown>} */
    this.refreshes = Promise.resolve();
    /** Number of refreshes that are done. */
    this.count = 0;
    /** Our solver's score of the case. @type {number | null} */
    this.ours = null;
    /** Whether a judge has sent the page, with a case of its own. */
    this.isJudged = sent.seed !== undefined;
    document.body.toggleAttribute("data-judged", this.isJudged);
    if (this.isJudged) this.seed.value = sent.seed;
    drawOptions(game.options, () => this.edited());
    const words = `An entry is ${game.expected}.`.split("`");
    find("expected").replaceChildren(...words.map((text, index) => (index % 2 ? html("code", {}, text) : text)));
    this.bind();
  }

  bind() {
    for (const kind of ["input", "change"]) this.seed.addEventListener(kind, () => this.edited());
    this.input.addEventListener("input", () => void this.refresh());
    for (const field of [this.output, this.other]) field.addEventListener("input", () => this.otherAnswer());
    const by = (/** @type {number} */ step) => {
      this.seed.value = String(Math.max(0, Number(this.seed.value) + step));
      this.otherCase();
    };
    const actions = {
      "seed-back": () => by(-1),
      "seed-forward": () => by(1),
      undo: () => void this.hand.undo(),
      redo: () => void this.hand.redo(),
      hint: () => void this.hand.hint(),
      rest: () => void this.hand.rest(),
      lost: () => void this.hand.alone(() => this.lost()),
      end: () => void this.hand.alone(() => this.end()),
      keep: () => this.keep(),
      load: () => find("file").click(),
      ours: () => void this.hand.alone(() => this.solve()),
      back: () => this.backToHand(),
    };
    for (const [id, action] of Object.entries(actions)) find(`do-${id}`).addEventListener("click", action);
    find("entry-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enterTyped();
    });
    find("case-form").addEventListener("submit", (event) => event.preventDefault());
    const file = /** @type {HTMLInputElement} */ (find("file"));
    file.addEventListener("change", () => {
      for (const chosen of file.files ?? []) void this.open(chosen);
      file.value = "";
    });
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      for (const dropped of event.dataTransfer?.files ?? []) void this.open(dropped, event.target);
    });
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("hashchange", () => this.follow());
  }

  /** Keys of a game by hand, beside those of the viewer. */
  press(/** @type {KeyboardEvent} */ event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    const actions = /** @type {Record<string, () => Promise<void>>} */ ({
      u: () => this.hand.undo(), y: () => this.hand.redo(), h: () => this.hand.hint(),
    });
    const action = document.body.dataset.mode === "hand" && actions[event.key];
    if (action) void action();
  }

  /** The parts of a request that name the case. */
  request() {
    return { seed: Number(this.seed.value), options: givenOptions(this.game.options), input: this.input.value };
  }

  /** Seed and options, as they are in the form. */
  named() {
    return JSON.stringify([this.seed.value, givenOptions(this.game.options)]);
  }

  /** Draws the case that the form names if it is another: a press elsewhere ends the editing as well. */
  edited() {
    if (this.named() !== this.asking) this.otherCase();
  }

  /** Draws the case of another seed or of other options. */
  otherCase() {
    this.input.value = "";
    void this.refresh();
  }

  /** Shows an answer that is new, from its beginning or where it failed. */
  otherAnswer() {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const name of ["round", "turn"]) asked.delete(name);
    setAddress(asked);
    return this.refresh();
  }

  /** Shows what the fields say: answers with their rulings, or else a game by hand. */
  refresh() {
    this.asking = this.named();
    this.refreshes = this.refreshes.then(() => this.refreshed())
      .catch((error) => this.rule([error.message], true))
      .then(() => (document.body.dataset.refreshed = String(++this.count)));
    return this.refreshes;
  }

  async refreshed() {
    const named = JSON.stringify(this.request());
    const own = await this.programs.ask({ ...this.request(), ask: "case" });
    if (named !== JSON.stringify(this.request())) return;
    if (this.input.value.trim() === "") this.input.value = own.input;
    const text = JSON.stringify(this.request());
    const isOther = text !== this.shownCase;
    this.shownCase = text;
    this.heading = own.heading;
    this.title = `${this.game.title} · ${own.name}`;
    document.title = this.title;
    if (isOther) void this.compare().catch((error) => this.say(error.message, true));
    const answers = this.answers();
    if (answers.length > 0) {
      await this.showAnswers(answers);
    } else {
      const kept = isOther ? this.asked("entries") : this.hand.groups;
      await this.hand.begin(kept);
    }
    this.address();
  }

  /** Entries that the address names, if it is that of the case; else those with which the page was sent. */
  asked(/** @type {string} */ name) {
    if (!this.isFirst) return [];
    this.isFirst = false;
    const text = new URLSearchParams(location.hash.slice(1)).get(name);
    const entries = text?.split("\n") ?? sent.entries ?? [];
    return entries.filter(Boolean).map((/** @type {string} */ entry) => [entry]);
  }

  /** The bytes of a field: those of the file that was dropped there, or its text. */
  bytes(/** @type {HTMLTextAreaElement} */ field) {
    const file = this.files.get(field);
    return file?.text === field.value ? file.bytes : new TextEncoder().encode(field.value);
  }

  /** Rules on answers, and shows them side by side. */
  async showAnswers(/** @type {HTMLTextAreaElement[]} */ fields) {
    const begun = performance.now();
    const runs = await Promise.all(fields.map((field) => this.programs.ask({ ...this.request(), ask: "judge" }, this.bytes(field))));
    performance.measure("judge", { start: begun });
    this.mode("runs");
    this.rule(runs.map(ruling), runs.some(({ verdict }) => verdict !== "OK"));
    find("ruling").dataset.score = runs.map(({ score }) => score).join(" ");
    await this.showReplays(fields, false);
    await this.viewer.follow();
  }

  /** Shows answers side by side; returns the turns of each that lost the most, if `losses` are asked for. */
  async showReplays(/** @type {HTMLTextAreaElement[]} */ fields, /** @type {boolean} */ losses) {
    const runs = await Promise.all(fields.map((field) => this.programs.ask({ ...this.request(), ask: "replay", losses }, this.bytes(field))));
    const packed = runs.map(({ page }, index) => {
      const [replay] = JSON.parse(page).replays;
      replay.header.contestant = fields[index] === this.output ? "answer" : "other answer";
      return replay;
    });
    await this.show(packed);
    this.choices?.take([]);
    return runs.map(({ dearest }) => dearest);
  }

  /** Shows where points were lost: a curve, and the dearest turns to go to. A finished game by hand becomes an answer. */
  async lost() {
    const { state } = this.hand;
    if (document.body.dataset.mode === "hand" && state) {
      this.output.value = state.output;
      await this.otherAnswer();
    }
    find("lost").replaceChildren("Looking for where points were lost …");
    const found = await this.showReplays(this.answers(), true);
    await this.viewer.follow();
    const turns = found.flatMap((dearest, run) => dearest.map((/** @type {any} */ { round, turn, text }) => {
      const name = `${found.length > 1 ? `${LETTERS[run]}, ` : ""}${this.viewer.replays[0].rounds.length > 1 ? `round ${round + 1}, ` : ""}turn ${turn}`;
      const button = html("button", { type: "button" }, html("b", {}, name), ` ${text}`);
      button.addEventListener("click", () => void this.openEvent(run, round, text));
      return button;
    }));
    const nothing = "No turn lost a point, or the play is not finished.";
    find("lost").replaceChildren(...(turns.length > 0 ? turns : [nothing]));
  }

  /** Opens a round of a run at an event. */
  async openEvent(/** @type {number} */ run, /** @type {number} */ round, /** @type {string} */ text) {
    await this.viewer.open(round, { turn: 0 });
    this.viewer.player.seek(this.viewer.rounds[run].frames.findIndex(({ events }) => events?.includes(text)));
  }

  /** The fields that hold answers. */
  answers() {
    return [this.output, this.other].filter((field) => field.value.trim() !== "");
  }

  /** Says the rulings, or what is wrong with the case. */
  rule(/** @type {string[]} */ lines, /** @type {boolean} */ failed) {
    find("ruling").replaceChildren(...lines.map((line) => html("span", {}, line)));
    find("ruling").classList.toggle("failed", failed);
    find("ruling").hidden = lines.length === 0;
    find("lost").replaceChildren();
    find("do-lost").hidden = !this.game.losses || lines.length === 0;
    delete find("ruling").dataset.score;
  }

  /** Gives replays to the viewer. */
  async show(/** @type {any[]} */ packed) {
    const replays = await Promise.all(packed.map((replay) => Replay.open(replay)));
    this.viewer.take(this.title ?? "", replays);
    const [board] = this.viewer.boards;
    if (this.choices?.board !== board) {
      this.choices = new BoardChoices(board, {
        arrive: () => this.arrive(),
        choose: (entry) => this.choose([entry], this.hand.state),
        say: (text) => this.say(text, true),
        announce: (text) => (find("announced").textContent = text),
      });
    }
  }

  /**
   * Shows a game by hand at its end.
   * @param {import("./hand.js").HandState} state
   * @param {boolean} goesOn
   */
  async showHand(state, goesOn) {
    this.mode("hand");
    this.rule([], false);
    clearTimeout(this.stepping);
    const before = this.viewer.player.length;
    const [replay] = JSON.parse(state.page).replays;
    replay.header.contestant = "you";
    if (!state.over) replay.header.verdict = "in play";
    replay.header.score = state.over ? state.score : state.current;
    await this.show([replay]);
    const round = replay.rounds.length - 1;
    const last = goesOn && round === this.viewer.roundIndex ? before : Infinity;
    await this.viewer.open(round, { turn: Infinity, index: last });
    this.step();
    this.choices?.take(state.choices, state.over ? "The game is over." : "");
    drawTrays(state.choices, (entry) => this.choose([entry], this.hand.state));
    const position = this.viewer.rounds[0].at(this.viewer.player.length - 1);
    drawOffers(this.viewer.boards[0].layout, position, this.choices?.lit() ?? []);
    this.stand(state);
    this.address();
    document.body.dataset.hand = String(this.hand.entries.length);
  }

  /** Shows the positions that are left, one after another. */
  step() {
    const { player } = this.viewer;
    this.isStepping = player.index < player.length - 1;
    if (!this.isStepping) return;
    this.stepping = setTimeout(() => {
      player.seek(player.index + 1);
      this.step();
    }, STEP);
  }

  /** Shows the last position, where the game goes on; returns whether it was shown, or on its way. */
  arrive() {
    const { player } = this.viewer;
    const isEarlier = player.index < player.length - 1 && !this.isStepping;
    clearTimeout(this.stepping);
    this.isStepping = false;
    player.seek(player.length - 1);
    if (isEarlier) this.say("This is the end of your game: it goes on from here.");
    return !isEarlier;
  }

  /**
   * Takes entries. At an earlier position, they only lead back to the last.
   * @param {string[]} entries
   * @param {import("./hand.js").HandState | null} [state] the one that they were chosen from
   */
  choose(entries, state) {
    if (this.arrive()) void this.hand.enter(entries, state);
  }

  /** Shows how the game stands, and the buttons that it allows. */
  stand(/** @type {import("./hand.js").HandState} */ state) {
    drawStanding(state, this.game.counted, this.ours);
    find("do-undo").toggleAttribute("disabled", this.hand.groups.length === 0);
    find("do-redo").toggleAttribute("disabled", this.hand.undone.length === 0);
    find("do-lost").hidden = !this.game.losses || !state.over;
    for (const id of ["do-hint", "do-rest"]) find(id).toggleAttribute("disabled", state.over);
  }

  /** Lets our solver play the case by itself, to compare. */
  async compare() {
    this.ours = null;
    const named = this.shownCase;
    const { request, output } = await this.solution(this.programs.reference, COMPARED);
    const run = await this.programs.ask({ ...request, ask: "judge" }, output);
    if (named !== this.shownCase) return;
    this.ours = run.score;
    if (this.hand.state && document.body.dataset.mode === "hand") this.stand(this.hand.state);
  }

  /** Our solver's output for the case, in so many ms. */
  async solution(/** @type {import("./programs.js").Caller} */ caller, /** @type {number} */ time) {
    caller.stop();
    const { input } = await this.programs.ask({ ...this.request(), ask: "case" });
    const request = { ...this.request(), input };
    const output = await caller.call({ solve: { request, input, time, once: false } });
    return { request, output };
  }

  /** Shows a game of our solver as the answer. */
  async solve() {
    this.busy("Our solver plays …");
    const time = Number(/** @type {HTMLSelectElement} */ (find("time")).value);
    const { request, output } = await this.solution(this.programs.solver, time);
    this.busy(null);
    // Behind the case may stand what another contestant was sent.
    this.input.value = request.input;
    this.output.value = new TextDecoder().decode(output);
    await this.otherAnswer();
  }

  /** Gives the game to the judge that has sent the page. */
  async end() {
    await this.programs.end(this.hand.entries);
    document.body.dataset.mode = "ended";
    this.choices?.take([]);
    for (const panel of document.querySelectorAll(".panel")) /** @type {HTMLElement} */ (panel).hidden = panel.id !== "ended";
  }

  /** Leaves the answers for the game by hand. */
  backToHand() {
    this.output.value = "";
    this.other.value = "";
    void this.refresh();
  }

  /** Enters what was typed; `ENTRY *K` stands for K equal ones. */
  enterTyped() {
    const field = /** @type {HTMLInputElement} */ (find("entry"));
    const [, entry, count] = field.value.match(/^(.*?)\s*(?:\*\s*(\d+))?$/) ?? [];
    if (!entry) return;
    this.choose(Array(Math.min(REPEATS, Number(count ?? 1))).fill(entry.trim()));
    field.value = "";
  }

  /** Saves the entries to a file, which the judge's `play --continue` reads too. */
  keep() {
    const lines = [this.heading, ...this.hand.entries].map((line) => `${line}\n`).join("");
    save(new Blob([lines], { type: "text/plain" }), `${this.game.name}-${this.seed.value}.txt`);
  }

  /** Opens a file, or says what is wrong with it. */
  open(/** @type {File} */ file, /** @type {EventTarget | null} */ target = null) {
    return this.take(file, target).catch((error) => this.say(error.message, true));
  }

  /** Takes a file: a game that was saved, a case, or an answer. */
  async take(/** @type {File} */ file, /** @type {EventTarget | null} */ target) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const saved = await this.programs.ask({ ...this.request(), ask: "open" }, bytes);
    if (saved) return this.restore(saved);
    const isField = target === this.input || target === this.output || target === this.other;
    const field = isField ? /** @type {HTMLTextAreaElement} */ (target) : file.name.endsWith(".in") ? this.input : this.output;
    field.value = text;
    this.files.set(field, { text: field.value, bytes });
    return field === this.input ? this.refresh() : this.otherAnswer();
  }

  /**
   * Goes on with a game that was saved.
   * @param {{seed: number, options: [string, string][], input: string, entries: string[]}} saved
   */
  async restore({ seed, options, input, entries }) {
    this.seed.value = String(seed);
    setOptions(this.game.options, new Map(options));
    this.input.value = input;
    this.output.value = this.other.value = "";
    await this.refresh();
    await this.hand.alone(() => this.hand.begin(entries.map((entry) => [entry])));
  }

  say(/** @type {string} */ text, wrong = false) {
    find("said").textContent = text;
    find("said").classList.toggle("wrong", wrong);
    if (text !== "") find("said").scrollIntoView({ block: "nearest" });
  }

  busy(/** @type {string | null} */ what) {
    document.body.toggleAttribute("aria-busy", what !== null);
    if (what !== null) this.say(what);
    for (const id of ["do-hint", "do-rest", "do-ours"]) find(id).toggleAttribute("disabled", what !== null);
    if (what === null && this.hand.state?.over) for (const id of ["do-hint", "do-rest"]) find(id).toggleAttribute("disabled", true);
  }

  /** Shows the controls of a game by hand, or of answers. */
  mode(/** @type {"hand" | "runs"} */ mode) {
    document.body.dataset.mode = mode;
    find("hand").hidden = mode !== "hand";
    find("do-back").hidden = mode === "hand";
  }

  /** Puts the case into the address, before the turn. */
  address() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const turn = ["round", "turn"].flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? ""]] : []));
    const entries = this.hand.entries.join("\n");
    const isHand = document.body.dataset.mode === "hand" && entries !== "" && entries.length <= ADDRESS;
    const own = [["seed", this.seed.value], ...givenOptions(this.game.options), ...(isHand ? [["entries", entries]] : [])];
    setAddress(new URLSearchParams([...own, ...turn]));
    this.followed = this.caseAsked();
  }

  /** The part of the address that names the case. */
  caseAsked() {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const name of ["round", "turn"]) asked.delete(name);
    return asked.toString();
  }

  /** Takes the case that the address names. */
  follow() {
    if (this.caseAsked() === this.followed) return undefined;
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.has("seed") && !this.isJudged) {
      this.seed.value = asked.get("seed") ?? "1";
      setOptions(this.game.options, new Map(asked));
      this.input.value = "";
    }
    this.isFirst = true;
    return this.refresh();
  }
}

/** Puts the part behind `#` into the address, if it is another. */
function setAddress(/** @type {URLSearchParams} */ parameters) {
  if (location.hash !== `#${parameters}`) history.replaceState(null, "", `#${parameters}`);
}

const programs = await Programs.open(sent);
const game = new GamePage(programs, await programs.ask({ ask: "game" }));
const asked = new URLSearchParams(location.hash.slice(1));
game.followed = asked.toString() === "" ? undefined : "none";
await (game.follow() ?? game.refresh());
/** Other programs set the fields, and call these. */
Object.assign(globalThis, { generate: () => game.otherCase(), updateOutput: () => game.refresh() });
document.body.dataset.opened = performance.now().toFixed();
document.body.dataset.ready = "true";
