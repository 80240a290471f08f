/** Functions that make and find elements. Text is always set as text, never as markup. */

/**
 * Returns the first element that a CSS selector finds.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {new () => T} [kind] class of the element
 * @returns {T}
 * @throws if the page has no such element
 */
export function select(selector, kind = /** @type {any} */ (HTMLElement)) {
  const node = document.querySelector(selector);
  if (node instanceof kind) return node;
  throw new Error(`the page has no ${kind.name} at ${selector}`);
}

/** Returns the element with this id. @template {Element} [T=HTMLElement] @returns {T} */
export function find(/** @type {string} */ id, /** @type {(new () => T) | undefined} */ kind = undefined) {
  return select(`#${id}`, kind);
}

/**
 * Returns an HTML element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Returns a button with an action. @param {() => void} action @param {Record<string, string>} attributes @param {...(Node | string)} children */
export function button(action, attributes, ...children) {
  const node = html("button", { type: "button", ...attributes }, ...children);
  node.addEventListener("click", action);
  return node;
}

/**
 * Returns an SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** Puts spaces between nodes, so that a screen reader does not join their texts. @returns {(Node | string)[]} */
export function apart(/** @type {(Node | string)[]} */ nodes) {
  return nodes.flatMap((node, index) => (index === 0 ? [node] : [" ", node]));
}

/** A colour of middle lightness that differs from those of the numbers nearby: hues at the golden angle. */
export function hue(/** @type {number} */ index) {
  return `hsl(${(index * 137.5 + 300) % 360} 60% 50%)`;
}
