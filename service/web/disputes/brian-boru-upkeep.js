// Brian Boru's disputes about the upkeep and the end: marriage, battle, church, claims, and a tie.

import { track } from "../boards/brian-boru-table.js";
import { hint, pick, say } from "../controls.js";
import { h } from "../dom.js";
import { L, digits, digitsOfAll, discMap, ownName, people, peoplePart, playersOf, seats, steps, targetMap, townsOf } from "./brian-boru-parts.js";

const seated = (draft) => people()[draft.me] ?? people()[0];
const full = (values) => people().every((_, seat) => Number.isInteger(values?.[seat]));
const setting = (form, field) => (value) => form.change((draft) => void (draft[field] = value));
const SOME_TOWNS = L("Put a disc in at least one town of each player.", "Pon un disco en al menos una ciudad de cada uno.", "Połóż dysk w co najmniej jednym mieście każdego gracza.");
const NO_TOWN = L("Who has no town at all?", "¿Quién no tiene ninguna ciudad?", "Kto nie ma żadnego miasta?");

/** The seats of those with the fewest raiders who have no disc on the map: one of them loses a town. `bare` are those of whom it has not been said that they have none. */
function without({ raiders = [], towns = {} }) {
  const fewest = Math.min(...people().map((_, seat) => raiders[seat] ?? Infinity));
  return people().map((_, seat) => seat).filter((seat) => raiders[seat] === fewest && !Object.values(towns ?? {}).some((held) => held.seat === seat));
}
const bare = (draft) => without(draft).filter((seat) => !draft.none?.includes(seat));

function someTowns(draft) {
  const who = bare(draft).map((seat) => people()[seat]).join(", ");
  return L(`Tap a town of ${who}, or say below the map that there is none.`, `Toca una ciudad de ${who}, o di bajo el mapa que no tiene.`, `Dotknij miasta (${who}) albo zaznacz pod mapą, że żadnego nie ma.`);
}

/** A player whose discs have not been put down yet is not one without towns: that is said by a tap. */
function townless(form) {
  const { none = [] } = form.draft;
  const toggle = (seat) => form.change((draft) => void (draft.none = none.includes(seat) ? none.filter((one) => one !== seat) : [...none, seat]));
  const seats = without(form.draft);
  return seats.length > 0 && h("div", { class: "control" }, h("span", { class: "label" }, say(NO_TOWN)), h("div", { class: "chips", role: "group", "aria-label": say(NO_TOWN) }, seats.map((seat) => h("button", { type: "button", class: "chip", "aria-pressed": String(none.includes(seat)), data: { none: seat, key: `none ${seat}` }, onclick: () => toggle(seat) }, people()[seat]))));
}

/** Decisions that are still to be made, in words; a name never changes its form. */
const PENDING = {
  raid: ({ player, loser }) =>
    player === loser
      ? L(`${loser} loses a town and chooses it.`, `${loser} pierde una ciudad y la elige.`, `Gracz ${loser} traci wybrane przez siebie miasto.`)
      : L(`${loser} loses a town. ${player} chooses which one.`, `${loser} pierde una ciudad. La elige ${player}.`, `Gracz ${loser} traci miasto. Wskazuje je gracz ${player}.`),
  monastery: ({ player }) => L(`${player} places a monastery and takes the active town marker.`, `${player} coloca un monasterio y toma el marcador de ciudad activa.`, `Gracz ${player} umieszcza Klasztor i bierze znacznik Aktywnego Miasta.`),
  "monastery-of-four": ({ player }) => L(`${player} places a monastery for four discs or more.`, `${player} coloca un monasterio por cuatro discos o más.`, `Gracz ${player} umieszcza Klasztor za co najmniej cztery dyski.`),
  princess: ({ player }) => L(`${player} chooses: military support, trade, or spurn her.`, `${player} elige: apoyo militar, comercio establecido o rechazarla.`, `Gracz ${player} wybiera: wsparcie Wojskowe, ustanowienie handlu albo odtrącenie jej.`),
  "card-town": ({ player }) => L(`${player} puts a disc in a town of that region.`, `${player} pone un disco en una ciudad de esa región.`, `Gracz ${player} kładzie dysk w mieście tego regionu.`),
  "track-town": ({ player }) => L(`${player} puts a disc in any town without one.`, `${player} pone un disco en cualquier ciudad sin disco.`, `Gracz ${player} kładzie dysk w dowolnym mieście bez dysku.`),
};
/** What happens now: events of this step, then decisions; what comes in the next step of the round is not asked about. */
function happens({ answer }, decisions, rule) {
  const step = rule.slice(0, rule.lastIndexOf("/"));
  const events = (answer.events ?? []).filter((event) => event.rule.startsWith(step) && event.type !== "towns-to-lose"); // the decision says it
  const pending = (answer.state?.pending ?? []).filter((one) => decisions.includes(one.decision));
  const text = [...events.map((event) => event.text), ...pending.map((one) => say(PENDING[one.decision](one)))].join(" ");
  const missing = (answer.missing ?? []).filter((fact) => fact.rule.startsWith(step));
  if (!text || missing.length) return { facts: { missing } };
  return { verdict: "possible", word: say(L("What happens", "Qué pasa", "Co się dzieje")), text, rule: pending.length ? rule : events[0].rule, facts: { missing } };
}

