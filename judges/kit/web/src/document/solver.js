/** Our solver's own game of the case. */
import { find } from "./dom.js";
import { COMPARED } from "./standing.js";

/** Our solver on the case that the page shows. */
export class Solver {
  /**
   * @param {import("./programs.js").Programs} programs
   * @param {() => object} request the parts of a request that name the case
   */
  constructor(programs, request) {
    this.programs = programs;
    this.request = request;
  }

  /** Its output for the case, in so many ms, and the request that names this case. */
  async solution(/** @type {any} */ caller, /** @type {number} */ time) {
    const { input } = await this.programs.ask({ ...this.request(), ask: "case" });
    const request = { ...this.request(), input };
    const output = await caller.call({ solve: { request, input, time, once: false } });
    return { request, output };
  }

  /** Its output for the case, in the time that is chosen. */
  chosen() {
    return this.solution(this.programs.solver, Number(/** @type {HTMLSelectElement} */ (find("time")).value));
  }

  /** Its score of the case, to compare. @returns {Promise<number>} */
  async score() {
    const { request, output } = await this.solution(this.programs.reference, COMPARED);
    return (await this.programs.ask({ ...request, ask: "judge" }, output)).score;
  }
}
