"""The figures as Markdown tables with the goals beside them."""

import os
import platform
import statistics
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from tests.qa.bench.breakeven import Balance
from tests.qa.bench.client import CONNECTIONS
from tests.qa.bench.growth import Size, is_linear
from tests.qa.bench.inprocess import Timing
from tests.qa.bench.lineup import CACHE_ENTRIES, HITS
from tests.qa.bench.ratios import BURST, BURSTS, BUSY, CONTROL, Outcome, Spread
from tests.qa.bench.starting import First
from tests.qa.bench.tail import LOAD, MOST_RATIO, Tail

LIBRARIES = ("flask", "gunicorn", "granian", "msgspec", "marshmallow", "redis", "fastapi", "pydantic", "uvicorn")
SHOWN = {
    "echo": "Flask echo",
    "msgspec echo": "msgspec echo",
    "FastAPI def": "FastAPI, def",
    "FastAPI async": "FastAPI, async",
    "prototype": "prototype",
    "service": "**service**",
    "granian": "service, granian",
}
"""The servers in the tables, and their titles."""
COMPARED = ("echo", "msgspec echo", "FastAPI def", "FastAPI async", "granian")
MOST_COST = 1.10
MOST_MEMORY_HIT = 0.75
MOST_START_UP = 4.0
MOST_FIRST = 10.0
MISSED = "MISSED"
CONTROL_OFF = "control off: says nothing"


def conditions(rounds: int, bodies: int) -> str:
    """What the figures hold for."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES if find_spec(name))
    load = " ".join(f"{value:.2f}" for value in os.getloadavg())
    fewer = ", ".join(f"{count} for {operation}" for operation, count in BURSTS.items())
    return (
        f"Python {platform.python_version()}, {libraries}; {_processor()}, {os.cpu_count()} cores, load {load}. "
        f"{rounds} rounds of {BURST} requests ({fewer}) over {CONNECTIONS} connections to each server; {bodies:,} "
        f"bodies in rotation (the tables say where fewer), with room for {CACHE_ENTRIES} entries in the cache."
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def rates(outcomes: Sequence[Outcome]) -> str:
    """Requests per second of every server."""
    names = [name for name in SHOWN if outcomes[0].has(name)]
    rows = [
        [
            outcome.case.operation,
            f"{outcome.bodies:,}",
            f"{outcome.body_bytes:,}",
            *[f"{1e6 / outcome.microseconds(name):,.0f}" for name in names],
        ]
        for outcome in outcomes
    ]
    return _table(["requests per second", "bodies", "bytes each", *[SHOWN[name] for name in names]], rows)


def against_prototype(outcomes: Sequence[Outcome], *, claim: bool) -> str:
    """What the service costs, in times of the prototype, with the control and the goal."""
    rows = [
        [
            outcome.case.operation,
            f"{outcome.microseconds('prototype'):,.0f}",
            f"{outcome.microseconds('service'):,.0f}",
            _spread(outcome.times("service", "prototype")),
            f"{outcome.cpu_times('service', 'prototype').median:.3f}",
            _spread(outcome.control),
            prototype_verdict(outcome) if claim else "",
        ]
        for outcome in outcomes
    ]
    titles = ["cost", "prototype, µs", "service, µs", "service ÷ prototype", "by CPU", "control", "goal"]
    return _table(titles, rows)


def prototype_verdict(outcome: Outcome) -> str:
    if not outcome.is_steady:
        return CONTROL_OFF
    return goal(outcome.times("service", "prototype").median, MOST_COST, at_least=False)


def against_others(outcomes: Sequence[Outcome]) -> str:
    """The throughput of the service as a multiple of the others', by the clock and by CPU."""
    names = [name for name in COMPARED if outcomes[0].has(name)]
    rows = [[outcome.case.operation, *[_by_clock_and_cpu(outcome, name) for name in names]] for outcome in outcomes]
    return _table(["service ÷ …", *[SHOWN[name] for name in names]], rows)


