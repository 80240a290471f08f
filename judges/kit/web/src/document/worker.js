/** Runs WASI (preview 1) programs from start to end, with text as input and output. */
"use strict";

/** Error numbers of WASI. */
const [OK, BAD_DESCRIPTOR, NOT_THERE] = [0, 8, 44];

/** An exception that ends a program. */
class Ended {}

/** Returns the total length of some bytes. */
function lengthOf(/** @type {Uint8Array[]} */ parts) {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Joins some bytes. */
function joined(/** @type {Uint8Array[]} */ parts) {
  const whole = new Uint8Array(lengthOf(parts));
  parts.reduce((end, part) => (whole.set(part, end), end + part.length), 0);
  return whole;
}

/** One run of a program. */
class Run {
  /**
   * @param {WebAssembly.Module} module
   * @param {Uint8Array} input
   * @param {Record<string, string>} variables environment variables
   * @param {(output: Uint8Array) => Uint8Array | null} more returns further input for the output so far
   */
  constructor(module, input, variables, more) {
    this.module = module;
    this.input = input;
    this.at = 0;
    this.variables = Object.entries(variables).map(([name, value]) => new TextEncoder().encode(`${name}=${value}\0`));
    this.more = more;
    /** @type {Uint8Array[]} */
    this.written = [];
  }

  /** Runs the program; returns its whole output. */
  run() {
    const known = /** @type {any} */ (this.imports());
    /** @type {Record<string, Function>} */
    const system = {};
    for (const { name } of WebAssembly.Module.imports(this.module)) system[name] = known[name] ?? (() => NOT_THERE);
    const instance = new WebAssembly.Instance(this.module, { wasi_snapshot_preview1: /** @type {any} */ (system) });
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    try {
      /** @type {() => void} */ (instance.exports._start)();
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
    return this.output();
  }

  view() {
    return new DataView(/** @type {WebAssembly.Memory} */ (this.memory).buffer);
  }

  /** Returns everything written to standard output. */
  output() {
    this.written = [joined(this.written)];
    return this.written[0];
  }

  /** Returns the pieces of memory in a list. */
  pieces(/** @type {number} */ list, /** @type {number} */ count) {
    const view = this.view();
    return Array.from({ length: count }, (_, index) => {
      const at = list + 8 * index;
      return new Uint8Array(view.buffer, view.getUint32(at, true), view.getUint32(at + 4, true));
    });
  }

  /** Returns the system functions that the programs call. */
  imports() {
    return {
      proc_exit: () => {
        throw new Ended();
      },
      fd_write: (/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ size) => {
        const pieces = this.pieces(list, count);
        if (file === 1) this.written.push(...pieces.map((piece) => piece.slice()));
        this.view().setUint32(size, lengthOf(pieces), true);
        return OK;
      },
      fd_read: (/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ size) => {
        if (file !== 0) return BAD_DESCRIPTOR;
        const pieces = this.pieces(list, count);
        this.view().setUint32(size, this.read(pieces), true);
        return OK;
      },
      environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
        this.view().setUint32(count, this.variables.length, true);
        this.view().setUint32(size, lengthOf(this.variables), true);
        return OK;
      },
      environ_get: (/** @type {number} */ list, /** @type {number} */ text) => {
        const view = this.view();
        let at = text;
        this.variables.forEach((variable, index) => {
          view.setUint32(list + 4 * index, at, true);
          new Uint8Array(view.buffer).set(variable, at);
          at += variable.length;
        });
        return OK;
      },
      clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ time) => {
        this.view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
        return OK;
      },
      random_get: (/** @type {number} */ at, /** @type {number} */ size) => {
        crypto.getRandomValues(new Uint8Array(this.view().buffer, at, size));
        return OK;
      },
      args_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
        this.view().setUint32(count, 0, true);
        this.view().setUint32(size, 0, true);
        return OK;
      },
      args_get: () => OK,
      fd_prestat_get: () => BAD_DESCRIPTOR,
    };
  }

  /** Copies input to pieces of memory; returns the number of bytes. */
  read(/** @type {Uint8Array[]} */ pieces) {
    if (this.at === this.input.length) {
      this.input = this.more(this.output()) ?? new Uint8Array();
      this.at = 0;
    }
    let size = 0;
    for (const piece of pieces) {
      const part = this.input.subarray(this.at, this.at + piece.length);
      piece.set(part);
      this.at += part.length;
      size += part.length;
    }
    return size;
  }
}

/** @type {Record<string, WebAssembly.Module>} */
const modules = {};

/** Returns the answer of the game's program to a request. @param {object} request @param {Uint8Array} [output] of a contestant */
function answer(request, output = new Uint8Array()) {
  const line = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
  const written = new Run(modules.game, joined([line, output]), {}, () => null).run();
  return JSON.parse(new TextDecoder().decode(written));
}

/**
 * Returns the output of the solver. If the solver needs more input, the judge answers it; with `once`, the solver's
 * run ends instead.
 * @param {{request: object, input: string, work: number, answers?: string, once: boolean}} task
 */
function solve({ request, input, work, answers, once }) {
  let sent = input.length;
  const more = (/** @type {Uint8Array} */ output) => {
    if (once) throw new Ended();
    const fed = answer({ ...request, ask: "feed" }, output);
    const next = fed.input.slice(sent);
    sent = fed.input.length;
    return next ? new TextEncoder().encode(next) : null;
  };
  const variables = { SOLVER_WORK: String(work), ...(answers === undefined ? {} : { SOLVER_ANSWERS: answers }) };
  return new Run(modules.solver, new TextEncoder().encode(input), variables, more).run();
}

onmessage = ({ data }) => {
  try {
    if (data.programs) {
      for (const [name, bytes] of Object.entries(data.programs)) modules[name] = new WebAssembly.Module(bytes);
      return;
    }
    const result = data.solve ? solve(data.solve) : answer(data.request, data.output);
    postMessage({ id: data.id, result });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
