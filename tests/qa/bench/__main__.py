"""``python -m tests.qa.bench``: all figures, with the goals beside them; ``--write`` also writes them to a page.

Ends with 1 when the control shows that the machine was too noisy for the ratios to mean anything.
"""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from tests.qa.bench import breakeven, growth, inprocess, lineup, ratios, report, starting, tail
from tests.qa.bench.bodies import RECIPES
from tests.qa.bench.store import LOGS, StoredBook

ROUNDS = 30
QUICK_ROUNDS = 3
BODIES = 2048
QUICK_BODIES = 256
QUICK_LOGS = 136
AGAIN = 2

HEAD = """# Performance

What a question costs as the service is shipped: gunicorn with the settings in `deploy/`, one worker, the request log
on, rate limits on with an API key that is never used up, and bodies that do not repeat. All servers are measured in
one interleaved run on one core, with the same bodies. This page is written by `make bench`.

- **Flask echo**: decodes the body with Flask's JSON and returns it. gunicorn's own `gthread` worker, no log, no
  limits.
- **msgspec echo**: the same with the JSON library that Brehon uses.
- **FastAPI**: parses the body into typed pydantic models of the same state and returns them, once with a `def` view
  and once with an `async def` view. uvicorn without extras, no log, no limits.
- **prototype**: `tests/qa/bench/prototype.py`, one Flask view for each operation with a marshmallow envelope, msgspec
  and the operation of the service, and the same log line, response headers and limits. gunicorn's own `gthread`
  worker; no cache, no metrics, no watchdog, and its case id is a digest of the body.
- **service**: Brehon as shipped. Every answer is computed: the cache holds fewer entries than there are bodies.
- **service, granian**: the same application under granian, which is an option (`SERVER=granian`).

How to read the tables:

- **service ÷ prototype** compares times: 1.08 means that the service takes 8 % longer. The goal is at most 1.10 for
  every operation. "By CPU" is the same ratio of processor times.
- **service ÷ …** compares requests per second: 0.75 means three answers in the time in which the other server sends
  four; the same by processor time in brackets. There is no goal for these: the echoes judge nothing.
- **hit** compares the time of an answer from the cache with that of a computed one: at most 0.75 in memory, less than
  1 in Redis. The same few bodies come again, as they have to.
- **control** is a second copy of the prototype against the first. Where its median leaves 0.97 to 1.03 the ratios of
  the case mean nothing; such a case is measured up to three times as long before that is said.

Medians of all rounds, quartiles in brackets. A goal that is not reached is marked MISSED.

## What changed since the earlier figures

The page before measured something else: the request log was off, there were no rate limits, the same 64 bodies came
again and again (so everything that the engines remember was remembered), requests went past Flask, and answers went
past gunicorn's own response class. There the service answered 0.97 to 1.23 times as many requests as the Flask echo
(validate with the log on: 0.98 to 1.02). The path past Flask and the changed parts of gunicorn are gone, and the
service is measured as it is shipped, so the ratios to the echo below are lower. The two pages cannot be compared line
by line.
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
        self.claim = not options.quick
        self.rounds = options.rounds or (ROUNDS if self.claim else QUICK_ROUNDS)
        self.bodies, logs = (BODIES, LOGS) if self.claim else (QUICK_BODIES, QUICK_LOGS)
        games = list(RECIPES) if options.game == "all" else [options.game]
        self.books = {game: StoredBook(game, self.bodies, logs) for game in games}
        self.steady = True

    def sections(self) -> Iterator[str]:
        yield "## Figures\n\n" + report.conditions(self.rounds, self.bodies)
        if self.options.quick:
            yield "A quick run: it shows that the bench works, and claims nothing."
        outcomes = self._over_http()
        yield report.summary(outcomes)
        for game, book in self.books.items():
            of_game = [outcome for outcome in outcomes if outcome.case.game == game]
            if of_game:
                yield f"## {book.game.meta.title}\n\n{self._tables(of_game)}"
        if self.claim and not self.options.only:
            yield from self._others()

    def _over_http(self) -> list[ratios.Outcome]:
        cases = [case for book in self.books.values() for case in ratios.cases_of(book, self.options.only)]
        again = AGAIN if self.claim else 0
        _, core = lineup.pinned()
        with lineup.started(lineup.available(), core) as servers:
            outcomes = ratios.measure(self.books, cases, servers, self.rounds, _tick(self.rounds), again)
        self.steady = report.is_steady(outcomes)
        return outcomes

    def _tables(self, outcomes: list[ratios.Outcome]) -> str:
        tables = [
            report.against_prototype(outcomes, claim=self.claim),
            report.idle_note(outcomes) if self.claim else None,
            report.rates(outcomes),
            report.against_others(outcomes),
        ]
        if any(outcome.has("memory") for outcome in outcomes):
            tables.append(report.hits(outcomes, claim=self.claim))
        return "\n\n".join(filter(None, tables))

    def _others(self) -> Iterator[str]:
        for book in self.books.values():
            table = report.in_process(*inprocess.measure(book), claim=True)
            yield f"## {book.game.meta.title} without HTTP\n\n{table}"
        book = next(iter(self.books.values()))
        yield "## What a cache saves\n\n" + report.break_even(breakeven.measure(book, inprocess.TURNS))
        yield "## Growth\n\n" + "\n\n".join(report.growth(table) for table in growth.measure(book))
        yield "## Starting\n\n" + report.starting(*starting.start_up(), starting.first_requests())
        yield "## The slowest of a hundred\n\n" + report.tail(*tail.measure(book))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.bench", description="How fast Brehon is as shipped.")
    parser.add_argument("--quick", action="store_true", help="few rounds over HTTP, and no claim (2 minutes)")
    parser.add_argument("--rounds", type=int, help=f"rounds for each case (default {ROUNDS})")
    parser.add_argument("--only", default="", metavar="NAME", help="only operations with this in their name")
    parser.add_argument("--game", default="all", choices=["all", *RECIPES], help="whose questions are sent")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write a page")
    return parser


def _tick(rounds: int) -> Callable[[int], None]:
    """Progress, for somebody who waits for it."""

    def tick(number: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{number} of {rounds} rounds ", end="\n" if number == rounds else "", file=sys.stderr)

    return tick


def _leave(*_: object) -> NoReturn:
    """Let the blocks end the servers that they started."""
    sys.exit(143)


if __name__ == "__main__":
    sys.exit(main())
