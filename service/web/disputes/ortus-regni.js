// Ortus Regni's disputes: questions as people ask them, each with what it needs of the table.

import battles from "./ortus-regni-battles.js";
import earldoms from "./ortus-regni-earldoms.js";
import struggles from "./ortus-regni-struggles.js";

const ORDER = ["ransom", "odds", "church", "put", "attack", "joust", "treachery", "intrigue", "struggle", "losses", "fight", "help", "capture", "bet", "crown", "out", "vikings", "bequeath", "recruit"];

export default [...battles, ...earldoms, ...struggles].sort((one, other) => ORDER.indexOf(one.id) - ORDER.indexOf(other.id));
