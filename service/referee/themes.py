"""Light and dark pictures. A picture is drawn once, with its light colours, and written with those of a theme.

The dark counterpart of a colour is, in this order: its own (``Colour``), the one of the same name in the game's
``board.json``, or the same hue with its lightness reversed, which keeps whatever is legible legible.
"""

import colorsys
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

Theme = Literal["light", "dark"]

_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_DARKEST, _LIGHTEST = 0.1, 0.94
"""The lightness of what is white and of what is black in the light theme."""


class Colour(str):
    """A colour of the light theme that knows its dark counterpart."""

    __slots__ = ("dark",)
    dark: str

    def __new__(cls, light: str, dark: str) -> "Colour":
        colour = super().__new__(cls, light)
        colour.dark = dark
        return colour


def fixed(colour: str) -> Colour:
    """The same colour in both themes: ink on a card that stays light, for example."""
    return Colour(colour, colour)


def palette(board: Path) -> dict[str, Colour]:
    """The named colours of a ``board.json``: ``{"themes": {"light": {"lake": "#8fc5ea"}, "dark": {…}}}``.

    A name that the dark theme leaves out has the same colour in both.
    """
    themes = json.loads(board.read_text(encoding="utf-8")).get("themes", {}) if board.exists() else {}
    dark = themes.get("dark", {})
    return {name: Colour(light, dark.get(name, light)) for name, light in themes.get("light", {}).items()}


def painted(value: str, theme: Theme, own: Mapping[str, str]) -> str:
    """The colour to be written; words such as ``none`` stay."""
    if theme == "light":
        return value
    if isinstance(value, Colour):
        return value.dark
    return own.get(value) or (_reversed(value) if _HEX.fullmatch(value) else value)


@lru_cache(maxsize=512)
def _reversed(colour: str) -> str:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    lightness = _LIGHTEST - lightness * (_LIGHTEST - _DARKEST)
    return "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue, lightness, saturation * 0.8))
