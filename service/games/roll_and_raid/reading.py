"""What has been computed about a clan sheet.

Several steps of one request ask the same about a sheet, and a move changes one sheet only: the table after a move
takes over the readings of the sheets that have not changed.
"""

from typing import Any


class Reading:
    """One sheet with its marks. What has not been computed yet is None."""

    __slots__ = ("column", "due", "familiar", "last_offering", "sound")

    def __init__(self) -> None:
        self.familiar: bool | None = None
        """Whether all that it names is in the pack."""
        self.sound: bool | None = None
        """Whether it can be seen to contradict neither itself nor the pack, whatever the house rules."""
        self.last_offering = 0
        """The round of the last festival with an offering on the sheet; known with ``sound``."""
        self.due: tuple[str, ...] | None = None
        """The kinds of move that its clan can still make in production."""
        self.column: Any = None
        """Its glory (``ledger.Column``), where all of it can be counted."""
