// The move at the whole table: its kind, its fields, and what would be legal.

import { h } from "./dom.js";
import { moveFields, moveTypes } from "./form.js";
import { name } from "./parts.js";
import { moveText } from "./ruling.js";
import { capital, t } from "./words.js";

const MOST = 40; // legal moves in the list

/** What is filled in at the bench; every change is told to it. */
export function moveCard(bench) {
  const types = moveTypes(bench.schema);
  const { move, state } = bench.now;
  const due = new Set(bench.next.moves ?? []);
  const first = [...types.keys()].filter((type) => due.has(type) || type === move.type);
  const others = [...types.keys()].filter((type) => !first.includes(type));
  const schema = types.get(move.type);
  const context = {
    module: bench.module,
    resolve: bench.schema.resolve,
    players: state.players.map((player) => player.name),
    choices: (field, own) => bench.module.choices?.(field, state, own, bench.pack) ?? null,
    known: (field) => [...new Set((bench.ahead?.moves ?? []).filter((one) => one.type === move.type).map((one) => one[field]))].filter((one) => typeof one === "string"),
  };
  const kinds = (list) => h("div", { class: "chips", role: "group", "aria-label": t("kind") }, list.map((type) => kind(bench, type, due.has(type), type === move.type)));
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("move")),
    kinds(first),
    others.length > 0 && h("details", { class: "others", open: !first.length }, h("summary", {}, t("other kinds")), kinds(others)),
    schema && foldedWhereTapped(bench, moveFields(schema, move, context, (told) => bench.setMove(told, told.player !== bench.now.move.player), (field) => (bench.field = field))),
    legal(bench),
  );
}

/** The fields of a move; folded where the board takes moves by taps. */
function foldedWhereTapped(bench, fields) {
  const title = bench.canDraw && bench.board.fieldsTitle?.();
  return title ? h("details", { class: "others fields", open: Boolean(bench.isByFields), ontoggle: (event) => (bench.isByFields = event.target.open) }, h("summary", {}, title), fields) : fields;
}

function kind(bench, type, due, on) {
  return h(
    "button",
    {
      type: "button",
      class: `chip ${due ? "due" : ""}`,
      "aria-pressed": String(on),
      data: { type },
      onclick: () => {
        const player = bench.now.move.player ?? bench.next.players[0] ?? bench.now.state.players[0]?.name;
        bench.field = null;
        bench.setMove({ type, ...(bench.hasPlayer(type) && { player }) });
        bench.move.querySelector(`[data-type="${type}"]`)?.focus();
      },
    },
    capital(name(bench.module, type)),
  );
}

function legal(bench) {
  const moves = bench.ahead?.moves ?? [];
  if (!moves.length) return null;
  const mine = moves.filter((one) => one.type === bench.now.move.type);
  const list = mine.length ? mine : moves;
  return h(
    "details",
    { class: "legal" },
    h("summary", {}, t("what is legal"), h("span", { class: "quiet" }, ` ${moves.length}`)),
    list.slice(0, MOST).map((one) => h("button", { type: "button", class: "line", onclick: () => bench.setMove(one) }, h("span", { class: "line-text" }, moveText(bench.module, one)))),
    list.length > MOST && h("p", { class: "quiet" }, t("shown of", { shown: MOST, all: list.length })),
  );
}
