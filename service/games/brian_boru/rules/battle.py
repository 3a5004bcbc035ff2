"""Paso de la batalla: the raiders left cost towns. Botín de batalla: whoever fought is rewarded."""

from functools import partial

from schemas.brian_boru import Pending, Raid
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import (
    decisions_due,
    losers_in_order,
    losers_left,
    losers_of,
    pending_after_raid,
    pending_completed,
    pending_decision,
)
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing, is_step_unknown, rule_of
from service.games.brian_boru.turns import breaks_once
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, attempt, is_known, is_unknown, read_all, truth

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
    losing = []
    for loser in losers_in_order(draft, losers):
        if draft.controlled(loser):
            losing.append(loser)
        else:
            draft.event("no-town-to-lose", "battle/no-town", player=loser)
    draft.set(pending=tuple(pending_decision("raid", chooser or loser, loser=loser) for loser in losing))
    if losing:
        draft.event("towns-to-lose", "battle/fewest", players=losing)
    else:
        clear_raiders(draft)
        pay_spoils(draft)


def check_raid(table: Table, move: Raid, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, battle/tied-most, battle/losers-town, battle/loser-order."""
    pending = table.known_pending()
    decision = next((each for each in pending if _is_about(table, each, move.loser)), None)
    if decision is not None:
        _is_due(table, move, decision, findings)
    else:
        check_timing(table, "raid", move.player, findings)
        if pending and pending[0].decision == "raid":
            _another_loser(table, move, pending, findings)
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


def _is_about(table: Table, decision: Pending, loser: str) -> bool:
    """Whether this is known to be the decision about a town of this player."""
    about = table.loser_of(decision)
    return is_known(about) and bool(about == loser)


def _is_due(table: Table, move: Raid, decision: Pending, findings: Findings) -> None:
    """battle/most-chooses, battle/tied-most, battle/loser-order: who decides this, and whether it can be now."""
    rule, player = rule_of(table, decision), decision.player
    findings.requires(rule, move.player == player, "turn", player=move.player, turn=player)
    pending = table.known_pending()
    if decision not in decisions_due(table):
        first = table.loser_of(pending[0])
        if is_known(first):
            findings.breaks("battle/loser-order", loser=move.loser, first=first)
        else:
            findings.breaks("battle/loser-order", "later", loser=move.loser)
    elif len(pending) > 1:
        findings.allows("battle/loser-order")


def _another_loser(table: Table, move: Raid, pending: tuple[Pending, ...], findings: Findings) -> None:
    """battle/fewest, battle/loser-order: no decision is known to be about this player; an unknown one may be."""
    losers, due = [table.loser_of(decision) for decision in pending], decisions_due(table)
    if _has_more_than_the_fewest(table, move.loser, findings):
        return
    if any(is_unknown(table.loser_of(decision)) for decision in due):
        left = attempt(partial(losers_left, table, pending))
        if isinstance(left, Unknown):
            findings.assumes("next-loser", player=move.loser)
        elif move.loser not in left:
            findings.breaks("battle/fewest", "done", loser=move.loser, losers=left)
    elif any(map(is_unknown, losers)):
        findings.breaks("battle/loser-order", loser=move.loser, first=losers[0])
    elif is_known(table.everybodys("raiders")):
        findings.breaks("battle/fewest", "done", loser=move.loser, losers=losers)
    else:
        findings.breaks("battle/fewest", loser=move.loser, losers=losers)


def _has_more_than_the_fewest(table: Table, loser: str, findings: Findings) -> bool:
    """battle/fewest: whether somebody is known to have fewer raiders than this player."""
    raiders = table.known_of("raiders")
    if loser not in raiders or min(raiders.values()) == raiders[loser]:
        return False
    losers = [name for name, count in raiders.items() if count == min(raiders.values())]
    breaks_once(findings, "battle/fewest", loser=loser, losers=losers)
    return True


def _check_raider(table: Table, move: Raid, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, battle/tied-most: who loses and who chooses, as far as known."""
    if truth(lambda: table.raiders == 0) is True:
        breaks_once(findings, "battle/fewest", "repelled")
    fought_more, is_open = _has_more_than_the_fewest(table, move.loser, findings), is_step_unknown(table, "battle")
    if is_known(table.everybodys("raiders")):
        losers, chooser = losers_of(table)
        turn = chooser or (move.player if fought_more else move.loser)
        if move.player != turn:
            rule = "battle/most-chooses" if chooser else "battle/tied-most"
            breaks_once(findings, rule, "turn", player=move.player, turn=turn)
        elif is_open and not fought_more and len(losers) > 1:
            findings.assumes("next-loser", player=move.loser)
    elif is_open and not fought_more:
        findings.assumes("fewest", player=move.loser)
        findings.assumes("next-loser", player=move.loser)
        findings.assumes("chooses", player=move.player, loser=move.loser)


def apply_raid(draft: Draft, move: Raid) -> None:
    """The town is lost; after the last one the raiders go, and the spoils follow."""
    pending = draft.known_pending()
    losers = attempt(partial(losers_left, draft, pending))
    draft.change_town(move.town, viking=True)
    draft.event("town-lost", "battle/fewest", player=move.loser, town=move.town)
    if not pending:
        draft.forget("pending", "raiders")  # they are gone if this was the last town
        return
    in_order = draft.choices["loser_order"] != "any"
    left = pending_after_raid(pending, losers, move.player, move.loser, in_order=in_order)
    draft.set(pending=left)
    draft.set(pending=pending_completed(draft))
    if not left:
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
        points = None if is_unknown(renown) else renown
        draft.event("first-spoils", "battle/first-spoils", player=leader, points=points, raiders=raiders[leader])
        raiders[leader] = 0
    else:
        draft.event("spoils-tied", "battle/first-spoils", players=leaders)
    most = max(raiders.values())
    if not most:
        draft.event("no-second-spoils", "battle/no-raiders")
    for name, count in raiders.items():
        if count == most and most:
            draft.add(name, points=1, raiders=-1)
            draft.event("second-spoils", "battle/second-spoils", player=name)
