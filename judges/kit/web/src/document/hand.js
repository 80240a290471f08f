/** A game that a person plays by hand. */
import { replayOf } from "./answers.js";
import { say } from "./messages.js";
import { spaced } from "./number.js";
import { Stopped } from "./programs.js";

/**
 * @typedef {{page: string, over: boolean, may_stop: boolean, secret: boolean, current: number | null, figure: [string, number] | null,
 *   score: number, verdict: string, reason?: string, bound?: number, bound_kind?: string, ending?: string,
 *   choices: import("./board-choices.js").Choice[], input: string, answers: string, output: string}} HandState
 */

/**
 * An entry that our solver proposes, its changes to figures, and the game's notes about it.
 * @typedef {{entry: string, places: number[], changes: [string, number, number][], notes: string[]}} Proposal
 */

/** Numbers of actions that were taken back, and of entries that our solver proposed or made. */
export const NO_HELP = Object.freeze({ undos: 0, hints: 0 });

/** The entries so far and the state that they lead to. */
export class Hand {
  /**
   * @param {{programs: import("./programs.js").Programs, game: any, form: import("./form.js").CaseForm, boards: import("./boards.js").Boards,
   *   showHand: (state: HandState, goesOn: boolean) => Promise<void>, address: () => Promise<void>}} page
   */
  constructor(page) {
    this.page = page;
    /** Entries, grouped by the actions that made them. @type {string[][]} */
    this.groups = [];
    /** Undone groups; the last one is redone first. @type {string[][]} */
    this.undone = [];
    /** True if the person ended a game that could go on. */
    this.stopped = false;
    /** @type {HandState | null} */
    this.state = null;
    /** The last hint and its state. @type {{state: HandState, proposal: Proposal} | null} */
    this.hinted = null;
    this.help = { ...NO_HELP };
    this.actions = Promise.resolve();
  }

  get entries() {
    return this.groups.flat();
  }

  /**
   * Replaces the entries.
   * @param {string[][]} groups
   * @param {string[][]} [undone] groups that can be redone
   * @param {{goesOn?: boolean, stopped?: boolean}} [options] `goesOn` if the position continues the one that is shown
   */
  async setEntries(groups, undone = [], { goesOn = false, stopped = false } = {}) {
    const state = await this.page.programs.ask({ ...this.page.form.request(), ask: "play", entries: groups.flat(), stopped });
    this.groups = groups;
    this.undone = undone;
    this.stopped = stopped;
    this.state = state;
    await this.page.showHand(state, goesOn);
  }

  /**
   * Adds entries. A wrong entry changes nothing, and its reason is shown.
   * @param {string[]} entries
   * @param {HandState | null} [state] the only state in which the entries are valid
   */
  enter(entries, state) {
    return this.enqueue(async () => {
      if (state && state !== this.state) throw new Error("The position is another one now: choose again.");
      await this.append(entries);
    });
  }

  async append(/** @type {string[]} */ entries) {
    await this.setEntries([...this.groups, entries], [], { goesOn: true });
    say("");
  }

  undo() {
    return this.enqueue(async () => {
      const last = this.groups[this.groups.length - 1];
      if (this.state?.secret) {
        throw new Error("This game has a secret, so nothing is taken back.");
      } else if (this.stopped) {
        await this.setEntries(this.groups, this.undone);
        say("The game goes on.");
      } else if (last) {
        this.help.undos += 1;
        await this.setEntries(this.groups.slice(0, -1), [...this.undone, last]);
        say(`Taken back: ${last.length === 1 ? last[0] : `${last.length} entries`}`);
      } else {
        throw new Error("There is nothing to take back.");
      }
    });
  }

  redo() {
    return this.enqueue(async () => {
      const next = this.undone[this.undone.length - 1];
      if (!next) throw new Error("There is nothing to redo.");
      await this.setEntries([...this.groups, next], this.undone.slice(0, -1), { goesOn: true });
      say("");
    });
  }

  /** Ends a game that could go on. */
  stop() {
    return this.enqueue(() => this.setEntries(this.groups, this.undone, { stopped: true }));
  }

