"""``diagram``: a picture of the table and, with a move, of the ruling on it."""

from service.operations.question import Ids, Question
from service.referee import svg
from service.referee.diagram import Scene
from service.referee.findings import Findings
from service.referee.judge import judge


def diagram(question: Question, ids: Ids) -> bytes:
    """The picture as an SVG document."""
    game, values = question.served.game, question.values
    table = question.table()
    question.check_player(table, "only")
    move = values.get("move")
    verdict: str | None
    if move is not None:
        question.served.check_references(table, move)
        judgement = judge(game, table, move)
        verdict, findings = judgement.verdict, judgement.findings
    else:
        findings = Findings()
        game.audit(table, findings, thorough=False)
        verdict = "impossible" if findings.broken else None
    reader = question.reader(table)
    violations = reader.violations(findings.broken)
    scene = Scene(table, reader.words, question.language, values.get("only"), move, verdict, violations, reader.names)
    return svg.document(game.diagram(scene), values.get("theme", "light"), values.get("width"))
