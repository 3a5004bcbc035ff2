// Roll & Raid's disputes: questions as people ask them. What is printed on sheets and cards is told by the reader, as far as it decides.

import { COLOURS, dieFace, symbol } from "../boards/roll-and-raid-pieces.js";
import { keyOf } from "../boards/roll-and-raid.js";
import { hint, say } from "../controls.js";
import { name, keep, kept } from "../parts.js";
import raids from "./roll-and-raid-raids.js";
import { DEFENCE, L, PHASES, besides, cardOf, choice, developmentOf, digits, faces, favourOf, godOf, hallOf, happening, hexagonsOf, me, mine, noDice, nowhereElse, ownChoice, ownPart, ownSheet, ownTrack, ownedDevelopments, raidBy, raidDice, setting, settlementOf, sheetOr, storesOf, told, trackBoxes, tracksOf, usedDice, villageOf, yesNo } from "./roll-and-raid-parts.js";

const VILLAGE = "roll-and-raid.village";
const DIE = L("Tap the die as it lies.", "Toca el dado como está.", "Dotknij kości tak, jak leży.");
const PLACE = L("Tap where you want to use it.", "Toca dónde quieres usarlo.", "Dotknij, gdzie chcesz jej użyć.");
const FREE = L("How many boxes are free there?", "¿Cuántas casillas libres hay ahí?", "Ile wolnych pól jest na tym torze?");
const ASKS = L("What the sheet asks for: a die of", "Lo que pide la hoja: un dado de", "Arkusz wymaga kości o wartości");
const VILLAGE_DIE = L("Which is the village die on your sheet?", "¿Cuál es el dado de la aldea en la hoja?", "Która kość jest na arkuszu kością wioski?");
const VIKINGS = L("Vikings you have left", "Vikingos que te quedan", "Ilu masz jeszcze wikingów");
const RAISED = L("Raised at the altar in this round by", "Subido en el Altar en esta ronda en", "Podniesiona w tej rundzie na ołtarzu o");
const USED_AS = L("Used as a die of", "Se usa como un dado de", "Użyta jako kość o wartości");
const RAISE = L("Raising a die costs one Viking on the altar for each point, before the die is used.", "Subir un dado cuesta un vikingo en el Altar por cada punto, antes de usar el dado.", "Podniesienie kości kosztuje wikinga na ołtarzu za każdy punkt, zanim użyje się kości.");
const FOUR = 4;
const SIX = 6;
const hasRaised = (own, count) => say(L(`${own} has raised this die at the altar by ${count} in this round, for ${count === 1 ? "one Viking" : `${count} Vikings`}`, `${own} ha subido este dado en el Altar en ${count} en esta ronda, por ${count === 1 ? "un vikingo" : `${count} vikingos`}`, `${own} podnosi tę kość na ołtarzu w tej rundzie o ${count}; liczba wikingów: ${count}`));

/** A die, where it is to be used, and what decides there: free boxes, the village die, the value that a development asks for. */
const place = (draft) => (draft.to ?? "").split(" ");
const isOwnTrack = (draft) => draft.to === `track ${draft.kind}`;
const isDear = (draft) => draft.to === "development" && draft.value + (draft.raised ?? 0) >= FOUR;
const WHICH_DEVELOPMENT = L("Which development?", "¿Qué desarrollo?", "Które rozwinięcie?");
const WHICH_BOX = L("Tap the last box you have marked there.", "Toca la última casilla que has marcado ahí.", "Dotknij ostatniego pola, które tam zaznaczono.");

/** Whether the reader's own sheet settles what is printed there: a track, the Great Hall, a development. */
function isOnOwnSheet(draft) {
  const [to, own] = place(draft);
  if (to === "track") return Boolean(ownTrack(own));
  if (to === "hall") return Boolean(ownPart("village_die") && ownPart("great_hall"));
  return to === "development" && Boolean(ownPart("developments")?.length);
}

