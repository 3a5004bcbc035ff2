"""The shape of a game's package: the same modules in each, and one place that reads the fields of states.

A zone that was left out is ``UNSET``, which is silently false and equal to nothing. Only ``table`` and ``inference``
may read such fields; all other modules ask the accessors of the table, which answer a value or an ``Unknown``.
"""

import ast
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, inspect

from service.referee.game import Game
from tests.our_games import GAMES

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=[game.meta.id for game in GAMES])

MODULES = {
    *("game", "pack", "table", "inference", "timing", "steps", "setup", "moves", "audit", "score", "facts"),
    "rules",
}
READ_STATES = ("table", "inference")
"""The modules that read the fields of states."""
PACKS = "pack"
"""Modules whose name begins like this read packs, never states."""
ASKED = ("table", "draft", "self", "box", "move", "now")
"""Names of objects that are no part of a state: they may have attributes of the same name as a field. (``now`` is
what is due.)
"""
ALSO_ASKED = {
    "brian-boru": (
        *("town", "card", "space", "token", "region"),  # of the pack
        *("pad", "sheet", "entry", "column", "line", "named", "drawn", "extra"),  # of a score, or made from a table
    ),
    "roll-and-raid": (
        *("clan", "raid", "contender", "other"),  # views, whose zones are values or ``Unknown``
        *("pack", "cost", "bonus", "effect", "raid_dice", "column"),
    ),
    "ortus-regni": (
        # Parts that the table hands out: in these every field that was left out is an ``Unknown``.
        *("fief", "mercenary", "pending", "battle", "politics", "joust", "declaration", "invasion"),
        *("force", "hit", "stake", "bet", "pay", "jouster", "deed", "spoil"),  # and parts of moves
        *("sides", "losses", "field", "side", "target", "result", "part", "whole", "earldoms"),  # made from a table
        *("least", "most"),  # of odds
        *("engagement", "muster"),  # a battle that was sent without a table: nothing of it is unknown
    ),
}
"""More such names, by game."""
VIEWS = {"roll-and-raid": ("clan_sheet",), "ortus-regni": ("references",)}
"""By game: modules that make parts of a state into objects whose zones are values or ``Unknown``, and those that look
at the names and numbers of a state before there is a table.
"""
BY_NAME = ("ortus-regni",)
"""Games in which nobody but the table reads a player's entry (``by_name``)."""
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


def reads_of_states(
    path: Path, zones: set[str], asked: Collection[str] = ASKED, states: Collection[str] = ("state", "sent_state")
) -> Iterator[str]:
    """Where a module reads the state of a table, or a field of a state that can be left out."""
    tree = ast.parse(path.read_text())
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}  # such as ``cards.count(card)``
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        name = owner(node.value)
        is_zone = node.attr in zones and name not in asked and id(node) not in called and not is_of_a_box(node.value)
        if is_zone or node.attr in states:
            yield f"{path.name}:{node.lineno}: {name}.{node.attr}"


def owner(value: ast.expr) -> str:
    """The last name before the dot; that of the function, if one is called there."""
    if isinstance(value, ast.Name):
        return value.id
    if isinstance(value, ast.Call):
        return owner(value.func)
    return value.attr if isinstance(value, ast.Attribute) else type(value).__name__


def is_of_a_box(value: ast.expr) -> bool:
    """Whether this is an entry of a pack, reached by ``box``."""
    while isinstance(value, ast.Attribute | ast.Subscript):
        if isinstance(value, ast.Attribute) and value.attr == "box":
            return True
        value = value.value
    return isinstance(value, ast.Name) and value.id == "box"


@EACH_GAME
def test_only_table_and_inference_read_the_fields_of_states(game: Game) -> None:
    assert list(all_reads_of_states(game)) == []


def all_reads_of_states(game: Game) -> Iterator[str]:
    zones, name = zones_of(game.shapes.state) - zones_of(game.shapes.options), game.meta.id
    asked = (*ASKED, *ALSO_ASKED.get(name, ()))
    states = ("state", "sent_state", "by_name") if name in BY_NAME else ("state", "sent_state")
    for path in folder_of(game).rglob("*.py"):
        if path.stem not in (*READ_STATES, *VIEWS.get(name, ())) and not path.stem.startswith(PACKS):
            yield from reads_of_states(path, zones, asked, states)


@EACH_GAME
def test_a_game_has_the_modules_of_every_game(game: Game) -> None:
    names = {
        path.stem for path in folder_of(game).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert MODULES - names == set()


@EACH_GAME
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
    lines = ("table.hand", "player.hand", "table.state", "player.name", "x[0].turn", "seat(0).hand", "view(0).hand")
    module.write_text("\n".join((*lines, "player.hand()", "table.box.cards[3].hand")))
    reads = list(reads_of_states(module, zones_of(Table), (*ASKED, "view")))
    expected = ["2: player.hand", "3: table.state", "5: Subscript.turn", "6: seat.hand"]
    assert reads == [f"rules.py:{read}" for read in expected]
