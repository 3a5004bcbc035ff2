// What lies beside Brian Boru's map: the marriage track, the cards of a trick, and what each player has.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { chips, name, stepper, zoneName } from "../parts.js";
import { capital } from "../words.js";
import { cardPicker, cardPicture, discPicture, symbolPicture } from "./brian-boru-pieces.js";

const FIGURES = ["points", "coins", "renown", "marriage", "church", "raiders"];
const SIGNS = { coins: "coin", renown: "renown", church: "church", raiders: "raider", marriage: "courtship" };
const PHASES = ["opening", "preparation", "deal", "draft", "trick", "actions", "marriage", "battle", "church", "claims", "over"];

/** The brush that puts the active town marker on a town; no name of a player is empty. */
export const MARKER = "";

const reward = (space) => [Array(space.coins ?? 0).fill("coin"), Array(space.renown ?? 0).fill("renown"), space.town ? ["town"] : []].flat();

/** The marriage track in two rows. `places` are the spaces of the players by seat; what is unknown is not drawn. `tap(space)` puts a disc there. */
export function track({ module, pack, players, places, tap, marked }) {
  return h(
    "div",
    { class: "bb-track", role: "group", "aria-label": name(module, "track") },
    pack.track.map((space, number) => {
      const there = places.map((place, seat) => (place === number ? seat : -1)).filter((seat) => seat >= 0);
      const label = `${number ? number : name(module, "track start")}${there.length ? `: ${there.map((seat) => players[seat]).join(", ")}` : ""}`;
      const inside = [h("small", {}, number || "⌂"), h("span", { class: "bb-symbols" }, reward(space).map((id) => symbolPicture(id, 15))), h("span", { class: "bb-stand" }, there.map((seat) => discPicture(seat + 1, 24)))];
      return tap ? h("button", { type: "button", class: `bb-space ${marked === number ? "good" : ""}`, "aria-label": label, data: { space: number, key: `space ${number}` }, onclick: () => tap(number) }, inside) : h("div", { class: "bb-space" }, inside);
    }),
  );
}

/** The cards of a trick with whose they are. */
export const trickOf = (scene, played) =>
  h(
    "div",
    { class: "bb-trick", data: { zone: "/state/trick" } },
    played.map(({ player, card }) =>
      h("div", { class: "bb-played", data: { card, player } }, cardPicture(scene.pack.cards.find((one) => one.number === card)), discPicture(seatOf(scene.state, player), 20), h("small", {}, player)),
    ),
  );

const seatOf = (state, player) => state.players.findIndex((one) => one.name === player) + 1;

/** The whole table: the map, then everything beside it. With `edit` each of it can be changed. */
export function table(scene, mapOf) {
  const { state, pack, form, edit } = scene;
  const module = form.module;
  form.brush ??= state.players[0].name;
  const brushes = edit && [h("p", { class: "hint" }, name(module, "hint discs")), brushRow(scene)];
  return h(
    "div",
    { class: "bb-table" },
    edit && phaseRow(scene),
    brushes,
    mapOf({ ...scene, brush: form.brush, edit }),
    state.trick?.played?.length > 0 && [h("h3", {}, capital(name(module, "trick"))), trickOf(scene, state.trick.played)],
    (edit || state.players.some((player) => player.marriage !== undefined)) && [
      h("h3", {}, capital(name(module, "track")), state.marriage_card && `: ${say(pack.marriages.find((card) => card.id === state.marriage_card)?.name ?? state.marriage_card)}`),
      track({ module, pack, players: state.players.map((one) => one.name), places: state.players.map((one) => one.marriage), tap: edit && form.brush !== MARKER && ((space) => edit((now) => void (now.players.find((one) => one.name === form.brush).marriage = space))) }),
    ],
    (edit || state.raiders !== undefined) && areaRow(scene),
    h("div", { class: "bb-players" }, state.players.map((player, index) => playerOf(scene, player, index))),
    edit && claimRows(scene),
  );
}

/** The raiders that lie in the battle area. */
function areaRow({ state, form, edit }) {
  const label = capital(name(form.module, "battle area"));
  const count = edit ? stepper(label, state.raiders, (value) => edit((now) => void (now.raiders = value))) : h("b", {}, state.raiders);
  return h("div", { class: "bb-figure", data: { zone: "/state/raiders" } }, symbolPicture("raider", 18), h("span", {}, label), count);
}

