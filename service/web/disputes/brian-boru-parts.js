// What Brian Boru's questions share: who plays, the map with discs to put down, cards, and numbers by one tap.

import { cardPicker, discPicture, seatButtons } from "../boards/brian-boru-pieces.js";
import { turnTown } from "../boards/brian-boru.js";
import { hint, say } from "../controls.js";
import { h } from "../dom.js";
import { firstNames, keep, kept, name } from "../parts.js";
import { t } from "../words.js";

const PEOPLE = "brian-boru.people";
export const LEAST = 3;
export const MOST = 5;

export const L = (en, es, pl) => ({ en, es, pl });

/** The names at this table, kept on this phone for all questions. */
export const people = () => kept(PEOPLE, null) ?? firstNames().slice(0, LEAST);

/** Discs are drafted by seat, so that names can be changed at any time; the question has names. */
export const townsOf = (draft, names = people()) =>
  draft.towns && Object.fromEntries(Object.entries(draft.towns).filter(([, held]) => held.seat < names.length).map(([town, { seat, ...rest }]) => [town, { disc: names[seat], ...rest }]));

/** The players with what is known of each: `figures` maps a field to values by seat. */
export const playersOf = (figures = {}, names = people()) =>
  names.map((own, seat) => ({ name: own, ...Object.fromEntries(Object.entries(figures).filter(([, values]) => values?.[seat] !== undefined && values[seat] !== null).map(([field, values]) => [field, values[seat]])) }));

/** Buttons with a disc and a name; `values` may stand below the names. */
export const seats = (label, chosen, set, more) => h("div", { class: "control" }, h("span", { class: "label" }, say(label)), seatButtons(people(), say(label), chosen, set, more));

/** A number by one tap; a second tap makes it unknown again. */
export function digits(label, value, set, { from = 0, to = 10, zone, seat } = {}) {
  const text = say(label);
  return h(
    "div",
    { class: "control bb-number", data: zone ? { zone } : {} },
    h("span", { class: "label" }, seat !== undefined && discPicture(seat + 1, 18), " ", text),
    h(
      "div",
      { class: "bb-digits", role: "group", "aria-label": text },
      Array.from({ length: to - from + 1 }, (_, index) => index + from).map((own) =>
        h("button", { type: "button", "aria-pressed": String(own === value), "aria-label": `${text}: ${own}`, data: { digit: own, key: `${text} ${own}` }, onclick: () => set(own === value ? undefined : own) }, own),
      ),
    ),
  );
}

/** A number of each player. */
export const digitsOfAll = (form, field, label, limits = {}) =>
  people().map((own, seat) =>
    digits(L(...["en", "es", "pl"].map((language) => `${own}: ${label[language]}`)), form.draft[field]?.[seat] ?? undefined, (value) => form.change((draft) => void ((draft[field] ??= [])[seat] = value)), { ...limits, seat, zone: `/state/players/${seat}/${limits.zone ?? field}` }),
  );

const HINT = L(
  "Each tap on a town puts down the next: a disc, then with a Viking control token, with a monastery, with both, nothing.",
  "Cada toque en una ciudad pone lo siguiente: un disco, con ficha de control vikingo, con monasterio, con ambos, nada.",
  "Każde dotknięcie miasta kładzie co innego: dysk, dysk ze znacznikiem kontroli Wikingów, z Klasztorem, z oboma, nic.",
);
const WHOSE = L("Whose disc", "Disco de", "Czyj dysk");

/** The map on which discs are put down: whose disc it is, and a tap for each town. */
export function discMap(form, scene = {}) {
  const { draft } = form;
  const names = people();
  const seat = Math.min(draft.brush ?? 0, names.length - 1);
  return [
    seats(WHOSE, seat, (own) => form.change((now) => void (now.brush = own)), { key: "brush" }),
    hint(HINT),
    form.boardOf({ state: stateOf(draft), ghosts: [], ...scene, tap: (town) => form.change((now) => void (now.towns = turnSeat(now.towns, town, seat))) }),
  ];
}

const stateOf = (draft) => ({ players: playersOf(), towns: townsOf(draft), ...draft.shown });

