"""The colours of dark pictures."""

import json
from pathlib import Path

from service.referee import svg
from service.referee.themes import Colour, fixed, painted, palette


def test_a_colour_without_a_dark_counterpart_is_reversed() -> None:
    assert painted("#ffffff", "dark", {}) < "#303030"
    assert painted("#000", "dark", {}) > "#e0e0e0"
    assert painted("#ffffff", "light", {}) == "#ffffff"


def test_words_are_no_colours_to_be_changed() -> None:
    assert painted("none", "dark", {}) == "none"
    assert painted("currentColor", "dark", {}) == "currentColor"


def test_a_colour_may_know_its_dark_counterpart_or_stay() -> None:
    assert painted(Colour("#ffffff", "#123456"), "dark", {"#ffffff": "#654321"}) == "#123456"
    assert painted(fixed("#1b1b1b"), "dark", {}) == "#1b1b1b"
    assert painted("#ffffff", "dark", {"#ffffff": "#654321"}) == "#654321"


def test_the_colours_of_a_board(tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    assert palette(board) == {}
    themes = {"light": {"lake": "#8fc5ea", "crown": "#ffe45c"}, "dark": {"lake": "#2f6b94"}}
    board.write_text(json.dumps({"themes": themes}))
    found = palette(board)
    assert {name: (str(colour), colour.dark) for name, colour in found.items()} == {
        "lake": ("#8fc5ea", "#2f6b94"),
        "crown": ("#ffe45c", "#ffe45c"),
    }


def test_only_what_is_painted_has_colours() -> None:
    """A name that looks like a colour stays a name."""
    named = svg.rect(0, 0, 1, 1, fill="#ffffff", data_player="#ffffff")
    written = svg.document(svg.Drawing("t", "d", 1, 1, [named]), "dark").decode()
    assert 'data-player="#ffffff"' in written
    assert 'fill="#ffffff"' not in written
