// Where a table comes from: a setup, nothing at all, an example of the case library, or a case or log that was saved.

import { ask, get, rules } from "./api.js";
import { byMyBook, myBook, printedIn } from "./book.js";
import { fill, h, pausing } from "./dom.js";
import { optionsCard } from "./options.js";
import { casesIn, packCase, unpackCase } from "./packed.js";
import { chips, firstNames, problem } from "./parts.js";
import { count, lang, t } from "./words.js";

/** A card with the ways to begin; `found` gets an operation and its question. */
export async function startCard(entry, module, found) {
  const body = h("div", { class: "start-body" });
  const ways = new Map([["new table", setup], ["example", examples], ["saved", saved]]);
  const open = (way) => ways.get(way)(body, entry, module, found);
  const card = h(
    "section",
    { class: "card start" },
    h("h2", {}, t("table")),
    chips(t("table"), [...ways.keys()].map((way) => [way, t(way)]), "new table", open),
    body,
  );
  await open("new table");
  return card;
}

// ---------------------------------------------------------------- a new table

function setup(body, entry, module, found) {
  const [least, most] = entry.players;
  const names = firstNames().slice(0, Math.max(2, least));
  const options = {};
  let pack = module.ownPack?.() ?? entry.packs[0];
  const people = h("div", { class: "names" });
  const trouble = h("div", {});
  const seed = h("input", { type: "number", min: 0, inputmode: "numeric", value: "" });
  const draw = () =>
    fill(
      people,
      names.map((own, index) =>
        h(
          "div",
          { class: "row" },
          h("input", { value: own, maxlength: 40, "aria-label": `${t("players")} ${index + 1}`, onchange: (event) => (names[index] = event.target.value.trim()) }),
          names.length > least && h("button", { type: "button", class: "icon", "aria-label": t("remove player", { name: own }), onclick: () => { names.splice(index, 1); draw(); } }, "✕"),
        ),
      ),
      names.length < most && h("button", { type: "button", onclick: () => { names.push(firstNames().find((own) => !names.includes(own)) ?? ""); draw(); } }, `+ ${t("add player")}`),
    );
  draw();
  const extra = () => (entry.packs.length > 1 || pack !== entry.packs[0] ? { pack } : {});
  const told = () => ({ edition: myBook(entry), ...options });
  const go = async () => {
    const question = { players: names, options: told(), ...extra(), ...(seed.value !== "" && { seed: Number(seed.value) }) };
    try {
      found({ question: { state: (await ask(entry.id, "setup", question)).state, ...extra() }, isNew: true });
    } catch (error) {
      fill(trouble, problem(error));
    }
  };
  fill(
    body,
    h("h3", {}, t("players")),
    people,
    module.packCard?.(entry, () => (pack = module.ownPack() ?? entry.packs[0])),
    optionsCard(entry, module, options, () => {}),
    trouble,
    h("button", { class: "primary wide bare", onclick: () => found({ question: { state: { players: names.map((name) => ({ name })), options: told() }, ...extra() } }) }, t("from nothing")),
    h("p", { class: "quiet when" }, t("from nothing text")),
    h("button", { class: "wide set-up", onclick: go }, t("set up")),
    h("p", { class: "quiet when" }, t("set up text")),
    h(
      "details",
      { class: "developers" },
      h("summary", {}, t("developers")),
      h("label", { class: "field" }, h("span", {}, t("seed")), seed),
      entry.packs.length > 1 && [h("h3", {}, t("pack")), chips(t("pack"), entry.packs.map((id) => [id, id]), pack, (id) => (pack = id))],
    ),
  );
}

// ---------------------------------------------------------------- an example

async function examples(body, entry, module, found) {
  const list = h("div", { class: "examples", "aria-live": "polite" });
  const box = h("input", { type: "search", "aria-label": t("search examples"), placeholder: t("search examples"), autocomplete: "off", oninput: pausing(150, () => look()) });
  const trouble = h("div", {});
  fill(body, box, trouble, list);

  const book = await rules(entry.id);
  const chapter = new Map(book.sections.flatMap((section) => section.rules.map((rule) => [rule.id, section.title])));

  async function look() {
    const words = box.value.trim();
    const { cases } = await get(`/games/${entry.id}/cases`, words ? { q: words } : {});
    fill(list, h("p", { class: "quiet" }, cases.length ? count("examples", cases.length) : t("no examples")), chapters(cases, words !== ""));
  }

  /** By the chapters of the book; an example belongs to the first rule that it is about, else to the place in its source. */
  function chapters(cases, isOpen) {
    const titles = [...book.sections.map((section) => section.title), t("other examples")];
    const groups = new Map(titles.map((title) => [title, []]));
    for (const one of cases) groups.get(one.rules.map((rule) => chapter.get(rule)).find(Boolean) ?? t("other examples")).push(one);
    return [...groups].filter(([, own]) => own.length).map(([title, own]) => h("details", { class: "chapter", open: isOpen }, h("summary", {}, h("span", {}, title), h("span", { class: "quiet" }, own.length)), own.map(line)));
  }

  const placed = ({ place, edition }) => place && [" · ", printedIn(entry.editions.find(({ id }) => id === edition) ?? {}, place)];

  const line = (one) =>
    h(
      "button",
      { class: "line example", onclick: () => take(one.id) },
      h("span", { class: "line-text" }, one.title, h("small", {}, h("br"), t(`source ${one.source.kind}`), placed(one.source))),
      h("span", { class: `tag ${one.verdict}` }, t(`verdict ${one.verdict}`)),
    );

  async function take(id) {
    try {
      const { case: told } = await get(`/games/${entry.id}/cases/${id}`);
      open(entry, told, found);
    } catch (error) {
      fill(trouble, problem(error));
    }
  }

  await look();
}

/** A table is laid out, by the book that its case is about; an answer without one, such as odds, is a case of its own. */
async function open(entry, { game = entry.id, operation, question, expected, title }, found) {
  if (game === entry.id && (question.state || question.setup)) return found({ operation, question: byMyBook(entry, question, entry.editions[0].id) });
  location.hash = `#/case/${await packCase({ game, operation, question, seen: { expected, title: title?.[lang()] } })}`;
}

// ---------------------------------------------------------------- a saved case or log

function saved(body, entry, module, found) {
  const trouble = h("div", {});
  const text = h("textarea", { id: "pasted", "aria-label": t("paste text"), placeholder: t("paste text"), spellcheck: "false" });
  const file = h("input", { type: "file", accept: ".json,application/json,text/plain", id: "file", "aria-label": t("from a file"), onchange: async () => file.files[0] && accept(await file.files[0].text(), entry, found, trouble) });
  fill(body, h("h3", {}, t("from a file")), file, h("h3", {}, t("paste")), text, trouble, h("button", { class: "primary wide take-over", onclick: () => accept(text.value, entry, found, trouble) }, t("open")));
}

/** A link, a case, a log, a question or a bare state. A case of another game leads there. */
async function accept(text, entry, found, trouble) {
  try {
    const link = text.match(/#\/case\/([\w.-]+)/);
    if (link) {
      await unpackCase(link[1]);
      location.hash = link[0];
      return;
    }
    const told = JSON.parse(text);
    if (told.format || told.cases || told.case) await open(entry, casesIn(text)[0], found);
    else if (Array.isArray(told.moves) && (told.setup || told.state)) found({ operation: "replay", question: told });
    else if (told.state?.players) found({ operation: "validate", question: told });
    else if (told.players) found({ question: { state: told } });
    else throw new Error("not a case");
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error.message === "not a case";
    fill(trouble, problem(isUnreadable ? new Error(t("not a case")) : error));
  }
}
