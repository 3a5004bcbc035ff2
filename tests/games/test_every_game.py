"""One test for all games that are installed: a new game is held to it without a line of its own.

Nothing here knows a particular game; everything comes from the ``Game``, its types and its rulebook. Random games are
played by all player counts, editions and packs, and at some of their positions thousands of moves are tried that are
nearly right (``conformance``). ``test_every_game_catches`` shows that faults are found. What other shared tests hold
every game to: partial tables, hidden cards, pictures, evidence in the code, cases, examples (``make check-game`` runs
them all for one game).
"""

import json
import re
from dataclasses import MISSING, fields
from difflib import get_close_matches
from functools import cache

import pytest

from service.referee.defaults import NEEDED
from service.referee.game import AnyGame, GameError
from tests.cases.test_cases import asked, cases_of
from tests.coverage import rule_ids_in
from tests.games.conformance import moves, tables
from tests.games.conformance.sampling import sample
from tests.games.conformance.sentences import Sentences
from tests.games.every_game import BY_NAME, QUICK, application, each_game, more_of
from tests.observation import observing

SHOWN = 10
"""The complaints that a failure shows."""


class Conformance:
    """What the random games of a game have shown: computed once for all tests of the game."""

    def __init__(self, name: str) -> None:
        game, sampled, self.sentences = BY_NAME[name], sample(name), Sentences()
        self.of_moves = [
            text for position in sampled.positions for text in moves.complaints(game, position, self.sentences)
        ]
        self.of_tables = [
            text for played in sampled.games for text in tables.complaints(game, played, self.sentences)
        ]
        self.of_sentences = list(self.sentences.complaints(game))


@cache
def conformance(name: str) -> Conformance:
    return Conformance(name)


def show(found: list[str]) -> str:
    return "\n".join([f"{len(found)} complaints, the first of them:", *found[:SHOWN]])


@each_game
def test_legal_moves_are_what_check_lets_pass(game: AnyGame) -> None:
    known = more_of(game).known
    found = [text for text in conformance(game.meta.id).of_moves if not any(re.search(one, text) for one in known)]
    assert not found, show(found)
    tried = sum(len(position.near) for position in sample(game.meta.id).positions)
    assert tried >= 10 * len(game.move_types), "near misses were tried"


@each_game
def test_faults_that_are_mended_are_not_known_any_more(game: AnyGame) -> None:
    found = conformance(game.meta.id).of_moves
    if QUICK:
        return
    mended = [one for one in more_of(game).known if not any(re.search(one, text) for text in found)]
    assert mended == [], "take these off the list in every_game.py"


@each_game
def test_tables_are_written_replayed_seen_and_scored(game: AnyGame) -> None:
    found = conformance(game.meta.id).of_tables
    assert not found, show(found)


@each_game
def test_what_the_types_let_be_hidden_is_hidden_from_somebody(game: AnyGame) -> None:
    visited = [here.table for played in sample(game.meta.id).games for here in played[:: tables.EVERY]]
    assert tables.never_hidden(game, visited) == []


@each_game
def test_every_sentence_can_be_said_in_every_language(game: AnyGame) -> None:
    found = conformance(game.meta.id).of_sentences
    assert not found, show(found)
    assert conformance(game.meta.id).sentences.said


@each_game
def test_every_rule_that_the_code_names_is_in_the_rulebook(game: AnyGame) -> None:
    unknown = sorted(rule_ids_in(game.folder) - game.rulebook.rules.keys())
    near = {rule: get_close_matches(rule, game.rulebook.rules, 1) for rule in unknown}
    assert near == {}, "no such rules; the most similar ones beside them"


@each_game
def test_every_rule_is_cited_somewhere(game: AnyGame) -> None:
    """In random play, in the answer to a case, or in an answer that a test saw (``make coverage``)."""
    cited = set(conformance(game.meta.id).sentences.rules)
    cited |= {rule for rule, seen in game.rulebook.coverage.items() if any(seen.values())}
    if missing := game.rulebook.rules.keys() - cited:
        with observing() as observation:
            for case in cases_of(game.meta.id):
                asked(case)
        missing -= {rule.removeprefix(f"{game.meta.id}/") for rule in observation.roles}
    assert sorted(missing) == [], "nothing cites these rules"


@each_game
def test_examples_in_the_package_are_answered_as_they_say(game: AnyGame) -> None:
    """Those of our games are in ``openapi/examples`` and tested there."""
    for path in sorted((game.folder / "examples").glob("*.json")):
        shown = json.loads(path.read_text("utf-8"))
        sent = {"json": shown["request"]} if "request" in shown else {}
        response = application().test_client().open(shown["path"], method=shown["method"], **sent)
        assert response.status_code == 200, f"{path.name}: {response.get_data(as_text=True)}"
        answered = response.get_json() if response.is_json else response.get_data(as_text=True)
        assert shown.get("response", answered) == answered, path.name


@each_game
def test_a_game_that_lacks_a_function_is_refused_by_its_name(game: AnyGame) -> None:
    parts = {field.name: getattr(game, field.name) for field in fields(game) if field.init}
    needed = [field for field in fields(game) if field.default is MISSING and field.default_factory is MISSING]
    for name in [field.name for field in needed if field.init]:
        with pytest.raises(TypeError, match=name):
            type(game)(**{other: part for other, part in parts.items() if other != name})
    for name, instead in NEEDED.items():
        lacking = {other: part for other, part in parts.items() if other not in (name, *instead)}
        # ``due`` is named first where a function is left out for which it could stand.
        with pytest.raises(GameError, match=rf"{game.meta.id}: the function `({name}|due)` is missing"):
            type(game)(**lacking)
