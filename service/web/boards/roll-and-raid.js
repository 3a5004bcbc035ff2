// Roll & Raid's table: round and dice, raid cards with the clans that fight for them, and the clan sheets.

import { h } from "../dom.js";
import { chips, name } from "../parts.js";
import { capital, t } from "../words.js";
import { COLOURS, cardIn, cost, dieFace, nameIn, shield, symbol } from "./roll-and-raid-pieces.js";
import { clanSheet } from "./roll-and-raid-sheet.js";

/** The whole table can be drawn, and changed by taps. */
export const whole = true;

const SHOWN = { uses, fight, display };
const PHASES = ["start", "production", "choice", "conflict", "resolution", "maintenance", "over"];
const none = () => ({ bad: new Set(), good: new Set() });

/** What a move is about: the die, and the place on the sheet or the card that it names. */
function namesOf(move) {
  const to = { track: `track ${move.track ?? move.die}`, hall: "hall", god: "god", development: "development" }[move.to];
  return [move.die && `die ${move.die}`, to, move.development && `development ${move.development}`, move.place && `place ${move.place}`, move.number && `card ${move.number}`].filter(Boolean);
}

/** What an answer is about: what the move names, the clan that gains the right to raid, the one that loses it. */
export function marksOf({ answer, question }) {
  const names = namesOf(question.move ?? {});
  const events = answer.events ?? [];
  const clans = (types) => events.filter(({ type }) => types.includes(type)).flatMap(({ detail }) => detail.players ?? detail.player).map((clan) => `clan ${clan}`);
  const good = events.some(({ type }) => type === "revealed") ? raided(events) : names; // all have chosen: every raid counts, not the last choice alone
  if (answer.verdict === "legal") return { bad: new Set(clans(["beaten", "unable", "retreats"])), good: new Set([...good, ...clans(["won-right", "heir", "took"])]) };
  return answer.verdict === "undetermined" ? none() : { bad: new Set(names), good: new Set() };
}

/** The cards that one clan alone has chosen: it may raid them without a conflict. */
function raided(events) {
  const numbers = events.filter(({ type }) => type === "revealed").map(({ detail }) => detail.number);
  return numbers.filter((number) => number > 0 && numbers.indexOf(number) === numbers.lastIndexOf(number)).map((number) => `card ${number}`);
}

/**
 * The whole table with `whole`; else what `show` names: `uses` (where a die may be put: `die`, `to`, `tap(use)`), `fight`
 * (clans with their bids around a card: `clans`, `defence`, `dice`) or `display` (cards by number with the clans that chose them).
 */
export function draw(scene) {
  const marks = scene.marks ?? none();
  if (!scene.whole) return SHOWN[scene.show]({ ...scene, marks });
  return table({ ...scene, marks });
}

const marked = (marks, key) => (marks.bad.has(key) ? "bad" : marks.good.has(key) ? "good" : "");
const sign = (marks, key) => marked(marks, key) && h("span", { class: "rr-sign", "aria-hidden": "true" }, marks.bad.has(key) ? "✕" : "✓");

// ---------------------------------------------------------------- where a die may be put

/** The sheet in short: three tracks, the Great Hall, the gods and the developments, each to be tapped. */
function uses({ form, die, to, tap, marks, ghosts = [], tryMove }) {
  const word = (id) => capital(name(form.module, id));
  const instead = new Map(ghosts.filter((move) => move.type === "use").map((move) => [keyOf(move), move]));
  const place = (key, label, ...content) =>
    h(
      "button",
      {
        type: "button",
        class: `rr-place ${key.replace(" ", "-")} ${to === key ? "chosen" : ""} ${to === key ? marked(marks, key) : ""} ${instead.has(key) && to !== key ? "ghost" : ""}`,
        "aria-pressed": String(to === key),
        "aria-label": label,
        data: { use: key, key: `use ${key}` },
        onclick: () => (instead.has(key) && to !== key ? tryMove(instead.get(key)) : tap(key)),
      },
      content,
      h("span", {}, label),
      to === key && die && dieFace(die.kind, die.value, 30),
      to === key && sign(marks, key),
    );
  return h(
    "div",
    { class: "rr-uses", role: "group", "aria-label": word("sheet") },
    COLOURS.map((own) => place(`track ${own}`, `${word("track")}: ${name(form.module, own)}`, h("span", { class: "rr-strip", "aria-hidden": "true" }))),
    place("hall", word("hall"), symbol("hall", 28)),
    place("god", word("god"), symbol("god", 28)),
    place("development", word("development"), symbol("development", 28)),
  );
}

