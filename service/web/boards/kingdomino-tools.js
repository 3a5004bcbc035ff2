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
            { type: "button", class: "domino", disabled: taken.includes(domino.number), "aria-pressed": String(domino.number === chosen), "aria-label": label(module, domino), data: { key: `domino ${domino.number}`, domino: domino.number }, onclick: () => set(domino.number) },
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

/**
 * A line as it lies on the table: each domino with the king on it. A tap on a place chooses which domino lies there
 * (`open(index)`), a tap on the king puts the next player's there.
 */
export function line(module, pack, { title, slots, names, active, zone, chosen }, { open, king, choose }) {
  return h(
    "section",
    { class: "line-up", data: { zone } },
    h("h3", {}, say(title)),
    h(
      "div",
      { class: "slots" },
      slots.map((slot, index) => {
        const domino = pack.dominoes.find((one) => one.number === slot.domino);
        const seat = names.indexOf(slot.king) + 1;
        return h(
          "div",
          { class: "slot" },
          h(
            "button",
            {
              type: "button",
              class: "domino",
              "aria-pressed": String(chosen === undefined ? active === index : Boolean(domino) && chosen === slot.domino),
              "aria-label": domino ? label(module, domino) : say(NOT_YET),
              data: { key: `${zone} ${index}`, ...(domino && { domino: domino.number }) },
              onclick: () => (domino && choose ? choose(slot.domino) : open(index)),
            },
            domino ? [dominoPicture(domino, seat), h("small", {}, domino.number)] : h("span", { class: "unknown-domino" }, say(NOT_YET)),
          ),
          h("button", { type: "button", class: `king-of seat-${seat}`, disabled: !domino, "aria-label": say(KING).replace("{who}", slot.king ?? say(NO_KING)), data: { key: `${zone} king ${index}` }, onclick: () => king(index, nextKing(slot.king, names)) }, figure("king"), h("span", {}, slot.king ?? say(NO_KING))),
        );
      }),
    ),
  );
}

const nextKing = (king, names) => (king === null ? names[0] : (names[names.indexOf(king) + 1] ?? null));
