"""``setup``: players, options and a seed become the opening state."""

from typing import Any

from schemas.answers import SetupAnswer
from service.operations.question import Question
from service.referee.render import next_of


def setup(question: Question, case_id: str) -> SetupAnswer[Any]:
    served = question.served
    table = served.opening_table(question.values, question.values)
    return SetupAnswer(
        state=table.state,
        next=next_of(served.game.following(table)),
        rests_on=question.reader(table).foundations(table.choices, table.box),
        rules_version=served.rules_version,
        case_id=case_id,
    )
