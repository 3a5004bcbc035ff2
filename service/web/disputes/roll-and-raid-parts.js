// What Roll & Raid's questions share: the clans at this table, dice by one tap, numbers by one tap, and what is printed on the reader's own sheet.

import { COLOURS, dieFace, symbol } from "../boards/roll-and-raid-pieces.js";
import { say } from "../controls.js";
import { h } from "../dom.js";
import { firstNames, keep, kept, name } from "../parts.js";
import { capital, t } from "../words.js";

export const L = (en, es, pl) => ({ en, es, pl });
const PEOPLE = "roll-and-raid.people";
const LEAST = 2;
const MOST = 6;
const BOTH = 2;
const FACES = [1, 2, 3, 4, 5, 6];

/** The clans at this table, kept on this phone for all questions. */
export const people = () => kept(PEOPLE, null) ?? firstNames().slice(0, LEAST);
export const me = () => people()[0];

/** A change of the draft that sets these fields. */
export const setting = (form, fields) => form.change((draft) => void Object.assign(draft, fields));
const put = (values, place, value) => Object.assign([...values], { [place]: value });

// ---------------------------------------------------------------- what is told of the printed sheet and cards

const printed = (entry) => ({ ...entry, provenance: "published" });

/** The sheet and the cards as the reader has told them, as far as the question needs them. */
export const told = (parts) => ({ id: "table", title: say(L("As given at the table", "Como se indicó en la mesa", "Jak podano przy stole")), ...parts });
export const tracksOf = (boxes) => COLOURS.map((own) => printed({ colour: own, boxes: Array.from({ length: Math.max(1, boxes) }, () => null) }));
export const godOf = (boxes, gives = null, id = "god") => [printed({ id, name: say(L("this god", "este dios", "(ten)")), boxes: Array.from({ length: Math.max(1, boxes) }, () => ({ gives })) })];
export const developmentOf = (value, before) => [
  printed({ id: "development", name: say(L("in question", "en cuestión", "(to)")), value, after: before ? ["before"] : [] }),
  ...(before ? [printed({ id: "before", name: say(L("printed before it", "impreso antes", "(poprzednie)")) })] : []),
];
export const hexagonsOf = (order, favours = [], ids = ["first", "second"]) => printed({ order, hexagons: ids.map((id, place) => ({ id, favours: place ? [] : favours })) });
/** The places that take products of their own kind. */
export const storesOf = () => ({ port: hexagonsOf("free", [], ["a port"]), armoury: hexagonsOf("free", [], ["an armoury"]), settlements: settlementOf(1) });
/** The rest of a sheet on which a favour die is printed in one place alone. */
export const nowhereElse = () => ({ ...storesOf(), tracks: tracksOf(1), settlements: [], gods: [], developments: [], cards: [] });
export const settlementOf = (houses, favour = null) => [printed({ id: "settlement", name: say(L("this settlement", "este asentamiento", "(ta)")), houses, favour }), printed({ id: "other", name: say(L("another settlement", "otro asentamiento", "(inna)")), houses: 1 })];
export const villageOf = (own) => printed({ colour: own });
export const hallOf = () => printed({});
export const favourOf = (value) => [printed({ id: "favour", value })];
const CARD = "card";
export const cardTitle = (number = 1) => say(L(`card ${number}`, `la carta ${number}`, `nr ${number}`));
export const cardOf = (defence, price = {}) => [printed({ id: CARD, name: cardTitle(), level: 1, defence, summer: price, winter: price, points: 0 })];
export const DEFENCE = L("Defence of the card", "Defensa de la carta", "Obrona karty");
/** A raid on a card in which one clan has the right to raid. */
export const raidBy = (player, step, more = {}, others = []) => ({ phase: "resolution", raids: [{ card: CARD, clans: [{ player, status: "in", shown: [], ...more.own }, ...others], step, right: player, ...known({ dice: more.dice }) }] });
/** The cards on display, where nothing else of them is needed. */
export const cardIds = (count) => Array.from({ length: count }, (_, place) => say(L(`card ${place + 1}`, `carta ${place + 1}`, `${place + 1}`)));

// ---------------------------------------------------------------- controls

const labelled = (label, zone, ...content) => h("div", { class: "control", data: zone ? { zone } : {} }, h("span", { class: "label" }, say(label)), content);

/** Buttons of which one is on; a second tap makes it unknown again. `options` are triples of value, text and figure. */
export function choice(label, options, value, set, zone) {
  const text = say(label);
  return labelled(
    label,
    zone,
    h(
      "div",
      { class: "chips", role: "group", "aria-label": text },
      options.map(([own, words, figure]) =>
        h("button", { type: "button", class: "chip", "aria-pressed": String(own === value), data: { value: own, key: `${text} ${own}` }, onclick: () => set(own === value ? undefined : own) }, figure, figure && " ", capital(say(words))),
      ),
    ),
  );
}

export const yesNo = (label, value, set, zone) => choice(label, [[true, t("yes")], [false, t("no")]], value, set, zone);

/** A number by one tap; a second tap makes it unknown again. `fist` shows 0 as a closed fist, `more` marks the last as "or more". */
export function digits(label, value, set, { from = 0, to = 6, zone, fist = false, more = false, only } = {}) {
  const text = say(label);
  const numbers = only ?? Array.from({ length: to - from + 1 }, (_, index) => index + from);
  const shown = (own) => (own === 0 && fist ? symbol("fist", 22) : more && own === to ? `${own}+` : own);
  return labelled(
    label,
    zone,
    h(
      "div",
      { class: "rr-digits", role: "group", "aria-label": text },
      numbers.map((own) => h("button", { type: "button", "aria-pressed": String(own === value), "aria-label": `${text}: ${own}`, data: { digit: own, key: `${text} ${own}` }, onclick: () => set(own === value ? undefined : own) }, shown(own))),
    ),
  );
}

