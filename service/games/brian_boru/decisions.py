"""What speaks for and against a decision of the upkeep."""

from msgspec import UNSET

from schemas.brian_boru import Build, Pending, Raid, Settle, Wed
from service.games.brian_boru.may import may
from service.games.brian_boru.table import Table
from service.referee.findings import Findings


def due(table: Table) -> Pending | None:
    """The decision that is to be made now."""
    pending = table.state.pending
    return pending[0] if pending else None


# ---------------------------------------------------------------- Marriage step


def check_settle(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/region-town, marriage/any-town: a town without a disc, and on a card in its region."""
    may(table, "settle", move.player, findings)
    pending = due(table)
    by_card = pending is not None and pending.decision == "card-town"
    rule = "marriage/region-town" if by_card else "marriage/any-town"
    free = table.is_free(move.town)
    if free is None:
        findings.assumes("any-free", town=move.town)
    elif not free:
        findings.breaks(rule, town=move.town)
    if by_card and pending is not None and table.box.towns[move.town].region != pending.region:
        findings.breaks("marriage/region-town", "elsewhere", town=move.town, region=pending.region)
    findings.allows(rule)


def check_wed(table: Table, move: Wed, findings: Findings) -> None:
    """marriage/princess."""
    may(table, "wed", move.player, findings)
    findings.allows("marriage/princess")


# ---------------------------------------------------------------- Battle step


def check_raid(table: Table, move: Raid, findings: Findings) -> None:
    """battle/losers-town, battle/loser-order, battle/most-chooses, battle/tied-most."""
    pending = due(table)
    later = any(
        other.loser == move.loser and other.player == move.player for other in (table.state.pending or ())[1:]
    )
    if not later:  # who decides this one later is only too early, not the wrong one
        may(table, "raid", move.player, findings)
    if pending is not None and pending.decision == "raid" and pending.loser != move.loser:
        waiting = [other.loser for other in table.state.pending or ()]
        if move.loser in waiting:
            findings.breaks("battle/loser-order", loser=move.loser, first=pending.loser)
        else:
            findings.breaks("battle/fewest", loser=move.loser, losers=waiting)
    elif pending is not None and len(table.state.pending or ()) > 1:
        findings.allows("battle/loser-order")
    held = table.held(move.town)
    if table.state.towns is UNSET:
        findings.assumes("loses", town=move.town, player=move.loser)
    elif held is None or held.disc != move.loser:
        findings.breaks("battle/losers-town", town=move.town, player=move.loser)
    elif held.viking:
        findings.breaks("battle/losers-town", "viking", town=move.town, player=move.loser)
    else:
        findings.allows("battle/losers-town")
    findings.allows("battle/fewest")


# ---------------------------------------------------------------- Church step


def check_build(table: Table, move: Build, findings: Findings) -> None:
    """church/own-town, church/one-monastery."""
    may(table, "build", move.player, findings)
    held = table.held(move.town)
    if table.state.towns is UNSET:
        findings.assumes("builds", town=move.town, player=move.player)
        return
    if held is None or held.disc != move.player:
        findings.breaks("church/own-town", town=move.town, player=move.player)
    elif held.viking:
        findings.breaks("church/own-town", "viking", town=move.town, player=move.player)
    if held is not None and held.monastery:
        findings.breaks("church/one-monastery", town=move.town)
    findings.allows("church/own-town", "church/one-monastery")
