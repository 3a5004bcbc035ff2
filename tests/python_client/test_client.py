"""The Python client: what it sends, what it sends again, and what it raises."""

import json
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from brehon_client import VERSION, Brehon, NotBrehon, NotReached, Refused, answers, client
from flask import Flask

from service import VERSION as VERSION_OF_THE_SERVICE
from service.api.openapi import EXAMPLES
from tests.live_server import running

Reply = tuple[str, list[tuple[str, str]], bytes]
PROBLEM = {"type": "urn:brehon:problem:too-many", "title": "Too many requests", "status": 429, "detail": "Later."}
JSON_TYPE = ("Content-Type", "application/json")
OK: Reply = ("200 OK", [JSON_TYPE], b'{"games": []}')


def problem(**headers: str) -> Reply:
    sent = [("Content-Type", "application/problem+json"), *headers.items()]
    return "429 Too Many Requests", sent, json.dumps(PROBLEM).encode()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the client would have waited."""
    seconds: list[float] = []
    monkeypatch.setattr(client.time, "sleep", seconds.append)
    return seconds


@contextmanager
def scripted(*replies: Reply) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that gives these replies in turn, and the requests that it got."""
    requests: list[dict[str, Any]] = []

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        requests.append(environ)
        status, headers, body = replies[len(requests) - 1]
        start_response(status, headers)
        return [body]

    with running(app) as address:
        yield address, requests


def test_a_request_is_sent_again_after_the_seconds_that_the_service_names(waits: list[float]) -> None:
    with scripted(problem(**{"Retry-After": "7"}), problem(), OK) as (address, requests):
        assert Brehon(address).games() == []
    assert len(requests) == 3
    assert waits == [7.0, 0.5]


def test_retries_end(waits: list[float]) -> None:
    with scripted(*[problem(**{"Retry-After": "1"})] * 3) as (address, requests), pytest.raises(Refused) as caught:
        Brehon(address, retries=2).games()
    assert len(requests) == 3
    assert (caught.value.status, caught.value.kind, caught.value.retry_after) == (429, "too-many", 1.0)
    assert caught.value.pointer is None


def test_the_pause_may_be_a_date_or_nonsense(waits: list[float]) -> None:
    dates = [formatdate(time.time() + 20, usegmt=True), "Wed, 21 Oct 2015 07:28:00 GMT", "soon"]
    with scripted(*(problem(**{"Retry-After": date}) for date in dates), OK) as (address, _):
        Brehon(address, retries=3).games()
    assert 18 < waits[0] <= 20
    assert waits[1:] == [0.5, 1.0]  # a time that is over, and what is no time, mean the usual pause
    later = problem(**{"Retry-After": formatdate(time.time() + 99, usegmt=True)})
    with scripted(later) as (address, _), pytest.raises(Refused) as caught:
        Brehon(address).games()
    assert caught.value.retry_after is not None
    assert 90 < caught.value.retry_after <= 99


def test_by_default_there_are_three_attempts_as_in_the_typescript_package(waits: list[float]) -> None:
    with pytest.raises(NotReached):
        Brehon("http://127.0.0.1:9").games()
    assert waits == [0.25, 0.5]


def test_a_long_pause_is_not_waited_for(waits: list[float]) -> None:
    with scripted(problem(**{"Retry-After": "3600"})) as (address, _), pytest.raises(Refused) as caught:
        Brehon(address).games()
    assert caught.value.retry_after == 3600.0
    assert waits == []


def test_a_malformed_question_is_not_sent_again(app: Flask, waits: list[float]) -> None:
    with running(app) as address, pytest.raises(Refused) as caught:
        Brehon(address, lang="pl").audit("kingdomino", {"players": [{"name": "ana", "age": 7}]})
    assert (caught.value.status, caught.value.pointer) == (422, "/state/players/0/age")
    assert "Pytanie" in str(caught.value)
    assert waits == []


@pytest.mark.parametrize(
    "reply",
    [
        ("200 OK", [("Content-Type", "text/html")], b"<html>"),
        ("200 OK", [JSON_TYPE], b"[]"),
        ("200 OK", [JSON_TYPE], b"{"),
        ("404 Not Found", [("Content-Type", "text/html")], b"<html>"),
        ("400 Bad Request", [("Content-Type", "application/problem+json")], b"{}"),
    ],
)
def test_an_answer_of_something_else_is_recognised(reply: Reply) -> None:
    with scripted(reply) as (address, _), pytest.raises(NotBrehon):
        Brehon(address).games()


def test_a_server_that_is_not_there_is_asked_again(waits: list[float]) -> None:
    with pytest.raises(NotReached, match=r"^http://127.0.0.1:9 does not answer: Connection refused.$") as caught:
        Brehon("http://127.0.0.1:9", retries=1, timeout=1).games()
    assert not isinstance(caught.value, NotBrehon)
    assert waits == [0.25]