const SUPPORT = L("Who has the military support of Denmark?", "¿Quién tiene el apoyo militar de Dinamarca?", "Kto ma wsparcie wojskowe Danii?");
const hasVikings = (draft) => Object.values(draft.towns ?? {}).some((held) => held.viking);
const STAYS = L("The claim token stays where it is.", "La ficha de reclamación se queda donde está.", "Znacznik Roszczenia zostaje na swoim miejscu.");
const DOWN = L("The claim token stays face down.", "La ficha de reclamación se queda boca abajo.", "Znacznik Roszczenia zostaje zakryty.");

export default [
  {
    id: "battle",
    ask: L("Who loses a town, and who chooses it?", "¿Quién pierde una ciudad y quién la elige?", "Kto traci miasto i kto je wskazuje?"),
    words: L("battle raiders fewest most tie invasion vikings axes", "batalla incursores menos más empate invasión vikingos", "bitwa najeźdźcy najmniej najwięcej remis inwazja wikingowie"),
    draft: () => ({ brush: 0 }),
    lacks: (draft) => (draft.area === undefined ? L("How many raiders are left in the battle area?", "¿Cuántos incursores quedan en el área de batalla?", "Ile znaczników Najeźdźców zostało na obszarze Bitwy?") : !full(draft.raiders) ? L("How many raiders does each player have?", "¿Cuántos incursores tiene cada uno?", "Ile znaczników Najeźdźców ma każdy gracz?") : draft.area && bare(draft).length ? someTowns(draft) : null),
    question: (draft) => ({ operation: "resolve", question: { state: { phase: "battle", players: playersOf({ raiders: draft.raiders }), raiders: draft.area, towns: townsOf(draft), pending: [] } } }),
    told: (asked) => happens(asked, ["raid"], "brian-boru/battle/most-chooses"),
    parts: (draft, form) => [
      digits(L("Raiders left in the battle area", "Incursores que quedan en el área de batalla", "Znaczniki Najeźdźców pozostałe na obszarze Bitwy"), draft.area, setting(form, "area"), { to: 14, zone: "/state/raiders" }),
      digitsOfAll(form, "raiders", L("raiders", "incursores", "znaczniki Najeźdźców"), { to: 12 }),
      draft.area !== 0 && [bare(draft).length > 0 && full(draft.raiders) && hint(someTowns(draft)), discMap(form), townless(form)],
      peoplePart(form),
    ],
  },
  {
    id: "marries",
    ask: L("Who marries?", "¿Quién se casa?", "Kto bierze ślub?"),
    words: L("marriage track highest courtship wedding card", "matrimonio pista cortejo boda carta", "zaślubiny tor zaloty najwyżej karta ślub"),
    draft: () => ({ spaces: [] }),
    lacks: (draft, form) => (!full(draft.spaces) ? L("Put each disc on its space of the track.", "Pon cada disco en su espacio de la pista de matrimonio.", "Połóż każdy dysk na jego polu Toru Zaślubin.") : !draft.marriage ? L("Choose the marriage card.", "Elige la carta de matrimonio.", "Wybierz kartę Zaślubin.") : regionOf(form) && !draft.towns ? L("Tap the towns that have discs.", "Toca las ciudades que tienen discos.", "Dotknij miast, w których leżą dyski.") : null),
    question: (draft) => ({ operation: "resolve", question: { state: { phase: "marriage", players: playersOf({ marriage: draft.spaces }), marriage_card: draft.marriage, towns: townsOf(draft), pending: [] } } }),
    told: (asked) => happens(asked, ["princess", "card-town", "track-town"], "brian-boru/marriage/highest"),
    parts: (draft, form) => [trackPart(form), marriagePart(form), regionOf(form) && discMap(form, { region: regionOf(form) }), peoplePart(form)],
  },
  {
    id: "princess",
    ask: L("Must I take the Princess?", "¿Debo quedarme con la Princesa?", "Czy muszę zatrzymać Księżniczkę?"),
    words: L("princess denmark estrid spurn discard military trade four points", "princesa dinamarca estrid rechazar descartar militar comercio", "księżniczka danii estrid odtrącić odrzucić wojskowe handel"),
    draft: () => ({ choice: null, me: 0 }),
    lacks: (draft) => (draft.choice ? null : L("What is to be done with her?", "¿Qué se hace con ella?", "Co z nią zrobić?")),
    question: (draft) => ({ question: { state: { phase: "marriage", players: playersOf(), marriage_card: "princess", pending: [{ decision: "princess", player: seated(draft) }] }, move: { type: "wed", player: seated(draft), choice: draft.choice } } }),
    take: (draft, move) => Object.assign(draft, { choice: move.choice }),
    told: ({ answer }) => (answer.verdict === "legal" ? { rule: "brian-boru/marriage/princess", text: answer.events?.[0]?.text } : {}),
    parts: (draft, form) => [
      pick(L("Whoever marries her wants", "Quien se casa con ella quiere", "Kto ją poślubia, chce"), [["military", ownName(form, "military")], ["trade", ownName(form, "trade")], ["spurn", ownName(form, "spurn")]], draft.choice, setting(form, "choice")),
      seats(L("Who marries her?", "¿Quién se casa con ella?", "Kto ją poślubia?"), draft.me, setting(form, "me")),
      peoplePart(form),
    ],
  },
  {
    id: "gift",
    ask: L("May my wedding disc go here?", "¿Puede ir aquí mi disco de boda?", "Czy dysk z Zaślubin może tu trafić?"),
    words: L("marriage reward town region disc settle", "matrimonio recompensa ciudad región disco", "zaślubiny nagroda miasto region dysk"),
    draft: () => ({ brush: 1, town: null, step: "town", marriage: null }),
    lacks: (draft, form) => (!draft.marriage ? L("Choose the marriage card.", "Elige la carta de matrimonio.", "Wybierz kartę Zaślubin.") : !draft.town ? L("Tap the town.", "Toca la ciudad.", "Dotknij miasta.") : null),
    question: (draft, form) => ({ question: { state: { phase: "marriage", players: playersOf(), towns: townsOf(draft), pending: [{ decision: "card-town", player: people()[0], region: regionOf(form) }] }, move: { type: "settle", player: people()[0], town: draft.town } } }),
    take: (draft, move) => Object.assign(draft, { town: move.town }),
    parts: (draft, form) => [
      marriagePart(form, (card) => card.region),
      steps(form, [["town", L("Town", "Ciudad", "Miasto"), Boolean(draft.town)], ["discs", L("Discs", "Discos", "Dyski"), Boolean(draft.towns)]]),
      draft.step === "discs" ? discMap(form, { target: draft.town }) : targetMap(form, "town"),
      peoplePart(form),
    ],
  },
  {
    id: "monastery",
    ask: L("May a monastery go here?", "¿Puede ir aquí un monasterio?", "Czy może tu stanąć Klasztor?"),
    words: L("church second monastery own town viking", "iglesia segundo monasterio ciudad propia vikinga", "kościół drugi klasztor własne miasto wikingowie"),
    draft: () => ({ me: 0, brush: 0, town: null, step: "discs" }),
    lacks: (draft) => (!draft.towns ? L("Enter your discs: tap your towns.", "Pon tus discos: toca tus ciudades.", "Zaznacz swoje dyski: dotknij swoich miast.") : !draft.town ? L("Step 2: tap the town for the monastery.", "Paso 2: toca la ciudad del monasterio.", "Krok 2: dotknij miasta, w którym ma stanąć Klasztor.") : null),
    question: (draft) => ({ question: { state: { phase: "church", players: playersOf(), towns: townsOf(draft), pending: [{ decision: "monastery", player: seated(draft) }] }, move: { type: "build", player: seated(draft), town: draft.town } } }),
    take: (draft, move) => Object.assign(draft, { town: move.town }),
    parts: (draft, form) => [
      steps(form, [["discs", L("Discs", "Discos", "Dyski"), Boolean(draft.towns)], ["where", L("Monastery", "Monasterio", "Klasztor"), Boolean(draft.town)]]),
      draft.step === "where" ? targetMap(form, "town") : discMap(form, { target: draft.town }),
      seats(L("Who places it?", "¿Quién lo coloca?", "Kto umieszcza Klasztor?"), draft.me, setting(form, "me")),
      peoplePart(form),
    ],
  },
  {
    id: "church",
    ask: L("Who places the monastery?", "¿Quién coloca el monasterio?", "Kto umieszcza Klasztor?"),
    words: L("church discs most tie four marker", "iglesia discos más empate cuatro marcador", "kościół dyski najwięcej remis cztery znacznik"),
    draft: () => ({ brush: 0 }),
    lacks: (draft) => (!full(draft.church) ? L("How many discs does each player have in the church area?", "¿Cuántos discos tiene cada uno en el área de la iglesia?", "Ile dysków ma każdy gracz na obszarze Kościoła?") : draft.towns || !needsTowns(draft.church) ? null : SOME_TOWNS),
    question: (draft) => ({ operation: "resolve", question: { state: { phase: "church", players: playersOf({ church: draft.church }), towns: townsOf(draft), pending: [] } } }),
    told: (asked) => happens(asked, ["monastery", "monastery-of-four"], "brian-boru/church/first"),
    parts: (draft, form) => [digitsOfAll(form, "church", L("discs in the church area", "discos en el área de la iglesia", "dyski na obszarze Kościoła"), { to: 12 }), (!full(draft.church) || needsTowns(draft.church)) && [hint(SOME_TOWNS), discMap(form)], peoplePart(form)],
  },
  {
    id: "claim",
    ask: L("Whose is this region?", "¿De quién es esta región?", "Czyj jest ten region?"),
    words: L("claim token majority tie vikings monastery military support threshold", "ficha de reclamación región mayoría empate vikingos monasterio apoyo militar", "znacznik regionu większość remis wikingowie klasztor wsparcie wojskowe"),
    draft: () => ({ region: null, brush: 0, token: null, alliance: null }),
    lacks: (draft) => (!draft.region ? L("Which region?", "¿Qué región?", "Który region?") : !draft.token ? L("Where is its claim token?", "¿Dónde está su ficha de reclamación?", "Gdzie jest jego znacznik Roszczenia?") : !draft.towns ? L("Tap the towns that have discs.", "Toca las ciudades que tienen discos.", "Dotknij miast, w których leżą dyski.") : hasVikings(draft) && !draft.alliance ? SUPPORT : null),
    question: (draft) => {
      const names = people();
      const holder = names.indexOf(draft.token);
      const claims = names.map((_, seat) => (seat === holder ? [draft.region] : []));
      const ally = hasVikings(draft) && names.includes(draft.alliance) ? { player: draft.alliance, side: "military" } : null; // without Vikings it does not matter
      // The rest of the round does not bear on this step; what is left of the marriage pile only says whether the game goes on.
      return { operation: "resolve", question: { state: { phase: "claims", players: playersOf({ claims }), towns: townsOf(draft), face_up: draft.token === "up" ? [draft.region] : [], alliance: ally, marriage_pile: ally ? [] : ["princess"], pending: [] } } };
    },
    told: ({ answer }, { draft }) => {
      const events = (answer.events ?? []).filter((event) => event.detail.region === draft.region);
      if (events.length || answer.verdict === "undetermined") return happens({ answer: { ...answer, events } }, [], "brian-boru/claims/majority");
      const [text, rule] = draft.token === "down" ? [DOWN, "flip"] : [STAYS, "majority"];
      return { verdict: "possible", word: say(L("Nothing changes", "Nada cambia", "Nic się nie zmienia")), text: say(text), rule: `brian-boru/claims/${rule}` };
    },
    parts: (draft, form) => [
      pick(L("Region", "Región", "Region"), form.pack.regions.map(({ id }) => [id, ownName(form, id)]), draft.region, (region) => form.change((now) => void Object.assign(now, { region, towns: undefined, token: null }))),
      draft.region && [
        pick(L("Its claim token", "Su ficha de reclamación", "Znacznik Roszczenia"), [["down", ownName(form, "face down")], ["up", ownName(form, "face up")], ...people().map((own) => [own, own])], draft.token, setting(form, "token"), "/state/face_up"),
        discMap(form, { region: draft.region }),
        hasVikings(draft) && pick(SUPPORT, [["none", L("nobody", "nadie", "nikt")], ...people().map((own) => [own, own])], draft.alliance, setting(form, "alliance"), "/state/alliance"),
      ],
      peoplePart(form),
    ],
  },
  {
    id: "tie",
    ask: L("We have the same points: who wins?", "Tenemos los mismos puntos: ¿quién gana?", "Mamy tyle samo punktów: kto wygrywa?"),
    words: L("tie tiebreak draw equal points end of the game winner", "empate desempate puntos iguales final de la partida ganador", "remis rozstrzygnięcie równe punkty koniec gry zwycięzca"),
    draft: () => ({ tokens: [], cards: [] }),
    lacks: (draft, form) =>
      !full(draft.tokens)
        ? L("How many claim tokens does each player have?", "¿Cuántas fichas de reclamación tiene cada uno?", "Ile znaczników Roszczenia ma każdy gracz?")
        : sumOf(draft.tokens) > form.pack.tokens.length
          ? L("There are not so many claim tokens.", "No hay tantas fichas de reclamación.", "Nie ma tylu znaczników Roszczenia.")
          : full(draft.cards)
            ? null
            : L("How many marriage cards does each player have?", "¿Cuántas cartas de matrimonio tiene cada uno?", "Ile kart Zaślubin ma każdy gracz?"),
    question: (draft, form) => ({ operation: "score", question: { sheet: { players: tied(draft, form) } } }),
    told: ({ answer }) => {
      const last = answer.decided_by?.at(-1);
      return last ? { word: last.players.join(", "), text: last.text, rule: last.rule, facts: { missing: [], assumed: [] } } : {};
    },
    parts: (draft, form) => [
      digitsOfAll(form, "tokens", L("claim tokens", "fichas de reclamación", "znaczniki Roszczenia"), { to: form.pack.tokens.length }),
      digitsOfAll(form, "cards", L("marriage cards", "cartas de matrimonio", "karty Zaślubin"), { to: 4 }),
      peoplePart(form),
    ],
  },
];

