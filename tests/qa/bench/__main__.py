"""``python -m tests.qa.bench``: all figures, with the goals beside them; ``--write`` also puts them on a page.

Ends with 1 when the control says that the machine was too noisy for the ratios to mean anything.
"""

import argparse
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from tests.qa.bench import breakeven, growth, inprocess, ratios, report, starting, tail
from tests.qa.bench.bodies import RECIPES, Book

ROUNDS = 30
QUICK_ROUNDS = 6
QUICK_TURNS = 5
AGAIN = 2

HEAD = """# Performance

What the service costs, held against Flask echoing the same body under the same gunicorn settings in the same run.
This page is written by `make bench`; a ratio above 1 means that Brehon judges faster than Flask echoes. Goals stand
beside the figures, met or missed. A control (the echo against itself) that leaves 0.97 to 1.03 makes a ratio say
nothing; the case goes on for up to three times as long before that is said.

Both run in the worker of `service/worker.py`. It sends Brehon's answers in one write, and is told that their headers
need no check; those of any other app, the echo's too, it checks and sends in two, as gunicorn does.

The same 64 questions come again and again, so what the engines remember (kingdoms, sheets, Earldoms, tallies,
citations that go together, who leads) they remember; finished answers are cached only where the case says so.
"""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _leave)
    bench = Bench(options)
    sections = []
    for section in bench.sections():
        print(section, end="\n\n", flush=True)
        sections.append(section)
    if options.write:
        options.write.write_text("\n\n".join([HEAD.rstrip(), *sections]) + "\n", "utf-8")
    return 0 if options.quick or bench.steady else 1


class Bench:
    """One run over the games wanted."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
        self.turns = QUICK_TURNS if options.quick else inprocess.TURNS
        self.games = list(RECIPES) if options.game == "all" else [options.game]
        self.steady = True

    def sections(self) -> Iterator[str]:
        yield report.conditions(self.rounds)
        if self.options.quick:
            yield "A quick run: it shows that the bench works, and claims nothing."
        for game in self.games:
            yield from self._game(Book(game))
        if not self.options.only:
            book = Book(self.games[0])
            yield "## What a cache saves\n\n" + report.break_even(breakeven.measure(book, self.turns))
            yield "## Growth\n\n" + "\n\n".join(report.growth(table) for table in growth.measure(book))
            yield "## Starting\n\n" + report.starting(*starting.start_up(), starting.first_requests())
            yield "## The slowest of a hundred\n\n" + report.tail(*tail.measure(book))

    def _game(self, book: Book) -> Iterator[str]:
        claim = not self.options.quick
        title = f"## {book.game.META.title}\n\n"
        cases = ratios.cases_of(book, self.options.only)
        if cases:
            outcomes = ratios.measure(book, cases, self.rounds, _tick(self.rounds), AGAIN if claim else 0)
            self.steady = self.steady and report.is_steady(outcomes)
            yield title + report.http(outcomes, claim=claim)
            if claim:
                yield from filter(None, (report.control_note(outcomes), report.idle_note(outcomes)))
            title = ""
        if not self.options.only:
            yield title + report.in_process(*inprocess.measure(book, self.turns), claim=claim)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.bench", description="Ratios to a Flask echo.")
    parser.add_argument("--quick", action="store_true", help="fewer bursts, and no claim")
    parser.add_argument("--rounds", type=int, help=f"alternations for each case (default {ROUNDS})")
    parser.add_argument("--only", default="", metavar="NAME", help="only cases with this in their name, over HTTP")
    parser.add_argument("--game", default="all", choices=["all", *RECIPES], help="whose questions are asked")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write a page")
    return parser


def _tick(rounds: int):  # type: ignore[no-untyped-def]
    """Progress, for somebody who sits in front of it."""

    def tick(number: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{number} of {rounds} alternations ", end="\n" if number == rounds else "", file=sys.stderr)

    return tick


def _leave(*_: object) -> NoReturn:
    """Let the blocks end the servers that they started."""
    sys.exit(143)


if __name__ == "__main__":
    sys.exit(main())
