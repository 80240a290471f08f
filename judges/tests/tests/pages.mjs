/** Tests of the pages' modules that need no browser: `node --test judges/tests/tests/pages.mjs`. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

// A page has its modules in one place.
const folder = await mkdtemp(join(tmpdir(), "pages-"));
after(() => rm(folder, { recursive: true }));
await writeFile(join(folder, "package.json"), '{ "type": "module" }');
for (const part of ["scene/src/page", "report/src/page", "web/src/document"]) {
  await cp(new URL(`../../kit/${part}`, import.meta.url), folder, { recursive: true });
}
const load = (name) => import(join(folder, name));
const { shown, signed, spaced, spacedText, ticks } = await load("number.js");
const { parse } = await load("expression.js");
const { describeDifference, grouped, shortNames } = await load("statistics.js");
const { Game, Selection } = await load("game.js");
const { range } = await load("axes.js");
const { BoardChoices } = await load("board-choices.js");

test("numbers have few decimals, and thin spaces from 10 000 on", () => {
  const cases = [[0.1 + 0.2, "0.3"], [1e-7 / 3, "3.333e-8"], [-1e308, "−1e308"], [1.05e16, "1.05e16"], [-2.00005, "−2"], [undefined, "–"], ["-3 of 5", "−3 of 5"]];
  for (const [value, text] of cases) assert.equal(shown(value), text);
  assert.deepEqual([9999, 10000, -1234567.25, 1.7e308].map(spaced), ["9999", "10\u202f000", "−1\u202f234\u202f567", "1.7e308"]);
  assert.deepEqual([12345, 0, -1].map(signed), ["+12\u202f345", "0", "−1"]);
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

/** Returns numbers from 0 to 1, always the same. */
function* randoms() {
  for (let state = 7; ; state = (state * 48271) % 2147483647) yield state / 2147483647;
}

/** Writes the records of one run on `cases`: scores of any sign, failures, and some records without a bound. */
async function writeRun(file, run, cases, draw, { measure, objective, bound }) {
  const records = cases.map(({ seed, ...parameters }) => {
    const isFailed = draw(4) === 0;
    const score = isFailed ? draw(3) * 20 - 20 : draw(4) * (100 + draw(50)) - (objective === "minimise" ? 0 : 60);
    const bounds = bound && draw(6) > 0 ? { bound_kind: "maximum", bound, bound_ratio: score / bound } : {};
    return { game: "slider", seed, command: `player ${run}`, parameters, verdict: isFailed ? "RE" : "OK", score, ...bounds, measure, objective, cpu_ms: 1, wall_ms: 1, memory_kib: 1 };
  });
  // Every run lacks some cases.
  const kept = records.filter(() => draw(10) > 0);
  await writeFile(file, kept.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return kept;
}

test("a selection shows what compare finds in its cases", { skip: !process.env.JUDGE_REPORT && "JUDGE_REPORT names no program" }, async () => {
  const random = randoms();
  const draw = (most) => Math.floor(random.next().value * most);
  const report = (...words) => execFileSync(process.env.JUDGE_REPORT, words, { stdio: ["ignore", "pipe", "ignore"] });
  for (const [measure, objective, bound] of [
    ["relative", "maximise", 900], ["relative", "maximise", 0], ["relative", "minimise", 0], ["score", "maximise", 0],
    ["score", "minimise", 5], ["bound_ratio", "maximise", 900],
  ]) {
    const cases = Array.from({ length: 50 + draw(9) }, (_, index) => ({ seed: index + 1, N: draw(30), C: draw(4) }));
    const files = [0, 1, 2].map((run) => join(folder, `${run}.jsonl`));
    const some = files.map((file) => `${file}.some`);
    for (const [run, file] of files.entries()) {
      const records = await writeRun(file, run, cases, draw, { measure, objective, bound });
      const selected = records.filter(({ parameters }) => parameters.N > 12);
      await writeFile(some[run], selected.map((record) => `${JSON.stringify(record)}\n`).join(""));
    }
    const page = join(folder, "page.html");
    report("html", ...files, "--out", page, "--force");
    const [, data] = /id="data">(.*?)<\/script>/s.exec(await readFile(page, "utf8"));
    const game = new Game(JSON.parse(data).games[0]);
    for (const [filter, own] of [[null, files], [parse("N > 12", game.names), some]]) {
      const selection = new Selection(game, filter);
      const [{ pairs }] = JSON.parse(report("compare", ...own, "--json", "--by", "N,C"));
      pairs.forEach((pair, index) => hasFigures(selection, index + 1, pair));
    }
  }
});

/** Checks what a selection shows of run `other` and the first run against a pair of `compare --json`. */
function hasFigures(selection, other, { measures, failures, groups }) {
  const { game } = selection;
  const facts = (all) => all.map(({ name, cases, left_out }) => [name, cases, left_out]);
  const found = describeDifference(selection, 0, other);
  assert.deepEqual(facts(found), facts(measures));
  found.forEach((one, at) => near([one.mean_a, one.mean_b, one.difference], ["mean_a", "mean_b", "difference"].map((key) => measures[at][key])));
  const both = selection.of(0, other);
  const failed = (a, b) => both.filter((place) => game.runs[0].failed[place] === a && game.runs[other].failed[place] === b).length;
  assert.deepEqual([failed(true, false), failed(false, true), failed(true, true)], [failures.only_a, failures.only_b, failures.both]);
  const sizes = ["N", "C"].flatMap((name) => {
    const plays = both.map((place) => ({ value: game.names.get(name)(other, place), play: place }));
    return grouped(plays, 4).map((group) => [`${name} = ${group.name}`, group.plays.length]);
  });
  assert.deepEqual(sizes, groups.map(({ name, cases }) => [name, cases]));
}

/** Checks that numbers are equal but for rounding. */
function near(found, expected) {
  found.forEach((value, index) => assert(Math.abs(value - expected[index]) <= 1e-9 * Math.max(1, Math.abs(expected[index])), `${found} is not ${expected}`));
}

test("names of runs lose what they share, and are short", () => {
  const player = "python3 /home/a/player.py";
  assert.deepEqual(shortNames([`${player} --level 1 -q`, `${player} --level 12 -q`]), ["1", "12"]);
  assert.deepEqual(shortNames(["a b", "a b"]), ["b", "b (2)"]);
  const [one, other] = shortNames(["x".repeat(400), `${"x".repeat(399)}y`]);
  assert(one !== other && one.length < 50 && other.length < 50);
  assert.deepEqual(shortNames([player]), [player]);
});

test("an entry has the chosen parts that its verb takes", () => {
  const part = (place, verbs) => ({ places: [place], entry: String(place), verbs: verbs.map((verb) => [verb, ""]) });
  const choices = [part(0, ["sound"]), part(1, ["sound", "dig"]), part(2, ["dig"]), part(3, ["sound", "dig"])];
  const joined = (verb) => BoardChoices.prototype.joined.call({ choices, parts: new Set([0, 1, 2]) }, verb);
  assert.deepEqual(["sound", "dig"].map(joined), ["sound 0 1", "dig 1 2"]);
});
