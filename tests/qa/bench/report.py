"""The figures as Markdown tables with the goals beside them."""

import os
import platform
import statistics
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from tests.qa.bench.breakeven import Balance
from tests.qa.bench.client import CONNECTIONS
from tests.qa.bench.growth import Size, is_linear
from tests.qa.bench.inprocess import Timing
from tests.qa.bench.ratios import BURST, BUSY, CONTROL, Outcome, Spread
from tests.qa.bench.starting import First
from tests.qa.bench.tail import LOAD, MOST_RATIO, Tail

LIBRARIES = ("flask", "gunicorn", "msgspec", "marshmallow", "redis")
MOST_START_UP = 4.0
MOST_FIRST = 10.0


def conditions(rounds: int) -> str:
    """What the figures hold for."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    load = " ".join(f"{value:.2f}" for value in os.getloadavg())
    return (
        f"Python {platform.python_version()}, {libraries}; {_processor()}, {os.cpu_count()} cores, load {load}; "
        f"{rounds} alternations of {BURST} requests over {CONNECTIONS} connections."
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def http(outcomes: Sequence[Outcome], *, claim: bool) -> str:
    """Ratios of requests per second, with quartiles."""
    rows = [
        [
            outcome.case.name,
            f"{outcome.body_bytes}",
            f"{1e6 / outcome.microseconds['ours']:,.0f}",
            f"{1e6 / outcome.microseconds['echo']:,.0f}",
            _spread(outcome.to_echo),
            f"{outcome.cpu_to_echo.median:.3f}",
            f"{outcome.to_same_library.median:.3f}",
            _spread(outcome.control),
            f"{outcome.cpu_microseconds['ours']:.0f} / {outcome.cpu_microseconds['echo']:.0f}",
            _verdict(outcome) if claim else "",
        ]
        for outcome in outcomes
    ]
    titles = [
        "over HTTP",
        "body",
        "ours/s",
        "echo/s",
        "ratio",
        "by CPU",
        "to msgspec echo",
        "control",
        "CPU µs",
        "goal",
    ]
    return _table(titles, rows)


def _verdict(outcome: Outcome) -> str:
    if not outcome.is_steady:
        return "control off: says nothing"
    return goal(outcome.to_echo.median, outcome.case.goal, at_least=True)


def in_process(units: Mapping[str, float], timings: Iterable[Timing], *, claim: bool) -> str:
    """Figures in units; the goals are held against the first unit, that of the body of about 3 KB."""
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
    return f"{'≥' if at_least else '≤'} {wanted}: {'ok' if met else 'MISSED'}"


def is_steady(outcomes: Sequence[Outcome]) -> bool:
    """Whether the echo was as fast as itself, over the whole run."""
    return CONTROL[0] <= statistics.median(outcome.control.median for outcome in outcomes) <= CONTROL[1]


def control_note(outcomes: Sequence[Outcome]) -> str | None:
    """What has to be said when the echo was not as fast as itself."""
    unsteady = [outcome.case.name for outcome in outcomes if not outcome.is_steady]
    if not unsteady:
        return None
    about = f" about: {'; '.join(unsteady)}" if is_steady(outcomes) else ""
    return (
        f"This run says nothing{about}. There the echo against itself left {CONTROL[0]} to {CONTROL[1]}: "
        "run it again on a quieter machine."
    )


def idle_note(outcomes: Sequence[Outcome]) -> str | None:
    """What has to be said when the client was too slow: the control does not see that, it slows all down alike."""
    busy = min(outcome.busy for outcome in outcomes)
    if busy >= BUSY:
        return None
    return (
        f"The echo's server had work for only {busy:.0%} of the time: somebody else was on the client's core. "
        "The ratios by the clock are nearer to 1 than they should be; read those by CPU."
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
