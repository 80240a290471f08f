/** Work that continues while the game goes on: our solver's game, and the description of the best play. */
import { say } from "./messages.js";
import { Stopped } from "./programs.js";
import { scoreOfSolver } from "./solver.js";

/** Describes the help that a person took. */
function helpText(/** @type {{undos: number, hints: number}} */ { undos, hints }) {
  return [[hints, "hint"], [undos, "undo"]].flatMap(([count, name]) => (count ? [`${count} ${name}${count === 1 ? "" : "s"}`] : [])).join(", ");
}

/** The background of a page. */
export class Background {
  constructor(/** @type {import("./game-page.js").GamePage} */ page) {
    this.page = page;
    /** @type {Set<Promise<void>>} */
    this.works = new Set();
  }

  /** Waits until all work is done. */
  done() {
    return Promise.all(this.works);
  }

  /** Describes the best play, if the game has values, and stores the score. */
  async conclude(/** @type {import("./hand.js").HandState} */ state) {
    const { form, hand: { entries, help }, panel, programs, scores, isJudged } = this.page;
    // Runs in the background, since the person may do something else.
    const request = { ...form.request(), ask: "replay", losses: true };
    const output = new TextEncoder().encode(state.output);
    const { ending } = await programs.reference.call({ request, output }).catch((error) => {
      state.ending = "";
      panel.stand();
      throw error;
    });
    state.ending = ending;
    if (state !== this.page.hand.state) return;
    panel.stand();
    if (isJudged || form.input.value !== form.drawn) return;
    scores.keep({
      seed: form.seed.value, options: form.options.map(([name, value]) => `${name} ${value}`.trim()).join(", "),
      score: state.score, bound: state.bound ?? null, kind: state.bound_kind, solver: typeof panel.ours === "number" ? panel.ours : null, help: helpText(help),
      ending, entries: entries.join("; "),
    });
  }

  /** Lets our solver play the case, to compare scores. */
  async compare() {
    const { page } = this;
    const named = page.shownCase;
    const show = (/** @type {number | "…" | null} */ ours) => {
      if (named !== page.shownCase) return;
      page.panel.ours = ours;
      page.panel.stand();
    };
    show("…");
    show(await scoreOfSolver(page).catch((error) => {
      show(null);
      throw error;
    }));
  }

  /** Starts work. Only the end of the game waits for it. */
  add(/** @type {Promise<void>} */ work) {
    const failed = (/** @type {Error} */ error) => {
      if (!(error instanceof Stopped)) say(error.message, true);
    };
    const done = work.catch(failed).then(() => void this.works.delete(done));
    this.works.add(done);
  }
}
