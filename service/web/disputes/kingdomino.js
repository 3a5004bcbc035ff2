// Kingdomino's disputes: questions as people ask them, each with what it needs of the table.

import { myBook } from "../book.js";
import { hint, player, say } from "../controls.js";
import { h } from "../dom.js";
import { capital, t } from "../words.js";
import { CURRENT, DOMINO, HOW_MANY, L, NEXT, PAINT, PLACE, alone, fillIn, foldedLine, howMany, kingdomPart, linePart, me, moveOf, options, people, pickerPart, placeParts, players, sizePart, takePlace, told, WHOLE } from "./kingdomino-parts.js";
import scoring from "./kingdomino-scoring.js";

const WHO = L("Who?", "¿Quién?", "Kto?");
const LINE = L("Enter the line: tap a place, then its domino.", "Pon la línea: toca un lugar y luego su ficha.", "Podaj rząd: dotknij miejsca, potem kafelka.");
const CHOOSE = L("Tap the domino that is wanted.", "Toca la ficha que se quiere.", "Dotknij kafelka, o który chodzi.");
const KINGS = L("Put the kings on: tap below each domino.", "Pon los reyes: toca debajo de cada ficha.", "Postaw królów: dotykaj pod kafelkami.");

const isOdd = (draft) => draft.squares.length % 2 > 0;
const set = (form, field) => (value) => form.change((draft) => void (draft[field] = value));
const laid = () => ({ squares: [], brush: "wheat", domino: null, filter: [], first: null, to: null, step: "kingdom", current_line: null });
const lineOf = (draft, zone) => (draft[zone] ? { [zone]: told(draft[zone]) } : {});
const whoPart = (form, label) => player(label, people(form.draft.count ?? 4), form.draft.who, set(form, "who"));
const hasKing = (slots) => told(slots).some((slot) => slot.king);

/** Whose turn it is, from what is due next. */
function dueText({ next }, draft) {
  const who = next?.players?.[0];
  if (!who) return { verdict: "undetermined", text: next?.unknown?.[0]?.text && `${capital(t("missing"))}: ${next.unknown[0].text}`, facts: { missing: next?.unknown ?? [], assumed: [] } };
  const isPlacing = next.moves.includes("place");
  const own = told(draft.current_line).find((slot) => slot.king === who);
  const text = isPlacing
    ? L("{who} has the next domino of the line, {domino}, and places it now.", "{who} tiene la siguiente ficha de la línea, la {domino}, y la coloca ahora.", "Teraz kafelek {domino}, następny w rzędzie, dokłada gracz {who}.")
    : L("{who} chooses a domino now.", "{who} elige ahora una ficha.", "Teraz kafelek wybiera gracz {who}.");
  return { verdict: "possible", word: who, text: fillIn(text, { who, domino: own?.domino }), facts: { missing: [], assumed: [] } };
}

