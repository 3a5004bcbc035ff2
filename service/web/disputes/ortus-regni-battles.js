// Disputes about battles: the chances, the losses, who may fight, who speaks for the Church, what may be captured.

import { hint, number, pick, say } from "../controls.js";
import { h } from "../dom.js";
import { capital } from "../words.js";
import { ANCHORS, ARMIES, BATTLE_CARDS, FACES, PROPERTIES, cardName, choice, lineUp } from "../boards/ortus-regni-cards.js";
import { aimText, lostParts, whyNever } from "../games/ortus-regni-odds.js";
import { ALL_FIEFS, HOW_MANY, bare, layOn, nameAt, own, rule, seats, told } from "./ortus-regni-parts.js";

const set = (form, values) => form.change((now) => void Object.assign(now, values));
const repeat = (count, kind) => Array(count ?? 0).fill(kind);

// ---------------------------------------------------------------- two sides

/** What may fight, by where it comes from: `lord prince` has a Castle to go home to. */
const UNITS = [...ARMIES, ...FACES.map((face) => `hand ${face}`), ...FACES.map((face) => `lord ${face}`), "mercenary", "garrison infantry", "garrison knights", "king"];
const VIKINGS = ["viking", "chieftain"];
const SIDES = ["attackers", "defenders"];
const kindOf = (unit) => unit.split(" ").at(-1);
const AIM = { en: "What is attacked?", es: "¿Qué se ataca?", pl: "Co jest atakowane?" };
const AIMS = [
  ["castle", { en: "a Castle", es: "un Castillo", pl: "Zamek" }],
  ["palace", { en: "a Palace", es: "un Palacio", pl: "Pałac" }],
  ["raid", { en: "Properties (raid)", es: "Propiedades (Incursión)", pl: "posiadłości (najazd)" }],
  ["towers", { en: "Towers", es: "Torres", pl: "Wieże" }],
];
const ADD = { en: "Tap the units that fight; they go to the marked side.", es: "Toca las unidades que luchan; van al bando marcado.", pl: "Dotknij walczących jednostek; trafią na zaznaczoną stronę." };
const NONE = { en: "Who attacks? Tap at least one unit.", es: "¿Quién ataca? Toca al menos una unidad.", pl: "Kto atakuje? Dotknij choć jednej jednostki." };
const NOBODY = { en: "As long as nobody defends.", es: "Mientras nadie defienda.", pl: "Dopóki nikt nie broni." };
const TOWERS = { en: "How many Towers has the defender?", es: "¿Cuántas Torres tiene el defensor?", pl: "Ile Wież ma obrońca?" };
const ESTATES = { en: "How many Properties has that Fief?", es: "¿Cuántas Propiedades tiene ese Feudo?", pl: "Ile posiadłości ma to Lenno?" };
const CHURCH = { en: "Who speaks for the Church, if it decides?", es: "¿Quién habla por la Iglesia, si decide?", pl: "Kto mówi w imieniu Kościoła, jeśli rozstrzyga?" };
const WHO = [["nobody", { en: "nobody", es: "nadie", pl: "nikt" }], ["attacker", { en: "the attacker", es: "el atacante", pl: "atakujący" }], ["defender", { en: "the defender", es: "el defensor", pl: "obrońca" }], ["outsider", { en: "another Earl", es: "otro Conde", pl: "inny Hrabia" }]];
const GONE = { en: "Battle cards already gone", es: "Cartas de Batalla ya descartadas", pl: "Karty bitwy już odrzucone" };

const fight = () => ({ aim: null, side: 0, attackers: {}, defenders: {}, towers: null, properties: null, church: null, gone: {}, card: null });
const isThere = (side) => Object.values(side).some((count) => count > 0);

