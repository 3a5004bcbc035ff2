"""The case library: every case gets the answer that it expects, and the library is what ``docs/cases.md`` says.

The cases are taken from the conformance kit as it is served, so that who checks another implementation by it does
nothing else than these tests.
"""

import json
from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.every_game import EVERY_GAME, application, each_game
from tests.our_games import GAMES

KIT: dict[str, Any] = application().test_client().get("/v1/cases").get_json()
EVERY_CASE = pytest.mark.parametrize("case", KIT["cases"], ids=lambda case: f"{case['game']}/{case['id']}")


each_of_ours = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)


def found(answer: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Those parts of an answer that a case expects something of."""
    ruling = answer.get("ruling") or {"violations": [], "citations": [], **answer}
    parts: dict[str, Any] = {"verdict": answer["verdict"]}
    if "broken" in expected:
        parts["broken"] = sorted({violation["rule"] for violation in ruling["violations"]})
    if "cites" in expected:
        cited = {
            citation["rule"]
            for part in (ruling, answer.get("repair") or {})
            for citation in part.get("citations", ())
        }
        parts["cites"] = sorted(cited & set(expected["cites"]))
    if "totals" in expected:
        parts["totals"] = {player["name"]: player["total"] for player in answer["players"]}
    if "events" in expected:
        parts["events"] = [event["type"] for event in ruling.get("events", ())]
    if "next" in expected:
        parts["next"] = (answer.get("next") or {}).get("players")
    if "recommended" in expected:
        parts["recommended"] = (answer.get("repair") or {}).get("recommended")
    if "moves" in expected:
        parts["moves"] = len(answer["moves"])
    return parts | {name: answer[name] for name in ("ranking", "failed_at") if name in expected}


def wanted(expected: dict[str, Any]) -> dict[str, Any]:
    return {name: sorted(part) if name in ("broken", "cites") else part for name, part in expected.items()}


def asked(case: dict[str, Any]) -> Answer:
    return Referee(application(), case["game"]).ask(case["operation"], case["question"])


def cases_of(game: str) -> list[dict[str, Any]]:
    return [case for case in KIT["cases"] if case["game"] == game]


def marks_of(case: dict[str, Any]) -> list[pytest.MarkDecorator]:
    """A case counts for the rules that it expects to be broken and cited.

    For a rule that no mark names it counts if its answer shows the rule (``observed``): a game may have cases only.
    """
    broken = case["expected"].get("broken") or []
    kept = [rule for rule in case["expected"].get("cites") or [] if rule not in broken]
    return [pytest.mark.breaks(*broken), pytest.mark.obeys(*kept)]


@pytest.mark.observed
@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{case['game']}/{case['id']}", marks=marks_of(case)) for case in KIT["cases"]]
)
def test_a_case_is_answered_as_it_expects(case: dict[str, Any]) -> None:
    assert found(asked(case), case["expected"]) == wanted(case["expected"])


@each_of_ours
def test_some_cases_are_decided_by_a_rule_that_an_event_rests_on(game: Any) -> None:
    decided = [case for case in cases_of(game.meta.id) if _is_decided_by_an_event(case)]
    assert len(decided) >= 2


def _is_decided_by_an_event(case: dict[str, Any]) -> bool:
    expected = case["expected"].get("cites", ())
    roles = {citation["rule"]: citation["role"] for citation in asked(case).get("citations", ())} if expected else {}
    return any(roles.get(rule) == "applies" for rule in expected)


@EVERY_CASE
def test_a_case_rests_on_its_source(case: dict[str, Any]) -> None:
    """A house ruling is at work where one is named; every other case names its place in the book it is played by."""
    source, (game,) = case["source"], (game for game in EVERY_GAME if game.meta.id == case["game"])
    if source["kind"] == "house-ruling":
        answer = asked(case)
        ruling = answer.get("ruling") or answer
        rules = [told["rule"] for part in ("citations", "events") for told in ruling.get(part, ())]
        rules += [told["rule"] for told in (answer.get("repair") or {}).get("citations", ())]
        assert any(game.rulebook.rules[rule.removeprefix(f"{case['game']}/")].house for rule in rules)
        return
    assert source["place"]
    if source["kind"] == "faq":
        return
    assert source["edition"] in game.rulebook.editions
    options = case["question"].get("state", {}).get("options", {})
    assert options.get("edition", source["edition"]) == source["edition"]


def test_a_case_has_a_title_in_each_language() -> None:
    for case in KIT["cases"]:
        (game,) = (game for game in EVERY_GAME if game.meta.id == case["game"])
        titles = [case["title"][language] for language in game.rulebook.languages]
        assert all(titles), case["id"]
        assert len(set(titles)) == len(titles), case["id"]


def test_the_rules_of_a_case_exist() -> None:
    for case in KIT["cases"]:
        (game,) = (game for game in EVERY_GAME if game.meta.id == case["game"])
        rules = [*case["expected"].get("broken", ()), *case["expected"].get("cites", ())]
        assert {rule.removeprefix(f"{case['game']}/") for rule in rules} <= game.rulebook.rules.keys(), case["id"]


@each_game
def test_there_are_enough_cases_of_every_kind(game: Any) -> None:
    own = cases_of(game.meta.id)
    if not own:
        pytest.skip("a game may be served without cases; it is not complete then")
    # Not every book prints examples, and not every game needs house rulings.
    rulings = {"house-ruling"} if any(rule.house for rule in game.rulebook.rules.values()) else set()
    assert {case["source"]["kind"] for case in own} >= {"dispute"} | rulings
    assert {case["expected"]["verdict"] for case in own} >= {"legal", "illegal", "possible", "impossible"}
    titles = [case["title"][game.rulebook.languages[0]] for case in own]
    assert len(set(titles)) == len(titles)


def test_the_kit_is_the_folders() -> None:
    contents = [json.loads(path.read_text("utf-8")) for game in EVERY_GAME for path in game.cases.glob("*.json")]
    written = [case for content in contents for case in (content if isinstance(content, list) else [content])]
    assert len(KIT["cases"]) == len(written)
    assert all(case in written for case in KIT["cases"])


def test_no_case_asks_what_another_one_asks() -> None:
    questions = [
        json.dumps([case["game"], case["operation"], case["question"]], sort_keys=True) for case in KIT["cases"]
    ]
    assert len(set(questions)) == len(questions)
