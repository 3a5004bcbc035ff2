// Taps on a picture, for any game: what is tapped carries the name of a field of the move and its value
// (`data-card="9"`), and may lie in the part of a player (`data-player="Ann"`).

import { isPlayer, typed } from "./form.js";

const OWNER = "player";
const fieldOf = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`); // data-first-card is first_card

/** The field of a move that a name in the picture fills in: the one of that name, or the list of such things. */
function wanted(key, properties) {
  const field = fieldOf(key);
  return [field, `${field}s`].find((own) => own !== OWNER && own in properties);
}

const ownerOf = (element) => element.closest(`[data-${OWNER}]`)?.dataset[OWNER];

/** The names that an element carries itself, with their fields. What lies before a player is for moves that name one. */
function ownNames(element, schema, resolve) {
  if (ownerOf(element) !== undefined && !playersIn(schema, resolve).length) return [];
  return Object.entries(element.dataset ?? {}).map(([key, value]) => [wanted(key, schema.properties), value]).filter(([field]) => field);
}

const playersIn = ({ properties }, resolve) => Object.keys(properties).filter((field) => isPlayer(resolve(properties[field]), field));

/** The move with what was tapped filled in, or null if nothing of it is in the move. `active` is the field that is being filled in. */
export function tapped(target, move, schema, resolve, active) {
  const told = {};
  for (let element = target; element; element = element.parentElement) {
    for (const [field, value] of ownNames(element, schema, resolve)) {
      if (!(field in told)) told[field] = put(resolve(schema.properties[field]), value, move[field], resolve);
    }
  }
  const owner = ownerOf(target);
  const others = playersIn(schema, resolve).filter((field) => field !== OWNER);
  if (owner && others.length && owner !== move[OWNER]) told[others.includes(active) ? active : others[0]] = owner;
  else if (owner && OWNER in schema.properties && Object.keys(told).length) told[OWNER] = owner;
  return Object.keys(told).length ? { ...move, ...told } : null;
}

/** A value as its field has it; in a list it is added, and taken out again by a second tap. */
function put(schema, text, before, resolve) {
  const kinds = (schema.anyOf ?? [schema]).map(resolve);
  const list = kinds.find((kind) => kind.type === "array");
  if (!list) return typed(kinds, text);
  const item = resolve(list.items);
  const value = typed((item.anyOf ?? [item]).map(resolve), text);
  const others = (before ?? []).filter((one) => one !== value);
  if (value === "?" || others.length === (before ?? []).length) return [...(before ?? []), value];
  return others.length ? others : undefined;
}

/** Marks what can be tapped for this kind of move, and what the move names already. Returns the fields that can be filled so. */
export function mark(picture, move, schema, resolve) {
  const fields = new Set();
  const named = Object.values(move);
  for (const element of picture.querySelectorAll("*")) {
    const names = ownNames(element, schema, resolve);
    const owner = ownerOf(element);
    const holds = ([field, value]) => [move[field]].flat().some((one) => String(one) === value);
    element.classList.toggle("tappable", names.length > 0);
    element.classList.toggle("picked", names.length > 0 && names.every(holds) && (owner === undefined || named.includes(owner)));
    for (const [field] of names) fields.add(field);
  }
  return [...fields];
}
