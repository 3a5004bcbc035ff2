// Ortus Regni: its board and disputes, the chances of a battle, and what can be named in a move.

import { fill, h } from "../dom.js";
import { name } from "../parts.js";
import { oddsParts } from "./ortus-regni-odds.js";

export { oddsCard } from "./ortus-regni-odds.js";

export const words = {
  en: {
    "seat itself": "the Castle or Palace", "no ransom": "pay nothing", "no bet": "without a bet", "short ransom": "ransom", "short enter": "joust", "field lord": "Lord of Fief",
    "hidden card": "hidden", "card tower": "Tower", erase: "Remove", "slot none": "none", "slot unknown": "not known", "take away": "take away", "add here": "add a unit here", "has turn": "turn", "whose turn": "Whose turn is it?", round: "Round", acted: "The Action of this turn is done", arrived: "The Vikings have landed", "is so": "yes", "is not so": "no", "vikings in play": "Vikings in play", "vikings of the battle": "Vikings",
    "lord seat": "Lord", "property slot": "Properties", "garrison slot": "Garrison", "new fief": "a new Fief", "unit hand": "from hand", "unit lord": "as Lord", "unit garrison": "garrison", target: "target", "outcome word": "After the battle",
    "zone fiefs": "Fiefs", "zone mercenaries": "Mercenaries", "zone towers": "Towers", "zone hand": "Hand", "zone pool": "Army pool", "zone banners": "Banners for the crown", "zone emissaries": "Emissaries", "zone cubes": "Cubes in the bag", "zone deck": "Deck", "zone discard": "Discard pile", "zone vikings": "Vikings", "zone royal_army": "Royal Army",
    "aim castle": "The Castle falls", "aim palace": "The Palace falls", "aim raid": "A Property is lost", "aim towers": "A Tower is lost", "of attackers": "The attackers lose", "of defenders": "The defenders lose", nothing_lost: "nothing", "lost armies": "Armies and Mercenaries: {count}", "lost captured": "captured Lords: {count}", "lost captured ransom": "captured Lords, unless a ransom is paid: {count}", "lost spent": "cards from the hand, discarded in any case: {count}", "may capture": "The attacker may take up to {count} of it.", "is out": "With the last Fief the defender is out of the game.",
    "field towers": "two free Towers", "field card": "card",
    battle: "A battle", anchor: "It stands on a",
    units: "Units", vikings: "Vikings",
    nobody: "nobody", "attacker side": "the attacker",
    "cards left": "Battle cards that can come", outcomes: "How it can end", events: "What can happen",
    "attacker-unharmed": "The attackers come off unharmed", "defender-unharmed": "The defenders come off unharmed", "attacker-lords-captured": "Lords of the attacker are captured", "defender-lords-captured": "Lords of the defender are captured",
    "attackers-hit": "Attackers hit: {count}", "defenders-hit": "Defenders hit: {count}", "towers-lost": "Towers lost: {count}", "properties-lost": "Properties lost: {count}", "castle-falls": "The Castle or Palace falls", "defender-eliminated": "The defender is out of the game",
    or: "{least} to {most}", damage: "The attackers suffer {attackers} damage, the defenders {defenders}.", "by church": "{least} if the Church decides otherwise, {most} if it decides for this.", "church untold": "Tell above who speaks for the Church.", "church row": "Whoever speaks for the Church chooses one of the results above.",
    deck: "deck", fief: "Fief", aim: "aimed at", force: "forces", kind: "kind of attack", outcome: "outcome", play: "play it", redraw: "draw anew", drawn: "cards drawn", army: "Army", bet: "bet", jouster: "jouster", pay: "paid", hit: "units hit", owner: "owner", shown: "cards shown",
  },
  es: {
    "seat itself": "el Castillo o Palacio", "no ransom": "no pagar nada", "no bet": "sin apuesta", "short ransom": "Rescate", "short enter": "Justa", "field lord": "Lord del Feudo",
    "hidden card": "oculta", "card tower": "Torre", erase: "Quitar", "slot none": "ninguna", "slot unknown": "no se sabe", "take away": "quitar", "add here": "añadir aquí una unidad", "has turn": "turno", "whose turn": "¿De quién es el turno?", round: "Ronda", acted: "Ya hizo la Acción de este turno", arrived: "Los Vikingos han desembarcado", "is so": "sí", "is not so": "no", "vikings in play": "Vikingos en juego", "vikings of the battle": "Vikingos",
    "lord seat": "Lord", "property slot": "Propiedades", "garrison slot": "Guarnición", "new fief": "un nuevo Feudo", "unit hand": "de la mano", "unit lord": "como Lord", "unit garrison": "Guarnición", target: "objetivo", "outcome word": "Tras la batalla",
    "zone fiefs": "Feudos", "zone mercenaries": "Mercenarios", "zone towers": "Torres", "zone hand": "Mano", "zone pool": "Reserva de Ejércitos", "zone banners": "Estandartes por la corona", "zone emissaries": "Emisarios", "zone cubes": "Cubos en la Bolsa", "zone deck": "Mazo", "zone discard": "Pila de descartes", "zone vikings": "Vikingos", "zone royal_army": "Guardia Real",
    "aim castle": "Cae el Castillo", "aim palace": "Cae el Palacio", "aim raid": "Se pierde una Propiedad", "aim towers": "Se pierde una Torre", "of attackers": "Los atacantes pierden", "of defenders": "Los defensores pierden", nothing_lost: "nada", "lost armies": "Ejércitos y Mercenarios: {count}", "lost captured": "Lores capturados: {count}", "lost captured ransom": "Lores capturados, salvo que se pague Rescate: {count}", "lost spent": "cartas de la mano, que se descartan en todo caso: {count}", "may capture": "El atacante puede incautar hasta {count}.", "is out": "Sin su último Feudo, el defensor queda eliminado.",
    "field towers": "dos Torres gratuitas", "field card": "carta",
    battle: "Una batalla", anchor: "Es un",
    units: "Unidades", vikings: "Vikingos",
    nobody: "nadie", "attacker side": "el atacante",
    "cards left": "Cartas de Batalla que pueden salir", outcomes: "Cómo puede acabar", events: "Qué puede pasar",
    "attacker-unharmed": "Los atacantes salen ilesos", "defender-unharmed": "Los defensores salen ilesos", "attacker-lords-captured": "Capturan Lores del atacante", "defender-lords-captured": "Capturan Lores del defensor",
    "attackers-hit": "Atacantes alcanzados: {count}", "defenders-hit": "Defensores alcanzados: {count}", "towers-lost": "Torres perdidas: {count}", "properties-lost": "Propiedades perdidas: {count}", "castle-falls": "Cae el Castillo o Palacio", "defender-eliminated": "El defensor queda eliminado",
    or: "de {least} a {most}", damage: "Los atacantes sufren {attackers} de daño; los defensores, {defenders}.", "by church": "{least} si la Iglesia decide otra cosa; {most} si decide a favor de esto.", "church untold": "Indica arriba quién habla por la Iglesia.", "church row": "Quien habla por la Iglesia elige uno de los resultados de arriba.",
    deck: "mazo", fief: "Feudo", aim: "dirigida a", force: "fuerzas", kind: "tipo de ataque", outcome: "resultado", play: "jugarla", redraw: "robar de nuevo", drawn: "cartas robadas", army: "Ejército", bet: "apuesta", jouster: "participante", pay: "pago", hit: "unidades alcanzadas", owner: "dueño", shown: "cartas mostradas",
  },
  pl: {
    "seat itself": "Zamek lub Pałac", "no ransom": "bez zapłaty", "no bet": "bez stawki", "short ransom": "okup", "short enter": "turniej", "field lord": "Lord w Lennie",
    "hidden card": "zakryta", "card tower": "Wieża", erase: "Usuń", "slot none": "brak", "slot unknown": "nie wiadomo", "take away": "zabierz", "add here": "dodaj tu jednostkę", "has turn": "tura", "whose turn": "Czyja tura?", round: "Runda", acted: "Akcja w tej turze już wykonana", arrived: "Wikingowie wylądowali", "is so": "tak", "is not so": "nie", "vikings in play": "Wikingowie w grze", "vikings of the battle": "Wikingowie",
    "lord seat": "Lord", "property slot": "Posiadłości", "garrison slot": "Garnizon", "new fief": "nowe Lenno", "unit hand": "z ręki", "unit lord": "jako Lord", "unit garrison": "garnizon", target: "cel", "outcome word": "Po bitwie",
    "zone fiefs": "Lenna", "zone mercenaries": "Najemnicy", "zone towers": "Wieże", "zone hand": "Ręka", "zone pool": "Rezerwa Oddziałów", "zone banners": "Sztandary w walce o koronę", "zone emissaries": "Emisariusze", "zone cubes": "Kostki w woreczku", "zone deck": "Talia", "zone discard": "Stos odrzuconych", "zone vikings": "Wikingowie", "zone royal_army": "Gwardia Królewska",
    "aim castle": "Zamek pada", "aim palace": "Pałac pada", "aim raid": "Posiadłość przepada", "aim towers": "Wieża przepada", "of attackers": "Atakujący tracą", "of defenders": "Obrońcy tracą", nothing_lost: "nic", "lost armies": "Oddziały i Najemnicy: {count}", "lost captured": "pojmani Lordowie: {count}", "lost captured ransom": "pojmani Lordowie, chyba że zapłacony zostanie okup: {count}", "lost spent": "karty z ręki, odrzucane tak czy inaczej: {count}", "may capture": "Atakujący może zabrać do {count} z tego.", "is out": "Bez ostatniego Lenna obrońca odpada z gry.",
    "field towers": "dwie darmowe Wieże", "field card": "karta",
    battle: "Bitwa", anchor: "Stoi tam",
    units: "Jednostki", vikings: "Wikingowie",
    nobody: "nikt", "attacker side": "atakujący",
    "cards left": "Karty bitwy, które mogą wyjść", outcomes: "Jak może się skończyć", events: "Co może się stać",
    "attacker-unharmed": "Atakujący wychodzą bez szwanku", "defender-unharmed": "Obrońcy wychodzą bez szwanku", "attacker-lords-captured": "Lordowie atakującego w niewoli", "defender-lords-captured": "Lordowie obrońcy w niewoli",
    "attackers-hit": "Trafieni atakujący: {count}", "defenders-hit": "Trafieni obrońcy: {count}", "towers-lost": "Utracone Wieże: {count}", "properties-lost": "Utracone posiadłości: {count}", "castle-falls": "Zamek lub Pałac pada", "defender-eliminated": "Obrońca odpada z gry",
    or: "od {least} do {most}", damage: "Obrażenia, które otrzymują atakujący: {attackers}, obrońcy: {defenders}.", "by church": "{least}, jeśli Kościół zadecyduje inaczej; {most}, jeśli zadecyduje właśnie tak.", "church untold": "Podaj powyżej, kto mówi w imieniu Kościoła.", "church row": "Kto mówi w imieniu Kościoła, wybiera jeden z powyższych wyników.",
    deck: "talia", fief: "Lenno", aim: "cel", force: "siły", kind: "rodzaj ataku", outcome: "wynik", play: "zagranie", redraw: "dobranie nowych", drawn: "dobrane karty", army: "Oddział", bet: "stawka", jouster: "zawodnik", pay: "zapłata", hit: "trafione jednostki", owner: "właściciel", shown: "pokazane karty",
  },
};