function lacksOfUse(draft, isFavour = false) {
  const [to] = place(draft);
  if (!draft.to) return PLACE;
  if (!isFavour && isOnOwnSheet(draft)) return to === "development" && !draft.development ? WHICH_DEVELOPMENT : to === "track" && isOwnTrack(draft) && draft.marked === undefined ? WHICH_BOX : null;
  if (((to === "track" && (isFavour || isOwnTrack(draft))) || to === "god") && draft.free === undefined) return FREE;
  if (to === "hall" && !isFavour && !draft.village) return VILLAGE_DIE;
  return isDear(draft) && draft.asks === undefined ? ASKS : null;
}

/** What the sheet shows there. */
function sheetFor(draft) {
  const [to] = place(draft);
  if (to === "track" && draft.free !== undefined) return { tracks: tracksOf(draft.free) };
  if (to === "god" && draft.free !== undefined) return { gods: godOf(draft.free) };
  if (to === "hall") return { ...(draft.village && { village_die: villageOf(draft.village) }), great_hall: hallOf() };
  return isDear(draft) && draft.asks ? { developments: developmentOf(draft.asks) } : {};
}

/** What is marked there: nothing of what is free, everything if nothing is. */
function markedFor(draft) {
  const [to, own] = place(draft);
  if (to === "track" && draft.marked !== undefined) return { tracks: { [own]: draft.marked } };
  if (to === "track" && draft.free !== undefined) return { tracks: { [own]: draft.free ? 0 : 1 } };
  if (to === "god" && draft.free !== undefined) return { gods: { god: draft.free ? [] : [1] } };
  return {};
}

function useMove(draft, die, more = {}) {
  const [to, own] = place(draft);
  return { type: "use", player: me(), die, to, ...(to === "track" && { track: own }), ...(to === "god" && { god: "god" }), ...(to === "development" && { development: draft.development ?? "development" }), ...more };
}

/** The place on the sheet, and what decides there. */
function placeParts(draft, form, die, isFavour = false) {
  const [to] = place(draft);
  const village = (own) => {
    keep(VILLAGE, own);
    setting(form, { village: own });
  };
  const board = form.boardOf({ show: "uses", die, to: draft.to, tap: (key) => setting(form, { to: key, free: undefined, marked: undefined, development: undefined }) });
  if (!isFavour && isOnOwnSheet(draft)) return [board, ownParts(draft, form)];
  return [
    board,
    ((to === "track" && (isFavour || isOwnTrack(draft))) || to === "god") && digits(FREE, draft.free, (free) => setting(form, { free }), { to: 6, more: true, zone: `/state/players/0/${to === "god" ? "gods" : "tracks"}` }),
    to === "hall" && !isFavour && choice(VILLAGE_DIE, COLOURS.map((own) => [own, name(form.module, own), dieFace(own, "", 22)]), draft.village, village, "/pack/village_die"),
    isDear(draft) && digits(ASKS, draft.asks, (asks) => setting(form, { asks }), { from: FOUR, to: 9, zone: "/pack/developments" }),
  ];
}

/** What decides at a place of the reader's own sheet. */
function ownParts(draft, form) {
  const [to, own] = place(draft);
  return [
    to === "development" && ownChoice(WHICH_DEVELOPMENT, ownPart("developments"), draft.development, (development) => setting(form, { development }), "/pack/developments"),
    to === "track" && isOwnTrack(draft) && trackBoxes(form, own, draft.marked, (marked) => setting(form, { marked })),
    ownedDevelopments(form, draft),
  ];
}

const takeUse = (draft, move) => {
  if (move.type === "use") Object.assign(draft, { to: keyOf(move), free: undefined, marked: undefined, development: undefined });
};

const WHERE = { port: "port", armoury: "armoury", settlement: "settlements", god: "gods" };
const FIGURES = { port: "ship", armoury: "axe", settlement: "house", god: "god" };

/** Where a favour die is printed, and whether what unlocks it is marked. */
function favourAt({ where, unlocked }) {
  if (where === "god") return [{ gods: godOf(1, { favours: ["favour"] }, "printed") }, { gods: { printed: unlocked ? [1] : [] } }];
  if (where === "settlement") return [{ settlements: settlementOf(1, "favour") }, { settlements: { settlement: unlocked ? 1 : 0 } }];
  return [{ [where]: hexagonsOf("free", ["favour"]) }, { [where]: unlocked ? ["first"] : [] }];
}

