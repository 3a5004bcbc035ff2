"""Writing SVG: escaping, numbers, and texts that keep to their room."""

from xml.etree import ElementTree

import pytest

from service.referee import svg
from service.referee.svg import Drawing, document


def written(*elements: svg.Element, title: str = "t", description: str = "d") -> ElementTree.Element:
    return ElementTree.fromstring(document(Drawing(title, description, 10, 10, elements)))


@pytest.mark.parametrize("name", ["<&>\"'", "]]>", "zażółć", "👑", "a\tb\nc"])
def test_what_goes_in_comes_out(name: str) -> None:
    root = written(svg.element("text", name, data_name=name), title=name)
    assert root[0].text == name
    assert root[2].text == name


@pytest.mark.parametrize("letter", ["\x00", "\x0b", "\ud800", "\uffff"])
def test_what_xml_does_not_know_is_replaced(letter: str) -> None:
    assert written(svg.text(f"a{letter}b", 0, 0))[2].text == "a\ufffdb"


@pytest.mark.parametrize(("value", "told"), [(1, "1"), (1.0, "1"), (0.25, "0.2"), (-0.01, "0"), (-1.5, "-1.5")])
def test_numbers_are_short(value: float, told: str) -> None:
    assert svg.number(value) == told


@pytest.mark.parametrize("name", ["W" * 40, "👩‍👩‍👧‍👦" * 5, "a" * 40, "Ł" * 40, "汉" * 40])
def test_a_long_name_is_clipped(name: str) -> None:
    clipped = svg.clipped(name, 80, 12)
    assert clipped.endswith("…")
    assert svg.width_of(clipped, 12) <= 80
    assert svg.clipped("ana", 80, 12) == "ana"


def test_lines_are_as_wide_as_they_may_be_and_no_more_than_asked_for() -> None:
    lines = svg.wrapped("a few words and a verylongwordthatfitsnowhereatall " * 5, 90, 12, 4)
    assert len(lines) == 4
    assert all(svg.width_of(line, 12) <= 90 for line in lines)
    assert lines[-1].endswith("…")
    assert svg.wrapped("few words", 90, 12) == ["few words"]


def test_an_unbreakable_space_does_not_break() -> None:
    assert svg.wrapped("aaaa bbbb\u00a01", 70, 12) == ["aaaa", "bbbb 1"]
    assert svg.wrapped("aaaa bbbb 1", 70, 12) == ["aaaa bbbb", "1"]
