/** Buttons, slider and fields under the board. */
import { apart, find, svg } from "./dom.js";
import { eventsOf } from "./events.js";
import { Player } from "./player.js";
import { Round, sentence } from "./replay.js";

/** Controls of the page: actions by the ids of their buttons, also for the keyboard. */
export class Controls {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {Round} */
    this.round = new Round([{ turn: 0, caption: "" }]);
    /** @type {number[]} */
    this.eventful = [];
    /** @type {number | null} */
    this.difference = null;
    /** @type {Record<string, () => void>} */
    this.actions = {
      first: () => player.seek(0),
      last: () => player.seek(player.length - 1),
      back: () => player.seek(player.index - 1),
      forward: () => player.seek(player.index + 1),
      play: () => (player.playing ? player.pause() : player.play()),
      "event-back": () => this.event(-1),
      "event-forward": () => this.event(1),
      difference: () => player.seek(this.difference ?? player.index),
    };
    for (const [id, action] of Object.entries(this.actions)) {
      find(id).addEventListener("click", () => {
        if (id !== "play") player.pause();
        action();
      });
    }
    this.slider = find("slider", HTMLInputElement);
    this.slider.addEventListener("input", () => player.seek(Number(this.slider.value)));
    this.turn = find("turn", HTMLInputElement);
    this.turn.addEventListener("input", () => {
      if (this.turn.value !== "") player.seek(this.round.indexOf(Number(this.turn.value)));
    });
    // A click outside the field triggers this event: it must not change what is under the pointer.
    this.turn.addEventListener("change", () => {
      const { turn } = this.round.frames[player.index];
      if (this.turn.value !== "") this.turn.value = String(turn);
    });
    this.speed = find("speed", HTMLSelectElement);
    this.speed.addEventListener("change", () => (player.speed = Number(this.speed.value)));
    player.onplay = (playing) => {
      find("play").setAttribute("aria-pressed", String(playing));
      // Otherwise a screen reader would read out every turn during playback.
      for (const node of document.querySelectorAll(".caption, .state")) node.setAttribute("aria-live", playing ? "off" : "polite");
    };
  }

  /** Goes to the nearest event in a direction, or to the end. */
  event(/** @type {1 | -1} */ direction) {
    const { index, length } = this.player;
    const ahead = this.eventful.filter((at) => (at - index) * direction > 0);
    const nearest = direction > 0 ? ahead[0] : ahead[ahead.length - 1];
    this.player.seek(nearest ?? (direction > 0 ? length - 1 : 0));
  }

  /**
   * Controls the shown round; with two runs, the longer round.
   * @param {Round} round
   * @param {number[]} eventful frames with events in any run
   * @param {number | null} difference first frame in which two runs differ
   * @param {number[]} ends frames in which a run failed
   */
  open(round, eventful, difference, ends) {
    this.round = round;
    this.eventful = eventful;
    this.difference = difference;
    const last = round.length - 1;
    this.slider.max = String(last);
    this.turn.max = String(round.frames[last].turn);
    find("turns").textContent = `of ${round.frames[last].turn}`;
    const button = find("difference");
    button.hidden = difference === null;
    if (difference !== null) button.textContent = `First difference: turn ${round.frames[difference].turn}`;
    // Events, the first difference and failures are on the slider.
    const ticks = find("ticks", SVGElement);
    ticks.setAttribute("viewBox", `0 0 ${Math.max(1, last)} 9`);
    ticks.replaceChildren(svg("path", { d: eventful.map((index) => `M${index} 2V9`).join("") }));
    if (difference !== null) ticks.append(svg("path", { class: "difference", d: `M${difference} 0V9` }));
    ticks.append(...ends.map((end) => svg("path", { class: "failed", d: `M${end} 0V9` })));
  }

  /** Updates the controls to the shown frame. */
  show(/** @type {number} */ index, /** @type {import("./replay.js").Position} */ position) {
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", `turn ${position.turn}`);
    if (document.activeElement !== this.turn) this.turn.value = String(position.turn);
    find("caption").replaceChildren(...apart([sentence(position), ...eventsOf(position)]));
    for (const id of ["first", "back"]) find(id).toggleAttribute("disabled", index === 0);
    for (const id of ["last", "forward"]) find(id).toggleAttribute("disabled", index === this.player.length - 1);
  }
}
