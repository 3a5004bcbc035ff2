"""No rule that no test saw kept and, if it can be, broken; no rule that no code knows, and none unheard of."""

from typing import Any

import pytest

from service.referee.cases import CaseLibrary
from service.referee.game import AnyGame
from service.referee.levels import left_to_do
from service.referee.repair import RULE as LATE_MISTAKES
from service.referee.rulebook import Covered
from tests import coverage
from tests.games.every_game import OURS_AND_MODEL
from tests.our_games import GAMES

EVERY_GAME = pytest.mark.parametrize("game", OURS_AND_MODEL, ids=lambda game: game.meta.id)


@EVERY_GAME
def test_every_rule_is_seen_kept_and_broken(game: AnyGame) -> None:
    cases = len(CaseLibrary(game.meta.id, game.cases, game.rulebook.languages).cases)
    left = [todo.what for todo in left_to_do(game.rulebook, cases) if todo.level == "reviewed"]
    assert left == [], "mark tests with obeys and breaks, and run `make coverage`"


def test_the_files_name_the_marked_tests(request: pytest.FixtureRequest) -> None:
    """Held against the tests of this very session: only a run of the whole suite can say.

    What each of them sees is compared with the files when it runs (``tests.observation.hold_to_files``).
    """
    collected = {item.path for item in request.session.items}
    marked = [path for name in ("games", "cases") for path in (coverage.ROOT / "tests" / name).rglob("test_*.py")]
    if not collected.issuperset(marked):
        pytest.skip("only part of the suite was collected")
    marked, written = coverage.marked_tests(request.session.items), coverage.written_tests()
    observed = {
        coverage.name_of(item.nodeid) for item in request.session.items if item.get_closest_marker("observed")
    }
    assert marked <= written, "run `make coverage`"
    assert {test for test, _, _ in written - marked} <= observed, "run `make coverage`"


def test_the_page_is_that_of_the_files() -> None:
    found = {game.meta.id: game.rulebook.coverage for game in GAMES}
    assert coverage.PAGE.read_text("utf-8") == coverage.as_page(found), "run `make coverage`"


def test_what_was_accepted_counts_only_for_kinds_of_question_that_can_break_the_rule() -> None:
    covered = {
        "place/free": {"obeys": {"one": "accepted in audit, accepted in odds"}, "breaks": {"two": "broken in audit"}},
        "place/mill": {"obeys": {"one": "accepted in audit"}, "breaks": {"two": "broken in validate place"}},
        "place/turn": {"obeys": {"one": "allows, applies", "two": "shown"}, "breaks": {}},
    }  # fmt: skip
    unseen = coverage.leave_out_unrelated(covered)
    assert unseen == ["place/mill in one: accepted in audit, broken in validate place"]
    assert covered["place/free"]["obeys"] == {"one": "accepted in audit"}
    assert covered["place/turn"]["obeys"] == {"one": "allows, applies", "two": "shown"}


def test_cases_count_for_rules_that_no_mark_names() -> None:
    """A game that has cases and no other tests: what their answers show is enough."""
    found: dict[str, Covered] = {"kingdomino": {}}
    for rule in coverage.RULEBOOKS["kingdomino"].rules:
        found["kingdomino"][rule] = {"obeys": {"marked": "allows"}, "breaks": {"marked": "broken in audit"}}
    found["kingdomino"] |= {
        "place/match": {"obeys": {}, "breaks": {}},
        "place/bounds": {"obeys": {}, "breaks": {}},
        "place/overlap": {"obeys": {}, "breaks": {}},
    }
    others: dict[str, Covered] = {
        game: {rule: {"obeys": {}, "breaks": {}} for rule in book.rules} for game, book in coverage.RULEBOOKS.items()
    }
    refused, allowed = "test[kingdomino/refused]", "test[kingdomino/allowed]"
    broken = {f"kingdomino/place/{rule}": ["broken in validate place"] for rule in ("match", "bounds")}
    seen: dict[str, Any] = {
        refused: {"obeys": {}, "breaks": broken, "accepted": {"": []}},
        allowed: {
            "obeys": {"kingdomino/place/match": ["allows"]},
            "breaks": {},
            "accepted": {"": ["validate place"]},
        },
    }
    coverage.fill_gaps({**others, **found}, seen)
    assert found["kingdomino"]["place/match"] == {
        "obeys": {allowed: "allows"},
        "breaks": {refused: "broken in validate place"},
    }
    assert found["kingdomino"]["place/bounds"]["obeys"] == {allowed: "accepted in validate place"}
    assert found["kingdomino"]["place/overlap"] == {"obeys": {}, "breaks": {}}, "no case shows it"
    assert found["kingdomino"]["setup/kings"]["obeys"] == {"marked": "allows"}, "marks come first"


@EVERY_GAME
def test_code_and_rulebook_know_the_same_rules(game: AnyGame) -> None:
    rules = set(game.rulebook.rules)
    of_the_core = game.needed_rules | ({LATE_MISTAKES} & rules)
    assert coverage.rule_ids_in(game.folder) | of_the_core == rules
