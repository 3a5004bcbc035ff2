// Where a table comes from: a setup, an example of the case library, a paste or a file.

import { ask, get } from "./api.js";
import { fill, h, pausing } from "./dom.js";
import { optionsCard } from "./options.js";
import { casesIn, packCase, unpackCase } from "./packed.js";
import { chips, firstNames, problem } from "./parts.js";
import { count, lang, t } from "./words.js";

/** A card with the ways to begin; `found` gets `{state, move, extra, asked}`. */
export async function startCard(entry, module, found) {
  const body = h("div", { class: "start-body" });
  const ways = new Map([["example", examples], ["new table", setup], ["paste", paste], ["from a file", file]]);
  const open = (way) => ways.get(way)(body, entry, module, found);
  const card = h(
    "section",
    { class: "card start" },
    h("h2", {}, t("table")),
    chips(t("table"), [...ways.keys()].map((way) => [way, t(way)]), "example", open),
    body,
  );
  await open("example");
  return card;
}

// ---------------------------------------------------------------- a new table

function setup(body, entry, module, found) {
  const [least, most] = entry.players;
  const names = firstNames().slice(0, Math.max(2, least));
  const options = {};
  let pack = entry.packs[0];
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
  const go = async () => {
    const extra = entry.packs.length > 1 ? { pack } : {};
    const question = { players: names, options, ...extra, ...(seed.value !== "" && { seed: Number(seed.value) }) };
    try {
      await found({ state: (await ask(entry.id, "setup", question)).state, extra });
    } catch (error) {
      fill(trouble, problem(error));
    }
  };
  fill(
    body,
    h("h3", {}, t("players")),
    people,
    h("label", { class: "field" }, h("span", {}, t("seed")), seed),
    entry.packs.length > 1 && [h("h3", {}, t("pack")), chips(t("pack"), entry.packs.map((id) => [id, id]), pack, (id) => (pack = id))],
    optionsCard(entry, module, options, () => {}),
    trouble,
    h("button", { class: "primary wide", onclick: go }, t("set up")),
  );
}

// ---------------------------------------------------------------- an example

async function examples(body, entry, module, found) {
  const list = h("div", { class: "examples", "aria-live": "polite" });
  const box = h("input", { type: "search", "aria-label": t("search examples"), placeholder: t("search examples"), autocomplete: "off", oninput: pausing(150, () => look()) });
  const trouble = h("div", {});
  fill(body, box, trouble, list);

  async function look() {
    const words = box.value.trim();
    const { cases } = await get(`/games/${entry.id}/cases`, words ? { q: words } : {});
    fill(
      list,
      h("p", { class: "quiet" }, cases.length ? count("examples", cases.length) : t("no examples")),
      cases.map((one) =>
        h(
          "button",
          { class: "line example", onclick: () => take(one.id) },
          h("span", { class: "line-text" }, one.title, h("small", {}, h("br"), [t(`source ${one.source.kind}`), one.source.place].filter(Boolean).join(" · "))),
          h("span", { class: `tag ${one.verdict}` }, t(`verdict ${one.verdict}`)),
        ),
      ),
    );
  }

  async function take(id) {
    try {
      const { case: told } = await get(`/games/${entry.id}/cases/${id}`);
      await found(fromCase(told));
    } catch (error) {
      fill(trouble, problem(error));
    }
  }

  await look();
}

/** A case as a beginning: its table, and its question to be answered at once. */
export function fromCase({ operation, question }) {
  const { state, move, house_rules, pack } = question;
  return { state, move, extra: { ...(house_rules && { house_rules }), ...(pack && { pack }) }, asked: { operation, question } };
}

// ---------------------------------------------------------------- a paste, a file

function paste(body, entry, module, found) {
  const trouble = h("div", {});
  const box = h("textarea", { id: "pasted", "aria-label": t("paste text"), placeholder: t("paste text"), spellcheck: "false" });
  fill(body, box, trouble, h("button", { class: "primary wide", onclick: () => accept(box.value, entry, found, trouble) }, t("take over")));
}

function file(body, entry, module, found) {
  const trouble = h("div", {});
  const box = h("input", { type: "file", accept: ".json,application/json", id: "file", "aria-label": t("from a file"), onchange: async () => box.files[0] && accept(await box.files[0].text(), entry, found, trouble) });
  fill(body, box, trouble);
}

/** A link, a case, a question or a bare state. A case of another game leads there. */
async function accept(text, entry, found, trouble) {
  try {
    const link = text.match(/#\/case\/([\w-]+)/);
    const told = link ? await unpackCase(link[1]) : JSON.parse(text);
    if (told.format || told.cases || told.case) {
      const [first] = casesIn(text);
      location.hash = `#/case/${await packCase({ game: first.game, operation: first.operation, question: first.question, seen: { expected: first.expected, title: first.title?.[lang()] } })}`;
    } else if (link) location.hash = link[0];
    else if (told.state && told.move) await found(fromCase({ operation: "validate", question: told }));
    else if (told.state?.players) await found({ state: told.state });
    else if (told.players) await found({ state: told });
    else throw new Error(t("not a case"));
  } catch (error) {
    const why = error instanceof SyntaxError ? t("not json", { why: error.message }) : error.message === "not a case" ? t("not a case") : error.message;
    fill(trouble, problem(new Error(why)));
  }
}