def _by_clock_and_cpu(outcome: Outcome, name: str) -> str:
    return f"{outcome.times(name, 'service').median:.2f} ({outcome.cpu_times(name, 'service').median:.2f})"


def hits(outcomes: Sequence[Outcome], *, claim: bool) -> str:
    """What a hit costs, as a part of the computed answer."""
    rows = []
    for outcome in outcomes:
        if outcome.has("memory"):
            cells = [outcome.case.operation, f"{outcome.microseconds('service'):,.0f}"]
            for tier in HITS:
                ratio = outcome.times(tier, "service").median
                cells += [f"{outcome.microseconds(tier):,.0f}", f"**{ratio:.3f}**"]
                cells.append(hit_verdict(outcome, tier) if claim else "")
            rows.append(cells)
    titles = ["hit", "computed, µs", "memory, µs", "ratio", "goal", "Redis, µs", "ratio", "goal"]
    return _table(titles, rows)


def hit_verdict(outcome: Outcome, tier: str) -> str:
    if not outcome.is_steady:
        return CONTROL_OFF
    ratio = outcome.times(tier, "service").median
    if tier == "redis":
        return f"< 1: {'ok' if ratio < 1 else MISSED}"
    return goal(ratio, MOST_MEMORY_HIT, at_least=False)


def summary(outcomes: Sequence[Outcome]) -> str:
    """All goals of the HTTP measurements in a few lines."""
    verdicts = {f"{outcome.case.game} {outcome.case.operation}": prototype_verdict(outcome) for outcome in outcomes}
    for outcome in outcomes:
        for tier in HITS:
            if outcome.has(tier):
                name = f"{outcome.case.game} {outcome.case.operation}, hit in {tier}"
                verdicts[name] = hit_verdict(outcome, tier)
    missed = [name for name, verdict in verdicts.items() if MISSED in verdict]
    unsteady = [name for name, verdict in verdicts.items() if verdict == CONTROL_OFF]
    costs = [outcome.times("service", "prototype").median for outcome in outcomes]
    to_echo = [outcome.times("echo", "service").median for outcome in outcomes]
    lines = [
        f"Of {len(verdicts)} goals {len(verdicts) - len(missed) - len(unsteady)} are met.",
        f"The service costs {min(costs):.2f} to {max(costs):.2f} times the prototype, the median is "
        f"{statistics.median(costs):.2f}; it answers {min(to_echo):.2f} to {max(to_echo):.2f} times as many requests "
        "as the Flask echo.",
    ]
    if missed:
        lines.append(f"{MISSED}: {'; '.join(missed)}.")
    if unsteady:
        lines.append(f"The control was off, so nothing is said about: {'; '.join(unsteady)}.")
    return "\n".join(lines)


def in_process(units: Mapping[str, float], timings: Iterable[Timing], *, claim: bool) -> str:
    """Figures in units; the goals are compared with the first unit, that of the usual form."""
    names = list(units)
    rows = [
        [name, *[f"{seconds / other:.2f}" for other in units.values()], *_pace(seconds), ""]
        for name, seconds in units.items()
    ]
    rows += [
        [
            timing.name,
            *[f"{timing.seconds / unit:.2f}" for unit in units.values()],
            *_pace(timing.seconds),
            goal(timing.units, timing.goal, at_least=False) if claim else "",
        ]
        for timing in timings
    ]
    return _table(["in process", *[f"in {name}" for name in names], "µs", "per second", "goal"], rows)


def _pace(seconds: float) -> list[str]:
    return [f"{seconds * 1e6:.1f}", f"{1 / seconds:,.0f}"]


def break_even(balances: Iterable[Balance]) -> str:
    """What a cache saves, in µs without HTTP, and the hit rates from which it pays."""
    rows = [
        [
            balance.operation,
            "yes" if balance.cached else "no",
            *[f"{seconds * 1e6:.0f}" for seconds in (balance.compute, balance.memory_hit, balance.memory_miss)],
            _rate(balance.memory_pays_from),
            *[f"{seconds * 1e6:.0f}" for seconds in (balance.redis_hit, balance.redis_miss)],
            _rate(balance.redis_pays_from),
        ]
        for balance in balances
    ]
    titles = [
        "cache",
        "by default",
        "computed",
        "memory hit",
        "a miss adds",
        "pays from",
        "Redis hit",
        "a miss adds",
        "pays from",
    ]
    return _table(titles, rows)


