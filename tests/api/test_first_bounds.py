"""An answer cannot grow without a bound, and what a viewer gets holds no card that they may not see."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

BRIAN_BORU: dict[str, Any] = {
    "phase": "trick",
    "round": 2,
    "players": [
        {"name": "deirdre", "points": 10, "coins": 4, "renown": 1, "hand": [11, 4]},
        {"name": "kate", "points": 10, "coins": 2, "renown": 1, "hand": [2, 8]},
        {"name": "georgios", "points": 10, "coins": 0, "renown": 1, "hand": [13, 25]},
        {"name": "peer", "points": 10, "coins": 3, "renown": 1, "hand": [17, 20]},
    ],
    "marker": "deirdre",
    "towns": {"N1": {"disc": "deirdre"}, "L4": {"disc": "kate"}, "S1": {"disc": "georgios"}, "U1": {"disc": "peer"}},
    "trick": None,
    "pending": [],
}


def post(client: FlaskClient, path: str, question: dict[str, Any]) -> Any:
    response = client.post(f"/v1/games/{path}", json=question)
    return response.status_code, response.get_json(), response


def test_the_states_of_a_replay_are_bounded(client: FlaskClient) -> None:
    """Clans with many raid cards of long names, and a log that keeps a copy of them after each move."""
    players = [
        {"name": name, "raids": [f"{name}{number:04d}" + "x" * 30 for number in range(60)]} for name in "abcdef"
    ]
    moves = [{"type": "done", "player": "a"}] * 1000
    question = {"state": {"players": players}, "moves": moves, "states": True}
    status, answer, response = post(client, "roll-and-raid/replay", question)
    assert len(response.data) < 5_000_000
    assert status == 422
    assert answer["type"] == "urn:brehon:problem:too-costly"
    assert answer["errors"][0]["pointer"] == "/states"
    assert post(client, "roll-and-raid/replay", {**question, "states": False})[0] == 200


@pytest.mark.parametrize("hands", [([11, 4], [13, 25]), ([12, 9], [3, 21])])
def test_suggestions_for_a_viewer_hold_no_card_of_another_hand(client: FlaskClient, hands: Any) -> None:
    deirdre, kate, georgios, peer = BRIAN_BORU["players"]
    players = [{**deirdre, "hand": hands[0]}, kate, {**georgios, "hand": hands[1]}, peer]
    move = {"type": "play", "player": "kate", "card": 2}
    question = {"state": {**BRIAN_BORU, "players": players}, "move": move, "viewer": "kate", "suggest": True}
    status, answer, _ = post(client, "brian-boru/validate", question)
    assert status == 200
    assert answer["verdict"] == "illegal"
    named = {suggestion.get("card") for suggestion in answer["suggestions"]}
    assert not named & {*hands[0], *hands[1]}


def test_suggestions_for_a_viewer_are_made_of_what_the_viewer_sees(client: FlaskClient) -> None:
    """Ortus Regni: whoever else's hand holds what, the answer is the same."""

    def ask(hand: list[str]) -> bytes:
        players = [{"name": "a", "hand": ["market"]}, {"name": "b", "hand": hand}, {"name": "c", "hand": ["land"]}]
        state = {"phase": "turn", "turn": "b", "acted": False, "pending": None, "players": players}
        move = {"type": "tower", "player": "a", "card": "vassal"}
        question = {"state": state, "move": move, "viewer": "a", "suggest": True}
        _, answer, _ = post(client, "ortus-regni/validate", question)
        return json.dumps(answer["suggestions"]).encode()

    assert ask(["castle", "prince"]) == ask(["market", "monk"])


def test_the_case_id_of_a_view_does_not_depend_on_what_is_hidden(client: FlaskClient) -> None:
    def case_id(hand: list[int]) -> str:
        deirdre, kate, georgios, peer = BRIAN_BORU["players"]
        state = {**BRIAN_BORU, "players": [{**deirdre, "hand": hand}, kate, georgios, peer]}
        _, answer, response = post(client, "brian-boru/view", {"state": state, "player": "kate"})
        assert answer["case_id"] == response.headers["Brehon-Case"]
        return str(answer["case_id"])

    assert case_id([11, 4]) == case_id([12, 9])
    assert case_id([11, 4]) != case_id([11, 4, 7])
