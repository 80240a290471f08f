/** The page of a game: its case, answers to it, and a game by hand. */
import { caseAsked, namedPosition, positionAsked, setAddress } from "./address.js";
import { Answers } from "./answers.js";
import { Boards } from "./boards.js";
import { find, html } from "./dom.js";
import { Files } from "./files.js";
import { CaseForm } from "./form.js";
import { Hand } from "./hand.js";
import { Lessons } from "./lessons.js";
import { drawLost } from "./lost.js";
import { Page } from "./main.js";
import { spaced } from "./number.js";
import { openParting, parting } from "./parting.js";
import { Programs } from "./programs.js";
import { Scores } from "./scores.js";
import { COMPARED, drawStanding, drawTrays, ruling } from "./standing.js";

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
    this.viewer = new Page(this.keys());
    this.form = new CaseForm(game.options, () => void this.refresh());
    const request = () => this.form.request();
    this.answers = new Answers(programs, request);
    this.hand = new Hand(programs, {
      request,
      show: (state, goesOn) => this.showHand(state, goesOn),
      say: (text, wrong) => this.say(text, wrong),
      hint: (places) => this.boards.choices?.hint(places),
      busy: (what) => this.busy(what),
    });
    this.boards = new Boards(this.viewer, {
      choose: (entry) => this.choose([entry], this.hand.state),
      say: (text, wrong) => this.say(text, wrong),
      announce: (text) => (find("announced").textContent = text),
    });
    this.files = new Files(programs, this.form, this.answers, {
      restore: (saved) => this.restore(saved),
      otherCase: () => this.refresh(),
      otherAnswer: () => this.otherAnswer(),
      say: (text) => this.say(text, true),
    });
    this.scores = new Scores(game.name);
    this.lessons = new Lessons(JSON.parse(sent.course ?? "null"), {
      open: ({ seed, options, entries }) => this.restore({ seed, options, input: "", entries }),
      show: ({ seed, options, outputs }) => this.showPlays(seed, options, outputs),
      choose: (entry) => this.choose([entry], this.hand.state),
    });
    /** @type {Promise<unknown>} */
    this.refreshes = Promise.resolve();
    /** What is computed while the game goes on. @type {Set<Promise<void>>} */
    this.underway = new Set();
    /** Number of refreshes that are done. */
    this.count = 0;
    /** Our solver's score of the case. @type {number | null} */
    this.ours = null;
    /** Entries with which the case that is opened next begins. @type {string[]} */
    this.first = sent.entries ?? [];
    /** Whether a judge has sent the page, with a case of its own. */
    this.isJudged = sent.seed !== undefined;
    document.body.toggleAttribute("data-judged", this.isJudged);
    if (this.isJudged) this.form.seed.value = sent.seed;
    const words = `An entry is ${game.expected}.`.split("`");
    find("expected").replaceChildren(...words.map((text, index) => (index % 2 ? html("code", {}, text) : text)));
    this.bind();
  }

  /** Keys of a game by hand. */
  keys() {
    const byHand = (/** @type {(hand: Hand) => void} */ action) => () => {
      if (document.body.dataset.mode === "hand") action(this.hand);
    };
    return [
      { keys: [], name: "Arrows on the board", purpose: "choose a legal place" },
      { keys: [], name: "Enter on the board", purpose: "play there, or begin a move" },
      { keys: [], name: "Esc on the board", purpose: "drop the move that was begun; the whole board" },
      { keys: ["u"], name: "u", purpose: "undo", action: byHand((hand) => void hand.undo()) },
      { keys: ["y"], name: "y", purpose: "redo", action: byHand((hand) => void hand.redo()) },
      { keys: ["h"], name: "h", purpose: "hint", action: byHand((hand) => void hand.hint()) },
      { keys: ["g"], name: "g", purpose: "play the hint", action: byHand((hand) => void hand.follow()) },
      { keys: ["n"], name: "n", purpose: "new game: the next seed", action: () => this.form.step(1) },
    ].filter(({ name }) => name !== "n" || sent.seed === undefined);
  }

  bind() {
    this.answers.fields.forEach((field) => field.addEventListener("input", (event) => {
      const { inputType } = /** @type {InputEvent} */ (event);
      void this.otherAnswer(inputType === "insertFromPaste" || inputType === "insertFromDrop");
    }));
    const actions = {
      "seed-back": () => this.form.step(-1),
      "seed-forward": () => this.form.step(1),
      undo: () => void this.hand.undo(),
      redo: () => void this.hand.redo(),
      hint: () => void this.hand.hint(),
      follow: () => void this.hand.follow(),
      rest: () => void this.hand.rest(),
      lost: () => void this.hand.alone(() => this.lost()),
      end: () => void this.hand.alone(() => this.end()),
      keep: () => this.files.keep(this.game.name, [this.heading ?? "", ...this.hand.entries]),
      ours: () => void this.hand.alone(() => this.solve()),
      beside: () => void this.hand.alone(() => this.beside()),
      back: () => this.backToHand(),
    };
    for (const [id, action] of Object.entries(actions)) find(`do-${id}`).addEventListener("click", action);
    find("entry-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enterTyped();
    });
    find("case-form").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", () => this.follow());
  }

  /** Shows an answer that is new, from its beginning or where it failed; brings it into view if `toIt`. */
  async otherAnswer(toIt = true) {
    setAddress(caseAsked());
    await this.refresh();
    if (toIt) find("boards").scrollIntoView({ block: "start" });
  }

  /** Shows what the fields name: answers with their rulings, or else a game by hand. */
  refresh() {
    this.form.asking = this.form.named();
    this.refreshes = this.refreshes.then(() => this.refreshed())
      .catch((error) => this.rule([error.message], true))
      .then(() => (document.body.dataset.refreshed = String(++this.count)));
    return this.refreshes;
  }

  async refreshed() {
    const { form } = this;
    const named = JSON.stringify(form.request());
    const own = await this.programs.ask({ ...form.request(), ask: "case" });
    if (named !== JSON.stringify(form.request())) return;
    if (form.input.value.trim() === "") form.input.value = form.drawn = own.input;
    const text = JSON.stringify(form.request());
    const isOther = text !== this.shownCase;
    this.shownCase = text;
    this.heading = own.heading;
    this.title = `${this.game.title} · ${own.name}`;
    document.title = this.title;
    const { first } = this;
    if (isOther) {
      this.first = [];
      this.hand.help.clear();
    }
    if (this.answers.given.length > 0) await this.showAnswers();
    else await this.hand.begin(isOther ? first.map((entry) => [entry]) : this.hand.groups);
    if (isOther) this.aside(this.compare());
    await this.address();
  }

  /** Rules on the answers, and shows them side by side. */
  async showAnswers() {
    const runs = await this.answers.judge();
    this.mode("runs");
    this.rule(runs.map(ruling), runs.some(({ verdict }) => verdict !== "OK"));
    find("ruling").dataset.score = runs.map(({ score }) => score).join(" ");
    await this.showRuns((await this.answers.replays(false)).map(({ replay }) => replay));
  }

  /** Shows answers of contestants in the place of a game by hand. */
  async showRuns(/** @type {any[]} */ packed) {
    this.mode("runs");
    await this.boards.show(this.title ?? "", packed);
  }

  /** Shows where points were lost: a curve, and the dearest turns to go to. A finished game by hand becomes an answer. */
  async lost() {
    const { state } = this.hand;
    if (document.body.dataset.mode === "hand" && state) {
      this.answers.set(state.output);
      await this.otherAnswer();
    }
    find("lost").replaceChildren("Looking for where points were lost …");
    const played = await this.answers.replays(true);
    await this.showRuns(played.map(({ replay }) => replay));
    drawLost(this.viewer, played);
  }

  /** Shows rulings, or what is wrong with the case. */
  rule(/** @type {string[]} */ lines, /** @type {boolean} */ failed) {
    find("ruling").replaceChildren(...lines.map((line) => html("span", {}, line)));
    find("ruling").classList.toggle("failed", failed);
    find("ruling").hidden = lines.length === 0;
    find("lost").replaceChildren();
    find("do-lost").hidden = !this.game.losses || lines.length === 0;
    delete find("ruling").dataset.score;
  }

  /**
   * Shows a game by hand at its end.
   * @param {import("./hand.js").HandState} state
   * @param {boolean} goesOn
   */
  async showHand(state, goesOn) {
    this.mode("hand");
    this.rule([], false);
    await this.boards.showHand(this.title ?? "", this.handReplay(state), goesOn);
    const { choices } = this.boards;
    const choose = (/** @type {string} */ entry) => this.choose([entry], this.hand.state);
    choices?.take(state.choices, state.over ? "The game is over." : "");
    const position = this.viewer.rounds[0].at(this.viewer.player.length - 1);
    drawTrays(this.viewer.boards[0].layout, position, state.choices, choices?.lit() ?? [], choose);
    this.stand(state);
    await this.address();
    document.body.dataset.hand = String(this.hand.entries.length);
    document.body.dataset.over = String(state.over);
    this.lessons.answer(this.hand.entries);
    if (state.over) this.aside(this.conclude(state));
  }

  /** The replay of a game by hand: a person's game ends, it does not fail. */
  handReplay(/** @type {import("./hand.js").HandState} */ state) {
    const [replay] = JSON.parse(state.page).replays;
    const { fault, ...header } = replay.header;
    const [verdict, score] = state.over ? ["over", state.score] : ["in play", state.current];
    return { ...replay, header: { ...header, contestant: "you", verdict, score } };
  }

  /** Names what the best play would have been where the game has values, and keeps the score. */
  async conclude(/** @type {import("./hand.js").HandState} */ state) {
    const { entries, help } = this.hand;
    // Apart from what the person does next.
    const request = { ...this.form.request(), ask: "replay", losses: true };
    const { ending } = await this.programs.reference.call({ request, output: new TextEncoder().encode(state.output) });
    state.ending = ending;
    if (state !== this.hand.state) return;
    this.stand(state);
    if (this.isJudged || this.form.input.value !== this.form.drawn) return;
    this.scores.keep({
      seed: this.form.seed.value, options: this.form.options.map(([name, value]) => `${name} ${value}`.trim()).join(", "),
      score: state.score, bound: state.bound ?? null, solver: this.ours, help: [...help].join(", "),
      ending, entries: entries.join("; "),
    });
  }

  /**
   * Takes entries. At an earlier position, they only lead back to the last.
   * @param {string[]} entries
   * @param {import("./hand.js").HandState | null} [state] the one that they were chosen from
   */
  choose(entries, state) {
    if (this.boards.arrive()) void this.hand.enter(entries, state);
  }

  /** Shows how the game stands, and the buttons that it allows. */
  stand(/** @type {import("./hand.js").HandState} */ state) {
    drawStanding(state, this.game.counted, this.ours);
    find("do-lost").hidden = !this.game.losses || !state.over;
    this.enable();
  }

  /** Enables the buttons that do something now. */
  enable() {
    const isBusy = document.body.hasAttribute("aria-busy");
    const cannotGoOn = isBusy || Boolean(this.hand.state?.over);
    const disabled = {
      undo: this.hand.groups.length === 0, redo: this.hand.undone.length === 0,
      hint: cannotGoOn, follow: cannotGoOn, rest: cannotGoOn, ours: isBusy, beside: isBusy,
    };
    for (const [id, isDisabled] of Object.entries(disabled)) find(`do-${id}`).toggleAttribute("disabled", isDisabled);
  }

  /** Lets our solver play the case by itself, to compare. */
  async compare() {
    this.ours = null;
    const named = this.shownCase;
    const { request, output } = await this.solution(this.programs.reference, COMPARED);
    const { score } = await this.programs.ask({ ...request, ask: "judge" }, output);
    if (named !== this.shownCase) return;
    this.ours = score;
    if (this.hand.state && document.body.dataset.mode === "hand") this.stand(this.hand.state);
  }

  /** Starts work in the background; only the end of the game waits for it. */
  aside(/** @type {Promise<void>} */ work) {
    const done = work.catch((error) => this.say(error.message, true)).then(() => void this.underway.delete(done));
    this.underway.add(done);
  }

  /** Our solver's output for the case, in so many ms, and the request that names this case. */
  async solution(/** @type {any} */ caller, /** @type {number} */ time) {
    const { input } = await this.programs.ask({ ...this.form.request(), ask: "case" });
    const request = { ...this.form.request(), input };
    const output = await caller.call({ solve: { request, input, time, once: false } });
    return { request, output };
  }

  /** The same in the time that is chosen. */
  chosenSolution() {
    this.busy("Our solver plays …");
    return this.solution(this.programs.solver, Number(/** @type {HTMLSelectElement} */ (find("time")).value));
  }

  /** Shows a game of our solver as the answer. */
  async solve() {
    const { request, output } = await this.chosenSolution();
    // After the case may stand what another contestant was sent.
    this.form.input.value = request.input;
    this.answers.set(new TextDecoder().decode(output));
    await this.otherAnswer();
  }

  /** Shows a game of our solver beside the present game or answer, where they part. */
  async beside() {
    const { hand: { state }, answers } = this;
    const { request, output } = await this.chosenSolution();
    const [given] = answers.given;
    const own = given ?? (state?.over ? new TextEncoder().encode(state.output) : null);
    const mine = own ? await answers.replay(own, given ? "answer" : "you", true)
      : { replay: this.handReplay(/** @type {import("./hand.js").HandState} */ (state)), ending: "" };
    const ours = await answers.replay(output, "our solver", own !== null, request);
    setAddress(caseAsked());
    await this.showRuns([mine.replay, ours.replay]);
    await openParting(this.viewer);
    const { header: { score } } = ours.replay;
    const gap = Number(score) - Number(mine.replay.header.score);
    const end = own ? `In the end: ${spaced(score - gap)}, our solver ${spaced(score)} (${gap > 0 ? "+" : ""}${spaced(gap)}).` : "";
    this.rule([parting(this.viewer, this.game.losses, own !== null), end].filter(Boolean), false);
    find("do-lost").hidden = true;
    find("boards").scrollIntoView({ block: "start" });
  }

  /** Gives the game to the judge that has sent the page. */
  async end() {
    // A judge that has ended answers nothing more.
    await Promise.all(this.underway);
    await this.programs.end(this.hand.entries);
    document.body.dataset.mode = "ended";
    this.boards.choices?.take([], "The judge has recorded this game.");
    for (const panel of document.querySelectorAll(".panel")) /** @type {HTMLElement} */ (panel).hidden = panel.id !== "ended";
  }

  /** Discards the answers and returns to the game by hand. */
  backToHand() {
    this.answers.set();
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

  /**
   * Goes on with a game that was saved.
   * @param {import("./files.js").SavedGame} saved
   */
  async restore({ seed, options, input, entries }) {
    this.form.set(String(seed), new Map(options), input);
    this.answers.set();
    await this.refresh();
    await this.hand.alone(() => this.hand.begin(entries.map((entry) => [entry])));
  }

  /** Shows two answers to a case side by side. */
  showPlays(/** @type {number} */ seed, /** @type {[string, string][]} */ options, /** @type {string[]} */ outputs) {
    this.form.set(String(seed), new Map(options), "");
    this.answers.set(...outputs);
    return this.otherAnswer();
  }

  say(/** @type {string} */ text, wrong = false) {
    if (document.body.dataset.mode !== "hand" && text !== "") this.viewer.notice(text);
    find("said").textContent = text;
    find("said").classList.toggle("wrong", wrong);
    if (text !== "") find("said").scrollIntoView({ block: "nearest" });
  }

  busy(/** @type {string | null} */ what) {
    document.body.toggleAttribute("aria-busy", what !== null);
    if (what !== null) this.say(what);
    else if (find("said").textContent === this.doing) this.say("");
    this.doing = what;
    this.enable();
  }

  /** Shows the controls of a game by hand, or of answers. */
  mode(/** @type {"hand" | "runs"} */ mode) {
    document.body.dataset.mode = mode;
    find("hand").hidden = mode !== "hand";
    find("do-back").hidden = mode === "hand";
  }

  /** Puts the case and the position into the address, before the turn. */
  async address() {
    const isHand = document.body.dataset.mode === "hand";
    const [output, other] = this.answers.fields.map(({ value }) => value);
    const { input, drawn, seed, options } = { ...this.form.request(), drawn: this.form.drawn };
    const position = await namedPosition({ entries: isHand ? this.hand.entries : [], input: input === drawn ? "" : input, output, other });
    const asked = new URLSearchParams(location.hash.slice(1));
    const turn = ["round", "turn"].flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? ""]] : []));
    setAddress(new URLSearchParams([["seed", String(seed)], ...options, ...position, ...turn]));
    this.followed = caseAsked().toString();
  }

  /** Takes the case and the position that the address names. */
  async follow() {
    const asked = caseAsked();
    if (asked.toString() === this.followed) return;
    this.followed = asked.toString();
    const damaged = () => ({ damaged: true });
    const { entries, input, output, other, damaged: isDamaged } = /** @type {any} */ (await positionAsked().catch(damaged));
    if (asked.has("seed") && !this.isJudged) {
      this.form.set(asked.get("seed") ?? "1", new Map(asked), input ?? "");
      this.answers.set(output, other);
    }
    this.first = entries ?? sent.entries ?? [];
    this.shownCase = "";
    await this.refresh();
    if (isDamaged) this.say("The link does not hold a whole position: here is its case from the start.", true);
  }
}

const embeds = new URLSearchParams(location.search).has("embed");
document.body.toggleAttribute("data-embed", embeds);
const programs = await Programs.open(sent);
const game = new GamePage(programs, await programs.ask({ ask: "game" }));
await game.follow();
/** Other programs set the fields, and call these. */
Object.assign(globalThis, { generate: () => game.form.changed(), updateOutput: () => game.refresh() });
document.body.dataset.opened = performance.now().toFixed();
document.body.dataset.ready = "true";
