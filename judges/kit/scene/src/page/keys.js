/** The keyboard. */
import { button, find, html } from "./dom.js";

/**
 * Keys that do the same; without an action, another listener takes them.
 * @typedef {{keys: string[], name: string, purpose: string, action?: () => void}} Binding
 */

/**
 * The bindings of keys to actions. A key with Shift is written `Shift+key`.
 * @param {import("./controls.js").Controls} controls
 * @param {{theme: () => void, svg: () => void, png: () => void, link: () => void, rules: () => void,
 *   round: (by: number) => void}} page
 * @returns {Binding[]}
 */
export function bindings(controls, page) {
  const { player, actions } = controls;
  const paused = (/** @type {() => void} */ action) => () => {
    player.pause();
    action();
  };
  const by = (/** @type {number} */ count) => paused(() => player.seek(player.index + count));
  return [
    { keys: [" "], name: "Space", purpose: "play or pause", action: actions.play },
    { keys: ["ArrowLeft"], name: "←", purpose: "turn before", action: by(-1) },
    { keys: ["ArrowRight"], name: "→", purpose: "next turn", action: by(1) },
    { keys: ["Shift+ArrowLeft", "["], name: "Shift+← or [", purpose: "event before", action: paused(actions["event-back"]) },
    { keys: ["Shift+ArrowRight", "]"], name: "Shift+→ or ]", purpose: "next event", action: paused(actions["event-forward"]) },
    { keys: ["PageUp"], name: "Page up", purpose: "ten turns back", action: by(-10) },
    { keys: ["PageDown"], name: "Page down", purpose: "ten turns on", action: by(10) },
    { keys: ["Home"], name: "Home", purpose: "first turn", action: paused(actions.first) },
    { keys: ["End"], name: "End", purpose: "last turn", action: paused(actions.last) },
    { keys: ["+", "="], name: "+", purpose: "faster", action: () => controls.changeSpeed(1) },
    { keys: ["-"], name: "−", purpose: "slower", action: () => controls.changeSpeed(-1) },
    { keys: ["Shift+ArrowUp", "{"], name: "Shift+↑ or {", purpose: "round before", action: () => page.round(-1) },
    { keys: ["Shift+ArrowDown", "}"], name: "Shift+↓ or }", purpose: "next round", action: () => page.round(1) },
    { keys: ["f"], name: "f", purpose: "first turn that differs", action: paused(actions.difference) },
    { keys: ["s"], name: "s", purpose: "save this turn as SVG", action: page.svg },
    { keys: ["p"], name: "p", purpose: "save this turn as PNG", action: page.png },
    { keys: ["l"], name: "l", purpose: "copy a link to this turn", action: page.link },
    { keys: ["d"], name: "d", purpose: "dark or light", action: page.theme },
    { keys: ["r"], name: "r", purpose: "the game's rules", action: page.rules },
    { keys: ["?"], name: "?", purpose: "these keys", action: toggleHelp },
  ];
}

/**
 * Listens to the keyboard, and lists the keys for those who ask.
 * @param {Binding[]} bound
 */
export function listen(bound) {
  const dialog = find("keys");
  const list = bound.flatMap(({ name, purpose }) => [html("dt", {}, name), html("dd", {}, purpose)]);
  dialog.replaceChildren(html("h2", {}, "Keys"), html("dl", {}, ...list), button(toggleHelp, {}, "Close"));
  find("help").addEventListener("click", toggleHelp);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    const arrow = event.shiftKey && event.key.startsWith("Arrow");
    const key = arrow ? `Shift+${event.key}` : event.key;
    const found = bound.find(({ keys }) => keys.includes(key));
    if (!found?.action) return;
    event.preventDefault();
    found.action();
  });
}

/** Fields keep their own keys; the slider does as the page does. */
export function isField(/** @type {EventTarget | null} */ target) {
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
    || (target instanceof HTMLInputElement && target.type !== "range");
}

function toggleHelp() {
  toggle("keys");
}

/** Opens or closes a dialog. */
export function toggle(/** @type {string} */ id) {
  const dialog = /** @type {HTMLDialogElement} */ (find(id));
  if (dialog.open) dialog.close();
  else dialog.showModal();
}
