"""The URL of Redis: checked at start, and opened by each process separately.

::

    redis://host:6379/0                             one server; rediss:// for TLS, unix:///path for a socket
    redis+cluster://host:6379,host2:6379            a Redis Cluster by some of its nodes; rediss+cluster://
    redis+sentinel://host:26379,host2:26379/name/0  the master with this name at these Sentinels; rediss+sentinel://

User and password stand before the first host and are those of Redis. The query parameters ``sentinel_username`` and
``sentinel_password`` are those of the Sentinels. The clients are redis-py's own.
"""

from typing import Any, NamedTuple, Protocol

from redis import Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode
from redis.connection import ConnectionPool, SSLConnection, parse_url
from redis.exceptions import RedisError
from redis.retry import Retry
from redis.sentinel import Sentinel

_KINDS = ("cluster", "sentinel")
_SENTINEL_PARAMETERS = ("sentinel_username", "sentinel_password")


class Pipeline(Protocol):
    def set(self, name: str, value: bytes, ex: int) -> object: ...

    def execute(self, raise_on_error: bool) -> list[object]: ...


class Client(Protocol):
    """The methods of a redis-py client that the cache uses; ``Redis`` and ``RedisCluster`` both have them."""

    def get(self, name: str) -> object: ...

    def pipeline(self, transaction: bool) -> Pipeline: ...


class Address(NamedTuple):
    """A checked URL. ``open`` creates a client, which connects when it is first used."""

    kind: str
    """``server``, ``cluster`` or ``sentinel``."""
    urls: tuple[str, ...]
    """One URL per host, in the form that redis-py parses."""
    name: str
    """The name of the master at the Sentinels; otherwise empty."""
    options: dict[str, Any]

    def open(self) -> Client:
        if self.kind == "cluster":
            first, *others = self.urls
            nodes = [ClusterNode(parts["host"], parts.get("port", 6379)) for parts in map(parse_url, others)]
            return RedisCluster(startup_nodes=nodes, url=first, **self.options)
        if self.kind == "sentinel":
            return self._open_sentinel()
        return Redis.from_url(self.urls[0], **self.options)

    def _open_sentinel(self) -> Client:
        url_parts: dict[str, Any] = dict(parse_url(self.urls[0]))
        if url_parts.pop("connection_class", None) is SSLConnection:
            url_parts["ssl"] = True
        hosts = [(parts["host"], parts.get("port", 26379)) for parts in map(parse_url, self.urls)]
        # The TLS options of the URL apply to the Sentinels too; user, password and database do not.
        for_sentinels = {name: value for name, value in url_parts.items() if name.startswith("ssl")}
        for_sentinels |= {
            name.removeprefix("sentinel_"): url_parts[name] for name in _SENTINEL_PARAMETERS if name in url_parts
        }
        not_for_master = ("host", "port", *_SENTINEL_PARAMETERS)
        for_master = {name: value for name, value in url_parts.items() if name not in not_for_master}
        sentinel = Sentinel(hosts, sentinel_kwargs={**self.options, **for_sentinels})
        client: Client = sentinel.master_for(self.name, **{**self.options, **for_master})
        return client


def read(url: str, timeout: float) -> Address:
    """Parse a URL; raises ValueError if redis-py could not create a client from it."""
    scheme, separator, rest = url.partition("://")
    protocol, _, kind = scheme.partition("+")
    if kind and (kind not in _KINDS or not separator):
        raise _unreadable()
    authority, path, query = _split(rest)
    user, at, hosts = authority.rpartition("@")
    name = ""
    if kind == "sentinel":
        name, _, database = path.removeprefix("/").partition("/")
        path = f"/{database}" if database else ""
        if not name:
            raise ValueError("The address of Sentinels has the name of the master: redis+sentinel://host:26379/name")
    each_host = hosts.split(",") if kind else [hosts]
    urls = tuple(f"{protocol}://{user}{at}{host}{path}{query}" for host in each_host)
    options = _client_options(timeout)
    for each in urls:
        _refuse_bad_address(each, kind, options)
    return Address(kind or "server", urls, name, options)


def _split(rest: str) -> tuple[str, str, str]:
    """Authority, path with its leading ``/``, query with its leading ``?``."""
    before, question_mark, query = rest.partition("?")
    authority, slash, path = before.partition("/")
    return authority, slash + path, question_mark + query


def _client_options(timeout: float) -> dict[str, Any]:
    """Replaces redis-py's defaults (ten retries, five seconds each), which are too slow for a cache."""
    return {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,  # RESP3 begins every connection with HELLO
        "driver_info": None,  # no CLIENT SETINFO, twice, on every connection
    }


def _refuse_bad_address(url: str, kind: str, options: dict[str, Any]) -> None:
    """A wrong URL is an error at start; otherwise every lookup would be a silent cache miss."""
    try:
        url_parts: dict[str, Any] = dict(parse_url(url))
        if kind and not url_parts.get("host") and "path" not in url_parts:
            raise _unreadable()
        ignored = _SENTINEL_PARAMETERS if kind == "sentinel" else ()
        for_pool = {name: value for name, value in url_parts.items() if name not in ignored}
        pool = ConnectionPool(**{**options, **for_pool})
        pool.make_connection()
    except ValueError:
        # Without the cause: its text contains a password that is not percent-encoded, and would be logged.
        raise _unreadable() from None
    except (TypeError, RedisError) as error:
        raise ValueError(f"The address of Redis has an option that no client takes: {error}") from error
    if kind and "path" in url_parts:
        raise ValueError("Neither a Redis Cluster nor a Sentinel is found by a unix socket.")
    if kind == "cluster" and url_parts.get("db"):
        raise ValueError("A Redis Cluster has no numbered databases.")


def _unreadable() -> ValueError:
    return ValueError(
        "The address of Redis cannot be read. It looks like redis://user:password@host:6379/0, begins with redis, "
        "rediss, unix, redis+cluster, rediss+cluster, redis+sentinel or rediss+sentinel, and has its password "
        "percent-encoded."
    )
