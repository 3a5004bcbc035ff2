"""The score pad of Brian Boru."""

from typing import Annotated, Literal

from msgspec import Meta, field

from schemas.base import SAME_NAME, Name, Shape
from schemas.brian_boru.options import Options
from schemas.brian_boru.values import Count, RegionId


class Towns(Shape, frozen=True, gc=False):
    """Towns of one region under one control, and how many of them have a monastery."""

    towns: Count
    monasteries: Count = 0

    def __post_init__(self) -> None:
        if self.monasteries > self.towns:
            raise ValueError("There are more monasteries than towns.")


RegionTowns = Annotated[dict[RegionId, Towns], Meta(max_length=50)]


class SheetPlayer(Shape, frozen=True, gc=False, kw_only=True):
    """One column of the pad. ``towns`` are those controlled, so none under a Viking token.

    ``marriages`` is the number of marriage cards, the Princess among them if she was kept: it breaks ties. With
    ``princess`` it is at least 1.
    """

    name: Name
    points: Count
    coins: Count
    renown: Count
    marker: bool = False
    towns: RegionTowns = field(default_factory=dict)
    claims: Annotated[tuple[RegionId, ...], Meta(max_length=50)] = ()
    princess: Literal["military", "trade"] | None = None
    marriages: Count = 0


class Sheet(Shape, frozen=True, gc=False, kw_only=True):
    """The end of a game as a score pad has it: what is left out is none."""

    options: Options = Options()
    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=1, max_length=8)]
    vikings: RegionTowns = field(default_factory=dict)
    face_up: Annotated[tuple[RegionId, ...], Meta(max_length=50)] = ()

    def __post_init__(self) -> None:
        if len({player.name for player in self.players}) != len(self.players):
            raise ValueError(SAME_NAME)
