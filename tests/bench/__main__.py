"""``python -m tests.bench``: all figures, with the goals beside them.

Ends with 1 when the control says that the machine was too noisy for the ratios to mean anything.
"""

import argparse
import signal
import sys
from pathlib import Path
from typing import NoReturn

from tests.bench import breakeven, inprocess, ratios, report
from tests.bench.bodies import RECIPES, Book

ROUNDS = 60
QUICK_ROUNDS = 6
QUICK_TURNS = 5


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    book = Book(options.game)
    cases = ratios.cases_of(book, options.only)
    if not cases:
        print(f"No case has {options.only!r} in its name; there are: {', '.join(c.name for c in ratios.CASES)}.")
        return 2
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    turns = QUICK_TURNS if options.quick else inprocess.TURNS
    signal.signal(signal.SIGTERM, _leave)

    told = report.conditions(rounds)
    outcomes = ratios.measure(book, cases, rounds, _tick(rounds))
    print(told, end="\n\n")
    print(report.http(outcomes, claim=not options.quick), flush=True)
    notes = ["A quick run: it shows that the bench works, and claims nothing."]
    if not options.quick:
        notes = [note for note in (report.control_note(outcomes), report.idle_note(outcomes)) if note]
    print("".join(f"\n{note}\n" for note in notes), end="", flush=True)
    units: dict[str, float] = {}
    timings: list[inprocess.Timing] = []
    balances: list[breakeven.Balance] = []
    if not options.only:
        units, timings = inprocess.measure(book, turns)
        print("\n" + report.in_process(units, timings, claim=not options.quick), flush=True)
        balances = breakeven.measure(book, turns)
        print("\n" + report.break_even(balances), flush=True)
    if options.json:
        options.json.write_bytes(report.as_json(told, outcomes, units, timings, balances))
    return 0 if options.quick or report.is_steady(outcomes) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Ratios to a Flask echo.")
    parser.add_argument("--quick", action="store_true", help="fewer bursts, and no claim")
    parser.add_argument("--rounds", type=int, help=f"alternations for each case (default {ROUNDS})")
    parser.add_argument("--only", default="", metavar="NAME", help="only cases with this in their name, over HTTP")
    parser.add_argument("--game", default="kingdomino", choices=sorted(RECIPES), help="whose questions are asked")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything down as JSON")
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
