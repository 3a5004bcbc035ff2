// Roll & Raid: the summary at the foot of the clan sheets, added up.

import { myBook } from "../book.js";
import { fill, h } from "../dom.js";
import { firstNames, name, stepper } from "../parts.js";
import { setting, sheetPad } from "../sheets.js";
import { ownPack, sheetCard } from "./roll-and-raid-sheets.js";
import { capital, lang } from "../words.js";

export const board = () => import("../boards/roll-and-raid.js");
export const disputes = () => import("../disputes/roll-and-raid.js");
export { ownPack, sheetCard as packCard };

export const words = {
  en: {
    raised: "raised at the altar",
    "from marks": "Count from the marks on the sheets", "only ties": "(only to break ties)",
    sacrifices: "sacrifices", developments: "developments", gods: "gods", battle: "battle", raids: "raid cards",
    refill: "turning up raid cards", sacrifice: "a sacrifice at the festival", use: "using a die", store: "storing a product", done: "ending production", choose: "choosing a raid", bid: "a bid", reveal: "telling the number", attack: "rolling the raid dice", yield: "letting the roll stand", pay: "paying for the raid",
    round: "round", phase: "phase", season: "season", sheet: "clan sheet",
    to: "used for", benefit: "benefit", good: "product", place: "where", number: "number", dice: "dice", value: "value", favour: "favour die", "field die": "die",
  },
  es: {
    raised: "subidos en el Altar",
    "from marks": "Contar por las marcas de las hojas", "only ties": "(solo para desempatar)",
    sacrifices: "sacrificios", developments: "desarrollos", gods: "dioses", battle: "batalla", raids: "cartas de Saqueo",
    refill: "descubrir cartas de Saqueo", sacrifice: "un sacrificio de las rondas 4, 8, 12 y 16", use: "usar un dado", store: "guardar un producto", done: "terminar la producción", choose: "elegir incursión", bid: "una apuesta", reveal: "decir el número", attack: "tirar los dados de Saqueo", yield: "dejar la tirada como está", pay: "pagar el saqueo",
    round: "ronda", phase: "fase", season: "estación", sheet: "hoja de clan",
    to: "se usa en", benefit: "beneficio", good: "producto", place: "dónde", number: "número", dice: "dados", value: "valor", favour: "dado de favor divino", "field die": "dado",
  },
  pl: {
    raised: "podniesione na ołtarzu",
    "from marks": "Policz z zaznaczeń na arkuszach", "only ties": "(tylko przy remisie)",
    sacrifices: "ofiary", developments: "rozwinięcia", gods: "bogowie", battle: "bitwa", raids: "karty najazdów",
    refill: "odkrycie kart najazdów", sacrifice: "ofiara podczas święta", use: "użycie kości", store: "odłożenie towaru", done: "koniec produkcji", choose: "wybór wyprawy", bid: "licytacja", reveal: "podanie liczby", attack: "rzut kośćmi najazdu", yield: "pozostawienie rzutu", pay: "zapłata za najazd",
    round: "runda", phase: "faza", season: "pora roku", sheet: "arkusz klanu",
    to: "użyta na", benefit: "korzyść", good: "towar", place: "gdzie", number: "liczba", dice: "kości", value: "wartość", favour: "kość łaski", "field die": "kość",
  },
};

const FIELDS = { sacrifices: -9999, developments: -9999, gods: -9999, battle: -9999, raids: 0 };
const blank = () => Object.fromEntries(Object.keys(FIELDS).map((field) => [field, 0]));

const FIGURES = { sacrifices: ["glory", "yellow"], developments: ["glory", "green"], gods: ["glory", "god"], battle: ["glory", "black"], raids: ["shield", "label"] };

/** The foot of a clan sheet: four triskels in their colours, and the raid cards won. */
export async function scorePad(place, entry, module) {
  const { symbol } = await import("../boards/roll-and-raid-pieces.js");
  const label = (field) => h("span", { class: "rr-triskel" }, symbol(FIGURES[field][0], 26, FIGURES[field][1]), h("span", {}, capital(name(module, field)), field === "raids" && h("small", { class: "quiet" }, ` ${name(module, "only ties")}`)));
  const form = (player, change) =>
    Object.entries(FIELDS).map(([field, min]) =>
      setting(label(field), stepper(name(module, field), player[field], (value) => change(() => (player[field] = value), false), { min, max: field === "raids" ? 99 : 9999 })),
    );
  const sheet = (pad) => ({ players: pad.players.map(({ claimed, ...clan }) => clan) });
  sheetPad(place, entry, module, { blank, form, sheet });
  place.append(fromMarks(entry, module));
}

/** With a sheet of their own, people can have the points counted from what is marked on it, at the whole table. */
function fromMarks(entry, module) {
  const place = h("div", { class: "rr-from-marks" });
  const go = async () => {
    const { lay } = await import("../judge.js");
    lay(entry.id, { question: { state: { options: { edition: myBook(entry) }, players: firstNames().slice(0, entry.players[0]).map((own) => ({ name: own })) }, pack: ownPack() } });
  };
  const draw = () => fill(place, sheetCard(entry, draw), ownPack() && h("button", { type: "button", class: "wide", onclick: go }, name(module, "from marks")));
  draw();
  return place;
}

// ---------------------------------------------------------------- moves

/** What a clan does with its dice is drawn with its whole sheet, which can be tapped. */
export const picture = (move) => (["use", "altar", "store"].includes(move?.type) && move.player ? { only: move.player } : {});

/** A tap on a part of the sheet says where a die is used, too. */
export function tap(target, move) {
  if (move.type !== "use") return null;
  const part = target.closest("[data-track], [data-god], [data-development]");
  const player = target.closest("[data-player]")?.dataset.player ?? move.player;
  if (!part) return null;
  const { track, god, development } = part.dataset;
  return { ...move, player, to: track ? "track" : god ? "god" : "development", track, god, development };
}

const COLOURS = ["brown", "grey", "orange"];

/** What the sheet and the cards of the pack allow to be named. */
export function choices(field, state, move, box) {
  const ids = (list) => (list?.length ? list.map((one) => [one.id, one.name?.[lang()] ?? one.name ?? one.id]) : null);
  if (field === "die") return [...COLOURS, ...(box.favours ?? []).map((favour) => favour.id)];
  if (field === "god") return ids(box.gods);
  if (field === "development") return ids(box.developments);
  if (field === "favour") return ids(box.favours);
  if (field === "cards") return ids(box.cards);
  return null;
}
