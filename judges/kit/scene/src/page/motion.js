/** Elements on their way: one animation loop moves them all. */

/**
 * @typedef {{x: number, y: number, scale: number, opacity: number}} Pose
 * @typedef {{node: SVGElement, from: Pose, to: Pose, done?: () => void}} Move
 */

/** Movements that begin and end together. */
export class Motion {
  constructor() {
    /** @type {Move[]} */
    this.moves = [];
    this.request = 0;
  }

  /**
   * Starts the moves; those under way end at once.
   * @param {Move[]} moves
   * @param {number} duration ms; 0 ends them at once too
   */
  start(moves, duration) {
    this.finish();
    this.moves = moves;
    if (duration <= 0 || moves.length === 0) {
      this.finish();
      return;
    }
    for (const move of moves) place(move.node, move.from);
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, Math.max(0, (now - begun) / duration));
      if (share === 1) {
        this.finish();
        return;
      }
      const eased = 1 - (1 - share) ** 3;
      for (const move of this.moves) place(move.node, between(move.from, move.to, eased));
      this.request = requestAnimationFrame(step);
    };
    this.request = requestAnimationFrame(step);
  }

  /** Ends all moves where they lead. */
  finish() {
    cancelAnimationFrame(this.request);
    const { moves } = this;
    this.moves = [];
    for (const { node, to, done } of moves) {
      place(node, to);
      done?.();
    }
  }
}

/** @param {Pose} from @param {Pose} to @param {number} share @returns {Pose} */
function between(from, to, share) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
  return {
    x: mix(from.x, to.x), y: mix(from.y, to.y),
    scale: mix(from.scale, to.scale), opacity: mix(from.opacity, to.opacity),
  };
}

/**
 * Puts an element into a pose.
 * @param {SVGElement} node
 * @param {Pose} pose
 */
function place(node, { x, y, scale, opacity }) {
  const size = scale === 1 ? "" : ` scale(${scale.toFixed(3)})`;
  node.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})${size}`);
  if (opacity === 1) node.removeAttribute("opacity");
  else node.setAttribute("opacity", opacity.toFixed(3));
}
