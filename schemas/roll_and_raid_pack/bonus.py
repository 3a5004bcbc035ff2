"""What a clan gains on the spot, and what it pays."""

from typing import Annotated

from msgspec import Meta

from schemas.base import Shape, Text
from schemas.roll_and_raid_pack.values import Colour, Good, Ids, Points, Product


class Bonus(Shape, frozen=True, kw_only=True):
    """What is gained on the spot.

    ``vikings`` go to the great hall, ``axes`` to the armoury, ``ships`` to the port, ``houses`` to settlements of
    choice; what finds no room is lost. ``favours`` are favour dice unlocked. ``track`` and ``boxes`` mark that many
    more boxes on a production track, with all that they give. ``one_of`` is one of these products, as the clan
    chooses. ``glory`` are points, counted at the end by the term ``printed`` on ``gains``. ``other`` is the text of
    what none of these words says: what gains it is undetermined.
    """

    vikings: Annotated[int, Meta(ge=0, le=20)] = 0
    axes: Annotated[int, Meta(ge=0, le=20)] = 0
    ships: Annotated[int, Meta(ge=0, le=20)] = 0
    houses: Annotated[int, Meta(ge=0, le=20)] = 0
    favours: Ids = ()
    track: Colour | None = None
    boxes: Annotated[int, Meta(ge=0, le=20)] = 0
    one_of: Annotated[tuple[Good, ...], Meta(max_length=3)] = ()
    glory: Points = 0
    other: Text = ""


Gives = Product | Bonus | None
"""A product by its name, anything else as a bonus, null for nothing."""


class Cost(Shape, frozen=True, kw_only=True):
    """What is paid; ``goods`` are axes or ships, in any mixture."""

    vikings: Annotated[int, Meta(ge=0, le=50)] = 0
    axes: Annotated[int, Meta(ge=0, le=50)] = 0
    ships: Annotated[int, Meta(ge=0, le=50)] = 0
    goods: Annotated[int, Meta(ge=0, le=50)] = 0
