"""Questions that keep or break a rule, for tests that are marked with it.

``accepts``: all moves are legal; the rule is at work without being what decides. ``keeps``: all moves are legal, and
the answer to the last one names the rule: among the citations or behind an event. ``breaks``: the last move is
refused with the rule. ``contradicts``: the position itself cannot be.
"""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import Move, State, at, go, told


def keeps(rule: str, state: State, *moves: Move) -> Any:
    return pytest.param(rule, state, moves, marks=pytest.mark.obeys(f"ortus-regni/{rule}"), id=rule)


def accepts(rule: str, state: State, *moves: Move) -> Any:
    return pytest.param(None, state, moves, marks=pytest.mark.obeys(f"ortus-regni/{rule}"), id=rule)


def breaks(rule: str, state: State, *moves: Move) -> Any:
    return pytest.param(rule, state, moves, marks=pytest.mark.breaks(f"ortus-regni/{rule}"), id=rule)


def contradicts(rule: str, state: State) -> Any:
    return pytest.param(rule, state, marks=pytest.mark.breaks(f"ortus-regni/{rule}"), id=rule)


def is_kept(referee: Referee, rule: str | None, state: State, moves: tuple[Move, ...]) -> None:
    answer = go(referee, state, *moves)
    assert rule is None or rule in told(answer), sorted(told(answer))


def is_broken(referee: Referee, rule: str, state: State, moves: tuple[Move, ...]) -> None:
    *before, last = moves
    answer = referee.validate(at(referee, state, *before), last)
    assert answer["verdict"] == "illegal", answer["verdict"]
    assert rule in answer.broken, answer["violations"]
    assert answer["state"] is None


def is_impossible(referee: Referee, rule: str, state: State) -> None:
    answer = referee.audit(state)
    assert answer["verdict"] == "impossible"
    assert rule in answer.broken, answer["violations"]
