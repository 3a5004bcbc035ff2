"""A short worst-case search: nothing that it comes across is above a bound, and it does find dearer questions."""

from pathlib import Path

import pytest

from tests.qa.worst_case.measuring import Cost, Service
from tests.qa.worst_case.questions import Target, targets
from tests.qa.worst_case.search import Climb, search, table

SEED, SECONDS = 1, 10


@pytest.fixture(scope="module")
def service() -> Service:
    return Service()


def test_a_short_search_finds_nothing_above_a_bound(service: Service) -> None:
    climbs = [Climb(service, target, SEED, short=True) for target in targets()]
    search(climbs, SECONDS, rounds=1)
    found = [(climb.target.path, climb.excesses) for climb in climbs if climb.excesses]
    assert not found, f"seed {SEED}\n{table(climbs)}\n{str(found)[:2000]}"
    assert all(climb.best["cpu"] for climb in climbs), "every target has an accepted question"


def target_of(name: str) -> Target:
    return next(target for target in targets() if target.name == name)


def test_the_search_finds_dearer_questions_and_goes_on_with_them(service: Service, tmp_path: Path) -> None:
    climb = Climb(service, target_of("roll-and-raid-audit"), SEED, short=True)
    climb.run(0)
    before = climb.best["bytes"][0].cost.bytes
    climb.run(1)
    climb.write(tmp_path)
    assert climb.best["bytes"][0].cost.bytes > before
    again = Climb(service, climb.target, SEED, short=True)
    again.read(tmp_path)
    assert again.tried == climb.tried
    assert again.best["bytes"][0].cost.bytes == climb.best["bytes"][0].cost.bytes


def test_a_cost_above_a_bound_says_so() -> None:
    assert Cost("200", 0.1, 100, 5, 100).excesses() == []
    assert len(Cost("500", 2.0, 5_000_000, 5, 40_000_000).excesses()) == 4
