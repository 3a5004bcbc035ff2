"""What is due now, and from whom: read off the phase and the zones that it works with."""

from collections.abc import Callable
from itertools import chain
from typing import NamedTuple

from schemas.roll_and_raid import Move
from schemas.roll_and_raid_pack import ExtraDieEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet, RaidView
from service.games.roll_and_raid.offerings import can_give
from service.games.roll_and_raid.pack import DICE_A_ROUND, FESTIVALS
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.table import Table
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, UnknownRead, is_unknown, truth
from service.referee.shapes import made_by_table
from service.referee.table import PLAYERS, STATE
from service.referee.timing import Due

BY_TABLE = made_by_table(Move)
"""Moves that the table makes; all others are made by a clan."""


class DueMoves(NamedTuple):
    """The phase, and for each kind of move that is due the clans that may make it (nobody where the table does)."""

    phase: str
    kinds: dict[str, list[str]]

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(chain.from_iterable(self.kinds.values())))


def due(table: Table) -> Due:
    """What is due; raises ``UnknownRead`` where something unknown decides, or may make more moves due."""
    now = due_moves(table)
    if unknown := _may_add(table):
        raise UnknownRead(unknown)
    return Due(now.phase, now.players, list(now.kinds))


def due_moves(table: Table) -> DueMoves:
    """The moves that are known to be due; raises ``UnknownRead`` where something unknown decides.

    Clans of which nothing is known, and products that may wait for a place, may make more moves due.
    """
    now = _due_or_unknown(table)
    if isinstance(now, Unknown):
        raise UnknownRead(now.zones)
    return now


def known_due_moves(table: Table) -> DueMoves | None:
    """The same; None where something unknown decides."""
    now = _due_or_unknown(table)
    return None if isinstance(now, Unknown) else now


def _due_or_unknown(table: Table) -> DueMoves | Unknown:
    return table.once("due", lambda: _due_moves(table))


def _due_moves(table: Table) -> DueMoves:
    match table.phase:
        case Unknown() as phase:
            if table.known_raids():  # a raid is under way
                return _raids(table, "resolution")
            raise UnknownRead(phase.zones)
        case "setup" | "maintenance" as phase:
            return _with_stores(table, phase, {"refill": []})
        case "start":
            return _start(table)
        case "production":
            return _production(table)
        case "choice":
            return _choice(table)
        case "conflict" | "resolution" as phase:
            return _raids(table, phase)
    return DueMoves("over", {})


def _with_stores(table: Table, phase: str, kinds: dict[str, list[str]]) -> DueMoves:
    waiting = known_waiting(table)
    return DueMoves(phase, {"store": waiting, **kinds} if waiting else kinds)


def known_waiting(table: Table) -> list[str]:
    """The clans that are known to have a product without a place."""
    return [clan.name for clan in table.known_clans() if not isinstance(clan.waiting, Unknown) and clan.waiting]


def _start(table: Table) -> DueMoves:
    """festival/rounds, festival/once: a festival is open until the dice are rolled."""
    kinds, number = {}, table.round
    if not isinstance(number, Unknown) and number in FESTIVALS:
        waiting = [clan.name for clan in table.known_clans() if str(number) not in clan.known("sacrifices", ())]
        if waiting:
            kinds["sacrifice"] = waiting
    return _with_stores(table, "start", {**kinds, "roll": []})


# ---------------------------------------------------------------- 1. Production


def _production(table: Table) -> DueMoves:
    """Everybody at once; of a clan that was sent, only what it can still do."""
    kinds: dict[str, list[str]] = {"use": [], "altar": [], "store": [], "done": []}
    for clan in table.known_clans():
        for kind in clan.due or due_from(table, clan):
            kinds[kind].append(clan.name)
    return DueMoves("production", {kind: names for kind, names in kinds.items() if names})


def due_from(table: Table, clan: ClanSheet) -> tuple[str, ...]:
    """The kinds of move that one clan can still make in production; read off its sheet once."""
    if clan.due is None:
        clan.due = tuple([kind for kind, is_due in _IN_PRODUCTION.items() if is_due(table, clan)])
    return clan.due


def is_due_from(table: Table, clan: ClanSheet, kind: str) -> bool:
    """Whether one clan can still make this kind of move in production; one that has finished may still buy help."""
    if clan.due is not None:
        return kind in clan.due
    return kind in _IN_PRODUCTION and _IN_PRODUCTION[kind](table, clan)


_IN_PRODUCTION: dict[str, Callable[[Table, ClanSheet], bool]] = {
    "use": lambda table, clan: not clan.known("done", False) and has_a_die(table, clan),
    "altar": lambda table, clan: can_give(table, clan) is not False,
    "store": lambda table, clan: not clan.known("done", False) and bool(clan.known("waiting", (HIDDEN,))),
    "done": lambda table, clan: not clan.known("done", False) and not clan.known("waiting", ()),
}


