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
    cases = [case for case in ratios.CASES if options.only in case.name]
    if not cases:
        print(f"No case has {options.only!r} in its name; there are: {', '.join(c.name for c in ratios.CASES)}.")
        return 2
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    turns = QUICK_TURNS if options.quick else inprocess.TURNS
    signal.signal(signal.SIGTERM, _leave)

    book = Book(options.game)
    told = report.conditions(rounds)
    outcomes = ratios.measure(book, cases, rounds, _tick(rounds))
    print(told, end="\n\n")
    print(report.http(outcomes), flush=True)
    note = None if options.quick else report.control_note(outcomes)
    if options.quick:
        print("\nA quick run: it shows that the bench works, and claims nothing.")
    if note:
        print(f"\n{note}")
    units, timings, balances = {}, [], []
    if not options.only:
        units, timings = inprocess.measure(book, turns)
        print("\n" + report.in_process(units, timings), flush=True)
        balances = breakeven.measure(book, turns)
        print("\n" + report.break_even(balances), flush=True)
    if options.json:
        options.json.write_bytes(report.as_json(told, outcomes, units, timings, balances))
    return 1 if note else 0


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
