"""A finger on a phone: taps and strokes, each counted as one gesture; and what axe says of a page."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

Square = tuple[int, int]
CELL = '.kingdom .cell[data-x="{}"][data-y="{}"]'

SCROLL = """selector => {
    const board = document.querySelector(selector).closest('svg');
    const { top, bottom } = board.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight - 120) board.scrollIntoView({ block: 'center' });
}"""

# Things to press that are smaller than a finger; a map that can be enlarged is left out.
TOO_SMALL = """() => [...document.querySelectorAll(
        'button, select, textarea, summary, nav a, a.card, a.button, .chip, .toggle, [role=button], input')]
    .filter(one => one.checkVisibility() && one.type !== 'checkbox' && !one.closest('.pan'))
    .map(one => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
    .filter(([_, box]) => box.height < 43.5 || box.width < 43.5)
    .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""

# The last things to press that cannot be touched, although the page is scrolled to them.
HIDDEN = """() => {
    const all = [...document.querySelectorAll('main :is(button, a, summary, input, select, [role=button])')];
    const free = one => !one.disabled && !one.closest('.asking, .chips.games');
    const last = all.filter(one => one.checkVisibility() && free(one)).slice(-4);
    return last.filter(one => {
        one.scrollIntoView({ block: 'nearest' });
        window.scrollTo(0, document.body.scrollHeight);
        one.scrollIntoView({ block: 'nearest' });
        const { x, y, width, height } = one.getBoundingClientRect();
        const found = document.elementFromPoint(x + width / 2, y + height / 2);
        return !found || (!one.contains(found) && !found.contains(one));
    }).map(one => one.outerHTML.slice(0, 120));
}"""


class Finger:
    """Strokes and taps by touch, each one gesture."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touch = page.context.new_cdp_session(page)
        self.gestures = 0

    def _middle(self, selector: str) -> dict[str, float]:
        """The middle of an element; it may be drawn anew at any time, so it is found and measured at once."""
        self.page.locator(selector).first.wait_for()
        found = self.page.evaluate(
            "one => { const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();"
            " return { x: x + width / 2, y: y + height / 2 }; }",
            selector,
        )
        return {"x": float(found["x"]), "y": float(found["y"])}

    def _send(self, kind: str, *points: dict[str, float]) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def press(self, *squares: Square) -> None:
        """A finger that goes over squares and stays; the page is scrolled to them before if they are out of sight."""
        self.page.locator(CELL.format(*squares[0])).first.wait_for()
        self.page.evaluate(SCROLL, CELL.format(*squares[0]))
        first, *others = [self._middle(CELL.format(*square)) for square in squares]
        self._send("touchStart", first)
        for point in others:
            self._send("touchMove", point)

    def lift(self) -> None:
        self._send("touchEnd")
        self.gestures += 1

    def stroke(self, *squares: Square) -> None:
        self.press(*squares)
        self.lift()

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.gestures += 1


def paint(finger: Finger, terrain: str, *squares: Square) -> None:
    finger.tap(f'.brushes [data-brush="{terrain}"]')
    finger.stroke(*squares)


def findings(page: Page) -> list[str]:
    """What axe finds on the page as it is shown; its script is read once for each page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
        for one in found
        for node in one["nodes"]
    ]
