"""Kinds of pending decisions, and the parts of Fiefs and Mercenaries as far as they are known."""

from typing import Any

from msgspec import UnsetType

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
LEFT_OUT = (UnsetType, Unknown)


class Paused(UnknownRead):
    """How things go on is not known, and everything that this leaves open has been marked as unknown."""

    def __init__(self, zones: tuple[str, ...] = PENDING) -> None:
        super().__init__(zones)


def sure(value: Any) -> Any:
    """The value, to be compared with None; a value that was left out raises ``UnknownRead``."""
    if isinstance(value, Unknown):
        raise UnknownRead(value.zones)
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


def known_lord(fief: Fief) -> FaceType | None:
    """The Lord, if it is known that there is one."""
    return None if isinstance(fief.lord, LEFT_OUT) else fief.lord


def known_properties(fief: Fief) -> tuple[Property, ...]:
    """The Properties that are known to be there."""
    return () if isinstance(fief.properties, LEFT_OUT) else fief.properties


def known_garrison(mercenary: Mercenary) -> ArmyType | None:
    return None if isinstance(mercenary.garrison, LEFT_OUT) else mercenary.garrison
