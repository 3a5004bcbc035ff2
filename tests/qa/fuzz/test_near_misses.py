"""Positions that are almost right get good answers too. ``make qa-resume`` sends 50,000 more."""

from collections import Counter
from collections.abc import Iterable

import pytest
from flask import Flask

from tests.qa.fuzz.checking import complaints, send
from tests.qa.fuzz.near_misses import requests_of

GAMES_PLAYED, CHUNKS = 20, 5
SLOWEST = 4.0
"""Seconds of the processor; what takes longer is not bounded as it should be."""


def check_all(app: Flask, numbers: Iterable[int]) -> Counter[int]:
    """Ask about the tables of these games, and see that every answer is one that was promised."""
    statuses: Counter[int] = Counter()
    for number in numbers:
        for place, request in enumerate(requests_of(number)):
            reply = send(app, request)
            statuses[reply.status] += 1
            found = complaints(app, request, reply)
            if reply.seconds > SLOWEST:
                found.append(f"{reply.seconds:.1f} seconds")
            assert found == [], f"requests_of({number}), the one at {place}: {request.path}"
    return statuses


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_almost_right_positions_get_good_answers(own_app: Flask, chunk: int) -> None:
    each = GAMES_PLAYED // CHUNKS
    statuses = check_all(own_app, range(chunk * each, (chunk + 1) * each))
    assert statuses.keys() == {200, 422}
    assert statuses[200] > statuses[422] / 2, "too much does not even fit the schemas"


def test_a_number_always_gives_the_same_requests() -> None:
    assert list(requests_of(7)) == list(requests_of(7))
