// A clan sheet of Roll & Raid: what the pack has printed, and what the clan has marked. What is not known is drawn as unknown.

import { h } from "../dom.js";
import { name } from "../parts.js";
import { capital, t } from "../words.js";
import { COLOURS, box, cardIn, dieFace, hexagon, nameIn, symbol } from "./roll-and-raid-pieces.js";

const STOCK = [["vikings", "viking"], ["axes", "axe"], ["ships", "ship"], ["altar", "altar"]];
const FESTIVALS = ["4", "8", "12", "16"];
const TALLEST = 6;

/** The sheet of the clan at this seat. */
export function clanSheet(scene, seat) {
  const clan = scene.state.players[seat];
  const on = new Sheet(scene, clan, seat);
  return h(
    "div",
    { class: `rr-sheet ${scene.edit ? "editing" : ""}`, data: { player: clan.name, zone: `/state/players/${seat}` } },
    on.stock(),
    on.raisedDice(),
    on.tracks(),
    on.storage("port", "ship"),
    on.storage("armoury", "axe"),
    on.settlements(),
    on.gods(),
    on.developments(),
    on.favours(),
    on.festivals(),
    on.raids(),
  );
}

class Sheet {
  constructor({ pack, form, edit, marks, state }, clan, seat) {
    Object.assign(this, { pack: pack ?? {}, clan, seat, marks, dice: state.dice });
    this.word = (id) => capital(name(form.module, id));
    this.set = edit && ((zone, value) => edit((state) => void (value === undefined ? delete state.players[seat][zone] : (state.players[seat][zone] = value))));
  }

  /** A part of the sheet; its zone is unknown until something is entered. */
  panel(zone, figure, value, ...content) {
    const known = value !== undefined;
    return h(
      "section",
      { class: `rr-panel ${zone} ${known ? "" : "unknown"}`, data: { zone: `/state/players/${this.seat}/${zone}` } },
      h("h3", {}, symbol(figure, 18), h("span", {}, this.word(zone)), !known && h("span", { class: "tag" }, t("not known"))),
      content,
    );
  }

  /** A number with its symbol; in a table that is changed, with a button on either side. */
  count(zone, figure, value, set, most = 99) {
    const label = this.word(zone);
    const shown = [figure && symbol(figure, 22), h("b", {}, value ?? "?"), h("span", { class: "rr-word" }, label)];
    if (!this.set) return h("span", { class: "rr-count", data: { zone: `/state/players/${this.seat}/${zone}` } }, shown);
    return h("span", { class: "rr-count", data: { zone: `/state/players/${this.seat}/${zone}` } }, this.step("−", label, () => set(Math.max(0, (value ?? 1) - 1))), shown, this.step("+", label, () => set(Math.min(most, (value ?? 0) + 1))));
  }

  step(sign, label, work) {
    return h("button", { type: "button", class: "icon", "aria-label": t(sign === "+" ? "more of" : "less of", { what: label }), data: { key: `${this.seat} ${label} ${sign}` }, onclick: work }, sign);
  }

  /** A row with its name; in a table that is changed, it is filled and emptied by two buttons. */
  row(label, data, boxes, { more, less } = {}) {
    return h("div", { class: "rr-row", data }, h("span", { class: "rr-name" }, label), h("span", { class: "rr-boxes" }, boxes), this.set && [this.step("−", label, less), this.step("+", label, more)]);
  }

  stock() {
    const { clan } = this;
    return h("div", { class: "rr-stock" }, STOCK.map(([zone, figure]) => this.count(zone, figure, clan[zone], (value) => this.set(zone, value), 999)), this.count("hall", "hall", clan.hall, (value) => this.set("hall", value), 999));
  }

  /** The dice that this clan has raised at the altar, with what they count for it. */
  raisedDice() {
    const raised = Object.entries(this.clan.raised ?? {}).filter(([, by]) => by > 0);
    if (!raised.length) return null;
    const rolled = (die) => this.dice?.[die] ?? this.value(die);
    const counts = (die, by) => (rolled(die) === undefined ? undefined : rolled(die) + by);
    return this.panel("raised", "altar", this.clan.raised, h("div", { class: "rr-stock" }, raised.map(([die, by]) => h("span", { class: "rr-count rr-raised", data: { die } }, dieFace(COLOURS.includes(die) ? die : "favour", counts(die, by), 30), h("b", {}, `+${by}`)))));
  }

