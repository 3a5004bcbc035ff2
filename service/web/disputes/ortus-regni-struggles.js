// Disputes about politics, jousts, the crown and the Vikings, and about leaving the game.

import { hint, number, pick, say } from "../controls.js";
import { h } from "../dom.js";
import { capital, t } from "../words.js";
import { EARL_CARDS, JOUST_CARDS, cardName, choice, lineUp } from "../boards/ortus-regni-cards.js";
import { HOW_MANY, assumed, bare, eventOf, layOn, nameAt, own, rule, seats, told, toldBy, turn } from "./ortus-regni-parts.js";

const set = (form, values) => form.change((now) => void Object.assign(now, values));
const namesOf = (count) => bare(count).players.map((player) => player.name);

// ---------------------------------------------------------------- Treachery and Intrigue

const AT = { en: "Against what?", es: "¿Contra qué?", pl: "Przeciw czemu?" };
const AIMS = {
  lord: { en: "a Lord", es: "un Lord", pl: "Lordowi" },
  hand: { en: "cards in hand", es: "cartas de la mano", pl: "kartom na ręce" },
  properties: { en: "Properties of a Fief", es: "Propiedades de un Feudo", pl: "posiadłościom w Lennie" },
  armies: { en: "Armies of the pool", es: "Ejércitos de la Reserva", pl: "Oddziałom w rezerwie" },
  mercenary: { en: "a Mercenary", es: "un Mercenario", pl: "Najemnikowi" },
  castle: { en: "a Castle or Palace", es: "un Castillo o Palacio", pl: "Zamkowi lub Pałacowi" },
  towers: { en: "Towers", es: "Torres", pl: "Wieżom" },
  king: { en: "the King", es: "el Rey", pl: "Królowi" },
};
const ZONE = { lord: "fiefs", properties: "fiefs", castle: "fiefs", hand: "hand", armies: "pool", mercenary: "mercenaries", towers: "towers" };
const SHOW = { en: "Lay what the other Earl has there; tap the Fief that is meant.", es: "Pon lo que tiene ahí el otro Conde; toca el Feudo en cuestión.", pl: "Wyłóż, co ma tam drugi Hrabia; dotknij Lenna, o które chodzi." };
const TAKE = { en: "How many do you want?", es: "¿Cuántas quieres?", pl: "Ile chcesz zabrać?" };
const needsFief = (draft) => ["lord", "properties", "castle"].includes(draft.aim);
const meant = (draft) => draft.fief ?? draft.state.players[1].fiefs?.at(-1)?.id ?? null;
const soldier = (draft) => draft.state.players[1].mercenaries?.[0]?.id ?? null;

function political(id, ask, words) {
  const counts = (draft) => id === "intrigue" && ["properties", "armies"].includes(draft.aim);
  return {
    id,
    ask,
    words,
    draft: () => ({ state: bare(), aim: null, fief: null, count: null }),
    lacks: (draft) => (draft.aim === null ? AT : (needsFief(draft) && meant(draft) === null) || (draft.aim === "mercenary" && soldier(draft) === null) ? SHOW : counts(draft) && draft.count === null ? TAKE : null),
    question: (draft) => {
      const move = { type: id, player: nameAt(draft, 0), target: nameAt(draft, 1), aim: draft.aim };
      if (needsFief(draft)) move.fief = meant(draft);
      if (draft.aim === "mercenary") move.mercenary = soldier(draft);
      if (counts(draft)) move.count = draft.count;
      return { question: { state: draft.state, move } };
    },
    take: (draft, move) => Object.assign(draft, { aim: move.aim, fief: move.fief ?? null, count: move.count ?? draft.count }),
    told,
    parts: (draft, form) => [
      pick(AT, Object.entries(AIMS), draft.aim, (aim) => set(form, { aim, fief: null })),
      ZONE[draft.aim] && [hint(SHOW), layOn(draft, form, { 1: [ZONE[draft.aim]] }, { pick: ({ fief }) => (fief && fief !== meant(draft) ? set(form, { fief }) : false), picked: meant(draft) ? [`${nameAt(draft, 1)}/fiefs/${meant(draft)}`] : [] })],
      counts(draft) && pick(TAKE, [1, 2, 3].map((one) => [one, String(one)]), draft.count, (count) => set(form, { count })),
      draft.aim && turn(draft, form),
    ],
  };
}

