/** Chooses the frame that is shown, and plays frames by time. */

/** Maximum duration of a movement to the next position, ms. */
const MOVE = 320;

/** The shown frame; calls `show` after every change. */
export class Player {
  /** @param {(index: number, duration: number) => void} show */
  constructor(show) {
    this.show = show;
    this.length = 1;
    this.index = 0;
    this.playing = false;
    /** Frames per second. */
    this.speed = 5;
    /** @type {(playing: boolean) => void} */
    this.onplay = () => {};
  }

  /** Opens another round at one of its frames. */
  open(/** @type {number} */ length, /** @type {number} */ index) {
    this.length = length;
    this.pause();
    this.seek(index);
  }

  /** Shows a frame; going on by one frame is animated. */
  seek(/** @type {number} */ index) {
    const to = Math.min(this.length - 1, Math.max(0, Math.round(index)));
    const single = Math.abs(to - this.index) === 1;
    this.index = to;
    this.show(to, single ? this.duration() : 0);
  }

  /** Stops the playback and shows a frame. */
  stopAt(/** @type {number} */ index) {
    this.pause();
    this.seek(index);
  }

  /** Returns the duration of a movement: 0 if the user prefers reduced motion. */
  duration() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return this.playing ? Math.min(MOVE, 800 / this.speed) : MOVE * 0.6;
  }

  play() {
    if (this.index === this.length - 1) this.seek(0);
    this.playing = true;
    this.onplay(true);
    let last = performance.now();
    const step = (/** @type {number} */ now) => {
      if (!this.playing) return;
      const due = Math.floor(((now - last) / 1000) * this.speed);
      if (due > 0) {
        last += (due * 1000) / this.speed;
        this.seek(this.index + due);
        if (this.index === this.length - 1) this.pause();
      }
      this.request = requestAnimationFrame(step);
    };
    this.request = requestAnimationFrame(step);
  }

  pause() {
    cancelAnimationFrame(this.request ?? 0);
    this.playing = false;
    this.onplay(false);
  }
}
