// What the forms of Kingdomino share: the people, a kingdom to paint, a domino to lay, lines with kings.

import { ask } from "../api.js";
import { byMyBook } from "../book.js";
import { tapped, turned } from "../boards/kingdomino-lay.js";
import { against, mostCrowns, sameAs, sideFrom, squaresOf } from "../boards/kingdomino-squares.js";
import { dominoPicker, line, palette } from "../boards/kingdomino-tools.js";
import { hint, pick, say } from "../controls.js";
import { h, untouched } from "../dom.js";
import { chips, firstNames, kept } from "../parts.js";
import { lang } from "../words.js";

export const L = (en, es, pl) => ({ en, es, pl });

export const PAINT = L("Choose a terrain, then swipe or tap over the squares.", "Elige un terreno y desliza o toca las casillas.", "Wybierz teren, potem przesuwaj palcem po polach lub ich dotykaj.");
export const CROWNS = L("Tap a painted square again: crowns.", "Toca otra vez una casilla pintada: coronas.", "Dotknij jeszcze raz pomalowanego pola: korony.");
export const DOMINO = L("Which domino?", "¿Qué ficha?", "Który kafelek?");
export const PLACE = L("Tap or drag to where it should lie.", "Toca o arrastra hasta donde debe ir.", "Dotknij miejsca, gdzie ma leżeć, albo przeciągnij.");
export const HOW_MANY = L("How many play?", "¿Cuántos juegan?", "Ile osób gra?");
export const KINGDOM = L("Kingdom", "Reino", "Królestwo");
const STEP_DOMINO = L("Domino", "Ficha", "Kafelek");
const STEP_PLACE = L("Place", "Lugar", "Miejsce");
const TURN = L("Turn", "Girar", "Obróć");
const FITS = L("The squares that glow are where it fits.", "Las casillas iluminadas son donde encaja.", "Podświetlone pola to miejsca, gdzie pasuje.");
const DUEL = L("Size", "Tamaño", "Rozmiar");
const FIVE = L("5 × 5", "5 × 5", "5 × 5");
const SEVEN = L("The Great Duel: 7 × 7", "Gran Duelo: 7 × 7", "Wielki Pojedynek: 7 × 7");
export const NEXT = L("The line that is chosen from", "La línea de la que se elige", "Rząd, z którego się wybiera");
export const CURRENT = L("The line that is being placed", "La línea que se está colocando", "Rząd, który jest dokładany");

/** The people of the last count, else names as this language has them. */
export function people(count = 4) {
  const known = (kept("kingdomino", null)?.players ?? []).map((player) => player.name);
  return [...new Set([...known, ...firstNames()])].slice(0, count);
}

export const me = () => people(1)[0];

export const size = (draft) => (draft.duel ? 7 : 5);
export const options = (draft, ...variants) => ({ variants: [...(draft.duel ? ["great-duel"] : []), ...variants] });

// ---------------------------------------------------------------- a kingdom

/** Paints these squares; a tap on a square that has this terrain counts its crowns. */
export function paint(squares, brush, places, most) {
  for (const [x, y] of places) {
    if (x === 0 && y === 0) continue;
    const index = squares.findIndex((one) => one.x === x && one.y === y);
    const square = squares[index];
    if (brush === "erase") index >= 0 && squares.splice(index, 1);
    else if (square?.terrain === brush) places.length === 1 && (square.crowns = ((square.crowns ?? 0) + 1) % (most + 1));
    else if (square) Object.assign(square, { terrain: brush, crowns: 0 });
    else squares.push({ x, y, terrain: brush, crowns: 0 });
  }
}

export const alone = (draft, ...variants) => ({ options: options(draft, ...variants), players: [{ name: me(), squares: draft.squares }] });

/** A kingdom that is painted, with its tools. */
export function kingdomPart(form, scene = {}) {
  const { draft } = form;
  return [
    form.boardOf({ state: alone(draft), paint: (places) => form.change((now) => paint(now.squares, now.brush, places, mostCrowns(form.pack, now.brush))), ...scene }),
    palette(form.module, draft.brush, (brush) => form.change((now) => void (now.brush = brush))),
    draft.squares.length > 0 && hint(CROWNS),
  ];
}

/** Whether the large field of the Great Duel is played on. */
export const sizePart = (form) =>
  h("details", { class: "card more-of", open: Boolean(form.draft.duel) }, h("summary", {}, say(DUEL), ": ", say(form.draft.duel ? SEVEN : FIVE)), chips(say(DUEL), [[false, say(FIVE)], [true, say(SEVEN)]], Boolean(form.draft.duel), (duel) => form.change((now) => void (now.duel = duel))));

/** Steps of a form, one after the other, each with a tick when it is done. */
export function steps(form, list) {
  const now = form.draft.step ?? list[0][0];
  return h(
    "div",
    { class: "steps chips", role: "group" },
    list.map(([id, text, done]) => h("button", { type: "button", class: "chip", "aria-pressed": String(id === now), data: { key: `step ${id}`, step: id }, onclick: () => form.change((draft) => void (draft.step = id)) }, done ? "✓ " : "", say(text))),
  );
}

// ---------------------------------------------------------------- a domino that is laid

const asked = new WeakMap();

/** All legal placements of the chosen domino, asked once for each kingdom and domino; null until they are known. */
function placements(form) {
  const { draft } = form;
  const question = { state: { ...alone(draft), current_line: [{ domino: draft.domino, king: me() }] } };
  const key = JSON.stringify(question);
  const last = asked.get(form);
  if (last?.key === key) return last.legal;
  const mine = { key, legal: null };
  asked.set(form, mine);
  ask(form.entry.id, "legal-moves", byMyBook(form.entry, question)).then(
    async (answer) => {
      await untouched();
      mine.legal = answer.moves.filter((move) => move.type === "place" && move.domino === draft.domino);
      if (asked.get(form) === mine) form.draw();
    },
    () => asked.delete(form), // no network: nothing glows, and the ruling waits for it
  );
  return null;
}

