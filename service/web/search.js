// Ask anything: forms, rules, terms and cases for words or a whole question. Without a network, in what the phone has kept.

import { Unreachable, get, rules as tree } from "./api.js";
import { myBook } from "./book.js";
import { say } from "./controls.js";
import { h } from "./dom.js";
import { packCase } from "./packed.js";
import { own } from "./parts.js";
import { lang, t } from "./words.js";

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
const STEM = 5; // letters that two forms of a word share

/** Hits in these games, each by its own book; of several games in the order of a search in all of them. */
export async function search(words, entries, limit = 20) {
  if (entries.length === 1) return hitsIn(words, entries[0], limit);
  const [order, ...found] = await Promise.all([ranked(words), ...entries.map((entry) => hitsIn(words, entry, limit))]);
  const turn = (hit, place) => order.get(`${hit.kind} ${hit.game} ${hit.id}`) ?? order.size + place;
  return found
    .flatMap((hits) => hits.map((hit, place) => ({ hit, turn: turn(hit, place) })))
    .sort((a, b) => a.turn - b.turn)
    .map(({ hit }) => hit);
}

/** The place of each hit in a search of all games; nothing is known of it without a network. */
async function ranked(words) {
  try {
    const { hits } = await get("/search", { q: words, limit: 50 });
    return new Map(hits.map((hit, place) => [`${hit.kind} ${hit.game} ${hit.id}`, place]));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return new Map();
  }
}

async function hitsIn(words, entry, limit) {
  try {
    return (await get("/search", { q: words, game: entry.id, edition: myBook(entry), limit })).hits;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return searchKept(words, entry);
  }
}

/** The rules that this phone has kept, those with the most of the words first. */
async function searchKept(words, entry) {
  const parts = wordsOf(words).map((word) => word.slice(0, STEM));
  const book = await tree(entry.id).catch(() => null); // never visited: nothing is kept of it
  return (book?.sections ?? [])
    .flatMap((section) => section.rules)
    .map((rule) => {
      const told = wordsOf(`${rule.title} ${rule.text}`);
      return { rule, found: parts.filter((part) => told.some((word) => word.startsWith(part))).length };
    })
    .filter((one) => one.found > 0 && one.found >= parts.length / 2)
    .sort((a, b) => b.found - a.found)
    .slice(0, 20)
    .map(({ rule }) => ({ ...rule, kind: "rule", game: entry.id }));
}

/** The questions of "settle a dispute" that these words ask, the likeliest first. */
export async function formsFor(words, entries) {
  const asked = wordsOf(words);
  const all = await Promise.all(
    entries.map(async (entry) => {
      const forms = (await (await own(entry.id)).disputes?.())?.default ?? [];
      return forms.map((form) => {
        const known = wordsOf(`${say(form.ask)} ${form.words ? say(form.words) : ""} ${entry.title}`);
        const weight = asked.filter((word) => known.some((one) => one.startsWith(word.slice(0, STEM)))).length / (asked.length || 1);
        return { entry, form, weight };
      });
    }),
  );
  return all.flat().filter((one) => one.weight > 0.5).sort((a, b) => b.weight - a.weight);
}

/** A hit as a card: a rule leads to its place in the book, a case to its ruling, a term is only read. */
export function hitElement(hit, title) {
  const parts = [
    title && h("span", { class: "tag" }, title),
    hit.kind === "term" && h("span", { class: "tag" }, t("glossary")),
    hit.verdict && h("span", { class: `tag ${hit.verdict}` }, t(`verdict ${hit.verdict}`)),
    hit.source?.status === "differs" && h("span", { class: "tag warn" }, t("differs")),
    h("h3", {}, marked(hit.title)),
    hit.source?.section && h("p", { class: "place" }, hit.source.section),
    hit.source?.difference ? h("p", {}, hit.source.difference) : hit.text && h("p", {}, marked(hit.text)),
  ];
  if (hit.kind === "term") return h("div", { class: "card hit" }, parts);
  if (hit.kind === "case") return h("button", { class: "card hit", type: "button", onclick: () => openCase(hit) }, parts);
  return h("a", { class: "card hit", href: `#/rules/${hit.id}` }, parts);
}

/** The words found stand between <mark> and </mark>: only that is taken over, as elements. */
const marked = (text) => text.split(/<mark>|<\/mark>/).map((piece, index) => (index % 2 ? h("mark", {}, piece) : piece));

async function openCase({ game, id }) {
  const { case: told } = await get(`/games/${game}/cases/${id}`);
  const seen = { expected: told.expected, title: told.title[lang()] };
  location.hash = `#/case/${await packCase({ game, operation: told.operation, question: told.question, seen })}`;
}

/** What was typed on this screen: it stands there again after a look at a hit, by the way back or a reload. */
export const typed = () => history.state?.words ?? {};
export const noteTyped = (words) => history.replaceState({ ...history.state, words }, "");
