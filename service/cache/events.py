"""The events of the cache, by name.

The list is closed, so that the metrics can declare every label at start. The tiers report to one ``Tally``, which
counts each event and calls the hook that ``build`` was given.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_args

Event: TypeAlias = Literal[
    "memory_hit",  # found in memory
    "memory_evicted",  # an entry was removed from memory to make room
    "redis_hit",  # found in Redis
    "redis_stored",  # Redis stored an entry
    "redis_damaged",  # the value in Redis is not an intact entry of this key
    "redis_too_large",  # an entry was not sent to Redis because of its size
    "redis_refused",  # Redis replied with an error: full, read-only, another type under the key
    "redis_timeout",  # Redis did not reply in time
    "redis_slow",  # Redis replied slowly; several slow replies in a row count as a failure
    "redis_error",  # no connection to Redis, or the server is not Redis
    "redis_skipped",  # Redis was not called: the breaker is open, or the thread has just had a slow reply
    "breaker_opened",
    "breaker_closed",
    "miss",  # no tier has the entry under any of its keys: the answer must be computed
]
EVENTS: tuple[Event, ...] = get_args(Event)

Report: TypeAlias = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """The default hook: does nothing."""


class Tally:
    """Counts events by name, and calls a hook.

    The hook is called outside the lock: a slow hook delays only its own caller, and a hook may read the counts.
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
        """How often each event has happened in this process."""
        with self._lock:
            return dict(self._counts)
