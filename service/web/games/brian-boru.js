// Brian Boru: the sheet of the end of the game, and what can be tapped on the map.

import { pack } from "../api.js";
import { h } from "../dom.js";
import { chips, name, stepper } from "../parts.js";
import { setting, sheetPad } from "../sheets.js";
import { capital, count, lang, t } from "../words.js";

export const words = {
  en: {
    hand: "hand", dealt: "dealt to choose from", picked: "just put down", led: "led:", "with monastery": "of these with a monastery", winner: "the trick goes to", "decision card-town": "a disc by the marriage card", "decision princess": "what comes of the Princess", "decision track-town": "a disc by the marriage track", "decision raid": "which town is lost", "decision monastery": "a monastery", "decision monastery-of-four": "a monastery for four discs",
    "battle area": "raiders in the battle area", map: "map of Ireland", "viking token": "Viking control token", "a monastery": "monastery", discs: "discs", phase: "where the round is", track: "marriage track", "track start": "start",
    "hint discs": "Choose a player, then tap towns: disc, Viking control token, monastery, both, nothing.", "claim tokens": "Claim tokens", "token of": "{who} has most towns in {region}: tick the token?", "token whose": "Enough towns in {region}: who has the token?", "face down": "face down",
    "symbol take": "take the active town", "symbol coin": "coin", "symbol pay": "pay a coin", "symbol renown": "renown", "symbol church": "disc to the church", "symbol raider": "raider", "symbol courtship": "step on the marriage track", "symbol expand": "expansion for 5 coins", "symbol free": "remove a Viking control token",
    "figure points": "points", "figure coins": "coins", "figure renown": "renown", "figure marriage": "space on the marriage track", "figure church": "discs in the church area", "figure raiders": "raiders",
    card: "card", deal: "dealing the cards", town: "town", towns: "towns", monasteries: "monasteries", claim: "claim token", marker: "active town marker", marriages: "marriages", princess: "Princess of Denmark",
    points: "points on the track", vikings: "towns of the Vikings", primary: "primary action", upper: "upper action", lower: "lower action", action: "action", extra: "bought with coins", expand: "expand to", free: "remove the token from",
    spurn: "spurn her", choice: "choice", loser: "who loses the town", hands: "hands", cards: "cards kept", held: "held", "face up": "face up on the board",
  },
  es: {
    hand: "mano", dealt: "repartidas para elegir", picked: "recién apartadas", led: "se pidió:", "with monastery": "de ellas, con monasterio", winner: "gana la baza", "decision card-town": "un disco por la carta de matrimonio", "decision princess": "qué pasa con la Princesa", "decision track-town": "un disco por la pista de matrimonio", "decision raid": "qué ciudad se pierde", "decision monastery": "un monasterio", "decision monastery-of-four": "un monasterio por cuatro discos",
    "battle area": "incursores en el área de batalla", map: "mapa de Irlanda", "viking token": "ficha de control vikingo", "a monastery": "monasterio", discs: "discos", phase: "momento de la ronda", track: "pista de matrimonio", "track start": "inicio",
    "hint discs": "Elige un jugador y toca ciudades: disco, ficha de control vikingo, monasterio, ambos, nada.", "claim tokens": "Fichas de reclamación", "token of": "{who} tiene más ciudades en {region}: ¿marcar su ficha?", "token whose": "Bastantes ciudades en {region}: ¿quién tiene la ficha?", "face down": "boca abajo",
    "symbol take": "tomar la ciudad activa", "symbol coin": "moneda", "symbol pay": "pagar una moneda", "symbol renown": "renombre", "symbol church": "disco en la iglesia", "symbol raider": "incursor", "symbol courtship": "paso en la pista de matrimonio", "symbol expand": "expansión por 5 monedas", "symbol free": "retirar una ficha de control vikingo",
    "figure points": "puntos", "figure coins": "monedas", "figure renown": "renombre", "figure marriage": "espacio en la pista de matrimonio", "figure church": "discos en el área de la iglesia", "figure raiders": "incursores",
    card: "carta", deal: "repartir las cartas", town: "ciudad", towns: "ciudades", monasteries: "monasterios", claim: "ficha de reclamación", marker: "marcador de ciudad activa", marriages: "matrimonios", princess: "Princesa de Dinamarca",
    points: "puntos en la pista", vikings: "ciudades de los vikingos", primary: "acción principal", upper: "acción superior", lower: "acción inferior", action: "acción", extra: "comprado con monedas", expand: "expandirse a", free: "retirar la ficha de control vikingo de",
    spurn: "rechazarla", choice: "decisión", loser: "quién pierde la ciudad", hands: "manos", cards: "cartas elegidas", held: "en poder", "face up": "boca arriba en el tablero",
  },
  pl: {
    hand: "ręka", dealt: "rozdane do wyboru", picked: "właśnie odłożone", led: "kolor próby:", "with monastery": "z nich z Klasztorem", winner: "próbę wygrywa", "decision card-town": "dysk z karty Zaślubin", "decision princess": "decyzja o Księżniczce", "decision track-town": "dysk z Toru Zaślubin", "decision raid": "które miasto zostanie utracone", "decision monastery": "Klasztor", "decision monastery-of-four": "Klasztor za cztery dyski",
    "battle area": "znaczniki Najeźdźców na obszarze Bitwy", map: "mapa Irlandii", "viking token": "znacznik kontroli Wikingów", "a monastery": "Klasztor", discs: "dyski", phase: "moment rundy", track: "Tor Zaślubin", "track start": "początek",
    "hint discs": "Wybierz gracza i dotykaj miast: dysk, znacznik kontroli Wikingów, Klasztor, oba, nic.", "claim tokens": "Znaczniki Roszczenia", "token of": "Najwięcej miast ({region}) ma {who}: zaznaczyć znacznik?", "token whose": "Dość miast ({region}): kto ma znacznik?", "face down": "zakryty",
    "symbol take": "zajęcie Aktywnego Miasta", "symbol coin": "moneta", "symbol pay": "zapłata monety", "symbol renown": "znacznik Poważania", "symbol church": "dysk na obszar Kościoła", "symbol raider": "znacznik Najeźdźców", "symbol courtship": "krok na Torze Zaślubin", "symbol expand": "poszerzenie zasięgów za 5 monet", "symbol free": "usunięcie znacznika kontroli Wikingów",
    "figure points": "punkty", "figure coins": "monety", "figure renown": "znaczniki Poważania", "figure marriage": "pole na Torze Zaślubin", "figure church": "dyski na obszarze Kościoła", "figure raiders": "znaczniki Najeźdźców",
    card: "karta", deal: "rozdanie kart", town: "miasto", towns: "miasta", monasteries: "Klasztory", claim: "znacznik Roszczenia", marker: "znacznik Aktywnego Miasta", marriages: "karty Zaślubin", princess: "Księżniczka Danii",
    points: "punkty na torze", vikings: "miasta Wikingów", primary: "akcja Główna", upper: "górna akcja Dodatkowa", lower: "dolna akcja Dodatkowa", action: "akcja", extra: "kupione za monety", expand: "poszerz zasięgi do", free: "usuń znacznik kontroli Wikingów z",
    spurn: "odtrącenie jej", choice: "decyzja", loser: "kto traci miasto", hands: "ręce", cards: "zatrzymane karty", held: "posiadany", "face up": "odkryty na planszy",
  },
};

