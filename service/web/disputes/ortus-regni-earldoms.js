// Disputes about an Earldom: what may lie where, what may be paid, who may be attacked.

import { hint, number, pick, say } from "../controls.js";
import { h } from "../dom.js";
import { EARL_CARDS, FACES, choice } from "../boards/ortus-regni-cards.js";
import { ALL_FIEFS, LAY, bare, layOn, nameAt, rule, told, turn } from "./ortus-regni-parts.js";

const lordsOf = (player) => (player.fiefs ?? []).filter((fief) => fief.lord);
const set = (form, values) => form.change((now) => void Object.assign(now, values));

// ---------------------------------------------------------------- ransom

const BY = { en: "Who captured the Lord?", es: "¿Quién capturó al Lord?", pl: "Kto pojmał Lorda?" };
const EARL = { en: "another Earl", es: "otro Conde", pl: "inny Hrabia" };
const VIKINGS = { en: "the Vikings", es: "los Vikingos", pl: "Wikingowie" };
const PUT_LORD = { en: "Lay the Castle or Palace of the captured Lord, then the Lord.", es: "Pon el Castillo o Palacio del Lord capturado y luego el Lord.", pl: "Wyłóż Zamek lub Pałac pojmanego Lorda, a potem Lorda." };
const WHICH_LORD = { en: "Tap the Lord who was captured.", es: "Toca el Lord capturado.", pl: "Dotknij pojmanego Lorda." };
const PAY = { en: "Tap what you would pay: a card of a Fief, or one below.", es: "Toca lo que pagarías: una carta de un Feudo o una de abajo.", pl: "Dotknij tego, czym chcesz zapłacić: karty w Lennie albo jednej z kart poniżej." };
const OTHERS = { en: "Or pay with one of these", es: "O pagar con una de estas", pl: "Albo zapłać jedną z tych" };
const ELSEWHERE = ["tower", "infantry", "mercenary", "banner"];

const captured = (draft) => draft.lord ?? (lordsOf(draft.state.players[0]).length === 1 ? lordsOf(draft.state.players[0])[0].id : null);

const ransom = {
  id: "ransom",
  ask: { en: "Can I pay this as ransom?", es: "¿Puedo pagar esto como rescate?", pl: "Czy mogę tym zapłacić okup?" },
  words: { en: "ransom captured lord pay free", es: "rescate capturado lord pagar liberar", pl: "okup pojmany lord zapłacić wykup" },
  draft: () => ({ state: bare(), by: null, lord: null, pay: null }),
  lacks: (draft) => (draft.by === null ? BY : !lordsOf(draft.state.players[0]).length ? PUT_LORD : captured(draft) === null ? WHICH_LORD : draft.pay === null ? PAY : null),
  question: (draft) => {
    const [mine, theirs] = [nameAt(draft, 0), nameAt(draft, 1)];
    const isEarl = draft.by === "earl";
    const pending = { type: "battle", step: "ransom", attacker: isEarl ? theirs : null, defender: mine, kind: "towers", outcome: "attacker", captured: [captured(draft)] };
    const now = isEarl ? { phase: "turn", turn: theirs } : { phase: "vikings" };
    return { question: { state: { ...draft.state, ...now, pending }, move: { type: "ransom", player: mine, lord: captured(draft), pay: draft.pay } } };
  },
  take: (draft, move) => Object.assign(draft, { lord: move.lord, pay: move.pay }),
  told: (asked) => ({ ...told(asked), ...(asked.answer.verdict === "legal" && { rule: rule("ransom/price") }) }),
  parts: (draft, form) => {
    const touched = ({ part, fief, estate }) => {
      if (part === "lord") return set(form, { lord: fief });
      if (part === "anchor") return set(form, { pay: { fief } });
      return part === "property" ? set(form, { pay: { fief, card: estate } }) : false;
    };
    const lord = captured(draft);
    const seated = lordsOf(draft.state.players[0]).length > 0;
    return [
      pick(BY, [["earl", EARL], ["vikings", VIKINGS]], draft.by, (by) => set(form, { by })),
      hint(seated ? (lord === null ? WHICH_LORD : PAY) : draft.state.players[0].fiefs ? LAY : PUT_LORD),
      layOn(draft, form, { 0: ["fiefs"] }, { pick: touched, picked: lord === null ? [] : [`${nameAt(draft, 0)}/fiefs/${lord}/lord`] }),
      seated && h("span", { class: "label" }, say(OTHERS)),
      seated && choice(form.module, say(OTHERS), ELSEWHERE, (kind) => set(form, { pay: { card: kind } }), { chosen: draft.pay?.fief ? null : draft.pay?.card }),
    ];
  },
};

