"""The JSON types of Roll & Raid: the state of a table, the moves, the score pad. Its pack: ``roll_and_raid_pack``.

Clans have the names of their players. Everything printed on a sheet or a card is named by its id in the pack. A
table in the middle of production::

    {"round": 3, "phase": "production", "dice": {"brown": 4, "grey": 2, "orange": 6},
     "players": [{"name": "ana", "vikings": 5, "axes": 1, "ships": 0, "dice_used": ["brown"],
                  "tracks": {"brown": 6, "grey": 0, "orange": 2}, …}, …],
     "display": ["lindisfarne", "iona"]}

A zone that is left out is unknown, not empty. Everything on a sheet is written with a pencil and stays: ``hall``
counts all Vikings ever recruited and ``vikings`` those not yet crossed out, ``port`` lists the hexagons marked
inside and ``ships`` counts those among them that are not yet marked outside.

``values`` has the names and numbers that ``options``, ``state``, ``moves`` and ``score_sheet`` are made of.
"""

from schemas.roll_and_raid.moves import (
    Altar,
    Attack,
    Bid,
    Choose,
    Done,
    Move,
    Pay,
    Refill,
    Retreat,
    Reveal,
    Roll,
    Sacrifice,
    Store,
    UseDie,
    Yield,
)
from schemas.roll_and_raid.options import HouseRules, Options
from schemas.roll_and_raid.score_sheet import Glory, Sheet, SheetClan
from schemas.roll_and_raid.state import Clan, Contender, Dice, Help, Raid, State, Tracks
from schemas.roll_and_raid.values import (
    Benefit,
    CardId,
    DieFace,
    DieId,
    Edition,
    FestivalRound,
    Fingers,
    FingersOrHidden,
    Phase,
    RoundNumber,
    Use,
    Waiting,
)
from schemas.roll_and_raid_pack import Pack

__all__ = [
    "Altar",
    "Attack",
    "Benefit",
    "Bid",
    "CardId",
    "Choose",
    "Clan",
    "Contender",
    "Dice",
    "DieFace",
    "DieId",
    "Done",
    "Edition",
    "FestivalRound",
    "Fingers",
    "FingersOrHidden",
    "Glory",
    "Help",
    "HouseRules",
    "Move",
    "Options",
    "Pack",
    "Pay",
    "Phase",
    "Raid",
    "Refill",
    "Retreat",
    "Reveal",
    "Roll",
    "RoundNumber",
    "Sacrifice",
    "Sheet",
    "SheetClan",
    "State",
    "Store",
    "Tracks",
    "Use",
    "UseDie",
    "Waiting",
    "Yield",
]
