"""Faults planted in an engine, to see whether the properties find them.

A fault of the kind "unknown read as empty" is planted in one function of the game's module: it gets a table in which
a zone that was left out is empty. So the table of faults names functions and zones, not lines of an engine.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec import UNSET, inspect, structs

from service.referee.game import Game

Fault = Callable[[Game], Any]


@contextmanager
def planted(game: Game, function: str, zone: str) -> Iterator[None]:
    """In this function of the engine, the zone (``players/coins``, ``towns``) is empty when it was left out."""
    real: Callable[..., Any] = getattr(game, function)

    def emptied(table: Any) -> Any:
        state = with_empty(table.sent_state, zone.split("/"))
        return table if state == table.sent_state else game.table(state, table.box, table.choices)

    def faulty(table: Any, *others: Any, **named: Any) -> Any:
        return real([emptied(one) for one in table] if isinstance(table, list) else emptied(table), *others, **named)

    with patch.dict(vars(game), {function: faulty}):
        yield


def with_empty(value: Any, steps: list[str]) -> Any:
    """A state in which the zone of this name is empty where it was left out."""
    name, *rest = steps
    inner = getattr(value, name)
    if inner is UNSET:
        return structs.replace(value, **{name: empty(type(value), name)}) if not rest else value
    if not rest or inner is None:
        return value
    if isinstance(inner, tuple):
        return structs.replace(value, **{name: tuple(with_empty(item, rest) for item in inner)})
    return structs.replace(value, **{name: with_empty(inner, rest)})


def empty(struct: type, name: str) -> Any:
    """What a careless engine reads where nothing was sent."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    (kind,) = (field.type for field in info.fields if field.name == name)
    kinds = [part.type if isinstance(part, inspect.Metadata) else part for part in getattr(kind, "types", [kind])]
    if any(isinstance(part, inspect.NoneType) for part in kinds):
        return None
    for part in kinds:
        match part:
            case inspect.VarTupleType():
                return ()
            case inspect.DictType():
                return {}
            case inspect.BoolType():
                return False
            case inspect.IntType():
                return 0 if part.ge in (None, 0) else part.ge
            case inspect.StructType():
                return msgspec.convert({}, part.cls)
            case inspect.LiteralType():
                return part.values[0]
    raise AssertionError(f"{name} has no empty value")
