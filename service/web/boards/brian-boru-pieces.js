// The pieces of Brian Boru: towns, discs, tokens, symbols and action cards, as the pictures of the API draw them too.

import { h } from "../dom.js";
import { name } from "../parts.js";
import { dress, s, touchable } from "./svg.js";

/** Colours, symbols and the map, from one file that the API's pictures use as well. */
export const LOOK = await fetch(new URL("brian-boru.json", import.meta.url)).then((answer) => answer.json());
dress("bb", LOOK.themes, await fetch(new URL("brian-boru.css", import.meta.url)).then((answer) => answer.text()));

export const colour = (id) => `var(--bb-${id})`;
const INK = "var(--bb-piece)";

/** A symbol of the cards in a box of 24, centred at a place. */
export function symbol(id, x, y, size = 16, fill = LOOK.inks[id] ?? INK) {
  const scale = size / 24;
  return s("path", { d: LOOK.symbols[id], fill, "fill-rule": "evenodd", transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})` });
}

/** A symbol as a picture of its own. */
export const symbolPicture = (id, size = 20) => s("svg", { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", class: "bb-symbol" }, symbol(id, 12, 12, 24));

/** A town or a mark of a colour: red is a square, blue a circle, yellow a diamond, white a triangle. */
export function shape(id, x, y, radius) {
  const look = { fill: colour(id), stroke: INK, "stroke-width": 1.5, class: "shape" };
  if (id === "blue") return s("circle", { cx: x, cy: y, r: radius * 1.1, ...look });
  if (id === "red") return s("rect", { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, ...look });
  const wide = radius * 1.4;
  if (id === "yellow") return s("path", { d: `M${x} ${y - wide}l${wide} ${wide} ${-wide} ${wide} ${-wide} ${-wide}z`, ...look });
  return s("path", { d: `M${x} ${y - radius}l${radius} ${2 * radius}h${-2 * radius}z`, ...look });
}

/** A colour as a picture of its own. */
export const shapePicture = (id, size = 18) => s("svg", { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", class: "bb-shape" }, shape(id, 12, 12, 7.5));

/** A player's disc with the number of the seat, from 1; 0 is somebody who does not sit here. */
export function disc(seat, x, y, radius) {
  const fill = LOOK.discs[seat % LOOK.discs.length];
  const ink = ["#ffffff", "#9a9a9a"].includes(fill) ? "#1b1b1b" : "#ffffff";
  return [
    s("circle", { cx: x, cy: y, r: radius, fill, stroke: "#ffffff", "stroke-width": 2.4 }),
    s("circle", { cx: x, cy: y, r: radius, fill, stroke: "#1b1b1b", "stroke-width": 1.2 }),
    s("text", { x, y: y + radius * 0.44, "text-anchor": "middle", "font-size": radius * 1.25, "font-weight": 700, fill: ink }, seat || "?"),
  ];
}

/** A disc as a picture of its own; `marker` is the active town marker. */
export const discPicture = (seat, size = 24) =>
  s("svg", { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", class: "bb-disc" }, seat === "marker" ? s("circle", { cx: 12, cy: 12, r: 8.5, fill: "none", stroke: "currentColor", "stroke-width": 3, "stroke-dasharray": "5 2" }) : disc(seat, 12, 12, 10));

/** Buttons with a disc and a name; `chosen` is a seat or several, `values` may stand below the names. */
export function seatButtons(names, label, chosen, set, { values, key = "seat" } = {}) {
  const on = [chosen].flat();
  return h(
    "div",
    { class: "bb-seats", role: "group", "aria-label": label },
    names.map((own, seat) =>
      h("button", { type: "button", class: "bb-seat", "aria-pressed": String(on.includes(seat)), data: { seat, key: `${key} ${seat}` }, onclick: () => set(seat) }, discPicture(seat + 1), h("span", {}, own), values && h("b", {}, values[seat] ?? "–")),
    ),
  );
}

/** A Viking control token: a round shield. */
export const viking = (x, y, size = 17) => [s("circle", { cx: x, cy: y, r: size / 2 + 1, fill: colour("pieceink") }), symbol("viking", x, y, size, INK)];

/** A monastery: walls with a gable and a cross around the town. */
export const monastery = (x, y) => [
  s("path", { d: `M${x - 16} ${y + 15}v-21l16-13 16 13v21z`, fill: colour("wall"), stroke: INK, "stroke-width": 1.5, "stroke-linejoin": "round" }),
  s("path", { d: `M${x} ${y - 19}v-7M${x - 3} ${y - 23}h6`, stroke: "var(--bb-label)", "stroke-width": 2 }),
];

/** What a row of symbols says, in words. */
export function symbolsInWords(module, symbols) {
  const counted = new Map();
  for (const one of symbols) counted.set(one, (counted.get(one) ?? 0) + 1);
  return [...counted].map(([id, times]) => (times > 1 ? `${times} × ${name(module, `symbol ${id}`)}` : name(module, `symbol ${id}`))).join(", ");
}

const cardLabel = (module, card) => `${card.number}, ${name(module, card.colour)}`;

/** A small action card: its number and its colour. */
export function cardPicture(card, { mark } = {}) {
  return s(
    "svg",
    { viewBox: "0 0 40 50", class: `bb-card ${mark ?? ""}`, "aria-hidden": "true" },
    s("rect", { x: 1.5, y: 1.5, width: 37, height: 47, rx: 5, class: "face" }),
    card ? s("text", { x: 20, y: 24, "text-anchor": "middle", "font-size": 19, "font-weight": 700, fill: INK }, card.number ?? "–") : s("text", { x: 20, y: 32, "text-anchor": "middle", "font-size": 20, fill: INK }, "?"),
    card && shape(card.colour, 20, 37, 6.5),
    mark && s("text", { x: 34, y: 13, "text-anchor": "middle", "font-size": 13, "font-weight": 700, class: "sign" }, mark === "good" ? "✓" : "✕"),
  );
}

/** One card as a button; without a card it is an unknown one. */
export const cardButton = (module, card, { isOn = false, mark = null, label = cardLabel(module, card), work }) =>
  h("button", { type: "button", class: "bb-card-button", "aria-pressed": String(isOn), "aria-label": label, data: card ? { card: card.number, key: `card ${card.number}` } : {}, onclick: work }, cardPicture(card, { mark }));

/** The action cards to choose from: `taken` are chosen already, `marks` are what an answer says of them, `only` are the numbers offered. */
export function cardPicker(module, pack, { taken = [], marks, label = name(module, "card"), only, set }) {
  const markOf = (number) => (marks?.bad.has(number) ? "bad" : marks?.good.has(number) ? "good" : null);
  const offered = pack.cards.filter((card) => !only || only.includes(card.number));
  return h("div", { class: "bb-cards", role: "group", "aria-label": label }, offered.map((card) => cardButton(module, card, { isOn: taken.includes(card.number), mark: markOf(card.number), work: () => set(card.number) })));
}

const ACTIONS = ["primary", "upper", "lower"];

/** The actions of a card with their symbols, to choose one of. */
export function actionPicker(module, card, chosen, set, only = ACTIONS) {
  return h(
    "div",
    { class: "bb-actions", role: "group", "aria-label": name(module, "action") },
    ACTIONS.filter((id) => only.includes(id) && card[id]).map((id) =>
      h(
        "button",
        { type: "button", class: "bb-action", "aria-pressed": String(id === chosen), "aria-label": `${name(module, id)}: ${symbolsInWords(module, card[id])}`, data: { action: id, key: `action ${id}` }, onclick: () => set(id) },
        h("small", {}, name(module, id)),
        h("span", { class: "bb-symbols" }, card[id].map((one) => symbolPicture(one))),
      ),
    ),
  );
}

/** A touchable thing of at least 44 px in a drawing: the drawing of it with a wider circle around. */
export const touchTown = (group, label, x, y, work) => {
  group.prepend(s("circle", { cx: x, cy: y, r: 20, class: "reach" }));
  return touchable(group, label, work);
};
