"""What saves work in every game must not change an answer: counting under other choices, and states kept in order."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import inspect

from schemas.fields import sorter
from service.referee.choices import Choices
from service.referee.game import Game
from service.referee.judge import rule_on
from service.referee.scoring import totals_of
from tests.depth import depth
from tests.games.playing import Playing
from tests.our_games import GAMES

NAMES = ("fina", "ana", "eva", "bruno", "diego", "carla")
PACKS = {"roll-and-raid": "training.json"}
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)


@cache
def tables(game: Game, seed: int) -> list[Any]:
    """Every table of a random game, its variants among them where there are any."""
    return list(played(game, seed))


def played(game: Game, seed: int) -> Iterator[Any]:
    chance = random.Random(seed)
    playing = Playing(game, NAMES, game.packs / PACKS.get(game.meta.id, "base.json"))
    least, most = game.meta.players
    options = {"variants": [*game.variants[1:3]]} if seed % 2 and game.meta.id == "kingdomino" else {}
    table = playing.opening(chance.randint(max(least, 2), most), seed, **options)
    while moves := list(game.legal_moves(table, None, None)):
        yield table
        table = rule_on(game, table, chance.choice(moves)).after
    yield table


def others(game: Game, choices: Choices) -> Iterator[Choices]:
    for edition in game.rulebook.editions:
        yield choices.under(edition=edition)
    for name, rule in game.house_rules.items():
        yield from (choices.under(**{name: value}) for value in rule.values)


@EVERY_GAME
def test_counted_again_is_as_read_and_counted_anew(game: Game) -> None:
    compared = 0
    for seed in range(depth(2, 4)):
        for table in tables(game, seed)[::7]:
            scoring = game.score([game.table(table.state, table.box, table.choices.under())], {})
            if scoring.recount is None:
                continue
            for under in others(game, table.choices):
                if not table.choices.differ_from(under, scoring.read_by):
                    anew = game.score([game.table(table.state, table.box, under)], {})
                    assert scoring.recount(under) == (totals_of(anew.tallies), anew.ranking), (seed, under.agreed)
                    compared += 1
    assert compared > 100 or game.meta.id == "ortus-regni", "it asks no choice when it is scored"


@EVERY_GAME
def test_states_stay_in_order(game: Game) -> None:
    sort = sorter(inspect.type_info(game.shapes.state))
    if sort is None:
        return
    for seed in range(depth(1, 2)):
        assert not any(sort(table.state) for table in tables(game, seed)), seed
