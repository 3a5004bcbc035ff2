"""``python -m tests.qa.faults``: the whole matrix at length, written into ``docs/reliability.md``.

With ``SERVER=granian`` in the environment it runs under granian, and nothing is written.

Ends with 1 when anything is not as promised; the page is written all the same, because it tells what was measured.
"""

import argparse
import sys

from tests.page import fill, machine
from tests.qa.faults.load import CLIENTS, questions
from tests.qa.faults.matrix import SCENARIOS, as_table
from tests.qa.faults.stage import FULL, SERVER, SHORT, WORKERS

PAGE, COMMAND = "reliability.md", "make faults"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.faults", description=__doc__)
    parser.add_argument("--short", action="store_true", help="as in the tests; nothing is written down")
    parser.add_argument("--only", default="", metavar="NAME", help="only faults with this in their name; not written")
    options = parser.parse_args()
    times = SHORT if options.short else FULL
    asked, outcomes, bad = questions(), [], 0
    for name, scenario in SCENARIOS.items():
        if options.only not in name:
            continue
        outcome = scenario(asked, times)
        complaints = outcome.complaints(times.strict)
        bad += bool(complaints)
        outcomes.append(outcome)
        print(f"{name}: {'; '.join(complaints) or 'as promised'}", flush=True)
    told = as_table(outcomes)
    print("\n" + told)
    if SERVER == "gunicorn" and not (options.short or options.only):
        how = (
            f"Measured on {machine()}: {WORKERS} workers, {CLIENTS} clients with open connections, {len(asked)} "
            f"questions about every game, {times.before:.0f} s before and {times.during:.0f} s of each fault.\n\n"
        )
        fill(PAGE, COMMAND, how + told)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
