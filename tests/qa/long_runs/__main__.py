"""``python -m tests.qa.long_runs --seconds 3600 --run random-games --jobs 2``: go on with the long runs.

Seeds and totals stand in ``tests/qa/totals.json``: commit it. Findings go to ``build/qa-resume``, a file each. With
``--seconds 0`` it only says how far the runs came. Ends with status 1 if the present version has findings.
"""

import argparse
import os
import sys

os.environ.setdefault("BREHON_SOAK", "1")  # before the games are imported: audit every table, not every third

from tests.qa.long_runs.runs import RUNS, Run, chosen
from tests.qa.long_runs.totals import OnVersion, Total, Totals
from tests.qa.long_runs.working import share


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.long_runs", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--run", default="", help="only the runs whose name begins so")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    options = parser.parse_args()
    runs = chosen(options.run)
    if not runs:
        parser.error(f"there is no such run; the runs are {', '.join(run.name for run in RUNS)}")
    totals = Totals()
    ended_well = True
    try:
        ended_well = share(runs, totals, options.seconds, max(1, options.jobs))
    except KeyboardInterrupt:
        print("stopped; the piece that was worked on is not counted")
    counted = totals.read()
    print(table(runs, counted))
    found = any(counted[run.name].on(run.version).findings for run in runs if run.name in counted)
    return 0 if ended_well and not found else 1


def table(runs: list[Run], totals: dict[str, Total]) -> str:
    """How far each run came, on this version of the code and in all."""
    rows = [f"{'':30} {'goal':>10} {'this version':>13} {'in all':>10} {'findings':>9} {'in all':>7}  last piece"]
    for run in runs:
        total = totals.get(run.name, Total(goal=run.goal, unit=run.unit, next_seed=run.first_seed))
        own: OnVersion = total.on(run.version)
        last = max((one.last for one in total.versions), default="") or "never"
        rows.append(
            f"{run.name:30} {run.goal:>10,} {own.done:>13,} {total.done:>10,} {own.findings:>9} {total.findings:>7}"
            f"  {last} ({run.unit})"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
