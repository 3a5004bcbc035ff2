"""Whose turn it is, and for what: read off the phase and what is pending."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from msgspec import UNSET

from schemas.ortus_regni import Battle, Coronation, Invasion, Joust, Politics
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.untold import UNTOLD, is_coronation
from service.referee.known import UnknownRead, is_unknown

FREE = ("tower", "garrison")
ACTIONS = (
    "castle",
    "attach",
    "appoint",
    "hire",
    "recruit",
    "monastery",
    "emissary",
    "treachery",
    "intrigue",
    "banquet",
    "bequeath",
    "claim",
    "joust",
    "attack",
)
LEAVING = ("end", "concede")
AFTER_THE_ACTION = (*FREE, *LEAVING)
OWN_TURN = (*FREE, *ACTIONS, *LEAVING)
OF_OWN_TURN = frozenset(OWN_TURN)
BY_TABLE = ("start", "pick", "deal", "reveal", "vikings", "cube")
DECLARING = ("excuse", "enter", "stay-out")


class Turn(NamedTuple):
    """What is to be done now, and by whom; nobody is named when it is the table's doing."""

    phase: str
    kinds: tuple[str, ...]
    players: list[str]
    who_is_known: bool = True
    """False where it is known what is to be decided, but not by whom."""


def due(table: Table) -> Turn | None:
    """What is to be done now, or None when too little of the table is told."""
    if "due" not in table.derived:
        table.derived["due"] = _due(table)
    return cast(Turn | None, table.derived["due"])


def _due(table: Table) -> Turn | None:
    state = table.state
    if state.phase == "over":
        return Turn("over", (), [])
    if state.pending:
        phase = state.phase if state.phase is not UNSET else "turn"
        kinds = _kinds(state.pending)
        if kinds[0] in BY_TABLE:
            return Turn(phase, kinds, [])
        try:
            player = DECISIONS[type(state.pending)](table, table.pending)
        except UnknownRead:
            player = UNTOLD
        if player is None or is_unknown(player):
            return Turn(phase, kinds, [], who_is_known=False)
        return Turn(phase, kinds, [player])
    if state.phase in (UNSET, "vikings") or state.pending is UNSET:
        return None
    return _by_phase(table)


def _by_phase(table: Table) -> Turn | None:
    state = table.state
    match state.phase:
        case "decks":
            waiting = [name for name, player in table.by_name.items() if player.deck is None]
            known = table.seats_known and all(player.deck is not UNSET for player in table.by_name.values())
            return Turn("decks", ("build",), waiting, known) if waiting or not known else None
        case "start":
            return Turn("start", ("start",), [])
    if not isinstance(state.turn, str):
        return None
    if state.phase == "mulligan":
        return Turn("mulligan", ("mulligan",), [state.turn])
    if state.acted is UNSET:
        return None
    return Turn("turn", AFTER_THE_ACTION if state.acted else OWN_TURN, [state.turn])


KINDS: dict[str, tuple[str, ...]] = {
    "allies": ("allies",),
    "attacker": ("dispute",),
    "defender": ("dispute",),
    "pick": ("pick",),
    "give": ("give",),
    "place": ("place",),
    "reattach": ("place",),
    "declare": DECLARING,
    "deal": ("deal",),
    "sudden": ("deal",),
    "field-attacker": ("field",),
    "field-defender": ("field",),
    "card": ("reveal",),
    "church": ("decide",),
    "ransom": ("ransom",),
    "damage-attacker": ("suffer",),
    "damage-defender": ("suffer",),
    "capture": ("capture",),
    "reveal": ("vikings",),
    "cube": ("cube",),
    "order": ("order",),
}
"""The kinds of move by which each step is decided."""


def _kinds(pending: Any) -> tuple[str, ...]:
    return ("offer",) if is_coronation(pending) else KINDS[pending.step]


# Who decides: a name; None or UNTOLD where that is not known. The steps of the table are not asked about.


def _politics(table: Table, pending: Any) -> Any:
    return pending.target if pending.step in ("allies", "defender", "give") else pending.attacker


def declarers(table: Table, joust: Any) -> list[str]:
    """joust/order: the Earls in the order in which they declare, the organiser last."""
    return [*table.others(joust.organiser), joust.organiser]


def undeclared(table: Table, joust: Any) -> list[str]:
    """Who has still to declare, in order; among them Earls who may have left the game."""
    declared = {one.player for one in joust.declared}
    return [name for name in declarers(table, joust) if name not in declared]


def _joust(table: Table, joust: Any) -> Any:
    if joust.step == "place":
        return joust.winner
    if joust.step == "reattach":
        return joust.reattaching[0][0] if joust.reattaching else None
    waiting = undeclared(table, joust)
    if not table.seats_known:
        return UNTOLD
    if waiting and waiting[0] != joust.organiser and may_be_out(table, waiting[0]):
        return UNTOLD
    return waiting[0] if waiting else None


def winner_of(battle: Any) -> Any:
    """Who receives ransoms and captures: the side that the result favours, the attacker in a normal battle."""
    return battle.defender if battle.outcome == "defender" else battle.attacker


def loser_of(battle: Any) -> Any:
    """Whose Lords are captured."""
    return battle.attacker if battle.outcome == "defender" else battle.defender


def _battle(table: Table, battle: Any) -> Any:
    match battle.step:
        case "field-attacker" | "capture":
            return battle.attacker
        case "field-defender" | "damage-defender":
            return battle.defender
        case "church":
            return battle.decider
        case "ransom" | "reattach":
            return loser_of(battle)
        case "damage-attacker":
            return battle.controller if battle.attacker is None else battle.attacker
    return winner_of(battle)


def _coronation(table: Table, pending: Any) -> Any:
    return pending.offering[0] if pending.offering else None


def _invasion(table: Table, pending: Any) -> Any:
    return pending.controller


DECISIONS: dict[type, Callable[[Table, Any], Any]] = {
    Politics: _politics,
    Joust: _joust,
    Battle: _battle,
    Coronation: _coronation,
    Invasion: _invasion,
}


def following(table: Table) -> tuple[str, list[str], list[str]] | None:
    """The phase, who may move now, and by which kinds of move."""
    now = due(table)
    return None if now is None or not now.who_is_known else (now.phase, now.players, list(now.kinds))
