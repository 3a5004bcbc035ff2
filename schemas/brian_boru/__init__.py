"""The JSON types of Brian Boru: the state of a table, the moves, the pack of components and the score pad.

Towns, regions, cards and marriage cards have the ids of the pack: ``"C4"``, ``"munster"``, ``13``, ``"aoife"``.
Players sit clockwise in the order of ``players``. A table in the middle of a trick::

    {"phase": "actions", "marker": null,
     "players": [{"name": "ana", "coins": 3, "marriage": 2, "hand": [4, 20]}, …],
     "towns": {"C1": {"disc": "ana"}, "M4": {"disc": "bruno", "viking": true}},
     "trick": {"town": "C2", "played": [{"player": "ana", "card": 11}, …], "winner": "carla"}}

A zone that is left out is unknown, not empty; a town that ``towns`` does not name has no disc, and a town without
``viking`` or ``monastery`` has none.

No instance can be part of a reference cycle, so garbage collection is off (``gc=False``).

``values`` has the names and lists that ``options``, ``state``, ``moves``, ``pack`` and ``score_sheet`` are made of.
"""

from schemas.brian_boru.moves import (
    Act,
    Build,
    Deal,
    Extra,
    Lead,
    Move,
    Open,
    Pick,
    Play,
    Prepare,
    Raid,
    Settle,
    Start,
    Wed,
)
from schemas.brian_boru.options import HouseRules, Options
from schemas.brian_boru.pack import (
    ActionCard,
    MarriageCard,
    Pack,
    Region,
    Road,
    Space,
    Spread,
    Token,
    Town,
    VikingCard,
)
from schemas.brian_boru.score_sheet import RegionTowns, Sheet, SheetPlayer, Towns
from schemas.brian_boru.state import Alliance, Held, Pending, Played, Player, State, Trick
from schemas.brian_boru.values import (
    Card,
    CardColour,
    Cards,
    ClosedCards,
    Colour,
    Count,
    Edition,
    Id,
    MarriagePile,
    Number,
    OwnCards,
    Phase,
    Provenance,
    RegionId,
    Symbol,
    TownId,
    VikingPileCard,
)

__all__ = [
    "Act",
    "ActionCard",
    "Alliance",
    "Build",
    "Card",
    "CardColour",
    "Cards",
    "ClosedCards",
    "Colour",
    "Count",
    "Deal",
    "Edition",
    "Extra",
    "Held",
    "HouseRules",
    "Id",
    "Lead",
    "MarriageCard",
    "MarriagePile",
    "Move",
    "Number",
    "Open",
    "Options",
    "OwnCards",
    "Pack",
    "Pending",
    "Phase",
    "Pick",
    "Play",
    "Played",
    "Player",
    "Prepare",
    "Provenance",
    "Raid",
    "Region",
    "RegionId",
    "RegionTowns",
    "Road",
    "Settle",
    "Sheet",
    "SheetPlayer",
    "Space",
    "Spread",
    "Start",
    "State",
    "Symbol",
    "Token",
    "Town",
    "TownId",
    "Towns",
    "Trick",
    "VikingCard",
    "VikingPileCard",
    "Wed",
]