const treachery = political("treachery", { en: "May I use Treachery so?", es: "¿Puedo usar así la Traición?", pl: "Czy mogę tak użyć Zdrady?" }, { en: "treachery kill lord hand mercenary prince", es: "traición matar lord mano mercenario príncipe", pl: "zdrada zabić lord ręka najemnik książę" });
const intrigue = political("intrigue", { en: "May I use Intrigue so?", es: "¿Puedo usar así la Intriga?", pl: "Czy mogę tak użyć Intrygi?" }, { en: "intrigue steal take property army mercenary", es: "intriga robar quitar propiedad ejército mercenario", pl: "intryga ukraść zabrać posiadłość oddział najemnik" });

// ---------------------------------------------------------------- a political dispute

const PLAYED = { en: "What was played?", es: "¿Qué se jugó?", pl: "Co zagrano?" };
const ALLIES = { en: "Did the target play Allies?", es: "¿El objetivo jugó Aliados?", pl: "Czy cel zagrał Sojuszników?" };
const VASSALS = { en: "Add the Vassals of each side.", es: "Añade los Vasallos de cada bando.", pl: "Dodaj Wasali każdej strony." };
const IN_TURN = { en: "Vassals are added in turn, one each, the attacker first: the attacker has as many as the target, or one more.", es: "Los Vasallos se añaden por turnos, de uno en uno, primero el atacante: tiene tantos como el objetivo, o uno más.", pl: "Wasali dodaje się na zmianę, po jednym, najpierw atakujący: ma ich tylu co cel albo o jednego więcej." };
const UNOPPOSED = { en: "Without Allies the attack succeeds.", es: "Sin Aliados, el ataque tiene éxito.", pl: "Bez Sojuszników atak się udaje." };

/** Who has to add a Vassal or stop: the attacker on a tie, the target when the attacker has one more. */
const toDecide = ({ vassals: [attackers, defenders] }) => ({ 0: "attacker", 1: "defender" })[attackers - defenders] ?? null;

const struggle = {
  id: "struggle",
  ask: { en: "Does the Treachery or Intrigue succeed?", es: "¿Tiene éxito la Traición o Intriga?", pl: "Czy Zdrada lub Intryga się udaje?" },
  words: { en: "political dispute vassal allies tie stop majority", es: "disputa política vasallo aliados empate mayoría", pl: "spór polityczny wasal sojusznicy remis większość" },
  draft: () => ({ card: null, allies: undefined, side: 0, vassals: [0, 0] }),
  lacks: (draft) => (draft.card === null ? PLAYED : draft.allies === undefined ? ALLIES : draft.allies && !toDecide(draft) ? IN_TURN : null),
  question: (draft) => {
    const state = bare();
    const [attacker, target] = state.players.map((player) => player.name);
    const aim = draft.card === "treachery" ? "hand" : "armies";
    const politics = { type: "politics", card: draft.card, attacker, target, aim, ...(aim === "armies" && { count: 1 }) };
    const now = { ...state, phase: "turn", turn: attacker };
    if (!draft.allies) return { question: { state: { ...now, pending: { ...politics, step: "allies" } }, move: { type: "allies", player: target, play: false } } };
    const [attackers, defenders] = draft.vassals.map((count) => Array(count).fill("hand"));
    const step = toDecide(draft);
    return { question: { state: { ...now, pending: { ...politics, step, allies: true, attackers, defenders } }, move: { type: "dispute", player: step === "attacker" ? attacker : target, vassal: null } } };
  },
  told: (asked) => ({ ...toldBy("dispute/majority", "allies/none")(asked), ...(eventOf(asked.answer, "allies/none") && { text: say(UNOPPOSED) }) }),
  parts: (draft, form) => {
    const names = namesOf(2);
    const sides = names.map((title, index) => ({ title, note: own(form, index ? "target" : "attacker side"), cards: [...(index === 0 && draft.card ? [[draft.card, 1]] : []), ...(index === 1 && draft.allies ? [["allies", 1]] : []), ...(draft.vassals[index] ? [["vassal", draft.vassals[index]]] : [])] }));
    return [
      pick(PLAYED, ["treachery", "intrigue"].map((kind) => [kind, cardName(form.module, kind)]), draft.card, (card) => set(form, { card })),
      pick(ALLIES, [[true, t("yes")], [false, t("no")]], draft.allies, (allies) => set(form, { allies })),
      draft.allies && [
        hint(VASSALS),
        lineUp(form.module, sides, { at: draft.side, select: (side) => set(form, { side }), take: (side, kind) => kind === "vassal" && form.change((now) => void (now.vassals[side] -= 1)) }),
        choice(form.module, say(VASSALS), ["vassal"], () => form.change((now) => void (now.vassals[now.side] += 1))),
      ],
    ];
  },
};

