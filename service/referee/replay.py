"""Replays a log of moves, until its end or until the first move that is not legal."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from schemas.ruling import Verdict
from service.referee.findings import Findings, Happening
from service.referee.forced import EVENT, forced_decisions, play_before
from service.referee.game import AnyGame, Following
from service.referee.judge import Judgement, Pace, judge, rule_on
from service.referee.known import Unknown


class Replayed(NamedTuple):
    """The table after the legal moves of a log and, if a move is not legal, the ruling on it."""

    verdict: Verdict
    table: Any
    failed_at: int | None
    judgement: Judgement | None
    assumed: list[tuple[str, dict[str, Any]]]
    following: Following | Unknown | None
    forced: list[Happening]
    """The forced decisions that were played, each with the index of the logged move that it came before."""


def ignore(*_: Any) -> None:
    """For a replay of which only the end is wanted."""


def replay(
    game: AnyGame,
    table: Any,
    moves: Sequence[Any],
    *,
    on_state: Callable[[Any], None] = ignore,
    on_events: Callable[[list[Happening], int], None] = ignore,
    pace: Pace = iter,
    play_forced: bool = False,
    audited: bool = False,
) -> Replayed:
    """Play the moves from a position. Only the opening position is audited: legal moves keep it possible.
    ``audited``: that has been done, and the moves are judged whatever it found.

    ``pace`` iterates over the moves, ``on_state`` gets the state after each of them, ``on_events`` what happened with
    the index of the move; all may raise to stop. With ``play_forced`` a move that is not legal as the position stands
    is tried again after the forced decisions before it, and those after the last move are played too.
    """
    assumed: dict[str, tuple[str, dict[str, Any]]] = {}
    forced: list[Happening] = []
    if not moves and not audited:
        findings = Findings()
        game.audit(table, findings, thorough=False)
        if findings.broken:
            judgement = Judgement("impossible", findings, None, [], None, table.choices)
            return Replayed("impossible", table, None, judgement, [], None, forced)
    for index, move in enumerate(pace(moves)):
        judgement = rule_on(game, table, move, ahead=False) if index or audited else judge(game, table, move)
        if play_forced and judgement.verdict in ("illegal", "undetermined"):
            _, happenings, judgement = play_before(game, table, move, judgement)
            happenings = _with_place(happenings, index)
            forced += _decisions(happenings)
            on_events(happenings, index)
        for fact in judgement.findings.assumed:
            assumed[repr(fact)] = fact
        if judgement.verdict != "legal":
            known = list(assumed.values())
            return Replayed(judgement.verdict, table, index, judgement, known, judgement.following, forced)
        table = judgement.after
        on_events(judgement.happenings, index)
        on_state(judgement.state)
    if play_forced:
        for decision in forced_decisions(game, table):
            happenings = _with_place(decision.happenings, len(moves))
            forced += _decisions(happenings)
            on_events(happenings, len(moves))
            table = decision.after
    return Replayed("legal", table, None, None, list(assumed.values()), game.following(table), forced)


def _with_place(happenings: list[Happening], index: int) -> list[Happening]:
    """These events; forced decisions with the index of the logged move that they came before."""
    return [
        happening._replace(detail={**happening.detail, "before": index}) if happening.type == EVENT else happening
        for happening in happenings
    ]


def _decisions(happenings: list[Happening]) -> list[Happening]:
    """The forced decisions among these events."""
    return [happening for happening in happenings if happening.type == EVENT]
