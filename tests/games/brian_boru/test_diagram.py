"""What a picture of Brian Boru shows."""

import json
import random
from typing import Any
from xml.etree.ElementTree import Element

from service.games.brian_boru.game import GAME as game
from tests.client import Referee
from tests.games.brian_boru.tables import act, acting, lead, towns, trick_due
from tests.pictures import SVG, check

BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))
CROSS = "#b3261e"


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
