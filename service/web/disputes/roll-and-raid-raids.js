// Roll & Raid's disputes about raids: the choice, the bids, the roll, the payment; and about the end of the game.

import { symbol } from "../boards/roll-and-raid-pieces.js";
import { hint, say } from "../controls.js";
import { h } from "../dom.js";
import { name } from "../parts.js";
import { capital } from "../words.js";
import { DEFENCE, L, bySeat, cardIds, cardOf, choice, clans, digits, happens, known, me, noDice, ownCard, ownSheet, people, raidBy, raidDice, ruleOf, setting, told, yesNo } from "./roll-and-raid-parts.js";

const MOST_BID = 10;
const ALL_BID = L("What does each clan show?", "¿Qué muestra cada clan?", "Co pokazuje każdy klan?");
const VIKINGS = L("Vikings you have left", "Vikingos que te quedan", "Ilu masz jeszcze wikingów");
const BOUGHT = L("New rolls bought and not used", "Repeticiones compradas y sin usar", "Powtórzenia kupione i nieużyte");
const GOODS = [["vikings", "viking"], ["axes", "axe"], ["ships", "ship"]];

/** The values of the clans that play; what is not told is undefined. */
const valuesOf = (values) => people().map((_, seat) => values[seat]);
const isAll = (values) => valuesOf(values).every((value) => value !== undefined && value !== null);
const last = () => people().length - 1;

/** The clans that fight for one card: all bids but the last lie, and the last is the move. */
function bidding(draft) {
  const bids = valuesOf(draft.bids);
  const players = people().map((own, seat) => ({ name: own, ...known({ vikings: draft.vikings[seat] }) }));
  const contenders = people().map((own, seat) => ({ player: own, shown: [], status: "in", bid: seat === last() ? null : bids[seat] }));
  const [card] = cardIds(1);
  return { state: { phase: "conflict", clans: players.length, players, raids: [{ card, clans: contenders, step: "bid" }] }, move: { type: "bid", player: people()[last()], vikings: bids[last()] } };
}

const sight = (draft) => people().map((own, seat) => ({ name: own, bid: draft.bids[seat] }));
const vikingsOf = (form, draft) =>
  h(
    "details",
    { class: "card", open: draft.vikings.some((value) => value !== undefined && value !== null) },
    h("summary", {}, say(L("How many Vikings each clan has", "Cuántos vikingos tiene cada clan", "Ilu wikingów ma każdy klan"))),
    people().map((own, seat) => digits(own, draft.vikings[seat], bySeat(form, "vikings", seat), { to: MOST_BID, more: true, zone: `/state/players/${seat}/vikings` })),
  );

const DECIDED = L("Decided", "Decidido", "Rozstrzygnięte");
/** A conflict is not legal or illegal: somebody wins it, or it is tied. */
const decided = (...types) => ({ answer }) => (answer.verdict === "legal" && happens(answer, ...types) ? { word: say(DECIDED), text: happens(answer, ...types), rule: ruleOf(answer, ...types) } : {});

