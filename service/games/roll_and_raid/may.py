"""Whether it is time for a move, and whose: one place for all kinds of move."""

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from schemas.roll_and_raid import Raid
from service.games.roll_and_raid.pack import FESTIVALS
from service.games.roll_and_raid.table import Table, Turn
from service.games.roll_and_raid.turn import due_from, turn
from service.referee.findings import Findings

PHASE_OF = {
    "sacrifice": ("start",),
    "roll": ("start",),
    "use": ("production",),
    "altar": ("production", "resolution"),
    "done": ("production",),
    "choose": ("choice",),
    "bid": ("conflict", "resolution"),
    "reveal": ("choice", "conflict", "resolution"),
    "retreat": ("conflict", "resolution"),
    "attack": ("resolution",),
    "yield": ("resolution",),
    "pay": ("resolution",),
    "refill": ("setup", "maintenance"),
}
"""The phases in which each kind of move is made; storing happens wherever it is due."""
GROUNDS = {
    "sacrifice": ("festival/rounds", "festival/before-dice", "festival/once"),
    "roll": ("production/roll",),
    "use": ("round/simultaneous",),
    "store": ("chain/order",),
    "done": ("production/done", "round/simultaneous"),
    "choose": ("round/phases", "raid/choice", "raid/at-once"),
    "bid": ("conflict/bid", "conflict/same-card"),
    "reveal": ("raid/at-once",),
    "retreat": ("retreat/pay",),
    "attack": ("raids/roll", "raids/order"),
    "yield": ("raids/failed",),
    "pay": ("payment/after-roll",),
    "refill": ("maintenance/refill",),
}
"""What allows a move of each kind at its time."""