// ---------------------------------------------------------------- helping

const WHAT = { en: "What is going on?", es: "¿Qué está pasando?", pl: "Co się dzieje?" };
const HAPPENS = [["politics", { en: "Treachery or Intrigue", es: "una Traición o Intriga", pl: "Zdrada lub Intryga" }], ["battle", { en: "an Earl attacks", es: "un Conde ataca", pl: "atakuje Hrabia" }], ["vikings", { en: "the Vikings attack", es: "los Vikingos atacan", pl: "atakują Wikingowie" }]];
const WHO = { en: "Who wants to help?", es: "¿Quién quiere ayudar?", pl: "Kto chce pomóc?" };
const HELPERS = [["target", { en: "the one who is attacked", es: "quien es atacado", pl: "zaatakowany" }], ["third", { en: "a third Earl", es: "un tercer Conde", pl: "trzeci Hrabia" }]];
const WITH = { en: "With what?", es: "¿Con qué?", pl: "Czym?" };

const help = {
  id: "help",
  ask: { en: "Who may help in an attack?", es: "¿Quién puede ayudar en un ataque?", pl: "Kto może pomóc przy ataku?" },
  words: { en: "help allies third earl join church vikings knights support", es: "ayudar aliados tercer conde unirse iglesia vikingos caballeros apoyo", pl: "pomoc sojusznicy trzeci hrabia dołączyć kościół wikingowie rycerze wsparcie" },
  draft: () => ({ what: null, who: null, card: null }),
  lacks: (draft) => (draft.what === null ? WHAT : draft.who === null ? WHO : draft.card === null ? WITH : null),
  question: (draft) => {
    const state = bare(3);
    const [attacker, target, third] = state.players.map((player) => player.name);
    const player = draft.who === "third" ? third : target;
    if (draft.what === "politics") {
      const pending = { type: "politics", card: "treachery", attacker, target, aim: "hand", step: draft.card === "allies" ? "allies" : "defender", ...(draft.card !== "allies" && { allies: true, attackers: ["hand"], defenders: [] }) };
      const move = draft.card === "allies" ? { type: "allies", player, play: true } : { type: "dispute", player, vassal: draft.card === "vassal" ? "hand" : draft.card };
      return { question: { state: { ...state, phase: "turn", turn: attacker, pending }, move } };
    }
    const isViking = draft.what === "vikings";
    const pending = { type: "battle", attacker: isViking ? null : attacker, defender: target, kind: "towers", step: "field-defender" };
    const force = ["infantry", "knights"].includes(draft.card) ? { pool: [draft.card] } : { hand: [draft.card] };
    return { question: { state: { ...state, ...(isViking ? { phase: "vikings" } : { phase: "turn", turn: attacker }), pending }, move: { type: "field", player, force } } };
  },
  told,
  parts: (draft, form) => [
    pick(WHAT, HAPPENS, draft.what, (what) => set(form, { what, card: null })),
    pick(WHO, HELPERS, draft.who, (who) => set(form, { who })),
    draft.what && [h("h3", {}, say(WITH)), choice(form.module, say(WITH), draft.what === "politics" ? ["allies", "vassal", "champion", "mercenary"] : ["vassal", "champion", "infantry", "knights", "allies"], (card) => set(form, { card }), { chosen: draft.card })],
  ],
};

