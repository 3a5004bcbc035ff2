// Kingdomino's score pad: squares to tap on, counted by the API after each tap.

import { pack } from "../api.js";
import { claim, counting, failing, lines, ranking, remarks, tell } from "../count.js";
import { fill, h } from "../dom.js";
import { optionsCard } from "../options.js";
import { firstNames, keep, kept, name } from "../parts.js";
import { shareButton } from "../share.js";
import { count, t } from "../words.js";
import { MOST_KINGDOMS, Pad, TERRAINS, figure, fresh, key } from "./kingdomino-kingdoms.js";

export async function scorePad(place, entry, module) {
  const own = (id) => name(module, id);
  const pad = new Pad(kept("kingdomino", null));
  const dominoes = (await pack("kingdomino")).dominoes;
  const most = Object.fromEntries(
    TERRAINS.map((terrain) => [
      terrain,
      Math.max(...dominoes.flatMap(({ a, b }) => [a, b]).filter((half) => half.terrain === terrain).map((half) => half.crowns)),
    ]),
  );
  let brush = "wheat";
  let answer = null;

  const parts = Object.fromEntries(
    ["people", "board", "tools", "options", "mine", "table"].map((part) => [part, h("div", { class: `kd-${part}` })]),
  );
  fill(place, parts.people, parts.board, parts.tools, parts.mine, parts.table, parts.options);

  const ask = counting("kingdomino", (counted) => {
    answer = counted;
    people();
    marks();
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
    pad.remember();
    work();
    changed();
  }

  const total = (index) => answer?.players.find((player) => player.name === pad.players[index]?.name)?.total ?? 0;

  function people() {
    const focused = document.activeElement?.dataset?.person;
    fill(
      parts.people,
      h(
        "div",
        { class: "people", role: "group", "aria-label": t("kingdoms") },
        pad.players.map((player, index) =>
          h(
            "button",
            {
              class: "person",
              "aria-pressed": String(index === pad.current),
              data: { person: index },
              onclick: () => {
                pad.current = index;
                changed();
                results();
              },
            },
            h("span", {}, player.name),
            h("b", {}, total(index)),
          ),
        ),
        pad.players.length < MOST_KINGDOMS &&
          h(
            "button",
            {
              class: "person add",
              "aria-label": t("add kingdom"),
              onclick: () =>
                change(() => {
                  const used = new Set(pad.players.map((player) => player.name));
                  const next = fresh(pad.players.length);
                  next.name = firstNames().find((own) => !used.has(own)) ?? next.name;
                  pad.players.push(next);
                  pad.current = pad.players.length - 1;
                }),
            },
            "+",
          ),
      ),
    );
    if (focused !== undefined) parts.people.querySelector(`[data-person="${focused}"]`)?.focus();
  }

  const cells = new Map();

  function board() {
    if (cells.size !== pad.size ** 2) buildBoard();
    const [left, top] = pad.castleOf(pad.player);
    for (const [place, cell] of cells) {
      const [column, row] = place.split(",").map(Number);
      const castle = column === left && row === top;
      const square = castle ? null : pad.player.squares[place];
      const kind = castle ? "castle" : (square?.terrain ?? "empty");
      cell.className = `square ${kind}`;
      const where = own("column").replace("{x}", column - left).replace("{y}", top - row);
      cell.setAttribute("aria-label", `${where}: ${own(kind)}${square?.crowns ? `, ${count("crowns", square.crowns)}` : ""}`);
      fill(
        cell,
        kind !== "empty" && figure(kind),
        square?.crowns > 0 && h("span", { class: "crowns", "aria-hidden": "true" }, "♛".repeat(square.crowns)),
      );
      const around = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] };
      for (const [side, [dx, dy]] of Object.entries(around)) {
        const beside = pad.player.squares[key(column + dx, row + dy)]?.terrain;
        if (square && beside === square.terrain && !(column + dx === left && row + dy === top)) cell.classList.add(`open-${side}`);
      }
    }
    marks();
  }

  /** The points of each territory on its first square. */
  function marks() {
    for (const badge of parts.board.querySelectorAll(".worth")) badge.remove();
    const mine = answer?.players.find((player) => player.name === pad.player.name);
    const [left, top] = pad.castleOf(pad.player);
    for (const line of mine?.lines ?? []) {
      const squares = line.detail.squares;
      if (!squares?.length || !line.points) continue;
      const [x, y] = [...squares].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
      const cell = cells.get(key(left + x, top - y));
      if (cell && !cell.classList.contains("empty")) cell.append(h("span", { class: "worth", "aria-hidden": "true" }, line.points));
    }
  }

  function buildBoard() {
    cells.clear();
    const grid = h("div", { class: `board size-${pad.size}`, role: "group", "aria-label": t("kingdom"), onkeydown: walk });
    for (let row = 0; row < pad.size; row++) {
      for (let column = 0; column < pad.size; column++) {
        const cell = h("button", { type: "button", data: { column, row }, onclick: () => tap(column, row) });
        cells.set(key(column, row), cell);
        grid.append(cell);
      }
    }
    fill(parts.board, grid);
  }

  function walk(event) {
    const step = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] }[event.key];
    const { column, row } = event.target.dataset;
    if (!step || column === undefined) return;
    event.preventDefault();
    cells.get(key(Number(column) + step[0], Number(row) + step[1]))?.focus();
  }

  function tap(column, row) {
    const place = key(column, row);
    const [left, top] = pad.castleOf(pad.player);
    if (column === left && row === top) return;
    const square = pad.player.squares[place];
    if (brush === "erase" && !square) return;
    change(() => {
      const { squares } = pad.player;
      if (brush === "erase" || brush === "castle") delete squares[place];
      else if (square?.terrain === brush) square.crowns = (square.crowns + 1) % (most[brush] + 1);
      else squares[place] = { terrain: brush, crowns: 0 };
      if (brush === "castle") pad.player.castle = [column, row];
    });
  }

  function tools() {
    const kinds = [...TERRAINS, "castle", "erase"];
    const focused = document.activeElement?.dataset?.tool;
    fill(
      parts.tools,
      h(
        "div",
        { class: "palette", role: "group", "aria-label": t("tools") },
        kinds.map((kind) =>
          h(
            "button",
            {
              class: `tool ${kind}`,
              "aria-pressed": String(kind === brush),
              data: { tool: kind },
              onclick: () => {
                brush = kind;
                tools();
              },
            },
            kind === "erase" ? h("span", { class: "figure", "aria-hidden": "true" }, "⌫") : figure(kind),
            h("span", {}, own(kind)),
          ),
        ),
      ),
      h(
        "div",
        { class: "row spread" },
        h("p", { class: "quiet hint" }, own("hint")),
        h(
          "button",
          {
            class: "undo",
            data: { tool: "undo" },
            disabled: pad.past.length === 0,
            onclick: () => {
              pad.undo();
              options();
              changed();
            },
          },
          `↶ ${t("undo")}`,
        ),
      ),
    );
    if (focused) parts.tools.querySelector(`[data-tool="${focused}"]`)?.focus();
  }

  function results() {
    const mine = answer?.players.find((player) => player.name === pad.player.name);
    const check = answer?.claims.find((one) => one.name === pad.player.name);
    const claimBox = h("div", { "aria-live": "polite" }, claim(check));
    const active = document.activeElement?.id;
    fill(
      parts.mine,
      h(
        "section",
        { class: "card" },
        h(
          "div",
          { class: "row" },
          field(t("name"), h("input", { id: "kd-name", value: pad.player.name, maxlength: 40, onchange: rename })),
          field(
            t("claimed total"),
            h("input", { id: "kd-claim", type: "number", inputmode: "numeric", value: pad.player.claimed ?? "", onchange: claims }),
          ),
        ),
        claimBox,
        mine && lines(mine),
        pad.options.variants.includes("harmony") &&
          h(
            "label",
            { class: "toggle" },
            h("input", { type: "checkbox", checked: !!pad.player.discarded, onchange: (event) => change(() => (pad.player.discarded = event.target.checked)) }),
            h("span", {}, own("discards")),
          ),
        h(
          "div",
          { class: "row wrap" },
          h("button", { onclick: () => change(() => Object.assign(pad.player, { squares: {}, castle: null, claimed: null })) }, t("clear")),
          pad.players.length > 1 && h("button", { onclick: remove }, t("remove kingdom")),
          shareButton(entry, () => ({ operation: "score", question: pad.question() })),
        ),
      ),
    );
    fill(parts.table, answer && ranking(answer), answer && remarks(answer, entry), dynasty());
    if (active) document.getElementById(active)?.focus();
  }

  function dynasty() {
    if (!pad.options.variants.includes("dynasty")) return null;
    return h(
      "section",
      { class: "card" },
      h("p", {}, own("games so far").replace("{count}", pad.games.length)),
      pad.games.length < 2 &&
        h(
          "button",
          {
            onclick: () =>
              change(() => {
                pad.games.push(pad.state());
                for (const player of pad.players) Object.assign(player, { squares: {}, castle: null, claimed: null });
              }),
          },
          own("next game"),
        ),
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
