"""``python -m tests.qa.cluster``: the day of three replicas at length, written into ``docs/reliability.md``.

Ends with 1 when a request failed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.page import fill, machine, table
from tests.qa.cluster.story import FULL, REPLICAS, SHORT, Lengths, play
from tests.qa.faults.stage import Outcome, percentile

PAGE, COMMAND = "reliability.md", "make cluster"
TITLES = ("what happens", "how", "requests", "failed", "other bytes", "p99 ms before, during", "over after")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.cluster", description=__doc__)
    parser.add_argument("--short", action="store_true", help="as in the tests; nothing is written down")
    lengths = SHORT if parser.parse_args().short else FULL
    outcomes = []
    for outcome in play(lengths):
        outcomes.append(outcome)
        counted = Counter(record.outcome for record in outcome.all)
        print(f"{outcome.name}: " + ", ".join(f"{times} {what}" for what, times in counted.items()), flush=True)
    told = as_text(outcomes, lengths)
    print("\n" + told)
    if lengths is FULL:
        fill(PAGE, COMMAND, told)
    good = all(outcome.recovered is not None and not failed(outcome) for outcome in outcomes)
    return 0 if good and not any(outcome.count("wrong") for outcome in outcomes) else 1


def failed(outcome: Outcome) -> int:
    """Through the proxy: no answer, or one that is an error."""
    return outcome.failed + outcome.count("refused", "cut", "cut fresh")


def as_text(outcomes: Sequence[Outcome], lengths: Lengths) -> str:
    how = (
        f"Measured on {machine()}: nginx, {REPLICAS} replicas with {lengths.workers} workers each, six Redis nodes "
        f"and {lengths.clients} clients, all on this one machine.\n\n"
    )
    return how + table(TITLES, [_row(outcome) for outcome in outcomes])


def _row(outcome: Outcome) -> list[object]:
    before, during = (
        percentile([record.seconds * 1000 for record in records], 0.99)
        for records in (outcome.before, outcome.during)
    )
    over = f"{outcome.recovered:.1f} s" if outcome.recovered is not None else "not at all"
    told = [outcome.name, outcome.story, len(outcome.all), failed(outcome), outcome.count("wrong")]
    return [*told, f"{before:.1f}, {during:.1f}", over]


if __name__ == "__main__":
    sys.exit(main())