const SAME = 60;

const sumOf = (values) => values.reduce((sum, value) => sum + (value ?? 0), 0);

/** Score sheets on which everybody has the same points in the end: only the numbers of tokens and marriage cards differ. */
const tied = (draft, form) =>
  people().map((name, seat) => {
    const before = sumOf(draft.tokens.slice(0, seat));
    const held = form.pack.tokens.slice(before, before + draft.tokens[seat]);
    return { name, points: SAME - sumOf(held.map(({ points }) => points)), coins: 0, renown: 0, claims: held.map(({ region }) => region), marriages: draft.cards[seat] };
  });

/** Whether somebody may have to place a monastery, so that it matters who has a town. */
function needsTowns(church) {
  const most = Math.max(...church);
  return church.filter((count) => count === most).length === 1 || church.some((count) => count >= 4);
}

const regionOf = (form) => form.pack.marriages.find((card) => card.id === form.draft.marriage)?.region;

/** The marriage card, with what it gives. */
function marriagePart(form, only = () => true) {
  const told = ({ points, renown, region, princess }) => (princess ? "" : ` (${[points && `${points} ★`, renown && `${renown} ✦`, region && ownName(form, region)].filter(Boolean).join(", ")})`);
  return pick(L("Marriage card", "Carta de matrimonio", "Karta Zaślubin"), form.pack.marriages.filter(only).map((card) => [card.id, `${say(card.name)}${told(card)}`]), form.draft.marriage, (marriage) => form.change((draft) => void Object.assign(draft, { marriage, towns: undefined })), "/state/marriage_card");
}

/** The track with the discs: after each disc the next player is asked for. */
function trackPart(form) {
  const names = people();
  const spaces = names.map((_, seat) => form.draft.spaces?.[seat] ?? undefined);
  const current = form.draft.seat ?? Math.max(0, spaces.indexOf(undefined));
  const put = (space) => form.change((draft) => void Object.assign(draft, { spaces: spaces.with(current, space).map((own) => own ?? null), seat: undefined }));
  return h("div", { data: { zone: "/state/players" } }, seats(L("Whose disc?", "¿Disco de quién?", "Czyj dysk?"), current, (seat) => form.change((draft) => void (draft.seat = seat)), { values: spaces }), track({ module: form.module, pack: form.pack, players: names, places: spaces, tap: put }));
}
