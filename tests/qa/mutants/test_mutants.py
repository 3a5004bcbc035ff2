"""Mutants are what they should be: each a change, found again under its name, and noticed by a test that looks."""

import gc
from collections import Counter
from pathlib import Path

import pytest

from service.games.registry import OURS
from tests.qa.mutants import record
from tests.qa.mutants.changes import Mutant, mutants_of
from tests.qa.mutants.record import Result
from tests.qa.mutants.trying import _forked, _live_functions, exchanged

KINDS = {
    "flip",
    "and-or",
    "other-truth",
    "plus-one",
    "minus-one",
    "without-not",
    "other-sign",
    "always",
    "never",
    "removed",
    "swapped",
}


@pytest.fixture(scope="module")
def kingdomino() -> list[Mutant]:
    return mutants_of("kingdomino")


@pytest.mark.parametrize("game", OURS)
def test_there_are_enough_and_each_has_a_name(game: str) -> None:
    mutants = mutants_of(game)
    assert len({mutant.name for mutant in mutants}) == len(mutants) > 1000
    assert {mutant.path.name for mutant in mutants} >= {"steps.py", "inference.py"}


def test_every_kind_is_made(kingdomino: list[Mutant]) -> None:
    kinds = Counter(mutant.kind for mutant in kingdomino)
    assert kinds.keys() == KINDS


def test_the_order_does_not_depend_on_anything_else(kingdomino: list[Mutant]) -> None:
    assert [mutant.name for mutant in mutants_of("kingdomino")] == [mutant.name for mutant in kingdomino]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_mutant_is_another_code_of_the_same_function(kingdomino: list[Mutant], kind: str) -> None:
    mutant = next(mutant for mutant in kingdomino if mutant.kind == kind)
    change = mutant.change()
    assert change.before != change.after
    assert change.old != change.new
    assert (change.old.co_name, change.old.co_firstlineno) == (change.new.co_name, change.new.co_firstlineno)


def test_the_functions_that_are_changed_are_in_use(kingdomino: list[Mutant]) -> None:
    live = _live_functions()
    gc.freeze()  # as it was
    assert all(mutant.change().old in live for mutant in kingdomino[:20])


def test_a_function_that_an_import_has_made_is_exchanged_too() -> None:
    """``_is_due`` hands out a function; the steps have been made with it when a mutant is tried."""
    live = _live_functions()
    gc.freeze()
    mutant = next(one for one in mutants_of("brian-boru") if one.name.startswith("brian_boru/steps.py:_is_due:"))
    assert [len(live[old]) > 0 for old, _ in exchanged(mutant.change())] == [True, True]


def test_a_process_that_fails_or_never_ends_is_noticed() -> None:
    def never() -> str:
        while True:
            pass

    assert _forked(lambda: "said", seconds=10) == "said"
    assert _forked(never, seconds=0) is None
    assert _forked(lambda: str(1 // 0), seconds=10) is None


def test_a_result_is_kept_until_its_function_changes(kingdomino: list[Mutant], tmp_path: Path) -> None:
    first, second = kingdomino[:2]
    written = {
        "kingdomino": {
            first.name: Result(function=first.function, result="killed", by="a test", day="2026-11-18"),
            second.name: Result(function="another", result="survived", day="2026-11-18"),
        }
    }
    path = tmp_path / "mutants.json"
    record.write(written, path)
    assert record.read(path) == written
    assert list(record.valid(record.read(path)["kingdomino"], kingdomino)) == [first.name]


def test_every_equivalent_mutant_is_there_with_its_reason() -> None:
    names = {mutant.name for game in OURS for mutant in mutants_of(game)}
    for name, reason in record.equivalents().items():
        assert name in names, f"{name}: its function has changed, look at it again"
        assert len(reason.split()) > 4, name
