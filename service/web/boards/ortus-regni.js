// Ortus Regni's board: Earldoms as cards on the table, what is being decided, King and Vikings; all of it can be laid by taps.

import { fill, h } from "../dom.js";
import { name, stepper } from "../parts.js";
import { capital } from "../words.js";
import { card, cardName, choice, colourOf, banner, counted, slot, symbol } from "./ortus-regni-cards.js";
import { addCard, cardsFor, clearPlace, numberOf, removeCard } from "./ortus-regni-places.js";
import { centre } from "./ortus-regni-table.js";

/** The whole table can be drawn, and changed by taps. */
export const whole = true;

const ZONES = ["fiefs", "mercenaries", "towers", "hand", "pool", "banners", "emissaries", "cubes", "deck", "discard"];
const NUMBERED = ["cubes", "deck"];
const memories = new WeakMap();

/** A thing on the table by its place: `Ann/fiefs/1/lord`. */
const keyOf = (...parts) => parts.join("/");

const typeOf = (estate) => estate?.card ?? estate;

/** The places that a move names. */
function named(move = {}) {
  const whose = move.target ?? move.player;
  const stake = move.pay ?? move.bet;
  if (stake?.fief) return [keyOf(move.player, "fiefs", stake.fief, typeOf(stake.card) ?? "anchor")];
  if (stake?.card) return [keyOf(move.player, stake.card)];
  if (move.kind === "towers" || move.type === "tower") return [keyOf(whose, "towers")];
  if (move.fief) return [keyOf(whose, "fiefs", move.fief, ...(move.aim === "lord" ? ["lord"] : []))];
  if (move.mercenary) return [keyOf(whose, "mercenaries", move.mercenary)];
  if (move.aim === "hand") return [keyOf(whose, "hand")];
  if (move.aim === "armies") return [keyOf(whose, "pool")];
  return [];
}

/** What the board marks as good or bad: what the move names. */
export function marksOf({ answer, question }) {
  const own = named(question.move);
  const isGood = answer.verdict === "legal";
  return { good: new Set(isGood ? own : []), bad: new Set(isGood || answer.verdict === "undetermined" ? [] : own) };
}

/**
 * `scene`: `show` are the zones to be shown by the seat of an Earl (`{0: ["fiefs"]}`), else all; `edit` lets cards be laid;
 * `pick(thing)` is called with what was tapped, `picked` are keys of what was picked; `cards` limits what can be laid;
 * `labels` are words beside the names of Earls.
 */
export function draw(scene) {
  const host = h("div", { class: `or-board${scene.whole ? " whole" : ""}` });
  const memory = memories.get(scene.form) ?? { at: null, erase: false };
  memories.set(scene.form, memory);
  const board = new Board(scene, memory, host);
  board.render();
  return host;
}

class Board {
  constructor(scene, memory, host) {
    const { marks = { good: new Set(), bad: new Set() }, ghosts = [] } = scene;
    Object.assign(this, scene, { memory, host, marks, module: scene.form.module });
    this.ghosts = new Map(ghosts.flatMap((move) => named(move).map((key) => [key, move])));
    this.erase = memory.erase;
  }

  render() {
    const { at } = this.memory;
    this.at = !this.edit ? null : at && this.shows(at.player).includes(at.zone) ? at : this.firstPlace();
    fill(this.host, centre(this), this.state.players.map((player, index) => this.shows(index).length > 0 && this.earl(player, index)), this.edit && this.palette());
  }

  firstPlace() {
    if (!this.show) return { player: 0, zone: "fiefs", fief: this.state.players[0].fiefs?.at(-1)?.id };
    const player = this.state.players.findIndex((_, index) => this.shows(index).some((zone) => cardsFor({ zone })));
    return player < 0 ? null : { player, zone: this.shows(player).find((zone) => cardsFor({ zone })), fief: this.state.players[player].fiefs?.at(-1)?.id };
  }

  shows(player) {
    if (player === null) return ["vikings", "royal_army"];
    if (this.show) return this.show[player] ?? [];
    return ZONES;
  }

  /** Something of the table was tapped. */
  touch(thing) {
    const { memory } = this;
    if (this.edit && memory.erase && thing.card) return this.edit((state) => removeCard(state, thing));
    const move = this.ghosts.get(thing.key);
    if (move && this.tryMove) return this.tryMove(move);
    if (this.edit) memory.at = { player: thing.player, zone: thing.zone, fief: thing.fief ?? undefined };
    if (this.pick && this.pick(thing) !== false) return undefined;
    return this.edit && this.render();
  }

  look(key) {
    return [this.marks.good.has(key) && "good", this.marks.bad.has(key) && "bad", this.picked?.includes(key) && "picked", this.ghosts.has(key) && !this.marks.bad.has(key) && "ghost"];
  }

