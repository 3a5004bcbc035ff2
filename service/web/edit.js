// Changing a table without a board of its own: every zone as a field; what is not told stays unknown.

import { h } from "./dom.js";
import { moveFields } from "./form.js";
import { zoneName } from "./parts.js";
import { t } from "./words.js";

const NOT_ZONES = new Set(["options", "players", "name"]);

/** Fields for the zones of each player and of the table. */
export function zoneEditor(bench) {
  const { resolve, schema } = bench.schema;
  const state = resolve(schema.properties.state);
  const player = resolve(resolve(state.properties.players).items);
  const { players } = bench.now.state;
  return h(
    "div",
    { class: "zones" },
    players.map((one, index) =>
      folded(one.name, zones(bench, player, one, true, (told) => changed(bench, told, (state) => state.players[index]))),
    ),
    folded(t("table"), zones(bench, state, bench.now.state, false, (told) => changed(bench, told, (state) => state))),
  );
}

/** Only the zones that are told otherwise than before are changed. */
function changed(bench, told, partOf) {
  const before = partOf(bench.now.state);
  const other = Object.keys({ ...before, ...told }).filter((zone) => !NOT_ZONES.has(zone) && JSON.stringify(told[zone]) !== JSON.stringify(before[zone]));
  bench.edit((state) => {
    for (const zone of other) {
      if (told[zone] === undefined) delete partOf(state)[zone];
      else partOf(state)[zone] = told[zone];
    }
  });
}

const folded = (title, fields) => h("details", { class: "subform" }, h("summary", {}, title), fields);

function zones(bench, whole, told, isPlayer, change) {
  const { resolve } = bench.schema;
  const own = Object.entries(whole.properties).filter(([zone, schema]) => !NOT_ZONES.has(zone) && hasControl(schema, resolve));
  const known = Object.fromEntries(Object.entries(told).filter(([zone]) => !NOT_ZONES.has(zone)));
  const context = {
    module: bench.module,
    resolve,
    players: bench.now.state.players.map((player) => player.name),
    choices: (field) => bench.module.choices?.(field, bench.now.state, {}, bench.pack) ?? null,
    name: (zone) => zoneName(bench.module, zone, isPlayer),
  };
  return moveFields({ properties: Object.fromEntries(own), required: [] }, known, context, change);
}

/** Whether a zone can be told without writing it out: tables of things by their ids cannot. */
function hasControl(schema, resolve) {
  const kinds = (resolve(schema).anyOf ?? [schema]).map(resolve);
  return kinds.every((kind) => kind.type !== "object" || kind.properties || kind.propertyNames?.description === "A player's name.");
}
