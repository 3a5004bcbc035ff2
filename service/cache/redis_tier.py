"""The Redis tier: the cache that all processes share. Redis may fail at any time.

No method raises because of Redis: a failed lookup is a cache miss, a failed store is skipped, and both are counted.
The time is bounded: no retries, one short timeout for connecting and for each reply, and a circuit breaker that opens
when Redis fails or replies too slowly to be of use.

The timeout does not cover three cases. Resolving a host name has no timeout in Python: use an IP address, or a local
resolver. A reply that arrives in several pieces may take one timeout per piece. When a node of a cluster fails, the
client asks the other nodes for the new layout, which may take one timeout per node.

Only GET and SET on single keys are used, so a Redis Cluster works too (``address``).
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
from service.cache.breaker import DEFAULT_TIMEOUT, Breaker, Ticket
from service.cache.entry import DEFAULT_LARGEST_VALUE, DEFAULT_TIME_TO_LIVE, Entry, decode, encode
from service.cache.events import Report, ignore
from service.cache.keys import digest_of

T = TypeVar("T")

# A key without bytes would make the MAC a plain digest that anybody can compute; BLAKE2b takes at most 64.
MAC_KEY_BYTES = range(16, 65)
MAC_KEY_ID_SIZE = 8

# A new question calls Redis four times: for its rate limit, for a lookup by its bytes and another by its case id, and
# for a store under both. A reply that takes longer than a quarter of the timeout is slow. After a slow reply the
# thread skips Redis for one timeout, so that a slow Redis delays a request by one timeout at most.
CALLS_A_QUESTION = 4
# Single slow replies happen on any busy machine; this many in a row are a failure.
SLOW_IN_A_ROW = 3

# What redis-py raises when the server is not Redis: a length that is not a number, an invalid cluster layout.
_PROTOCOL_ERRORS = (ValueError, TypeError, LookupError)


class _ThreadPause(threading.local):
    """The time until which this thread skips Redis, because it has just had a slow reply."""

    ends_at = 0.0


class RedisTier:
    """Entries in Redis. Thread-safe, and may be created before a fork."""

    def __init__(
        self,
        url: str,
        *,
        mac_key: bytes,
        timeout: float = DEFAULT_TIMEOUT,
        time_to_live: int = DEFAULT_TIME_TO_LIVE,
        largest_value: int = DEFAULT_LARGEST_VALUE,
        breaker: Breaker | None = None,
        report: Report = ignore,
    ) -> None:
        """Does not connect. Raises ValueError if redis-py could not create a client with these settings."""
        if timeout <= 0 or time_to_live < 1:
            raise ValueError("Redis needs a timeout above zero and a time to live of at least a second.")
        if len(mac_key) not in MAC_KEY_BYTES:
            raise ValueError("Redis needs a MAC key of 16 to 64 bytes.")
        self.breaker = breaker if breaker is not None else Breaker(report=report)
        self.time_to_live = time_to_live
        self.largest_value = largest_value
        self._address = address.read(url, timeout)
        self._mac_key = mac_key
        self._mac_key_id = digest_of(mac_key, MAC_KEY_ID_SIZE)
        self._timeout = timeout
        self._slow_in_a_row = 0
        self._pause = _ThreadPause()
        self._report = report
        # By process id: after a fork the child must not use its parent's sockets. The parent's client stays in the
        # child's dictionary, unused: closing it could wait for a lock that no thread of the child holds.
        self._clients: dict[int, Client] = {}

    def get(self, key: str) -> Entry | None:
        """The entry under this key; None if Redis does not have it or does not reply."""
        name = self.name_of(key)
        value = self.ask(lambda client: client.get(name))
        if value is None:
            return None
        entry = decode(value, key, self._mac_key)
        if entry is None:
            self._report("redis_damaged")
        return entry

    def put(self, key: str, entry: Entry, *also: str) -> None:
        """Store this entry under one or several keys, in one round trip."""
        # Before encoding: a body that is too large is neither copied nor read for its MAC.
        if len(entry.body) > self.largest_value:
            self._report("redis_too_large")
            return
        values = {self.name_of(each): encode(entry, each, self._mac_key) for each in (key, *also)}
        if self.ask(lambda client: _store(client, values, self.time_to_live)):
            self._report("redis_stored")

    def name_of(self, key: str) -> str:
        """The name under which Redis has the entry of this key.

        A digest of the MAC key is part of it: instances with different MAC keys cannot read each other's entries, and
        would otherwise overwrite them.
        """
        return f"{key}:{self._mac_key_id}"

    def ask(self, command: Callable[[Client], T]) -> T | None:
        """Redis's reply to this command; None if anything fails."""
        # The pause is checked first: a ticket must be used, because it may be the one for the trial.
        paused = time.monotonic() < self._pause.ends_at
        ticket = None if paused else self.breaker.admit()
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
            # Redis replied, so it is up: a Redis that is full or read-only can still be read. The exception is a
            # cluster that reports itself as down.
            if isinstance(error, ClusterError):
                self.breaker.failed(ticket)
            else:
                self.breaker.succeeded(ticket)
            self._report("redis_refused")
        except (RedisError, RedisClusterException, OSError, *_PROTOCOL_ERRORS):
            self.breaker.failed(ticket)
            self._report("redis_error")
        else:
            self._check_time(ticket, began)
            return reply
        return None

    def _check_time(self, ticket: Ticket, began: float) -> None:
        """Report a successful call to the breaker, and begin a pause if its reply was slow."""
        now = time.monotonic()
        if now - began <= self._timeout / CALLS_A_QUESTION:
            self._slow_in_a_row = 0
            self.breaker.succeeded(ticket)
            return
        self._pause.ends_at = now + self._timeout
        self._slow_in_a_row += 1  # without a lock: a lost increment of another thread does not matter here
        if self._slow_in_a_row >= SLOW_IN_A_ROW or self.breaker.state != "closed":
            self.breaker.failed(ticket)
        self._report("redis_slow")

    def _client(self) -> Client:
        process = os.getpid()
        client = self._clients.get(process)
        if client is None:
            # Two threads may both get here: setdefault keeps one client, without a lock that a fork could leave
            # locked.
            client = self._clients.setdefault(process, self._address.open())
        return client


def _store(client: Client, values: Mapping[str, bytes], seconds: int) -> object:
    """Store all values in one pipeline. Not as a transaction: in a cluster the keys are on different nodes."""
    pipeline = client.pipeline(transaction=False)
    for name, value in values.items():
        pipeline.set(name, value, ex=seconds)
    # With raise_on_error the library would copy the values into the text of the error, which takes longer than the
    # whole call.
    replies = pipeline.execute(raise_on_error=False)
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
    return all(replies)
