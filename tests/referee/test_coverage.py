"""No rule without a test that keeps it and one that breaks it; no rule that no code knows, and none unheard of."""

import json

import pytest

from service.games.registry import GAMES
from service.referee.game import Game
from tests import coverage

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)


@pytest.fixture(scope="module")
def found() -> dict[str, coverage.Covered]:
    return {
        game.meta.id: json.loads((game.packs.parent / "rulebook" / "coverage.json").read_text("utf-8"))
        for game in GAMES
    }


@EVERY_GAME
def test_every_rule_is_kept_and_broken(game: Game, found: dict[str, coverage.Covered]) -> None:
    covered = found[game.meta.id]
    holes = [rule for rule in game.rulebook.rules if not covered[rule]["obeys"] or not covered[rule]["breaks"]]
    assert holes == []


@EVERY_GAME
def test_the_written_coverage_is_up_to_date(game: Game, request: pytest.FixtureRequest) -> None:
    """Held against the tests of this very session: only a run of the whole suite can say."""
    collector = coverage.Collector()
    collector.pytest_collection_modifyitems(request.session.items)
    collected = {item.path for item in request.session.items}
    if not collected.issuperset((coverage.ROOT / "tests" / "games").rglob("test_*.py")):
        pytest.skip("only part of the suite was collected")
    path = game.packs.parent / "rulebook" / "coverage.json"
    found = {name: dict(rules) for name, rules in collector.found.items()}
    assert path.read_text("utf-8") == coverage.as_json(game, found[game.meta.id]), "run `make coverage`"
    assert coverage.PAGE.read_text("utf-8") == coverage.as_page(found), "run `make coverage`"


@EVERY_GAME
def test_code_and_rulebook_know_the_same_rules(game: Game) -> None:
    assert coverage.rule_ids_in(game.packs.parent) == set(game.rulebook.rules)
