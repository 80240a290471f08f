/** The page of a game: a game by hand, answers to its case, and lessons. */
import { caseAsked, namedPosition, positionAsked, setAddress } from "./address.js";
import { Answers, replayOf } from "./answers.js";
import { Boards } from "./boards.js";
import { apart, find, html } from "./dom.js";
import { Files } from "./files.js";
import { CaseForm } from "./form.js";
import { Hand } from "./hand.js";
import { Lessons } from "./lessons.js";
import { drawLost } from "./lost.js";
import { spaced } from "./number.js";
import { openParting, parting } from "./parting.js";
import { Programs, Stopped } from "./programs.js";
import { Scores } from "./scores.js";
import { COMPARED, drawStanding, drawTrays, ruling } from "./standing.js";
import { Viewer } from "./viewer.js";

/** Maximum number of equal entries for `*K`. */
const REPEATS = 10_000;
/** Time after which the page says that it is working, ms. */
const NOTICED = 300;

/** Data that the page was sent with. */
const sent = JSON.parse(find("data").textContent ?? "");

/** The page around the viewer. */
class GamePage {
  /** @param {Programs} programs @param {any} game its description */
  constructor(programs, game) {
    this.programs = programs;
    this.game = game;
    /** True if a game by hand is shown, false for answers. */
    this.isHand = true;
    /** True if a judge serves the page; then it has only one case. */
    this.isJudged = sent.seed !== undefined;
    this.viewer = new Viewer(this.keys());
    this.form = new CaseForm(game.options, () => void this.refresh());
    const request = () => this.form.request();
    this.answers = new Answers(programs, request);
    this.hand = new Hand(programs, {
      request,
      show: (state, goesOn) => this.showHand(state, goesOn),
      say: (text, wrong) => this.say(text, wrong),
      hint: (places) => this.boards.choices?.hint(places),
    });
    this.boards = new Boards(this.viewer, {
      choose: (entry) => this.choose([entry], this.hand.state),
      say: (text, wrong) => this.say(text, wrong),
    });
    this.files = new Files(programs, this.form, this.answers, {
      restore: (saved) => this.restore(saved),
      otherCase: () => this.refresh(),
      otherAnswer: () => this.otherAnswer(),
      say: (text) => this.say(text, true),
    });
    this.scores = new Scores(game.name);
    this.lessons = new Lessons(JSON.parse(sent.course ?? "null"), {
      open: ({ seed, options, entries }) => this.restore({ seed: String(seed), options, input: "", entries }),
      mark: (entries) => this.boards.choices?.hint(this.ends(entries)),
      choose: (entry) => this.choose([entry], this.hand.state),
    });
    /** @type {Promise<unknown>} */
    this.refreshes = Promise.resolve();
    /** Work that continues while the game goes on. @type {Set<Promise<void>>} */
    this.background = new Set();
    /** Number of completed refreshes. */
    this.count = 0;
    /** True if the browser should be able to go back from the next address. */
    this.isStep = false;
    /** Our solver's score of the case, or "…" while it plays. @type {number | "…" | null} */
    this.ours = null;
    /** Initial position of the next case. */
    this.first = { entries: /** @type {string[]} */ (sent.entries ?? []), undone: /** @type {string[][]} */ ([]), stopped: false };
    document.body.toggleAttribute("data-judged", this.isJudged);
    if (this.isJudged) this.form.seed.value = sent.seed;
    const words = `An entry is ${game.expected}.`.split("`");
    find("expected").replaceChildren(...words.map((text, index) => (index % 2 ? html("code", {}, text) : text)));
    this.bind();
  }

  /** Returns the keys of a game by hand. */
  keys() {
    const byHand = (/** @type {(hand: Hand) => void} */ action) => () => {
      if (this.isHand) action(this.hand);
    };
    return [
      { keys: [], name: "Arrows on the board", purpose: "choose a legal place" },
      { keys: [], name: "Enter on the board", purpose: "play there, or begin a move" },
      { keys: [], name: "Esc on the board", purpose: "drop the move that was begun; the whole board" },
      { keys: ["Control+z"], name: "Ctrl+Z", purpose: "undo", action: byHand((hand) => void hand.undo()) },
      { keys: ["Control+y"], name: "Ctrl+Y", purpose: "redo", action: byHand((hand) => void hand.redo()) },
    ];
  }

