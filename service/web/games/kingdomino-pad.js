// Kingdomino's score pad: kingdoms painted with a finger on the board, counted by the API after each stroke.

import { pack } from "../api.js";
import { badSquares, draw } from "../boards/kingdomino.js";
import { TERRAINS, figure } from "../boards/kingdomino-symbols.js";
import { mostCrowns, nextCrowns, worthOf } from "../boards/kingdomino-squares.js";
import { claim, counting, failing, lines, ranking, remarks, tell } from "../count.js";
import { fill, h } from "../dom.js";
import { optionsCard } from "../options.js";
import { firstNames, keep, kept, name } from "../parts.js";
import { shareButton } from "../share.js";
import { capital, count, lang, t } from "../words.js";
import { MOST_KINGDOMS, Pad, fresh, key } from "./kingdomino-kingdoms.js";

const HISTORY = "kingdomino.history";
const MOST_GAMES = 30;
const LINE = 44; // pixels above the board for what there is to say; a long reason takes more

export async function scorePad(place, entry, module) {
  const own = (id) => name(module, id);
  const pad = new Pad(kept("kingdomino", null));
  const box = await pack("kingdomino");
  let brush = "wheat";
  let answer = null;
  let note = ""; // about the last tap

  const parts = Object.fromEntries(["status", "people", "field", "tools", "mine", "table", "games", "options"].map((part) => [part, h("div", { class: `kd-${part}` })]));
  fill(place, h("div", { class: "kd-pad" }, parts.status, parts.people, parts.field, parts.tools), parts.mine, parts.table, parts.games, parts.options);

  const card = h("section", { class: "card" }, h("div", { class: "row" }), h("div"));
  const ask = counting("kingdomino", (counted) => {
    answer = counted;
    people();
    board();
    results();
    tell(counted);
  }, failing(parts.mine));

  function changed() {
    keep("kingdomino", pad.plain());
    board();
    tools();
    people();
    ask(pad.question());
  }

  /** Every change goes through here, so that it can be taken back. */
  function change(work) {
    note = "";
    pad.remember();
    work();
    changed();
  }

  const isTold = (player) => pad.told.includes(player) || pad.games.length > 0;
  const counted = (player) => answer?.players.find((one) => one.name === player.name);
  const isOver = () => pad.players.length > 1 && pad.players.every((player) => Object.keys(player.squares).length);
  const winners = () => (answer && !answer.violations.length && isOver() ? (answer.ranking[0] ?? []) : []);

  /** Above everything: what cannot be, who wins, or what to do. A long reason takes more room, and the board stays where it is under the finger. */
  function status() {
    const before = parts.field.getBoundingClientRect().top;
    const isThere = parts.status.firstChild;
    tellStatus();
    parts.status.parentElement.style.setProperty("--longer", `${Math.max(0, parts.status.offsetHeight - LINE)}px`);
    if (isThere) window.scrollBy(0, parts.field.getBoundingClientRect().top - before);
  }

  function tellStatus() {
    const wrong = answer?.violations[0];
    const first = winners();
    const points = first.length && counted({ name: first[0] })?.total;
    if (wrong) fill(parts.status, h("button", { class: "bad", onclick: () => parts.table.scrollIntoView({ behavior: "smooth" }) }, h("b", {}, "✕"), h("span", {}, wrong.message)));
    else if (first.length) fill(parts.status, h("button", { class: "good winner", onclick: () => parts.table.scrollIntoView({ behavior: "smooth" }) }, figure("crown"), h("span", {}, own(first.length > 1 ? "wins together" : "wins").replace("{who}", first.join(", ")).replace("{points}", count("points", points)))));
    else fill(parts.status, h("p", { class: "quiet hint" }, played() && h("b", {}, `${played()} · `), note || own("hint")));
  }

  /** The variants that are on: they change every count. */
  const played = () => pad.options.variants.map((one) => capital(own(one).split(":")[0])).join(", ");

  function people() {
    const focused = document.activeElement?.dataset?.person;
    const first = winners();
    fill(
      parts.people,
      h(
        "div",
        { class: "people", role: "group", "aria-label": t("kingdoms") },
        pad.players.map((player, index) =>
          h(
            "button",
            { class: first.includes(player.name) ? "person first" : "person", "aria-pressed": String(index === pad.current), data: { person: index }, onclick: () => { pad.current = index; changed(); results(); } },
            h("span", {}, player.name),
            h("b", {}, first.includes(player.name) && figure("crown"), isTold(player) ? (counted(player)?.total ?? 0) : "–"),
          ),
        ),
        pad.players.length < MOST_KINGDOMS && h("button", { class: "person add", "aria-label": t("add kingdom"), onclick: () => change(add) }, "+"),
      ),
    );
    if (focused !== undefined) parts.people.querySelector(`[data-person="${focused}"]`)?.focus({ preventScroll: true });
    status();
  }

  function add() {
    const used = new Set(pad.players.map((player) => player.name));
    const next = fresh(pad.players.length);
    next.name = firstNames().find((one) => !used.has(one)) ?? next.name;
    pad.players.push(next);
    pad.current = pad.players.length - 1;
  }

  /** The whole frame, wherever the castle lies in it. */
  function board() {
    const [left, top] = pad.castleOf(pad.player);
    const state = pad.state();
    const player = state.players[pad.current];
    const focused = document.activeElement?.closest?.(".cell")?.dataset.key;
    const shown = { west: -left, east: pad.size - 1 - left, south: top - pad.size + 1, north: top };
    const marks = { bad: new Set(answer ? badSquares(answer, player) : []), good: new Set() };
    const place = (x, y) => [left + x, top - y];
    parts.field.classList.toggle("wide", pad.size > 5);
    fill(
      parts.field,
      draw({
        state,
        pack: box,
        form: { module },
        who: pad.current,
        shown,
        marks,
        worth: worthOf(counted(player)),
        paint: (places) => stroke(places.map(([x, y]) => place(x, y))),
        drag: (x, y) => change(() => pad.moveCastle(pad.player, ...place(x, y))),
      }),
    );
    if (focused) parts.field.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** A stroke paints; a tap on a painted square counts its crowns, whatever terrain is chosen. */
  function stroke(places) {
    const castle = pad.castleOf(pad.player).join();
    const squares = places.filter((one) => one.join() !== castle);
    if (!squares.length || (brush === "erase" && !squares.some((one) => pad.player.squares[key(...one)]))) return;
    change(() => {
      if (brush === "castle") return pad.moveCastle(pad.player, ...squares.at(-1));
      for (const one of squares) {
        const square = pad.player.squares[key(...one)];
        if (brush === "erase") delete pad.player.squares[key(...one)];
        else if (square && squares.length === 1) crown(square);
        else if (square?.terrain !== brush) pad.player.squares[key(...one)] = { terrain: brush, crowns: 0 };
      }
    });
  }

  function crown(square) {
    square.crowns = nextCrowns(square, box);
    if (!square.crowns) note = own("most crowns").replace("{terrain}", capital(own(square.terrain))).replace("{crowns}", count("crowns", mostCrowns(box, square.terrain)));
  }

  function tools() {
    const focused = document.activeElement?.dataset?.tool;
    const tool = (kind, drawn, attributes) => h("button", { class: `tool face ${kind}`, data: { tool: kind }, ...attributes }, drawn, h("span", {}, attributes.text ?? own(kind)));
    const sign = (text) => h("span", { class: "symbol", "aria-hidden": "true" }, text);
    fill(
      parts.tools,
      h(
        "div",
        { class: "palette", role: "group", "aria-label": t("tools") },
        [...TERRAINS, "castle", "erase"].map((kind) => tool(kind, kind === "erase" ? sign("⌫") : figure(kind), { "aria-pressed": String(kind === brush), onclick: () => { brush = kind; tools(); } })),
        tool("undo", sign("↶"), { text: t("undo"), disabled: pad.past.length === 0, onclick: undo }),
        tool("result", sign("↓"), { text: own("result"), onclick: () => parts.mine.scrollIntoView({ behavior: "smooth" }) }),
      ),
    );
    if (focused) parts.tools.querySelector(`[data-tool="${focused}"]`)?.focus({ preventScroll: true });
  }

  function undo() {
    pad.undo();
    options();
    changed();
  }

  function results() {
    const mine = isTold(pad.player) && counted(pad.player);
    const check = answer?.claims.find((one) => one.name === pad.player.name);
    if (!card.isConnected) fill(parts.mine, card);
    const active = document.activeElement;
    const [fields, sums] = card.children;
    const isWritten = fields.contains(active) && fields.dataset.who === String(pad.current);
    fields.dataset.who = pad.current;
    if (!isWritten) // an answer that comes in between must not take away what is being written
      fill(
        fields,
        field(t("name"), h("input", { id: "kd-name", value: pad.player.name, maxlength: 40, onchange: rename })),
        field(t("claimed total"), h("input", { id: "kd-claim", type: "number", inputmode: "numeric", value: pad.player.claimed ?? "", onchange: claims })),
      );
    fill(
      sums,
      h("div", { "aria-live": "polite" }, claim(check)),
      mine && lines(mine),
      pad.options.variants.includes("harmony") && h("label", { class: "toggle" }, h("input", { type: "checkbox", checked: !!pad.player.discarded, onchange: (event) => change(() => (pad.player.discarded = event.target.checked)) }), h("span", {}, own("discards"))),
      h(
        "div",
        { class: "row wrap" },
        h("button", { id: "kd-clear", onclick: () => change(() => Object.assign(pad.player, { squares: {}, castle: null, claimed: null })) }, t("clear")),
        pad.players.length > 1 && h("button", { id: "kd-remove", onclick: remove }, t("remove kingdom")),
      ),
    );
    fill(parts.table, answer && table(), answer && remarks(answer, entry), dynasty());
    games();
    if (active?.id && !active.isConnected) document.getElementById(active.id)?.focus({ preventScroll: true });
  }

  /** Who is where; who has not been entered yet has no place. */
  function table() {
    const names = new Set(pad.players.filter(isTold).map((player) => player.name));
    const ranked = { ...answer, players: answer.players.filter((player) => names.has(player.name)), ranking: answer.ranking.map((group) => group.filter((who) => names.has(who))).filter((group) => group.length) };
    return ranking(names.size ? ranked : { ...ranked, decided_by: [] }, pad.players.filter((player) => !names.has(player.name)).map((player) => [player.name, own("not entered")]));
  }

  /** What can be done with a counted game, and the games before it. */
  function games() {
    const earlier = kept(HISTORY, []);
    const open = parts.games.querySelector("details")?.open;
    fill(
      parts.games,
      !pad.isEmpty && h(
        "section",
        { class: "card row wrap" },
        h("button", { class: "primary", id: "kd-picture", onclick: (event) => shareable(event.currentTarget) }, own("picture")),
        shareButton(entry, () => ({ operation: "score", question: pad.question() })),
        h("button", { id: "kd-new", onclick: newGame }, t("new game")),
      ),
      earlier.length > 0 && h(
        "details",
        { class: "card history", open: Boolean(open) },
        h("summary", {}, `${t("past games")} (${earlier.length})`),
        earlier.map((game) =>
          h(
            "div",
            { class: "past-game" },
            h("span", { class: "quiet" }, new Date(game.at).toLocaleDateString(lang(), { day: "numeric", month: "short", year: "numeric" })),
            h("span", { class: "line-text" }, game.players.map(({ name: who, total, first }, index) => [index > 0 && " · ", first ? h("b", {}, `${who} ${total}`) : `${who} ${total}`])),
            shareButton(entry, () => ({ operation: "score", question: game.question })),
          ),
        ),
      ),
    );
  }

  async function shareable(button) {
    button.disabled = true;
    const { sharePicture } = await import("../boards/kingdomino-poster.js");
    const corners = pad.players.map((player) => pad.castleOf(player)).map(([left, top]) => [-left, top]);
    await sharePicture({ state: pad.state(), size: pad.size, corners, answer, winners: winners(), title: entry.title }).finally(() => (button.disabled = false));
  }

  /** The game goes into the history of this phone; the same people begin anew. */
  function newGame() {
    const first = winners();
    const totals = pad.players.map((player) => ({ name: player.name, total: counted(player)?.total ?? "?", first: first.includes(player.name) }));
    keep(HISTORY, [{ at: Date.now(), players: totals, question: pad.question() }, ...kept(HISTORY, [])].slice(0, MOST_GAMES));
    change(() => {
      pad.empty();
      pad.games = [];
      pad.current = 0;
    });
    window.scrollTo({ top: 0, behavior: "smooth" });
  }

  function dynasty() {
    if (!pad.options.variants.includes("dynasty")) return null;
    return h(
      "section",
      { class: "card" },
      h("p", {}, own("games so far").replace("{count}", pad.games.length)),
      pad.games.length < 2 && h("button", { onclick: () => change(() => { pad.games.push(pad.state()); pad.empty(); }) }, own("next game")),
    );
  }

  function rename(event) {
    const wanted = event.target.value.trim();
    const taken = pad.players.some((player, index) => index !== pad.current && player.name === wanted);
    if (!wanted || taken) {
      event.target.value = pad.player.name;
      return;
    }
    change(() => {
      for (const game of pad.games) game.players[pad.current].name = wanted;
      pad.player.name = wanted;
    });
  }

  function claims(event) {
    const told = event.target.value === "" ? null : Math.trunc(Number(event.target.value));
    change(() => (pad.player.claimed = Number.isFinite(told) ? told : null));
  }

  function remove() {
    change(() => {
      pad.players.splice(pad.current, 1);
      for (const game of pad.games) game.players.splice(pad.current, 1);
      pad.current = Math.min(pad.current, pad.players.length - 1);
    });
  }

  function options() {
    const edited = structuredClone(pad.options);
    const open = parts.options.querySelector("details")?.open;
    const card = optionsCard(entry, module, edited, () => {
      const before = pad.size;
      change(() => {
        pad.options = structuredClone(edited);
        if (!edited.variants.includes("dynasty")) pad.games = [];
        pad.resize(before);
      });
    });
    card.open = Boolean(open);
    fill(parts.options, card);
  }

  options();
  changed();
}

function field(label, input) {
  return h("label", { class: "field" }, h("span", {}, label), input);
}
