"""Events: what does nothing is told too, and the rule of each event is cited."""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.brian_boru.tables import LAST, act, acting, last_action, state, trick_due, upkeep
from tests.games.brian_boru.test_rules import BASE, MILITARY, ORDERED, changed, column, lead, raid, settle, sheet

State = dict[str, Any]
LOST = ("ana", 2), ("bruno", 11), ("carla", 13)
ACTIONS = {
    "no raider is left": (changed(ORDERED, raiders=0), act("lower"), "no-raider", "symbol/raider"),
    "nobody has courted": (last_action(marriage_card="brigid"), LAST, "nobody-weds", "marriage/nobody"),
    "nobody has courted, by the Polish book": (
        last_action(options={"house_rules": {"nobody_courts": "top-of-pile"}}),
        LAST,
        "pile-loses-a-card",
        "marriage/nobody",
    ),
    "tied for the first spoils": (
        last_action(raiders=0, ana={"raiders": 1}, bruno={"raiders": 1}),
        LAST,
        "spoils-tied",
        "battle/first-spoils",
    ),
    "nobody for the second spoils": (
        last_action(raiders=0, ana={"raiders": 1}),
        LAST,
        "no-second-spoils",
        "battle/no-raiders",
    ),
    "tied in the church": (
        last_action(raiders=0, ana={"church": 1}, bruno={"church": 1}),
        LAST,
        "church-tied",
        "church/first",
    ),
    "the first spoils": (last_action(raiders=0, ana={"raiders": 2}), LAST, "first-spoils", "battle/first-spoils"),
    "the second spoils": (
        last_action(raiders=0, ana={"raiders": 2}, bruno={"raiders": 1}),
        LAST,
        "second-spoils",
        "battle/second-spoils",
    ),
    "a claim": (last_action("D1 ana; D2 ana; M1 bruno; U1 carla", raiders=0), LAST, "claimed", "claims/majority"),
    "a tie": (last_action("D1 ana; D2 bruno; U1 carla", raiders=0), LAST, "stays", "claims/tie"),
    "the Vikings in the lead": (
        last_action("D1 ana viking; D2 bruno viking; U1 carla", raiders=0),
        LAST,
        "vikings-hold",
        "claims/vikings",
    ),
}


def event(answer: Answer, kind: str) -> State:
    return next(each for each in answer["events"] if each["type"] == kind)


@pytest.mark.parametrize(("told", "move", "kind", "rule"), ACTIONS.values(), ids=ACTIONS)
def test_an_event_with_its_rule(told: State, move: State, kind: str, rule: str, brian_boru: Referee) -> None:
    answer = brian_boru.validate(told, move)
    assert event(answer, kind)["rule"] == f"brian-boru/{rule}"
    roles = {citation["rule"]: citation["role"] for citation in answer["citations"]}
    assert {each["rule"] for each in answer["events"]} <= roles.keys()
    assert roles[f"brian-boru/{rule}"] == "applies"


def test_a_slide_is_cited(brian_boru: Referee) -> None:
    """Card 2 gives no step, so the 17 is acted on: ana courts onto bruno's space."""
    told = acting(
        ("ana", 1),
        ("carla", 13),
        winner="carla",
        ana={"hand": ["?"] * 2, "marriage": 0},
        bruno={"hand": ["?"] * 2, "marriage": 2},
    )
    answer = brian_boru.validate(told, act("lower"))
    assert [each["type"] for each in answer["events"]][-2:] == ["slid", "discarded"]
    assert "symbol/slide" in answer.cited


def test_on_the_top_space_a_step_is_none(brian_boru: Referee) -> None:
    told = acting(("ana", 1), ("carla", 13), winner="carla", ana={"hand": ["?"] * 2})
    top = len(BASE["track"]) - 1
    told["players"][0]["marriage"] = top
    answer = brian_boru.validate(told, act("lower"))
    assert event(answer, "no-courtship")["detail"] == {"player": "ana"}
    assert "courted" not in [each["type"] for each in answer["events"]]


