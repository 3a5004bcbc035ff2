"""What the printed book of Kingdomino shows and counts, through HTTP, in the order of the book."""

from typing import Any

import msgspec
import pytest

from tests.client import Referee
from tests.games.kingdomino.tables import (
    NAMES,
    alone,
    choose,
    discard,
    first_round,
    line,
    opening,
    place,
    play,
    reveal,
    squares,
)

PICTURE = (
    "wheat1 1,0; grassland 2,0; grassland 3,0; grassland 4,0; wheat 0,-1; wheat 1,-1; grassland2 2,-1; swamp 0,-2;"
    " lake1 1,-2; lake 2,-2; forest 3,-2; swamp 0,-3; lake 1,-3; lake 2,-3; lake1 3,-3; mine2 0,-4"
)
"""The kingdom of the scoring picture."""


def test_contents_48_dominoes(kingdomino: Referee) -> None:
    pack = kingdomino.http.get("/v1/games/kingdomino/packs/base").get_json()["pack"]
    assert [domino["number"] for domino in pack["dominoes"]] == list(range(1, 49))
    crowns = sum(domino[half]["crowns"] for domino in pack["dominoes"] for half in "ab")
    assert crowns == 39


def test_first_round_for_four(kingdomino: Referee) -> None:
    """Four dominoes in ascending order; the kings choose as they are drawn; then four more lie beside them."""
    setup = kingdomino.ask("setup", {"players": list(NAMES)})
    assert setup["state"]["pile"] == ["?"] * 48
    moves: list[dict[str, Any]] = [
        reveal(41, 3, 22, 9),
        {"type": "draw", "kings": ["carla", "ana", "dario", "bruno"]},
        choose(41, "carla"),
        choose(3, "ana"),
        choose(22, "dario"),
        choose(9, "bruno"),
    ]
    chosen = kingdomino.ask("replay", {"state": setup["state"], "moves": moves})
    assert chosen["verdict"] == "legal", chosen["ruling"]
    assert chosen["next"] == {"phase": "reveal", "players": [], "moves": ["reveal"]}
    revealed = kingdomino.validate(chosen["state"], reveal(40, 12, 5, 30))
    state = revealed["state"]
    assert state["current_line"] == line((3, "ana"), (9, "bruno"), (22, "dario"), (41, "carla"))
    assert state["next_line"] == line(5, 12, 30, 40)
    assert revealed["next"] == {"phase": "place", "players": ["ana"], "moves": ["place"]}


def test_a_turn_is_placing_then_choosing(kingdomino: Referee) -> None:
    state = first_round()
    moves = [choose(3, "carla"), choose(9, "ana"), choose(22, "dario"), choose(41, "bruno"), reveal(5, 12, 30, 40)]
    moves += [place(3, 1, 0, "e", "carla"), choose(40, "carla"), place(9, 0, 1, "n", "ana"), choose(5, "ana")]
    answer = kingdomino.ask("replay", {"state": state, "moves": moves})
    assert answer["verdict"] == "legal", answer["ruling"]
    assert answer["next"]["players"] == ["dario"]


def test_the_seven_connection_rules(kingdomino: Referee) -> None:
    """One kingdom, one question for each printed point."""
    state = alone("1 1,0 e; 2 -1,0 w")  # five wide: the castle in the middle of a row of wheat
    asked = {
        "1: at most five": kingdomino.validate(state, place(13, 3, 0, "n")).broken,
        "2: the castle anywhere": kingdomino.validate(alone("1 1,0 e"), place(16, 3, 0, "e")).broken,
        "3: equal terrain": kingdomino.validate(state, place(12, 1, 1, "e")).broken,
        "4: the castle is wild": kingdomino.validate(state, place(12, 0, 1, "n")).broken,
        "5: placed is placed": kingdomino.validate(state, place(1, 1, 1, "e")).broken,
        "6: what fits nowhere goes": kingdomino.validate(
            alone("1 1,0 e; 2 -1,0 w; 13 0,1 n; 14 0,-1 s"), discard(12)
        ).broken,
        "7: not at will": kingdomino.validate(state, discard(12)).broken,
    }
    assert asked == {
        "1: at most five": ["place/bounds"],
        "2: the castle anywhere": [],
        "3: equal terrain": ["place/match", "place/own-half"],
        "4: the castle is wild": [],
        "5: placed is placed": ["place/fixed"],
        "6: what fits nowhere goes": [],
        "7: not at will": ["discard/at-will"],
    }


@pytest.mark.parametrize(
    ("count", "options", "rounds", "dominoes"),
    [(4, {}, 12, 48), (3, {}, 12, 48), (2, {}, 6, 24), (2, {"variants": ["great-duel"]}, 12, 48)],
)
def test_rounds_of_a_game(
    kingdomino: Referee, count: int, options: dict[str, Any], rounds: int, dominoes: int
) -> None:
    start = opening(count, 3, **options)
    _, log = play(start, 3)
    setup = {"players": list(NAMES[:count]), "options": options, "seed": 3}
    answer = kingdomino.ask("replay", {"setup": setup, "moves": msgspec.to_builtins(log), "states": True})
    assert answer["state"]["phase"] == "over"
    lines = 1 + sum(move["type"] == "reveal" for move in msgspec.to_builtins(log))
    assert lines == rounds
    assert 4 * lines == dominoes


def test_the_scoring_picture(kingdomino: Referee) -> None:
    """Five lakes with two crowns are 10 points, two swamps without a crown are none; 23 in all."""
    answer = kingdomino.score({"players": [{"name": "ana", "squares": squares(PICTURE)}]})
    points = {line["detail"]["terrain"]: line["points"] for line in answer["players"][0]["lines"]}
    assert points == {"lake": 10, "grassland": 8, "wheat": 3, "mine": 2, "swamp": 0, "forest": 0}
    assert answer.total("ana") == 23


def test_first_round_for_two(kingdomino: Referee) -> None:
    """The starting player one, the other two, the starting player the last."""
    moves = [choose(9, "ana"), choose(3, "bruno"), choose(41, "bruno"), choose(22, "ana")]
    answer = kingdomino.ask("replay", {"state": first_round(2), "moves": moves})
    assert answer["verdict"] == "legal", answer["ruling"]
    assert answer["state"]["current_line"] == line((3, "bruno"), (9, "ana"), (22, "ana"), (41, "bruno"))


def test_the_leftover_for_three(kingdomino: Referee) -> None:
    moves = [choose(41, "carla"), choose(3, "ana"), choose(22, "bruno")]
    answer = kingdomino.ask("replay", {"state": first_round(3), "moves": moves})
    assert answer["state"]["leftovers"] == [9]
    assert answer["state"]["current_line"] == line((3, "ana"), (22, "bruno"), (41, "carla"))


def test_three_players_in_the_first_edition(kingdomino: Referee) -> None:
    """Twelve dominoes stay out and a line has three."""
    setup = kingdomino.ask("setup", {"players": list(NAMES[:3]), "options": {"edition": "first"}, "seed": 1})
    assert len(setup["state"]["next_line"]) == 3
    assert len(setup["state"]["pile"]) == 33
