/** The case: its seed, a form for its options (made from the game's description), and its text. */
import { find, html } from "./dom.js";

/** @typedef {{name: string, meaning: string, kind: string, words: [string, string][], default: string}} FormField */

/** Time without typing after which a value takes effect, ms. */
const TYPED = 400;

/** The fields that name a case. */
export class CaseForm {
  /** @param {FormField[]} fields the game's options @param {() => void} changed called after another case is named */
  constructor(fields, changed) {
    this.seed = find("seed", HTMLInputElement);
    this.input = find("input", HTMLTextAreaElement);
    /** Text of the case drawn by the seed, once it is known. */
    this.drawn = "";
    /** Seed and options of the last requested case. */
    this.asking = "";
    this.changed = () => {
      this.input.value = "";
      changed();
    };
    this.fields = fields.map((field) => ({ ...field, control: control(field) }));
    const labels = this.fields.map(({ name, meaning, control }) => {
      control.id = `option-${name}`;
      this.listen(control);
      return html("label", { title: meaning }, `${name} `, control);
    });
    find("options").replaceChildren(...labels);
    this.listen(this.seed);
    this.input.addEventListener("input", changed);
  }

  /** Watches a control; draws the named case if it has changed and typing has stopped. */
  listen(/** @type {HTMLElement} */ control) {
    const edited = () => {
      clearTimeout(this.typing);
      if (this.named() !== this.asking) this.changed();
    };
    control.addEventListener("change", edited);
    control.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(edited, TYPED);
    });
  }

  /** Goes to the next or previous seed. */
  step(/** @type {1 | -1} */ by) {
    const { value } = this.seed;
    const next = /^\d+$/.test(value) ? BigInt(value) + BigInt(by) : 1n;
    this.seed.value = String(next < 0n ? 0n : next);
    this.changed();
  }

  /** Returns the options that have a value. @returns {[string, string][]} */
  get options() {
    return this.fields.flatMap(({ name, control }) => {
      if (control.type === "checkbox") return control.matches(":checked") ? [[name, ""]] : [];
      return control.value.trim() ? [[name, control.value.trim()]] : [];
    });
  }

  /** Returns the parts of a request that name the case. The seed is text, since a number is inexact beyond 2^53. */
  request() {
    return { seed: this.seed.value.trim(), options: this.options, input: this.input.value };
  }

  /** Returns seed and options as text, to detect changes. */
  named() {
    return JSON.stringify([this.seed.value, this.options]);
  }

  /** Sets the fields; options without a value get their initial value. */
  set(/** @type {string} */ seed, /** @type {Map<string, string>} */ options, /** @type {string} */ input) {
    this.seed.value = seed;
    for (const { name, control, default: first } of this.fields) {
      if (control instanceof HTMLInputElement) control.checked = options.has(name);
      control.value = options.get(name) ?? first;
    }
    this.input.value = input;
  }
}

/** @param {FormField} field */
function control({ kind, words, default: value, meaning }) {
  if (kind === "word") {
    const options = words.map(([word, means]) => html("option", { value: word, title: means }, word));
    const any = value ? [] : [html("option", { value: "" }, "any")];
    const select = html("select", {}, ...any, ...options);
    select.value = value;
    return select;
  }
  return html("input", kind === "flag" ? { type: "checkbox" } : { type: "text", size: "5", value, placeholder: "any", title: meaning });
}
