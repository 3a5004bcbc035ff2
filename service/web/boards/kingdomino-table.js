// The whole table of Kingdomino: both lines with their kings, the kingdoms, and what lies beside them. With `edit` each of it is
// changed by taps; without it taps name a move.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { chips, name, stepper } from "../parts.js";
import { capital, t } from "../words.js";
import { kingdomEditor } from "./kingdomino-edit.js";
import { layOf } from "./kingdomino-fits.js";
import { lying, takeOut } from "./kingdomino-squares.js";
import { figure } from "./kingdomino-symbols.js";
import { dominoList, dominoPicker, line } from "./kingdomino-tools.js";

const L = (en, es, pl) => ({ en, es, pl });
const TITLES = {
  current_line: L("The line that is being placed", "La línea que se está colocando", "Rząd, który jest dokładany"),
  next_line: L("The line that is chosen from", "La línea de la que se elige", "Rząd, z którego się wybiera"),
  kings_drawn: L("Order of the kings in the first round", "Orden de los reyes en la primera ronda", "Kolejność królów w pierwszej rundzie"),
  pile: L("Dominoes in the pile", "Fichas en el mazo", "Kafelki w stosie"),
  leftovers: L("Dominoes out of the game", "Fichas fuera de la partida", "Kafelki poza grą"),
  phase: L("Part of the game", "Momento de la partida", "Etap gry"),
};
const PHASES = { "first-round": L("first round", "primera ronda", "pierwsza runda"), play: L("later rounds", "rondas siguientes", "dalsze rundy"), over: L("over", "terminada", "koniec") };
const NOTHING = L("Nothing lies there.", "No hay nada.", "Nic tam nie leży.");
const UNKNOWN = L("Not known: it counts as open.", "No se sabe: queda abierto.", "Nie wiadomo: pozostaje otwarte.");
const WHICH = L("Which dominoes are turned up? Tap them.", "¿Qué fichas se descubren? Tócalas.", "Które kafelki są odkrywane? Dotknij ich.");
const WHOSE = L("Tap the kings in the order in which they are drawn.", "Toca los reyes en el orden en que salen.", "Dotykaj królów w kolejności losowania.");
const MARKED = { good: "✓", bad: "✕" };

/** What the reader has open at this table: a kingdom, a picker, a brush. It is not part of the table. */
const views = new WeakMap();

/** The table as a list of parts; `kingdomOf(scene)` draws one kingdom. */
export function table(scene, kingdomOf) {
  const { form, edit, state } = scene;
  const view = views.get(form) ?? { seat: 0, brush: "wheat", filter: [] };
  views.set(form, view);
  const mover = state.players.findIndex((player) => player.name === scene.move?.player);
  if (mover >= 0 && !edit && view.mover !== scene.move.player) Object.assign(view, { seat: mover, mover: scene.move.player });
  const whole = { ...scene, view, seat: state.players[view.seat] ? view.seat : 0, isLive: Boolean(form.setMove) && !edit, names: state.players.map((player) => player.name), redraw: () => form.drawPicture(), kingdomOf };
  return h(
    "div",
    { class: "kd-whole" },
    edit && phasePart(whole),
    scene.move?.type === "draw" && whole.isLive ? drawPart(whole) : (edit || state.kings_drawn?.length > 0) && kingsPart(whole),
    linePart(whole, "current_line"),
    linePart(whole, "next_line"),
    whole.isLive && scene.move?.type === "reveal" && revealPart(whole),
    edit ? kingdomEditor(whole, zone) : kingdomPart(whole),
    kingdomsPart(whole),
    pilePart(whole),
    (edit || state.leftovers?.length > 0) && leftoversPart(whole),
  );
}

/** A part of the table under its name. While it is changed, a button says that it is not known. */
function zone(whole, { title, field, isKnown, clear, begin }, ...content) {
  const { edit } = whole;
  if (!isKnown && !edit && !whole.isLive) return null;
  const turn = () => edit((state) => void (isKnown ? clear(state) : begin(state)));
  return h(
    "section",
    { class: "kd-zone", data: { zone: `/state/${field}` } },
    h("div", { class: "row spread" }, h("h3", {}, title), edit && h("button", { type: "button", class: "chip small unknown", "aria-pressed": String(!isKnown), "aria-label": `${title}: ${t("not known")}`, onclick: turn }, t("not known"))),
    isKnown ? content : h("p", { class: "quiet" }, say(UNKNOWN)),
  );
}

const own = (field) => ({ field, clear: (state) => delete state[field], begin: (state) => (state[field] = []) });

