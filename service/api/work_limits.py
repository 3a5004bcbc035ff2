"""How much one request may compute: steps, seconds, bytes of its answer, and a place among the expensive ones."""

import threading

from flask import Flask, g

from service.api.problems import Problem
from service.operations.question import Deadline, Work
from service.referee.budget import Budget
from service.settings import Settings

EXPENSIVE_STEPS = 50_000
"""A request that has used so many steps is expensive: an ordinary one uses a few hundred."""
EXPENSIVE_BODY = 256 * 1024
"""So is one with a body of so many bytes."""
WAIT_SECONDS = 1.0
RETRY_SECONDS = 1


class ExpensiveRequests:
    """Lets at most so many expensive requests compute at a time in this process; others wait briefly."""

    def __init__(self, at_once: int, wait_seconds: float) -> None:
        self.at_once = at_once
        self.wait_seconds = wait_seconds
        self._free = threading.Semaphore(at_once)

    def enter(self) -> None:
        """Wait for a place; a problem when none becomes free in time."""
        if not self._free.acquire(timeout=self.wait_seconds):
            message = f"{self.at_once} expensive requests are being answered here already. Come back in a moment."
            raise Problem(429, message, headers=[("Retry-After", str(RETRY_SECONDS))])

    def leave(self) -> None:
        self._free.release()


def install(app: Flask, settings: Settings) -> None:
    """Give each request its budget and deadline; an expensive one needs a place, which it gives back at its end."""
    expensive = ExpensiveRequests(settings.expensive_requests, WAIT_SECONDS)

    def enter() -> None:
        if not g.is_expensive:
            expensive.enter()
            g.is_expensive = True

    @app.before_request
    def begin() -> None:
        g.is_expensive = False
        g.enter_expensive = enter
        budget = Budget(settings.step_budget, EXPENSIVE_STEPS, enter)
        g.work = Work(Deadline(settings.time_budget), budget, settings.answer_limit)

    @app.teardown_request
    def end(error: BaseException | None) -> None:
        if g.get("is_expensive"):
            expensive.leave()


def check_body_size(size: int) -> None:
    """A request with a large body is expensive before it is decoded."""
    if size > EXPENSIVE_BODY:
        g.enter_expensive()
