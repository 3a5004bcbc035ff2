"""The loop of a process that works on the runs, and the processes that share them."""

import fcntl
import multiprocessing
import os
import time
import traceback
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from tests.qa.long_runs.counting import Counted, Piece
from tests.qa.long_runs.runs import Run
from tests.qa.long_runs.totals import Total, Totals

PIECE_SECONDS = 10.0
FINDINGS = Path("build/qa-resume")


class Worker:
    """Takes the run that is the farthest from its goal, and does a piece of it, again and again."""

    def __init__(self, runs: Sequence[Run], totals: Totals, findings: Path = FINDINGS) -> None:
        self.runs, self.totals, self.findings = runs, totals, findings
        self.stack = ExitStack()
        self.pieces: dict[str, Piece] = {}
        self.last: dict[str, tuple[int, float]] = {}
        """How many seeds the last piece had, and how many seconds it took."""

    def work(self, ends: float) -> None:
        """Until this time of the clock, or until all goals are reached."""
        with self.stack:
            while time.monotonic() < ends and (run := self.choose()) is not None:
                self.do_a_piece(run, ends)

    def choose(self) -> Run | None:
        """The run with the least part of its goal done on the present version."""
        totals = self.totals.read()

        def part(run: Run) -> float:
            return totals[run.name].on(run.version).done / run.goal if run.name in totals else 0.0

        left = [run for run in self.runs if part(run) < 1 and (not run.alone or self._alone(run))]
        return min(left, key=part, default=None)

    def _alone(self, run: Run) -> bool:
        """Whether this process is the only one at this run; then it stays so."""
        if run.name in self.pieces:
            return True
        self.findings.mkdir(parents=True, exist_ok=True)
        lock = os.open(self.findings / f"{run.name}.lock", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return False
        self.stack.callback(os.close, lock)
        self.pieces[run.name] = run.start(self.stack)
        return True

    def do_a_piece(self, run: Run, ends: float) -> None:
        """As many seeds as take about ten seconds; then they are counted."""
        if run.name not in self.pieces:
            self.pieces[run.name] = run.start(self.stack)
        seeds = self.take(run, self.size(run, ends - time.monotonic()))
        began = time.monotonic()
        done = [(seed, self.try_seed(run, seed)) for seed in seeds]
        seconds = time.monotonic() - began
        self.last[run.name] = len(seeds), seconds
        self.count(run, done, seconds)

    def size(self, run: Run, left: float) -> int:
        """How many seeds a piece has: by the time that the last piece took, and growing slowly, for seeds differ."""
        size, seconds = self.last.get(run.name, (0, 0.0))
        wanted = size * min(PIECE_SECONDS, left) / max(seconds, 0.001)
        return max(1, int(min(wanted, size * 4)))

    def take(self, run: Run, size: int) -> range:
        """Seeds that nobody else gets."""
        with self.totals.changing() as totals:
            total = totals.setdefault(run.name, Total(goal=run.goal, unit=run.unit, next_seed=run.first_seed))
            total.goal, total.unit = run.goal, run.unit
            first = total.next_seed
            total.next_seed += size
        return range(first, first + size)

    def try_seed(self, run: Run, seed: int) -> Counted:
        """What is raised is a finding: the run goes on with the next seed."""
        try:
            return self.pieces[run.name](seed)
        except Exception:
            return Counted(0, (traceback.format_exc(),))

    def count(self, run: Run, done: Sequence[tuple[int, Counted]], seconds: float) -> None:
        texts = [(seed, text) for seed, counted in done for text in counted.findings]
        whole = Counted(sum(counted.cases for _, counted in done), tuple(text for _, text in texts))
        with self.totals.changing() as totals:
            totals[run.name].add(run.version, whole, seconds, datetime.now(UTC).date().isoformat())
            for seed, text in texts:
                totals[run.name].report(seed, run.version, last_line_first(text))
        for seed, text in texts:
            self.findings.mkdir(parents=True, exist_ok=True)
            path = self.findings / f"{run.name}-{seed}.txt"
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{text}\n\n")
            print(f"{run.name}, seed {seed}: a finding, in {path}", flush=True)


def last_line_first(text: str) -> str:
    """Of a traceback the error is at the end: the lines that say what it is come first."""
    if not text.startswith("Traceback"):
        return text
    lines = text.splitlines()
    ends = max(number for number, line in enumerate(lines) if line.startswith("  "))
    return "\n".join(lines[ends + 1 :])


def share(runs: Sequence[Run], totals: Totals, seconds: float, jobs: int) -> bool:
    """Let so many processes work; whether all of them ended well."""
    ends = time.monotonic() + seconds
    for run in runs:
        _ = run.version  # of the files as they are now: what is imported does not change while this works
    if jobs == 1:
        Worker(runs, totals).work(ends)
        return True
    context = multiprocessing.get_context("fork")  # the games are imported once
    processes = [context.Process(target=Worker(runs, totals).work, args=(ends,)) for _ in range(jobs)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return all(process.exitcode == 0 for process in processes)
