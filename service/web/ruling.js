// Answers as cards: a ruling first of all; also a score, an audit, a replayed log, a list of legal moves, what happens by itself.

import { diagram } from "./api.js";
import { lines, ranking, remarks, under } from "./count.js";
import { fill, h, picture } from "./dom.js";
import { editionName, fieldName, foreign, name, openRule, problem, ruleBody, ruleLine } from "./parts.js";
import { shareButton } from "./share.js";
import { t } from "./words.js";

const MARKS = { legal: "✓", possible: "✓", illegal: "✕", impossible: "✕", undetermined: "?" };
const TONES = { legal: "good", possible: "good", illegal: "bad", impossible: "bad", undetermined: "warn" };

/** The card of any answer. `actions` may offer to try a move (`tryMove`) and to go on from a state (`goOn`). */
export function answerCard(entry, module, { operation, question, answer }, actions = {}) {
  const shown = operation === "replay" && answer.ruling ? answer.ruling : answer;
  const about = { entry, module, operation, question, answer, actions, edition: edition(question) ?? entry.editions[0].id };
  return h(
    "section",
    { class: "ruling", "aria-label": t(`verdict ${answer.verdict}`) },
    verdict(about),
    broken(about, shown),
    operation === "score" && score(about),
    operation === "odds" && module.oddsCard?.(answer, module),
    operation === "legal-moves" && moves(about, answer.moves, t("what is legal")),
    operation === "validate" && pictures(about),
    operation !== "validate" && state(about) && tableNow(about),
    operation === "validate" && suggestions(about),
    operation === "validate" && comparison(about),
    operation !== "score" && facts(about, shown),
    footer(about),
  );
}

const edition = (question) => (question.state ?? question.games?.[0] ?? question.sheet ?? question.engagement ?? question.setup)?.options?.edition;
const state = ({ question, answer, operation }) => (["replay", "resolve"].includes(operation) ? (answer.state ?? question.state) : question.state);
const common = ({ question }) => Object.fromEntries(["house_rules", "pack"].filter((part) => part in question).map((part) => [part, question[part]]));

/** The answer in one sentence. */
function verdict({ entry, answer }) {
  return h(
    "div",
    { class: `card verdict ${TONES[answer.verdict]}` },
    h(
      "h2",
      { tabindex: "-1" },
      h("span", { class: "mark", "aria-hidden": "true" }, MARKS[answer.verdict]),
      h("span", { class: "summary", lang: foreign(entry) }, answer.summary),
    ),
  );
}

/** Every broken rule with its place in the book on the table; with a legal move, what allows it. */
function broken({ entry, edition, answer }, shown) {
  const citations = new Map((shown.citations ?? []).map((one) => [one.rule, one]));
  const violations = shown.violations ?? [];
  const rules = violations.length ? violations : (shown.citations ?? []).filter((one) => one.role === "allows");
  if (!rules.length) return null;
  return h(
    "section",
    { class: "card" },
    h("h3", {}, t(violations.length ? (answer.verdict === "impossible" ? "contradiction" : "broken") : "allowed")),
    rules.map((one) => {
      const cited = citations.get(one.rule) ?? one;
      return h(
        "details",
        { class: "cited", open: rules.length === 1 },
        h("summary", {}, h("span", {}, one.message ?? cited.title), h("span", { class: "place" }, place(cited, entry, edition))),
        one.message && h("p", {}, h("b", {}, cited.title)),
        ruleBody(cited, entry, edition),
        h("p", {}, h("a", { href: `#/rules/${one.rule}` }, one.rule)),
      );
    }),
  );
}

/** Where the chosen edition has a rule, in a few words. */
function place(cited, entry, edition) {
  const source = cited.sources?.find((one) => one.edition === edition);
  if (cited.house_ruling) return t("house ruling", { number: cited.house_ruling.number });
  if (source?.section) return `${editionName(entry, edition)} · ${source.section}`;
  return source ? `${editionName(entry, edition)}: ${t(source.status === "differs" ? "differs" : "silent")}` : "";
}

