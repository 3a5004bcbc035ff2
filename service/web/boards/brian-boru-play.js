// A move at Brian Boru's whole table, made by taps: who moves, which card, action or choice; towns are tapped on the map.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { chips, name } from "../parts.js";
import { capital, t } from "../words.js";
import { actionPicker, cardButton, cardPicker, seatButtons, symbolPicture } from "./brian-boru-pieces.js";

const L = (en, es, pl) => ({ en, es, pl });
const HIDDEN = "?";
const BOUGHT = ["church", "raider", "courtship"];
const MOST_BOUGHT = 99;
const ON_MAP = ["open", "lead", "settle", "raid", "build"];
const WORDS = {
  open: L("Tap the town of the opening disc.", "Toca la ciudad del disco inicial.", "Dotknij miasta, w którym stanie pierwszy dysk."),
  lead: L("Tap the town of the marker, and the card.", "Toca la ciudad del marcador y la carta.", "Dotknij miasta dla znacznika i karty."),
  settle: L("Tap the town of the disc.", "Toca la ciudad del disco.", "Dotknij miasta, w którym stanie dysk."),
  raid: L("Tap the town that is lost.", "Toca la ciudad que se pierde.", "Dotknij miasta, które zostanie utracone."),
  build: L("Tap the town of the monastery.", "Toca la ciudad del monasterio.", "Dotknij miasta, w którym stanie Klasztor."),
  play: L("Tap the card.", "Toca la carta.", "Dotknij karty."),
  pick: L("Tap the cards that are kept.", "Toca las cartas que se guardan.", "Dotknij kart, które zostają."),
  act: L("Tap the action; to expand or remove a token, the town too.", "Toca la acción; para expandirse o retirar una ficha, también la ciudad.", "Dotknij akcji; przy poszerzaniu zasięgów lub usuwaniu znacznika także miasta."),
  start: L("Tap who begins.", "Toca quién empieza.", "Dotknij, kto zaczyna."),
  wed: L("Tap what comes of the Princess.", "Toca qué pasa con la Princesa.", "Dotknij, co dzieje się z Księżniczką."),
  prepare: L("Tap the strength of the Viking card and the marriage card.", "Toca la fuerza de la carta vikinga y la carta de matrimonio.", "Dotknij siły karty Wikingów i karty Zaślubin."),
  deal: L("Tap the cards of those whose hands are seen; the others stay unknown.", "Toca las cartas de quienes se ven; las demás quedan desconocidas.", "Dotknij kart tych, których ręce widać; reszta pozostaje nieznana."),
  whose: L("Who moves", "Quién juega", "Kto gra"),
  strength: L("Viking card", "Carta vikinga", "Karta Wikingów"),
  card: L("Marriage card", "Carta de matrimonio", "Karta Zaślubin"),
  bought: L("Bought for two coins each", "Comprado por dos monedas cada uno", "Kupione po dwie monety"),
  hidden: L("an unknown card", "una carta desconocida", "nieznana karta"),
};

const control = (label, ...content) => h("div", { class: "control" }, h("span", { class: "label" }, say(label)), content);
const without = (list, one) => list.filter((other) => other !== one);
const toggled = (list = [], one) => (list.includes(one) ? without(list, one) : [...list, one]);

/** The move with this town in it; null if the move names no town. */
export function moveTo({ move, state }, town) {
  const held = state.towns?.[town];
  if (move?.type === "act") {
    const field = held?.viking && held.disc === move.player ? "free" : "expand";
    const { [field]: before, ...rest } = move;
    return before === town ? rest : { ...rest, [field]: town };
  }
  if (!ON_MAP.includes(move?.type)) return null;
  if (move.type !== "raid") return { ...move, town };
  const loser = held?.disc ?? move.loser;
  const chooser = state.pending?.find((one) => one.decision === "raid" && one.loser === loser)?.player ?? move.player;
  return { ...move, town, player: chooser, ...(loser && { loser }) };
}

/** The towns that a legal move of this kind names, as far as the move agrees with it. */
export function legalTowns({ move, form, pack }) {
  const fields = move?.type === "act" ? ["expand", "free"] : ["town"];
  const agrees = (one) => ["type", "player", "card", "action"].every((field) => move[field] === undefined || one[field] === undefined || one[field] === move[field]);
  if (!move || !(ON_MAP.includes(move.type) || move.action)) return new Set();
  const towns = new Set((form.ahead?.moves ?? []).filter(agrees).flatMap((one) => fields.map((field) => one[field])).filter(Boolean));
  return towns.size * 2 > pack.towns.length ? new Set() : towns; // marks on most of the map would say nothing
}

/** What the move needs besides towns; nothing at a table that is only looked at, where no move is made. Its taps end here: the table would read a card once more, and put it back. */
export function movePanel(scene) {
  const { move, state, form, tryMove } = scene;
  const part = PARTS[move?.type];
  if (!WORDS[move?.type] || !form.hasPlayer) return null;
  const names = state.players.map((player) => player.name);
  const whose = form.hasPlayer(move.type) && seatButtons(names, say(WORDS.whose), names.indexOf(move.player), (seat) => tryMove({ type: move.type, player: names[seat] }), { key: "mover" });
  return h("div", { class: "bb-move", role: "group", "aria-label": capital(name(form.module, move.type)), onclick: (event) => event.stopPropagation() }, h("p", { class: "hint" }, h("b", {}, `${capital(name(form.module, move.type))}. `), say(WORDS[move.type])), whose, part?.(scene));
}

