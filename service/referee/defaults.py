"""What a game need not say: each function here makes one of the functions of a ``Game`` out of what it does say.

A game gives ``setup``, ``due``, ``rules`` (check and apply of each type of move), ``candidates`` and ``points``.
Whatever else it gives replaces the default.

=====================  =======================================================================================
``table``              the state, after the automatic ``steps``
``view``               hides what the schema says is not seen by everybody (``schemas.table.zone``)
``audit``              not too many players, and no names without a seat
``check_references``   a move names players who have a seat
``check``              the rules of the move's type, then ``turn/due``
``apply``              the effects of the move, then the automatic steps
``legal_moves``        the candidates that pass ``check``
``unlisted``           the zones that the candidates could not be listed without
``nearest``            legal moves by the fields in which they differ
``refuse``             ``turn/due``; if it is time, the rules against the first candidate
``score``              the points of each player, ranked; claims without explanations
``diagram``            every zone as a row of chips (``zone_diagram``)
``compile_pack`` …     a pack is used as it is
=====================  =======================================================================================
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from schemas.base import Malformed
from service.referee import shapes
from service.referee.budget import counted
from service.referee.claims import check_claims, compare_claims
from service.referee.diagram import drawn_by
from service.referee.draft import Draft
from service.referee.facts import DUE, ZONE_KNOWN, shared_fact
from service.referee.findings import Findings
from service.referee.formats import NO_NAMES
from service.referee.known import Unknown, UnknownRead, attempt
from service.referee.names import Seating, audit_names, strangers_in
from service.referee.nearest import nearest_by
from service.referee.rulebook import Rulebook, RulebookError
from service.referee.rules import Rules, applied_by, checked_by, move_type, passes
from service.referee.scoring import Line, Scoring, Tally, leaders, rank
from service.referee.steps import Step, run_steps
from service.referee.table import PLAYERS, Table, zones_of
from service.referee.timing import OVER, TURN, Due, check_due, check_kind_due
from service.referee.view import view_by_schema
from service.referee.zone_diagram import draw_zones

TOTAL, WINNER, SHARED_PLACE = "score/total", "score/winner", "score/shared"
"""The rules of a default score: how points add up, who wins, and what equal totals mean."""
SEATS = "setup/players"

DueOf = Callable[[Any], Due]
Check = Callable[[Any, Any, Findings], None]
Candidates = Callable[[Any], Iterable[Any]]


class PlainBox(NamedTuple):
    """A pack that is used as it is."""

    pack: Any
    stand_in: bool = False


# ---------------------------------------------------------------- tables


def draft_type(table_type: type[Table[Any, Any]]) -> type[Draft]:
    """The type of tables that are being changed, with the accessors of this type of tables."""
    return type(f"{table_type.__name__}Draft", (Draft, table_type), {})


def table_of(
    table_type: type[Table[Any, Any]], steps: Sequence[Step], fewest: int
) -> Callable[[Any, Any, Any], Table[Any, Any]]:
    """Makes tables. If fewer players were sent than play, it is unknown who else plays."""
    make_draft = draft_type(table_type)

    def table(state: Any, box: Any, choices: Any) -> Table[Any, Any]:
        made = table_type(state, box, choices, seats_known=len(state.players) >= fewest)
        if not steps and state.unresolved is UNSET:
            return made
        draft = make_draft(made)
        run_steps(draft, steps, at_rest=True)
        return draft

    return table


# ---------------------------------------------------------------- positions and names


def seating_of(table: Table[Any, Any], most: int) -> Seating:
    return Seating(table.order, len(table.order) if table.seats_known else most, table.seats_known)


def _names_of(table: Table[Any, Any]) -> list[str]:
    """Everybody whom the zones of the state name."""
    return [name for _, name in counted(shapes.names_in(table.state))]


def audit_seats(most: int) -> Callable[..., None]:
    """``setup/players``: not more players than may play, and no names without a seat."""

    def audit(table: Table[Any, Any], findings: Findings, /, *, thorough: bool = True) -> None:
        if len(table.order) > most:
            findings.breaks(SEATS, count=len(table.order))
        audit_names(seating_of(table, most), _names_of(table), findings)

    return audit


def references_of(most: int) -> Callable[[Any, Any], None]:
    """A move may only name players who have a seat."""

    def check_references(table: Table[Any, Any], move: Any) -> None:
        faults = list(strangers_in(seating_of(table, most), shapes.names_in(move), lambda: _names_of(table)))
        if faults:
            raise Malformed(faults)

    return check_references


# ---------------------------------------------------------------- moves


def timed_check(rules: Rules[Any, Any], due: DueOf) -> Check:
    """The rules of the move's type, then whether it is due: what is never allowed comes before what comes too early.

    A check that reads something unknown outside of ``requires`` leaves the verdict undetermined.
    """
    check_rules = checked_by(rules)

    def check(table: Any, move: Any, findings: Findings) -> None:
        try:
            check_rules(table, move, findings)
        except UnknownRead as error:
            findings.missing.append(shared_fact(ZONE_KNOWN, TURN, error.zones))
        check_due(due, table, move, findings)

    return check


def apply_with_steps(rules: Rules[Any, Any], table_type: type[Any], steps: Sequence[Step]) -> Callable[..., Any]:
    """The effects of a move, then the automatic steps.

    Effects that need something unknown leave the zones unknown that the rule of the move may write.
    """

    def forget(draft: Draft, move: Any, error: UnknownRead) -> None:
        writes = rules[type(move)].writes
        for zone in zones_of(draft.state) if writes is None else writes:
            draft.forget_everywhere(zone)

    def proceed(draft: Draft, move: Any) -> None:
        run_steps(draft, steps)

    return applied_by(rules, draft_type(table_type), after=proceed, if_unknown=forget)


def listed_by(candidates: Candidates, check: Check) -> Callable[[Any, str | None, str | None], Iterator[Any]]:
    """The candidates that pass the check; the list ends where something unknown would be needed."""

    def legal_moves(table: Any, player: str | None, kind: str | None) -> Iterator[Any]:
        try:
            for move in counted(candidates(table)):
                if _is_asked_for(move, player, kind) and passes(check, table, move):
                    yield move
        except UnknownRead:
            return  # ``unlisted`` says what is missing

    return legal_moves


def _is_asked_for(move: Any, player: str | None, kind: str | None) -> bool:
    return kind in (None, move_type(move)) and player in (None, getattr(move, "player", None))


def unlisted_by(candidates: Candidates) -> Callable[..., None]:
    """The zones without which the candidates cannot be listed."""

    def unlisted(table: Any, player: str | None, kind: str | None, findings: Findings) -> None:
        try:
            for _ in counted(candidates(table)):
                pass
        except UnknownRead as error:
            findings.missing.append(shared_fact(ZONE_KNOWN, TURN, error.zones))

    return unlisted


def refuse_by(due: DueOf, candidates: Candidates | None, check: Check) -> Callable[..., None]:
    """Why no move of a type is legal: it is not due, or else what is against the first candidate."""

    def refuse(table: Any, kind: str, player: str | None, findings: Findings) -> None:
        check_kind_due(due, table, kind, player, findings)
        if findings.broken or candidates is None:
            return
        try:
            first = next((move for move in counted(candidates(table)) if _is_asked_for(move, player, kind)), None)
        except UnknownRead:
            return
        if first is not None:
            check(table, first, findings)

    return refuse


def following_by(due: DueOf, *, has_fact: bool) -> Callable[[Any], Due | Unknown | None]:
    """What is due, or the zones that decide it; None if the fact ``due`` of the rulebook names them."""

    def following(table: Any) -> Due | Unknown | None:
        now = attempt(lambda: due(table))
        return None if has_fact and isinstance(now, Unknown) else now

    return following


# ---------------------------------------------------------------- scores


def score_by(points: Callable[[Any, str], Iterable[Line]], due: DueOf) -> Callable[..., Scoring]:
    """The lines of each player, added up and ranked; equal totals share a place."""

    def score(tables: Sequence[Any], claimed: Mapping[str, int]) -> Scoring:
        (table,) = tables
        check_claims(claimed, table.by_name)
        findings = Findings()
        tallies = [_tally(points, table, name, findings) for name in table.order]
        if not table.seats_known:
            findings.missing.append(shared_fact(ZONE_KNOWN, WINNER, [PLAYERS]))
        figures = {tally.name: (tally.total,) for tally in tallies if tally.total is not None}
        whole = len(figures) == len(tallies) and table.seats_known
        ranking, decisions = rank(figures, (), SHARED_PLACE) if whole else ([], [])
        now = attempt(lambda: due(table))
        final = None if isinstance(now, Unknown) else now.phase == OVER
        claims = compare_claims(tallies, claimed, lambda tally: ())
        first = leaders(figures, WINNER) if whole else []
        return Scoring(tallies, ranking, [*first, *decisions], final, claims, findings, [TOTAL])

    return score


def _tally(points: Callable[[Any, str], Iterable[Line]], table: Any, name: str, findings: Findings) -> Tally:
    try:
        lines = list(counted(points(table, name)))
    except UnknownRead as error:
        findings.missing.append(shared_fact(ZONE_KNOWN, TOTAL, error.zones))
        return Tally(name, None, [], {})
    return Tally(name, sum(line.points for line in lines), lines, {})


# ---------------------------------------------------------------- all of them


NEEDED: Mapping[str, frozenset[str]] = {
    "due": frozenset({"following", "check", "refuse", "score"}),
    "candidates": frozenset({"legal_moves", "unlisted", "refuse"}),
    "points": frozenset({"score"}),
}
"""The functions that defaults are made of; a game without one of them gives all these instead."""


def needed_rules(given: Collection[str]) -> frozenset[str]:
    """The rules that the defaults name, for a game that gives these functions itself."""
    return frozenset(
        rule
        for function, rules in {
            "audit": (SEATS,),
            "check": (TURN,),
            "refuse": (TURN,),
            "score": (TOTAL, WINNER, SHARED_PLACE),
        }.items()
        if function not in given
        for rule in rules
    )


def check_rulebook(game: Any, book: Rulebook) -> None:
    """Refuse a rulebook without the rules and names that the defaults of this game use."""
    if missing := sorted(game.needed_rules - book.rules.keys()):
        raise RulebookError(f"{book.game}: the defaults of the referee need the rules {', '.join(missing)}")
    editions = shapes.editions_of(game.shapes.options)
    if editions and (differing := set(editions) ^ book.editions.keys()):
        names = ", ".join(sorted(differing))
        raise RulebookError(f"{book.game}: the editions in rules.toml and in the types of the game differ in {names}")
    for language, words in book.words.items():
        for section, texts in (("moves", words.moves), ("kinds", words.kinds)):
            if texts and (differing := texts.keys() ^ game.move_types.keys()):
                names = ", ".join(sorted(differing))
                raise RulebookError(f"{book.game} in {language}: [{section}] and the types of move differ in {names}")
    if not game.names_zones:
        return
    state = game.shapes.state
    zones = {zone.name for zone in shapes.zones_of(state)}
    zones |= {f"players/{zone.name}" for zone in shapes.zones_of(shapes.player_type(state))}
    for language, words in book.words.items():
        if differing := zones ^ words.zones.keys():
            names = ", ".join(sorted(differing))
            raise RulebookError(f"{book.game} in {language}: [zones] and the zones of the state differ in {names}")


def fill_in(game: Any) -> None:
    """Give a game every function that it left out."""
    fewest, most = game.meta.players
    default: dict[str, Callable[[], Any]] = {
        "compile_pack": lambda: PlainBox,
        "check_pack": lambda: lambda pack: (),
        "component_names": lambda: lambda box, words: NO_NAMES,
        "filter_pack": lambda: lambda pack, query: pack,
        "table": lambda: table_of(game.table_type, game.steps, fewest),
        "view": lambda: view_by_schema(game.shapes.state),
        "audit": lambda: audit_seats(most),
        "check_references": lambda: references_of(most),
        "following": lambda: following_by(game.due, has_fact=DUE in game.predicates),
        "check": lambda: timed_check(game.rules, game.due),
        "apply": lambda: apply_with_steps(game.rules, game.table_type, game.steps),
        "legal_moves": lambda: listed_by(game.candidates, game.check),
        "unlisted": lambda: unlisted_by(game.candidates),
        "nearest": lambda: nearest_by(game.legal_moves),
        "refuse": lambda: refuse_by(game.due, game.candidates, game.check),
        "score": lambda: score_by(game.points, game.due),
        "diagram": lambda: drawn_by(draw_zones),
    }
    for name, make in default.items():
        if getattr(game, name) is None:
            vars(game)[name] = make()
