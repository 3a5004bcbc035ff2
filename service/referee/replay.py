"""Replays a log of moves, until its end or until the first move that is not legal."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from schemas.ruling import Verdict
from service.referee.findings import Findings
from service.referee.game import Game
from service.referee.judge import Following, Judgement, Pace, judge, rule_on


class Replayed(NamedTuple):
    """The state after the legal moves of a log and, if a move is not legal, the ruling on it."""

    verdict: Verdict
    state: Any
    failed_at: int | None
    judgement: Judgement | None
    assumed: list[tuple[str, dict[str, Any]]]
    following: Following | None


def replay(
    game: Game,
    table: Any,
    moves: Sequence[Any],
    *,
    on_state: Callable[[Any], None] | None = None,
    pace: Pace = iter,
) -> Replayed:
    """Play the moves from a position. Only the opening position is audited: legal moves keep it possible.

    ``pace`` iterates over the moves, ``on_state`` gets the state after each of them; both may raise to stop.
    """
    assumed: dict[str, tuple[str, dict[str, Any]]] = {}
    if not moves:
        findings = Findings()
        game.audit(table, findings, thorough=False)
        verdict: Verdict = "impossible" if findings.broken else "legal"
        judgement = Judgement(verdict, findings, None, [], None, table.choices) if findings.broken else None
        opening = None if findings.broken else game.following(table)
        return Replayed(verdict, table.state, None, judgement, [], opening)
    for index, move in enumerate(pace(moves)):
        judgement = rule_on(game, table, move, ahead=False) if index else judge(game, table, move)
        for fact in judgement.findings.assumed:
            assumed[repr(fact)] = fact
        if judgement.verdict != "legal":
            known = list(assumed.values())
            return Replayed(judgement.verdict, table.state, index, judgement, known, judgement.following)
        table = judgement.after
        if on_state is not None:
            on_state(judgement.state)
    return Replayed("legal", table.state, None, None, list(assumed.values()), game.following(table))
