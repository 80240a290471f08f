/** Where two runs part. */
import { Round } from "./replay.js";

/**
 * The first frame in which two rounds differ, or null if there is none. A round
 * that ends before the other differs where it has ended.
 * @param {Round} one
 * @param {Round} other
 * @returns {number | null}
 */
export function firstDifference(one, other) {
  const common = Math.min(one.length, other.length);
  for (let index = 0; index < common; index++) {
    if (trace(one, index) !== trace(other, index)) return index;
  }
  return one.length === other.length ? null : common;
}

/**
 * What happened in a frame, as text.
 * @param {Round} round
 * @param {number} index
 */
function trace(round, index) {
  const { turn, caption, placed, removed } = round.frames[index];
  return JSON.stringify([turn, caption, placed, removed]);
}
