/** Tests of the pages' modules that need no browser: `node --test judges/tests/tests/pages.mjs`. */
import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

// A page has its modules in one place.
const folder = await mkdtemp(join(tmpdir(), "pages-"));
after(() => rm(folder, { recursive: true }));
await writeFile(join(folder, "package.json"), '{ "type": "module" }');
for (const part of ["scene", "report"]) await cp(new URL(`../../kit/${part}/src/page`, import.meta.url), folder, { recursive: true });
const load = (name) => import(join(folder, name));
const { shown, spaced, spacedText, ticks } = await load("number.js");
const { parse } = await load("expression.js");
const { grouped, paired, ranking, setQuantiles, shortNames } = await load("statistics.js");
const { range } = await load("axes.js");

test("numbers have few decimals, and thin spaces from 10 000 on", () => {
  const cases = [[0.1 + 0.2, "0.3"], [1e-7 / 3, "0.00000003333"], [-2.00005, "−2"], [undefined, "–"], ["-3 of 5", "−3 of 5"]];
  for (const [value, text] of cases) assert.equal(shown(value), text);
  assert.deepEqual([9999, 10000, -1234567.25].map(spaced), ["9999", "10\u202f000", "−1\u202f234\u202f567"]);
  assert.equal(spacedText("lost -12345 of 1.23456, (-7)"), "lost −12\u202f345 of 1.23456, (−7)");
});

test("ticks differ, whatever the range", () => {
  for (const [low, high, texts] of [
    [0.9181, 0.9214, ["0.919", "0.920", "0.921"]],
    [0, 1, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]],
    [-3, 40, ["0", "10", "20", "30", "40"]],
    [2.1e6, 2.4e6, ["2.10M", "2.15M", "2.20M", "2.25M", "2.30M", "2.35M", "2.40M"]],
  ]) assert.deepEqual(ticks(low, high, 6).map(({ text }) => text), texts);
  for (let power = -6; power < 12; power += 0.37) {
    const found = ticks(7 * 10 ** power, 7.01 * 10 ** power, 5);
    assert.equal(new Set(found.map(({ text }) => text)).size, found.length);
    assert(found.length >= 2 && found.every(({ value, text }) => Number.isFinite(value) && text.length < 14));
  }
  assert.equal(range([]), null);
  assert(range([5, 5])[0] < 5);
});

/** Plays of one run: sides of boards 8 to 40, colours 1 to 6. */
const plays = Array.from({ length: 60 }, (_, place) => ({ N: 8 + (place % 33), C: 1 + (place % 6) }));
const names = new Map([
  ["N", (_, place) => plays[place].N], ["C", (_, place) => plays[place].C], ["kind", () => "odd"],
  ["run", () => "slider-2"], ["missing", () => null], ["a `b`", () => 3],
]);

test("an expression is computed, and is no script", () => {
  for (const [text, is] of [
    ["N>20 && C==2", ({ N, C }) => N > 20 && C === 2], ["N > 20 || !(C = 2)", ({ N, C }) => N > 20 || C !== 2],
    ["log2(N) * C >= 12.5", ({ N, C }) => Math.log2(N) * C >= 12.5], ["-N^2 + 3*C < -2^3*20", ({ N, C }) => 3 * C - N * N < -160],
    ["2^3^2 - 500 == C + 8", ({ C }) => C === 4], ["max(N, 2*C, 30) % 7 != 2", ({ N, C }) => Math.max(N, 2 * C, 30) % 7 !== 2],
    ["`kind` == 'odd' && run == \"slider-2\"", () => true], ["kind > 3 || missing < 3 || missing >= 3", () => false],
    ["sqrt(0 - N) < 1 || sqrt(0-N) >= 1", () => false], ["1.5e1 <= N && .5 < 1", ({ N }) => N >= 15], ["`a ``b``` == 3", () => true],
  ]) {
    const reader = parse(text, names);
    plays.forEach((play, place) => assert.equal(Boolean(reader(0, place)), is(play), `${text}: ${place}`));
  }
  for (const [text, fault] of [
    ["N >", "expected a value"], ["N + depth2", "called depth2"], ["constructor", "called constructor"], ["__proto__ == 1", "called __proto__"],
    ["N.constructor", "called N.constructor"], ["alert(1)", "called alert"], ["max.constructor('x')", "called max.constructor"],
    ["N; N", "unexpected ;"], ["N == 1 == 1", "unexpected =="], ["(N", "expected )"], ["{}", "unexpected {"],
    ["(".repeat(400), "expected a value"], ["1+".repeat(300), "at most 500"],
  ]) assert.throws(() => parse(text, names), ({ message }) => message.includes(fault), text);
});

test("groups are of each value, or of about equal size", () => {
  const groups = (text, count = 4) => grouped(plays.map((_, place) => ({ value: parse(text, names)(0, place), play: place })), count);
  const sizes = (text) => groups(text).map(({ name, plays }) => [name, plays.length]);
  const above = plays.filter(({ N }) => N > 20).length;
  assert.deepEqual(sizes("N>20"), [["false", 60 - above], ["true", above]]);
  assert.deepEqual(sizes("kind"), [["odd", 60]]);
  assert.deepEqual(sizes("C"), [1, 2, 3, 4, 5, 6].map((colours) => [String(colours), 10]));
  assert.deepEqual(sizes("missing"), []);
  const ranges = groups("N/7");
  assert.equal(ranges.length, 4);
  assert.equal(ranges.flatMap(({ plays }) => plays).length, 60);
  // No name has all digits of a fraction.
  assert(ranges.every(({ name }) => /^\d+(\.\d{1,4})? to \d+(\.\d{1,4})?$/.test(name)), JSON.stringify(ranges));
});

test("a mean difference has Student's interval", () => {
  setQuantiles([12.706, 4.303]);
  assert.equal(paired([]), null);
  assert.equal(paired([3]).ends, null);
  const { mean, error, ends: [low, high] } = paired([1, 2, 6]);
  assert.equal(mean, 3);
  assert(Math.abs(error - Math.sqrt(7 / 3)) < 1e-12);
  assert(Math.abs(high - low - 2 * 4.303 * error) < 1e-12);
});

test("standings count the cases of all shown runs", () => {
  const scores = [[1, 2, 3, null], [1, 4, 1, 9]];
  const game = { measure: "score", runs: scores.map((score) => ({ score })) };
  const has = scores.map((own) => own.map((score) => score !== null));
  const { cases, standings } = ranking({ game, runs: [0, 1], has, caseIndices: [0, 1, 2, 3] });
  assert.equal(cases, 3);
  assert.deepEqual(standings.map(({ run, bests, uniques, gain }) => [run, bests, uniques, gain]), [[0, 2, 1, 2 / 3], [1, 2, 1, 2 / 3]]);
});

test("names of runs lose what they share, and are short", () => {
  const player = "python3 /home/a/player.py";
  assert.deepEqual(shortNames([`${player} --level 1 -q`, `${player} --level 12 -q`]), ["1", "12"]);
  assert.deepEqual(shortNames(["a b", "a b"]), ["b", "b (2)"]);
  const [one, other] = shortNames(["x".repeat(400), `${"x".repeat(399)}y`]);
  assert(one !== other && one.length < 50 && other.length < 50);
  assert.deepEqual(shortNames([player]), [player]);
});
