"""Brehon against the echo, over HTTP: alternating bursts, and the median of their ratios.

In each alternation a case sends the same bodies to the echo, to Brehon, to a second copy of the echo and to the echo
with our JSON library, one burst each, forwards and backwards in turn. What slows the machine down for a second slows
all four down. The second copy is the control: where its median is not 1, the machine and not the code was measured.
The server's processor time is read too: somebody else on the client's core makes both servers wait and the clock's
ratio kinder than it should be, and then the two ratios differ.
"""

import os
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from tests.qa.bench.bodies import Book
from tests.qa.bench.client import CONNECTIONS, Connection, burst, connected, request
from tests.qa.bench.servers import ECHO, ECHO_SAME_LIBRARY, SERVICE, Server, cpu_seconds, running
from tests.redis_server import running_redis

BURST = 128
WARM_UP = 16
CONTROL = (0.97, 1.03)
BUSY = 0.9

QUIET = {"BREHON_LOG_REQUESTS": "0"}
UNCACHED = {"BREHON_CACHED": ""}
SCORES = {"BREHON_CACHED": "score,odds"}
SETTINGS: dict[str, dict[str, str]] = {
    "uncached": {**QUIET, **UNCACHED},
    "logging": {**UNCACHED},
    "memory": {**QUIET, **SCORES},
    "redis": {**QUIET, **SCORES, "BREHON_CACHE_ENTRIES": "0"},
}
"""The settings of Brehon under which something is measured; ``redis`` also gets an address."""


class Case(NamedTuple):
    """Something to be held against the echo."""

    name: str
    operation: str
    settings: str
    tier: str
    """Where the answers must come from."""
    telling: str = ""
    """How positions are told; empty for the game's usual way."""
    goal: float | None = None


CASES = (
    Case("validate", "validate", "uncached", "off", goal=1.0),
    Case("validate, told by dominoes", "validate", "uncached", "off", "dominoes", goal=1.0),
    Case("validate, with its log line", "validate", "logging", "off"),
    Case("legal-moves", "legal-moves", "uncached", "off", goal=1.0),
    Case("score, computed", "score", "uncached", "off", goal=1.0),
    Case("score, told by dominoes", "score", "uncached", "off", "dominoes", goal=1.0),
    Case("score, hit in memory", "score", "memory", "memory", goal=1.2),
    Case("score, hit in Redis", "score", "redis", "redis", goal=1.0),
    Case("odds, computed", "odds", "uncached", "off"),
    Case("odds, hit in memory", "odds", "memory", "memory", goal=1.2),
)


def cases_of(book: Book, name: str = "") -> list[Case]:
    """The cases with this in their name that the game can be asked."""
    tellings = ("", *book.recipe.tellings)
    return [case for case in CASES if name in case.name and case.telling in tellings and book.can_ask(case.operation)]


class Pace(NamedTuple):
    """One burst: seconds on the clock, and of the server's processor, for each request."""

    wall: float
    cpu: float


class Spread(NamedTuple):
    """A median and its quartiles."""

    median: float
    low: float
    high: float


class Outcome(NamedTuple):
    """What a case came to. Ratios are of requests per second: above 1, Brehon is faster."""

    case: Case
    body_bytes: int
    to_echo: Spread
    cpu_to_echo: Spread
    to_same_library: Spread
    control: Spread
    microseconds: dict[str, float]
    cpu_microseconds: dict[str, float]

    @property
    def busy(self) -> float:
        """The share of the time in which the echo's server worked: the client should not keep it waiting."""
        return self.cpu_microseconds["echo"] / self.microseconds["echo"]

    @property
    def is_steady(self) -> bool:
        return CONTROL[0] <= self.control.median <= CONTROL[1]


class Target(NamedTuple):
    """A server, and the requests that go to it."""

    server: Server
    requests: Sequence[bytes]

    def pace(self) -> Pace:
        """One burst over fresh connections, which the server has taken up before the clock runs."""
        with ExitStack() as stack:
            connections: list[Connection] = connected(stack, self.server.port, CONNECTIONS)
            burst(connections, self.requests[:WARM_UP])
            before = cpu_seconds(self.server.worker)
            wall = burst(connections, self.requests)
            cpu = cpu_seconds(self.server.worker) - before
        return Pace(wall / len(self.requests), cpu / len(self.requests))