/** The units of a side as the service wants them. */
function muster(units) {
  const listed = (prefix, kinds) => kinds.flatMap((kind) => repeat(units[`${prefix} ${kind}`], kind));
  return { hand: listed("hand", FACES), lords: listed("lord", FACES), garrisons: listed("garrison", ARMIES), king: Boolean(units.king), infantry: units.infantry ?? 0, knights: units.knights ?? 0, mercenaries: units.mercenary ?? 0, vikings: units.viking ?? 0, chieftains: units.chieftain ?? 0 };
}

function engagement(draft) {
  const kind = ANCHORS.includes(draft.aim) ? "siege" : draft.aim;
  return {
    kind,
    attackers: muster(draft.attackers),
    defenders: muster(draft.defenders),
    towers: draft.towers,
    ...(kind === "siege" && { anchor: draft.aim }),
    ...(kind === "raid" && { properties: draft.properties }),
    discarded: Object.entries(draft.gone).flatMap(([card, count]) => repeat(count, card === "church-decides" ? "church" : card)),
    church: draft.church ?? "outsider", // unknown: whatever the Church may want is in the answer
  };
}

const unitName = (form, unit) => {
  const [from, kind] = unit.includes(" ") ? unit.split(" ") : [null, unit];
  return from ? `${cardName(form.module, kind)}\n(${own(form, `unit ${from}`)})` : cardName(form.module, kind);
};

/** Vikings attack alone: beside them there is nobody, and beside anybody else there are none. */
function attackersLeft(attackers) {
  const fighting = Object.keys(attackers).filter((unit) => attackers[unit] > 0);
  if (!fighting.length) return [...UNITS, ...VIKINGS];
  return fighting.some((unit) => VIKINGS.includes(unit)) ? VIKINGS : UNITS;
}

/** The battle screen: two sides, and below them the units to be added. */
function battleScreen(draft, form) {
  const add = (unit) => form.change((now) => {
    const units = now[SIDES[now.side]];
    units[unit] = unit === "king" ? 1 : (units[unit] ?? 0) + 1;
  });
  const sides = SIDES.map((side) => ({ title: capital(own(form, side)), cards: Object.entries(draft[side]).filter(([, count]) => count > 0).map(([unit, count]) => [kindOf(unit), count, unitName(form, unit), unit]) }));
  const units = draft.side === 1 ? UNITS : attackersLeft(draft.attackers);
  const label = capital(own(form, SIDES[draft.side]));
  return [
    lineUp(form.module, sides, { at: draft.side, select: (side) => set(form, { side }), take: (side, unit) => form.change((now) => void (now[SIDES[side]][unit] -= 1)) }),
    hint(ADD),
    h("div", { class: "or-palette", role: "group", "aria-label": label }, units.map((unit) => choice(form.module, label, [kindOf(unit)], () => add(unit), { texts: { [kindOf(unit)]: unitName(form, unit) } }).firstChild)),
  ];
}

const MANY = 5;

/** A number that is small at most tables: one tap, and more of them from five on. */
const few = (label, value, put, zone) => [
  pick(label, [0, 1, 2, 3, 4, MANY].map((one) => [one, one === MANY ? `${MANY}+` : String(one)]), value === null ? null : Math.min(value, MANY), put, zone),
  value >= MANY && number(label, value, put, { min: MANY, max: 60 }),
];

/** What is still to be told before a battle can be weighed. */
const untold = (draft) => (draft.aim === null ? AIM : draft.towers === null ? TOWERS : draft.aim === "raid" && draft.properties === null ? ESTATES : !isThere(draft.attackers) ? NONE : null);

const whatIsAttacked = (draft, form) => [
  pick(AIM, AIMS, draft.aim, (aim) => set(form, { aim })),
  draft.aim && [
    few(TOWERS, draft.towers, (towers) => set(form, { towers }), "/engagement/towers"),
    draft.aim === "raid" && few(ESTATES, draft.properties, (properties) => set(form, { properties }), "/engagement/properties"),
  ],
];

