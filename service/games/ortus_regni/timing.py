"""Whose turn it is, and for what: read off the phase and what is pending."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from msgspec import UNSET

from schemas.ortus_regni import Battle, Coronation, Fief, Invasion, Joust, Player, Politics
from service.games.ortus_regni.cards import are_cards_in_a_decision
from service.games.ortus_regni.parts import archbishop, church_decider
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import Table, may_be_out
from service.games.ortus_regni.untold import UNTOLD, is_battle, is_coronation, is_joust, is_politics
from service.referee.findings import Findings
from service.referee.known import UnknownRead, is_known, is_unknown

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
        phase = state.phase if state.phase is not UNSET else _phase_of(state.pending)
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


def _phase_of(pending: Any) -> str:
    """The phase in which such a decision comes up; a coronation can come up in both."""
    by_vikings = isinstance(pending, Invasion) or (isinstance(pending, Battle) and pending.attacker is None)
    return "vikings" if by_vikings else "turn"


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


# ---------------------------------------------------------------- whether it is time

RULES = {
    "start": "setup/first-earl",
    "mulligan": "setup/mulligan",
    "allies": "allies/answer",
    "dispute": "dispute/turns",
    "pick": "treachery/hand",
    "give": "intrigue/defender-picks",
    "place": "intrigue/placed",
    "excuse": "joust/order",
    "enter": "joust/order",
    "stay-out": "joust/order",
    "deal": "joust/deal",
    "field": "combat/sequence",
    "reveal": "card/drawn",
    "decide": "card/church-decides",
    "ransom": "ransom/before-damage",
    "suffer": "combat/sequence",
    "capture": "capture/destroyed",
    "offer": "crown/offering",
    "vikings": "vikings/growth",
    "cube": "vikings/cube",
    "order": "vikings/controller",
}
"""The rule that says when a decision is to be made."""
OUT_OF_TURN = {
    "mulligan": "setup/mulligan-order",
    "suffer": "damage/own-side",
    "offer": "crown/offering-order",
    "decide": "card/church-decides",
}
"""The rule that says by whom, where it is another one."""


def may(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this kind of move is due now, and from this Earl."""
    if player is not None and player in table.out:
        findings.breaks("turn/order", "out", player=player)
    if table.state.phase == "over":
        findings.breaks("end/last-earl", "over")
        return
    if kind == "build":
        _build(table, str(player), findings)
        return
    now = due(table)
    if now is None:
        _unknown(table, kind, player, findings)
        return
    if not now.who_is_known and kind in now.kinds:
        if kind in DECLARING and is_joust(table.pending) and _has_declared(table.pending, player):
            findings.breaks("joust/order", "turn", player=player, turn="-")
            return
        if kind == "decide":
            findings.assumes("speaks-for-church", player=player)
        else:
            findings.assumes("turn", player=player, move=kind)
        return
    if kind in OF_OWN_TURN:
        _own_turn(table, kind, str(player), now, findings)
    elif kind not in now.kinds:
        _wrong_time(table, kind, now, findings)
    elif player is not None and player not in now.players:
        rule = _who(table, kind)
        findings.breaks(rule, "turn", player=player, turn=now.players[0] if now.players else "-")
    else:
        findings.allows(_who(table, kind) if player is not None else RULES.get(kind, "turn/decision-first"))


def _has_declared(joust: Any, player: str | None) -> bool:
    return is_known(joust.declared) and player in [one.player for one in joust.declared]


def _build(table: Table, player: str, findings: Findings) -> None:
    """turn/decision-first, deck/any-mix: decks are brought before anything else, one by each Earl."""
    phase, deck = table.state.phase, table.by_name[player].deck
    if phase not in (UNSET, "decks") or (phase is UNSET and deck is UNSET and _play_has_begun(table, "build")):
        findings.breaks("turn/decision-first", "build")
        return
    if phase is UNSET:
        findings.assumes("decks-due")
    if deck is UNSET:
        findings.assumes("no-deck-yet", player=player)
    elif deck is not None:
        waiting = [name for name, other in table.by_name.items() if other.deck is None]
        findings.breaks("deck/any-mix", "turn", player=player, turn=waiting[0] if waiting else "-")
    else:
        findings.allows("deck/any-mix")


