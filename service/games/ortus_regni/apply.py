"""What a legal move does to the table."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Move
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forgetting import lose_track
from service.games.ortus_regni.rules.attack import apply_attack
from service.games.ortus_regni.rules.battle import apply_decide, apply_field, apply_reveal
from service.games.ortus_regni.rules.capture import apply_capture
from service.games.ortus_regni.rules.crown import apply_bequeath, apply_claim, apply_offer
from service.games.ortus_regni.rules.damage import apply_suffer
from service.games.ortus_regni.rules.decks import apply_build, apply_mulligan, apply_start
from service.games.ortus_regni.rules.disputes import apply_allies, apply_dispute
from service.games.ortus_regni.rules.joust_results import apply_deal
from service.games.ortus_regni.rules.jousts import apply_declaration, apply_joust
from service.games.ortus_regni.rules.leaving import apply_concede
from service.games.ortus_regni.rules.lords import apply_appoint, apply_garrison, apply_hire, apply_monastery
from service.games.ortus_regni.rules.placing import apply_place
from service.games.ortus_regni.rules.politics import apply_give, apply_pick, apply_politics
from service.games.ortus_regni.rules.properties import apply_attach, apply_castle, apply_recruit
from service.games.ortus_regni.rules.ransom import apply_ransom
from service.games.ortus_regni.rules.turn import apply_banquet, apply_end, apply_tower
from service.games.ortus_regni.rules.vikings import apply_cube, apply_emissary, apply_order, apply_vikings
from service.games.ortus_regni.steps import STEPS
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import Paused
from service.referee.findings import Happening
from service.referee.known import UnknownRead
from service.referee.steps import forget_unsettled, run_steps

EFFECTS: dict[type, Callable[[Draft, Any], None]] = {
    shapes.Build: apply_build,
    shapes.Start: apply_start,
    shapes.Mulligan: apply_mulligan,
    shapes.Tower: apply_tower,
    shapes.Garrison: apply_garrison,
    shapes.End: apply_end,
    shapes.Concede: apply_concede,
    shapes.Castle: apply_castle,
    shapes.Attach: apply_attach,
    shapes.Appoint: apply_appoint,
    shapes.Hire: apply_hire,
    shapes.Recruit: apply_recruit,
    shapes.Monastery: apply_monastery,
    shapes.Emissary: apply_emissary,
    shapes.Treachery: apply_politics,
    shapes.Intrigue: apply_politics,
    shapes.Banquet: apply_banquet,
    shapes.Bequeath: apply_bequeath,
    shapes.Claim: apply_claim,
    shapes.HoldJoust: apply_joust,
    shapes.Attack: apply_attack,
    shapes.PlayAllies: apply_allies,
    shapes.Dispute: apply_dispute,
    shapes.Pick: apply_pick,
    shapes.Give: apply_give,
    shapes.Place: apply_place,
    shapes.Excuse: apply_declaration,
    shapes.Enter: apply_declaration,
    shapes.StayOut: apply_declaration,
    shapes.Deal: apply_deal,
    shapes.Field: apply_field,
    shapes.Reveal: apply_reveal,
    shapes.Decide: apply_decide,
    shapes.Ransom: apply_ransom,
    shapes.Suffer: apply_suffer,
    shapes.Capture: apply_capture,
    shapes.Offer: apply_offer,
    shapes.RevealVikings: apply_vikings,
    shapes.Cube: apply_cube,
    shapes.Order: apply_order,
}


def apply(table: Table, move: Move) -> tuple[Table, list[Happening]]:
    draft = Draft(table)
    draft.ended = ""
    if draft.unsettled:
        forget_unsettled(draft)
    try:
        EFFECTS[type(move)](draft, move)
    except Paused:
        draft.set(pending=UNSET)
    except UnknownRead:
        lose_track(draft, table.pending, move)
    else:
        run_steps(draft, STEPS)
    return draft.finished(), draft.happenings
