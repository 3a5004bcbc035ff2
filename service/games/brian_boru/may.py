"""Whether it is time for a move, and whose: one place for all kinds of move."""

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Pending
from service.games.brian_boru.audit import audit
from service.games.brian_boru.table import Table
from service.games.brian_boru.turn import Turn, turn
from service.referee.budget import CHECK, step
from service.referee.findings import Findings

OUT_OF_TURN = {
    "open": "opening/order",
    "lead": "trick/leader",
    "play": "trick/order",
    "act": "action/ascending",
    "wed": "marriage/princess",
}
"""The rule that somebody breaks who makes a move that another player is to make."""
UPKEEP = ("marriage", "battle", "church", "claims")
KINDS: dict[str, tuple[str, ...]] = {
    "opening": ("start", "open"),
    "preparation": ("prepare",),
    "deal": ("deal",),
    "draft": ("pick",),
    "trick": ("lead", "play"),
    "actions": ("act",),
    "marriage": ("settle", "wed"),
    "battle": ("raid",),
    "church": ("build",),
    "claims": ("prepare",),
}
"""The moves of each phase; claims are settled by themselves, and the next round is prepared."""
DECISIONS = ("settle", "wed", "raid", "build")


def may(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this kind of move is due now, and from this player."""
    now = turn(table)
    if table.state.phase == "over":
        findings.breaks("end/over")
    elif now is None:
        _as_far_as_told(table, kind, player, findings)
    elif now.kind != kind:
        _wrong_time(table, kind, player, now, findings)
    elif player is not None and player not in now.players:
        _out_of_turn(table, kind, player, now, findings)
    else:
        findings.allows(_ground(table, now))


def _as_far_as_told(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Too little is told to say whose turn it is; what is told may still speak against the move."""
    phase = table.state.phase
    if phase is UNSET and _speaks_against(table, kind, player, findings):
        return
    if phase == "trick" and kind == "pick":
        findings.breaks("draft/keep-last")
    elif phase is not UNSET and kind not in _kinds(table, phase):
        findings.breaks("round/phases", "phase", phase=phase)
    elif player is None:
        findings.assumes("time", kind=kind)
    elif not _has_had_the_turn(table, kind, player, findings):
        findings.assumes("turn", player=player, kind=kind)


def fits_phase(table: Table, kind: str) -> Table | None:
    """The table, whose phase is not known, in the phase of this kind of move; None if it cannot be in that phase."""
    phase = next(phase for phase, kinds in KINDS.items() if kind in kinds)
    supposed = Table(replace(table.state, phase=phase), table.box, table.choices.under())
    findings = Findings()
    step(CHECK)
    audit(supposed, findings)
    return None if findings.broken else supposed


def _speaks_against(table: Table, kind: str, player: str | None, findings: Findings) -> bool:
    """Whether the move is wrong even if it is the phase for it, which is not known."""
    supposed = fits_phase(table, kind)
    if supposed is not None:
        found = Findings()
        may(supposed, kind, player, found)
        findings.broken += found.broken
        return bool(found.broken)
    if kind == "pick" and fits_phase(table, "lead") is not None:
        findings.breaks("draft/keep-last")
    else:
        findings.breaks("round/phases", "contradicts")
    return True


def _kinds(table: Table, phase: str) -> tuple[str, ...]:
    """The moves of a phase; with nothing pending a step of the upkeep may be over, and the next ones too."""
    if table.sent_state.pending == () and phase in UPKEEP:
        return sum((KINDS[step] for step in UPKEEP[UPKEEP.index(phase) :]), ())
    return KINDS[phase]


def _has_had_the_turn(table: Table, kind: str, player: str, findings: Findings) -> bool:
    """Whether the marker, the trick or a disc shows that this player cannot be the one to make this move."""
    state, before = table.state, len(findings.broken)
    played = {entry.player: entry.card for entry in table.played or ()}
    holder = state.marker if isinstance(state.marker, str) else None
    match kind:
        case "lead" if state.marker is None or state.trick:
            findings.breaks("trick/leader", "under_way")
        case "lead" if holder not in (None, player):
            findings.breaks("trick/leader", player=player, turn=holder)
        case "play" if holder is not None:
            findings.breaks("trick/leader", "lead_first", player=holder)
        case "play" if state.trick is None and state.phase == "trick":
            findings.breaks("trick/leader", "not_begun")
        case "play" if player in played:
            findings.breaks("trick/order", "again", player=player)
        case "act" if player in played and min(played.values()) < played[player]:
            findings.breaks("action/ascending", player=player, turn=min(played, key=played.__getitem__))
        case "open" if any(held.disc == player for held in (state.towns or {}).values()):
            findings.breaks("opening/order", "again", player=player)
        case "pick" if table.by_name[player].picked:
            findings.breaks("draft/simultaneous", player=player)
    return len(findings.broken) > before


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