  /** Shows our solver's entry, its changes to figures, and the game's notes about it. */
  hint() {
    return this.enqueue(async () => {
      const { entry, places, changes, notes } = await this.propose();
      const changed = changes.map(([name, before, after]) => `${name} ${spaced(before)} → ${spaced(after)}`);
      this.page.boards.choices?.hint(places);
      const label = this.state?.choices.find((choice) => choice.entry === entry)?.label;
      say([`Our solver: ${label || entry}`, ...changed, ...notes].join(" · "));
    });
  }

  /** Returns the entry that our solver proposes. @returns {Promise<Proposal>} */
  async propose() {
    const state = this.going();
    if (this.hinted?.state === state) return this.hinted.proposal;
    say("Our solver thinks …");
    const output = await this.solve(state.input, state.answers);
    const proposal = await this.page.programs.ask({ ...this.page.form.request(), ask: "next", entries: this.entries }, output);
    if (!proposal) throw new Error("No hint: our solver has no answer that goes on from here.");
    this.help.hints += 1;
    await this.page.address();
    this.hinted = { state, proposal };
    return proposal;
  }

  /** Lets our solver play the rest of the game. */
  rest() {
    return this.enqueue(async () => {
      this.going();
      say("Our solver plays …");
      const before = this.groups;
      const added = [];
      while (this.state && !this.state.over) {
        const { answers } = this.state;
        const bytes = new TextEncoder().encode(answers);
        const { input } = await this.page.programs.ask({ ...this.page.form.request(), ask: "feed" }, bytes);
        const output = await this.solve(input, answers);
        const more = await this.page.programs.ask({ ...this.page.form.request(), ask: "rest", entries: this.entries }, output);
        if (more.length === 0) break;
        added.push(...more);
        this.help.hints += more.length;
        await this.setEntries([...before, [...added]], [], { goesOn: true });
      }
      const made = `Our solver made ${added.length} ${added.length === 1 ? "entry" : "entries"}`;
      const stopped = this.state?.over ? "" : " and would stop here; you may go on";
      say(added.length === 0 ? "Our solver has no answer that goes on from here." : `${made}${stopped}.`);
    });
  }

  /** Returns the state; throws if the game is over. */
  going() {
    if (!this.state || this.state.over) throw new Error("The game is over.");
    return this.state;
  }

  /** Returns our solver's output after `answers`, up to the end of the input. @returns {Promise<Uint8Array>} */
  solve(/** @type {string} */ input, /** @type {string} */ answers) {
    const { form, programs, game: { work } } = this.page;
    return programs.call({ solve: { request: form.request(), input, work, answers, once: true } });
  }

  /** Repeats an entry until a piece of at least this value is on its place, or to the end of the round. */
  until(/** @type {import("./board-choices.js").Choice} */ { entry, places, repeats }, /** @type {number} */ least) {
    return this.enqueue(async () => {
      const { boards, programs, form } = this.page;
      const entries = [...this.entries, ...Array(repeats).fill(entry)];
      const replay = replayOfHand(await programs.ask({ ...form.request(), ask: "play", entries }));
      const { frames } = await replay.round(boards.viewer.roundIndex);
      const offers = frames.slice(boards.viewer.player.length).findIndex((frame) =>
        frame.placed?.some(([, place, kind]) => place === places[0] && Number(replay.layout.kinds[kind].value) >= least));
      await this.append(Array(offers < 0 ? repeats : offers + 1).fill(entry));
      if (offers < 0) say(`No value of ${least} or more came in this round.`);
    });
  }

  /** Runs an action after all earlier ones, and shows its errors. */
  enqueue(/** @type {() => Promise<void>} */ action) {
    this.actions = this.actions.then(action).catch((error) => say(error.message, !(error instanceof Stopped)));
    return this.actions;
  }
}

/** Returns the replay of a game by hand. It is shown as ended, never as failed. */
export function replayOfHand(/** @type {HandState} */ { page, over, score, current }) {
  const verdict = over ? "over" : "in play";
  return replayOf(page, { contestant: "you", fault: undefined, verdict, score: over ? score : current ?? undefined });
}