// ---------------------------------------------------------------- jousts

const JOUSTER = { en: "{who}: who jousts? Then the two Joust cards.", es: "{who}: ¿quién participa? Luego las dos cartas de Justas.", pl: "{who}: kto staje w szranki? Potem dwie karty turnieju." };
const DEALT = { en: "{who}: the Joust cards", es: "{who}: las cartas de Justas", pl: "{who}: karty turnieju" };
const ENTRANTS = { en: "How many joust?", es: "¿Cuántos participan?", pl: "Ilu staje w szranki?" };
const PER_EARL = 3;
const HANDS = ["30", "03", "21", "20", "12", "02", "11", "10", "01", "00"]; // Princes and Vassals of a hand, the best first

/** A hand's place among all hands, the best is 0; a Champion counts as this card. */
function placeOf(cards, champion) {
  const counting = cards.map((card) => (card === "champion" ? champion : card));
  return HANDS.indexOf(["prince", "vassal"].map((kind) => counting.filter((card) => card === kind).length).join(""));
}

/** Whether somebody wins only because a Champion counts as a Prince or a Vassal. */
function isByChampion({ count, sides }, winner) {
  const best = (cards) => Math.min(...["prince", "vassal"].map((card) => placeOf(cards, card)));
  const others = sides.slice(0, count).filter((_, index) => index !== winner);
  return sides[winner].includes("champion") && others.some((cards) => best(cards) <= placeOf(sides[winner], "nothing"));
}

/** Who wins, by the rule that decides: the order of the hands, or that the winner's Champion is wild. */
function jousted(asked, form) {
  const answer = toldBy("joust/rank", "joust/sudden-death")(asked);
  const winner = namesOf(form.draft.count).indexOf(eventOf(asked.answer, "joust/rank")?.detail?.player);
  if (winner < 0 || !isByChampion(form.draft, winner)) return answer;
  const counts = asked.answer.events.find((event) => event.rule === rule("joust/champion-silent") && event.detail.player === namesOf(form.draft.count)[winner]);
  return { ...answer, text: [counts?.text, answer.text].filter(Boolean).join(" "), rule: rule("joust/champion") };
}

const joust = {
  id: "joust",
  ask: { en: "Who wins this joust?", es: "¿Quién gana esta justa?", pl: "Kto wygrywa ten turniej?" },
  words: { en: "joust tournament champion prince vassal tie sudden death", es: "justa torneo campeón príncipe vasallo empate muerte súbita", pl: "turniej czempion książę wasal remis nagła śmierć" },
  draft: () => ({ count: 2, side: 0, sides: [[], [], [], [], [], []] }),
  lacks: (draft, form) => {
    const open = draft.sides.slice(0, draft.count).findIndex((cards) => cards.length < PER_EARL);
    return open < 0 ? null : say(draft.sides[open].length ? DEALT : JOUSTER).replace("{who}", namesOf(draft.count)[open]);
  },
  question: (draft) => {
    const state = bare(draft.count);
    const names = state.players.map((player) => player.name);
    const cards = (from, to) => Object.fromEntries(names.map((one, index) => [one, draft.sides[index].slice(from, to)]));
    const declared = names.map((player, index) => ({ player, choice: "enter", bet: null, jouster: { card: draft.sides[index][0] } }));
    return { question: { state: { ...state, pending: { type: "joust", organiser: names.at(-1), step: "deal", declared } }, move: { type: "deal", cards: cards(1, PER_EARL) } } };
  },
  told: jousted,
  parts: (draft, form) => {
    const names = namesOf(draft.count);
    const winner = eventOf(form.asked?.answer ?? {}, "joust/rank")?.detail?.player;
    const sides = names.map((title, index) => ({ title, cards: draft.sides[index].map((kind, place) => [kind, 1, undefined, place]), look: () => title === winner && "good" }));
    const mine = draft.sides[draft.side];
    const label = say(mine.length ? DEALT : JOUSTER).replace("{who}", names[draft.side]);
    const lay = (kind) => form.change((now) => {
      if (now.sides[now.side].length >= PER_EARL) return;
      now.sides[now.side].push(kind);
      if (now.sides[now.side].length === PER_EARL) now.side = Math.max(0, now.sides.slice(0, now.count).findIndex((cards) => cards.length < PER_EARL));
    });
    return [
      pick(ENTRANTS, seats, draft.count, (count) => set(form, { count, side: 0 })),
      lineUp(form.module, sides, { at: draft.side, select: (side) => set(form, { side }), take: (side, place) => form.change((now) => { now.sides[side].splice(place, PER_EARL); now.side = side; }), crowded: true }),
      mine.length < PER_EARL && [hint(label), choice(form.module, label, mine.length ? JOUST_CARDS : [...EARL_CARDS.filter((kind) => ["prince", "vassal", "champion", "monk"].includes(kind)), ...EARL_CARDS.filter((kind) => !["prince", "vassal", "champion", "monk"].includes(kind))], lay)],
    ];
  },
};

