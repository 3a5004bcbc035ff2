// The middle of an Ortus Regni table: whose turn it is, the King, the Vikings and their markers, and what is being decided.

import { h } from "../dom.js";
import { chips, name, stepper } from "../parts.js";
import { capital } from "../words.js";
import { banner, card, cardName, colourOf, counted, slot } from "./ortus-regni-cards.js";
import { clearPlace } from "./ortus-regni-places.js";

const MARKERS = 8;
const PARTS = ["turn", "king", "markers", "vikings", "pending"];

/** The middle of the table; `board.table` limits what is shown of it. */
export function centre(board) {
  const parts = board.table ?? (board.show ? [] : PARTS);
  const drawn = parts.map((part) => DRAW[part](board)).filter(Boolean);
  return drawn.length > 0 && h("section", { class: "or-earl or-table" }, drawn);
}

const labelled = (board, label, zone, ...content) => h("div", { class: "or-zone", data: { zone } }, h("p", { class: "label" }, capital(name(board.module, label))), ...content);
const set = (board, field) => (value) => board.edit((state) => { if (value === undefined) delete state[field]; else state[field] = value; });
const names = (board) => board.state.players.map((player) => player.name);

const DRAW = {
  /** Round, turn and Action. */
  turn: (board) => {
    const { state, module } = board;
    const own = (id) => capital(name(module, id));
    if (!board.edit) {
      const told = [state.round !== undefined && `${own("round")} ${state.round}`, state.turn && `${own("has turn")}: ${state.turn}`, state.acted && own("acted")].filter(Boolean);
      return told.length ? h("p", { class: "or-none" }, told.join(" · ")) : null;
    }
    return [
      labelled(board, "whose turn", "/state/turn", chips(own("whose turn"), [...names(board).map((one) => [one, one]), [undefined, name(module, "slot unknown")]], state.turn ?? undefined, (value) => board.edit((now) => { if (value) Object.assign(now, { turn: value, phase: "turn", pending: null }); else for (const field of ["turn", "phase", "pending"]) delete now[field]; }))),
      labelled(board, "acted", "/state/acted", yesNo(board, "acted")),
      labelled(board, "round", "/state/round", stepper(own("round"), state.round, set(board, "round"), { min: 1, max: 99 })),
    ];
  },

  /** Who is King, and the Royal Army. */
  king: (board) => {
    const { state, module } = board;
    if (!board.edit && !state.king) return null;
    const royal = state.royal_army;
    const cards = counted(royal ?? []).map(([kind, count]) => board.laid(kind, { player: null, zone: "royal_army", key: `royal/${kind}` }, { count }));
    const none = board.edit && !royal?.length && slot(module, Boolean(royal), name(module, "royal_army"), () => { board.memory.at = { player: null, zone: "royal_army" }; board.edit((now) => clearPlace(now, { player: null, zone: "royal_army" })); });
    const who = board.edit ? chips(name(module, "king"), [...names(board).map((one) => [one, one]), [null, name(module, "nobody")], [undefined, name(module, "slot unknown")]], state.king, set(board, "king")) : null;
    return labelled(board, "king", "/state/king", who, h("div", { class: "or-cards" }, card(module, "king", { text: state.king ?? undefined }), cards, none));
  },

  /** Eight black markers and a white one, until the Vikings land. */
  markers: (board) => {
    const { state, module } = board;
    const { black_markers: black, white_marker: white } = state;
    if (state.arrived || (!board.edit && black === undefined && white === undefined)) return null;
    return labelled(
      board,
      "black_markers",
      "/state/black_markers",
      h("div", { class: "or-markers", role: "group", "aria-label": capital(name(module, "black_markers")) }, Array.from({ length: MARKERS }, (_, index) => marker(board, black === undefined ? "unknown" : index < black ? "on" : "", `${index + 1}`, (now) => void (now.black_markers = now.black_markers === index + 1 ? index : index + 1))), marker(board, white === undefined ? "white unknown" : white ? "white on" : "white", capital(name(module, "white_marker")), (now) => void (now.white_marker = !now.white_marker))),
    );
  },

  /** Viking cards in play. */
  vikings: (board) => {
    const { state, module } = board;
    const told = state.vikings;
    if (!board.edit && !told?.length) return null;
    const landed = board.edit && labelled(board, "arrived", "/state/arrived", yesNo(board, "arrived"));
    if (board.edit && !state.arrived) return landed;
    const cards = counted(told ?? []).map(([kind, count]) => board.laid(kind, { player: null, zone: "vikings", key: `vikings/${kind}` }, { count }));
    const none = board.edit && !told?.length && slot(module, Boolean(told), cardName(module, "viking"), () => { board.memory.at = { player: null, zone: "vikings" }; board.edit((now) => clearPlace(now, { player: null, zone: "vikings" })); });
    return [landed, labelled(board, "vikings in play", "/state/vikings", h("div", { class: "or-cards" }, cards, none))];
  },

  /** A battle as two sides, a dispute by its Vassals, a joust by its cards. */
  pending: (board) => {
    const { pending } = board.state;
    if (!pending) return null;
    const sides = { battle, politics, joust }[pending.type]?.(board, pending);
    if (!sides) return null;
    const { module } = board;
    return h(
      "div",
      { class: `or-lineup${sides.length > 2 ? " many" : ""}`, data: { zone: "/state/pending" } },
      sides.map(({ title, note, cards }) => h("div", { class: "or-side" }, h("p", { class: "or-side-name" }, seat(board, title), h("span", {}, title, h("small", {}, note))), h("div", { class: "or-cards" }, cards === undefined ? slot(module, false, name(module, "units")) : counted(cards).map(([kind, count]) => card(module, kind, { count }))))),
      pending.card && pending.type === "battle" && h("div", { class: "or-cards" }, card(module, pending.card === "church" ? "church-decides" : pending.card)),
    );
  },
};

