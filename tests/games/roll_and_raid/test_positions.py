"""The positions of a second reader, put to the referee through HTTP.

Nothing here was taken from an answer: the positions and what they expect come from the printed quick reference. Where
reader and referee part, ``docs/roll-and-raid-readings.md`` says what decides.
"""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.positions import POSITIONS, Position
from tests.games.roll_and_raid.tables import NAMES, PACK

CASES = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position.number} {position.shows}")


def played(referee: Referee, position: Position) -> Answer:
    return referee.ask("replay", {"state": position.table, "moves": position.moves, "pack": PACK})


def told_of(state: dict[str, Any], zone: str) -> Any:
    if zone in NAMES:
        return next(clan for clan in state["players"] if clan["name"] == zone)
    return state[zone]


@CASES
def test_the_moves_are_legal_and_lead_there(roll_and_raid: Referee, position: Position) -> None:
    answer = played(roll_and_raid, position)
    assert answer["verdict"] == "legal", answer["ruling"]
    for zone, expected in position.after.items():
        found = told_of(answer["state"], zone)
        if zone in NAMES:
            found = {part: found[part] for part in expected}
            found = {part: sorted(value) if part in SETS else value for part, value in found.items()}
        assert found == expected, zone


SETS = ("favours_used", "dice_used")


@CASES
def test_other_moves_are_refused(roll_and_raid: Referee, position: Position) -> None:
    state = played(roll_and_raid, position)["state"]
    for move, rule in position.refused:
        answer = roll_and_raid.validate(state, move, pack=PACK)
        assert answer["verdict"] == "illegal", move
        assert rule in answer.broken, move


@CASES
def test_what_the_sheet_decides_is_named(roll_and_raid: Referee, position: Position) -> None:
    for move, part in position.missing:
        answer = roll_and_raid.validate(position.table, move)
        assert answer["verdict"] == "undetermined", move
        assert part in answer.missing


@CASES
def test_a_contradiction_is_impossible(roll_and_raid: Referee, position: Position) -> None:
    assert roll_and_raid.audit(position.table, pack=PACK)["verdict"] == "possible"
    for what, table, rule in position.never:
        answer = roll_and_raid.audit(table, pack=PACK)
        assert answer["verdict"] == "impossible", what
        assert rule in answer.broken, what


def test_2_without_the_cards_their_order_is_assumed(roll_and_raid: Referee) -> None:
    position = next(position for position in POSITIONS if position.number == 2)
    answer = roll_and_raid.validate(position.table, position.moves[0])
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["card-order"]


def test_51_a_house_pays_no_retreat(roll_and_raid: Referee) -> None:
    position = next(position for position in POSITIONS if position.number == 51)
    move = {"type": "retreat", "player": "bruno", "pay": "house"}
    assert set(roll_and_raid.validate(position.table, move, pack=PACK).broken) == {"retreat/pay"}


SHEET = {"sacrifices": 6, "developments": 9, "gods": 14, "battle": 12}


@pytest.mark.parametrize(
    ("number", "figures", "ranking"),
    [
        (70, {"ana": (41, 4), "bruno": (41, 5)}, [["bruno"], ["ana"]]),
        (71, {"ana": (41, 5), "bruno": (41, 5)}, [["ana", "bruno"]]),
        (72, {"ana": (40, 7), "bruno": (41, 2)}, [["bruno"], ["ana"]]),
    ],
)
def test_70_to_72_ties(roll_and_raid: Referee, number: int, figures: Any, ranking: Any) -> None:
    players = [
        {"name": name, "sacrifices": 0, "developments": 0, "gods": 0, "battle": points, "raids": cards}
        for name, (points, cards) in figures.items()
    ]
    assert roll_and_raid.ask("score", {"sheet": {"players": players}})["ranking"] == ranking, number


def test_73_the_sum_of_four_triskels(roll_and_raid: Referee) -> None:
    sheet = {"players": [{"name": "ana", **SHEET, "raids": 3}]}
    answer = roll_and_raid.ask("score", {"sheet": sheet, "claimed": {"ana": 41}})
    assert answer.total("ana") == 41
    assert answer["claims"][0]["correct"]


def test_every_position_is_asked() -> None:
    assert [position.number for position in POSITIONS] == list(range(1, 70))
    assert all(
        position.moves or position.refused or position.missing for position in POSITIONS if position.number != 51
    )
