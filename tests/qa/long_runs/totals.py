"""How far each run came, in a file that is kept in git: ``tests/qa/totals.json``.

For each run the next seed, what was done and found on each version of the code, and the first findings. Every change
is made under a lock and replaces the file as a whole: several processes may share the work, and any of them may be
killed. A seed that was handed out and not counted is lost; it is not handed out again.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.qa.long_runs.counting import Counted

TOTALS = Path(__file__).parents[1] / "totals.json"
VERSIONS_KEPT = 4
FINDINGS_KEPT = 10
LONGEST_FINDING = 300


class OnVersion(msgspec.Struct, kw_only=True):
    """What was done on one version of the code."""

    version: str
    done: int = 0
    findings: int = 0
    seconds: float = 0
    last: str = ""
    """The day of the last piece."""


class Finding(msgspec.Struct, kw_only=True):
    """Something wrong, cut short; the whole text is in ``build/qa-resume`` of the machine that found it."""

    seed: int
    version: str
    text: str


class Total(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How far one run came. The newest version is the last one."""

    goal: int
    unit: str
    next_seed: int
    versions: list[OnVersion] = []
    earlier: OnVersion | None = None
    """The sum of the versions that are not listed any more."""
    found: list[Finding] = []

    def on(self, version: str) -> OnVersion:
        return next((one for one in self.versions if one.version == version), OnVersion(version=version))

    @property
    def done(self) -> int:
        """On all versions."""
        return sum(one.done for one in self._all())

    @property
    def findings(self) -> int:
        return sum(one.findings for one in self._all())

    def _all(self) -> list[OnVersion]:
        return [*self.versions, *([self.earlier] if self.earlier else [])]

    def add(self, version: str, counted: Counted, seconds: float, day: str) -> None:
        """Count a piece; its version becomes the newest one."""
        entry = self.on(version)
        entry.done += counted.cases
        entry.findings += len(counted.findings)
        entry.seconds = round(entry.seconds + seconds, 1)
        entry.last = max(entry.last, day)
        self.versions = [*(one for one in self.versions if one.version != version), entry]
        while len(self.versions) > VERSIONS_KEPT:
            self._forget(self.versions.pop(0))

    def _forget(self, old: OnVersion) -> None:
        sum_of = self.earlier or OnVersion(version="earlier")
        self.earlier = OnVersion(
            version="earlier",
            done=sum_of.done + old.done,
            findings=sum_of.findings + old.findings,
            seconds=round(sum_of.seconds + old.seconds, 1),
            last=max(sum_of.last, old.last),
        )

    def report(self, seed: int, version: str, text: str) -> None:
        """Keep a finding, unless there are many already."""
        if len(self.found) < FINDINGS_KEPT:
            short = text if len(text) <= LONGEST_FINDING else text[:LONGEST_FINDING] + "…"
            self.found.append(Finding(seed=seed, version=version, text=short))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """While no other process has the lock of this folder; a lock file would have to be kept out of git."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


class Totals:
    """The file. ``changing`` is the only way to change it."""

    def __init__(self, path: Path = TOTALS) -> None:
        self.path = path

    def read(self) -> dict[str, Total]:
        if not self.path.exists():
            return {}
        return msgspec.json.decode(self.path.read_bytes(), type=dict[str, Total])

    @contextmanager
    def changing(self) -> Iterator[dict[str, Total]]:
        """What stands in the file, to be changed while no other process does; written if nothing was raised."""
        with locked(self.path.parent):
            totals = self.read()
            yield totals
            self._write(totals)

    def _write(self, totals: dict[str, Total]) -> None:
        content: dict[str, Any] = {name: msgspec.to_builtins(totals[name]) for name in sorted(totals)}
        new = self.path.with_name(f".{self.path.name}.new")
        new.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
        new.replace(self.path)
