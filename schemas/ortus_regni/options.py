"""The edition, the tournament rules and the house rules of Ortus Regni."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Shape
from schemas.ortus_regni.values import Edition, Variant


class HouseRules(Shape, frozen=True, gc=False):
    """Named choices where the book leaves several readings. What is left out has the first value."""

    orphan_properties: Literal["discard", "follow", "reattach"] | UnsetType = UNSET
    prince_jouster: Literal["allowed", "forbidden"] | UnsetType = UNSET
    bet_last_castle: Literal["forbidden", "allowed"] | UnsetType = UNSET
    without_jouster: Literal["dealt-cards", "stays-out"] | UnsetType = UNSET
    sudden_death_deck: Literal["others", "all"] | UnsetType = UNSET
    empty_target: Literal["forbidden", "allowed"] | UnsetType = UNSET
    viking_captives: Literal["absorb", "at-once"] | UnsetType = UNSET
    politics_marker: Literal["stays", "moves"] | UnsetType = UNSET
    royal_army_size: Literal["started", "living"] | UnsetType = UNSET
    late_mistakes: Literal["stands", "take-back", "rewind"] | UnsetType = UNSET


class Options(Shape, frozen=True, gc=False):
    """The edition in use, the tournament rules if they are played, and the house rules."""

    edition: Edition = "es"
    variants: Annotated[tuple[Variant, ...], Meta(max_length=1)] = ()
    house_rules: HouseRules | UnsetType = UNSET
