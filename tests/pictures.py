"""What is asked of every picture: XML, everything on the paper, and words for those who do not see it."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from service.referee.svg import SMALLEST, width_of

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "desc", "g", "rect", "circle", "line", "polygon", "path", "text"}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
SLACK = 0.06
"""Numbers are written with one decimal."""


class Box(NamedTuple):
    """What an element covers."""

    left: float
    top: float
    right: float
    bottom: float


def parsed(picture: bytes) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def check(picture: bytes) -> ElementTree.Element:
    """Everything that holds for any picture."""
    root = parsed(picture)
    _is_told_in_words(root)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    for element, box in boxes(root):
        inside = box.left >= -SLACK and box.top >= -SLACK
        inside = inside and box.right <= width + SLACK and box.bottom <= height + SLACK
        assert inside, (ElementTree.tostring(element)[:300], box, (width, height))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in TAGS
        if element.tag == f"{SVG}text":
            assert float(element.attrib["font-size"]) >= SMALLEST
        assert not {name for name in element.attrib if name.startswith("on") or name.endswith("href")}
    return root


def _is_told_in_words(root: ElementTree.Element) -> None:
    assert root.attrib["role"] == "img"
    title, description = root[0], root[1]
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert root.attrib["aria-labelledby"] == f"{title.attrib['id']} {description.attrib['id']}"
    assert title.text
    assert description.text


def boxes(
    root: ElementTree.Element, x: float = 0, y: float = 0, anchor: str = "start"
) -> Iterator[tuple[ElementTree.Element, Box]]:
    """Every element that is drawn, and what it covers. A window covers itself: what is in it cannot leave it."""
    for element in root:
        tag = element.tag.removeprefix(SVG)
        if tag == "g":
            moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib.get("transform", "translate(0 0)"))
            assert moved, element.attrib
            inherited = element.attrib.get("text-anchor", anchor)
            yield from boxes(element, x + float(moved[1]), y + float(moved[2]), inherited)
        elif tag not in ("title", "desc"):
            own = _covers(tag, element, anchor)
            yield element, Box(own.left + x, own.top + y, own.right + x, own.bottom + y)


def _covers(tag: str, element: ElementTree.Element, anchor: str) -> Box:
    def number(name: str) -> float:
        return float(element.attrib[name])

    if tag in ("rect", "svg"):
        left, top = number("x"), number("y")
        return Box(left, top, left + number("width"), top + number("height"))
    if tag == "line":
        xs, ys = (number("x1"), number("x2")), (number("y1"), number("y2"))
        return Box(min(xs), min(ys), max(xs), max(ys))
    if tag == "circle":
        left, top, radius = number("cx"), number("cy"), number("r")
        return Box(left - radius, top - radius, left + radius, top + radius)
    if tag == "text":
        size, width = number("font-size"), width_of(element.text or "", number("font-size")) * 0.8
        left = number("x") - {"middle": width / 2, "end": width}.get(element.attrib.get("text-anchor", anchor), 0)
        return Box(left, number("y") - size * 0.8, left + width, number("y") + size * 0.25)
    told = element.attrib["points"] if tag == "polygon" else element.attrib["d"]
    if scaled := re.fullmatch(r"scale\((\S+)\)", element.attrib.get("transform", "")):
        return _pieces(told, float(scaled[1]))
    assert tag == "polygon" or re.fullmatch(r"(M-?[\d. -]+(L-?[\d. -]+)*Z?)+", told), told
    numbers = [float(each) for each in _NUMBER.findall(told)]
    xs, ys = numbers[::2], numbers[1::2]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _pieces(told: str, scale: float) -> Box:
    """What symbols of a board cover, by where their pieces begin."""
    begins = [(float(x) * scale, float(y) * scale) for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", told)]
    assert begins, told
    xs, ys = [x for x, _ in begins], [y for _, y in begins]
    return Box(min(xs), min(ys), max(xs), max(ys))
