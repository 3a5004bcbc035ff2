// Kingdomino's disputes about points: territories, corners, ties and the bonuses of the variants.

import { palette } from "../boards/kingdomino-tools.js";
import { hint, say } from "../controls.js";
import { h } from "../dom.js";
import { capital, count as counted, t } from "../words.js";
import { at, paint, worthOf } from "../boards/kingdomino-squares.js";
import { CROWNS, L, PAINT, alone, kingdomPart, options, people, sizePart } from "./kingdomino-parts.js";

const BOTH = L("Paint the kingdoms: choose whose, then a terrain, then swipe.", "Pinta los reinos: elige de quién, luego un terreno, y desliza.", "Namaluj królestwa: wybierz, czyje, potem teren, i przesuwaj palcem.");
const CORNERS = L("Paint two squares of one terrain that touch only at a corner.", "Pinta dos casillas del mismo terreno que solo se toquen en una esquina.", "Namaluj dwa pola tego samego terenu, które stykają się tylko rogiem.");
const NOTHING_MISSING = { missing: [], assumed: [] };

const bare = () => ({ squares: [], brush: "wheat" });

/** Squares of one terrain that touch at a corner and not along a side. */
function cornerPair(squares) {
  const kinds = new Map(squares.map(({ x, y, terrain }) => [at(x, y), terrain]));
  return squares.find(({ x, y, terrain }) => [[1, 1], [1, -1]].some(([dx, dy]) => kinds.get(at(x + dx, y + dy)) === terrain && kinds.get(at(x + dx, y)) !== terrain && kinds.get(at(x, y + dy)) !== terrain));
}

/** A bonus of a variant: whether it is earned, in the words of its line. */
const bonus = (id, ask, words) => ({
  id,
  ask,
  words,
  draft: bare,
  lacks: (draft) => (draft.squares.length ? null : PAINT),
  question: (draft) => ({ operation: "score", question: { state: alone(draft, id) } }),
  told: ({ answer }) => {
    const line = answer.players?.[0].lines.find((one) => one.rule.startsWith(`kingdomino/variants/${id}`));
    if (!line) return {};
    return { verdict: line.points ? "legal" : "illegal", word: capital(t(line.points ? "yes" : "no")), text: line.text, rule: line.rule, facts: answer.missing?.length ? undefined : NOTHING_MISSING };
  },
  parts: (draft, form) => [kingdomPart(form), sizePart(form)],
});

// ---------------------------------------------------------------- several kingdoms

const several = () => ({ kingdoms: [[], []], who: 0, brush: "wheat" });
const stateOf = (draft) => ({ options: options(draft), players: people(draft.kingdoms.length).map((name, index) => ({ name, squares: draft.kingdoms[index] })) });
const lacksKingdom = (draft) => (draft.kingdoms.every((squares) => squares.length) ? null : BOTH);

function kingdomsPart(form) {
  const { draft } = form;
  const names = people(draft.kingdoms.length);
  const mine = form.asked?.answer.players?.find((player) => player.name === names[draft.who]);
  const change = (work) => form.change((now) => void work(now));
  return [
    h(
      "div",
      { class: "chips", role: "group", "aria-label": t("kingdoms") },
      names.map((name, index) => h("button", { class: "chip", "aria-pressed": String(index === draft.who), data: { key: `who ${index}` }, onclick: () => change((now) => (now.who = index)) }, draft.kingdoms[index].length ? "✓ " : "", name)),
      names.length < 4 && h("button", { class: "chip", "aria-label": t("add kingdom"), onclick: () => change((now) => (now.who = now.kingdoms.push([]) - 1)) }, "+"),
    ),
    form.boardOf({ state: stateOf(draft), who: draft.who, worth: worthOf(mine), marks: undefined, paint: (places) => change((now) => paint(now.kingdoms[now.who], now.brush, places, form.pack)) }),
    palette(form.module, draft.brush, (brush) => change((now) => (now.brush = brush))),
    draft.kingdoms[draft.who].length > 0 && hint(CROWNS),
  ];
}