export const board = () => import("../boards/brian-boru.js");
export const disputes = () => import("../disputes/brian-boru.js");

// ---------------------------------------------------------------- the sheet

const blank = () => ({ points: 0, coins: 0, renown: 0, marriages: 0, marker: false, princess: null, towns: {}, claims: [] });

export async function scorePad(place, entry, module) {
  const [box, { symbolPicture }] = await Promise.all([pack("brian-boru"), import("../boards/brian-boru-pieces.js")]);
  const own = (id) => name(module, id);

  function form(player, change, pad) {
    const figures = ["points", "coins", "renown", "marriages"].map((field) =>
      setting(own(field), stepper(own(field), player[field], (value) => change(() => (player[field] = value), false))),
    );
    const marker = h(
      "label",
      { class: "toggle" },
      h("input", { type: "checkbox", checked: player.marker, onchange: (event) => change(() => {
        for (const other of pad.players) other.marker = false; // there is one
        player.marker = event.target.checked;
      }, false) }),
      h("span", {}, capital(own("marker"))),
    );
    const princess = setting(own("princess"), chips(own("princess"), [[null, t("no")], ["military", own("military")], ["trade", own("trade")]], player.princess, (value) =>
      change(() => {
        for (const other of pad.players) other.princess = null;
        player.princess = value;
      }, false),
    ));
    return [figures, marker, princess, h("h3", {}, capital(own("towns"))), legend(), box.regions.map((region) => regionPart(region, player.towns, change, claimBox(region, player, pad, change)))];
  }

  /** What the two numbers of a region are. */
  const legend = () => h("p", { class: "quiet bb-legend" }, symbolPicture("town"), ` ${own("towns")}`, h("br"), symbolPicture("monastery"), ` ${own("with monastery")}`);

  /** Where an answer contradicts a claim token, its box says in words what is wrong; nothing moves. */
  function counted({ violations }, pad) {
    const doubted = new Map(violations.map((one) => [one.detail?.region, one]));
    for (const row of place.querySelectorAll(".bb-region")) {
      const wrong = doubted.get(row.dataset.region);
      const text = row.querySelector(".claim-token span");
      text.dataset.text ??= text.textContent;
      text.textContent = wrong ? doubtText(wrong, pad) : text.dataset.text;
      row.classList.toggle("doubted", Boolean(wrong));
    }
    return false;
  }

  /** A token that nobody has although there are enough towns: whoever has most of them is asked for. */
  function doubtText({ rule, message, detail }, pad) {
    const held = (one) => one?.[detail.region]?.towns ?? 0;
    if (rule !== "brian-boru/claims/flip" || detail.towns !== undefined) return message;
    const most = Math.max(...pad.players.map((player) => held(player.towns)));
    const first = pad.players.filter((player) => held(player.towns) === most);
    const isClear = first.length === 1 && most > held(pad.shared.vikings);
    return own(isClear ? "token of" : "token whose").replace("{who}", first[0].name).replace("{region}", own(detail.region));
  }

  /** A region keeps its place and its height whatever is entered: nothing moves under the finger. */
  function regionPart(region, towns, change, token) {
    const held = () => towns[region.id] ?? { towns: 0, monasteries: 0 };
    const count = box.towns.filter((town) => town.region === region.id).length;
    const set = (part) => (value) => {
      change(() => {
        const next = { ...held(), [part]: value };
        next.monasteries = Math.min(next.monasteries, next.towns);
        if (next.towns) towns[region.id] = next;
        else delete towns[region.id];
      }, false);
      monasteries.querySelector("input").value = held().monasteries; // there is no more of them than of towns
    };
    const control = (part) => stepper(`${own(region.id)}: ${own(part)}`, held()[part], set(part), { max: count });
    const monasteries = control("monasteries");
    return h(
      "div",
      { class: "bb-region", data: { region: region.id } },
      h("div", { class: "name" }, h("b", {}, own(region.id)), token),
      h("div", { class: "parts" }, h("span", { class: "part", title: own("towns") }, symbolPicture("town"), control("towns")), h("span", { class: "part", title: own("monasteries") }, symbolPicture("monastery"), monasteries)),
    );
  }

  /** One box for a token; the other boxes of the same token on this screen are emptied. */
  function tokenBox(text, region, isOn, work, change) {
    const input = h("input", { type: "checkbox", checked: isOn, data: { token: region }, onchange: () => {
      change(() => work(input.checked), false);
      for (const other of place.querySelectorAll(`[data-token="${region}"]`)) if (other !== input && input.checked) other.checked = false;
    } });
    return h("label", { class: "toggle claim-token" }, input, h("span", { class: "quiet" }, text));
  }

  /** A token is with one player or on the board. */
  function release(pad, region) {
    for (const player of pad.players) player.claims = player.claims.filter((id) => id !== region);
    pad.shared.face_up = (pad.shared.face_up ?? []).filter((id) => id !== region);
  }

  function claimBox({ id }, player, pad, change) {
    const worth = box.tokens.find((token) => token.region === id)?.points;
    return tokenBox(`${capital(own("claim"))}: ${count("points", worth)}`, id, player.claims.includes(id), (isOn) => {
      release(pad, id);
      if (isOn) player.claims.push(id);
    }, change);
  }

  function shared(pad, change) {
    pad.shared.vikings ??= {};
    pad.shared.face_up ??= [];
    const up = ({ id }) =>
      tokenBox(`${capital(own("claim"))}: ${own("face up")}`, id, pad.shared.face_up.includes(id), (isOn) => {
        release(pad, id);
        if (isOn) pad.shared.face_up.push(id);
      }, change);
    return h(
      "details",
      { class: "card", open: Object.keys(pad.shared.vikings).length > 0 || pad.shared.face_up.length > 0 },
      h("summary", {}, capital(own("vikings"))),
      box.regions.map((region) => regionPart(region, pad.shared.vikings, change, up(region))),
    );
  }

  const sheet = (pad) => ({
    players: pad.players.map(({ claimed, ...player }) => player),
    vikings: pad.shared.vikings ?? {},
    face_up: pad.shared.face_up ?? [],
  });
  sheetPad(place, entry, module, { blank, form, shared, sheet, counted });
}