export default [
  {
    id: "place",
    ask: L("May this domino go here?", "¿Puede ir aquí esta ficha?", "Czy ten kafelek może tu leżeć?"),
    words: L("place connect touch corner put tile fit terrain match", "colocar conectar tocar esquina poner encajar terreno", "dołożyć położyć stykać róg pasować teren"),
    draft: laid,
    lacks: (draft) => (draft.domino === null ? (draft.squares.length || draft.step !== "kingdom" ? DOMINO : PAINT) : isOdd(draft) ? WHOLE : draft.to === null ? PLACE : null),
    question: (draft) => ({ question: { state: { ...alone(draft), ...lineOf(draft, "current_line") }, move: moveOf(draft) } }),
    take: takePlace,
    isOnBoard: true,
    told: ({ answer }) => (answer.verdict === "legal" ? { text: say(L("It may lie here.", "Puede ir aquí.", "Może tu leżeć.")) } : {}),
    parts: (draft, form) => [placeParts(form), draft.to && foldedLine(form, "current_line", L("Whose domino is it? The line with its kings", "¿De quién es la ficha? La línea con sus reyes", "Czyj to kafelek? Rząd z królami"))],
  },
  {
    id: "discard",
    ask: L("Must I discard this domino? May I?", "¿Tengo que descartar esta ficha? ¿Puedo?", "Czy muszę odrzucić ten kafelek? Czy mogę?"),
    words: L("discard throw away does not fit nowhere give up", "descartar tirar no encaja en ningún lugar renunciar", "odrzucić wyrzucić nie pasuje nigdzie zrezygnować"),
    draft: laid,
    lacks: (draft) => (draft.domino === null ? DOMINO : isOdd(draft) ? WHOLE : null),
    question: (draft) => ({ question: { state: { ...alone(draft), ...lineOf(draft, "current_line") }, move: { type: "discard", player: me(), domino: draft.domino } } }),
    told: ({ answer }) => (answer.verdict === "legal" ? { word: say(L("It is discarded", "Se descarta", "Odrzuca się go")), text: say(L("It fits nowhere in this kingdom.", "No encaja en ningún lugar de este reino.", "Nie pasuje nigdzie w tym królestwie.")) } : {}),
    parts: (draft, form) => placeParts(form, false),
  },
  {
    id: "size",
    ask: L("Is this kingdom too large?", "¿Es demasiado grande este reino?", "Czy to królestwo jest za duże?"),
    words: L("size five wide high grid 5x5 limit frame castle centre", "tamaño cinco ancho alto grilla 5x5 límite castillo centro", "rozmiar pięć szerokie wysokie 5x5 limit zamek środek"),
    draft: () => ({ squares: [], brush: "wheat" }),
    lacks: (draft) => (draft.squares.length ? null : PAINT),
    question: (draft) => ({ operation: "audit", question: { state: alone(draft) } }),
    told: ({ answer }, { draft }) => {
      const broken = answer.violations.find((one) => one.detail.width);
      const span = (axis) => Math.max(0, ...draft.squares.map((one) => one[axis])) - Math.min(0, ...draft.squares.map((one) => one[axis])) + 1;
      const most = draft.duel ? 7 : 5;
      const fits = L("With the castle it is {x} wide and {y} high; {most} by {most} is the most.", "Con el castillo mide {x} de ancho y {y} de alto; lo máximo es {most} por {most}.", "Z zamkiem ma {x} na {y} pól; najwięcej może mieć {most} na {most}.");
      const rule = draft.duel ? "kingdomino/variants/great-duel" : "kingdomino/place/bounds";
      if (broken) return { rule: broken.rule, verdict: "impossible", word: say(L("Too large", "Demasiado grande", "Za duże")), text: broken.message, facts: { missing: [], assumed: [] } };
      return { rule, verdict: "possible", word: say(L("Not too large", "No es demasiado grande", "Nie jest za duże")), text: fillIn(fits, { x: span("x"), y: span("y"), most }), facts: { missing: [], assumed: [] } };
    },
    parts: (draft, form) => [kingdomPart(form), sizePart(form)],
  },
  {
    id: "choose",
    ask: L("May I choose this domino?", "¿Puedo elegir esta ficha?", "Czy mogę wybrać ten kafelek?"),
    words: L("choose king take line occupied free pick", "elegir rey tomar línea ocupada libre", "wybrać król wziąć rząd zajęty wolny"),
    draft: () => ({ count: null, next_line: null, current_line: null, who: null, domino: null, filter: [], active: ["next_line", 0] }),
    lacks: (draft) => (!draft.count ? HOW_MANY : !told(draft.next_line).length ? LINE : !draft.domino ? CHOOSE : !draft.who ? WHO : null),
    question: (draft) => ({ question: { state: { players: players(draft.count), ...lineOf(draft, "next_line"), ...lineOf(draft, "current_line") }, move: { type: "choose", player: draft.who, domino: draft.domino } } }),
    take: (draft, move) => Object.assign(draft, { domino: move.domino, who: move.player }),
    parts: (draft, form) => [
      howMany(form),
      linePart(form, "next_line", { choose: set(form, "domino"), chosen: draft.domino }),
      hasKing(draft.next_line) ? hint(CHOOSE) : hint(KINGS),
      whoPart(form, L("Who wants to choose it?", "¿Quién quiere elegirla?", "Kto chce go wybrać?")),
      draft.domino && foldedLine(form, "current_line", CURRENT),
    ],
  },
  {
    id: "choose-first",
    ask: L("May I choose before I place?", "¿Puedo elegir antes de colocar?", "Czy mogę wybrać, zanim dołożę?"),
    words: L("order choose place first turn both forgot", "orden elegir colocar primero turno olvidar", "kolejność wybrać dołożyć najpierw tura zapomnieć"),
    draft: () => ({ count: null, next_line: null, current_line: null, who: null, domino: null, filter: [], active: ["current_line", 0] }),
    lacks: (draft) => (!draft.count ? HOW_MANY : !hasKing(draft.current_line) || !told(draft.next_line).length ? L("Enter both lines, with the kings.", "Pon las dos líneas, con los reyes.", "Podaj oba rzędy z królami.") : !draft.who ? WHO : !draft.domino ? CHOOSE : null),
    question: (draft) => ({ question: { state: { phase: "play", players: players(draft.count), ...lineOf(draft, "next_line"), ...lineOf(draft, "current_line") }, move: { type: "choose", player: draft.who, domino: draft.domino } } }),
    take: (draft, move) => Object.assign(draft, { domino: move.domino, who: move.player }),
    parts: (draft, form) => [howMany(form), linePart(form, "current_line"), linePart(form, "next_line", { choose: set(form, "domino"), chosen: draft.domino }), whoPart(form, L("Who wants to choose?", "¿Quién quiere elegir?", "Kto chce wybierać?"))],
  },
  {
    id: "turn",
    ask: L("Whose turn is it? Who places first?", "¿A quién le toca? ¿Quién coloca primero?", "Czyja kolej? Kto dokłada pierwszy?"),
    words: L("order turn next first lowest number top of the line", "orden turno siguiente primero número más bajo", "kolejność tura następny pierwszy najniższy numer"),
    draft: () => ({ count: null, current_line: null, next_line: null, last: false, filter: [], active: ["current_line", 0] }),
    lacks: (draft) => (!draft.count ? HOW_MANY : !hasKing(draft.current_line) ? L("Enter the line that is being placed, with its kings.", "Pon la línea que se coloca, con sus reyes.", "Podaj rząd, który jest dokładany, z królami.") : !draft.last && !told(draft.next_line).length ? L("Enter the next line, or say that it is the last round.", "Pon la línea siguiente, o di que es la última ronda.", "Podaj następny rząd albo zaznacz, że to ostatnia runda.") : null),
    question: (draft) => ({ operation: "legal-moves", question: { state: { phase: "play", players: players(draft.count), ...lineOf(draft, "current_line"), ...(draft.last ? { next_line: [], pile: [] } : lineOf(draft, "next_line")) } } }),
    told: ({ answer }, { draft }) => ({ ...dueText(answer, draft), rule: "kingdomino/round/order" }),
    parts: (draft, form) => [
      howMany(form),
      linePart(form, "current_line", { title: L("Still to be placed", "Falta colocar", "Jeszcze do dołożenia") }),
      h("label", { class: "toggle" }, h("input", { type: "checkbox", checked: draft.last, onchange: (event) => { const last = event.target.checked; form.change((now) => void Object.assign(now, { last, active: null })); } }), h("span", {}, say(L("It is the last round: no next line", "Es la última ronda: no hay línea siguiente", "To ostatnia runda: nie ma następnego rzędu")))),
      !draft.last && linePart(form, "next_line"),
    ],
  },
  {
    id: "first-round",
    ask: L("Who chooses first in the first round?", "¿Quién elige primero en la primera ronda?", "Kto pierwszy wybiera w pierwszej rundzie?"),
    words: L("start begin goes kings drawn hand two players order", "empezar empieza comenzar comienza inicia reyes sacar mano dos jugadores orden", "początek zaczyna rozpoczyna królowie losowanie ręka dwóch graczy kolejność"),
    draft: () => ({ count: null, drawn: [], next_line: null, filter: [], active: ["next_line", 0] }),
    lacks: (draft) => (!draft.count ? HOW_MANY : draft.drawn.length < (draft.count === 2 ? 4 : draft.count) ? L("Tap the names in the order in which the kings were drawn.", "Toca los nombres en el orden en que se sacaron los reyes.", "Dotykaj imion w kolejności losowania królów.") : told(draft.next_line).length < 3 ? LINE : null),
    question: (draft) => ({ operation: "legal-moves", question: { state: { phase: "first-round", players: players(draft.count), kings_drawn: draft.drawn, current_line: [], ...lineOf(draft, "next_line") } } }),
    told: ({ answer }, { draft }) => (answer.violations?.length ? {} : { ...dueText(answer, draft), rule: draft.count === 2 ? "kingdomino/two-players/first-round" : "kingdomino/first-round/order" }),
    parts: (draft, form) => [
      howMany(form),
      draft.count && h(
        "div",
        { class: "control", data: { zone: "/state/kings_drawn" } },
        h("span", { class: "label" }, say(L("Kings in the order drawn", "Reyes en el orden en que salieron", "Królowie w kolejności losowania"))),
        h("div", { class: "chips" }, people(draft.count).map((name) => h("button", { class: "chip", data: { key: `king ${name}` }, disabled: draft.drawn.filter((one) => one === name).length >= (draft.count === 2 ? 2 : 1), onclick: () => form.change((now) => void now.drawn.push(name)) }, name))),
        draft.drawn.length > 0 && h("p", {}, draft.drawn.map((name, index) => `${index + 1}. ${name}`).join(" · "), " ", h("button", { onclick: () => set(form, "drawn")([]) }, t("clear"))),
      ),
      linePart(form, "next_line"),
    ],
  },
  {
    id: "leftover",
    ask: L("Three players: what happens to the domino nobody chose?", "Con tres: ¿qué pasa con la ficha que nadie eligió?", "Trzy osoby: co z kafelkiem, którego nikt nie wybrał?"),
    words: L("leftover three players fourth domino remains out of the game", "sobrante tres jugadores cuarta ficha queda fuera", "pozostały trzech graczy czwarty kafelek zostaje poza grą"),
    draft: () => ({ count: 3, next_line: null, filter: [], active: ["next_line", 0] }),
    lacks: (draft) => (told(draft.next_line).length < 3 ? LINE : told(draft.next_line).filter((slot) => slot.king).length < 3 ? KINGS : null),
    question: (draft) => ({ operation: "resolve", question: { state: { phase: "play", players: players(3), current_line: [], ...lineOf(draft, "next_line") } } }),
    told: ({ answer }) => {
      const left = answer.events?.find((event) => event.type === "leftover");
      return left ? { word: say(L("Out of the game", "Fuera del juego", "Poza grę")), text: left.text, rule: left.rule, facts: { missing: [], assumed: [] } } : {};
    },
    parts: (draft, form) => [linePart(form, "next_line"), hint(hasKing(draft.next_line) ? NEXT : KINGS)],
  },
  {
    id: "fixed",
    ask: L("May I move a domino that lies there already?", "¿Puedo mover una ficha ya colocada?", "Czy mogę przesunąć kafelek, który już leży?"),
    words: L("move again change turn rotate placed later take back", "mover otra vez cambiar girar colocada después", "przesunąć zmienić obrócić położony później cofnąć"),
    draft: () => ({ squares: [], domino: null, filter: [] }),
    lacks: (draft) => (draft.domino === null ? DOMINO : null),
    question: (draft) => ({ question: { state: { players: [{ name: me(), kingdom: [{ domino: draft.domino, x: 1, y: 0, to: "e" }] }] }, move: { type: "place", player: me(), domino: draft.domino, x: 0, y: 1, to: "n" } } }),
    parts: (draft, form) => [
      hint(L("Which domino? Where it lies makes no difference.", "¿Qué ficha? Da igual dónde esté.", "Który kafelek? Miejsce nie ma znaczenia.")),
      draft.domino !== null && form.boardOf({ state: { players: [{ name: me(), kingdom: [{ domino: draft.domino, x: 1, y: 0, to: "e" }] }] }, marks: undefined, ghosts: [], shown: { west: -1, east: 3, south: -1, north: 1 } }),
      pickerPart(form, null),
    ],
  },
  {
    id: "setup",
    ask: L("How many dominoes and kings do we play with?", "¿Con cuántas fichas y reyes se juega?", "Iloma kafelkami i królami gramy?"),
    words: L("setup number players two three four dominoes kings count start", "preparación número jugadores dos tres cuatro fichas reyes", "przygotowanie liczba graczy dwóch trzech czterech kafelki królowie"),
    draft: () => ({ count: null }),
    lacks: (draft) => (draft.count ? null : HOW_MANY),
    question: (draft, form) => ({ operation: "setup", question: { players: people(draft.count), options: { edition: myBook(form.entry), ...options(draft) } } }),
    told: ({ answer: { state } }, { draft }) => {
      const all = state.pile.length + state.next_line.length + (state.leftovers?.length ?? 0);
      const line = all === 36 ? 3 : 4;
      const kings = draft.count === 2 ? L("2 kings", "2 reyes", "2 królów") : L("1 king", "1 rey", "1 król");
      const text = L("{kings} for each player, {all} dominoes in the game, {line} in every line.", "{kings} por persona, {all} fichas en juego y {line} en cada línea.", "{kings} na osobę; kafelki w grze: {all}, w każdym rzędzie: {line}.");
      return { verdict: "possible", word: say(kings), text: fillIn(text, { kings: say(kings), all, line }), rule: { 2: "kingdomino/two-players/dominoes", 3: "kingdomino/three-players/dominoes", 4: "kingdomino/setup/kings" }[draft.count] };
    },
    parts: (draft, form) => [howMany(form), sizePart(form)],
  },
  ...scoring,
];
