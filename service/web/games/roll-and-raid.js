// Roll & Raid: the summary at the foot of the clan sheets, added up.

import { name, stepper } from "../parts.js";
import { setting, sheetPad } from "../sheets.js";
import { lang } from "../words.js";

export const words = {
  en: {
    sacrifices: "sacrifices", developments: "developments", gods: "gods", battle: "battle", raids: "raid cards won",
    refill: "turning up raid cards", sacrifice: "a sacrifice at the festival", use: "using a die", store: "storing a product", done: "ending production", choose: "choosing a raid", bid: "a bid", reveal: "telling the number", attack: "rolling the raid dice", yield: "letting the roll stand", pay: "paying for the raid",
    to: "used for", benefit: "benefit", good: "product", place: "where", number: "number", dice: "dice", value: "value", favour: "favour die", "field die": "die",
  },
  es: {
    sacrifices: "sacrificios", developments: "desarrollos", gods: "dioses", battle: "batalla", raids: "cartas de incursión ganadas",
    refill: "descubrir cartas de incursión", sacrifice: "un sacrificio en el festival", use: "usar un dado", store: "guardar un producto", done: "terminar la producción", choose: "elegir incursión", bid: "una puja", reveal: "decir el número", attack: "tirar los dados de incursión", yield: "dejar la tirada como está", pay: "pagar la incursión",
    to: "se usa en", benefit: "beneficio", good: "producto", place: "dónde", number: "número", dice: "dados", value: "valor", favour: "dado de favor", "field die": "dado",
  },
  pl: {
    sacrifices: "ofiary", developments: "rozwój", gods: "bogowie", battle: "bitwa", raids: "zdobyte karty najazdów",
    refill: "odkrycie kart najazdów", sacrifice: "ofiara podczas święta", use: "użycie kości", store: "umieszczenie wyrobu", done: "koniec produkcji", choose: "wybór najazdu", bid: "licytacja", reveal: "podanie liczby", attack: "rzut kośćmi najazdu", yield: "pozostawienie rzutu", pay: "opłacenie najazdu",
    to: "użyta na", benefit: "korzyść", good: "wyrób", place: "gdzie", number: "liczba", dice: "kości", value: "wartość", favour: "kość łaski", "field die": "kość",
  },
};

const FIELDS = { sacrifices: -9999, developments: -9999, gods: -9999, battle: -9999, raids: 0 };
const blank = () => Object.fromEntries(Object.keys(FIELDS).map((field) => [field, 0]));

export function scorePad(place, entry, module) {
  const form = (player, change) =>
    Object.entries(FIELDS).map(([field, min]) =>
      setting(name(module, field), stepper(name(module, field), player[field], (value) => change(() => (player[field] = value), false), { min, max: field === "raids" ? 99 : 9999 })),
    );
  const sheet = (pad) => ({ players: pad.players.map(({ claimed, ...clan }) => clan) });
  sheetPad(place, entry, module, { blank, form, sheet });
}

// ---------------------------------------------------------------- moves

/** What a clan does with its dice is drawn with its whole sheet, which can be tapped. */
export const picture = (move) => (["use", "altar", "store"].includes(move?.type) && move.player ? { only: move.player } : {});

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
