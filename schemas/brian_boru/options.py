"""The edition and the house rules of Brian Boru."""

from typing import Literal

from msgspec import UNSET, UnsetType

from schemas.base import Shape
from schemas.brian_boru.values import Edition


class HouseRules(Shape, frozen=True, gc=False):
    """Named choices where editions or players differ. What is left out follows the edition."""

    opening_regions: Literal["own", "shared"] | UnsetType = UNSET
    expand_into_active: Literal["forbidden", "allowed"] | UnsetType = UNSET
    symbol_order: Literal["left-to-right", "either"] | UnsetType = UNSET
    nobody_courts: Literal["revealed", "top-of-pile"] | UnsetType = UNSET
    tricks_of_five: Literal["four", "five"] | UnsetType = UNSET
    leader_without_match: Literal["others-first", "as-white"] | UnsetType = UNSET
    monasteries_at_end: Literal["twice", "once"] | UnsetType = UNSET
    loser_order: Literal["any", "clockwise"] | UnsetType = UNSET
    late_mistakes: Literal["stands", "take-back", "rewind"] | UnsetType = UNSET


class Options(Shape, frozen=True, gc=False):
    """The edition in use and the house rules."""

    edition: Edition = "pl"
    house_rules: HouseRules | UnsetType = UNSET
