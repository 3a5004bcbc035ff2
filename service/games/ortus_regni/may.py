"""Whether it is time for a move, and whose: one place for all kinds of move."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Battle, Fief, Player, Politics
from service.games.ortus_regni.parts import archbishop
from service.games.ortus_regni.setup import OPENING_HAND
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.turn import ACTIONS, DECLARING, FREE, OF_OWN_TURN, Turn, due
from service.games.ortus_regni.untold import is_battle, is_joust, is_politics
from service.referee.findings import Findings
from service.referee.known import is_known

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
        findings.assumes("speaks-for-church" if kind == "decide" else "turn", player=player)
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
    """Too little is told: what is told is held against the move, the rest is assumed."""
    state, before = table.state, len(findings.broken)
    if kind in OF_OWN_TURN and isinstance(state.turn, str) and state.turn != player:
        findings.breaks("turn/own-turn" if kind in FREE else "turn/order", player=player, turn=state.turn)
    elif _is_another_phase(kind, state.phase):
        findings.breaks("turn/decision-first", "phase", player=player or "-", phase=state.phase)
    elif state.pending is None and kind in RULES and kind not in BEFORE_PLAY:
        findings.breaks(RULES[kind], "time", due=("turn",))
    else:
        _contradicted(table, kind, findings)
    if len(findings.broken) == before:
        if kind == "reveal":
            findings.assumes("battle-card-due")
        elif kind in ("field", "suffer"):
            findings.assumes("battle-step", player=player, move=kind)
        elif player is None:
            findings.assumes("time")
        else:
            findings.assumes("turn", player=player)
    if kind in ACTIONS:
        if state.acted is True:
            findings.breaks("turn/one-action", player=player)
        elif state.acted is UNSET:
            findings.assumes("action-left", player=player)


def _contradicted(table: Table, kind: str, findings: Findings) -> None:
    """Zones that show by themselves that it cannot be time for this."""
    if kind in OF_THE_VIKINGS:
        _vikings_can(table, kind, findings)
    elif kind in BEFORE_PLAY and _play_has_begun(table, kind):
        findings.breaks(RULES[kind])
    elif kind == "offer" and table.state.king is None:
        findings.breaks("crown/offering")


BEFORE_PLAY = {"build": "decks", "start": "start", "mulligan": "mulligan"}
"""The phase of each move before the first turn."""


def _is_another_phase(kind: str, phase: object) -> bool:
    """Whether the phase that is told is none in which this kind of move is made."""
    if phase is UNSET:
        return False
    if kind in BEFORE_PLAY:
        return phase != BEFORE_PLAY[kind]
    return phase in BEFORE_PLAY.values() or (kind in OF_OWN_TURN and phase != "turn")


OF_THE_VIKINGS = ("vikings", "cube", "order")


def _vikings_can(table: Table, kind: str, findings: Findings) -> None:
    """vikings/their-turn, vikings/active: whether what is told of the Vikings lets it be their turn."""
    vikings = table.state.vikings
    if table.state.arrived is False or table.state.phase == "turn":
        findings.breaks("vikings/their-turn", "stage")
    elif kind != "vikings" and vikings is not UNSET and is_known(table.seats) and len(vikings) <= table.seats:
        findings.breaks("vikings/active", "stage", count=len(vikings), expected=table.seats + 1)


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
