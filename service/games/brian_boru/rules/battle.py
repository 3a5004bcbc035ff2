"""Paso de la batalla: the raiders left cost towns. Botín de batalla: whoever fought is rewarded."""

from schemas.brian_boru import Pending, Raid
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import in_turn, losers_of, pending_completed, pending_decision
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing, is_step_unknown
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, is_known, is_unknown, read_all, truth

# ---------------------------------------------------------------- Paso de la batalla


def battle_step(draft: Draft) -> None:
    """battle/repelled, battle/fewest, battle/no-town: raiders left cost whoever fought least a town."""
    if draft.raiders == 0:
        if not any(event.rule == "battle/fewest" for event in draft.happenings):
            draft.event("repelled", "battle/repelled")
        pay_spoils(draft)
        return
    read_all(draft.everybodys("raiders"), draft.towns)
    losers, chooser = losers_of(draft)
    if len(losers) > 1:
        read_all(draft.marker)  # it says who is first
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


def check_raid(table: Table, move: Raid, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, battle/tied-most, battle/losers-town, battle/loser-order."""
    pending = table.known_pending()
    if not any(_is_this_raid(table, other, move) for other in pending[1:]):
        # who decides this one later is only too early, not the wrong one
        check_timing(table, "raid", move.player, findings)
    if pending and pending[0].decision == "raid":
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


def _is_this_raid(table: Table, decision: Pending, move: Raid) -> bool:
    loser = table.loser_of(decision)
    return decision.player == move.player and is_known(loser) and bool(loser == move.loser)


def _next_loser(table: Table, move: Raid, pending: tuple[Pending, ...], findings: Findings) -> None:
    """battle/fewest, battle/loser-order: whether the move is about the one who loses a town now."""
    first, *later = [table.loser_of(decision) for decision in pending]
    waits = any(is_known(loser) and loser == move.loser for loser in later)
    if isinstance(first, Unknown):
        if not _has_more_than_the_fewest(table, move.loser, findings):
            if waits:
                findings.breaks("battle/loser-order", loser=move.loser, first="-")
            else:
                findings.assumes("next-loser", player=move.loser)
    elif first == move.loser:
        if later:
            findings.allows("battle/loser-order")
    elif waits or any(map(is_unknown, later)):
        findings.breaks("battle/loser-order", loser=move.loser, first=first)
    else:
        findings.breaks("battle/fewest", loser=move.loser, losers=[first, *later])


def _has_more_than_the_fewest(table: Table, loser: str, findings: Findings) -> bool:
    """battle/fewest: whether somebody is known to have fewer raiders than this player."""
    raiders = table.known_of("raiders")
    if loser not in raiders or min(raiders.values()) == raiders[loser]:
        return False
    losers = [name for name, count in raiders.items() if count == min(raiders.values())]
    findings.breaks("battle/fewest", loser=loser, losers=losers)
    return True


def _check_raider(table: Table, move: Raid, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, battle/tied-most: who loses and who chooses, as far as known."""
    if truth(lambda: table.raiders == 0) is True:
        findings.breaks("battle/fewest", "repelled")
        return
    fought_more = _has_more_than_the_fewest(table, move.loser, findings)
    if is_known(table.everybodys("raiders")):
        losers, chooser = losers_of(table)
        turn = chooser or (move.player if fought_more else move.loser)
        rule = "battle/most-chooses" if chooser else "battle/tied-most"
        chosen = findings.requires(rule, move.player == turn, "turn", cite=False, player=move.player, turn=turn)
        if chosen and not fought_more and len(losers) > 1:
            findings.assumes("next-loser", player=move.loser)
    elif not fought_more:
        findings.assumes("fewest", player=move.loser)
        findings.assumes("next-loser", player=move.loser)
        findings.assumes("chooses", player=move.player, loser=move.loser)


def apply_raid(draft: Draft, move: Raid) -> None:
    """The town is lost; after the last one the raiders go, and the spoils follow."""
    pending = draft.known_pending()
    draft.change_town(move.town, viking=True)
    draft.event("town-lost", "battle/fewest", player=move.loser, town=move.town)
    if not pending:
        draft.forget("pending", "raiders")  # they are gone if this was the last town
        return
    draft.set(pending=pending[1:])
    draft.set(pending=pending_completed(draft))
    if not pending[1:]:
        clear_raiders(draft)


def clear_raiders(draft: Draft) -> None:
    """battle/clear."""
    if truth(lambda: draft.raiders > 0) is True:
        draft.event("cleared", "battle/clear", count=draft.raiders)
    draft.set(raiders=0)


# ---------------------------------------------------------------- Botín de batalla


def pay_spoils(draft: Draft) -> None:
    """battle/first-spoils, battle/second-spoils, battle/no-raiders."""
    raiders: dict[str, int] = draft.everybodys("raiders")
    leaders = [name for name, count in raiders.items() if count == max(raiders.values())]
    draft.set(phase="church", pending=())
    if not any(raiders.values()):
        draft.event("no-spoils", "battle/no-raiders")
        return
    if len(leaders) == 1:
        (leader,) = leaders
        draft.add(leader, renown=1)
        renown = draft.renown(leader)
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
