// Judge: a table, a move, a ruling. The table comes from a setup, an example, a paste, a file or a link.

import { ask, diagram, pack, questionSchema } from "./api.js";
import { announce, fill, h, picture } from "./dom.js";
import { json, lacking, moveFields, moveTypes } from "./form.js";
import { optionsCard } from "./options.js";
import { chips, chosen, fieldName, gamePicker, name, own, problem } from "./parts.js";
import { answerCard, moveText, present } from "./ruling.js";
import { startCard } from "./start.js";
import { mark, tapped } from "./taps.js";
import { capital, t } from "./words.js";

/** What lies on the table of each game, kept while the page is open: another language must not clear it. */
const tables = new Map();

export default async function judge(place, way) {
  const entry = await chosen(way);
  const module = await own(entry.id);
  const bench = new Bench(place, entry, module);
  if (!tables.has(entry.id)) tables.set(entry.id, null);
  fill(place, h("h1", { class: "unseen" }, `${t("judge")}: ${entry.title}`), await gamePicker("judge", entry.id), bench.start, bench.table, bench.move, bench.result);
  await bench.show();
}

/** Lays a case on the bench, to be looked at under Judge. */
export function lay(game, { operation, question }) {
  const { state, move, compare, suggest, ...extra } = question;
  tables.set(game, state ? { state, move: move ?? {}, extra: kept(extra), asked: { operation, question } } : null);
}

/** Of a question's other parts, those that belong to the table. */
const kept = ({ house_rules, pack }) => ({ ...(house_rules && { house_rules }), ...(pack && { pack }) });

class Bench {
  constructor(place, entry, module) {
    Object.assign(this, { entry, module });
    for (const part of ["start", "table", "move", "result"]) this[part] = h("div", { class: `bench-${part}` });
  }

  get now() {
    return tables.get(this.entry.id);
  }

  put(table) {
    tables.set(this.entry.id, table);
  }

  async show() {
    fill(this.result);
    if (!this.now) {
      fill(this.table);
      fill(this.move);
      fill(this.start, await startCard(this.entry, this.module, (found) => this.begin(found)));
      return;
    }
    fill(this.start);
    await this.untouched(async () => {
      this.schema ??= await questionSchema(this.entry.id, "validate");
      this.pack = await pack(this.entry.id, typeof this.now.extra.pack === "string" ? this.now.extra.pack : this.entry.packs[0]);
      await this.lookAhead();
      this.drawTable();
      this.drawMove();
    });
    if (this.now.asked) await this.answer(this.now.asked);
  }

  /** While the next table is fetched the last one is still to be seen, but a tap on it would be lost: it takes none. */
  async untouched(work) {
    const parts = [this.table, this.move];
    for (const part of parts) part.inert = true;
    try {
      await work();
    } finally {
      for (const part of parts) part.inert = false;
    }
  }

  /** A table was found: a state, perhaps with a move, or a whole question to be answered. */
  async begin({ state, move = {}, extra = {}, asked = null }) {
    this.put(state ? { state, move, extra, asked } : null);
    if (state) {
      await this.show();
      if (!asked) this.table.scrollIntoView({ block: "start" });
    } else {
      fill(this.start, h("button", { class: "wide", onclick: () => this.show() }, t("other table")));
      await this.answer(asked);
    }
  }

  /** What is due now: the kinds of move come in that order, and the player is filled in. */
  async lookAhead() {
    const { state, extra } = this.now;
    try {
      const answer = await ask(this.entry.id, "legal-moves", { state, ...extra });
      this.ahead = answer;
    } catch (error) {
      this.ahead = null;
      if (error.name === "TypeError") throw error; // no network
    }
    // Of a part of a table nobody can say whose turn it is: then whoever could move is taken.
    const able = this.ahead?.moves ?? [];
    const next = this.ahead?.next;
    this.isDueKnown = Boolean(next && !next.unknown);
    this.next = this.isDueKnown ? next : { players: [], moves: [...new Set(able.map((move) => move.type))] };
    if (!this.now.move.type) {
      const type = this.next.moves[0];
      const player = this.next.players[0] ?? able[0]?.player ?? state.players[0]?.name;
      this.now.move = type ? { type, ...(this.hasPlayer(type) && { player }) } : {};
    }
  }

