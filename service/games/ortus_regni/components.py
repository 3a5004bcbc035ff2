"""Cards and numbers of an Earldom, and how they are written."""

from collections.abc import Iterable
from typing import Any

from schemas.ortus_regni import Deed

A_STEP = 8
"""How many Properties are looked through in one step."""


def type_of(deed: str | Deed) -> str:
    """Land, Market, …: whoever's it is."""
    return deed if isinstance(deed, str) else deed.card


def as_deed(card: str | Deed, holder: str) -> Deed:
    """The same card, said from outside the Fief."""
    return Deed(card, holder) if isinstance(card, str) else card  # type: ignore[arg-type]


def in_fief(deed: Deed, holder: str) -> Any:
    """A card as it is written in a Fief of this Earl."""
    return deed.card if deed.owner == holder else deed


def smallest_free(used: Iterable[int]) -> int:
    """The number that a new Fief or Mercenary gets."""
    taken = set(used)
    number = 1
    while number in taken:
        number += 1
    return number
