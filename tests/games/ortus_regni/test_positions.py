"""The positions of a second reader, put to the referee through HTTP.

Nothing here was taken from an answer: the positions and what they expect come from the printed book. Where reader and
referee part, ``docs/ortus-regni-readings.md`` says what decides.
"""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.ortus_regni.positions import POSITIONS, Position
from tests.games.ortus_regni.tables import FORCED, NAMES, Move, State, expanded, fiefs, of, words

CASES = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position.number} {position.shows}")


def played(referee: Referee, position: Position) -> Answer:
    moves = expanded(referee, position.table, position.moves) if FORCED in position.moves else position.moves
    return referee.ask("replay", {"state": position.table, "moves": moves})


def holding(fief: dict[str, Any]) -> tuple[Any, ...]:
    """A Fief without its number; in which order its Properties lie is of no account."""
    return str(fief["anchor"]), fief["lord"], sorted(map(str, fief["properties"]))


def zone_is(found: Any, expected: Any) -> bool:
    if isinstance(expected, int) and isinstance(found, list):
        return len(found) == expected
    if isinstance(expected, str) and isinstance(found, list):
        return sorted(found) == sorted(words(expected))
    return bool(found == expected)


def is_as_told(state: State, answer: Answer, zone: str, expected: Any) -> None:
    if zone in NAMES:
        earl = of(state, zone)
        for part, value in expected.items():
            if part == "fiefs":
                assert sorted(map(holding, earl["fiefs"])) == sorted(map(holding, fiefs(value))), (
                    zone,
                    earl["fiefs"],
                )
            else:
                assert zone_is(earl[part], value), (zone, part, earl[part])
    elif zone == "next":
        assert answer["next"]["players"] == expected
    elif zone == "gone":
        assert [entry["player"] for entry in state["eliminated"]] == expected
    elif zone == "winner":
        joust = state["pending"]
        tied = joust["sudden"] if joust and joust.get("step") == "sudden" else None
        assert (tied or [winner_of(state)]) == expected.split()
    else:
        assert zone_is(state[zone], expected), (zone, state[zone])


def winner_of(state: State) -> str:
    """Who is placing the trophies of a joust, or holds them already."""
    if state["pending"]:
        return str(state["pending"]["winner"])
    cards = {player["name"]: sum(len(fief["properties"]) for fief in player["fiefs"]) for player in state["players"]}
    return max(cards, key=lambda name: cards[name])


@CASES
def test_the_position_is_possible(ortus_regni: Referee, position: Position) -> None:
    answer = ortus_regni.audit(position.table)
    assert answer["verdict"] == "possible", answer["violations"]


@CASES
def test_the_moves_are_legal_and_lead_there(ortus_regni: Referee, position: Position) -> None:
    answer = played(ortus_regni, position)
    assert answer["verdict"] == "legal", (answer["failed_at"], answer["ruling"])
    for zone, expected in position.after.items():
        is_as_told(answer["state"], answer, zone, expected)


@CASES
def test_other_moves_are_allowed_or_refused(ortus_regni: Referee, position: Position) -> None:
    state = played(ortus_regni, position)["state"]
    for move in position.allowed:
        answer = ortus_regni.validate(state, move)
        assert answer["verdict"] == "legal", (move, answer["violations"], answer["missing"])
    for move, rule in position.refused:
        assert_refused(ortus_regni, state, move, rule)


def assert_refused(referee: Referee, state: State, move: Move, rule: str) -> None:
    answer = referee.validate(state, move)
    assert answer["verdict"] == "illegal", (move, answer["verdict"])
    assert rule in answer.broken, (move, answer["violations"])


def test_enough_positions_are_asked() -> None:
    assert len(POSITIONS) > 170
    assert len({position.number for position in POSITIONS}) == len(POSITIONS)
