"""What a clan may not see: the raid deck, and what the others have chosen or bid until all are revealed."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import (
    EASY,
    HARD,
    PACK,
    attacking,
    bid,
    bidding,
    bids,
    changed,
    choose,
    contender,
    done,
    raid,
    refill,
    table,
)

DECK = [*EASY[3:], *HARD]


def seen(referee: Referee, told: dict[str, Any], player: str = "ana") -> dict[str, Any]:
    return referee.ask("view", {"state": told, "player": player, "pack": PACK})["state"]


def test_choices_are_hidden_until_all_have_chosen(roll_and_raid: Referee) -> None:
    told = table("choice", ana={"choice": 2}, bruno={"choice": 1})
    assert [clan["choice"] for clan in seen(roll_and_raid, told)["players"]] == [2, "?", None]
    assert [clan["choice"] for clan in seen(roll_and_raid, told, "carla")["players"]] == ["?", "?", None]


def test_a_choice_is_hidden_when_the_phase_is_not_told(roll_and_raid: Referee) -> None:
    told = {"players": [{"name": "ana"}, {"name": "bruno", "choice": 2}]}
    assert seen(roll_and_raid, told)["players"][1]["choice"] == "?"


def test_choices_are_open_afterwards(roll_and_raid: Referee) -> None:
    told = bidding("ana", "bruno")
    assert [clan["choice"] for clan in seen(roll_and_raid, told, "carla")["players"]] == [1, 1, 0]


def test_bids_of_this_pass_are_hidden_and_those_shown_are_not(roll_and_raid: Referee) -> None:
    clans = [contender("ana", shown=[2], bid=3), contender("bruno", shown=[2], bid=1), contender("carla", shown=[2])]
    tied = {"vikings": 3, "choice": 1}
    told = changed(
        bidding("ana", "bruno", "carla", ana=tied, bruno=tied, carla=tied), raids=[raid("lindisfarne", *clans)]
    )
    (conflict,) = seen(roll_and_raid, told)["raids"]
    assert [(clan["shown"], clan["bid"]) for clan in conflict["clans"]] == [([2], 3), ([2], "?"), ([2], None)]


def test_the_deck_is_hidden_from_everybody(roll_and_raid: Referee) -> None:
    told = changed(table("production"), deck=DECK)
    assert seen(roll_and_raid, told)["deck"] == ["?"] * 9


@pytest.mark.parametrize(
    ("one", "other", "move"),
    [
        pytest.param(
            table("choice", bruno={"choice": 1}), table("choice", bruno={"choice": 0}), choose(1), id="a choice"
        ),
        pytest.param(
            bids(bidding("ana", "bruno", "carla"), bruno=1),
            bids(bidding("ana", "bruno", "carla"), bruno=4),
            bid(3),
            id="a bid",
        ),
        pytest.param(
            changed(table("production"), deck=DECK),
            changed(table("production"), deck=[*EASY[:2:-1], *HARD]),
            done(),
            id="the deck",
        ),
    ],
)
def test_a_secret_that_does_not_matter_changes_no_byte(
    roll_and_raid: Referee, one: dict[str, Any], other: dict[str, Any], move: dict[str, Any]
) -> None:
    """Ana's own move, judged on two tables that look the same to her."""
    assert one != other
    assert seen(roll_and_raid, one) == seen(roll_and_raid, other)
    answers = []
    for told in (one, other):
        body = {"state": told, "move": move, "viewer": "ana", "suggest": True, "pack": PACK}
        answers.append(roll_and_raid.http.post("/v1/games/roll-and-raid/validate", json=body).get_data())
    assert answers[0] == answers[1]
    assert b'"verdict":"legal"' in answers[0]


def test_no_message_tells_a_hidden_card(roll_and_raid: Referee) -> None:
    told = table(
        "maintenance",
        display=["iona", "portland"],
        deck=["sheppey", *EASY[3:5], *HARD],
        ana={"raids": ["lindisfarne"]},
    )
    answer = roll_and_raid.validate(told, refill("jarrow"), pack=PACK)
    assert answer["verdict"] == "illegal"
    assert "sheppey" not in str(answer["violations"])


def test_no_event_tells_a_bid_before_the_last(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(bids(bidding("ana", "bruno", "carla"), bruno=4), bid(3), pack=PACK)
    assert [event["detail"] for event in answer["events"]] == [{"player": "ana"}]


def test_a_low_roll_hides_nothing(roll_and_raid: Referee) -> None:
    """Raids are resolved in the open."""
    told = attacking(step="help", lying=[1, 2])
    assert seen(roll_and_raid, told, "carla")["raids"] == seen(roll_and_raid, told, "ana")["raids"]