// ---------------------------------------------------------------- the crown

const BANNERS = { en: "Lay the Banners on the table for the crown.", es: "Pon los Estandartes en la mesa por la corona.", pl: "Połóż Sztandary na stole w walce o koronę." };
const NEXT = { en: "Who lays the next Banner?", es: "¿Quién pone el siguiente Estandarte?", pl: "Kto kładzie następny Sztandar?" };
const KING = { en: "Who is King now?", es: "¿Quién es Rey ahora?", pl: "Kto jest teraz Królem?" };
const NOBODY = -1;
const NOT_YET = { en: "{what} Nobody is King yet: that takes two Banners, and two more than each rival.", es: "{what} Todavía no hay Rey: hacen falta dos Estandartes, y dos más que cada rival.", pl: "{what} Nikt nie jest jeszcze Królem: trzeba dwóch Sztandarów i o dwa więcej niż każdy rywal." };

const crown = {
  id: "crown",
  ask: { en: "Who becomes King?", es: "¿Quién se convierte en Rey?", pl: "Kto zostaje Królem?" },
  words: { en: "king crown banner lead majority proclaimed", es: "rey corona estandarte ventaja mayoría proclamado", pl: "król korona sztandar przewaga" },
  draft: () => ({ count: null, side: 0, banners: [0, 0, 0, 0, 0, 0], king: undefined, by: null }),
  lacks: (draft) => (draft.count === null ? HOW_MANY : draft.king === undefined ? KING : draft.by === null ? NEXT : null),
  question: (draft) => {
    const state = bare(draft.count);
    state.players.forEach((player, index) => (player.banners = draft.king === NOBODY ? draft.banners[index] : 0)); // a King has made them go
    const player = state.players[draft.by].name;
    const king = state.players[draft.king]?.name ?? null;
    return { question: { state: { ...state, phase: "turn", turn: player, acted: false, pending: null, king }, move: { type: "claim", player } } };
  },
  told: (asked, form) => {
    const { answer } = asked;
    const now = eventOf(answer, "crown/lead");
    if (now) return { text: now.text, word: capital(own(form, "king")), verdict: "possible", rule: now.rule, facts: { assumed: assumed(answer) } };
    if (answer.verdict !== "legal") return told(asked);
    return { text: say(NOT_YET).replace("{what}", eventOf(answer, "crown/banner")?.text ?? ""), word: capital(own(form, "king")), verdict: "illegal", rule: rule("crown/lead"), facts: { assumed: assumed(answer) } };
  },
  parts: (draft, form) => {
    const names = namesOf(draft.count ?? 0);
    const winner = eventOf(form.asked?.answer ?? {}, "crown/lead")?.detail?.player;
    const sides = names.map((title, index) => ({ title, cards: draft.banners[index] ? [["banner", draft.banners[index]]] : [], look: () => title === winner && "good" }));
    return [
      pick(HOW_MANY, seats, draft.count, (count) => set(form, { count, side: 0, by: null })),
      draft.count !== null && [
        pick(KING, [[NOBODY, own(form, "nobody")], ...names.map((one, index) => [index, one])], draft.king, (king) => set(form, { king })),
        draft.king === NOBODY && [
          hint(BANNERS),
          lineUp(form.module, sides, { at: draft.side, select: (side) => set(form, { side }), take: (side) => form.change((now) => void (now.banners[side] -= 1)), crowded: true }),
          choice(form.module, say(BANNERS), ["banner"], () => form.change((now) => void (now.banners[now.side] += 1))),
        ],
        pick(NEXT, names.map((one, index) => [index, one]), draft.by, (by) => set(form, { by })),
      ],
    ];
  },
};

