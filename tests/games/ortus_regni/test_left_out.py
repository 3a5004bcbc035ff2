"""Zones that are left out or hidden: what they decide is assumed, asked for or left out, never guessed."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, make

# ---------------------------------------------------------------- Treachery against a hand


def picking(**target: Any) -> State:
    pending = {"type": "politics", "card": "treachery", "attacker": "ana", "target": "bruno", "aim": "hand"}
    return {"players": [{"name": "ana"}, {"name": "bruno", **target}], "pending": {**pending, "step": "pick"}}


@pytest.mark.parametrize("target", [{"hand": ["?", "?", "?"]}, {}], ids=["hidden", "left out"])
def test_cards_picked_from_an_unknown_hand_are_asked_for(ortus_regni: Referee, target: dict[str, Any]) -> None:
    answer = ortus_regni.ask("legal-moves", {"state": picking(**target)})
    assert answer["verdict"] == "undetermined"
    assert answer["moves"] == []
    assert answer.missing == ["pick-told"]


@pytest.mark.parametrize("cards", [[], ["land"]], ids=["none", "one"])
def test_a_hand_left_out_can_be_short(ortus_regni: Referee, cards: list[str]) -> None:
    answer = ortus_regni.validate(picking(), make("pick", None, cards=cards))
    assert answer["verdict"] == "legal", answer["violations"]
    assert "hand-size" in answer.assumed


def test_a_hand_that_is_told_is_not_shorter_than_it_is(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(picking(hand=["land", "?"]), make("pick", None, cards=["land"]))
    assert answer["verdict"] == "illegal"
    assert answer.broken == ["treachery/hand"]
