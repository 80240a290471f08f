/** The keyboard. Keys are never letters or signs, so that speech input cannot press them by mistake (WCAG 2.1.4). */
import { button, find, html } from "./dom.js";

/**
 * Keys with the same effect. If there is no action, another listener handles these keys. A key with Shift or Control is
 * written `Shift+key`.
 * @typedef {{keys: string[], name: string, purpose: string, action?: () => void}} Binding
 */

/**
 * Returns the viewer's bindings of keys to actions.
 * @param {import("./controls.js").Controls} controls
 * @param {(by: number) => void} openRound
 * @returns {Binding[]}
 */
export function bindings({ player, actions }, openRound) {
  const paused = (/** @type {() => void} */ action) => () => {
    player.pause();
    action();
  };
  const by = (/** @type {number} */ count) => paused(() => player.seek(player.index + count));
  return [
    { keys: [" "], name: "Space", purpose: "play or pause", action: actions.play },
    { keys: ["ArrowLeft"], name: "←", purpose: "turn before", action: by(-1) },
    { keys: ["ArrowRight"], name: "→", purpose: "next turn", action: by(1) },
    { keys: ["Shift+ArrowLeft"], name: "Shift+←", purpose: "event before", action: paused(actions["event-back"]) },
    { keys: ["Shift+ArrowRight"], name: "Shift+→", purpose: "next event", action: paused(actions["event-forward"]) },
    { keys: ["PageUp"], name: "Page up", purpose: "ten turns back", action: by(-10) },
    { keys: ["PageDown"], name: "Page down", purpose: "ten turns on", action: by(10) },
    { keys: ["Home"], name: "Home", purpose: "first turn", action: paused(actions.first) },
    { keys: ["End"], name: "End", purpose: "last turn", action: paused(actions.last) },
    { keys: ["Shift+ArrowUp"], name: "Shift+↑", purpose: "round before", action: () => openRound(-1) },
    { keys: ["Shift+ArrowDown"], name: "Shift+↓", purpose: "next round", action: () => openRound(1) },
    { keys: [], name: "Arrows on the board", purpose: "go from place to place" },
  ];
}

/** Handles the keyboard, and lists the keys in a dialog. */
export function listen(/** @type {Binding[]} */ bound) {
  const dialog = find("keys", HTMLDialogElement);
  const list = bound.flatMap(({ name, purpose }) => [html("dt", {}, name), html("dd", {}, purpose)]);
  dialog.replaceChildren(html("h2", {}, "Keys"), html("dl", {}, ...list), button(() => dialog.close(), {}, "Close"));
  find("help").addEventListener("click", () => dialog.showModal());
  addEventListener("keydown", (event) => {
    if (event.metaKey || event.altKey || !isFree(event)) return;
    const held = [event.ctrlKey && "Control+", event.shiftKey && "Shift+"].filter(Boolean).join("");
    const found = bound.find(({ keys }) => keys.includes(held + event.key));
    if (!found?.action) return;
    event.preventDefault();
    found.action();
  });
}

/** True if the page may handle a key: no dialog is open, and the focused control does not use the key. */
function isFree(/** @type {KeyboardEvent} */ { key, target }) {
  if (!(target instanceof Element)) return true;
  if (document.querySelector("dialog[open]")) return false;
  if (target.matches("select, textarea, input:not([type=range])")) return false;
  return key !== " " || !target.matches("a, button, summary");
}
