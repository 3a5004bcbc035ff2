"""What has been found out about a clan sheet, remembered as long as nobody writes on it.

Of the sheets on a table all but one are the same as a move before, and most of what is asked about a sheet rests on
nothing but the sheet itself and the pack. Who finds such a thing out writes it here; the next question about a sheet
with the same marks, on whatever table, reads it off.
"""

from typing import Any, cast

import msgspec

from schemas.roll_and_raid import Clan
from service.referee.kept import Kept

READINGS_KEPT = 1024

_marks = msgspec.json.Encoder().encode


class Reading:
    """One sheet with its marks. What nobody has asked yet is None."""

    __slots__ = ("column", "due", "familiar", "last_offering", "sound", "uses")

    def __init__(self) -> None:
        self.familiar: bool | None = None
        """Whether all that it names is in the pack."""
        self.sound: bool | None = None
        """Whether it can be seen to contradict neither itself nor the pack, whatever the house rules."""
        self.last_offering = 0
        """The round of the last festival at which an offering is told; known with ``sound``."""
        self.due: tuple[str, ...] | None = None
        """The kinds of move that its clan can still make in production."""
        self.column: Any = None
        """Its glory (``ledger.Column``), where all of it can be counted."""
        self.uses: Any = None
        """The uses of dice that were legal when they were listed last (``moves.Listed``)."""


class Readings:
    """The sheets that were read last, by their marks."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: Kept[bytes, Reading] = Kept(READINGS_KEPT)

    def of_all(self, clans: tuple[Clan, ...]) -> list[Reading]:
        known = list(map(self._kept.get, map(_marks, clans)))
        return list(map(self.of, clans)) if None in known else cast(list[Reading], known)

    def of(self, clan: Clan) -> Reading:
        marks = _marks(clan)
        return self._kept.get(marks) or self._kept.keep(marks, Reading())
