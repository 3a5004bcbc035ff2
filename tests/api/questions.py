"""One good question for every operation, and the addresses to send them to.

The tests here and in ``tests/contract`` start from these and spoil them, rewrite them or ask them again.
"""

import copy
import json
from typing import Any

from service.api.openapi import EXAMPLES
from service.games.kingdomino.game import GAME as game
from tests.games.kingdomino.tables import NAMES, alone, first_turn, line, place


def examples(method: str) -> list[dict[str, Any]]:
    """What the OpenAPI document shows for this method: the questions about the other games are taken from there."""
    files = [json.loads(path.read_text("utf-8")) for path in sorted(EXAMPLES.glob("*.json"))]
    return [example for example in files if example["method"] == method]


KINGDOMINO = "/v1/games/kingdomino"
BASE_PACK: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))

SMALL = alone("19 1,0 e")
"""One kingdom with one domino."""
MISFIT = place(7, 2, 1, "n")
"""Touches nothing of its own terrain: illegal on the small table, by two rules."""
WHOLE = first_turn(4)
"""A whole table of four; ana is to place domino 3."""
ALL_CHOSEN: dict[str, Any] = {
    "phase": "play",
    "players": [{"name": name} for name in NAMES[:3]],
    "current_line": [],
    "next_line": line((1, "ana"), 7, (19, "carla"), (30, "bruno")),
}
"""Every king of three has chosen: the line moves up, and domino 7 goes out."""

QUESTIONS: dict[str, dict[str, Any]] = {
    "setup": {"players": ["ana", "bruno"], "options": {"edition": "es"}, "seed": 7},
    "validate": {"state": WHOLE, "move": place(3, 1, 0, "e")},
    "legal-moves": {"state": WHOLE, "player": "ana", "explain": True},
    "replay": {
        "setup": {"players": list(NAMES), "seed": 7},
        "moves": [{"type": "discard", "player": "ana", "domino": 3}],
    },
    "resolve": {"state": ALL_CHOSEN},
    "audit": {"state": WHOLE},
    "score": {"state": SMALL, "claimed": {"ana": 1}},
    "view": {"state": WHOLE, "player": "ana"},
    "diagram": {"state": SMALL, "move": MISFIT},
    "packs/check": {"pack": {**BASE_PACK, "id": "mine"}},
}
BATCH: dict[str, Any] = {
    "questions": [
        {"game": "kingdomino", "operation": "validate", "body": QUESTIONS["validate"]},
        {"game": "kingdomino", "operation": "score", "body": QUESTIONS["score"]},
    ]
}
POSTS: dict[str, dict[str, Any]] = {
    **{example["path"]: example["request"] for example in examples("POST")},
    **{f"{KINGDOMINO}/{operation}": question for operation, question in QUESTIONS.items()},
    "/v1/batch": BATCH,
}
"""Every address that takes questions, with a good one."""

PAGES = (
    "/v1/games",
    "/v1/rules?q=castle",
    "/v1/search?q=castle",
    KINGDOMINO,
    f"{KINGDOMINO}/rules",
    f"{KINGDOMINO}/rules?q=castle",
    f"{KINGDOMINO}/rules/coverage",
    f"{KINGDOMINO}/rules/place/match",
    f"{KINGDOMINO}/packs",
    f"{KINGDOMINO}/packs/base",
    f"{KINGDOMINO}/cases",
    f"{KINGDOMINO}/cases?q=castle",
    f"{KINGDOMINO}/cases/castle-takes-any-terrain",
    "/v1/cases?game=kingdomino",
)
"""Every address that can be looked up."""


def address(operation: str) -> str:
    return f"{KINGDOMINO}/{operation}"


def with_value(document: Any, pointer: str, value: Any) -> Any:
    """A copy of the document with this value at the place of a JSON Pointer; a new key is made."""
    changed = copy.deepcopy(document)
    *outer, last = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    place = changed
    for step in outer:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return changed


def value_at(document: Any, pointer: str) -> Any:
    """What stands at the place of a JSON Pointer; KeyError or IndexError when nothing does."""
    place = document
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        place = place[int(name)] if isinstance(place, list) else place[name]
    return place
