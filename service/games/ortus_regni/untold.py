"""Parts of a table that were left out, as the engine reads them."""

from typing import Any

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
from service.referee.known import Unknown, UnknownRead

PENDING = ("/state/pending",)
UNTOLD: Any = Unknown(*PENDING)
"""A part of a pending decision that is neither sent nor follows from the rest."""


class Paused(UnknownRead):
    """How things go on is not known, and everything that this leaves open has been marked as unknown."""

    def __init__(self, zones: tuple[str, ...] = PENDING) -> None:
        super().__init__(zones)


def sure(value: Any) -> Any:
    """The value, to be compared with None; a value that was left out raises ``UnknownRead``."""
    if isinstance(value, Unknown):
        raise UnknownRead(value.zones)
    if value is UNSET:
        raise UnknownRead(PENDING)
    return value


# What is pending is typed as Any: a part of it can be an Unknown, which no type of the schema allows.


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
    lord: Any = fief.lord
    return sure(lord)  # type: ignore[no-any-return]


def properties_of(fief: Fief) -> tuple[Property, ...]:
    properties: Any = fief.properties
    return sure(properties)  # type: ignore[no-any-return]


def garrison_of(mercenary: Mercenary) -> ArmyType | None:
    garrison: Any = mercenary.garrison
    return sure(garrison)  # type: ignore[no-any-return]


def known_lord(fief: Fief) -> FaceType | None:
    """The Lord, if it is known that there is one."""
    return None if isinstance(fief.lord, UnsetType | Unknown) else fief.lord


def known_properties(fief: Fief) -> tuple[Property, ...]:
    """The Properties that are known to be there."""
    return () if isinstance(fief.properties, UnsetType | Unknown) else fief.properties


def known_garrison(mercenary: Mercenary) -> ArmyType | None:
    return None if isinstance(mercenary.garrison, UnsetType | Unknown) else mercenary.garrison
