"""What a picture of Brian Boru shows."""

import json
import random
import tomllib
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from service.games.brian_boru import diagram
from service.games.brian_boru.diagram.layout import LABEL, label_lines
from service.games.brian_boru.game import GAME as game
from service.referee.svg import width_of
from tests.client import Referee
from tests.games.brian_boru.tables import act, acting, lead, towns, trick_due
from tests.pictures import SVG, check

BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))
CROSS = "#b3261e"
DIAGRAM = Path(diagram.__file__).parent


def draw(referee: Referee, state: dict[str, Any], **more: Any) -> Element:
    return check(referee.draw({"state": state, **more}))


def town(picture: Element, name: str) -> Element:
    (found,) = (group for group in picture.iter() if group.attrib.get("data-town") == name)
    return found


def is_crossed(element: Element) -> bool:
    return any(part.attrib.get("stroke") == CROSS for part in element.iter(f"{SVG}path"))


def cards(picture: Element) -> list[str]:
    return [group.attrib["data-card"] for group in picture.iter() if "data-card" in group.attrib]


def words(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def test_every_town_is_there_with_its_colour(brian_boru: Referee) -> None:
    picture = draw(brian_boru, {"players": [{"name": "ana"}]})
    drawn = {
        group.attrib["data-town"]: (group.attrib["data-region"], group.attrib["data-colour"])
        for group in picture.iter()
        if "data-town" in group.attrib
    }
    assert drawn == {entry["id"]: (entry["region"], entry["colour"]) for entry in BASE["towns"]}


def test_what_lies_in_a_town(brian_boru: Referee) -> None:
    """The number of the player on the disc; a token and a monastery are figures of their own, and told in words."""
    picture = draw(brian_boru, trick_due(board="C4 ana; M1 bruno viking; U1 carla monastery"))
    assert words(town(picture, "C4")) == ["C4", "1"]
    assert words(town(picture, "M1")) == ["M1", "2"]
    assert words(town(picture, "U1")) == ["U1", "3"]
    assert words(town(picture, "C1")) == ["C1"]
    assert len(list(town(picture, "M1").iter())) > len(list(town(picture, "C4").iter()))
    told = picture[1].text or ""
    assert "Towns of bruno: M1 (Viking control token)." in told
    assert "Towns of carla: U1 (Monastery)." in told


def test_a_town_that_breaks_a_rule_is_crossed(brian_boru: Referee) -> None:
    assert is_crossed(town(draw(brian_boru, trick_due(), move=lead("C4", 11)), "C4"))
    assert not is_crossed(town(draw(brian_boru, trick_due(), move=lead("C1", 11)), "C1"))
    expansion = act("upper", expand="C5")
    assert is_crossed(town(draw(brian_boru, acting(("ana", 2), winner="carla"), move=expansion), "C5"))


def test_hidden_cards_show_their_backs(brian_boru: Referee) -> None:
    known = trick_due(bruno={"hand": [1, 3, 4, 5]})
    assert cards(draw(brian_boru, known)) == ["2", "11", "13", "17", "1", "3", "4", "5", "?", "?", "?", "?"]
    assert cards(draw(brian_boru, known, viewer="ana")) == ["2", "11", "13", "17", *["?"] * 8]
    assert cards(draw(brian_boru, known, viewer="carla")) == ["?"] * 12


def test_a_secret_that_may_not_be_seen_changes_no_byte(brian_boru: Referee) -> None:
    one, other = trick_due(bruno={"hand": [1, 3, 4, 5]}), trick_due(bruno={"hand": [6, 7, 8, 9]})
    assert brian_boru.draw({"state": one, "viewer": "ana"}) == brian_boru.draw({"state": other, "viewer": "ana"})


def test_one_player_alone_has_no_map(brian_boru: Referee) -> None:
    picture = draw(brian_boru, trick_due(), only="ana")
    assert cards(picture) == ["2", "11", "13", "17"]
    assert not [group for group in picture.iter() if "data-town" in group.attrib]


def test_packs_of_any_make_are_drawn(brian_boru: Referee) -> None:
    """Towns in one spot, towns out of all bounds, many regions with long names."""
    chance = random.Random(3)
    for far in (0, 1, 1e6, 1e300):
        moved = [
            {**entry, "left": chance.uniform(-far, far), "top": chance.uniform(-far, far)} for entry in BASE["towns"]
        ]
        draw(brian_boru, trick_due(), pack={**BASE, "id": "mine", "towns": moved})
    named = [{**entry, "name": "N" * 300} for entry in BASE["regions"]]
    draw(brian_boru, trick_due(), pack={**BASE, "id": "mine", "regions": named})


def test_impossible_tables_are_drawn_too(brian_boru: Referee) -> None:
    chance = random.Random(5)
    names = [entry["id"] for entry in BASE["towns"]]
    for _ in range(40):
        count = chance.randint(1, 8)
        players: list[dict[str, Any]] = [
            {
                "name": "x" * n + "y",
                "marriage": chance.choice((0, 3, 9, 10, 999)),
                "church": chance.randint(0, 999),
                "raiders": chance.randint(0, 999),
                "points": chance.randint(0, 999),
                "hand": chance.choices([*range(1, 26), "?"], k=chance.randint(0, 99)),
                "claims": chance.sample([entry["id"] for entry in BASE["regions"]], chance.randint(0, 8)),
            }
            for n in range(count)
        ]
        board = towns("; ".join(f"{name} {chance.choice(('y', 'xy', 'nobody'))} viking monastery" for name in names))
        state = {"players": players, "towns": board, "raiders": 999, "trick": {"town": "C1"}}
        draw(brian_boru, state, move=lead(chance.choice(names), 11, "y"))


MAP: dict[str, Any] = json.loads((DIAGRAM / "board.json").read_text("utf-8"))["map"]
BODY, NAME, TOKEN = (14.0, 14.0), 7.0, (12.0, 9.0)
"""Half the size of a town, half the height of a line of a name, half the size of a claim token."""


def test_every_town_of_the_pack_is_on_the_drawn_map_with_room_for_a_finger() -> None:
    assert MAP["towns"].keys() == {entry["id"] for entry in BASE["towns"]}
    assert MAP["labels"].keys() == MAP["tokens"].keys() == {entry["id"] for entry in BASE["regions"]}
    places = list(MAP["towns"].values())
    assert min(dist(one, other) for one, other in combinations(places, 2)) > 39
    assert all(17 <= x <= MAP["width"] - 17 and 17 <= y <= MAP["height"] - 25 for x, y in places)


@pytest.mark.parametrize("language", ["en", "es", "pl"])
def test_no_name_of_a_region_lies_on_a_town_or_a_token(language: str) -> None:
    terms = tomllib.loads((DIAGRAM.parent / "rulebook" / f"{language}.toml").read_text("utf-8"))["terms"]
    boxes = [(*place, *BODY) for place in MAP["towns"].values()] + [
        (*place, *TOKEN) for place in MAP["tokens"].values()
    ]
    for region, (x, y) in MAP["labels"].items():
        lines = label_lines(terms[region])
        assert not any("…" in line for line in lines)
        half, high = max(width_of(line, LABEL) * 0.8 for line in lines) / 2, NAME * len(lines)
        assert half <= x <= MAP["width"] - half
        for left, top, wide, tall in boxes:
            assert abs(left - x) >= half + wide - 1 or abs(top - y) >= high + tall - 2, (region, left, top)


def test_a_pack_with_towns_elsewhere_has_a_map_of_its_own(brian_boru: Referee) -> None:
    moved = [{**entry, "left": 99 - entry["left"]} for entry in BASE["towns"]]
    own = draw(brian_boru, trick_due(), pack={**BASE, "id": "mine", "towns": moved})
    drawn = draw(brian_boru, trick_due())
    coast = f"L{MAP['coast'][9][0]:g} {MAP['coast'][9][1]:g}L"

    def has_coast(picture: Element) -> bool:
        return any(coast in part.attrib.get("d", "") for part in picture.iter(f"{SVG}path"))

    assert has_coast(drawn)
    assert not has_coast(own)


def test_claim_tokens_show_what_they_need_or_what_they_are_worth(brian_boru: Referee) -> None:
    state = trick_due(bruno={"claims": ["munster"]})
    told = words(draw(brian_boru, {**state, "face_up": ["ulaid"]}))
    assert told.count("7") >= 1
    assert "3+" in told
    assert words(draw(brian_boru, {**state, "face_up": []})).count("3+") == told.count("3+") + 1


def test_a_round_that_is_not_known_has_no_number(brian_boru: Referee) -> None:
    """A phase may be known where the round is not."""
    state = {**acting(("ana", 2), winner="carla"), "round": 1}
    assert "Round 1: actions" in words(draw(brian_boru, state))
    del state["round"]
    assert "Now: actions" in words(draw(brian_boru, state))