function phasePart({ state, edit }) {
  const options = [...Object.entries(PHASES).map(([id, text]) => [id, say(text)]), [undefined, t("not known")]];
  return h("section", { class: "kd-zone", data: { zone: "/state/phase" } }, h("h3", {}, say(TITLES.phase)), chips(say(TITLES.phase), options, state.phase, (phase) => edit((now) => void (phase ? (now.phase = phase) : delete now.phase))));
}

// ---------------------------------------------------------------- kings

const king = (names, who, tag, props = {}) => h(tag, { class: `king-of seat-${names.indexOf(who) + 1}`, ...props }, figure("king"), h("span", {}, who));

/** The kings in the order in which they were drawn: a tap takes one away, another adds one at the end. */
function kingsPart(whole) {
  const { state, edit, names } = whole;
  const drawn = state.kings_drawn ?? [];
  return zone(
    whole,
    { title: say(TITLES.kings_drawn), isKnown: state.kings_drawn !== undefined, ...own("kings_drawn") },
    h("div", { class: "kd-kings" }, drawn.map((who, index) => (edit ? king(names, who, "button", { type: "button", "aria-label": `${t("remove")}: ${index + 1}. ${who}`, onclick: () => edit((now) => void now.kings_drawn.splice(index, 1)) }) : king(names, who, "span")))),
    edit && h("div", { class: "chips" }, names.map((who) => h("button", { type: "button", class: "chip", onclick: () => edit((now) => void now.kings_drawn.push(who)) }, `+ ${who}`))),
  );
}

/** The move that draws the kings. */
function drawPart({ names, move }) {
  return h("section", { class: "kd-zone" }, h("p", { class: "hint" }, say(WHOSE)), h("div", { class: "kd-kings" }, names.map((who) => king(names, who, "button", { type: "button", data: { king: who, seats: names.length } }))), h("div", { class: "kd-kings" }, (move.kings ?? []).map((who) => king(names, who, "span"))));
}

// ---------------------------------------------------------------- lines

/** A line as it lies on the table. A tap on a domino names it, or opens the place; a tap on a king puts the next one there. */
function linePart(whole, field) {
  const { state, form, pack, edit, names, view, marks, move, isLive, redraw } = whole;
  const slots = state[field] ?? [];
  if (!slots.length && !edit && !isLive) return null;
  const active = edit && view.open?.field === field ? view.open.index : null;
  const mark = marks?.domino && slots.some((slot) => slot.domino === marks.domino) ? marks : null;
  const set = (work) => edit((now) => {
    work((now[field] ??= []));
    now[field].sort((a, b) => a.domino - b.domino);
  });
  const opened = (index) => {
    view.open = active === index ? null : { field, index };
    redraw();
  };
  const taken = isLive && (form.next?.players?.[0] ?? move?.player);
  return zone(
    whole,
    { title: say(TITLES[field]), isKnown: state[field] !== undefined, ...own(field) },
    !slots.length && !edit && h("p", { class: "quiet" }, say(NOTHING)),
    line(form.module, pack, { slots: edit ? [...slots, { domino: null, king: null }] : slots, names, active, field, chosen: move?.domino, mark: mark && { domino: mark.domino, tone: mark.tone, sign: MARKED[mark.tone] }, who: taken, isLive }, edit && { open: opened, king: (index, who) => set((now) => void (now[index].king = who)) }),
    isLive && mark && reason(marks),
    active !== null && [
      dominoPicker(form.module, pack, { chosen: slots[active]?.domino, filter: view.filter, taken: lying(state) }, (domino) => {
        view.filter = [];
        view.open = slots[active] ? null : { field, index: slots.length + 1 };
        edit((now) => {
          takeOut(now, domino, slots[active]?.domino);
          if (slots[active]) now[field][active].domino = domino;
          else (now[field] ??= []).push({ domino, king: null });
          now[field].sort((a, b) => a.domino - b.domino);
        });
      }, (filter) => { view.filter = filter; redraw(); }),
      slots[active] && h("button", { type: "button", class: "take-away", onclick: () => { view.open = null; set((now) => void now.splice(active, 1)); } }, `${capital(t("remove"))}: ${slots[active].domino}`),
    ],
  );
}

/** Why the move is not legal, where it was made. */
const reason = (marks) => marks?.why && h("p", { class: "kd-why" }, `✕ ${marks.why}`);

/** The move that turns up a line. */
function revealPart({ form, pack, view, move, state, redraw }) {
  return h("section", { class: "kd-zone", data: { line: "reveal" } }, h("p", { class: "hint" }, say(WHICH)), dominoPicker(form.module, pack, { chosen: move.dominoes ?? [], filter: view.filter, taken: lying(state) }, () => {}, (filter) => { view.filter = filter; redraw(); }));
}

