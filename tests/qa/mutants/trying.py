"""Runs the tests of a game on one mutant: a pytest plugin that collects once and forks for each of them."""

import functools
import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest

from service.games.registry import OURS
from tests.qa.mutants.changes import Change, Mutant, codes_of

SECONDS_MORE = 20
"""Of the processor, above twice what the tests take without a change; who needs more runs without end."""
SECOND_TIER = ("test_second_referee.py", "test_random_games.py", "test_partial_tables.py")
"""Tests that take longer: tried on what the quick ones leave."""
LONGEST_OF_THESE = 60.0
"""Seconds of the processor that one of them may take: they are not run without a change before."""
MEASURING = "test_bounds.py"
"""Tests of the time that something takes: what else the machine does would kill mutants."""


class Outcome(NamedTuple):
    """``by`` is the first test that failed."""

    result: str
    by: str = ""


def arguments(game: str) -> list[str]:
    """What ``make game`` runs; of the slow tests those of the second tier are kept."""
    name = game.replace("-", "_")
    options = ["-q", "-p", "no:cacheprovider", "-k", f"{game} or {name}", "--no-header"]
    return [*options, "tests/games", "tests/rulebook", "tests/cases"]


class Tries:
    """The plugin: instead of running the tests it hands over to ``work``."""

    def __init__(self, work: Callable[["Tries"], None], *, only_quick: bool = False) -> None:
        self.work, self.only_quick = work, only_quick
        self.quick: list[pytest.Item] = []
        self.slow: list[pytest.Item] = []
        self.failed = ""
        self.seconds: dict[str, float] = {}
        self.callers: dict[CodeType, list[pytest.Item]] = {}
        self.whole_seconds = 0.0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        unmarked = [item for item in items if item.get_closest_marker("slow") is None]
        self.quick = [item for item in unmarked if item.path.name != MEASURING]
        self.slow = [item for item in items if item.path.name in SECOND_TIER and not self.only_quick]
        items[:] = [*self.quick, *self.slow]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.live = _live_functions()
        self.work(self)
        session.items.clear()
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    # ------------------------------------------------------------ without a change

    def prepare(self) -> None:
        """Which tests call which function, and how long each takes: in another process, so that nothing is cached."""
        told = _forked(self._watch, seconds=None)
        assert told is not None, "the tests without any change did not come to an end"
        items = self.quick
        for line in told.splitlines():
            place, seconds, *numbers = line.split("\t")
            item = items[int(place)]
            self.seconds[item.nodeid] = float(seconds)
            for number in numbers:
                self.callers.setdefault(self._codes[int(number)], []).append(item)
        self.quick = [item for item in self.quick if item.nodeid in self.seconds]
        self.whole_seconds = sum(self.seconds.values())

    @functools.cached_property
    def _codes(self) -> list[CodeType]:
        return list(self.live)

    def _watch(self) -> str:
        numbers = {
            id(function.__code__): number for number, code in enumerate(self._codes) for function in self.live[code]
        }
        lines = []
        for place, (item, following) in enumerate(zip_longest(self.quick, self.quick[1:])):
            called: set[int] = set()

            def watch(frame: FrameType, event: str, _: Any, called: set[int] = called) -> None:
                if event == "call" and (number := numbers.get(id(frame.f_code))) is not None:
                    called.add(number)

            began = time.process_time()
            sys.setprofile(watch)
            try:
                _run(item, following)
            finally:
                sys.setprofile(None)
            if self.failed:
                print(f"left out, for it fails without any change: {self.failed}", flush=True)
                self.failed = ""
                continue
            lines.append("\t".join(map(str, (place, time.process_time() - began, *sorted(called)))))
        return "\n".join(lines)

    # ------------------------------------------------------------ one mutant

    def attempt(self, mutant: Mutant) -> Outcome | None:
        """What becomes of a mutant; None if its function is nowhere in use."""
        codes = list(exchanged(mutant.change()))
        functions = [(function, new) for old, new in codes for function in self.live.get(old, [])]
        if not functions:
            return None
        # A test that only saw a cached result of the function is not among its callers: at worst a mutant is
        # said to survive that would have been killed.
        callers = {item.nodeid: item for old, _ in codes for item in self.callers.get(old, ())}
        items = [*sorted(callers.values(), key=self.time), *self.slow]

        def run() -> str:
            for function, new in functions:
                function.__code__ = new
            return self._until_a_failure(items)

        told = _forked(run, seconds=2 * sum(map(self.time, items)) + SECONDS_MORE)
        if told is None:
            return Outcome("killed", "runs without end, or ends the process")
        return Outcome("killed", told) if told else Outcome("survived")

    def time(self, item: pytest.Item) -> float:
        return self.seconds.get(item.nodeid, LONGEST_OF_THESE)

    def _until_a_failure(self, items: Sequence[pytest.Item]) -> str:
        for item, following in zip_longest(items, items[1:]):
            _run(item, following)
            if self.failed:
                return self.failed
        return ""


def exchanged(change: Change) -> Iterator[tuple[CodeType, CodeType]]:
    """The code of the function and of the functions within it: one that was made by an import has its own."""
    yield change.old, change.new
    within, other = list(codes_of(change.old))[1:], list(codes_of(change.new))[1:]
    if list(map(_form, within)) == list(map(_form, other)):
        yield from ((old, new) for old, new in zip(within, other, strict=True) if old != new)


def _form(code: CodeType) -> tuple[str, tuple[str, ...]]:
    return code.co_name, code.co_freevars


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)


def _live_functions() -> dict[CodeType, list[FunctionType]]:
    """The functions of the games, by their code."""
    packages = tuple(f"service.games.{game.replace('-', '_')}" for game in OURS)
    found: dict[CodeType, list[FunctionType]] = {}
    gc.unfreeze()  # else it does not list what the tests have frozen
    for thing in gc.get_objects():
        if type(thing) is FunctionType and (thing.__module__ or "").startswith(packages):
            found.setdefault(thing.__code__, []).append(thing)
    return found


def _forked(work: Callable[[], str], seconds: float | None) -> str | None:
    """What the work says in a process of its own; None if that did not end well, or needed more processor time."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        _work_in_the_child(work, writing, seconds)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    _, status = os.waitpid(process, 0)
    return told if os.waitstatus_to_exitcode(status) == 0 else None


def _work_in_the_child(work: Callable[[], str], writing: int, seconds: float | None) -> None:
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if seconds is not None:
            limit = int(seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        told = work()
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            pipe.write(told)
        code = 0
    except BaseException as error:  # whatever it is: this process must not go on as if it were the other one
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    os._exit(code)
