// The chances of a battle of Ortus Regni: one number first, a bar, and below it what else can happen.

import { h } from "../dom.js";
import { name, ruleLine } from "../parts.js";
import { capital, lang, t } from "../words.js";

const SIDES = ["attackers", "defenders"];
const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const whole = (decimal) => `${decimal > 0 && decimal < 1 ? Math.min(99, Math.max(1, Math.round(decimal * 100))) : decimal * 100} %`;

const percent = (decimal) => `${(decimal * 100).toLocaleString(lang(), { maximumFractionDigits: 1 })} %`;

/** A chance, or from what to what the Church can bring it. */
const likely = ({ least, most }, shown = percent) => (shown(least.decimal) === shown(most.decimal) ? shown(least.decimal) : `${shown(least.decimal).slice(0, -2)}–${shown(most.decimal)}`);

/** What the attack is after, and how likely it comes about: "The Castle falls: 41 %". */
export function aimText(answer, engagement, module) {
  const { kind, anchor = "castle" } = engagement;
  return `${name(module, `aim ${kind === "siege" ? anchor : kind}`)}: ${likely(answer.odds.aim, whole)}`;
}

/** The bar of the headline, how the battle can end, and what can happen, folded. */
export function oddsParts(answer, module) {
  const { odds } = answer;
  if (!odds) return null;
  const own = (id) => name(module, id);
  const { aim } = odds;
  const onlyOne = odds.outcomes.length === 1;
  return h(
    "section",
    { class: "card or-odds" },
    bar(aim),
    aim.least.decimal !== aim.most.decimal && h("small", { class: "quiet" }, own("by church")),
    !onlyOne && [h("h3", {}, own("outcomes")), split(odds.outcomes, own), odds.outcomes.map((one) => h("div", { class: "chance" }, h("b", {}, capital(own(one.outcome))), h("span", {}, likely(one)), h("small", { class: "quiet" }, put(own("damage"), { attackers: one.attackers.damage, defenders: one.defenders.damage }))))],
    h("details", {}, h("summary", {}, own("events")), odds.events.map((one) => ruleLine(one.rule, h("span", { class: "line-text chance" }, h("span", {}, put(own(one.event), { count: one.count })), h("span", {}, likely(one)), bar(one))))),
    odds.cards.length > 0 && h("details", {}, h("summary", {}, own("cards left")), odds.cards.map((one) => h("div", { class: "chance" }, h("span", {}, `${capital(own(one.card === "church" ? "church-decides" : one.card))}${one.left === null ? "" : ` × ${one.left}`}`), h("span", {}, `${percent(one.decimal)} (${one.chance})`), bar({ least: one, most: one })))),
  );
}

/** The chances as the answer to a whole question. */
export function oddsCard(answer, module) {
  if (answer.odds) return oddsParts(answer, module);
  return h("section", { class: "card notice bad" }, h("h2", {}, t("cannot be")), answer.violations.map((one) => ruleLine(one.rule, h("span", { class: "line-text" }, one.message))));
}

/** One bar of the whole: what is sure of each outcome, and between them what the Church decides. */
function split(outcomes, own) {
  const sure = outcomes.reduce((sum, one) => sum + one.least.decimal, 0);
  const parts = [...outcomes.map((one) => [one.outcome, one.least.decimal]), ["church", Math.max(0, 1 - sure)]].filter(([, share]) => share > 0.0005);
  const title = (part) => own(part === "church" ? "church-decides" : part);
  return h(
    "div",
    { class: "split", role: "img", "aria-label": parts.map(([part, share]) => `${title(part)} ${percent(share)}`).join(", ") },
    parts.map(([part, share]) => {
      const piece = h("span", { class: `piece ${part}` }, share > 0.3 ? title(part) : own(SIDES.find((one) => one.startsWith(part)) ?? title(part)).slice(0, 1).toUpperCase());
      piece.style.flexGrow = share;
      return piece;
    }),
  );
}

function bar({ least, most }) {
  const track = h("span", { class: "bar", "aria-hidden": "true" }, h("span", { class: "may" }), h("span", { class: "sure" }));
  track.children[0].style.width = `${most.decimal * 100}%`;
  track.children[1].style.width = `${least.decimal * 100}%`;
  return track;
}

/** What one way of ending costs each side. */
export function lostParts(form, outcome) {
  const own = (id) => name(form.module, id);
  const range = ([least, most]) => (least === most ? String(least) : put(own("or"), { least, most }));
  const lines = (side) => [
    side.killed[1] > 0 && put(own("lost armies"), { count: range(side.killed) }),
    side.captured > 0 && put(own(side.ransomable ? "lost captured ransom" : "lost captured"), { count: side.captured }),
    side.spent > 0 && put(own("lost spent"), { count: side.spent }),
  ].filter(Boolean);
  const { target } = outcome;
  return h(
    "section",
    { class: "card or-lost-card" },
    SIDES.map((side) => [h("h3", {}, own(`of ${side}`)), h("ul", {}, (lines(outcome[side]).length ? lines(outcome[side]) : [own("nothing_lost")]).map((text) => h("li", {}, text)))]),
    target.capturable > 0 && h("p", {}, put(own("may capture"), { count: target.capturable })),
    target.eliminates && h("p", {}, own("is out")),
  );
}
