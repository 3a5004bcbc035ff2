"""How many steps a question uses, in process: what the tests of the bounds of every game share."""

import json
from typing import Any

from service.api.request import load_question
from service.operations.answering import OPERATIONS
from service.operations.question import BodyLimits, Ids, Question, Work, masked
from service.operations.served_game import ServedGame
from service.referee.budget import Budget, use
from service.settings import Settings

LIMIT = Settings().step_budget
ORDINARY = LIMIT // 5
"""No question of an ordinary game uses more."""


def steps_of(served: ServedGame, operation: str, question: dict[str, Any]) -> int:
    """The steps of a question; ``BudgetSpent`` where it uses more than the default budget."""
    values = load_question(served.questions[operation], json.dumps(question).encode(), BodyLimits())
    budget = Budget(LIMIT)
    with use(budget):
        OPERATIONS[operation](masked(Question(served, operation, "en", values, Work(budget=budget))), Ids("", ""))
    return budget.used


def questions_about(state: dict[str, Any], move: dict[str, Any], **more: Any) -> list[tuple[str, dict[str, Any]]]:
    """Every operation that takes a state, with all that it can be asked besides."""
    player = state["players"][0]["name"]
    return [
        ("validate", {"state": state, "move": move, "compare": True, "suggest": True, **more}),
        ("legal-moves", {"state": state, "explain": True, **more}),
        ("replay", {"state": state, "moves": [move], "states": True, "events": True, **more}),
        ("resolve", {"state": state, **more}),
        ("audit", {"state": state, **more}),
        ("score", {"state": state, "claimed": {player: 40}, **more}),
        ("view", {"state": state, "player": player, **more}),
        ("diagram", {"state": state, "move": move, **more}),
        ("diagram", {"state": state, "only": player, **more}),
    ]
