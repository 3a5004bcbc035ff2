"""Whether it is time for a move, and whose: one place for all kinds of move."""

from service.games.roll_and_raid.clan_sheet import ClanSheet, ContenderView, RaidView
from service.games.roll_and_raid.pack import FESTIVALS, ROUNDS
from service.games.roll_and_raid.rules.turn_in_raids import (
    OUT_OF_STEP,
    check_turn_in_raids,
    in_no_raid,
    may_have_the_right,
    may_have_to_retreat,
    raid_over,
    store_first,
)
from service.games.roll_and_raid.table import Table, has_shown_a_fist, may_be_fought_for
from service.games.roll_and_raid.timing import DueMoves, is_due_from, known_due_moves, known_waiting, may_wait
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import is_known, is_unknown

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
AFTER_PRODUCTION = frozenset({"choice", "conflict", "resolution"})
"""The phases in which nothing is done before every product has its place."""
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
    "yield": (),
    "pay": ("payment/after-roll",),
    "refill": ("maintenance/refill",),
}
"""What allows a move of each kind at its time; what is given up, a roll or a payment, has a rule of its own."""


def check_turn(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this kind of move is due now, and from this clan."""
    phase = table.known_phase
    if player is not None and phase == "production" and is_due_from(table, table.clan(player), kind):
        if kind in ("use", "done") and not table.clan(player).is_known("done"):
            findings.assumes("not-done", player=player)
        findings.allows(*GROUNDS.get(kind, ("round/phases",)))  # whatever the others have still to do
        return
    now = known_due_moves(table)
    if phase == "over":
        findings.breaks("end/over")
    elif now is None or (player is not None and not table.is_sent(player) and player not in now.kinds.get(kind, ())):
        _perhaps_now(table, kind, player, findings)
    elif kind in now.kinds and (player is None or player in now.kinds[kind]):
        for name in may_wait(table) if kind != "store" else ():
            findings.assumes("nothing-waits", player=name)
        findings.allows(*GROUNDS.get(kind, ("round/phases",)))
    else:
        _not_now(table, kind, player, now, findings)


# ---------------------------------------------------------------- too little is known to see what is due


def _perhaps_now(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """What can be seen of the phase, the choice and the raid of this clan."""
    phase, raids, phases = table.known_phase, table.known_raids(), possible_phases(table, kind)
    if kind == "refill" and phase is None and _is_last_round(table):
        findings.breaks("round/phases", "last")
    elif kind in PHASE_OF and not phases:
        _wrong_phase(table, kind, player, phase or "raid", findings)
    elif phases and AFTER_PRODUCTION.issuperset(phases) and (waiting := known_waiting(table)):
        store_first(table, waiting, findings)
    elif player is None:
        findings.assumes("time", kind=kind)
    elif phase == "choice" and kind in ("choose", "reveal"):
        _perhaps_chosen(table, kind, table.clan(player), findings)
    elif raids and kind in OUT_OF_STEP:
        _perhaps_in_a_raid(table, kind, player, table.raid_to_act_in(player) or raids[0], findings)
    else:
        findings.assumes("turn", player=player, kind=kind)


def _is_last_round(table: Table) -> bool:
    """maintenance/last-round: whether the round, or the boxes that a clan has crossed, show that it is the last."""
    return any(
        number == ROUNDS
        for number in (table.round, *(clan.rounds for clan in table.known_clans()))
        if is_known(number)
    )


def possible_phases(table: Table, kind: str) -> list[str]:
    """The phases of this kind of move in which the table may be: it has raids in two phases only."""
    phases, phase = PHASE_OF.get(kind, ()), table.known_phase
    if phase is not None:
        return [phase] if phase in phases else []
    return [one for one in phases if one in ("conflict", "resolution") or not table.known_raids()]


def _perhaps_chosen(table: Table, kind: str, clan: ClanSheet, findings: Findings) -> None:
    """raid/at-once: the choices of some clans are unknown."""
    chosen, waiting = is_known(clan.choice), _without_choice(table)
    if kind == "choose" and chosen and clan.choice is None:
        findings.allows(*GROUNDS[kind])
    elif kind == "choose" and chosen:
        findings.breaks("raid/at-once", player=clan.name)
    elif kind == "reveal" and chosen and clan.choice != HIDDEN:
        variant = "early" if clan.choice is None else "revealed"
        findings.breaks("raid/at-once", variant, player=clan.name, players=[clan.name])
    elif kind == "reveal" and waiting:
        findings.breaks("raid/at-once", "early", player=clan.name, players=waiting)
    else:
        findings.assumes("turn", player=clan.name, kind=kind)


def _without_choice(table: Table) -> list[str]:
    """The clans that are known not to have chosen yet."""
    return [clan.name for clan in table.known_clans() if clan.known("choice", HIDDEN) is None]


def _perhaps_in_a_raid(table: Table, kind: str, player: str, raid: RaidView, findings: Findings) -> None:
    """The raid of this clan is known in part, or others that may come first."""
    own = table.raid_with(player)
    now = DueMoves("", {})
    if _may_be_too_early(table, kind) and not (own and _might_be_due(table, kind, *own)):
        findings.needs("raid-known")
    elif own is None:
        in_no_raid(raid, kind, player, findings)
    elif own[0].step == "over" and not _might_be_due(table, kind, *own):
        raid_over(*own, kind, findings)
    elif own[0].card != raid.card:
        findings.breaks("raids/order", first=raid.card, card=own[0].card)
    elif not _might_be_due(table, kind, *own):
        OUT_OF_STEP[kind](table, raid, own[1], now, findings)
    elif kind == "bid" and raid is table.current_raid and own[1].known("bid", HIDDEN) is None and _all_statuses(raid):
        findings.allows(*GROUNDS[kind])
    else:
        findings.assumes("turn", player=player, kind=kind)


def _may_be_too_early(table: Table, kind: str) -> bool:
    """Whether it is unknown if the conflicts are over, which come before all moves of this kind: they break another
    rule there than in the raids.
    """
    is_later = "conflict" not in PHASE_OF.get(kind, ("conflict",))
    return is_later and table.known_phase is None and any(map(may_be_fought_for, table.known_raids()))


def _might_be_due(table: Table, kind: str, raid: RaidView, own: ContenderView) -> bool:
    """Whether a clan that takes part in a raid might have to make this kind of move in it."""
    if kind == "retreat":
        return may_have_to_retreat(table, raid, own)
    if own.known("status", "in") != "in" and not (kind in ("bid", "reveal") and own in table.bidders(raid)):
        return False
    if kind in ("bid", "reveal"):
        wanted = None if kind == "bid" else HIDDEN
        if not own.is_known("status") and has_shown_a_fist(own):
            return False
        return raid.step == "bid" and own.known("bid", wanted) == wanted
    return raid.step in STEPS_OF[kind] and may_have_the_right(raid, own)


def _all_statuses(raid: RaidView) -> bool:
    return all(contender.is_known("status") for contender in raid.contenders)


# ---------------------------------------------------------------- something else is due


def _not_now(table: Table, kind: str, player: str | None, now: DueMoves, findings: Findings) -> None:
    """The most telling rule against a move out of its time."""
    done = player is not None and table.clan(player).known("done", False)
    if done and now.phase == "production" and kind in ("use", "done"):
        findings.breaks("production/done", player=player)
    elif kind in PHASE_OF and now.phase not in PHASE_OF[kind]:
        _wrong_phase(table, kind, player, now.phase, findings)
    elif kind == "store":
        pass  # the check of the move says that nothing waits
    elif now.phase == "production":
        pass  # the check of the move says what a clan cannot do any more
    elif kind in ("choose", "reveal") and now.phase == "choice":
        _choice_made(kind, player, now, findings)
    elif _may_be_too_early(table, kind):
        findings.needs("raid-known")
    elif now.phase in ("conflict", "resolution"):
        check_turn_in_raids(table, kind, player, now, findings)
    elif kind == "sacrifice":
        pass  # the check of the move has festival/rounds and festival/once
    elif now.kinds.keys() == {kind}:
        findings.breaks("round/phases", "turn", player=player, players=now.kinds[kind])
    else:
        findings.breaks("round/phases", phase=now.phase)


def _wrong_phase(table: Table, kind: str, player: str | None, phase: str, findings: Findings) -> None:
    if kind == "sacrifice" and phase == "production":
        _after_the_roll(table, findings)
    elif kind == "roll" and phase == "production":
        findings.breaks("production/roll")
    elif kind == "use" and phase == "start":
        findings.breaks("production/roll", "first")
    elif kind == "altar":
        findings.breaks("altar/production", phase=phase)
    elif kind == "choose" and phase == "production":
        players = [clan.name for clan in table.known_clans() if clan.known("done", True) is False]
        findings.breaks("raid/choice", "before", players=players)
    else:
        findings.breaks("round/phases", phase=phase)


def _after_the_roll(table: Table, findings: Findings) -> None:
    """festival/before-dice; the check of the move says that a round has no festival at all."""
    if is_unknown(table.round):
        findings.breaks("festival/before-dice", "rolled")
    elif table.round in FESTIVALS:
        findings.breaks("festival/before-dice", round=table.round)


def _choice_made(kind: str, player: str | None, now: DueMoves, findings: Findings) -> None:
    """raid/at-once: a choice is made once, and said when everybody has chosen."""
    if kind == "choose":
        findings.breaks("raid/at-once", player=player)
    else:
        waiting = now.kinds.get("choose", [])
        findings.breaks("raid/at-once", "early" if waiting else "revealed", player=player, players=waiting)