const forms = [
  {
    id: "raid",
    ask: L("Who may raid now?", "¿Quién puede saquear ahora?", "Kto może teraz najeżdżać?"),
    words: L("choose number fingers same card conflict order", "elegir número dedos misma carta conflicto orden", "wybór liczba palce ta sama karta spór kolejność"),
    draft: () => ({ numbers: [] }),
    lacks: (draft) => (isAll(draft.numbers) ? null : ALL_BID),
    question: (draft) => {
      const numbers = valuesOf(draft.numbers);
      const players = people().map((own, seat) => ({ name: own, choice: seat === last() ? null : numbers[seat] }));
      return { question: { state: { phase: "choice", clans: players.length, display: cardIds(players.length), players }, move: { type: "choose", player: people()[last()], number: numbers[last()] } } };
    },
    told: ({ answer }) => {
      if (answer.verdict !== "legal") return {};
      const fights = (answer.events ?? []).filter(({ type }) => type === "conflict");
      const fighting = fights.flatMap(({ detail }) => detail.players);
      const shown = (answer.events ?? []).filter(({ type, detail }) => type === "revealed" && detail.number > 0 && !fighting.includes(detail.player));
      const alone = shown.map(({ detail }) => `${detail.player} ${say(L("may raid card", "puede saquear la carta", "może najechać kartę"))} ${detail.number}.`);
      return { word: say(DECIDED), text: [...alone, happens(answer, "conflict", "no-raid")].filter(Boolean).join(" "), rule: ruleOf(answer, "conflict", "no-raid") };
    },
    parts: (draft, form) => [
      hint(L("Tap the number that each clan shows; the fist raids nothing.", "Toca el número que muestra cada clan; el puño no saquea.", "Dotknij liczby, którą pokazuje każdy klan; pięść to brak najazdu.")),
      form.boardOf({ show: "display", cards: people().length, choices: people().map((own, seat) => ({ name: own, number: draft.numbers[seat] })) }),
      clans(form, (own, seat) => digits(own, draft.numbers[seat], bySeat(form, "numbers", seat), { to: people().length, fist: true, zone: `/state/players/${seat}/choice` })),
      form.asked?.answer.events?.some(({ type }) => type === "conflict") && h("a", { class: "button wide", href: "#/dispute/roll-and-raid/conflict" }, say(L("Who wins this conflict?", "¿Quién gana este conflicto?", "Kto wygrywa ten spór?"))),
    ],
  },
  {
    id: "conflict",
    ask: L("Who wins this conflict?", "¿Quién gana este conflicto?", "Kto wygrywa ten spór?"),
    words: L("bid tie vikings highest fist equal both again", "apuesta empate vikingos más alta puño igual otra vez", "licytacja oferta remis wikingowie najwyższa pięść równo jeszcze raz"),
    draft: () => ({ bids: [], vikings: [] }),
    lacks: (draft) => (isAll(draft.bids) ? null : ALL_BID),
    question: (draft) => ({ question: bidding(draft) }),
    told: decided("won-right", "tied", "bid-again", "all-bid-again", "card-stays", "retreats", "beaten", "shown", "kept"),
    parts: (draft, form) => [
      form.boardOf({ show: "fight", title: say(L("Raid card", "Carta de Saqueo", "Karta najazdu")), clans: sight(draft) }),
      clans(form, (own, seat) => digits(own, draft.bids[seat], bySeat(form, "bids", seat), { to: MOST_BID, fist: true })),
      vikingsOf(form, draft),
    ],
  },
  {
    id: "roll",
    ask: L("Is this roll enough for the defence?", "¿Alcanza esta tirada para la defensa?", "Czy ten rzut wystarcza na obronę?"),
    words: L("attack dice defence equal total raid roll fail", "ataque dados defensa igual suma saqueo tirada fracaso", "atak kości obrona równa suma najazd rzut porażka"),
    draft: () => ({ defence: undefined, dice: noDice(), plus: undefined, vikings: undefined }),
    lacks: (draft) => (draft.defence === undefined ? DEFENCE : draft.dice.includes(null) ? L("Tap both raid dice as they lie.", "Toca los dos dados de Saqueo como están.", "Dotknij obu kości najazdu tak, jak leżą.") : draft.plus === undefined ? L("How often +2 was bought at the altar", "Cuántas veces se compró +2 en el Altar", "Ile razy kupiono +2 na ołtarzu") : isLow(draft) && draft.vikings === undefined ? VIKINGS : isLow(draft) && draft.vikings === 0 && draft.rerolls === undefined ? BOUGHT : null),
    question: (draft) => ({ question: { pack: told({ cards: cardOf(draft.defence) }), state: { clans: 1, players: [{ name: me(), help: { plus: draft.plus, ...known({ rerolls: draft.rerolls }) }, ...known({ vikings: draft.vikings }) }], ...raidBy(me(), "attack") }, move: { type: "attack", player: me(), dice: draft.dice } } }),
    told: ({ answer }) => {
      const isEnough = answer.events?.some(({ type }) => type === "roll-high");
      const text = happens(answer, "roll-high", "roll-low", "failed", "card-stays");
      if (answer.verdict !== "legal" || !text) return {};
      return { verdict: isEnough ? "legal" : "illegal", word: say(isEnough ? L("Enough", "Alcanza", "Wystarcza") : L("Not enough", "No alcanza", "Nie wystarcza")), text, rule: "roll-and-raid/raids/defence" };
    },
    parts: (draft, form) => [
      form.boardOf({ show: "fight", title: say(L("Raid card", "Carta de Saqueo", "Karta najazdu")), defence: draft.defence ?? null, dice: draft.dice }),
      ownCard(form, draft, ({ defence }) => ({ defence })),
      digits(DEFENCE, draft.defence, (defence) => setting(form, { defence, card: undefined }), { from: 2, to: 16, zone: "/pack/cards" }),
      raidDice(form, draft),
      digits(L("How often +2 was bought at the altar", "Cuántas veces se compró +2 en el Altar", "Ile razy kupiono +2 na ołtarzu"), draft.plus, (plus) => setting(form, { plus }), { to: 4, zone: "/state/players/0/help" }),
      isLow(draft) && digits(VIKINGS, draft.vikings, (vikings) => setting(form, { vikings }), { to: 6, more: true, zone: "/state/players/0/vikings" }),
      isLow(draft) && draft.vikings === 0 && digits(BOUGHT, draft.rerolls, (rerolls) => setting(form, { rerolls }), { to: 4, zone: "/state/players/0/help" }),
      ownSheet(form),
    ],
  },
  {
    id: "pay",
    ask: L("Can I pay for this raid?", "¿Puedo pagar este saqueo?", "Czy mogę zapłacić za ten najazd?"),
    words: L("cost price season summer winter vikings axes ships payment", "coste precio estación verano invierno vikingos hachas barcos pago", "koszt cena pora lato zima wikingowie topory łodzie zapłata"),
    draft: () => ({ season: undefined, price: {}, have: {} }),
    lacks: (draft) => (draft.season === undefined ? L("Which season is it?", "¿Qué estación es?", "Jaka jest pora roku?") : !priced(draft).length ? L("What does the card cost now?", "¿Qué cuesta ahora la carta?", "Ile kosztuje teraz karta?") : priced(draft).some((good) => draft.have[good] === undefined) ? L("What do you have?", "¿Qué tienes?", "Co masz?") : null),
    question: (draft) => ({ question: { pack: told({ cards: cardOf(2, known(draft.price)) }), state: { season: draft.season, clans: 1, players: [{ name: me(), ...draft.have }], ...raidBy(me(), "pay") }, move: { type: "pay", player: me(), ...known(draft.price) } } }),
    told: ({ answer }, form) => ({ rule: `roll-and-raid/payment/${answer.verdict === "illegal" ? "unable" : "season"}`, facts: { assumed: [...(answer.verdict === "legal" ? costsNothing(form) : []), ...(answer.assumed ?? [])] } }),
    parts: (draft, form) => [
      form.boardOf({ show: "fight", title: say(L("Raid card", "Carta de Saqueo", "Karta najazdu")), price: draft.price }),
      choice(L("Which season is it?", "¿Qué estación es?", "Jaka jest pora roku?"), ["summer", "winter"].map((own) => [own, name(form.module, own), symbol(own, 20, own === "summer" ? "sun" : "snow")]), draft.season, (season) => setting(form, { season, ...(draft.card && { price: {}, card: undefined }) }), "/state/season"),
      draft.season && ownCard(form, draft, (card) => ({ price: card[draft.season].goods ? {} : pricedIn(card[draft.season]) })),
      GOODS.map(([good, figure]) =>
        h(
          "div",
          { class: "rr-person" },
          digits(ofGood(form, good, COSTS), draft.price[good], (value) => setting(form, { price: { ...draft.price, [good]: value } }), { to: 6, figure, zone: `/price/${good}` }),
          draft.price[good] > 0 && digits(ofGood(form, good, OWNED), draft.have[good], (value) => setting(form, { have: { ...draft.have, [good]: value } }), { to: 6, more: true, zone: `/state/players/0/${good}` }),
        ),
      ),
      ownSheet(form),
    ],
  },
  {
    id: "heir",
    ask: L("The winner cannot pay: who raids instead?", "El ganador no puede pagar: ¿quién saquea en su lugar?", "Zwycięzca nie może zapłacić: kto najeżdża zamiast niego?"),
    words: L("heir next bid unable pay right passes second", "heredero apuesta siguiente no puede pagar derecho pasa segundo", "przejmuje następna oferta brak środków prawo przechodzi drugi"),
    draft: () => ({ bids: [], lacking: undefined }),
    lacks: (draft) => (!isAll(draft.bids) ? ALL_BID : winners(draft).length > 1 ? L("The highest bid must be one clan's alone: a tie is bid again.", "La apuesta más alta debe ser de un solo clan: un empate se repite.", "Najwyższa oferta musi należeć do jednego klanu: remis licytuje się ponownie.") : draft.lacking === undefined ? L("What does the winner lack?", "¿Qué le falta al ganador?", "Czego brakuje zwycięzcy?") : null),
    question: (draft) => {
      const [winner] = winners(draft);
      const players = people().map((own, seat) => ({ name: own, ...(seat === winner && { [draft.lacking]: 0 }) }));
      const others = people().map((own, seat) => ({ player: own, shown: [draft.bids[seat]], status: draft.bids[seat] ? "beaten" : "retreated" })).filter((_, seat) => seat !== winner);
      return { question: { pack: told({ cards: cardOf(2, { [draft.lacking]: 1 }) }), state: { season: "summer", clans: players.length, players, ...raidBy(people()[winner], "attack", { own: { shown: [draft.bids[winner]] } }, others) }, move: { type: "attack", player: people()[winner], dice: [1, 1] } } };
    },
    told: decided("heir", "heirs-tied", "card-stays", "heir-rolls", "unable", "no-fine"),
    parts: (draft, form) => [
      hint(L("The winner has rolled high enough for the card.", "El ganador ha alcanzado la defensa de la carta.", "Zwycięzca osiągnął obronę karty.")),
      form.boardOf({ show: "fight", title: say(L("Raid card", "Carta de Saqueo", "Karta najazdu")), clans: sight(draft) }),
      clans(form, (own, seat) => digits(own, draft.bids[seat], bySeat(form, "bids", seat), { to: MOST_BID, fist: true })),
      choice(L("What does the winner lack?", "¿Qué le falta al ganador?", "Czego brakuje zwycięzcy?"), GOODS.map(([good, figure]) => [good, name(form.module, good), symbol(figure, 20)]), draft.lacking, (lacking) => setting(form, { lacking })),
    ],
  },
  {
    id: "retreat",
    ask: L("What do I pay for a retreat?", "¿Qué pago por una retirada?", "Czym płacę za odwrót?"),
    words: L("retreat fist failed lost bid viking axe ship house pay", "retirada puño fracaso perder apuesta vikingo hacha barco casa pagar", "odwrót pięść porażka przegrana oferta wiking topór łódź dom zapłata"),
    draft: () => ({ why: undefined, pay: undefined, have: undefined }),
    lacks: (draft) => (draft.why === undefined ? L("Why?", "¿Por qué?", "Dlaczego?") : draft.pay === undefined ? L("What do you want to pay with?", "¿Con qué quieres pagar?", "Czym chcesz zapłacić?") : draft.why !== "lost" && draft.pay !== "house" && draft.have === undefined ? L("Do you have one?", "¿Tienes uno?", "Czy to masz?") : null),
    question: (draft) => {
      const own = { fist: { shown: [0], status: "retreating" }, roll: { status: "retreating" }, lost: { shown: [1], status: "beaten" } }[draft.why];
      const stock = { viking: "vikings", axe: "axes", ship: "ships" }[draft.pay];
      const other = people()[1];
      const rest = draft.why === "lost" ? [{ player: other, shown: [2], status: "in" }] : [];
      const raid = { card: cardIds(1)[0], clans: [{ player: me(), ...own }, ...rest], ...(rest.length ? { step: "attack", right: other } : { step: "over" }) };
      return { question: { state: { phase: draft.why === "fist" ? "conflict" : "resolution", players: [{ name: me(), ...(stock && draft.have !== undefined && { [stock]: draft.have ? 1 : 0 }) }, ...(rest.length ? [{ name: other }] : [])], raids: [raid] }, move: { type: "retreat", player: me(), pay: draft.pay } } };
    },
    take: (draft, move) => Object.assign(draft, { pay: move.pay, have: undefined }),
    parts: (draft, form) => [
      choice(L("Why?", "¿Por qué?", "Dlaczego?"), [["fist", L("I showed a closed fist", "Mostré el puño cerrado", "Pokazano zamkniętą pięść")], ["roll", L("My raid roll was too low", "Mi tirada de Saqueo fue demasiado baja", "Rzut najazdu był za niski")], ["lost", L("I lost the bid", "Perdí la apuesta", "Przegrana licytacja")]], draft.why, (why) => setting(form, { why })),
      choice(L("What do you want to pay with?", "¿Con qué quieres pagar?", "Czym chcesz zapłacić?"), ["viking", "axe", "ship", "house"].map((good) => [good, name(form.module, good), symbol(good, 20)]), draft.pay, (pay) => setting(form, { pay })),
      draft.why !== "lost" && draft.pay && draft.pay !== "house" && yesNo(L("Do you have one?", "¿Tienes uno?", "Czy to masz?"), draft.have, (have) => setting(form, { have }), `/state/players/0/${draft.pay}s`),
    ],
  },
  {
    id: "refill",
    ask: L("How many raid cards are turned up?", "¿Cuántas cartas de Saqueo se descubren?", "Ile kart najazdów się odkrywa?"),
    words: L("refill display new cards maintenance deck", "reponer cartas nuevas mantenimiento mazo", "uzupełnić wystawka nowe karty talia porządkowa"),
    draft: () => ({ clans: undefined, left: undefined, turned: undefined }),
    lacks: (draft) => (draft.clans === undefined ? L("How many clans play?", "¿Cuántos clanes juegan?", "Ile klanów gra?") : draft.left === undefined ? L("How many cards still lie open?", "¿Cuántas cartas siguen a la vista?", "Ile kart leży jeszcze odkrytych?") : draft.turned === undefined ? L("How many do you turn up?", "¿Cuántas se descubren?", "Ile odkrywacie?") : null),
    question: (draft) => {
      const all = cardIds(draft.left + draft.turned);
      return { question: { state: { phase: "maintenance", clans: draft.clans, players: [{ name: me() }], display: all.slice(0, draft.left), raids: [] }, move: { type: "refill", cards: all.slice(draft.left) } } };
    },
    told: ({ answer }) => (answer.verdict === "legal" ? { text: say(L("That many are turned up: there is one card for each clan again.", "Se descubren esas: vuelve a haber una carta por clan.", "Tyle się odkrywa: znów jest po jednej karcie na klan.")) } : {}),
    parts: (draft, form) => [
      digits(L("How many clans play?", "¿Cuántos clanes juegan?", "Ile klanów gra?"), draft.clans, (own) => setting(form, { clans: own, left: undefined, turned: undefined }), { from: 2, to: 6, zone: "/state/clans" }),
      draft.clans && digits(L("How many cards still lie open?", "¿Cuántas cartas siguen a la vista?", "Ile kart leży jeszcze odkrytych?"), draft.left, (left) => setting(form, { left }), { to: draft.clans, zone: "/state/display" }),
      draft.clans && digits(L("How many do you turn up?", "¿Cuántas se descubren?", "Ile odkrywacie?"), draft.turned, (turned) => setting(form, { turned }), { to: 6, zone: "/state/deck" }),
    ],
  },
  {
    id: "end",
    ask: L("Is the game over?", "¿Se acabó la partida?", "Czy to koniec gry?"),
    words: L("end last round sixteen finish maintenance", "fin última ronda dieciséis terminar mantenimiento", "koniec ostatnia runda szesnaście porządkowa"),
    draft: () => ({ round: undefined }),
    lacks: (draft) => (draft.round === undefined ? L("Which round has just been played?", "¿Qué ronda acaba de jugarse?", "Którą rundę właśnie rozegrano?") : null),
    question: (draft) => ({ operation: "audit", question: { state: { phase: "over", round: draft.round, players: [{ name: me() }] } } }),
    told: ({ answer, question }) => (answer.verdict === "possible" ? { word: say(L("Yes", "Sí", "Tak")), text: say(L("The game ends after round 16; glory is counted.", "La partida acaba tras la ronda 16; se cuentan los Puntos de Gloria.", "Gra kończy się po rundzie 16; liczy się chwałę.")), rule: "roll-and-raid/end/last-round" } : { word: say(L("No", "No", "Nie")), text: say(L(`After round ${question?.state.round} you play on; the game ends after round 16.`, `Tras la ronda ${question?.state.round} se sigue; la partida acaba tras la ronda 16.`, `Po rundzie ${question?.state.round} gra toczy się dalej; kończy się po rundzie 16.`)), rule: "roll-and-raid/end/last-round" }),
    parts: (draft, form) => [digits(L("Which round has just been played?", "¿Qué ronda acaba de jugarse?", "Którą rundę właśnie rozegrano?"), draft.round, (round) => setting(form, { round }), { from: 1, to: 16, zone: "/state/round" })],
  },
  {
    id: "tie",
    ask: L("Equal glory: who wins?", "Empate a Puntos de Gloria: ¿quién gana?", "Remis w chwale: kto wygrywa?"),
    words: L("tie tiebreak winner points equal raid cards shared victory", "empate desempate ganador puntos iguales cartas victoria compartida", "remis rozstrzygnięcie zwycięzca punkty równe karty wspólne zwycięstwo"),
    draft: () => ({ cards: [] }),
    lacks: (draft) => (isAll(draft.cards) ? null : L("How many raid cards has each clan?", "¿Cuántas cartas de Saqueo tiene cada clan?", "Ile kart najazdów ma każdy klan?")),
    question: (draft) => ({ operation: "score", question: { sheet: { players: people().map((own, seat) => ({ name: own, sacrifices: 0, developments: 0, gods: 0, battle: 0, raids: draft.cards[seat] })) } } }),
    told: ({ answer }) => (answer.decided_by?.length ? { word: say(DECIDED), text: answer.decided_by.at(-1).text, rule: answer.decided_by.at(-1).rule } : {}),
    parts: (draft, form) => [
      hint(L("All these clans have the same glory. Raid cards won:", "Todos estos clanes tienen los mismos Puntos de Gloria. Cartas de Saqueo conseguidas:", "Wszystkie te klany mają tyle samo chwały. Zabrane karty najazdów:")),
      clans(form, (own, seat) => digits(own, draft.cards[seat], bySeat(form, "cards", seat), { to: 12 })),
    ],
  },
];

const isLow = ({ defence, dice, plus }) => defence !== undefined && !dice.includes(null) && plus !== undefined && dice[0] + dice[1] + 2 * plus < defence;
/** A printed price by its parts; of goods in any mixture the reader says what is paid. */
const pricedIn = (price) => Object.fromEntries(GOODS.map(([good]) => [good, price[good] ?? 0]));
const COSTS = L("the card costs", "la carta cuesta", "karta kosztuje");
const OWNED = L("you have", "tienes", "masz");
const ofGood = (form, good, text) => `${capital(name(form.module, good))}: ${say(text)}`;
/** What the reader has not told of the price counts as nothing, and the answer says so. */
const costsNothing = (form) => GOODS.filter(([good]) => form.draft.price[good] === undefined).map(([good]) => ({ text: `${ofGood(form, good, COSTS)} 0`, zones: [`/price/${good}`] }));
const priced = ({ price }) => GOODS.map(([good]) => good).filter((good) => price[good] > 0);
const winners = (draft) => {
  const bids = valuesOf(draft.bids);
  const highest = Math.max(...bids);
  return bids.map((bid, seat) => (bid === highest ? seat : null)).filter((seat) => seat !== null);
};

export default forms;
