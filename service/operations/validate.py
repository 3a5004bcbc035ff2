"""``validate``: the ruling on one move, and what other editions and house rules would say."""

from typing import Any

from msgspec import UNSET, UnsetType

from schemas.answers import ValidateAnswer
from schemas.ruling import Difference
from service.operations.question import Question
from service.referee.findings import Findings
from service.referee.judge import alternatives, differences, judge, suggestions


def validate(question: Question, case_id: str) -> ValidateAnswer[Any, Any]:
    served, values, game = question.served, question.values, question.served.game
    move = values["move"]
    table = question.table()
    served.check_references(table, move)
    judgement = judge(game, table, move)
    reader = question.reader(table)
    consulted = set(table.choices.consulted)
    ruling = reader.ruling(judgement, table.box)
    differs_under = reader.differences(differences(game, table, move, judgement))
    comparison: list[Difference] | UnsetType = UNSET
    suggested: list[Any] | UnsetType = UNSET
    if values.get("compare"):
        # The choices that the position itself was read by are compared too.
        game.audit(table, Findings(), thorough=False)
        table.choices.consulted |= consulted
        comparison = reader.differences(alternatives(game, table, move, table.choices))
    if values.get("suggest"):
        refused = judgement.verdict in ("illegal", "undetermined")
        suggested = suggestions(game, table, move, question.work.deadline.within) if refused else []
    ruling["state"] = question.shown(ruling["state"])
    return ValidateAnswer(
        **ruling,
        differs_under=differs_under,
        comparison=comparison,
        suggestions=suggested,
        rules_version=served.rules_version,
        case_id=case_id,
    )
