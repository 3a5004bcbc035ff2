"""``score``: the points of a position, of several games or of a score pad, and what they would be by other rules."""

from schemas.answers import ScoreAnswer
from schemas.base import Malformed
from service.operations.question import Question
from service.referee.alternatives import score_differences


def score(question: Question, case_id: str) -> ScoreAnswer:
    served, values = question.served, question.values
    field = next(name for name in served.game.META.score_takes if name in values)
    if field == "games":
        tables = [served.table(state, values, f"/games/{number}") for number, state in enumerate(values["games"])]
    else:
        tables = [question.table(field)]
    claimed = values.get("claimed") or {}
    try:
        scoring = served.game.score(tables, claimed)
        differs_under = score_differences(served.game, tables, scoring)
    except Malformed as error:
        if error.faults[0].pointer.startswith("/claimed"):
            raise
        raise error.under(f"/{field}") from error
    table = tables[0]
    for other in tables[1:]:
        table.choices.take_in(other.choices)
    return ScoreAnswer(
        **question.reader(table).scoring(scoring, table),
        differs_under=differs_under,
        rules_version=served.rules_version,
        case_id=case_id,
    )
