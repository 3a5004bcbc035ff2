// Home: the games, the three things to do in each, and one box to ask anything.

import { get, games } from "./api.js";
import { bookButton, bookChoices, hasChosen } from "./book.js";
import { say } from "./controls.js";
import { fill, h, pausing } from "./dom.js";
import { GAME, own } from "./parts.js";
import { packCase } from "./packed.js";
import { lang, t } from "./words.js";

const DOORS = [["score", "door score"], ["dispute", "door dispute"], ["rules", "door rules"]];
const MOST_HITS = 8;

export default async function home(place, way) {
  const all = await games();
  const entry = all.find((one) => one.id === way[0]);
  if (entry) return door(place, entry);
  const found = h("div", { class: "found", "aria-live": "polite" });
  const box = h("input", { type: "search", id: "anything", placeholder: t("ask anything"), "aria-label": t("ask anything"), autocomplete: "off", enterkeyhint: "search", oninput: pausing(150, () => look()) });
  let asked = 0;
  async function look() {
    const mine = ++asked;
    const words = box.value.trim();
    if (!words) return fill(found);
    const hits = await everything(words, all);
    if (mine === asked) fill(found, hits.length ? hits : h("p", { class: "quiet" }, t("no hits"), " ", all.map((one) => h("a", { href: `#/rules/${one.id}`, class: "chip" }, one.title))));
  }
  fill(place, h("h1", { class: "unseen" }, "Brehon"), h("div", { class: "search" }, box), found, h("div", { class: "games-grid" }, all.map((one) => tile(one))));
}

function tile(entry) {
  return h(
    "a",
    { class: `card game-tile ${entry.id}`, href: `#/home/${entry.id}`, onclick: () => localStorage.setItem(GAME, entry.id) },
    h("img", { src: new URL(`games/${entry.id}.svg`, import.meta.url).href, alt: "", width: 96, height: 72, onerror: (event) => event.target.remove() }),
    h("b", {}, entry.title),
    h("span", { class: "quiet" }, t("for players", { from: entry.players[0], to: entry.players[1] })),
  );
}

/** One game: its three doors and my book. */
function door(place, entry) {
  localStorage.setItem(GAME, entry.id);
  const again = () => door(place, entry);
  fill(
    place,
    h("div", { class: "row spread" }, h("a", { class: "button back", href: "#/home" }, `‹ ${t("all games")}`), bookButton(entry, again)),
    h("h1", {}, entry.title),
    !hasChosen(entry) && h("section", { class: "card ask-book" }, h("h2", {}, t("which book")), h("p", { class: "quiet" }, t("why book")), bookChoices(entry, again)),
    h("div", { class: "doors" }, DOORS.map(([view, text]) => h("a", { class: `card door ${view}`, href: `#/${view}/${entry.id}` }, h("b", {}, t(text)), h("span", { class: "quiet" }, t(`${text} text`))))),
  );
}

/** Forms, rules, terms and cases for words or a whole question; forms of which all words are found come first. */
async function everything(words, all) {
  const forms = (await Promise.all(all.map((entry) => formsFor(words, entry)))).flat();
  forms.sort((a, b) => b.weight - a.weight);
  const hits = await get("/search", { q: words }).then((answer) => answer.hits, () => []);
  return [...forms.slice(0, 3).map((one) => one.element), ...hits.slice(0, MOST_HITS).map((hit) => hitElement(hit, all))];
}

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);

async function formsFor(words, entry) {
  const module = await own(entry.id);
  const forms = (await module.disputes?.())?.default ?? [];
  const asked = wordsOf(words);
  return forms
    .map((form) => {
      const own = wordsOf(`${say(form.ask)} ${form.words ? say(form.words) : ""} ${entry.title}`);
      const weight = asked.filter((word) => own.some((one) => one.startsWith(word.slice(0, 5)))).length / asked.length;
      const element = h("a", { class: "card hit form", href: `#/dispute/${entry.id}/${form.id}` }, h("span", { class: "tag" }, entry.title), h("h3", {}, say(form.ask)));
      return { weight, element };
    })
    .filter((one) => one.weight > 0.5);
}

function hitElement(hit, all) {
  const title = all.find((entry) => entry.id === hit.game)?.title;
  const text = (marked) => marked.replace(/<\/?mark>/g, "");
  const parts = [h("span", { class: "tag" }, title), hit.verdict && h("span", { class: `tag ${hit.verdict}` }, t(`verdict ${hit.verdict}`)), h("h3", {}, text(hit.title)), hit.text && h("p", {}, text(hit.text))];
  if (hit.kind === "case") return h("button", { class: "card hit", type: "button", onclick: () => openCase(hit) }, parts);
  if (hit.kind === "term") return h("div", { class: "card hit" }, parts);
  return h("a", { class: "card hit", href: `#/rules/${hit.id}` }, parts);
}

async function openCase({ game, id }) {
  const { case: found } = await get(`/games/${game}/cases/${id}`);
  const seen = { expected: found.expected, title: found.title[lang()] };
  location.hash = `#/case/${await packCase({ game, operation: found.operation, question: found.question, seen })}`;
}
