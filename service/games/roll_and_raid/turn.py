"""What is due now, and from whom: read off the phase and the zones that it works with."""

from collections.abc import Iterator

from msgspec import UNSET

from schemas.roll_and_raid import Clan, Raid
from schemas.roll_and_raid_pack import ExtraDieEffect
from service.games.roll_and_raid.pack import DICE_A_ROUND, FESTIVALS
from service.games.roll_and_raid.sheet_counts import is_unlocked
from service.games.roll_and_raid.table import Table, Turn

BY_TABLE = ("refill", "roll")
"""Moves that the table makes; all others are made by a clan."""


def turn(table: Table) -> Turn | None:
    """What is due now, or None when too little of the table is told. Asked often, found out once."""
    if table.due is None:
        table.due = _turn(table)
    return table.due


def _turn(table: Table) -> Turn | None:
    match table.state.phase:
        case "over":
            return Turn("over", {})
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
    # No phase is told, but a raid is under way.
    return _raids(table, "resolution") if table.state.raids else None


def _with_stores(table: Table, phase: str, kinds: dict[str, list[str]]) -> Turn:
    waiting = [clan.name for clan in table.state.players if clan.waiting]
    return Turn(phase, {"store": waiting, **kinds} if waiting else kinds)


def _start(table: Table) -> Turn:
    """festival/rounds, festival/once: a festival is open until the dice are rolled."""
    state, kinds = table.state, {}
    if state.round is not UNSET and state.round in FESTIVALS:
        waiting = [clan.name for clan in state.players if str(state.round) not in (clan.sacrifices or ())]
        if waiting:
            kinds["sacrifice"] = waiting
    return _with_stores(table, "start", {**kinds, "roll": []})


def _production(table: Table) -> Turn:
    """Everybody at once; of a clan that tells it, only what it can still do."""
    kinds: dict[str, list[str]] = {"use": [], "altar": [], "store": [], "done": []}
    for name in table.order:
        for kind in due_from(table, name):
            kinds[kind].append(name)
    return Turn("production", {kind: names for kind, names in kinds.items() if names})


def due_from(table: Table, name: str) -> tuple[str, ...]:
    """The kinds of move that one clan can still make in production; read off its sheet once."""
    reading = table.clan(name)
    if reading.due is None:
        reading.due = tuple(_still_due(table, table.by_name[name]))
    return reading.due


def _still_due(table: Table, clan: Clan) -> Iterator[str]:
    """What one clan can still do in production; one that has finished may still buy help for its raid."""
    if clan.done is not True and has_a_die(table, clan):
        yield "use"
    if can_give(table, clan) is not False:
        yield "altar"
    if clan.done is not True and (clan.waiting or clan.waiting is UNSET):
        yield "store"
    if clan.done is not True and not clan.waiting:
        yield "done"


def dice_allowed(table: Table, clan: Clan) -> int:
    """dice/two-of-three, unless a development says otherwise."""
    return DICE_A_ROUND + bool(table.box.effects(clan.developments, ExtraDieEffect))


def has_a_die(table: Table, clan: Clan) -> bool:
    """Whether a resource die or a favour die is left to be used, as far as it is told."""
    if clan.dice_used is UNSET or len(clan.dice_used) < dice_allowed(table, clan):
        return True
    used = clan.favours_used or ()
    if clan.favours_used is UNSET or table.box.values is None:
        return True
    return any(
        favour not in used and is_unlocked(clan, table.box, favour) is not False for favour in table.box.values
    )


def altar_room(table: Table, clan: Clan) -> int | None:
    """How many Vikings the altar still takes; None when there is no limit, or none is told."""
    altar = table.box.pack.altar
    if altar is UNSET or altar.boxes is None or clan.altar is UNSET:
        return None
    return max(0, altar.boxes - clan.altar)


def can_give(table: Table, clan: Clan) -> bool | None:
    """Whether a clan has a Viking for the altar and a box for it; None when that is not known."""
    room = altar_room(table, clan)
    if clan.vikings == 0 or room == 0:
        return False
    if clan.vikings is UNSET or (room is None and is_limited(table)):
        return None
    return True


def is_limited(table: Table) -> bool:
    """altar/limit: whether the pack has a limit for the altar."""
    altar = table.box.pack.altar
    return altar is not UNSET and altar.boxes is not None


def _choice(table: Table) -> Turn | None:
    """raid/at-once: who has not chosen yet; then who has not told the choice."""
    clans = table.state.players
    if any(clan.choice is UNSET for clan in clans):
        return None
    waiting = [clan.name for clan in clans if clan.choice is None]
    if waiting or not table.whole:
        return Turn("choice", {"choose": waiting} if waiting else {})
    return Turn("choice", {"reveal": [clan.name for clan in clans if clan.choice == "?"]})


def _raids(table: Table, phase: str) -> Turn | None:
    storing = [clan.name for clan in table.state.players if clan.waiting]
    if storing:
        return Turn(phase, {"store": storing})
    raid = table.raid
    kinds = None if raid is None else _raid(table, raid)
    return None if kinds is None else Turn(phase, kinds)


def _raid(table: Table, raid: Raid) -> dict[str, list[str]] | None:
    """What the raid under way is waiting for; None where that is not known."""
    if raid.right is UNSET or any(contender.status is UNSET for contender in raid.clans):
        return None
    retreating = [contender.player for contender in raid.clans if contender.status == "retreating"]
    if retreating:
        return {"retreat": retreating}
    if raid.step == "bid":
        fighting = [contender for contender in raid.clans if contender.status == "in"]
        if any(contender.bid is UNSET for contender in fighting):
            return None
        waiting = [contender.player for contender in fighting if contender.bid is None]
        hidden = [contender.player for contender in fighting if contender.bid == "?"]
        return {"bid": waiting} if waiting else {"reveal": hidden}
    who = [] if raid.right is None else [raid.right]
    if raid.step == "help":
        return {"altar": who, "yield": who}
    if raid.step == "pay":
        return {"pay": who, "yield": who} if table.choices.peek("payment") == "optional" else {"pay": who}
    return {"attack": who}


def following(table: Table) -> tuple[str, list[str], list[str]] | None:
    """The phase, who may move now, and by which kinds of move; None where more may be due than can be seen."""
    now = turn(table)
    return None if now is None or _more_may_be_due(table, now.phase) else (now.phase, now.players, list(now.kinds))


def _more_may_be_due(table: Table, phase: str) -> bool:
    """Whether clans of which nothing is known, or products that may wait for a place, may make more moves due."""
    state = table.state
    match phase if state.phase is not UNSET else UNSET:
        case "start":
            unknown = state.round is UNSET or not table.whole
            return unknown or any(clan.waiting is UNSET for clan in state.players)
        case "production" | "choice":
            return not table.whole
        case "conflict" | "resolution":
            return bool(may_wait(table))
        case "setup" | "maintenance" | "over":
            return False
    return True


def may_wait(table: Table) -> list[str]:
    """payment/reward: the clans that may have taken a card in this round and of which nobody knows whether the reward
    waits for its place.
    """
    over = [raid for raid in table.state.raids or () if raid.step == "over"]
    takers = [other.player for raid in over for other in raid.clans if other.status in ("in", UNSET)]
    return [name for name in takers if name not in table.by_name or table.by_name[name].waiting is UNSET]