export const board = () => import("../boards/ortus-regni.js");
export const disputes = () => import("../disputes/ortus-regni.js");

/** What stands between headline and rule: the chances as a bar, or what is lost. */
export const answerParts = (asked, form) => (form.form.answerParts ? form.form.answerParts(asked, form) : asked.operation === "odds" && oddsParts(asked.answer, form.module, form.draft.church !== null));

/** There are no points to count: the chances of a battle are weighed, on the same screen as in a dispute. */
export async function scorePad(place, entry, module) {
  const [{ Form }, forms, shown] = await Promise.all([import("../dispute.js"), disputes(), board()]);
  const odds = forms.default.find((one) => one.id === "odds");
  const form = new Form(entry, module, odds, shown);
  fill(place, h("h2", { class: "asked" }, module.words[document.documentElement.lang].battle), form.place);
  await form.show();
}

// ---------------------------------------------------------------- moves

/** A payment or a bet in one line; other moves are told by their parts. */
export function describe(move) {
  const own = (id) => name(this, id);
  const stake = move.type === "ransom" ? move.pay : move.bet;
  if (!["ransom", "enter"].includes(move.type)) return null;
  const paid = stake ? [stake.card ? own(stake.card.card ?? stake.card) : own("seat itself"), stake.fief && `${own("fief")} ${stake.fief}`] : [own(move.type === "ransom" ? "no ransom" : "no bet")];
  const who = move.jouster && `${own("jouster")}: ${move.jouster.fief ? `Lord, ${own("fief")} ${move.jouster.fief}` : own(move.jouster.card === "?" ? "hidden card" : move.jouster.card)}`;
  return `${move.player}: ${[own(`short ${move.type}`), ...paid, who].filter(Boolean).join(" · ")}`;
}

/** Fiefs, Mercenaries and decks that are there. */
export function choices(field, state, move, box) {
  const whose = state.players.find((player) => player.name === (move.target ?? move.player));
  const numbers = (list) => (list?.length ? list.map((_, index) => [index + 1, String(index + 1)]) : null);
  if (field === "fief") return numbers(whose?.fiefs);
  if (field === "mercenary") return numbers(whose?.mercenaries);
  if (field === "deck") return (box.decks ?? []).map((deck) => [deck.id, deck.name]);
  return null;
}
