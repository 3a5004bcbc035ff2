"""Redis absent, killed, paused, slow, full, empty and wrong."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random

from redis import Redis

from tests.qa.bench.servers import SERVICE, Server, running
from tests.qa.faults.load import Load, Question, Record, load
from tests.qa.faults.proxy import DelayingProxy
from tests.qa.faults.stage import FAILURES, NOTICED, SETTINGS, Outcome, Times, figures, grown, redis_is_used_again
from tests.redis_server import RedisServer, running_server

Scene = tuple[Server, Load, RedisServer]


@contextmanager
def scene(redis: RedisServer, asked: list[Question], times: Times, url: str = "", **settings: str) -> Iterator[Scene]:
    told = {**SETTINGS, "REDIS_URL": url or redis.url, **settings}
    with running(SERVICE, settings=told) as server, load(server.port, asked, pause=times.pause) as clients:
        yield server, clients, redis


def play(
    name: str, story: str, on: Scene, times: Times, begin: Callable[[], object], end: Callable[[], object]
) -> Outcome:
    """Clients ask, the fault begins, lasts, and ends; and it is written down."""
    server, clients, redis = on
    if redis.is_running:
        redis_is_used_again(server, clients)
    start = time.monotonic()
    time.sleep(times.before)
    counted = figures(server.port)
    began = time.monotonic()
    begin()
    time.sleep(times.during)
    ended = time.monotonic()
    end()
    recovered = redis_is_used_again(server, clients)
    counted_since = figures(server.port)
    return Outcome(
        name=name,
        story=story,
        before=_settled(clients, start, began),
        during=clients.since(began, ended),
        after=clients.since(ended),
        recovered=recovered,
        redis_failures=grown(counted, counted_since, FAILURES),
        felt=grown(counted, counted_since, NOTICED),
        lasted=ended - began,
    )


def _settled(clients: Load, start: float, until: float) -> list[Record]:
    """Without the very first answers of each worker, which open connections and fill tables."""
    return clients.since(start + min(0.3, (until - start) / 2), until)


def absent_at_start(asked: list[Question], times: Times) -> Outcome:
    with running_server() as redis:
        redis.kill()
        with scene(redis, asked, times) as on:
            return play(
                "absent at start",
                "the service starts without its Redis, which comes up later",
                on,
                times,
                begin=lambda: None,
                end=redis.start,
            )


def killed(asked: list[Question], times: Times) -> Outcome:
    with running_server() as redis, scene(redis, asked, times) as on:
        return play("killed", "kill -9 under load; started again, empty", on, times, redis.kill, redis.start)


def paused(asked: list[Question], times: Times) -> Outcome:
    with running_server() as redis, scene(redis, asked, times) as on:
        return play(
            "paused",
            "SIGSTOP: connections are accepted and never answered",
            on,
            times,
            redis.pause,
            redis.resume,
        )


def _slow(asked: list[Question], times: Times, milliseconds: int) -> Outcome:
    with running_server() as redis, DelayingProxy(redis.port) as proxy, scene(redis, asked, times, proxy.url) as on:

        def delay(seconds: float) -> None:
            proxy.delay = seconds

        return play(
            f"slow, {milliseconds} ms",
            f"every answer of Redis is {milliseconds} ms late",
            on,
            times,
            begin=lambda: delay(milliseconds / 1000),
            end=lambda: delay(0.0),
        )


def slow(asked: list[Question], times: Times) -> Outcome:
    return _slow(asked, times, 30)


def very_slow(asked: list[Question], times: Times) -> Outcome:
    return _slow(asked, times, 400)


def full(asked: list[Question], times: Times) -> Outcome:
    """Full and empty: nothing can be read there and nothing stored, so every answer is computed.

    What the refusals add is told by answers that are computed without any Redis, under the same load.
    """
    computed = _computed(asked, times)
    with ExitStack() as stack:
        redis = stack.enter_context(running_server("--maxmemory-policy", "noeviction"))
        on = stack.enter_context(scene(redis, asked, times))
        operator = stack.enter_context(Redis.from_url(redis.url))

        def fill() -> None:
            operator.flushall()
            operator.config_set("maxmemory", "1")

        outcome = play(
            "full",
            "maxmemory reached with noeviction: every store is refused, every answer computed (before: computed too)",
            on,
            times,
            fill,
            lambda: operator.config_set("maxmemory", "0"),
        )
        return outcome._replace(before=computed)


def _computed(asked: list[Question], times: Times) -> list[Record]:
    """The same questions with nothing kept anywhere."""
    nothing = {**SETTINGS, "BREHON_CACHED": ""}
    with running(SERVICE, settings=nothing) as server, load(server.port, asked, pause=times.pause) as clients:
        start = time.monotonic()
        time.sleep(times.before)
        return _settled(clients, start, time.monotonic())


def restarted_empty(asked: list[Question], times: Times) -> Outcome:
    with running_server() as redis, scene(redis, asked, times) as on:

        def restart() -> None:
            redis.kill()
            redis.start()

        story = "kill -9 and at once started again, empty"
        outcome = play("restarted empty", story, on, times, restart, lambda: None)
        # Whose connection was idle in that moment makes a new one and misses nothing but the answers that are gone.
        gone = sum(record.tier == "miss" for record in (*outcome.during, *outcome.after))
        return outcome._replace(felt=outcome.felt + gone)


def spoilt(asked: list[Question], times: Times) -> Outcome:
    """Everything in Redis is damaged several times over: torn, changed, exchanged, of another type, or nothing."""
    with running_server() as redis, scene(redis, asked, times) as on, Redis.from_url(redis.url) as operator:
        chance = Random(1)

        def spoil() -> None:
            for _ in range(5):
                _spoil_everything(operator, chance)
                time.sleep(times.during / 5)

        return play(
            "values spoilt",
            "values truncated, poisoned, exchanged between keys, and of other types",
            on,
            times._replace(during=0.1),
            spoil,
            lambda: None,
        )


def _spoil_everything(operator: Redis, chance: Random) -> None:
    keys = operator.keys("brehon:*")
    values = {key: value for key in keys if operator.type(key) == b"string" and (value := operator.get(key))}
    for key in keys:
        intact = values.get(key, b"{}")
        match chance.randrange(6):
            case 0:
                operator.set(key, intact[: chance.randrange(len(intact))])
            case 1:
                spot = chance.randrange(len(intact))
                operator.set(key, intact[:spot] + bytes([intact[spot] ^ 1]) + intact[spot + 1 :])
            case 2:
                operator.set(key, chance.choice(list(values.values()) or [b"x"]))
            case 3:
                operator.delete(key)
                operator.rpush(key, b"a", b"list")
            case 4:
                operator.set(key, b'{"verdict": "legal", "poison": true}')
            case 5:
                operator.set(key, b"")


SCENARIOS = {
    "absent at start": absent_at_start,
    "killed": killed,
    "paused": paused,
    "slow": slow,
    "very slow": very_slow,
    "full": full,
    "restarted empty": restarted_empty,
    "values spoilt": spoilt,
}
