"""No question takes long: every loop counts its steps, and an ordinary question uses few of them."""

import random
from typing import Any

import msgspec
import pytest

from service.games.kingdomino.game import GAME as game
from service.games.kingdomino.grid import NEAR, index_of, indexes, with_fewest_neighbours
from service.operations.served_game import ServedGame
from service.referee.budget import BudgetSpent
from service.referee.judge import rule_on
from tests.client import Referee
from tests.games.bounds import at_most
from tests.games.kingdomino.large import FIELD, PACK, PLACE, TABLES, hard_to_tile
from tests.games.kingdomino.tables import opening
from tests.games.playing import told
from tests.games.steps import LIMIT, ORDINARY, questions_about, steps_of
from tests.qa.bench.bodies import RECIPES

SERVED = ServedGame(game)


def positions(count: int, seed: int, **options: Any) -> list[tuple[Any, Any]]:
    """Every table of a random game with the move that was made there."""
    table, chance, found = opening(count, seed, **options), random.Random(seed), []
    while moves := list(game.legal_moves(table, None, None)):
        found.append((table, chance.choice(moves)))
        table = rule_on(game, table, found[-1][1]).after
    return found


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
    by_squares = RECIPES["kingdomino"].forms["squares"]
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
    question = hard_to_tile(seed)
    try:
        with at_most():
            assert steps_of(SERVED, "audit", question) <= LIMIT
    except BudgetSpent:
        with at_most():
            assert kingdomino.problem("audit", question) == ["/state"]


@pytest.mark.parametrize("table", TABLES)
def test_the_largest_tables_are_answered_in_time(table: str) -> None:
    for operation, question in questions_about(TABLES[table], PLACE, pack=PACK):
        with at_most():
            assert steps_of(SERVED, operation, question) <= LIMIT
    games = [{**TABLES[table], "options": {"variants": ["harmony", "middle-kingdom"]}}] * 10
    with at_most():
        assert steps_of(SERVED, "score", {"games": games, "pack": PACK, "claimed": {"p0": 5}}) <= LIMIT