  hasPlayer(type) {
    return "player" in (moveTypes(this.schema).get(type)?.properties ?? {});
  }

  // -------------------------------------------------------------- the table

  drawTable() {
    const { state } = this.now;
    const options = structuredClone(state.options ?? {});
    this.picture = h("div", { class: "tapping" });
    this.hint = h("p", { class: "hint" });
    const due = this.next.moves.map((type) => name(this.module, type)).join(", ");
    const who = this.next.players.join(", ");
    fill(
      this.table,
      h(
        "section",
        { class: "card" },
        h("div", { class: "row spread" }, h("h2", {}, t("table")), h("button", { onclick: () => { this.put(null); this.show(); } }, t("other table"))),
        h("p", { class: "quiet due" }, this.isDueKnown ? (due ? t("now", { what: who ? t("who does", { who, what: due }) : due }) : t("nothing due")) : t("due unknown")),
        this.hint,
        this.picture,
        this.entry.operations.includes("score") && h("button", { class: "count", onclick: () => this.count() }, t("count")),
        h("details", {}, h("summary", {}, t("as json")), json(state, (told) => told && this.begin({ state: told, extra: this.now.extra }), t("table"))),
      ),
      this.packs(),
      optionsCard(this.entry, this.module, options, () => {
        this.now.state = { ...this.now.state, options };
        this.now.asked = null;
        fill(this.result);
        this.drawPicture();
      }),
    );
    this.drawPicture();
  }

  /** Where there are several packs of components, the one on the table; another one may rule otherwise. */
  packs() {
    const { packs } = this.entry;
    const own = this.now.extra.pack;
    if (packs.length < 2 || (own && typeof own !== "string")) return null;
    const pick = (pack) => this.begin({ ...this.now, extra: { ...this.now.extra, pack } });
    return h("section", { class: "card" }, h("h3", {}, t("pack")), chips(t("pack"), packs.map((id) => [id, id]), own ?? packs[0], pick));
  }

  async drawPicture() {
    const place = this.picture;
    const part = this.module.picture?.(this.now.move) ?? {};
    const key = JSON.stringify([this.now.state, this.now.extra, part]);
    if (this.drawn === key && place.firstChild) return this.pick();
    try {
      const drawing = picture(await diagram(this.entry.id, { state: this.now.state, ...part, ...this.now.extra }));
      if (place !== this.picture) return;
      this.drawn = key;
      drawing.addEventListener("click", (event) => this.tapped(event.target));
      fill(place, drawing);
      this.pick();
    } catch (error) {
      fill(place, problem(error));
    }
  }

  /** A tap on the picture fills in what it names: a town, a card, a domino, a square. */
  tapped(target) {
    if (!this.type) return;
    const told = this.module.tap?.(target, this.now.move, this.field) ?? tapped(target, this.now.move, this.type, this.schema.resolve, this.field);
    if (!told) return;
    for (const [field, value] of Object.entries(told)) if (value === undefined) delete told[field];
    this.now.move = told;
    this.drawMove();
    this.drawPicture();
    announce(moveText(this.module, told));
  }

  /** The schema of the kind of move that is chosen. */
  get type() {
    return moveTypes(this.schema).get(this.now.move.type);
  }

  /** Shows on the picture what can be tapped, and what the move names already. */
  pick() {
    const { move } = this.now;
    const fields = mark(this.picture, move, this.type ?? { properties: {} }, this.schema.resolve);
    const own = this.module.picked?.(move);
    if (own) for (const one of this.picture.querySelectorAll(own)) one.classList.add("picked");
    const names = fields.map((field) => fieldName(this.module, field)).join(", ");
    fill(this.hint, (this.type && this.module.tapHint?.(move)) ?? (names && t("tap", { fields: names })));
  }

  // -------------------------------------------------------------- the move

