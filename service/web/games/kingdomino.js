// Kingdomino: its words, and a domino chosen or placed by taps on the picture. The score pad stands beside it.

import { name } from "../parts.js";

export const words = {
  en: {
    castle: "castle", erase: "erase", empty: "empty", "great-duel": "The Great Duel: 7 × 7", dynasty: "Dynasty: three games",
    choose: "choose a domino", place: "place a domino", discard: "discard a domino", reveal: "turn up the next line", draw: "draw the kings",
    domino: "domino", x: "column", y: "row", to: "its other half lies", n: "above", e: "to the right", s: "below", w: "to the left",
    dominoes: "dominoes", kings: "order of the kings",
    hint: "Choose a terrain, swipe over its squares. Tap a square again: crowns.", nearby: "fits", wins: "{who} wins: {points}", "wins together": "{who} win together: {points}", result: "Points", "new game": "New game, same people", history: "Earlier games", picture: "Picture to share", column: "column {x}, row {y}",
    "tap choose": "Tap a domino of the line.",
    "tap place": "Tap the square of the first half, then the one beside it for the other half.",
    "next game": "Count this game and start the next", "games so far": "Games counted so far: {count}", discards: "discarded a domino",
  },
  es: {
    wheat: "campo de trigo", castle: "castillo", erase: "borrar", empty: "vacía", "great-duel": "Gran Duelo: 7 × 7", dynasty: "Dinastía: tres partidas",
    choose: "elegir una ficha", place: "colocar una ficha", discard: "descartar una ficha", reveal: "descubrir la línea siguiente", draw: "sacar los reyes",
    domino: "ficha", x: "columna", y: "fila", to: "la otra mitad va", n: "arriba", e: "a la derecha", s: "abajo", w: "a la izquierda",
    dominoes: "fichas", kings: "orden de los reyes",
    hint: "Elige un terreno y desliza por sus casillas. Otro toque: coronas.", nearby: "encaja", wins: "Gana {who}: {points}", "wins together": "Ganan {who}: {points}", result: "Puntos", "new game": "Otra partida, la misma gente", history: "Partidas anteriores", picture: "Imagen para compartir", column: "columna {x}, fila {y}",
    "tap choose": "Toca una ficha de la línea.",
    "tap place": "Toca la casilla de la primera mitad y luego la de al lado para la otra.",
    "next game": "Contar esta partida y empezar la siguiente", "games so far": "Partidas contadas: {count}", discards: "descartó alguna ficha",
  },
  pl: {
    castle: "zamek", erase: "usuń", empty: "puste", "great-duel": "Wielki Pojedynek: 7 × 7", dynasty: "Dynastia: trzy partie",
    choose: "wybór kafelka", place: "dołożenie kafelka", discard: "odrzucenie kafelka", reveal: "odkrycie nowego rzędu", draw: "losowanie królów",
    domino: "kafelek", x: "kolumna", y: "wiersz", to: "druga połówka leży", n: "wyżej", e: "z prawej", s: "niżej", w: "z lewej",
    dominoes: "kafelki", kings: "kolejność królów",
    hint: "Wybierz teren i przesuń palcem po polach. Jeszcze raz: korony.", nearby: "pasuje", wins: "Wygrywa {who}: {points}", "wins together": "Wygrywają {who}: {points}", result: "Punkty", "new game": "Nowa gra, ci sami gracze", history: "Wcześniejsze gry", picture: "Obrazek do wysłania", column: "kolumna {x}, wiersz {y}",
    "tap choose": "Dotknij kafelka w rzędzie.",
    "tap place": "Dotknij pola pierwszej połówki, a potem sąsiedniego dla drugiej.",
    "next game": "Policz tę partię i zacznij następną", "games so far": "Policzone partie: {count}", discards: "odrzucono kafelek",
  },
};
export const board = () => import("../boards/kingdomino.js");
export const disputes = () => import("../disputes/kingdomino.js");
export const scorePad = async (...told) => (await import("./kingdomino-pad.js")).scorePad(...told);

const own = (id) => name({ words }, id);

const STEPS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** A tap on the picture of the table fills in the move: two squares of a kingdom, or a domino of a line. */
export function tap(target, move) {
  const slot = target.closest("[data-domino]");
  if (slot && move.type !== "place") return { ...move, domino: Number(slot.dataset.domino) };
  if (slot) return { ...move, domino: Number(slot.dataset.domino), x: undefined, y: undefined, to: undefined };
  const square = target.closest("[data-x]");
  if (!square || move.type !== "place") return null;
  const [x, y] = [Number(square.dataset.x), Number(square.dataset.y)];
  const side = Object.keys(STEPS).find((to) => x - move.x === STEPS[to][0] && y - move.y === STEPS[to][1]);
  if (move.x !== undefined && side && !move.to) return { ...move, to: side };
  return { ...move, x, y, to: undefined };
}

export const tapHint = (move) => ({ place: own("tap place"), choose: own("tap choose"), discard: own("tap choose") })[move.type];

/** A move in one line. */
export function describe(move) {
  if (move.type === "place" && move.to) {
    const [dx, dy] = STEPS[move.to];
    return `${own("domino")} ${move.domino}: (${move.x}, ${move.y}) – (${move.x + dx}, ${move.y + dy})`;
  }
  return null;
}

/** Only this part of the table is drawn for such a move: larger, and with the squares that may still be covered. */
export const picture = (move) => (move?.type === "place" && move.player ? { only: move.player } : {});

/** What of the picture the move names already. */
export function picked(move) {
  if (move.type !== "place" || move.x === undefined) return move.domino ? `[data-domino="${move.domino}"]` : null;
  const squares = [[move.x, move.y]];
  if (move.to) {
    const [dx, dy] = STEPS[move.to];
    squares.push([move.x + dx, move.y + dy]);
  }
  return squares.map(([x, y]) => `[data-x="${x}"][data-y="${y}"]`).join(",");
}

/** What a field of a move can hold at this table. */
export function choices(field, state, move) {
  if (field !== "domino") return null;
  const line = move.type === "choose" ? state.next_line : state.current_line;
  const mine = (line ?? []).filter((slot) => move.type === "choose" || !slot.king || slot.king === move.player);
  return mine.map((slot) => slot.domino);
}
