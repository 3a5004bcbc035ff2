// A score pad with a column for each player, as games with an end-of-game sheet have it.

import { claim, counting, failing, lines, ranking, remarks, tell } from "./count.js";
import { fill, h, steady } from "./dom.js";
import { historyCard, noteGame, winnerLine } from "./history.js";
import { optionsCard } from "./options.js";
import { Past, firstNames, keepHere, keptHere } from "./parts.js";
import { shareButton } from "./share.js";
import { capital, t } from "./words.js";

/**
 * `form(player, change, pad)` draws what one player has, `shared(pad, change)` what the table has, and `sheet(pad)` makes
 * the question's sheet of it (or `table(pad)` its state). `change(work)` does some work on the pad that can be undone.
 * `counted(answer, pad)` may say that an answer changes the form.
 */
export function sheetPad(place, entry, module, { blank, form, shared, sheet, table, counted: look = () => false }) {
  const first = () => firstNames().slice(0, Math.max(2, entry.players[0])).map((name) => ({ name, claimed: null, ...blank() }));
  let pad = keptHere(entry.id, null) ?? { players: first(), current: 0, options: {}, shared: {} };
  const past = new Past(entry.id);
  let answer = null;
  const parts = Object.fromEntries(["people", "top", "form", "mine", "table", "shared", "options", "past"].map((part) => [part, h("div", { class: `pad-${part}` })]));
  fill(place, parts.people, parts.top, parts.form, parts.mine, parts.shared, parts.table, parts.options, parts.past);

  const question = () => {
    const claimed = Object.fromEntries(pad.players.filter((player) => player.claimed !== null).map((player) => [player.name, player.claimed]));
    const content = sheet ? { sheet: { options: pad.options, ...sheet(pad) } } : { state: { options: pad.options, ...table(pad) } };
    return { ...content, ...(Object.keys(claimed).length && { claimed }) };
  };
  const ask = counting(entry.id, (counted) => {
    answer = counted;
    steady(() => {
      if (look(counted, pad)) draw();
      people();
      results();
    });
    tell(counted);
  }, failing(parts.mine));

  function changed(redraw) {
    keepHere(entry.id, pad);
    people();
    if (redraw) draw();
    else parts.form.querySelector(".undo").disabled = past.isEmpty;
    ask(question());
  }

  function change(work, redraw = true) {
    past.push(pad);
    work();
    changed(redraw);
  }

  const current = () => pad.players[pad.current];
  const total = (name) => answer?.players.find((player) => player.name === name)?.total ?? "";

  function people() {
    const focused = document.activeElement?.dataset?.person;
    const moved = parts.people.querySelector(".people")?.scrollLeft ?? 0;
    const row = h(
      "div",
      { class: "people scroll", role: "group", "aria-label": t("players") },
      pad.players.map((player, index) =>
        h("button", { class: "person", "aria-pressed": String(index === pad.current), data: { person: index }, onclick: () => turnTo(index) }, h("span", {}, player.name), h("b", {}, total(player.name))),
      ),
    );
    fill(
      parts.people,
      row,
      pad.players.length < entry.players[1] &&
        h("button", { class: "person add", "aria-label": t("add player"), onclick: () => change(() => {
          const name = firstNames().find((own) => !pad.players.some((player) => player.name === own)) ?? `${pad.players.length + 1}`;
          pad.players.push({ name, claimed: null, ...blank() });
          pad.current = pad.players.length - 1;
        }) }, "+"),
      pad.players.length > 1 && h("button", { class: "person jump", onclick: () => (parts.table.firstChild ? parts.table : parts.mine).scrollIntoView({ block: "start", behavior: "smooth" }) }, h("span", {}, t("score")), h("b", { "aria-hidden": "true" }, "↓")),
    );
    row.scrollLeft = moved;
    const [box, mine] = [row, row.querySelector('[aria-pressed="true"]')].map((one) => one.getBoundingClientRect());
    row.scrollLeft += Math.max(0, mine.right - box.right) + Math.min(0, mine.left - box.left); // whose sheet is shown is in sight
    if (focused !== undefined) parts.people.querySelector(`[data-person="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** Another player's sheet, at the same row. */
  function turnTo(index) {
    const where = () => parts.form.getBoundingClientRect().top;
    const before = where();
    pad.current = index;
    changed(true);
    results();
    window.scrollBy(0, where() - before);
  }

  function draw() {
    const player = current();
    fill(
      parts.form,
      h(
        "section",
        { class: "card" },
        h("h2", { class: "unseen" }, player.name),
        h(
          "div",
          { class: "row" },
          h("label", { class: "field" }, h("span", {}, t("name")), h("input", { value: player.name, maxlength: 40, onchange: rename })),
          h("label", { class: "field" }, h("span", {}, t("claimed total")), h("input", { class: "claimed", type: "number", inputmode: "numeric", value: player.claimed ?? "", onchange: (event) => change(() => (player.claimed = event.target.value === "" ? null : Math.trunc(Number(event.target.value))), false) })),
        ),
        form(player, change, pad),
        h(
          "div",
          { class: "row wrap" },
          h("button", { class: "undo", disabled: past.isEmpty, onclick: () => { pad = past.pop(); changed(true); } }, `↶ ${t("undo")}`),
          h("button", { onclick: () => change(() => Object.assign(player, { claimed: null }, blank())) }, t("clear")),
          pad.players.length > 1 && h("button", { onclick: () => change(() => { pad.players.splice(pad.current, 1); pad.current = Math.max(0, pad.current - 1); }) }, t("remove kingdom")),
          shareButton(entry, () => ({ operation: "score", question: question() })),
          h("button", { class: "again", onclick: again }, t("new game")),
        ),
      ),
    );
    fill(parts.shared, shared?.(pad, change));
    if (answer) look(answer, pad);
  }

  /** The game that was counted goes into the history; the same people begin another one. */
  function again() {
    if (answer?.players.some((player) => player.total > 0)) noteGame(entry.id, answer);
    change(() => {
      pad.players = pad.players.map(({ name }) => ({ name, claimed: null, ...blank() }));
      pad.shared = {};
      pad.current = 0;
    });
    fill(parts.past, historyCard(entry.id));
  }

  function rename(event) {
    const wanted = event.target.value.trim();
    const taken = pad.players.some((player, index) => index !== pad.current && player.name === wanted);
    if (!wanted || taken) event.target.value = current().name;
    else change(() => (current().name = wanted));
  }

  function results() {
    const mine = answer?.players.find((player) => player.name === current().name);
    const check = answer?.claims.find((one) => one.name === current().name);
    fill(parts.mine, mine && h("section", { class: "card" }, h("div", { "aria-live": "polite" }, claim(check)), lines(mine)));
    fill(parts.top, answer?.violations.length ? doubt(answer) : winnerLine(answer));
    fill(parts.table, answer && ranking(answer), answer && remarks(answer, entry));
  }

  /** Before something that cannot be is mended nobody has won; a tap leads to what it is. */
  const doubt = ({ violations }) => h("p", { class: "winner bad" }, h("button", { type: "button", class: "doubt", onclick: () => parts.table.querySelector(".notice.bad")?.scrollIntoView({ block: "center", behavior: "smooth" }) }, `⚠ ${t("cannot be")} (${violations.length})`));

  const options = structuredClone(pad.options);
  fill(parts.options, optionsCard(entry, module, options, () => change(() => (pad.options = structuredClone(options)))));
  fill(parts.past, historyCard(entry.id));
  fill(parts.top, winnerLine(null));
  changed(true);
}

/** A row with a name and something to set. */
export function setting(label, control) {
  return h("div", { class: "setting" }, h("span", { class: "setting-name" }, typeof label === "string" ? capital(label) : label), control);
}
