// What every answer begins with: the verdict with its sentence, and the rule that decides with its place in my book.

import { rules } from "./api.js";
import { fill, h } from "./dom.js";
import { foreign, ruleBody, ruleLine } from "./parts.js";
import { count, t } from "./words.js";

export const MARKS = { legal: "✓", possible: "✓", illegal: "✕", impossible: "✕", undetermined: "?" };
export const TONES = { legal: "good", possible: "good", illegal: "bad", impossible: "bad", undetermined: "warn" };

/** The verdict in one word, and the answer in one sentence. */
export function headline(answer, { entry, operation = "validate", text, word, mark } = {}) {
  const verdict = answer.verdict ?? "possible";
  const said = text ?? sentence(answer);
  return h(
    "div",
    { class: `card verdict ${TONES[verdict]}` },
    h("h2", { tabindex: "-1" }, h("span", { class: "mark", "aria-hidden": "true" }, mark ?? MARKS[verdict]), word ?? verdictWord(verdict, operation)),
    said && h("p", { class: "reason", lang: entry ? foreign(entry) : null }, said),
  );
}

/** A position that is counted or looked at is not "possible" to those who ask: it is counted, or it is in order. */
export function verdictWord(verdict, operation) {
  if (operation === "score" || operation === "odds") return t({ possible: "counted", legal: "counted", impossible: "cannot be" }[verdict] ?? `verdict ${verdict}`);
  return t(`verdict ${verdict}`);
}

const LABEL = /^(Legal|Illegal|Ilegal|Impossible position|Posición imposible|Zgodne z zasadami|Niezgodne z zasadami|Niemożliwa pozycja): |^(Undetermined|Sin determinar|Nie do rozstrzygnięcia)\. /;

/** The summary without the verdict that stands above it. */
export function sentence(answer) {
  const text = answer.summary ?? answer.violations?.[0]?.message ?? answer.missing?.[0]?.text ?? answer.events?.[0]?.text ?? "";
  return text.replace(LABEL, "");
}

/** The totals of a score in one line. */
export const totals = (answer) => answer.players.map((player) => `${player.name}: ${player.total === null ? "?" : count("points", player.total)}`).join(" · ");

/** The rule that decides, led by its place in my book; other books follow folded. `rule` names it where it is known. */
export function caption(answer, entry, rule = null) {
  const all = answer.citations ?? [];
  const cited = rule ? all.find((one) => one.rule === rule) : (["broken", "decides", "allows"].map((role) => all.find((one) => one.role === role)).find(Boolean) ?? all[0]);
  const section = h("section", { class: "card caption" });
  const show = (own) => fill(section, h("h3", {}, own.title), ruleBody(own, entry), alsoOurs(all, own));
  if (cited) show(cited);
  else if (rule) rules(entry.id).then((book) => show(book.sections.flatMap((part) => part.rules).find((one) => one.id === rule)));
  else return null;
  return section;
}

/** What else the ruling rests on that no printed book decides. */
function alsoOurs(all, shown) {
  const ours = all.filter((one) => one.house_ruling && one.rule !== shown.rule && one.rule !== shown.id && ["broken", "decides"].includes(one.role));
  return ours.map((one) => ruleLine(one.rule, h("span", { class: "line-text ours" }, h("b", {}, one.title), h("br"), t("house ruling"))));
}
