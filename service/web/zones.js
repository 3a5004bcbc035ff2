// The score pad of any game: names, and whatever the service says it has to know to count their points.

import { questionSchema } from "./api.js";
import { moveFields } from "./form.js";
import { h } from "./dom.js";
import { zoneName } from "./parts.js";
import { sheetPad } from "./sheets.js";
import { capital, t } from "./words.js";

const ZONE = /^\/state\/(?:players\/\d+\/)?(\w+)/; // "/state/players/0/won", "/state/pile"
const OF_PLAYER = /^\/state\/players\/\d+\//;

export async function scorePad(place, entry, module) {
  const { schema, resolve } = await questionSchema(entry.id, "score");
  const state = resolve(schema.properties.state);
  const player = resolve(resolve(state.properties.players).items);
  const wanted = { player: new Set(), table: new Set() };

  /** The zones that were asked for, or told before. */
  const fields = (whole, zones, told, change, pad) => {
    const shown = Object.keys(whole.properties).filter((zone) => zones.has(zone) || zone in told);
    const part = { properties: Object.fromEntries(shown.map((zone) => [zone, whole.properties[zone]])), required: shown };
    const context = {
      module,
      resolve,
      players: pad.players.map(({ name }) => name),
      choices: () => null,
      name: (zone) => zoneName(module, zone, whole === player),
    };
    return moveFields(part, told, context, (now) => change(() => {
      for (const zone of shown) if (now[zone] === undefined) delete told[zone];
      Object.assign(told, now);
    }, false));
  };

  /** Every zone that is missing becomes a field; of players, it is asked of all of them. */
  const counted = (answer) => {
    const before = wanted.player.size + wanted.table.size;
    for (const zone of answer.missing.flatMap((fact) => fact.zones)) {
      const name = zone.match(ZONE)?.[1];
      if (name) (OF_PLAYER.test(zone) ? wanted.player : wanted.table).add(name);
    }
    return wanted.player.size + wanted.table.size > before;
  };

  sheetPad(place, entry, module, {
    blank: () => ({ zones: {} }),
    form: (one, change, pad) => [h("p", { class: "quiet" }, t("only needed")), fields(player, wanted.player, one.zones, change, pad)],
    shared: (pad, change) => {
      const told = fields(state, wanted.table, pad.shared, change, pad);
      return told.length > 0 && h("section", { class: "card" }, h("h2", {}, capital(t("table"))), told);
    },
    table: (pad) => ({ players: pad.players.map(({ name, zones }) => ({ name, ...zones })), ...pad.shared }),
    counted,
  });
}
