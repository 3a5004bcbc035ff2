"""Every zone left out, alone, in pairs and nearly all together, under every type of move: an answer, and in time.

Whether the answers are right is the matter of ``test_partial_tables``; here none may raise, and none may take long.
The zones are found by reflection, so a new zone is covered without a word.
"""

import random
from functools import cache
from itertools import combinations
from typing import Any

import msgspec
import pytest

from service.referee.budget import Budget, use
from service.referee.game import Game
from service.referee.judge import refused_kinds
from tests.depth import depth
from tests.games.bounds import at_most
from tests.games.partial_tables.asking import STEPS, Referee
from tests.games.partial_tables.positions import Position, sample, tag_of
from tests.games.partial_tables.zones import Place, without
from tests.our_games import GAMES

MOST_GAMES = 60
"""Random games are played until every type of move was made; some are rare."""
PAIRS = depth(15, 120)
"""The most pairs of zones for each position."""
SETS = depth(2, 12)
"""The sets of zones that are left out under the moves of all types, for each position."""
TURNS = depth(4, 1)
"""Under each set the moves of every fourth type are asked about, under the next one those of the others."""
KEPT_BACK = {"roll-and-raid": {"reveal"}}
"""Random clans keep no number back, so they reveal none."""
ANSWERS = ("legal", "illegal", "undetermined", "impossible", "possible", "malformed")
State = dict[str, Any]


@cache
def referee(name: str) -> Referee:
    return Referee(next(game for game in GAMES if game.meta.id == name))


@cache
def positions(name: str) -> dict[str, Position]:
    """A position of a random game for each type of move."""
    game, found = referee(name).game, dict[str, Position]()
    for seed in range(MOST_GAMES):
        for position in sample(game, [seed], 1):
            found.setdefault(tag_of(position.legal[0]), position)
        if found.keys() >= wanted(game):
            break
    return found


def wanted(game: Game) -> set[str]:
    return game.move_types.keys() - KEPT_BACK.get(game.meta.id, set())


def zones_of(name: str, state: State) -> list[Place]:
    return [place for place in referee(name).zones.places(state) if place.kind == "zone"]


def outermost(places: list[Place]) -> list[Place]:
    return [place for place in places if not any(other != place and other.contains(place) for other in places)]


def ask(name: str, position: Position, state: State, move: Any) -> None:
    with at_most():
        answer = referee(name).ask("validate", position.pack, state, move=move)
    assert answer.verdict in ANSWERS, request(name, state, move, answer.problem)


def ask_more(name: str, position: Position, state: State) -> None:
    """Lists, reasons, audit: what is asked of a table without a move."""
    for operation in ("legal-moves", "audit"):
        with at_most(5):
            answer = referee(name).ask(operation, position.pack, state)
        assert answer.verdict in ANSWERS, request(name, state, operation, answer.problem)
    if answer.verdict == "possible":
        table = referee(name).table(state, position.pack)
        with at_most(5), use(Budget(STEPS)):
            list(refused_kinds(referee(name).game, table, None, None))


def request(name: str, state: State, about: Any, problem: str) -> str:
    return f"{name} {problem}: {msgspec.json.encode({'state': state, 'about': about}).decode()}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_every_zone_and_many_pairs_may_be_left_out(game: Game) -> None:
    name = game.meta.id
    for kind, position in positions(name).items():
        places, chance = zones_of(name, position.state), random.Random(kind)
        for number, place in enumerate(places):
            part = without(position.state, [place])
            ask(name, position, part, position.legal[0])
            if number % 5 == 0:
                ask_more(name, position, part)
        pairs = [pair for pair in combinations(places, 2) if not any(a.contains(b) for a, b in (pair, pair[::-1]))]
        for pair in chance.sample(pairs, min(PAIRS, len(pairs))):
            ask(name, position, without(position.state, pair), position.legal[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_nearly_everything_may_be_left_out_under_every_move(game: Game) -> None:
    name = game.meta.id
    moves = [position.legal[0] for position in positions(name).values()]
    for kind, position in positions(name).items():
        outer, chance = outermost(zones_of(name, position.state)), random.Random(kind)
        sets = [outer, [place for place in outer if place != chance.choice(outer)]]
        for _ in range(SETS):
            share = chance.choice((0.3, 0.6, 0.9))
            sets.append([place for place in outer if chance.random() < share])
        for number, masked in enumerate(sets):
            part = without(position.state, masked)
            for move in moves[number % TURNS :: TURNS]:
                ask(name, position, part, move)
            if number % 4 == 0:
                ask_more(name, position, part)


def test_the_positions_have_every_type_of_move() -> None:
    for game in GAMES:
        assert positions(game.meta.id).keys() == wanted(game)
