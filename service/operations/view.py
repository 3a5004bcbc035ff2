"""``view``: the table as one player may see it."""

from typing import Any

from schemas.answers import ViewAnswer
from service.operations.question import Question


def view(question: Question, case_id: str) -> ViewAnswer[Any]:
    table = question.table()
    question.check_player(table, "player")
    return ViewAnswer(
        state=question.served.game.view(table.state, question.values["player"]),
        rules_version=question.served.rules_version,
        case_id=case_id,
    )
