// Changing what lies beside Brian Boru's map: the trick, hands, decisions and figures. Each zone can be set back to unknown.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { chips, name, zoneName } from "../parts.js";
import { capital, t } from "../words.js";
import { cardButton, cardPicker, discPicture, seatButtons } from "./brian-boru-pieces.js";

const L = (en, es, pl) => ({ en, es, pl });
const HIDDEN = "?";
const MOST_ROUNDS = 20;
const PHASES = ["opening", "preparation", "deal", "draft", "trick", "actions", "marriage", "battle", "church", "claims", "over"];
const DECISIONS = ["card-town", "princess", "track-town", "raid", "monastery", "monastery-of-four"];
const WORDS = {
  "card-town": L("A disc by the marriage card", "Un disco por la carta de matrimonio", "Dysk z karty Zaślubin"),
  princess: L("What comes of the Princess", "Qué pasa con la Princesa", "Decyzja o Księżniczce"),
  "track-town": L("A disc by the marriage track", "Un disco por la pista de matrimonio", "Dysk z Toru Zaślubin"),
  raid: L("Which town is lost: who chooses", "Qué ciudad se pierde: quién elige", "Które miasto zostanie utracone: kto wybiera"),
  loser: L("… and who loses it", "… y quién la pierde", "… i kto je traci"),
  monastery: L("A monastery: most discs in the church", "Un monasterio: más discos en la iglesia", "Klasztor: najwięcej dysków na obszarze Kościoła"),
  "monastery-of-four": L("A monastery: four discs or more", "Un monasterio: cuatro discos o más", "Klasztor: cztery dyski lub więcej"),
  decisions: L("Decisions that are open", "Decisiones pendientes", "Nierozstrzygnięte decyzje"),
  region: L("In which region", "En qué región", "W którym regionie"),
  trickNone: L("no trick", "no hay baza", "nie ma próby"),
  trickOn: L("marker on a town", "marcador en una ciudad", "znacznik na mieście"),
  trickTaken: L("town already taken", "ciudad ya tomada", "miasto już zajęte"),
  trickHint: L("Tap the town of the marker on the map.", "Toca en el mapa la ciudad del marcador.", "Dotknij na mapie miasta ze znacznikiem."),
  played: L("Cards played: tap a player, then the card", "Cartas jugadas: toca un jugador y luego la carta", "Zagrane karty: dotknij gracza, potem karty"),
  winner: L("Winner", "Ganador", "Zwycięzca"),
  nobodyYet: L("nobody yet", "nadie aún", "jeszcze nikt"),
  noCards: L("none", "ninguna", "żadnych"),
  hidden: L("an unknown card", "una carta desconocida", "nieznana karta"),
  card: L("Marriage card of the round", "Carta de matrimonio de la ronda", "Karta Zaślubin tej rundy"),
  marriages: L("Marriage cards", "Cartas de matrimonio", "Karty Zaślubin"),
  pile: L("Cards left in the marriage pile", "Cartas que quedan en el mazo de matrimonio", "Ile kart zostało w talii Zaślubin"),
  inPile: L("in the pile or the box", "en el mazo o en la caja", "w talii albo w pudełku"),
  gone: L("discarded", "descartada", "odrzucona"),
  round: L("Round", "Ronda", "Runda"),
  alliance: L("The Princess is with", "La Princesa está con", "Księżniczka jest u"),
  nobody: L("nobody", "nadie", "nikogo"),
  who: L("who", "quién", "kto"),
};

const put = (zone, value) => (now) => void (value === undefined ? delete now[zone] : (now[zone] = value));
const control = (label, zone, ...content) => h("div", { class: "control", data: zone ? { zone } : {} }, h("span", { class: "label" }, label), content);

/** A button that sets a zone back to unknown; pressed while it is. */
export const unknownButton = (label, isKnown, forget) =>
  h("button", { type: "button", class: "chip bb-unknown", "aria-pressed": String(!isKnown), "aria-label": `${label}: ${t("not known")}`, data: { key: `unknown ${label}` }, onclick: forget }, "?");