/** The place of a use of a die. */
export const keyOf = ({ to, track, die }) => (to === "track" ? `track ${track ?? die}` : to);

// ---------------------------------------------------------------- raids

/** A card with its defence, the raid dice on it, and the clans around it with the Vikings they show. */
function fight({ clans = [], defence, dice, price, title, marks }) {
  return h(
    "div",
    { class: "rr-fight" },
    h("div", { class: "rr-card", data: { zone: "/pack/cards" } }, h("b", {}, title), h("span", { class: "rr-card-row" }, defence !== undefined && shield(defence), dice && dice.map((value) => dieFace("red", value, 34))), price && cost(price)),
    clans.length > 0 &&
      h(
        "ul",
        { class: "rr-clans" },
        clans.map(({ name: own, bid, status }) =>
          h("li", { class: `rr-clan ${marked(marks, `clan ${own}`)}`, data: { player: own } }, h("span", { class: "rr-hand", "aria-hidden": "true" }, bid === 0 ? symbol("fist", 24) : symbol("viking", 24)), h("span", { class: "who" }, own), clans.length > 1 && h("b", {}, bid ?? "?"), status && h("small", {}, status), sign(marks, `clan ${own}`)),
        ),
      ),
  );
}

/** The cards by their numbers, each with the clans that have chosen it. */
function display({ form, cards, choices, marks }) {
  const word = (id) => capital(name(form.module, id));
  return h(
    "ul",
    { class: "rr-display", "aria-label": word("display") },
    Array.from({ length: cards }, (_, place) => place + 1).map((number) => {
      const here = choices.filter((one) => one.number === number);
      const look = here.length > 1 ? "contested" : here.length ? "taken" : "";
      return h("li", { class: `rr-card ${look} ${marked(marks, `card ${number}`)}`, data: { number } }, h("b", {}, number), here.map((one) => h("span", { class: "rr-who" }, one.name)), here.length > 1 && h("span", { class: "rr-sign", "aria-hidden": "true" }, "⚔"));
    }),
  );
}

// ---------------------------------------------------------------- the whole table

function table(scene) {
  const { state } = scene;
  const only = state.players.length === 1;
  scene.form.opened ??= new Set();
  return h(
    "div",
    { class: "rr-table" },
    time(scene),
    dice(scene),
    openCards(scene),
    (state.raids ?? []).map((raid) => raidOf(scene, raid)),
    state.players.map((clan, seat) => {
      if (only) return [h("h3", {}, clan.name), clanSheet(scene, seat)];
      const memory = scene.form.opened;
      const folded = h("details", { class: "rr-clan-sheet", open: memory.has(clan.name) || scene.move?.player === clan.name, ontoggle: () => memory[folded.open ? "add" : "delete"](clan.name) }, h("summary", {}, h("span", {}, clan.name), short(clan)), clanSheet(scene, seat));
      return folded;
    }),
  );
}

/** What a clan has at hand in one line. */
const short = (clan) => h("span", { class: "rr-short" }, [["viking", clan.vikings], ["axe", clan.axes], ["ship", clan.ships], ["shield", clan.raids?.length]].filter(([, value]) => value !== undefined).map(([figure, value]) => [symbol(figure, 18), h("b", {}, value)]));

