// What lies beside Brian Boru's map: the marriage track, the cards of a trick, and what each player has.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { name, zoneName } from "../parts.js";
import { capital } from "../words.js";
import { brushRow, claimEditor, figureStepper, handEditors, marriageEditor, marriagesEditor, pendingEditor, phaseRow, trickEditor } from "./brian-boru-edit.js";
import { cardPicture, discPicture, shapePicture, symbolPicture } from "./brian-boru-pieces.js";
import { movePanel } from "./brian-boru-play.js";

const FIGURES = ["points", "coins", "renown", "marriage", "church", "raiders"];
const SIGNS = { coins: "coin", renown: "renown", church: "church", raiders: "raider", marriage: "courtship" };
/** The kind of move that makes a decision. */
const MOVES = { "card-town": "settle", princess: "wed", "track-town": "settle", raid: "raid", monastery: "build", "monastery-of-four": "build" };

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

/** The cards of a trick with whose they are, the colour that was led, and who won. A card that is not known is a question mark. */
function trickOf({ state, pack, form }) {
  const { town, played, winner } = state.trick;
  const led = pack.towns.find((one) => one.id === town)?.colour;
  const shown = played ?? state.players.map((player) => ({ player: player.name }));
  const own = (id) => name(form.module, id);
  return [
    h("h3", { class: "bb-trick-title" }, capital(own("trick")), led && [": ", shapePicture(led), ` ${own("led")} ${own(led)} (${town})`]),
    h(
      "div",
      { class: "bb-trick", data: { zone: "/state/trick" } },
      shown.map(({ player, card }) =>
        h(
          "div",
          { class: `bb-played ${player === winner ? "won" : ""}`, data: { player, ...(card !== undefined && { card }) } },
          cardPicture(pack.cards.find((one) => one.number === card), { mark: player === winner ? "good" : null }),
          discPicture(seatOf(state, player), 20),
          h("small", {}, player),
        ),
      ),
    ),
    winner && h("p", { class: "bb-winner" }, `${capital(own("winner"))}: `, h("b", {}, winner)),
  ];
}

const seatOf = (state, player) => state.players.findIndex((one) => one.name === player) + 1;

/** The decisions that are still to be made, and by whom; a tap begins one. */
function pendingOf({ state, form, tryMove }) {
  const begin = ({ decision, player, loser }) => tryMove({ type: MOVES[decision], player, ...(decision === "raid" && loser && { loser }) });
  const text = ({ decision, player, loser, region }) => `${player}: ${name(form.module, `decision ${decision}`)}${loser ? ` (${loser})` : ""}${region ? ` (${name(form.module, region)})` : ""}`;
  return h("div", { class: "bb-pending", data: { zone: "/state/pending" } }, state.pending.map((one) => h("button", { type: "button", class: "chip", data: { decision: one.decision }, onclick: () => begin(one) }, discPicture(seatOf(state, one.player), 18), " ", text(one))));
}

/** The whole table: the move or what can be changed, the map, then everything beside it. */
export function table(scene, mapOf) {
  const { state, form, edit } = scene;
  const module = form.module;
  form.brush ??= state.players[0].name;
  return h(
    "div",
    { class: "bb-table" },
    edit ? [phaseRow(scene), h("p", { class: "hint" }, name(module, "hint discs")), brushRow(scene, MARKER)] : [state.pending?.length > 0 && pendingOf(scene), movePanel(scene)],
    mapOf({ ...scene, brush: form.brush, edit }),
    edit ? [trickEditor(scene, MARKER), pendingEditor(scene)] : state.trick && trickOf(scene),
    (edit || state.players.some((player) => player.marriage !== undefined)) && trackOf(scene),
    edit && [marriageEditor(scene), marriagesEditor(scene)],
    (edit || state.raiders !== undefined) && areaRow(scene),
    h("div", { class: "bb-players" }, state.players.map((player, index) => playerOf(scene, player, index))),
    edit && claimEditor(scene),
  );
}

