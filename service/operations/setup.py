"""``setup``: players, options and a seed become the opening state."""

from typing import Any

from schemas.answers import SetupAnswer
from service.operations.question import Ids, Question
from service.referee import summary


def setup(question: Question, ids: Ids) -> SetupAnswer[Any]:
    served = question.served
    table = served.opening_table(question.values, question.values)
    reader = question.reader(table)
    following = reader.next(served.game.following(table), table)
    return SetupAnswer(
        summary=summary.of_setup(reader, question.values["players"], following),
        state=table.state,
        next=following,
        rests_on=reader.foundations(table),
        rules_version=served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )
