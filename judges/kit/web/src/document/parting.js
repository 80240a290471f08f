/** The first difference of two runs. */

/** Opens the first round in which two runs differ, at the first difference. */
export async function openParting(/** @type {import("./viewer.js").Viewer} */ viewer) {
  const [one, other] = viewer.replays.map(({ rounds }) => rounds);
  const round = one.findIndex(({ frames }, index) => frames !== other[index]?.frames);
  await viewer.open({ round, turn: 0 });
  viewer.controls.actions.difference();
}

/**
 * Describes the turn in which a person's run and our solver's first differ: both moves, and the cost of the person's.
 * @param {import("./viewer.js").Viewer} viewer
 * @param {boolean} hasLosses
 * @param {boolean} isOver true if the losses are known
 */
export function parting(viewer, hasLosses, isOver) {
  const at = viewer.controls.difference;
  if (at === null) return "Both play the same.";
  const [mine, ours] = viewer.rounds.map((round) => round.frames[at]);
  const turn = `Turn ${(mine ?? ours).turn} is the first that differs`;
  if (!mine) return `So far both play the same; our solver goes on: ${ours.caption}.`;
  const cost = mine.events?.filter((event) => event.startsWith("lost ")).join(", ");
  const known = isOver ? "This turn by itself lost nothing that the judge can name." : "Its cost is known once the game is over.";
  return `${turn}: ${mine.caption}; our solver: ${ours?.caption ?? "has ended"}. ${cost ? `Cost: ${cost}.` : hasLosses ? known : ""}`;
}