const PARTS = { lead: oneCard, play: oneCard, pick: keptCards, act: action, wed: princess, prepare, deal };

/** The cards a player can choose from: those known to be in the hand, else all that nobody has played. */
function cardsOf({ state, move, pack }, zone) {
  const held = state.players.find((player) => player.name === move.player)?.[zone];
  if (held && !held.includes(HIDDEN)) return held;
  const gone = new Set((state.trick?.played ?? []).map((one) => one.card));
  return pack.cards.map((card) => card.number).filter((number) => !gone.has(number));
}

function oneCard(scene) {
  const { move, pack, form, marks, tryMove } = scene;
  return cardPicker(form.module, pack, { taken: [move.card], marks, only: cardsOf(scene, "hand"), set: (card) => tryMove({ ...move, card }) });
}

/** The cards kept in the draft; what others keep may stay unknown. */
function keptCards(scene) {
  const { move, pack, form, tryMove } = scene;
  const set = (cards) => {
    const { cards: before, ...rest } = move;
    tryMove(cards.length ? { ...rest, cards } : rest);
  };
  const cards = move.cards ?? [];
  return [
    cardPicker(form.module, pack, { taken: cards, only: cardsOf(scene, "dealt"), set: (card) => set(toggled(cards, card)) }),
    h("div", { class: "row bb-row" }, h("button", { type: "button", class: "chip", "aria-label": `+ ${say(WORDS.hidden)}`, onclick: () => set([...cards, HIDDEN]) }, "+ ?"), cards.map((card, place) => card === HIDDEN && cardButton(form.module, null, { isOn: true, label: `${say(WORDS.hidden)} ✕`, work: () => set(cards.filter((_, other) => other !== place)) }))),
  ];
}

function action(scene) {
  const { move, state, pack, form, tryMove } = scene;
  const played = state.trick?.played?.find((one) => one.player === move.player)?.card;
  const card = pack.cards.find((one) => one.number === (played ?? move.card));
  return [
    played === undefined && cardPicker(form.module, pack, { taken: [move.card], set: (number) => tryMove({ ...move, card: number }) }),
    card && actionPicker(form.module, card, move.action, (id) => tryMove({ ...move, action: id })),
    card && control(WORDS.bought, h("div", { class: "bb-bought" }, BOUGHT.map((id) => bought(scene, id)))),
  ];
}

/** What is bought on top of the symbols: a tap more, a tap less. */
function bought({ move, form, tryMove }, id) {
  const count = move.extra?.[id] ?? 0;
  const label = name(form.module, `symbol ${id}`);
  const set = (value) => tryMove({ ...move, extra: { ...move.extra, [id]: Math.max(0, Math.min(MOST_BOUGHT, value)) } });
  const step = (sign, key, by) => h("button", { type: "button", "aria-label": t(key, { what: label }), disabled: by < 0 && !count, data: { key: `bought ${id} ${sign}` }, onclick: () => set(count + by) }, sign);
  return h("span", { class: "bb-buy", title: label }, step("−", "less of", -1), h("span", { class: "bb-symbols" }, symbolPicture(id)), h("b", {}, count), step("+", "more of", 1));
}

function princess({ move, form, tryMove }) {
  return chips(name(form.module, "princess"), ["military", "trade", "spurn"].map((id) => [id, name(form.module, id)]), move.choice, (choice) => tryMove({ ...move, choice }));
}

function prepare({ move, pack, tryMove }) {
  const strengths = [...new Set(pack.vikings.map((card) => card.strength))].sort((a, b) => a - b);
  return [
    control(WORDS.strength, chips(say(WORDS.strength), strengths.map((own) => [own, String(own)]), move.vikings, (vikings) => tryMove({ ...move, vikings }))),
    control(WORDS.card, chips(say(WORDS.card), pack.marriages.map((one) => [one.id, say(one.name)]), move.marriage, (marriage) => tryMove({ ...move, marriage }))),
  ];
}

/** The cards dealt, player by player. */
function deal({ move, state, pack, form, tryMove }) {
  const names = state.players.map((player) => player.name);
  const current = names.includes(form.dealSeat) ? form.dealSeat : names[0];
  const choose = (seat) => {
    form.dealSeat = names[seat];
    tryMove(move);
  };
  const put = (card) => {
    const hands = Object.fromEntries(Object.entries(move.hands ?? {}).map(([own, cards]) => [own, own === current ? cards : without(cards, card)]));
    hands[current] = toggled(move.hands?.[current], card);
    if (!hands[current].length) delete hands[current];
    const { hands: before, ...rest } = move;
    tryMove(Object.keys(hands).length ? { ...rest, hands } : rest);
  };
  return [
    seatButtons(names, say(WORDS.deal), names.indexOf(current), choose, { key: "dealt", values: names.map((own) => move.hands?.[own]?.length ?? "?") }),
    cardPicker(form.module, pack, { taken: move.hands?.[current] ?? [], set: put }),
  ];
}
