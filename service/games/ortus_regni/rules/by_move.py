"""The rules of each type of move."""

from typing import Any

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Move
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forgetting import lose_track
from service.games.ortus_regni.parts import Paused
from service.games.ortus_regni.rules.attack import apply_attack, check_attack
from service.games.ortus_regni.rules.battle import (
    apply_decide,
    apply_field,
    apply_reveal,
    check_decide,
    check_field,
    check_reveal,
)
from service.games.ortus_regni.rules.capture import apply_capture, check_capture
from service.games.ortus_regni.rules.crown import (
    apply_bequeath,
    apply_claim,
    apply_offer,
    check_bequeath,
    check_claim,
    check_offer,
)
from service.games.ortus_regni.rules.damage import apply_suffer, check_suffer
from service.games.ortus_regni.rules.decks import (
    apply_build,
    apply_mulligan,
    apply_start,
    check_build,
    check_mulligan,
    check_start,
)
from service.games.ortus_regni.rules.disputes import apply_allies, apply_dispute, check_allies, check_dispute
from service.games.ortus_regni.rules.joust_results import apply_deal, check_deal
from service.games.ortus_regni.rules.jousts import (
    apply_declaration,
    apply_joust,
    check_enter,
    check_excuse,
    check_joust,
    check_stay_out,
)
from service.games.ortus_regni.rules.leaving import apply_concede, check_concede
from service.games.ortus_regni.rules.lords import (
    apply_appoint,
    apply_garrison,
    apply_hire,
    apply_monastery,
    check_appoint,
    check_garrison,
    check_hire,
    check_monastery,
)
from service.games.ortus_regni.rules.placing import apply_place, check_place
from service.games.ortus_regni.rules.politics import apply_politics, check_intrigue, check_treachery
from service.games.ortus_regni.rules.politics_results import apply_give, apply_pick, check_give, check_pick
from service.games.ortus_regni.rules.properties import (
    apply_attach,
    apply_castle,
    apply_recruit,
    check_attach,
    check_castle,
    check_recruit,
)
from service.games.ortus_regni.rules.ransom import apply_ransom, check_ransom
from service.games.ortus_regni.rules.turn import (
    apply_banquet,
    apply_end,
    apply_tower,
    check_banquet,
    check_end,
    check_tower,
)
from service.games.ortus_regni.rules.vikings import (
    apply_cube,
    apply_emissary,
    apply_order,
    apply_vikings,
    check_cube,
    check_emissary,
    check_order,
    check_vikings,
)
from service.games.ortus_regni.steps import run_after_move
from service.games.ortus_regni.table import Table
from service.referee import rules as core
from service.referee.findings import Findings
from service.referee.known import UnknownRead
from service.referee.rules import Rule, Rules, applied_by

RULES: Rules[Table, Draft] = {
    shapes.Build: Rule(check_build, apply_build),
    shapes.Start: Rule(check_start, apply_start),
    shapes.Mulligan: Rule(check_mulligan, apply_mulligan),
    shapes.Tower: Rule(check_tower, apply_tower),
    shapes.Garrison: Rule(check_garrison, apply_garrison),
    shapes.End: Rule(check_end, apply_end),
    shapes.Concede: Rule(check_concede, apply_concede),
    shapes.Castle: Rule(check_castle, apply_castle),
    shapes.Attach: Rule(check_attach, apply_attach),
    shapes.Appoint: Rule(check_appoint, apply_appoint),
    shapes.Hire: Rule(check_hire, apply_hire),
    shapes.Recruit: Rule(check_recruit, apply_recruit),
    shapes.Monastery: Rule(check_monastery, apply_monastery),
    shapes.Emissary: Rule(check_emissary, apply_emissary),
    shapes.Treachery: Rule(check_treachery, apply_politics),
    shapes.Intrigue: Rule(check_intrigue, apply_politics),
    shapes.Banquet: Rule(check_banquet, apply_banquet),
    shapes.Bequeath: Rule(check_bequeath, apply_bequeath),
    shapes.Claim: Rule(check_claim, apply_claim),
    shapes.HoldJoust: Rule(check_joust, apply_joust),
    shapes.Attack: Rule(check_attack, apply_attack),
    shapes.PlayAllies: Rule(check_allies, apply_allies),
    shapes.Dispute: Rule(check_dispute, apply_dispute),
    shapes.Pick: Rule(check_pick, apply_pick),
    shapes.Give: Rule(check_give, apply_give),
    shapes.Place: Rule(check_place, apply_place),
    shapes.Excuse: Rule(check_excuse, apply_declaration),
    shapes.Enter: Rule(check_enter, apply_declaration),
    shapes.StayOut: Rule(check_stay_out, apply_declaration),
    shapes.Deal: Rule(check_deal, apply_deal),
    shapes.Field: Rule(check_field, apply_field),
    shapes.Reveal: Rule(check_reveal, apply_reveal),
    shapes.Decide: Rule(check_decide, apply_decide),
    shapes.Ransom: Rule(check_ransom, apply_ransom),
    shapes.Suffer: Rule(check_suffer, apply_suffer),
    shapes.Capture: Rule(check_capture, apply_capture),
    shapes.Offer: Rule(check_offer, apply_offer),
    shapes.RevealVikings: Rule(check_vikings, apply_vikings),
    shapes.Cube: Rule(check_cube, apply_cube),
    shapes.Order: Rule(check_order, apply_order),
}


def check(table: Table, move: Move, findings: Findings) -> None:
    """Every rule that allows the move or is broken by it."""
    try:
        RULES[type(move)].check(table, move, findings)
    except UnknownRead:
        # The last resort: there is an answer whatever a rule reads. The test of partial tables fails if it is used.
        findings.assumes("decision-allows")
    if len(findings.broken) > 1:
        _name_the_specific_first(findings)


OF_THE_MOMENT = frozenset(("time", "turn", "phase", "cards"))
"""The sentences of a rule that say no more than that something else is to be done now, or by somebody else."""
NOT_HELD = "turn/in-hand"


def _name_the_specific_first(findings: Findings) -> None:
    """What would refuse the move at any time comes first, then the moment, then a card that is not held.

    A rule that refuses the move at any time is not named again for the moment.
    """
    held = [finding for finding in findings.broken if finding.rule != NOT_HELD]
    specific = [finding for finding in held if finding.variant not in OF_THE_MOMENT]
    named = {finding.rule for finding in specific}
    moment = [one for one in held if one.variant in OF_THE_MOMENT and one.rule not in named]
    not_held = [finding for finding in findings.broken if finding.rule == NOT_HELD]
    findings.broken[:] = [*specific, *moment, *not_held]


def passes(table: Table, move: Move) -> bool:
    """Whether a move is legal as far as the table is known."""
    return core.passes(check, table, move)


def _stop(draft: Draft, move: Any, error: UnknownRead) -> None:
    """Something unknown decides what the move does."""
    if isinstance(error, Paused):
        draft.forget("pending")
    else:
        lose_track(draft, draft.decision, move)


apply = applied_by(RULES, Draft, after=run_after_move, if_unknown=_stop)