  get isLive() {
    return Boolean(this.edit || this.pick);
  }

  /** A card that lies somewhere. */
  laid(kind, thing, more = {}) {
    const tap = this.isLive || this.ghosts.has(thing.key) ? (event) => { event.stopPropagation(); this.touch({ ...thing, card: kind }); } : undefined;
    return card(this.module, kind, { tap, look: this.look(thing.key), key: thing.key, ...more });
  }

  // -------------------------------------------------------------- an Earl

  earl(player, index) {
    const { module, state } = this;
    const gone = (state.eliminated ?? []).find((one) => one.player === player.name);
    const zones = this.shows(index);
    const known = zones.filter((zone) => player[zone] !== undefined && player[zone] !== null);
    const quiet = this.edit || this.show ? [] : known.filter((zone) => numberOf(player[zone]) === 0);
    const untold = this.edit || this.show ? [] : zones.filter((zone) => player[zone] === undefined);
    const shown = this.edit || this.show ? zones : known.filter((zone) => !quiet.includes(zone));
    const colour = colourOf(player, index);
    return h(
      "section",
      { class: `or-earl${gone ? " out" : ""}`, data: { player: player.name } },
      h("h3", {}, banner(colour), h("span", {}, player.name), this.labels?.[index] && h("span", { class: "tag" }, this.labels[index]), state.king === player.name && h("span", { class: "or-crown", title: cardName(module, "king") }, symbol("king")), state.turn === player.name && h("span", { class: "tag" }, name(module, "has turn")), gone && h("span", { class: "tag warn" }, capital(name(module, gone.reason)))),
      shown.includes("fiefs") && this.fiefs(player, index, colour),
      h("div", { class: "or-row" }, shown.filter((zone) => zone !== "fiefs").map((zone) => this.zone(player, index, zone, colour))),
      quiet.length > 0 && h("p", { class: "or-none" }, `${capital(name(module, "slot none"))}: ${quiet.map((zone) => this.zoneName(zone)).join(", ")}`),
      untold.length > 0 && h("p", { class: "or-none" }, `${capital(name(module, "slot unknown"))}: ${untold.map((zone) => this.zoneName(zone)).join(", ")}`),
    );
  }

  zoneName(zone) {
    return capital(name(this.module, `zone ${zone}`));
  }

  fiefs(player, index, colour) {
    const pointer = `/state/players/${index}/fiefs`;
    if (!player.fiefs?.length) {
      const tap = this.edit && (() => this.edit((state) => clearPlace(state, { player: index, zone: "fiefs" })));
      return h("div", { class: "or-fiefs", data: { zone: pointer } }, slot(this.module, Boolean(player.fiefs), this.zoneName("fiefs"), tap || undefined));
    }
    return h("div", { class: "or-fiefs", data: { zone: pointer } }, player.fiefs.map((fief, place) => this.fief(player, index, fief, `${pointer}/${place}`, colour)));
  }

  fief(player, index, fief, pointer, colour) {
    const { module } = this;
    const key = keyOf(player.name, "fiefs", fief.id);
    const thing = (part, rest = {}) => ({ player: index, zone: "fiefs", fief: fief.id, part, key: keyOf(key, part), ...rest });
    const clear = (part) => this.edit && ((event) => { event.stopPropagation(); this.memory.at = { player: index, zone: "fiefs", fief: fief.id }; this.edit((state) => clearPlace(state, { player: index, zone: "fiefs", fief: fief.id, part })); });
    const { at } = this;
    const isAt = at?.player === index && at.fief === fief.id;
    const label = `${capital(name(module, "fief"))} ${fief.id}`;
    const open = { class: "or-fief-name", ...(this.isLive ? { type: "button", "aria-label": `${player.name}: ${label}`, data: { key }, onclick: () => this.touch({ player: index, zone: "fiefs", fief: fief.id, part: "fief", key }) } : { title: label }) };
    const of = (estate) => (estate?.owner ? colourOf(this.state.players.find((one) => one.name === estate.owner), this.state.players.findIndex((one) => one.name === estate.owner)) : colour);
    const named = (estate) => (estate?.owner ? `${cardName(module, typeOf(estate))}, ${estate.owner}` : undefined);
    const properties = counted((fief.properties ?? []).map((one) => JSON.stringify(one))).map(([one, count]) => [JSON.parse(one), count]);
    return h(
      "div",
      { class: ["or-fief", isAt && "at", ...this.look(key)].filter(Boolean).join(" "), data: { fief: fief.id, zone: pointer, player: player.name } },
      h(this.isLive ? "button" : "span", open, String(fief.id)),
      h(
        "div",
        { class: "or-cards" },
        this.laid(typeOf(fief.anchor), thing("anchor"), { colour: of(fief.anchor), said: named(fief.anchor) }),
        fief.lord ? this.laid(fief.lord, thing("lord"), { colour, said: `${capital(name(module, "lord seat"))}: ${cardName(module, fief.lord)}` }) : (this.edit || fief.lord === undefined) && slot(module, fief.lord === null, capital(name(module, "lord seat")), clear("lord") || undefined, { zone: `${pointer}/lord` }),
        properties.map(([one, count]) => this.laid(typeOf(one), thing(typeOf(one), { part: "property", estate: one }), { count, colour: of(one), said: named(one) })),
        fief.properties === undefined || (this.edit && !fief.properties.length) ? slot(module, Boolean(fief.properties), capital(name(module, "property slot")), clear("properties") || undefined, { zone: `${pointer}/properties` }) : null,
      ),
    );
  }

