"""Whether it is time for a move in the raids of a round: bids, retreats, attacks, help and payments."""

from collections.abc import Callable

from service.games.roll_and_raid.clan_sheet import ContenderView, RaidView
from service.games.roll_and_raid.table import Table, has_lost_the_right, has_shown_a_fist, may_retreat_after_a_roll
from service.games.roll_and_raid.timing import DueMoves
from service.referee.findings import Findings


def check_turn_in_raids(table: Table, kind: str, player: str | None, now: DueMoves, findings: Findings) -> None:
    """The most telling rule against a move that is not due while raids are fought for or resolved."""
    if "store" in now.kinds:
        store_first(table, now.kinds["store"], findings)
        return
    raid: RaidView = table.current_raid
    own = table.raid_with(player or "")
    if own is None:
        in_no_raid(raid, kind, player, findings)
    elif own[0].step == "over" and own[0].card != raid.card:
        raid_over(*own, kind, findings)
    elif own[0].card != raid.card:
        findings.breaks("raids/order", first=raid.card, card=own[0].card)
    elif "retreat" in now.kinds:
        _retreat_first(kind, player, now, findings)
    else:
        OUT_OF_STEP.get(kind, _step)(table, raid, own[1], now, findings)


def store_first(table: Table, waiting: list[str], findings: Findings) -> None:
    """storage/place: a clan has a product that has still to get its place."""
    product = table.clan(waiting[0]).waiting[0]
    findings.breaks("storage/place", "choose", player=waiting[0], product=product)


def in_no_raid(raid: RaidView, kind: str, player: str | None, findings: Findings) -> None:
    if kind == "retreat":
        findings.breaks("retreat/pay", "none", player=player)
    elif kind == "attack":
        findings.breaks("raids/roll", player=player)
    else:
        findings.breaks("conflict/same-card", player=player, card=raid.card)


def raid_over(raid: RaidView, own: ContenderView, kind: str, findings: Findings) -> None:
    """The raid of this clan has come to its end; others have still to be resolved."""
    if kind == "retreat":
        findings.breaks("retreat/pay", "none", player=own.player)
    elif own.known("status", None) == "retreated":
        findings.breaks("retreat/out", player=own.player, card=raid.card)
    else:
        findings.breaks("raids/roll", "over", player=own.player, card=raid.card)


def _retreat_first(kind: str, player: str | None, now: DueMoves, findings: Findings) -> None:
    if kind == "retreat":
        findings.breaks("retreat/pay", "none", player=player)
    else:
        findings.breaks("retreat/pay", "due", player=now.kinds["retreat"][0])


def may_have_the_right(raid: RaidView, own: ContenderView) -> bool:
    return bool(raid.known("right", own.player) == own.player) and not has_shown_a_fist(own)


def may_have_to_retreat(table: Table, raid: RaidView, own: ContenderView) -> bool:
    """retreat/fist, raids/failed: after a bid of 0, or after a roll, if the raid is over or the right passes on."""
    if own.known("status", "retreating") != "retreating":
        return False
    if not own.is_known("shown") or has_shown_a_fist(own):
        return True
    return table.known_phase != "conflict" and (raid.step == "over" or may_retreat_after_a_roll(table))


def _bid(table: Table, raid: RaidView, own: ContenderView, now: DueMoves, findings: Findings) -> None:
    """conflict/bid, conflict/tied-only, retreat/out, conflict/same-card."""
    status = own.known("status", None)
    if status in ("retreated", "retreating") or (status is None and has_shown_a_fist(own)):
        findings.breaks("retreat/out", player=own.player, card=raid.card)
    elif raid.step != "bid":
        findings.breaks("conflict/same-card", player=own.player, card=raid.card)
    elif own in table.bidders(raid):
        findings.breaks("conflict/bid", player=own.player)
    else:
        fighting = [other.player for other in table.bidders(raid)]
        again = not has_lost_the_right(raid) and table.choices["bid_again"] == "all"
        findings.requires("conflict/tied-only", again, player=own.player, players=fighting)


def _reveal(table: Table, raid: RaidView, own: ContenderView, now: DueMoves, findings: Findings) -> None:
    waiting = now.kinds.get("bid", [])
    findings.breaks("raid/at-once", "early" if waiting else "revealed", player=own.player, players=waiting)


def _retreat(table: Table, raid: RaidView, own: ContenderView, now: DueMoves, findings: Findings) -> None:
    findings.breaks("retreat/pay", "none", player=own.player)


def _step(table: Table, raid: RaidView, own: ContenderView, now: DueMoves, findings: Findings) -> None:
    """An attack, a payment or help that is not due: by whoever has the right, or by somebody else."""
    if raid.step == "bid":
        findings.breaks("conflict/bid", "due", card=raid.card)
    elif not may_have_the_right(raid, own):
        if own.known("status", None) == "retreated" or has_shown_a_fist(own):
            findings.breaks("retreat/out", player=own.player, card=raid.card)
        else:
            findings.breaks("conflict/highest", winner=raid.right, card=raid.card, player=own.player)
    elif raid.step == "attack":
        findings.breaks("raids/roll", "due", player=own.player, card=raid.card)
    elif raid.step == "help":
        findings.breaks("raids/failed", player=own.player, card=raid.card)
    else:
        findings.breaks("payment/after-roll", "due", player=own.player, card=raid.card)


def _attack(table: Table, raid: RaidView, own: ContenderView, now: DueMoves, findings: Findings) -> None:
    if may_have_the_right(raid, own) and raid.step in ("help", "pay"):
        findings.breaks("raids/roll", "rolled", player=own.player)
    else:
        _step(table, raid, own, now, findings)


def _pay(table: Table, raid: RaidView, own: ContenderView, now: DueMoves, findings: Findings) -> None:
    if may_have_the_right(raid, own) and raid.step in ("attack", "help"):
        findings.breaks("payment/after-roll", player=own.player, card=raid.card)
    else:
        _step(table, raid, own, now, findings)


def _yield(table: Table, raid: RaidView, own: ContenderView, now: DueMoves, findings: Findings) -> None:
    if may_have_the_right(raid, own) and raid.step == "pay":
        findings.breaks("payment/compulsory", player=own.player, card=raid.card)
    else:
        _step(table, raid, own, now, findings)


OUT_OF_STEP: dict[str, Callable[[Table, RaidView, ContenderView, DueMoves, Findings], None]] = {
    "bid": _bid,
    "reveal": _reveal,
    "retreat": _retreat,
    "attack": _attack,
    "pay": _pay,
    "yield": _yield,
    "altar": _step,
}
"""What refuses each kind of move of a clan that takes part in the raid at hand."""
