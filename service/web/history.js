// Games that were counted on this phone: who won, with how many points, and when.

import { fill, h } from "./dom.js";
import { keep, kept } from "./parts.js";
import { lang, t } from "./words.js";

const MOST = 50;
const keyOf = (game) => `history.${game}`;

/** Who has the most points alone or together; nobody as long as all have the same. */
export function winners(answer) {
  const totals = new Set((answer?.players ?? []).map((player) => player.total));
  return totals.size > 1 && !totals.has(null) ? (answer.ranking[0] ?? []) : [];
}

/** The line on top of a pad; it keeps its height, so that nothing below it moves. */
export function winnerLine(answer) {
  const names = winners(answer);
  const total = answer?.players.find((player) => player.name === names[0])?.total;
  return h("p", { class: "winner", "aria-live": "polite" }, names.length > 0 && `♛ ${names.join(", ")}: ${total}`);
}

/** Keeps a game that was counted. */
export function noteGame(game, answer) {
  const players = answer.players.map(({ name, total }) => ({ name, total }));
  keep(keyOf(game), [{ when: new Date().toISOString(), players, winners: winners(answer) }, ...kept(keyOf(game), [])].slice(0, MOST));
}

/** The games of the past, folded. */
export function historyCard(game) {
  const games = kept(keyOf(game), []);
  if (!games.length) return null;
  const place = h("div", {});
  const when = (date) => new Date(date).toLocaleDateString(lang(), { day: "numeric", month: "short", year: "numeric" });
  const forget = () => {
    keep(keyOf(game), []);
    place.closest("details").remove();
  };
  fill(
    place,
    games.map((one) =>
      h("div", { class: "past-game" }, h("small", {}, when(one.when)), one.players.map(({ name, total }, index) => [index > 0 && " · ", h(one.winners.includes(name) ? "b" : "span", {}, `${name} ${total ?? "?"}`)])),
    ),
    h("button", { class: "forget", onclick: forget }, t("forget games")),
  );
  return h("details", { class: "card history" }, h("summary", {}, `${t("past games")} (${games.length})`), place);
}