const rarer = (draft, form) => [
  pick(CHURCH, WHO, draft.church, (church) => set(form, { church })),
  h("details", { class: "card" }, h("summary", {}, say(GONE)), BATTLE_CARDS.map((kind) => number(cardName(form.module, kind), draft.gone[kind] ?? 0, (count) => form.change((now) => void (now.gone[kind] = count)), { max: 24 }))),
];

const odds = {
  id: "odds",
  ask: { en: "What are my chances in this battle?", es: "¿Qué posibilidades tengo en esta batalla?", pl: "Jakie mam szanse w tej bitwie?" },
  words: { en: "odds chance probability battle siege raid attack", es: "probabilidad posibilidades batalla asedio incursión ataque", pl: "szansa prawdopodobieństwo bitwa oblężenie najazd atak" },
  draft: fight,
  lacks: untold,
  question: (draft) => ({ operation: "odds", question: { engagement: engagement(draft) } }),
  told: ({ answer, question }, form) => {
    if (!answer.odds) return {};
    const { aim } = answer.odds;
    const shown = { mark: "%", word: aimText(answer, question.engagement, form.module) };
    if (aim.most.decimal === 0) return { ...shown, verdict: "impossible", ...whyNever(answer.odds, question.engagement) };
    return { ...shown, text: isThere(form.draft.defenders) ? "" : say(NOBODY), rule: aim.rule };
  },
  parts: (draft, form) => [whatIsAttacked(draft, form), draft.aim && [battleScreen(draft, form), rarer(draft, form)]],
};

// ---------------------------------------------------------------- losses

const DRAWN = { en: "Which Battle card was revealed?", es: "¿Qué carta de Batalla salió?", pl: "Którą kartę bitwy odkryto?" };
const RESULTS = ["normal", "attacker", "defender"];

const losses = {
  id: "losses",
  ask: { en: "What is lost in this battle?", es: "¿Qué se pierde en esta batalla?", pl: "Co się traci w tej bitwie?" },
  words: { en: "losses damage killed destroyed after battle absorb", es: "pérdidas daño muertos destruido batalla absorber", pl: "straty obrażenia zabici zniszczone bitwa" },
  draft: fight,
  lacks: (draft) => untold(draft) ?? (isThere(draft.defenders) && draft.card === null ? DRAWN : null),
  question: (draft) => ({ operation: "odds", question: { engagement: engagement(draft) } }),
  told: ({ answer }, form) => {
    if (!answer.odds) return {};
    const { outcome } = lossesOf(answer, form.draft);
    return { text: targetText(form, outcome, form.draft), word: capital(own(form, "outcome word")), rule: rule("damage/total") };
  },
  answerParts: ({ answer }, form) => answer.odds && lostParts(form, lossesOf(answer, form.draft).outcome),
  parts: (draft, form) => [
    whatIsAttacked(draft, form),
    draft.aim && [battleScreen(draft, form), isThere(draft.defenders) && [h("h3", {}, say(DRAWN)), choice(form.module, say(DRAWN), RESULTS, (card) => set(form, { card }), { chosen: draft.card })]],
  ],
};

/** Without defenders no card is revealed. */
const lossesOf = (answer, draft) => ({ outcome: answer.odds.outcomes.find((one) => one.outcome === draft.card) ?? answer.odds.outcomes[0] });

const FALLS = {
  castle: { true: { en: "The Castle falls.", es: "Cae el Castillo.", pl: "Zamek pada." }, false: { en: "The Castle stands.", es: "El Castillo resiste.", pl: "Zamek się broni." } },
  palace: { true: { en: "The Palace falls.", es: "Cae el Palacio.", pl: "Pałac pada." }, false: { en: "The Palace stands.", es: "El Palacio resiste.", pl: "Pałac się broni." } },
};
const LOST = { raid: { en: "Properties lost: {n}.", es: "Propiedades perdidas: {n}.", pl: "Utracone posiadłości: {n}." }, towers: { en: "Towers lost: {n}.", es: "Torres perdidas: {n}.", pl: "Utracone Wieże: {n}." } };