  tracks() {
    const { tracks } = this.clan;
    return this.panel(
      "tracks",
      "bonus",
      tracks,
      COLOURS.map((own) => {
        const boxes = this.pack.tracks?.find((track) => track.colour === own)?.boxes;
        const marked = tracks?.[own];
        const put = (value) => this.set("tracks", { ...tracks, [own]: value });
        const drawn = boxes ? boxes.map((gives, place) => box({ fill: own, gives, crossed: marked !== undefined && place < marked })) : [box({ fill: own }), h("b", {}, marked ?? "?")];
        const figures = boxes && h("small", {}, `${marked ?? "?"} / ${boxes.length}`);
        return this.row(h("span", {}, this.word(own), " ", figures), { track: own }, drawn, { less: () => put(Math.max(0, (marked ?? 1) - 1)), more: () => put(Math.min(boxes?.length ?? 200, (marked ?? 0) + 1)) });
      }),
    );
  }

  storage(zone, good) {
    const printed = this.pack[zone]?.hexagons;
    const stored = this.clan[zone];
    if (!printed && !stored) return null;
    const all = printed ?? stored.map((id) => ({ id, favours: [] }));
    return this.panel(zone, good, stored, h("div", { class: "rr-hexagons" }, all.map((one, place) => this.hexagon(one, place, zone, good, stored))));
  }

  hexagon({ id, favours }, place, zone, good, stored) {
    const isStored = stored?.includes(id);
    const drawn = hexagon(good, { stored: isStored, favours });
    const label = `${this.word(zone)} ${place + 1}${isStored ? ` ✓` : ""}`;
    const data = { place: id, hexagon: id, key: `${this.seat} ${zone} ${id}` };
    const mark = this.marks?.bad.has(`place ${id}`) ? "bad" : this.marks?.good.has(`place ${id}`) ? "good" : "";
    if (!this.set) return h("span", { class: `rr-hexagon ${mark}`, data, title: label }, drawn);
    return h("button", { type: "button", class: `rr-hexagon ${mark}`, data, "aria-label": label, "aria-pressed": String(Boolean(isStored)), onclick: () => this.set(zone, isStored ? stored.filter((one) => one !== id) : [...(stored ?? []), id]) }, drawn);
  }

  settlements() {
    const { settlements } = this.clan;
    if (!this.pack.settlements && !settlements) return null;
    const all = this.pack.settlements ?? Object.entries(settlements).map(([id, houses]) => ({ id, name: id, houses }));
    return this.panel(
      "settlements",
      "house",
      settlements,
      all.map((one) => {
        const { id, houses, favour } = one;
        const own = nameIn(one);
        const crossed = settlements ? (settlements[id] ?? 0) : undefined;
        const put = (value) => this.set("settlements", { ...settlements, [id]: value });
        const drawn = Array.from({ length: houses }, (_, place) => box({ gives: "house", crossed: crossed > place }));
        return this.row(own, { settlement: id, place: id }, [drawn, favour && dieFace("favour", this.value(favour), 24)], { less: () => put(Math.max(0, (crossed ?? 0) - 1)), more: () => put(Math.min(houses, (crossed ?? 0) + 1)) });
      }),
    );
  }

  value(favour) {
    return this.pack.favours?.find((one) => one.id === favour)?.value;
  }

