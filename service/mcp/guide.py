"""How to ask about a game: a question for each tool, a move of each type, and what else is needed to write one."""

from collections.abc import Iterator
from typing import Any

import msgspec

from service.games.files import example_of
from service.games.registry import find_games
from service.mcp.referee import Referee

TOOLS = {
    "judge_move": "validate",
    "list_legal_moves": "legal-moves",
    "resolve": "resolve",
    "score": "score",
}
"""The operation that each tool asks for."""
ABOUT = ("id", "title", "players", "variants", "packs")


def guide_to(referee: Referee, game: str, language: str) -> dict[str, Any]:
    """The description of a game, with examples from the API's documentation and from the case library."""
    about = referee.get(f"/v1/games/{game}", language)["game"]
    cases: list[dict[str, Any]] = referee.get("/v1/cases", language, game=game)["cases"]
    examples = {tool: _example(game, operation, cases) for tool, operation in TOOLS.items()}
    moves: dict[str, Any] = {}
    for move in _moves_of(cases):
        moves.setdefault(move["type"], move)
    return {
        **{name: about[name] for name in ABOUT},
        "editions": [{name: entry.get(name) for name in ("id", "title", "note")} for entry in about["editions"]],
        "house_rules": about["house_rules"],
        "unknown": "Leave out of a state what you do not know; a card that nobody may see is '?'.",
        "examples": {tool: example for tool, example in examples.items() if example is not None},
        "moves": [
            {**entry, **({"example": moves[entry["type"]]} if entry["type"] in moves else {})}
            for entry in about["moves"]
        ],
    }


def _example(game: str, operation: str, cases: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The question of an example that the tests of the API execute; in a package without these, that of a case."""
    ((found, _),) = find_games((game,))
    path = example_of(found, operation)
    if path.exists():
        request: dict[str, Any] = msgspec.json.decode(path.read_bytes())["request"]
        return request
    return next((case["question"] for case in cases if case["operation"] == operation), None)


def _moves_of(cases: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every move in the questions of the case library."""
    for case in cases:
        question = case["question"]
        if "move" in question:
            yield question["move"]
        yield from question.get("moves", ())
