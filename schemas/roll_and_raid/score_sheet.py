"""The score pad of Roll & Raid."""

from typing import Annotated

from msgspec import Meta

from schemas.base import SAME_NAME, Name, Shape
from schemas.roll_and_raid.options import Options

Glory = Annotated[int, Meta(ge=-9999, le=9999)]


class SheetClan(Shape, frozen=True, kw_only=True):
    """The summary of points at the bottom of one finished sheet: four triskels, and the raid cards won."""

    name: Name
    sacrifices: Glory
    developments: Glory
    gods: Glory
    battle: Glory
    raids: Annotated[int, Meta(ge=0, le=99)]


class Sheet(Shape, frozen=True, kw_only=True):
    """Finished sheets as they were added up by hand. The triskels themselves are counted from a state."""

    options: Options = Options()
    players: Annotated[tuple[SheetClan, ...], Meta(min_length=1, max_length=6)]

    def __post_init__(self) -> None:
        if len({clan.name for clan in self.players}) != len(self.players):
            raise ValueError(SAME_NAME)
