"""What the cache counts: the names of everything that can happen to a lookup or a store.

The names are a closed list, so that whoever exports them as metrics can declare every label at start. The
tiers report to one ``Tally``, which keeps plain counts and passes each name on to the hook that ``build`` was
given.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_args

Event: TypeAlias = Literal[
    "memory_hit",  # answered from this process
    "memory_evicted",  # an entry left memory to make room
    "redis_hit",  # answered from Redis
    "redis_stored",  # Redis took an entry
    "redis_damaged",  # Redis holds something under this key that is not an intact entry of ours
    "redis_too_large",  # an entry was not offered to Redis because of its size
    "redis_refused",  # Redis answered with an error: full, read-only, another type under the key
    "redis_timeout",  # Redis did not answer in time
    "redis_slow",  # Redis answered, but late; several in a row count as a failure
    "redis_error",  # Redis could not be reached, or what answered is not Redis
    "redis_skipped",  # Redis was not asked: the breaker is open, or the thread has just waited for it
    "breaker_opened",
    "breaker_closed",
    "miss",  # no tier had the entry, by whichever key: the answer has to be computed
]
EVENTS: tuple[Event, ...] = get_args(Event)

Report: TypeAlias = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """The hook of somebody who does not listen."""


class Tally:
    """Counts events by name, and passes them on.

    The hook is called outside the lock: a slow one delays its own caller, and one that asks for the counts
    does not wait for itself.
    """

    def __init__(self, on_event: Report = ignore) -> None:
        self._on_event = on_event
        self._lock = threading.Lock()
        self._counts: dict[Event, int] = dict.fromkeys(EVENTS, 0)

    def __call__(self, event: Event) -> None:
        with self._lock:
            self._counts[event] += 1
        self._on_event(event)

    @property
    def counts(self) -> Mapping[Event, int]:
        """How often each event has happened in this process, as of now."""
        with self._lock:
            return dict(self._counts)
