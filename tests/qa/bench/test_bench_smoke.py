"""The bench still runs: questions are made, and one burst reaches the echo and the service. Nothing is timed here."""

from contextlib import ExitStack

import msgspec
import pytest

from tests.qa.bench.bodies import RECIPES, Book
from tests.qa.bench.breakeven import pays_from
from tests.qa.bench.ratios import CASES, SETTINGS, outcome, targets
from tests.qa.bench.servers import ECHO, SERVICE, running


def test_one_burst_to_the_echo_and_to_the_service() -> None:
    book = Book(count=4)
    case = CASES[0]
    with ExitStack() as stack:
        echo = stack.enter_context(running(ECHO))
        found = dict.fromkeys(("echo", "control", "same library"), echo)
        found[case.settings] = stack.enter_context(running(SERVICE, settings=SETTINGS[case.settings]))
        asked = targets(case, book, found, length=8)
        told = outcome(case, asked, [{name: target.pace() for name, target in asked.items()}])
    assert told.to_echo.median > 0
    assert told.cpu_microseconds["ours"] > 0


@pytest.mark.parametrize("name", RECIPES)
def test_every_telling_gives_different_bodies_with_the_wanted_type_of_move(name: str) -> None:
    book = Book(name, count=2)
    for telling in book.recipe.tellings:
        first, second = (msgspec.json.decode(body) for body in book.questions("validate", telling))
        assert first != second
        assert first["move"]["type"] == book.recipe.move_type


def test_a_cache_never_pays_when_a_hit_costs_more_than_computing() -> None:
    assert pays_from(compute=10, hit=20, miss=1) is None
    assert pays_from(compute=100, hit=20, miss=20) == 0.2
