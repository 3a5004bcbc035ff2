"""Pictures over HTTP: how they are sent, cached and refused."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.questions import KINGDOMINO, MISFIT, SMALL, WHOLE
from tests.client import Referee
from tests.pictures import check

DIAGRAM = f"{KINGDOMINO}/diagram"


@pytest.mark.parametrize("query", ["", "?lang=en"])
def test_a_picture_is_sent_as_one(client: FlaskClient, query: str) -> None:
    """On the short way and on the long one."""
    response = client.post(DIAGRAM + query, json={"state": SMALL, "move": MISFIT})
    assert response.status_code == 200
    assert response.content_type == "image/svg+xml"
    assert response.headers["Content-Language"] == "en"
    assert response.headers["Brehon-Case"]
    check(response.get_data())


def test_a_picture_is_kept_like_a_score(client: FlaskClient) -> None:
    question = {"state": SMALL, "only": "ana"}
    first, second = client.post(DIAGRAM, json=question), client.post(DIAGRAM, json=question)
    assert second.headers["Brehon-Cache"] == "memory"
    assert (first.get_data(), first.headers["Brehon-Case"]) == (second.get_data(), second.headers["Brehon-Case"])


def test_a_picture_speaks_the_readers_language(client: FlaskClient) -> None:
    pictures = {
        language: client.post(f"{DIAGRAM}?lang={language}", json={"state": WHOLE}).get_data(as_text=True)
        for language in ("en", "es", "pl")
    }
    assert "Next line" in pictures["en"]
    assert "Línea siguiente" in pictures["es"]
    assert "Następny rząd" in pictures["pl"]


@pytest.mark.parametrize(
    ("question", "pointers"),
    [
        ({}, ["/state"]),
        ({"state": SMALL, "player": "ana"}, ["/player"]),
        ({"state": SMALL, "only": "nobody"}, ["/only"]),
        ({"state": SMALL, "viewer": "nobody"}, ["/viewer"]),
        ({"state": SMALL, "viewer": "n" * 41}, ["/viewer"]),
        ({"state": SMALL, "move": {**MISFIT, "domino": 99}}, ["/move/domino"]),
        ({"state": SMALL, "move": {"type": "jump"}}, ["/move/type"]),
        ({"state": SMALL, "pack": "none"}, ["/pack"]),
    ],
)
def test_a_bad_question_gets_no_picture(kingdomino: Referee, question: dict[str, Any], pointers: list[str]) -> None:
    assert kingdomino.problem("diagram", question) == pointers


def test_names_are_no_markup(kingdomino: Referee) -> None:
    name = '"><script>alert(1)</script>&'
    picture = kingdomino.draw({"state": {"players": [{"name": name, "kingdom": []}]}, "only": name})
    root = check(picture)
    assert name in (root[0].text or "")
    assert b"<script" not in picture


def test_ids_of_two_pictures_differ(kingdomino: Referee) -> None:
    one, other = check(kingdomino.draw({"state": SMALL})), check(kingdomino.draw({"state": WHOLE}))
    assert one[0].attrib["id"] != other[0].attrib["id"]


@pytest.mark.parametrize("game", ["kingdomino", "brian-boru", "ortus-regni", "roll-and-raid"])
def test_a_dark_picture_has_dark_paper_and_the_same_words(client: FlaskClient, game: str) -> None:
    """Texts keep their contrast: what was dark on light is light on dark."""
    names = ["Ana", "Beto", "Carla"]
    state = client.post(f"/v1/games/{game}/setup", json={"players": names}).get_json()["state"]
    light, dark = (
        check(client.post(f"/v1/games/{game}/diagram", json={"state": state, "theme": theme}).get_data())
        for theme in ("light", "dark")
    )
    assert [one.text for one in light.iter() if one.text] == [one.text for one in dark.iter() if one.text]
    assert brightness(light[2].attrib["fill"]) > 240
    assert brightness(dark[2].attrib["fill"]) < 50


def brightness(colour: str) -> float:
    return sum(int(colour[place : place + 2], 16) for place in (1, 3, 5)) / 3


def test_a_picture_has_the_width_that_was_asked_for(kingdomino: Referee) -> None:
    plain, wide = (check(kingdomino.draw({"state": SMALL, **more})) for more in ({}, {"width": 720}))
    assert (plain.attrib["width"], wide.attrib["width"]) == ("360", "720")
    assert float(wide.attrib["height"]) == pytest.approx(2 * float(plain.attrib["height"]), abs=0.2)
    assert plain.attrib["viewBox"] == wide.attrib["viewBox"]


@pytest.mark.parametrize("width", [199, 2001, "360", 300.5])
def test_a_width_has_bounds(kingdomino: Referee, width: Any) -> None:
    assert kingdomino.problem("diagram", {"state": SMALL, "width": width}) == ["/width"]


def test_there_are_two_themes(kingdomino: Referee) -> None:
    assert kingdomino.problem("diagram", {"state": SMALL, "theme": "sepia"}) == ["/theme"]


def test_what_a_picture_shows_is_also_told(kingdomino: Referee) -> None:
    """The title names the players; the description has the ruling."""
    root = check(kingdomino.draw({"state": SMALL, "move": MISFIT, "theme": "dark"}))
    assert root.attrib["aria-labelledby"] == f"{root[0].attrib['id']} {root[1].attrib['id']}"
    assert "ana" in (root[0].text or "")
    assert (root[1].text or "").startswith("Illegal.")
