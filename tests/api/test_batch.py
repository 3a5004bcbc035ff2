"""Many questions in one request: in order, each with the status and the body that it would have had by itself."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.questions import BATCH, MISFIT, SMALL, address
from tests.games.kingdomino.tables import alone


def item(operation: str, body: Any, game: str = "kingdomino") -> dict[str, Any]:
    return {"game": game, "operation": operation, "body": body}


def answers(client: FlaskClient, *items: dict[str, Any], **headers: str) -> list[dict[str, Any]]:
    response = client.post("/v1/batch", json={"questions": list(items)}, headers=headers)
    assert response.status_code == 200, response.get_data(as_text=True)
    told_answers: list[dict[str, Any]] = response.get_json()["answers"]
    return told_answers


def test_a_batch_is_answered_in_order(client: FlaskClient) -> None:
    items = [item("score", {"state": alone(text)}) for text in ("1 1,0 e", "19 1,0 e", "48 1,0 e", "40 1,0 e")]
    given = answers(client, *items, *reversed(items))
    totals = [answer["body"]["players"][0]["total"] for answer in given]
    assert totals == [0, 1, 3, 1, 1, 3, 1, 0]


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_an_answer_of_a_batch_is_the_one_that_was_given_alone(client: FlaskClient, language: str) -> None:
    wanted = {"Accept-Language": language}
    given = answers(client, *BATCH["questions"], **wanted)
    for question, answer in zip(BATCH["questions"], given, strict=True):
        alone_ = client.post(address(question["operation"]), json=question["body"], headers=wanted)
        assert answer == {"status": 200, "body": alone_.get_json()}


GOOD = item("validate", {"state": SMALL, "move": MISFIT})
BAD: dict[str, tuple[dict[str, Any], int, list[str]]] = {
    "an unknown game": (item("score", {}, "chess"), 404, ["/game"]),
    "an empty question": (item("score", {}), 422, ["/state"]),
    "a number": (item("score", 3), 422, [""]),
    "a list": (item("score", []), 422, [""]),
    "nothing": (item("score", None), 422, [""]),
    "an unknown field": (item("validate", {"state": SMALL, "move": MISFIT, "more": 1}), 422, ["/more"]),
    "a wrong type in the state": (item("score", {"state": {"players": 3}}), 422, ["/state/players"]),
    "an incomplete state": (item("score", {"state": {}}), 422, ["/state"]),
    "a wrong move": (item("validate", {"state": SMALL, "move": {**MISFIT, "x": 3.7}}), 422, ["/move/x"]),
    "an unknown domino": (item("score", {"state": alone("49 1,0 e")}), 422, ["/state/players/0/kingdom/0/domino"]),
    "an unknown player": (item("score", {"state": SMALL, "claimed": {"zoe": 1}}), 422, ["/claimed/zoe"]),
    "an unknown pack": (item("score", {"state": SMALL, "pack": "none"}), 422, ["/pack"]),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_question_of_a_batch_spoils_no_other(client: FlaskClient, kind: str) -> None:
    bad, status, pointers = BAD[kind]
    first, refused, last = answers(client, GOOD, bad, GOOD)
    assert first == last
    assert first["status"] == 200
    assert first["body"]["verdict"] == "illegal"
    assert refused["status"] == refused["body"]["status"] == status
    assert [error["pointer"] for error in refused["body"]["errors"]] == pointers


@pytest.mark.parametrize("kind", [kind for kind in BAD if kind != "an unknown game"])
def test_a_refusal_in_a_batch_is_the_one_that_was_given_alone(client: FlaskClient, kind: str) -> None:
    bad, status, _ = BAD[kind]
    headers = {"X-Request-Id": "the-same", "Content-Type": "application/json"}
    alone_ = client.post(address(bad["operation"]), data=json.dumps(bad["body"]), headers=headers)
    assert alone_.status_code == status
    (answer,) = answers(client, bad, **headers)
    assert answer["body"] == alone_.get_json()


def test_a_hundred_questions_are_a_batch_and_one_more_is_not(client: FlaskClient) -> None:
    assert len(answers(client, *[GOOD] * 100)) == 100
    assert client.post("/v1/batch", json={"questions": [GOOD] * 101}).status_code == 422
    assert client.post("/v1/batch", json={"questions": []}).status_code == 422


@pytest.mark.parametrize("operation", ["setup", "replay", "batch", "", "Score"])
def test_a_batch_takes_rulings_and_scores_only(client: FlaskClient, operation: str) -> None:
    response = client.post("/v1/batch", json={"questions": [GOOD, item(operation, {})]})
    assert response.status_code == 422
    assert response.get_json()["errors"][0]["pointer"] == "/questions/1/operation"
