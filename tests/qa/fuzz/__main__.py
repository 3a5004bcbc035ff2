"""atheris on everything that makes sense of a client's bytes: ``python -m tests.qa.fuzz -max_total_time=60``.

Coverage leads it: bytes that reach a new line of ours are kept and changed further. The first byte picks what is
fuzzed. What may be raised is what the service turns into a 4xx; anything else is a find, which atheris writes down.
"""

import sys
from collections.abc import Callable
from typing import Any

import atheris
import msgspec

with atheris.instrument_imports(include=["schemas", "service"]):
    from schemas.base import Malformed
    from service.api.counter import Counter
    from service.api.desk import Desk
    from service.api.edge import accepted_language, parts_of
    from service.api.keys import Keys
    from service.api.metrics import Metrics
    from service.api.nesting import refuse_deep
    from service.api.problems import Problem, document
    from service.api.rates import Proxies
    from service.api.twice import refuse_doubled_keys
    from service.cache import build
    from service.cache.entry import decode
    from service.games.registry import GAMES

REFUSED = (Problem, Malformed)
DESKS = {game.META.id: Desk(game) for game in GAMES}
COUNTER = Counter(DESKS, build(None), frozenset(), Metrics())
QUESTIONS = [(desk, operation) for desk in DESKS.values() for operation in desk.questions]
KEYS = Keys({"club-app": "0" * 64})
PROXIES = Proxies(("10.0.0.0/8", "::1"))
LIMIT = 32


def body(desk: Desk, operation: str) -> Callable[[bytes], Any]:
    def read(sent: bytes) -> None:
        refuse_deep(sent, LIMIT)
        parts = parts_of(sent)
        question = COUNTER.load(desk, operation, parts)
        refuse_doubled_keys(sent, msgspec.json.encode({name: question[name] for name in parts}))

    return read


def any_json(sent: bytes) -> None:
    refuse_deep(sent, LIMIT)
    parts_of(sent)
    refuse_doubled_keys(sent)


def header(sent: bytes) -> None:
    """WSGI hands headers on as latin-1."""
    text = sent.decode("latin-1")
    accepted_language({"HTTP_ACCEPT_LANGUAGE": text})
    KEYS.name_of({"HTTP_AUTHORIZATION": text})
    PROXIES.client({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": text})


def from_redis(sent: bytes) -> None:
    decode(sent, "brehon:1:" + "0" * 32)


TARGETS: list[Callable[[bytes], Any]] = [
    *(body(desk, operation) for desk, operation in QUESTIONS),
    any_json,
    header,
    from_redis,
]


def one(data: bytes) -> None:
    if data:
        try:
            TARGETS[data[0] % len(TARGETS)](data[1:])
        except REFUSED as error:
            if isinstance(error, Problem):
                document(error, "fuzz")


def main() -> None:
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
