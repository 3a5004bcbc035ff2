"""Whether it is time for a move, and whose: one place for all types of move."""

from typing import Any

from schemas.ortus_regni import Battle, Fief, Politics
from service.games.ortus_regni.cards import are_cards_in_a_decision
from service.games.ortus_regni.holdings import archbishop, church_decider, is_surely, is_there, surely
from service.games.ortus_regni.parts import is_battle, is_joust, is_politics, known_lord, known_properties
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import (
    ACTIONS,
    DECLARING,
    FREE,
    OF_OWN_TURN,
    OWN_TURN,
    Now,
    known_due,
    named,
    undeclared,
)
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, any_of, attempt, is_known, is_unknown, negation, truth

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
DUE_FACTS = {
    "reveal": "battle-card-due",
    "decide": "church-due",
    "deal": "deal-due",
    "pick": "pick-due",
    "cube": "cube-due",
}
"""The fact that it is time for a move, where it is one of its own."""
OUT_OF_TURN = {
    "mulligan": "setup/mulligan-order",
    "suffer": "damage/own-side",
    "offer": "crown/offering-order",
    "decide": "card/church-decides",
}
"""The rule that says by whom, where it is another one."""


def check_due(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this type of move is due now, and from this Earl."""
    if player is not None and player in table.out:
        findings.breaks("end/out", player=player)
    now = known_due(table)
    if now is not None and now.phase == "over":
        findings.breaks("end/last-earl", "over")
    elif kind == "build":
        _build(table, str(player), findings)
    elif now is None:
        _unknown(table, kind, player, findings)
    elif not now.who_is_known and kind in now.moves:
        _unknown_player(table, kind, player, findings)
    elif kind in OF_OWN_TURN:
        _own_turn(table, kind, str(player), now, findings)
    elif kind not in now.moves:
        _wrong_time(kind, now, findings)
    elif player is None:
        findings.allows(RULES.get(kind, "turn/decision-first"))
    else:
        findings.requires(_who(table, kind), player in now.players, "turn", player=player, turn=now.players[0])


def _unknown_player(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """It is known what is to be decided, but not by whom."""
    joust = table.pending
    declared = kind in DECLARING and is_joust(joust)
    if declared and surely(lambda: player in [declaration.player for declaration in joust.declared]):
        findings.breaks("joust/order", "declared", player=player)
    elif declared and (earlier := _declares_before(table, joust, str(player))):
        findings.breaks("joust/order", "turn", player=player, turn=earlier)
    elif kind == "decide":
        findings.assumes("speaks-for-church", player=player)
    else:
        findings.assumes("turn", player=player, move=kind)


def _declares_before(table: Table, joust: Any, player: str) -> str | None:
    """joust/order: an Earl who is known to be in the game and has to declare before this one."""
    waiting = attempt(lambda: undeclared(table, joust))
    if isinstance(waiting, Unknown) or player not in waiting or joust.organiser not in table.order:
        return None
    ahead = waiting[: waiting.index(player)]
    return next((name for name in ahead if table.is_out(name) is False), None)


def _build(table: Table, player: str, findings: Findings) -> None:
    """turn/decision-first, deck/any-mix: decks are brought before anything else, one by each Earl."""
    deck, phase = table.deck(player), truth(lambda: table.phase == "decks")
    begun = is_unknown(deck) and _play_has_begun(table, "build")
    decks = False if is_unknown(phase) and begun else phase
    due = fact("decks-due")
    if findings.requires("turn/decision-first", decks, "build", assume=due, cite=False) is False:
        return
    waiting = [name for name in table.order if table.deck(name) is None]
    assume, none = fact("no-deck-yet", player=player), negation(is_there(deck))
    if waiting:
        findings.requires("deck/any-mix", none, "turn", assume=assume, player=player, turn=waiting[0])
    else:
        findings.requires("deck/any-mix", none, "built", assume=assume, player=player)


def _unknown(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Too little is known: what is known is held against the move, the rest is assumed."""
    before = len(findings.broken)
    _contradicted(table, kind, player, findings)
    if len(findings.broken) == before:
        _assumes_time(table, kind, player, findings)
    if kind in ACTIONS:
        left = fact("action-left", player=player)
        findings.requires("turn/one-action", lambda: not table.acted, assume=left, cite=False, player=player)


def _assumes_time(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """The fact that it is time for this."""
    if kind in DUE_FACTS:
        findings.assumes(DUE_FACTS[kind])
    elif kind in ("field", "suffer"):
        findings.assumes("battle-step", player=player, move=kind)
    elif player is None:
        findings.assumes("time", move=kind)
    elif player not in table.out:
        findings.assumes("turn", player=player, move=kind)
    if kind == "decide":
        decider, speaks = church_decider(table), fact("speaks-for-church", player=player)
        if decider is None:
            findings.breaks("card/most-churches", "nobody")
            return
        turn: dict[str, Any] = {"player": player, "turn": lambda: decider}
        findings.requires(_who(table, kind), lambda: decider == player, "turn", assume=speaks, cite=False, **turn)


def _contradicted(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """What is known shows by itself that it cannot be time for this, or not this Earl's."""
    if kind in OF_OWN_TURN and isinstance(table.turn, str) and table.turn != player:
        findings.breaks("turn/own-turn" if kind in FREE else "turn/order", player=player, turn=table.turn)
    elif kind in OF_OWN_TURN and player not in table.out and is_surely(table.fiefs(str(player)), ()):
        findings.breaks("end/out", player=player)  # or something is pending, and it is no time for this
    elif surely(lambda: _is_another_phase(kind, table.phase)):
        if kind in RULES:
            findings.breaks(RULES[kind], "time", due=DUE_IN.get(table.phase, table.phase))
        else:
            _no_earls_turn(table, kind, str(player), table.phase, findings)
    elif table.pending is None and kind in RULES and kind not in BEFORE_PLAY:
        findings.breaks(RULES[kind], "time", due="turn")
    elif kind in WITHOUT_CARDS and is_unknown(table.pending) and are_cards_in_a_decision(table):
        findings.breaks(RULES.get(kind, "turn/decision-first"), "cards")
    elif kind in OF_THE_VIKINGS:
        _vikings_can(table, kind, findings)
    elif kind in BEFORE_PLAY and _play_has_begun(table, kind):
        findings.breaks(RULES[kind])
    elif kind == "offer" and table.king is None:
        findings.breaks("crown/offering")


BEFORE_PLAY = {"build": "decks", "start": "start", "mulligan": "mulligan"}
"""The phase of each move before the first turn."""
DUE_IN = {phase: kind for kind, phase in BEFORE_PLAY.items()}
"""What is due in these phases."""


def _is_another_phase(kind: str, phase: str) -> bool:
    """Whether this is no phase in which this type of move is made."""
    if kind in BEFORE_PLAY:
        return phase != BEFORE_PLAY[kind]
    return phase in BEFORE_PLAY.values() or (kind in OF_OWN_TURN and phase != "turn")


OF_THE_VIKINGS = ("vikings", "cube", "order")
WITHOUT_CARDS = (*OWN_TURN, *OF_THE_VIKINGS, "offer")
"""Moves of a time at which no decision holds any card."""


def _vikings_can(table: Table, kind: str, findings: Findings) -> None:
    """vikings/their-turn, vikings/active: whether what is known of the Vikings lets it be their turn."""
    if table.arrived is False or isinstance(table.turn, str) or surely(lambda: table.phase == "turn"):
        findings.breaks(RULES[kind], "time", due="turn")
    elif kind != "vikings" and surely(lambda: len(table.vikings) <= table.fewest_seats):
        findings.breaks(RULES[kind], "time", due="vikings")


def _play_has_begun(table: Table, kind: str) -> bool:
    """Whether something is known that no table has before this."""
    if is_unknown(table.pending) and are_cards_in_a_decision(table):
        return True
    vikings = any_of(lambda: table.black_markers, lambda: table.white_marker, lambda: table.vikings)
    if vikings is True or surely(lambda: table.round > 1):
        return True
    if kind != "mulligan" and any(is_known(table.mulligan(name)) for name in table.order):
        return True
    hand = OPENING_HAND if kind == "mulligan" else 0
    return any(_has_moved(table, name, hand) for name in table.order)


def _has_moved(table: Table, name: str, hand: int) -> bool:
    """Whether an Earl has something besides the Palace and so many cards in hand."""
    fiefs = table.known_fiefs(name)
    if len(fiefs) > 1 or any(not is_bare_palace(fief) for fief in fiefs):
        return True
    laid = table.known_cards(name, "pool", "mercenaries", "emissaries", "discard", "removed")
    if laid or table.known_number(name, "banners"):
        return True
    return surely(lambda: len(table.hand(name)) != hand)


def is_bare_palace(fief: Fief) -> bool:
    """Whether a Fief is, for all that is known, the Palace alone."""
    return fief.anchor == "palace" and not known_lord(fief) and not known_properties(fief)


def _own_turn(table: Table, kind: str, player: str, now: Now, findings: Findings) -> None:
    """turn/order, turn/own-turn, turn/one-action, turn/decision-first, honour/no-flight, end/concede."""
    fleeing = kind == "concede" and isinstance(table.pending, Battle | Politics)
    if fleeing:
        findings.breaks("honour/no-flight", player=player, due=named(now.moves))
    if now.phase != "turn":
        _no_earls_turn(table, kind, player, now.phase, findings)
        return
    if isinstance(table.turn, str) and table.turn != player:
        rule = "turn/own-turn" if kind in FREE else "end/concede" if kind == "concede" else "turn/order"
        findings.breaks(rule, player=player, turn=table.turn)
    if table.pending and not fleeing:
        findings.breaks("turn/decision-first", player=player, due=named(now.moves))
    if kind in ACTIONS:
        findings.requires("turn/one-action", table.acted is not True, player=player)
    elif kind in FREE:
        findings.allows("turn/free-actions")


def _no_earls_turn(table: Table, kind: str, player: str, phase: str, findings: Findings) -> None:
    """end/concede, turn/decision-first: nobody has a turn now, in which this could be done."""
    if player in table.out:
        return
    if kind == "concede" and phase == "vikings":
        findings.breaks("end/concede", "vikings", player=player)
    else:
        findings.breaks("turn/decision-first", "phase", player=player, phase=phase)


def _wrong_time(kind: str, now: Now, findings: Findings) -> None:
    due_now = named(now.moves)
    findings.breaks(RULES[kind], "time", due=due_now)
    if kind == "suffer" and "ransom" in now.moves:
        findings.breaks("ransom/before-damage", "time", due=due_now)


BY_WHAT_IS_PENDING = frozenset(("place", "give", "suffer", "decide", *DECLARING))
"""Decisions of which it depends who makes them, and by which rule."""


def _who(table: Table, kind: str) -> str:
    """The rule that says who decides."""
    if kind not in BY_WHAT_IS_PENDING:
        return OUT_OF_TURN.get(kind) or RULES[kind]
    pending = table.pending
    if kind == "place":
        return who_places(pending)
    if kind == "give" and is_politics(pending) and pending.aim == "armies":
        return "intrigue/armies"
    if kind == "suffer" and is_battle(pending) and pending.attacker is None:
        return "vikings/damage" if pending.step == "damage-attacker" else "damage/own-side"
    if kind in DECLARING:
        return "joust/order"
    if kind == "decide" and archbishop(table) is None:
        return "card/most-churches"
    return OUT_OF_TURN.get(kind, RULES[kind])


def who_places(pending: Any) -> str:
    if is_joust(pending):
        return "joust/prize"
    if is_battle(pending):
        return "capture/placed" if pending.assigned is True else "ransom/placed"
    return "intrigue/placed"
