"""``view``: the table as one player may see it."""

from typing import Any

from schemas.answers import ViewAnswer
from service.operations.question import Ids, Question
from service.referee import summary


def view(question: Question, ids: Ids) -> ViewAnswer[Any]:
    """The state of the question has been masked already."""
    table = question.table()
    return ViewAnswer(
        summary=summary.of_view(question.reader(table), question.values["player"]),
        state=table.state,
        rules_version=question.served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )
