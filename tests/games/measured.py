"""Questions answered in the process, with the steps and the processor time that they take."""

import time
from functools import cache
from typing import Any, NamedTuple, cast

import msgspec

from schemas.base import Malformed
from service.api.json_body import BodyLimits
from service.api.request import load_question
from service.cache import Cache
from service.games.registry import GAMES
from service.operations.answering import Answerer
from service.operations.deadline import Deadline, TooCostly
from service.operations.question import Question, Work
from service.operations.served_game import ServedGame
from service.referee.budget import Budget
from service.settings import Settings

STEPS = Settings().step_budget
ORDINARY = STEPS // 5
"""What no ordinary question needs."""
SECONDS = 1.5
"""The processor time that no question needs, on a machine with nothing else to do."""


class Measured(NamedTuple):
    """``outcome``: ``answered``, ``too-costly`` or ``malformed``."""

    outcome: str
    answer: bytes
    steps: int
    seconds: float


@cache
def served(game: str) -> ServedGame:
    return ServedGame(next(each for each in GAMES if each.META.id == game))


def measure(game: str, operation: str, question: Any, steps: float = STEPS, language: str = "en") -> Measured:
    """Answer a question as the service does, without HTTP and without the cache of answers."""
    body = msgspec.json.encode(question)
    assert len(body) <= Settings().body_limit, f"{len(body)} bytes are refused"
    answerer = Answerer({game: served(game)}, cast(Cache, None), frozenset(), lambda *_: None)
    budget = Budget(steps)
    before = time.process_time()
    outcome, answer = "answered", b""
    try:
        values = load_question(served(game).questions[operation], body, BodyLimits())
        work = Work(Deadline(), budget)
        answer = answerer.answer(Question(served(game), operation, language, values, work)).entry.body
    except TooCostly:
        outcome = "too-costly"
    except Malformed:
        outcome = "malformed"
    return Measured(outcome, answer, budget.used, time.process_time() - before)
