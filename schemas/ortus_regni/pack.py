"""The pack of Ortus Regni: decks, neutral piles, and what units and strongholds count in battle."""

from typing import Annotated, Literal

from msgspec import Meta

from schemas.base import Shape, Text
from schemas.ortus_regni.values import CardType, EstateType, Id, Provenance


class DeckEntry(Shape, frozen=True, gc=False, kw_only=True):
    """A deck that is ready to play: how many of each type. ``towers`` are its two free Towers in a tournament."""

    id: Id
    name: Text
    cards: Annotated[dict[CardType, Annotated[int, Meta(ge=1, le=99)]], Meta(max_length=16)]
    towers: Annotated[tuple[CardType, ...], Meta(max_length=9)] = ()
    provenance: Provenance = "stand-in"
    note: Text = ""


class UnitEntry(Shape, frozen=True, gc=False, kw_only=True):
    """What a card deals and absorbs in battle."""

    card: Id
    deals: Annotated[int, Meta(ge=0, le=9)]
    absorbs: Annotated[int, Meta(ge=0, le=9)] = 1
    provenance: Provenance = "rulebook"


class PileEntry(Shape, frozen=True, gc=False, kw_only=True):
    """A card of a neutral deck: how many of it there are, and how many each Earl beyond two adds."""

    deck: Literal["battle", "army", "vikings", "joust"]
    card: Id
    count: Annotated[int, Meta(ge=0, le=99)]
    each_more: Annotated[int, Meta(ge=0, le=99)] = 0
    provenance: Provenance = "rulebook"


class StrongholdEntry(Shape, frozen=True, gc=False, kw_only=True):
    """How much damage of one attack fells a card."""

    card: EstateType | Literal["tower"]
    damage: Annotated[int, Meta(ge=1, le=9)]
    provenance: Provenance = "rulebook"


class Pack(Shape, frozen=True, gc=False, kw_only=True):
    """The components of the box, and decks that are ready to play."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    units: Annotated[tuple[UnitEntry, ...], Meta(max_length=20)]
    strongholds: Annotated[tuple[StrongholdEntry, ...], Meta(max_length=10)]
    piles: Annotated[tuple[PileEntry, ...], Meta(max_length=20)]
    decks: Annotated[tuple[DeckEntry, ...], Meta(max_length=50)]
