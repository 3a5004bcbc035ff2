"""Everything that speaks for and against a move: one function for each kind."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

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
from service.games.roll_and_raid import dice, production
from service.games.roll_and_raid.audit import audit
from service.games.roll_and_raid.may import PHASE_OF
from service.games.roll_and_raid.rules import choice, conflicts, maintenance, payment, raids
from service.games.roll_and_raid.table import Table, help_bought
from service.referee.findings import Findings

RAID_PHASE = ("choice", "conflict", "resolution")


def check_altar(table: Table, move: Altar, findings: Findings) -> None:
    """altar/production, altar/in-raid: in production for anything, in a raid for its roll."""
    phase = table.state.phase
    if phase == "resolution" or (phase in RAID_PHASE and move.benefit == "die"):
        raids.check_altar_in_raid(table, move, findings)
        return
    unclear = phase is UNSET and table.state.raids is UNSET and move.benefit != "die"
    if unclear:  # it is bought for later, or helps the roll that lies, perhaps without another Viking
        raids.needs_the_raid(table, move, findings)
    if not (unclear and move.benefit == "reroll" and help_bought(table.by_name[move.player])[1] != 0):
        production.check_altar_in_production(table, move, findings)


CHECKS: dict[type, Callable[[Table, Any, Findings], None]] = {
    Sacrifice: production.check_sacrifice,
    Roll: production.check_roll,
    UseDie: dice.check_use,
    Altar: check_altar,
    Store: production.check_store,
    Done: production.check_done,
    Choose: choice.check_choose,
    Bid: conflicts.check_bid,
    Reveal: choice.check_reveal,
    Retreat: conflicts.check_retreat,
    Attack: raids.check_attack,
    Yield: raids.check_yield,
    Pay: payment.check_pay,
    Refill: maintenance.check_refill,
}


def check(table: Table, move: Move, findings: Findings) -> None:
    CHECKS[type(move)](table, move, findings)
    if table.state.phase is UNSET and not findings.broken:
        _fits_a_phase(table, str(type(move).__struct_config__.tag), findings)


def _fits_a_phase(table: Table, kind: str, findings: Findings) -> None:
    """round/phases: where the phase is not known, the table must be possible in a phase of this kind of move."""
    reasons = Findings()
    for phase in PHASE_OF.get(kind, ()):
        reasons = Findings()
        audit(table.in_phase(phase), reasons, thorough=False)
        if not reasons.broken:
            return
    findings.broken += reasons.broken[:1]
