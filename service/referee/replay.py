"""Replays a log of moves, until its end or until the first move that is not legal."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.referee.findings import Findings
from service.referee.game import Game
from service.referee.judge import Following, Judgement, Pace, judge, rule_on


class Replayed(NamedTuple):
    """The state after the legal moves of a log and, if a move is not legal, the ruling on it."""

    verdict: str
    state: Any
    failed_at: int | None
    judgement: Judgement | None
    states: list[Any]
    assumed: list[tuple[str, dict[str, Any]]]
    following: Following | None


def replay(
    game: Game,
    table: Any,
    moves: Sequence[Any],
    *,
    keep_states: bool = False,
    pace: Pace = iter,
) -> Replayed:
    """Play the moves from a position. Only the opening position is audited: legal moves keep it possible.

    ``pace`` iterates over the moves, and may raise an exception to stop.
    """
    states: list[Any] = []
    assumed: dict[str, tuple[str, dict[str, Any]]] = {}
    if not moves:
        findings = Findings()
        game.audit(table, findings, thorough=False)
        verdict = "impossible" if findings.broken else "legal"
        judgement = Judgement(verdict, findings, None, [], None, table.choices) if findings.broken else None
        opening = None if findings.broken else game.following(table)
        return Replayed(verdict, table.state, None, judgement, states, [], opening)
    for index, move in enumerate(pace(moves)):
        judgement = rule_on(game, table, move, ahead=False) if index else judge(game, table, move)
        for fact in judgement.findings.assumed:
            assumed[repr(fact)] = fact
        if judgement.verdict != "legal":
            known = list(assumed.values())
            return Replayed(judgement.verdict, table.state, index, judgement, states, known, judgement.following)
        table = judgement.after
        if keep_states:
            states.append(judgement.state)
    return Replayed("legal", table.state, None, None, states, list(assumed.values()), game.following(table))
