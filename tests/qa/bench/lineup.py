"""All servers of one run: the echoes, the prototype twice, FastAPI twice, and Brehon as it is shipped.

Everything runs with one worker on one core, with its standard error in a file. Brehon and the prototype write their
log line there and count every request against the limit of an API key that is never used up.
"""

import hashlib
import os
import tempfile
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.qa.bench.servers import SERVICE, Launch, Server, granian, gunicorn, running, stock_gunicorn, uvicorn
from tests.redis_server import running_redis

KEY = "a-key-for-the-bench"
AUTHORIZATION = f"Bearer {KEY}"
CACHE_ENTRIES = 128
"""Fewer than the bodies of any operation in rotation: every answer is computed."""
HITS = ("memory", "redis")
"""Brehon with the answers already cached."""

_LIMITS = {"BREHON_RATE_LIMIT": "600/minute", "BREHON_KEY_RATE_LIMIT": "1000000000/minute"}
_COMPUTED = {**_LIMITS, "BREHON_CACHE_ENTRIES": str(CACHE_ENTRIES)}
# Requests are counted in memory also where there is Redis: only the cache differs from the computed answer.
_REDIS = {"BREHON_CACHE_ENTRIES": "0", "BREHON_REDIS_TIMEOUT": "5", "BREHON_RATE_STORE": "memory"}


class Entrant(NamedTuple):
    """A server that is measured."""

    app: str
    launch: Launch
    settings: dict[str, str]
    echo: str = ""
    """The path of an echo; ``{game}`` stands for the game. Empty where the service's own paths are used."""


ENTRANTS: dict[str, Entrant] = {
    "echo": Entrant("tests.qa.bench.echo:plain", stock_gunicorn, {}, "/echo"),
    "msgspec echo": Entrant("tests.qa.bench.echo:with_msgspec", stock_gunicorn, {}, "/echo"),
    "FastAPI def": Entrant("tests.qa.bench.fastapi_echo:plain", uvicorn, {}, "/{game}"),
    "FastAPI async": Entrant("tests.qa.bench.fastapi_echo:asynchronous", uvicorn, {}, "/{game}"),
    "prototype": Entrant("tests.qa.bench.prototype:app", stock_gunicorn, _LIMITS),
    "service": Entrant(SERVICE, gunicorn, _COMPUTED),
    "control": Entrant("tests.qa.bench.prototype:app", stock_gunicorn, _LIMITS),
    "granian": Entrant(SERVICE, granian, _COMPUTED),
    "memory": Entrant(SERVICE, gunicorn, _LIMITS),
    "redis": Entrant(SERVICE, gunicorn, {**_LIMITS, **_REDIS}),
}


def available() -> list[str]:
    """Those that can be started here: granian is an option."""
    return [name for name in ENTRANTS if name != "granian" or find_spec("granian")]


def pinned() -> tuple[int | None, int | None]:
    """Pin this process to one core; returns it and the one left for the servers."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return None, None
    own, others = cores[0], cores[1]
    os.sched_setaffinity(0, {own})
    return own, others


@contextmanager
def started(names: Collection[str], core: int | None = None) -> Iterator[dict[str, Server]]:
    """These servers, running.

    Redis stays with this process on the client's core: the client waits while Redis is asked.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="brehon-bench-")))
        keys = folder / "keys"
        keys.write_text(f"bench {hashlib.sha256(KEY.encode()).hexdigest()}\n")
        servers = {}
        for name in names:
            entrant = ENTRANTS[name]
            settings = {**entrant.settings, "PYTHONHASHSEED": "0"}
            if not entrant.echo:
                settings["BREHON_API_KEYS"] = str(keys)
            if name == "redis":
                settings["REDIS_URL"] = stack.enter_context(running_redis())
            servers[name] = stack.enter_context(running(entrant.app, core, settings, entrant.launch))
        yield servers
