// Brian Boru's disputes: questions as people ask them, each with what it needs of the table.

import { actionPicker } from "../boards/brian-boru-pieces.js";
import { hint, say } from "../controls.js";
import { h } from "../dom.js";
import { capital } from "../words.js";
import { L, digits, discMap, isTrickFull, oneCard, ownName, peoplePart, people, playersOf, seats, steps, targetMap, townsOf, trickCards, trickOf } from "./brian-boru-parts.js";
import upkeep from "./brian-boru-upkeep.js";

const WHO = L("Who?", "¿Quién?", "Kto?");
const CARD = L("Choose the card.", "Elige la carta.", "Wybierz kartę.");
const TOWN = L("Tap the town on the map.", "Toca la ciudad en el mapa.", "Dotknij miasta na mapie.");
const DISCS = L("Enter the discs: tap your towns.", "Pon los discos: toca tus ciudades.", "Zaznacz dyski: dotknij swoich miast.");
const COINS = L("Coins before the action", "Monedas antes de la acción", "Monety przed akcją");
const ACTION = L("Choose the action.", "Elige la acción.", "Wybierz akcję.");
const ALL_CARDS = L("Choose a card for each player.", "Elige una carta para cada uno.", "Wybierz kartę dla każdego gracza.");
const ACTIVE = L("Active town", "Ciudad activa", "Aktywne Miasto");
const STEP_DISCS = L("Discs", "Discos", "Dyski");
const STEP_WHERE = L("Where to?", "¿Adónde?", "Dokąd?");
const STEP_TOWN = L("Town", "Ciudad", "Miasto");
const STEP_CARD = L("Card", "Carta", "Karta");
const STEP_CARDS = L("Cards", "Cartas", "Karty");

const me = (draft) => people()[Math.min(draft.me ?? 0, people().length - 1)];
const mine = (draft, field, value) => playersOf({ [field]: people().map((own) => (own === me(draft) ? value : undefined)) });
const whoPart = (form, label = WHO) => seats(label, Math.min(form.draft.me ?? 0, people().length - 1), (seat) => form.change((draft) => void (draft.me = seat)), { key: "me" });
const setting = (form, field) => (value) => form.change((draft) => void (draft[field] = value));
const cardOf = (form) => form.pack.cards.find((card) => card.number === form.draft.card);
/** What the card gives before the expansion is paid: coins further right come later. */
function taken(form) {
  const symbols = cardOf(form).upper;
  const before = symbols.slice(0, Math.max(0, symbols.indexOf("expand")));
  const count = before.filter((one) => one === "coin").length;
  const sum = form.draft.coins === undefined ? "" : `${form.draft.coins} + ${count} = ${form.draft.coins + count}`;
  return count > 0 && hint(L(`The card gives ${count} first. ${sum}`, `La carta da antes ${count}. ${sum}`, `Karta daje najpierw ${count}. ${sum}`));
}
const takeAct = (draft, move) => Object.assign(draft, { action: move.action, expand: move.expand ?? null, bought: Math.max(...Object.values(move.extra ?? {}), 0) }, move.card && { card: move.card });

