/**
 * Expressions over the values of a play: `log2(N)*C`, `N>20 && run=="slider-3"`. They are parsed and computed here,
 * and never passed to the browser as a script.
 *
 *   or      = and { "||" and }
 *   and     = equal { "&&" equal }
 *   equal   = sum [ ("==" | "=" | "!=" | "<=" | ">=" | "<" | ">") sum ]
 *   sum     = product { ("+" | "-") product }
 *   product = unary { ("*" | "/" | "%") unary }
 *   unary   = ("-" | "!") unary | power
 *   power   = atom [ "^" unary ]
 *   atom    = number | "text" | name | `any name` | function "(" or { "," or } ")" | "(" or ")"
 *
 * Within quotation marks, a quotation mark is written twice.
 */

/** Maximum length of an expression, so that nested ones cannot exhaust the stack. */
const LONGEST = 500;

const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\p{L}_][\p{L}\p{N}_.]*)|`((?:[^`]|``)*)`|"((?:[^"]|"")*)"|'((?:[^']|'')*)'|(\|\||&&|[=!<>]=|[-+*/%^<>=!(),]))/uy;

const FUNCTIONS = new Map([
  ["abs", Math.abs], ["ceil", Math.ceil], ["exp", Math.exp], ["floor", Math.floor], ["log", Math.log], ["log10", Math.log10],
  ["log2", Math.log2], ["max", Math.max], ["min", Math.min], ["round", Math.round], ["sqrt", Math.sqrt],
]);

const OPERATORS = new Map(/** @type {[string, (one: any, other: any) => any][]} */ ([
  ["||", (one, other) => Boolean(one) || Boolean(other)], ["&&", (one, other) => Boolean(one) && Boolean(other)],
  ["==", compared((one, other) => one === other)], ["=", compared((one, other) => one === other)],
  ["!=", compared((one, other) => one !== other)], ["<", compared((one, other) => one < other)],
  [">", compared((one, other) => one > other)], ["<=", compared((one, other) => one <= other)],
  [">=", compared((one, other) => one >= other)],
  ["+", (one, other) => number(one) + number(other)], ["-", (one, other) => number(one) - number(other)],
  ["*", (one, other) => number(one) * number(other)], ["/", (one, other) => number(one) / number(other)],
  ["%", (one, other) => number(one) % number(other)],
]));

const COMPARISONS = ["==", "=", "!=", "<=", ">=", "<", ">"];

/** Operators by precedence, the weakest first; all of them are left-associative. */
const RANKS = [["||"], ["&&"], COMPARISONS, ["+", "-"], ["*", "/", "%"]];

/**
 * A value in the play of a case by a run, both given by index; `null` if the play lacks it.
 * @typedef {(run: number, caseIndex: number) => any} Reader
 */

/** Compiles an expression into a reader; throws an `Error` with a message if it is malformed. @returns {Reader} */
export function parse(/** @type {string} */ text, /** @type {Map<string, Reader>} */ names) {
  if (text.length > LONGEST) throw new Error(`an expression has at most ${LONGEST} characters`);
  const parser = new Parser(tokens(text), names);
  const reader = parser.ranked();
  if (parser.token.kind !== "end") throw new Error(`unexpected ${parser.token.text}`);
  return reader;
}

/** @returns {{ kind: string, text: string }[]} */
function tokens(/** @type {string} */ text) {
  const kinds = ["", "number", "name", "name", "text", "text", "sign"];
  const found = [];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (text.slice(at).trim() !== "") {
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`unexpected ${text.slice(at).trim()[0]}`);
    const group = match.findIndex((part, index) => index > 0 && part !== undefined);
    const quote = /["'`]/.exec(match[0].trim()[0])?.[0];
    found.push({ kind: kinds[group], text: quote ? match[group].replaceAll(quote + quote, quote) : match[group] });
    at = TOKEN.lastIndex;
  }
  return [...found, { kind: "end", text: "end" }];
}

class Parser {
  constructor(/** @type {{ kind: string, text: string }[]} */ tokens, /** @type {Map<string, Reader>} */ names) {
    this.tokens = tokens;
    this.names = names;
    this.at = 0;
  }

  get token() {
    return this.tokens[this.at];
  }

  /** Returns the next token and goes on if it is one of these operators. */
  skip(/** @type {string[]} */ ...signs) {
    const { kind, text } = this.token;
    if (kind !== "sign" || !signs.includes(text)) return null;
    this.at += 1;
    return text;
  }

  expect(/** @type {string} */ sign) {
    if (this.skip(sign) === null) throw new Error(`expected ${sign}, found ${this.token.text}`);
  }

  /**
   * Parses operands joined by operators of this precedence or a higher one; at most one comparison. All values are true
   * except 0, NaN, `null` and the empty text.
   * @returns {Reader}
   */
  ranked(rank = 0) {
    if (rank === RANKS.length) return this.unary();
    const next = () => this.skip(...RANKS[rank]);
    let left = this.ranked(rank + 1);
    for (let sign = next(); sign !== null; sign = COMPARISONS.includes(sign) ? null : next()) {
      const compute = /** @type {(one: any, other: any) => any} */ (OPERATORS.get(sign));
      const [one, other] = [left, this.ranked(rank + 1)];
      left = (run, caseIndex) => compute(one(run, caseIndex), other(run, caseIndex));
    }
    return left;
  }

  /** @returns {Reader} */
  unary() {
    const sign = this.skip("-", "!");
    if (sign === null) return this.power();
    const value = this.unary();
    return sign === "-" ? (run, caseIndex) => -number(value(run, caseIndex)) : (run, caseIndex) => !value(run, caseIndex);
  }

  /** @returns {Reader} */
  power() {
    const base = this.atom();
    if (this.skip("^") === null) return base;
    const exponent = this.unary();
    return (run, caseIndex) => number(base(run, caseIndex)) ** number(exponent(run, caseIndex));
  }

  /** @returns {Reader} */
  atom() {
    if (this.skip("(")) {
      const inner = this.ranked();
      this.expect(")");
      return inner;
    }
    const { kind, text } = this.token;
    this.at += 1;
    if (kind === "number") {
      const value = Number(text);
      return () => value;
    }
    if (kind === "text") return () => text;
    if (kind !== "name") throw new Error(`expected a value, found ${text}`);
    const apply = FUNCTIONS.get(text);
    if (apply && this.skip("(")) {
      const values = [this.ranked()];
      while (this.skip(",")) values.push(this.ranked());
      this.expect(")");
      return (run, caseIndex) => apply(...values.map((value) => number(value(run, caseIndex))));
    }
    const reader = this.names.get(text);
    if (!reader) throw new Error(`no play has a value called ${text}`);
    return reader;
  }
}

/** Makes a comparison, which is false if a value is missing or if the types differ. */
function compared(/** @type {(one: any, other: any) => boolean} */ compare) {
  return (/** @type {any} */ one, /** @type {any} */ other) => {
    const [left, right] = [plain(one), plain(other)];
    return left !== null && typeof left === typeof right && compare(left, right);
  };
}

/** Converts a value for comparisons: true is 1 and false is 0, as in records. */
function plain(/** @type {any} */ value) {
  return typeof value === "boolean" ? Number(value) : value;
}

/** Converts a value to a number; NaN for a text and for a missing value. @returns {number} */
export function number(/** @type {any} */ value) {
  const found = plain(value);
  return typeof found === "number" ? found : NaN;
}
