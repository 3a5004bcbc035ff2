"""``python -m tests.qa.load [--minutes N]``: mixed load at 80 % of what the instance can do, and the memory it takes.

What an instance can do changes with the machine, so it is asked again in every turn. The figures of a run of ten
minutes or more are written into ``docs/reliability.md``. Ends with 1 when a worker grew, a request failed or a worker
was replaced.
"""

import argparse
import statistics
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from typing import NamedTuple, TypeVar

from tests.page import fill, machine, table
from tests.qa.bench.servers import SERVICE, Server, resident_bytes, running
from tests.qa.faults.stage import percentile, until
from tests.qa.load.pace import Clients, Result, mixture
from tests.redis_server import running_redis

PAGE, COMMAND = "reliability.md", "make load"
WORKERS = 2
CLIENTS = 16
SHARE = 0.8
MINUTES = 10.0
TURNS = 60
ALL_OUT = 0.2
"""The part of a turn in which the clients ask as fast as they can; the rest is at the pace that follows from it."""
REQUESTS = 200_000
"""Different ones; after these they come again, as questions do in the evening."""
MOST_GROWTH = 0.03
Done = TypeVar("Done")


class Load(NamedTuple):
    """What came of all turns."""

    capacities: list[float]
    """What the instance could do in each, in requests a second."""
    all_out: list[Result]
    paced: list[Result]

    @property
    def errors(self) -> int:
        return sum(times for result in (*self.all_out, *self.paced) for times in result.errors.values())


class Memory(NamedTuple):
    """A worker's resident bytes, at every second."""

    worker: int
    samples: list[int]

    @property
    def growth(self) -> float:
        """From the beginning of the second half to its end; the medians of a tenth of the time at each."""
        half = self.samples[len(self.samples) // 2 :]
        tenth = max(1, len(self.samples) // 10)
        return statistics.median(half[-tenth:]) / statistics.median(half[:tenth]) - 1


def watch(server: Server, over: threading.Event) -> list[Memory]:
    """Look at every worker once a second until it is over."""
    memories = [Memory(worker, []) for worker in server.workers]
    while not over.wait(1.0):
        for memory in memories:
            memory.samples.append(resident_bytes(memory.worker))
    return memories


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    minutes = parser.parse_args().minutes
    # In a short run the cache has to fill up early, or its filling would be taken for a leak.
    bound = {} if minutes >= MINUTES else {"BREHON_CACHE_ENTRIES": "1000"}
    asked = mixture(int(REQUESTS * min(1.0, minutes / MINUTES)) + 1000)
    settings = {"WORKERS": str(WORKERS), **bound}
    with ExitStack() as stack:
        redis = stack.enter_context(running_redis("--maxmemory", "256mb", "--maxmemory-policy", "allkeys-lru"))
        server = stack.enter_context(running(SERVICE, settings={**settings, "REDIS_URL": redis}))
        clients = Clients(server.port, asked, CLIENTS)
        load, memories = watched(server, lambda: in_turns(clients, minutes * 60 / TURNS))
        same = sorted(memory.worker for memory in memories) == server.workers
    told = as_text(load, memories)
    print(told)
    if minutes >= MINUTES:
        fill(PAGE, COMMAND, told)
    good = same and not load.errors and all(memory.growth < MOST_GROWTH for memory in memories)
    print("as promised" if good else "NOT as promised")
    return 0 if good else 1


def in_turns(clients: Clients, seconds: float) -> Load:
    load = Load([], [], [])
    for turn in range(1, TURNS + 1):
        load.all_out.append(clients.send(seconds * ALL_OUT))
        load.capacities.append(load.all_out[-1].rate)
        load.paced.append(clients.send(seconds * (1 - ALL_OUT), load.capacities[-1] * SHARE))
        print(f"{turn} of {TURNS}: {load.capacities[-1]:.0f} requests a second could be done", flush=True)
    return load


def watched(server: Server, work: Callable[[], Done]) -> tuple[Done, list[Memory]]:
    """What comes of the work, and what it does to every worker's memory."""
    until(lambda: len(server.workers) == WORKERS)
    over = threading.Event()
    memories: list[Memory] = []
    watcher = threading.Thread(target=lambda: memories.extend(watch(server, over)))
    watcher.start()
    try:
        done = work()
    finally:
        over.set()
        watcher.join()
    return done, memories


def as_text(load: Load, memories: list[Memory]) -> str:
    milliseconds = [each * 1000 for result in load.paced for each in result.seconds]
    minutes = sum(result.lasted for result in load.paced) / 60
    statuses = sum((Counter(result.statuses) for result in load.paced), Counter[int]())
    least, most = min(load.capacities), max(load.capacities)
    told = (
        f"Measured on {machine()}, with {WORKERS} workers, a Redis and the {CLIENTS} clients on the same machine, in "
        f"{len(load.capacities)} turns: in each it was first asked as much as it could do ({least:,.0f} to "
        f"{most:,.0f} requests a second), and then {SHARE:.0%} of that, {minutes:.0f} minutes in all, of which the "
        "table tells. The time of an answer counts from when its request was due, at the client.\n\n"
    )
    times = (percentile(milliseconds, part) for part in (0.5, 0.95, 0.99, 0.999))
    row = [
        f"{len(milliseconds):,}",
        load.errors,
        f"{statuses.total() - statuses[200]:,}",
        *(f"{each:.1f}" for each in times),
        f"{max(milliseconds):.0f}",
    ]
    titles = ("requests", "errors", "refused as malformed", "p50 ms", "p95 ms", "p99 ms", "p99.9 ms", "slowest ms")
    told += table(titles, [row]) + "\n"
    rows = [
        [number, *(f"{memory.samples[at] / 1e6:.1f}" for at in _spots(memory)), f"{memory.growth:+.2%}"]
        for number, memory in enumerate(memories, start=1)
    ]
    titles = ("worker", "MB at first", "after a quarter", "after half", "at the end", "growth in the second half")
    return told + table(titles, rows)


def _spots(memory: Memory) -> list[int]:
    last = len(memory.samples) - 1
    return [0, last // 4, last // 2, last]


if __name__ == "__main__":
    sys.exit(main())
