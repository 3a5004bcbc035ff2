"""No question takes long: every loop counts its steps, and an ordinary question uses few of them."""

import random
from typing import Any

import msgspec
import pytest

from service.games.kingdomino import game
from service.games.kingdomino.grid import NEAR, index_of, indexes, with_fewest_neighbours
from service.operations.served_game import ServedGame
from service.referee.budget import BudgetSpent
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.bounds import at_most
from tests.games.kingdomino.tables import opening
from tests.games.playing import told
from tests.games.steps import LIMIT, ORDINARY, questions_about, steps_of
from tests.qa.bench.bodies import RECIPES

SERVED = ServedGame(game)
TERRAINS = ("wheat", "forest", "lake", "grassland", "swamp", "mine")
PLACE = {"type": "place", "player": "p0", "domino": 3, "x": 1, "y": 1, "to": "n"}
FIELD = [(x, y) for x in range(-7, 8) for y in range(-7, 8) if (x, y) != (0, 0)]


def positions(count: int, seed: int, **options: Any) -> list[tuple[Any, Any]]:
    """Every table of a random game with the move that was made there."""
    table, chance, found = opening(count, seed, **options), random.Random(seed), []
    while moves := list(game.legal_moves(table, None, None)):
        found.append((table, chance.choice(moves)))
        table = rule_on(game, table, found[-1][1]).after
    return found


def pack(chance: random.Random, *kinds: tuple[str, str]) -> dict[str, Any]:
    """The largest pack that is accepted, with dominoes of these kinds."""
    dominoes = [
        {"number": number, "a": {"terrain": a, "crowns": 0}, "b": {"terrain": b, "crowns": 0}}
        for number in range(1, 201)
        for a, b in [chance.choice(kinds)]
    ]
    return {"id": "mine", "title": "Mine", "dominoes": dominoes}


PACK = pack(random.Random(1), *[(a, b) for a in TERRAINS for b in TERRAINS])


# ---------------------------------------------------------------- ordinary questions


@pytest.mark.parametrize("case", SERVED.cases.cases.values(), ids=lambda case: case.id)
def test_a_case_of_the_library_uses_few_steps(case: Any) -> None:
    question = msgspec.json.decode(msgspec.json.encode(case.question))
    assert steps_of(SERVED, case.operation, question) <= ORDINARY


@pytest.mark.parametrize(("count", "variants"), [(4, ["harmony", "middle-kingdom"]), (2, ["great-duel"])])
def test_a_random_game_uses_few_steps(count: int, variants: list[str]) -> None:
    played = positions(count, 5, variants=variants)
    for table, move in played[::3]:
        for operation, question in questions_about(told(table), msgspec.to_builtins(move)):
            assert steps_of(SERVED, operation, question) <= ORDINARY, operation
    log = [msgspec.to_builtins(move) for _, move in played]
    assert steps_of(SERVED, "replay", {"state": told(played[0][0]), "moves": log, "states": True}) <= ORDINARY


@pytest.mark.parametrize("seed", range(4))
def test_kingdoms_by_squares_use_few_steps(seed: int) -> None:
    """The last positions of a game have the largest kingdoms; the audit has to cover them with dominoes."""
    by_squares = RECIPES["kingdomino"].tellings["squares"]
    for table, _ in positions(4, seed)[-40::8]:
        state = msgspec.to_builtins(by_squares(table.state, table.box))
        assert steps_of(SERVED, "audit", {"state": state}) <= ORDINARY


def test_the_same_question_uses_the_same_steps_whatever_is_asked_in_between() -> None:
    (table, move), (other, other_move) = positions(4, 5)[30], positions(4, 6)[50]
    asked = questions_about(told(table), msgspec.to_builtins(move))
    asked.append(("setup", {"players": ["ana", "bruno"], "seed": 5}))
    asked.append(("packs-check", {"pack": PACK}))
    asked.append(("audit", {"state": told(table), "pack": PACK}))
    assert {operation for operation, _ in asked} == SERVED.questions.keys()
    first = [steps_of(SERVED, *one) for one in asked]
    for one in questions_about(told(other), msgspec.to_builtins(other_move)):
        steps_of(SERVED, *one)
    assert [steps_of(SERVED, *one) for one in reversed(asked)][::-1] == first
    assert min(steps for steps, (operation, _) in zip(first, asked, strict=True) if operation != "view") > 0


# ---------------------------------------------------------------- the dearest questions


def test_the_square_with_the_fewest_neighbours_is_the_first_of_them() -> None:
    chance = random.Random(1)
    for _ in range(2_000):
        mask = 0
        for x, y in chance.sample(FIELD, chance.randint(1, 120)):
            mask |= 1 << index_of(x, y)
        assert with_fewest_neighbours(mask) == min(indexes(mask), key=lambda index: (NEAR[index] & mask).bit_count())


@pytest.mark.parametrize("seed", range(12))
def test_tilings_without_a_solution_are_given_up_in_time(kingdomino: Referee, seed: int) -> None:
    """Grids of two or three terrains and few kinds of dominoes: the search for a tiling is as long as it can be."""
    chance = random.Random(seed)
    terrains = TERRAINS[: chance.choice((2, 3))]
    kinds = [(a, b) for a in terrains for b in terrains]
    box = pack(chance, *chance.sample(kinds, min(len(kinds), 5)))
    grid = [(x, y) for x, y in FIELD if max(abs(x), abs(y)) <= 3]
    players = [
        {"name": f"p{seat}", "squares": [{"x": x, "y": y, "terrain": chance.choice(terrains)} for x, y in grid]}
        for seat in range(2)
    ]
    question = {"state": {"players": players, "options": {"variants": ["great-duel"]}}, "pack": box}
    with at_most():
        try:
            assert steps_of(SERVED, "audit", question) <= LIMIT
        except BudgetSpent:
            assert kingdomino.problem("audit", question) == ["/state"]


def largest() -> dict[str, dict[str, Any]]:
    """Tables with as much of everything as is accepted."""
    chance = random.Random(3)
    names = [f"p{seat}" for seat in range(8)]
    checkered = [{"x": x, "y": y, "terrain": TERRAINS[(x + y) % 2], "crowns": 3} for x, y in FIELD[:200]]
    lying = [
        {"domino": number, "x": chance.randint(-6, 6), "y": chance.randint(-6, 6), "to": "n"}
        for number in range(1, 101)
    ]
    adrift = [{"domino": n + 1, "x": n % 7 * 2 - 6, "y": 6 - n // 7, "to": "e"} for n in range(99, -1, -1)]
    every = list(range(1, 101))
    return {
        "checkered": {"players": [{"name": name, "squares": checkered} for name in names]},
        "covered": {
            "players": [{"name": name, "kingdom": lying, "discarded": every} for name in names],
            "pile": [chance.randint(1, 200) for _ in range(999)],
            "leftovers": every,
        },
        "adrift": {"players": [{"name": name, "kingdom": adrift} for name in names]},
    }


@pytest.mark.parametrize("table", largest())
def test_the_largest_tables_are_answered_in_time(table: str) -> None:
    for operation, question in questions_about(largest()[table], PLACE, pack=PACK):
        with at_most():
            assert steps_of(SERVED, operation, question) <= LIMIT
    games = [{**largest()[table], "options": {"variants": ["harmony", "middle-kingdom"]}}] * 10
    with at_most():
        assert steps_of(SERVED, "score", {"games": games, "pack": PACK, "claimed": {"p0": 5}}) <= LIMIT