def _rate(rate: float | None) -> str:
    return "never" if rate is None else f"{rate:.1%}"


def goal(value: float, wanted: float | None, *, at_least: bool) -> str:
    if wanted is None:
        return ""
    met = value >= wanted if at_least else value <= wanted
    return f"{'≥' if at_least else '≤'} {wanted}: {'ok' if met else MISSED}"


def is_steady(outcomes: Sequence[Outcome]) -> bool:
    """Whether the prototype was as fast as its copy, over the whole run."""
    return CONTROL[0] <= statistics.median(outcome.control.median for outcome in outcomes) <= CONTROL[1]


def idle_note(outcomes: Sequence[Outcome]) -> str | None:
    """Says when the client was too slow: the control does not show that, as it slows all servers down alike."""
    busy = min(outcome.busy for outcome in outcomes)
    if busy >= BUSY:
        return None
    return (
        f"The prototype worked for only {busy:.0%} of the time in one case: somebody else was on the client's core. "
        "There the ratios by the clock are nearer to 1 than they should be; read those by CPU."
    )


def growth(table: Sequence[Size]) -> str:
    """What a larger question costs, and whether that is in proportion."""
    what = table[0].what
    rows = [
        [f"{size.units:,}", f"{size.body_bytes:,}", f"{size.seconds * 1e3:.2f}", f"{size.per_unit * 1e6:.1f}"]
        for size in table
    ]
    verdict = "linear" if is_linear(table) else "MORE THAN LINEAR"
    return _table([what, "bytes", "ms", "µs for each"], rows) + f"\n\nIn the {what}: {verdict}."


def starting(ours: float, echo: float, firsts: Sequence[First]) -> str:
    """Time to start, and first requests."""
    rows = [
        [first.game, first.language, f"{first.first * 1e3:.2f}", f"{first.warm * 1e3:.2f}", f"{first.ratio:.1f}"]
        for first in firsts
    ]
    worst = max(first.ratio for first in firsts)
    return (
        f"The app is there after {ours:.2f} s, the bare echo after {echo:.2f} s: {ours / echo:.1f} times as long "
        f"({goal(ours / echo, MOST_START_UP, at_least=False)}).\n\n"
        + _table(["validate", "language", "first, ms", "warm, ms", "ratio"], rows)
        + f"\n\nThe worst first request: {worst:.1f} warm ones ({goal(worst, MOST_FIRST, at_least=False)})."
    )


def tail(ours: Tail, echo: Tail) -> str:
    ratio = ours.p99 / ours.p50
    return (
        f"{ours.count:,} validates at {ours.rate:,.0f} a second ({LOAD:.0%} of what one worker takes), in the middle "
        f"turn: p50 {ours.p50 * 1e3:.2f} ms, p99 {ours.p99 * 1e3:.2f} ms, p99.9 {ours.p999 * 1e3:.2f} ms. p99 is "
        f"{ratio:.1f} times p50 ({goal(ratio, MOST_RATIO, at_least=False)}); in the worst turn it was "
        f"{ours.worst * 1e3:.2f} ms.\n\n"
        f"The echo in between, at {echo.rate:,.0f} a second: p50 {echo.p50 * 1e3:.2f} ms, p99 "
        f"{echo.p99 * 1e3:.2f} ms, {echo.p99 / echo.p50:.1f} times p50; in the worst turn {echo.worst * 1e3:.2f} ms."
    )


def _spread(values: Spread) -> str:
    return f"**{values.median:.3f}** ({values.low:.3f} to {values.high:.3f})"


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in [titles, *rows]) for column in range(len(titles))]

    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"

    return "\n".join([line(titles), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows)])