/** A number that may be unknown: less than none is unknown again. */
export function figureStepper(label, value, set, most = 999) {
  const input = h("input", { type: "number", inputmode: "numeric", min: 0, max: most, value: value ?? "", placeholder: "?", "aria-label": label, data: { key: label }, onchange: () => set(input.value === "" ? undefined : Math.max(0, Math.min(most, Math.trunc(Number(input.value)) || 0))) });
  const step = (sign, key, next) => h("button", { type: "button", "aria-label": t(key, { what: label }), data: { key: `${label} ${sign}` }, onclick: () => set(next()) }, sign);
  return h("span", { class: "stepper" }, step("−", "less of", () => (value === undefined ? 0 : value > 0 ? value - 1 : undefined)), input, step("+", "more of", () => Math.min(most, (value ?? 0) + 1)));
}

/** A part that stays open or closed while the table is drawn anew. */
function folded(form, key, summary, ...content) {
  const memory = (form.opened ??= new Set());
  const element = h("details", { class: "bb-fold", open: memory.has(key), ontoggle: () => memory[element.open ? "add" : "delete"](key) }, h("summary", {}, summary), content);
  return element;
}

export function phaseRow({ state, form, edit }) {
  const select = h(
    "select",
    { "aria-label": name(form.module, "phase"), onchange: (event) => edit(put("phase", event.target.value || undefined)) },
    h("option", { value: "", selected: !state.phase }, "?"),
    PHASES.map((phase) => h("option", { value: phase, selected: state.phase === phase }, name(form.module, phase))),
  );
  const round = figureStepper(say(WORDS.round), state.round, (value) => edit(put("round", value || undefined)), MOST_ROUNDS);
  return h("div", { class: "row bb-when" }, control(say(WORDS.round), "/state/round", round), control(capital(name(form.module, "phase")), "/state/phase", select));
}

// ---------------------------------------------------------------- the trick

/** Whether there is a trick, who has played which card, and who has won it. */
export function trickEditor(scene, marker) {
  const { state, form, edit } = scene;
  const { trick } = state;
  const label = capital(name(form.module, "trick"));
  const value = trick === undefined ? "unknown" : trick === null ? "none" : trick.town === null ? "taken" : "on";
  const choose = (chosen) => {
    if (chosen === "on") form.brush = marker; // the town is tapped on the map
    edit((now) => void (chosen === "unknown" ? delete now.trick : chosen === "none" ? (now.trick = null) : chosen === "taken" && (now.trick = { ...now.trick, town: null })));
  };
  const asksTown = form.brush === marker && value !== "on";
  return h(
    "div",
    { class: "bb-trick-editor", data: { zone: "/state/trick" } },
    control(label, null, chips(label, [["unknown", "?"], ["none", say(WORDS.trickNone)], ["on", trick?.town ?? say(WORDS.trickOn)], ["taken", say(WORDS.trickTaken)]], asksTown ? "on" : value, choose)),
    asksTown && h("p", { class: "hint" }, say(WORDS.trickHint)),
    trick && [playedEditor(scene), winnerEditor(scene)],
  );
}

function playedEditor({ state, form, pack, edit }) {
  const { played } = state.trick;
  const names = state.players.map((player) => player.name);
  const cardOf = (own) => played?.find((one) => one.player === own)?.card;
  const current = names.includes(form.trickSeat) ? form.trickSeat : names.find((own) => cardOf(own) === undefined);
  const label = say(WORDS.played);
  const choose = (card) =>
    edit((now) => {
      const others = (now.trick.played ?? []).filter((one) => one.card !== card && one.player !== current);
      const isTaken = played?.some((one) => one.card === card);
      now.trick.played = isTaken || !current ? others : [...others, { player: current, card }];
      form.trickSeat = null;
    });
  const select = (own) => {
    form.trickSeat = own;
    edit(() => {});
  };
  return control(
    label,
    "/state/trick/played",
    h("div", { class: "row bb-row" }, seatButtons(names, label, names.indexOf(current), (seat) => select(names[seat]), { key: "trick seat", values: names.map((own) => cardOf(own) ?? (played ? "–" : HIDDEN)) }), unknownButton(label, played !== undefined, () => edit((now) => void delete now.trick.played))),
    cardPicker(form.module, pack, { taken: (played ?? []).map((one) => one.card), label, set: choose }),
  );
}

