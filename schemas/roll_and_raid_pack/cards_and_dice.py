"""The raid cards, how many of them a game has, the raid dice, the rounds and the village die."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import AnyName, Shape
from schemas.roll_and_raid_pack.bonus import Cost, Gives
from schemas.roll_and_raid_pack.values import Colour, Id, Level, Points, Provenance, Season


class RaidCard(Shape, frozen=True, kw_only=True):
    """A raid card. Of several ``copies`` the second is called by the id with ``-2`` after it, and so on."""

    id: Id
    name: AnyName
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    type: Id | None = None
    region: Id | None = None
    level: Annotated[int, Meta(ge=1, le=9)]
    defence: Annotated[int, Meta(ge=0, le=60)]
    summer: Cost
    winter: Cost
    reward: Gives = None
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class SetAside(Shape, frozen=True, kw_only=True):
    """A card that is removed before the base game begins."""

    id: Id
    name: AnyName
    provenance: Provenance | UnsetType = UNSET


class Deck(Shape, frozen=True, kw_only=True):
    """The raid deck for a number of clans: how many cards of each level."""

    clans: Annotated[int, Meta(ge=1, le=6)]
    levels: Annotated[dict[Level, Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=9)]
    provenance: Provenance | UnsetType = UNSET


class Display(Shape, frozen=True, kw_only=True):
    """How many raid cards lie open with a number of clans."""

    clans: Annotated[int, Meta(ge=1, le=6)]
    cards: Annotated[int, Meta(ge=1, le=20)]
    provenance: Provenance | UnsetType = UNSET


class RaidDice(Shape, frozen=True, kw_only=True):
    """The raid dice, in ``winter`` perhaps another number, and whether their sum or the highest of them counts."""

    dice: Annotated[int, Meta(ge=1, le=4)]
    winter: Annotated[int, Meta(ge=1, le=4)] | None = None
    counts: Literal["sum", "highest"] = "sum"
    provenance: Provenance | UnsetType = UNSET


class RoundBonus(Shape, frozen=True, kw_only=True):
    """What crossing the box of a round gives."""

    round: Annotated[int, Meta(ge=1, le=16)]
    gives: Gives


class Seasons(Shape, frozen=True, kw_only=True):
    """Summer or winter for each of the 16 rounds, and the ``bonuses`` on the boxes of the round track."""

    bonuses: Annotated[tuple[RoundBonus, ...], Meta(max_length=16)] = ()
    rounds: Annotated[tuple[Season, ...], Meta(min_length=16, max_length=16)]
    provenance: Provenance | UnsetType = UNSET


class VillageDie(Shape, frozen=True, kw_only=True):
    """The colour of the village die."""

    colour: Colour
    provenance: Provenance | UnsetType = UNSET
