"""The corpus: cases, documented examples, positions of random games, almost right positions and bad requests."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tests.api.questions import PAGES, POSTS
from tests.our_games import GAMES
from tests.qa.bench.bodies import RECIPES, Book
from tests.qa.fuzz.generator import JSON, Request, request_of
from tests.qa.fuzz.near_misses import requests_of

LANGUAGES = ("en", "es", "pl")
SPOILT = 12_000
ALMOST_RIGHT = 6_000
POSITIONS = 64
OPERATIONS = ("validate", "score", "legal-moves", "audit", "replay", "odds")
BATCH = 20


def corpus() -> Iterator[Request]:
    """Every request, in a fixed order; the same numbers give the same requests."""
    yield from _pages()
    yield from _examples()
    yield from _cases()
    yield from _positions()
    yield from map(request_of, range(SPOILT))
    yield from islice((request for number in range(ALMOST_RIGHT) for request in requests_of(number)), ALMOST_RIGHT)


def _question(path: str, body: bytes, language: str) -> Request:
    return Request("POST", path, "", {"CONTENT_TYPE": JSON, "HTTP_ACCEPT_LANGUAGE": language}, body)


def _pages() -> Iterator[Request]:
    for page in PAGES:
        path, _, query = page.partition("?")
        for language in LANGUAGES:
            yield Request("GET", path, query, {"HTTP_ACCEPT_LANGUAGE": language}, b"")


def _examples() -> Iterator[Request]:
    for path, question in POSTS.items():
        for language in LANGUAGES:
            yield _question(path, _json(question), language)
            yield _question(path, json.dumps(question, indent=2).encode(), language)


def _cases() -> Iterator[Request]:
    for game in GAMES:
        for case in _library(game.meta.id):
            for language in LANGUAGES:
                yield _question(f"/v1/games/{case['game']}/{case['operation']}", _json(case["question"]), language)


def _library(game: str) -> list[dict[str, Any]]:
    from service.app import create_app
    from service.settings import Settings

    client = create_app(Settings(log_requests=False, rate_limit="off")).test_client()
    cases: list[dict[str, Any]] = client.get(f"/v1/cases?game={game}").get_json()["cases"]
    return cases


def _positions() -> Iterator[Request]:
    for game, recipe in RECIPES.items():
        book = Book(game, POSITIONS)
        for form in recipe.forms:
            for operation in OPERATIONS:
                if not book.can_ask(operation):
                    continue
                bodies = book.questions(operation, form)
                for number, body in enumerate(bodies):
                    yield _question(f"/v1/games/{game}/{operation}", body, LANGUAGES[number % 3])
                if operation in ("validate", "score"):
                    yield from _batches(game, operation, bodies)


def _batches(game: str, operation: str, bodies: list[bytes]) -> Iterator[Request]:
    for start in range(0, len(bodies), BATCH):
        items = [
            {"game": game, "operation": operation, "body": json.loads(body)} for body in bodies[start : start + BATCH]
        ]
        yield _question("/v1/batch", _json({"questions": items}), "en")


def _json(document: Any) -> bytes:
    return json.dumps(document).encode()
