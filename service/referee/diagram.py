"""What the pictures of all games share: the scene to be drawn, the sheet that collects elements, and the verdict.

A game's ``diagram`` takes a scene and returns a drawing. It decides nothing: the verdict is computed before, and
what breaks a rule comes from the evidence of the violations.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from schemas.ruling import Violation
from service.referee import svg
from service.referee.budget import step
from service.referee.formats import NO_NAMES, ComponentNames
from service.referee.svg import Drawing, Element, Value
from service.referee.themes import Colour, palette
from service.referee.wording import Wording

WIDTH, MARGIN = 360, 12
INNER = WIDTH - 2 * MARGIN
MOST_VIOLATIONS = 4
BOLD = 1.1  # how much wider bold letters are than the estimate for plain ones
"""How many violations a picture lists; the ruling has all of them."""

PAPER, SHEET = Colour("#fffdf7", "#1b231b"), Colour("#ffffff", "#263029")
INK, SOFT, FAINT = Colour("#1b1b1b", "#edf2ea"), Colour("#5a5a5a", "#aab6ac"), Colour("#c9c4b8", "#4a564d")
GOOD, BAD, OPEN = Colour("#1b6e3c", "#8ed6a8"), Colour("#b3261e", "#ff9d92"), Colour("#8a5a00", "#f1c665")
"""What all pictures share. A game's own colours stand in its ``board.json``; ``SHEET`` is for cards and panels."""

_SHARED = {
    "en": {
        "legal": "Legal",
        "illegal": "Illegal",
        "undetermined": "Undetermined",
        "impossible": "Impossible position",
        "more": "… and {count} more",
    },
    "es": {
        "legal": "Legal",
        "illegal": "Ilegal",
        "undetermined": "Sin determinar",
        "impossible": "Posición imposible",
        "more": "… y {count} más",
    },
    "pl": {
        "legal": "Zgodne z zasadami",
        "illegal": "Niezgodne z zasadami",
        "undetermined": "Nie do rozstrzygnięcia",
        "impossible": "Niemożliwa pozycja",
        "more": "… i jeszcze {count}",
    },
}
_COLOURS = {"legal": GOOD, "illegal": BAD, "undetermined": OPEN, "impossible": BAD}


class Scene(NamedTuple):
    """What is to be drawn: a table as the viewer may see it and, if there is a move, the ruling on it."""

    table: Any
    words: Wording
    language: str
    only: str | None = None
    """Draw this player's part of the table alone."""
    move: Any = None
    verdict: str | None = None
    """The ruling on the move; without a move ``impossible`` or None."""
    violations: Sequence[Violation] = ()
    names: ComponentNames = NO_NAMES
    """The names of the components of the pack in use."""

    def say(self, phrase: str, **detail: Any) -> str:
        """A phrase of the game's language file."""
        return self.words.diagram(phrase, detail, self.names)

    def players(self) -> list[Any]:
        """The players whose parts are drawn, in the order of the table."""
        return [player for player in self.table.state.players if self.only in (None, player.name)]

    def evidence(self, name: str) -> list[Any]:
        """The values that the violations have under this name."""
        return [violation.detail[name] for violation in self.violations if name in violation.detail]


