"""Whose turn it is, and for what: read off the phase and what is pending."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from msgspec import UNSET

from schemas.ortus_regni import Battle, Coronation, Invasion, Joust, Politics
from service.games.ortus_regni.table import Table

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


Decision = tuple[tuple[str, ...], str | None]
"""The kinds of move by which something is decided, and who does; nobody, when it is the table's doing."""


class Turn(NamedTuple):
    """What is to be done now, and by whom; nobody is named when it is the table's doing."""

    phase: str
    kinds: tuple[str, ...]
    players: list[str]


def due(table: Table) -> Turn | None:
    """What is to be done now, or None when too little of the table is told."""
    if table.now is None:
        table.now = _due(table)
    return cast(Turn | None, table.now)


def _due(table: Table) -> Turn | None:
    state = table.state
    if state.phase == "over":
        return Turn("over", (), [])
    if state.pending:
        kinds, player = DECISIONS[type(state.pending)](table, state.pending)
        phase = state.phase if state.phase is not UNSET else "turn"
        if player is None and kinds[0] not in BY_TABLE:
            return None
        return Turn(phase, kinds, [] if player is None else [player])
    if state.phase in (UNSET, "vikings") or state.pending is UNSET:
        return None
    return _by_phase(table)


def _by_phase(table: Table) -> Turn | None:
    state = table.state
    match state.phase:
        case "decks":
            waiting = [name for name, player in table.by_name.items() if player.deck is UNSET]
            return Turn("decks", ("build",), waiting) if waiting and table.complete else None
        case "start":
            return Turn("start", ("start",), [])
    if not isinstance(state.turn, str):
        return None
    if state.phase == "mulligan":
        return Turn("mulligan", ("mulligan",), [state.turn])
    if state.acted is UNSET:
        return None
    return Turn("turn", AFTER_THE_ACTION if state.acted else OWN_TURN, [state.turn])


def _politics(table: Table, pending: Politics) -> Decision:
    match pending.step:
        case "allies":
            return ("allies",), pending.target
        case "attacker":
            return ("dispute",), pending.attacker
        case "defender":
            return ("dispute",), pending.target
        case "pick":
            return ("pick",), None
        case "give":
            return ("give",), pending.target
        case "place":
            return ("place",), pending.attacker


def declarers(table: Table, joust: Joust) -> list[str]:
    """joust/order: the Earls in the order in which they declare, the organiser last."""
    return [*table.others(joust.organiser), joust.organiser]


def _joust(table: Table, joust: Joust) -> Decision:
    match joust.step:
        case "declare":
            declared = {one.player for one in joust.declared}
            waiting = [name for name in declarers(table, joust) if name not in declared]
            return DECLARING, waiting[0] if waiting else None
        case "place":
            return ("place",), joust.winner
        case "reattach":
            return ("place",), joust.reattaching[0][0] if joust.reattaching else None
    return ("deal",), None


def winner_of(battle: Battle) -> str | None:
    """Who receives ransoms and captures: the side that the result favours, the attacker in a normal battle."""
    return battle.defender if battle.outcome == "defender" else battle.attacker


def loser_of(battle: Battle) -> str | None:
    """Whose Lords are captured."""
    return battle.attacker if battle.outcome == "defender" else battle.defender


def _battle(table: Table, battle: Battle) -> Decision:
    match battle.step:
        case "field-attacker":
            return ("field",), battle.attacker
        case "field-defender":
            return ("field",), battle.defender
        case "card":
            return ("reveal",), None
        case "church":
            return ("decide",), battle.decider
        case "ransom":
            return ("ransom",), loser_of(battle)
        case "place":
            return ("place",), winner_of(battle)
        case "reattach":
            return ("place",), loser_of(battle)
        case "damage-attacker":
            return ("suffer",), battle.attacker or battle.controller
        case "damage-defender":
            return ("suffer",), battle.defender
        case "capture":
            return ("capture",), battle.attacker


def _coronation(table: Table, pending: Coronation) -> Decision:
    return ("offer",), pending.offering[0] if pending.offering else None


def _invasion(table: Table, pending: Invasion) -> Decision:
    if pending.step == "order":
        return ("order",), pending.controller
    return ("vikings" if pending.step == "reveal" else "cube",), None


DECISIONS: dict[type, Callable[[Table, Any], Decision]] = {
    Politics: _politics,
    Joust: _joust,
    Battle: _battle,
    Coronation: _coronation,
    Invasion: _invasion,
}


def following(table: Table) -> tuple[str, list[str], list[str]] | None:
    """The phase, who may move now, and by which kinds of move."""
    now = due(table)
    return None if now is None else (now.phase, now.players, list(now.kinds))
