// The chances of a battle of Ortus Regni: one number first, a bar, and below it what else can happen.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { name, ruleLine } from "../parts.js";
import { capital, count, lang, t } from "../words.js";

const SIDES = ["attackers", "defenders"];
const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const TENTHS = 1000; // of a percent: everything on this screen is rounded so, and nothing that can happen to 0 or 100

const shown = (tenths) => `${(tenths / 10).toLocaleString(lang(), { maximumFractionDigits: 1 })}\u00a0%`;
const percent = (decimal) => shown(decimal > 0 && decimal < 1 ? Math.min(TENTHS - 1, Math.max(1, Math.round(decimal * TENTHS))) : decimal * TENTHS);

/** Shares of a whole, rounded so that they add up to it. */
function percents(decimals) {
  const exact = decimals.map((one) => one * TENTHS);
  const rounded = exact.map((one) => Math.floor(one + 1e-6));
  const order = exact.map((one, index) => [one - rounded[index], index]).sort(([one], [other]) => other - one);
  const left = Math.round(exact.reduce((sum, one) => sum + one, 0)) - rounded.reduce((sum, one) => sum + one, 0);
  for (const [, index] of order.slice(0, Math.max(0, left))) rounded[index] += 1;
  return rounded.map(shown);
}

/** A chance, or from what to what the Church can bring it. */
const likely = ({ least, most }) => (percent(least.decimal) === percent(most.decimal) ? percent(least.decimal) : `${percent(least.decimal).slice(0, -2)}\u2060–\u2060${percent(most.decimal)}`);

/** What the attack is after, and how likely it comes about: "The Castle falls: 41 %". */
export function aimText(answer, engagement, module) {
  const { kind, anchor = "castle" } = engagement;
  return `${name(module, `aim ${kind === "siege" ? anchor : kind}`)}: ${likely(answer.odds.aim)}`;
}

const DEALT = {
  none: { en: "The attackers deal no damage.", es: "Los atacantes no causan daño.", pl: "Atakujący nie zadają obrażeń." },
  some: { en: "The attackers deal {points} of damage.", es: "Los atacantes causan {points} de daño.", pl: "Atakujący zadają {points} obrażeń." },
};
const BEHIND = {
  defenders: { en: "the defenders", es: "los defensores", pl: "obrońcy" },
  towers: { en: "the Towers", es: "las Torres", pl: "Wieże" },
  both: { en: "the defenders and the Towers", es: "los defensores y las Torres", pl: "obrońcy i Wieże" },
};
const LEFT = [
  { en: "After what {behind} absorb, nothing is left.", es: "Descontando lo que absorben {behind}, no queda nada.", pl: "Po odjęciu tego, co pochłoną {behind}, nic nie zostaje." },
  { en: "After what {behind} absorb, 1 is left.", es: "Descontando lo que absorben {behind}, queda 1.", pl: "Po odjęciu tego, co pochłoną {behind}, zostaje 1." },
  { en: "After what {behind} absorb, 2 are left.", es: "Descontando lo que absorben {behind}, quedan 2.", pl: "Po odjęciu tego, co pochłoną {behind}, zostają 2." },
];
const TAKES = {
  castle: { en: "It takes 2 to bring down a Castle.", es: "Un Castillo solo cae con 2.", pl: "Zamek pada dopiero od 2." },
  palace: { en: "It takes 3 to bring down a Palace.", es: "Un Palacio solo cae con 3.", pl: "Pałac pada dopiero od 3." },
};
const NOTHING_THERE = {
  raid: { en: "That Fief has no Property to lose.", es: "Ese Feudo no tiene Propiedades que perder.", pl: "To Lenno nie ma posiadłości do stracenia." },
  towers: { en: "The defender has no Tower to lose.", es: "El defensor no tiene Torres que perder.", pl: "Obrońca nie ma Wież do stracenia." },
};

/** Why an attack cannot succeed, by the best that it can come to, and the rule about it. */
export function whyNever({ outcomes }, { kind, anchor, towers, properties }) {
  if ({ raid: properties, towers }[kind] === 0) return { text: say(NOTHING_THERE[kind]), rule: "ortus-regni/attack/empty-target" };
  const best = outcomes.reduce((most, one) => (one.target.reaches > most.target.reaches || (one.target.reaches === most.target.reaches && one.defenders.damage > most.defenders.damage) ? one : most));
  const dealt = best.defenders.damage;
  const behind = { false: { true: "towers" }, true: { false: "defenders", true: "both" } }[best.defenders.hits > 0][kind !== "towers" && towers > 0];
  const texts = [
    say(dealt ? DEALT.some : DEALT.none).replace("{points}", count("points", dealt)),
    dealt > 0 && behind && say(LEFT[best.target.reaches]).replace("{behind}", say(BEHIND[behind])),
    dealt > 0 && kind === "siege" && say(TAKES[anchor]),
  ];
  return { text: texts.filter(Boolean).join(" "), rule: `ortus-regni/attack/${kind}` };
}

