"""``setup``: players, options and a seed become the opening state."""

from typing import Any

from schemas.answers import SetupAnswer
from service.operations.question import Question


def setup(question: Question, case_id: str) -> SetupAnswer[Any]:
    served = question.served
    table = served.opening_table(question.values, question.values)
    reader = question.reader(table)
    return SetupAnswer(
        state=table.state,
        next=reader.next(served.game.following(table), table),
        rests_on=reader.foundations(table),
        rules_version=served.rules_version,
        case_id=case_id,
    )
