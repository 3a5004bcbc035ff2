// A table that cannot be: the verdict above it, with a button that leads to what has to be changed.

import { caption, headline } from "./card.js";
import { h } from "./dom.js";
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

/** The part of the drawn table that a refusal names: by the pointer of an error, else by a piece or a player in its details. */
export function refusedPart(drawn, players, { errors = [], violations = [] }) {
  const zones = [...drawn.querySelectorAll("[data-zone]")].reverse(); // what is inside of another comes first
  const at = (pointer) => zones.find(({ dataset }) => `${pointer}/`.startsWith(`${dataset.zone}/`));
  const piece = (what, one) => {
    const own = `[data-${what}="${CSS.escape(String(one))}"]`;
    const seat = what === "player" && players.findIndex((player) => player.name === one);
    return drawn.querySelector(`${own}[aria-pressed="true"]`) ?? drawn.querySelector(own) ?? (what === "player" && at(`/state/players/${seat}`));
  };
  const named = (detail) => NAMED.flatMap((what) => [detail?.[what] ?? []].flat().map((one) => piece(what, one)));
  return [...errors.map((error) => at(error.pointer ?? "")), ...violations.flatMap(({ detail }) => named(detail))].find(Boolean) ?? null;
}
