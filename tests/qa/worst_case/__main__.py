"""``python -m tests.qa.worst_case --seconds 1800``: search for the dearest question of every operation.

Ends with status 1 when a question is above a bound. A run goes on with what the run before it has found; ``--afresh``
begins again.
"""

import argparse
import resource
import sys
from pathlib import Path

from tests.qa.worst_case.measuring import Service
from tests.qa.worst_case.questions import targets
from tests.qa.worst_case.search import Climb, search, table

FOLDER = Path("build/worst-case")
ROUND_SECONDS = 300
MOST_MEMORY = 3 * 1024**3
"""Of the whole process: a question that would fill the machine fails instead."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.worst_case", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--operation", help="only this operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--afresh", action="store_true", help="do not go on with the last run")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    service = Service()
    climbs = [
        Climb(service, target, options.seed)
        for target in targets()
        if options.game in (None, target.game) and options.operation in (None, target.operation)
    ]
    if not climbs:
        parser.error("there is no such game or operation")
    print(f"{len(climbs)} targets, {options.seconds:g} s, seed {options.seed}", flush=True)

    def write() -> None:
        for climb in climbs:
            climb.write(FOLDER)
        print(table(climbs), flush=True)

    if not options.afresh:
        for climb in climbs:
            climb.read(FOLDER)
    try:
        search(climbs, options.seconds, max(1, round(options.seconds / ROUND_SECONDS)), write)
    except KeyboardInterrupt:
        write()
    return 1 if any(climb.excesses for climb in climbs) else 0


if __name__ == "__main__":
    sys.exit(main())
