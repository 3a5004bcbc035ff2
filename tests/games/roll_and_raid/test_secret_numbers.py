"""Choices and bids that are made and still secret (``"?"``): what a number shown beside them rests on."""

import json
from typing import Any

import pytest
from flask import Flask
from msgspec import convert
from msgspec.json import decode

from service.games.roll_and_raid.game import GAME
from service.games.roll_and_raid.table import Table
from tests.client import Referee
from tests.games.roll_and_raid.tables import PACK, bid, bidding, bids, choose, reveal, table

THREE = ("ana", "bruno", "carla")
CHOICE = table("choice", bruno={"choice": "?"}, carla={"choice": 2})
CONFLICT = bids(bidding(*THREE), bruno="?", carla=2)
TEXTS = {
    "choices-open": {
        "en": "another clan has still to choose, or keeps its choice secret",
        "es": "otro clan tiene que elegir todavía, o mantiene en secreto su elección",
        "pl": "inny klan ma jeszcze wybrać albo trzyma swój wybór w tajemnicy",
    },
    "bids-open": {
        "en": "another clan has still to bid for this card, or keeps its bid secret",
        "es": "otro clan tiene que apostar todavía por esta carta, o mantiene en secreto su apuesta",
        "pl": "inny klan ma jeszcze licytować o tę kartę albo trzyma swoją ofertę w tajemnicy",
    },
}
LAST = [("choices-open", CHOICE, choose(1)), ("bids-open", CONFLICT, bid(1))]


@pytest.mark.parametrize(("fact", "state", "move"), LAST, ids=[case[0] for case in LAST])
@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_the_last_number_beside_a_secret_one_rests_on_a_fact(
    app: Flask, language: str, fact: str, state: dict[str, Any], move: dict[str, Any]
) -> None:
    answer = Referee(app, "roll-and-raid", language).validate(state, move, pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", [fact])
    (assumed,) = answer["assumed"]
    assert assumed["text"] == TEXTS[fact][language]
    zones = {"choices-open": ["/state/players/1/choice"], "bids-open": ["/state/raids/0/clans/1/bid"]}
    assert assumed["zones"] == zones[fact]


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (table("choice", bruno={"choice": "?"}), choose(1)),
        (bids(bidding(*THREE), bruno="?"), bid(1)),
        (CHOICE, choose("?")),
        (CONFLICT, bid("?")),
    ],
    ids=["carla has still to choose", "carla has still to bid", "a secret choice", "a secret bid"],
)
def test_a_number_after_which_others_follow_rests_on_nothing(
    roll_and_raid: Referee, state: dict[str, Any], move: dict[str, Any]
) -> None:
    answer = roll_and_raid.validate(state, move, pack=PACK)
    assert (answer["verdict"], answer["assumed"], answer["missing"]) == ("legal", [], [])


def test_nothing_is_decided_until_the_secret_numbers_are_revealed(roll_and_raid: Referee) -> None:
    chosen = roll_and_raid.validate(CHOICE, choose(1), pack=PACK)
    assert (chosen["state"]["phase"], chosen["next"]["players"], chosen["next"]["moves"]) == (
        "choice",
        ["bruno"],
        ["reveal"],
    )
    made = roll_and_raid.validate(CONFLICT, bid(1), pack=PACK)
    assert [clan["vikings"] for clan in made["state"]["players"]] == [5, 5, 5]
    assert (made["next"]["players"], made["next"]["moves"]) == (["bruno"], ["reveal"])
    shown = roll_and_raid.validate(made["state"], reveal(3, "bruno"), pack=PACK)
    assert (shown["verdict"], shown["assumed"]) == ("legal", [])
    assert shown["state"]["raids"][0]["right"] == "bruno"
    assert [clan["vikings"] for clan in shown["state"]["players"]] == [4, 2, 3]


@pytest.mark.parametrize(
    ("fact", "state", "holds"),
    [
        ("choices-open", table("choice", bruno={"choice": "?"}, carla={"choice": 2}), True),
        ("choices-open", table("choice", bruno={"choice": 1}), True),
        ("choices-open", table("choice", bruno={"choice": 1}, carla={"choice": 0}), False),
        ("bids-open", bids(bidding(*THREE), bruno="?", carla=2), True),
        ("bids-open", bids(bidding(*THREE), bruno=1), True),
        ("bids-open", bids(bidding(*THREE), bruno=1, carla=2), False),
    ],
)
def test_the_facts_can_be_asked_of_a_whole_table(fact: str, state: dict[str, Any], holds: bool) -> None:
    box = GAME.compile_pack(decode(json.dumps(PACK), type=GAME.shapes.pack))
    # Before the steps: with all numbers known, the choice and the pass would be over.
    asked = Table(convert(state, GAME.shapes.state), box, GAME.choices(GAME.shapes.options()))
    assert GAME.facts[fact].holds(asked, {"player": "ana"}) is holds
