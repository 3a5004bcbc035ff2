// Where cards lie on an Ortus Regni table, and how a tap lays one there or takes it away. What is not told stays unknown.

import { ANCHORS, ARMIES, EARL_CARDS, FACES, PROPERTIES } from "./ortus-regni-cards.js";

const BY_ZONE = {
  fiefs: [...ANCHORS, ...FACES, ...PROPERTIES],
  mercenaries: ["mercenary", ...ARMIES],
  towers: ["?", ...EARL_CARDS],
  hand: ["?", ...EARL_CARDS, "palace"],
  pool: ["?", ...ARMIES],
  banners: ["banner"],
  emissaries: ["vassal", "monk"],
  deck: ["?"],
  discard: ["?", ...EARL_CARDS],
  royal_army: ARMIES,
  vikings: ["viking", "chieftain"],
};

/** The cards that may be laid in a zone; without a Fief there is nothing but a Castle or Palace to begin one. */
export const cardsFor = ({ zone }, owner) => (zone === "fiefs" && owner && !owner.fiefs?.length ? ANCHORS : BY_ZONE[zone]);

/** How many there are of something that is told: a number, or a list. */
export const numberOf = (told) => (typeof told === "number" ? told : (told?.length ?? 0));

const free = (entries) => {
  let id = 1;
  while (entries.some((one) => one.id === id)) id += 1;
  return id;
};

const holder = (state, { player }) => (player === null ? state : state.players[player]);

/** Lays a card; returns the Fief in which the next one goes, if this one began it. */
export function addCard(state, at, kind) {
  const owner = holder(state, at);
  if (at.zone === "fiefs") return addToFief(owner, at, kind);
  if (at.zone === "banners") owner.banners = (owner.banners ?? 0) + 1;
  else if (at.zone === "mercenaries") addMercenary(owner, kind);
  else owner[at.zone] = [...(owner[at.zone] ?? []), kind];
  return undefined;
}

function addToFief(owner, at, kind) {
  owner.fiefs ??= [];
  if (ANCHORS.includes(kind)) {
    const id = free(owner.fiefs);
    owner.fiefs.push({ id, anchor: kind });
    return id;
  }
  const fief = owner.fiefs.find((one) => one.id === at.fief) ?? owner.fiefs.at(-1);
  if (FACES.includes(kind)) fief.lord = kind;
  else fief.properties = [...(fief.properties ?? []), kind];
  return fief.id;
}

function addMercenary(owner, kind) {
  owner.mercenaries ??= [];
  const bare = owner.mercenaries.find((one) => !one.garrison);
  if (kind === "mercenary") owner.mercenaries.push({ id: free(owner.mercenaries) });
  else if (bare) bare.garrison = kind;
}

/** Takes a card away. */
export function removeCard(state, { player, zone, fief, id, part, card, estate }) {
  const owner = holder(state, { player });
  if (zone === "banners") owner.banners -= 1;
  else if (zone === "mercenaries" && part === "garrison") owner.mercenaries.find((one) => one.id === id).garrison = null;
  else if (zone === "mercenaries") owner.mercenaries = owner.mercenaries.filter((one) => one.id !== id);
  else if (zone !== "fiefs") owner[zone].splice(owner[zone].indexOf(card === "tower" ? "?" : card), 1);
  else removeFromFief(owner, fief, part, estate);
}

function removeFromFief(owner, id, part, estate) {
  const fief = owner.fiefs.find((one) => one.id === id);
  if (part === "anchor") owner.fiefs = owner.fiefs.filter((one) => one !== fief);
  else if (part === "lord") fief.lord = null;
  else fief.properties.splice(fief.properties.findIndex((one) => JSON.stringify(one) === JSON.stringify(estate)), 1);
}

/** A tap on a place without cards: from unknown to none, and back. */
export function clearPlace(state, { player, zone, fief: id, part }) {
  const owner = holder(state, { player });
  const fief = id && owner.fiefs.find((one) => one.id === id);
  const [thing, field, none] = fief ? [fief, part, part === "lord" ? null : []] : [owner, zone, ["banners", "cubes"].includes(zone) ? 0 : []];
  if (thing[field] === undefined || (zone === "deck" && thing[field] === null)) thing[field] = none;
  else delete thing[field];
}