  bind() {
    this.answers.fields.forEach((field) => field.addEventListener("input", (event) => {
      const kind = event instanceof InputEvent ? event.inputType : "";
      void this.otherAnswer(kind === "insertFromPaste" || kind === "insertFromDrop");
    }));
    const actions = {
      new: () => this.form.step(1),
      "seed-back": () => this.form.step(-1),
      "seed-forward": () => this.form.step(1),
      undo: () => void this.hand.undo(),
      redo: () => void this.hand.redo(),
      hint: () => void this.hand.hint(),
      follow: () => void this.hand.follow(),
      rest: () => void this.hand.rest(),
      finish: () => void this.hand.stop(),
      stop: () => this.programs.stop(),
      lost: () => void this.hand.enqueue(() => this.lost()),
      end: () => void this.hand.enqueue(() => this.end()),
      save: () => this.files.save(this.game.name, [this.heading ?? "", ...this.hand.entries]),
      ours: () => void this.hand.enqueue(() => this.solve()),
      beside: () => void this.hand.enqueue(() => this.beside()),
      back: () => this.backToHand(),
    };
    for (const [id, action] of Object.entries(actions)) find(`do-${id}`).addEventListener("click", action);
    find("entry-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enterTyped();
    });
    find("case-form").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", () => this.follow());
    this.programs.onbusy = (isBusy) => this.busy(isBusy);
  }

  /** Shows a new answer from its start or at its failure; if `toIt`, scrolls to it. */
  async otherAnswer(toIt = true) {
    setAddress(caseAsked(), false);
    await this.refresh();
    if (toIt) find("boards").scrollIntoView({ block: "start" });
  }

  /**
   * Shows answers with rulings if there are any, else a game by hand. If `isStep`, the browser can go back from
   * another case.
   */
  refresh(isStep = true) {
    this.form.asking = this.form.named();
    this.refreshes = this.refreshes.then(() => this.refreshed(isStep))
      .catch((error) => this.rule([error.message], true))
      .then(() => (document.body.dataset.refreshed = String(++this.count)));
    return this.refreshes;
  }

  async refreshed(/** @type {boolean} */ isStep) {
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
    if (isOther) {
      this.isStep = isStep;
      this.ours = null;
      this.programs.reference.stop();
      this.hand.help.clear();
    }
    if (this.answers.given.length > 0) await this.showAnswers();
    else if (isOther) await this.begin();
    else await this.hand.begin(this.hand.groups, this.hand.undone, this.hand.stopped);
    if (isOther) this.inBackground(this.compare());
    await this.address();
  }

  /** Starts a game by hand at the position in the address; if that does not fit, at the start. */
  async begin() {
    const { entries, undone, stopped } = this.first;
    this.first = { entries: [], undone: [], stopped: false };
    try {
      await this.hand.begin(entries.map((entry) => [entry]), undone, stopped);
    } catch (error) {
      if (entries.length === 0) throw error;
      await this.hand.begin([]);
      this.say(`The link's entries do not fit: ${error instanceof Error ? error.message : error}. Here is its case from the start.`, true);
    }
  }

  /** Judges the answers and shows them side by side. */
  async showAnswers() {
    const runs = await this.answers.judge();
    const played = await this.answers.replays(false);
    await this.showRuns(played.map(({ replay }) => replay));
    this.rule(runs.map(ruling), runs.some(({ verdict }) => verdict !== "OK"));
    find("ruling").dataset.score = runs.map(({ score }) => score).join(" ");
  }

  /** Shows contestants' answers instead of a game by hand. */
  async showRuns(/** @type {import("./replay.js").Replay[]} */ replays) {
    this.setMode(false);
    await this.boards.showAnswers(this.title ?? "", replays);
  }

  /** Shows lost points: a curve, and links to the costliest turns. A finished game by hand becomes an answer. */
  async lost() {
    const { state } = this.hand;
    if (this.isHand && state) {
      this.answers.set(state.output);
      await this.otherAnswer();
    }
    find("lost").replaceChildren("Looking for where points were lost …");
    const played = await this.answers.replays(true);
    await this.showRuns(played.map(({ replay }) => replay));
    drawLost(this.viewer, played);
  }

  /** Shows rulings, or an error in the case. */
  rule(/** @type {string[]} */ lines, /** @type {boolean} */ failed) {
    find("ruling").replaceChildren(...apart(lines.map((line) => html("span", {}, line))));
    find("ruling").classList.toggle("failed", failed);
    find("ruling").hidden = lines.length === 0;
    find("lost").replaceChildren();
    find("do-lost").hidden = !this.game.losses || lines.length === 0;
    delete find("ruling").dataset.score;
  }

  /** Shows the end of a game by hand. */
  async showHand(/** @type {import("./hand.js").HandState} */ state, /** @type {boolean} */ goesOn) {
    this.setMode(true);
    this.rule([], false);
    await this.boards.showHand(this.title ?? "", this.handReplay(state), goesOn);
    const { choices } = this.boards;
    const choose = (/** @type {string} */ entry) => this.choose([entry], this.hand.state);
    choices?.set(state.over ? [] : state.choices, state.over ? "The game is over." : "");
    const position = this.viewer.rounds[0].at(this.viewer.player.length - 1);
    drawTrays(this.viewer.boards[0].layout, position, state.over ? [] : state.choices, choices?.lit() ?? [], choose);
    this.stand(state);
    await this.address();
    document.body.dataset.hand = String(this.hand.entries.length);
    document.body.dataset.over = String(state.over);
    this.lessons.answer(this.hand.entries);
    if (state.over) this.inBackground(this.conclude(state));
  }

  /** Returns the last places of these entries' moves. */
  ends(/** @type {string[]} */ entries) {
    const choices = this.hand.state?.choices ?? [];
    return choices.filter(({ entry }) => entries.includes(entry)).map(({ places }) => places[places.length - 1]);
  }

  /** Returns the replay of a game by hand. It is shown as ended, never as failed. */
  handReplay(/** @type {import("./hand.js").HandState} */ { page, over, score, current }) {
    const verdict = over ? "over" : "in play";
    return replayOf(page, { contestant: "you", fault: undefined, verdict, score: over ? score : current ?? undefined });
  }

  /** Describes the best play, if the game has values, and stores the score. */
  async conclude(/** @type {import("./hand.js").HandState} */ state) {
    const { entries, help } = this.hand;
    // Runs in the background, since the person may do something else.
    const request = { ...this.form.request(), ask: "replay", losses: true };
    const { ending } = await this.programs.reference.call({ request, output: new TextEncoder().encode(state.output) });
    state.ending = ending;
    if (state !== this.hand.state) return;
    this.stand(state);
    if (this.isJudged || this.form.input.value !== this.form.drawn) return;
    this.scores.keep({
      seed: this.form.seed.value, options: this.form.options.map(([name, value]) => `${name} ${value}`.trim()).join(", "),
      score: state.score, bound: state.bound ?? null, solver: typeof this.ours === "number" ? this.ours : null, help: [...help].join(", "),
      ending, entries: entries.join("; "),
    });
  }

  /**
   * Adds entries. If an earlier position is shown, only goes to the last one.
   * @param {string[]} entries
   * @param {import("./hand.js").HandState | null} [state] the state in which they were chosen
   */
  choose(entries, state) {
    if (this.boards.arrive()) void this.hand.enter(entries, state);
  }

  /** Shows the state of the game and enables its buttons. */
  stand(/** @type {import("./hand.js").HandState} */ state) {
    drawStanding(state, this.game.counted, this.ours);
    find("do-lost").hidden = !this.game.losses || !state.over;
    const hidden = { finish: state.over || !state.may_stop, hint: state.over, new: !state.over || this.isJudged };
    for (const [id, isHidden] of Object.entries(hidden)) find(`do-${id}`).hidden = isHidden;
    this.enable();
  }

  /** Enables the buttons that have an effect now. */
  enable() {
    const { groups, undone, stopped, state } = this.hand;
    const isBusy = this.isBusy ?? false;
    const cannotGoOn = isBusy || Boolean(state?.over);
    const disabled = {
      undo: groups.length === 0 && !stopped, redo: undone.length === 0,
      hint: cannotGoOn, follow: cannotGoOn, rest: cannotGoOn, ours: isBusy, beside: isBusy,
    };
    for (const [id, isDisabled] of Object.entries(disabled)) find(`do-${id}`).toggleAttribute("disabled", isDisabled);
  }

  /** Lets our solver play the case, to compare scores. */
  async compare() {
    const named = this.shownCase;
    this.setOurs("…");
    try {
      const { request, output } = await this.solution(this.programs.reference, COMPARED);
      const { score } = await this.programs.reference.call({ request: { ...request, ask: "judge" }, output });
      if (named === this.shownCase) this.setOurs(score);
    } catch (error) {
      if (named === this.shownCase) this.setOurs(null);
      throw error;
    }
  }

  setOurs(/** @type {number | "…" | null} */ ours) {
    this.ours = ours;
    if (this.hand.state && this.isHand) this.stand(this.hand.state);
  }

  /** Starts work in the background. Only the end of the game waits for it. */
  inBackground(/** @type {Promise<void>} */ work) {
    const failed = (/** @type {Error} */ error) => {
      if (!(error instanceof Stopped)) this.say(error.message, true);
    };
    const done = work.catch(failed).then(() => void this.background.delete(done));
    this.background.add(done);
  }

  /**
   * Returns our solver's output for the case, and a request that names this case.
   * @param {{call: (message: any) => Promise<any>}} caller
   * @param {number} time time for the solver, ms
   */
  async solution(caller, time) {
    const { input } = await caller.call({ request: { ...this.form.request(), ask: "case" } });
    const request = { ...this.form.request(), input };
    const output = await caller.call({ solve: { request, input, time, once: false } });
    return { request, output };
  }

  /** Returns our solver's output with the time that the user has chosen. */
  chosenSolution() {
    this.say("Our solver plays …");
    const { programs } = this;
    const caller = {
      call: (/** @type {any} */ { request, solve }) => (solve ? programs.solve(solve) : programs.ask(request)),
    };
    return this.solution(caller, Number(find("time", HTMLSelectElement).value));
  }

  /** Shows our solver's game as the answer. */
  async solve() {
    const { request, output } = await this.chosenSolution();
    // The field may contain a whole transcript after the case.
    this.form.input.value = request.input;
    this.answers.set(new TextDecoder().decode(output));
    await this.otherAnswer();
    this.say("");
  }

  /** Shows our solver's game beside the present game or answer, at the first difference. */
  async beside() {
    const { hand: { state }, answers } = this;
    if (!state) return;
    const { request, output } = await this.chosenSolution();
    const [given] = answers.given;
    const own = given ?? (state.over ? new TextEncoder().encode(state.output) : null);
    const mine = own ? await answers.replay(own, given ? "answer" : "you", true) : { replay: this.handReplay(state) };
    const ours = await answers.replay(output, "our solver", own !== null, request);
    setAddress(caseAsked(), false);
    await this.showRuns([mine.replay, ours.replay]);
    await openParting(this.viewer);
    const { header: { score } } = ours.replay;
    const gap = score - mine.replay.header.score;
    const end = own ? `In the end: ${spaced(score - gap)}, our solver ${spaced(score)} (${gap > 0 ? "+" : ""}${spaced(gap)}).` : "";
    this.rule([parting(this.viewer, this.game.losses, own !== null), end].filter(Boolean), false);
    this.say("");
    find("do-lost").hidden = true;
    find("boards").scrollIntoView({ block: "start" });
  }

  /** Sends the game to the judge that serves the page. */
  async end() {
    // The judge exits afterwards and cannot answer other requests.
    await Promise.all(this.background);
    await this.programs.end(this.hand.entries);
    document.body.dataset.mode = "ended";
    this.boards.choices?.set([], "The judge has recorded this game.");
    for (const panel of document.querySelectorAll(".panel")) panel.toggleAttribute("hidden", panel.id !== "ended");
  }

  /** Discards the answers and returns to the game by hand. */
  backToHand() {
    this.answers.set();
    this.isStep = true;
    void this.refresh();
  }

  /** Adds the typed entry; `ENTRY *K` means K equal entries. */
  enterTyped() {
    const field = find("entry", HTMLInputElement);
    const [, entry, count] = field.value.match(/^(.*?)\s*(?:\*\s*(\d+))?$/) ?? [];
    if (!entry) return;
    this.choose(Array(Math.min(REPEATS, Number(count ?? 1))).fill(entry.trim()));
    field.value = "";
  }

  /** Continues a saved game. */
  async restore(/** @type {import("./files.js").SavedGame} */ { seed, options, input, entries }) {
    this.form.set(seed, new Map(options), input);
    this.answers.set();
    await this.refresh();
    await this.hand.enqueue(() => this.hand.begin(entries.map((entry) => [entry])));
  }

  say(/** @type {string} */ text, wrong = false) {
    if (!this.isHand && text !== "") this.viewer.notice(text);
    find("said").textContent = text;
    find("said").classList.toggle("wrong", wrong);
    if (text !== "") find("said").scrollIntoView({ block: "nearest" });
  }

  /** Shows that the page is working if that takes long enough to notice. */
  busy(/** @type {boolean} */ isBusy) {
    clearTimeout(this.noticing);
    const show = () => {
      this.isBusy = isBusy;
      find("busy").hidden = !isBusy;
      document.body.setAttribute("aria-busy", String(isBusy));
      this.enable();
    };
    if (isBusy) this.noticing = setTimeout(show, NOTICED);
    else if (this.isBusy) show();
  }

  /** Shows the controls of a game by hand or of answers. */
  setMode(/** @type {boolean} */ isHand) {
    this.isHand = isHand;
    document.body.dataset.mode = isHand ? "hand" : "runs";
    find("hand").hidden = !isHand;
    find("do-back").hidden = isHand;
  }

  /** Writes the case and the position into the address, before the turn. */
  async address() {
    const { isHand, hand } = this;
    const [output, other] = this.answers.fields.map(({ value }) => value);
    const { input, drawn, seed, options } = { ...this.form.request(), drawn: this.form.drawn };
    const position = await namedPosition({
      entries: isHand ? hand.entries : [], input: input === drawn ? "" : input, output, other, stopped: isHand && hand.stopped,
    });
    const asked = new URLSearchParams(location.hash.slice(1));
    const turn = ["round", "turn"].flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? ""]] : []));
    const named = new URLSearchParams([["seed", seed], ...options, ...position, ...turn]);
    setAddress(named, this.isStep, { undone: hand.undone });
    this.isStep = false;
    this.followed = caseAsked().toString();
  }

  /** Shows the case and the position that the address names. */
  async follow() {
    const asked = caseAsked();
    if (asked.toString() === this.followed) return;
    const isFirst = this.followed === undefined;
    this.followed = asked.toString();
    const position = await positionAsked().catch(() => null);
    const { entries, input, output, other, stopped } = position ?? {};
    if (asked.has("seed") && !this.isJudged) {
      this.form.set(asked.get("seed") ?? "1", new Map(asked), input ?? "");
      this.answers.set(output, other);
    }
    const undone = history.state?.undone ?? [];
    this.first = { entries: entries ?? (isFirst ? sent.entries : null) ?? [], undone, stopped: stopped ?? false };
    this.shownCase = "";
    await this.refresh(false);
    if (!position) this.say("The link does not hold a whole position: here is its case from the start.", true);
  }
}

document.body.toggleAttribute("data-embed", new URLSearchParams(location.search).has("embed"));
const programs = await Programs.open(sent);
const game = new GamePage(programs, await programs.ask({ ask: "game" }));
await game.follow();
/** These functions are called by other programs, which set the fields. */
Object.assign(globalThis, { generate: () => game.form.changed(), updateOutput: () => game.refresh() });
document.body.dataset.ready = "true";