/** The parts of the sheet that a use and a favour die need; both may be tracks of gods. */
const together = (use, favour) => ({ ...use, ...favour, ...(use.gods && favour.gods && { gods: Array.isArray(use.gods) ? [...use.gods, ...favour.gods] : { ...use.gods, ...favour.gods } }) });

const GOODS = ["ship", "axe", "house"];
const PLACES = ["port", "armoury", "settlement"];
const STATES = [["free", L("Free", "Libre", "Wolne")], ["marked", L("Already marked", "Ya marcado", "Już zaznaczone")], ["later", L("Free, but the printed order has another first", "Libre, pero el orden impreso tiene otro antes", "Wolne, ale w wydrukowanej kolejności wcześniejsze jest inne")]];

function storage({ place: own, state }) {
  if (own === "settlement") return [{ settlements: settlementOf(FOUR) }, { settlements: { settlement: state === "marked" ? FOUR : 0 } }, "settlement"];
  return [{ [own]: hexagonsOf(state === "later" ? "fixed" : "free") }, { [own]: state === "marked" ? ["first"] : [] }, state === "later" ? "second" : "first"];
}

const BENEFITS = [["die", L("+1 on a die", "+1 en un dado", "+1 na kości")], ["raid", L("+2 on the raid roll", "+2 en la tirada de Saqueo", "+2 do rzutu najazdu")], ["reroll", L("Roll the raid dice again", "Repetir la tirada de Saqueo", "Powtórzyć rzut najazdu")]];
const WAITING = L("Is a product still without a place?", "¿Queda un producto sin sitio?", "Czy jakiś towar nie ma jeszcze miejsca?");
const FOR_WHAT = L("For what?", "¿Para qué?", "Na co?");
const WHICH_DIE = L("Which die?", "¿Qué dado?", "Która kość?");
const WHEN = L("When?", "¿Cuándo?", "Kiedy?");
const BOUGHT = L("New rolls bought in the production phase and not used", "Repeticiones compradas en la fase de producción y sin usar", "Powtórzenia kupione w fazie produkcji i nieużyte");
const LIES = L("Tap the defence of the card and both raid dice.", "Toca la defensa de la carta y los dos dados de Saqueo.", "Dotknij obrony karty i obu kości najazdu.");
const MOMENTS = [["production", L("Production phase", "Fase de producción", "Faza produkcji")], ["choice", L("While raids are chosen", "Al elegir incursión", "Przy wyborze wypraw")], ["conflict", L("While clans bid", "Durante las apuestas", "Podczas licytacji")], ["help", L("After a raid roll that was too low", "Tras una tirada de Saqueo demasiado baja", "Po zbyt niskim rzucie najazdu")], ["maintenance", L("Maintenance phase", "Fase de mantenimiento", "Faza porządkowa")]];
/** Help for the raid roll while the raid dice lie on the table. */
const isAfterRoll = ({ moment, benefit }, wanted) => moment === "help" && benefit === wanted;
const ROUNDS = Array.from({ length: 16 }, (_, index) => index + 1);