const seat = (board, title) => {
  const index = names(board).indexOf(title);
  return index >= 0 && banner(colourOf(board.state.players[index], index));
};

function yesNo(board, field) {
  const { module } = board;
  return chips(capital(name(module, field)), [[true, name(module, "is so")], [false, name(module, "is not so")], [undefined, name(module, "slot unknown")]], board.state[field], set(board, field));
}

function marker(board, look, label, work) {
  return h(board.edit ? "button" : "span", { class: `or-marker ${look}`, ...(board.edit && { type: "button", "aria-label": label, "aria-pressed": String(look.endsWith("on")), onclick: () => board.edit(work) }) }, h("i", {}));
}

function battle(board, { attacker, defender, attackers, defenders }) {
  const { module } = board;
  const vikings = capital(name(module, "vikings of the battle"));
  return [
    { title: attacker ?? vikings, note: name(module, "attackers"), cards: attackers && units(board, attacker, attackers) },
    { title: defender, note: name(module, "defenders"), cards: defenders && units(board, defender, defenders) },
  ];
}

/** The cards of one side; Lords, Mercenaries and garrisons are named by their numbers. */
function units(board, who, force) {
  const player = board.state.players.find((one) => one.name === who);
  const lord = (id) => player?.fiefs?.find((fief) => fief.id === id)?.lord ?? "?";
  const garrison = (id) => player?.mercenaries?.find((one) => one.id === id)?.garrison ?? "?";
  const { hand = [], lords = [], pool = [], mercenaries = [], garrisons = [], king = false, royal = [], vikings = [] } = force;
  return [...hand, ...lords.map(lord), ...pool, ...mercenaries.map(() => "mercenary"), ...garrisons.map(garrison), ...(king ? ["king"] : []), ...royal, ...vikings];
}

function politics(board, { card: played, attacker, target, allies, attackers, defenders }) {
  const vassals = (list) => (list ?? []).map(() => "vassal");
  return [
    { title: attacker, note: name(board.module, "attacker side"), cards: [played, ...vassals(attackers)] },
    { title: target, note: name(board.module, "target"), cards: [...(allies ? ["allies"] : []), ...vassals(defenders)] },
  ];
}

function joust(board, { declared = [] }) {
  const jouster = (one) => (one.jouster?.card ? [one.jouster.card] : one.jouster?.fief ? [board.state.players.find((player) => player.name === one.player)?.fiefs?.find((fief) => fief.id === one.jouster.fief)?.lord ?? "?"] : []);
  return declared.map((one) => ({ title: one.player, note: name(board.module, one.choice), cards: one.choice === "excuse" ? ["banner"] : [...jouster(one), ...(one.dealt ?? [])] }));
}
