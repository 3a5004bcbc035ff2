"""Whether it is time for a move, and whose: one place for all kinds of move."""

from schemas.brian_boru import Move, Pending, Phase
from service.games.brian_boru.audit import audit
from service.games.brian_boru.inference import BY_DECISION, KINDS, PHASE_OF, decisions_due
from service.games.brian_boru.table import UPKEEP, Table
from service.games.brian_boru.turns import AGAINST_THE_TURN, breaks_once
from service.referee.budget import CHECK, step
from service.referee.findings import Findings
from service.referee.known import Unknown, UnknownRead, is_unknown, truth
from service.referee.shapes import made_by_table
from service.referee.table import PLAYERS, STATE
from service.referee.timing import Due

OUT_OF_TURN = {
    "open": "opening/order",
    "lead": "trick/leader",
    "play": "trick/order",
    "act": "action/ascending",
    "wed": "marriage/princess",
}
"""The rule that somebody breaks who makes a move that another player is to make."""
BY_TABLE = made_by_table(Move, "start")
DECISIONS = ("settle", "wed", "raid", "build")


# ---------------------------------------------------------------- What is due


def kind_of(now: Due) -> str:
    """The type of move that is due; empty when the game is over."""
    return now.moves[0] if now.moves else ""


def due(table: Table) -> Due:
    """What is due; raises ``UnknownRead`` where something unknown decides. Computed once for each table."""
    now = due_or_unknown(table)
    if isinstance(now, Unknown):
        raise UnknownRead(now.zones)
    return now


def due_or_unknown(table: Table) -> Due | Unknown:
    """What is due, or an ``Unknown``."""
    return table.once("due", lambda: _due(table))


def following(table: Table) -> Due | None:
    """What is due; None when too little is known."""
    now = due_or_unknown(table)
    return None if isinstance(now, Unknown) else now


def _due(table: Table) -> Due:
    phase = table.phase
    if isinstance(phase, Unknown):
        return _due_in_unknown_phase(table)
    match phase:
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
    raise UnknownRead((f"{STATE}/phase",))  # claims are settled by themselves


def _due_in_unknown_phase(table: Table) -> Due:
    """A decision that is pending shows the phase, and so does a trick that is known to be won."""
    if table.known_pending():
        return _decision_due(table)
    if table.trick is not None and (table.active_town is None or isinstance(table.winner, str)):
        return _actions_due(table)
    raise UnknownRead((f"{STATE}/phase",))


def _decision_due(table: Table) -> Due:
    """The first decision that is pending; raids may be decided in any order."""
    first = next(iter(table.pending), None)
    if first is None:  # the step is about to be resolved, and something unknown decides
        raise UnknownRead((f"{STATE}/pending",))
    players = list(dict.fromkeys(decision.player for decision in decisions_due(table)))
    return Due(PHASE_OF[first.decision], players, [BY_DECISION[first.decision]])


def _opening_due(table: Table) -> Due:
    marker = table.marker
    if marker is None:  # nobody has it: the first player is still to be drawn
        return Due("opening", [], ["start"])
    _needs_all_seats(table, marker)
    placed = {held.disc for held in table.towns.values()}
    waiting = [name for name in table.clockwise(marker) if name not in placed]
    return Due("opening", waiting[:1], ["open"])


def _draft_due(table: Table) -> Due:
    _needs_all_seats(table)
    waiting = [name for name, cards in table.everybodys("picked").items() if not cards]
    return Due("draft", waiting, ["pick"])


def _trick_due(table: Table) -> Due:
    trick = table.trick
    if trick is None or (isinstance(trick, Unknown) and isinstance(table.marker, str)):
        if table.marker not in table.by_name:
            raise UnknownRead((f"{STATE}/marker",))
        return Due("trick", [table.marker], ["lead"])  # who holds the marker has not led yet
    played = table.cards_played
    if not played:
        raise UnknownRead((f"{STATE}/trick/played",))
    leader = played[0].player
    _needs_all_seats(table, leader)
    return Due("trick", table.clockwise(leader)[len(played) :][:1], ["play"])


def _actions_due(table: Table) -> Due:
    played = table.cards_played
    if not played:
        raise UnknownRead((f"{STATE}/trick/played",))
    return Due("actions", [min(played, key=lambda entry: entry.card).player], ["act"])


def _needs_all_seats(table: Table, *names: str) -> None:
    """Whose turn it is can be said only if everybody is known, these among them."""
    if not table.seats_known or any(name not in table.by_name for name in names):
        raise UnknownRead((PLAYERS,))


def is_step_unknown(table: Table, phase: Phase) -> bool:
    """Whether this may be the step that is on, and its decisions are not known."""
    return is_unknown(table.pending) and may_be_phase(table, phase)


def may_be_phase(table: Table, phase: Phase) -> bool:
    """Whether this is the phase; where the phase is unknown, whether the rest of the table agrees with it."""
    known = table.phase
    return fits_phase(table, KINDS[phase][0]) is not None if isinstance(known, Unknown) else known == phase


