"""The tier that processes share: Redis, treated as something that may be missing at any moment.

Nothing here raises because of Redis. A lookup that goes wrong is a miss, a store that goes wrong did not
happen, and both are counted. How much time that may take is bounded: no retries, one short timeout for
connecting and one for every answer, and a breaker that keeps further calls away from a Redis that has just
failed, or that answers so slowly that it saves nobody any time.

Three things are not in our hands. Resolving a host name has no timeout in Python: name Redis by address, or
keep the resolver near. An answer that arrives in pieces may take one timeout for each piece. And a client of
a cluster asks the other nodes for the new layout when one fails, up to one timeout for each of them.

Only GET and SET on a single key are used, so a Redis Cluster serves as it is; ``address`` tells how to name one.
"""

import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from redis.exceptions import ClusterError, RedisClusterException, RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeout

from service.cache import address
from service.cache.address import Client
from service.cache.bounds import DEFAULT_LARGEST_VALUE, DEFAULT_TIME_TO_LIVE, DEFAULT_TIMEOUT
from service.cache.breaker import Breaker, Ticket
from service.cache.entry import Entry, decode, encode
from service.cache.events import Report, ignore

T = TypeVar("T")

# A question that nobody has asked before calls Redis four times: it is counted (where rates are limited), looked for
# by its bytes and by its case, and stored under both. A call that takes longer than its part of the timeout was slow,
# and who has just waited for a slow one does without Redis for a moment: so a slow Redis costs a question one timeout
# at most, too.
CALLS_A_QUESTION = 4
# One slow call happens on any busy machine; this many in a row, and Redis counts as failed.
SLOW_IN_A_ROW = 3

# How the client stumbles when what answers is not Redis: numbers that are none, a layout of no cluster.
_NONSENSE = (ValueError, TypeError, LookupError)


class _Patience(threading.local):
    """Until when the thread that asks does without Redis, because it has just waited for it."""

    ends_at = 0.0


class RedisTier:
    """Entries in Redis; safe to share between threads, and to build before a fork."""

    def __init__(
        self,
        url: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        time_to_live: int = DEFAULT_TIME_TO_LIVE,
        largest_value: int = DEFAULT_LARGEST_VALUE,
        breaker: Breaker | None = None,
        report: Report = ignore,
    ) -> None:
        """Checks the settings, and does not connect: ValueError if no client could be made of them."""
        if timeout <= 0 or time_to_live < 1:
            raise ValueError("Redis needs a timeout above zero and a time to live of at least a second.")
        self.breaker = breaker if breaker is not None else Breaker(report=report)
        self.time_to_live = time_to_live
        self.largest_value = largest_value
        self._address = address.read(url, timeout)
        self._timeout = timeout
        self._slow_in_a_row = 0
        self._patience = _Patience()
        self._report = report
        # By process id: a child of a fork must not talk on its parent's sockets. The parent's client stays in
        # the child's dictionary unused, because taking it down would wait for locks that no thread of the
        # child holds.
        self._clients: dict[int, Client] = {}

    def get(self, key: str) -> Entry | None:
        """The entry under this key, or None if Redis does not have it or cannot say."""
        value = self.ask(lambda client: client.get(key))
        if value is None:
            return None
        entry = decode(value, key)
        if entry is None:
            self._report("redis_damaged")
        return entry

    def put(self, key: str, entry: Entry, *also: str) -> None:
        """Offer this entry to Redis, under one key or several, in one round trip."""
        values = {each: encode(entry, each) for each in (key, *also)}
        if max(map(len, values.values())) > self.largest_value:
            self._report("redis_too_large")
        elif self.ask(lambda client: _store(client, values, self.time_to_live)):
            self._report("redis_stored")

    def ask(self, command: Callable[[Client], T]) -> T | None:
        """Redis's reply to this command; None for whatever goes wrong."""
        # Patience first: a ticket that is asked for has to be used, it may be the one for a trial.
        impatient = time.monotonic() < self._patience.ends_at
        ticket = None if impatient else self.breaker.admit()
        if ticket is None:
            self._report("redis_skipped")
            return None
        try:
            client = self._client()
            began = time.monotonic()
            reply = command(client)
        except RedisTimeout:
            self.breaker.failed(ticket)
            self._report("redis_timeout")
        except ResponseError as error:
            # It answered, so it is there, and a Redis that is full or read-only can still be read. A cluster
            # that says it is down is the exception.
            if isinstance(error, ClusterError):
                self.breaker.failed(ticket)
            else:
                self.breaker.succeeded(ticket)
            self._report("redis_refused")
        except (RedisError, RedisClusterException, OSError, *_NONSENSE):
            self.breaker.failed(ticket)
            self._report("redis_error")
        else:
            self._time(ticket, began)
            return reply
        return None

    def _time(self, ticket: Ticket, began: float) -> None:
        """Hold the time of a call that succeeded against what it may take."""
        now = time.monotonic()
        if now - began <= self._timeout / CALLS_A_QUESTION:
            self._slow_in_a_row = 0
            self.breaker.succeeded(ticket)
            return
        self._patience.ends_at = now + self._timeout
        self._slow_in_a_row += 1  # two threads may count as one: it is a matter of degree
        if self._slow_in_a_row >= SLOW_IN_A_ROW or self.breaker.state != "closed":
            self.breaker.failed(ticket)
        self._report("redis_slow")

    def _client(self) -> Client:
        process = os.getpid()
        client = self._clients.get(process)
        if client is None:
            # Two threads may both get here; setdefault lets one client win, without a lock that a fork could
            # leave locked.
            client = self._clients.setdefault(process, self._address.open())
        return client


def _store(client: Client, values: Mapping[str, bytes], seconds: int) -> object:
    """All of these values at once. Not as a transaction: in a cluster the keys live on different nodes."""
    pipeline = client.pipeline(transaction=False)
    for key, value in values.items():
        pipeline.set(key, value, ex=seconds)
    # An error that the library raises has the values in its text: making that takes longer than all the rest.
    replies = pipeline.execute(raise_on_error=False)
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
    return all(replies)
