"""``python -m tests.qa.offline_scores.vectors``: writes ``openapi/clients/vectors/{game}.json``.

300 questions about points for each game, each with the service's count (without texts), or ``refused`` where the
service refuses it: for implementations in other languages.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from tests.qa.offline_scores import kingdoms, pads
from tests.qa.offline_scores.comparing import QUESTIONS, counted, question, service

FOLDER = Path("openapi/clients/vectors")
COUNT = 300
FIRST_SEED = 1_000_000
"""Questions that no random comparison asks."""
LONGEST = 4_000
"""Characters of a question with its count; longer ones are left out."""
RARE = 2
"""Each rule decides or scores in at least so many."""
CHOSEN: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "kingdomino": kingdoms.tied_until_crowns,
    "brian-boru": pads.tied,
}
"""What random questions hardly ever ask."""
TIMES_CHOSEN = 5


def vectors(client: FlaskClient, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if game in CHOSEN:
        chosen = [CHOSEN[game](random.Random(f"{game} chosen {number}")) for number in range(TIMES_CHOSEN)]
        found += [_vector(client, game, asked) for asked in chosen]
    seed = FIRST_SEED
    while len(found) < COUNT:
        vector = _vector(client, game, question(game, seed))
        if len(json.dumps(vector)) <= LONGEST:
            found.append(vector)
        seed += 1
    return found


def _vector(client: FlaskClient, game: str, asked: dict[str, Any]) -> dict[str, Any]:
    score = counted(client, game, asked)
    return {"question": asked, "refused": True} if "refused" in score else {"question": asked, "score": score}


def read(game: str) -> list[dict[str, Any]]:
    content: dict[str, Any] = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    listed: list[dict[str, Any]] = content["vectors"]
    return listed


def main() -> None:
    client = service()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in QUESTIONS:
        lines = [json.dumps(vector, ensure_ascii=False, separators=(",", ":")) for vector in vectors(client, game)]
        head = json.dumps({"game": game, "operation": "score", "pack": "base"})[1:-1]
        path = FOLDER / f"{game}.json"
        path.write_text(f'{{{head}, "vectors": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