export default [
  {
    id: "tie",
    ask: L("Who wins? We have the same number of points", "¿Quién gana? Tenemos los mismos puntos", "Kto wygrywa? Mamy tyle samo punktów"),
    words: L("tie tiebreak draw equal winner shared largest crowns", "empate desempate igual ganador compartida coronas", "remis rozstrzygnięcie równo zwycięzca korony"),
    draft: several,
    lacks: lacksKingdom,
    question: (draft) => ({ operation: "score", question: { state: stateOf(draft) } }),
    told: ({ answer }) => {
      const last = answer.decided_by?.at(-1);
      const first = answer.ranking?.[0] ?? [];
      if (!first.length || answer.violations?.length) return {};
      const totals = answer.players.map((player) => `${player.name}: ${counted("points", player.total)}`).join(" · ");
      return { verdict: "possible", word: first.join(" = "), text: last?.text ?? totals, rule: last?.rule ?? "kingdomino/score/winner" };
    },
    parts: (draft, form) => kingdomsPart(form),
  },
  {
    id: "largest",
    ask: L("Whose territory is the largest?", "¿Quién tiene el territorio más grande?", "Kto ma największe terytorium?"),
    words: L("largest biggest territory property squares size", "mayor territorio más grande casillas dominio", "największy obszar teren pola wielkość"),
    draft: several,
    lacks: lacksKingdom,
    question: (draft) => ({ operation: "score", question: { state: stateOf(draft) } }),
    told: ({ answer }) => {
      const sizes = answer.players?.map((player) => player.figures.largest) ?? [];
      if (!sizes.length || answer.violations?.length) return {};
      const first = answer.players.filter((player) => player.figures.largest === Math.max(...sizes)).map((player) => player.name);
      return { verdict: "possible", word: first.join(" = "), text: answer.players.map((player) => `${player.name}: ${player.figures.largest}`).join(" · "), rule: "kingdomino/score/tie-territory" };
    },
    parts: (draft, form) => kingdomsPart(form),
  },
  {
    id: "points",
    ask: L("How many points is this worth?", "¿Cuántos puntos vale esto?", "Ile to jest punktów?"),
    words: L("score count territory crowns without crown multiply squares", "puntos contar territorio coronas sin corona multiplicar casillas", "punkty liczyć obszar korony bez korony pomnożyć pola"),
    draft: bare,
    lacks: (draft) => (draft.squares.length ? null : PAINT),
    question: (draft) => ({ operation: "score", question: { state: alone(draft) } }),
    told: ({ answer }) => {
      const [mine] = answer.players ?? [];
      if (!mine || answer.violations?.length) return {};
      return { verdict: "possible", word: counted("points", mine.total), text: mine.lines.map((line) => line.text).join(" · "), rule: mine.lines.find((line) => line.points)?.rule ?? mine.lines[0]?.rule };
    },
    parts: (draft, form) => kingdomPart(form, { worth: worthOf(form.asked?.answer.players?.[0]) }),
  },
  {
    id: "corners",
    ask: L("Do corners count for a territory?", "¿Cuentan las esquinas para un territorio?", "Czy rogi łączą pola w jedno terytorium?"),
    words: L("corner diagonal diagonally touch territory together", "esquina diagonal tocar territorio juntas", "róg ukośnie przekątna stykać obszar razem"),
    draft: bare,
    lacks: (draft) => (cornerPair(draft.squares) ? null : CORNERS),
    question: (draft) => ({ operation: "score", question: { state: alone(draft) } }),
    told: ({ answer }, { draft }) => {
      const { x, y } = cornerPair(draft.squares) ?? {};
      const mine = answer.players?.[0];
      const own = mine?.lines.find((line) => line.detail.squares?.some(([a, b]) => a === x && b === y));
      if (!own) return {};
      return { verdict: "illegal", word: capital(t("no")), text: mine.lines.filter((line) => line.detail.terrain === own.detail.terrain).map((line) => line.text).join(" · "), rule: "kingdomino/score/not-diagonal", facts: NOTHING_MISSING };
    },
    parts: (draft, form) => [hint(CORNERS), kingdomPart(form, { marks: undefined })],
  },
  bonus("harmony", L("Do we get the points for Harmony?", "¿Cuentan los puntos de Armonía?", "Czy należą się punkty za Harmonię?"), L("harmony bonus five points full kingdom discarded gap", "armonía bonificación cinco puntos completo descartada hueco", "harmonia premia pięć punktów pełne królestwo odrzucony dziura")),
  bonus("middle-kingdom", L("Do we get the points for the Middle Kingdom?", "¿Cuentan los puntos de Castillo Central?", "Czy należą się punkty za Zamek w środku?"), L("middle kingdom castle centre bonus ten points", "castillo central centro bonificación diez puntos", "zamek w środku premia dziesięć punktów")),
];
