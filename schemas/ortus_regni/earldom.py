"""What an Earl has on the table: Fiefs, Mercenaries, cards and Armies."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape
from schemas.ortus_regni.values import (
    AnchorType,
    AnyCard,
    Armies,
    ArmyType,
    ClosedCards,
    Colour,
    Count,
    EstateType,
    FaceType,
    Number,
    OwnCards,
    PropertyType,
)
from schemas.table import zone


class Deed(Shape, frozen=True, gc=False):
    """A Property, Castle or Palace and the Earl whose colour it has."""

    card: EstateType
    owner: Name


Estate = EstateType | Deed
"""A card of a Fief: by its type alone when it has the colour of the Earl in whose Fief it lies."""
Property = PropertyType | Deed
Named = AnyCard | Deed
"""A card that a move names among those of a Fief; rules refuse what is no Property."""


class Fief(Shape, frozen=True, gc=False, kw_only=True):
    """A Castle or Palace, perhaps with a Lord (a Monk is an Abbot), and the Properties attached to it.

    ``lord`` is null where there is none; left out, nobody knows whether there is one.
    """

    id: Number
    anchor: AnchorType | Deed
    lord: FaceType | UnsetType | None = UNSET
    properties: Annotated[tuple[Property, ...], Meta(max_length=150)] | UnsetType = UNSET


class Mercenary(Shape, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A Mercenary on the table; ``owner`` is there when the card has another Earl's colour.

    ``garrison`` is null where there is none.
    """

    id: Number
    garrison: ArmyType | UnsetType | None = UNSET
    owner: Name | None = None


class Player(Shape, frozen=True, gc=False, kw_only=True):
    """An Earl's part of the table.

    ``built`` are the cards that the Earl brought to the game besides the Palace (24; in a tournament also the two
    Towers, last). ``deck`` has its top card first; null before it is brought. ``towers`` lie face down. ``pool`` is
    the Army pool. ``banners`` are those on the table for the crown. ``cubes`` are those in the bag. ``removed`` are
    cards that left the game. ``mulligan`` says whether the opening hand was changed, once that is decided.
    """

    name: Name
    colour: Colour | UnsetType = UNSET
    built: OwnCards | UnsetType = UNSET
    deck: ClosedCards | UnsetType | None = UNSET
    discard: ClosedCards | UnsetType = UNSET
    hand: OwnCards | UnsetType = UNSET
    towers: OwnCards | UnsetType = UNSET
    fiefs: Annotated[tuple[Fief, ...], Meta(max_length=50)] | UnsetType = UNSET
    mercenaries: Annotated[tuple[Mercenary, ...], Meta(max_length=40)] | UnsetType = UNSET
    pool: Annotated[Armies, zone(seen_by="owner")] | UnsetType = UNSET
    banners: Count | UnsetType = UNSET
    emissaries: Annotated[tuple[Literal["vassal", "monk"], ...], Meta(max_length=20)] | UnsetType = UNSET
    cubes: Count | UnsetType = UNSET
    removed: ClosedCards | UnsetType = UNSET
    mulligan: bool | UnsetType = UNSET


class Eliminated(Shape, frozen=True, gc=False):
    """An Earl who is out of the game: for want of a Fief, for want of a card to draw, or by choice."""

    player: Name
    reason: Literal["no-fief", "no-card", "conceded"]
    round: Annotated[int, Meta(ge=1, le=999)] | UnsetType = UNSET
