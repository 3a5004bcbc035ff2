// Ortus Regni: a battle weighed, its chances as a picture; and what can be named in a move.

import { ask } from "../api.js";
import { announce, fill, h } from "../dom.js";
import { optionsCard } from "../options.js";
import { chips, keep, kept, name, problem, ruleLine, stepper } from "../parts.js";
import { shareButton } from "../share.js";
import { setting } from "../sheets.js";
import { capital, t } from "../words.js";

export const words = {
  en: {
    "field towers": "two free Towers", "field card": "card",
    battle: "A battle", "what is attacked": "What is attacked", "tower count": "Towers of the defender", "property count": "Properties of the Fief", anchor: "It stands on a",
    units: "Units", "in hand": "from the hand: {card}", "as lord": "Lord: {card}", "with garrison": "garrison that fights: {card}", idle_garrisons: "garrisons that stayed at home", vikings: "Vikings", chieftains: "Chieftains",
    "church speaks": "If the Church decides, who speaks for it?", nobody: "nobody", outsider: "another Earl", "attacker side": "the attacker", "defender side": "the defender",
    "cards gone": "Battle cards already discarded", "cards left": "Battle cards that can come", outcomes: "How it can end", events: "What can happen",
    "attacker-unharmed": "The attackers come off unharmed", "defender-unharmed": "The defenders come off unharmed", "attacker-lords-captured": "Lords of the attacker are captured", "defender-lords-captured": "Lords of the defender are captured",
    "attackers-hit": "Attackers hit: {count}", "defenders-hit": "Defenders hit: {count}", "towers-lost": "Towers lost: {count}", "properties-lost": "Properties lost: {count}", "castle-falls": "The Castle or Palace falls", "defender-eliminated": "The defender is out of the game",
    or: "{least} to {most}", damage: "damage to attackers {attackers}, to defenders {defenders}", "by church": "up to this if the Church wills", empty: "Tell at least one unit of the attackers.",
    deck: "deck", fief: "Fief", aim: "aimed at", force: "forces", kind: "kind of attack", outcome: "outcome", play: "play it", redraw: "draw anew", drawn: "cards drawn", army: "Army", bet: "bet", jouster: "jouster", pay: "paid", hit: "units hit", owner: "owner", shown: "cards shown",
  },
  es: {
    "field towers": "dos Torres gratuitas", "field card": "carta",
    battle: "Una batalla", "what is attacked": "Qué se ataca", "tower count": "Torres del defensor", "property count": "Propiedades del Feudo", anchor: "Es un",
    units: "Unidades", "in hand": "de la mano: {card}", "as lord": "Lord: {card}", "with garrison": "Guarnición que lucha: {card}", idle_garrisons: "Guarniciones que no luchan", vikings: "Vikingos", chieftains: "Jefes tribales",
    "church speaks": "Si decide la Iglesia, ¿quién habla por ella?", nobody: "nadie", outsider: "otro Conde", "attacker side": "el atacante", "defender side": "el defensor",
    "cards gone": "Cartas de Batalla ya descartadas", "cards left": "Cartas de Batalla que pueden salir", outcomes: "Cómo puede acabar", events: "Qué puede pasar",
    "attacker-unharmed": "Los atacantes salen ilesos", "defender-unharmed": "Los defensores salen ilesos", "attacker-lords-captured": "Capturan Lores del atacante", "defender-lords-captured": "Capturan Lores del defensor",
    "attackers-hit": "Atacantes alcanzados: {count}", "defenders-hit": "Defensores alcanzados: {count}", "towers-lost": "Torres perdidas: {count}", "properties-lost": "Propiedades perdidas: {count}", "castle-falls": "Cae el Castillo o Palacio", "defender-eliminated": "El defensor queda eliminado",
    or: "de {least} a {most}", damage: "daño a los atacantes {attackers}, a los defensores {defenders}", "by church": "hasta aquí si la Iglesia quiere", empty: "Indica al menos una unidad atacante.",
    deck: "mazo", fief: "Feudo", aim: "dirigida a", force: "fuerzas", kind: "tipo de ataque", outcome: "resultado", play: "jugarla", redraw: "robar de nuevo", drawn: "cartas robadas", army: "Ejército", bet: "apuesta", jouster: "participante", pay: "pago", hit: "unidades alcanzadas", owner: "dueño", shown: "cartas mostradas",
  },
  pl: {
    "field towers": "dwie darmowe Wieże", "field card": "karta",
    battle: "Bitwa", "what is attacked": "Cel ataku", "tower count": "Wieże obrońcy", "property count": "Posiadłości w Lennie", anchor: "Stoi tam",
    units: "Jednostki", "in hand": "z ręki: {card}", "as lord": "Lord: {card}", "with garrison": "walczący garnizon: {card}", idle_garrisons: "garnizony, które zostały", vikings: "Wikingowie", chieftains: "Wodzowie",
    "church speaks": "Jeśli rozstrzyga Kościół, kto mówi w jego imieniu?", nobody: "nikt", outsider: "inny Hrabia", "attacker side": "atakujący", "defender side": "obrońca",
    "cards gone": "Karty bitwy już odrzucone", "cards left": "Karty bitwy, które mogą wyjść", outcomes: "Jak może się skończyć", events: "Co może się stać",
    "attacker-unharmed": "Atakujący wychodzą bez szwanku", "defender-unharmed": "Obrońcy wychodzą bez szwanku", "attacker-lords-captured": "Lordowie atakującego w niewoli", "defender-lords-captured": "Lordowie obrońcy w niewoli",
    "attackers-hit": "Trafieni atakujący: {count}", "defenders-hit": "Trafieni obrońcy: {count}", "towers-lost": "Utracone Wieże: {count}", "properties-lost": "Utracone posiadłości: {count}", "castle-falls": "Zamek lub Pałac pada", "defender-eliminated": "Obrońca odpada z gry",
    or: "od {least} do {most}", damage: "obrażenia atakujących {attackers}, obrońców {defenders}", "by church": "aż tyle, jeśli Kościół zechce", empty: "Podaj choć jedną jednostkę atakującą.",
    deck: "talia", fief: "Lenno", aim: "cel", force: "siły", kind: "rodzaj ataku", outcome: "wynik", play: "zagranie", redraw: "dobranie nowych", drawn: "dobrane karty", army: "Oddział", bet: "stawka", jouster: "zawodnik", pay: "zapłata", hit: "trafione jednostki", owner: "właściciel", shown: "pokazane karty",
  },
};

