"""``python -m tests.qa.offline_scores --count 100000``: the module and the service on as many random questions.

How far it came stands in ``build/offline-scores.json``: a run goes on where the last one ended. Ends with status 1 if
the two counted anything differently.
"""

import argparse
import json
import sys
from pathlib import Path

from tests.qa.offline_scores.comparing import QUESTIONS, compare, module, service

PROGRESS = Path("build/offline-scores.json")
SAVED_EVERY = 500
MOST_SHOWN = 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.qa.offline_scores", description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="questions in all, over the games in turn")
    parser.add_argument("--game", choices=QUESTIONS, help="only this game")
    parser.add_argument("--afresh", action="store_true", help="do not go on with the last run")
    options = parser.parse_args()
    games = [options.game] if options.game else list(QUESTIONS)
    done = {game: {"seed": 0, "counted": 0, "differences": 0} for game in QUESTIONS}
    if PROGRESS.exists() and not options.afresh:
        done |= json.loads(PROGRESS.read_text())
    shown = 0
    client = service()
    with module() as other:
        while any(done[game]["seed"] < options.count // len(games) for game in games):
            game = min(games, key=lambda name: done[name]["seed"])
            own = done[game]
            was_counted, difference = compare(client, other, game, own["seed"])
            own["seed"] += 1
            own["counted"] += was_counted
            if difference:
                own["differences"] += 1
                shown += 1
                if shown <= MOST_SHOWN:
                    print(difference, flush=True)
            if own["seed"] % SAVED_EVERY == 0:
                _save(done)
    _save(done)
    for game in games:
        print("{}: {seed} questions, {counted} of them counted, {differences} differences".format(game, **done[game]))
    return 1 if any(done[game]["differences"] for game in games) else 0


def _save(done: dict[str, dict[str, int]]) -> None:
    PROGRESS.parent.mkdir(parents=True, exist_ok=True)
    PROGRESS.write_text(json.dumps(done, indent=1))


if __name__ == "__main__":
    sys.exit(main())
