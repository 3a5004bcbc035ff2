"""The moves of Roll & Raid, in the order of a round."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import Name, Shape
from schemas.roll_and_raid.state import Dice
from schemas.roll_and_raid.values import Benefit, CardId, DieFace, DieId, Fingers, FingersOrHidden, Use
from schemas.roll_and_raid_pack import Colour, Good, Id


class Refill(Shape, frozen=True, tag_field="type", tag="refill"):
    """The table turns up raid cards until the display is full. From a known deck the cards may be left out."""

    cards: Annotated[tuple[CardId, ...], Meta(max_length=20)] | UnsetType = UNSET


class Sacrifice(Shape, frozen=True, tag_field="type", tag="sacrifice"):
    """A clan sacrifices Vikings at a festival, before the resource dice are rolled. Who gives none need not say
    so.
    """

    player: Name
    vikings: Fingers


class Roll(Shape, frozen=True, tag_field="type", tag="roll"):
    """The table reports the resource dice. That closes a festival."""

    dice: Dice


class UseDie(Shape, frozen=True, kw_only=True, tag_field="type", tag="use"):
    """A clan uses a resource die (by its colour) or a favour die (by its id).

    ``to`` a production ``track`` (named by ``track``; a resource die goes to its own colour, which need not be
    said), the great ``hall``, a ``god`` (named by ``god``) or a ``development`` (named by ``development``).
    ``value`` is what the die counts, with all that raises it; it is needed only if the state leaves
    out the dice, and is compared with them otherwise.
    """

    player: Name
    die: DieId
    to: Use
    track: Colour | UnsetType = UNSET
    god: Id | UnsetType = UNSET
    development: Id | UnsetType = UNSET
    value: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET


class Altar(Shape, frozen=True, kw_only=True, tag_field="type", tag="altar"):
    """A clan gives one Viking on the altar for one benefit; for more, more moves.

    ``die``: +1 on a die of its own use, named by ``die``. ``raid``: +2 on the raid roll. ``reroll``: all raid dice
    again (in the raid phase a new roll that was bought in production is taken before another Viking).
    """

    player: Name
    benefit: Benefit
    die: DieId | UnsetType = UNSET


class Store(Shape, frozen=True, tag_field="type", tag="store"):
    """A clan gives a product that waits its place: a settlement, or a hexagon where these have no printed order. Any
    hexagon or settlement may be asked about for any product.
    """

    player: Name
    good: Good
    place: Id


class Done(Shape, frozen=True, tag_field="type", tag="done"):
    """A clan ends its production for this round."""

    player: Name


class Choose(Shape, frozen=True, tag_field="type", tag="choose"):
    """A clan chooses a raid: the number of a card on display, 0 for none, or ``"?"`` to reveal it later."""

    player: Name
    number: FingersOrHidden


class Bid(Shape, frozen=True, tag_field="type", tag="bid"):
    """A clan in a conflict shows Vikings: 0 is a retreat, ``"?"`` is revealed later."""

    player: Name
    vikings: FingersOrHidden


class Reveal(Shape, frozen=True, tag_field="type", tag="reveal"):
    """A clan reveals the number that it chose or bid as ``"?"``, once everybody has."""

    player: Name
    number: Fingers


class Retreat(Shape, frozen=True, tag_field="type", tag="retreat"):
    """A clan in retreat pays for it. A house is never a payment, but may be asked about."""

    player: Name
    pay: Literal["viking", "axe", "ship", "house"]


class Attack(Shape, frozen=True, tag_field="type", tag="attack"):
    """The raid dice of the clan that has the right to raid, in any order.

    ``favour``: a favour die or, by its colour, a resource die put among them (never allowed, but it may be asked).
    """

    player: Name
    dice: Annotated[tuple[DieFace, ...], Meta(min_length=1, max_length=9)]
    favour: Id | UnsetType = UNSET


class Yield(Shape, frozen=True, tag_field="type", tag="yield"):
    """A clan lets a roll that was too low stand, or (where that is agreed) declines to pay."""

    player: Name


class Pay(Shape, frozen=True, kw_only=True, tag_field="type", tag="pay"):
    """A clan pays for a raid card by the season and takes it. No card costs ``houses``; they may be asked about."""

    player: Name
    vikings: Fingers = 0
    axes: Fingers = 0
    ships: Fingers = 0
    houses: Fingers | UnsetType = UNSET


Move = (
    Refill | Sacrifice | Roll | UseDie | Altar | Store | Done | Choose | Bid | Reveal | Retreat | Attack | Yield | Pay
)