const FACES = ["prince", "vassal", "champion", "monk"];
const ARMIES = ["infantry", "knights"];
const CARDS = ["normal", "attacker", "defender", "church"];
const SIDES = ["attackers", "defenders"];
const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const percent = (likelihood) => `${(likelihood.decimal * 100).toFixed(likelihood.decimal * 100 % 1 ? 1 : 0)} %`;

// ---------------------------------------------------------------- what is told

const blank = () => ({ kind: "siege", attackers: { "hand champion": 1 }, defenders: { infantry: 1 }, towers: 0, anchor: "castle", properties: 0, church: "nobody", gone: {}, options: {} });

/** The pad counts cards of each kind; the API wants them listed. */
function engagement(pad) {
  const listed = (counts, prefix, kinds) => kinds.flatMap((kind) => Array(counts[`${prefix}${kind}`] ?? 0).fill(kind));
  const side = (counts) => ({
    hand: listed(counts, "hand ", FACES),
    lords: listed(counts, "lord ", FACES),
    garrisons: listed(counts, "garrison ", ARMIES),
    king: Boolean(counts.king),
    ...Object.fromEntries(["infantry", "knights", "mercenaries", "idle_garrisons", "vikings", "chieftains"].map((unit) => [unit, counts[unit] ?? 0])),
  });
  return {
    options: pad.options,
    kind: pad.kind,
    attackers: side(pad.attackers),
    defenders: side({ ...pad.defenders, vikings: 0, chieftains: 0 }),
    towers: pad.towers,
    ...(pad.kind !== "towers" && { anchor: pad.anchor, properties: pad.properties }),
    discarded: listed(pad.gone, "", CARDS),
    church: pad.church,
  };
}

