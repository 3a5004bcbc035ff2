"""Whether it is time for a move, and whose: one place for all kinds of move."""

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from schemas.roll_and_raid import Clan, Contender, Raid
from service.games.roll_and_raid.pack import FESTIVALS
from service.games.roll_and_raid.table import Table, Turn
from service.games.roll_and_raid.turn import due_from, may_wait, turn
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
STEPS_OF = {"attack": ("attack",), "altar": ("help",), "yield": ("help", "pay"), "pay": ("pay",)}
"""The steps of a raid in which the clan that has the right makes each kind of move."""
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
        if table.by_name[player].done is UNSET and kind in ("use", "done"):
            findings.assumes("not-done", player=player)
        findings.allows(*GROUNDS.get(kind, ("round/phases",)))  # whatever the others have still to do
        return
    now = turn(table)
    if table.state.phase == "over":
        findings.breaks("end/over")
    elif now is None:
        _perhaps_now(table, kind, player, findings)
    elif kind in now.kinds and (player is None or player in now.kinds[kind]):
        for name in may_wait(table) if kind != "store" else ():
            findings.assumes("nothing-waits", player=name)
        findings.allows(*GROUNDS.get(kind, ("round/phases",)))
    else:
        _not_now(table, kind, player, now, findings)


def _perhaps_now(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Too little is told to see what is due: what can be seen of the phase, the choice and the raid of this clan."""
    phase = table.state.phase
    clan, raid = table.by_name.get(player or ""), table.raid_for(player or "")
    if kind in PHASE_OF and phase is not UNSET and phase not in PHASE_OF[kind]:
        _wrong_phase(table, kind, player, phase, findings)
    elif kind in PHASE_OF and table.state.raids and not {"conflict", "resolution"}.intersection(PHASE_OF[kind]):
        _wrong_phase(table, kind, player, "raid", findings)
    elif clan is not None and phase == "choice" and kind in ("choose", "reveal"):
        _perhaps_chosen(table, kind, clan, findings)
    elif player is None:
        findings.assumes("time", kind=kind)
    elif table.state.raids and kind in _OUT_OF_STEP:
        _perhaps_in_a_raid(table, kind, player, raid or table.state.raids[0], findings)
    else:
        findings.assumes("turn", player=player, kind=kind)


def _perhaps_chosen(table: Table, kind: str, clan: Clan, findings: Findings) -> None:
    """raid/at-once: the choices of some clans are not told."""
    if kind == "choose" and clan.choice is None:
        findings.allows(*GROUNDS[kind])
    elif kind == "choose" and clan.choice is not UNSET:
        findings.breaks("raid/at-once", player=clan.name)
    elif kind == "reveal" and clan.choice not in (UNSET, "?"):
        findings.breaks(
            "raid/at-once", "early" if clan.choice is None else "told", player=clan.name, players=[clan.name]
        )
    elif kind == "reveal" and (waiting := [other.name for other in table.state.players if other.choice is None]):
        findings.breaks("raid/at-once", "early", player=clan.name, players=waiting)
    else:
        findings.assumes("turn", player=clan.name, kind=kind)


def _perhaps_in_a_raid(table: Table, kind: str, player: str, raid: Raid, findings: Findings) -> None:
    """The raid of this clan is told in part, or others that may come first."""
    own = table.raid_of(player)
    now = Turn(str(table.state.phase), {})
    if own is None:
        _in_no_raid(raid, kind, player, findings)
    elif own[0].step == "over" and not _might_be_due(kind, *own):
        _raid_over(own[0], own[1].status, kind, player, findings)
    elif own[0].card != raid.card:
        findings.breaks("raids/order", first=raid.card, card=own[0].card)
    elif not _might_be_due(kind, *own):
        _OUT_OF_STEP[kind](raid, own[1].status, player, now, findings)
    elif kind == "bid" and raid is table.raid and own[1].bid is None and _all_statuses(raid):
        findings.allows(*GROUNDS[kind])
    else:
        findings.assumes("turn", player=player, kind=kind)


def _might_be_due(kind: str, raid: Raid, own: Contender) -> bool:
    """Whether a clan that takes part in a raid might have to make this kind of move in it."""
    if kind == "retreat":
        return own.status in (UNSET, "retreating")
    if own.status not in (UNSET, "in"):
        return False
    if kind in ("bid", "reveal"):
        return raid.step == "bid" and own.bid in (UNSET, None if kind == "bid" else "?")
    return raid.right in (UNSET, own.player) and raid.step in STEPS_OF[kind]


def _all_statuses(raid: Raid) -> bool:
    return all(contender.status is not UNSET for contender in raid.clans)


def _not_now(table: Table, kind: str, player: str | None, now: Turn, findings: Findings) -> None:
    """The most telling rule against a move out of its time."""
    clan = table.by_name.get(player or "")
    if clan is not None and clan.done is True and now.phase == "production" and kind in ("use", "done"):
        findings.breaks("production/done", player=player)
    elif kind in PHASE_OF and now.phase not in PHASE_OF[kind]:
        _wrong_phase(table, kind, player, now.phase, findings)
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


def _wrong_phase(table: Table, kind: str, player: str | None, phase: str, findings: Findings) -> None:
    if kind == "sacrifice" and phase == "production":
        _after_the_roll(table.state.round, findings)
    elif kind == "roll" and phase == "production":
        findings.breaks("production/roll")
    elif kind == "use" and phase == "start":
        findings.breaks("production/roll", "first")
    elif kind == "altar":
        findings.breaks("altar/production", phase=phase)
    elif kind == "choose" and phase == "production":
        findings.breaks("raid/choice", "before", players=[c.name for c in table.state.players if c.done is False])
    else:
        findings.breaks("round/phases", phase=phase)


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


def _raid_over(own: Raid, status: str | UnsetType, kind: str, player: str | None, findings: Findings) -> None:
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


def _bid(raid: Raid, status: str | UnsetType, player: str | None, now: Turn, findings: Findings) -> None:
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


def _reveal(raid: Raid, status: str | UnsetType, player: str | None, now: Turn, findings: Findings) -> None:
    waiting = now.kinds.get("bid", [])
    findings.breaks("raid/at-once", "early" if waiting else "told", player=player, players=waiting)


def _retreat(raid: Raid, status: str | UnsetType, player: str | None, now: Turn, findings: Findings) -> None:
    findings.breaks("retreat/pay", "none", player=player)


def _step(raid: Raid, status: str | UnsetType, player: str | None, now: Turn, findings: Findings) -> None:
    """An attack, a payment or help that is not due: by whoever has the right, or by somebody else."""
    if raid.step == "bid":
        findings.breaks("conflict/bid", "due", card=raid.card)
    elif raid.right not in (UNSET, player):
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


def _attack(raid: Raid, status: str | UnsetType, player: str | None, now: Turn, findings: Findings) -> None:
    if raid.right in (UNSET, player) and raid.step in ("help", "pay"):
        findings.breaks("raids/roll", "rolled", player=player)
    else:
        _step(raid, status, player, now, findings)


def _pay(raid: Raid, status: str | UnsetType, player: str | None, now: Turn, findings: Findings) -> None:
    if raid.right in (UNSET, player) and raid.step in ("attack", "help"):
        findings.breaks("payment/after-roll", player=player, card=raid.card)
    else:
        _step(raid, status, player, now, findings)


def _yield(raid: Raid, status: str | UnsetType, player: str | None, now: Turn, findings: Findings) -> None:
    if raid.right in (UNSET, player) and raid.step == "pay":
        findings.breaks("payment/compulsory", player=player, card=raid.card)
    else:
        _step(raid, status, player, now, findings)


_OUT_OF_STEP: dict[str, Callable[[Raid, str | UnsetType, str | None, Turn, Findings], None]] = {
    "bid": _bid,
    "reveal": _reveal,
    "retreat": _retreat,
    "attack": _attack,
    "pay": _pay,
    "yield": _yield,
    "altar": _step,
}
