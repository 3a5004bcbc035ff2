"""Counts requests in windows of fixed length, and refuses those above the limit.

When Redis cannot count, requests are accepted and the event ``rate_unchecked`` is counted in the metrics.
"""

import math
import time
from collections.abc import Callable
from typing import NamedTuple

import limits
from werkzeug.wrappers import Request

from service.api.metrics import LimitEvent
from service.api.problems import Problem
from service.api.rate_limits import storage
from service.api.rate_limits.api_keys import ApiKeys
from service.api.rate_limits.client_address import TrustedProxies
from service.cache import TieredCache, key_of
from service.settings import Settings

Headers = list[tuple[str, str]]


class Policy(NamedTuple):
    """So many requests in so many seconds, under the name that the headers show."""

    name: str
    amount: int
    seconds: int


class RateLimiter:
    """Counts requests by API key, or by address where no key is sent."""

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

    def count(self, request: Request, number: int = 1) -> Headers:
        """The headers that say how many requests are left; a problem when none is, or when the key is unknown."""
        client, policy = self.proxies.client_address(request), self.by_address
        key_name = self.keys.name_of(request.headers.get("Authorization"))
        if key_name:
            client, policy = key_name, self.by_key
        headers = self._count(policy, client, number) if policy else []
        if key_name is None:  # refused only now: whoever tries out keys is counted by address
            self.on_event("key_unknown")
            challenge = ("WWW-Authenticate", 'Bearer realm="brehon", error="invalid_token"')
            message = "The Authorization header holds a key that is not known here. Without one, no key is needed."
            raise Problem(401, message, headers=[challenge, *headers])
        return headers

    def _count(self, policy: Policy, client: str, number: int) -> Headers:
        now = self.clock()
        window = int(now // policy.seconds)
        # Keys are digests: the address itself is stored nowhere, neither in memory nor in Redis.
        counted = self.increment(key_of("rate", policy.name, client, str(window)), policy.seconds, number)
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
            message = f"At most {policy.amount} requests in {policy.seconds} seconds. Come back in {wait} seconds."
            raise Problem(429, message, headers=[("Retry-After", str(wait)), *headers])
        return headers


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
        storage.in_redis(cache) if shared else storage.in_memory(),
        on_event,
    )


def _policy(name: str, rate: str) -> Policy | None:
    if not rate:
        return None
    item = limits.parse(rate)
    return Policy(name, item.amount, item.get_expiry())
