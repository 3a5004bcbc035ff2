"""Found out too late: what can be done about a logged move that was not legal, after the game went on.

There are three remedies:

=============  ================================================================================================
``stands``     the move stays as it was made, and the rest of the log is played after it
``take-back``  the nearest legal move of the same kind by the same player is made instead; if there is none, the only
               legal move of that player; else nothing. The rest of the log is played after it
``rewind``     the move and everything after it are taken back
=============  ================================================================================================

``apply`` promises a result only for moves that ``check`` found legal, so a move that stands is guarded:

1. It breaks only rules that the rulebook lists in ``[repair] can_stand``: rules without which the pieces are still
   there and the place is still free. A game without that list lets nothing stand. And nothing is missing to say what
   the move does.
2. ``apply`` and what follows raise none of ``UNMET``, which is what code raises when something that a rule promises
   is not so. Anything else is a fault of the service, and stays one.
3. The state is written and read again, so that the types of the game hold and nothing derived is carried over.
4. The audit of that state finds no contradiction but to rules of that list: those are the mistake itself, and are
   named with the remedy.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from schemas.base import Malformed
from schemas.ruling import RemedyName
from service.referee import replay as log
from service.referee.budget import CHECK, BudgetSpent, in_use, step
from service.referee.facts import ZONE_KNOWN, shared_fact
from service.referee.findings import Finding, Findings
from service.referee.forced import forced_decisions, forced_move
from service.referee.game import AnyGame, Following
from service.referee.judge import Judgement, Pace
from service.referee.known import Unknown, UnknownRead
from service.referee.rules import passes
from service.referee.scoring import Scoring

RULE, OPTION = "repair/late", "late_mistakes"
"""The rule that says what is done about a late mistake, and the house rule that chooses the remedy."""
STANDS: RemedyName = "stands"
TAKE_BACK: RemedyName = "take-back"
REWIND: RemedyName = "rewind"
SHARE = 0.25
"""The part of the steps that are left which each remedy may use; the last part is for the rest of the answer."""
UNMET = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    StopIteration,
    msgspec.ValidationError,
)
"""What is raised where something is not as a broken rule promises it."""


class Remedied(NamedTuple):
    """A remedy and where it leads. Without a table it cannot be done, or nobody knows where it leads."""

    remedy: RemedyName
    reasons: list[Finding]
    """Why it cannot be done; else what the table at its end contradicts."""
    move: Any = None
    """The move that is made instead."""
    table: Any = None
    """The table after the last move that is legal then."""
    legal_until: int | None = None
    """The index of the first logged move that is not legal then, or the number of moves."""
    judgement: Judgement | None = None
    """On that move."""
    assumed: Sequence[tuple[str, dict[str, Any]]] = ()
    following: Following | Unknown | None = None
    scoring: Scoring | None = None
    missing: Sequence[tuple[str, dict[str, Any]]] = ()
    """What would have to be known to say where it leads."""

    @property
    def possible(self) -> bool | None:
        """Whether it can be done; None if too little is known."""
        return None if self.missing else self.table is not None


class Repaired(NamedTuple):
    """The remedies for the illegal move of a log; those that take too many steps are only named."""

    failed_at: int
    remedies: list[Remedied]
    left_out: list[RemedyName]
    recommended: RemedyName | None
    """By the rule and its option; None in a game without that rule, or if it was left out."""


class Mistake(NamedTuple):
    """The first move of a log that is not legal."""

    game: AnyGame
    moves: Sequence[Any]
    failed_at: int
    result: log.Replayed
    """Of the moves before it."""
    findings: Findings
    table: Any
    """On which it was made: if forced decisions are played, after some of them."""
    pace: Pace
    play_forced: bool

    @property
    def move(self) -> Any:
        return self.moves[self.failed_at]

    @property
    def later(self) -> Sequence[Any]:
        """The moves after it."""
        return self.moves[self.failed_at + 1 :]


def repair(
    game: AnyGame, result: log.Replayed, moves: Sequence[Any], *, pace: Pace = iter, play_forced: bool = False
) -> Repaired:
    """The remedies for the first illegal move of a log, each within its share of the steps."""
    assert result.judgement is not None, "only an illegal move is repaired"
    failed_at = result.failed_at or 0
    mistake = Mistake(game, moves, failed_at, result, result.judgement.findings, result.table, pace, play_forced)
    remedies: list[Remedied] = []
    left_out: list[RemedyName] = []
    share = in_use().left * SHARE
    for name, remedy in REMEDIES.items():
        try:
            with in_use().at_most(share):
                remedies.append(remedy(mistake))
        except BudgetSpent:
            left_out.append(name)
    return Repaired(failed_at, remedies, left_out, _recommended(game, result.table, remedies, left_out))


def _where_it_was_made(mistake: Mistake) -> Mistake:
    """If forced decisions are played: after those after which the move breaks the fewest rules."""
    fewest = len(mistake.findings.broken_rules)
    best = mistake
    for decision in forced_decisions(mistake.game, mistake.table) if mistake.play_forced else ():
        step(CHECK)
        findings = Findings()
        mistake.game.check(decision.after, mistake.move, findings)
        if 0 < len(findings.broken_rules) < fewest:
            fewest = len(findings.broken_rules)
            best = mistake._replace(findings=findings, table=decision.after)
    return best


# ---------------------------------------------------------------- the three remedies


def _stands(mistake: Mistake) -> Remedied:
    mistake = _where_it_was_made(mistake)
    game = mistake.game
    broken = mistake.findings.broken
    if against := [finding for finding in broken if finding.rule not in game.rulebook.can_stand]:
        return Remedied(STANDS, against)
    if missing := mistake.findings.missing:
        return Remedied(STANDS, broken, missing=missing)
    try:
        table = _carried_out(mistake)
        if contradictions := [
            finding for finding in _contradictions(game, table) if finding.rule not in game.rulebook.can_stand
        ]:
            return Remedied(STANDS, contradictions)
        played = _play_on(mistake, table, mistake.later)
        played = played._replace(
            table=_read_again(game, played.table), assumed=mistake.findings.assumed + played.assumed
        )
        return _reached(mistake, STANDS, played, mistake.failed_at + 1, _contradictions(game, played.table))
    except UnknownRead as error:
        return Remedied(STANDS, broken, missing=[shared_fact(ZONE_KNOWN, broken[0].rule, error.zones)])
    except UNMET:
        return Remedied(STANDS, broken)


def _carried_out(mistake: Mistake) -> Any:
    """The table after the move that was not legal."""
    game, before = mistake.game, mistake.table
    step(CHECK)
    return _read_again(game, game.apply(before, mistake.move)[0])


def _read_again(game: AnyGame, table: Any) -> Any:
    """A table made of nothing but its state: what was derived on the way may rest on a rule that was not kept."""
    step(CHECK)
    state = msgspec.json.decode(msgspec.json.encode(table.state), type=game.shapes.state)
    return game.table(state, table.box, table.choices)


def _contradictions(game: AnyGame, table: Any) -> list[Finding]:
    step(CHECK)
    findings = Findings()
    game.audit(table, findings)
    return findings.broken


def _take_back(mistake: Mistake) -> Remedied:
    mistake = _where_it_was_made(mistake)
    instead = _instead(mistake)
    if instead is None:
        played = _play_on(mistake, mistake.table, mistake.later)
        return _reached(mistake, TAKE_BACK, played, mistake.failed_at + 1, [])
    played = _play_on(mistake, mistake.table, [instead, *mistake.later])
    return _reached(mistake, TAKE_BACK, played, mistake.failed_at, [])._replace(move=instead)


def _instead(mistake: Mistake) -> Any | None:
    """What is made instead of the move: the nearest of its kind, else what the player has to do in any case."""
    game, table = mistake.game, mistake.table
    for other in mistake.pace(game.nearest(table, mistake.move)):
        if _is_alike(other, mistake.move) and passes(game.check, table, other):
            return other
    forced = forced_move(game, table)
    return forced if forced is not None and _maker(forced) == _maker(mistake.move) else None


def _is_alike(move: Any, other: Any) -> bool:
    """Whether two moves are of the same type and by the same player."""
    return type(move) is type(other) and _maker(move) == _maker(other)


def _maker(move: Any) -> str | None:
    player: str | None = getattr(move, "player", None)
    return player


def _rewind(mistake: Mistake) -> Remedied:
    before, game = mistake.result, mistake.game
    following, scoring = game.following(before.table), _scoring(game, before.table)
    return Remedied(REWIND, [], None, before.table, mistake.failed_at, None, before.assumed, following, scoring)


REMEDIES: Mapping[RemedyName, Callable[[Mistake], Remedied]] = {
    STANDS: _stands,
    TAKE_BACK: _take_back,
    REWIND: _rewind,
}


# ---------------------------------------------------------------- what they share


def _play_on(mistake: Mistake, table: Any, moves: Sequence[Any]) -> log.Replayed:
    return log.replay(mistake.game, table, moves, pace=mistake.pace, play_forced=mistake.play_forced, audited=True)


def _reached(
    mistake: Mistake, remedy: RemedyName, played: log.Replayed, first: int, contradictions: list[Finding]
) -> Remedied:
    """A remedy after which the log was played on; ``first`` is the index of the first of these moves."""
    until = len(mistake.moves) if played.failed_at is None else first + played.failed_at
    assumed = {repr(fact): fact for fact in (*mistake.result.assumed, *played.assumed)}
    return Remedied(
        remedy,
        contradictions,
        None,
        played.table,
        until,
        played.judgement,
        list(assumed.values()),
        mistake.game.following(played.table),
        _scoring(mistake.game, played.table),
    )


def _scoring(game: AnyGame, table: Any) -> Scoring | None:
    """The score of a table; None if it cannot be counted for lack of knowledge."""
    step(CHECK)
    try:
        return game.score([table], {})
    except Malformed:
        return None


def _recommended(
    game: AnyGame, table: Any, remedies: Sequence[Remedied], left_out: Sequence[RemedyName]
) -> RemedyName | None:
    """What the option says; if that cannot be done, everything since is taken back."""
    if RULE not in game.rulebook.rules or OPTION not in game.house_rules:
        return None
    chosen = table.choices[OPTION]
    if chosen in left_out:
        return None
    possible = {remedied.remedy for remedied in remedies if remedied.possible is not False}
    return next((name for name in (chosen, REWIND) if name in possible), None)
