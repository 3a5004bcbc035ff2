"""What is printed on a clan sheet."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from schemas.base import AnyName, Shape
from schemas.roll_and_raid_pack.bonus import Cost, Gives
from schemas.roll_and_raid_pack.effects import Effect
from schemas.roll_and_raid_pack.glory import AtLeast, Rows
from schemas.roll_and_raid_pack.values import Colour, Id, Ids, Points, Provenance


class Favour(Shape, frozen=True, kw_only=True):
    """A favour die and its printed value. What unlocks it says so: a hexagon, a god's box, a settlement, a bonus."""

    id: Id
    value: Annotated[int, Meta(ge=1, le=12)]
    provenance: Provenance | UnsetType = UNSET


class Track(Shape, frozen=True, kw_only=True):
    """The production track of one colour; ``boxes`` in their order, null for one without a product."""

    colour: Colour
    boxes: Annotated[tuple[Gives, ...], Meta(min_length=1, max_length=200)]
    provenance: Provenance | UnsetType = UNSET


class HallBonus(Shape, frozen=True, kw_only=True):
    """What writing down the Viking in this place gives, counted from the first."""

    at: Annotated[int, Meta(ge=1, le=999)]
    gives: Gives


class GreatHall(Shape, frozen=True, kw_only=True):
    """The great hall: how many Vikings can be written down in the whole game (null: any number), how many are there
    at the start, and the ``bonuses`` printed in it.
    """

    capacity: Annotated[int, Meta(ge=1, le=999)] | None = None
    start: Annotated[int, Meta(ge=0, le=99)] = 0
    bonuses: Annotated[tuple[HallBonus, ...], Meta(max_length=40)] = ()
    provenance: Provenance | UnsetType = UNSET


class Hexagon(Shape, frozen=True, kw_only=True):
    """A hexagon of the port or armoury, the favour dice that it touches, and what filling it gives."""

    id: Id
    favours: Ids = ()
    gives: Gives = None


class Storage(Shape, frozen=True, kw_only=True):
    """The port or the armoury. ``order``: the hexagons are filled as they are listed, or in any order.

    ``start``: so many are filled at the start, the first of the list.
    """

    hexagons: Annotated[tuple[Hexagon, ...], Meta(min_length=1, max_length=60)]
    order: Literal["fixed", "free"]
    start: Annotated[int, Meta(ge=0, le=60)] = 0
    provenance: Provenance | UnsetType = UNSET


class Settlement(Shape, frozen=True, kw_only=True):
    """A settlement: its house icons, and what it gives and scores when all of them are crossed.

    ``favour`` is its favour die, ``favours`` more of them; ``income`` comes at the start of every later round.
    """

    id: Id
    name: AnyName
    houses: Annotated[int, Meta(ge=1, le=30)]
    loyalty: Gives = None
    favour: Id | None = None
    favours: Ids = ()
    income: Gives = None
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class GodBox(Shape, frozen=True, kw_only=True):
    """A box on the track of a god: the ``least`` value that may be written in it, what that gives, and its points."""

    least: Annotated[int, Meta(ge=1, le=12)] = 1
    gives: Gives = None
    points: Points = 0


class God(Shape, frozen=True, kw_only=True):
    """The track of a god, from below."""

    id: Id
    name: AnyName
    boxes: Annotated[tuple[GodBox, ...], Meta(min_length=1, max_length=40)]
    provenance: Provenance | UnsetType = UNSET


class Development(Shape, frozen=True, kw_only=True):
    """A development.

    Its requirement: a die of ``value`` or more (4 at least, by the quick reference), of its ``colour`` if it has one,
    the developments in ``after``, what ``needs`` counts, and a ``cost`` that is paid on top.
    """

    id: Id
    name: AnyName
    colour: Colour | None = None
    value: Annotated[int, Meta(ge=4, le=12)] = 4
    after: Ids = ()
    needs: Annotated[tuple[AtLeast, ...], Meta(max_length=6)] = ()
    cost: Cost = Cost()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class AltarBoxes(Shape, frozen=True, kw_only=True):
    """The altar: how many boxes can be marked in the whole game (null: any number), and the points for each.

    A box costs one Viking; ``costs``, one number for each box, are for an altar on which some cost more.
    """

    boxes: Annotated[int, Meta(ge=1, le=999)] | None = None
    costs: Annotated[tuple[Annotated[int, Meta(ge=1, le=20)], ...], Meta(max_length=99)] = ()
    points: Points = 0
    provenance: Provenance | UnsetType = UNSET


class Festival(Shape, frozen=True, kw_only=True):
    """Glory for the Vikings sacrificed in one of the rounds 4, 8, 12 and 16."""

    round: Literal[4, 8, 12, 16]
    rows: Rows
    provenance: Provenance | UnsetType = UNSET
