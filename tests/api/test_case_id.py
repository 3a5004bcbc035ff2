"""The case id: one for each question as it is understood, the same bytes for the same case, and no secret in it."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import CACHEABLE, Settings
from tests.api.questions import BASE_PACK, MISFIT, QUESTIONS, SMALL, WHOLE, address
from tests.client import Referee
from tests.games.kingdomino.tables import choose, place, reveal, squares

EVERY_OPERATION = pytest.mark.parametrize("operation", QUESTIONS)


def ask(client: FlaskClient, operation: str, question: Any, language: str = "en") -> TestResponse:
    """A question as a dictionary, or as the bytes that it is to be sent in."""
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    headers = {"Accept-Language": language}
    response = client.post(address(operation), data=body, content_type="application/json", headers=headers)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response


def case(client: FlaskClient, operation: str, question: Any, language: str = "en") -> str:
    return ask(client, operation, question, language).headers["Brehon-Case"]


def turned_round(document: Any) -> Any:
    """Every object with its keys in the opposite order."""
    if isinstance(document, dict):
        return {key: turned_round(document[key]) for key in reversed(document)}
    return [turned_round(value) for value in document] if isinstance(document, list | tuple) else document


# ---------------------------------------------------------------- two ways of writing the same question


@EVERY_OPERATION
def test_the_same_question_differently_formatted_is_the_same_case(client: FlaskClient, operation: str) -> None:
    question = QUESTIONS[operation]
    plain = ask(client, operation, question)
    for written in (
        json.dumps(question, indent=4).encode(),
        json.dumps(question, separators=(",", ":")).encode(),
        json.dumps(turned_round(question)).encode(),
        b"\r\n\t " + json.dumps(question).encode() + b" \n",
        json.dumps(question).replace("a", "\\u0061").encode(),
    ):
        again = ask(client, operation, written)
        assert again.headers["Brehon-Case"] == plain.headers["Brehon-Case"]
        assert again.data == plain.data


def test_an_accent_may_be_written_as_an_escape(client: FlaskClient) -> None:
    question = {"players": ["Zoë", "Łukasz"], "seed": 1}
    unescaped = json.dumps(question, ensure_ascii=False).encode()
    assert ask(client, "setup", unescaped).data == ask(client, "setup", json.dumps(question).encode()).data


SAME: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "the default edition": (
        "validate",
        {"state": SMALL, "move": MISFIT},
        {"state": {**SMALL, "options": {"edition": "es", "variants": []}}, "move": MISFIT},
    ),
    "no crowns": (
        "score",
        {"state": {"players": [{"name": "ana", "squares": [{"x": 1, "y": 0, "terrain": "lake"}]}]}},
        {"state": {"players": [{"name": "ana", "squares": squares("lake0 1,0")}]}},
    ),
    "no king": (
        "audit",
        {"state": {**SMALL, "next_line": [{"domino": 4}]}},
        {"state": {**SMALL, "next_line": [{"domino": 4, "king": None}]}},
    ),
    "provenance": (
        "packs/check",
        {
            "pack": {
                **BASE_PACK,
                "dominoes": [{"number": 1, "a": BASE_PACK["dominoes"][0]["a"], "b": BASE_PACK["dominoes"][0]["b"]}],
            }
        },
        {"pack": {**BASE_PACK, "dominoes": [{**BASE_PACK["dominoes"][0], "provenance": "stand-in"}]}},
    ),
}


def test_claims_may_be_sent_in_any_order(client: FlaskClient) -> None:
    players = [{"name": name, "kingdom": []} for name in ("ana", "bruno")]
    one, other = (
        ask(client, "score", {"state": {"players": players}, "claimed": claimed})
        for claimed in ({"ana": 1, "bruno": 2}, {"bruno": 2, "ana": 1})
    )
    assert one.data == other.data


@pytest.mark.parametrize("kind", SAME)
def test_a_default_of_a_state_may_be_left_out_or_written(client: FlaskClient, kind: str) -> None:
    operation, short, long = SAME[kind]
    assert ask(client, operation, short).data == ask(client, operation, long).data


LEFT_OUT = [
    ("validate", {"compare": False}),
    ("validate", {"suggest": False}),
    ("validate", {"pack": "base"}),
    ("legal-moves", {"explain": False}),
    ("replay", {"states": False}),
    ("replay", {"events": False}),
    ("score", {"claimed": {}}),
]


@pytest.mark.parametrize(("operation", "default"), LEFT_OUT, ids=str)
def test_a_default_of_a_question_may_be_left_out_or_written(
    client: FlaskClient, operation: str, default: dict[str, Any]
) -> None:
    (name,) = default
    short = {key: value for key, value in QUESTIONS[operation].items() if key != name}
    plain, written = ask(client, operation, short), ask(client, operation, {**short, **default})
    assert written.data == plain.data


# ---------------------------------------------------------------- another question is another case


@EVERY_OPERATION
def test_every_language_is_a_case_of_its_own(client: FlaskClient, operation: str) -> None:
    assert len({case(client, operation, QUESTIONS[operation], language) for language in ("en", "es", "pl")}) == 3


def test_every_operation_is_a_case_of_its_own(client: FlaskClient) -> None:
    question = {"state": SMALL}
    assert len({case(client, operation, question) for operation in ("audit", "score", "legal-moves")}) == 3


def test_another_question_is_another_case(client: FlaskClient) -> None:
    base: dict[str, Any] = {"state": SMALL, "move": MISFIT}
    others = [
        base,
        {**base, "move": place(5, 3, 1, "e")},
        {**base, "move": place(6, 3, 1, "n")},
        {**base, "move": choose(5)},
        {**base, "compare": True},
        {**base, "suggest": True},
        {**base, "viewer": "ana"},
        {**base, "house_rules": {"harmony": "no-discards"}},
        {**base, "pack": {**BASE_PACK, "id": "mine"}},
        {**base, "state": {**SMALL, "phase": "play"}},
        {**base, "state": {**SMALL, "pile": []}},
        {**base, "state": {**SMALL, "pile": ["?"]}},
        {**base, "state": {**SMALL, "options": {"edition": "first"}}},
        {**base, "state": {"players": [{**SMALL["players"][0], "discarded": []}]}},
    ]
    assert len({case(client, "validate", question) for question in others}) == len(others)


def test_the_order_of_a_list_matters(client: FlaskClient) -> None:
    one, other = (case(client, "setup", {"players": players, "seed": 1}) for players in (["a", "b"], ["b", "a"]))
    assert one != other


# ---------------------------------------------------------------- the same case, the same bytes


@pytest.fixture(scope="module")
def many_apps() -> list[Flask]:
    """Apps that were made separately: one as usual, one that keeps nothing, one that keeps all, one asked before."""
    apps = [
        create_app(Settings(log_requests=False, rate_limit="off")),
        create_app(Settings(log_requests=False, rate_limit="off", cached_operations=())),
        create_app(Settings(log_requests=False, rate_limit="off", cached_operations=CACHEABLE)),
        create_app(Settings(log_requests=False, rate_limit="off")),
    ]
    for operation, question in QUESTIONS.items():
        ask(apps[-1].test_client(), operation, question, "pl")
    return apps


@EVERY_OPERATION
@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_every_app_gives_the_same_bytes_for_a_case(many_apps: list[Flask], operation: str, language: str) -> None:
    """Twice each, so that kept answers are among them."""
    responses = [
        ask(app.test_client(), operation, QUESTIONS[operation], language) for app in many_apps for _ in range(2)
    ]
    assert len({response.data for response in responses}) == 1
    assert len({response.headers["Brehon-Case"] for response in responses}) == 1


def test_many_clients_at_once_get_what_each_would_get_alone(many_apps: list[Flask]) -> None:
    app = many_apps[1]
    questions = [(operation, language) for operation in QUESTIONS for language in ("en", "es", "pl")]

    def answer(question: tuple[str, str]) -> bytes:
        operation, language = question
        return ask(app.test_client(), operation, QUESTIONS[operation], language).data

    alone = list(map(answer, questions))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, questions * 5)) == alone * 5


# ---------------------------------------------------------------- a secret that must not matter


@pytest.fixture(scope="module")
def dealt(kingdomino: Referee) -> dict[str, Any]:
    """A table with a known pile, in the middle of the first round of play; ana is to place domino 3."""
    used = {slot["domino"] for line in ("current_line", "next_line") for slot in WHOLE[line]}
    return {**WHOLE, "pile": [number for number in range(1, 49) if number not in used]}


UNTOUCHED: dict[str, dict[str, Any]] = {
    "a legal placing": {"move": place(3, 1, 0, "e")},
    "an illegal placing": {"move": place(3, 3, 3, "e"), "suggest": True, "compare": True},
    "a choice before its time": {"move": choose(5), "suggest": True},
    "a reveal before its time": {"move": reveal()},
}


@pytest.mark.parametrize("kind", UNTOUCHED)
@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_a_viewer_gets_the_same_bytes_for_two_piles(
    client: FlaskClient, dealt: dict[str, Any], kind: str, language: str
) -> None:
    """Byte by byte, headers and case id with them."""
    piles = [dealt["pile"], dealt["pile"][::-1]]
    if "reveal" not in kind:  # the answer to a reveal also says that a hidden pile would have to be known
        piles.append(["?"] * 40)
    responses = [
        ask(client, "validate", {"state": {**dealt, "pile": pile}, "viewer": "ana", **UNTOUCHED[kind]}, language)
        for pile in piles
    ]
    assert len({response.data for response in responses}) == 1
    own = ("X-Request-Id", "Server-Timing")
    headers = {str([(k, v) for k, v in response.headers if k not in own]) for response in responses}
    assert len(headers) == 1


def test_without_a_viewer_the_pile_is_part_of_the_question(client: FlaskClient, dealt: dict[str, Any]) -> None:
    """Else the test above would prove nothing."""
    piles = [dealt["pile"], dealt["pile"][::-1]]
    cases = {
        case(client, "validate", {"state": {**dealt, "pile": pile}, "move": place(3, 1, 0, "e")}) for pile in piles
    }
    assert len(cases) == 2


@pytest.mark.parametrize("kind", ["view", "viewer"])
def test_the_pile_does_not_come_back_to_a_player_who_may_not_see_it(
    client: FlaskClient, dealt: dict[str, Any], kind: str
) -> None:
    if kind == "view":
        response = ask(client, "view", {"state": dealt, "player": "ana"})
    else:
        response = ask(client, "validate", {"state": dealt, "move": place(3, 1, 0, "e"), "viewer": "ana"})
    assert response.get_json()["state"]["pile"] == ["?"] * 40


@pytest.fixture(scope="module")
def due(dealt: dict[str, Any]) -> dict[str, Any]:
    """Everybody has placed and chosen: the next line is to be turned up from the pile."""
    chosen = [
        {"domino": slot["domino"], "king": king}
        for slot, king in zip(dealt["next_line"], ("ana", "bruno", "carla", "dario"), strict=True)
    ]
    kingdoms = zip(dealt["players"], dealt["current_line"], strict=True)
    players = [
        {**player, "kingdom": [{"domino": slot["domino"], "x": 1, "y": 0, "to": "e"}]} for player, slot in kingdoms
    ]
    return {**dealt, "players": players, "current_line": chosen, "next_line": []}


REVEALS = {"left to the pile": reveal(), "sent": reveal(1, 2, 4, 6)}


@pytest.mark.parametrize("kind", REVEALS)
def test_for_a_viewer_two_piles_are_one_case(client: FlaskClient, due: dict[str, Any], kind: str) -> None:
    """Nobody sees the pile: neither the verdict nor the case id may depend on it."""
    answers = [
        ask(client, "validate", {"state": {**due, "pile": pile}, "move": REVEALS[kind], "viewer": "ana"})
        for pile in (due["pile"], due["pile"][::-1])
    ]
    assert answers[0].data == answers[1].data
    assert answers[0].headers["Brehon-Case"] == answers[1].headers["Brehon-Case"]


@pytest.mark.parametrize("kind", REVEALS)
def test_a_kept_ruling_is_never_given_for_another_pile(due: dict[str, Any], kind: str) -> None:
    kept = create_app(Settings(log_requests=False, rate_limit="off", cached_operations=("validate",))).test_client()
    fresh = create_app(Settings(log_requests=False, rate_limit="off", cached_operations=())).test_client()
    for pile in (due["pile"], due["pile"][::-1]):
        question = {"state": {**due, "pile": pile}, "move": REVEALS[kind], "viewer": "ana"}
        cached, truth = (ask(client, "validate", question).get_json() for client in (kept, fresh))
        assert (cached["verdict"], cached["state"]) == (truth["verdict"], truth["state"])