export async function scorePad(place, entry, module) {
  const own = (id) => name(module, id);
  const pad = kept("ortus-regni", null) ?? blank();
  let side = "attackers";
  let running = 0;
  const form = h("div", {});
  const short = h("div", { class: "short" });
  const result = h("div", {});
  fill(place, short, form, result);
  const question = () => ({ engagement: engagement(pad) });

  async function weigh() {
    keep("ortus-regni", pad);
    const mine = ++running;
    try {
      const answer = await ask(entry.id, "odds", question());
      if (mine !== running) return;
      fill(short, answer.odds && split(answer.odds.outcomes, own));
      fill(result, oddsCard(answer, module, false), h("div", { class: "card" }, shareButton(entry, () => ({ operation: "odds", question: question() }))));
      const first = answer.odds?.outcomes.map((one) => `${own(one.outcome)} ${likely(one, own)}`).join("; ");
      if (first) announce(first);
    } catch (error) {
      if (mine === running) fill(result, problem(error), fill(short));
    }
  }
  const change = (work, redraw = false) => {
    work();
    if (redraw) draw();
    weigh();
  };
  const counter = (label, counts, key, max = 30) => setting(label, stepper(label, counts[key] ?? 0, (value) => change(() => (counts[key] = value)), { max }));

  function draw() {
    const counts = pad[side];
    fill(
      form,
      h(
        "section",
        { class: "card" },
        h("h2", {}, own("battle")),
        h("h3", {}, own("what is attacked")),
        chips(own("what is attacked"), ["siege", "raid", "towers"].map((kind) => [kind, own(kind)]), pad.kind, (kind) => change(() => (pad.kind = kind), true)),
        pad.kind !== "towers" && setting(own("anchor"), chips(own("anchor"), ["castle", "palace"].map((one) => [one, own(one)]), pad.anchor, (one) => change(() => (pad.anchor = one)))),
        pad.kind !== "towers" && counter(own("property count"), pad, "properties", 99),
        counter(own("tower count"), pad, "towers", 99),
      ),
      h(
        "section",
        { class: "card" },
        h("h3", {}, own("units")),
        chips(own("units"), SIDES.map((one) => [one, own(one)]), side, (one) => {
          side = one;
          draw();
          form.querySelector(`[data-value="${one}"]`)?.focus();
        }),
        ARMIES.map((army) => counter(own(army), counts, army, 99)),
        FACES.map((face) => counter(put(own("in hand"), { card: own(face) }), counts, `hand ${face}`)),
        more(own("lords"), FACES.map((face) => `lord ${face}`), counts, FACES.map((face) => counter(put(own("as lord"), { card: own(face) }), counts, `lord ${face}`))),
        more(own("mercenaries"), ["mercenaries", "idle_garrisons", ...ARMIES.map((army) => `garrison ${army}`)], counts, [
          counter(own("mercenaries"), counts, "mercenaries"),
          ARMIES.map((army) => counter(put(own("with garrison"), { card: own(army) }), counts, `garrison ${army}`)),
          counter(own("idle_garrisons"), counts, "idle_garrisons"),
        ]),
        more([own("king"), ...(side === "attackers" ? [own("vikings")] : [])].join(", "), ["king", "vikings", "chieftains"], counts, [
          h("label", { class: "toggle" }, h("input", { type: "checkbox", checked: Boolean(counts.king), onchange: (event) => change(() => (counts.king = event.target.checked)) }), h("span", {}, own("king"))),
          side === "attackers" && [counter(own("vikings"), counts, "vikings"), counter(own("chieftains"), counts, "chieftains")],
        ]),
      ),
      h(
        "details",
        { class: "card" },
        h("summary", {}, own("cards gone")),
        CARDS.map((card) => counter(own(card), pad.gone, card, 24)),
        h("h3", {}, own("church speaks")),
        chips(own("church speaks"), [["nobody", own("nobody")], ["attacker", own("attacker side")], ["defender", own("defender side")], ["outsider", own("outsider")]], pad.church, (one) => change(() => (pad.church = one))),
      ),
      optionsCard(entry, module, pad.options, () => weigh()),
    );
  }
  /** Units that are rarer, folded until there are some. */
  const more = (title, keys, counts, rows) => h("details", { open: keys.some((key) => counts[key]) }, h("summary", {}, capital(title)), rows);

  draw();
  await weigh();
}

