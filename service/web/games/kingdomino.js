// Kingdomino: its words, and moves by taps on the table. The score pad stands beside it.

import { name } from "../parts.js";

export const words = {
  en: {
    castle: "castle", erase: "erase", empty: "empty", "great-duel": "The Great Duel: 7 × 7", dynasty: "Dynasty: three games",
    choose: "choose a domino", place: "place a domino", discard: "discard a domino", reveal: "turn up the next line", draw: "draw the kings",
    domino: "domino", x: "column", y: "row", to: "its other half lies", n: "above", e: "to the right", s: "below", w: "to the left",
    dominoes: "dominoes", kings: "order of the kings",
    hint: "Choose a terrain, swipe over its squares. Tap a painted square: crowns.", "most crowns": "{terrain}: no domino has more than {crowns}. Back to none.", "not entered": "not entered yet", nearby: "fits", wins: "{who} wins: {points}", "wins together": "{who} win together: {points}", result: "Points", picture: "Picture to share", column: "column {x}, row {y}",
    "tap choose": "Tap a domino of the line.",
    lies: "domino {number}: {where} from the castle, its other half {side}", "tap place": "Tap a square of the kingdom: the domino lies there. Tap beside it to turn it.", "tap line": "Tap a domino of a line.",
    "next game": "Count this game and start the next", "games so far": "Games counted so far: {count}", discards: "discarded a domino",
  },
  es: {
    wheat: "campo de trigo", castle: "castillo", erase: "borrar", empty: "vacía", "great-duel": "Gran Duelo: 7 × 7", dynasty: "Dinastía: tres partidas",
    choose: "elegir una ficha", place: "colocar una ficha", discard: "descartar una ficha", reveal: "descubrir la línea siguiente", draw: "sacar los reyes",
    domino: "ficha", x: "columna", y: "fila", to: "la otra mitad va", n: "arriba", e: "a la derecha", s: "abajo", w: "a la izquierda",
    dominoes: "fichas", kings: "orden de los reyes",
    hint: "Elige un terreno y desliza por sus casillas. Toca una pintada: coronas.", "most crowns": "{terrain}: ninguna ficha tiene más de {crowns}. Otra vez ninguna.", "not entered": "aún sin contar", nearby: "encaja", wins: "Gana {who}: {points}", "wins together": "Ganan {who}: {points}", result: "Puntos", picture: "Imagen para compartir", column: "columna {x}, fila {y}",
    "tap choose": "Toca una ficha de la línea.",
    lies: "ficha {number}: {where} desde el castillo, la otra mitad {side}", "tap place": "Toca una casilla del reino: la ficha va ahí. Toca al lado para girarla.", "tap line": "Toca una ficha de una línea.",
    "next game": "Contar esta partida y empezar la siguiente", "games so far": "Partidas contadas: {count}", discards: "descartó alguna ficha",
  },
  pl: {
    castle: "zamek", erase: "usuń", empty: "puste", "great-duel": "Wielki Pojedynek: 7 × 7", dynasty: "Dynastia: trzy partie",
    choose: "wybór kafelka", place: "dołożenie kafelka", discard: "odrzucenie kafelka", reveal: "odkrycie nowego rzędu", draw: "losowanie królów",
    domino: "kafelek", x: "kolumna", y: "wiersz", to: "druga połówka leży", n: "wyżej", e: "z prawej", s: "niżej", w: "z lewej",
    dominoes: "kafelki", kings: "kolejność królów",
    hint: "Wybierz teren i przesuń palcem po polach. Dotknij pomalowanego: korony.", "most crowns": "{terrain}: żaden kafelek nie ma ich więcej niż {crowns}. Znów bez koron.", "not entered": "jeszcze nie podano", nearby: "pasuje", wins: "Wygrywa {who}: {points}", "wins together": "Wygrywają {who}: {points}", result: "Punkty", picture: "Obrazek do wysłania", column: "kolumna {x}, wiersz {y}",
    "tap choose": "Dotknij kafelka w rzędzie.",
    lies: "kafelek {number}: {where} od zamku, druga połówka {side}", "tap place": "Dotknij pola królestwa: tam leży kafelek. Dotknij obok, żeby go obrócić.", "tap line": "Dotknij kafelka w rzędzie.",
    "next game": "Policz tę partię i zacznij następną", "games so far": "Policzone partie: {count}", discards: "odrzucono kafelek",
  },
};
export const board = () => import("../boards/kingdomino.js");
export const disputes = () => import("../disputes/kingdomino.js");
export const scorePad = async (...told) => (await import("./kingdomino-pad.js")).scorePad(...told);

const own = (id) => name({ words }, id);

const KINGS = { 2: 4, 3: 3, 4: 4 }; // by the number of players

/** A tap on the table names a move: a domino of the next line is chosen, one of the current line is placed or discarded. */
export function tap(target, move) {
  const slot = target.closest("[data-domino]");
  const line = slot?.closest("[data-line]")?.dataset;
  if (line) return named(move, Number(slot.dataset.domino), slot.dataset.king, line);
  const king = target.closest("[data-king]")?.dataset;
  if (!king || move.type !== "draw") return null;
  const drawn = move.kings ?? [];
  return { ...move, kings: drawn.length < KINGS[king.seats] ? [...drawn, king.king] : [king.king] };
}

function named(move, domino, king, { line, who }) {
  if (line === "reveal") {
    const others = (move.dominoes ?? []).filter((one) => one !== domino);
    const dominoes = others.length === (move.dominoes ?? []).length ? [...others, domino].sort((a, b) => a - b) : others;
    return { ...move, dominoes: dominoes.length ? dominoes : undefined };
  }
  if (line === "next_line") return { type: "choose", player: move.type === "choose" ? move.player : (who ?? move.player), domino };
  return { type: move.type === "discard" ? "discard" : "place", player: king ?? move.player ?? who, domino };
}

export const tapHint = (move) => ({ place: own(move.domino ? "tap place" : "tap line"), choose: own("tap choose"), discard: own("tap choose") })[move.type];

/** A move in one line. */
export function describe(move) {
  if (move.type !== "place" || !move.to) return null;
  const along = (count, forth, back) => count !== 0 && `${Math.abs(count)}\u00a0${count > 0 ? forth : back}`;
  const where = [along(move.x, "→", "←"), along(move.y, "↑", "↓")].filter(Boolean).join(" ");
  return own("lies").replace("{number}", move.domino).replace("{where}", where).replace("{side}", own(move.to));
}

/** What a field of a move can hold at this table. */
export function choices(field, state, move) {
  if (field !== "domino") return null;
  const line = move.type === "choose" ? state.next_line : state.current_line;
  const mine = (line ?? []).filter((slot) => move.type === "choose" || !slot.king || slot.king === move.player);
  return mine.map((slot) => slot.domino);
}
