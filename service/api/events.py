"""What the limits did, by the names under which it is counted."""

from typing import Literal, TypeAlias, get_args

LimitEvent: TypeAlias = Literal[
    "rate_refused",  # too many requests from one address or with one key: 429
    "rate_unchecked",  # Redis could not say how many there were: the request went through
    "key_unknown",  # a key that is not on the list: 401
    "too_costly",  # the time for computing was used up: 422
    "too_slow",  # the body did not arrive in time: 408
]
LIMIT_EVENTS: tuple[LimitEvent, ...] = get_args(LimitEvent)
