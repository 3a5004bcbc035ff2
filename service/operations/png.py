"""Pictures as PNG: the SVG document of ``diagram``, drawn by resvg (the optional extra ``png``).

It uses the fonts of the system. resvg holds the interpreter's lock while it draws, so a picture is bounded before:
by its pixels and by the bytes of its SVG document.
"""

import re
from functools import cache

from service.operations.question import TooCostly

try:
    import resvg_py
except ImportError:  # the extra is not installed
    resvg_py = None  # type: ignore[assignment]

MOST_PIXELS = 2_000_000
"""About a quarter of a second."""
MOST_SVG_BYTES = 500_000
STEPS_OF_A_PICTURE = 20_000
"""A step stands for a microsecond: reading the fonts and starting takes so many."""
PIXELS_PER_STEP = 8
_SIZE = re.compile(rb'<svg [^>]*? width="([\d.]+)" height="([\d.]+)"')
_LETTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">'
    '<text y="14" font-family="sans-serif">{}</text></svg>'
)


@cache
def can_draw() -> bool:
    """Whether resvg is installed and finds a font: without one all texts would be missing."""
    if resvg_py is None:
        return False
    return _drawn(_LETTER.format("M")) != _drawn(_LETTER.format(""))


def renderer() -> str:
    """The name and version of what draws pictures: another version may give other bytes."""
    return f"resvg {resvg_py.__resvg_version__}" if resvg_py is not None else ""


def cost(document: bytes) -> int:
    """The steps that drawing takes; ``TooCostly`` if it is more than one request may use."""
    size = _SIZE.match(document)
    assert size is not None, "not a document of service/referee/svg.py"
    pixels = round(float(size[1]) * float(size[2]))
    if pixels > MOST_PIXELS:
        raise TooCostly(
            "/width", f"A PNG picture has at most {MOST_PIXELS} pixels, this one {pixels}: ask for less width."
        )
    if len(document) > MOST_SVG_BYTES:
        raise TooCostly("/state", "The picture has too many parts for PNG: ask for SVG, or for one player alone.")
    return STEPS_OF_A_PICTURE + pixels // PIXELS_PER_STEP + len(document) // 2


def draw(document: bytes) -> bytes:
    """The picture as PNG, as many pixels wide and high as the SVG document says."""
    return _drawn(document.decode())


def _drawn(document: str) -> bytes:
    # By default resvg takes Times New Roman, which few servers have, for a family that it does not know.
    png: bytes = resvg_py.svg_to_bytes(
        svg_string=document, font_family="DejaVu Sans", sans_serif_family="DejaVu Sans"
    )
    return png
