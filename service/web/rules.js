// Rules: browse in the order of the book, search while typing, a link to every rule. Works offline once visited.

import { game, games, get, rules as tree } from "./api.js";
import { fill, h, pausing } from "./dom.js";
import { chosen, foreign, gamePicker, ruleBody } from "./parts.js";
import { packCase } from "./packed.js";
import { count, lang, t } from "./words.js";

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");

/** What was last looked for in each game: it stands there again after a look at a rule. */
const lookedFor = new Map();

export default async function rules(place, way) {
  const entry = await chosen(way);
  const wanted = way.length > 1 ? way.join("/") : null;
  const found = h("div", { class: "found", "aria-live": "polite" });
  const book = h("div", { class: "book-tree", lang: foreign(entry) });
  const everywhere = h("input", { type: "checkbox", id: "everywhere", onchange: () => look() });
  const box = h("input", { type: "search", id: "search", placeholder: t("search placeholder"), autocomplete: "off", enterkeyhint: "search", "aria-label": t("search"), oninput: pausing(120, () => look()) });

  fill(
    place,
    h("h1", { class: "unseen" }, `${t("rules")}: ${entry.title}`),
    await gamePicker("rules", entry.id),
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
    lookedFor.set(entry.id, { words: box.value, everywhere: everywhere.checked });
    book.hidden = words !== "";
    if (!words) return fill(found);
    const hits = await search(words, everywhere.checked ? null : entry.id);
    if (mine === asked) await show(hits);
  }

  if (!wanted && lookedFor.get(entry.id)?.words) {
    box.value = lookedFor.get(entry.id).words;
    everywhere.checked = lookedFor.get(entry.id).everywhere;
    await look();
  }

  async function show(hits) {
    const entries = await games();
    fill(
      found,
      h("p", { class: "quiet" }, count("hits", hits.length)),
      hits.map((hit) =>
        h(
          ...opens(hit),
          everywhere.checked && h("span", { class: "tag" }, entries.find((one) => one.id === hit.game)?.title),
          hit.kind === "term" && h("span", { class: "tag" }, t("glossary")),
          hit.verdict && h("span", { class: `tag ${hit.verdict}` }, t(`verdict ${hit.verdict}`)),
          hit.source?.status === "differs" && h("span", { class: "tag warn" }, t("books differ")),
          h("h3", {}, marked(hit.title)),
          hit.text && h("p", {}, marked(hit.text)),
        ),
      ),
    );
  }
}

/** The element of a hit: a rule leads to its place in the book, a case to its ruling, a term is only read. */
function opens(hit) {
  if (hit.kind === "term") return ["div", { class: "card hit" }];
  if (hit.kind === "case") return ["button", { class: "card hit", type: "button", onclick: () => openCase(hit) }];
  return ["a", { class: "card hit", href: `#/rules/${hit.id}` }];
}

async function openCase({ game, id }) {
  const { case: told } = await get(`/games/${game}/cases/${id}`);
  const seen = { expected: told.expected, title: told.title[lang()] };
  location.hash = `#/case/${await packCase({ game, operation: told.operation, question: told.question, seen })}`;
}

/** Asks the API; without a network, looks through the rules that this phone has kept. */
async function search(words, id) {
  try {
    return (await get("/search", { q: words, ...(id && { game: id }) })).hits;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return searchKept(words, id);
  }
}

async function searchKept(words, id) {
  const parts = plain(words).split(/\s+/);
  const books = await Promise.allSettled((id ? [await game(id)] : await games()).map((entry) => tree(entry.id)));
  return books
    .filter((book) => book.status === "fulfilled")
    .flatMap(({ value }) => value.sections.flatMap((section) => section.rules.map((rule) => ({ ...rule, game: value.game }))))
    .filter((rule) => {
      const told = plain(`${rule.title} ${rule.text}`);
      return parts.every((part) => told.includes(part));
    })
    .slice(0, 50);
}

/** The words found stand between <mark> and </mark>: only that is taken over, as elements. */
function marked(text) {
  return text.split(/<mark>|<\/mark>/).map((piece, index) => (index % 2 ? h("mark", {}, piece) : piece));
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
        h("summary", {}, h("span", {}, section.title), h("span", { class: "quiet" }, section.rules.length)),
        section.rules.map((rule) => drawRule(rule, entry, rule.id === wanted)),
      );
    }),
    glossary.length > 0 &&
      h(
        "details",
        { class: "card section" },
        h("summary", {}, h("span", {}, t("glossary"))),
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
      rule.house_ruling && h("span", { class: "tag house" }, rule.house_ruling.number),
      differs && h("span", { class: "tag warn" }, t("books differ")),
    ),
    ruleBody(rule, entry),
    h("p", { class: "link" }, h("a", { href: `#/rules/${rule.id}` }, rule.id)),
  );
}