// ---------------------------------------------------------------- kingdoms

/** The kingdom that the move is about, large; a domino can be laid in it. */
function kingdomPart(whole) {
  const { state, form, move, marks, isLive, seat, redraw } = whole;
  const player = state.players[seat];
  const isMine = move?.player === player.name;
  const placing = isLive && isMine && move?.type === "place" && move.domino && (player.kingdom || player.squares);
  const lay = placing && layOf({ form, options: state.options, player: { name: player.name, ...(player.kingdom ? { kingdom: player.kingdom } : { squares: player.squares }) }, domino: move.domino, move, drop: (other) => form.setMove(other), ready: redraw });
  return zone(
    whole,
    { title: kingdomTitle(whole, seat), field: `players/${seat}`, isKnown: Boolean(player.kingdom || player.squares) },
    kept(whole.kingdomOf({ ...whole, whole: false, who: seat, marks: marks?.of?.(player), worth: marks?.worth?.(player), move: isMine && move?.type === "place" ? move : undefined, ghosts: isMine ? whole.ghosts : [], lay: lay || undefined })),
    isLive && isMine && move?.type === "place" && reason(marks),
    discards(whole, player),
  );
}

const discards = ({ form, pack }, player) => player.discarded?.length > 0 && [h("p", { class: "label" }, capital(name(form.module, "discarded"))), dominoList(form.module, pack, player.discarded)];

/** What is tapped on the board has been taken there. */
function kept(board) {
  board.addEventListener("click", (event) => event.stopPropagation());
  return board;
}

const kingdomTitle = ({ names, form }, seat) => `${capital(name(form.module, "kingdom"))}: ${names[seat]}`;

/** The other kingdoms, small; a tap shows one large. */
function kingdomsPart(whole) {
  const { state, view, seat, isLive, edit, names, marks, redraw } = whole;
  if (state.players.length < 2) return null;
  const small = (player, index) => {
    const isKnown = Boolean(player.kingdom || player.squares);
    const picture = isKnown ? whole.kingdomOf({ ...whole, whole: false, who: index, marks: marks?.of?.(player), worth: marks?.worth?.(player), move: undefined, ghosts: [], lay: undefined, isSmall: true }) : h("span", { class: "kd-unknown" }, "?");
    const inside = [h("span", { class: "kd-name" }, figure("king"), player.name), picture];
    const attributes = { class: `kd-small seat-${index + 1}`, "aria-label": kingdomTitle(whole, index) };
    return edit || isLive ? h("button", { type: "button", ...attributes, onclick: () => { Object.assign(view, { seat: index, open: null, hand: null }); redraw(); } }, inside) : h("div", { ...attributes, role: "group" }, inside);
  };
  return h("div", { class: "kd-others" }, state.players.map((player, index) => index !== seat && small(player, index)));
}

// ---------------------------------------------------------------- beside them

function pilePart(whole) {
  const { state, edit } = whole;
  const label = say(TITLES.pile);
  if (!edit) return state.pile && h("p", { class: "quiet kd-pile" }, `${label}: ${state.pile.length}`);
  const set = (count) => edit((now) => void (now.pile = count > now.pile.length ? [...now.pile, ...Array(count - now.pile.length).fill("?")] : now.pile.slice(0, count)));
  return zone(whole, { title: label, isKnown: state.pile !== undefined, ...own("pile") }, stepper(label, state.pile?.length, set, { max: 48 }));
}

function leftoversPart(whole) {
  const { state, edit, form, pack, view, redraw } = whole;
  const isOpen = view.open?.field === "leftovers";
  const toggle = (domino) => edit((now) => {
    if (!now.leftovers.includes(domino)) takeOut(now, domino);
    now.leftovers = now.leftovers.includes(domino) ? now.leftovers.filter((one) => one !== domino) : [...now.leftovers, domino];
  });
  return zone(
    whole,
    { title: say(TITLES.leftovers), isKnown: state.leftovers !== undefined, ...own("leftovers") },
    dominoList(form.module, pack, state.leftovers ?? [], edit && toggle),
    edit && h("button", { type: "button", class: "icon add", "aria-label": t("add"), "aria-expanded": String(isOpen), onclick: () => { view.open = isOpen ? null : { field: "leftovers" }; redraw(); } }, "+"),
    edit && isOpen && dominoPicker(form.module, pack, { chosen: state.leftovers, filter: view.filter, taken: lying(state).filter((one) => !state.leftovers.includes(one)) }, toggle, (filter) => { view.filter = filter; redraw(); }),
  );
}
