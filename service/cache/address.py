"""Where Redis is: the address that an operator writes, checked at start and opened by each process for itself.

::

    redis://host:6379/0                             one server; rediss:// for TLS, unix:///path for a socket
    redis+cluster://host:6379,host2:6379            a Redis Cluster by some of its nodes; rediss+cluster://
    redis+sentinel://host:26379,host2:26379/name/0  the master that these Sentinels know by this name; rediss+sentinel://

User and password stand before the first host and are Redis's own; Sentinels that want others are told them by the
options ``sentinel_username`` and ``sentinel_password``. All of it is done by the classes of redis-py.
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
_OF_SENTINELS = ("sentinel_username", "sentinel_password")


class Pipeline(Protocol):
    def set(self, name: str, value: bytes, ex: int) -> object: ...

    def execute(self, raise_on_error: bool) -> list[object]: ...


class Client(Protocol):
    """What is used of a client of redis-py, whichever of its classes it is."""

    def get(self, name: str) -> object: ...

    def pipeline(self, transaction: bool) -> Pipeline: ...


class Address(NamedTuple):
    """An address that can be read. ``open`` makes a client of it, which connects when it is first used."""

    kind: str
    """``server``, ``cluster`` or ``sentinel``."""
    urls: tuple[str, ...]
    """The same address for each of the hosts, as redis-py writes them."""
    name: str
    """By which Sentinels know the master."""
    options: dict[str, Any]

    def open(self) -> Client:
        if self.kind == "cluster":
            first, *others = self.urls
            nodes = [ClusterNode(told["host"], told.get("port", 6379)) for told in map(parse_url, others)]
            return RedisCluster(startup_nodes=nodes, url=first, **self.options)
        if self.kind == "sentinel":
            return self._behind_sentinels()
        return Redis.from_url(self.urls[0], **self.options)

    def _behind_sentinels(self) -> Client:
        told: dict[str, Any] = dict(parse_url(self.urls[0]))
        if told.pop("connection_class", None) is SSLConnection:
            told["ssl"] = True
        hosts = [(each["host"], each.get("port", 26379)) for each in map(parse_url, self.urls)]
        # What the address says of TLS holds for the Sentinels too; user, password and database do not.
        guards = {name: value for name, value in told.items() if name.startswith("ssl")}
        guards |= {name.removeprefix("sentinel_"): told[name] for name in _OF_SENTINELS if name in told}
        behind = {name: value for name, value in told.items() if name not in ("host", "port", *_OF_SENTINELS)}
        sentinel = Sentinel(hosts, sentinel_kwargs={**self.options, **guards})
        client: Client = sentinel.master_for(self.name, **{**self.options, **behind})
        return client


def read(url: str, timeout: float) -> Address:
    """The address in this text; ValueError if no client could be made of it."""
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
    """Authority, path and query, each with the character that begins it."""
    before, question_mark, query = rest.partition("?")
    authority, slash, path = before.partition("/")
    return authority, slash + path, question_mark + query


def _client_options(timeout: float) -> dict[str, Any]:
    """The library's defaults are made for a database: ten retries, five seconds each, and three greetings."""
    return {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,  # RESP3 begins every connection with HELLO
        "driver_info": None,  # no CLIENT SETINFO, twice, on every connection
    }


def _refuse_bad_address(url: str, kind: str, options: dict[str, Any]) -> None:
    """A mistake in the address shows at start, not as a cache that is silently never there."""
    try:
        told: dict[str, Any] = dict(parse_url(url))
        if kind and not told.get("host") and "path" not in told:
            raise _unreadable()
        ours = _OF_SENTINELS if kind == "sentinel" else ()
        pool = ConnectionPool(**{**options, **{name: told[name] for name in told if name not in ours}})
        pool.make_connection()
    except ValueError:
        # Without the cause: a password that is not percent-encoded ends up in its text, and so in the log.
        raise _unreadable() from None
    except (TypeError, RedisError) as error:
        raise ValueError(f"The address of Redis has an option that no client takes: {error}") from error
    if kind and "path" in told:
        raise ValueError("Neither a Redis Cluster nor a Sentinel is found by a unix socket.")
    if kind == "cluster" and told.get("db"):
        raise ValueError("A Redis Cluster has no numbered databases.")


def _unreadable() -> ValueError:
    return ValueError(
        "The address of Redis cannot be read. It looks like redis://user:password@host:6379/0, begins with redis, "
        "rediss, unix, redis+cluster, rediss+cluster, redis+sentinel or rediss+sentinel, and has its password "
        "percent-encoded."
    )
