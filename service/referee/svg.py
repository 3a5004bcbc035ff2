"""SVG: a drawing is a tree of elements, and ``document`` writes it as text.

Elements and texts from a request count steps. ``clipped``, ``wrapped`` and ``width_of`` count none: a map that is
cached between requests uses them too.

Text from a request (names) is escaped when it is written, and only there; characters that XML does not allow are
replaced. A picture has no ids or styles that could collide with those of the page that embeds it: the only ids, of
its title and description, are digests of the picture.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from service.referee.budget import step
from service.referee.themes import Theme, painted

Point = tuple[float, float]
Value = str | int | float | None

FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
EACH_ELEMENT = 5
"""The steps for making an element and writing it."""
SMALLEST = 11
"""The smallest font size: pictures are 360 wide, about the width of a phone."""

NO_COLOURS: Mapping[str, str] = MappingProxyType({})

_PAINTED = frozenset(("fill", "stroke", "stop-color"))
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_NARROW = frozenset("iIjlft.,:;'|!()[]1 -·")
_BROAD = frozenset("mwMW@%—…")


class Element:
    """A tag with attributes and children; attributes with the value None are left out."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, children: Sequence["Element | str"], attributes: dict[str, Value]) -> None:
        self.tag = tag
        self.children = children
        self.attributes = attributes

    def write(self, parts: list[str], theme: Theme = "light", dark: Mapping[str, str] = NO_COLOURS) -> None:
        """Adds its text to the parts; ``dark`` are dark counterparts of the game's own colours."""
        parts.append(f"<{self.tag}")
        for name, value in self.attributes.items():
            if value is not None:
                shown = painted(value, theme, dark) if name in _PAINTED and isinstance(value, str) else value
                parts.append(f' {name}="{escaped(shown) if isinstance(shown, str) else number(shown)}"')
        if not self.children:
            parts.append("/>")
            return
        parts.append(">")
        for child in self.children:
            if isinstance(child, str):
                parts.append(escaped(child))
            else:
                child.write(parts, theme, dark)
        parts.append(f"</{self.tag}>")


class Drawing(NamedTuple):
    """A finished picture: title, description, size and elements."""

    title: str
    description: str
    width: float
    height: float
    elements: Sequence[Element]
    dark: Mapping[str, str] = NO_COLOURS
    """Dark counterparts of the game's own colours."""


def element(tag: str, *children: Element | str, **attributes: Value) -> Element:
    """``stroke_width=2`` becomes ``stroke-width="2"``."""
    step(EACH_ELEMENT)
    return Element(tag, children, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()})


def group(children: Iterable[Element], x: float = 0, y: float = 0, /, **attributes: Value) -> Element:
    """A group of elements, translated by x and y."""
    moved = f"translate({number(x)} {number(y)})" if x or y else None
    return element("g", *children, transform=moved, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> Element:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> Element:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def line(start: Point, end: Point, **attributes: Value) -> Element:
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def polygon(points: Iterable[Point], **attributes: Value) -> Element:
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def path(strokes: Sequence[Sequence[Point]], *, closed: bool = False, **attributes: Value) -> Element:
    """Polylines, each a sequence of points."""
    end = "Z" if closed else ""
    step(sum(map(len, strokes)))
    commands = "".join("M" + "L".join(f"{number(x)} {number(y)}" for x, y in stroke) + end for stroke in strokes)
    return element("path", d=commands, fill=attributes.pop("fill", "none"), **attributes)


def text(content: str, x: float, y: float, size: float = 13, **attributes: Value) -> Element:
    """A text of the service; ``y`` is its base line."""
    return element("text", content, x=x, y=y, font_size=size, **attributes)


def fitted(content: str, x: float, y: float, width: float, size: float = 13, **attributes: Value) -> Element:
    """A text from a request, in a nested ``svg`` element.

    It is shortened by an estimate of its width; the nested element cuts off what is wider all the same. ``y`` is the
    base line.
    """
    step(len(content))
    anchor = attributes.get("text_anchor")
    start = {"middle": width / 2, "end": width}.get(str(anchor), 0)
    window: dict[str, Value] = {"x": x - start, "y": y - size, "width": width, "height": size * 1.4}
    return element("svg", text(clipped(content, width, size), start, size, size, **attributes), **window)


def clipped(content: str, width: float, size: float) -> str:
    """The text on one line, shortened with an ellipsis if it is too long."""
    plain = " ".join(content.split())
    if width_of(plain, size) <= width:
        return plain
    room = width - width_of("…", size)
    fits, too_long = 0, len(plain)  # letters without a width fit in any number: not one by one
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if width_of(plain[:middle], size) > room:
            too_long = middle
        else:
            fits = middle
    return plain[:fits].rstrip(" \u200d") + "…"


def wrapped(content: str, width: float, size: float, most: int = 6) -> list[str]:
    """The text in at most so many lines; the rest is cut off."""
    lines: list[str] = []
    current = ""
    for word in content.split(" "):  # not split(): that would break at non-breaking spaces too
        joined = f"{current} {word}" if current else word
        if width_of(joined, size) <= width:
            current = joined
            continue
        if current:
            lines.append(current)
        current = clipped(word, width, size)
    lines.append(current)
    if len(lines) > most:
        lines = [*lines[: most - 1], clipped(f"{lines[most - 1]} …", width, size)]
    return lines


def width_of(content: str, size: float) -> float:
    """An upper estimate of the width of a text; the reader's fonts are unknown."""
    return sum(map(_letter_width, content)) * size


@lru_cache(maxsize=1024)
def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.4
    if letter.isascii():
        return 0.95 if letter in _BROAD else 0.72 if letter.isupper() else 0.6
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 1.35 if unicodedata.east_asian_width(letter) in "WF" else 0.95 if letter in _BROAD else 0.72


def document(drawing: Drawing, theme: Theme = "light", width: int | None = None) -> bytes:
    """The picture as a file, so many pixels wide. Two pictures on one page have different ids: digests."""
    parts: list[str] = []
    for child in drawing.elements:
        child.write(parts, theme, drawing.dark)
    content = "".join(parts)
    payload = f"{drawing.title}\n{drawing.description}\n{content}".encode("utf-8", "replace")
    name = "b" + hashlib.blake2b(payload, digest_size=4).hexdigest()
    scale = 1 if width is None else width / drawing.width
    box = f"{number(drawing.width)} {number(drawing.height)}"
    size = f'width="{number(drawing.width * scale)}" height="{number(drawing.height * scale)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box}" {size}'
        f' role="img" aria-labelledby="{name}-title {name}-desc" font-family="{escaped(FONT)}">'
        f'<title id="{name}-title">{escaped(drawing.title)}</title>'
        f'<desc id="{name}-desc">{escaped(drawing.description)}</desc>'
        f"{content}</svg>\n"
    ).encode()


def escaped(content: str) -> str:
    return _ILLEGAL.sub("\ufffd", content).translate(_ESCAPES)


def number(value: float) -> str:
    """At most one decimal, and none if it is zero."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
