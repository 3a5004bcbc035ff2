// The answer to a score, shown: lines with their rules, the ranking and what broke a tie, claimed totals.

import { Unreachable, ask, game as gameOf } from "./api.js";
import { byMyBook } from "./book.js";
import { announce, fill, h, untouched } from "./dom.js";
import { editionName, problem, ruleLine } from "./parts.js";
import { count, t } from "./words.js";

const AT_ONCE = 120; // milliseconds: by then the phone's own count is shown, if the service has not answered
const AGAIN = 15_000; // milliseconds: a phone that is connected may still not reach the service

/**
 * Counts after each change; an answer that has been overtaken is dropped. The phone counts at once what it can, and asks the
 * service to confirm it, later if there is no network: what the service says stands.
 */
export function counting(game, show, fail) {
  let running;
  return async function count(body) {
    running?.abort();
    const mine = (running = new AbortController());
    const present = async (answer) => {
      await untouched();
      if (mine === running) show(answer);
    };
    let here = null;
    try {
      const question = byMyBook(await gameOf(game), body);
      const asked = ask(game, "score", question, mine.signal);
      if (await isLate(asked)) here = await onThisPhone(game, question);
      if (here) await present(here);
      await present(await asked);
    } catch (error) {
      if (error.name === "AbortError" || mine !== running) return;
      if (here && isAway(error)) whenBack(() => mine === running && count(body));
      else fail(error);
    }
  };
}

/** Whether this is no answer of the service: it cannot be reached, or is down. */
const isAway = (error) => error instanceof Unreachable || error.status >= 500;

/** Whether the service is away, or takes its time. */
const isLate = (asked) =>
  Promise.race([asked.then(() => false, isAway), new Promise((late) => setTimeout(late, AT_ONCE, true))]);

async function onThisPhone(game, question) {
  try {
    const { countedHere } = await import("./here.js");
    return await countedHere(game, question);
  } catch (error) {
    console.warn(error); // nothing is kept yet that it needs: the service alone counts
    return null;
  }
}

/** Does something as soon as there may be a network again. */
function whenBack(work) {
  const go = () => {
    removeEventListener("online", go);
    clearTimeout(timer);
    work();
  };
  const timer = setTimeout(go, AGAIN);
  addEventListener("online", go);
}

/** One player's lines. */
export function lines(player) {
  return h(
    "div",
    { class: "lines" },
    player.lines.map((line) =>
      ruleLine(line.rule, h("span", { class: "line-text" }, line.text), h("b", {}, signed(line.points))),
    ),
    h(
      "div",
      { class: "line total" },
      h("span", { class: "line-text" }, t("total"), " ", player.here && h("span", { class: "tag here" }, t("counted here"))),
      h("b", {}, player.total ?? "?"),
    ),
  );
}

const signed = (points) => (points < 0 ? `−${-points}` : String(points));

/** Who is where, and what decided it. Places that are shared are told as such; `unplaced` are names with the reason why they have no place. */
export function ranking(answer, unplaced = []) {
  if (answer.players.length + unplaced.length < 2 || !(answer.ranking.length || unplaced.length)) return null;
  const totals = new Map(answer.players.map((player) => [player.name, player.total]));
  let place = 1;
  return h(
    "section",
    { class: "card ranking" },
    h("h2", {}, t("ranking")),
    h(
      "ol",
      {},
      answer.ranking.map((names) => {
        const mine = place;
        place += names.length;
        return names.map((name) =>
          h(
            "li",
            { class: mine === 1 ? "first" : "" },
            h("span", { class: "rank" }, `${mine}.`),
            h("span", { class: "who" }, name, names.length > 1 && h("span", { class: "tag" }, t("shared place"))),
            h("b", {}, totals.get(name) ?? "?"),
          ),
        );
      }),
      unplaced.map(([name, why]) => h("li", {}, h("span", { class: "rank" }, "–"), h("span", { class: "who" }, name, h("span", { class: "tag" }, why)))),
    ),
    answer.decided_by.map((tie) => ruleLine(tie.rule, h("span", { class: "line-text" }, tie.text))),
  );
}

/** A claimed total against the true one. */
export function claim(check) {
  if (!check) return null;
  if (check.correct) return h("p", { class: "notice good" }, t("claim right", { total: check.total }));
  return h(
    "div",
    { class: "notice bad" },
    h("p", {}, t(check.difference > 0 ? "claim high" : "claim low", { off: count("points", Math.abs(check.difference)), total: check.total })),
    check.explanations.map((one) => ruleLine(one.rule, h("span", { class: "line-text" }, one.text))),
  );
}

/** What is wrong with the position, what is taken for granted, and where other books count otherwise. */
export function remarks(answer, entry) {
  return [
    answer.here && h("p", { class: "card notice warn", role: "status" }, t("not confirmed")),
    answer.violations.length > 0 &&
      h(
        "section",
        { class: "card notice bad" },
        h("h2", {}, t("cannot be")),
        answer.violations.map((one) => ruleLine(one.rule, h("span", { class: "line-text" }, one.message))),
      ),
    answer.missing.length > 0 &&
      h(
        "section",
        { class: "card notice warn" },
        h("h2", {}, t("missing")),
        answer.missing.map((one) => ruleLine(one.rule, h("span", { class: "line-text" }, one.text))),
      ),
    answer.rests_on.length > 0 &&
      h("section", { class: "card notice" }, h("h2", {}, t("rests on")), answer.rests_on.map((one) => h("p", {}, one.text))),
    answer.differs_under.length > 0 &&
      h(
        "section",
        { class: "card notice warn" },
        h("h2", {}, t("otherwise")),
        answer.differs_under.map((one) =>
          h("p", {}, h("b", {}, under(one.under, entry)), ": ", one.ranking.map((names) => names.map((name) => `${name} ${one.totals[name] ?? "?"}`).join(" = ")).join(" › ")),
        ),
      ),
  ];
}

/** An edition or a house rule, in words. */
export function under(basis, entry) {
  if (basis.edition) return editionName(entry, basis.edition);
  const rule = entry.house_rules.find((one) => one.name === basis.house_rule);
  const value = rule?.values.find((one) => one.value === basis.value);
  return `${rule?.title ?? basis.house_rule}: ${value?.text ?? basis.value}`;
}

/** Says the totals once counting pauses: every tap would be too much. */
let timer;
export function tell(answer) {
  clearTimeout(timer);
  timer = setTimeout(
    () => announce(answer.players.map((player) => `${player.name}: ${player.total === null ? "?" : count("points", player.total)}`).join("; ")),
    700,
  );
}

/** Where a pad shows that a question could not be answered. */
export function failing(place) {
  return (error) => fill(place, problem(error));
}