// ---------------------------------------------------------------- leaving the game

const FIEFS = { en: "How many Castles and Palaces have you left?", es: "¿Cuántos Castillos y Palacios te quedan?", pl: "Ile Zamków i Pałaców ci zostało?" };
const DECK = { en: "How many cards can you still draw?", es: "¿Cuántas cartas puedes robar todavía?", pl: "Ile kart możesz jeszcze dobrać?" };
const LEFT = { en: "How many Earls are still in the game?", es: "¿Cuántos Condes siguen en la partida?", pl: "Ilu Hrabiów jest jeszcze w grze?" };
const FEW = [["0", 0], ["1", 1], ["2+", 2]];
const OUT = { en: "Out of the game", es: "Fuera de la partida", pl: "Poza grą" };
const IN = { en: "Still in the game", es: "Sigues en la partida", pl: "Nadal w grze" };

const out = {
  id: "out",
  ask: { en: "Am I out of the game?", es: "¿Estoy eliminado?", pl: "Czy odpadam z gry?" },
  words: { en: "eliminated out lose last fief castle empty deck draw", es: "eliminado fuera perder último feudo castillo mazo vacío robar", pl: "odpadam eliminacja przegrać ostatnie lenno zamek pusta talia dobrać" },
  draft: () => ({ count: null, fiefs: null, deck: null }),
  lacks: (draft) => (draft.count === null ? LEFT : draft.fiefs === null ? FIEFS : draft.fiefs > 0 && draft.deck === null ? DECK : null),
  question: (draft) => {
    const state = bare(draft.count);
    const [mine, ...others] = state.players;
    mine.fiefs = Array.from({ length: draft.fiefs }, (_, index) => ({ id: index + 1, anchor: "castle" }));
    for (const one of others) one.fiefs = [{ id: 1, anchor: "castle" }];
    if (draft.fiefs === 0) return { operation: "resolve", question: { state: { ...state, phase: "turn", turn: others[0].name, pending: null, eliminated: [] } } };
    mine.deck = Array(draft.deck).fill("?");
    return { question: { state: { ...state, phase: "turn", turn: mine.name, pending: null, eliminated: [] }, move: { type: "end", player: mine.name } } };
  },
  told: ({ answer }) => {
    const gone = answer.violations?.find((one) => one.rule === rule("end/last-fief"));
    if (gone) return { text: gone.message, word: say(OUT), verdict: "illegal", rule: gone.rule, facts: { assumed: [] } };
    const last = (answer.events ?? []).find((one) => one.rule === rule("end/no-card"));
    const text = (answer.events ?? []).map((one) => one.text).join(" ");
    const facts = { assumed: [] };
    return last ? { text, word: say(OUT), verdict: "illegal", rule: last.rule, facts } : { text, word: say(IN), verdict: "possible", rule: rule("end/out"), facts };
  },
  parts: (draft, form) => [
    pick(LEFT, seats, draft.count, (count) => set(form, { count })),
    h("div", { class: "or-cards" }, draft.fiefs !== null && draft.fiefs > 0 && choice(form.module, say(FIEFS), Array(draft.fiefs).fill("castle"), () => {}).children),
    pick(FIEFS, FEW.map(([text, value]) => [value, text]), draft.fiefs, (fiefs) => set(form, { fiefs })),
    draft.fiefs !== 0 && pick(DECK, FEW.map(([text, value]) => [value, text]), draft.deck, (deck) => set(form, { deck })),
  ],
};

