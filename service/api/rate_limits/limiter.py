"""Counts the cost of requests in windows of fixed length, and refuses those above the limit.

When Redis cannot count, requests are accepted and the event ``rate_unchecked`` is counted in the metrics.
"""

import math
import threading
import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

import limits
from cachetools import TTLCache
from flask import Flask, Response, current_app, g, request
from werkzeug.wrappers import Request

from service.api.metrics import LimitEvent
from service.api.problems import Problem
from service.api.rate_limits import storage
from service.api.rate_limits.api_keys import ApiKeys
from service.api.work_limits import ClientConcurrency
from service.cache import TieredCache, key_of
from service.settings import Settings

BYTES_SENT = 16 * 1024
"""Each so many bytes of a body cost a unit."""
BYTES_ANSWERED = 64 * 1024
"""Each so many bytes of an answer cost a unit."""
STEPS = 5_000
"""Each so many steps cost a unit: about five milliseconds of computing."""
OFF = "off"
MOST_CLIENTS = 100_000
Headers = list[tuple[str, str]]


class Policy(NamedTuple):
    """So many units of cost in so many seconds, under the name that the headers show."""

    name: str
    amount: int
    seconds: int


class Client(NamedTuple):
    """The sender of a request: an API key, or an address."""

    name: str
    policy: Policy | None
    has_key: bool = False
    sent_unknown_key: bool = False


class TrustedProxies:
    """The proxies whose X-Forwarded-For is believed: those that the operator named, and no others."""

    def __init__(self, networks: tuple[str, ...]) -> None:
        self.networks = [_network_without_mapping(ip_network(network, strict=False)) for network in networks]

    def client_address(self, request: Request) -> str:
        """The last address in X-Forwarded-For that is not one of our proxies."""
        address = request.remote_addr or ""
        if self.networks:
            forwarded = request.headers.get("X-Forwarded-For", "").split(",")
            while forwarded and self._is_trusted(address):
                address = forwarded.pop().strip() or address
        return _one_address_per_network(address)

    def _is_trusted(self, address: str) -> bool:
        try:
            parsed = _without_mapping(ip_address(address))
        except ValueError:
            return not address  # a unix socket has no address: only a proxy on this machine connects to it
        return any(parsed in network for network in self.networks if network.version == parsed.version)


def _without_mapping(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """A server that listens for both versions sees the IPv4 address 10.0.0.5 as ::ffff:10.0.0.5."""
    return getattr(address, "ipv4_mapped", None) or address


def _network_without_mapping(network: IPv4Network | IPv6Network) -> IPv4Network | IPv6Network:
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    return ip_network((int(mapped), network.prefixlen - 96)) if mapped and network.prefixlen >= 96 else network


def _one_address_per_network(address: str) -> str:
    """An IPv6 client has a whole /64 network of addresses: the network is counted. Other text is counted as it is."""
    try:
        parsed = _without_mapping(ip_address(address))
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        return str(ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)


def in_memory() -> storage.Increment:
    """Counters in this process, at most ``MOST_CLIENTS`` of them: the least recently used ones are dropped.

    (The library's own storage in memory starts a timer thread for every hundredth of a second with a request.)
    """
    counters: dict[int, TTLCache[str, int]] = {}
    lock = threading.Lock()

    def increment(key: str, seconds: int, amount: int) -> int:
        with lock:
            counts = counters.setdefault(seconds, TTLCache(MOST_CLIENTS, ttl=seconds))
            counts[key] = count = counts.get(key, 0) + amount
        return count

    return increment


class RateLimiter:
    """Counts the cost of requests by API key, or by address where no key is sent."""

    def __init__(
        self,
        by_address: Policy | None,
        by_key: Policy | None,
        keys: ApiKeys,
        proxies: TrustedProxies,
        increment: storage.Increment,
        on_event: Callable[[LimitEvent], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.by_address, self.by_key = by_address, by_key
        self.keys, self.proxies = keys, proxies
        self.increment, self.on_event, self.clock = increment, on_event, clock

    def client_of(self, request: Request) -> Client:
        key_name = self.keys.name_of(request.headers.get("Authorization")) if self.keys.digests else ""
        if key_name:
            return Client(key_name, self.by_key, has_key=True)
        address = self.proxies.client_address(request)
        return Client(address, self.by_address, sent_unknown_key=key_name is None)

    def charge(self, client: Client, cost: int) -> Headers:
        """Count a cost; the headers that say how much is left, or a problem when nothing is."""
        counted = self._count(client, cost)
        if counted is None or client.policy is None:
            return []
        headers = self._headers(client.policy, counted)
        if counted > client.policy.amount:
            self.on_event("rate_refused")
            wait = self._wait(client.policy)
            message = (
                f"At most {client.policy.amount} units of work in {client.policy.seconds} seconds. "
                f"Come back in {wait} seconds."
            )
            raise Problem(429, message, headers=[("Retry-After", str(wait)), *headers])
        return headers

    def add(self, client: Client, cost: int) -> Headers:
        """Count what a request has cost beyond what was known before; the next one may be refused for it."""
        counted = self._count(client, cost)
        return [] if counted is None or client.policy is None else self._headers(client.policy, counted)

    def refuse_unknown_key(self, client: Client, headers: Headers) -> None:
        """Refuse an unknown API key, after the request was counted by address: nobody can try out keys for free."""
        if client.sent_unknown_key:
            self.on_event("key_unknown")
            challenge = ("WWW-Authenticate", 'Bearer realm="brehon", error="invalid_token"')
            message = "The Authorization header holds a key that is not known here. Without one, no key is needed."
            raise Problem(401, message, headers=[challenge, *headers])

    def _count(self, client: Client, cost: int) -> int | None:
        """The units of this window; None where there is no limit, or where Redis cannot count."""
        policy = client.policy
        if policy is None:
            return None
        window = int(self.clock() // policy.seconds)
        # Keys are digests: the address itself is stored nowhere, neither in memory nor in Redis.
        counted = self.increment(key_of("rate", policy.name, client.name, str(window)), policy.seconds, cost)
        if counted is None:
            self.on_event("rate_unchecked")
        return counted

    def _headers(self, policy: Policy, counted: int) -> Headers:
        left = max(0, policy.amount - counted)
        return [
            ("RateLimit-Policy", f'"{policy.name}";q={policy.amount};w={policy.seconds}'),
            ("RateLimit", f'"{policy.name}";r={left};t={self._wait(policy)}'),
        ]

    def _wait(self, policy: Policy) -> int:
        """The seconds until the next window."""
        now = self.clock()
        return max(1, math.ceil((int(now // policy.seconds) + 1) * policy.seconds - now))


def build(settings: Settings, cache: TieredCache, on_event: Callable[[LimitEvent], None]) -> RateLimiter | None:
    """The limiter of these settings; None where they limit nothing."""
    by_address = _policy("address", settings.rate_limit)
    by_key = _policy("key", settings.key_rate_limit)
    if not (by_address or by_key or settings.keys_file):
        return None
    shared = cache.redis is not None and settings.rate_store != "memory"
    return RateLimiter(
        by_address,
        by_key,
        ApiKeys.read(settings.keys_file),
        TrustedProxies(settings.trusted_proxies),
        storage.in_redis(cache) if shared else in_memory(),
        on_event,
    )


def _policy(name: str, rate: str) -> Policy | None:
    if rate in ("", OFF):
        return None
    item = limits.parse(rate)
    return Policy(name, item.amount, item.get_expiry())


def cost_of_request(body_bytes: int) -> int:
    """The units that are known when a request arrives."""
    return 1 + body_bytes // BYTES_SENT


def cost_of_answer(steps: int, answer_bytes: int) -> int:
    """The units that are known when it is answered."""
    return steps // STEPS + answer_bytes // BYTES_ANSWERED


def install(
    app: Flask, limiter: RateLimiter | None, concurrency: ClientConcurrency, free_paths: frozenset[str]
) -> None:
    """Count every request before its view runs; ``free_paths`` and CORS preflights are not counted."""
    app.extensions["rate-limiter"] = limiter

    @app.before_request
    def count_request() -> None:
        g.rate_headers, g.client, g.place = [], None, None
        if limiter is None or request.method == "OPTIONS" or request.path in free_paths:
            return
        client = limiter.client_of(request)
        body_bytes = min(request.content_length or 0, request.max_content_length or 0)
        g.rate_headers = limiter.charge(client, cost_of_request(body_bytes))
        limiter.refuse_unknown_key(client, g.rate_headers)
        if not client.has_key:
            g.place = concurrency.enter(client.name)
        g.client = client

    @app.after_request
    def add_rate_headers(response: Response) -> Response:
        client = g.get("client")
        if client is not None and limiter is not None:
            extra = cost_of_answer(g.work.budget.used, response.content_length or 0)
            if extra:
                g.rate_headers = limiter.add(client, extra) or g.rate_headers
        for name, value in g.get("rate_headers", ()):
            response.headers[name] = value
        return response

    @app.teardown_request
    def leave(error: BaseException | None) -> None:
        concurrency.leave(g.get("place"))


def charge_further_requests(number: int) -> None:
    """Charge for more requests than the one being handled, such as the questions of a batch."""
    limiter: RateLimiter | None = current_app.extensions["rate-limiter"]
    if limiter is not None and number > 0:
        g.rate_headers = []  # a refusal brings its own
        g.rate_headers = limiter.charge(g.client, number)
