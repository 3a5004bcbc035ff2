"""Positions that no course of play can have brought about, beyond one for each rule."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.kingdomino.tables import NAMES, finished, first_round, first_turn, kingdom, line, squares


def everybody(count: int, **zones: Any) -> list[dict[str, Any]]:
    return [{"name": name, **zones} for name in NAMES[:count]]


def with_seat(state: dict[str, Any], seat: int, **zones: Any) -> dict[str, Any]:
    players = [dict(player) for player in state["players"]]
    players[seat].update(zones)
    return {**state, "players": players}


EMPTY = {"kingdom": [], "discarded": []}


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"phase": "over", "players": everybody(4, **EMPTY), "current_line": [], "next_line": [], "pile": []}, "round/once-each"),
        ({"players": [{"name": "ana", "discarded": list(range(1, 14))}]}, "round/once-each"),
        ({"players": [{"name": "ana", "discarded": list(range(1, 13))}]}, "discard/at-will"),
        ({"players": everybody(4), "pile": ["?"] * 3}, "next-round/count"),
        ({"players": everybody(4), "pile": ["?"] * 49}, "next-round/count"),
        ({"players": everybody(2), "pile": ["?"] * 28}, "two-players/dominoes"),
        ({"players": everybody(4), "phase": "play", "pile": ["?"] * 48}, "next-round/count"),
        ({"players": everybody(4), "phase": "first-round", "pile": ["?"] * 40}, "next-round/count"),
        ({**first_turn(), "players": everybody(4), "pile": ["?"] * 44}, "next-round/count"),
        ({"players": everybody(3), "leftovers": list(range(1, 14))}, "three-players/leftover"),
        ({"players": everybody(3), "options": {"edition": "first"}, "leftovers": [1]}, "three-players/leftover"),
        ({**first_round(3), "leftovers": [1]}, "three-players/leftover"),
        ({"players": everybody(4), "kings_drawn": ["ana", "ana", "bruno", "carla"]}, "first-round/draw"),
        ({"players": everybody(4), "kings_drawn": ["ana", "bruno", "carla"]}, "first-round/draw"),
        ({"players": everybody(2), "kings_drawn": ["ana", "bruno", "ana", "bruno"]}, "two-players/first-round"),
        ({"players": everybody(2), "phase": "first-round", "next_line": line((3, "ana"), (5, "ana"), 9, 22)}, "two-players/first-round"),
        ({"players": everybody(1), "next_line": line(1, 2, 3, 4, 5)}, "line/size"),
        ({"players": everybody(1), "next_line": line((1, "b"), (2, "b"), (3, "b"), 4)}, "two-players/kings"),
        ({"players": everybody(1), "next_line": line((1, "b"), (2, "c"), (3, "d"), (4, "e"))}, "setup/players"),
        ({"players": [{"name": "ana", "kingdom": [], "discarded": []}, {"name": "bruno", "discarded": list(range(1, 12))}], "pile": list(range(12, 28))}, "two-players/dominoes"),
    ],
)  # fmt: skip
def test_a_contradiction_is_found_in_what_is_told(kingdomino: Referee, state: dict[str, Any], rule: str) -> None:
    answer = kingdomino.audit(state)
    assert answer["verdict"] == "impossible"
    assert rule in answer.broken


def test_who_has_played_had_a_lower_domino(kingdomino: Referee) -> None:
    """First round of placing: carla cannot have placed 30 while 5, 10 and 20 still wait."""
    state = {
        "phase": "play",
        "players": [{"name": name, "kingdom": [], "discarded": []} for name in NAMES],
        "current_line": line((5, "ana"), (10, "bruno"), (20, "dario")),
        "next_line": line(1, 2, 3, (4, "carla")),
        "pile": ["?"] * 40,
    }
    state = with_seat(state, 2, kingdom=kingdom("30 1,0 e"))
    answer = kingdomino.audit(state)
    assert answer.broken == ["round/order"]
    allowed = with_seat(state, 2, kingdom=kingdom("3 1,0 e"))
    allowed["next_line"] = line(1, 2, 6, (7, "carla"))
    assert kingdomino.audit(allowed)["verdict"] == "possible"


def test_a_finished_game_is_possible_with_parts_left_out(kingdomino: Referee) -> None:
    state = dict(finished(3))
    for zone in ("pile", "leftovers", "current_line", "next_line", "phase", "kings_drawn"):
        state.pop(zone, None)
        assert kingdomino.audit(state)["verdict"] == "possible", zone


def test_one_bad_kingdom_is_found_whatever_the_order_of_the_players(kingdomino: Referee) -> None:
    """Squares of one colour too many cannot be dominoes; no search through the others is needed to see it."""
    full = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]
    bad = [square for square in full if square not in ((2, 2), (-2, -2))]

    def told(places: list[tuple[int, int]], terrain: str) -> list[dict[str, Any]]:
        return squares("; ".join(f"{terrain} {x},{y}" for x, y in places))

    pack = {
        "id": "plain",
        "title": "Doubles only",
        "dominoes": [
            {"number": n, "a": {"terrain": terrain, "crowns": 0}, "b": {"terrain": terrain, "crowns": 0}}
            for n, terrain in enumerate(["wheat"] * 40 + ["forest"] * 40, start=1)
        ],
    }
    players = [{"name": "ana", "squares": told(full, "wheat")}, {"name": "bruno", "squares": told(bad, "forest")}]
    for order in (players, players[::-1]):
        answer = kingdomino.audit({"players": order}, pack=pack)
        assert answer["verdict"] == "impossible"
        assert answer.broken == ["components/squares"]