function winnerEditor({ state, edit }) {
  const { winner } = state.trick;
  const options = [["?", "?"], ["", say(WORDS.nobodyYet)], ...state.players.map((player) => [player.name, player.name])];
  const set = (chosen) => edit((now) => void (chosen === "?" ? delete now.trick.winner : (now.trick.winner = chosen || null)));
  return control(say(WORDS.winner), "/state/trick/winner", chips(say(WORDS.winner), options, winner === undefined ? "?" : (winner ?? ""), set));
}

// ---------------------------------------------------------------- hands

/** The cards of a player by zone: a tap adds a card, a tap on one that is there takes it away. */
export function handEditors(scene, player, index) {
  const { state, form, edit, pack } = scene;
  const zones = state.phase === "draft" ? ["hand", "dealt", "picked"] : ["hand", ...["dealt", "picked"].filter((zone) => player[zone]?.length)];
  return zones.map((zone) => {
    const cards = player[zone];
    const label = `${player.name}: ${zoneName(form.module, zone, true)}`;
    const set = (next) => edit((now) => put(zone, next)(now.players[index]));
    const toggle = (card) => set(cards?.includes(card) ? cards.filter((one) => one !== card) : [...(cards ?? []), card]);
    const without = (place) => cards.filter((_, other) => other !== place);
    return h(
      "div",
      { data: { zone: `/state/players/${index}/${zone}` } },
      folded(
        form,
        label,
        `${capital(zoneName(form.module, zone, true))}: ${cards ? cards.join(", ") || "–" : "?"}`,
        h(
          "div",
          { class: "row bb-row" },
          unknownButton(label, cards !== undefined, () => set(undefined)),
          h("button", { type: "button", class: "chip", "aria-pressed": String(cards?.length === 0), onclick: () => set([]) }, say(WORDS.noCards)),
          h("button", { type: "button", class: "chip bb-hidden", "aria-label": `+ ${say(WORDS.hidden)}`, data: { key: `${label} hidden` }, onclick: () => set([...(cards ?? []), HIDDEN]) }, "+ ?"),
          (cards ?? []).map((card, place) => card === HIDDEN && cardButton(form.module, null, { label: `${say(WORDS.hidden)} ✕`, work: () => set(without(place)) })),
        ),
        cardPicker(form.module, pack, { taken: cards ?? [], label, set: toggle }),
      ),
    );
  });
}

// ---------------------------------------------------------------- decisions and the marriage card

/** The decisions of the upkeep that are open: by a tap on the one who makes them. */
export function pendingEditor({ state, form, pack, edit }) {
  const names = state.players.map((player) => player.name);
  const { pending } = state;
  const of = (decision) => (pending ?? []).filter((one) => one.decision === decision);
  const title = say(WORDS.decisions);
  const replace = (decision, entries) =>
    edit((now) => {
      const kept = (now.pending ?? []).filter((one) => one.decision !== decision);
      now.pending = [...kept, ...entries].sort((a, b) => DECISIONS.indexOf(a.decision) - DECISIONS.indexOf(b.decision));
    });
  const byOne = (decision) => {
    const [open] = of(decision);
    const toggle = (seat) => replace(decision, open?.player === names[seat] ? [] : [{ ...open, decision, player: names[seat] }]);
    return control(say(WORDS[decision]), null, seatButtons(names, say(WORDS[decision]), names.indexOf(open?.player), toggle, { key: decision }));
  };
  const region = () => {
    const [open] = of("card-town");
    return open && control(say(WORDS.region), null, chips(say(WORDS.region), [["?", "?"], ...pack.regions.map(({ id }) => [id, name(form.module, id)])], open.region ?? "?", (chosen) => replace("card-town", [{ decision: "card-town", player: open.player, ...(chosen !== "?" && { region: chosen }) }])));
  };
  return h(
    "div",
    { data: { zone: "/state/pending" } },
    folded(
      form,
      "pending",
      `${title}: ${pending ? pending.length || "–" : "?"}`,
      h("div", { class: "row bb-row" }, unknownButton(title, pending !== undefined, () => edit(put("pending", undefined))), h("button", { type: "button", class: "chip", "aria-pressed": String(pending?.length === 0), onclick: () => edit(put("pending", [])) }, capital(t("nothing")))),
      DECISIONS.map((decision) => (decision === "raid" ? raids(names, of("raid"), (entries) => replace("raid", entries)) : [byOne(decision), decision === "card-town" && region()])),
    ),
  );
}

