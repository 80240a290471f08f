/** The programs that the page calls; each call runs outside the page's thread. */
import { unpacked } from "./replay.js";

/** A worker that answers calls one after another. */
export class Caller {
  /** @param {string} source @param {Record<string, Uint8Array>} programs */
  constructor(source, programs) {
    this.url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.programs = programs;
    this.calls = 0;
    /** Why the worker does not start. @type {Error | null} */
    this.broken = null;
    /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.worker = this.started();
  }

  started() {
    const worker = new Worker(this.url);
    worker.onerror = ({ message }) => this.reject(this.broken = new Error(`The page's program does not start: ${message ?? "reload the page"}`));
    worker.onmessage = ({ data: { id, failed, result } }) => {
      const call = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed) call?.reject(new Error(failed));
      else call?.resolve(result);
    };
    worker.postMessage({ programs: this.programs });
    return worker;
  }

  /** @param {object} message @returns {Promise<any>} */
  call(message) {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      if (this.broken) reject(this.broken);
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...message, id });
    });
  }

  /** Cancels all calls; a new worker takes the next one. */
  stop() {
    if (this.waiting.size === 0) return;
    this.worker.terminate();
    this.worker = this.started();
    this.reject(new Stopped());
  }

  /** Ends all calls with an error. */
  reject(/** @type {Error} */ error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** A call that the person has cancelled. */
export class Stopped extends Error {
  constructor() {
    super("Stopped.");
  }
}

/** The judge that serves the page; it answers calls at addresses next to the page's. */
class JudgeCaller {
  constructor() {
    this.abort = new AbortController();
  }

  /** @param {{request?: object, output?: Uint8Array, solve?: object}} message @returns {Promise<any>} */
  async call({ request, output, solve }) {
    const answer = solve ? await this.ask("solve", JSON.stringify(solve))
      : await this.ask("ask", new Blob([JSON.stringify(request), "\n", new Uint8Array(output ?? [])]));
    return solve ? new Uint8Array(await answer.arrayBuffer()) : answer.json();
  }

  /** @param {string} name @param {BodyInit} body */
  async ask(name, body) {
    const { signal } = this.abort;
    const answer = await fetch(name, { method: "POST", body, signal }).catch(() => null);
    if (signal.aborted) throw new Stopped();
    if (!answer) throw new Error("The judge behind this page has ended.");
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  }

  stop() {
    this.abort.abort();
    this.abort = new AbortController();
  }
}

/** The game's program and our solver. */
export class Programs {
  /**
   * @param {Caller | JudgeCaller} judge the game's program
   * @param {Caller | JudgeCaller} solver our solver
   * @param {Caller | JudgeCaller} reference judge and solver for work in the background
   */
  constructor(judge, solver, reference) {
    this.judge = judge;
    this.solver = solver;
    this.reference = reference;
    /** Number of calls that a person waits for. */
    this.count = 0;
    /** Called when the person starts or stops waiting. @type {(isBusy: boolean) => void} */
    this.onbusy = () => {};
  }

  /** @param {{game?: string, solver?: string, worker?: string}} packed programs; empty if a judge answers */
  static async open({ game, solver, worker }) {
    if (!game || !solver || !worker) {
      const judge = new JudgeCaller();
      return new Programs(judge, judge, new JudgeCaller());
    }
    const bytes = async (/** @type {string} */ text) => new Uint8Array(await unpacked(text).arrayBuffer());
    const [gameBytes, solverBytes] = await Promise.all([bytes(game), bytes(solver)]);
    const both = { game: gameBytes, solver: solverBytes };
    return new Programs(new Caller(worker, { game: gameBytes }), new Caller(worker, both), new Caller(worker, both));
  }

  /**
   * Sends a game to the judge that serves the page, which records it and exits.
   * @param {string[]} entries
   * @param {{undos: number, hints: number}} help that the person took
   */
  async end(entries, help) {
    await new JudgeCaller().ask("end", JSON.stringify({ entries, ...help }));
  }

  /**
   * Returns the game's answer to a request.
   * @param {object} request
   * @param {Uint8Array} [output] of a contestant
   * @returns {Promise<any>}
   * @throws an error that describes a mistake in the request
   */
  async ask(request, output = new Uint8Array()) {
    const answer = await this.call({ request, output });
    if (answer?.error) throw new Error(answer.error);
    return answer;
  }

  /** Calls the judge or our solver for a person who waits. @returns {Promise<any>} */
  async call(/** @type {any} */ message) {
    this.onbusy(++this.count > 0);
    try {
      return await (message.solve ? this.solver : this.judge).call(message);
    } finally {
      this.onbusy(--this.count > 0);
    }
  }

  /** Cancels all calls, also those in the background. */
  stop() {
    for (const caller of [this.judge, this.solver, this.reference]) caller.stop();
  }
}
