// Kingdomino's symbols: terrains, crowns, castle and kings, from the file that the pictures of the API use too.

import { dress, s } from "./svg.js";

export const { themes, symbols, filled } = await fetch(new URL("./kingdomino.json", import.meta.url)).then((answer) => answer.json());
dress("kd", themes);

export const TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"];

/** The outline of a symbol in a square of 24. */
export const figurePath = (kind) => symbols[kind].map(([x, y, rest]) => `M${x} ${y}${rest}`).join("");

/** A symbol in a drawing: `side` wide, with its corner at x, y. */
export const mark = (kind, x, y, side, more = "") => s("path", { d: figurePath(kind), class: `figure ${filled.includes(kind) ? "filled" : ""} ${more}`, transform: `translate(${x} ${y}) scale(${side / 24})` });

/** A symbol as a drawing of its own: colours alone do not tell terrains apart. */
export const figure = (kind, more = "") => s("svg", { viewBox: "0 0 24 24", class: `symbol ${more}`, "aria-hidden": "true" }, mark(kind, 0, 0, 24));

/** What is printed on a square: its ground, its figure, its crowns. */
export function face({ terrain, crowns = 0 }, side) {
  const size = side * 0.3;
  return [
    s("rect", { width: side, height: side, class: "ground" }),
    mark(terrain, side * 0.2, crowns ? side * 0.1 : side * 0.18, side * (crowns ? 0.54 : 0.64)),
    Array.from({ length: crowns }, (_, index) => mark("crown", side * 0.97 - (index + 1) * size, side * 0.67, size, "crown")),
  ];
}

/** A domino as a small picture; `king` is the number of the king that stands on it. */
export function dominoPicture({ a, b }, king = 0) {
  const half = (printed, x) => s("g", { class: `face ${printed.terrain}`, transform: `translate(${x} 0)` }, face(printed, 40));
  return s(
    "svg",
    { viewBox: "-1 -1 82 42", class: "domino-picture", "aria-hidden": "true" },
    half(a, 0),
    half(b, 40),
    s("rect", { width: 80, height: 40, rx: 3, class: "edge" }),
    king > 0 && mark("king", 28, 8, 24, `king king-${king}`),
  );
}
