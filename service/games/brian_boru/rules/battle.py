"""The battle step of the upkeep: the raiders left cost towns, then the spoils are paid."""

from msgspec import UNSET

from schemas.brian_boru import Pending, Raid
from service.games.brian_boru.inference import in_turn, losers_of, pending_decision
from service.games.brian_boru.table import Draft, Table
from service.games.brian_boru.timing import check_timing, is_step_unknown, next_decision
from service.referee.findings import Findings, fact
from service.referee.known import is_unknown, truth


def check_raid(table: Table, move: Raid, findings: Findings) -> None:
    """battle/losers-town, battle/loser-order, battle/most-chooses, battle/tied-most."""
    pending = next_decision(table)
    later = any(
        other.loser == move.loser and other.player == move.player for other in (table.known.pending or ())[1:]
    )
    if not later:  # who decides this one later is only too early, not the wrong one
        check_timing(table, "raid", move.player, findings)
    if pending is not None and pending.decision == "raid":
        _next_loser(table, move, pending, findings)
    if is_step_unknown(table, "battle"):
        _check_raider(table, move, findings)
    town, loser = move.town, move.loser
    own = findings.requires(
        "battle/losers-town",
        lambda: table.owner(town) == loser,
        assume=fact("loses", town=town, player=loser),
        town=town,
        player=loser,
    )
    if own is True:
        findings.requires("battle/losers-town", not table.has_viking(town), "viking", town=town, player=loser)
    findings.allows("battle/fewest")


def _next_loser(table: Table, move: Raid, pending: Pending, findings: Findings) -> None:
    """battle/fewest, battle/loser-order: whether the move is about the one who loses a town now."""
    waiting = [other.loser for other in table.known.pending or ()]
    if pending.loser is UNSET:
        raiders = table.known_of("raiders")
        if move.loser in raiders and min(raiders.values()) < raiders[move.loser]:
            losers = [name for name, count in raiders.items() if count == min(raiders.values())]
            findings.breaks("battle/fewest", loser=move.loser, losers=losers)
        elif move.loser in waiting:
            findings.breaks("battle/loser-order", loser=move.loser, first="-")
        else:
            findings.assumes("next-loser", player=move.loser)
    elif pending.loser == move.loser:
        if len(waiting) > 1:
            findings.allows("battle/loser-order")
    elif move.loser in waiting or UNSET in waiting:
        findings.breaks("battle/loser-order", loser=move.loser, first=pending.loser)
    else:
        findings.breaks("battle/fewest", loser=move.loser, losers=waiting)


def _check_raider(table: Table, move: Raid, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, battle/tied-most: who loses and who chooses, as far as known."""
    raiders = table.known_of("raiders")
    if truth(lambda: table.raiders == 0) is True:
        findings.breaks("battle/fewest", "repelled")
    elif move.loser in raiders and min(raiders.values()) < raiders[move.loser]:
        losers = [name for name, count in raiders.items() if count == min(raiders.values())]
        findings.breaks("battle/fewest", loser=move.loser, losers=losers)
    elif table.count == len(raiders):
        losers, chooser = losers_of(table)
        if move.player != (chooser or move.loser):
            rule = "battle/most-chooses" if chooser else "battle/tied-most"
            findings.breaks(rule, "turn", player=move.player, turn=chooser or move.loser)
        elif len(losers) > 1:
            findings.assumes("next-loser", player=move.loser)
    else:
        findings.assumes("fewest", player=move.loser)
        findings.assumes("next-loser", player=move.loser)
        findings.assumes("chooses", player=move.player, loser=move.loser)


def apply_raid(draft: Draft, move: Raid) -> None:
    """The town is lost; after the last one the raiders go, and the spoils follow."""
    pending = draft.state.pending
    lose(draft, move.loser, move.town)
    draft.set(pending=UNSET if not pending else pending[1:])
    if not pending:
        draft.forget("raiders")  # they are gone if this was the last town
    elif not pending[1:]:
        clear_raiders(draft)


# ---------------------------------------------------------------- By itself


def battle_step(draft: Draft) -> None:
    """Raiders left in the battle area cost whoever fought least a town; then the spoils are paid."""
    if draft.raiders == 0:
        if not any(event.rule == "battle/fewest" for event in draft.happenings):
            draft.event("repelled", "battle/repelled")
        pay_spoils(draft)
        return
    draft.needs("battle", "raiders", of_table=("towns",))
    losers, chooser = losers_of(draft)
    if len(losers) > 1:
        draft.needs("battle", of_table=("marker",))
    pending = []
    for loser in in_turn(draft):
        if loser not in losers:
            continue
        if draft.controlled(loser):
            pending.append(pending_decision("raid", chooser or loser, loser=loser))
        else:
            draft.event("no-town-to-lose", "battle/no-town", player=loser)
    draft.set(pending=tuple(pending))
    if not pending:
        clear_raiders(draft)
        pay_spoils(draft)


def lose(draft: Draft, loser: str, town: str) -> None:
    draft.change_town(town, viking=True)
    draft.event("town-lost", "battle/fewest", player=loser, town=town)


def clear_raiders(draft: Draft) -> None:
    """battle/clear."""
    if truth(lambda: draft.raiders > 0) is True:
        draft.event("cleared", "battle/clear", count=draft.raiders)
    draft.set(raiders=0)


def pay_spoils(draft: Draft) -> None:
    """battle/first-spoils, battle/second-spoils, battle/no-raiders."""
    draft.needs("battle", "raiders")
    raiders = draft.known_of("raiders")
    leaders = [name for name, count in raiders.items() if count == max(raiders.values())]
    draft.set(phase="church", pending=())
    if not any(raiders.values()):
        draft.event("no-spoils", "battle/no-raiders")
        return
    if len(leaders) == 1:
        (leader,) = leaders
        draft.add(leader, renown=1)
        renown = draft.of(leader, "renown")
        draft.change_of(leader, "points", lambda points: points + renown)
        draft.set_of(leader, raiders=0)
        points = "?" if is_unknown(renown) else renown
        draft.event("first-spoils", "battle/first-spoils", player=leader, points=points, raiders=raiders[leader])
        raiders[leader] = 0
    most = max(raiders.values())
    for name, count in raiders.items():
        if count == most and most:
            draft.add(name, points=1, raiders=-1)
            draft.event("second-spoils", "battle/second-spoils", player=name)