def _unknown(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Too little is known: what is known is held against the move, the rest is assumed."""
    before = len(findings.broken)
    _contradicted(table, kind, player, findings)
    if len(findings.broken) == before:
        _assume_time(table, kind, player, findings)
    if kind in ACTIONS:
        if table.state.acted is True:
            findings.breaks("turn/one-action", player=player)
        elif table.state.acted is UNSET:
            findings.assumes("action-left", player=player)


def _assume_time(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    if kind == "reveal":
        findings.assumes("battle-card-due")
    elif kind in ("field", "suffer"):
        findings.assumes("battle-step", player=player, move=kind)
    elif player is None:
        findings.assumes("time", move=kind)
    elif player not in table.out:
        findings.assumes("turn", player=player, move=kind)
    if kind == "decide":
        _decider(table, str(player), findings)


def _decider(table: Table, player: str, findings: Findings) -> None:
    """card/church-decides, card/most-churches: who speaks for the Church, whenever it is asked."""
    decider = church_decider(table)
    if decider is UNSET:
        findings.assumes("speaks-for-church", player=player)
    elif decider != player:
        findings.breaks(_who(table, "decide"), "turn", player=player, turn=decider or "-")


def _contradicted(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """What is known shows by itself that it cannot be time for this, or not this Earl's."""
    state = table.state
    if kind in OF_OWN_TURN and isinstance(state.turn, str) and state.turn != player:
        findings.breaks("turn/own-turn" if kind in FREE else "turn/order", player=player, turn=state.turn)
    elif _is_another_phase(kind, state.phase):
        if kind in RULES:
            findings.breaks(RULES[kind], "time", due=(DUE_IN.get(str(state.phase), state.phase),))
        elif player not in table.out:
            findings.breaks("turn/decision-first", "phase", player=player or "-", phase=state.phase)
    elif state.pending is None and kind in RULES and kind not in BEFORE_PLAY:
        findings.breaks(RULES[kind], "time", due=("turn",))
    elif kind in (*OWN_TURN, "order") and state.pending is UNSET and are_cards_in_a_decision(table):
        findings.breaks(RULES.get(kind, "turn/decision-first"), "cards")
    elif kind in OF_THE_VIKINGS:
        _vikings_can(table, kind, findings)
    elif kind in BEFORE_PLAY and _play_has_begun(table, kind):
        findings.breaks(RULES[kind])
    elif kind == "offer" and state.king is None:
        findings.breaks("crown/offering")


BEFORE_PLAY = {"build": "decks", "start": "start", "mulligan": "mulligan"}
"""The phase of each move before the first turn."""
DUE_IN = {phase: kind for kind, phase in BEFORE_PLAY.items()}
"""What is due in these phases."""


def _is_another_phase(kind: str, phase: object) -> bool:
    """Whether the phase that is told is none in which this kind of move is made."""
    if phase is UNSET:
        return False
    if kind in BEFORE_PLAY:
        return phase != BEFORE_PLAY[kind]
    return phase in BEFORE_PLAY.values() or (kind in OF_OWN_TURN and phase != "turn")


OF_THE_VIKINGS = ("vikings", "cube", "order")


def _vikings_can(table: Table, kind: str, findings: Findings) -> None:
    """vikings/their-turn, vikings/active: whether what is known of the Vikings lets it be time for this."""
    vikings = table.state.vikings
    if table.state.arrived is False or table.state.phase == "turn":
        findings.breaks(RULES[kind], "time", due=("turn",))
    elif kind != "vikings" and vikings is not UNSET and is_known(table.seats) and len(vikings) <= table.seats:
        findings.breaks(RULES[kind], "time", due=("vikings",))


def _play_has_begun(table: Table, kind: str) -> bool:
    """Whether something is told that no table has before this."""
    state = table.state
    if state.black_markers or state.white_marker or state.vikings or (state.round or 1) > 1:
        return True
    hand = OPENING_HAND if kind == "mulligan" else 0
    return any(_has_moved(player, hand) for player in table.by_name.values())


def _has_moved(player: Player, hand: int) -> bool:
    """Whether an Earl has something besides the Palace and so many cards in hand."""
    bare = not player.fiefs or (len(player.fiefs) == 1 and _is_bare_palace(player.fiefs[0]))
    laid = (
        player.pool or player.mercenaries or player.emissaries or player.banners or player.discard or player.removed
    )
    return not bare or bool(laid) or (player.hand is not UNSET and len(player.hand) != hand)


def _is_bare_palace(fief: Fief) -> bool:
    """Whether a Fief is, for all that is known, the Palace alone."""
    return fief.anchor == "palace" and not fief.lord and not fief.properties


def _own_turn(table: Table, kind: str, player: str, now: Turn, findings: Findings) -> None:
    """turn/order, turn/own-turn, turn/one-action, turn/decision-first, honour/no-flight, end/concede."""
    state = table.state
    if now.phase != "turn":
        if player not in table.out:
            findings.breaks("turn/decision-first", "phase", player=player, phase=now.phase)
        return
    if isinstance(state.turn, str) and state.turn != player:
        rule = "turn/own-turn" if kind in FREE else "end/concede" if kind == "concede" else "turn/order"
        findings.breaks(rule, player=player, turn=state.turn)
    if state.pending:
        fleeing = kind == "concede" and isinstance(state.pending, Battle | Politics)
        findings.breaks("honour/no-flight" if fleeing else "turn/decision-first", player=player, due=now.kinds)
    if kind in ACTIONS:
        if state.acted is True:
            findings.breaks("turn/one-action", player=player)
        else:
            findings.allows("turn/one-action")
    elif kind in FREE:
        findings.allows("turn/free-actions")


def _wrong_time(table: Table, kind: str, now: Turn, findings: Findings) -> None:
    due_now = ("turn",) if "end" in now.kinds else now.kinds
    findings.breaks(RULES[kind], "time", due=due_now)
    if kind == "suffer" and "ransom" in now.kinds:
        findings.breaks("ransom/before-damage", "time", due=due_now)


BY_WHAT_IS_PENDING = frozenset(("place", "give", "suffer", "decide", *DECLARING))
"""Decisions of which it depends who makes them, and by which rule."""


def _who(table: Table, kind: str) -> str:
    """The rule that says who decides."""
    if kind not in BY_WHAT_IS_PENDING:
        return OUT_OF_TURN.get(kind) or RULES[kind]
    pending = table.pending
    if kind == "place":
        return _who_places(pending)
    if kind == "give" and is_politics(pending) and pending.aim == "armies":
        return "intrigue/armies"
    if kind == "suffer" and is_battle(pending) and pending.attacker is None:
        return "vikings/damage" if pending.step == "damage-attacker" else "damage/own-side"
    if kind in DECLARING:
        return "joust/order"
    if kind == "decide" and archbishop(table) is None:
        return "card/most-churches"
    return OUT_OF_TURN.get(kind, RULES[kind])


def _who_places(pending: Any) -> str:
    if is_joust(pending):
        return "joust/prize"
    if is_battle(pending):
        return "capture/placed" if pending.assigned is True else "ransom/placed"
    return "intrigue/placed"
