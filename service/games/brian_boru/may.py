"""Whether it is time for a move, and whose: one place for all kinds of move."""

from schemas.brian_boru import Pending
from service.games.brian_boru.table import Table
from service.games.brian_boru.turn import Turn, turn
from service.referee.findings import Findings

OUT_OF_TURN = {
    "open": "opening/order",
    "lead": "trick/leader",
    "play": "trick/order",
    "act": "action/ascending",
    "wed": "marriage/princess",
}
"""The rule that somebody breaks who makes a move that another player is to make."""
DECISIONS = ("settle", "wed", "raid", "build")


def may(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this kind of move is due now, and from this player."""
    now = turn(table)
    if table.state.phase == "over":
        findings.breaks("end/over")
    elif now is None:
        if player is None:
            findings.assumes("time")
        else:
            findings.assumes("turn", player=player)
    elif now.kind != kind:
        _wrong_time(table, kind, player, now, findings)
    elif player is not None and player not in now.players:
        _out_of_turn(table, kind, player, now, findings)
    else:
        findings.allows(_ground(table, now))


def _wrong_time(table: Table, kind: str, player: str | None, now: Turn, findings: Findings) -> None:
    """round/phases, upkeep/order, and what says more precisely why a move is late or early."""
    if kind == "pick" and now.phase == "trick":
        findings.breaks("draft/keep-last")
    elif kind == "lead" and now.kind == "play":
        findings.breaks("trick/order", "led", player=now.players[0])
    elif kind == "play" and now.kind == "lead":
        findings.breaks("trick/leader", "lead_first", player=now.players[0])
    elif kind in DECISIONS and now.kind in DECISIONS:
        findings.breaks("upkeep/order", due=now.kind, player=now.players[0])
    elif kind == "start":
        findings.breaks("setup/first-player")
    else:
        findings.breaks("round/phases", phase=now.phase, due=now.kind)


def _out_of_turn(table: Table, kind: str, player: str, now: Turn, findings: Findings) -> None:
    pending = table.state.pending
    if kind == "pick":
        findings.breaks("draft/simultaneous", player=player)
    elif kind in OUT_OF_TURN:
        rule = OUT_OF_TURN[kind]
        findings.breaks(rule, player=player, turn=now.players[0] if now.players else "-")
    elif pending:
        rule, detail = rule_of(pending[0]), {"player": player, "turn": pending[0].player}
        findings.breaks(rule, "turn", **detail)


def rule_of(pending: Pending) -> str:
    """The rule that says who decides."""
    match pending.decision:
        case "card-town" | "princess":
            return "marriage/highest"
        case "track-town":
            return "marriage/any-town"
        case "raid":
            return "battle/tied-most" if pending.player == pending.loser else "battle/most-chooses"
        case "monastery":
            return "church/first"
        case _:
            return "church/four"


def _ground(table: Table, now: Turn) -> str:
    """The rule by which it is this move's time."""
    if now.kind == "pick":
        return "draft/simultaneous"
    if now.kind in ("prepare", "deal"):
        return "round/phases"
    pending = table.state.pending
    if now.kind in DECISIONS and pending:
        return rule_of(pending[0])
    return OUT_OF_TURN.get(now.kind, "setup/first-player")
