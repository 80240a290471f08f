/** The case: its seed, its options as a form from the game's description, and its text. */
import { find, html } from "./dom.js";

/**
 * @typedef {{name: string, meaning: string, kind: string, words: [string, string][], default: string}} FormField
 */

/** The fields that name a case. */
export class CaseForm {
  /**
   * @param {FormField[]} fields the game's options
   * @param {() => void} changed called when another case is named
   */
  constructor(fields, changed) {
    this.fields = fields;
    this.seed = /** @type {HTMLInputElement} */ (find("seed"));
    this.input = /** @type {HTMLTextAreaElement} */ (find("input"));
    /** Text of the case that the seed draws, once it is known. */
    this.drawn = "";
    /** Seed and options of the case that was asked for last. */
    this.asking = "";
    this.changed = () => {
      this.input.value = "";
      changed();
    };
    const labels = fields.map((field) => {
      const input = control(field);
      input.id = `option-${field.name}`;
      this.listen(input);
      return html("label", { title: field.meaning }, `${field.name} `, input);
    });
    find("options").replaceChildren(...labels);
    this.listen(this.seed);
    this.input.addEventListener("input", changed);
  }

  /** Draws the case that the form names if it is another: a press elsewhere ends the editing as well. */
  listen(/** @type {HTMLElement} */ input) {
    const edited = () => {
      if (this.named() !== this.asking) this.changed();
    };
    for (const kind of ["input", "change"]) input.addEventListener(kind, edited);
  }

  /** Takes another seed. */
  step(/** @type {number} */ by) {
    this.seed.value = String(Math.max(0, Number(this.seed.value) + by));
    this.changed();
  }

  /** The options that are given, by name. */
  get options() {
    return this.fields.flatMap(({ name, kind }) => {
      const input = /** @type {HTMLInputElement} */ (find(`option-${name}`));
      if (kind === "flag") return input.checked ? [[name, ""]] : [];
      return input.value.trim() ? [[name, input.value.trim()]] : [];
    });
  }

  /** The parts of a request that name the case. */
  request() {
    return { seed: Number(this.seed.value), options: this.options, input: this.input.value };
  }

  /** Seed and options, as they are in the form. */
  named() {
    return JSON.stringify([this.seed.value, this.options]);
  }

  /** Sets the fields; options without a value are as at first. */
  set(/** @type {string} */ seed, /** @type {Map<string, string>} */ options, /** @type {string} */ input) {
    this.seed.value = seed;
    for (const { name, kind, default: first } of this.fields) {
      const field = /** @type {HTMLInputElement} */ (find(`option-${name}`));
      if (kind === "flag") field.checked = options.has(name);
      else field.value = options.get(name) ?? first;
    }
    this.input.value = input;
  }
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