// ---------------------------------------------------------------- putting a card down

const CARD = { en: "Which card of your hand?", es: "¿Qué carta de tu mano?", pl: "Która karta z ręki?" };
const WHERE = { en: "Tap the Fief where it would go, or choose below.", es: "Toca el Feudo donde iría, o elige abajo.", pl: "Dotknij Lenna, do którego ma trafić, albo wybierz poniżej." };
const PLACES = { new: { en: "as a new Fief", es: "como nuevo Feudo", pl: "jako nowe Lenno" }, tower: { en: "face down, as a Tower", es: "boca abajo, como Torre", pl: "zakryta, jako Wieża" }, table: { en: "beside my Fiefs", es: "junto a mis Feudos", pl: "obok moich Lenn" } };
const PLACE = { en: "Or not in a Fief:", es: "O fuera de un Feudo:", pl: "Albo poza Lennem:" };

function placing({ card: kind, where }, player) {
  if (where.fief) return { type: [...FACES, "mercenary"].includes(kind) ? "appoint" : "attach", player, card: kind, fief: where.fief };
  if (where.place === "tower") return { type: "tower", player, card: kind };
  if (where.place === "table" && kind === "mercenary") return { type: "hire", player };
  if (where.place === "table" && kind === "banner") return { type: "claim", player };
  return { type: "castle", player, card: kind };
}

const put = {
  id: "put",
  ask: { en: "May I put this card here?", es: "¿Puedo poner aquí esta carta?", pl: "Czy mogę tu położyć tę kartę?" },
  words: { en: "play card place lord fief property castle tower appoint second prince cathedral", es: "jugar carta colocar lord feudo propiedad castillo torre nombrar príncipe catedral", pl: "zagrać karta położyć lord lenno posiadłość zamek wieża mianować książę katedra" },
  draft: () => ({ state: bare(), card: null, where: null }),
  lacks: (draft) => (draft.card === null ? CARD : draft.where === null ? WHERE : null),
  question: (draft) => ({ question: { state: draft.state, move: placing(draft, nameAt(draft, 0)) } }),
  take: (draft, move) => Object.assign(draft, { card: move.card ?? draft.card, where: move.fief ? { fief: move.fief } : { place: move.type === "tower" ? "tower" : "new" } }),
  told,
  parts: (draft, form) => [
    h("h3", {}, say(CARD)),
    choice(form.module, say(CARD), EARL_CARDS, (kind) => set(form, { card: kind, where: null }), { chosen: draft.card }),
    draft.card !== null && [
      hint(draft.state.players[0].fiefs ? WHERE : LAY),
      layOn(draft, form, { 0: ["fiefs"] }, { pick: ({ fief, part }) => (fief && part !== "lord" ? set(form, { where: { fief } }) : false), picked: draft.where?.fief ? [`${nameAt(draft, 0)}/fiefs/${draft.where.fief}`] : [] }),
      pick(PLACE, Object.entries(PLACES).filter(([place]) => place !== "table" || ["mercenary", "banner"].includes(draft.card)), draft.where?.place, (place) => set(form, { where: { place } })),
      turn(draft, form),
      h("details", { class: "card" }, h("summary", {}, say({ en: "The other Earl's Fiefs", es: "Los Feudos del otro Conde", pl: "Lenna drugiego Hrabiego" })), layOn(draft, form, { 1: ["fiefs"] })),
    ],
  ],
};

// ---------------------------------------------------------------- attacking