def pinned() -> tuple[int | None, int | None]:
    """Pin this process to one core; tell it and the one left for the servers."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return None, None
    own, others = cores[0], cores[1]
    os.sched_setaffinity(0, {own})
    return own, others


@contextmanager
def servers(core: int | None, wanted: set[str]) -> Iterator[dict[str, Server]]:
    """The three echoes, and Brehon under each of the settings wanted.

    Redis stays with this process on the client's core: the client has nothing to do while Redis is asked.
    """
    with ExitStack() as stack:
        found = {
            "echo": stack.enter_context(running(ECHO, core)),
            "control": stack.enter_context(running(ECHO, core)),
            "same library": stack.enter_context(running(ECHO_SAME_LIBRARY, core)),
        }
        for name in sorted(wanted):
            settings = dict(SETTINGS[name])
            if name == "redis":
                settings["REDIS_URL"] = stack.enter_context(running_redis())
            found[name] = stack.enter_context(running(SERVICE, core, settings))
        yield found


def targets(case: Case, book: Book, found: Mapping[str, Server], length: int = BURST) -> dict[str, Target]:
    """Who is asked what in a case. Every body is asked once here, so that a cache has it afterwards."""
    # A game without this telling is told as it is.
    telling = case.telling if case.telling in book.recipe.tellings else None
    bodies = book.questions(case.operation, telling)
    rotation = [bodies[number % len(bodies)] for number in range(length)]
    path = f"/v1/games/{book.game.META.id}/{case.operation}"
    echoes = [request("/echo", body) for body in rotation]
    ours = Target(found[case.settings], [request(path, body) for body in rotation])
    _answers_come_from(case, ours)
    return {
        "echo": Target(found["echo"], echoes),
        "ours": ours,
        "control": Target(found["control"], echoes),
        "same library": Target(found["same library"], echoes),
    }


def _answers_come_from(case: Case, target: Target) -> None:
    """A case that measures something else than it says is worse than none."""
    for content in dict.fromkeys(target.requests):
        with Connection(target.server.port) as connection:
            first, second = connection.ask(content), connection.ask(content)
        told = second.header("Brehon-Cache")
        if second.status != 200 or told != case.tier or first.body != second.body:
            raise RuntimeError(f"{case.name}: status {second.status}, from {told!r} instead of {case.tier!r}")
        if case.operation == "validate" and b'"verdict":"legal"' not in second.body:
            raise RuntimeError(f"{case.name}: the move is not legal: {second.body.decode()}")


def alternate(
    asked: Mapping[Case, dict[str, Target]], rounds: int, tick: Callable[[int], None]
) -> dict[Case, list[dict[str, Pace]]]:
    """All bursts: each round goes through all cases, so that none of them has the quiet minute to itself."""
    paces: dict[Case, list[dict[str, Pace]]] = {case: [] for case in asked}
    for number in range(rounds):
        for case, who in asked.items():
            order = list(who) if number % 2 else list(reversed(who))
            paces[case].append({name: who[name].pace() for name in order})
        tick(number + 1)
    return paces


def outcome(case: Case, who: Mapping[str, Target], paces: Sequence[dict[str, Pace]]) -> Outcome:
    bodies = {content.partition(b"\r\n\r\n")[2] for content in who["echo"].requests}
    return Outcome(
        case=case,
        body_bytes=round(statistics.mean(len(body) for body in bodies)),
        to_echo=spread([pace["echo"].wall / pace["ours"].wall for pace in paces]),
        cpu_to_echo=spread([pace["echo"].cpu / pace["ours"].cpu for pace in paces]),
        to_same_library=spread([pace["same library"].wall / pace["ours"].wall for pace in paces]),
        control=spread([pace["echo"].wall / pace["control"].wall for pace in paces]),
        microseconds={name: statistics.median(pace[name].wall for pace in paces) * 1e6 for name in who},
        cpu_microseconds={name: statistics.median(pace[name].cpu for pace in paces) * 1e6 for name in who},
    )


def spread(values: Sequence[float]) -> Spread:
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(median, low, high)


def measure(
    book: Book, cases: Sequence[Case], rounds: int, tick: Callable[[int], None], again: int = 0
) -> list[Outcome]:
    """The outcomes of these cases. Where the control is off there are as many rounds more, so many times at most: all
    of them count, the earlier ones too.
    """
    _, core = pinned()
    with servers(core, {case.settings for case in cases}) as found:
        asked = {case: targets(case, book, found) for case in cases}
        paces = alternate(asked, rounds, tick)
        outcomes = {case: outcome(case, asked[case], paces[case]) for case in cases}
        for _ in range(again):
            unsteady = {case: asked[case] for case in cases if not outcomes[case].is_steady}
            for case, more in alternate(unsteady, rounds if unsteady else 0, tick).items():
                paces[case] += more
                outcomes[case] = outcome(case, asked[case], paces[case])
        return list(outcomes.values())