function phaseRow({ state, form, edit }) {
  const select = h(
    "select",
    { "aria-label": name(form.module, "phase"), onchange: (event) => edit((now) => void (event.target.value ? (now.phase = event.target.value) : delete now.phase)) },
    h("option", { value: "", selected: !state.phase }, "?"),
    PHASES.map((phase) => h("option", { value: phase, selected: state.phase === phase }, name(form.module, phase))),
  );
  return h("div", { class: "control", data: { zone: "/state/phase" } }, h("span", { class: "label" }, capital(name(form.module, "phase"))), select);
}

/** Whose disc a tap puts down, or the marker. */
function brushRow({ state, form }) {
  return chips(name(form.module, "discs"), [...state.players.map((player) => [player.name, player.name]), [MARKER, name(form.module, "marker")]], form.brush, (own) => {
    form.brush = own;
    form.change(() => {});
  });
}

function playerOf({ state, form, pack, edit }, player, index) {
  const module = form.module;
  const set = (field, value) => edit((now) => void (now.players[index][field] = value));
  const figures = FIGURES.filter((field) => edit || player[field] !== undefined).map((field) => {
    const sign = SIGNS[field] ? symbolPicture(SIGNS[field], 18) : "★";
    const label = `${player.name}: ${name(module, `figure ${field}`)}`;
    return h(
      "div",
      { class: "bb-figure", data: { zone: `/state/players/${index}/${field}` }, title: name(module, `figure ${field}`) },
      sign,
      edit ? stepper(label, player[field], (value) => set(field, value), { max: field === "marriage" ? pack.track.length - 1 : 999 }) : h("b", { "aria-label": `${label} ${player[field]}` }, player[field]),
    );
  });
  const zones = ["hand", "dealt", "picked"].filter((zone) => player[zone]?.length);
  const cards = zones.map((zone) => [
    zones.length > 1 && h("small", { class: "quiet" }, capital(zoneName(module, zone, true))),
    h("div", { class: "bb-hand", data: { zone: `/state/players/${index}/${zone}` } }, player[zone].map((card) => h("span", { class: "bb-held", data: { card } }, cardPicture(pack.cards.find((one) => one.number === card))))),
  ]);
  return h(
    "section",
    { class: "bb-player", data: { player: player.name } },
    h("h3", {}, discPicture(index + 1), " ", player.name, state.marker === player.name ? ` · ${name(module, "marker")}` : ""),
    edit && h("label", { class: "toggle", data: { zone: "/state/marker" } }, h("input", { type: "checkbox", checked: state.marker === player.name, onchange: (event) => edit((now) => void (now.marker = event.target.checked ? player.name : null)) }), h("span", {}, capital(name(module, "marker")))),
    h("div", { class: "bb-figures" }, figures),
    edit ? handEditor({ module, pack, player, set }) : cards,
  );
}

/** The hand of a player: a tap adds a card or takes it away. */
function handEditor({ module, pack, player, set }) {
  const hand = player.hand ?? [];
  return h(
    "details",
    { class: "bb-hand-editor" },
    h("summary", {}, `${capital(zoneName(module, "hand", true))}: ${player.hand ? hand.join(", ") || "–" : "?"}`),
    cardPicker(module, pack, { taken: hand, label: `${player.name}: ${zoneName(module, "hand", true)}`, set: (card) => set("hand", hand.includes(card) ? hand.filter((one) => one !== card) : [...hand, card]) }),
  );
}

/** Who holds the claim token of each region. */
function claimRows({ state, form, pack, edit }) {
  const own = (id) => name(form.module, id);
  return h(
    "details",
    { class: "bb-claims", data: { zone: "/state/face_up" } },
    h("summary", {}, capital(own("claim tokens"))),
    pack.tokens.map(({ region, threshold, points }) => {
      const holder = state.players.find((player) => player.claims?.includes(region))?.name;
      const value = holder ?? (state.face_up?.includes(region) ? "up" : "down");
      return h(
        "div",
        { class: "control" },
        h("span", { class: "label" }, `${own(region)} (${threshold}+ → ${points})`),
        chips(own(region), [["down", own("face down")], ["up", own("face up")], ...state.players.map((player) => [player.name, player.name])], value, (chosen) =>
          edit((now) => {
            now.face_up = (now.face_up ?? []).filter((one) => one !== region);
            for (const player of now.players) player.claims = (player.claims ?? []).filter((one) => one !== region);
            if (chosen === "up") now.face_up.push(region);
            else if (chosen !== "down") now.players.find((player) => player.name === chosen).claims.push(region);
          }),
        ),
      );
    }),
  );
}
