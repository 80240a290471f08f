/** Moving elements, animated by the browser. */

/** Easing of a movement, 1 − (1 − t)³. */
const EASING = "cubic-bezier(.333333, 1, .666667, 1)";

/**
 * @typedef {{x: number, y: number, scale: number, opacity: number}} Pose
 * @typedef {{node: SVGElement, from: Pose, to: Pose, place?: number, delay?: number, done?: () => void}} Move
 */

/** Movements that start together, or one after another, and end together. */
export class Motion {
  constructor() {
    /** @type {Move[]} */
    this.moves = [];
  }

  /** Starts the moves; unfinished ones end at once. @param {Move[]} moves @param {number} duration ms; 0 also ends the new moves at once */
  start(moves, duration) {
    this.finish();
    this.moves = moves;
    for (const { node, to } of moves) setPose(node, to);
    if (duration <= 0) this.finish();
    const keyframe = (/** @type {Pose} */ { x, y, scale, opacity }) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity });
    /** @type {Animation | undefined} */
    let last;
    for (const { node, from, to, delay = 0 } of this.moves) {
      last = node.animate([keyframe(from), keyframe(to)], { duration, delay, easing: EASING, fill: "backwards" });
    }
    // The last one has the longest delay.
    if (last) last.onfinish = () => this.finish();
  }

  /** Ends all moves at their goals. */
  finish() {
    const { moves } = this;
    this.moves = [];
    for (const { node, done } of moves) {
      for (const animation of node.getAnimations()) animation.cancel();
      done?.();
    }
  }
}

/** Puts an element into a pose. */
function setPose(/** @type {SVGElement} */ node, /** @type {Pose} */ { x, y, scale, opacity }) {
  const size = scale === 1 ? "" : ` scale(${scale.toFixed(3)})`;
  node.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})${size}`);
  if (opacity === 1) node.removeAttribute("opacity");
  else node.setAttribute("opacity", opacity.toFixed(3));
}
