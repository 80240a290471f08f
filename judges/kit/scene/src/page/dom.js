/** Making and finding elements. Text is always set as text, never as markup. */

/**
 * The element of the page with this id.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function find(id) {
  return /** @type {T} */ (/** @type {unknown} */ (document.getElementById(id)));
}

/**
 * An HTML element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * A button that does something.
 * @param {() => void} action
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function button(action, attributes, ...children) {
  const node = html("button", { type: "button", ...attributes }, ...children);
  node.addEventListener("click", action);
  return node;
}

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** Takes the system's theme, now and whenever it changes. */
export function followTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
  dark.addEventListener("change", theme);
  theme();
}
