"""``legal-moves``: every legal move in a position and, if asked, why no move of the other types is legal."""

from typing import Any

from schemas.answers import LegalMovesAnswer
from schemas.base import malformed
from schemas.ruling import Refusal
from service.operations.question import Question
from service.referee.findings import Findings
from service.referee.game import Game
from service.referee.judge import refused_kinds
from service.referee.render import next_of, position_verdict


def legal_moves(question: Question, case_id: str) -> LegalMovesAnswer[Any]:
    game, values = question.served.game, question.values
    table = question.table()
    player, kind = values.get("player"), values.get("type")
    question.check_player(table, "player")
    if kind is not None and kind not in game.META.move_types:
        raise malformed("/type", f"There is no move of type {kind!r}; there are: {', '.join(game.META.move_types)}.")
    findings = Findings()
    game.audit(table, findings, thorough=False)
    reader = question.reader(table)
    moves: list[Any] = []
    refused: list[Refusal] = []
    if not findings.broken:
        moves = list(question.deadline.within(game.legal_moves(table, player, kind)))
        game.unlisted(table, player, kind, findings)
        _add_assumptions(game, table, moves, findings)
        if values.get("explain"):
            for name, reasons in question.deadline.within(refused_kinds(game, table, player, kind)):
                refused.append(Refusal(type=name, violations=reader.violations(reasons.broken)))
                findings.because(*(finding.rule for finding in reasons.broken))
    following = None if findings.broken else game.following(table)
    return LegalMovesAnswer(
        verdict=position_verdict(findings),
        moves=moves,
        refused=refused,
        **reader.judged(findings, table.choices, table.box),
        next=next_of(following),
        rules_version=question.served.rules_version,
        case_id=case_id,
    )


def _add_assumptions(game: Game, table: Any, moves: list[Any], findings: Findings) -> None:
    """What the first move of each type and player assumes, all of them assume."""
    firsts = {(type(move), getattr(move, "player", None)): move for move in reversed(moves)}
    for move in reversed(firsts.values()):
        checked = Findings()
        game.check(table, move, checked)
        findings.assumed += [fact for fact in checked.assumed if fact not in findings.assumed]
