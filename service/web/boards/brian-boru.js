// Brian Boru's board: Ireland with its towns and roads, and beside it the marriage track, the areas and the players.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { name } from "../parts.js";
import { t } from "../words.js";
import { LOOK, colour, disc, monastery, shape, touchTown, viking } from "./brian-boru-pieces.js";
import { legalTowns, moveTo } from "./brian-boru-play.js";
import { MARKER, table } from "./brian-boru-table.js";
import { drawing, pannable, s, walkable } from "./svg.js";

/** The whole table can be drawn, and changed by taps. */
export const whole = true;

/** Whether the towns of a pack are those of the map. */
export const suits = (pack) => pack.towns.every((town) => town.id in MAP.towns);

/** Moves are made by taps on it; their fields are folded under this title. */
export const fieldsTitle = () => say({ en: "The move in fields", es: "La jugada en campos", pl: "Ruch w polach" });

const { map: MAP } = LOOK;
const AROUND = 34;
const NAMED = ["town", "expand", "free"];
const line = (points, end = "") => `M${points.map((point) => point.join(" ")).join("L")}${end}`;
const none = () => ({ bad: new Set(), good: new Set() });

/** What an answer is about: towns and cards, and players who gain something by themselves. */
export function marksOf({ answer, question }) {
  const details = (answer.violations ?? []).map((one) => one.detail);
  const bad = details.flatMap((detail) => [detail.town, detail.card, ...(Array.isArray(detail.towns) ? detail.towns : [])].filter(Boolean)); // some rules only count towns
  const move = question.move ?? {};
  const own = [...NAMED.map((field) => move[field]), move.card].filter(Boolean);
  const won = (answer.events ?? []).filter((event) => event.type === "won").map((event) => event.detail.card);
  if (answer.verdict === "legal") return { bad: new Set(), good: new Set([...own.filter((one) => one !== move.card || move.type !== "act"), ...won]) };
  if (answer.verdict === "illegal" || answer.verdict === "impossible") return { bad: new Set([...bad, ...NAMED.map((field) => move[field]).filter(Boolean)]), good: new Set() };
  return { bad: new Set(), good: new Set(won) };
}

/** The next state of a town under a tap: a disc of this player, a Viking token on it, a monastery, both, and nothing again. */
export function nextHeld(held, player) {
  if (!held || held.disc !== player) return { disc: player };
  if (!held.viking && !held.monastery) return { disc: player, viking: true };
  if (held.viking && !held.monastery) return { disc: player, monastery: true };
  if (!held.viking) return { disc: player, viking: true, monastery: true };
  return undefined;
}

/** Changes a town of a state; towns that nobody has touched yet have no disc as soon as one is entered. */
export function turnTown(towns, town, player) {
  const { [town]: held, ...others } = towns ?? {};
  const next = nextHeld(held, player);
  return next ? { ...others, [town]: next } : others;
}

/**
 * The whole table with `whole`, else the map. `tap(town)` is called with a town; `active` is the town of the marker,
 * `target` the one that is asked about, `region` the only region to be shown.
 */
export function draw(scene) {
  return scene.whole ? table(scene, mapOf) : mapOf(scene);
}

/** The map in a frame that can be enlarged. */
function mapOf(scene) {
  const { form, region, pack } = scene;
  const box = region ? boxOf(pack, region) : [0, 0, MAP.width, MAP.height];
  const legal = scene.whole && !scene.edit ? legalTowns(scene) : new Set();
  const picture = drawing(MAP.width, MAP.height, name(form.module, "map"), land(), roads(pack), pack.regions.filter((one) => !region || one.id === region).map((one) => regionName(scene, one)), pack.towns.map((town) => townOf({ ...scene, legal }, town)));
  picture.setAttribute("viewBox", box.join(" "));
  picture.classList.add("bb-map");
  const memory = ((form.views ??= {})[region ?? "all"] ??= {});
  walkable(picture, memory);
  const frame = pannable(picture, { more: t("zoom in"), less: t("zoom out"), whole: t("zoom whole") }, memory);
  return h("div", { class: `bb-board ${region ? "part" : ""}`, data: { zone: "/state/towns" } }, frame);
}

function boxOf(pack, region) {
  const places = [...pack.towns.filter((town) => town.region === region).map((town) => MAP.towns[town.id]), MAP.labels[region], MAP.tokens[region]];
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  const left = Math.max(0, Math.min(...xs) - AROUND);
  const top = Math.max(0, Math.min(...ys) - AROUND);
  return [left, top, Math.min(MAP.width, Math.max(...xs) + AROUND) - left, Math.min(MAP.height, Math.max(...ys) + AROUND) - top];
}

function land() {
  const coast = line(MAP.coast, "Z");
  return [
    Object.entries(MAP.land).map(([id, pieces]) => s("path", { d: pieces.map((piece) => line(piece, "Z")).join(""), fill: colour(id), stroke: colour(id) })),
    s("path", { d: MAP.borders.map((border) => line(border)).join(""), class: "border" }),
    s("path", { d: `M0 0H${MAP.width}V${MAP.height}H0Z${coast}`, fill: colour("sea"), "fill-rule": "evenodd" }),
    s("path", { d: coast, class: "coast" }),
  ];
}