// ---------------------------------------------------------------- the turn of the Vikings

const STARTED = { en: "How many Earls started the game?", es: "¿Cuántos Condes empezaron la partida?", pl: "Ilu Hrabiów zaczęło grę?" };
const MARKERS = { en: "Tap the black markers that are forward, and the white one if it is.", es: "Toca los marcadores negros adelantados, y el blanco si lo está.", pl: "Dotknij wysuniętych czarnych znaczników i białego, jeśli jest wysunięty." };
const LANDED = { en: "Have the Vikings landed?", es: "¿Han desembarcado los Vikingos?", pl: "Czy Wikingowie już wylądowali?" };
const WHITE = { en: "Is the white marker forward?", es: "¿Está adelantado el marcador blanco?", pl: "Czy biały znacznik jest wysunięty?" };
const IN_PLAY = { en: "How many Viking cards were in play before this turn?", es: "¿Cuántas cartas de Vikingos había en juego antes de este turno?", pl: "Ile kart Wikingów było w grze przed tą turą?" };

const vikings = {
  id: "vikings",
  ask: { en: "What do the Vikings do now?", es: "¿Qué hacen ahora los Vikingos?", pl: "Co robią teraz Wikingowie?" },
  words: { en: "vikings turn markers black white land attack active", es: "vikingos turno marcadores negro blanco desembarco atacar activos", pl: "wikingowie tura znaczniki czarny biały lądowanie atak aktywni" },
  draft: () => ({ count: null, state: { players: [] }, cards: null }),
  lacks: (draft) => (draft.count === null ? STARTED : draft.state.arrived === undefined ? LANDED : draft.state.arrived ? (draft.cards === null ? IN_PLAY : null) : draft.state.black_markers === undefined ? MARKERS : draft.state.white_marker === undefined ? WHITE : null),
  question: (draft) => {
    const { arrived, black_markers, white_marker } = draft.state;
    const state = { ...bare(draft.count), phase: "vikings", arrived };
    if (!arrived) return { operation: "resolve", question: { state: { ...state, pending: null, black_markers, white_marker } } };
    return { question: { state: { ...state, vikings: Array(draft.cards).fill("viking"), pending: { type: "vikings", step: "reveal", count: 1 } }, move: { type: "vikings", cards: ["viking"] } } };
  },
  told: ({ answer }, form) => {
    const events = (answer.events ?? []).filter((event) => event.rule !== rule("vikings/growth"));
    if (!events.length) return {};
    const decisive = ["vikings/eighth-marker", "vikings/active", "vikings/at-least", "vikings/white-back", "vikings/black-marker"].map((id) => eventOf(answer, id)).find(Boolean);
    return { text: events.map((event) => event.text).join(" "), word: capital(own(form, "vikings")), verdict: "possible", rule: (decisive ?? events[0]).rule, facts: { assumed: assumed(answer), missing: [] } };
  },
  parts: (draft, form) => [
    pick(STARTED, seats, draft.count, (count) => set(form, { count })),
    draft.count !== null && pick(LANDED, [[true, t("yes")], [false, t("no")]], draft.state.arrived, (arrived) => form.change((now) => void (now.state.arrived = arrived))),
    draft.state.arrived === false && [hint(MARKERS), layOn(draft, form, {}, { table: ["markers"] }), pick(WHITE, [[true, t("yes")], [false, t("no")]], draft.state.white_marker, (white) => form.change((now) => void (now.state.white_marker = white)))],
    draft.state.arrived && number(IN_PLAY, draft.cards ?? undefined, (cards) => set(form, { cards }), { max: 24 }),
  ],
};

export default [treachery, intrigue, struggle, help, joust, crown, out, vikings];
