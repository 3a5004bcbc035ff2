// Rules: browse in the order of the book, search while typing, a link to every rule. Works offline once visited.

import { games, rules as tree } from "./api.js";
import { fill, h, pausing } from "./dom.js";
import { chosen, foreign, gamePicker, ruleBody, topRow } from "./parts.js";
import { hitElement, noteTyped, search, typed } from "./search.js";
import { count, t } from "./words.js";

export default async function rules(place, way) {
  const entry = await chosen(way);
  const wanted = way.length > 1 ? way.join("/") : null;
  const found = h("div", { class: "found", "aria-live": "polite" });
  const book = h("div", { class: "book-tree", lang: foreign(entry) });
  const everywhere = h("input", { type: "checkbox", id: "everywhere", checked: Boolean(typed().everywhere), onchange: () => look() });
  const box = h("input", { type: "search", id: "search", value: typed().words ?? "", placeholder: t("search placeholder"), autocomplete: "off", enterkeyhint: "search", "aria-label": t("search"), oninput: pausing(120, () => look()) });

  fill(
    place,
    h("h1", { class: "unseen" }, `${t("rules")}: ${entry.title}`),
    await gamePicker("rules", entry.id),
    topRow(entry, () => rules(place, way), wanted && h("button", { class: "back", onclick: () => history.back() }, `‹ ${t("back")}`)),
    h("div", { class: "search" }, box, h("label", { class: "toggle" }, everywhere, h("span", {}, t("all games")))),
    found,
    book,
  );

  const whole = await tree(entry.id);
  drawTree(book, whole, entry, wanted);

  let asked = 0;
  async function look() {
    const mine = ++asked;
    const words = box.value.trim();
    noteTyped({ words: box.value, everywhere: everywhere.checked });
    book.hidden = words !== "";
    if (!words) return fill(found);
    const all = await games();
    const hits = await search(words, everywhere.checked ? all : [entry], 50);
    if (mine !== asked) return;
    const title = (id) => everywhere.checked && all.find((one) => one.id === id)?.title;
    fill(found, h("h2", { class: "quiet" }, hits.length ? count("hits", hits.length) : t("no hits here")), hits.map((hit) => hitElement(hit, title(hit.game))));
    if (!hits.length) book.hidden = false;
  }

  if (box.value) await look();
}

function drawTree(book, whole, entry, wanted) {
  const glossary = Object.entries(whole.glossary ?? {});
  fill(
    book,
    whole.sections.map((section) => {
      const holds = section.rules.some((rule) => rule.id === wanted);
      return h(
        "details",
        { class: "card section", open: holds },
        h("summary", {}, h("h2", {}, section.title), h("span", { class: "quiet" }, section.rules.length)),
        section.rules.map((rule) => drawRule(rule, entry, rule.id === wanted)),
      );
    }),
    glossary.length > 0 &&
      h(
        "details",
        { class: "card section" },
        h("summary", {}, h("h2", {}, t("glossary"))),
        h("dl", {}, glossary.map(([term, text]) => [h("dt", {}, term.replace(/[-_]/g, " ")), h("dd", {}, text)])),
      ),
  );
  const target = book.querySelector(".rule.wanted");
  if (wanted && !target) book.prepend(h("p", { class: "card notice warn" }, t("no rule", { rule: wanted })));
  if (target) {
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  }
}

function drawRule(rule, entry, wanted) {
  const differs = rule.sources.some((source) => source.status === "differs");
  return h(
    "article",
    { class: `rule ${wanted ? "wanted" : ""}`, id: rule.id, tabindex: wanted ? "-1" : null },
    h(
      "h3",
      {},
      rule.title,
      " ",
      rule.house_ruling && h("span", { class: "tag house" }, t("source house-ruling")),
      differs && h("span", { class: "tag warn" }, t("books differ")),
    ),
    ruleBody(rule, entry),
    h("p", { class: "link" }, h("a", { href: `#/rules/${rule.id}` }, t("link to rule"))),
  );
}