  drawMove() {
    const types = moveTypes(this.schema);
    const { move, state } = this.now;
    const due = new Set(this.next.moves ?? []);
    const first = [...types.keys()].filter((type) => due.has(type) || type === move.type);
    const others = [...types.keys()].filter((type) => !first.includes(type));
    const schema = types.get(move.type);
    const context = {
      module: this.module,
      resolve: this.schema.resolve,
      players: state.players.map((player) => player.name),
      choices: (field, own) => this.module.choices?.(field, state, own, this.pack) ?? null,
      known: (field) => [...new Set((this.ahead?.moves ?? []).filter((one) => one.type === move.type).map((one) => one[field]))].filter((one) => typeof one === "string"),
    };
    const changed = (told) => {
      const redraw = told.player !== this.now.move.player;
      this.now.move = told;
      if (redraw) this.drawMove();
      this.drawPicture();
      this.sayLacking();
    };
    const kinds = (list) =>
      h("div", { class: "chips", role: "group", "aria-label": t("kind") }, list.map((type) => this.kind(type, due.has(type), type === move.type)));
    this.lack = h("p", { class: "quiet lack", "aria-live": "polite" });
    fill(
      this.move,
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("move")),
        kinds(first),
        others.length > 0 && h("details", { class: "others", open: !first.length }, h("summary", {}, t("other kinds")), kinds(others)),
        schema && moveFields(schema, move, context, changed, (field) => (this.field = field)),
        schema && h("details", {}, h("summary", {}, t("as json")), json(move, (told) => { if (told) { this.now.move = told; this.drawMove(); this.drawPicture(); } }, t("move"))),
        this.legal(),
      ),
      schema && h("div", { class: "asking" }, this.lack, h("button", { class: "primary wide ask", onclick: () => this.rule() }, t("ask"))),
    );
    this.pick();
    this.sayLacking();
  }

  kind(type, due, on) {
    return h(
      "button",
      {
        type: "button",
        class: `chip ${due ? "due" : ""}`,
        "aria-pressed": String(on),
        data: { type },
        onclick: () => {
          const player = this.now.move.player ?? this.next.players[0] ?? this.now.state.players[0]?.name;
          this.now.move = { type, ...(this.hasPlayer(type) && { player }) };
          this.field = null;
          this.drawMove();
          this.drawPicture();
          this.move.querySelector(`[data-type="${type}"]`)?.focus();
        },
      },
      capital(name(this.module, type)),
    );
  }

  legal() {
    const moves = this.ahead?.moves ?? [];
    if (!moves.length) return null;
    const MOST = 40;
    const mine = moves.filter((one) => one.type === this.now.move.type);
    const list = mine.length ? mine : moves;
    return h(
      "details",
      { class: "legal" },
      h("summary", {}, t("what is legal"), h("span", { class: "quiet" }, ` ${moves.length}`)),
      list.slice(0, MOST).map((one) =>
        h("button", { type: "button", class: "line", onclick: () => { this.now.move = one; this.drawMove(); this.drawPicture(); } }, h("span", { class: "line-text" }, moveText(this.module, one))),
      ),
      list.length > MOST && h("p", { class: "quiet" }, t("shown of", { shown: MOST, all: list.length })),
    );
  }

  lacks() {
    return this.type ? lacking(this.type, this.now.move).map((field) => fieldName(this.module, field)) : [t("kind")];
  }

  sayLacking(fields = this.now.move.type ? this.lacks() : []) {
    fill(this.lack, fields.length > 0 && t("choose first", { fields: fields.join(", ") }));
  }

  // -------------------------------------------------------------- the ruling

  rule() {
    if (this.lacks().length) {
      this.sayLacking(this.lacks());
      this.lack.classList.add("urgent");
      return;
    }
    const { state, move, extra } = this.now;
    this.now.asked = { operation: "validate", question: { state, move, ...extra } };
    return this.answer(this.now.asked);
  }

  /** The table as it lies there, counted; the lines come from the answer. */
  count() {
    const { state, extra } = this.now;
    this.now.asked = { operation: "score", question: { state, ...extra } };
    return this.answer(this.now.asked);
  }

  async answer({ operation, question }) {
    const asked = operation === "validate" ? { ...question, suggest: true, compare: true } : question;
    try {
      const answer = await ask(this.entry.id, operation, asked);
      const card = answerCard(this.entry, this.module, { operation, question: asked, answer }, {
        tryMove: this.now && ((move) => { this.now.move = move; this.drawMove(); this.drawPicture(); this.rule(); }),
        goOn: (ruled) => this.begin({ state: ruled.state, extra: this.now.extra }),
      });
      present(this.result, card);
      announce(answer.summary);
    } catch (error) {
      present(this.result, problem(error));
    }
  }
}
