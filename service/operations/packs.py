"""``packs-check``: everything that is wrong or missing in a component pack."""

from schemas.answers import PackAnswer
from schemas.ruling import PackFinding
from service.operations.question import Ids, Question
from service.referee import summary
from service.referee.translated import in_language


def check_pack(question: Question, ids: Ids) -> PackAnswer:
    findings = [
        PackFinding(level=level, pointer=pointer, message=in_language(message, question.language))
        for level, pointer, message in question.served.game.check_pack(question.values["pack"])
    ]
    return PackAnswer(
        summary=summary.of_pack(question.served.rulebook.words[question.language], findings),
        usable=all(finding.level != "error" for finding in findings),
        findings=findings,
        rules_version=question.served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )
