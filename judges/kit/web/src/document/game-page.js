/** The page of a game: a game by hand, answers to its case, and lessons. */
import { bind, keys } from "./actions.js";
import { caseAsked, namedPosition, positionAsked, setAddress } from "./address.js";
import { Answers } from "./answers.js";
import { Background } from "./background.js";
import { Boards } from "./boards.js";
import { find, html } from "./dom.js";
import { Files } from "./files.js";
import { CaseForm } from "./form.js";
import { Hand, NO_HELP } from "./hand.js";
import { Lessons } from "./lessons.js";
import { say } from "./messages.js";
import { Panel } from "./panel.js";
import { Programs } from "./programs.js";
import { rule, showLost, showRuns } from "./runs.js";
import { Scores } from "./scores.js";
import { showBeside } from "./solver.js";
import { Viewer } from "./viewer.js";

/** The page around the viewer. */
export class GamePage {
  /** @param {any} sent data of the page @param {Programs} programs @param {any} game its description */
  constructor(sent, programs, game) {
    this.sent = sent;
    this.programs = programs;
    this.game = game;
    /** True if a judge serves the page; then it has only one case. */
    this.isJudged = sent.seed !== undefined;
    const choose = (/** @type {string[]} */ entries) => this.choose(entries, this.hand.state);
    this.form = new CaseForm(game.options, () => void this.refresh());
    this.answers = new Answers(this);
    this.boards = new Boards(new Viewer(keys(this)), choose);
    this.hand = new Hand(this);
    this.panel = new Panel(game, this.hand, this.boards);
    this.files = new Files(this);
    this.scores = new Scores(game.name);
    this.lessons = new Lessons(JSON.parse(sent.course ?? "null"), {
      open: ({ seed, options, entries }) => this.restore({ seed: String(seed), options, input: "", entries }),
      mark: (entries) => this.panel.mark(entries),
      name: (entry) => this.panel.name(entry),
      choose: (entry) => choose([entry]),
    });
    /** @type {Promise<any>} */
    this.refreshes = Promise.resolve();
    this.background = new Background(this);
    /** Number of completed refreshes. */
    this.count = 0;
    /** True if the browser should be able to go back from the next address. */
    this.isStep = false;
    /** Initial position of the next case. */
    this.first = { entries: /** @type {string[]} */ (sent.entries ?? []), undone: /** @type {string[][]} */ ([]), stopped: false, help: NO_HELP };
    document.body.toggleAttribute("data-judged", this.isJudged);
    if (this.isJudged) this.form.seed.value = sent.seed;
    const words = `An entry is ${game.expected}. \`ENTRY *K\` makes it K times.`.split("`");
    find("expected").replaceChildren(...words.map((text, index) => (index % 2 ? html("code", {}, text) : text)));
    bind(this);
  }

  /** Shows a new answer from its start or at its failure; if `toIt`, scrolls to it. */
  async otherAnswer(toIt = true) {
    setAddress(caseAsked(), false);
    await this.refresh();
    if (toIt) find("boards").scrollIntoView({ block: "start" });
  }

  /** Shows answers with rulings if there are any, else a game by hand. If `isStep`, the browser can go back from another case. */
  refresh(isStep = true) {
    this.form.asking = this.form.named();
    this.refreshes = this.refreshes.then(() => this.refreshed(isStep)).catch(async (error) => {
      // The first address may name no case: the first seed then shows the game.
      if (!this.hand.state) {
        this.form.set("1", new Map(), "");
        await this.refreshed(false);
      }
      rule([error.message], true);
    })
      .then(() => (document.body.dataset.refreshed = String(++this.count)));
    return this.refreshes;
  }

  async refreshed(/** @type {boolean} */ isStep) {
    const { form, hand } = this;
    const named = JSON.stringify(form.request());
    const own = await this.programs.ask({ ...form.request(), ask: "case" });
    if (named !== JSON.stringify(form.request())) return;
    if (form.input.value.trim() === "") form.input.value = form.drawn = own.input;
    const text = JSON.stringify(form.request());
    const isOther = text !== this.shownCase;
    this.shownCase = text;
    this.heading = own.heading;
    document.title = `${this.game.title} · ${own.name}`;
    if (isOther) {
      this.isStep = isStep;
      this.panel.ours = null;
      this.programs.reference.stop();
      hand.help = { ...this.first.help };
      this.lessons.close();
      say("");
    }
    if (this.answers.given.length > 0) {
      await showRuns(this);
    } else if (isOther) {
      await this.begin();
    } else {
      await hand.setEntries(hand.groups, hand.undone, { stopped: hand.stopped });
    }
    if (isOther) this.background.add(this.background.compare());
    await this.address();
  }

  /** Starts a game by hand at the position in the address; if that does not fit, at the start. */
  async begin() {
    const { entries, undone, stopped } = this.first;
    this.first = { entries: [], undone: [], stopped: false, help: NO_HELP };
    try {
      await this.hand.setEntries(entries.map((entry) => [entry]), undone, { stopped });
    } catch (error) {
      if (entries.length === 0) throw error;
      await this.hand.setEntries([]);
      say(`The link's entries do not fit: ${error instanceof Error ? error.message : error}. Here is its case from the start.`, true);
    }
  }

  /** Shows where points were lost. A finished game by hand becomes an answer. */
  async lost() {
    const { state } = this.hand;
    if (this.boards.isHand && state) {
      this.answers.set(state.output);
      await this.otherAnswer();
    }
    await showLost(this);
  }

  /** Shows our solver's game beside this one. */
  async beside() {
    const { state } = this.hand;
    if (!state) return;
    await showBeside(this, state);
    find("boards").scrollIntoView({ block: "start" });
  }

  /** Shows the position that a game by hand has reached. */
  async showHand(/** @type {import("./hand.js").HandState} */ state, /** @type {boolean} */ goesOn) {
    await this.panel.show(state, goesOn);
    await this.address();
    document.body.dataset.hand = String(this.hand.entries.length);
    document.body.dataset.over = String(state.over);
    this.lessons.answer(this.hand.entries);
    if (state.over) this.background.add(this.background.conclude(state));
  }

  /**
   * Adds entries. If an earlier position is shown, only goes to the last one.
   * @param {string[]} entries
   * @param {import("./hand.js").HandState | null} [state] the state in which they were chosen
   */
  choose(entries, state) {
    if (this.boards.arrive()) void this.hand.enter(entries, state);
  }

  /** Sends the game to the judge that serves the page. */
  async end() {
    // The judge exits afterwards and cannot answer other requests.
    await this.background.done();
    await this.programs.end(this.hand.entries, this.hand.help);
    document.body.dataset.mode = "ended";
    this.boards.choices?.set([], "The judge has recorded this game.");
    for (const panel of document.querySelectorAll(".panel")) panel.toggleAttribute("hidden", panel.id !== "ended");
  }

  /** Continues a saved game. */
  async restore(/** @type {import("./files.js").SavedGame} */ { seed, options, input, entries }) {
    this.form.set(seed, new Map(options), input);
    this.answers.set();
    await this.refresh();
    await this.hand.enqueue(() => this.hand.setEntries(entries.map((entry) => [entry])));
  }

  /** Writes the case and the position into the address, before the turn. */
  async address() {
    const { hand, form } = this;
    const { isHand } = this.boards;
    const [output, other] = this.answers.fields.map(({ value }) => value);
    const { input, seed, options } = form.request();
    const position = {
      entries: isHand ? hand.entries : [], input: input === form.drawn ? "" : input, output, other, stopped: isHand && hand.stopped,
    };
    const named = await namedPosition(position);
    const asked = new URLSearchParams(location.hash.slice(1));
    const turn = ["round", "turn"].flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? ""]] : []));
    // An address has no room for a long answer.
    const state = { undone: hand.undone, help: hand.help, position: named.length === 0 ? position : null };
    setAddress(new URLSearchParams([["seed", seed], ...options, ...named, ...turn]), this.isStep, state);
    this.isStep = false;
    this.followed = caseAsked().toString();
  }

  /** Shows the case and the position that the address names. */
  async follow() {
    const asked = caseAsked();
    if (asked.toString() === this.followed) return;
    const isFirst = this.followed === undefined;
    this.followed = asked.toString();
    const position = history.state?.position ?? await positionAsked().catch(() => null);
    const { entries, input, output, other, stopped } = position ?? {};
    if (asked.has("seed") && !this.isJudged) {
      this.form.set(asked.get("seed") ?? "1", new Map(asked), input ?? "");
      this.answers.set(output, other);
    }
    const { undone = [], help = NO_HELP } = history.state ?? {};
    this.first = { entries: entries ?? (isFirst ? this.sent.entries : null) ?? [], undone, stopped: stopped ?? false, help };
    this.shownCase = "";
    await this.refresh(false);
    if (!position) say("The link does not hold a whole position: here is its case from the start.", true);
  }
}
