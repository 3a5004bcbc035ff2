"""The rules of each type of move, and what is done before and after each."""

from collections.abc import Sequence
from typing import Any

from schemas.roll_and_raid import (
    Altar,
    Attack,
    Bid,
    Choose,
    Done,
    Move,
    Pay,
    Refill,
    Retreat,
    Reveal,
    Roll,
    Sacrifice,
    Store,
    UseDie,
    Yield,
)
from service.games.roll_and_raid.audit import audit
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.rules.altar import apply_altar, check_altar
from service.games.roll_and_raid.rules.choice import apply_choose, apply_reveal, check_choose, check_reveal
from service.games.roll_and_raid.rules.conflicts import apply_bid, apply_retreat, check_bid, check_retreat
from service.games.roll_and_raid.rules.dice import apply_use, check_use
from service.games.roll_and_raid.rules.maintenance import apply_refill, check_refill
from service.games.roll_and_raid.rules.other import check_texts
from service.games.roll_and_raid.rules.payment import apply_pay, check_pay
from service.games.roll_and_raid.rules.production import (
    apply_done,
    apply_roll,
    apply_sacrifice,
    check_done,
    check_roll,
    check_sacrifice,
)
from service.games.roll_and_raid.rules.raids import apply_attack, apply_yield, check_attack, check_yield
from service.games.roll_and_raid.rules.storage import apply_store, check_store
from service.games.roll_and_raid.rules.turn import PHASE_OF
from service.games.roll_and_raid.steps import proceed
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import known_due_moves, may_wait
from service.referee.findings import Findings
from service.referee.rules import Rule, Rules, applied_by, move_type

RULES: Rules[Table, Draft] = {
    Sacrifice: Rule(check_sacrifice, apply_sacrifice),
    Roll: Rule(check_roll, apply_roll),
    UseDie: Rule(check_use, apply_use),
    Altar: Rule(check_altar, apply_altar),
    Store: Rule(check_store, apply_store),
    Done: Rule(check_done, apply_done),
    Choose: Rule(check_choose, apply_choose),
    Reveal: Rule(check_reveal, apply_reveal),
    Bid: Rule(check_bid, apply_bid),
    Retreat: Rule(check_retreat, apply_retreat),
    Attack: Rule(check_attack, apply_attack),
    Yield: Rule(check_yield, apply_yield),
    Pay: Rule(check_pay, apply_pay),
    Refill: Rule(check_refill, apply_refill),
}


EVERY_PHASE = ("start", "production", "conflict", "resolution")
"""The phases in which a product can be stored."""


def check(table: Table, move: Move, findings: Findings) -> None:
    RULES[type(move)].check(table, move, findings)
    phases = _phases_of(move)
    if table.known_phase is None and not findings.broken:
        _fits_a_phase(table, phases, findings)
        if findings.broken:
            return
    check_texts(table, move, phases or EVERY_PHASE, findings)


def _phases_of(move: Move) -> tuple[str, ...]:
    """The phases in which such a move is made; none where that is whenever it is due."""
    if isinstance(move, Altar) and move.benefit == "die":
        return ("production",)
    return PHASE_OF.get(move_type(move), ())


def _fits_a_phase(table: Table, phases: Sequence[str], findings: Findings) -> None:
    """round/phases: where the phase is not known, the table must be possible in a phase of this kind of move."""
    reasons = Findings()
    for phase in phases:
        reasons = Findings()
        audit(table.in_phase(phase), reasons, thorough=False)
        if not reasons.broken:
            return
    findings.broken += reasons.broken[:1]


def _write_what_is_assumed(draft: Draft, move: Any) -> None:
    """payment/reward: a move that is due assumes that nothing waits for its place."""
    unknown = () if isinstance(move, Store) or not draft.known_raids() else may_wait(draft)
    if unknown and known_due_moves(draft) is not None:
        for name in unknown:
            draft.set_of(name, waiting=())
        draft.clear_derived()


apply = applied_by(RULES, Draft, before=_write_what_is_assumed, after=proceed)
