"""Nothing that a client sends makes a 5xx: 20,000 requests of the generator.

``make qa-resume`` sends a million more.
"""

from collections import Counter
from collections.abc import Iterable

import pytest
from flask import Flask

from tests.api.questions import POSTS
from tests.qa.fuzz.checking import complaints, send
from tests.qa.fuzz.generator import GAME_IDS, Request, request_of

REQUESTS, CHUNKS = 20_000, 20
SLOWEST = 1.0
"""Seconds of the processor. Far below the time budget: no bad request is dear."""


def check_all(app: Flask, numbers: Iterable[int]) -> Counter[int]:
    """Send the requests with these numbers, and see that every answer is one that was promised."""
    statuses: Counter[int] = Counter()
    wrong = []
    for number in numbers:
        request = request_of(number)
        reply = send(app, request)
        statuses[reply.status] += 1
        found = complaints(app, request, reply)
        if reply.seconds > SLOWEST and send(app, request).seconds > SLOWEST:  # not once, while garbage is collected
            found.append(f"{reply.seconds:.1f} seconds")
        if number % 10 == 0 and request.path in POSTS and not request.query and not _ways_agree(app, request):
            found.append("the two ways differ")
        wrong += [(number, complaint) for complaint in found]
    assert wrong == [], f"{len(wrong)} complaints; request_of({wrong[0][0]}) shows the first"
    return statuses


def _ways_agree(app: Flask, request: Request) -> bool:
    headers = {**request.headers, "HTTP_ACCEPT_LANGUAGE": "en", "HTTP_X_REQUEST_ID": "fuzz"}
    short, long = (send(app, request._replace(headers=headers, query=query)) for query in ("", "lang=en"))
    return (short.status, short.body) == (long.status, long.body)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_bad_requests_get_good_answers(own_app: Flask, chunk: int) -> None:
    each = REQUESTS // CHUNKS
    statuses = check_all(own_app, range(chunk * each, (chunk + 1) * each))
    assert {200, 400, 404, 405, 415, 422} <= set(statuses), "the generator makes too few kinds of requests"
    assert statuses[422] > each * 0.3


def test_every_game_is_among_them() -> None:
    asked = Counter(request_of(number).path for number in range(2_000))
    for game in GAME_IDS:
        assert sum(asked[path] for path in asked if f"/{game}/" in path) > 200
    assert set(POSTS) <= set(asked)


def test_a_number_always_gives_the_same_request() -> None:
    for number in range(50):
        assert request_of(number) == request_of(number)
