"""Thousands of positions of each game, stored in ``build/bench`` because random games take a while to play.

A file is valid for one state of the sources that made it: those of the bench's recipes, the game, the referee and the
schemas. Its lines hold a position each and, in the first ones, the log of a whole game.
"""

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from tests.qa.bench.bodies import MOST_SEEDS, Book, Log, Position

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "build" / "bench"
LOGS = 256
"""How many of the games are stored as whole logs: a replay takes milliseconds, so fewer of them are sent."""
CHUNK = 8


class StoredBook(Book):
    """A Book whose positions come from the file, or are played and written to it."""

    def __init__(self, name: str, count: int, logs: int = LOGS, folder: Path = FOLDER) -> None:
        self._logs_wanted = min(logs, count)
        self._prefix = f"{name}-{count}-{self._logs_wanted}-"
        self._file = folder / f"{self._prefix}{digest_of_sources(name)}.jsonl"
        super().__init__(name, count)

    def _positions(self, count: int) -> list[Position]:
        if not self._file.exists():
            self._file.parent.mkdir(parents=True, exist_ok=True)
            part = self._file.with_suffix(f".{os.getpid()}")
            part.write_bytes(b"".join(_lines(self.game.meta.id, count, self._logs_wanted)))
            for outdated in self._file.parent.glob(f"{self._prefix}*.jsonl"):
                outdated.unlink(missing_ok=True)
            part.rename(self._file)  # only whole files have the name
        self._lines = [msgspec.json.decode(line) for line in self._file.read_bytes().splitlines()]
        return [Position(self.table(self._state(line)), self._move(line["move"])) for line in self._lines]

    def logs(self) -> list[Log]:
        return [
            Log(line["seed"], self.opening(line["seed"]).state, [self._move(move) for move in line["log"]])
            for line in self._lines
            if "log" in line
        ]

    def _state(self, line: dict[str, Any]) -> Any:
        return msgspec.convert(line["state"], self.game.shapes.state)

    def _move(self, content: Any) -> Any:
        return msgspec.convert(content, self.game.shapes.move)


def digest_of_sources(name: str) -> str:
    """Changes with everything that decides which games are played."""
    package = ROOT / "service" / "games" / name.replace("-", "_")
    folders = [package, ROOT / "service" / "referee", ROOT / "schemas", ROOT / "tests" / "games" / package.name]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".json")]
    digest = hashlib.blake2b(digest_size=6)
    for path in [*sorted(files), Path(__file__), Path(__file__).with_name("bodies.py")]:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _lines(name: str, count: int, logs: int) -> Iterator[bytes]:
    """The lines of a file, made by as many processes as there are cores."""
    jobs = ((name, seed, seed < logs) for seed in range(MOST_SEEDS))
    with get_context("fork").Pool(os.cpu_count()) as pool:
        yield from islice(filter(None, pool.imap(_line, jobs, CHUNK)), count)


_BOOKS: dict[str, Book] = {}


def _line(job: tuple[str, int, bool]) -> bytes:
    """One position as a line; empty where the game of this seed has none."""
    name, seed, with_log = job
    book = _BOOKS.setdefault(name, Book(name, 0))
    position = book.middle(seed)
    if position is None:
        return b""
    line = {"seed": seed, "state": position.table.state, "move": position.move}
    if with_log:
        line["log"] = book.log(seed).moves
    return msgspec.json.encode(line) + b"\n"
