// The tools beside Kingdomino's board: terrains to paint with, the 48 dominoes as pictures, and lines with kings.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { name } from "../parts.js";
import { t } from "../words.js";
import { TERRAINS, dominoPicture, figure } from "./kingdomino-symbols.js";

const FILTER = { en: "Tap what the domino shows:", es: "Toca lo que muestra la ficha:", pl: "Dotknij tego, co jest na kafelku:" };
const NO_KING = { en: "no king", es: "sin rey", pl: "bez króla" };
const NOT_YET = { en: "which?", es: "¿cuál?", pl: "który?" };
const KING = { en: "King: {who}", es: "Rey: {who}", pl: "Król: {who}" };

/** A row of terrains and an eraser; `set` gets the chosen one. */
export const palette = (module, brush, set) => terrains(module, [...TERRAINS, "erase"], (kind) => kind === brush, set, t("tools"));

function terrains(module, kinds, isOn, set, label) {
  return h(
    "div",
    { class: "brushes", role: "group", "aria-label": label },
    kinds.map((kind) =>
      h(
        "button",
        { type: "button", class: `brush face ${kind}`, "aria-pressed": String(isOn(kind)), "aria-label": name(module, kind), title: name(module, kind), data: { key: `${label} ${kind}`, brush: kind }, onclick: () => set(kind) },
        kind === "erase" ? "⌫" : figure(kind),
      ),
    ),
  );
}

/** The filter after a tap on a terrain: two taps name both halves, a third begins anew. */
const filtered = (filter, kind) => (filter.length > 1 ? [kind] : [...filter, kind]);

/** Whether a domino shows these terrains, each on a half of its own. */
const shows = ({ a, b }, filter) => {
  const own = [a.terrain, b.terrain];
  return filter.every((kind) => own.includes(kind)) && (filter.length < 2 || filter[0] !== filter[1] || a.terrain === b.terrain);
};

/** All dominoes to choose from; taps on terrains leave those that show them. `taken` are those that lie elsewhere. */
export function dominoPicker(module, pack, { chosen = null, filter = [], taken = [] }, set, setFilter) {
  return h(
    "div",
    { class: "domino-picker" },
    h("p", { class: "hint" }, say(FILTER)),
    terrains(module, TERRAINS, (kind) => filter.includes(kind), (kind) => setFilter(filtered(filter, kind)), say(FILTER)),
    h(
      "div",
      { class: "dominoes", role: "group", "aria-label": name(module, "dominoes") },
      pack.dominoes
        .filter((domino) => shows(domino, filter))
        .map((domino) =>
          h(
            "button",
            { type: "button", class: "domino", disabled: taken.includes(domino.number), "aria-pressed": String([chosen].flat().includes(domino.number)), "aria-label": label(module, domino), data: { key: `domino ${domino.number}`, domino: domino.number }, onclick: () => set(domino.number) },
            dominoPicture(domino),
            h("small", {}, domino.number),
          ),
        ),
    ),
  );
}

const half = (module, { terrain, crowns }) => `${name(module, terrain)}${crowns ? ` ${"♛".repeat(crowns)}` : ""}`;

/** A domino in words. */
export const label = (module, { number, a, b }) => `${number}: ${half(module, a)} – ${half(module, b)}`;

/** Dominoes in a row; `tap(number)` is called with one that is tapped. */
export const dominoList = (module, pack, numbers, tap) =>
  h(
    "div",
    { class: "kd-list" },
    numbers.map((number) => {
      const domino = pack.dominoes.find((one) => one.number === number);
      if (!domino) return h("span", { class: "domino" }, number);
      const inside = [dominoPicture(domino), h("small", {}, number)];
      return tap ? h("button", { type: "button", class: "domino", "aria-label": `${t("remove")}: ${label(module, domino)}`, onclick: () => tap(number) }, inside) : h("span", { class: "domino", role: "img", "aria-label": label(module, domino) }, inside);
    }),
  );

/**
 * A line as it lies on the table: each domino with the king on it. A tap on a place chooses which domino lies there
 * (`open(index)`), a tap on the king puts the next player's there. Without these actions taps are for a move (`isLive`).
 */
export function line(module, pack, { title, slots, names, active, zone, field, chosen, mark, who, isLive }, actions) {
  return h(
    "section",
    { class: `line-up ${actions ? "" : "shown"}`, data: { ...(zone && { zone }), ...(field && { line: field, ...(who && { who }) }) } },
    title && h("h3", {}, say(title)),
    h("div", { class: "slots" }, slots.map((slot, index) => (actions ? slotEditor(index, slot) : slotShown(slot)))),
  );

  function slotEditor(index, slot) {
    const { open, king, choose } = actions;
    const domino = dominoOf(slot);
    const seat = seatOf(slot);
    const isOn = chosen === undefined || field ? active === index : Boolean(domino) && chosen === slot.domino;
    return h(
      "div",
      { class: "slot" },
      h(
        "button",
        { type: "button", class: "domino", "aria-pressed": String(isOn), "aria-label": domino ? label(module, domino) : say(NOT_YET), data: { key: `${zone ?? field} ${index}`, ...(domino && { domino: domino.number }) }, onclick: () => (domino && choose ? choose(slot.domino) : open(index)) },
        domino ? [dominoPicture(domino, seat), h("small", {}, domino.number)] : h("span", { class: "unknown-domino" }, field ? "+" : say(NOT_YET)),
      ),
      (domino || !field) && h("button", { type: "button", class: `king-of seat-${seat}`, disabled: !domino, "aria-label": say(KING).replace("{who}", slot.king ?? say(NO_KING)), data: { key: `${zone ?? field} king ${index}` }, onclick: () => king(index, nextKing(slot.king, names)) }, figure("king"), h("span", {}, slot.king ?? say(NO_KING))),
    );
  }

  function slotShown(slot) {
    const domino = dominoOf(slot);
    const isMarked = mark?.domino === slot.domino;
    const inside = [domino ? dominoPicture(domino, seatOf(slot)) : "?", h("small", {}, slot.domino, slot.king && ` · ${slot.king}`), isMarked && h("b", { class: "kd-mark" }, mark.sign)];
    const words = `${domino ? label(module, domino) : slot.domino}. ${say(KING).replace("{who}", slot.king ?? say(NO_KING))}`;
    const look = `domino ${isMarked ? mark.tone : ""}`;
    if (!isLive) return h("div", { class: "slot" }, h("span", { class: look, role: "img", "aria-label": words }, inside));
    return h("div", { class: "slot" }, h("button", { type: "button", class: look, "aria-pressed": String(chosen === slot.domino), "aria-label": words, data: { domino: slot.domino, ...(slot.king && { king: slot.king }) } }, inside));
  }

  function dominoOf(slot) {
    return pack.dominoes.find((one) => one.number === slot.domino);
  }

  function seatOf(slot) {
    return names.indexOf(slot.king) + 1;
  }
}

const nextKing = (king, names) => (king === null ? names[0] : (names[names.indexOf(king) + 1] ?? null));
