// Disputes that were settled on this phone: what was asked, what the answer was, and the way to it.

import { say } from "./controls.js";
import { fill, h } from "./dom.js";
import { Past, keep, keepHere, kept, keptHere } from "./parts.js";
import { lang, t } from "./words.js";

const MOST = 20;
const SAME = 60_000; // milliseconds: a question is entered tap by tap, so an answer so soon after the last one takes its place
const keyOf = (game) => `rulings.${game}`;
const peopleOf = (game) => `${game}.people`; // some games name their players once for all questions

/** What a question that is being entered lies under, on this phone. */
export const draftKey = (game, form) => `dispute.${game}.${form}`;
export const repliesKey = (game, form) => `${draftKey(game, form)}.replies`;

/** Keeps a ruling (`form`, `draft`, `replies`, and `mark`, `tone`, `text` of its answer); `last` is the time of the one before in the same sitting. Returns its own time. */
export function noteRuling(game, ruling, last = null) {
  const now = Date.now();
  const asked = ({ form, draft }) => JSON.stringify([form, draft]);
  const all = kept(keyOf(game), []);
  const known = all.find((one) => asked(one) === asked(ruling));
  const noted = { when: known?.when ?? now, language: lang(), people: kept(peopleOf(game), null), ...ruling };
  const others = all.filter((one) => one !== known && (one.when !== last || now - last >= SAME));
  keep(keyOf(game), [noted, ...others].sort((one, other) => other.when - one.when).slice(0, MOST));
  return noted.when;
}

/** The rulings of a game, folded; a tap opens the question as it was asked. */
export function rulingsCard(game, forms) {
  const askOf = ({ form }) => forms.find(({ id }) => id === form)?.ask;
  const rulings = kept(keyOf(game), []).filter(askOf);
  if (!rulings.length) return null;
  const when = (time) => new Date(time).toLocaleString(lang(), { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
  const body = h("div", {});
  const forget = () => {
    keep(keyOf(game), []);
    body.closest("details").remove();
  };
  const line = (one) =>
    h(
      "button",
      { class: "line past-ruling", onclick: () => reopen(game, one) },
      h("span", { class: "line-text" }, h("small", {}, when(one.when)), h("b", {}, say(askOf(one))), h("span", { class: one.tone, lang: one.language }, h("b", { "aria-hidden": "true" }, one.mark), " ", one.text)),
      h("span", { class: "more", "aria-hidden": "true" }, "›"),
    );
  fill(body, rulings.map(line), h("button", { class: "forget", onclick: forget }, t("forget rulings")));
  return h("details", { class: "card history rulings" }, h("summary", {}, `${t("past rulings")} (${rulings.length})`), body);
}

/** Lays a question out again as it was answered; what lay there is a step of undo away. */
function reopen(game, { form, draft, replies, people }) {
  const key = draftKey(game, form);
  const before = keptHere(key, null);
  if (before) new Past(key).push(before);
  keepHere(key, draft);
  keepHere(repliesKey(game, form), replies);
  if (people) keep(peopleOf(game), people);
  location.hash = `#/dispute/${game}/${form}`;
}
