"""``validate``: the ruling on one move, and what other editions and house rules would say."""

from typing import Any

from msgspec import UNSET, UnsetType

from schemas.answers import ValidateAnswer
from schemas.ruling import Difference
from service.operations.question import Ids, Question
from service.referee import summary
from service.referee.findings import Happening
from service.referee.forced import play_after, play_before
from service.referee.game import AnyGame
from service.referee.judge import Judgement, alternatives, differences, judge, suggestions


def validate(question: Question, ids: Ids) -> ValidateAnswer[Any, Any]:
    served, values, game = question.served, question.values, question.served.game
    move = values["move"]
    table = question.table()
    served.check_references(table, move)
    judgement = plain = judge(game, table, move)
    before = 0
    if values.get("play_forced") and judgement.verdict != "impossible":
        table, plain, judgement, before = _with_forced_decisions(game, table, move, judgement)
    reader = question.reader(table)
    ruling = reader.ruling(judgement, table)
    compare = values.get("compare")
    others = alternatives(game, table, move, plain) if compare or plain.choices.read else []
    differs_under = reader.differences(differences(others))
    comparison: list[Difference] | UnsetType = UNSET
    suggested: list[Any] | UnsetType = UNSET
    if compare:
        comparison = reader.differences(others)
    if values.get("suggest"):
        refused = judgement.verdict in ("illegal", "undetermined")
        suggested = suggestions(game, table, move, question.work.deadline.within) if refused else []
    ruling["state"] = question.shown(ruling["state"])
    return ValidateAnswer(
        summary=summary.of_move(reader, ruling, move, before),
        **ruling,
        differs_under=differs_under,
        comparison=comparison,
        suggestions=suggested,
        rules_version=served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )


def _with_forced_decisions(
    game: AnyGame, table: Any, move: Any, judgement: Judgement
) -> tuple[Any, Judgement, Judgement, int]:
    """The table on which the move is judged, the judgement on the move alone, the one with the forced decisions
    before and after it, and how many events came before the move.
    """
    before: list[Happening] = []
    if judgement.verdict != "legal":
        table, before, judgement = play_before(game, table, move, judgement)
    played = play_after(game, judgement) if judgement.verdict == "legal" else judgement
    return table, judgement, played._replace(happenings=before + played.happenings), len(before)
