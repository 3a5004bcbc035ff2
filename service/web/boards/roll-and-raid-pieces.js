// What Roll & Raid is drawn with: dice, boxes, hexagons and symbols; the pictures of the API use the same file.

import { h } from "../dom.js";
import { dress, s } from "./svg.js";

const got = (name) => fetch(new URL(name, import.meta.url));
const [look, style] = await Promise.all([got("roll-and-raid.json"), got("roll-and-raid.css")]);
export const LOOK = await look.json();
dress("rr", LOOK.themes);
const sheet = new CSSStyleSheet();
sheet.replaceSync(await style.text());
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

export const COLOURS = ["brown", "grey", "orange"];
export const colour = (name) => `var(--rr-${name})`;
const frame = (size, ...children) => s("svg", { viewBox: "0 0 24 24", width: size, height: size, class: "rr-piece", "aria-hidden": "true" }, ...children);
const figure = (name, props = {}) => s("path", { d: LOOK.symbols[name], "fill-rule": "evenodd", fill: colour("label"), ...props });

/** A symbol of the sheet. */
export const symbol = (name, size = 22, fill = "label") => frame(size, figure(name, { fill: colour(fill) }));

/** A die: a resource die by its colour, `red` for the raid dice, `favour` for a favour die. Without a value it is unknown. */
export function dieFace(kind, value, size = 36) {
  const ink = colour(kind === "red" ? "redpip" : "pip");
  const pips = LOOK.pips[value];
  return frame(
    size,
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, fill: colour(kind), stroke: colour("edge"), "stroke-width": 1.2 }),
    kind === "favour" && s("path", { d: LOOK.symbols.favour, transform: "translate(15.5 1.5) scale(.3)", fill: ink }),
    pips ? pips.map(([x, y]) => s("circle", { cx: 6 * x, cy: 6 * y, r: 2.2, fill: ink })) : s("text", { x: 12, y: 17, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: ink }, value ?? "?"),
  );
}

/** What a box gives: a product by its symbol; favour dice as stars; anything else as a plus. */
const givenBy = (gives) => (!gives ? null : typeof gives === "string" ? gives : gives.favours?.length ? "favour" : gives.vikings ? "viking" : gives.axes ? "axe" : gives.ships ? "ship" : gives.houses ? "house" : "bonus");

/** A box of the sheet: crossed, or with a value written in it. */
export function box({ crossed = false, gives = null, fill = "box", written, size = 24 }) {
  const given = givenBy(gives);
  return frame(
    size,
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 2.5, fill: colour(fill), stroke: colour("edge"), "stroke-width": 1.2 }),
    given && written === undefined && figure(given, { transform: "translate(4.5 4.5) scale(.62)", fill: colour(fill === "box" ? "label" : "pip") }),
    written !== undefined && s("text", { x: 12, y: 17, "text-anchor": "middle", "font-size": 14, "font-weight": 700, fill: colour("label") }, written),
    crossed && s("path", { d: "M5 5 19 19M19 5 5 19", stroke: fill === "box" ? colour("cross") : colour("pip"), "stroke-width": 2.8, "stroke-linecap": "round" }),
  );
}

/** A hexagon of the Port or the Armoury; dark once a product is stored there. A star: it touches a favour die. */
export function hexagon(good, { stored = false, favours = [], size = 40 } = {}) {
  return frame(
    size,
    s("polygon", { points: LOOK.hexagon.map(([x, y]) => `${1 + (x * 22) / 24},${1 + (y * 22) / 24}`).join(" "), fill: colour(stored ? "marked" : "box"), stroke: colour("edge"), "stroke-width": 1.2 }),
    figure(good, { transform: "translate(6 6) scale(.5)", fill: colour(stored ? "markedink" : "soft") }),
    favours.length > 0 && s("circle", { cx: 19.5, cy: 4.5, r: 4.2, fill: colour("favour"), stroke: colour("edge"), "stroke-width": 0.8 }),
    favours.length > 0 && s("path", { d: LOOK.symbols.favour, transform: "translate(16.5 1.5) scale(.25)", fill: colour("pip") }),
  );
}

/** A shield with the defence of a card. */
export const shield = (value, size = 40) => frame(size, figure("shield", { fill: colour("marked") }), s("text", { x: 12, y: 16.5, "text-anchor": "middle", "font-size": value > 9 ? 11 : 13, "font-weight": 700, fill: colour("markedink") }, value ?? "?"));

/** What is paid: so many of each, by symbols. */
export function cost(amounts) {
  const shown = ["vikings", "axes", "ships", "goods"].filter((good) => amounts?.[good]);
  return h("span", { class: "rr-cost" }, shown.length ? shown.map((good) => [h("b", {}, amounts[good]), good === "goods" ? [symbol("axe", 18), "/", symbol("ship", 18)] : symbol(good.slice(0, -1), 18)]) : "–");
}
