"""A bound on the processor time of a test: a loop without end fails the test, and does not stop the run."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

SECONDS = 2.0
"""Far more than any answer takes, also on a busy machine."""


@contextmanager
def at_most(seconds: float = SECONDS) -> Iterator[None]:
    """Fail the test after so much processor time; time spent waiting for other processes does not count."""

    def stop(*_: Any) -> None:
        pytest.fail(f"more than {seconds} s of processor time")  # no Exception, so no error handler catches it

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def not_counted() -> Iterator[None]:
    """Work of the test itself, such as holding an answer against the OpenAPI document, does not count."""
    left, _ = signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, left)
