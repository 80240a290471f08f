/** The part of the page's address after `#`, which names the case, the position and the turn. */
import { unpacked } from "./replay.js";

/** Maximum length of entries as plain text, and maximum size of a packed position. */
const READABLE = 1500;
const PACKED = 30_000;

/**
 * State beyond the seed and the options: entries by hand, a case by the user, and answers.
 * @typedef {{entries: string[], input: string, output: string, other: string, stopped: boolean}} Position
 */

/** Returns the parameters of the address without round and turn, which do not carry over to another case. */
export function caseAsked() {
  const asked = new URLSearchParams(location.hash.slice(1));
  for (const name of ["round", "turn"]) asked.delete(name);
  return asked;
}

/**
 * Changes the address to these parameters. If `isStep`, the browser can go back to the previous address.
 * @param {URLSearchParams} parameters
 * @param {boolean} isStep
 * @param {any} [state] state that the browser keeps with the address
 */
export function setAddress(parameters, isStep, state = history.state) {
  const hash = `#${parameters}`;
  if (isStep && location.hash !== "" && location.hash !== hash) history.pushState(state, "", hash);
  else history.replaceState(state, "", hash);
}

/** Returns the position that the address names, if any. @returns {Promise<Partial<Position>>} */
export async function positionAsked() {
  const asked = caseAsked();
  const packed = asked.get("packed");
  if (packed !== null) return unpacked(packed.replaceAll("-", "+").replaceAll("_", "/")).json();
  const entries = asked.get("entries");
  const stopped = asked.has("stopped");
  return entries === null ? { stopped } : { entries: entries.split("\n").filter(Boolean), stopped };
}

/** Returns a position as parameters of an address; empty if it is too long. @returns {Promise<[string, string][]>} */
export async function namedPosition(/** @type {Position} */ position) {
  const { entries, input, output, other, stopped } = position;
  const text = entries.join("\n");
  if (!input && !output && !other && text.length <= READABLE) {
    /** @type {[string, string][]} */
    const named = [["entries", text], ["stopped", stopped ? "yes" : ""]];
    return named.filter(([, value]) => value !== "");
  }
  const stream = new Blob([JSON.stringify(position)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length > PACKED) return [];
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return [["packed", packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")]];
}
