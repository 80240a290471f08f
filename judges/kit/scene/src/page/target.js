/** Positions to open, as an address names them. */
import { Replay } from "./replay.js";

/**
 * A position to open: the round, and a turn or a frame in it; with `fault`, the frame in which the first failed run
 * failed.
 * @typedef {{round: number, turn?: number, index?: number, fault?: boolean}} Target
 */

/** Returns the position that the address names. If it names none, returns the target where a run failed. @returns {Target} */
export function targetAsked(/** @type {Replay[]} */ replays) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const failed = replays.find(({ header }) => header.fault !== undefined);
  if (failed && !asked.has("round") && !asked.has("turn")) return { round: failed.failedRound, fault: true };
  const round = Number(asked.get("round") ?? 1) - 1;
  return { round: Number.isInteger(round) ? round : 0, turn: Number(asked.get("turn")) };
}

/** Returns the index of the existing round nearest to a target. */
export function nearestRound(/** @type {Replay[]} */ replays, /** @type {Target} */ { round }) {
  const count = Math.max(1, ...replays.map(({ rounds }) => rounds.length));
  return Math.min(count - 1, Math.max(0, round));
}

/** Unpacks a round of each replay. */
export function unpack(/** @type {Replay[]} */ replays, /** @type {number} */ index) {
  return Promise.all(replays.map((replay) => replay.round(index)));
}
