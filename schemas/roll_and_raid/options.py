"""The edition and the house rules of Roll & Raid."""

from typing import Literal

from msgspec import UNSET, UnsetType

from schemas.base import Shape
from schemas.roll_and_raid.values import Edition


class HouseRules(Shape, frozen=True):
    """Named choices where the quick reference is open. What is left out follows the edition.

    ``two_dice``: at most two resource dice a round, or two whenever there is a use for them. ``raised_dice``:
    whether the altar can raise a die above six. ``developments_again``: each once, or as often as wanted.
    ``altar_in_raid``: whether the altar also helps while the raid dice lie on the table, or only what was bought in
    production does. ``unused_help``: what becomes of help that was bought and not used in the round.
    ``altar_points``: whether Vikings given on the altar score what the pack prints there. ``too_many_fingers``: a
    number without a card. ``bid_limit``: the most Vikings in one bid. ``bid_again``: who repeats a tied bid, the tied
    clans or all that have not retreated. ``tied_vikings``: whether those who bid again have lost the Vikings shown.
    ``failed_roll``: whether the card stays after a failed roll or the right to raid passes to the next bid.
    ``unable_to_pay``: whether a clan that cannot pay for a card goes free or retreats. ``equal_heirs``: what happens
    when the right passes to clans with equal bids. ``payment``: whether a clan that rolled high enough and can pay
    has to. ``leftovers``: goods and favour dice left at the end. ``late_mistakes``: what is
    done about a mistake that is found out later.
    """

    two_dice: Literal["at-most", "strict"] | UnsetType = UNSET
    raised_dice: Literal["no-cap", "six"] | UnsetType = UNSET
    developments_again: Literal["once", "again"] | UnsetType = UNSET
    altar_in_raid: Literal["allowed", "prepaid"] | UnsetType = UNSET
    unused_help: Literal["lost", "kept"] | UnsetType = UNSET
    altar_points: Literal["none", "counted"] | UnsetType = UNSET
    too_many_fingers: Literal["refused", "no-raid"] | UnsetType = UNSET
    bid_limit: Literal["ten", "five", "none"] | UnsetType = UNSET
    bid_again: Literal["tied", "all"] | UnsetType = UNSET
    tied_vikings: Literal["lost", "kept"] | UnsetType = UNSET
    failed_roll: Literal["card-stays", "passes-on"] | UnsetType = UNSET
    unable_to_pay: Literal["free", "retreat"] | UnsetType = UNSET
    equal_heirs: Literal["bid-again", "nobody"] | UnsetType = UNSET
    payment: Literal["compulsory", "optional"] | UnsetType = UNSET
    leftovers: Literal["as-printed", "nothing"] | UnsetType = UNSET
    late_mistakes: Literal["stands", "take-back", "rewind"] | UnsetType = UNSET


class Options(Shape, frozen=True):
    """The edition in use and the house rules."""

    edition: Edition = "es"
    house_rules: HouseRules | UnsetType = UNSET