# ---------------------------------------------------------------- Whether a move is due


def check_timing(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Whether this kind of move is due now, and from this player."""
    now = due_or_unknown(table)
    if isinstance(now, Unknown):
        _check_as_far_as_known(table, kind, player, findings)
    elif now.phase == "over":
        findings.breaks("end/over")
    elif kind_of(now) != kind:
        _wrong_time(kind, now, findings)
    elif player is not None and player not in now.players:
        _out_of_turn(table, kind, player, now, findings)
    else:
        findings.allows(_ground(table, now))


def _check_as_far_as_known(table: Table, kind: str, player: str | None, findings: Findings) -> None:
    """Too little is known to say whose turn it is; what is known may still speak against the move."""
    phase = table.phase
    if isinstance(phase, Unknown):
        if _breaks_in_phase(table, kind, player, findings):
            return
    elif phase == "trick" and kind == "pick":
        findings.breaks("draft/keep-last")
        return
    elif kind not in _kinds(table, phase):
        _breaks_by_phase(kind, phase, findings)
        return
    if player is None:
        findings.assumes("time", kind=kind)
    elif not _has_had_the_turn(table, kind, player, findings):
        findings.assumes("turn", player=player, kind=kind)


def _breaks_by_phase(kind: str, phase: Phase, findings: Findings) -> None:
    """round/phases, upkeep/order, setup/first-player: the phase alone speaks against the move."""
    if kind == "start":
        findings.breaks("setup/first-player")
    elif kind in DECISIONS and phase in PHASE_OF.values():
        findings.breaks("upkeep/order", "phase", phase=phase)
    else:
        findings.breaks("round/phases", "phase", phase=phase)


def fits_phase(table: Table, kind: str) -> Table | None:
    """The table, whose phase is unknown, in the phase of this kind of move; None if it cannot be in that phase."""
    phase = next(phase for phase, kinds in KINDS.items() if kind in kinds)
    key = ("supposing", phase)
    if key not in table.derived:
        supposed, findings = table.supposing(phase), Findings()
        step(CHECK)
        audit(supposed, findings)
        table.derived[key] = None if findings.broken else supposed
    return table.derived[key]  # type: ignore[no-any-return]


def _breaks_in_phase(table: Table, kind: str, player: str | None, findings: Findings) -> bool:
    """Whether the move is wrong even if it is the phase for it, which is not known."""
    supposed = fits_phase(table, kind)
    if supposed is not None:
        against = Findings()
        check_timing(supposed, kind, player, against)
        findings.broken += [each for each in against.broken if each.rule not in findings.broken_rules]
        return bool(against.broken)
    if kind == "pick" and fits_phase(table, "lead") is not None:
        findings.breaks("draft/keep-last")
    else:
        findings.breaks("round/phases", "contradicts")
    return True


def _kinds(table: Table, phase: Phase) -> tuple[str, ...]:
    """The moves of a phase; with nothing pending a step of the upkeep may be over, and the next ones too."""
    if table.had_nothing_pending and phase in UPKEEP:
        return sum((KINDS[step] for step in UPKEEP[UPKEEP.index(phase) :]), ())
    return KINDS[phase]


def _has_had_the_turn(table: Table, kind: str, player: str, findings: Findings) -> bool:
    """Whether the marker, the trick or a disc shows that this player cannot be the one to make this move."""
    before = len(findings.broken)
    against = AGAINST_THE_TURN.get(kind)
    if against is not None:
        against(table, player, findings)
    return len(findings.broken) > before


def _wrong_time(kind: str, now: Due, findings: Findings) -> None:
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
    pending = table.known_pending()
    if kind == "pick":
        findings.breaks("draft/simultaneous", player=player)
    elif kind == "play" and any(played.player == player for played in table.known_played()):
        findings.breaks("trick/order", "again", player=player)
    elif not now.players:
        findings.breaks("round/phases", "phase", phase=now.phase)
    elif kind in OUT_OF_TURN:
        rule = OUT_OF_TURN[kind]
        breaks_once(findings, rule, player=player, turn=now.players[0])
    elif pending:
        findings.breaks(rule_of(table, pending[0]), "turn", player=player, turn=pending[0].player)


def rule_of(table: Table, decision: Pending) -> str:
    """The rule that says who decides."""
    match decision.decision:
        case "card-town" | "princess":
            return "marriage/highest"
        case "track-town":
            return "marriage/any-town"
        case "raid":
            own = truth(lambda: table.loser_of(decision) == decision.player) is True
            return "battle/tied-most" if own else "battle/most-chooses"
        case "monastery":
            return "church/first"
        case _:
            return "church/four"


def _ground(table: Table, now: Due) -> str:
    """The rule by which it is this move's time."""
    kind = kind_of(now)
    if kind == "pick":
        return "draft/simultaneous"
    if kind in ("prepare", "deal"):
        return "round/phases"
    if kind in DECISIONS:
        return rule_of(table, table.known_pending()[0])
    return OUT_OF_TURN.get(kind, "setup/first-player")
