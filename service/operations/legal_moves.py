"""``legal-moves``: every legal move in a position and, with ``explain``, why no move of the other types is legal."""

from collections.abc import Iterable
from typing import Any

import msgspec

from schemas.answers import LegalMovesAnswer
from schemas.base import malformed
from schemas.ruling import Refusal
from service.operations.question import Ids, Question
from service.referee import summary
from service.referee.budget import CHECK, Budget, BudgetSpent, step, use
from service.referee.findings import AssumedFact, Findings
from service.referee.judge import refused_kinds
from service.referee.render import position_verdict

REST = 0.25
"""The part of the steps that an answer may use once more for the rest of it, after its list of moves was cut off."""


def legal_moves(question: Question, ids: Ids) -> LegalMovesAnswer[Any]:
    game, values = question.served.game, question.values
    table = question.table()
    player, kind = values.get("player"), values.get("type")
    question.check_player(table, "player")
    if kind is not None and kind not in game.move_types:
        raise malformed("/type", f"There is no move of type {kind!r}; there are: {', '.join(game.move_types)}.")
    findings = Findings()
    game.audit(table, findings, thorough=False)
    reader = question.reader(table)
    moves: list[Any] = []
    refused: list[Refusal] = []
    truncated = False
    if not findings.broken:
        moves, truncated = _listed(question, game.legal_moves(table, player, kind))
    budget = question.work.budget
    with use(Budget(budget.limit * REST) if truncated else budget):
        if not findings.broken:
            game.unlisted(table, player, kind, findings)
            assumed = _assumptions(question, table, moves if findings.missing else _firsts(moves))
            findings.assumed += [fact for facts in assumed for fact in facts]
            if len(assumed) < len(moves) and findings.missing:
                moves, truncated = moves[: len(assumed)], True
            if values.get("explain") and not truncated:
                for name, reasons in question.work.deadline.within(refused_kinds(game, table, player, kind)):
                    refused.append(Refusal(type=name, violations=reader.violations(reasons.broken)))
                    findings.because(*(finding.rule for finding in reasons.broken))
        listed = {**reader.judged(findings, table), "moves": moves, "truncated": truncated}
        return LegalMovesAnswer(
            summary=summary.of_moves(reader, listed, player),
            verdict=position_verdict(findings),
            refused=refused,
            **listed,
            complete=not (truncated or findings.broken or findings.missing),
            next=None if findings.broken else reader.next(game.following(table), table),
            rules_version=question.served.rules_version,
            question_id=ids.question,
            case_id=ids.case,
        )


def _listed(question: Question, moves: Iterable[Any]) -> tuple[list[Any], bool]:
    """The moves, and whether the list ends early because the steps or bytes of the request are used up."""
    listed: list[Any] = []
    size = 0
    try:
        for move in question.work.deadline.within(moves):
            size += len(msgspec.json.encode(move))
            if size > question.work.most_answer_bytes // 2:
                return listed, True
            listed.append(move)
    except BudgetSpent:
        return listed, True
    return listed, False


def _firsts(moves: list[Any]) -> list[Any]:
    """The first move of each type and player: where every move can be listed, the others assume nothing else."""
    firsts = {(type(move), getattr(move, "player", None)): move for move in reversed(moves)}
    return [*reversed(firsts.values())]


def _assumptions(question: Question, table: Any, moves: list[Any]) -> list[list[AssumedFact]]:
    """What each of these moves assumes, until the steps for that are used up."""
    assumed: list[list[AssumedFact]] = []
    try:
        with use(Budget(question.work.budget.limit * REST)):
            for move in moves:
                step(CHECK)
                checked = Findings()
                question.served.game.check(table, move, checked)
                assumed.append(checked.assumed)
    except BudgetSpent:
        pass
    return assumed
