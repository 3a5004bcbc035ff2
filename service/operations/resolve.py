"""``resolve``: what happens by itself in a position, until a player has to decide something."""

from typing import Any

from msgspec import UNSET

from schemas.answers import ResolveAnswer
from service.operations.question import Ids, Question
from service.referee import summary
from service.referee.facts import DUE, STEP_DONE, shared_fact
from service.referee.findings import Findings
from service.referee.render import position_verdict
from service.referee.timing import TURN


def resolve(question: Question, ids: Ids) -> ResolveAnswer[Any]:
    """The automatic steps ran when the table was made: it knows what happened then."""
    game = question.served.game
    table = question.table()
    findings = Findings()
    before_audit = set(table.choices.consulted)
    game.audit(table, findings)
    possible = not findings.broken
    happenings = table.happenings if possible else ()
    if possible:
        table.choices.consulted = before_audit  # the answer does not rest on what the audit consulted
        _name_what_is_missing(question, table, findings)
    reader = question.reader(table)
    outcome: dict[str, Any] = {
        **reader.judged(findings, table, happenings=happenings),
        "events": reader.events(happenings),
        "next": reader.next(game.following(table), table) if possible else None,
    }
    return ResolveAnswer(
        summary=summary.of_steps(reader, outcome),
        verdict=position_verdict(findings),
        state=question.shown(table.state) if possible else None,
        **outcome,
        rules_version=question.served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )


def _name_what_is_missing(question: Question, table: Any, findings: Findings) -> None:
    """A step that could not be done stands in the state, with what it needs."""
    if table.state.unresolved is UNSET:
        return
    rule = table.rule_of_unresolved or question.served.rulebook.facts.get(DUE, TURN)
    for entry in table.state.unresolved:
        findings.missing.append(shared_fact(STEP_DONE, rule, entry.missing))
