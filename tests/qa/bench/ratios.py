"""All servers in one interleaved run over HTTP: bursts in turns, and the medians of their ratios.

In each round every case sends the same bodies to every server, one burst each, forwards and backwards in turn: what
slows the machine down for a second slows all of them down. The control is a second copy of the prototype: where the
two differ, the machine was measured and not the code. The processor time of the servers is read too: with somebody
else on the machine it is the steadier figure.
"""

import statistics
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from service.settings import Settings
from tests.qa.bench.bodies import Book
from tests.qa.bench.client import CONNECTIONS, Connection, burst, connected, request
from tests.qa.bench.lineup import AUTHORIZATION, CACHE_ENTRIES, ENTRANTS, HITS
from tests.qa.bench.servers import Server

OPERATIONS = ("validate", "legal-moves", "score", "audit", "odds", "view", "setup", "replay", "diagram")
CACHED = Settings().cached_operations
BURSTS = {"replay": 16, "diagram": 32}
"""Requests in one burst; both take milliseconds each."""
BURST = 128
WARM_UP = 8
HIT_BODIES = 64
DIAGRAM_HIT_BODIES = 16
"""Pictures are large: more of them do not fit into the cache as shipped."""
CONTROL = (0.97, 1.03)
BUSY = 0.9


class Case(NamedTuple):
    """An operation of a game."""

    game: str
    operation: str

    @property
    def burst(self) -> int:
        return BURSTS.get(self.operation, BURST)


class Pace(NamedTuple):
    """One burst: seconds on the clock, and of the server's processor, for each request."""

    wall: float
    cpu: float


class Spread(NamedTuple):
    """A median and its quartiles."""

    median: float
    low: float
    high: float


class Target:
    """A server, and the requests that are sent to it in rotation."""

    def __init__(
        self, server: Server, requests: Sequence[bytes], length: int, start: int = 0, tier: str = ""
    ) -> None:
        self.server = server
        self.requests = requests
        self.length = length
        self.next = start % len(requests)
        # Checked with every answer: a case that measures something else than it says is worse than none.
        self.header = f"brehon-cache: {tier}".encode() if tier else b""

    def pace(self) -> Pace:
        """One burst over new connections, which the server has accepted before the clock runs."""
        warm_up, requests = self._take(WARM_UP), self._take(self.length)
        with ExitStack() as stack:
            connections: list[Connection] = connected(stack, self.server.port, CONNECTIONS)
            burst(connections, warm_up, self.header)
            before = self.server.cpu_seconds
            wall = burst(connections, requests, self.header)
            cpu = self.server.cpu_seconds - before
        return Pace(wall / self.length, cpu / self.length)

    def _take(self, count: int) -> list[bytes]:
        taken = [self.requests[(self.next + number) % len(self.requests)] for number in range(count)]
        self.next = (self.next + count) % len(self.requests)
        return taken


class Outcome(NamedTuple):
    """What the rounds of a case came to."""

    case: Case
    bodies: int
    body_bytes: int
    paces: Sequence[Mapping[str, Pace]]

    def has(self, name: str) -> bool:
        return name in self.paces[0]

    def microseconds(self, name: str) -> float:
        return statistics.median(pace[name].wall for pace in self.paces) * 1e6

    def cpu_microseconds(self, name: str) -> float:
        return statistics.median(pace[name].cpu for pace in self.paces) * 1e6

    def times(self, name: str, other: str) -> Spread:
        """The time of one server, as a multiple of another's in the same round."""
        return spread([pace[name].wall / pace[other].wall for pace in self.paces])

    def cpu_times(self, name: str, other: str) -> Spread:
        return spread([pace[name].cpu / pace[other].cpu for pace in self.paces])

    @property
    def control(self) -> Spread:
        return self.times("control", "prototype")

    @property
    def busy(self) -> float:
        """The share of the time in which the prototype worked: the client should not keep it waiting."""
        return self.cpu_microseconds("prototype") / self.microseconds("prototype")

    @property
    def is_steady(self) -> bool:
        return CONTROL[0] <= self.control.median <= CONTROL[1]


