// Score: the pad of the chosen game, or the one that any game has. What a pad collects is counted by the API after each tap.

import { chosen, gamePicker, own, topRow } from "./parts.js";
import { fill, h } from "./dom.js";
import { t } from "./words.js";

export default async function score(place, way) {
  const entry = await chosen(way);
  const module = await own(entry.id);
  const pad = h("div", { class: "pad" });
  fill(place, h("h1", { class: "unseen" }, `${t("score")}: ${entry.title}`), await gamePicker("score", entry.id), topRow(entry, () => score(place, way)), pad);
  const draw = module.scorePad ?? (await import("./zones.js")).scorePad;
  await draw(pad, entry, module);
}
