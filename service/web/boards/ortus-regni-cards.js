// Ortus Regni's cards: our own drawings, rows of cards to choose from, and line-ups of two or more sides.

import { h } from "../dom.js";
import { name } from "../parts.js";
import { capital } from "../words.js";
import { dress, s } from "./svg.js";

const GAME = "ortus-regni";
const got = async (file) => (await fetch(new URL(file, import.meta.url))).text();
const [layout, style] = await Promise.all([got("ortus-regni.json"), got("ortus-regni.css")]);
const LOOK = JSON.parse(layout);
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
dress(GAME, LOOK.themes);

export const ANCHORS = ["castle", "palace"];
export const PROPERTIES = ["land", "market", "church", "cathedral"];
export const FACES = ["prince", "vassal", "champion", "monk"];
export const ARMIES = ["infantry", "knights"];
export const POLITICS = ["mercenary", "treachery", "intrigue", "allies", "banquet", "banner"];
/** The fifteen types of an Earl's cards. */
export const EARL_CARDS = ["castle", ...PROPERTIES, ...FACES, ...POLITICS];
export const JOUST_CARDS = ["prince", "vassal", "nothing"];
export const BATTLE_CARDS = ["normal", "attacker", "defender", "church-decides"];
const LONG = 8; // letters that fit on a card
const SEATS = Object.keys(LOOK.earls);

/** A named colour of the game, as CSS has it. */
export const paint = (colour) => `var(--${GAME}-${colour})`;

/** The colour of an Earl; who has told none is drawn in that of the seat. */
export const colourOf = (player, index) => paint(LOOK.earls[player?.colour] ?? LOOK.earls[SEATS[index % SEATS.length]]);

/** The drawing on a card; what belongs to an Earl is in the Earl's colour. */
export function symbol(kind, colour = paint("earl")) {
  const picture = s("svg", { viewBox: `0 0 ${LOOK.size} ${LOOK.size}`, class: "or-symbol", "aria-hidden": "true" });
  for (const { fill, d } of LOOK.cards[kind].layers) {
    const layer = s("path", { d });
    layer.style.fill = ["none", "line"].includes(fill) ? "none" : fill === "earl" ? colour : paint(fill);
    picture.append(layer);
  }
  return picture;
}

/** The name of a card as it stands on it; `"?"` is one that nobody may see. */
export const cardName = (module, kind) => capital(name(module, { "?": "hidden card", tower: "card tower" }[kind] ?? kind));

/**
 * A card. With `tap` it is a button. `count` says how many there are; `look` is `picked`, `good`, `bad`, `ghost` or
 * `unknown`; `text` stands on it instead of its name; `said` is what a screen reader says.
 */
export function card(module, kind, { tap, colour, count, look = [], text, said, data = {}, key, pressed } = {}) {
  const looks = [look].flat().filter(Boolean);
  const own = text ?? cardName(module, kind);
  const label = `${(said ?? own).replace("\n", ", ")}${count > 1 ? ` × ${count}` : ""}`;
  const element = h(
    tap ? "button" : "span",
    {
      class: ["or-card", ...looks].join(" "),
      data: { ...(!looks.includes("unknown") && { card: kind }), ...data, ...(key && { key }) },
      ...(tap ? { type: "button", onclick: tap, "aria-label": label } : {}),
      ...(pressed !== undefined && { "aria-pressed": String(pressed) }),
    },
    looks.includes("unknown") ? h("b", { class: "or-what", "aria-hidden": "true" }, kind === "none" ? "–" : "?") : symbol(kind, colour),
    h("small", { class: own.split("\n").some((line) => line.length > LONG) ? "long" : null }, own),
    count > 1 && h("b", { class: "or-count" }, `×${count}`),
    looks.includes("good") && h("b", { class: "or-sign good", "aria-hidden": "true" }, "✓"),
    looks.includes("bad") && h("b", { class: "or-sign bad", "aria-hidden": "true" }, "✕"),
  );
  if (!looks.includes("unknown")) element.style.setProperty("--face", paint(LOOK.cards[kind].family));
  if (colour) element.style.setProperty("--band", colour);
  return element;
}

/** A card that is not there, or of which nobody knows: a dashed place. */
export const slot = (module, isKnown, text, tap, data = {}) =>
  card(module, isKnown ? "none" : "?", { look: ["unknown"], text, tap, data, said: `${text}: ${name(module, isKnown ? "slot none" : "slot unknown")}`, key: "slot" });

/** Cards to choose from: a row that scrolls; a tap takes one. */
export function choice(module, label, kinds, pick, { chosen, colour, texts = {}, erase, on } = {}) {
  return h(
    "div",
    { class: "or-palette", role: "group", "aria-label": label },
    kinds.map((kind) => card(module, kind, { colour, tap: () => pick(kind), text: texts[kind], data: { pick: kind }, look: chosen === kind && "picked", pressed: chosen === undefined ? undefined : chosen === kind })),
    erase && h("button", { type: "button", class: "or-card or-erase", "aria-pressed": String(Boolean(on)), "aria-label": name(module, "erase"), onclick: erase }, h("b", { class: "or-what", "aria-hidden": "true" }, "⌫"), h("small", {}, name(module, "erase"))),
  );
}

/** Cards of one kind together, in the order in which they came. */
export function counted(cards) {
  const counts = new Map();
  for (const one of cards) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts];
}

/**
 * Sides that face each other: each has a `title`, a `note`, its `cards` (pairs of kind and number, or of kind, number
 * and text) and a colour. The side `at` is the one to which cards are added; a tap on a card takes it away.
 */
export function lineUp(module, sides, { at, select, take, crowded = sides.length > 2 }) {
  return h(
    "div",
    { class: `or-lineup${crowded ? " many" : ""}` },
    sides.map((side, index) =>
      h(
        "section",
        { class: `or-side${at === index ? " at" : ""}`, onclick: (event) => at !== index && event.target.closest("button") === null && select(index), data: { side: index, ...(side.zone && { zone: side.zone }) } },
        h("button", { type: "button", class: "or-side-name", "aria-pressed": String(at === index), data: { key: `side ${index}` }, onclick: () => select(index) }, banner(side.colour ?? colourOf(null, index)), h("span", {}, side.title, side.note && h("small", {}, side.note))),
        h("div", { class: "or-cards" }, side.cards.length ? side.cards.map(([kind, count, text, place]) => card(module, kind, { count, text, colour: side.colour ?? colourOf(null, index), look: side.look?.(kind), tap: () => take(index, place ?? kind), said: `${text ?? cardName(module, kind)}, ${name(module, "take away")}` })) : h("button", { type: "button", class: "or-card unknown", "aria-label": `${side.title}: ${name(module, "add here")}`, onclick: () => select(index) }, h("b", { class: "or-what", "aria-hidden": "true" }, "+"))),
      ),
    ),
  );
}

/** The colour of an Earl as a small shield. */
export function banner(colour) {
  const picture = s("svg", { viewBox: "0 0 16 18", class: "or-shield", "aria-hidden": "true" }, s("path", { d: "M1 1h14v8q0 5-7 8-7-3-7-8z" }));
  picture.firstChild.style.fill = colour;
  return picture;
}
