"""The tier that processes share: Redis, treated as something that may be missing at any moment.

Nothing here raises because of Redis. A lookup that goes wrong is a miss, a store that goes wrong did not
happen, and both are counted. How much time that may take is bounded: no retries, one short timeout for
connecting and one for every answer, and a breaker that keeps further calls away from a Redis that has just
failed.

Three things are not in our hands. Resolving a host name has no timeout in Python: name Redis by address, or
keep the resolver near. An answer that arrives in pieces may take one timeout for each piece. And a client of
a cluster asks the other nodes for the new layout when one fails, up to one timeout for each of them.

Only GET and SET on a single key are used, so a Redis Cluster serves as it is::

    redis://host:6379/0        rediss:// for TLS        unix:///path/to/socket
    redis+cluster://host:6379  rediss+cluster://        any one node of the cluster
"""

import os
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from redis import Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.connection import ConnectionPool
from redis.exceptions import ClusterError, RedisClusterException, RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeout
from redis.retry import Retry

from service.cache.breaker import Breaker
from service.cache.entry import Entry, decode, encode
from service.cache.events import Report, ignore

T = TypeVar("T")

DEFAULT_TIMEOUT = 0.05
# Entries never go stale, because the rules version is in the key. They expire so that old versions leave.
DEFAULT_TIME_TO_LIVE = 24 * 60 * 60
# Sending more can outlast the timeout on a healthy Redis, which would open the breaker for everybody.
DEFAULT_LARGEST_VALUE = 1024 * 1024

# How the client stumbles when what answers is not Redis: numbers that are none, a layout of no cluster.
_NONSENSE = (ValueError, TypeError, LookupError)

_CLUSTER_SUFFIX = "+cluster"


class _Client(Protocol):
    def get(self, name: str) -> object: ...

    def set(self, name: str, value: bytes, ex: int) -> object: ...


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
        self._url, self._is_cluster = _split_scheme(url)
        self._options = _client_options(timeout)
        self._report = report
        # By process id: a child of a fork must not talk on its parent's sockets. The parent's client stays in
        # the child's dictionary unused, because taking it down would wait for locks that no thread of the
        # child holds.
        self._clients: dict[int, _Client] = {}
        _refuse_bad_address(self._url, self._is_cluster, self._options)

    def get(self, key: str) -> Entry | None:
        """The entry under this key, or None if Redis does not have it or cannot say."""
        value = self._ask(lambda client: client.get(key))
        if value is None:
            return None
        entry = decode(value, key)
        if entry is None:
            self._report("redis_damaged")
        return entry

    def put(self, key: str, entry: Entry) -> None:
        """Offer this entry to Redis."""
        value = encode(entry, key)
        if len(value) > self.largest_value:
            self._report("redis_too_large")
        elif self._ask(lambda client: client.set(key, value, ex=self.time_to_live)):
            self._report("redis_stored")

    def _ask(self, command: Callable[[_Client], T]) -> T | None:
        """Redis's reply to this command; None for whatever goes wrong."""
        ticket = self.breaker.admit()
        if ticket is None:
            self._report("redis_skipped")
            return None
        try:
            reply = command(self._client())
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
            self.breaker.succeeded(ticket)
            return reply
        return None

    def _client(self) -> _Client:
        process = os.getpid()
        client = self._clients.get(process)
        if client is None:
            # Two threads may both get here; setdefault lets one client win, without a lock that a fork could
            # leave locked.
            client = self._clients.setdefault(process, self._open())
        return client

    def _open(self) -> _Client:
        if self._is_cluster:
            return RedisCluster.from_url(self._url, **self._options)
        return Redis.from_url(self._url, **self._options)


def _client_options(timeout: float) -> dict[str, Any]:
    """The library's defaults are made for a database: ten retries, five seconds each, and three greetings."""
    return {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,  # RESP3 begins every connection with HELLO
        "driver_info": None,  # no CLIENT SETINFO, twice, on every connection
    }


def _split_scheme(url: str) -> tuple[str, bool]:
    scheme, separator, rest = url.partition("://")
    return scheme.removesuffix(_CLUSTER_SUFFIX) + separator + rest, scheme.endswith(_CLUSTER_SUFFIX)


def _refuse_bad_address(url: str, is_cluster: bool, options: dict[str, Any]) -> None:
    """A mistake in the address shows at start, not as a cache that is silently never there."""
    try:
        pool = ConnectionPool.from_url(url, **options)
        pool.make_connection()
    except ValueError:
        # Without the cause: a password that is not percent-encoded ends up in its text, and so in the log.
        raise ValueError(
            "The address of Redis cannot be read. It looks like redis://user:password@host:6379/0, begins "
            "with redis, rediss, unix, redis+cluster or rediss+cluster, and has its password percent-encoded."
        ) from None
    except (TypeError, RedisError) as error:
        raise ValueError(f"The address of Redis has an option that no client takes: {error}") from error
    if is_cluster and (pool.connection_kwargs.get("db") or "path" in pool.connection_kwargs):
        raise ValueError("A Redis Cluster has neither numbered databases nor a unix socket.")