def cases_of(book: Book, name: str = "") -> list[Case]:
    """The operations with this in their name that the game can be asked."""
    wanted = [operation for operation in OPERATIONS if name in operation and book.can_ask(operation)]
    return [Case(book.game.meta.id, operation) for operation in wanted]


def targets(case: Case, book: Book, servers: Mapping[str, Server], length: int | None = None) -> dict[str, Target]:
    """Which server is sent what in a case."""
    bodies = book.questions(case.operation)
    if len(set(bodies)) < len(bodies):
        raise RuntimeError(f"{case}: bodies repeat")
    is_cached = case.operation in CACHED
    # Each operation starts at another place: the same position comes again only after many others.
    start = OPERATIONS.index(case.operation) * len(bodies) // len(OPERATIONS)
    found = {}
    for name, server in servers.items():
        if name in HITS and not is_cached:
            continue
        some = bodies[: hit_bodies(case.operation)] if name in HITS else bodies
        tier = _tier(name, is_cached and len(bodies) > CACHE_ENTRIES)
        requests = _requests(name, case, some)
        if name in HITS:
            _fill(server, requests)
        found[name] = Target(server, requests, length or case.burst, start, tier)
    return found


def hit_bodies(operation: str) -> int:
    return DIAGRAM_HIT_BODIES if operation == "diagram" else HIT_BODIES


def _tier(name: str, is_cached: bool) -> str:
    """Where the answers of a server have to come from; empty where there is nothing to check."""
    if ENTRANTS[name].echo:
        return ""
    if name in HITS:
        return name
    return "miss" if is_cached and name in ("service", "granian") else ""


def _requests(name: str, case: Case, bodies: Sequence[bytes]) -> list[bytes]:
    echo = ENTRANTS[name].echo.format(game=case.game)
    path = echo or f"/v1/games/{case.game}/{case.operation}"
    return [request(path, body, Authorization=AUTHORIZATION) for body in bodies]


def _fill(server: Server, requests: Sequence[bytes]) -> None:
    """Send each once, so that its answer is in the cache."""
    with ExitStack() as stack:
        burst(connected(stack, server.port, CONNECTIONS), requests)


def alternate(
    sent: Mapping[Case, dict[str, Target]], rounds: int, tick: Callable[[int], None]
) -> dict[Case, list[dict[str, Pace]]]:
    """All bursts: each round goes through all cases, so that no case has a quiet minute for itself."""
    paces: dict[Case, list[dict[str, Pace]]] = {case: [] for case in sent}
    for number in range(rounds):
        for case, servers in sent.items():
            order = list(servers) if number % 2 else list(reversed(servers))
            paces[case].append({name: servers[name].pace() for name in order})
        tick(number + 1)
    return paces


def outcome(case: Case, sent: Mapping[str, Target], paces: Sequence[Mapping[str, Pace]]) -> Outcome:
    lengths = [len(content.partition(b"\r\n\r\n")[2]) for content in sent["service"].requests]
    return Outcome(case, len(lengths), round(statistics.mean(lengths)), paces)


def spread(values: Sequence[float]) -> Spread:
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(median, low, high)


def measure(
    books: Mapping[str, Book],
    cases: Collection[Case],
    servers: Mapping[str, Server],
    rounds: int,
    tick: Callable[[int], None],
    again: int = 0,
) -> list[Outcome]:
    """The outcomes of these cases.

    Where the control is off, as many rounds are added, ``again`` times at most; all rounds count.
    """
    sent = {case: targets(case, books[case.game], servers) for case in cases}
    paces = alternate(sent, rounds, tick)
    outcomes = {case: outcome(case, sent[case], paces[case]) for case in cases}
    for _ in range(again):
        unsteady = {case: sent[case] for case in cases if not outcomes[case].is_steady}
        if not unsteady:
            break
        for case, more in alternate(unsteady, rounds, tick).items():
            paces[case] += more
            outcomes[case] = outcome(case, sent[case], paces[case])
    return list(outcomes.values())