function targetText(form, { target }, { aim }) {
  if (FALLS[aim]) return say(FALLS[aim][String(target.falls)]);
  return say(LOST[aim]).replace("{n}", aim === "raid" ? target.properties_lost : target.towers_lost);
}

// ---------------------------------------------------------------- the Church

const CHURCHES = { en: "Lay every Church, and the Cathedral, before the Earl who has it.", es: "Pon cada Iglesia, y la Catedral, ante el Conde que la tiene.", pl: "Połóż każdy Kościół i Katedrę przed Hrabią, który je ma." };
const NO_CHURCH = { en: "Nobody has one", es: "Nadie tiene ninguna", pl: "Nikt nie ma żadnego" };
const ONE_CATHEDRAL = "cathedral";

const church = {
  id: "church",
  ask: { en: "Who may speak for the Church?", es: "¿Quién puede hablar por la Iglesia?", pl: "Kto może mówić w imieniu Kościoła?" },
  words: { en: "church decides archbishop cathedral most churches tie", es: "iglesia decide arzobispo catedral más iglesias empate", pl: "kościół decyduje arcybiskup katedra najwięcej kościołów remis" },
  draft: () => ({ count: null, side: 0, shelves: [], none: false }),
  lacks: (draft) => (draft.count === null ? HOW_MANY : draft.none || draft.shelves.some((shelf) => shelf.length) ? null : CHURCHES),
  question: (draft) => {
    const state = bare(draft.count);
    state.players.forEach((player, index) => (player.fiefs = [{ id: 1, anchor: "castle", properties: draft.shelves[index] ?? [] }]));
    const [first, second] = state.players;
    const side = { hand: ["champion"] };
    return { question: { state: { ...state, pending: { type: "battle", step: "card", attacker: first.name, defender: second.name, kind: "towers", attackers: side, defenders: side } }, move: { type: "reveal", card: "church" } } };
  },
  told: ({ answer }, form) => {
    const event = (answer.events ?? []).filter((one) => [rule("card/church-decides"), rule("card/church-tie")].includes(one.rule)).at(-1);
    if (!event) return {};
    const isArchbishop = form.draft.shelves.some((shelf) => shelf.includes(ONE_CATHEDRAL));
    return { text: event.text, word: capital(own(form, "church-decides")), verdict: "possible", rule: event.rule === rule("card/church-tie") ? event.rule : rule(isArchbishop ? "card/church-decides" : "card/most-churches"), facts: { assumed: [], missing: [] } };
  },
  parts: (draft, form) => {
    const names = bare(draft.count ?? 0).players.map((player) => player.name);
    const lay = (kind) => form.change((now) => {
      now.none = false;
      while (now.shelves.length < now.count) now.shelves.push([]);
      if (kind === ONE_CATHEDRAL) now.shelves = now.shelves.map((shelf) => shelf.filter((one) => one !== kind)); // there is only one
      now.shelves[now.side].push(kind);
    });
    const take = (side, kind) => form.change((now) => void now.shelves[side].splice(now.shelves[side].indexOf(kind), 1));
    const speaker = form.asked?.answer.next?.players?.[0];
    const sides = names.map((title, index) => ({ title, cards: ["church", ONE_CATHEDRAL].map((kind) => [kind, (draft.shelves[index] ?? []).filter((one) => one === kind).length]).filter(([, count]) => count > 0), look: () => title === speaker && form.asked?.answer.next.moves.includes("decide") && "good" }));
    return [
      pick(HOW_MANY, seats, draft.count, (count) => set(form, { count, side: 0, shelves: draft.shelves.slice(0, count) })),
      draft.count !== null && [
        hint(CHURCHES),
        lineUp(form.module, sides, { at: draft.side, select: (side) => set(form, { side }), take, crowded: true }),
        choice(form.module, say(CHURCHES), ["church", ONE_CATHEDRAL], lay),
        h("button", { type: "button", class: "chip", "aria-pressed": String(draft.none), onclick: () => set(form, { none: !draft.none, shelves: [] }) }, say(NO_CHURCH)),
      ],
    ];
  },
};

// ---------------------------------------------------------------- who may fight

const SIDE = { en: "Which side are you?", es: "¿De qué bando eres?", pl: "Po której stronie stoisz?" };
const FORCE = { en: "Tap who shall fight: below, or a Lord on the board.", es: "Toca quién luchará: abajo, o un Lord en la mesa.", pl: "Dotknij, kto ma walczyć: poniżej albo Lorda na stole." };
const FROM_HAND = { en: "From your hand", es: "De tu mano", pl: "Z ręki" };
const FROM_POOL = { en: "From your Army pool", es: "De tu Reserva de Ejércitos", pl: "Z rezerwy Oddziałów" };

const fighting = {
  id: "fight",
  ask: { en: "May these fight?", es: "¿Pueden luchar estos?", pl: "Czy te karty mogą walczyć?" },
  words: { en: "field forces army capacity land mercenary hand two princes", es: "desplegar fuerzas ejército capacidad campo mercenario mano dos príncipes", pl: "wystawić siły oddział pole limit najemnik ręka dwóch książąt" },
  draft: () => ({ state: bare(), side: null, hand: [], pool: [], lords: [] }),
  lacks: (draft) => (draft.side === null ? SIDE : draft.hand.length + draft.pool.length + draft.lords.length ? null : FORCE),
  question: (draft) => {
    const [mine, theirs] = [nameAt(draft, 0), nameAt(draft, 1)];
    const isAttacker = draft.side === "attackers";
    const pending = { type: "battle", kind: "towers", attacker: isAttacker ? mine : theirs, defender: isAttacker ? theirs : mine, step: isAttacker ? "field-attacker" : "field-defender" };
    return { question: { state: { ...draft.state, pending }, move: { type: "field", player: mine, force: { hand: draft.hand, pool: draft.pool, lords: draft.lords } } } };
  },
  told,
  parts: (draft, form) => {
    const mine = nameAt(draft, 0);
    const toggle = ({ part, fief }) => (part === "lord" ? form.change((now) => void (now.lords = now.lords.includes(fief) ? now.lords.filter((one) => one !== fief) : [...now.lords, fief])) : false);
    const add = (zone) => (kind) => form.change((now) => void now[zone].push(kind));
    const seated = draft.state.players[0].fiefs ?? [];
    const cards = [...["hand", "pool"].flatMap((zone) => draft[zone].map((kind, index) => [kind, 1, undefined, [zone, index]])), ...draft.lords.map((id) => [seated.find((fief) => fief.id === id)?.lord ?? "?", 1, undefined, ["lords", draft.lords.indexOf(id)]])];
    const looks = { legal: "good", illegal: "bad" }[form.ruled?.answer.verdict] ?? null;
    return [
      pick(SIDE, SIDES.map((one) => [one, own(form, one)]), draft.side, (side) => set(form, { side })),
      lineUp(form.module, [{ title: mine, note: draft.side && own(form, draft.side), cards, look: () => looks }], { at: 0, select: () => {}, take: (_, [zone, index]) => form.change((now) => void now[zone].splice(index, 1)), crowded: true }),
      h("h3", {}, say(FROM_POOL)),
      choice(form.module, say(FROM_POOL), ARMIES, add("pool")),
      h("h3", {}, say(FROM_HAND)),
      choice(form.module, say(FROM_HAND), [...FACES, "mercenary"], add("hand")),
      hint(ALL_FIEFS),
      layOn(draft, form, { 0: ["fiefs"] }, { pick: toggle, picked: draft.lords.map((id) => `${mine}/fiefs/${id}/lord`) }),
    ];
  },
};

// ---------------------------------------------------------------- captures

