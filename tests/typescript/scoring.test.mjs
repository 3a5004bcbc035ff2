// The 300 vectors of each game, counted by the package; what cannot be counted is refused.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

import { CannotScore, canScore, score, uncounted } from "brehon-client/scoring";

const { VECTORS, PACKS } = process.env;
const require = createRequire(import.meta.url);
const ways = { import: score, require: require("brehon-client/scoring").score, "the language alone": withoutHost() };

/** `score` in a context that has neither fetch nor DOM nor console, as the JavaScript engine of a phone. */
function withoutHost() {
  const context = createContext({});
  const loaded = new Map();
  const load = (file) => {
    if (!loaded.has(file)) {
      loaded.set(file, {});
      const wrapped = runInContext(`(function (exports, require) { ${readFileSync(file, "utf-8")}\n})`, context);
      wrapped(loaded.get(file), (name) => load(resolve(dirname(file), name)));
    }
    return loaded.get(file);
  };
  const inside = load(require.resolve("brehon-client/scoring")).score;
  return (...asked) => JSON.parse(JSON.stringify(inside(...asked)));
}

for (const game of ["kingdomino", "brian-boru", "roll-and-raid"]) {
  const { vectors } = JSON.parse(readFileSync(`${VECTORS}/${game}.json`, "utf-8"));
  const pack = JSON.parse(readFileSync(`${PACKS}/${game}-pack.json`, "utf-8")).pack;
  for (const [way, count] of Object.entries(ways)) {
    test(`${game}, by ${way}: all vectors are counted as the service counts them`, () => {
      assert.equal(vectors.length, 300);
      for (const { question, score: expected, refused } of vectors) {
        if (refused) assert.throws(() => count(game, question, pack), { name: "CannotScore" });
        else assert.deepEqual(count(game, question, pack), expected);
      }
    });
  }
}

test("a fault has its place", () => {
  const question = { state: { players: [{ name: "ana", squares: [{ x: 1, y: 0, terrain: "sea" }] }] } };
  assert.throws(() => score("kingdomino", question), (error) => error instanceof CannotScore && error.pointer === "/state/players/0/squares/0/terrain");
});

test("a name that cannot stand is named with its place and the reason", () => {
  const named = (...names) => () => score("kingdomino", { state: { players: names.map((name) => ({ name, squares: [] })) } });
  assert.throws(named("ana", "x".repeat(41)), { pointer: "/state/players/1/name", message: "/state/players/1/name: A name of 1 to 40 characters is needed." });
  assert.throws(named("ana", ""), { pointer: "/state/players/1/name" });
  assert.throws(named("ana", "bo", "ana"), { pointer: "/state/players/2/name", message: "/state/players/2/name: Two players have the same name." });
  assert.equal(named("ana", "x".repeat(40))().players.length, 2);
});

test("what the service alone counts is known beforehand", () => {
  assert.equal(canScore("kingdomino", { state: {} }), true);
  assert.equal(canScore("brian-boru", { state: {} }), false);
  assert.equal(canScore("ortus-regni", { state: {} }), false);
  assert.throws(() => score("ortus-regni", { state: {} }), CannotScore);
});

test("each total that is null has a reason, and no other has", () => {
  const { vectors } = JSON.parse(readFileSync(`${VECTORS}/kingdomino.json`, "utf-8"));
  const pack = JSON.parse(readFileSync(`${PACKS}/kingdomino-pack.json`, "utf-8")).pack;
  let reasons = 0;
  for (const { question, refused, score: expected } of vectors) {
    if (refused) continue;
    const told = uncounted("kingdomino", question, pack);
    const nulls = expected.players.filter(({ total }) => total === null).map(({ name }) => name);
    assert.deepEqual([...new Set(told.map(({ name }) => name))].sort(), nulls.sort());
    reasons += told.length;
  }
  assert.ok(reasons > 5, `${reasons}`);
  assert.deepEqual(uncounted("roll-and-raid", {}), []);
});

test("the reason names the square or the domino", () => {
  const pack = { dominoes: [{ number: 1, a: { terrain: "lake", crowns: 0 }, b: { terrain: "lake", crowns: 0 } }] };
  const square = { x: 1, y: 0, terrain: "lake" };
  const of = (told) => uncounted("kingdomino", { state: { players: [{ name: "ana", squares: [] }, { name: "bo", ...told }] } }, pack);
  const there = "/state/players/1";
  assert.deepEqual(of({ squares: [square, square] }), [{ name: "bo", pointer: `${there}/squares/1`, reason: "twice" }]);
  assert.deepEqual(of({ squares: [square, { ...square, x: 8 }] }), [{ name: "bo", pointer: `${there}/squares/1`, reason: "far" }]);
  const lying = (x) => ({ domino: 1, x, y: 0, to: "e" });
  assert.deepEqual(of({ kingdom: [lying(1), lying(-1)] }), [{ name: "bo", pointer: `${there}/kingdom/1`, reason: "castle" }]);
  assert.deepEqual(of({ kingdom: [lying(1)] }), []);
  const games = [{ players: [{ name: "bo", squares: [] }] }, { players: [{ name: "bo", squares: [{ ...square, x: 0 }] }] }];
  assert.deepEqual(uncounted("kingdomino", { games }), [{ name: "bo", pointer: "/games/1/players/0/squares/0", reason: "castle" }]);
});