const actions = [
  {
    id: "expand",
    ask: L("May I expand to this town?", "¿Puedo expandirme a esta ciudad?", "Czy mogę zająć to miasto, poszerzając zasięgi?"),
    words: L("expansion road connect five coins take town", "expansión camino conectada cinco monedas tomar ciudad", "poszerzenie droga połączone pięć monet zająć miasto"),
    draft: () => ({ me: 0, brush: 0, step: "discs", expand: null, card: null }),
    lacks: (draft) => (!draft.towns ? DISCS : !draft.expand ? (draft.step === "where" ? L("Tap the town you want.", "Toca la ciudad que quieres.", "Dotknij miasta, które chcesz zająć.") : L("All discs there? Then tap “2 Where to?”.", "¿Están todos los discos? Toca «2 ¿Adónde?».", "Są wszystkie dyski? Dotknij „2 Dokąd?”.")) : !draft.card ? L("Which card was played? Tap “3 Card”.", "¿Qué carta se jugó? Toca «3 Carta».", "Jaką kartę zagrano? Dotknij „3 Karta”.") : null),
    question: (draft) => ({ question: { state: { phase: "actions", players: mine(draft, "coins", draft.coins), towns: townsOf(draft), ...(draft.active && { trick: { town: draft.active } }) }, move: { type: "act", player: me(draft), action: "upper", card: draft.card, expand: draft.expand } } }),
    take: takeAct,
    suits: (move) => Boolean(move.expand), // other actions do not answer the question
    told: ({ answer }) => (answer.verdict === "legal" ? { text: answer.events.find((event) => event.type === "expanded")?.text, rule: "brian-boru/symbol/expand-road" } : {}),
    parts: (draft, form) => [
      steps(form, [["discs", STEP_DISCS, Boolean(draft.towns)], ["where", STEP_WHERE, Boolean(draft.expand)], ["card", STEP_CARD, Boolean(draft.card)], ["marker", L("Marker", "Marcador", "Znacznik"), Boolean(draft.active), "/state/trick"]]),
      draft.step === "card" ? null : draft.step === "where" ? targetMap(form, "expand", { active: draft.active }) : draft.step === "marker" ? [hint(L("Tap the town on which the active town marker lies.", "Toca la ciudad donde está el marcador de ciudad activa.", "Dotknij miasta, na którym leży znacznik Aktywnego Miasta.")), targetMap(form, "active", { active: draft.active, target: draft.expand, ghosts: [] })] : discMap(form, { target: draft.expand, active: draft.active }),
      oneCard(form),
      draft.card && [digits(COINS, draft.coins, setting(form, "coins"), { zone: `/state/players/${draft.me}/coins` }), taken(form)],
      whoPart(form, L("Who expands?", "¿Quién se expande?", "Kto poszerza zasięgi?")),
      peoplePart(form),
    ],
  },
  {
    id: "trick",
    ask: L("Who wins this trick?", "¿Quién gana esta baza?", "Kto wygrywa tę próbę (lewę)?"),
    words: L("highest card colour white tie trick winner", "carta más alta color blanca ganador baza", "najwyższa karta kolor biała zwycięzca próba lewa"),
    draft: () => ({ town: null, step: "town" }),
    lacks: (draft) => (!draft.town ? TOWN : isTrickFull(draft) ? null : ALL_CARDS),
    question: (draft) => ({ operation: "resolve", question: { state: { phase: "actions", players: playersOf(), trick: trickOf(draft) } } }),
    told: ({ answer }) => {
      const won = answer.events?.find((event) => event.type === "won");
      return { ...(won && { word: won.detail.player, text: won.text }), rule: "brian-boru/trick/winner", facts: { missing: [] } };
    },
    parts: (draft, form) => [
      steps(form, [["town", ACTIVE, Boolean(draft.town)], ["cards", STEP_CARDS, isTrickFull(draft)]]),
      draft.step === "cards" ? trickCards(form, L("Whose card?", "¿Carta de quién?", "Czyja karta?")) : [hint(TOWN), marked(form)],
      peoplePart(form),
    ],
  },
  {
    id: "lead",
    ask: L("May I lead this card?", "¿Puedo abrir con esta carta?", "Czy mogę wyjść tą kartą?"),
    words: L("start trick colour match white town marker", "abrir baza color blanca ciudad marcador", "rozpocząć próbę kolor biała miasto znacznik wyjście"),
    draft: () => ({ me: 0, town: null, card: null }),
    lacks: (draft) => (!draft.town ? TOWN : !draft.card ? CARD : null),
    question: (draft) => ({ question: { state: { phase: "trick", players: mine(draft, "hand", [draft.card, "?"]), towns: townsOf(draft) ?? {} }, move: { type: "lead", player: me(draft), town: draft.town, card: draft.card } } }),
    take: (draft, move) => Object.assign(draft, { town: move.town, card: move.card }),
    parts: (draft, form) => [
      steps(form, [["town", ACTIVE, Boolean(draft.town)], ["discs", STEP_DISCS, Boolean(draft.towns)]]),
      draft.step === "discs" ? discMap(form, { target: draft.town }) : [hint(L("Tap the town you lead for. Only the discs shown here are on the board.", "Toca la ciudad por la que abres. En el tablero solo están los discos que se ven aquí.", "Dotknij miasta, o które toczy się próba. Na planszy leżą tylko pokazane tu dyski.")), targetMap(form, "town", { state: { players: playersOf(), towns: townsOf(draft) ?? {} } })],
      oneCard(form),
      whoPart(form, L("Who leads?", "¿Quién abre?", "Kto wychodzi?")),
      peoplePart(form),
    ],
  },
  {
    id: "follow",
    ask: L("Must I follow the colour?", "¿Debo seguir el color?", "Czy muszę dołożyć do koloru?"),
    words: L("play card follow suit any card second", "jugar carta seguir palo cualquier carta", "zagrać kartę dokładać kolor dowolna karta"),
    draft: () => ({ me: 1, town: null, led: null, card: null, step: "town" }),
    lacks: (draft) => (!draft.town ? TOWN : !draft.led ? L("Choose the card that was led.", "Elige la carta con la que se abrió.", "Wybierz kartę, którą rozpoczęto.") : !draft.card ? L("Choose your card.", "Elige tu carta.", "Wybierz swoją kartę.") : null),
    question: (draft) => ({ question: { state: { phase: "trick", players: playersOf({ hand: [undefined, [draft.card, "?"]] }), trick: { town: draft.town, played: [{ player: people()[0], card: draft.led }] } }, move: { type: "play", player: people()[1], card: draft.card } } }),
    take: (draft, move) => Object.assign(draft, { card: move.card }),
    told: ({ answer }) => (answer.verdict === "legal" ? { rule: "brian-boru/trick/any-card" } : {}),
    parts: (draft, form) => [
      steps(form, [["town", ACTIVE, Boolean(draft.town)], ["led", L("Card led", "Primera carta", "Pierwsza karta"), Boolean(draft.led)], ["card", L("My card", "Mi carta", "Moja karta"), Boolean(draft.card)]]),
      (draft.step ?? "town") === "town" ? [hint(TOWN), marked(form)] : draft.step === "led" ? oneCard(form, "led", L("Card led", "Carta con la que se abrió", "Karta, którą rozpoczęto")) : oneCard(form, "card", L("My card", "Mi carta", "Moja karta")),
      peoplePart(form),
    ],
  },
  {
    id: "first",
    ask: L("Who acts first?", "¿Quién actúa primero?", "Kto pierwszy wykonuje akcję?"),
    words: L("order lowest card winner waits turn ascending", "orden carta más baja ganador espera turno", "kolejność najniższa karta zwycięzca czeka rosnąco"),
    draft: () => ({ me: 0, town: null, step: "town" }),
    lacks: (draft) => (!draft.town ? TOWN : isTrickFull(draft) ? null : ALL_CARDS),
    question: (draft) => ({ operation: "legal-moves", question: { state: { phase: "actions", players: playersOf(), trick: trickOf(draft) } } }),
    told: ({ answer }) => {
      const next = answer.next?.players?.[0] ?? answer.moves?.[0]?.player;
      return next ? { verdict: "possible", word: next, text: say(L(`${next} has the lowest card and acts first.`, `${next} tiene la carta más baja y actúa primero.`, `Pierwszy wykonuje akcję gracz ${next}: ma najniższą kartę.`)), rule: "brian-boru/action/ascending", facts: { missing: [], assumed: [] } } : {};
    },
    parts: (draft, form) => [
      steps(form, [["town", ACTIVE, Boolean(draft.town)], ["cards", STEP_CARDS, isTrickFull(draft)]]),
      draft.step === "cards" ? trickCards(form, L("Whose card?", "¿Carta de quién?", "Czyja karta?")) : [hint(TOWN), marked(form)],
      peoplePart(form),
    ],
  },
  {
    id: "card",
    ask: L("What does this card give me?", "¿Qué me da esta carta?", "Co mi daje ta karta?"),
    words: L("symbols action primary secondary icons meaning", "símbolos acción principal secundaria iconos significado", "symbole akcja główna dodatkowa ikony znaczenie"),
    draft: () => ({ me: 0, card: null, action: null }),
    lacks: (draft) => (!draft.card ? CARD : !draft.action ? ACTION : null),
    question: (draft) => ({ question: { state: { phase: "actions", players: mine(draft, "coins", draft.coins) }, move: { type: "act", player: me(draft), action: draft.action, card: draft.card } } }),
    take: takeAct,
    told: ({ answer }) => (answer.verdict === "legal" ? { text: answer.events.filter((event) => event.type !== "discarded").map((event) => event.text).join(" ") || undefined } : {}),
    parts: (draft, form) => [oneCard(form), draft.card && actionPart(form), draft.card && digits(COINS, draft.coins, setting(form, "coins"), { zone: `/state/players/${draft.me}/coins` }), peoplePart(form)],
  },
  {
    id: "buy",
    ask: L("May I buy more with coins?", "¿Puedo comprar más con monedas?", "Czy mogę dokupić za monety?"),
    words: L("buy extra two coins raider axe cross courtship step purchase", "comprar extra dos monedas incursor hacha cruz cortejo paso", "dokupić dodatkowy dwie monety najeźdźca topór krzyż zaloty pole"),
    draft: () => ({ me: 0, card: null, action: null, bought: 1 }),
    lacks: (draft, form) => (!draft.card ? CARD : !goods(form).length ? ACTION : null),
    question: (draft, form) => ({ question: { state: { phase: "actions", players: mine(draft, "coins", draft.coins), ...(draft.area !== undefined && { raiders: draft.area }) }, move: { type: "act", player: me(draft), action: draft.action, card: draft.card, extra: { [goods(form)[0]]: draft.bought } } } }),
    take: takeAct,
    parts: (draft, form) => [
      oneCard(form),
      draft.card && actionPart(form, actionsWithGoods(cardOf(form))),
      goods(form).length > 0 && [
        digits(L("How many more?", "¿Cuántos más?", "Ile więcej?"), draft.bought, (value) => form.change((now) => void (now.bought = value ?? now.bought)), { from: 1, to: 6 }),
        digits(COINS, draft.coins, setting(form, "coins"), { zone: `/state/players/${draft.me}/coins` }),
        goods(form)[0] === "raider" && digits(L("Raiders in the battle area", "Incursores en el área de batalla", "Znaczniki Najeźdźców na obszarze Bitwy"), draft.area, setting(form, "area"), { to: 14, zone: "/state/raiders" }),
      ],
      whoPart(form),
      peoplePart(form),
    ],
  },
  {
    id: "open",
    ask: L("May I start in this town?", "¿Puedo empezar en esta ciudad?", "Czy mogę zacząć w tym mieście?"),
    words: L("setup first disc opening region", "preparación primer disco inicial región", "przygotowanie pierwszy dysk początkowy region"),
    draft: () => ({ me: 0, brush: 1, town: null, step: "town" }),
    lacks: (draft) => (!draft.town ? TOWN : null),
    question: (draft) => ({ question: { state: { phase: "opening", players: playersOf(), towns: townsOf(draft) ?? undefined }, move: { type: "open", player: me(draft), town: draft.town } } }),
    take: (draft, move) => Object.assign(draft, { town: move.town }),
    parts: (draft, form) => [
      steps(form, [["town", STEP_TOWN, Boolean(draft.town)], ["discs", L("Discs of others", "Discos de otros", "Dyski innych"), Boolean(draft.towns)]]),
      draft.step === "discs" ? discMap(form, { target: draft.town }) : targetMap(form, "town"),
      whoPart(form),
      peoplePart(form),
    ],
  },
];

/** The map on which the active town is chosen; then the next step follows by itself. */
function marked(form) {
  const next = form.form.id === "follow" ? "led" : "cards";
  return form.boardOf({ state: { players: playersOf(), towns: {} }, active: form.draft.town, ghosts: [], tap: (town) => form.change((draft) => void Object.assign(draft, { town, step: next })) });
}

function actionPart(form, only) {
  return h("div", { class: "control" }, h("span", { class: "label" }, capital(ownName(form, "action"))), actionPicker(form.module, cardOf(form), form.draft.action, setting(form, "action"), only));
}

const GOODS = ["raider", "church", "courtship"];
const goods = (form) => GOODS.filter((id) => cardOf(form)?.[form.draft.action]?.includes(id));
const actionsWithGoods = (card) => ["primary", "upper", "lower"].filter((action) => card[action]?.some((id) => GOODS.includes(id)));

export default [...actions, ...upkeep];