/** The table before the move, with the move and what is wrong with it, and after. */
function pictures(about) {
  const { entry, module, question, answer } = about;
  const part = module.picture?.(question.move) ?? {};
  const before = h("figure", {}, h("figcaption", {}, t("before")));
  const after = answer.state && h("figure", {}, h("figcaption", {}, t("after")));
  draw(before, entry.id, { state: question.state, move: question.move, ...part, ...common(about) });
  if (after) draw(after, entry.id, { state: answer.state, ...part, ...common(about) });
  return h("section", { class: "card pictures" }, before, after);
}

function tableNow(about) {
  const figure = h("figure", {}, h("figcaption", {}, t("table")));
  draw(figure, about.entry.id, { state: state(about), ...common(about) });
  return h("section", { class: "card pictures" }, figure);
}

async function draw(place, id, body) {
  try {
    place.append(picture(await diagram(id, body)));
  } catch (error) {
    place.append(problem(error));
  }
}

function suggestions(about) {
  return moves(about, about.answer.suggestions, t("nearest"));
}

const MOST = 60;

function moves({ module, actions }, list, heading) {
  if (!list?.length) return null;
  const shown = list.slice(0, MOST);
  return h(
    "section",
    { class: "card" },
    h("h3", {}, heading),
    h(
      "div",
      { class: "moves" },
      shown.map((move) =>
        actions.tryMove
          ? h("button", { class: "line", onclick: () => actions.tryMove(move) }, h("span", { class: "line-text" }, moveText(module, move)), h("span", { class: "tag" }, t("try it")))
          : h("p", {}, moveText(module, move)),
      ),
    ),
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

/** Where another edition or house rule would have it otherwise. */
function comparison({ entry, answer }) {
  const known = [...(answer.comparison ?? []), ...(answer.differs_under ?? [])];
  const seen = new Set();
  const all = known.filter((one) => {
    const key = JSON.stringify(one.under);
    return !seen.has(key) && seen.add(key);
  });
  const others = all.filter((one) => one.changes !== "nothing");
  if (!all.length) return null;
  if (!others.length) return h("p", { class: "quiet" }, t("same everywhere"));
  return h(
    "section",
    { class: "card notice warn comparison" },
    h("h3", {}, t("other books")),
    others.map((one) =>
      h(
        "div",
        { class: "other" },
        h("p", {}, h("b", {}, `${MARKS[one.verdict]} ${t(`verdict ${one.verdict}`)}${change(one)}`), " · ", under(one.under, entry)),
        one.rules.map((rule) => h("button", { class: "chip small", "aria-haspopup": "dialog", onclick: () => openRule(rule) }, `§ ${rule.split("/").slice(1).join("/")}`)),
      ),
    ),
  );
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
  return parts.length ? h("section", { class: "card facts" }, parts) : null;
}

function score({ entry, answer }) {
  return [
    ranking(answer),
    answer.players.map((player) => h("section", { class: "card" }, h("h3", {}, player.name), lines(player))),
    remarks({ ...answer, violations: [] }, entry),
  ];
}

function footer({ entry, operation, question, answer, actions }) {
  const version = answer.rules_version;
  return h(
    "div",
    { class: "card footer" },
    h(
      "div",
      { class: "row wrap" },
      shareButton(entry, () => ({ operation, question })),
      actions.goOn && answer.state && operation === "validate" && h("button", { class: "primary go-on", onclick: () => actions.goOn(answer) }, t("go on")),
    ),
    h("p", { class: "quiet" }, t("case id"), " ", h("code", { class: "case-id" }, answer.case_id), ` · ${t("rules")} ${version.rulebook}`),
  );
}

/** Puts a card in a place, and the reader at its beginning. */
export function present(place, ...content) {
  fill(place, ...content);
  const heading = place.querySelector("h2");
  heading?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}