export const moveOf = (draft) => draft.to && { type: "place", player: me(), domino: draft.domino, x: draft.first[0], y: draft.first[1], to: draft.to };

const layDown = (draft, { x, y, to }) => Object.assign(draft, { first: [x, y], to });

/** What the board needs so that a finger can lay the chosen domino. */
export function layOf(form, drop = layDown) {
  const { draft } = form;
  const legal = placements(form);
  const known = legal && new Set(legal.map((move) => sameAs(move, form.pack)));
  const squares = squaresOf(alone(draft).players[0], form.pack);
  const why = (move) => {
    const found = against(move, squares, form.pack, size(draft));
    return found ?? (known && !known.has(sameAs(move, form.pack)) ? "apart" : null);
  };
  const single = (place) => tapped(place, moveOf(draft), draft.domino, me(), (move) => !why(move));
  const put = (move) => form.change((now) => void drop(now, move));
  const along = (first, second) => ({ type: "place", player: me(), domino: draft.domino, x: first[0], y: first[1], to: sideFrom(first, second) });
  return { legal, why, single, at: along, drop: put, tap: (place) => put(single(place)) };
}

export const takePlace = (draft, move) => Object.assign(draft, { domino: move.domino, first: [move.x, move.y], to: move.to, step: "place" });

/** The chosen domino is picked by its picture; then the form goes on to `after`. */
export const pickerPart = (form, after, taken = []) =>
  dominoPicker(
    form.module,
    form.pack,
    { chosen: form.draft.domino, filter: form.draft.filter, taken },
    (domino) => form.change((now) => void Object.assign(now, { domino, filter: [], step: after, ...(now.domino === domino ? {} : { first: null, to: null }) })),
    (filter) => form.change((now) => void (now.filter = filter)),
  );

/** Kingdom, domino, place: three steps on one board. */
export function placeParts(form, last = true) {
  const { draft } = form;
  const move = moveOf(draft);
  const list = [["kingdom", KINGDOM, draft.squares.length > 0], ["domino", STEP_DOMINO, draft.domino !== null]];
  if (last) list.push(["place", STEP_PLACE, Boolean(draft.to)]);
  const step = draft.step === "place" && draft.domino === null ? "domino" : draft.step;
  const lays = last && step === "place";
  return [
    steps(form, list),
    step === "kingdom" && kingdomPart(form, { move }),
    step === "domino" && pickerPart(form, last ? "place" : "kingdom"),
    lays && form.boardOf({ state: alone(draft), move, lay: layOf(form) }),
    lays && h("div", { class: "row spread" }, hint(move ? PLACE : FITS), h("button", { class: "turn", disabled: !move, onclick: () => form.change((now) => layDown(now, turned(move))) }, `↻ ${say(TURN)}`)),
    step !== "domino" && sizePart(form),
  ];
}

// ---------------------------------------------------------------- lines and kings

export const howMany = (form, least = 2) => pick(HOW_MANY, [2, 3, 4].filter((n) => n >= least).map((n) => [n, String(n)]), form.draft.count, (count) => form.change((now) => void (now.count = count)), "/state/players");

const EMPTY = () => Array.from({ length: 4 }, () => ({ domino: null, king: null }));
export const told = (slots) => (slots ?? []).filter((slot) => slot.domino !== null).sort((a, b) => a.domino - b.domino);

/** A line that is entered by taps: `zone` is the field of the draft and of the state. */
export function linePart(form, zone, { title, choose, chosen } = {}) {
  const { draft } = form;
  const slots = draft[zone] ?? EMPTY();
  const active = draft.active?.[0] === zone ? draft.active[1] : null;
  const elsewhere = ["current_line", "next_line"].flatMap((one) => told(draft[one]).map((slot) => slot.domino));
  const change = (work) => form.change((now) => {
    now[zone] ??= EMPTY();
    work(now[zone], now);
  });
  return [
    line(form.module, form.pack, { title: title ?? (zone === "next_line" ? NEXT : CURRENT), slots, names: people(draft.count ?? 4), active, zone: `/state/${zone}`, chosen }, {
      open: (index) => form.change((now) => void (now.active = active === index ? null : [zone, index])),
      king: (index, king) => change((own) => void (own[index].king = king)),
      choose,
    }),
    active !== null &&
      dominoPicker(
        form.module,
        form.pack,
        { chosen: slots[active].domino, filter: draft.filter ?? [], taken: elsewhere },
        (domino) =>
          change((own, now) => {
            own[active].domino = domino;
            own.sort((a, b) => (a.domino ?? 999) - (b.domino ?? 999));
            const next = own.findIndex((slot) => slot.domino === null);
            Object.assign(now, { filter: [], active: next < 0 ? null : [zone, next] });
          }),
        (filter) => form.change((now) => void (now.filter = filter)),
      ),
  ];
}

/** A line that may be told if it matters: it stays unknown until it is opened and touched. */
export const foldedLine = (form, zone, title) =>
  h("details", { class: "card more-of", open: Boolean(form.draft[zone] || form.draft.active?.[0] === zone) }, h("summary", {}, say(title)), linePart(form, zone, { title }));

export const players = (count) => people(count).map((name) => ({ name }));

/** The sentence in the reader's language, with its gaps filled. */
export const fillIn = (text, values) => text[lang()].replace(/\{(\w+)\}/g, (_, gap) => values[gap] ?? "");
