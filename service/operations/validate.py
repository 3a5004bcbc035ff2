"""``validate``: the ruling on one move, and what other editions and house rules would say."""

from typing import Any

from msgspec import UNSET, UnsetType

from schemas.answers import ValidateAnswer
from schemas.ruling import Difference
from service.operations.question import Question
from service.referee.findings import Findings, Happening
from service.referee.forced import play_after, play_before
from service.referee.game import AnyGame
from service.referee.judge import Judgement, alternatives, differences, judge, suggestions


def validate(question: Question, case_id: str) -> ValidateAnswer[Any, Any]:
    served, values, game = question.served, question.values, question.served.game
    move = values["move"]
    table = question.table()
    served.check_references(table, move)
    judgement = judge(game, table, move)
    if values.get("play_forced") and judgement.verdict != "impossible":
        table, judgement = _with_forced_decisions(game, table, move, judgement)
    reader = question.reader(table)
    consulted = set(table.choices.consulted)
    ruling = reader.ruling(judgement, table)
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


def _with_forced_decisions(game: AnyGame, table: Any, move: Any, judgement: Judgement) -> tuple[Any, Judgement]:
    """The table on which the move is judged, and the judgement with the forced decisions before and after it."""
    before: list[Happening] = []
    if judgement.verdict != "legal":
        table, before, judgement = play_before(game, table, move, judgement)
    if judgement.verdict == "legal":
        judgement = play_after(game, judgement)
    return table, judgement._replace(happenings=before + judgement.happenings)