const KIND = { en: "What do you want to do?", es: "¿Qué quieres hacer?", pl: "Co chcesz zrobić?" };
const KINDS = [
  ["siege", { en: "besiege a Castle or Palace", es: "asediar un Castillo o Palacio", pl: "oblegać Zamek lub Pałac" }],
  ["raid", { en: "raid a Fief", es: "una Incursión contra un Feudo", pl: "najechać Lenno" }],
  ["towers", { en: "attack the Towers", es: "atacar las Torres", pl: "zaatakować Wieże" }],
  ["vikings", { en: "attack the Vikings", es: "atacar a los Vikingos", pl: "zaatakować Wikingów" }],
];
const TARGET = { en: "Lay the Fief that you attack.", es: "Pon el Feudo que atacas.", pl: "Wyłóż Lenno, które atakujesz." };
const ROUND = { en: "Which round is it?", es: "¿Qué ronda es?", pl: "Która to runda?" };

const aimed = (draft) => draft.fief ?? draft.state.players[1].fiefs?.at(-1)?.id ?? null;

const attack = {
  id: "attack",
  ask: { en: "May I attack, raid or besiege?", es: "¿Puedo atacar, hacer una Incursión o asediar?", pl: "Czy mogę zaatakować, najechać lub oblegać?" },
  words: { en: "attack raid siege towers first round peace vikings empty fief", es: "atacar incursión asedio torres primera ronda paz vikingos feudo vacío", pl: "atak najazd oblężenie wieże pierwsza runda pokój wikingowie puste lenno" },
  draft: () => ({ state: bare(), kind: null, fief: null }),
  lacks: (draft) => (draft.kind === null ? KIND : ["siege", "raid"].includes(draft.kind) && aimed(draft) === null ? TARGET : null),
  question: (draft) => {
    const at = ["siege", "raid"].includes(draft.kind) ? { fief: aimed(draft) } : {};
    return { question: { state: draft.state, move: { type: "attack", player: nameAt(draft, 0), ...(draft.kind !== "vikings" && { target: nameAt(draft, 1) }), kind: draft.kind, ...at } } };
  },
  take: (draft, move) => Object.assign(draft, { kind: move.kind, fief: move.fief ?? null }),
  told,
  parts: (draft, form) => [
    pick(KIND, KINDS, draft.kind, (kind) => set(form, { kind })),
    number(ROUND, draft.state.round, (round) => form.change((now) => void (now.state.round = round)), { min: 1, max: 99 }, "/state/round"),
    draft.kind && draft.kind !== "vikings" && [hint(TARGET), layOn(draft, form, { 1: draft.kind === "towers" ? ["towers"] : ["fiefs"] }, { pick: ({ fief }) => (fief && fief !== aimed(draft) ? set(form, { fief }) : false) })],
    h("details", { class: "card" }, h("summary", {}, say({ en: "Your own forces", es: "Tus propias fuerzas", pl: "Twoje siły" })), layOn(draft, form, { 0: ["hand", "pool", "fiefs"] })),
    turn(draft, form),
  ],
};

// ---------------------------------------------------------------- recruiting and bequeathing

const COUNT = { en: "How many Armies do you want to draw?", es: "¿Cuántos Ejércitos quieres robar?", pl: "Ile Oddziałów chcesz dobrać?" };

const recruit = {
  id: "recruit",
  ask: { en: "How many Armies may I recruit?", es: "¿Cuántos Ejércitos puedo reclutar?", pl: "Ile Oddziałów mogę zwerbować?" },
  words: { en: "recruit army land market draw", es: "reclutar ejército campo mercado robar", pl: "werbunek oddział pole targ dobrać" },
  draft: () => ({ state: bare(), count: null }),
  lacks: (draft) => (!draft.state.players[0].fiefs?.some((fief) => fief.properties) ? ALL_FIEFS : draft.count === null ? COUNT : null),
  question: (draft) => ({ question: { state: draft.state, move: { type: "recruit", player: nameAt(draft, 0), count: draft.count } } }),
  take: (draft, move) => Object.assign(draft, { count: move.count }),
  told,
  parts: (draft, form) => [hint(ALL_FIEFS), layOn(draft, form, { 0: ["fiefs"] }, { cards: ["castle", "palace", "land", "market"] }), pick(COUNT, [1, 2, 3].map((one) => [one, String(one)]), draft.count, (count) => set(form, { count })), turn(draft, form)],
};