  gods() {
    const { gods } = this.clan;
    if (!this.pack.gods && !gods) return null;
    const all = this.pack.gods ?? Object.keys(gods).map((id) => ({ id, name: id, boxes: gods[id].map(() => ({})) }));
    return this.panel(
      "gods",
      "god",
      gods,
      all.map((one) => {
        const { id, boxes } = one;
        const own = nameIn(one);
        const written = gods?.[id] ?? [];
        const put = (values) => this.set("gods", { ...gods, [id]: values });
        const next = () => (written.length && written.at(-1) < TALLEST ? put([...written.slice(0, -1), written.at(-1) + 1]) : null);
        const drawn = boxes.map(({ gives }, place) => box({ gives, written: written[place] }));
        const last = this.set && written.length > 0 && h("button", { type: "button", class: "icon", "aria-label": `${own}: ${written.at(-1)} + 1`, onclick: next, disabled: written.at(-1) >= TALLEST }, "↑");
        return this.row(own, { god: id }, [drawn, last], { less: () => put(written.slice(0, -1)), more: () => written.length < boxes.length && put([...written, 1]) });
      }),
    );
  }

  /** Several of several, each a button if the sheet is changed. */
  chosen(zone, figure, all, data, text) {
    const owned = this.clan[zone];
    if (!all?.length) return owned?.length ? this.panel(zone, figure, owned, h("p", {}, owned.join(", "))) : null;
    const toggle = (id) => this.set(zone, owned?.includes(id) ? owned.filter((one) => one !== id) : [...(owned ?? []), id]);
    return this.panel(
      zone,
      figure,
      owned,
      h(
        "div",
        { class: "chips" },
        all.map((one) => {
          const isOwned = Boolean(owned?.includes(one.id));
          const mark = this.marks?.bad.has(`development ${one.id}`) ? "bad" : this.marks?.good.has(`development ${one.id}`) ? "good" : "";
          return this.set
            ? h("button", { type: "button", class: "chip small", "aria-pressed": String(isOwned), "aria-label": one.value ? `${this.word("favour")} ${one.value}: ${one.id}` : null, data: { key: `${this.seat} ${zone} ${one.id}` }, onclick: () => toggle(one.id) }, text(one))
            : h("span", { class: `rr-chip ${isOwned ? "owned" : ""} ${mark}`, data: { [data]: one.id } }, isOwned && "✓ ", text(one));
        }),
      ),
    );
  }

  developments() {
    return this.chosen("developments", "development", this.pack.developments, "development", nameIn);
  }

  favours() {
    return this.chosen("favours_used", "favour", this.pack.favours, "die", (one) => dieFace("favour", one.value, 24));
  }

  festivals() {
    const { sacrifices } = this.clan;
    if (!sacrifices && !this.set) return null;
    return this.panel("sacrifices", "glory", sacrifices, h("div", { class: "rr-stock" }, FESTIVALS.map((round) => h("span", { class: "rr-count" }, this.set && this.step("−", `${this.word("sacrifices")} ${round}`, () => this.set("sacrifices", { ...sacrifices, [round]: Math.max(0, (sacrifices?.[round] ?? 1) - 1) })), h("span", { class: "rr-word" }, `${round}:`), h("b", {}, sacrifices?.[round] ?? "–"), this.set && this.step("+", `${this.word("sacrifices")} ${round}`, () => this.set("sacrifices", { ...sacrifices, [round]: (sacrifices?.[round] ?? -1) + 1 }))))));
  }

  raids() {
    const { raids } = this.clan;
    if (!raids?.length && !(this.set && this.pack.cards)) return null;
    const title = (id) => nameIn(cardIn(this.pack, id)) ?? id;
    if (!this.set) return this.panel("raids", "shield", raids, h("div", { class: "chips" }, raids.map((id) => h("span", { class: "rr-chip owned", data: { card: id } }, title(id)))));
    const free = this.pack.cards.filter((card) => !raids?.includes(card.id));
    return this.panel(
      "raids",
      "shield",
      raids,
      h(
        "div",
        { class: "chips" },
        (raids ?? []).map((id) => h("button", { type: "button", class: "chip small", "aria-pressed": "true", onclick: () => this.set("raids", raids.filter((one) => one !== id)) }, title(id), " ✕")),
        h("select", { "aria-label": this.word("raids"), onchange: (event) => this.set("raids", [...(raids ?? []), event.target.value]) }, h("option", { value: "" }, "+"), free.map((card) => h("option", { value: card.id }, nameIn(card)))),
      ),
    );
  }
}
