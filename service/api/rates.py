"""How often somebody may ask: by address, or by API key where one is sent.

Counted in windows of fixed length with the storages of the ``limits`` library: in the memory of each process, or in
Redis for all of them. One call for each request tells all that the answer's headers say. A Redis that cannot count
refuses nobody: the request goes through, and that it went unchecked is counted.
"""

import math
import time
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple

from service.api.events import LimitEvent
from service.api.keys import Keys
from service.api.problems import Problem
from service.cache import TieredCache, key_of
from service.settings import Settings

Headers = list[tuple[str, str]]
Count = Callable[[str, int, int], int | None]
"""Add an amount to what is counted under a key for so many seconds; None when nobody can say."""
FREE = frozenset(("/healthz", "/readyz", "/metrics"))
"""What an operator's own machines ask again and again."""


class Proxies:
    """Who may tell the address of somebody else: the proxies that the operator named, and nobody else."""

    def __init__(self, trusted: tuple[str, ...]) -> None:
        self.networks = [ip_network(network, strict=False) for network in trusted]

    def client(self, environ: Mapping[str, Any]) -> str:
        """The address that asks: the last one in X-Forwarded-For that is none of our proxies."""
        address = str(environ.get("REMOTE_ADDR") or "")
        if self.networks:
            told = str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")
            while told and self._is_trusted(address):
                address = told.pop().strip() or address
        return _one_for_a_house(address)

    def _is_trusted(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return not address  # a unix socket has no address: only a proxy on this machine speaks there
        return any(found in network for network in self.networks if network.version == found.version)


def _one_for_a_house(address: str) -> str:
    """Whoever has one IPv6 address has 2⁶⁴ of them: the network counts. What is no address counts as it stands."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found) >> 64 << 64, 64)))
    return str(found)


class Policy(NamedTuple):
    """So many requests in so many seconds, under the name that the headers tell."""

    name: str
    amount: int
    seconds: int


class Rates:
    """Counts requests and refuses those that are too many."""

    def __init__(
        self,
        by_address: Policy | None,
        by_key: Policy | None,
        keys: Keys,
        proxies: Proxies,
        count: Count,
        on_event: Callable[[LimitEvent], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.by_address, self.by_key = by_address, by_key
        self.keys, self.proxies = keys, proxies
        self.count, self.on_event, self.clock = count, on_event, clock

    def admit(self, environ: dict[str, Any], cost: int = 1) -> Headers:
        """The headers that tell how much is left; a problem when nothing is, or when the key is not known."""
        who, policy = self.proxies.client(environ), self.by_address
        known = self.keys.name_of(environ)
        if known:
            who, policy = known, self.by_key
        headers = self._charge(policy, who, cost) if policy else []
        if known is None:  # only now: who tries keys is counted like everybody else
            self.on_event("key_unknown")
            challenge = ("WWW-Authenticate", 'Bearer realm="brehon", error="invalid_token"')
            told = "The Authorization header holds a key that is not known here. Without one, no key is needed."
            raise Problem(401, told, headers=[challenge, *headers])
        return headers

    def _charge(self, policy: Policy, who: str, cost: int) -> Headers:
        now = self.clock()
        window = int(now // policy.seconds)
        # The address itself stands nowhere, neither in memory nor in Redis.
        counted = self.count(key_of("rate", policy.name, who, str(window)), policy.seconds, cost)
        if counted is None:
            self.on_event("rate_unchecked")
            return []
        wait = max(1, math.ceil((window + 1) * policy.seconds - now))
        left = max(0, policy.amount - counted)
        headers = [
            ("RateLimit-Policy", f'"{policy.name}";q={policy.amount};w={policy.seconds}'),
            ("RateLimit", f'"{policy.name}";r={left};t={wait}'),
        ]
        if counted > policy.amount:
            self.on_event("rate_refused")
            told = f"At most {policy.amount} requests in {policy.seconds} seconds. Come back in {wait} seconds."
            raise Problem(429, told, headers=[("Retry-After", str(wait)), *headers])
        return headers


def build(settings: Settings, cache: TieredCache, on_event: Callable[[LimitEvent], None]) -> Rates | None:
    """The limits of these settings; None where there are none, so that nothing is spent on them."""
    by_address = _policy("address", settings.rate_limit)
    by_key = _policy("key", settings.key_rate_limit)
    if not (by_address or by_key or settings.keys_file):
        return None
    # The library is loaded by who limits anything.
    from service.api.counts import in_memory, in_redis

    shared = cache.redis is not None and settings.rate_store != "memory"
    count = in_redis(cache) if shared else in_memory()
    return Rates(
        by_address, by_key, Keys.read(settings.keys_file), Proxies(settings.trusted_proxies), count, on_event
    )


def _policy(name: str, rate: str) -> Policy | None:
    if not rate:
        return None
    from limits import parse

    item = parse(rate)
    return Policy(name, item.amount, item.get_expiry())
