/** The list of a run's events. */
import { button, html } from "./dom.js";
import { spacedText } from "./number.js";
import { Round } from "./replay.js";

/** Returns the events of a position, to be shown after its sentence. */
export function eventsOf(/** @type {import("./replay.js").Position} */ { events }) {
  return events.map((event) => html("span", { class: "event" }, spacedText(event)));
}

/** A list of events; a click on one goes to its frame. */
export class EventList {
  constructor(/** @type {HTMLElement} */ host, /** @type {Round} */ round, /** @type {(index: number) => void} */ seek, letter = "") {
    /** @type {Map<number, HTMLElement>} */
    this.entries = new Map();
    const entries = round.eventful.map((index) => {
      const { turn, events } = round.frames[index];
      const entry = button(() => seek(index), {}, html("span", {}, String(turn)), html("span", {}, spacedText((events ?? []).join(", "))));
      this.entries.set(index, entry);
      return html("li", {}, entry);
    });
    this.list = html("ul", { class: "events" }, ...entries);
    host.replaceChildren(html("h2", {}, `Events${letter && ` of ${letter}`} (${entries.length})`), this.list);
  }

  /** Marks the event of a frame. @param {number} index @param {boolean} scroll true to scroll the list to it */
  mark(index, scroll) {
    this.entry?.removeAttribute("aria-current");
    this.entry = this.entries.get(index);
    if (!this.entry) return;
    this.entry.setAttribute("aria-current", "true");
    if (scroll) this.list.scrollTop = this.entry.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }
}
