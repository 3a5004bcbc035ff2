"""The levels of a game: draft, reviewed, complete."""

import copy
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.referee.cases import CaseLibrary
from service.referee.game import AnyGame
from service.referee.levels import left_to_do, level_of
from service.referee.rulebook import Rulebook
from service.referee.wording import Wording
from tests.our_games import GAMES
from tests.referee.test_rulebook import read

CASES = 4


def rules() -> dict[str, Any]:
    """A made-up rulebook with two rules, of which one can be broken."""
    return {
        "version": "1",
        "languages": ["en", "es", "pl"],
        "edition": [
            {"id": "book", "language": "en", "title": "The book", "note": dict.fromkeys(("en", "es", "pl"), "")}
        ],
        "rule": [
            {"id": "place/free", "kind": "enforced", "book": {"states": "1"}},
            {"id": "place/mill", "kind": "procedure", "book": {"states": "2"}},
        ],
        "facts": {},
    }


def words(language: str) -> Wording:
    entry = {"title": f"Title ({language})", "text": f"Text ({language})"}
    texts: dict[str, Any] = {
        "sections": {"place": "Placing"},
        "rules": {
            "place/free": {**entry, "text": f"Free ({language})", "message": "Taken: {point}."},
            "place/mill": entry,
        },
        **{section: {} for section in ("events", "facts", "glossary", "terms", "house_rules")},
    }
    return Wording(texts, language)


SEEN = {
    "place/free": {"obeys": {"test_one": "accepted"}, "breaks": {"test_two": "broken"}},
    "place/mill": {"obeys": {"test_one": "applies"}, "breaks": {}},
}


def left(data: dict[str, Any], seen: Any = SEEN, cases: int = CASES) -> tuple[str, list[str]]:
    book = Rulebook("mills", data, {language: words(language) for language in data["languages"]}, seen)
    found = list(left_to_do(book, cases))
    assert all(todo.where.startswith(("cases/", "rulebook/")) for todo in found)
    return level_of(found), [todo.what for todo in found]


def test_a_game_of_which_nothing_is_left_is_complete() -> None:
    assert left(rules()) == ("complete", [])


def test_a_rule_that_no_test_saw_makes_a_draft() -> None:
    assert left(rules(), {}) == (
        "draft",
        ["no test saw place/free kept", "no test saw place/free broken", "no test saw place/mill kept"],
    )


@pytest.mark.parametrize("side", ["obeys", "breaks"])
def test_a_rule_is_seen_from_both_sides(side: str) -> None:
    seen = copy.deepcopy(SEEN)
    seen["place/free"][side] = {}
    kept = "kept" if side == "obeys" else "broken"
    assert left(rules(), seen) == ("draft", [f"no test saw place/free {kept}"])


def test_a_rule_with_a_reason_need_not_be_broken() -> None:
    data, seen = rules(), copy.deepcopy(SEEN)
    data["rule"][0]["never_broken"] = "Another rule always comes first."
    seen["place/free"]["breaks"] = {}
    assert left(data, seen) == ("complete", [])


def test_a_reviewed_game_may_lack_languages_and_cases_and_know_an_edition_by_name_only() -> None:
    data = rules()
    data["languages"] = ["en"]
    data["edition"].append({"id": "second", "language": "pl", "title": "Seen from afar", "note": {"en": ""}})
    for rule in data["rule"]:
        rule["second"] = {"silent": True}
    assert left(data, cases=0) == (
        "reviewed",
        [
            "the texts in es",
            "the texts in pl",
            "cases: there are 0 of 1",
            "the edition second: no rule says where it stands in it",
        ],
    )


def test_what_is_left_for_the_next_level_comes_first() -> None:
    level, found = left(rules(), {}, cases=0)
    assert (level, found[-1]) == ("draft", "cases: there are 0 of 1")


OURS = [game for game in GAMES if game.meta.id in ("kingdomino", "brian-boru", "ortus-regni", "roll-and-raid")]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.meta.id)
def test_our_games_are_complete(game: AnyGame, client: FlaskClient) -> None:
    cases = len(CaseLibrary(game.meta.id, game.cases, game.rulebook.languages).cases)
    assert list(left_to_do(game.rulebook, cases)) == []
    assert client.get(f"/v1/games/{game.meta.id}").get_json()["game"]["level"] == "complete"


def test_a_game_that_was_never_tested_is_served_as_a_draft() -> None:
    game = GAMES[0]
    texts = {language: Wording(read(game, language), language) for language in ("en", "es", "pl")}
    book = Rulebook(game.meta.id, read(game, "rules"), texts)
    assert level_of(left_to_do(book, 100)) == "draft"