/** The marriage track; with `edit` a tap on a space puts the chosen player's disc there, another takes it away. */
function trackOf({ state, pack, form, edit }) {
  const card = pack.marriages.find((one) => one.id === state.marriage_card);
  const place = (space) =>
    edit((now) => {
      const player = now.players.find((one) => one.name === form.brush);
      if (player.marriage === space) delete player.marriage;
      else player.marriage = space;
    });
  return [
    h("h3", {}, capital(name(form.module, "track")), card && `: ${say(card.name)}`),
    track({ module: form.module, pack, players: state.players.map((one) => one.name), places: state.players.map((one) => one.marriage), tap: edit && form.brush !== MARKER && place }),
  ];
}

/** The raiders that lie in the battle area. */
function areaRow({ state, form, edit }) {
  const label = capital(name(form.module, "battle area"));
  const count = edit ? figureStepper(label, state.raiders, (value) => edit((now) => void (value === undefined ? delete now.raiders : (now.raiders = value)))) : h("b", {}, state.raiders);
  return h("div", { class: "bb-figure bb-area", data: { zone: "/state/raiders" } }, symbolPicture("raider", 18), h("span", {}, label), count);
}

function playerOf(scene, player, index) {
  const { state, form, pack, edit } = scene;
  const module = form.module;
  const set = (field, value) => edit((now) => void (value === undefined ? delete now.players[index][field] : (now.players[index][field] = value)));
  const figures = FIGURES.filter((field) => edit || player[field] !== undefined).map((field) => {
    const sign = SIGNS[field] ? symbolPicture(SIGNS[field], 18) : "★";
    const label = `${player.name}: ${name(module, `figure ${field}`)}`;
    return h(
      "div",
      { class: "bb-figure", data: { zone: `/state/players/${index}/${field}` }, title: name(module, `figure ${field}`) },
      sign,
      edit ? figureStepper(label, player[field], (value) => set(field, value), field === "marriage" ? pack.track.length - 1 : 999) : h("b", { "aria-label": `${label} ${player[field]}`, role: "img" }, player[field]),
    );
  });
  return h(
    "section",
    { class: "bb-player", data: { player: player.name } },
    h("h3", {}, discPicture(index + 1), " ", player.name, state.marker === player.name ? ` · ${name(module, "marker")}` : ""),
    edit && h("label", { class: "toggle", data: { zone: "/state/marker" } }, h("input", { type: "checkbox", checked: state.marker === player.name, onchange: (event) => edit((now) => void (event.target.checked ? (now.marker = player.name) : delete now.marker)) }), h("span", {}, capital(name(module, "marker")))),
    h("div", { class: "bb-figures" }, figures),
    edit ? handEditors(scene, player, index) : [marriagesOf(scene, player, index), cardsOf(scene, player, index)],
  );
}

/** The marriage cards that a player has won. */
function marriagesOf({ form, pack }, { marriages }, index) {
  const titles = (marriages ?? []).map((id) => pack.marriages.find((one) => one.id === id)).filter(Boolean);
  return titles.length > 0 && h("p", { class: "bb-won", data: { zone: `/state/players/${index}/marriages` } }, `${capital(name(form.module, "marriages"))}: `, h("b", {}, titles.map((one) => say(one.name)).join(" · ")));
}

/** The cards of a player; one that is hidden is a question mark. */
function cardsOf({ form, pack }, player, index) {
  const zones = ["hand", "dealt", "picked"].filter((zone) => player[zone]?.length);
  return zones.map((zone) => [
    zones.length > 1 && h("small", { class: "quiet" }, capital(zoneName(form.module, zone, true))),
    h("div", { class: "bb-hand", data: { zone: `/state/players/${index}/${zone}` } }, player[zone].map((card) => h("span", { class: "bb-held", data: { card } }, cardPicture(pack.cards.find((one) => one.number === card))))),
  ]);
}