/** Who chooses the towns that are lost, and who loses one: one decision for each loser. */
function raids(names, open, set) {
  const chooser = open[0]?.player;
  const losers = open.map((one) => one.loser).filter(Boolean);
  const entries = (player, list) => (list.length ? list.map((loser) => ({ decision: "raid", player, loser })) : [{ decision: "raid", player }]);
  const choose = (seat) => set(names[seat] === chooser ? [] : entries(names[seat], losers));
  const lose = (seat) => set(entries(chooser, losers.includes(names[seat]) ? losers.filter((one) => one !== names[seat]) : [...losers, names[seat]]));
  return [
    control(say(WORDS.raid), null, seatButtons(names, say(WORDS.raid), names.indexOf(chooser), choose, { key: "raid" })),
    chooser && control(say(WORDS.loser), null, seatButtons(names, say(WORDS.loser), losers.map((own) => names.indexOf(own)), lose, { key: "loser" })),
  ];
}

/** The marriage card of the round, and who has the Princess with which side up. */
export function marriageEditor({ state, form, pack, edit }) {
  const { alliance, marriage_card: card } = state;
  const names = state.players.map((player) => player.name);
  const set = (own, side) => edit(put("alliance", own === "?" ? undefined : own ? { player: own, side } : null));
  return [
    control(say(WORDS.card), "/state/marriage_card", chips(say(WORDS.card), [["?", "?"], ["", t("none")], ...pack.marriages.map((one) => [one.id, say(one.name)])], card === undefined ? "?" : (card ?? ""), (chosen) => edit(put("marriage_card", chosen === "?" ? undefined : chosen || null)))),
    control(
      say(WORDS.alliance),
      "/state/alliance",
      chips(say(WORDS.alliance), [["?", "?"], ["", say(WORDS.nobody)], ...names.map((own) => [own, own])], alliance === undefined ? "?" : (alliance?.player ?? ""), (own) => set(own, alliance?.side ?? "military")),
      alliance && chips(name(form.module, "princess"), ["military", "trade"].map((side) => [side, name(form.module, side)]), alliance.side, (side) => set(alliance.player, side)),
    ),
  ];
}

/** How many cards the marriage pile has, and where each card is that does not lie in it. */
export function marriagesEditor({ state, form, pack, edit }) {
  const title = say(WORDS.marriages);
  const isKnown = Boolean(state.marriages_gone || state.marriage_pile || state.players.some((player) => player.marriages));
  const princess = pack.marriages.find((one) => one.princess)?.id;
  const isOut = (card, now) => now.marriage_card === card || now.marriages_gone?.includes(card) || now.players.some((player) => player.marriages?.includes(card));
  const forget = () =>
    edit((now) => {
      for (const zone of ["marriage_pile", "marriages_gone"]) delete now[zone];
      for (const player of now.players) delete player.marriages;
    });
  const left = (count) =>
    edit((now) => {
      if (count === undefined) delete now.marriage_pile;
      else now.marriage_pile = Array.from({ length: count }, (_, place) => (place === count - 1 && princess && !isOut(princess, now) ? princess : HIDDEN)); // she lies at the bottom
    });
  const move = (card, chosen) =>
    edit((now) => {
      now.marriages_gone = (now.marriages_gone ?? []).filter((one) => one !== card);
      for (const player of now.players) player.marriages = (player.marriages ?? []).filter((one) => one !== card);
      if (chosen !== "pile" && now.marriage_pile) now.marriage_pile = now.marriage_pile.map((one) => (one === card ? HIDDEN : one));
      if (chosen === "gone") now.marriages_gone.push(card);
      else if (chosen !== "pile") now.players.find((player) => `of ${player.name}` === chosen).marriages.push(card);
    });
  const placed = ({ id }) => {
    const holder = state.players.find((player) => player.marriages?.includes(id));
    return holder ? `of ${holder.name}` : state.marriages_gone?.includes(id) ? "gone" : isKnown && state.marriages_gone ? "pile" : null;
  };
  const places = [["pile", say(WORDS.inPile)], ["gone", say(WORDS.gone)], ...state.players.map((player) => [`of ${player.name}`, player.name])];
  return h(
    "div",
    { class: "bb-marriages", data: { zone: "/state/marriages_gone" } },
    folded(
      form,
      "marriages",
      isKnown ? title : `${title}: ?`,
      unknownButton(title, isKnown, forget),
      control(say(WORDS.pile), "/state/marriage_pile", figureStepper(say(WORDS.pile), state.marriage_pile?.length, left, pack.marriages.length)),
      pack.marriages.filter(({ id }) => id !== state.marriage_card).map((one) => h("div", { data: { card: one.id } }, control(say(one.name), null, chips(say(one.name), places, placed(one), (chosen) => move(one.id, chosen))))),
    ),
  );
}

// ---------------------------------------------------------------- claim tokens

/** Who holds the claim token of each region. */
export function claimEditor({ state, form, pack, edit }) {
  const own = (id) => name(form.module, id);
  const isKnown = state.face_up !== undefined || state.players.some((player) => player.claims);
  const forget = () =>
    edit((now) => {
      delete now.face_up;
      for (const player of now.players) delete player.claims;
    });
  const title = capital(own("claim tokens"));
  const move = (region, chosen) =>
    edit((now) => {
      now.face_up = (now.face_up ?? []).filter((one) => one !== region);
      for (const player of now.players) player.claims = (player.claims ?? []).filter((one) => one !== region);
      if (chosen === "up") now.face_up.push(region);
      else if (chosen !== "down") now.players.find((player) => player.name === chosen).claims.push(region);
    });
  return h(
    "div",
    { class: "bb-claims", data: { zone: "/state/face_up" } },
    folded(
      form,
      "claims",
      isKnown ? title : `${title}: ?`,
      unknownButton(title, isKnown, forget),
      pack.tokens.map(({ region, threshold, points }) => {
        const holder = state.players.find((player) => player.claims?.includes(region))?.name;
        const value = holder ?? (state.face_up?.includes(region) ? "up" : isKnown ? "down" : null);
        return control(`${own(region)} (${threshold}+ → ${points})`, null, chips(own(region), [["down", own("face down")], ["up", own("face up")], ...state.players.map((player) => [player.name, player.name])], value, (chosen) => move(region, chosen)));
      }),
    ),
  );
}

/** Whose disc a tap puts down, or the marker; and the map unknown again. */
export function brushRow({ state, form, edit }, marker) {
  const names = state.players.map((player) => player.name);
  const choose = (own) => {
    form.brush = own;
    edit(() => {});
  };
  const label = name(form.module, "discs");
  return h(
    "div",
    { class: "row bb-row", data: { zone: "/state/towns" } },
    seatButtons(names, label, names.indexOf(form.brush), (seat) => choose(names[seat]), { key: "brush" }),
    h("button", { type: "button", class: "bb-seat bb-marker", "aria-pressed": String(form.brush === marker), "aria-label": name(form.module, "marker"), title: name(form.module, "marker"), data: { value: marker, key: "brush marker" }, onclick: () => choose(marker) }, discPicture("marker"), h("span", {}, say(L("marker", "marcador", "znacznik")))),
    unknownButton(label, state.towns !== undefined, () => edit(put("towns", undefined))),
  );
}
