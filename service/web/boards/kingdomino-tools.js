// The tools beside Kingdomino's board: terrains to paint with, and the 48 dominoes as pictures.

import { h } from "../dom.js";
import { figurePath, TERRAINS } from "../games/kingdomino-kingdoms.js";
import { name } from "../parts.js";
import { s } from "./svg.js";

/** A row of terrains and an eraser; `set` gets the chosen one. */
export function palette(module, brush, set) {
  return h(
    "div",
    { class: "brushes", role: "group", "aria-label": name(module, "tools") },
    [...TERRAINS, "erase"].map((kind) =>
      h(
        "button",
        { type: "button", class: `brush ${kind}`, "aria-pressed": String(kind === brush), "aria-label": name(module, kind), data: { key: `brush ${kind}` }, onclick: () => set(kind) },
        kind === "erase" ? "⌫" : s("svg", { viewBox: "0 0 24 24", class: "figure", "aria-hidden": "true" }, s("path", { d: figurePath(kind) })),
      ),
    ),
  );
}

/** A domino as a small picture. */
export function dominoPicture({ number, a, b }) {
  const half = ({ terrain, crowns }, x) => [
    s("rect", { x, width: 24, height: 24, class: `ground ${terrain}` }),
    s("path", { d: figurePath(terrain), class: "figure", transform: `translate(${x + 3} 3) scale(.75)` }),
    crowns > 0 && s("text", { x: x + 23, y: 22, "text-anchor": "end", class: "crown" }, "♛".repeat(crowns)),
  ];
  return s("svg", { viewBox: "0 0 48 24", class: "domino-picture", "aria-hidden": "true" }, half(a, 0), half(b, 24));
}

/** All dominoes to choose from; those with one of the chosen terrains first would move under the finger, so the order is fixed. */
export function dominoPicker(module, pack, chosen, set) {
  return h(
    "div",
    { class: "dominoes", role: "group", "aria-label": name(module, "dominoes") },
    pack.dominoes.map((domino) =>
      h(
        "button",
        { type: "button", class: "domino", "aria-pressed": String(domino.number === chosen), "aria-label": label(module, domino), data: { key: `domino ${domino.number}` }, onclick: () => set(domino.number) },
        dominoPicture(domino),
        h("small", {}, domino.number),
      ),
    ),
  );
}

const half = (module, { terrain, crowns }) => `${name(module, terrain)}${crowns ? ` ${"♛".repeat(crowns)}` : ""}`;
const label = (module, { number, a, b }) => `${number}: ${half(module, a)} – ${half(module, b)}`;
