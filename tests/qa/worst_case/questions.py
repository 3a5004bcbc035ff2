"""What the search begins with: examples, cases, positions of random games, the largest tables and packs."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from service.api.routes.questions import PATHS
from service.operations.served_game import ServedGame
from service.referee.game import Game
from tests.api.questions import BATCH, POSTS
from tests.games.kingdomino import large as kingdomino
from tests.games.roll_and_raid import large as roll_and_raid
from tests.games.steps import questions_about
from tests.our_games import GAMES
from tests.qa.bench.bodies import Book

POSITIONS = 8
SEARCHES = ("castle", "a " * 100, "the domino king", "kingz dominu " * 15)


class Target(NamedTuple):
    """An address that takes questions, with the types of the fields of its questions."""

    game: str
    operation: str
    path: str
    fields: dict[str, Any]
    """The msgspec type of each field; empty for what is not made of typed fields."""

    @property
    def name(self) -> str:
        return f"{self.game}-{self.operation}"


@cache
def served(game: Game) -> ServedGame:
    return ServedGame(game)


def targets() -> list[Target]:
    """Every operation of every game, a batch, and the searches."""
    found = []
    for game in GAMES:
        name = game.meta.id
        for operation, schema in served(game).questions.items():
            fields = {key: field.shape for key, field in schema.fields.items() if hasattr(field, "shape")}
            found.append(Target(name, operation, f"/v1/games/{name}{PATHS[operation]}", fields))
        found.append(Target(name, "cases", f"/v1/games/{name}/cases", {}))
    return [*found, Target("all", "batch", "/v1/batch", {}), Target("all", "search", "/v1/search", {})]


def beginnings(target: Target, *, positions: bool = True) -> Iterator[Any]:
    """Good questions; ``positions`` adds those of random games, which take a while to play."""
    if target.operation in ("cases", "search"):
        yield from SEARCHES
        return
    if target.operation == "batch":
        yield BATCH
        return
    if target.path in POSTS:
        yield POSTS[target.path]
    game = next(game for game in GAMES if game.meta.id == target.game)
    for case in served(game).cases.cases.values():
        if case.operation == target.operation:
            yield msgspec.to_builtins(case.question)
    yield from _with_large_packs(target, game)
    if positions:
        yield from _positions(target)


def packs_of(game: str) -> list[dict[str, Any]]:
    """The packs that come with a game, in full."""
    found = next(one for one in GAMES if one.meta.id == game)
    return [json.loads(path.read_text("utf-8")) | {"id": "mine"} for path in sorted(found.packs.glob("*.json"))]


def _with_large_packs(target: Target, game: Game) -> Iterator[Any]:
    if target.operation == "packs-check":
        yield from ({"pack": pack} for pack in packs_of(target.game))
    if game.meta.id == "kingdomino":
        if target.operation == "audit":
            yield kingdomino.hard_to_tile(8)
        tables = [(state, kingdomino.PLACE, kingdomino.PACK) for state in kingdomino.TABLES.values()]
    elif game.meta.id == "roll-and-raid":
        tables = [(state, roll_and_raid.USE, pack) for state, pack in roll_and_raid.LARGE.values()]
    else:
        return
    for state, move, pack in tables:
        for operation, question in questions_about(state, move, pack=pack):
            if operation == target.operation:
                yield question


def _positions(target: Target) -> Iterator[Any]:
    book = _book(target.game)
    if not book.can_ask(target.operation) or target.operation in ("setup", "packs-check"):
        return
    source = target.operation if target.operation not in ("view", "diagram") else "audit"
    for body in book.questions(source):
        question = json.loads(body)
        if target.operation == "view":
            question["player"] = question["state"]["players"][0]["name"]
        question.pop("type", None)
        yield question


@cache
def _book(game: str) -> Book:
    return Book(game, POSITIONS)
