/** The programs behind the page, each call of which runs apart from the page. */
import { unpacked } from "./replay.js";

/** A worker that answers calls one after another. */
export class Caller {
  /** @param {string} source @param {Record<string, Uint8Array>} programs */
  constructor(source, programs) {
    this.source = source;
    this.programs = programs;
    this.calls = 0;
    this.start();
  }

  start() {
    const url = URL.createObjectURL(new Blob([this.source], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.worker.onmessage = ({ data }) => {
      const call = this.waiting?.get(data.id);
      this.waiting?.delete(data.id);
      if (data.failed) call?.reject(new Error(data.failed));
      else call?.resolve(data.result);
    };
    this.worker.postMessage({ programs: this.programs });
  }

  /** @param {object} message @returns {Promise<any>} */
  call(message) {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting?.set(id, { resolve, reject });
      this.worker?.postMessage({ ...message, id });
    });
  }

  /** Ends what is under way; its calls are never answered. */
  stop() {
    if (this.waiting?.size === 0) return;
    this.worker?.terminate();
    this.start();
  }
}

/** The judge that has sent the page: it answers calls at addresses beside the page's. */
class JudgeCaller {
  constructor() {
    this.stops = 0;
  }

  /** @param {{request?: object, output?: Uint8Array, solve?: object}} message @returns {Promise<any>} */
  async call({ request, output, solve }) {
    const { stops } = this;
    const answer = solve ? await this.ask("solve", JSON.stringify(solve))
      : await this.ask("ask", new Blob([JSON.stringify(request), "\n", output ?? ""]));
    if (stops !== this.stops) return new Promise(() => {});
    return solve ? new Uint8Array(await answer.arrayBuffer()) : answer.json();
  }

  /** @param {string} name @param {BodyInit} body */
  async ask(name, body) {
    const answer = await fetch(name, { method: "POST", body }).catch(() => null);
    if (!answer) throw new Error("The judge behind this page has ended.");
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  }

  /** Calls that are under way are never answered. */
  stop() {
    this.stops += 1;
  }
}

/** The game's program and our solver. */
export class Programs {
  /** @param {{game?: string, solver?: string, worker?: string}} packed with programs, or without where a judge answers */
  static async open({ game, solver, worker }) {
    if (!game || !solver || !worker) return Programs.ofJudge();
    const bytes = async (/** @type {string} */ text) => new Uint8Array(await unpacked(text).arrayBuffer());
    const [gameBytes, solverBytes] = await Promise.all([bytes(game), bytes(solver)]);
    const programs = new Programs();
    programs.judge = new Caller(worker, { game: gameBytes });
    const both = { game: gameBytes, solver: solverBytes };
    programs.reference = new Caller(worker, both);
    programs.solver = new Caller(worker, both);
    return programs;
  }

  /** The judge in the place of all programs. */
  static ofJudge() {
    const programs = new Programs();
    [programs.judge, programs.reference, programs.solver] = [new JudgeCaller(), new JudgeCaller(), new JudgeCaller()];
    return programs;
  }

  /** Gives the entries of a game to the judge that has sent the page: it records them, and ends. */
  async end(/** @type {string[]} */ entries) {
    await new JudgeCaller().ask("end", JSON.stringify(entries));
  }

  /**
   * The game's answer to a request.
   * @param {object} request
   * @param {Uint8Array} [output] of a contestant
   * @returns {Promise<any>}
   * @throws an error whose message says what is wrong with the request
   */
  async ask(request, output = new Uint8Array()) {
    const answer = await this.judge?.call({ request, output });
    if (answer?.error) throw new Error(answer.error);
    return answer;
  }

  /**
   * The output of our solver.
   * @param {import("./hand.js").Task} task
   * @returns {Promise<Uint8Array>}
   */
  solve(task) {
    return this.solver?.call({ solve: task });
  }
}
