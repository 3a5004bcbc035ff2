"""``audit``: whether a position is possible, with every contradiction in it."""

from schemas.answers import AuditAnswer
from service.operations.question import Ids, Question
from service.referee import summary
from service.referee.findings import Findings
from service.referee.render import position_verdict


def audit(question: Question, ids: Ids) -> AuditAnswer:
    table = question.table()
    findings = Findings()
    question.served.game.audit(table, findings)
    reader = question.reader(table)
    judged = reader.judged(findings, table)
    return AuditAnswer(
        summary=summary.of_position(reader, judged),
        verdict=position_verdict(findings),
        **judged,
        rules_version=question.served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )
