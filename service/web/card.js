// What every answer begins with: the verdict with its sentence, and the rule that decides with its place in my book.

import { h } from "./dom.js";
import { foreign, ruleBody } from "./parts.js";
import { count, t } from "./words.js";

export const MARKS = { legal: "✓", possible: "✓", illegal: "✕", impossible: "✕", undetermined: "?" };
export const TONES = { legal: "good", possible: "good", illegal: "bad", impossible: "bad", undetermined: "warn" };

/** The verdict in one word, and the answer in one sentence. */
export function headline(answer, { entry, operation = "validate", text } = {}) {
  const verdict = answer.verdict ?? "possible";
  const said = text ?? sentence(answer);
  return h(
    "div",
    { class: `card verdict ${TONES[verdict]}` },
    h("h2", { tabindex: "-1" }, h("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict]), verdictWord(verdict, operation)),
    said && h("p", { class: "reason", lang: entry ? foreign(entry) : null }, said),
  );
}

/** A position that is counted or looked at is not "possible" to those who ask: it is counted, or it is in order. */
export function verdictWord(verdict, operation) {
  if (operation === "score" || operation === "odds") return t({ possible: "counted", legal: "counted", impossible: "cannot be" }[verdict] ?? `verdict ${verdict}`);
  return t(`verdict ${verdict}`);
}

/** The summary without the verdict that stands above it. */
export function sentence(answer) {
  const text = answer.summary ?? answer.violations?.[0]?.message ?? answer.missing?.[0]?.text ?? answer.events?.[0]?.text ?? "";
  return text.replace(/^[^:.,]{3,24}: /, "");
}

/** The totals of a score in one line. */
export const totals = (answer) => answer.players.map((player) => `${player.name}: ${player.total === null ? "?" : count("points", player.total)}`).join(" · ");

/** The rule that decides, led by its place in my book; other books follow folded. */
export function caption(answer, entry) {
  const all = answer.citations ?? [];
  const cited = ["broken", "decides", "allows"].map((role) => all.find((one) => one.role === role)).find(Boolean) ?? all[0];
  if (!cited) return null;
  return h("section", { class: "card caption" }, h("h3", {}, cited.title), ruleBody(cited, entry));
}
