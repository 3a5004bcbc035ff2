"""The rules of a game by type of move: what is checked and what it does, and how a move is judged and carried out.

In ``rules/by_move.py`` a game declares a ``Rule`` for each type of move; its ``game.py`` makes of them the functions
``check`` and ``apply`` of the game::

    RULES: Rules[Table, Draft] = {Place: Rule(check_place, apply_place), ...}

    GAME = Game(..., check=checked_by(RULES), apply=applied_by(RULES, Draft, after=proceed))
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from service.referee import draft as core
from service.referee.budget import CHECK, step
from service.referee.findings import Findings, Happening
from service.referee.known import UnknownRead
from service.referee.steps import forget_unsettled

Table = TypeVar("Table")
Draft = TypeVar("Draft", bound=core.Draft)
Move = TypeVar("Move")

Check = Callable[[Table, Move, Findings], None]


class Rule(NamedTuple, Generic[Table, Draft, Move]):
    """A type of move: every rule that allows it or is broken by it, and what it does to the table."""

    check: Callable[[Table, Move, Findings], None]
    apply: Callable[[Draft, Move], None]
    writes: tuple[str, ...] | None = None
    """The zones that ``apply`` may change, those of players as ``players/zone``; None: any.

    They are unknown after a move whose effects depend on something unknown (only by the default ``apply``).
    """


Rules = Mapping[type, Rule[Table, Draft, Any]]
"""The rules of a game, by type of move."""


def move_type(move: Any) -> str:
    """The type of a move as the wire names it."""
    return str(type(move).__struct_config__.tag)


def checked_by(rules: Rules[Table, Any]) -> Check[Table, Any]:
    """The ``check`` of a game: the rules of the move's type."""

    def check(table: Table, move: Any, findings: Findings) -> None:
        rules[type(move)].check(table, move, findings)

    return check


def passes(check: Check[Table, Move], table: Table, move: Move) -> bool:
    """Whether a move is legal as far as the table is known."""
    step(CHECK)
    findings = Findings()
    check(table, move, findings)
    return findings.verdict == "legal"


def applied_by(
    rules: Rules[Any, Draft],
    make_draft: Callable[[Any], Draft],
    *,
    before: Callable[[Draft, Any], None] | None = None,
    after: Callable[[Draft, Any], None] | None = None,
    if_unknown: Callable[[Draft, Any, UnknownRead], None] | None = None,
) -> Callable[[Any, Any], tuple[Draft, list[Happening]]]:
    """The ``apply`` of a game: a draft of the table, what the move does to it, and what happens by itself after it.

    ``before`` writes down what a legal move of this type shows about the table. ``after`` does what happens by
    itself. If the effects of the move need something unknown, ``if_unknown`` forgets what they may have changed, and
    nothing happens by itself.
    """

    def apply(table: Any, move: Any) -> tuple[Draft, list[Happening]]:
        draft = make_draft(table)
        if draft.unsettled:
            forget_unsettled(draft)
        if before is not None:
            before(draft, move)
        try:
            rules[type(move)].apply(draft, move)
        except UnknownRead as error:
            if if_unknown is None:
                raise
            if_unknown(draft, move, error)
        else:
            if after is not None:
                after(draft, move)
        return draft.finished(), draft.happenings

    return apply
