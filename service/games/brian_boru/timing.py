"""Whether it is time for a move, and whose: one place for all kinds of move."""

from msgspec import UNSET
from msgspec.structs import replace

from schemas.brian_boru import Pending
from service.games.brian_boru.audit import audit
from service.games.brian_boru.inference import BY_DECISION, PHASE_OF
from service.games.brian_boru.table import Table
from service.referee.budget import CHECK, step
from service.referee.findings import Findings
from service.referee.timing import Due

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


# ---------------------------------------------------------------- What is due


def kind_of(now: Due) -> str:
    """The type of move that is due; empty when the game is over."""
    return now.moves[0] if now.moves else ""


def due(table: Table) -> Due | None:
    """What is to be done now, or None when too little of the table is told; read once a table."""
    if table.now is UNSET:
        table.now = _read_due(table)
    return table.now


def _read_due(table: Table) -> Due | None:
    """The turn read anew, for a table in motion."""
    state = table.known
    match state.phase:
        case "over":
            return Due("over", [], [])
        case "opening":
            return _opening_due(table)
        case "preparation":
            return Due("preparation", [], ["prepare"])
        case "deal":
            return Due("deal", [], ["deal"])
        case "draft":
            return _draft_due(table)
        case "trick":
            return _trick_due(table)
        case "actions":
            return _actions_due(table)
        case "marriage" | "battle" | "church":
            return _decision_due(table)
    return _decision_due(table) or _won_due(table) if state.phase is UNSET else None


def _decision_due(table: Table) -> Due | None:
    """The first decision that is pending."""
    if not table.known.pending:
        return None
    first = table.known.pending[0]
    return Due(PHASE_OF[first.decision], [first.player], [BY_DECISION[first.decision]])


def _won_due(table: Table) -> Due | None:
    """The first action after a trick that is known to be won."""
    trick = table.known.trick
    return _actions_due(table) if trick and (trick.town is None or trick.winner is not UNSET) else None


def _opening_due(table: Table) -> Due | None:
    state = table.known
    if state.marker is None:  # nobody has it: the first player is still to be drawn
        return Due("opening", [], ["start"])
    if state.marker is UNSET or state.towns is UNSET or table.count is None or state.marker not in table.by_name:
        return None
    placed = {held.disc for held in state.towns.values()}
    waiting = [name for name in table.clockwise(state.marker) if name not in placed]
    return Due("opening", waiting[:1], ["open"])


def _draft_due(table: Table) -> Due | None:
    if table.count is None or any(player.picked is UNSET for player in table.by_name.values()):
        return None
    return Due("draft", [player.name for player in table.by_name.values() if not player.picked], ["pick"])


def _trick_due(table: Table) -> Due | None:
    state = table.known
    if state.trick is None or (state.trick is UNSET and state.marker):  # who holds the marker has not led yet
        known = state.marker is not UNSET and state.marker in table.by_name
        return Due("trick", [str(state.marker)], ["lead"]) if known else None
    if table.count is None or not table.played:
        return None
    leader = table.played[0].player
    if leader not in table.by_name:
        return None
    waiting = table.clockwise(leader)[len(table.played) :]
    return Due("trick", waiting[:1], ["play"])


def _actions_due(table: Table) -> Due | None:
    if not table.played:
        return None
    return Due("actions", [min(table.played, key=lambda played: played.card).player], ["act"])


def following(table: Table) -> tuple[str, list[str], list[str]] | None:
    """The phase, who may move now, and by which kinds of move."""
    now = due(table)
    if now is None:
        return None
    return now.phase, now.players, now.moves


def next_decision(table: Table) -> Pending | None:
    """The decision that is to be made now."""
    pending = table.known.pending
    return pending[0] if pending else None


def is_step_unknown(table: Table, phase: str) -> bool:
    """Whether this may be the step that is on, and its decisions are not known."""
    return table.known.pending is UNSET and table.known.phase in (UNSET, phase)


# ---------------------------------------------------------------- Whether a move is due


def check_timing(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this kind of move is due now, and from this player."""
    now = due(table)
    if table.known.phase == "over":
        findings.breaks("end/over")
    elif now is None:
        _check_as_far_as_known(table, kind, player, findings)
    elif kind_of(now) != kind:
        _wrong_time(table, kind, player, now, findings)
    elif player is not None and player not in now.players:
        _out_of_turn(table, kind, player, now, findings)
    else:
        findings.allows(_ground(table, now))


def _check_as_far_as_known(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Too little is told to say whose turn it is; what is told may still speak against the move."""
    phase = table.known.phase
    if phase is UNSET and _breaks_in_phase(table, kind, player, findings):
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
    supposed = Table(replace(table.known, phase=phase), table.box, table.choices.under())
    findings = Findings()
    step(CHECK)
    audit(supposed, findings)
    return None if findings.broken else supposed


def _breaks_in_phase(table: Table, kind: str, player: str | None, findings: Findings) -> bool:
    """Whether the move is wrong even if it is the phase for it, which is not known."""
    supposed = fits_phase(table, kind)
    if supposed is not None:
        found = Findings()
        check_timing(supposed, kind, player, found)
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
    state, before = table.known, len(findings.broken)
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
        case "pick" if table.player(player).picked:
            findings.breaks("draft/simultaneous", player=player)
    return len(findings.broken) > before


def _wrong_time(table: Table, kind: str, player: str | None, now: Due, findings: Findings) -> None:
    """round/phases, upkeep/order, and what says more precisely why a move is late or early."""
    if kind == "pick" and now.phase == "trick":
        findings.breaks("draft/keep-last")
    elif kind == "lead" and kind_of(now) == "play":
        findings.breaks("trick/order", "led", player=now.players[0])
    elif kind == "play" and kind_of(now) == "lead":
        findings.breaks("trick/leader", "lead_first", player=now.players[0])
    elif kind in DECISIONS and kind_of(now) in DECISIONS:
        findings.breaks("upkeep/order", due=kind_of(now), player=now.players[0])
    elif kind == "start":
        findings.breaks("setup/first-player")
    else:
        findings.breaks("round/phases", phase=now.phase, due=kind_of(now))


def _out_of_turn(table: Table, kind: str, player: str, now: Due, findings: Findings) -> None:
    pending = table.known.pending
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


def _ground(table: Table, now: Due) -> str:
    """The rule by which it is this move's time."""
    if kind_of(now) == "pick":
        return "draft/simultaneous"
    if kind_of(now) in ("prepare", "deal"):
        return "round/phases"
    pending = table.known.pending
    if kind_of(now) in DECISIONS and pending:
        return rule_of(pending[0])
    return OUT_OF_TURN.get(kind_of(now), "setup/first-player")
