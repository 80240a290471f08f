/** The case: its seed, its options as a form from the game's description, and its text. */
import { find, html } from "./dom.js";

/**
 * @typedef {{name: string, meaning: string, kind: string, words: [string, string][], default: string}} FormField
 */

/** Makes the fields of the options. */
export function drawOptions(/** @type {FormField[]} */ fields, /** @type {() => void} */ changed) {
  const labels = fields.map((field) => {
    const input = control(field);
    input.id = `option-${field.name}`;
    for (const kind of ["input", "change"]) input.addEventListener(kind, changed);
    return html("label", { title: field.meaning }, `${field.name} `, input);
  });
  find("options").replaceChildren(...labels);
}

/** @param {FormField} field @returns {HTMLInputElement | HTMLSelectElement} */
function control({ kind, words, default: value, meaning }) {
  if (kind === "word") {
    const options = words.map(([word, means]) => html("option", { value: word, title: means }, word));
    const any = value ? [] : [html("option", { value: "" }, "any")];
    const select = /** @type {HTMLSelectElement} */ (html("select", {}, ...any, ...options));
    select.value = value;
    return select;
  }
  const attributes = kind === "flag" ? { type: "checkbox" } : { type: "text", size: "5", value, placeholder: "any", title: meaning };
  return /** @type {HTMLInputElement} */ (html("input", attributes));
}

/** The options that are given, by name. */
export function givenOptions(/** @type {FormField[]} */ fields) {
  return fields.flatMap(({ name, kind }) => {
    const input = /** @type {HTMLInputElement} */ (find(`option-${name}`));
    if (kind === "flag") return input.checked ? [[name, ""]] : [];
    return input.value.trim() ? [[name, input.value.trim()]] : [];
  });
}

/** Gives the options these values; the others are as at first. */
export function setOptions(/** @type {FormField[]} */ fields, /** @type {Map<string, string>} */ values) {
  for (const { name, kind, default: first } of fields) {
    const input = /** @type {HTMLInputElement} */ (find(`option-${name}`));
    if (kind === "flag") input.checked = values.has(name);
    else input.value = values.get(name) ?? first;
  }
}