// ---------------------------------------------------------------- moves

/** The board says itself what to tap. */
export const tapHint = () => "";

/** An action names towns in two fields: the one that is being filled in is meant, else the first. */
export function tap(target, move, active) {
  const town = target.closest("[data-town]")?.dataset.town;
  return move.type === "act" && town ? { ...move, [active === "free" ? "free" : "expand"]: town } : null;
}

/** A move in one line. */
export function describe(move) {
  const own = (id) => name({ words }, id);
  const where = [move.town, move.expand && `${own("expand")} ${move.expand}`, move.free && `${own("free")} ${move.free}`];
  const bought = Object.values(move.extra ?? {}).reduce((sum, count) => sum + count, 0);
  if (move.type === "act") return [`${move.player}: ${own(move.action)}`, ...where, bought > 0 && `${own("extra")}: ${bought}`].filter(Boolean).join(" · ");
  if (move.type === "lead") return `${move.player}: ${own("town")} ${move.town}, ${own("card")} ${move.card}`;
  if (["open", "settle", "raid", "build"].includes(move.type)) return `${move.player}: ${move.town}`;
  return null;
}

export function picked(move) {
  const towns = [move.expand, move.free].filter(Boolean).map((town) => `[data-town="${CSS.escape(town)}"]`);
  return towns.join(",") || null;
}

export function choices(field, state, move, box) {
  const mine = state.players.find((player) => player.name === move.player);
  if (["town", "expand", "free"].includes(field)) return box.towns.map((town) => [town.id, town.id]);
  if (field === "card") return knownOf(move.type === "act" ? (state.trick?.played ?? []).filter((one) => one.player === move.player).map((one) => one.card) : mine?.hand);
  if (field === "cards") return knownOf(mine?.dealt);
  if (field === "marriage") return box.marriages.map((card) => [card.id, card.name[lang()] ?? card.name]);
  return null;
}

function knownOf(cards) {
  const known = [...new Set(cards ?? [])].filter((card) => card !== "?");
  return known.length ? known : null;
}
