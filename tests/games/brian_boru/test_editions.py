"""Where the books differ, and where players may: the choice picks the ruling, and the answer tells the others."""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.brian_boru.tables import act, acting, opening_state
from tests.games.brian_boru.test_rules import MONASTERY, TIED_PAD

SHARED = opening_state(3, "C1 ana")
OPEN_THERE = {"type": "open", "player": "bruno", "town": "C2"}
ACTIVE = acting(("ana", 2), ("carla", 13), winner="carla", town="C3")
EXPAND_THERE = act("upper", expand="C3")
COIN_LATER = acting(("carla", 1), winner="carla", town="C3", carla={"coins": 1})
PAY_EARLY = act("primary", "carla", extra={"courtship": 1})


def under(answer: Answer, part: str = "differs_under") -> dict[str, str]:
    """The verdict under each other edition, and under each other value of a house rule."""
    return {
        other["under"]["edition"] or f"{other['under']['house_rule']}={other['under']['value']}": other["verdict"]
        for other in answer[part]
    }


@pytest.mark.parametrize(("edition", "verdict"), [("pl", "illegal"), ("en", "illegal"), ("es", "legal")])
def test_two_openings_in_one_region(brian_boru: Referee, edition: str, verdict: str) -> None:
    answer = brian_boru.validate({**SHARED, "options": {"edition": edition}}, OPEN_THERE, compare=True)
    assert answer["verdict"] == verdict
    others = {name: "legal" if name == "es" else "illegal" for name in ("pl", "en", "es") if name != edition}
    compared = under(answer, "comparison")
    assert {name: compared[name] for name in others} == others
    assert {name for name in under(answer) if "=" not in name} == {
        name for name, other in others.items() if other != verdict
    }


@pytest.mark.parametrize(("edition", "verdict"), [("pl", "illegal"), ("en", "legal"), ("es", "legal")])
def test_expanding_to_the_active_town(brian_boru: Referee, edition: str, verdict: str) -> None:
    answer = brian_boru.validate({**ACTIVE, "options": {"edition": edition}}, EXPAND_THERE)
    assert answer["verdict"] == verdict
    differing = {"pl": {"es", "en"}, "en": {"pl"}, "es": {"pl"}}[edition]
    assert {name for name in under(answer) if "=" not in name} == differing
    cited = next(citation for citation in answer["citations"] if citation["rule"].endswith("expand-active"))
    assert cited["sources"][0]["edition"] == edition
    assert cited["sources"][0]["status"] == ("states" if edition == "pl" else "differs")
    assert bool(cited["sources"][0]["difference"]) == (edition != "pl")


def test_a_house_rule_goes_before_the_book(brian_boru: Referee) -> None:
    answer = brian_boru.validate(ACTIVE, EXPAND_THERE, house_rules={"expand_into_active": "allowed"})
    assert answer["verdict"] == "legal"
    assert [entry["name"] for entry in answer["rests_on"]] == ["expand_into_active"]


@pytest.mark.parametrize("edition", ["pl", "en", "es"])
def test_symbols_in_either_order_is_a_choice_in_every_book(brian_boru: Referee, edition: str) -> None:
    answer = brian_boru.validate({**COIN_LATER, "options": {"edition": edition}}, PAY_EARLY)
    assert answer.broken == ["action/left-to-right"]
    assert under(answer) == {"symbol_order=either": "legal"}
    agreed = brian_boru.validate(COIN_LATER, PAY_EARLY, house_rules={"symbol_order": "either"})
    assert agreed["verdict"] == "legal"
    carla = agreed["state"]["players"][2]
    assert (carla["coins"], carla["marriage"]) == (0, 3)


def test_monasteries_at_the_end(brian_boru: Referee) -> None:
    def totals(**more: Any) -> dict[str, int | None]:
        answer = brian_boru.ask("score", {"sheet": MONASTERY, **more})
        return {name: answer.total(name) for name in ("ana", "bruno")}

    assert totals() == {"ana": 23, "bruno": 23}
    assert totals(house_rules={"monasteries_at_end": "once"}) == {"ana": 20, "bruno": 20}
    answer = brian_boru.ask("score", {"sheet": MONASTERY})
    assert [other["under"]["house_rule"] for other in answer["differs_under"]] == ["monasteries_at_end"]
    assert brian_boru.ask("score", {"sheet": TIED_PAD})["differs_under"] == [], "without monasteries nothing differs"


def test_suggestions_come_near(brian_boru: Referee) -> None:
    """On a whole table, and where only one player's part is told."""
    answer = brian_boru.validate(ACTIVE, EXPAND_THERE, suggest=True)
    assert answer["suggestions"][0]["action"] == "upper"
    assert all(move["player"] == "ana" for move in answer["suggestions"])
    told = {"players": [{"name": "kate", "coins": 2}], "towns": {"L4": {"disc": "kate"}, "L7": {"disc": "peer"}}}
    answer = brian_boru.validate(told, act("upper", "kate", card=2, expand="L7"), suggest=True)
    assert answer["suggestions"][0]["expand"] == "L3"


def test_refused_kinds_are_explained(brian_boru: Referee) -> None:
    answer = brian_boru.moves(ACTIVE, explain=True)
    refused = {entry["type"]: [violation["rule"] for violation in entry["violations"]] for entry in answer["refused"]}
    assert set(refused) == {
        "start", "open", "prepare", "deal", "pick", "lead", "play", "settle", "wed", "raid", "build",
    }  # fmt: skip
    assert refused["lead"] == ["brian-boru/round/phases"]
