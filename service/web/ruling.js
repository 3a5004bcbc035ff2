// Answers as cards: a ruling first of all; also a score, an audit, a replayed log, a list of legal moves, what happens by itself.

import { rules as tree } from "./api.js";
import { myBook } from "./book.js";
import { MARKS, caption, headline } from "./card.js";
import { lines, ranking, remarks, under } from "./count.js";
import { fill, h } from "./dom.js";
import { editionName, fieldName, name, openRule, ruleBody, ruleLine } from "./parts.js";
import { shareButton } from "./share.js";
import { tableShown } from "./table.js";
import { t } from "./words.js";

/**
 * The card of any answer: the headline, the table once, the rule that decides, and all else folded. `actions` may offer to
 * try a move (`tryMove`) and to go on from a state (`goOn`); `board` is an element that shows the table already, or null
 * where the page shows it beside the card.
 */
export function answerCard(entry, module, { operation, question, answer }, actions = {}, board = undefined) {
  const about = { entry, module, operation, question, answer, actions };
  const shown = ruled(about);
  return h(
    "section",
    { class: "ruling", "aria-label": t(`verdict ${answer.verdict}`) },
    headline(answer, { entry, operation }),
    ruledBy(about),
    h("div", { class: "ruling-board" }, board === undefined ? tableOf(about) : board),
    h(
      "div",
      { class: "ruling-text" },
      operation === "score" && score(about),
      operation === "odds" && module.oddsCard?.(answer, module),
      operation !== "score" && caption(shown, entry),
      operation === "legal-moves" && moves(about, answer.moves, t("what is legal")),
      operation === "validate" && moves(about, answer.suggestions, t("nearest")),
      footer(about),
      operation !== "score" && wholeRuling(about),
    ),
  );
}

/** Everything else about a ruling, folded: all rules with their places, what happened, what was assumed, other books. */
export function wholeRuling(about) {
  const shown = ruled(about);
  const otherwise = differing(about.answer).filter((one) => one.verdict !== about.answer.verdict);
  const body = h("div", {});
  const parts = () => [broken(about, shown), after(about), comparison(about), facts(about, shown)];
  return h(
    "details",
    { class: "card whole-ruling", ontoggle: (event) => event.target.open && !body.firstChild && fill(body, parts()) },
    h("summary", {}, h("span", {}, t("whole ruling")), otherwise.length > 0 && h("span", { class: "tag warn" }, t("books differ"))),
    body,
  );
}

const ruled = ({ operation, answer }) => (operation === "replay" && answer.ruling ? answer.ruling : answer);
const editionOf = (question) => (question.state ?? question.games?.[0] ?? question.sheet ?? question.engagement ?? question.setup)?.options?.edition;
const state = ({ question, answer, operation }) => (["replay", "resolve"].includes(operation) ? (answer.state ?? question.state) : question.state);
const common = ({ question }) => Object.fromEntries(["house_rules", "pack"].filter((part) => part in question).map((part) => [part, question[part]]));

/** Every broken rule with its place in my book; with a legal move, what allows it. */
function broken({ entry, answer }, shown) {
  const citations = new Map((shown.citations ?? []).map((one) => [one.rule, one]));
  const violations = shown.violations ?? [];
  const rules = violations.length ? violations : (shown.citations ?? []).filter((one) => one.role === "allows");
  if (!rules.length) return null;
  return h(
    "section",
    {},
    h("h3", {}, t(violations.length ? (answer.verdict === "impossible" ? "contradiction" : "broken") : "allowed")),
    rules.map((one) => {
      const cited = citations.get(one.rule) ?? one;
      return h(
        "details",
        { class: "cited", open: rules.length === 1 },
        h("summary", {}, h("span", {}, one.message ?? cited.title)),
        one.message && h("p", {}, h("b", {}, cited.title)),
        ruleBody(cited, entry),
        h("p", {}, h("a", { href: `#/rules/${one.rule}` }, t("in the rules"))),
      );
    }),
  );
}

/** Where the question was asked by the rules of another book than mine, that book. */
function ruledBy({ entry, question }) {
  const edition = editionOf(question) ?? entry.editions[0].id;
  return edition === myBook(entry) ? null : h("p", { class: "notice warn ruled-by" }, t("ruled by", { book: "" }), editionName(entry, edition));
}

/** The table with the move, and what is wrong with it. */
function tableOf(about) {
  const { question, operation, actions } = about;
  const shown = operation === "validate" ? question.state : state(about);
  if (!shown) return null;
  return h("figure", { class: "card pictures" }, tableShown(about, shown, { extra: common(about), asked: { ...about, answer: ruled(about) }, tryMove: actions.tryMove }));
}

/** The table after a legal move. */
function after(about) {
  const { answer, operation } = about;
  if (operation !== "validate" || !answer.state) return null;
  return h("figure", {}, h("figcaption", {}, t("after")), tableShown(about, answer.state, { extra: common(about) }));
}

const MOST = 60;
const FEW = 3;

