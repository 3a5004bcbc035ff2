"""``score``: the points of a position, of several games or of a score pad, and what they would be by other rules."""

from collections.abc import Mapping
from typing import Any

from schemas.answers import ScoreAnswer
from schemas.base import Malformed
from service.operations.question import Ids, Question
from service.referee import summary
from service.referee.alternatives import score_differences
from service.referee.game import AnyGame, GameWithSheet
from service.referee.scoring import Scoring


def score(question: Question, ids: Ids) -> ScoreAnswer:
    served, values = question.served, question.values

    def score_under(basis: dict[str, str]) -> Scoring:
        others = [
            served.tables[type(table.sent_state)](table.sent_state, table.box, table.choices.under(**basis))
            for table in tables
        ]
        return _count(served.game, field, others, {})

    field = next(name for name in served.game.meta.score_takes if name in values)
    if field == "games":
        tables = [served.table(state, values, f"/games/{number}") for number, state in enumerate(values["games"])]
    else:
        tables = [question.table(field)]
    claimed = values.get("claimed") or {}
    try:
        scoring = _count(served.game, field, tables, claimed)
        differs_under = score_differences(served.rulebook.editions, tables, scoring, score_under)
    except Malformed as error:
        if error.faults[0].pointer.startswith("/claimed"):
            raise
        raise error.under(f"/{field}") from error
    table = tables[0]
    for other in tables[1:]:
        table.choices.take_in(other.choices)
    reader = question.reader(table)
    scored = reader.scoring(scoring, table)
    return ScoreAnswer(
        summary=summary.of_score(reader, scored, scoring),
        **scored,
        differs_under=differs_under,
        rules_version=served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )


def _count(game: AnyGame, field: str, tables: list[Any], claimed: Mapping[str, int]) -> Scoring:
    if field == "sheet":
        assert isinstance(game, GameWithSheet), "the questions of other games have no such field"
        return game.score_pad(tables[0], claimed)
    return game.score(tables, claimed)
