// Everything at a bench that only those who build apps want to see.

import { h } from "./dom.js";
import { json } from "./form.js";
import { chips } from "./parts.js";
import { t } from "./words.js";

export function developersCard(bench) {
  const { state, move, extra } = bench.now;
  const { packs } = bench.entry;
  const taken = (told) => told && bench.lay(bench.entry.id, { question: { state: told, ...extra } });
  const text = (title, told, take) => [h("h3", {}, title), json(told, take, title)];
  return h(
    "details",
    { class: "card developers" },
    h("summary", {}, t("developers")),
    packs.length > 1 && (!extra.pack || typeof extra.pack === "string") && [h("h3", {}, t("pack")), chips(t("pack"), packs.map((id) => [id, id]), extra.pack ?? packs[0], (pack) => bench.choosePack(pack))],
    text(`${t("table")} (JSON)`, state, taken),
    text(`${t("move")} (JSON)`, move, (told) => told && bench.setMove(told)),
  );
}
