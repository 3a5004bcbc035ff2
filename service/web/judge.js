// The whole table: built by taps from nothing or from a setup, changed, played on; each move is ruled on, and the log kept.

import { Bench, keyOf } from "./bench.js";
import { myBook } from "./book.js";
import { fill, h } from "./dom.js";
import { givenBy } from "./moment.js";
import { Past, chosen, gamePicker, keepHere, keptHere, own, topRow } from "./parts.js";
import { startCard } from "./start.js";
import { t } from "./words.js";

/** `#/judge/{game}` are the ways to begin, `#/judge/{game}/table` is the table. */
export default async function judge(place, way) {
  const entry = await chosen(way);
  const module = await own(entry.id);
  const now = keptHere(keyOf(entry.id), null);
  const isTable = way[1] === "table" && now;
  const again = () => {
    if (isTable) keepHere(keyOf(entry.id), byBookNow(entry, keptHere(keyOf(entry.id), now)));
    return judge(place, way);
  };
  const back = h("a", { class: "button back", href: isTable ? `#/judge/${entry.id}` : `#/dispute/${entry.id}` }, `‹ ${t(isTable ? "other table" : "back")}`);
  const body = h("div", {});
  fill(place, h("h1", { class: "unseen" }, `${t("judge")}: ${entry.title}`), !isTable && (await gamePicker("judge", entry.id)), topRow(entry, again, back), body);
  if (isTable) return new Bench(entry, module, now, body, lay).show();
  const found = (content) => lay(entry.id, content);
  fill(body, now && h("a", { class: "button wide primary resume", href: `#/judge/${entry.id}/table` }, t("resume")), await startCard(entry, module, found));
}

/** The table by the rules of another book, which was chosen above it. */
function byBookNow(entry, table) {
  const by = (part) => part && { ...part, options: { ...part.options, edition: myBook(entry) } };
  const { state, setup } = table.origin;
  return { ...table, state: by(table.state), origin: state ? { state: by(state) } : { setup: by(setup) }, asked: null };
}

/** Lays a question on the table and goes there: a position, perhaps with a move, or a log; `isNew` if a setup filled it in. */
export function lay(game, { operation = "validate", question, isNew = false }) {
  const { state, setup, moves, move, house_rules, pack } = question;
  const extra = { ...(house_rules && { house_rules }), ...(pack && { pack }) };
  const origin = state ? { state } : { setup };
  const isLog = operation === "replay";
  const asked = isLog || (operation === "validate" && !move) ? null : { operation, question };
  Past.forget(keyOf(game));
  keepHere(keyOf(game), { origin, log: isLog ? moves : [], at: 0, state: state ?? null, move: isLog ? (moves[0] ?? {}) : (move ?? {}), extra, asked, isTold: isLog || Boolean(move), ...(isNew && { given: givenBy(state) }) });
  const way = `#/judge/${game}/table`;
  if (location.hash === way) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = way;
}