function roads(pack) {
  const all = pack.roads.map(({ ends }) => line(ends.map((town) => MAP.towns[town]))).join("");
  return [s("path", { d: all, class: "roadside" }), s("path", { d: all, class: "road" })];
}

/** The name of a region; a long one in two lines of about the same length. */
function linesOf(text) {
  const words = text.split(" ");
  if (text.length <= 10 || words.length < 2) return [text];
  const halves = words.slice(1).map((_, place) => [words.slice(0, place + 1).join(" "), words.slice(place + 1).join(" ")]);
  const longest = (half) => Math.max(...half.map((line) => line.length));
  return halves.reduce((best, half) => (longest(half) < longest(best) ? half : best));
}

/** A region's name and its claim token: silver with the towns it needs, gold with its points, with its holder's disc. */
function regionName(scene, { id }) {
  const { state, pack, form } = scene;
  const [x, y] = MAP.labels[id];
  const lines = linesOf(name(form.module, id));
  const token = pack.tokens.find((one) => one.region === id);
  const holder = state.players.findIndex((player) => player.claims?.includes(id));
  const isUp = state.face_up?.includes(id);
  const isKnown = holder >= 0 || isUp || state.face_up !== undefined;
  const [tx, ty] = MAP.tokens[id];
  const words = isUp || holder >= 0 ? token.points : `${token.threshold}+`;
  return s(
    "g",
    { class: "region", data: { region: id } },
    lines.map((text, index) => s("text", { x, y: y + 4 + (index - (lines.length - 1) / 2) * 12, "text-anchor": "middle", class: "region-name" }, text)),
    s("rect", { x: tx - 11, y: ty - 8, width: 22, height: 16, rx: 5, fill: colour(isUp || holder >= 0 ? "gold" : "silver"), stroke: "#1b1b1b", class: isKnown ? "" : "unknown" }),
    s("text", { x: tx, y: ty + 4, "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: "#1b1b1b" }, words),
    holder >= 0 && disc(holder + 1, tx + (tx + 25 < MAP.width ? 16 : -16), ty, 7),
  );
}

function townOf(scene, town) {
  const { state, form, tap, target, active, marks = none(), ghosts = [], legal, tryMove, edit, brush } = scene;
  const [x, y] = MAP.towns[town.id];
  const held = state.towns?.[town.id];
  const seat = held ? state.players.findIndex((player) => player.name === held.disc) + 1 : null;
  const isActive = town.id === (active ?? state.trick?.town);
  const ghost = ghosts.find((move) => NAMED.some((field) => move[field] === town.id) && town.id !== target);
  const tone = marks.bad.has(town.id) ? "bad" : marks.good.has(town.id) ? "good" : null;
  const group = s(
    "g",
    { class: ["town", tone, state.towns ? null : "unknown", target === town.id && "target"].filter(Boolean).join(" "), data: { town: town.id, region: town.region, colour: town.colour, key: `town ${town.id}` } },
    held?.monastery && monastery(x, y),
    isActive && s("circle", { cx: x, cy: y, r: 19, class: "active" }),
    shape(town.colour, x, y, 11),
    held ? disc(seat, x, y, 9) : s("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: "#1b1b1b" }, town.id),
    held && s("text", { x, y: y + 24, "text-anchor": "middle", class: "town-name" }, town.id),
    held?.viking && viking(x - 10, y - 9),
    (ghost || legal.has(town.id)) && s("circle", { cx: x, cy: y, r: 18, class: "ghost" }),
    (tone || target === town.id) && s("circle", { cx: x, cy: y, r: 18, class: "ring" }),
    tone && s("text", { x: x + 17, y: y - 9, "text-anchor": "middle", class: "sign" }, tone === "bad" ? "✕" : "✓"),
  );
  const work = edit ? () => edit((now) => put(now, town.id, brush)) : ghost && tryMove ? () => tryMove(ghost) : scene.whole ? named(scene, town.id) : tap && (() => tap(town.id));
  const label = townLabel(form.module, town, held, isActive);
  if (work) return touchTown(group, label, x, y, work);
  group.setAttribute("role", "img");
  group.setAttribute("aria-label", label);
  return group;
}

/** A tap on a town of a table that is changed: the marker goes there, or is unknown again; else the next state of the town. */
function put(now, town, brush) {
  if (brush !== MARKER) now.towns = turnTown(now.towns, town, brush);
  else if (now.trick?.town === town) delete now.trick;
  else now.trick = { ...now.trick, town };
}

/** A tap on a town at the whole table names it in the move; null if the move names no town. */
function named(scene, town) {
  const move = scene.tryMove && moveTo(scene, town);
  return move && ((event) => {
    event.stopPropagation(); // else the table would read the tap once more
    scene.tryMove(move);
  });
}

/** A town in words: where it is, of which colour, and what lies there. */
export function townLabel(module, town, held, isActive = false) {
  const own = (id) => name(module, id);
  const there = [held?.disc, held?.viking && own("viking token"), held?.monastery && own("a monastery"), isActive && own("marker")].filter(Boolean);
  return `${town.id}, ${own(town.region)}, ${own(town.colour)}${there.length ? `: ${there.join(", ")}` : ""}`;
}
