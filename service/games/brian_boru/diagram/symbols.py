"""The pieces as figures: towns, discs, tokens and cards, different in shape as well as in colour."""

from service.referee import svg
from service.referee.diagram import INK, SOFT
from service.referee.svg import Element, Point, Value

COLOURS = {"red": "#ee8578", "blue": "#8fc1ee", "yellow": "#f6d95b", "white": "#ffffff"}
_DISCS = ("#9a9a9a", "#1b1b1b", "#ffffff", "#5b3a8e", "#0d6b5f", "#8a4b08", "#24518c", "#7a1f3d", "#4d4d4d")
"""The colours of the discs, by the player's number; the number itself stands on each."""


def shape(colour: str, x: float, y: float, radius: float) -> Element:
    """A town or a mark of a colour: red is a square, blue a circle, yellow a diamond, white a triangle."""
    look: dict[str, Value] = {"fill": COLOURS[colour], "stroke": INK, "stroke_width": 1.5}
    if colour == "blue":
        return svg.circle(x, y, radius * 1.1, **look)
    if colour == "red":
        return svg.rect(x - radius, y - radius, 2 * radius, 2 * radius, **look)
    if colour == "yellow":
        wide = radius * 1.4
        return svg.polygon([(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)], **look)
    return svg.polygon([(x, y - radius), (x + radius, y + radius), (x - radius, y + radius)], **look)


def disc(seat: int, x: float, y: float, radius: float) -> list[Element]:
    """A player's disc with the player's number."""
    fill = _DISCS[seat % len(_DISCS)]
    ink = INK if fill in ("#ffffff", "#9a9a9a") else "#ffffff"
    size = max(svg.SMALLEST, radius * 1.3)
    return [
        svg.circle(x, y, radius, fill=fill, stroke=INK, stroke_width=1.2),
        svg.text(str(seat or "?"), x, y + size * 0.36, size, text_anchor="middle", font_weight="bold", fill=ink),
    ]


def viking(x: float, y: float) -> list[Element]:
    """A round shield with a cross on it."""
    spokes: list[list[Point]] = [[(x - 4, y), (x + 4, y)], [(x, y - 4), (x, y + 4)]]
    return [
        svg.circle(x, y, 6.5, fill=INK, stroke="#ffffff", stroke_width=1),
        svg.path(spokes, stroke="#ffffff", stroke_width=1.8),
        svg.circle(x, y, 2, fill="#ffffff"),
    ]


def monastery(x: float, y: float, radius: float = 14) -> list[Element]:
    """A frame around the town with a gable and a cross."""
    wall = [(x - radius, y + radius), (x - radius, y - radius * 0.6), (x, y - radius * 1.3)]
    wall += [(x + radius, y - radius * 0.6), (x + radius, y + radius)]
    top = y - radius * 1.3
    cross: list[list[Point]] = [[(x, top), (x, top - 6)], [(x - 2.5, top - 3.5), (x + 2.5, top - 3.5)]]
    return [
        svg.path([wall], closed=True, fill="#ffffff", stroke=INK, stroke_width=1.5),
        svg.path(cross, stroke=INK, stroke_width=1.5),
    ]


def card(number: int | str, colour: str | None, x: float, y: float) -> list[Element]:
    """An action card with its value and its colour; a hidden one shows its back."""
    if colour is None:
        return [
            svg.rect(x, y, 24, 32, rx=3, fill="#d8d4c8", stroke=INK),
            svg.text("?", x + 12, y + 21, 14, text_anchor="middle", fill=SOFT, font_weight="bold"),
        ]
    return [
        svg.rect(x, y, 24, 32, rx=3, fill="#ffffff", stroke=INK),
        svg.text(str(number), x + 12, y + 14, 13, text_anchor="middle", fill=INK, font_weight="bold"),
        shape(colour, x + 12, y + 23, 5),
    ]
