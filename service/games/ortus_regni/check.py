"""What speaks for and against a move: one function for each kind, in the order of the book."""

from collections.abc import Callable
from typing import Any

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Move
from service.games.ortus_regni import (
    actions,
    battles,
    captures,
    damage,
    estates,
    forces,
    jousts,
    lists,
    openings,
    politics,
    ransoms,
    vikings,
)
from service.games.ortus_regni.table import Table
from service.referee.budget import CHECK, step
from service.referee.findings import Findings
from service.referee.known import UnknownRead

CHECKS: dict[type, Callable[[Table, Any, Findings], None]] = {
    shapes.Build: openings.check_build,
    shapes.Start: openings.check_start,
    shapes.Mulligan: openings.check_mulligan,
    shapes.Tower: actions.check_tower,
    shapes.Garrison: actions.check_garrison,
    shapes.End: actions.check_end,
    shapes.Concede: actions.check_concede,
    shapes.Castle: actions.check_castle,
    shapes.Attach: actions.check_attach,
    shapes.Appoint: actions.check_appoint,
    shapes.Hire: actions.check_hire,
    shapes.Recruit: actions.check_recruit,
    shapes.Monastery: actions.check_monastery,
    shapes.Emissary: actions.check_emissary,
    shapes.Treachery: politics.check_treachery,
    shapes.Intrigue: politics.check_intrigue,
    shapes.Banquet: actions.check_banquet,
    shapes.Bequeath: actions.check_bequeath,
    shapes.Claim: actions.check_claim,
    shapes.HoldJoust: jousts.check_joust,
    shapes.Attack: battles.check_attack,
    shapes.PlayAllies: politics.check_allies,
    shapes.Dispute: politics.check_dispute,
    shapes.Pick: politics.check_pick,
    shapes.Give: politics.check_give,
    shapes.Place: estates.check_place,
    shapes.Excuse: jousts.check_excuse,
    shapes.Enter: jousts.check_enter,
    shapes.StayOut: jousts.check_stay_out,
    shapes.Deal: lists.check_deal,
    shapes.Field: forces.check_field,
    shapes.Reveal: battles.check_reveal,
    shapes.Decide: battles.check_decide,
    shapes.Ransom: ransoms.check_ransom,
    shapes.Suffer: damage.check_suffer,
    shapes.Capture: captures.check_capture,
    shapes.Offer: vikings.check_offer,
    shapes.RevealVikings: vikings.check_vikings,
    shapes.Cube: vikings.check_cube,
    shapes.Order: vikings.check_order,
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
