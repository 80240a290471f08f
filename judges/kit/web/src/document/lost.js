/** Lost points: a list of the costliest turns, with links to them. */
import { button, find, html } from "./dom.js";
import { LETTERS } from "./run-panel.js";

/**
 * Lists the costliest turns.
 * @param {import("./viewer.js").Viewer} viewer shows the plays
 * @param {import("./answers.js").Played[]} played
 */
export function drawLost(viewer, played) {
  const [{ rounds }] = viewer.replays;
  const turns = played.flatMap(({ costliest }, run) => costliest.map(({ round, turn, text }) => {
    const name = `${played.length > 1 ? `${LETTERS[run]}, ` : ""}${rounds.length > 1 ? `round ${round + 1}, ` : ""}turn ${turn}`;
    return button(() => void openEvent(viewer, run, round, text), {}, html("b", {}, name), ` ${text}`);
  }));
  const nothing = "No turn lost a point, or the play is not finished.";
  find("lost").replaceChildren(...(turns.length > 0 ? turns : [nothing]));
}

/** Opens a round of a run at an event. */
async function openEvent(/** @type {import("./viewer.js").Viewer} */ viewer, /** @type {number} */ run, /** @type {number} */ round, /** @type {string} */ text) {
  await viewer.open({ round, turn: 0 });
  viewer.player.seek(viewer.rounds[run].frames.findIndex(({ events }) => events?.includes(text)));
}