class Sheet:
    """A picture that grows downwards."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.elements: list[Element] = []
        self.sentences: list[str] = []
        self.bottom: float = MARGIN

    def add(self, elements: Iterable[Element], height: float, x: float = 0, **attributes: Value) -> None:
        """Add elements, with coordinates from 0,0, below everything that is there."""
        self.elements.append(svg.group(elements, MARGIN + x, self.bottom, **attributes))
        self.bottom += height

    @contextmanager
    def part_of(self, player: str) -> Iterator[None]:
        """What is drawn meanwhile is in the part of a player: a page knows then who owns what was tapped."""
        before = len(self.elements)
        yield
        if drawn := self.elements[before:]:
            self.elements[before:] = [svg.group(drawn, data_player=player)]

    def space(self, height: float) -> None:
        self.bottom += height

    def heading(self, content: str, size: float = 13, fill: str = INK) -> None:
        """A heading in one line, or in two where it is long."""
        step(len(content))
        lines = svg.wrapped(content, INNER / BOLD, size, 2)
        for number, words in enumerate(lines, start=1):
            drawn = svg.fitted(words, 0, size, INNER, size, font_weight="bold", fill=fill)
            self.add([drawn], size * (1.6 if number == len(lines) else 1.3))

    def note(self, content: str, size: float = 12, fill: str = SOFT, most: int = 4) -> None:
        """A sentence in as many lines as it needs."""
        step(len(content))
        for words in svg.wrapped(content, INNER, size, most):
            self.add([svg.fitted(words, 0, size, INNER, size, fill=fill)], size * 1.4)

    def tell(self, sentence: str) -> None:
        """Add a sentence to the description, for readers who cannot see the picture."""
        self.sentences.append(sentence)

    def verdict(self) -> None:
        """The ruling in one word with its mark, and the rules that are broken."""
        scene = self.scene
        if scene.verdict is None:
            return
        colour, shared = _COLOURS[scene.verdict], _SHARED[scene.language]
        word = shared[scene.verdict]
        frame = svg.rect(0, 0, INNER, 30, rx=6, fill=SHEET, stroke=colour, stroke_width=2)
        label = svg.text(word, 36, 20.5, 15, font_weight="bold", fill=colour)
        self.add([frame, *mark(scene.verdict, 18, 15, colour), label], 36)
        self.tell(f"{word}.")
        for violation in scene.violations[:MOST_VIOLATIONS]:
            self.note(violation.message, 12, INK)
            self.space(2)
            self.tell(violation.message)
        if len(scene.violations) > MOST_VIOLATIONS:
            self.note(shared["more"].format(count=len(scene.violations) - MOST_VIOLATIONS))
        self.space(4)

    def finish(self, title: str) -> Drawing:
        height = self.bottom + MARGIN / 2
        paper = svg.rect(0, 0, WIDTH, height, fill=PAPER)
        return Drawing(title, " ".join(self.sentences) or title, WIDTH, height, [paper, *self.elements])


def mark(verdict: str, x: float, y: float, colour: str) -> list[Element]:
    """A tick, a cross or a question mark: the verdict never depends on colour alone."""
    if verdict == "undetermined":
        return [svg.text("?", x, y + 6, 18, font_weight="bold", fill=colour, text_anchor="middle")]
    strokes = {
        "legal": [[(x - 7, y), (x - 2, y + 6), (x + 8, y - 6)]],
        "illegal": [[(x - 6, y - 6), (x + 6, y + 6)], [(x - 6, y + 6), (x + 6, y - 6)]],
    }
    drawn = strokes["legal" if verdict == "legal" else "illegal"]
    return [svg.path(drawn, stroke=colour, stroke_width=3.5, stroke_linecap="round", stroke_linejoin="round")]


def hatch(x: float, y: float, width: float, height: float, colour: str = BAD) -> list[Element]:
    """Marks a place that breaks a rule: a thick frame and a cross, readable without colour."""
    corners = [(x + 2, y + 2), (x + width - 2, y + 2), (x + width - 2, y + height - 2), (x + 2, y + height - 2)]
    cross = [[corners[0], corners[2]], [corners[1], corners[3]]]
    return [
        svg.path([corners], closed=True, stroke=SHEET, stroke_width=5),
        svg.path(cross, stroke=SHEET, stroke_width=4.5),
        svg.path([corners], closed=True, stroke=colour, stroke_width=3),
        svg.path(cross, stroke=colour, stroke_width=2.5),
    ]


def badge(content: str, x: float, y: float, radius: float = 9, fill: str = INK, ink: str = SHEET) -> list[Element]:
    """A short word on a disc."""
    size = max(svg.SMALLEST, radius * 1.2)
    return [
        svg.circle(x, y, radius, fill=fill, stroke=INK, stroke_width=1),
        svg.text(content, x, y + size * 0.36, size, text_anchor="middle", font_weight="bold", fill=ink),
    ]


class Chip(NamedTuple):
    """A card or a token as a word in a frame. Hidden ones have a dashed frame, chosen ones a thick one."""

    word: str
    times: int = 1
    look: str = "card"
    """``card``, ``hidden``, ``strong`` (light on dark), ``chosen`` or ``crossed``."""
    data: tuple[tuple[str, Value], ...] = ()
    """Data attributes for a web page, which may need them on a tap: ``(("data_card", "land"),)``."""


_LOOKS: dict[str, dict[str, Value]] = {
    "card": {"fill": SHEET, "stroke": INK},
    "hidden": {"fill": Colour("#ece8dc", "#37423a"), "stroke": INK, "stroke_dasharray": "3 2"},
    "strong": {"fill": INK, "stroke": INK},
    "chosen": {"fill": SHEET, "stroke": GOOD, "stroke_width": 3},
    "crossed": {"fill": SHEET, "stroke": INK},
}
CHIP, CHIP_TEXT = 24, 12


def chips(row: Iterable[Chip], width: float, size: float = CHIP) -> tuple[list[Element], float]:
    """Chips from left to right, in as many rows as they need, and the height of all.

    ``size`` is the height of a chip; larger ones are easier to tap, and are at least as wide as high.
    """
    elements: list[Element] = []
    left, top = 0.0, 0.0
    for chip in row:
        label = f"{chip.word} ×{chip.times}" if chip.times > 1 else chip.word
        step(len(label))
        own = min(width, max(svg.width_of(label, CHIP_TEXT) + 12, size if size > CHIP else 0))
        if left and left + own > width:
            left, top = 0.0, top + size + 4
        elements.append(_chip(chip, label, left, top, own, size))
        left += own + 4
    return elements, (top + size + 4 if elements else 0)


def _chip(chip: Chip, label: str, left: float, top: float, width: float, height: float) -> Element:
    ink = SHEET if chip.look == "strong" else INK
    word = svg.clipped(label, width - 8, CHIP_TEXT)
    parts = [
        svg.rect(left, top, width, height, rx=4, **_LOOKS[chip.look]),
        svg.text(word, left + width / 2, top + height / 2 + 4.5, CHIP_TEXT, text_anchor="middle", fill=ink),
    ]
    if chip.look == "crossed":
        parts += hatch(left, top, width, height)
    return svg.group(parts, **dict(chip.data))


def drawn_by(draw: Callable[[Scene, Sheet], None]) -> Callable[[Scene], Drawing]:
    """The ``diagram`` of a game: the verdict, then what the game draws below it.

    Colours of a ``board.json`` beside the function's module have their dark counterparts from there.
    """

    own = palette(Path(sys.modules[draw.__module__].__file__ or "").with_name("board.json"))
    dark = {str(colour): colour.dark for colour in own.values()}

    def diagram(scene: Scene) -> Drawing:
        sheet = Sheet(scene)
        sheet.verdict()
        if sheet.elements:  # a page that tells the verdict itself takes this part away, and knows by how much
            sheet.elements = [svg.group(sheet.elements, data_verdict=round(sheet.bottom - MARGIN))]
        draw(scene, sheet)
        names = [player.name for player in scene.players()]
        title = scene.say("title", players=names) if "title" in scene.words.phrases else ", ".join(names)
        return sheet.finish(title)._replace(dark=dark)

    return diagram