  // -------------------------------------------------------------- other zones

  zone(player, index, zone, colour) {
    const told = player[zone];
    const pointer = `/state/players/${index}/${zone}`;
    const key = keyOf(player.name, zone);
    const isAt = this.at?.player === index && this.at.zone === zone;
    const select = () => this.touch({ player: index, zone, key });
    const kinds = zone === "mercenaries" ? null : ["cubes"].includes(zone) ? [] : this.cardsIn(zone, told);
    return h(
      "div",
      { class: ["or-zone", isAt && "at", ...this.look(key)].filter(Boolean).join(" "), data: { zone: pointer, player: player.name } },
      this.isLive ? h("button", { type: "button", class: "or-zone-name", "aria-label": `${player.name}: ${this.zoneName(zone)}`, data: { key }, onclick: select }, this.zoneName(zone), told !== undefined && told !== null && ` · ${numberOf(told)}`) : h("p", { class: "label" }, this.zoneName(zone), zone !== "cubes" && ` · ${numberOf(told)}`, zone === "cubes" && `: ${told}`),
      this.edit && NUMBERED.includes(zone) ? stepper(`${player.name}: ${this.zoneName(zone)}`, told === undefined || told === null ? undefined : numberOf(told), (value) => this.edit((state) => void (state.players[index][zone] = zone === "cubes" ? value : Array(value).fill("?"))), { max: 30 }) : h("div", { class: "or-cards" }, kinds === null ? this.mercenaries(player, index, colour) : kinds.map(([kind, count]) => this.laid(kind, { player: index, zone, key: keyOf(key, kind) }, { count, colour })), this.edit && !numberOf(told) && slot(this.module, told !== undefined && told !== null, this.zoneName(zone), () => { this.memory.at = { player: index, zone }; this.edit((state) => clearPlace(state, { player: index, zone })); })),
    );
  }

  cardsIn(zone, told) {
    if (told === undefined || told === null) return [];
    if (zone === "banners") return told ? [["banner", told]] : [];
    const cards = zone === "towers" ? told.map((one) => (one === "?" ? "tower" : one)) : told;
    return counted(cards);
  }

  mercenaries(player, index, colour) {
    return (player.mercenaries ?? []).map((one) => {
      const key = keyOf(player.name, "mercenaries", one.id);
      const garrison = one.garrison ? this.laid(one.garrison, { player: index, zone: "mercenaries", id: one.id, part: "garrison", key: keyOf(key, "garrison") }) : one.garrison === undefined ? slot(this.module, false, name(this.module, "garrison slot")) : null;
      return h("span", { class: "or-cards", data: { mercenary: one.id, player: player.name } }, this.laid("mercenary", { player: index, zone: "mercenaries", id: one.id, key }, { colour, data: { mercenary: one.id } }), garrison);
    });
  }

  // -------------------------------------------------------------- what can be laid

  palette() {
    const { memory, module, at } = this;
    const owner = at && (at.player === null ? this.state : this.state.players[at.player]);
    const kinds = at && cardsFor(at, owner)?.filter((kind) => !this.cards || this.cards.includes(kind));
    if (!kinds?.length) return null;
    const who = at.player === null ? null : this.state.players[at.player].name;
    const where = at.fief ? `${capital(name(module, "fief"))} ${at.fief}` : at.zone === "fiefs" ? name(module, "new fief") : this.zoneName(at.zone);
    const label = [who, where].filter(Boolean).join(", ");
    const lay = (kind) => {
      memory.erase = false;
      this.edit((state) => {
        const fief = addCard(state, at, kind);
        if (fief) memory.at = { ...at, fief };
      });
    };
    const toggle = () => {
      memory.erase = !memory.erase;
      this.render();
    };
    return h("div", { class: "or-palette-box" }, h("span", { class: "label" }, label), choice(module, label, kinds, lay, { colour: at.player === null ? undefined : colourOf(this.state.players[at.player], at.player), erase: toggle, on: memory.erase, texts: at.zone === "towers" ? { "?": cardName(module, "tower") } : {} }));
  }
}
