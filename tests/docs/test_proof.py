"""The page for sceptics is what its inputs give."""

import pytest

from tests.qa.long_runs.counting import Counted
from tests.qa.long_runs.runs import RUNS
from tests.qa.long_runs.totals import Total
from tests.qa.mutants.record import Result
from tests.qa.proof import claims, gaps
from tests.qa.proof.__main__ import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run make proof"


def test_every_run_says_what_it_claims() -> None:
    for run in RUNS:
        assert any(run.name.startswith(name) for name in claims.CLAIMS), run.name
    for _, place in claims.CLAIMS.values():
        assert list(claims.ROOT.glob(place)), place


def test_a_run_says_how_far_it_came_on_its_newest_version_and_in_all() -> None:
    total = Total(goal=1000, unit="games", next_seed=7)
    total.add("old", Counted(900), 1, "2026-11-17")
    total.add("new", Counted(99, ("wrong | a line\nanother",)), 1, "2026-11-18")
    total.report(5, "new", "wrong | a line\nanother")
    *_, row = claims.long_runs({"run": total})
    assert row == "| `run` | 1,000 games | `new` | 99 (9 %) | 999 | 1 | 1 | 2026-11-18 |"
    assert list(claims.findings({"run": total})) == ["| `run` | 5 | `new` | wrong \\| a line |"]


def test_what_was_never_begun_is_said() -> None:
    *_, row = claims.long_runs({"run": Total(goal=1000, unit="games", next_seed=0)})
    assert "| 0 | 0 |" in row
    assert "never" in row


def test_equivalent_mutants_are_not_counted_as_killed() -> None:
    results = {"kingdomino": {name: Result(function="", result=result, day="") for name, result in
                              (("a", "killed"), ("b", "survived"), ("c", "survived"))}}  # fmt: skip
    row = next(row for row in claims.mutants(results, {"b": "it is the same"}) if "Kingdomino" in row)
    assert row == "| Kingdomino | 3 | 1 | 1 | 1 | 50 % killed |"


@pytest.mark.parametrize("part", [gaps.editions, gaps.witnesses, gaps.house_rulings, gaps.components, gaps.languages])
def test_every_game_is_in_every_part_of_what_is_not_proved(part: object) -> None:
    assert callable(part)
    text = "\n".join(part())
    for title in ("Kingdomino", "Brian Boru", "Ortus Regni", "Roll & Raid"):
        assert title in text


def test_made_up_components_are_named() -> None:
    assert any("stand-in" in row and "training" in row for row in gaps.components())
