"""``python -m tests.qa.load.scaling``: what a request costs, and what so many tables need; into ``docs/scaling.md``.

The cost is processor time of the worker, which a busy machine stretches less than time on the clock.
"""

import math
import statistics
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from redis import Redis

from service.settings import Settings
from tests.page import fill, machine, table
from tests.qa.bench.bodies import RECIPES, Book
from tests.qa.bench.client import burst, connected, request
from tests.qa.bench.servers import SERVICE, Server, cpu_seconds, resident_bytes, running
from tests.redis_server import RedisServer, running_server

PAGE, COMMAND = "scaling.md", "make scaling"
ROUNDS = 15
BURST = 128
REPLAYS = 8
UNCACHED = {"BREHON_CACHED": ""}
IN_MEMORY = {"BREHON_CACHED": "score,replay"}
IN_REDIS = {"BREHON_CACHED": "score,replay", "BREHON_CACHE_ENTRIES": "0"}
OPERATIONS = ("validate", "legal-moves", "score", "audit", "replay")

# What a table does. A player's move is judged once, the score pad is opened after it, and every fifth move somebody
# asks what else would have been possible. Whoever looks at the pad next asks the same score again.
PER_MOVE = {"validate": 1.0, "score": 1.0, "score again": 1.0, "legal-moves": 0.2}
SECONDS_A_MOVE = 20.0
PEAK = 2.0
"""The busiest hour against the average of the evening that the tables are counted in."""
UTILISATION = 0.6
"""How busy the processors should be at the peak: the rest is for a machine that goes, and for the tail."""
WORKERS_AN_INSTANCE = 2
REDIS_UTILISATION = 0.5
KEPT_MINUTES = 10.0
TABLES = (1_000, 1_000_000)


class Cost(NamedTuple):
    """Of one request."""

    game: str
    what: str
    microseconds: float
    bytes_in: int
    bytes_out: int


class Measured(NamedTuple):
    costs: list[Cost]
    redis_microseconds: float
    """Of Redis's own processor, for a lookup."""
    entry_bytes: int
    """What a score takes in Redis, under both of its keys."""
    worker_bytes: int

    def cost(self, what: str) -> Cost:
        """Of the game for which it is dearest: who plans for that has enough."""
        return max((cost for cost in self.costs if cost.what == what), key=lambda cost: cost.microseconds)


def measure() -> Measured:
    costs: list[Cost] = []
    books = {name: Book(name) for name in RECIPES}
    with running(SERVICE, settings={"BREHON_LOG_REQUESTS": "1", **UNCACHED}) as server:
        for name, book in books.items():
            costs += [_cost(server, name, book, operation, operation) for operation in OPERATIONS]
        held = resident_bytes(server.worker)
    with running(SERVICE, settings={"BREHON_LOG_REQUESTS": "1", **IN_MEMORY}) as server:
        costs += [_cost(server, name, book, "score", "score again") for name, book in books.items()]
    with running_server() as redis, running(SERVICE, settings={"REDIS_URL": redis.url, **IN_REDIS}) as server:
        costs += [_cost(server, name, book, "score", "score again, from Redis") for name, book in books.items()]
        lookup, entry = _redis_costs(redis)
    return Measured(costs, lookup, entry, held)


def _cost(server: Server, game: str, book: Book, operation: str, what: str) -> Cost:
    bodies = book.questions(operation)
    count = REPLAYS if operation == "replay" else BURST
    path = f"/v1/games/{game}/{operation}"
    requests = [request(path, bodies[number % len(bodies)]) for number in range(count)]
    with ExitStack() as stack:
        connections = connected(stack, server.port)
        burst(connections, requests)
        answer = connections[0].ask(requests[0])
        spent = []
        for _ in range(3 if operation == "replay" else ROUNDS):
            before = cpu_seconds(server.worker)
            burst(connections, requests)
            spent.append((cpu_seconds(server.worker) - before) / count)
    sent, told = len(requests[0]), len(answer.head) + len(answer.body)
    return Cost(game, what, statistics.median(spent) * 1e6, sent, told)


def _redis_costs(redis: RedisServer) -> tuple[float, int]:
    with Redis.from_url(redis.url) as operator:
        told = operator.info("commandstats")["cmdstat_get"]
        keys = operator.keys("brehon:*")
        held = sum(operator.memory_usage(key) for key in keys) / len(keys)
        used = operator.info("cpu")
        processor = used["used_cpu_user"] + used["used_cpu_sys"]
    return processor / told["calls"] * 1e6, int(held * 2)


class Need(NamedTuple):
    """What so many tables need."""

    tables: int
    requests_a_second: float
    cores: float
    cores_without_cache: float
    instances: int
    megabits: float
    lookups_a_second: float
    redis_cores: float
    redis_gigabytes: float


