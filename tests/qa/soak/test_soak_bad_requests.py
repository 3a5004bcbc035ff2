"""A million bad requests more than ``make test`` sends, and almost right positions of a thousand games more.

``BREHON_SOAK_REQUESTS`` and ``BREHON_SOAK_NEAR_MISSES`` set other numbers.
"""

import os

import pytest
from flask import Flask

from tests.qa.fuzz import test_near_misses
from tests.qa.fuzz.test_bad_requests import check_all

REQUESTS = int(os.environ.get("BREHON_SOAK_REQUESTS", "1000000"))
NEAR_MISSES = int(os.environ.get("BREHON_SOAK_NEAR_MISSES", "1000"))
CHUNKS = 200
FIRST = 1_000_000
"""Beyond the numbers of ``make test``."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_bad_requests_get_good_answers(own_app: Flask, chunk: int) -> None:
    each = -(-REQUESTS // CHUNKS)
    check_all(own_app, range(FIRST + chunk * each, FIRST + (chunk + 1) * each))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_almost_right_positions_get_good_answers(own_app: Flask, chunk: int) -> None:
    each = -(-NEAR_MISSES // CHUNKS)
    test_near_misses.check_all(own_app, range(FIRST + chunk * each, FIRST + (chunk + 1) * each))
