"""The pack of Roll & Raid with all its parts."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Shape, Text
from schemas.roll_and_raid_pack.cards_and_dice import Deck, Display, RaidCard, RaidDice, Seasons, SetAside, VillageDie
from schemas.roll_and_raid_pack.clan_sheet import (
    AltarBoxes,
    Development,
    Favour,
    Festival,
    God,
    GreatHall,
    Settlement,
    Storage,
    Track,
)
from schemas.roll_and_raid_pack.glory import Scoring
from schemas.roll_and_raid_pack.values import Provenance

Unfinished = Literal[
    "tracks", "port", "armoury", "settlements", "gods", "favours", "developments", "festivals", "cards"
]
"""The parts that list things, and so can be unfinished."""


class Pack(Shape, frozen=True, kw_only=True):
    """The printed sheet and cards. A part that is left out is not known.

    ``provenance`` holds for every entry that has none of its own. ``unfinished`` names parts that are there but not
    typed in to their end: what they do not list yet is not known.
    """

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    provenance: Provenance = "stand-in"
    unfinished: Annotated[tuple[Unfinished, ...], Meta(max_length=9)] = ()
    seasons: Seasons | UnsetType = UNSET
    village_die: VillageDie | UnsetType = UNSET
    tracks: Annotated[tuple[Track, ...], Meta(max_length=3)] | UnsetType = UNSET
    great_hall: GreatHall | UnsetType = UNSET
    port: Storage | UnsetType = UNSET
    armoury: Storage | UnsetType = UNSET
    settlements: Annotated[tuple[Settlement, ...], Meta(max_length=30)] | UnsetType = UNSET
    gods: Annotated[tuple[God, ...], Meta(max_length=12)] | UnsetType = UNSET
    favours: Annotated[tuple[Favour, ...], Meta(max_length=120)] | UnsetType = UNSET
    developments: Annotated[tuple[Development, ...], Meta(max_length=60)] | UnsetType = UNSET
    altar: AltarBoxes | UnsetType = UNSET
    festivals: Annotated[tuple[Festival, ...], Meta(max_length=4)] | UnsetType = UNSET
    cards: Annotated[tuple[RaidCard, ...], Meta(max_length=120)] | UnsetType = UNSET
    set_aside: Annotated[tuple[SetAside, ...], Meta(max_length=20)] | UnsetType = UNSET
    decks: Annotated[tuple[Deck, ...], Meta(max_length=6)] | UnsetType = UNSET
    display: Annotated[tuple[Display, ...], Meta(max_length=6)] | UnsetType = UNSET
    raid_dice: RaidDice | UnsetType = UNSET
    scoring: Scoring | UnsetType = UNSET


PARTS = (
    "seasons",
    "village_die",
    "tracks",
    "great_hall",
    "port",
    "armoury",
    "settlements",
    "gods",
    "favours",
    "developments",
    "altar",
    "festivals",
    "cards",
    "set_aside",
    "decks",
    "display",
    "raid_dice",
    "scoring",
)
"""The parts of a pack, in the best order for typing them in."""
