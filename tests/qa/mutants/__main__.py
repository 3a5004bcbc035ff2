"""``python -m tests.qa.mutants --game kingdomino --count 100 --seconds 3600``: try mutants, go on where it stopped.

Results stand in ``tests/qa/mutants.json``: commit it. A result is tried again when its function changes, and with
``--survivors``, after tests were written. Ends with status 1 if a mutant survives that is not in ``equivalent.toml``.
"""

import argparse
import sys
import time
from datetime import UTC, datetime

import pytest

from service.games.registry import OURS
from tests.qa.long_runs.totals import locked
from tests.qa.mutants import record
from tests.qa.mutants.changes import Mutant, mutants_of
from tests.qa.mutants.record import Result
from tests.qa.mutants.trying import Tries, arguments


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.mutants", description=__doc__)
    parser.add_argument("--game", choices=OURS, required=True)
    parser.add_argument("--count", type=int, default=100, help="mutants in all, those of earlier runs included")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--survivors", action="store_true", help="try those again that survived, and no others")
    parser.add_argument(
        "--only-quick", action="store_true", help="without second referee, random games, partial tables"
    )
    parser.add_argument("--show", action="store_true", help="only say what stands in the file")
    options = parser.parse_args()
    sample = mutants_of(options.game)[: options.count]
    ends = time.monotonic() + options.seconds
    left = wanted(options.game, sample, survivors=options.survivors)
    if left and not options.show:
        tries = Tries(lambda tries: work(tries, options.game, left, ends), only_quick=options.only_quick)
        pytest.main(arguments(options.game), plugins=[tries])
    return report(options.game, sample)


def wanted(game: str, sample: list[Mutant], *, survivors: bool) -> list[Mutant]:
    """Those without a result, or those that survived."""
    known = record.valid(record.read().get(game, {}), sample)
    if survivors:
        alive = [name for name, result in known.items() if result.result == "survived"]
        return [mutant for mutant in sample if mutant.name in alive and mutant.name not in record.equivalents()]
    return [mutant for mutant in sample if mutant.name not in known]


def work(tries: Tries, game: str, mutants: list[Mutant], ends: float) -> None:
    tries.prepare()
    print(f"{game}: {len(tries.seconds)} tests, {tries.whole_seconds:.0f} s of the processor", flush=True)
    for mutant in mutants:
        if time.monotonic() > ends:
            break
        began = time.monotonic()
        outcome = tries.attempt(mutant)
        result, by = outcome or ("not in use", "")
        print(f"{time.monotonic() - began:5.1f} s  {result:10} {mutant.name}  {by}", flush=True)
        day = datetime.now(UTC).date().isoformat()
        with locked(record.RESULTS.parent):
            results = record.read()
            results.setdefault(game, {})[mutant.name] = Result(
                function=mutant.function, result=result, by=by, day=day
            )
            record.write(results)


def report(game: str, sample: list[Mutant]) -> int:
    """Print the survivors and the share of the killed; 1 if one survives that is not equivalent."""
    known, reasons = record.valid(record.read().get(game, {}), sample), record.equivalents()
    alive = [one for one in sample if one.name in known and known[one.name].result == "survived"]
    killed = sum(result.result == "killed" for result in known.values())
    unknown = [mutant for mutant in alive if mutant.name not in reasons]
    for mutant in unknown:
        change = mutant.change()
        print(f"\n{mutant.name}  (line {change.line})\n- {change.before}\n+ {change.after}")
    counts = f"{killed} killed, {len(alive) - len(unknown)} equivalent, {len(unknown)} survive"
    print(f"\n{game}: {len(known)} of {len(sample)} mutants tried, {counts}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
