"""Parts of a table that were left out, as the engine reads them.

A part of a pending decision that is neither sent nor follows from the rest is ``UNTOLD``: using it raises
``Unknown``. The Lord and the Properties of a Fief and the garrison of a Mercenary are read by functions that raise it
too. Who reads such a part either asks first whether it is there, or lets the question end as "not known".
"""

from typing import Any, NoReturn

from msgspec import UNSET, UnsetType

from schemas.ortus_regni import (
    ArmyType,
    Battle,
    Coronation,
    FaceType,
    Fief,
    Invasion,
    Joust,
    Mercenary,
    Politics,
    Property,
)


class Unknown(Exception):
    """A zone that decides how things go on was left out."""


class Paused(Unknown):
    """How things go on is not known, and everything that this leaves open has been marked as unknown."""


class _Untold:
    """Stands for a value that nobody sent; every use of it but ``is`` raises ``Unknown``."""

    __slots__ = ()

    def _raise(self, *args: Any) -> NoReturn:
        raise Unknown

    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __hash__ = __eq__ = __ne__ = _raise
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __index__ = _raise

    def __getattr__(self, name: str) -> NoReturn:
        raise Unknown


UNTOLD: Any = _Untold()


def sure(value: Any) -> Any:
    """The value, to be compared with None; a value that was left out raises ``Unknown``."""
    if value is UNTOLD or value is UNSET:
        raise Unknown
    return value


# What is pending is typed as Any: a part of it can be UNTOLD, which no type of the schema allows.


def is_battle(pending: Any) -> bool:
    return isinstance(pending, Battle)


def is_politics(pending: Any) -> bool:
    return isinstance(pending, Politics)


def is_joust(pending: Any) -> bool:
    return isinstance(pending, Joust)


def is_coronation(pending: Any) -> bool:
    return isinstance(pending, Coronation)


def is_invasion(pending: Any) -> bool:
    return isinstance(pending, Invasion)


# ---------------------------------------------------------------- parts of Fiefs and Mercenaries


def lord_of(fief: Fief) -> FaceType | None:
    if isinstance(fief.lord, UnsetType):
        raise Unknown
    return fief.lord


def properties_of(fief: Fief) -> tuple[Property, ...]:
    if isinstance(fief.properties, UnsetType):
        raise Unknown
    return fief.properties


def garrison_of(mercenary: Mercenary) -> ArmyType | None:
    if isinstance(mercenary.garrison, UnsetType):
        raise Unknown
    return mercenary.garrison


def known_lord(fief: Fief) -> FaceType | None:
    """The Lord, if it is known that there is one."""
    return None if isinstance(fief.lord, UnsetType) else fief.lord


def known_properties(fief: Fief) -> tuple[Property, ...]:
    """The Properties that are known to be there."""
    return () if isinstance(fief.properties, UnsetType) else fief.properties


def known_garrison(mercenary: Mercenary) -> ArmyType | None:
    return None if isinstance(mercenary.garrison, UnsetType) else mercenary.garrison
