// What Roll & Raid's questions share: the clans at this table, dice by one tap, numbers by one tap, and what is printed on the reader's own sheet.

import { COLOURS, box, dieFace, nameIn, symbol } from "../boards/roll-and-raid-pieces.js";
import { say } from "../controls.js";
import { h } from "../dom.js";
import { ownPack, sheetCard } from "../games/roll-and-raid-sheets.js";
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
export const cardIds = (count) => Array.from({ length: count }, (_, place) => say(L(`card ${place + 1}`, `la carta ${place + 1}`, `${place + 1}`)));

// ---------------------------------------------------------------- the reader's own sheet

/** A part of the sheet that the reader has typed in and chosen; undefined without one. */
export const ownPart = (part) => ownPack()?.[part];
export const ownTrack = (own) => ownPart("tracks")?.find((track) => track.colour === own)?.boxes;
/** The whole sheet of the reader if this is so, else what was told of it. */
export const sheetOr = (isOwn, parts) => (isOwn ? ownPack() : told(parts));
/** The choice of the sheet below a question. */
export const ownSheet = (form) => sheetCard(form.entry, () => form.show());

/** One of the things of the sheet, by name. */
export const ownChoice = (label, list, value, set, zone) => choice(label, list.map((one) => [one.id, nameIn(one)]), value, set, zone);

/** A track of the sheet: a tap on a box says that it was the last one marked. */
export function trackBoxes(form, own, marked, set) {
  const label = say(L("Tap the last box you have marked there.", "Toca la última casilla que has marcado ahí.", "Dotknij ostatniego pola, które tam zaznaczono."));
  const none = say(L("None yet", "Ninguna aún", "Jeszcze żadnego"));
  return labelled(
    label,
    "/state/players/0/tracks",
    h(
      "div",
      { class: "rr-track-boxes", role: "group", "aria-label": label },
      h("button", { type: "button", class: "chip", "aria-pressed": String(marked === 0), data: { box: 0, key: "box 0" }, onclick: () => set(marked === 0 ? undefined : 0) }, none),
      ownTrack(own).map((gives, place) =>
        h("button", { type: "button", class: "rr-track-box", "aria-label": `${capital(name(form.module, own))} ${place + 1}`, "aria-pressed": String(marked === place + 1), data: { box: place + 1, key: `box ${place + 1}` }, onclick: () => set(marked === place + 1 ? undefined : place + 1) }, box({ fill: own, gives, crossed: place < (marked ?? 0), size: 30 })),
      ),
    ),
  );
}

/** A raid card of the sheet by name; what is printed on it is filled in. */
export const ownCard = (form, draft, fill) => {
  const cards = ownPart("cards");
  return cards?.length > 0 && ownChoice(L("Which card?", "¿Qué carta?", "Która karta?"), cards, draft.card, (id) => setting(form, { card: id, ...(id && fill(cards.find((one) => one.id === id))) }), "/pack/cards");
};

// ---------------------------------------------------------------- controls

const labelled = (label, zone, ...content) => h("div", { class: "control", data: zone ? { zone } : {} }, h("span", { class: "label" }, Array.isArray(label) ? label : say(label)), content);

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
export function digits(label, value, set, { from = 0, to = 6, zone, fist = false, more = false, only, figure } = {}) {
  const text = say(label);
  const numbers = only ?? Array.from({ length: to - from + 1 }, (_, index) => index + from);
  const shown = (own) => (own === 0 && fist ? symbol("fist", 22) : more && own === to ? `${own}+` : own);
  return labelled(
    figure ? [symbol(figure, 20), " ", text] : label,
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

/** Several of several: not known until it is touched. `options` are pairs of value and content. */
function several(label, options, values, set, none, zone, key) {
  const toggle = (own) => set(values?.includes(own) ? values.filter((one) => one !== own) : [...(values ?? []), own]);
  return labelled(
    label,
    zone,
    h(
      "div",
      { class: "chips", role: "group", "aria-label": say(label) },
      options.map(([own, ...content]) => h("button", { type: "button", class: "chip", "aria-pressed": String(Boolean(values?.includes(own))), data: { value: own, key: `${key} ${own}` }, onclick: () => toggle(own) }, content)),
      h("button", { type: "button", class: "chip", "aria-pressed": String(values?.length === 0), data: { value: "none", key: `${key} none` }, onclick: () => set([]) }, say(none)),
    ),
  );
}

/** Which resource dice this clan has used in this round. */
export const usedDice = (form, draft) =>
  several(L("Dice you have used this round", "Dados que ya usaste en esta ronda", "Kości użyte już w tej rundzie"), COLOURS.map((own) => [own, dieFace(own, "", 22), " ", capital(name(form.module, own))]), draft.used, (used) => setting(form, { used }), L("None", "Ninguno", "Żadna"), "/state/players/0/dice_used", "used");

/** Which developments of the reader's own sheet this clan has. */
export const ownedDevelopments = (form, draft) =>
  ownPart("developments")?.length > 0 && several(L("Developments you have", "Desarrollos que tienes", "Rozwinięcia, które masz"), ownPart("developments").map((one) => [one.id, nameIn(one)]), draft.owned, (owned) => setting(form, { owned }), L("None", "Ninguno", "Żadne"), "/state/players/0/developments", "owned");

export const PHASES = [
  ["production", L("Production phase", "Fase de producción", "Faza produkcji")],
  ["choice", L("Raid phase", "Fase de saqueo", "Faza najazdów")],
];

/** What can be told besides, folded: the phase and the dice used. */
export const besides = (form, draft) =>
  h(
    "details",
    { class: "card", open: draft.used !== undefined || draft.phase !== undefined },
    h("summary", {}, say(L("More about your table", "Más sobre tu mesa", "Więcej o waszym stole"))),
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

const IF_TRUE = L("This holds if what is listed below is true at your table.", "Esto vale si lo de abajo se cumple en tu mesa.", "To obowiązuje, jeśli wszystko poniżej zgadza się przy waszym stole.");

/** A legal move: what happens first, then that something was assumed. `given` are facts that the reader has entered, `more` are facts to be asked for. */
export function happening({ answer }, { given = [], more = [], rule } = {}) {
  const assumed = [...more, ...(answer.assumed ?? []).filter(({ fact }) => !given.includes(fact))];
  const facts = { assumed, ...(answer.verdict === "illegal" && { missing: [] }) }; // nothing missing would make it legal
  if (answer.verdict !== "legal" || !answer.events?.length) return { facts };
  const text = answer.events.map((event) => capital(event.text)).join(" ");
  return { text: assumed.length ? `${text} ${say(IF_TRUE)}` : text, facts, ...(rule && { rule }) };
}

/** The sentences of events of these types, in the order of the types: what decides first. */
export const happens = (answer, ...types) => types.flatMap((wanted) => (answer.events ?? []).filter(({ type }) => type === wanted)).map(({ text }) => capital(text)).join(" ");
export const ruleOf = (answer, ...types) => types.map((wanted) => answer.events?.find(({ type }) => type === wanted)?.rule).find(Boolean);
