"""Whether it is time for a move, and whose: one place for all kinds of move."""

from msgspec import UNSET

from schemas.ortus_regni import Battle, Joust, Politics
from service.games.ortus_regni.table import Table, archbishop
from service.games.ortus_regni.turn import ACTIONS, DECLARING, FREE, OWN_TURN, Turn, due
from service.referee.findings import Findings

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
    now = due(table)
    if now is None:
        _unknown(table, kind, player, findings)
        return
    if kind in OWN_TURN:
        _own_turn(table, kind, str(player), now, findings)
    elif kind not in now.kinds:
        _wrong_time(table, kind, now, findings)
    elif player is not None and player not in now.players:
        rule = _who(table, kind)
        findings.breaks(rule, "turn", player=player, turn=now.players[0] if now.players else "-")
    else:
        findings.allows(_who(table, kind) if player is not None else RULES.get(kind, "turn/decision-first"))


def _unknown(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Too little is told: what is told is held against the move, the rest is assumed."""
    state = table.state
    if kind in OWN_TURN and isinstance(state.turn, str) and state.turn != player:
        findings.breaks("turn/own-turn" if kind in FREE else "turn/order", player=player, turn=state.turn)
    elif kind in OWN_TURN and state.phase in ("decks", "start", "mulligan", "vikings"):
        findings.breaks("turn/decision-first", "phase", player=player, phase=state.phase)
    elif player is None:
        findings.assumes("time")
    else:
        findings.assumes("turn", player=player)
    if kind in ACTIONS:
        if state.acted is True:
            findings.breaks("turn/one-action", player=player)
        elif state.acted is UNSET:
            findings.assumes("action-left", player=player)


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
    if kind == "build":
        findings.breaks("turn/decision-first", "build")
    else:
        findings.breaks(RULES[kind], "time", due=now.kinds)
        if kind == "suffer" and "ransom" in now.kinds:
            findings.breaks("ransom/before-damage", "time", due=now.kinds)


def _who(table: Table, kind: str) -> str:
    """The rule that says who decides."""
    pending = table.state.pending
    if kind == "build":
        return "deck/any-mix"
    if kind == "place":
        return _who_places(pending)
    if kind == "give" and isinstance(pending, Politics) and pending.aim == "armies":
        return "intrigue/armies"
    if kind == "suffer" and isinstance(pending, Battle) and pending.attacker is None:
        return "vikings/damage" if pending.step == "damage-attacker" else "damage/own-side"
    if kind in DECLARING:
        return "joust/order"
    if kind == "decide" and archbishop(table) is None:
        return "card/most-churches"
    return OUT_OF_TURN.get(kind, RULES[kind])


def _who_places(pending: object) -> str:
    if isinstance(pending, Joust):
        return "joust/prize"
    if isinstance(pending, Battle):
        return "capture/placed" if pending.assigned else "ransom/placed"
    return "intrigue/placed"
