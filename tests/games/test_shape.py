"""The shape of a game's package: the same modules in each, and one place that reads the fields of states.

A zone that was left out is ``UNSET``, which is silently false and equal to nothing. Only ``table`` and ``inference``
may read such fields; all other modules ask the accessors of the table, which answer a value or an ``Unknown``.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, inspect

from service.games.registry import GAMES
from service.referee.game import Game

ON_THE_CORE = ("kingdomino", "brian-boru")
"""The games that are on the sound core; a game is added by its id."""
MOVED = [game for game in GAMES if game.meta.id in ON_THE_CORE]

MODULES = {
    *("game", "pack", "table", "inference", "timing", "steps", "setup", "moves", "audit", "view", "score", "facts"),
    "rules",
}
READ_STATES = ("table", "inference")
"""The modules that read the fields of states."""
ASKED = ("table", "draft", "self", "box", "move", "now")
"""Names of objects that are no part of a state: they may have attributes of the same name as a field. (``now`` is
what is due.)
"""
PRINTED = ("pack", "town", "card", "space", "token", "region")
"""Names of entries of a pack."""
COUNTED = ("pad", "sheet", "entry", "column", "line", "named", "drawn", "extra")
"""Names of score pads and of what they have, and of other collections made from a table or a move."""
LONGEST = 350


def folder_of(game: Game) -> Path:
    return game.packs.parent


def zones_of(shape: Any) -> set[str]:
    """The fields that can be left out of a state, at any depth, and ``players``."""
    return {"players", *_zones(inspect.type_info(shape), set())}


def _zones(kind: Any, seen: set[Any]) -> Iterator[str]:
    if isinstance(kind, inspect.StructType) and kind.cls not in seen:
        seen.add(kind.cls)
        for field in kind.fields:
            if not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT:
                yield field.name
            yield from _zones(field.type, seen)
    for name in ("type", "types", "item_type", "item_types", "key_type", "value_type"):
        inner = getattr(kind, name, None)
        for part in inner if isinstance(inner, tuple) else () if inner is None else (inner,):
            if isinstance(part, inspect.Type):
                yield from _zones(part, seen)


def reads_of_states(path: Path, zones: set[str]) -> Iterator[str]:
    """Where a module reads the state of a table, or a field of a state that can be left out."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        name = owner(node.value)
        if name in (*PRINTED, *COUNTED) or is_of_a_box(node.value):
            continue
        if node.attr in ("state", "sent_state") or (node.attr in zones and name not in ASKED):
            yield f"{path.name}:{node.lineno}: {name}.{node.attr}"


def owner(value: ast.expr) -> str:
    """The last name before the dot."""
    if isinstance(value, ast.Name):
        return value.id
    return value.attr if isinstance(value, ast.Attribute) else type(value).__name__


def is_of_a_box(value: ast.expr) -> bool:
    """Whether this is an entry of a pack, reached by ``box``."""
    while isinstance(value, ast.Attribute | ast.Subscript):
        if isinstance(value, ast.Attribute) and value.attr == "box":
            return True
        value = value.value
    return isinstance(value, ast.Name) and value.id == "box"


@pytest.mark.parametrize("game", MOVED, ids=ON_THE_CORE)
def test_only_table_and_inference_read_the_fields_of_states(game: Game) -> None:
    zones = zones_of(game.shapes.state) - zones_of(game.shapes.options)
    paths = [path for path in folder_of(game).rglob("*.py") if path.stem not in (*READ_STATES, "pack")]
    assert [read for path in paths for read in reads_of_states(path, zones)] == []


@pytest.mark.parametrize("game", MOVED, ids=ON_THE_CORE)
def test_a_game_has_the_modules_of_every_game(game: Game) -> None:
    names = {
        path.stem for path in folder_of(game).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert MODULES - names == set()


@pytest.mark.parametrize("game", MOVED, ids=ON_THE_CORE)
def test_no_module_is_too_long(game: Game) -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in folder_of(game).rglob("*.py")}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


class Seat(msgspec.Struct):
    name: str
    hand: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET


class Table(msgspec.Struct):
    players: tuple[Seat, ...]
    turn: str | msgspec.UnsetType = msgspec.UNSET


def test_the_test_sees_what_it_should(tmp_path: Path) -> None:
    assert zones_of(Table) == {"players", "hand", "turn"}
    module = tmp_path / "rules.py"
    module.write_text("a = table.hand\nb = player.hand\nc = table.state\nd = player.name\ne = x[0].turn\n")
    reads = list(reads_of_states(module, zones_of(Table)))
    assert reads == ["rules.py:2: player.hand", "rules.py:3: table.state", "rules.py:5: Subscript.turn"]