function moves({ module, actions }, list, heading) {
  if (!list?.length) return null;
  const shown = list.slice(0, MOST);
  const line = (move) =>
    actions.tryMove
      ? h("button", { class: "line", onclick: () => actions.tryMove(move) }, h("span", { class: "line-text" }, moveText(module, move)), h("span", { class: "tag" }, t("try it")))
      : h("p", {}, moveText(module, move));
  return h(
    "section",
    { class: "card" },
    h("h3", {}, heading),
    h("div", { class: "moves" }, shown.slice(0, FEW).map(line), shown.length > FEW && h("details", {}, h("summary", {}, t("more", { count: list.length - FEW })), shown.slice(FEW).map(line))),
    shown.length < list.length && h("p", { class: "quiet" }, t("shown of", { shown: shown.length, all: list.length })),
  );
}

/** A move in one line: as its game tells it, else its parts one after another. */
export function moveText(module, move) {
  const own = module.describe?.(move);
  if (own) return own;
  const { type, player, ...rest } = move;
  const parts = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined && !empty(value))
    .map(([field, value]) => `${fieldName(module, field)}: ${told(module, value)}`);
  return [`${player ? `${player}: ` : ""}${name(module, type)}`, ...parts].join(" · ");
}

const empty = (value) => typeof value === "object" && Object.values(value).every((one) => !one || (typeof one === "object" && empty(one)));

function told(module, value) {
  if (Array.isArray(value)) return value.map((one) => told(module, one)).join(", ");
  if (typeof value === "object") {
    return Object.entries(value).filter(([, one]) => one && !(typeof one === "object" && empty(one))).map(([key, one]) => `${name(module, key)} ${told(module, one)}`).join(", ");
  }
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return typeof value === "string" ? name(module, value) : String(value);
}

/** What is different where the verdict is the same. */
const change = (one) => (one.changes === "verdict" ? "" : `, ${t(`changes ${one.changes}`)}`);

/** The editions and house rules under which something would be otherwise, each once. */
function differing(answer) {
  const seen = new Set();
  return [...(answer.comparison ?? []), ...(answer.differs_under ?? [])].filter((one) => {
    const key = JSON.stringify(one.under);
    return one.changes !== "nothing" && one.verdict && !seen.has(key) && seen.add(key);
  });
}

/** Where another edition or house rule would have it otherwise. */
function comparison({ entry, answer }) {
  const others = differing(answer);
  if (!others.length) return answer.comparison?.length ? h("p", { class: "quiet" }, t("same everywhere")) : null;
  return h(
    "section",
    { class: "notice warn comparison" },
    h("h3", {}, t("other books")),
    others.map((one) =>
      h(
        "div",
        { class: "other" },
        h("p", {}, h("b", {}, `${MARKS[one.verdict]} ${t(`verdict ${one.verdict}`)}${change(one)}`), " · ", under(one.under, entry)),
        one.rules.map(ruleChip),
      ),
    ),
  );
}

/** A button that opens a rule, with its title as soon as that is known. */
function ruleChip(rule) {
  const chip = h("button", { class: "chip small", "aria-haspopup": "dialog", onclick: () => openRule(rule) }, "…");
  tree(rule.split("/")[0]).then(
    (book) => (chip.textContent = book.sections.flatMap((section) => section.rules).find((one) => one.id === rule)?.title ?? rule),
    () => (chip.textContent = rule), // without a network the rule is still named
  );
  return chip;
}

/** What happened, what was taken for granted, what is missing, and what all of it rests on. */
function facts({ answer }, shown) {
  const group = (title, list, line) => list?.length > 0 && [h("h3", {}, t(title)), list.map(line)];
  const cited = (one) => ruleLine(one.rule, h("span", { class: "line-text" }, one.text));
  const parts = [
    group("events", shown.events, cited),
    group("missing", shown.missing, cited),
    group("assumed", shown.assumed ?? answer.assumed, cited),
    group("rests on", shown.rests_on, (one) => h("p", {}, one.text)),
  ].filter(Boolean);
  return parts.length ? h("section", { class: "facts" }, parts) : null;
}

function score({ entry, answer }) {
  return [
    ranking(answer),
    answer.players.map((player) => h("section", { class: "card" }, h("h3", {}, player.name), lines(player))),
    remarks({ ...answer, violations: [] }, entry),
  ];
}

function footer({ entry, operation, question, answer, actions }) {
  return h(
    "div",
    { class: "footer" },
    h(
      "div",
      { class: "row wrap" },
      actions.goOn && answer.state && operation === "validate" && h("button", { class: "primary go-on", onclick: () => actions.goOn(answer) }, t("go on")),
      shareButton(entry, () => ({ operation, question })),
    ),
    h("p", { class: "quiet" }, t("case id"), " ", h("code", { class: "case-id" }, answer.case_id), ` · ${t("rules")} ${answer.rules_version.rulebook}`),
  );
}

/** Puts a card in a place, and the reader at its beginning. */
export function present(place, ...content) {
  fill(place, ...content);
  const heading = place.querySelector("h2");
  heading?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}