function turnSeat(towns, town, seat) {
  const named = Object.fromEntries(Object.entries(towns ?? {}).map(([id, { seat: own, ...rest }]) => [id, { disc: own, ...rest }]));
  return Object.fromEntries(Object.entries(turnTown(named, town, seat)).map(([id, { disc, ...rest }]) => [id, { seat: disc, ...rest }]));
}

/** The map on which one town is chosen: the one that is asked about. */
export const targetMap = (form, field, scene = {}) =>
  form.boardOf({ state: stateOf(form.draft), target: form.draft[field], ...scene, tap: (town) => form.change((now) => void (now[field] = now[field] === town ? null : town)) });

/** Steps of a question that share the map: one button each, the current one pressed. */
export function steps(form, options) {
  const now = form.draft.step ?? options[0][0];
  return h(
    "div",
    { class: "bb-steps", role: "group" },
    options.map(([id, text, done, zone], index) =>
      h("button", { type: "button", "aria-pressed": String(id === now), data: { step: id, key: `step ${id}`, ...(zone && { zone }) }, onclick: () => form.change((draft) => void (draft.step = id)) }, h("b", {}, done ? "✓" : index + 1), " ", say(text)),
    ),
  );
}

const CARD = L("Which card?", "¿Qué carta?", "Która karta?");

export function oneCard(form, field = "card", label = CARD, scene = {}) {
  return h(
    "div",
    { class: "control", data: { zone: `/state/players/${form.draft.me ?? 0}/hand` } },
    h("span", { class: "label" }, say(label)),
    cardPicker(form.module, form.pack, { taken: [form.draft[field]], marks: form.ruled && form.board.marksOf(form.ruled), label: say(label), set: (card) => form.change((draft) => void (draft[field] = card)), ...scene }),
  );
}

/** The cards of a trick by player: after each card the next player is asked for. */
export function trickCards(form, label) {
  const { draft, ruled } = form;
  const names = people();
  const cards = names.map((_, seat) => draft.played?.[seat] ?? undefined);
  const current = draft.seat ?? Math.max(0, cards.indexOf(undefined));
  const put = (card) =>
    form.change((now) => {
      const played = names.map((_, seat) => (now.played?.[seat] === card ? null : (now.played?.[seat] ?? null)));
      played[current] = card;
      now.played = played;
      now.seat = undefined;
    });
  return [
    seats(label, current, (seat) => form.change((now) => void (now.seat = seat)), { values: cards }),
    cardPicker(form.module, form.pack, { taken: cards, marks: ruled && form.board.marksOf(ruled), set: put }),
  ];
}

export const isTrickFull = (draft) => people().every((_, seat) => draft.played?.[seat]);
export const trickOf = (draft) => ({ town: draft.town, played: people().map((player, seat) => ({ player, card: draft.played[seat] })) });

const COUNT = L("Players", "Jugadores", "Gracze");

/** Who sits at the table, clockwise; folded, for names need not be entered. */
export function peoplePart(form) {
  const names = people();
  const put = (next) => {
    keep(PEOPLE, next);
    form.change(() => {});
  };
  const sized = (size) => {
    const next = names.slice(0, size);
    while (next.length < size) next.push(firstNames().find((own) => !next.includes(own)) ?? `${next.length + 1}`);
    put(next);
  };
  const renamed = (seat) => (event) => {
    const own = event.target.value.trim().slice(0, 40);
    if (own && !names.some((other, place) => place !== seat && other === own)) put(names.with(seat, own));
    else event.target.value = names[seat];
  };
  return h(
    "details",
    { class: "card bb-people", open: form.arePeopleOpen ?? false, ontoggle: (event) => (form.arePeopleOpen = event.target.open) },
    h("summary", {}, `${say(COUNT)}: ${names.join(", ")}`),
    h(
      "div",
      { class: "bb-digits", role: "group", "aria-label": say(COUNT) },
      [3, 4, 5].map((size) => h("button", { type: "button", "aria-pressed": String(size === names.length), data: { size, key: `size ${size}` }, onclick: () => sized(size) }, size)),
    ),
    names.map((own, seat) => h("div", { class: "row" }, discPicture(seat + 1), h("input", { value: own, maxlength: 40, "aria-label": `${t("name")} ${seat + 1}`, onchange: renamed(seat) }))),
  );
}

export const ownName = (form, id) => name(form.module, id);