// ---------------------------------------------------------------- what can come of it

/** A chance, or from what to what the Church can bring it. */
function likely({ least, most }, own) {
  const sure = least.decimal === most.decimal;
  return sure ? percent(least) : put(own("or"), { least: percent(least), most: percent(most) });
}

/** The chances as bars, each with its number; a line opens the rule behind it. */
export function oddsCard(answer, module, shared = true) {
  const own = (id) => name(module, id);
  const { odds, violations } = answer;
  if (!odds) {
    return h("section", { class: "card notice bad" }, h("h2", {}, t("cannot be")), violations.map((one) => ruleLine(one.rule, h("span", { class: "line-text" }, one.message))));
  }
  const event = (one) => put(own(one.event), { count: one.count });
  return [
    h(
      "section",
      { class: "card odds" },
      h("h2", {}, own("outcomes")),
      shared && split(odds.outcomes, own),
      odds.outcomes.map((one) =>
        h("div", { class: "chance" }, h("b", {}, capital(own(one.outcome))), h("span", {}, likely(one, own)), bar(one), h("small", { class: "quiet" }, put(own("damage"), { attackers: one.attackers.damage, defenders: one.defenders.damage }))),
      ),
    ),
    h(
      "section",
      { class: "card odds" },
      h("h2", {}, own("events")),
      odds.events.map((one) => ruleLine(one.rule, h("span", { class: "line-text chance" }, h("span", {}, event(one)), h("span", {}, likely(one, own)), bar(one)))),
    ),
    odds.cards.length > 0 &&
      h("section", { class: "card odds" }, h("h2", {}, own("cards left")), odds.cards.map((one) => h("div", { class: "chance" }, h("span", {}, `${capital(own(one.card))}${one.left === null ? "" : ` × ${one.left}`}`), h("span", {}, `${percent(one)} (${one.chance})`), bar({ least: one, most: one })))),
  ];
}

/** One bar of the whole: what is sure of each outcome, and between them what the Church decides. */
function split(outcomes, own) {
  const sure = outcomes.reduce((sum, one) => sum + one.least.decimal, 0);
  const parts = [...outcomes.map((one) => [one.outcome, one.least.decimal]), ["church", Math.max(0, 1 - sure)]].filter(([, share]) => share > 0.0005);
  return h(
    "div",
    { class: "split", role: "img", "aria-label": parts.map(([part, share]) => `${own(part)} ${(share * 100).toFixed(1)} %`).join(", ") },
    parts.map(([part, share]) => {
      const piece = h("span", { class: `piece ${part}` }, share > 0.3 ? own(part) : own(SIDES.find((one) => one.startsWith(part)) ?? part).slice(0, 1).toUpperCase());
      piece.style.flexGrow = share;
      return piece;
    }),
  );
}

function bar({ least, most }) {
  const track = h("span", { class: "bar", "aria-hidden": "true" }, h("span", { class: "may" }), h("span", { class: "sure" }));
  track.children[0].style.width = `${most.decimal * 100}%`;
  track.children[1].style.width = `${least.decimal * 100}%`;
  return track;
}

// ---------------------------------------------------------------- moves

/** Fiefs, Mercenaries and decks that are there. */
export function choices(field, state, move, box) {
  const whose = state.players.find((player) => player.name === (move.target ?? move.player));
  const numbers = (list) => (list?.length ? list.map((_, index) => [index + 1, String(index + 1)]) : null);
  if (field === "fief") return numbers(whose?.fiefs);
  if (field === "mercenary") return numbers(whose?.mercenaries);
  if (field === "deck") return (box.decks ?? []).map((deck) => [deck.id, deck.name]);
  return null;
}
