// Every line that is marked has to be refused by the compiler.
import type { components } from "./schema.js";

type Move = components["schemas"]["KingdominoMove"];

// @ts-expect-error no such side
export const up: Move = { type: "place", player: "ana", domino: 7, x: 1, y: 0, to: "up" };
// @ts-expect-error a field of another move
export const choice: Move = { type: "choose", player: "ana", domino: 7, x: 1 };
// @ts-expect-error no such type of move
export const pass: Move = { type: "pass", player: "ana" };
