// What the forms of Kingdomino share: the people, a kingdom to paint, a domino to lay, lines with kings.

import { layOf as fitting } from "../boards/kingdomino-fits.js";
import { turned } from "../boards/kingdomino-lay.js";
import { paint } from "../boards/kingdomino-squares.js";
import { dominoPicker, line, palette } from "../boards/kingdomino-tools.js";
import { hint, pick, say } from "../controls.js";
import { h } from "../dom.js";
import { chips, firstNames, kept } from "../parts.js";
import { lang } from "../words.js";

export const L = (en, es, pl) => ({ en, es, pl });

export const PAINT = L("Choose a terrain, then swipe or tap over the squares.", "Elige un terreno y desliza o toca las casillas.", "Wybierz teren i przesuń palcem po polach.");
export const CROWNS = L("Tap a painted square: crowns. Wrong terrain: ⌫ first.", "Toca una casilla pintada: coronas. Si el terreno está mal, primero ⌫.", "Dotknij pomalowanego pola: korony. Zły teren: najpierw ⌫.");
export const WHOLE = L("Paint the whole kingdom: dominoes cover an even number of squares.", "Pinta todo el reino: las fichas cubren un número par de casillas.", "Namaluj całe królestwo: kafelki zajmują parzystą liczbę pól.");
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

export const options = (draft, ...variants) => ({ variants: [...(draft.duel ? ["great-duel"] : []), ...variants] });

// ---------------------------------------------------------------- a kingdom

export const alone = (draft, ...variants) => ({ options: options(draft, ...variants), players: [{ name: me(), squares: draft.squares }] });

/** A kingdom that is painted, with its tools. */
export function kingdomPart(form, scene = {}) {
  const { draft } = form;
  return [
    form.boardOf({ state: alone(draft), paint: (places) => form.change((now) => paint(now.squares, now.brush, places, form.pack)), ...scene }),
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

export const moveOf = (draft) => draft.to && { type: "place", player: me(), domino: draft.domino, x: draft.first[0], y: draft.first[1], to: draft.to };

const layDown = (draft, { x, y, to }) => Object.assign(draft, { first: [x, y], to });

/** What the board needs so that a finger can lay the chosen domino. */
export function layOf(form, drop = layDown) {
  const { draft } = form;
  const { options: agreed, players: [player] } = alone(draft);
  return fitting({ form, options: agreed, player, domino: draft.domino, move: moveOf(draft), drop: (move) => form.change((now) => void drop(now, move)), ready: () => form.draw() });
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

/** The next way to lie on free squares, if there is one. */
const turnedFree = (move, lay) => [1, 2, 3].reduce((list) => [...list, turned(list.at(-1))], [move]).slice(1).find((one) => lay.why(one) !== "covered") ?? turned(move);

/** Kingdom, domino, place: three steps on one board. */
export function placeParts(form, last = true) {
  const { draft } = form;
  const move = moveOf(draft);
  const list = [["kingdom", KINGDOM, draft.squares.length > 0], ["domino", STEP_DOMINO, draft.domino !== null]];
  if (last) list.push(["place", STEP_PLACE, Boolean(draft.to)]);
  const step = draft.step === "place" && draft.domino === null ? "domino" : draft.step;
  const lay = last && step === "place" && layOf(form);
  return [
    steps(form, list),
    step === "kingdom" && kingdomPart(form, { move }),
    step === "domino" && pickerPart(form, last ? "place" : "kingdom"),
    lay && form.boardOf({ state: alone(draft), move, lay }),
    lay && h("div", { class: "row spread" }, hint(FITS), h("button", { class: "turn", disabled: !move, onclick: () => form.change((now) => layDown(now, turnedFree(move, lay))) }, `↻ ${say(TURN)}`)),
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