function time({ state, form, edit, pack }) {
  const word = (id) => capital(name(form.module, id));
  const season = state.season ?? pack?.seasons?.rounds[state.round - 1];
  const put = (zone, value) => edit((now) => void (now[zone] = value));
  if (!edit) {
    const parts = [state.round !== undefined && `${word("round")} ${state.round}`, state.phase && name(form.module, state.phase)].filter(Boolean);
    return parts.length || season ? h("p", { class: "rr-time" }, h("b", {}, parts.join(" · ")), season && [symbol(season, 20, season === "summer" ? "sun" : "snow"), name(form.module, season)]) : null;
  }
  const more = (by) => put("round", Math.min(16, Math.max(1, (state.round ?? (by > 0 ? 0 : 2)) + by)));
  return h(
    "div",
    { class: "rr-time" },
    h("div", { class: "rr-count", data: { zone: "/state/round" } }, h("button", { type: "button", class: "icon", "aria-label": t("less of", { what: word("round") }), onclick: () => more(-1) }, "−"), h("span", {}, word("round")), h("b", {}, state.round ?? "?"), h("button", { type: "button", class: "icon", "aria-label": t("more of", { what: word("round") }), onclick: () => more(1) }, "+")),
    h("div", { data: { zone: "/state/phase" } }, chips(word("phase"), PHASES.map((phase) => [phase, name(form.module, phase)]), state.phase, (phase) => put("phase", phase))),
    h("div", { data: { zone: "/state/season" } }, chips(word("season"), ["summer", "winter"].map((own) => [own, name(form.module, own)]), season, (own) => put("season", own))),
  );
}

/** The three resource dice; a tap turns one over to its next face. */
function dice({ state, form, edit, marks }) {
  if (!state.dice && !edit) return null;
  const turn = (own) => edit((now) => {
    const before = now.dice ?? { brown: 1, grey: 1, orange: 1 };
    now.dice = now.dice ? { ...before, [own]: (before[own] % 6) + 1 } : before;
  });
  return h(
    "div",
    { class: "rr-dice", data: { zone: "/state/dice" } },
    COLOURS.map((own) => {
      const drawn = dieFace(own, state.dice?.[own], 40);
      const label = `${capital(name(form.module, own))}: ${state.dice?.[own] ?? "?"}`;
      return edit ? h("button", { type: "button", class: "rr-die", "aria-label": label, data: { key: `die ${own}` }, onclick: () => turn(own) }, drawn) : h("span", { class: `rr-die ${marked(marks, `die ${own}`)}`, data: { die: own }, title: label }, drawn);
    }),
  );
}

function openCards({ state, pack, form, edit, marks }) {
  const shown = state.display;
  if (!shown && !(edit && pack?.cards)) return null;
  const season = state.season ?? pack?.seasons?.rounds[state.round - 1];
  const free = edit && (pack?.cards ?? []).filter((card) => !shown?.includes(card.id));
  return h(
    "div",
    { class: "rr-open", data: { zone: "/state/display" } },
    (shown ?? []).map((id, place) => {
      const card = cardIn(pack, id);
      const content = [h("b", { class: "rr-number" }, place + 1), h("span", { class: "rr-title" }, nameIn(card) ?? id), card && h("span", { class: "rr-card-row" }, shield(card.defence, 30), season && cost(card[season]), symbol("glory", 18), h("b", {}, card.points))];
      const data = { card: id, number: place + 1 };
      return edit
        ? h("button", { type: "button", class: "rr-card", data, "aria-label": `${place + 1}: ${nameIn(card) ?? id} ✕`, onclick: () => edit((now) => void (now.display = now.display.filter((one) => one !== id))) }, content, h("span", { class: "rr-sign" }, "✕"))
        : h("div", { class: `rr-card ${marked(marks, `card ${place + 1}`)}`, data }, content, sign(marks, `card ${place + 1}`));
    }),
    edit && free.length > 0 && h("select", { "aria-label": capital(name(form.module, "display")), onchange: (event) => edit((now) => void (now.display = [...(now.display ?? []), event.target.value])) }, h("option", { value: "" }, `+ ${capital(name(form.module, "cards"))}`), free.map((card) => h("option", { value: card.id }, `${nameIn(card)} (${card.defence})`))),
  );
}

function raidOf({ pack, marks }, raid) {
  const card = cardIn(pack, raid.card);
  const clans = raid.clans.map(({ player, bid, shown, status }) => ({ name: player, bid: bid ?? shown?.at(-1), status: status === "in" ? "" : { beaten: "–", retreating: "↩", retreated: "↩", failed: "✕" }[status] }));
  return fight({ clans, defence: card?.defence, dice: raid.dice?.length ? raid.dice : null, title: nameIn(card) ?? raid.card, marks });
}