def dice_allowed(table: Table, clan: ClanSheet) -> int:
    """dice/two-of-three, unless a development that is known says otherwise."""
    return DICE_A_ROUND + bool(table.known_effects(clan, ExtraDieEffect))


def _most_dice(table: Table, clan: ClanSheet) -> int:
    """The same, where a development that is unknown may say otherwise."""
    return dice_allowed(table, clan) + bool(table.possible_effects(clan, ExtraDieEffect))


def has_a_die(table: Table, clan: ClanSheet) -> bool:
    """Whether a resource die or a favour die may be left to be used."""
    used, crossed = clan.dice_used, clan.favours_used
    if isinstance(used, Unknown) or len(used) < _most_dice(table, clan):
        return True
    if isinstance(crossed, Unknown) or table.box.values is None:
        return True
    return any(
        favour not in crossed and is_unlocked(clan, table.box, favour) is not False for favour in table.box.values
    )


# ---------------------------------------------------------------- 2. Raids


def _choice(table: Table) -> DueMoves:
    """raid/at-once: who has not chosen yet; then who has not said the number."""
    choices = {clan.name: clan.choice for clan in table.known_clans()}
    for choice in choices.values():
        if isinstance(choice, Unknown):
            raise UnknownRead(choice.zones)
    waiting = [name for name, choice in choices.items() if choice is None]
    if not waiting and not table.whole and HIDDEN in choices.values():  # who else plays may have to choose yet
        raise UnknownRead((PLAYERS,))
    if waiting or not table.whole:
        return DueMoves("choice", {"choose": waiting} if waiting else {})
    return DueMoves("choice", {"reveal": [name for name, choice in choices.items() if choice == HIDDEN]})


def _raids(table: Table, phase: str) -> DueMoves:
    storing = known_waiting(table)
    if storing:
        return DueMoves(phase, {"store": storing})
    raid = table.current_raid
    if raid is None:
        raise UnknownRead((f"{STATE}/raids",))
    return DueMoves(phase, _raid(table, raid))


def _raid(table: Table, raid: RaidView) -> dict[str, list[str]]:
    """What the raid under way is waiting for."""
    right = raid.right
    if isinstance(right, Unknown) or not raid.are_statuses_known:
        for zone in (right, *(contender.status for contender in raid.contenders)):
            if isinstance(zone, Unknown):
                raise UnknownRead(zone.zones)
    if retreating := raid.known_retreating:
        return {"retreat": retreating}
    if raid.step == "bid":
        return _bids(table, raid)
    who = [] if right is None else [right]
    if raid.step == "help":
        return {"altar": who, "yield": who}
    if raid.step == "pay":
        return {"pay": who, "yield": who} if table.choices.peek("payment") == "optional" else {"pay": who}
    return {"attack": who}


def _bids(table: Table, raid: RaidView) -> dict[str, list[str]]:
    """conflict/bid: who has not bid yet; then who has not said the number."""
    bids = {contender.player: contender.bid for contender in table.bidders(raid)}
    for bid in bids.values():
        if isinstance(bid, Unknown):
            raise UnknownRead(bid.zones)
    waiting = [name for name, bid in bids.items() if bid is None]
    return {"bid": waiting} if waiting else {"reveal": [name for name, bid in bids.items() if bid == HIDDEN]}


# ---------------------------------------------------------------- what may be due besides


def _may_add(table: Table) -> tuple[str, ...]:
    """The unknown zones that may make more moves due: of clans that were not sent, and of products that may wait."""
    clans = () if table.whole else (PLAYERS,)
    match table.phase:
        case Unknown() as phase:
            return phase.zones
        case "start":
            zones = (table.round, *(clan.waiting for clan in table.known_clans()))
            return (*clans, *chain.from_iterable(zone.zones for zone in zones if isinstance(zone, Unknown)))
        case "production" | "choice":
            return clans
        case "conflict" | "resolution" if may_wait(table):
            return (f"{PLAYERS}/*/waiting",)
    return ()


def may_wait(table: Table) -> list[str]:
    """payment/reward: the clans that may have taken a card in this round and of which nobody knows whether the reward
    waits for its place.
    """
    unknown = [clan.name for clan in table.known_clans() if isinstance(clan.waiting, Unknown)]
    if table.whole and not unknown:
        return []
    takers = [table.clan(name) for raid in table.known_raids() if raid.step == "over" for name in raid.may_be_in]
    return [clan.name for clan in takers if is_unknown(clan.waiting) and may_have_taken_a_card(table, clan)]


def may_have_taken_a_card(table: Table, clan: ClanSheet) -> bool:
    """payment/card: whether a clan may have taken a card in this round."""
    if truth(lambda: len(clan.raids) > 0) is False:
        return False
    if is_unknown(table.raids):
        return True
    own = table.raid_with(clan.name)
    if own is None or own[0].step != "over" or own[1].known("status", "in") != "in":
        return False
    card = own[0].card
    return card in clan.known("raids", (card,)) and card not in table.known_zone("display", ())