def needs(measured: Measured, tables: int) -> Need:
    """The arithmetic, line by line as the page tells it."""
    asked = {what: tables * PEAK * times / SECONDS_A_MOVE for what, times in PER_MOVE.items()}
    busy = sum(each * measured.cost(what).microseconds for what, each in asked.items()) / 1e6
    saved = measured.cost("score").microseconds - measured.cost("score again").microseconds
    bits = sum(each * 8 * _bytes(measured.cost(what)) for what, each in asked.items())
    calls = 3 * asked["score"] + asked["score again"]
    return Need(
        tables=tables,
        requests_a_second=sum(asked.values()),
        cores=busy / UTILISATION,
        cores_without_cache=(busy + asked["score again"] * saved / 1e6) / UTILISATION,
        instances=max(3, math.ceil(busy / UTILISATION / WORKERS_AN_INSTANCE) + 1),
        megabits=bits / 1e6,
        lookups_a_second=calls,
        redis_cores=calls * measured.redis_microseconds / 1e6 / REDIS_UTILISATION,
        redis_gigabytes=asked["score"] * KEPT_MINUTES * 60 * measured.entry_bytes / 1e9,
    )


def _bytes(cost: Cost) -> int:
    return cost.bytes_in + cost.bytes_out


def as_text(measured: Measured) -> str:
    return "\n".join([_costs(measured), _table_does(measured), _so_many(measured)])


def _costs(measured: Measured) -> str:
    rows = []
    for cost in measured.costs:
        spent = [f"{cost.microseconds:,.0f}", f"{1e6 / cost.microseconds:,.0f}"]
        rows.append([cost.game, cost.what, *spent, cost.bytes_in, cost.bytes_out])
    titles = ("game", "request", "µs of a core", "a second and core", "bytes in", "bytes out")
    kept = Settings().cache_bytes / 1e6
    return f"""Measured on {machine()}, over HTTP and with the log line of each request. Processor time of
the worker, gunicorn included, the median of several bursts; bodies of positions in the middle of a game with all
players, replays of whole games. Bytes with their headers, not compressed.

{table(titles, rows)}
A worker holds {measured.worker_bytes / 1e6:.0f} MB, and up to `BREHON_CACHE_BYTES` ({kept:.0f} MB) more for answers.
A call takes {measured.redis_microseconds:.0f} µs of Redis, and a score {measured.entry_bytes:,} bytes there.
"""


def _table_does(measured: Measured) -> str:
    asked = ", ".join(f"{times:g} {what}" for what, times in PER_MOVE.items())
    requests = sum(PER_MOVE.values())
    spent = sum(times * measured.cost(what).microseconds for what, times in PER_MOVE.items())
    return f"""## What a table asks

- A move every {SECONDS_A_MOVE:g} seconds, and for each move: {asked} (the same score, asked by a second phone).
- That is {requests:g} requests and {spent:,.0f} µs of a core a move (each request of the game for which it is
  dearest), so {requests / SECONDS_A_MOVE:.2f} requests and {spent / SECONDS_A_MOVE:,.0f} µs of a core a second.
- At the peak {PEAK:g} times that. Processors are {UTILISATION:.0%} busy then, which leaves room for an instance
  that goes, and keeps waiting short.
"""


def _so_many(measured: Measured) -> str:
    rows = [_figures(needs(measured, tables)) for tables in TABLES]
    titles = (
        "tables",
        "requests a second",
        "cores",
        "cores without any cache",
        f"instances of {WORKERS_AN_INSTANCE} workers",
        "Mbit/s",
        "Redis calls a second",
        "Redis cores",
        "GB in Redis",
    )
    return f"""## What so many tables need

{table(titles, rows)}
- Requests a second: tables × {sum(PER_MOVE.values()):g} ÷ {SECONDS_A_MOVE:g} s × {PEAK:g}.
- Cores: tables × µs of a core a second × {PEAK:g} ÷ {UTILISATION:g}. Without any cache a score asked again is
  computed again.
- Instances: cores ÷ {WORKERS_AN_INSTANCE} workers, and one more, so that one can go; never fewer than three.
- Redis calls: three for a new score (two lookups, and one that stores), one for a known one. Redis cores: calls ×
  µs ÷ {REDIS_UTILISATION:g}. One Redis is one core; above that it is a Redis Cluster with as many masters as cores,
  each with a replica on another machine.
- GB in Redis: new scores of {KEPT_MINUTES:g} minutes, which is when a second phone asks. `allkeys-lru` throws away
  what is older.

Redis is worth its machines where replays and comparisons are asked again and again, or where many instances see the
same questions. For scores alone it may not be: compare the two columns of cores, and leave `REDIS_URL` out if the
difference is smaller than what Redis takes itself.
"""


def _figures(need: Need) -> list[str]:
    whole = ("tables", "requests_a_second", "instances", "megabits", "lookups_a_second")
    return [f"{value:,.0f}" if name in whole else f"{value:,.1f}" for name, value in need._asdict().items()]


def main(arguments: Sequence[str] = ()) -> int:
    told = as_text(measure())
    print(told)
    fill(PAGE, COMMAND, told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
