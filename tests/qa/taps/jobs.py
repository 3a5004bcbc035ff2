"""The jobs: what is tapped from the home screen on, how many taps are allowed, and what has to be seen then."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.web.touch import Finger, Square

DOOR = ".door.dispute"
STEP = '[data-step="{}"]'
PICK = '.domino-picker .domino[data-domino="{}"]'
TOWN = '.bb-map [data-town="{}"]'
CHIP = ".control >> nth={} >> .chip[data-value='{}']"
LAY = ".or-palette-box [data-pick='{}']"
FIEF = ".or-fief [data-card='{}']"
UNIT = "div.or-palette:not(.or-palette-box *) [data-pick='{}']"
GOOD, BAD = "card verdict good", "card verdict bad"


@dataclass(frozen=True)
class Job:
    """A job with its budget; `work` is done by a finger, `seen` checks the answer."""

    budget: int
    work: Callable[[Finger], None]
    seen: Callable[[Page], None]


def question(game: str, form: str) -> list[str]:
    return [f".game-tile.{game}", DOOR, f".question[href$='/{form}']"]


def taps(*targets: str) -> Callable[[Finger], None]:
    def work(finger: Finger) -> None:
        for target in targets:
            finger.tap(target)

    return work


def verdict(tone: str, *marked: str) -> Callable[[Page], None]:
    """The answer in this tone, and what is marked on the board."""

    def seen(page: Page) -> None:
        expect(page.locator(".dispute-answer .verdict")).to_have_class(tone)
        for mark in marked:
            expect(page.locator(mark).first).to_be_visible()

    return seen


# ---------------------------------------------------------------- Kingdomino

KINGDOM: dict[str, list[list[Square]]] = {
    "wheat": [[(-2, 2), (-1, 2), (-1, 1), (-2, 1)]],
    "forest": [[(0, 2), (1, 2), (2, 2), (2, 1)], [(-2, -2), (-1, -2)]],
    "lake": [[(1, 0), (2, 0), (1, 1), (0, 1)]],
    "grassland": [[(-2, 0), (-2, -1), (-1, -1), (-1, 0)]],
    "swamp": [[(0, -1), (0, -2), (1, -2), (1, -1)]],
    "mine": [[(2, -1), (2, -2)]],
}
CROWNED = {"wheat": [(-2, 2)], "forest": [(0, 2)], "lake": [(1, 0), (2, 0)], "grassland": [(-2, 0), (-2, 0)]}
CROWNED |= {"swamp": [(0, -1)], "mine": [(2, -1), (2, -1)]}
POINTS = 4 + 4 + 8 + 8 + 4 + 4


def count_a_kingdom(finger: Finger) -> None:
    """24 squares in seven territories with nine crowns."""
    finger.tap(".game-tile.kingdomino")
    finger.tap(".door.score")
    for terrain, territories in KINGDOM.items():
        finger.tap(f"[data-tool={terrain}]")
        for territory in territories:
            finger.stroke(*territory)
        for square in CROWNED[terrain]:
            finger.stroke(square)


def place_a_domino(finger: Finger) -> None:
    """Two squares of wheat, a domino found by what it shows, laid beside them."""
    taps(*question("kingdomino", "place"))(finger)
    finger.stroke((1, 0), (2, 0))
    finger.tap(STEP.format("domino"))
    finger.tap('.domino-picker [data-brush="mine"]')
    finger.tap(PICK.format(23))
    finger.stroke((3, 0), (3, 1))


# ---------------------------------------------------------------- all of them


def points(page: Page) -> None:
    """The points, of a kingdom that can be."""
    expect(page.locator("[data-person='0'] b")).to_have_text(str(POINTS))
    expect(page.locator(".lines .line")).to_have_count(1 + sum(map(len, KINGDOM.values())))  # the service has counted
    expect(page.locator(".kd-status .bad")).to_have_count(0)


def chances(page: Page) -> None:
    expect(page.locator(".verdict h2")).to_contain_text(re.compile(r": 87[.,]5\s%"))  # the Castle falls
    width = page.locator(".or-odds .bar .sure").first.evaluate("one => one.style.width")
    assert width == "87.5%"


JOBS = {
    "count a kingdom": Job(26, count_a_kingdom, points),
    "may this domino go here": Job(8, place_a_domino, verdict(GOOD, ".kingdom .sign.good")),
    "may I expand": Job(
        12,
        taps(
            *question("brian-boru", "expand"),
            TOWN.format("C4"),
            STEP.format("where"),
            TOWN.format("C5"),
            '.bb-card-button[data-card="4"]',
            ".bb-number >> nth=0 >> [data-digit='4']",
        ),
        verdict(BAD, f"{TOWN.format('C5')}.bad .sign"),
    ),
    "can I pay this as ransom": Job(
        10,
        taps(
            *question("ortus-regni", "ransom"),
            *(LAY.format(card) for card in ("castle", "vassal", "land")),
            CHIP.format(0, "earl"),
            FIEF.format("land"),
        ),
        verdict(GOOD, f"{FIEF.format('land')}.good"),
    ),
    "odds of a battle": Job(
        12,
        taps(
            *question("ortus-regni", "odds"),
            *(CHIP.format(0, "castle"), CHIP.format(1, 0)),
            *(UNIT.format(unit) for unit in ("knights", "knights", "champion")),
            "[data-key='side 1']",
            *(UNIT.format(unit) for unit in ("infantry", "infantry")),
            CHIP.format(2, "nobody"),
        ),
        chances,
    ),
    "may I use this die": Job(
        8,
        taps(
            *question("roll-and-raid", "use"),
            '[data-face="orange 5"]',
            '[data-use="hall"]',
            ".control:has(.chips) >> nth=0 >> [data-value='orange']",
        ),
        verdict(GOOD, '[data-use="hall"].good .rr-sign'),
    ),
}