/** All faces of these dice: one tap tells the die and its value. */
export function faces(form, label, kinds, chosen, set, zone = "/state/dice") {
  const word = (kind) => (kind === "red" ? say(L("raid die", "dado de Saqueo", "kość najazdu")) : name(form.module, kind));
  return labelled(
    label,
    zone,
    h(
      "div",
      { class: "rr-faces", role: "group", "aria-label": say(label) },
      kinds.map((kind, row) =>
        h(
          "div",
          { class: "rr-face-row" },
          FACES.map((value) => h("button", { type: "button", class: "rr-face", "aria-pressed": String(chosen(kind, value, row)), "aria-label": `${capital(word(kind))}${kinds.indexOf(kind) === kinds.lastIndexOf(kind) ? "" : ` ${row + 1}`}: ${value}`, data: { face: `${kind} ${value}`, key: `face ${row} ${value}` }, onclick: () => set(kind, value, row) }, dieFace(kind, value, 36))),
        ),
      ),
    ),
  );
}

/** The two raid dice as they lie. */
export const raidDice = (form, draft) => faces(form, L("The raid dice", "Los dados de Saqueo", "Kości najazdu"), ["red", "red"], (_, value, row) => draft.dice[row] === value, (_, value, row) => setting(form, { dice: put(draft.dice, row, value) }), "/state/raids/0/dice");
export const noDice = () => Array(BOTH).fill(null);

/** Which resource dice this clan has used in this round: not known until it is touched. */
export function usedDice(form, draft) {
  const label = L("Dice you have used this round", "Dados que ya usaste en esta ronda", "Kości użyte już w tej rundzie");
  const { used } = draft;
  const toggle = (own) => setting(form, { used: used?.includes(own) ? used.filter((one) => one !== own) : [...(used ?? []), own] });
  return labelled(
    label,
    "/state/players/0/dice_used",
    h(
      "div",
      { class: "chips", role: "group", "aria-label": say(label) },
      COLOURS.map((own) => h("button", { type: "button", class: "chip", "aria-pressed": String(Boolean(used?.includes(own))), data: { value: own, key: `used ${own}` }, onclick: () => toggle(own) }, dieFace(own, "", 22), " ", capital(name(form.module, own)))),
      h("button", { type: "button", class: "chip", "aria-pressed": String(used?.length === 0), data: { value: "none", key: "used none" }, onclick: () => setting(form, { used: [] }) }, say(L("None", "Ninguno", "Żadna"))),
    ),
  );
}

export const PHASES = [
  ["production", L("Production phase", "Fase de producción", "Faza produkcji")],
  ["choice", L("Raid phase", "Fase de saqueo", "Faza najazdów")],
];

/** What can be told besides, folded: the phase and the dice used. */
export const besides = (form, draft) =>
  h(
    "details",
    { class: "card", open: draft.used !== undefined || draft.phase !== undefined },
    h("summary", {}, say(L("More about your table", "Más sobre la mesa", "Więcej o stole"))),
    choice(L("Which phase is it?", "¿Qué fase es?", "Która to faza?"), PHASES, draft.phase, (phase) => setting(form, { phase }), "/state/phase"),
    usedDice(form, draft),
  );

/** The own clan with what is known of it. */
export const mine = (draft, more = {}) => ({ name: me(), ...(draft.used && { dice_used: draft.used }), ...known(more) });
export const known = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** A row of controls for each clan, and how many clans there are. `each(name, seat)` draws one. */
export function clans(form, each) {
  const names = people();
  const change = (work) => {
    keep(PEOPLE, work(names));
    form.change(() => {});
  };
  const another = firstNames().find((own) => !names.includes(own)) ?? `${names.length + 1}`;
  const renamed = (seat, text) => (text.trim() && !names.includes(text.trim()) ? change((all) => put(all, seat, text.trim())) : form.draw());
  return h(
    "div",
    { class: "rr-people" },
    names.map((own, seat) => h("div", { class: "rr-person" }, each(own, seat))),
    h(
      "div",
      { class: "rr-steps" },
      names.length < MOST && h("button", { type: "button", class: "add-clan", onclick: () => change((all) => [...all, another]) }, `+ ${say(L("clan", "clan", "klan"))}`),
      names.length > LEAST && h("button", { type: "button", class: "fewer-clans", onclick: () => change((all) => all.slice(0, -1)) }, `− ${say(L("clan", "clan", "klan"))}`),
    ),
    h("details", {}, h("summary", {}, say(L("Names", "Nombres", "Imiona"))), h("div", { class: "rr-names" }, names.map((own, seat) => h("input", { value: own, maxlength: 40, "aria-label": `${t("name")} ${seat + 1}`, onchange: (event) => renamed(seat, event.target.value) })))),
  );
}

/** A list by seat: what is set for the clan at this seat. */
export const bySeat = (form, field, seat) => (value) => form.change((draft) => void (draft[field] = put(draft[field], seat, value)));

/** The sentences of events of these types, in the order of the types: what decides first. */
export const happens = (answer, ...types) => types.flatMap((wanted) => (answer.events ?? []).filter(({ type }) => type === wanted)).map(({ text }) => capital(text)).join(" ");
export const ruleOf = (answer, ...types) => types.map((wanted) => answer.events?.find(({ type }) => type === wanted)?.rule).find(Boolean);