def test_who_has_nothing_pays_nothing(brian_boru: Referee) -> None:
    told = acting(
        ("ana", 23), ("carla", 25), winner="carla", town="M5", ana={"hand": ["?"] * 2, "coins": 0, "points": 0}
    )
    told["trick"]["winner"] = "ana"
    told["trick"]["played"] = [{"player": "ana", "card": 17}]
    told["discard"] += ["?"]
    answer = brian_boru.validate(told, act("primary"))
    assert event(answer, "nothing-to-pay")["rule"] == "brian-boru/symbol/pay"


@pytest.mark.parametrize(
    ("told", "move", "rule"),
    [
        (trick_due(board="C4 ana; C1 bruno viking; U1 carla"), lead("C1", 11), "trick/empty-town"),
        (acting(("ana", 2), ("carla", 13), winner="carla", board="C4 ana; C3 bruno viking; U1 carla"), act("upper", expand="C3"), "symbol/expand-empty"),
        (upkeep("marriage", "M1 bruno viking; C4 ana; U1 carla", marriage_card=None, bruno={"marriage": 8}), settle("M1", "bruno"), "marriage/any-town"),
    ],
    ids=["lead", "expand", "settle"],
)  # fmt: skip
def test_a_disc_under_a_viking_token_is_said_to_lie_there(
    told: State, move: State, rule: str, brian_boru: Referee
) -> None:
    assert "under the Viking control token" in brian_boru.validate(told, move).message(rule)


def test_a_wrong_claim_with_the_vikings_in_the_lead_is_explained_once(brian_boru: Referee) -> None:
    region = {"munster": {"towns": 3}}
    pad = sheet(column("ana", towns=region), vikings={"munster": {"towns": 4}}, face_up=["munster"])
    answer = brian_boru.ask("score", {"sheet": pad, "claimed": {"ana": 23}})
    assert answer.explained_by("ana") == ["score/vikings-most"]
    assert brian_boru.ask("score", {"sheet": MILITARY, "claimed": {"ana": 20}}).explained_by("ana") == [
        "score/military"
    ]


def test_a_raid_is_a_sentence(brian_boru: Referee) -> None:
    told = upkeep("battle", ana={"raiders": 2}, carla={"raiders": 1})
    answer = brian_boru.validate(told, raid("M1"))
    assert all(each["text"].endswith(".") and "{" not in each["text"] for each in answer["events"])


# ---------------------------------------------------------------- moves that make sense get a ruling


ODD = {
    "a Viking card that the box has not": (
        state("preparation"),
        {"type": "prepare", "vikings": 8, "marriage": "aoife"},
    ),
    "more cards than anybody has": (trick_due(), {"type": "pick", "player": "ana", "cards": list(range(1, 26))}),
    "no cards": (trick_due(), {"type": "pick", "player": "ana", "cards": []}),
    "a whole deck for one": (state("deal"), {"type": "deal", "hands": {"ana": list(range(1, 26))}}),
    "99 raiders": (ORDERED, act("lower", extra={"raider": 99})),
    "a town without a token": (ORDERED, act("upper", free="M1")),
    "the own town": (ORDERED, act("upper", expand="C4")),
    "the own town lost by the own choice": (upkeep("battle", ana={"raiders": 1}), raid("C4", "ana", "ana")),
    "a card that was played": (changed(trick_due(), discard=[5, *["?"] * 11]), lead("C1", 5)),
    "another player's card": (trick_due(bruno={"hand": [9, 10, 20, 21]}), lead("C1", 20)),
}


@pytest.mark.parametrize(("told", "move"), ODD.values(), ids=ODD)
def test_a_move_that_makes_sense_gets_a_ruling(told: State, move: State, brian_boru: Referee) -> None:
    assert brian_boru.validate(told, move)["verdict"] == "illegal"
