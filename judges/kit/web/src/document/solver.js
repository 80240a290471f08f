/** Our solver: its score of the case, and its game as an answer or beside another one. */
import { find } from "./dom.js";
import { replayOfHand } from "./hand.js";
import { say } from "./messages.js";
import { signed, spaced, spacedText } from "./number.js";
import { rule } from "./runs.js";

/** @typedef {import("./runs.js").Parts & {programs: import("./programs.js").Programs, form: import("./form.js").CaseForm}} Parts */

/**
 * Returns our solver's output for the case, and a request that names this case.
 * @param {Parts} page
 * @param {{call: (message: any) => Promise<any>}} caller
 * @param {number} factor multiple of the solver's usual work
 */
async function solution({ form, game }, caller, factor) {
  const { input, sent } = await caller.call({ request: { ...form.request(), ask: "case" } });
  const request = { ...form.request(), input };
  const output = await caller.call({ solve: { request, input: sent, work: Math.round(factor * game.work), once: false } });
  return { request, output };
}

/** Returns our solver's output with the amount of work that the user has chosen. */
function chosenSolution(/** @type {Parts} */ page) {
  say("Our solver plays …");
  return solution(page, page.programs, Number(find("work", HTMLSelectElement).value));
}

/** Returns our solver's score of the case, which it plays in the background. @returns {Promise<number>} */
export async function scoreOfSolver(/** @type {Parts} */ page) {
  const { reference } = page.programs;
  const { request, output } = await solution(page, reference, 1);
  const { score } = await reference.call({ request: { ...request, ask: "judge" }, output });
  return score;
}

/** Makes our solver's game the answer. */
export async function answerBySolver(/** @type {Parts} */ page) {
  const { request, output } = await chosenSolution(page);
  // The field may contain a whole transcript after the case.
  page.form.input.value = request.input;
  page.answers.set(new TextDecoder().decode(output));
  say("");
}

/** Shows our solver's game beside the first answer or the game by hand, at the first difference. */
export async function showBeside(/** @type {Parts} */ page, /** @type {import("./hand.js").HandState} */ state) {
  const { answers, boards, game } = page;
  const { request, output } = await chosenSolution(page);
  const [given] = answers.given;
  const own = given ?? (state.over ? new TextEncoder().encode(state.output) : null);
  const { replay: mine, note } = own ? await answers.replay(own, given ? "answer" : "you", true) : { replay: replayOfHand(state), note: "" };
  const { replay: ours } = await answers.replay(output, "our solver", own !== null, request);
  await boards.showAnswers([mine, ours]);
  await openParting(boards.viewer);
  const [score, other] = [mine, ours].map(({ header }) => header.score);
  const end = own ? `In the end: ${spaced(score)}, our solver ${spaced(other)} (${signed(other - score)}).` : "";
  rule([parting(boards.viewer, game.losses ? note : null), end].filter(Boolean));
  say("");
}

/** Opens the first round in which two runs differ, at the first difference. */
async function openParting(/** @type {import("./viewer.js").Viewer} */ viewer) {
  const [one, other] = viewer.replays.map(({ rounds }) => rounds);
  const round = one.findIndex(({ frames }, index) => frames !== other[index]?.frames);
  await viewer.open({ round, turn: 0 });
  viewer.controls.actions.difference();
}

/**
 * Describes the turn in which a person's run and our solver's first differ: both moves, and the cost of the person's.
 * @param {import("./viewer.js").Viewer} viewer
 * @param {string | null} note what the losses are compared with; empty before the end of the game, null if they stay unknown
 */
function parting(viewer, note) {
  const at = viewer.controls.difference;
  if (at === null) return "Both play the same.";
  const [mine, ours] = viewer.rounds.map((round) => round.frames[at]);
  const turn = `Turn ${(mine ?? ours).turn} is the first that differs`;
  if (!mine) return `So far both play the same; our solver goes on: ${ours.caption}.`;
  const cost = mine.events?.filter((event) => event.startsWith("lost ")).join(", ");
  const known = note ? "This turn by itself lost nothing that the judge can name." : "Its cost is known once the game is over.";
  return `${turn}: ${mine.caption}; our solver: ${ours?.caption ?? "has ended"}. ${cost ? `${note}, it ${spacedText(cost)}.` : note === null ? "" : known}`;
}
