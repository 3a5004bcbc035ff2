"""The pack of Brian Boru: board, cards and tokens."""

from typing import Annotated

from msgspec import Meta

from schemas.base import AnyName, Shape, Text
from schemas.brian_boru.values import CardColour, Colour, Count, Id, Number, Provenance, RegionId, Symbol, TownId


class Region(Shape, frozen=True, gc=False):
    """A region of the board."""

    id: RegionId
    name: AnyName
    provenance: Provenance = "stand-in"


class Token(Shape, frozen=True, gc=False):
    """The claim token of a region."""

    region: RegionId
    threshold: Count
    points: Count
    provenance: Provenance = "stand-in"


class Town(Shape, frozen=True, gc=False, kw_only=True):
    """A town. ``left`` and ``top`` place it on the board, in percent."""

    id: TownId
    region: RegionId
    colour: Colour
    left: float = 0
    top: float = 0
    provenance: Provenance = "stand-in"


class Road(Shape, frozen=True, gc=False):
    """A road between two towns."""

    ends: tuple[TownId, TownId]
    provenance: Provenance = "stand-in"


class ActionCard(Shape, frozen=True, gc=False, kw_only=True):
    """An action card; symbols from left to right as printed. Some cards have no lower secondary action."""

    number: Number | None = None
    colour: CardColour
    primary: Annotated[tuple[Symbol, ...], Meta(max_length=12)]
    upper: Annotated[tuple[Symbol, ...], Meta(max_length=12)]
    lower: Annotated[tuple[Symbol, ...], Meta(max_length=12)] | None = None
    provenance: Provenance = "stand-in"
    note: Text = ""


class Space(Shape, frozen=True, gc=False):
    """A space of the marriage track and what it gives to who stands on it."""

    coins: Count = 0
    renown: Count = 0
    town: bool = False
    provenance: Provenance = "stand-in"


class MarriageCard(Shape, frozen=True, gc=False, kw_only=True):
    """A marriage card. The Princess is the one with ``princess``; her points are those for spurning her."""

    id: Id
    name: AnyName
    points: Count = 0
    renown: Count = 0
    region: RegionId | None = None
    princess: bool = False
    provenance: Provenance = "stand-in"


class VikingCard(Shape, frozen=True, gc=False):
    """A Viking card and its invasion strength."""

    strength: Count
    provenance: Provenance = "stand-in"
    note: Text = ""


class Spread(Shape, frozen=True, gc=False):
    """Points for towns in so many regions, and in more up to the next row."""

    regions: Count
    points: Count
    provenance: Provenance = "stand-in"


class Pack(Shape, frozen=True, gc=False, kw_only=True):
    """The components of a box."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    regions: Annotated[tuple[Region, ...], Meta(max_length=50)]
    tokens: Annotated[tuple[Token, ...], Meta(max_length=50)]
    towns: Annotated[tuple[Town, ...], Meta(max_length=200)]
    roads: Annotated[tuple[Road, ...], Meta(max_length=400)]
    cards: Annotated[tuple[ActionCard, ...], Meta(max_length=99)]
    track: Annotated[tuple[Space, ...], Meta(max_length=50)]
    marriages: Annotated[tuple[MarriageCard, ...], Meta(max_length=50)]
    vikings: Annotated[tuple[VikingCard, ...], Meta(max_length=50)]
    spread: Annotated[tuple[Spread, ...], Meta(max_length=50)]
