"""What the fuzzer begins with: a good question for each of its targets, and the corpus."""

import json
import sys
from pathlib import Path

from service.operations.served_game import ServedGame
from tests.api.bad_bodies import ENTRIES
from tests.api.questions import POSTS
from tests.our_games import GAMES


def write_seeds(folder: Path) -> int:
    """Write the seeds into a folder, and tell how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    bodies = [(path, json.dumps(question).encode()) for path, question in POSTS.items()]
    bodies += [(entry.path, entry.body) for entry in ENTRIES]
    for number, (path, body) in enumerate(bodies):
        (folder / f"seed-{number}").write_bytes(bytes([target_of(path)]) + body)
    return len(bodies)


def target_of(path: str) -> int:
    """The number of the fuzzer's target for this address: the questions of each game in order, then the rest."""
    questions = [
        f"/v1/games/{game.meta.id}/{operation.replace('packs-check', 'packs/check')}"
        for game in GAMES
        for operation in ServedGame(game).questions
    ]
    return questions.index(path) if path in questions else len(questions)


if __name__ == "__main__":
    print(write_seeds(Path(sys.argv[1])))
