// Kingdomino's disputes: questions as people ask them, each with what it needs of the table.

import { hint } from "../controls.js";
import { dominoPicker, palette } from "../boards/kingdomino-tools.js";
import { h } from "../dom.js";
import { firstNames } from "../parts.js";

const STEPS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
const sideFrom = ([x, y], [a, b]) => Object.keys(STEPS).find((to) => a - x === STEPS[to][0] && b - y === STEPS[to][1]);
const me = () => firstNames()[0];

const PAINT = { en: "Paint your kingdom: choose a terrain, then tap or swipe.", es: "Pinta tu reino: elige un terreno y toca o desliza.", pl: "Namaluj swoje królestwo: wybierz teren, potem dotykaj lub przesuwaj palcem." };
const DOMINO = { en: "Which domino?", es: "¿Qué ficha?", pl: "Który kafelek?" };
const PLACE = { en: "Draw the domino with your finger: from its left half to its right half.", es: "Traza la ficha con el dedo: de su mitad izquierda a la derecha.", pl: "Narysuj kafelek palcem: od lewej połówki do prawej." };

/** A kingdom of bare squares, with the domino that is to be laid. */
const state = (draft) => ({ players: [{ name: me(), squares: draft.squares }] });

/** Paints these squares; a tap on a square that has this terrain counts its crowns. */
function paint(draft, places) {
  for (const [x, y] of places) {
    if (x === 0 && y === 0) continue;
    const index = draft.squares.findIndex((one) => one.x === x && one.y === y);
    const square = draft.squares[index];
    if (draft.brush === "erase") index >= 0 && draft.squares.splice(index, 1);
    else if (square?.terrain === draft.brush && places.length === 1) square.crowns = ((square.crowns ?? 0) + 1) % 4;
    else if (square) Object.assign(square, { terrain: draft.brush, crowns: 0 });
    else draft.squares.push({ x, y, terrain: draft.brush, crowns: 0 });
  }
}

/** A stroke over two squares lays the domino; two taps do the same. */
function lay(draft, places) {
  const [first, second] = places.length > 1 ? places : draft.first && !draft.to ? [draft.first, places[0]] : [places[0], null];
  const to = second && sideFrom(first, second);
  Object.assign(draft, to ? { first, to } : { first: places.at(-1), to: null });
}

export default [
  {
    id: "place",
    ask: { en: "May this domino go here?", es: "¿Puede ir aquí esta ficha?", pl: "Czy ten kafelek może tu leżeć?" },
    words: { en: "place connect touch corner put tile", es: "colocar conectar tocar esquina poner loseta", pl: "dołożyć położyć stykać róg płytka" },
    draft: () => ({ squares: [], brush: "wheat", domino: null, first: null, to: null }),
    lacks: (draft) => (draft.domino === null ? DOMINO : draft.to === null ? PLACE : null),
    question: (draft) => ({ question: { state: state(draft), move: { type: "place", player: me(), domino: draft.domino, x: draft.first[0], y: draft.first[1], to: draft.to } } }),
    take: (draft, move) => Object.assign(draft, { domino: move.domino, first: [move.x, move.y], to: move.to }),
    parts: (draft, form) => {
      const painting = draft.domino === null;
      const move = draft.first && { type: "place", player: me(), domino: draft.domino, x: draft.first[0], y: draft.first[1], to: draft.to };
      const touched = (places) => form.change((now) => void (painting ? paint(now, places) : lay(now, places)));
      return [
        hint(painting ? PAINT : PLACE),
        form.boardOf({ state: state(draft), move, paint: touched }),
        palette(form.module, painting ? draft.brush : null, (brush) => form.change((now) => void Object.assign(now, { brush, domino: null, first: null, to: null }))),
        h("h3", {}, DOMINO[document.documentElement.lang] ?? DOMINO.en),
        dominoPicker(form.module, form.pack, draft.domino, (domino) => form.change((now) => void Object.assign(now, { domino }))),
      ];
    },
  },
];
