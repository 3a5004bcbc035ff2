"""A day of three replicas behind nginx, on a Redis Cluster: one is killed, a master is killed, all are rolled."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.qa.bench.client import Connection
from tests.qa.cluster.machines import Replica, next_release, nginx, replicas
from tests.qa.cluster.redis_groups import RedisCluster, running_cluster, wait_until
from tests.qa.faults.load import PAUSE_SECONDS, Load, Question, load, questions
from tests.qa.faults.stage import SETTINGS, Outcome, figures, until

REPLICAS = 3
BUSY_SECONDS = 60.0
"""What all of this may take on a machine that does other work too."""


class Lengths(NamedTuple):
    """How long it lasts, in seconds, and with how many clients and workers."""

    between: float
    clients: int
    workers: int
    pause: float = PAUSE_SECONDS


SHORT = Lengths(between=0.6, clients=4, workers=1, pause=0.02)
FULL = Lengths(between=10.0, clients=8, workers=2)


class Stage(NamedTuple):
    """All that there is."""

    clients: Load
    replicas: list[Replica]
    cluster: RedisCluster
    lengths: Lengths


def play(lengths: Lengths) -> Iterator[Outcome]:
    """Each chapter as it ends."""
    with ExitStack() as stack:
        cluster = stack.enter_context(running_cluster())
        settings = {**SETTINGS, "WORKERS": str(lengths.workers), "REDIS_URL": cluster.url}
        settings["BREHON_CACHE_KEY"] = "the replicas share their entries"
        ours = stack.enter_context(replicas(REPLICAS, settings))
        release = stack.enter_context(next_release())
        asked = _with_answers_of(release, questions(), settings)
        port = stack.enter_context(nginx([replica.port for replica in ours]))
        stage = Stage(stack.enter_context(load(port, asked, lengths.clients, lengths.pause)), ours, cluster, lengths)
        until(lambda: _redis_is_used(stage))
        yield _chapter(
            stage,
            "a replica killed",
            f"kill -9 of all its processes; started again after {lengths.between:.0f} s",
            _kill_a_replica,
        )
        yield _chapter(
            stage, "a Redis master killed", "kill -9; the cluster makes its replica the master", _kill_a_master
        )
        yield _chapter(
            stage,
            "all replicas rolled to a new release",
            "one after the other: SIGTERM, wait, start the new one",
            lambda on: [_roll(replica, release) for replica in on.replicas],
        )


def _with_answers_of(release: Path, asked: list[Question], settings: dict[str, str]) -> list[Question]:
    """The same questions, to which the next release answers with its own version in the answer."""
    told = []
    with replicas(1, {**settings, "REDIS_URL": ""}, release) as (quiet,), Connection(quiet.port) as connection:
        for question in asked:
            answer = connection.ask(question.sent)
            assert answer.status == 200
            assert answer.body not in question.truths, "the release tells its version"
            told.append(question._replace(truths=(*question.truths, answer.body)))
    return told


def _chapter(stage: Stage, name: str, story: str, happen: Callable[[Stage], object]) -> Outcome:
    start = time.monotonic()
    time.sleep(stage.lengths.between)
    began = time.monotonic()
    happen(stage)
    ended = time.monotonic()
    recovered = _all_is_well(stage, ended)
    time.sleep(stage.lengths.between)
    clients = stage.clients
    return Outcome(
        name=name,
        story=story,
        before=clients.since(start, began),
        during=clients.since(began, ended + (recovered or 0.0)),
        after=clients.since(ended + (recovered or 0.0)),
        recovered=ended - began + recovered if recovered is not None else None,
        lasted=ended - began,
    )


def _kill_a_replica(stage: Stage) -> None:
    victim = stage.replicas[0]
    victim.kill()
    time.sleep(stage.lengths.between)
    victim.start()


def _kill_a_master(stage: Stage) -> None:
    stage.cluster.master().kill()
    wait_until(stage.cluster.is_whole)


def _roll(replica: Replica, release: Path) -> None:
    replica.stop()
    replica.start(release)


def _redis_is_used(stage: Stage) -> bool:
    return all(figures(replica.port)["redis_hit"] > 0 for replica in stage.replicas)


def _all_is_well(stage: Stage, since: float) -> float | None:
    """The seconds from a moment until every replica has had answers from Redis again and none avoids it."""
    counted = [figures(replica.port) for replica in stage.replicas]
    missing = set(range(len(counted)))

    def well() -> bool:
        for number in list(missing):
            now = figures(stage.replicas[number].port)
            if now["redis_hit"] > counted[number]["redis_hit"] and not now["open"]:
                missing.remove(number)
        return not missing

    return None if until(well, patience=BUSY_SECONDS) is None else time.monotonic() - since
