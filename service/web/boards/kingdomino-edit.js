// A kingdom that is changed at the whole table: painted square by square, laid with dominoes, or not known.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { chips, name } from "../parts.js";
import { capital, t } from "../words.js";
import { layOf } from "./kingdomino-fits.js";
import { turned } from "./kingdomino-lay.js";
import { at, halvesOf, lying, paint, squaresOf, takeOut } from "./kingdomino-squares.js";
import { dominoList, dominoPicker, palette } from "./kingdomino-tools.js";

const L = (en, es, pl) => ({ en, es, pl });
const HOW = L("How it is entered", "Cómo se introduce", "Jak wpisane");
const SQUARES = L("by squares", "por casillas", "polami");
const DOMINOES = L("by dominoes", "por fichas", "kafelkami");
const SWIPE = L("Choose a terrain and swipe over its squares. Tap a painted square: crowns.", "Elige un terreno y desliza por sus casillas. Toca una pintada: coronas.", "Wybierz teren i przesuń palcem po polach. Dotknij pomalowanego: korony.");
const TAKE = L("Tap a domino below, then its place. Tap a laid domino to pick it up.", "Toca una ficha abajo y luego su lugar. Toca una ficha colocada para levantarla.", "Dotknij kafelka poniżej, potem jego miejsca. Dotknij leżącego kafelka, żeby go podnieść.");
const LAY = L("Tap where it lies; tap again to turn it.", "Toca dónde va; otro toque la gira.", "Dotknij, gdzie leży; jeszcze raz, żeby obrócić.");
const TURN = L("Turn", "Girar", "Obróć");

/** The kingdom that is open, with what changes it. `zone` frames a part of the table. */
export function kingdomEditor(whole, zone) {
  const { state, seat, edit, names, form } = whole;
  const player = state.players[seat];
  const how = player.kingdom ? "kingdom" : player.squares ? "squares" : undefined;
  const title = `${capital(name(form.module, "kingdom"))}: ${names[seat]}`;
  const tell = (now, kind) => {
    const own = now.players[seat];
    const squares = [...squaresOf(own, form.pack).values()].map(({ x, y, terrain, crowns }) => ({ x, y, terrain, crowns }));
    delete own.kingdom;
    delete own.squares;
    if (kind) own[kind] = kind === "squares" ? squares : [];
  };
  const turn = (kind) => {
    whole.view.hand = null;
    edit((now) => void tell(now, kind));
  };
  return [
    zone(
      whole,
      { title, field: `players/${seat}`, isKnown: Boolean(how), clear: (now) => tell(now), begin: (now) => tell(now, "squares") },
      chips(say(HOW), [["squares", say(SQUARES)], ["kingdom", say(DOMINOES)]], how, turn),
      how && (how === "squares" ? painted(whole) : laid(whole)),
    ),
    discarded(whole),
  ];
}

function painted(whole) {
  const { seat, edit, form, view, redraw, kingdomOf } = whole;
  const stroke = (places) => edit((now) => void paint(now.players[seat].squares, view.brush, places, form.pack));
  return [
    h("p", { class: "hint" }, say(SWIPE)),
    kingdomOf({ ...whole, whole: false, who: seat, move: undefined, ghosts: [], paint: stroke }),
    palette(form.module, view.brush, (brush) => { view.brush = brush; redraw(); }),
  ];
}

/** Dominoes: one is in hand and is laid by a tap, wherever it lies at that table; one that lies there is picked up by a tap. */
function laid(whole) {
  const { state, seat, edit, form, pack, view, redraw, kingdomOf } = whole;
  const player = state.players[seat];
  const drop = (move) => {
    const there = { domino: move.domino, x: move.x, y: move.y, to: move.to };
    edit((now) => {
      const own = now.players[seat];
      own.kingdom = [...own.kingdom.filter((one) => one.domino !== move.domino), there];
      takeOut(now, move.domino);
    });
  };
  const lies = player.kingdom.find((one) => one.domino === view.hand);
  const others = { name: player.name, kingdom: player.kingdom.filter((one) => one.domino !== view.hand) };
  const move = lies && { type: "place", player: player.name, ...lies };
  const lay = view.hand && layOf({ form, options: state.options, player: others, domino: view.hand, move, drop, ready: redraw });
  const pickUp = (x, y) => {
    view.hand = player.kingdom.find((one) => halvesOf(one).some(([a, b]) => at(a, b) === at(x, y)))?.domino ?? null;
    redraw();
  };
  const done = (domino) => {
    view.hand = domino;
    redraw();
  };
  const away = () => {
    const gone = view.hand;
    view.hand = null;
    edit((now) => void (now.players[seat].kingdom = now.players[seat].kingdom.filter((one) => one.domino !== gone)));
  };
  const table = view.hand ? { ...state, players: state.players.map((one, index) => (index === seat ? { ...one, ...others } : one)) } : state;
  return [
    h("p", { class: "hint" }, say(view.hand ? LAY : TAKE)),
    kingdomOf({ ...whole, whole: false, state: table, who: seat, move: view.hand ? move : undefined, ghosts: [], marks: undefined, ...(view.hand ? { lay } : { tap: pickUp }) }),
    view.hand && h("div", { class: "row wrap hand" }, dominoList(form.module, pack, [view.hand]), h("button", { type: "button", class: "turn", disabled: !lies, onclick: () => drop(turned(move)) }, `↻ ${say(TURN)}`), h("button", { type: "button", class: "take-away", onclick: away }, capital(t("remove"))), h("button", { type: "button", class: "primary put-down", onclick: () => done(null) }, t("done"))),
    !view.hand && dominoPicker(form.module, pack, { filter: view.filter, taken: lying(state) }, done, (filter) => { view.filter = filter; redraw(); }),
  ];
}

/** What this player had to discard. */
function discarded(whole) {
  const { state, seat, edit, form, pack, view, redraw } = whole;
  const own = state.players[seat].discarded;
  const isOpen = view.open?.field === "discarded";
  const label = capital(name(form.module, "discarded"));
  const toggle = (domino) => edit((now) => {
    const player = now.players[seat];
    if (!player.discarded.includes(domino)) takeOut(now, domino);
    player.discarded = player.discarded.includes(domino) ? player.discarded.filter((one) => one !== domino) : [...player.discarded, domino];
  });
  const turn = () => edit((now) => void (own ? delete now.players[seat].discarded : (now.players[seat].discarded = [])));
  return h(
    "div",
    { class: "kd-discarded", data: { zone: `/state/players/${seat}/discarded` } },
    h("div", { class: "row spread" }, h("h3", {}, label), h("button", { type: "button", class: "chip small unknown", "aria-pressed": String(!own), "aria-label": `${label}: ${t("not known")}`, onclick: turn }, t("not known"))),
    own && dominoList(form.module, pack, own, toggle),
    own && h("button", { type: "button", class: "icon add", "aria-label": `${label}: ${t("add")}`, "aria-expanded": String(isOpen), onclick: () => { view.open = isOpen ? null : { field: "discarded" }; redraw(); } }, "+"),
    own && isOpen && dominoPicker(form.module, pack, { chosen: own, filter: view.filter, taken: lying(state).filter((one) => !own.includes(one)) }, toggle, (filter) => { view.filter = filter; redraw(); }),
  );
}
