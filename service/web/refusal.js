// A table that cannot be: the verdict above it, with a button that leads to what has to be changed.

import { ask } from "./api.js";
import { caption, headline } from "./card.js";
import { h } from "./dom.js";
import { MOMENT } from "./moment.js";
import { zoneName } from "./parts.js";
import { t } from "./words.js";

/** The position itself is refused: the verdict, the first reason, its rule, and the way to change it. */
export function refusalCard(bench, answer) {
  return h("section", { class: "refusal", "aria-label": t("verdict impossible") }, headline(answer, { entry: bench.entry, operation: "legal-moves" }), changeButton(bench, answer), caption(answer, bench.entry));
}

const NAMED = ["domino", "town", "card", "region", "player"]; // what boards say of their parts in `data-…`

/** Begins to change the table, at the part that was refused. */
export function changeButton(bench, refused) {
  return h("button", { class: "primary wide change-it", onclick: () => bench.startEditing(refused) }, t("change this"));
}

const AT_ONCE = 6; // questions at a time
const MOST = 60; // zones that are tried
const ALWAYS = new Set(["players", "name", "options", "unresolved"]);

const stem = (word) => word.slice(0, Math.max(4, word.length - 2)); // what its forms in a sentence share

/** The zones that are told of the table and of each player: pointers, those first that the refusal speaks of, and last what says only which moment it is. */
function toldZones(module, { players, ...table }, { rule, detail, message }) {
  const spoken = `${rule} ${JSON.stringify(detail)}`.replace(/[-/]/g, "_");
  const told = message.toLowerCase();
  const isTold = (part, zone) => told.includes(stem(zoneName(module, zone, part !== "/state").toLowerCase()));
  const zones = [...Object.keys(table).map((zone) => ["/state", zone]), ...players.flatMap((player, seat) => Object.keys(player).map((zone) => [`/state/players/${seat}`, zone]))];
  const late = ([part, zone]) => (spoken.includes(zone) ? 0 : isTold(part, zone) ? 1 : MOMENT.includes(zone) ? 3 : 2);
  return zones.filter(([, zone]) => !ALWAYS.has(zone)).sort((one, other) => late(one) - late(other)).slice(0, MOST).map((parts) => parts.join("/"));
}

/** The table without a zone: it is not known any more. */
export function without(state, pointer) {
  const way = pointer.split("/").slice(2);
  const left = structuredClone(state);
  delete way.slice(0, -1).reduce((part, step) => part[step], left)[way.at(-1)];
  return left;
}

/** Which zones the first reason stands on, where it names no piece of the table: without one of them it would not be given. */
export async function zonesAtFault({ entry, module, now: { state, extra } }, { violations = [] }) {
  const [first] = violations;
  if (!first) return [];
  const isStill = (one) => one.rule === first.rule && one.message === first.message;
  const helps = async (zone) => {
    const answer = await ask(entry.id, "legal-moves", { state: without(state, zone), ...extra }).catch(() => null);
    return Boolean(answer) && !(answer.violations ?? []).some(isStill);
  };
  const zones = toldZones(module, state, first);
  for (let tried = 0; tried < zones.length; tried += AT_ONCE) {
    const some = zones.slice(tried, tried + AT_ONCE);
    const found = await Promise.all(some.map(helps));
    if (found.includes(true)) return some.filter((_, place) => found[place]);
  }
  return [];
}

/** The place of the drawn table where a zone is told; what is inside of another comes first. */
export const zonePart = (drawn, pointer) => [...drawn.querySelectorAll("[data-zone]")].reverse().find(({ dataset }) => `${pointer}/`.startsWith(`${dataset.zone}/`)) ?? null;

/** What does not fit and has no field can be left out; then it is asked anew. */
export function leaveOut(bench, zone) {
  const leave = () => {
    bench.edit((state) => without(state, zone));
    bench.toggleEditing();
  };
  return h("div", { class: "card notice warn leave-out" }, h("p", {}, t("no field")), h("button", { type: "button", class: "primary", onclick: leave }, t("leave out")));
}

/** The part of the drawn table that a refusal names: by the pointer of an error, else by a piece or a player in its details. */
export function refusedPart(drawn, players, { errors = [], violations = [] }) {
  const at = (pointer) => zonePart(drawn, pointer);
  const piece = (what, one) => {
    const own = `[data-${what}="${CSS.escape(String(one))}"]`;
    const seat = what === "player" && players.findIndex((player) => player.name === one);
    return drawn.querySelector(`${own}[aria-pressed="true"]`) ?? drawn.querySelector(own) ?? (what === "player" && at(`/state/players/${seat}`));
  };
  const named = (detail) => NAMED.flatMap((what) => [detail?.[what] ?? []].flat().map((one) => piece(what, one)));
  return [...errors.map((error) => at(error.pointer ?? "")), ...violations.flatMap(({ detail }) => named(detail))].find(Boolean) ?? null;
}
