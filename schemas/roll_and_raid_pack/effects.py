"""What a development does."""

from typing import Annotated, Literal

from msgspec import Meta, field

from schemas.base import Shape, Text
from schemas.roll_and_raid_pack.bonus import Bonus, Cost
from schemas.roll_and_raid_pack.glory import Terms
from schemas.roll_and_raid_pack.values import Colour, Count, Id, Season


class GainEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="gain"):
    """Once, when the development is acquired: a bonus."""

    bonus: Bonus


class IncomeEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="income"):
    """At the start of every round after the one in which it is acquired (or only of those in ``rounds``): a bonus."""

    bonus: Bonus
    rounds: Annotated[tuple[Annotated[int, Meta(ge=1, le=16)], ...], Meta(max_length=16)] = ()


class RaiseEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="raise"):
    """In production, always: ``amount`` more on every die put to this use (on tracks, if there
    is a ``colour``, only of this colour).
    """

    use: Literal["track", "hall", "god", "development"]
    colour: Colour | None = None
    amount: Annotated[int, Meta(ge=1, le=6)] = 1


class RecolourEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="recolour"):
    """In production, always: the resource die of one colour may also be used as one of another."""

    die: Colour
    as_: Colour = field(name="as")


class ExtraDieEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="extra-die"):
    """In production, always: all three resource dice may be used."""


class AltarEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="altar"):
    """Always: each Viking on the altar gives ``amount`` more on a die, or on the raid roll."""

    benefit: Literal["die", "raid"]
    amount: Annotated[int, Meta(ge=1, le=6)] = 1


class RaidRollEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="raid-roll"):
    """In every raid (or on cards of these levels, this type or this region only): ``amount`` more on the roll."""

    amount: Annotated[int, Meta(ge=1, le=12)] = 1
    levels: Annotated[tuple[Count, ...], Meta(max_length=9)] = ()
    card_type: Id | None = None
    region: Id | None = None


class DiscountEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="discount"):
    """When a raid is paid for (in this ``season``, on cards of these levels, this type or this region only): so much
    less of each, never below zero.
    """

    less: Cost
    season: Season | None = None
    levels: Annotated[tuple[Count, ...], Meta(max_length=9)] = ()
    card_type: Id | None = None
    region: Id | None = None


class SafeRetreatEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="safe-retreat"):
    """In every retreat: nothing has to be paid."""


class GloryEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="glory"):
    """At the end of the game: glory, counted with the developments."""

    terms: Terms


Occasion = Literal["acquired", "round", "production", "raid", "end", "action"]


class OtherEffect(Shape, frozen=True, kw_only=True, tag_field="type", tag="other"):
    """An effect that none of the other words says, by its text. Rulings that it may change are undetermined.

    ``when`` it works: once when it is ``acquired``, at the start of a ``round``, in ``production``, in the ``raid``
    phase, at the ``end``; left out, it may work at any time. ``action`` alone is for an action of its own, which
    changes no other ruling: the table carries it out and sends the state after it.
    """

    text: Annotated[Text, Meta(min_length=1)]
    when: Annotated[tuple[Occasion, ...], Meta(max_length=5)] = ()


Effect = (
    GainEffect
    | IncomeEffect
    | RaiseEffect
    | RecolourEffect
    | ExtraDieEffect
    | AltarEffect
    | RaidRollEffect
    | DiscountEffect
    | SafeRetreatEffect
    | GloryEffect
    | OtherEffect
)
