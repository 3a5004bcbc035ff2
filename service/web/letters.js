// Bytes as letters of an address, and the short forms of words that questions are full of.

const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** What texts in short form begin with: letters of links of the first formats never do. */
const SHORT = ".";
const SHORT_CAPITALS = "..";

/**
 * Pieces of JSON that become one byte each. Links depend on the order: pieces are only ever added at the end. The bytes are
 * those that no JSON text holds as they are.
 */
const PIECES = [
  '"players":[{"name":"', '"},{"name":"', '"state":{', '"options":{"edition":"', '"move":{"type":"', '","player":"', '"kingdom":[{"domino":', '},{"domino":', ',"x":', ',"y":', ',"to":"', '","crowns":', ',"terrain":"', '"squares":[{"x":', '"},{"x":', '},{"x":', '"current_line":[{"domino":', '"next_line":[{"domino":', ',"king":"', ',"king":null}', '"discarded":[]', '"variants":[', '"house_rules":{', '"phase":"',
];
const FIRST = 1; // bytes 1 to 31 without tab and line ends
const CODES = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + FIRST)).filter((one) => !"\t\n\r".includes(one));
const BY_LENGTH = PIECES.map((piece, index) => [piece, CODES[index]]).sort(([a], [b]) => b.length - a.length);

export const shorter = (text) => BY_LENGTH.reduce((short, [piece, code]) => short.replaceAll(piece, code), text);
export const longer = (text) => BY_LENGTH.reduce((long, [piece, code]) => long.replaceAll(code, piece), text);

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export const deflate = (text) => through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
export const inflate = async (bytes) => new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));

/** As base64 for addresses. */
export const inLetters = (bytes) => SHORT + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** As capitals and digits (base32): a QR code holds more of them. */
export function inCapitals(bytes) {
  let [text, rest, bits] = ["", 0, 0];
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += CAPITALS[(rest >> (bits - 5)) & 31];
    rest &= (1 << bits) - 1;
  }
  return SHORT_CAPITALS + text + (bits ? CAPITALS[(rest << (5 - bits)) & 31] : "");
}

function fromCapitals(text) {
  const bytes = [];
  let [rest, bits] = [0, 0];
  for (const letter of text) {
    const value = CAPITALS.indexOf(letter);
    if (value < 0) throw new Error("not a case");
    rest = (rest << 5) | value;
    bits += 5;
    if (bits >= 8) bytes.push((rest >> (bits -= 8)) & 255);
    rest &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

/** The bytes behind any of these, and whether they hold short forms. */
export function fromLetters(text) {
  if (text.startsWith(SHORT_CAPITALS)) return { bytes: fromCapitals(text.slice(SHORT_CAPITALS.length)), isShort: true };
  const isShort = text.startsWith(SHORT);
  const letters = atob(text.slice(isShort ? SHORT.length : 0).replaceAll("-", "+").replaceAll("_", "/"));
  return { bytes: Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), isShort };
}
