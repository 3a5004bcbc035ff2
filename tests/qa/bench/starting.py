"""What a worker costs before its first answer: the time to start, and its first requests against warm ones.

Each figure comes from processes of its own, as nothing can be the first twice.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.qa.bench.bodies import RECIPES, Book

ROOT = Path(__file__).parents[3]
STARTS = 5
LANGUAGES = ("en", "es", "pl")

_FIRST = """
import json, sys, time
from service.app import create_app
from service.settings import Settings
from tests.qa.bench.growth import call

path, body, language = sys.argv[1], sys.stdin.buffer.read(), sys.argv[2]
app = create_app(Settings(cached_operations=(), log_requests=False))


def timed():
    began = time.perf_counter()
    call(app, path, body, HTTP_ACCEPT_LANGUAGE=language)
    return time.perf_counter() - began


print(json.dumps([timed() for _ in range(200)]))
"""


class First(NamedTuple):
    """The first request of a process, and the usual one afterwards."""

    game: str
    language: str
    first: float
    warm: float

    @property
    def ratio(self) -> float:
        return self.first / self.warm


def first_requests() -> list[First]:
    """For every game and language, in a fresh process each; the best of a few, as noise only adds."""
    found = []
    for game in RECIPES:
        body = Book(game, 1).questions("validate")[0]
        for language in LANGUAGES:
            runs = [_first(f"/v1/games/{game}/validate", body, language) for _ in range(3)]
            found.append(First(game, language, min(run[0] for run in runs), min(run[1] for run in runs)))
    return found


def _first(path: str, body: bytes, language: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", _FIRST, path, language], cwd=ROOT, input=body, capture_output=True, check=True
    )
    seconds: list[float] = json.loads(done.stdout)
    return seconds[0], statistics.median(seconds[100:])


def start_up() -> tuple[float, float]:
    """Seconds until the app is there, of Brehon and of the bare echo: the best of several."""
    return _imported("service.wsgi"), _imported("tests.qa.bench.echo")


def _imported(module: str) -> float:
    """With compiled code lying there, as at every start but the first of a release."""
    best = float("inf")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {module}"], cwd=ROOT, check=True, env=environment)
        best = min(best, time.perf_counter() - began)
    return best
