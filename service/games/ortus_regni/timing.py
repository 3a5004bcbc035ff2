"""Who may do what now: read off the phase and what is pending."""

from collections.abc import Callable
from typing import Any, NamedTuple

from schemas.ortus_regni import Battle, Coronation, Invasion, Joust, Move, Politics
from service.games.ortus_regni.holdings import is_surely
from service.games.ortus_regni.inference import phase_of
from service.games.ortus_regni.parts import is_coronation
from service.games.ortus_regni.table import UNREAD, Table
from service.referee.known import Unknown, UnknownRead, is_known, is_unknown
from service.referee.shapes import made_by_table
from service.referee.table import PLAYERS, STATE
from service.referee.timing import Due

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
BY_TABLE = made_by_table(Move, "start", "cube")
DECLARING = ("excuse", "enter", "stay-out")


class Now(NamedTuple):
    """As much as is known of what is due; nobody is named when it is up to the table."""

    phase: str
    moves: tuple[str, ...]
    players: list[str]
    who_is_known: bool = True
    """False where it is known what is to be decided, but not by whom."""


def due(table: Table) -> Due:
    """What is due; raises ``UnknownRead`` where something unknown decides."""
    now = known_due(table)
    if now is None or not now.who_is_known:
        raise UnknownRead((f"{STATE}/phase", f"{STATE}/turn", f"{STATE}/acted", f"{STATE}/pending"))
    return Due(now.phase, now.players, list(now.moves))


def known_due(table: Table) -> Now | None:
    """What is known of what is due; None when nothing is."""
    now: Now | None = table.derived.get("due", UNREAD)
    if now is UNREAD:
        now = table.derived["due"] = _known_due(table)
    return now


def _known_due(table: Table) -> Now | None:
    pending, phase = table.pending, table.phase
    if is_surely(phase, "over"):
        return Now("over", (), [])
    if is_unknown(pending):
        return None
    if pending:
        return _decision(table, phase_of(pending, table.turn) or "turn" if is_unknown(phase) else phase, pending)
    if is_unknown(phase) or phase == "vikings":
        return None
    return _by_phase(table, phase)


def _decision(table: Table, phase: str, pending: Any) -> Now:
    moves = _moves(pending)
    if moves[0] in BY_TABLE:
        return Now(phase, moves, [])
    try:
        player = DECISIONS[type(pending)](table, pending)
    except UnknownRead:
        player = None
    if player is None or isinstance(player, Unknown):
        return Now(phase, moves, [], who_is_known=False)
    return Now(phase, moves, [player])


def _by_phase(table: Table, phase: str) -> Now | None:
    if phase == "decks":
        waiting = [name for name in table.order if table.deck(name) is None]
        known = table.seats_known and all(is_known(table.deck(name)) for name in table.order)
        return Now("decks", ("build",), waiting, known) if waiting or not known else None
    if phase == "start":
        return Now("start", ("start",), [])
    turn, acted = table.turn, table.acted
    if not isinstance(turn, str):
        return None
    if phase == "mulligan":
        return Now("mulligan", ("mulligan",), [turn])
    if is_unknown(acted):
        return None
    return Now("turn", AFTER_THE_ACTION if acted else OWN_TURN, [turn])


MOVES: dict[str, tuple[str, ...]] = {
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
"""The types of move by which each step is decided."""


def named(moves: tuple[str, ...]) -> str:
    """What these types of move decide, as a refusal names it: a whole turn, the declarations of a joust."""
    if "end" in moves:
        return "turn"
    return {DECLARING: "declare", ("allies",): "answer"}.get(moves, moves[0])


def _moves(pending: Any) -> tuple[str, ...]:
    return ("offer",) if is_coronation(pending) else MOVES[pending.step]


# Who decides: a name; None or an Unknown where that is not known. The steps of the table are not asked about.


def _politics(table: Table, pending: Any) -> Any:
    return pending.target if pending.step in ("allies", "defender", "give") else pending.attacker


def declarers(table: Table, joust: Any) -> list[str]:
    """joust/order: the Earls in the order in which they declare, the organiser last."""
    return [*table.others(joust.organiser), joust.organiser]


def undeclared(table: Table, joust: Any) -> list[str]:
    """Who has still to declare, in order; perhaps some who have left the game. Whoever was passed over has."""
    declared = {declaration.player for declaration in joust.declared}
    order = declarers(table, joust)
    latest = max((place for place, name in enumerate(order) if name in declared), default=-1)
    return order[latest + 1 :]


def _joust(table: Table, joust: Any) -> Any:
    if joust.step == "place":
        return joust.winner
    if joust.step == "reattach":
        return joust.reattaching[0][0] if joust.reattaching else None
    waiting = undeclared(table, joust)
    if not table.seats_known:
        return Unknown(PLAYERS)
    if waiting and waiting[0] != joust.organiser and is_unknown(table.is_out(waiting[0])):
        return table.is_out(waiting[0])
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
