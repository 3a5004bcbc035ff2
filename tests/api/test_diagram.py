"""Pictures over HTTP: how they are sent, cached and refused."""

import io
import json
import re
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from service.api.openapi import EXAMPLES
from service.api.responses import etag_of
from service.app import create_app
from service.operations import png
from service.operations.question import TooCostly
from service.settings import Settings
from tests.api.questions import KINGDOMINO, MISFIT, SMALL, WHOLE
from tests.client import Referee
from tests.our_games import GAMES
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


# ---------------------------------------------------------------- PNG


def png_of(client: FlaskClient, question: Any, game: str = KINGDOMINO, accept: str = "image/png") -> Any:
    return client.post(f"{game}/diagram", json=question, headers={"Accept": accept})


def size_of(picture: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture)).size


@pytest.mark.parametrize("game", [game.meta.id for game in GAMES])
def test_a_picture_can_be_had_as_png(client: FlaskClient, game: str) -> None:
    example = json.loads((EXAMPLES / f"{game}-diagram.json").read_text("utf-8"))
    question = {**example["request"], "width": 300}
    response = png_of(client, question, f"/v1/games/{game}")
    assert response.status_code == 200, response.get_json()
    assert response.content_type == "image/png"
    assert response.get_etag() == (etag_of(response.get_data()), False)
    assert {"Accept", "Accept-Language"} <= set(response.vary.as_set(preserve_casing=True))
    assert size_of(response.get_data())[0] == 300
    svg = client.post(f"/v1/games/{game}/diagram", json=question)
    assert svg.content_type == "image/svg+xml"
    assert svg.headers["Brehon-Case"] == response.headers["Brehon-Case"]
    assert svg.get_etag() == (svg.headers["Brehon-Case"], False)
    assert "Accept" in svg.vary


def test_texts_are_drawn(client: FlaskClient) -> None:
    """With another language other pixels: a server without fonts would leave out all texts."""
    pictures = {
        client.post(f"{DIAGRAM}?lang={language}", json={"state": WHOLE}, headers={"Accept": "image/png"}).get_data()
        for language in ("en", "es", "pl")
    }
    assert len(pictures) == 3


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "image/svg+xml"),
        ("*/*", "image/svg+xml"),
        ("image/*", "image/svg+xml"),
        ("application/json", "image/svg+xml"),
        ("image/png;q=0.5, image/svg+xml", "image/svg+xml"),
        ("image/png, image/svg+xml;q=0.5", "image/png"),
        ("image/png, */*;q=0.1", "image/png"),
        ("image/webp, image/png;q=0.2", "image/png"),
        (";;;", "image/svg+xml"),
    ],
)
def test_the_format_is_the_one_that_the_client_prefers(client: FlaskClient, accept: str, media_type: str) -> None:
    assert png_of(client, {"state": SMALL}, accept=accept).content_type == media_type


def test_a_png_is_cached_apart_from_its_svg(app: Flask) -> None:
    client = app.test_client()
    question = {"state": SMALL, "width": 333}
    first, second = png_of(client, question), png_of(client, question)
    assert (first.headers["Brehon-Cache"], second.headers["Brehon-Cache"]) == ("miss", "memory")
    assert first.get_data() == second.get_data()
    assert client.post(DIAGRAM, json=question).content_type == "image/svg+xml"
    uncached = create_app(Settings(cached_operations=())).test_client()
    assert png_of(uncached, question).headers["Brehon-Cache"] == "off"
    assert png_of(uncached, question).get_data() == first.get_data()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "draws no PNG"), ("es", "no dibuja imágenes"), ("pl", "nie rysuje obrazów")]
)
def test_without_the_extra_it_is_refused_clearly(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setattr(png, "resvg_py", None)
    monkeypatch.setattr(png, "can_draw", png.can_draw.__wrapped__)  # what was found out before does not count
    headers = {"Accept": "image/png", "Accept-Language": language}
    response = client.post(DIAGRAM, json={"state": SMALL}, headers=headers)
    assert response.status_code == 406
    assert response.get_json()["type"] == "urn:brehon:problem:not-acceptable"
    assert words in response.get_json()["detail"]
    assert "Accept" in response.vary
    assert png_of(client, {"state": SMALL}, accept="image/png, image/*;q=0.5").content_type == "image/svg+xml"


def test_a_system_without_fonts_draws_no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoFonts:
        """Draws nothing of a text."""

        @staticmethod
        def svg_to_bytes(**_options: Any) -> bytes:
            return b"blank"

    monkeypatch.setattr(png, "resvg_py", NoFonts)
    assert png.can_draw.__wrapped__() is False


def test_a_picture_with_too_many_pixels_is_refused_before_it_is_drawn(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "draw", lambda document: pytest.fail("it was drawn"))
    response = png_of(client, {"state": WHOLE, "width": 2000})
    assert response.status_code == 422
    assert response.get_json()["type"] == "urn:brehon:problem:too-costly"
    assert response.get_json()["errors"][0]["pointer"] == "/width"


def test_a_picture_with_too_many_parts_is_refused_before_it_is_drawn() -> None:
    document = b'<svg xmlns="x" width="200" height="200">' + b" " * png.MOST_SVG_BYTES
    with pytest.raises(TooCostly):
        png.cost(document)


def test_the_largest_picture_is_drawn_in_time_and_is_charged_for() -> None:
    """The whole table of Brian Boru, as wide as the limit of pixels allows: the dearest pixels of all games."""
    client = create_app(Settings(rate_limit="1000/minute")).test_client()
    question = {**json.loads((EXAMPLES / "brian-boru-diagram.json").read_text("utf-8"))["request"], "width": 936}
    started = time.thread_time()
    response = png_of(client, question, "/v1/games/brian-boru")
    seconds = time.thread_time() - started
    assert response.status_code == 200, response.get_json()
    width, height = size_of(response.get_data())
    assert 0.99 * png.MOST_PIXELS < width * height <= png.MOST_PIXELS
    assert seconds < 2
    left = int(re.search(r"r=(\d+)", response.headers["RateLimit"])[1])  # type: ignore[index]
    assert left < 1000 - png.MOST_PIXELS // png.PIXELS_PER_STEP // 5000 + 1


def test_the_bytes_of_a_png_are_limited() -> None:
    client = create_app(Settings(answer_limit=12_000)).test_client()
    response = png_of(client, {"state": WHOLE, "width": 800})
    assert response.status_code == 422
    assert response.get_json()["type"] == "urn:brehon:problem:too-costly"


def test_strange_names_do_not_spoil_a_png(client: FlaskClient) -> None:
    for name in ("Ñandú & <b>Zoë</b>", "👩‍👩‍👧‍👦" * 5, "\u202eabc\x00\u0301", "漢字"):
        state = {"players": [{"name": name, "kingdom": []}]}
        assert png_of(client, {"state": state}).status_code == 200
