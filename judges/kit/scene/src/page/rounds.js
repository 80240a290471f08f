/** The choice of a round, with results as bars. */
import { html, svg } from "./dom.js";
import { spaced } from "./number.js";
import { Replay } from "./replay.js";

/** Bars with the results of all rounds; a click opens a round. */
export class Rounds {
  constructor(/** @type {HTMLElement} */ host, /** @type {Replay} */ replay, /** @type {(index: number) => void} */ open) {
    this.results = replay.rounds.map((round) => round.result ?? 0);
    this.order = this.results.map((_, index) => index);
    this.current = 0;
    const { length } = this.results;
    host.hidden = length < 2;
    this.select = html("select", { id: "round", "aria-label": "Round" },
      ...replay.rounds.map(({ number }, index) => html("option", { value: String(index) }, `round ${number + 1}`)));
    this.select.addEventListener("change", () => open(Number(this.select.value)));
    const sorted = html("input", { type: "checkbox", id: "sort" });
    sorted.addEventListener("change", () => {
      this.order = this.results.map((_, index) => index);
      if (sorted.checked) this.order.sort((one, other) => this.results[one] - this.results[other]);
      this.draw();
    });
    this.summary = html("span", { class: "grow" });
    this.bars = svg("svg", { class: "rounds", viewBox: `0 0 ${length} 100`, preserveAspectRatio: "none", role: "img", "aria-label": "Results of the rounds" });
    this.bars.addEventListener("click", (event) => {
      const box = this.bars.getBoundingClientRect();
      const bar = Math.floor(((event.clientX - box.left) / box.width) * length);
      open(this.order[Math.min(length - 1, Math.max(0, bar))]);
    });
    host.replaceChildren(html("h2", {}, "Rounds"),
      html("div", { class: "row" }, this.select, html("label", {}, sorted, " sorted"), this.summary), this.bars);
    this.draw();
  }

  draw() {
    const { results } = this;
    const most = Math.max(...results, 0);
    const least = Math.min(...results, 0);
    const height = (/** @type {number} */ value) => (100 * value) / (most - least || 1);
    const zero = height(most);
    const mean = results.reduce((sum, value) => sum + value, 0) / (results.length || 1);
    const bars = this.order.map((round, index) => {
      const tall = Math.max(0.8, Math.abs(height(results[round])));
      const top = results[round] < 0 ? zero : zero - tall;
      const bar = svg("rect", { x: index + 0.08, y: top, width: 0.84, height: tall });
      bar.dataset.round = String(round);
      return bar;
    });
    const line = svg("line", { x1: 0, x2: results.length, y1: zero - height(mean), y2: zero - height(mean), "vector-effect": "non-scaling-stroke" });
    this.bars.replaceChildren(...bars, line);
    this.mean = mean;
    this.show(this.current);
  }

  /** Marks the open round. */
  show(/** @type {number} */ current) {
    this.current = current;
    this.select.value = String(current);
    for (const bar of this.bars.querySelectorAll("rect")) {
      bar.classList.toggle("current", bar.dataset.round === String(current));
    }
    this.summary.textContent = `${spaced(this.results[current])}, mean ${spaced(this.mean)}`;
  }
}
