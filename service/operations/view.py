"""``view``: the table as one player may see it."""

from typing import Any

from schemas.answers import ViewAnswer
from service.operations.question import Question


def view(question: Question, case_id: str) -> ViewAnswer[Any]:
    """The state of the question has been masked already."""
    return ViewAnswer(
        state=question.table().state,
        rules_version=question.served.rules_version,
        case_id=case_id,
    )
