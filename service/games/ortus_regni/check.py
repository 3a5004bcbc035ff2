"""Which rules are asked for each move."""

from collections.abc import Callable
from typing import Any

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Move
from service.games.ortus_regni.rules.attack import check_attack
from service.games.ortus_regni.rules.battle import check_decide, check_field, check_reveal
from service.games.ortus_regni.rules.capture import check_capture
from service.games.ortus_regni.rules.crown import check_bequeath, check_claim, check_offer
from service.games.ortus_regni.rules.damage import check_suffer
from service.games.ortus_regni.rules.decks import check_build, check_mulligan, check_start
from service.games.ortus_regni.rules.disputes import check_allies, check_dispute
from service.games.ortus_regni.rules.joust_results import check_deal
from service.games.ortus_regni.rules.jousts import check_enter, check_excuse, check_joust, check_stay_out
from service.games.ortus_regni.rules.leaving import check_concede
from service.games.ortus_regni.rules.lords import check_appoint, check_garrison, check_hire, check_monastery
from service.games.ortus_regni.rules.placing import check_place
from service.games.ortus_regni.rules.politics import check_give, check_intrigue, check_pick, check_treachery
from service.games.ortus_regni.rules.properties import check_attach, check_castle, check_recruit
from service.games.ortus_regni.rules.ransom import check_ransom
from service.games.ortus_regni.rules.turn import check_banquet, check_end, check_tower
from service.games.ortus_regni.rules.vikings import check_cube, check_emissary, check_order, check_vikings
from service.games.ortus_regni.table import Table
from service.referee.budget import CHECK, step
from service.referee.findings import Findings
from service.referee.known import UnknownRead

CHECKS: dict[type, Callable[[Table, Any, Findings], None]] = {
    shapes.Build: check_build,
    shapes.Start: check_start,
    shapes.Mulligan: check_mulligan,
    shapes.Tower: check_tower,
    shapes.Garrison: check_garrison,
    shapes.End: check_end,
    shapes.Concede: check_concede,
    shapes.Castle: check_castle,
    shapes.Attach: check_attach,
    shapes.Appoint: check_appoint,
    shapes.Hire: check_hire,
    shapes.Recruit: check_recruit,
    shapes.Monastery: check_monastery,
    shapes.Emissary: check_emissary,
    shapes.Treachery: check_treachery,
    shapes.Intrigue: check_intrigue,
    shapes.Banquet: check_banquet,
    shapes.Bequeath: check_bequeath,
    shapes.Claim: check_claim,
    shapes.HoldJoust: check_joust,
    shapes.Attack: check_attack,
    shapes.PlayAllies: check_allies,
    shapes.Dispute: check_dispute,
    shapes.Pick: check_pick,
    shapes.Give: check_give,
    shapes.Place: check_place,
    shapes.Excuse: check_excuse,
    shapes.Enter: check_enter,
    shapes.StayOut: check_stay_out,
    shapes.Deal: check_deal,
    shapes.Field: check_field,
    shapes.Reveal: check_reveal,
    shapes.Decide: check_decide,
    shapes.Ransom: check_ransom,
    shapes.Suffer: check_suffer,
    shapes.Capture: check_capture,
    shapes.Offer: check_offer,
    shapes.RevealVikings: check_vikings,
    shapes.Cube: check_cube,
    shapes.Order: check_order,
}


def check(table: Table, move: Move, findings: Findings) -> None:
    try:
        CHECKS[type(move)](table, move, findings)
    except UnknownRead:
        findings.assumes("decision-allows")


def passes(table: Table, move: Move) -> bool:
    """Whether a move is legal as far as the table is told."""
    step(CHECK)
    findings = Findings()
    check(table, move, findings)
    return findings.verdict == "legal"
