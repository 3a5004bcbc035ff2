"""atheris on everything that makes sense of a client's bytes: ``python -m tests.qa.fuzz -max_total_time=60``.

Coverage leads it: bytes that reach a new line of ours are kept and changed further. The first byte picks what is
fuzzed. What may be raised is what the service turns into a 4xx; anything else is a find, which atheris writes down.
"""

import sys
from collections.abc import Callable
from typing import Any

import atheris

with atheris.instrument_imports(include=["schemas", "service"]):
    from werkzeug.wrappers import Request

    from schemas.base import LANGUAGES, Malformed
    from service.api.problems import Problem, problem_of
    from service.api.rate_limits.api_keys import ApiKeys
    from service.api.rate_limits.limiter import TrustedProxies
    from service.api.request import accepted_language, load_question
    from service.cache.entry import Entry, decode, encode
    from service.operations.question import BodyLimits, NotJson, fields_of
    from service.operations.served_game import ServedGame
    from tests.our_games import GAMES

REFUSED = (Problem, Malformed)
GAMES_SERVED = [ServedGame(game) for game in GAMES]
QUESTIONS = [(served, operation) for served in GAMES_SERVED for operation in served.questions]
KEYS = ApiKeys({"club-app": "0" * 64})
PROXIES = TrustedProxies(("10.0.0.0/8", "::1"))
LIMITS = BodyLimits()
CACHE_KEY = "brehon:1:" + "0" * 40
MAC_KEY = b"the MAC key of the fuzzer"


def body(served: ServedGame, operation: str) -> Callable[[bytes], Any]:
    return lambda sent: load_question(served.questions[operation], sent, LIMITS)


def any_json(sent: bytes) -> None:
    try:
        fields_of(sent, LIMITS)
    except NotJson:
        return


def header(sent: bytes) -> None:
    """WSGI hands headers on as latin-1."""
    text = sent.decode("latin-1")
    accepted_language(text, LANGUAGES)
    KEYS.name_of(text)
    PROXIES.client_address(Request({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": text}))


def from_redis(sent: bytes) -> None:
    """Any bytes, and the same bytes as the body of an intact entry: the fuzzer cannot find a right MAC by itself."""
    assert decode(sent, CACHE_KEY, MAC_KEY) is None
    entry = Entry(body=sent, case_id="0" * 24)
    assert decode(encode(entry, CACHE_KEY, MAC_KEY), CACHE_KEY, MAC_KEY) == entry


TARGETS: list[Callable[[bytes], Any]] = [
    *(body(served, operation) for served, operation in QUESTIONS),
    any_json,
    header,
    from_redis,
]


def one(data: bytes) -> None:
    if data:
        try:
            TARGETS[data[0] % len(TARGETS)](data[1:])
        except REFUSED as error:
            problem_of(error)


def main() -> None:
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
