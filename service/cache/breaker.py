"""The circuit breaker in front of Redis.

Without it, every request to a Redis that hangs would wait for a full timeout. With it, one request per cool-down
does::

    closed     --- enough failures in a row -->     open
    open       --- the cool-down is over -->        half-open: one call is made, as a trial
    half-open  --- the trial succeeds -->           closed
    half-open  --- the trial fails -->              open, for another cool-down

A caller gets a ticket from ``admit`` before the call, and passes it to ``succeeded`` or ``failed`` afterwards. A
ticket is the number of the round in which it was issued; a new round begins whenever the breaker opens or becomes
half-open. The results of earlier rounds are ignored, because such a call began before the state changed.

If a trial never reports (its thread was killed, or the process forked during it), the next trial is admitted after
one more cool-down.
"""

import threading
import time
from collections.abc import Callable
from typing import Literal, NewType

from service.cache.events import Report, ignore

Ticket = NewType("Ticket", int)

DEFAULT_FAILURES = 1
DEFAULT_COOL_DOWN = 2.0
DEFAULT_TIMEOUT = 0.05
"""Of one call, in seconds."""


class Breaker:
    """Decides whether a call may be made. Thread-safe."""

    def __init__(
        self,
        failures: int = DEFAULT_FAILURES,
        cool_down: float = DEFAULT_COOL_DOWN,
        clock: Callable[[], float] = time.monotonic,
        report: Report = ignore,
    ) -> None:
        if failures < 1:
            raise ValueError("A breaker opens after at least one failure.")
        self.failures = failures
        self.cool_down = cool_down
        self._clock = clock
        self._report = report
        self._lock = threading.Lock()
        self._round = 0
        self._failures_in_a_row = 0
        self._retry_at: float | None = None  # None while closed
        self._on_trial = False

    @property
    def state(self) -> Literal["closed", "open", "half-open"]:
        if self._retry_at is None:
            return "closed"
        return "half-open" if self._on_trial else "open"

    def admit(self) -> Ticket | None:
        """A ticket for one call; None if no call may be made now."""
        # The breaker is usually closed, and this path takes no lock. The round is read first: if the breaker opens
        # between the two reads, the ticket is of an earlier round and its result is ignored.
        ticket = Ticket(self._round)
        if self._retry_at is None:
            return ticket
        with self._lock:
            if self._retry_at is None:
                return Ticket(self._round)
            now = self._clock()
            if now < self._retry_at:
                return None
            self._round += 1
            self._on_trial = True
            self._retry_at = now + self.cool_down
            return Ticket(self._round)

    def succeeded(self, ticket: Ticket) -> None:
        """Redis replied to the call with this ticket."""
        if self._retry_at is None and self._failures_in_a_row == 0:
            return
        with self._lock:
            if ticket != self._round:
                return
            was_closed = self._retry_at is None
            self._failures_in_a_row = 0
            self._retry_at = None
            self._on_trial = False
        if not was_closed:
            self._report("breaker_closed")

    def failed(self, ticket: Ticket) -> None:
        """Redis did not reply to the call with this ticket."""
        with self._lock:
            if ticket != self._round:
                return
            self._failures_in_a_row += 1
            was_closed = self._retry_at is None
            if was_closed and self._failures_in_a_row < self.failures:
                return
            self._round += 1
            self._on_trial = False
            self._retry_at = self._clock() + self.cool_down
        if was_closed:
            self._report("breaker_opened")
