// An answer below its board: the summary as headline, the rule in my book, and what was assumed as a checklist.

import { MARKS, TONES, caption, headline, sentence } from "./card.js";
import { say } from "./controls.js";
import { h } from "./dom.js";
import { moveText, wholeRuling } from "./ruling.js";
import { shareButton } from "./share.js";
import { capital, t } from "./words.js";

/**
 * What a form says itself of its answer, if the question is not about one move: `text`, and perhaps another `verdict`,
 * the `word` above the text with its `mark`, the `rule` that decides, and `facts` that were assumed or are missing.
 */
function toldBy(form, { answer }) {
  const told = form.form?.told?.({ ...form.asked, answer }, form) ?? {};
  const denied = (told.facts?.assumed ?? answer.assumed ?? []).filter((fact) => form.replies?.[factKey(fact)] === false);
  if (!denied.length) return { ...told, denied, shown: { ...answer, verdict: told.verdict ?? answer.verdict } };
  const text = t("counted on", { facts: denied.map((fact) => capital(fact.text).replace(/\.$/, "")).join(" · ") });
  return { facts: told.facts, denied, word: t("does not hold"), text, rule: denied.find((fact) => fact.rule)?.rule ?? told.rule, shown: { ...answer, verdict: "undetermined" } };
}

/** What a reply to an assumption is kept under. */
export const factKey = ({ rule, text }) => `${rule ?? ""} ${text}`;

/** The answer as the board marks it: with an assumption that does not hold here it says neither yes nor no. */
export function marked(form, asked) {
  return asked && toldBy(form, asked).denied.length ? { ...asked, answer: { ...asked.answer, verdict: "undetermined" } } : asked;
}

/** Everything about an answer below its board, the most important first. */
export function answerParts(form, asked) {
  const { answer, question, operation } = asked;
  const { entry, module } = form;
  const { shown, text, word, mark, rule, facts, denied } = toldBy(form, asked);
  const holds = !denied.length;
  return [
    headline(shown, { entry, operation, text, word, mark }),
    holds && module.answerParts?.(asked, form),
    caption(answer, entry, rule),
    checklist(facts ? { ...answer, ...facts } : answer, form),
    h("div", { class: "row wrap" }, holds && shareButton(entry, () => ({ operation, question, title: say(form.form.ask) })), h("button", { class: "clear", onclick: () => form.clear() }, t("clear"))),
    holds && suggestions(answer, form),
    wholeRuling({ entry, module, operation, question, answer }),
  ];
}

const said = (word, text) => (word && text && !text.startsWith(word) ? `${word}${word.includes(":") ? " ·" : ":"} ${text}` : text || word);

/** The answer in one line: its mark, the tone of it, and what it says. */
export function inOneLine(answer, form = {}) {
  const { shown, text, word, mark, denied } = toldBy(form, { answer });
  const verdict = shown.verdict ?? "possible";
  return { mark: mark ?? MARKS[verdict], tone: TONES[verdict], text: (denied.length || text === "") && word ? word : shortened(inShort(answer, verdict, text, word)) };
}

/** The answer in one line, always in sight; a tap leads to the rest. */
export function shortVerdict(answer, more, form) {
  if (!answer) return h("p", { class: "lack" }, "…");
  const { mark, tone, text } = inOneLine(answer, form);
  return h("button", { class: `short-verdict ${tone}`, onclick: more }, h("b", { "aria-hidden": "true" }, mark), h("span", {}, text));
}

const LONG = 120; // letters that stand on a phone without covering the board

/** Of a long answer the first sentence, and the last one: it says under which condition the answer holds. */
function shortened(text) {
  const sentences = text.split(/(?<=[.!?]) (?=\p{Lu}|¿)/u);
  return text.length > LONG && sentences.length > 2 ? `${sentences[0]} … ${sentences.at(-1)}` : text;
}

/** The verdict and its sentence: without the verdict a reason would read as a statement. Who wins or how likely it is has no verdict. */
function inShort(answer, verdict, text, word = verdict === "possible" && text ? "" : t(`verdict ${verdict}`)) {
  return said(word, text || (["legal", "illegal"].includes(verdict) && sentence(answer)));
}

/** What was assumed, as a checklist: what is not true here takes the answer back, and leads to the place to enter it. What is missing has a button to enter it. */
function checklist(answer, form) {
  const reply = (fact, isSo) =>
    h("button", { class: isSo ? "chip yes" : "chip no", "aria-pressed": String(form.replies[factKey(fact)] === isSo), data: { key: `${isSo} ${factKey(fact)}` }, onclick: () => form.reply(fact, isSo) }, t(isSo ? "is true" : "is not true"));
  const open = (fact, text) => h("button", { class: "chip no", onclick: () => form.open(fact.zones) || form.parts.scrollIntoView({ block: "start", behavior: "smooth" }) }, text);
  const otherwise = (fact) =>
    form.replies[factKey(fact)] === false && (form.placeOf(fact.zones) ? h("button", { class: "chip tell", onclick: () => form.open(fact.zones) }, t("tell it")) : h("p", { class: "quiet tell" }, t("cannot tell")));
  const part = (title, facts, buttons) =>
    facts?.length > 0 && h("section", { class: "card checklist" }, h("h3", {}, t(title)), facts.map((fact) => h("div", { class: "fact" }, h("span", { class: "line-text" }, capital(fact.text)), buttons(fact))));
  return [part("true at your table", answer.assumed, (fact) => [reply(fact, true), reply(fact, false), otherwise(fact)]), part("missing", answer.missing, (fact) => open(fact, t("add")))];
}

const FEW = 2;

/** Legal moves instead, all but a few folded; where the board shows every one of them, all are. */
function suggestions(answer, form) {
  const list = (answer.suggestions ?? []).filter((move) => form.form.suits?.(move, form.draft) ?? true);
  if (!list.length || !form.form.take) return null;
  const line = (move) => h("button", { class: "line", onclick: () => form.tryMove(move) }, h("span", { class: "line-text" }, moveText(form.module, move)), h("span", { class: "more" }, t("try it")));
  const folded = (title, moves) => moves.length > 0 && h("details", {}, h("summary", {}, title), moves.map(line));
  if (form.form.isOnBoard) return h("section", { class: "card" }, folded(t("nearest"), list));
  const open = list.length === FEW + 1 ? list.length : FEW; // one alone is not worth a tap
  return h("section", { class: "card" }, h("h3", {}, t("nearest")), list.slice(0, open).map(line), folded(t("more", { count: list.length - open }), list.slice(open)));
}