const production = [
  {
    id: "use",
    ask: L("May I use this die so?", "¿Puedo usar este dado así?", "Czy mogę tak użyć tej kości?"),
    words: L("resource die track hall god colour village brown grey orange", "dado recurso track salón dios color aldea marrón gris naranja", "kość zasobów tor sala bóg kolor wioska brązowa szara pomarańczowa"),
    draft: () => ({ kind: null, value: null, to: null, village: kept(VILLAGE, null) }),
    lacks: (draft) => (!draft.kind ? DIE : lacksOfUse(draft)),
    question: (draft) => ({ question: { pack: sheetOr(isOnOwnSheet(draft), sheetFor(draft)), state: { players: [mine(draft, { ...markedFor(draft), ...(isOnOwnSheet(draft) && { developments: draft.owned }) })], ...(draft.phase && { phase: draft.phase }) }, move: useMove(draft, draft.kind, { value: draft.value + (draft.raised ?? 0) }) } }),
    take: takeUse,
    told: (asked, form) => {
      const raised = form.draft.raised ?? 0;
      return happening(asked, { given: ["die-counts"], more: raised ? [{ text: hasRaised(me(), raised), zones: ["/state/players/0/raised"] }] : [] });
    },
    parts: (draft, form) => [
      faces(form, DIE, COLOURS, (kind, value) => draft.kind === kind && draft.value === value, (kind, value) => setting(form, { kind, value, raised: undefined })),
      placeParts(draft, form, draft.kind && { kind: draft.kind, value: draft.value + (draft.raised ?? 0) }),
      draft.kind && draft.to && draft.value < SIX && [digits(USED_AS, draft.value + (draft.raised ?? 0), (wanted) => setting(form, { raised: wanted === undefined || wanted === draft.value ? undefined : wanted - draft.value }), { from: draft.value, to: SIX, zone: "/state/players/0/raised" }), draft.raised && hint(RAISE)],
      draft.to && besides(form, draft),
      ownSheet(form),
    ],
  },
  {
    id: "development",
    ask: L("May I build this development?", "¿Puedo construir este desarrollo?", "Czy mogę zdobyć to rozwinięcie?"),
    words: L("develop building four requirement twice again", "desarrollo edificio cuatro requisito dos veces", "rozwój budynek cztery wymaganie dwa razy"),
    draft: () => ({ kind: null, value: null, to: "development", have: undefined }),
    lacks: (draft) => (!draft.kind ? DIE : isOnOwnSheet(draft) ? (draft.development ? null : WHICH_DEVELOPMENT) : draft.value >= FOUR && draft.asks === undefined ? ASKS : draft.before !== undefined && draft.have === undefined ? L("Do you have it already?", "¿Ya lo tienes?", "Czy już je masz?") : null),
    question: (draft) => {
      const isOwn = isOnOwnSheet(draft);
      const owned = [...(draft.have ? ["development"] : []), ...(draft.before === "have" ? ["before"] : [])];
      const developments = isOwn ? draft.owned : draft.have === undefined ? undefined : owned;
      const sheet = draft.asks === undefined ? {} : { developments: developmentOf(draft.asks, ["have", "lack"].includes(draft.before)) };
      return { question: { pack: sheetOr(isOwn, sheet), state: { players: [mine(draft, { developments })], ...(draft.phase && { phase: draft.phase }) }, move: useMove(draft, draft.kind, { value: draft.value }) } };
    },
    told: (asked) => happening(asked, { given: ["die-counts"] }),
    parts: (draft, form) => [
      faces(form, DIE, COLOURS, (kind, value) => draft.kind === kind && draft.value === value, (kind, value) => setting(form, { kind, value })),
      isOnOwnSheet(draft) ? ownParts(draft, form) : draft.value >= FOUR && digits(ASKS, draft.asks, (asks) => setting(form, { asks }), { from: FOUR, to: 9, zone: "/pack/developments" }),
      !isOnOwnSheet(draft) && yesNo(L("Do you have it already?", "¿Ya lo tienes?", "Czy już je masz?"), draft.have, (have) => setting(form, { have }), "/state/players/0/developments"),
      !isOnOwnSheet(draft) && choice(L("Does it ask for another development?", "¿Pide otro desarrollo?", "Czy wymaga innego rozwinięcia?"), [["no", L("No", "No", "Nie")], ["have", L("Yes, and I have it", "Sí, y lo tengo", "Tak, i je mam")], ["lack", L("Yes, and I do not have it", "Sí, y no lo tengo", "Tak, a go nie mam")]], draft.before, (before) => setting(form, { before }), "/pack/developments"),
      besides(form, draft),
      ownSheet(form),
    ],
  },
  {
    id: "favour",
    ask: L("May I use this favour die?", "¿Puedo usar este dado de favor divino?", "Czy mogę użyć tej kości łaski?"),
    words: L("favour divine unlock locked colour again third", "favor divino desbloquear color otra vez", "łaska odblokować kolor ponownie"),
    draft: () => ({ where: undefined, unlocked: undefined, value: undefined, to: null }),
    lacks: (draft) => (draft.where === undefined ? L("Where is it printed?", "¿Dónde está impreso?", "Gdzie jest wydrukowana?") : draft.unlocked === undefined ? L("Is it unlocked?", "¿Está desbloqueado?", "Czy jest odblokowana?") : draft.value === undefined ? L("Which value is printed on it?", "¿Qué valor tiene impreso?", "Jaka wartość jest na niej wydrukowana?") : draft.to === "development" && draft.value < FOUR && draft.raised === undefined ? RAISED : lacksOfUse(draft, true)),
    question: (draft) => {
      const [sheet, marks] = favourAt(draft);
      const state = { players: [mine(draft, { ...together(markedFor(draft), marks), ...(draft.raised !== undefined && { raised: draft.raised ? { favour: draft.raised } : {} }), ...(draft.again !== undefined && { favours_used: draft.again ? ["favour"] : [] }) })], ...(draft.phase && { phase: draft.phase }) };
      return { question: { pack: told({ ...(!draft.unlocked && nowhereElse()), ...together(sheetFor({ ...draft, village: null }), sheet), favours: favourOf(draft.value) }), state, move: useMove(draft, "favour") } };
    },
    take: takeUse,
    parts: (draft, form) => [
      choice(L("Where is it printed?", "¿Dónde está impreso?", "Gdzie jest wydrukowana?"), Object.keys(WHERE).map((own) => [own, name(form.module, WHERE[own]), symbol(FIGURES[own], 20)]), draft.where, (where) => setting(form, { where })),
      draft.where && yesNo({ port: L("Is a ship stored in a hexagon that touches it?", "¿Hay un barco guardado en un hexágono que lo toca?", "Czy w stykającym się z nią sześciokącie leży łódź?"), armoury: L("Is an axe stored in a hexagon that touches it?", "¿Hay un hacha guardada en un hexágono que lo toca?", "Czy w stykającym się z nią sześciokącie leży topór?"), settlement: L("Are all houses of the settlement crossed?", "¿Están tachadas todas las casas del asentamiento?", "Czy wszystkie domy osady są skreślone?"), god: L("Is a value written in its box?", "¿Hay un valor escrito en su casilla?", "Czy w jej polu wpisano wartość?") }[draft.where], draft.unlocked, (unlocked) => setting(form, { unlocked }), `/state/players/0/${WHERE[draft.where]}`),
      digits(L("Which value is printed on it?", "¿Qué valor tiene impreso?", "Jaka wartość jest na niej wydrukowana?"), draft.value, (value) => setting(form, { value }), { from: 1, to: 6, zone: "/pack/favours" }),
      placeParts(draft, form, draft.value && { kind: "favour", value: draft.value }, true),
      digits(RAISED, draft.raised, (raised) => setting(form, { raised }), { to: 4, zone: "/state/players/0/raised" }),
      yesNo(L("Have you used it before in this game?", "¿Ya lo usaste en esta partida?", "Czy już jej w tej grze użyto?"), draft.again, (again) => setting(form, { again }), "/state/players/0/favours_used"),
      choice(L("Which phase is it?", "¿Qué fase es?", "Która to faza?"), PHASES, draft.phase, (phase) => setting(form, { phase }), "/state/phase"),
    ],
  },
  {
    id: "store",
    ask: L("May I store this product there?", "¿Puedo guardar este producto ahí?", "Czy mogę tam odłożyć ten towar?"),
    words: L("axe ship house port armoury settlement hexagon full", "hacha barco casa puerto armería asentamiento hexágono lleno", "topór łódź dom port zbrojownia osada sześciokąt pełny"),
    draft: () => ({ good: undefined, place: undefined, state: undefined }),
    lacks: (draft) => (draft.good === undefined ? L("Which product?", "¿Qué producto?", "Jaki towar?") : draft.place === undefined ? L("Where?", "¿Dónde?", "Gdzie?") : draft.state === undefined ? L("How is this place?", "¿Cómo está ese lugar?", "Jakie jest to miejsce?") : null),
    question: (draft) => {
      const [sheet, marks, id] = storage(draft);
      return { question: { pack: told({ ...storesOf(), ...sheet }), state: { players: [mine({}, { ...marks, ...(draft.gained !== undefined && { waiting: draft.gained ? [draft.good] : [] }) })], ...(draft.phase && { phase: draft.phase }) }, move: { type: "store", player: me(), good: draft.good, place: id } } };
    },
    parts: (draft, form) => [
      choice(L("Which product?", "¿Qué producto?", "Jaki towar?"), GOODS.map((good) => [good, name(form.module, good), symbol(good, 22)]), draft.good, (good) => setting(form, { good })),
      choice(L("Where?", "¿Dónde?", "Gdzie?"), PLACES.map((own) => [own, name(form.module, WHERE[own]), symbol(FIGURES[own], 20)]), draft.place, (own) => setting(form, { place: own, state: undefined })),
      draft.place && choice(L("How is this place?", "¿Cómo está ese lugar?", "Jakie jest to miejsce?"), draft.place === "settlement" ? STATES.slice(0, 2) : STATES, draft.state, (state) => setting(form, { state }), `/state/players/0/${WHERE[draft.place]}`),
      yesNo(L("Did you just gain this product?", "¿Acabas de obtener este producto?", "Czy ten towar właśnie zdobyto?"), draft.gained, (gained) => setting(form, { gained }), "/state/players/0/waiting"),
      choice(L("Which phase is it?", "¿Qué fase es?", "Która to faza?"), PHASES, draft.phase, (phase) => setting(form, { phase }), "/state/phase"),
    ],
  },
  {
    id: "altar",
    ask: L("May I raise a die, or roll again, at the altar?", "¿Puedo subir un dado o repetir la tirada en el Altar?", "Czy na ołtarzu mogę podnieść kość lub powtórzyć rzut?"),
    words: L("altar sacrifice viking plus reroll seven", "altar sacrificio vikingo más repetir siete", "ołtarz ofiara wiking plus przerzut siedem"),
    draft: () => ({ benefit: undefined, moment: undefined, vikings: undefined, kind: undefined, dice: noDice() }),
    lacks: (draft) => {
      if (draft.benefit === undefined) return FOR_WHAT;
      if (draft.benefit === "die" && !draft.kind) return WHICH_DIE;
      if (draft.moment === undefined) return WHEN;
      if (draft.vikings === undefined) return VIKINGS;
      if (isAfterRoll(draft, "reroll") && draft.rerolls === undefined) return BOUGHT;
      return isAfterRoll(draft, "raid") && (draft.defence === undefined || draft.dice.includes(null)) ? LIES : null;
    },
    question: (draft) => {
      const clan = mine(draft, { vikings: draft.vikings, ...(isAfterRoll(draft, "reroll") && { help: { rerolls: draft.rerolls } }) });
      const move = { type: "altar", player: me(), benefit: draft.benefit, ...(draft.benefit === "die" && { die: draft.kind }) };
      const time = draft.moment === "help" ? raidBy(me(), "help", isAfterRoll(draft, "raid") ? { dice: draft.dice } : {}) : { phase: draft.moment };
      return { question: { ...(isAfterRoll(draft, "raid") && { pack: told({ cards: cardOf(draft.defence) }) }), state: { ...time, players: [clan] }, move } };
    },
    told: (asked) => happening(asked, { rule: `roll-and-raid/altar/${{ die: "plus-one", raid: "plus-two", reroll: "reroll" }[asked.question?.move.benefit]}` }),
    parts: (draft, form) => [
      choice(FOR_WHAT, BENEFITS, draft.benefit, (benefit) => setting(form, { benefit })),
      draft.benefit === "die" && choice(WHICH_DIE, COLOURS.map((own) => [own, name(form.module, own), dieFace(own, "", 22)]), draft.kind, (kind) => setting(form, { kind })),
      choice(WHEN, MOMENTS, draft.moment, (moment) => setting(form, { moment }), "/state/phase"),
      digits(VIKINGS, draft.vikings, (vikings) => setting(form, { vikings }), { to: 6, more: true, zone: "/state/players/0/vikings" }),
      isAfterRoll(draft, "reroll") && digits(BOUGHT, draft.rerolls, (rerolls) => setting(form, { rerolls }), { to: 4, zone: "/state/players/0/help" }),
      isAfterRoll(draft, "raid") && [digits(DEFENCE, draft.defence, (defence) => setting(form, { defence }), { from: 2, to: 16, zone: "/pack/cards" }), raidDice(form, draft)],
      draft.benefit === "die" && draft.moment === "production" && usedDice(form, draft),
    ],
  },
  {
    id: "dice",
    ask: L("May I stop with fewer than two dice?", "¿Puedo parar con menos de dos dados?", "Czy mogę skończyć po użyciu mniej niż dwóch kości?"),
    words: L("must use both dice end production pass", "obligación usar dos dados terminar producción pasar", "muszę użyć dwóch kości koniec produkcji pas"),
    draft: () => ({ used: undefined }),
    lacks: (draft) => (draft.used === undefined ? L("Which dice have you used?", "¿Qué dados usaste?", "Których kości użyto?") : draft.waiting === undefined ? WAITING : null),
    question: (draft) => ({ question: { state: { phase: "production", players: [mine(draft, { waiting: draft.waiting ? ["axe"] : [] })] }, move: { type: "done", player: me() } } }),
    told: ({ answer }) => (answer.verdict === "legal" ? { rule: "roll-and-raid/dice/drop" } : {}),
    parts: (draft, form) => [usedDice(form, draft), yesNo(WAITING, draft.waiting, (waiting) => setting(form, { waiting }), "/state/players/0/waiting")],
  },
  {
    id: "festival",
    ask: L("What must I sacrifice at the festival?", "¿Qué debo sacrificar en las rondas de sacrificio?", "Co muszę złożyć w ofierze w święto?"),
    words: L("sacrifice offering vikings round four eight twelve sixteen", "sacrificio ofrenda vikingos ronda cuatro ocho doce dieciséis", "ofiara wikingowie runda cztery osiem dwanaście szesnaście"),
    draft: () => ({ round: undefined, give: undefined, vikings: undefined }),
    lacks: (draft) => (draft.round === undefined ? L("Which round is it?", "¿Qué ronda es?", "Która to runda?") : draft.give === undefined ? L("How many Vikings do you want to sacrifice?", "¿Cuántos vikingos quieres sacrificar?", "Ilu wikingów chcesz złożyć w ofierze?") : null),
    question: (draft) => ({ question: { state: { round: draft.round, players: [mine({}, { vikings: draft.vikings, ...(draft.before !== undefined && { sacrifices: draft.before ? { [draft.round]: 1 } : {} }) })], ...(draft.moment && { phase: draft.moment }) }, move: { type: "sacrifice", player: me(), vikings: draft.give } } }),
    take: (draft, move) => Object.assign(draft, { give: move.vikings }),
    parts: (draft, form) => [
      digits(L("Which round is it?", "¿Qué ronda es?", "Która to runda?"), draft.round, (round) => setting(form, { round }), { only: ROUNDS, zone: "/state/round" }),
      digits(L("How many Vikings do you want to sacrifice?", "¿Cuántos vikingos quieres sacrificar?", "Ilu wikingów chcesz złożyć w ofierze?"), draft.give, (give) => setting(form, { give }), { to: 8 }),
      digits(VIKINGS, draft.vikings, (vikings) => setting(form, { vikings }), { to: 8, zone: "/state/players/0/vikings" }),
      choice(L("Have the resource dice been rolled?", "¿Ya se tiraron los dados de recurso?", "Czy rzucono już kośćmi zasobów?"), [["start", L("Not yet", "Todavía no", "Jeszcze nie")], ["production", L("Yes", "Sí", "Tak")]], draft.moment, (moment) => setting(form, { moment }), "/state/phase"),
      [4, 8, 12, 16].includes(draft.round) && yesNo(L("Have you sacrificed at this festival already?", "¿Ya sacrificaste en esta ronda?", "Czy już złożono ofiarę w to święto?"), draft.before, (before) => setting(form, { before }), "/state/players/0/sacrifices"),
    ],
  },
];

export default [production[0], ...raids.slice(0, 6), ...production.slice(1), ...raids.slice(6)];
