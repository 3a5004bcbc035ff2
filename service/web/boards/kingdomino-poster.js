// One picture of a counted game: every kingdom, the points, and who won. It is made on this phone and shared or saved.

import { h } from "../dom.js";
import { lang } from "../words.js";
import { figurePath, filled, themes } from "./kingdomino-symbols.js";
import { at } from "./kingdomino-squares.js";

const SIDE = 48;
const MARGIN = 28;
const HEAD = 64;
const TITLE = 76;
const colours = themes.light;

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** A name in one line, or in two of which the second is cut if it must be. */
function inLines(name, most) {
  if (name.length <= most) return [name];
  const cut = name.lastIndexOf(" ", most + 3);
  const [first, rest] = cut > 0 ? [name.slice(0, cut), name.slice(cut + 1)] : [name.slice(0, most + 2), name.slice(most + 2)];
  return [first, rest.length > most + 3 ? `${rest.slice(0, most + 2)}…` : rest];
}

function mark(kind, x, y, size, stroke, fill) {
  return `<path d="${figurePath(kind)}" transform="translate(${x} ${y}) scale(${size / 24})" fill="${fill ?? (filled.includes(kind) ? stroke : "none")}" fill-opacity="${fill ? 1 : 0.3}" stroke="${stroke}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function kingdom(player, size, [west, north], left, top) {
  const squares = new Map(player.squares.map((one) => [at(one.x, one.y), one]));
  const drawn = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [x, y] = [west + column, north - row];
      const square = squares.get(at(x, y));
      const kind = x === 0 && y === 0 ? "castle" : square?.terrain;
      const [px, py] = [left + column * SIDE, top + row * SIDE];
      drawn.push(`<rect x="${px}" y="${py}" width="${SIDE}" height="${SIDE}" fill="${kind ? colours[kind] : "#efe9da"}" stroke="${kind ? "#fff" : "#d8d1bd"}"/>`);
      if (kind) drawn.push(mark(kind, px + SIDE * 0.2, py + SIDE * (square?.crowns ? 0.1 : 0.18), SIDE * 0.58, colours[`${kind}-ink`]));
      for (let n = 0; n < (square?.crowns ?? 0); n++) drawn.push(mark("crown", px + SIDE * 0.97 - (n + 1) * 14, py + SIDE * 0.68, 14, colours.edge, colours.crown));
    }
  }
  return drawn.join("");
}

/** The picture as SVG; kingdoms side by side, two in a row. */
export function poster({ state, size, corners, answer, winners, title }) {
  const wide = size * SIDE;
  const columns = state.players.length > 1 ? 2 : 1;
  const rows = Math.ceil(state.players.length / columns);
  const width = columns * wide + (columns + 1) * MARGIN;
  const height = TITLE + rows * (wide + HEAD + MARGIN) + 20;
  const font = "font-family=\"system-ui, 'Segoe UI', Roboto, sans-serif\"";
  const parts = state.players.map((player, index) => {
    const left = MARGIN + (index % columns) * (wide + MARGIN);
    const top = TITLE + Math.floor(index / columns) * (wide + HEAD + MARGIN);
    const total = answer?.players.find((one) => one.name === player.name)?.total ?? "?";
    const won = winners.includes(player.name);
    const words = inLines(player.name, won ? 11 : 13);
    return [
      won ? mark("crown", left, top + 10, 30, colours.edge, colours.crown) : "",
      ...words.map((line, at) => `<text x="${left + (won ? 38 : 0)}" y="${top + (words.length > 1 ? 24 + at * 20 : 36)}" font-size="${words.length > 1 ? 17 : 22}" font-weight="700" fill="#1c231d">${escaped(line)}</text>`),
      `<text x="${left + wide}" y="${top + 40}" font-size="34" font-weight="700" text-anchor="end" fill="${won ? "#1f5135" : "#1c231d"}">${total}</text>`,
      kingdom(player, size, corners[index], left, top + HEAD - 10),
      `<rect x="${left}" y="${top + HEAD - 10}" width="${wide}" height="${wide}" fill="none" stroke="${won ? "#1f5135" : "#1c231d"}" stroke-width="${won ? 6 : 2}" rx="4"/>`,
    ].join("");
  });
  const day = new Date().toLocaleDateString(lang(), { day: "numeric", month: "long", year: "numeric" });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}" ${font}><rect width="${width}" height="${height}" fill="#f4f0e4"/><text x="${MARGIN}" y="48" font-size="28" font-weight="700" fill="#1f5135">${escaped(title)}</text><text x="${width - MARGIN}" y="48" font-size="17" text-anchor="end" fill="#55605a">${escaped(day)}</text>${parts.join("")}</svg>`;
}

/** The picture as a PNG file. */
export async function pngOf(told) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([poster(told)], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  URL.revokeObjectURL(address);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], "kingdomino.png", { type: "image/png" });
}

/** Offers the picture to the phone's own way of sharing, else saves it. */
export async function sharePicture(told) {
  const file = await pngOf(told);
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: told.title }).catch((error) => {
      if (error.name !== "AbortError") throw error; // the reader changed their mind
    });
    return;
  }
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
