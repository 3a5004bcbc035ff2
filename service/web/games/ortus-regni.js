// Ortus Regni: names of fields, and what can be named in a move.

export const words = { en: {}, es: {}, pl: {} };
