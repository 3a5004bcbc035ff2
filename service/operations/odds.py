"""``odds``: the exact chances of a battle, in games that can compute them."""

from typing import Any

from schemas.answers import OddsAnswer
from schemas.base import Malformed
from service.operations.question import Ids, Question
from service.referee import summary
from service.referee.findings import Findings
from service.referee.game import GameWithOdds
from service.referee.render import position_verdict


def odds(question: Question, ids: Ids) -> OddsAnswer[Any]:
    game = question.served.game
    assert isinstance(game, GameWithOdds), "other games have no such route"
    field = "engagement" if "engagement" in question.values else "state"
    table = question.table(field)
    findings = Findings()
    try:
        chances = game.odds(table, findings)
    except Malformed as error:
        raise error.under(f"/{field}") from error
    reader = question.reader(table)
    judged = reader.judged(findings, table)
    return OddsAnswer(
        summary=summary.of_odds(reader, judged, None if chances is None else game.aim(chances)),
        verdict=position_verdict(findings),
        odds=chances,
        **judged,
        rules_version=question.served.rules_version,
        question_id=ids.question,
        case_id=ids.case,
    )