const LORDS = { en: "Which Lords of yours attacked?", es: "¿Qué Lores tuyos atacaron?", pl: "Którzy twoi Lordowie atakowali?" };
const FELL = { en: "What was destroyed? Tap each card.", es: "¿Qué fue destruido? Toca cada carta.", pl: "Co zostało zniszczone? Dotknij każdej karty." };
const TAKE = { en: "Tap what you would take.", es: "Toca lo que te llevarías.", pl: "Dotknij tego, co chcesz zabrać." };
const HOW = { en: "What was it?", es: "¿Qué fue?", pl: "Co to było?" };

const capture = {
  id: "capture",
  ask: { en: "What may I capture after my attack?", es: "¿Qué puedo incautar tras mi ataque?", pl: "Co mogę zdobyć po ataku?" },
  words: { en: "capture take destroyed property castle prince vassal lord siege raid", es: "incautar llevar destruida propiedad castillo príncipe vasallo lord asedio incursión", pl: "zdobyć zabrać zniszczone posiadłość zamek książę wasal lord oblężenie najazd" },
  draft: () => ({ kind: null, lords: [], fell: [], taken: [] }),
  lacks: (draft) => (draft.kind === null ? HOW : !draft.lords.length ? LORDS : !draft.fell.length ? FELL : !draft.taken.length ? TAKE : null),
  question: (draft) => {
    const state = bare();
    const [mine, theirs] = state.players.map((player) => player.name);
    state.players[0].fiefs = draft.lords.map((lord, index) => ({ id: index + 1, anchor: "castle", lord }));
    const deeds = (cards) => cards.map((card) => ({ card, owner: theirs }));
    const pending = { type: "battle", step: "capture", attacker: mine, defender: theirs, kind: draft.kind, assigned: true, attackers: { lords: draft.lords.map((_, index) => index + 1) }, destroyed: deeds(draft.fell) };
    return { question: { state: { ...state, phase: "turn", turn: mine, pending }, move: { type: "capture", player: mine, cards: deeds(draft.taken.map((index) => draft.fell[index])) } } };
  },
  told,
  parts: (draft, form) => {
    const looks = { legal: "good", illegal: "bad" }[form.ruled?.answer.verdict] ?? "picked";
    const toggle = (index) => form.change((now) => void (now.taken = now.taken.includes(index) ? now.taken.filter((one) => one !== index) : [...now.taken, index]));
    return [
      pick(HOW, [["siege", own(form, "siege")], ["raid", own(form, "raid")]].map(([kind, text]) => [kind, capital(text)]), draft.kind, (kind) => set(form, { kind })),
      draft.kind && [
        h("h3", {}, say(LORDS)),
        lineUp(form.module, [{ title: bare().players[0].name, cards: draft.lords.map((lord, index) => [lord, 1, undefined, index]) }], { at: 0, select: () => {}, take: (_, index) => form.change((now) => void now.lords.splice(index, 1)), crowded: true }),
        choice(form.module, say(LORDS), FACES, (lord) => form.change((now) => void now.lords.push(lord))),
        h("h3", {}, say(FELL)),
        choice(form.module, say(FELL), [...(draft.kind === "siege" ? ANCHORS : []), ...PROPERTIES], (card) => form.change((now) => void now.fell.push(card))),
        draft.fell.length > 0 && [h("h3", {}, say(TAKE)), taking(draft, form, toggle, looks)],
      ],
    ];
  },
};

/** What was destroyed; what would be taken is marked. */
function taking(draft, form, toggle, looks) {
  const row = h("div", { class: "or-palette", role: "group", "aria-label": say(TAKE) });
  draft.fell.forEach((kind, index) => {
    const [one] = choice(form.module, say(TAKE), [kind], () => toggle(index), { chosen: draft.taken.includes(index) ? kind : null }).children;
    if (draft.taken.includes(index)) one.classList.replace("picked", looks);
    row.append(one);
  });
  return row;
}

export default [odds, losses, church, fighting, capture];
