/** Answers on the boards, with their rulings and lost points. */
import { apart, button, find, html } from "./dom.js";
import { spaced, spacedText } from "./number.js";
import { LETTERS } from "./run-panel.js";

/** Returns a ruling as one line. */
function ruling(/** @type {any} */ { verdict, reason, score, bound, bound_kind: kind }) {
  const gap = bound === undefined ? "" : `, ${kind} ${spaced(bound)}`;
  return `${verdict}${reason ? `: ${reason}` : ""} · score ${spaced(score)}${gap}`;
}

/** Shows rulings, or an error in the case. */
export function rule(/** @type {string[]} */ lines, failed = false, hasLosses = false) {
  find("ruling").replaceChildren(...apart(lines.map((line) => html("span", {}, line))));
  find("ruling").classList.toggle("failed", failed);
  find("ruling").hidden = lines.length === 0;
  find("lost").replaceChildren();
  find("do-lost").hidden = !hasLosses;
  delete find("ruling").dataset.score;
}

/** Parts of the page. @typedef {{answers: import("./answers.js").Answers, boards: import("./boards.js").Boards, game: any}} Parts */

/** Judges the answers and shows them side by side. */
export async function showRuns(/** @type {Parts} */ { answers, boards, game }) {
  const runs = await answers.judge();
  const played = await answers.replays(false);
  await boards.showAnswers(played.map(({ replay }) => replay));
  rule(runs.map(ruling), runs.some(({ verdict }) => verdict !== "OK"), game.losses);
  find("ruling").dataset.score = runs.map(({ score }) => score).join(" ");
}

/** Shows lost points: a curve, and links to the costliest turns. */
export async function showLost(/** @type {Parts} */ { answers, boards }) {
  find("lost").replaceChildren("Looking for where points were lost …");
  const played = await answers.replays(true).finally(() => find("lost").replaceChildren());
  await boards.showAnswers(played.map(({ replay }) => replay));
  const [{ note, replay: { rounds } }] = played;
  const turns = played.flatMap(({ costliest }, run) => costliest.map(({ round, turn, text }) => {
    const name = `${played.length > 1 ? `${LETTERS[run]}, ` : ""}${rounds.length > 1 ? `round ${round + 1}, ` : ""}turn ${turn}`;
    return button(() => void openEvent(boards.viewer, run, round, text), {}, html("b", {}, name), ` ${spacedText(text)}`);
  }));
  const none = note === null ? "The losses of a play are known once it is finished." : "No turn lost a point.";
  find("lost").replaceChildren(...apart(turns.length > 0 ? [`${note}:`, ...turns] : [none]));
}

/** Opens a round of a run at an event. */
async function openEvent(/** @type {import("./viewer.js").Viewer} */ viewer, /** @type {number} */ run, /** @type {number} */ round, /** @type {string} */ text) {
  await viewer.open({ round, turn: 0 });
  viewer.player.seek(viewer.rounds[run].frames.findIndex(({ events }) => events?.includes(text)));
}