def may(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this kind of move is due now, and from this clan."""
    if player is not None and table.state.phase == "production" and kind in due_from(table, player):
        findings.allows(*GROUNDS.get(kind, ("round/phases",)))  # whatever the others have still to do
        return
    now = turn(table)
    if table.state.phase == "over":
        findings.breaks("end/over")
    elif now is None:
        if player is None:
            findings.assumes("time")
        else:
            findings.assumes("turn", player=player)
    elif kind in now.kinds and (player is None or player in now.kinds[kind]):
        findings.allows(*GROUNDS.get(kind, ("round/phases",)))
    else:
        _not_now(table, kind, player, now, findings)


def _not_now(table: Table, kind: str, player: str | None, now: Turn, findings: Findings) -> None:
    """The most telling rule against a move out of its time."""
    clan = table.by_name.get(player or "")
    if clan is not None and clan.done is True and now.phase == "production" and kind in ("use", "done"):
        findings.breaks("production/done", player=player)
    elif kind in PHASE_OF and now.phase not in PHASE_OF[kind]:
        _wrong_phase(table, kind, player, now, findings)
    elif kind == "store":
        pass  # that nothing waits is told by the check of the move
    elif now.phase == "production":
        pass  # what a clan cannot do any more is told by the check of the move
    elif kind in ("choose", "reveal") and now.phase == "choice":
        _choice_made(table, kind, player, now, findings)
    elif now.phase in ("conflict", "resolution"):
        _in_the_raids(table, kind, player, now, findings)
    elif kind == "sacrifice":
        pass  # festival/rounds and festival/once are told by the check of the move
    elif now.kinds.keys() == {kind}:
        findings.breaks("round/phases", "turn", player=player, players=now.kinds[kind])
    else:
        findings.breaks("round/phases", phase=now.phase)


def _wrong_phase(table: Table, kind: str, player: str | None, now: Turn, findings: Findings) -> None:
    if kind == "sacrifice" and now.phase == "production":
        _after_the_roll(table.state.round, findings)
    elif kind == "roll" and now.phase == "production":
        findings.breaks("production/roll")
    elif kind == "use" and now.phase == "start":
        findings.breaks("production/roll", "first")
    elif kind == "altar":
        findings.breaks("altar/production", phase=now.phase)
    elif kind == "choose" and now.phase == "production":
        findings.breaks("raid/choice", "before", players=[c.name for c in table.state.players if c.done is False])
    else:
        findings.breaks("round/phases", phase=now.phase)


def _after_the_roll(number: int | UnsetType, findings: Findings) -> None:
    """festival/before-dice; that a round has no festival at all is told by the check of the move."""
    if number is UNSET:
        findings.breaks("festival/before-dice", "rolled")
    elif number in FESTIVALS:
        findings.breaks("festival/before-dice", round=number)


def _choice_made(table: Table, kind: str, player: str | None, now: Turn, findings: Findings) -> None:
    """raid/at-once: a choice is made once, and told when everybody has chosen."""
    if kind == "choose":
        findings.breaks("raid/at-once", player=player)
    else:
        waiting = now.kinds.get("choose", [])
        findings.breaks("raid/at-once", "early" if waiting else "told", player=player, players=waiting)


# ---------------------------------------------------------------- the raid phase


def _in_the_raids(table: Table, kind: str, player: str | None, now: Turn, findings: Findings) -> None:
    if "store" in now.kinds:
        who = now.kinds["store"][0]
        findings.breaks("storage/place", "choose", player=who, product=(table.by_name[who].waiting or ("",))[0])
        return
    raid = table.raid
    assert raid is not None
    own = table.raid_of(player or "")
    if own is None:
        _in_no_raid(raid, kind, player, findings)
    elif own[0].step == "over" and own[0].card != raid.card:
        _raid_over(own[0], own[1].status, kind, player, findings)
    elif own[0].card != raid.card:
        findings.breaks("raids/order", first=raid.card, card=own[0].card)
    elif "retreat" in now.kinds:
        _retreat_first(raid, kind, player, now, findings)
    else:
        _OUT_OF_STEP.get(kind, _step)(raid, own[1].status, player, now, findings)


def _in_no_raid(raid: Raid, kind: str, player: str | None, findings: Findings) -> None:
    if kind == "retreat":
        findings.breaks("retreat/pay", "none", player=player)
    elif kind == "attack":
        findings.breaks("raids/roll", player=player)
    else:
        findings.breaks("conflict/same-card", player=player, card=raid.card)


def _raid_over(own: Raid, status: str, kind: str, player: str | None, findings: Findings) -> None:
    """The raid of this clan has come to its end; others have still to be resolved."""
    if kind == "retreat":
        findings.breaks("retreat/pay", "none", player=player)
    elif status == "retreated":
        findings.breaks("retreat/out", player=player, card=own.card)
    else:
        findings.breaks("raids/roll", "over", player=player, card=own.card)


def _retreat_first(raid: Raid, kind: str, player: str | None, now: Turn, findings: Findings) -> None:
    if kind == "retreat":
        findings.breaks("retreat/pay", "none", player=player)
    else:
        findings.breaks("retreat/pay", "due", player=now.kinds["retreat"][0])


def _bid(raid: Raid, status: str, player: str | None, now: Turn, findings: Findings) -> None:
    """conflict/bid, conflict/tied-only, retreat/out, conflict/same-card."""
    if status in ("retreated", "retreating"):
        findings.breaks("retreat/out", player=player, card=raid.card)
    elif raid.step != "bid":
        findings.breaks("conflict/same-card", player=player, card=raid.card)
    elif status == "in":
        findings.breaks("conflict/bid", player=player)
    else:
        fighting = [contender.player for contender in raid.clans if contender.status == "in"]
        findings.breaks("conflict/tied-only", player=player, players=fighting)


def _reveal(raid: Raid, status: str, player: str | None, now: Turn, findings: Findings) -> None:
    waiting = now.kinds.get("bid", [])
    findings.breaks("raid/at-once", "early" if waiting else "told", player=player, players=waiting)


def _retreat(raid: Raid, status: str, player: str | None, now: Turn, findings: Findings) -> None:
    findings.breaks("retreat/pay", "none", player=player)


def _step(raid: Raid, status: str, player: str | None, now: Turn, findings: Findings) -> None:
    """An attack, a payment or help that is not due: by whoever has the right, or by somebody else."""
    if raid.step == "bid":
        findings.breaks("conflict/bid", "due", card=raid.card)
    elif player != raid.right:
        if status == "retreated":
            findings.breaks("retreat/out", player=player, card=raid.card)
        else:
            findings.breaks("conflict/highest", winner=raid.right, card=raid.card, player=player)
    elif raid.step == "attack":
        findings.breaks("raids/roll", "due", player=player, card=raid.card)
    elif raid.step == "help":
        findings.breaks("raids/failed", player=player, card=raid.card)
    else:
        findings.breaks("payment/after-roll", "due", player=player, card=raid.card)


def _attack(raid: Raid, status: str, player: str | None, now: Turn, findings: Findings) -> None:
    if player == raid.right and raid.step in ("help", "pay"):
        findings.breaks("raids/roll", "rolled", player=player)
    else:
        _step(raid, status, player, now, findings)


def _pay(raid: Raid, status: str, player: str | None, now: Turn, findings: Findings) -> None:
    if player == raid.right and raid.step in ("attack", "help"):
        findings.breaks("payment/after-roll", player=player, card=raid.card)
    else:
        _step(raid, status, player, now, findings)


def _yield(raid: Raid, status: str, player: str | None, now: Turn, findings: Findings) -> None:
    if player == raid.right and raid.step == "pay":
        findings.breaks("payment/compulsory", player=player, card=raid.card)
    else:
        _step(raid, status, player, now, findings)


_OUT_OF_STEP: dict[str, Callable[[Raid, str, str | None, Turn, Findings], None]] = {
    "bid": _bid,
    "reveal": _reveal,
    "retreat": _retreat,
    "attack": _attack,
    "pay": _pay,
    "yield": _yield,
}