def test_a_server_that_is_too_slow_is_said_in_a_few_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(NotReached, match=r"does not answer: nothing came within 0.05 seconds.$"):
            Brehon(address, retries=0, timeout=0.05).games()


def test_a_proxy_without_a_server_behind_it_is_nobody(waits: list[float]) -> None:
    page: Reply = ("502 Bad Gateway", [("Content-Type", "text/html")], b"<html>")
    with scripted(page, page, page) as (address, _), pytest.raises(NotReached, match="status 502") as caught:
        Brehon(address).games()
    assert not isinstance(caught.value, NotBrehon)


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(NotReached):
        Brehon("brehon.example").games()


def test_headers_carry_language_key_and_version() -> None:
    with scripted(OK) as (address, (requests)), Brehon(address, lang="es", key="secret") as brehon:
        brehon.games()
    (request,) = requests
    assert request["HTTP_ACCEPT_LANGUAGE"] == "es"
    assert request["HTTP_AUTHORIZATION"] == "Bearer secret"
    assert request["HTTP_USER_AGENT"] == f"brehon-client/{VERSION}"


def test_its_version_is_that_of_the_service() -> None:
    assert VERSION == VERSION_OF_THE_SERVICE


def test_a_batch_is_split_into_requests_of_a_hundred(app: Flask) -> None:
    body = {"state": {"players": [{"name": "ana", "squares": []}]}}
    bad = {"state": {"players": []}}
    questions: list[Any] = [{"game": "kingdomino", "operation": "score", "body": body}] * 150
    questions[120] = {"game": "kingdomino", "operation": "score", "body": bad}
    with running(app) as address:
        replies = list(Brehon(address).batch(questions))
    assert [reply["status"] for reply in replies] == [200] * 120 + [422] + [200] * 29


METHODS: dict[str, Callable[[Brehon, str, dict[str, Any]], Any]] = {
    "validate": lambda brehon, game, asked: brehon.validate(game, **asked),
    "legal-moves": lambda brehon, game, asked: brehon.legal_moves(game, **asked),
    "resolve": lambda brehon, game, asked: brehon.resolve(game, **asked),
    "audit": lambda brehon, game, asked: brehon.audit(game, **asked),
    "score": lambda brehon, game, asked: brehon.score(game, **asked),
    "replay": lambda brehon, game, asked: brehon.replay(game, **asked),
    "setup": lambda brehon, game, asked: brehon.setup(game, **asked),
    "view": lambda brehon, game, asked: brehon.view(game, **asked),
    "odds": lambda brehon, game, asked: brehon.odds(game, **asked),
    "packs-check": lambda brehon, game, asked: brehon.check_pack(game, **asked),
}
TYPES = {
    "validate": answers.Ruling,
    "legal-moves": answers.LegalMoves,
    "resolve": answers.Resolved,
    "audit": answers.Audited,
    "score": answers.Score,
    "replay": answers.Replayed,
    "setup": answers.SetUp,
    "view": answers.Viewed,
    "odds": answers.Odds,
    "packs-check": answers.PackChecked,
}


def test_each_method_gets_the_answer_of_the_service_with_the_fields_of_its_type(app: Flask) -> None:
    with running(app) as address, Brehon(address, lang="en") as brehon:
        for operation, method in METHODS.items():
            game = "ortus-regni" if operation == "odds" else "kingdomino"
            example = json.loads(Path(EXAMPLES, f"{game}-{operation}.json").read_text("utf-8"))
            answer = method(brehon, game, example["request"])
            assert answer == example["response"], operation
            fields = get_type_hints(TYPES[operation])
            required = TYPES[operation].__required_keys__
            assert required <= answer.keys() <= fields.keys(), operation


def test_pages_can_be_read(app: Flask) -> None:
    with running(app) as address, Brehon(address, lang="es") as brehon:
        assert [game["id"] for game in brehon.games()][:1] == ["kingdomino"]
        assert {case["game"] for case in brehon.cases(game="kingdomino")} == {"kingdomino"}
        assert brehon.search("castillo", limit=1)["hits"]
        book = brehon.rules("kingdomino")
        assert book["terms"]["lake"] == "lago"
        assert {rule["id"] for section in book["sections"] for rule in section["rules"]} > {
            "kingdomino/score/territory"
        }
        hits = brehon.rules("kingdomino", edition="first", q="hueco")["hits"]
        assert {hit["source"]["edition"] for hit in hits} == {"first"}
        assert len(brehon.pack("kingdomino")["dominoes"]) == 48
        assert {region["id"] for region in brehon.pack("brian-boru")["regions"]} > {"munster"}
        with pytest.raises(Refused, match="no-such-pack"):
            brehon.pack("kingdomino", "no-such-pack")
        assert brehon.diagram("kingdomino", {"players": [{"name": "ana", "kingdom": []}]}).startswith(b"<svg")
