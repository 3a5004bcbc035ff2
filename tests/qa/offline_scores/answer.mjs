// Reads a question on each line ({game, question}) and writes the module's score, or {refused}, on a line.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { CannotScore, score } from "../../../service/web/scoring/index.js";

const packs = {};
const packOf = (game) => (packs[game] ??= JSON.parse(readFileSync(new URL(`../../../service/games/${game.replaceAll("-", "_")}/packs/base.json`, import.meta.url))));

for await (const text of createInterface({ input: process.stdin })) {
  const { game, question } = JSON.parse(text);
  let told;
  try {
    told = score(game, question, packOf(game));
  } catch (error) {
    if (!(error instanceof CannotScore)) throw error;
    told = { refused: error.message };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
