// Brian Boru: the sheet of the end of the game, and what can be tapped on the map.

import { pack } from "../api.js";
import { h } from "../dom.js";
import { chips, name, stepper } from "../parts.js";
import { setting, sheetPad } from "../sheets.js";
import { capital, lang, t } from "../words.js";

export const words = {
  en: {
    deal: "dealing the cards", town: "town", towns: "towns", monasteries: "monasteries", claim: "claim token", marker: "active town marker", marriages: "marriages", princess: "Princess of Denmark",
    points: "points on the track", vikings: "towns of the Vikings", primary: "primary action", upper: "upper action", lower: "lower action", action: "action", extra: "bought with coins", expand: "expand to", free: "remove the token from",
    spurn: "spurn her", choice: "choice", loser: "who loses the town", hands: "hands", cards: "cards kept", held: "held", "face up": "face up on the board",
    "tap town": "Tap a town or a card on the picture, or fill in the fields.",
  },
  es: {
    deal: "repartir las cartas", town: "ciudad", towns: "ciudades", monasteries: "monasterios", claim: "ficha de reclamación", marker: "marcador de ciudad activa", marriages: "matrimonios", princess: "Princesa de Dinamarca",
    points: "puntos en la pista", vikings: "ciudades de los vikingos", primary: "acción principal", upper: "acción superior", lower: "acción inferior", action: "acción", extra: "comprado con monedas", expand: "expandirse a", free: "retirar la ficha de control vikingo de",
    spurn: "rechazarla", choice: "decisión", loser: "quién pierde la ciudad", hands: "manos", cards: "cartas elegidas", held: "en poder", "face up": "boca arriba en el tablero",
    "tap town": "Toca una ciudad o una carta en el dibujo, o completa los campos.",
  },
  pl: {
    deal: "rozdanie kart", town: "miasto", towns: "miasta", monasteries: "Klasztory", claim: "znacznik Roszczenia", marker: "znacznik Aktywnego Miasta", marriages: "karty Zaślubin", princess: "Księżniczka Danii",
    points: "punkty na torze", vikings: "miasta Wikingów", primary: "akcja Główna", upper: "górna akcja Dodatkowa", lower: "dolna akcja Dodatkowa", action: "akcja", extra: "kupione za monety", expand: "poszerz zasięgi do", free: "usuń znacznik kontroli Wikingów z",
    spurn: "odtrącenie jej", choice: "decyzja", loser: "kto traci miasto", hands: "ręce", cards: "zatrzymane karty", held: "posiadany", "face up": "odkryty na planszy",
    "tap town": "Dotknij miasta lub karty na rysunku albo wypełnij pola.",
  },
};

// ---------------------------------------------------------------- the sheet

const blank = () => ({ points: 0, coins: 0, renown: 0, marriages: 0, marker: false, princess: null, towns: {}, claims: [] });

export async function scorePad(place, entry, module) {
  const box = await pack("brian-boru");
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
      }) }),
      h("span", {}, capital(own("marker"))),
    );
    const princess = setting(own("princess"), chips(own("princess"), [[null, t("none")], ["military", own("military")], ["trade", own("trade")]], player.princess, (value) =>
      change(() => {
        for (const other of pad.players) other.princess = null;
        player.princess = value;
      }),
    ));
    return [figures, marker, princess, h("h3", {}, capital(own("towns"))), box.regions.map((region) => [regionRow(region, player.towns, change), claimBox(region, player, pad, change)])];
  }

  function regionRow(region, towns, change) {
    const held = towns[region.id] ?? { towns: 0, monasteries: 0 };
    const set = (part, value) => change(() => {
      towns[region.id] = { ...held, [part]: value };
      towns[region.id].monasteries = Math.min(towns[region.id].monasteries, towns[region.id].towns);
      if (!towns[region.id].towns) delete towns[region.id];
    });
    const count = box.towns.filter((town) => town.region === region.id).length;
    const what = `${own(region.id)}: ${own("towns")}`;
    return [
      setting(h("b", {}, own(region.id)), stepper(what, held.towns, (value) => set("towns", value), { max: count })),
      held.towns > 0 && setting(h("span", { class: "quiet" }, own("monasteries")), stepper(`${own(region.id)}: ${own("monasteries")}`, held.monasteries, (value) => set("monasteries", value), { max: held.towns })),
    ];
  }

  function claimBox(region, player, pad, change) {
    const worth = box.tokens.find((token) => token.region === region.id)?.points;
    return h(
      "label",
      { class: "toggle claim-token" },
      h("input", { type: "checkbox", checked: player.claims.includes(region.id), onchange: (event) => change(() => {
        for (const other of pad.players) other.claims = other.claims.filter((id) => id !== region.id);
        pad.shared.face_up = (pad.shared.face_up ?? []).filter((id) => id !== region.id);
        if (event.target.checked) player.claims.push(region.id);
      }) }),
      h("span", { class: "quiet" }, `${capital(own("claim"))} (${worth})`),
    );
  }

  function shared(pad, change) {
    pad.shared.vikings ??= {};
    pad.shared.face_up ??= [];
    return h(
      "details",
      { class: "card", open: Object.keys(pad.shared.vikings).length > 0 || pad.shared.face_up.length > 0 },
      h("summary", {}, capital(own("vikings"))),
      box.regions.map((region) => [
        regionRow(region, pad.shared.vikings, change),
        h(
          "label",
          { class: "toggle claim-token" },
          h("input", { type: "checkbox", checked: pad.shared.face_up.includes(region.id), onchange: (event) => change(() => {
            for (const player of pad.players) player.claims = player.claims.filter((id) => id !== region.id);
            pad.shared.face_up = pad.shared.face_up.filter((id) => id !== region.id);
            if (event.target.checked) pad.shared.face_up.push(region.id);
          }) }),
          h("span", { class: "quiet" }, `${capital(own("claim"))}: ${own("face up")}`),
        ),
      ]),
    );
  }

  const sheet = (pad) => ({
    players: pad.players.map(({ claimed, ...player }) => player),
    vikings: pad.shared.vikings ?? {},
    face_up: pad.shared.face_up ?? [],
  });
  sheetPad(place, entry, module, { blank, form, shared, sheet });
}

// ---------------------------------------------------------------- moves

export const tapHint = () => name({ words }, "tap town");

/** An action names towns in two fields: the one that is being filled in is meant, else the first. */
export function tap(target, move, active) {
  const town = target.closest("[data-town]")?.dataset.town;
  return move.type === "act" && town ? { ...move, [active === "free" ? "free" : "expand"]: town } : null;
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