const bequeath = {
  id: "bequeath",
  ask: { en: "May I bequeath?", es: "¿Puedo legar?", pl: "Czy mogę przekazać dziedzictwo?" },
  words: { en: "bequeath banner prince archbishop cathedral church shuffle discard", es: "legar estandarte príncipe arzobispo catedral iglesia descarte", pl: "dziedzictwo sztandar książę arcybiskup katedra kościół odrzucone" },
  draft: () => ({ state: bare() }),
  lacks: (draft) => (!draft.state.players[0].fiefs?.length ? ALL_FIEFS : null),
  question: (draft) => ({ question: { state: draft.state, move: { type: "bequeath", player: nameAt(draft, 0) } } }),
  told,
  parts: (draft, form) => [hint(ALL_FIEFS), layOn(draft, form, { 0: ["fiefs"], 1: ["fiefs"] }, { cards: ["castle", "palace", ...FACES, "church", "cathedral"] }), turn(draft, form)],
};

// ---------------------------------------------------------------- entering a joust

const CHOICE = { en: "What do you do?", es: "¿Qué haces?", pl: "Co robisz?" };
const CHOICES = [["enter", { en: "joust", es: "participar", pl: "staję w szranki" }], ["excuse", { en: "play a Banner to stay out", es: "jugar un Estandarte para no participar", pl: "zagrywam Sztandar, by nie brać udziału" }], ["stay-out", { en: "just stay out", es: "quedarme fuera sin más", pl: "po prostu nie biorę udziału" }]];
const BET = { en: "Tap what you bet on the board.", es: "Toca lo que apuestas.", pl: "Dotknij swojej stawki." };
const JOUSTER = { en: "Who jousts for you?", es: "¿Quién participa por ti?", pl: "Kto staje w twoim imieniu?" };

function entry(draft) {
  const player = nameAt(draft, 0);
  if (draft.choice !== "enter") return { type: draft.choice, player };
  return { type: "enter", player, bet: draft.bet, jouster: draft.jouster && (draft.jouster.fief ? { fief: draft.jouster.fief } : { card: draft.jouster.card }) };
}

const bet = {
  id: "bet",
  ask: { en: "May I bet this in the joust, or stay out?", es: "¿Puedo apostar esto en la justa, o quedarme fuera?", pl: "Czy mogę to postawić w turnieju albo nie brać udziału?" },
  words: { en: "joust bet stake stay out excuse banner jouster", es: "justa apuesta apostar excusarse estandarte participante", pl: "turniej stawka postawić wymówka sztandar zawodnik" },
  draft: () => ({ state: bare(), choice: null, bet: null, jouster: null }),
  lacks: (draft) => (!draft.state.players[0].fiefs?.length ? ALL_FIEFS : draft.choice === null ? CHOICE : draft.choice === "enter" && draft.bet === null ? BET : draft.choice === "enter" && draft.jouster === null ? JOUSTER : null),
  question: (draft) => ({ question: { state: { ...draft.state, pending: { type: "joust", organiser: nameAt(draft, 1), step: "declare" } }, move: entry(draft) } }),
  take: (draft, move) => Object.assign(draft, { choice: move.type, bet: move.bet ?? null, jouster: move.jouster ?? null }),
  told,
  parts: (draft, form) => {
    const touched = ({ part, fief, estate }) => {
      if (part === "lord") return set(form, { jouster: { fief } });
      if (part === "anchor") return set(form, { bet: { fief } });
      return part === "property" ? set(form, { bet: { fief, card: estate } }) : false;
    };
    return [
      hint(ALL_FIEFS),
      layOn(draft, form, { 0: ["fiefs"] }, { pick: touched, picked: draft.jouster?.fief ? [`${nameAt(draft, 0)}/fiefs/${draft.jouster.fief}/lord`] : [] }),
      pick(CHOICE, CHOICES, draft.choice, (kind) => set(form, { choice: kind })),
      draft.choice === "enter" && [hint(BET), h("h3", {}, say(JOUSTER)), choice(form.module, say(JOUSTER), ["?", ...EARL_CARDS, "infantry", "king"], (kind) => set(form, { jouster: { card: kind } }), { chosen: draft.jouster?.card ?? null })],
    ];
  },
};

export default [ransom, put, attack, recruit, bequeath, bet];
