// Home: the games, the three things to do in each, and one box to ask anything.

import { games, rules } from "./api.js";
import { bookChoices, hasChosen } from "./book.js";
import { say } from "./controls.js";
import { fill, h, pausing } from "./dom.js";
import { GAME, topRow } from "./parts.js";
import { capital, t } from "./words.js";

const DOORS = [["score", "door score"], ["dispute", "door dispute"], ["rules", "door rules"]];
const PICTURES = new Set(document.documentElement.dataset.pictures.split(" "));
const MOST_FORMS = 3;
const MOST_HITS = 8;

export default async function home(place, way) {
  const all = await games();
  const entry = all.find((one) => one.id === way[0]);
  if (entry) return door(place, entry);
  fill(place, h("h1", { class: "unseen" }, "Brehon"), searchBox(all), h("div", { class: "games-grid" }, all.map((one) => tile(one))));
}

/** Ask anything, in these games. */
function searchBox(entries) {
  const found = h("div", { class: "found", "aria-live": "polite" });
  const box = h("input", { type: "search", id: "anything", placeholder: t("ask anything"), "aria-label": t("ask anything"), autocomplete: "off", enterkeyhint: "search", oninput: pausing(150, () => look()) });
  let asked = 0;
  async function look() {
    const mine = ++asked;
    const words = box.value.trim();
    const tools = await import("./search.js");
    tools.noteTyped({ words: box.value });
    if (!words) return fill(found);
    const hits = await everything(words, entries, tools);
    if (mine === asked) fill(found, h("h2", { class: "unseen" }, words), hits);
  }
  const before = history.state?.words?.words;
  if (before) {
    box.value = before;
    look();
  }
  return [h("div", { class: "search" }, box), found];
}

/** Forms, rules, terms and cases for words or a whole question; if there are none, the chapters of the rules. */
async function everything(words, entries, { fitsWell, formsFor, hitElement, search }) {
  const [forms, hits] = await Promise.all([formsFor(words, entries), search(words, entries)]);
  const title = (id) => (entries.length > 1 ? entries.find((entry) => entry.id === id)?.title.split(":")[0] : null);
  const cards = [
    ...forms.slice(0, MOST_FORMS).map(({ entry, form }) => h("a", { class: "card hit form", href: `#/dispute/${entry.id}/${form.id}` }, title(entry.id) && [h("span", { class: "tag" }, title(entry.id)), " "], h("span", { class: "tag house" }, t("dispute")), h("h3", {}, say(form.ask)))),
    !forms.length && !fitsWell(words, hits) && h("p", { class: "quiet" }, t("nearest hits")),
    ...hits.slice(0, MOST_HITS).map((hit) => hitElement(hit, title(hit.game))),
  ];
  return hits.length || forms.length ? cards : [h("p", { class: "quiet" }, t("no hits")), await Promise.all(entries.map(chapters))];
}

async function chapters(entry) {
  const book = await rules(entry.id).catch(() => null); // no network, and never visited: the way to the rules is still there
  return h(
    "details",
    { class: "card" },
    h("summary", {}, entry.title),
    h("a", { class: "line", href: `#/dispute/${entry.id}` }, h("span", { class: "line-text" }, t("door dispute")), h("span", { class: "more" }, "›")),
    (book?.sections ?? []).map((section) => h("a", { class: "line", href: `#/rules/${section.rules[0]?.id ?? entry.id}` }, h("span", { class: "line-text" }, section.title), h("span", { class: "more" }, "›"))),
  );
}

function tile(entry) {
  return h(
    "a",
    { class: `card game-tile ${entry.id}`, href: `#/home/${entry.id}`, onclick: () => localStorage.setItem(GAME, entry.id) },
    PICTURES.has(entry.id) && h("img", { src: new URL(`games/${entry.id}.svg`, import.meta.url).href, alt: "", width: 120, height: 80 }),
    h("b", {}, entry.title),
    h("span", { class: "quiet" }, t("for players", { from: entry.players[0], to: entry.players[1] })),
  );
}

/** One game: its three doors, my book, and a box to ask anything about it. */
function door(place, entry) {
  localStorage.setItem(GAME, entry.id);
  const again = () => door(place, entry);
  fill(
    place,
    topRow(entry, again, h("a", { class: "button back", href: "#/home" }, `‹ ${capital(t("all games"))}`)),
    h("h1", {}, entry.title),
    searchBox([entry]),
    h("div", { class: "doors" }, DOORS.map(([view, text]) => h("a", { class: `card door ${view}`, href: `#/${view}/${entry.id}` }, h("b", {}, t(text)), h("span", { class: "quiet" }, t(`${text} text`))))),
    !hasChosen(entry) && h("section", { class: "card ask-book" }, h("h2", {}, t("which book")), h("p", { class: "quiet" }, t("why book")), bookChoices(entry, again)),
  );
}
