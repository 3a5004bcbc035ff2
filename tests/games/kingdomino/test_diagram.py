"""What a picture of Kingdomino shows."""

import random
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from tests.client import Referee
from tests.games.kingdomino.tables import NAMES, alone, choose, discard, first_turn, kingdom, place, squares
from tests.pictures import SVG, check

CROSS = "#b3261e"
"""The colour of what breaks a rule."""


def draw(referee: Referee, state: dict[str, Any], **more: Any) -> Element:
    return check(referee.draw({"state": state, **more}))


def fields(picture: Element, **data: str) -> set[tuple[int, int]]:
    """The squares of the picture that have these data."""
    wanted = {f"data-{name}": value for name, value in data.items()}
    return {
        (int(rect.attrib["data-x"]), int(rect.attrib["data-y"]))
        for rect in picture.iter(f"{SVG}rect")
        if "data-x" in rect.attrib and wanted.items() <= rect.attrib.items()
    }


def crossed(picture: Element) -> int:
    """How many places are crossed out."""
    return sum(
        path.attrib.get("stroke") == CROSS and path.attrib.get("stroke-width") == "2.5" for path in picture.iter()
    )


def words(picture: Element) -> str:
    return " ".join(text.text or "" for text in picture.iter(f"{SVG}text"))


def test_both_ways_of_telling_a_kingdom_draw_the_same(kingdomino: Referee) -> None:
    by_dominoes = draw(kingdomino, alone("19 1,0 e; 5 3,0 n"))
    told = squares("wheat1 1,0; forest 2,0; forest 3,0; forest 3,1")
    by_squares = draw(kingdomino, {"players": [{"name": "ana", "squares": told}]})
    for terrain, there in {"wheat": {(1, 0)}, "forest": {(2, 0), (3, 0), (3, 1)}}.items():
        assert fields(by_dominoes, terrain=terrain) == fields(by_squares, terrain=terrain) == there
    assert fields(by_dominoes, castle="1") == {(0, 0)}


def test_alone_every_square_within_reach_can_be_tapped(kingdomino: Referee) -> None:
    picture = draw(kingdomino, alone("19 1,0 e"))
    assert fields(picture, free="1") == {(x, y) for x in range(-2, 5) for y in range(-4, 5)} - {
        (0, 0),
        (1, 0),
        (2, 0),
    }


def test_the_frame_of_the_great_duel_is_larger(kingdomino: Referee) -> None:
    picture = draw(kingdomino, alone("", variants=["great-duel"]))
    assert fields(picture, free="1") == {(x, y) for x in range(-6, 7) for y in range(-6, 7)} - {(0, 0)}


@pytest.mark.parametrize(
    ("state", "move", "count"),
    [
        (alone("19 1,0 e; 5 3,0 n"), place(4, 4, 1, "e"), 1),  # one half outside the frame
        (alone("19 1,0 e"), place(4, 3, 1, "n"), 2),  # neither half touches its terrain
        (alone("19 1,0 e"), place(13, 1, 0, "n"), 1),  # one half on another domino
        (alone("1 1,0 e"), place(16, 3, 0, "e"), 0),  # legal
        (alone(""), place(12, 90, 90, "n"), 0),  # too far away to be drawn
        (first_turn(), choose(5, "ana"), 0),  # it is not about a square
    ],
)
def test_squares_that_break_a_rule_are_crossed(
    kingdomino: Referee, state: dict[str, Any], move: dict[str, Any], count: int
) -> None:
    assert crossed(draw(kingdomino, state, move=move)) == count


def test_the_verdict_and_its_reasons_stand_in_the_picture(kingdomino: Referee) -> None:
    spanish = Referee(kingdomino.app, "kingdomino", "es")
    question = {"state": alone(""), "move": place(13, 1, 1, "e")}
    ruling = spanish.ask("validate", question)
    picture = check(spanish.draw(question))
    assert "Ilegal" in words(picture)
    for violation in ruling["violations"]:
        assert violation["message"] in (picture[1].text or "")
    assert "Legal" in words(draw(kingdomino, alone(""), move=place(13, 1, 0, "e")))


def test_a_domino_that_still_fits_is_shown_where(kingdomino: Referee) -> None:
    picture = draw(kingdomino, alone(""), move=discard(48))
    assert any(rect.attrib.get("stroke") == "#8a5a00" for rect in picture.iter(f"{SVG}rect"))


def test_what_lies_far_outside_is_told_in_words(kingdomino: Referee) -> None:
    assert "(90, 90), (90, 91)" in words(draw(kingdomino, alone(""), move=place(12, 90, 90, "n")))


def test_one_player_alone(kingdomino: Referee) -> None:
    whole, alone_ = draw(kingdomino, first_turn()), draw(kingdomino, first_turn(), only="bruno")
    assert {group.attrib["data-player"] for group in whole.iter() if "data-player" in group.attrib} == set(NAMES)
    assert {group.attrib["data-player"] for group in alone_.iter() if "data-player" in group.attrib} == {"bruno"}


def test_lines_can_be_tapped(kingdomino: Referee) -> None:
    picture = draw(kingdomino, first_turn())
    lines = [(g.attrib["data-line"], g.attrib["data-domino"]) for g in picture.iter() if "data-line" in g.attrib]
    assert lines == [("current_line", str(n)) for n in (3, 9, 22, 41)] + [
        ("next_line", str(n)) for n in (5, 12, 30, 40)
    ]


def test_the_pile_does_not_show(kingdomino: Referee) -> None:
    """Nobody may see what comes next, so the picture is the same whatever it is."""
    known = {**first_turn(), "pile": [n for n in range(1, 49) if n not in (3, 9, 22, 41, 5, 12, 30, 40)]}
    assert kingdomino.draw({"state": known}) == kingdomino.draw({"state": first_turn()})


def test_impossible_kingdoms_are_drawn_too(kingdomino: Referee) -> None:
    chance = random.Random(7)
    for _ in range(150):
        span = chance.choice((2, 6, 99))
        told = [
            {
                "x": chance.randint(-span, span),
                "y": chance.randint(-span, span),
                "terrain": chance.choice(("wheat", "forest", "lake", "grassland", "swamp", "mine")),
                "crowns": chance.randint(0, 3),
            }
            for _ in range(chance.randint(0, 200))
        ]
        players = [{"name": f"{n} {'long ' * 6}", "squares": told[n:]} for n in range(chance.randint(1, 8))]
        draw(kingdomino, {"players": players, "options": {"variants": chance.sample(["great-duel", "harmony"], 1)}})


def test_an_impossible_position_says_so(kingdomino: Referee) -> None:
    twice = {"players": [{"name": "ana", "kingdom": kingdom("1 1,0 e; 13 1,0 n")}]}
    picture = draw(kingdomino, twice)
    assert "Impossible position" in words(picture)
    assert crossed(picture) == 1