/** "Unharmed" says the same as no hits at all. */
const news = ({ event, count }) => !(["attackers-hit", "defenders-hit"].includes(event) && count === 0);

/** The bar of the headline, how the battle can end, and what can happen, folded. */
export function oddsParts(answer, module, isChurchTold = true) {
  const { odds } = answer;
  if (!odds) return null;
  const own = (id) => name(module, id);
  const { aim } = odds;
  const onlyOne = odds.outcomes.length === 1;
  return h(
    "section",
    { class: "card or-odds" },
    h("div", { class: "chance" }, h("b", {}, put(own(aim.event), { count: aim.count })), h("b", {}, likely(aim)), bar(aim)),
    aim.least.decimal !== aim.most.decimal && h("p", { class: "quiet" }, put(own("by church"), { least: percent(aim.least.decimal), most: percent(aim.most.decimal) }), !isChurchTold && ` ${own("church untold")}`),
    !onlyOne && [h("h3", {}, own("outcomes")), split(odds.outcomes, own), outcomeRows(odds, own)],
    h("details", {}, h("summary", {}, own("events")), odds.events.filter(news).map((one) => ruleLine(one.rule, h("span", { class: "line-text chance" }, h("span", {}, put(own(one.event), { count: one.count })), h("span", {}, likely(one)), bar(one))))),
    odds.cards.length > 0 && h("details", {}, h("summary", {}, own("cards left")), odds.cards.map((one) => h("div", { class: "chance" }, h("span", {}, `${capital(own(one.card === "church" ? "church-decides" : one.card))}${one.left === null ? "" : ` × ${one.left}`}`), h("span", {}, `${percent(one.decimal)} (${one.chance})`), bar({ least: one, most: one })))),
  );
}

/** What is sure of each outcome and what the Church decides: together the whole. */
function outcomeRows({ outcomes, aim }, own) {
  const open = undecided(outcomes);
  const shares = percents([...outcomes.map((one) => one.least.decimal), open]);
  const costs = (one) => put(own("damage"), { attackers: `\u2060${one.attackers.damage}`, defenders: `\u2060${one.defenders.damage}` }).replace(/ (?=\u2060)/g, "\u00a0");
  const row = (part, title, share, text) => h("div", { class: "chance" }, h("b", {}, key(part), capital(own(title))), h("span", {}, share), h("small", { class: "quiet" }, text));
  return [
    outcomes.map((one, index) => row(one.outcome, one.outcome, shares[index], [costs(one), aim.event === "castle-falls" && one.target.falls && `${own("castle-falls")}.`].filter(Boolean).join(" "))),
    open > LEAST && row("church", "church-decides", shares.at(-1), own("church row")),
  ];
}

/** The chances as the answer to a whole question. */
export function oddsCard(answer, module) {
  if (answer.odds) return oddsParts(answer, module);
  return h("section", { class: "card notice bad" }, h("h2", {}, t("cannot be")), answer.violations.map((one) => ruleLine(one.rule, h("span", { class: "line-text" }, one.message))));
}

const LEAST = 0.0005; // smaller shares are not drawn
const key = (part) => h("span", { class: `piece key ${part}`, "aria-hidden": "true" });
/** What no outcome is sure of: the Church decides it. */
const undecided = (outcomes) => Math.max(0, 1 - outcomes.reduce((sum, one) => sum + one.least.decimal, 0));

/** One bar of the whole: what is sure of each outcome, and between them what the Church decides. */
function split(outcomes, own) {
  const parts = [...outcomes.map((one) => [one.outcome, one.least.decimal]), ["church", undecided(outcomes)]].filter(([, share]) => share > LEAST);
  const title = (part) => own(part === "church" ? "church-decides" : part);
  return h(
    "div",
    { class: "split", role: "img", "aria-label": parts.map(([part, share]) => `${title(part)} ${percent(share)}`).join(", ") },
    parts.map(([part, share]) => {
      const piece = h("span", { class: `piece ${part}` }, share > 0.3 && title(part));
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
