"""Every screen on the smallest phones: targets are large enough for a finger, and nothing hides behind the tabs."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.touch import HIDDEN, TOO_SMALL, Finger, paint

Phones = Callable[..., Phone]
SIZES = ({"width": 320, "height": 568}, {"width": 390, "height": 664})
GAMES = ("kingdomino", "brian-boru", "ortus-regni", "roll-and-raid")


def screens(page: Page) -> list[str]:
    """The address of every screen, except whole tables."""
    ways = ["#/home"]
    for game in GAMES:
        ways += [f"#/home/{game}", f"#/score/{game}", f"#/rules/{game}", f"#/judge/{game}", f"#/dispute/{game}"]
        forms = page.evaluate(
            """async (game) => {
                const base = document.querySelector('script[type=module]').src;
                const forms = (await (await import(base.replace('app.js', `games/${game}.js`))).disputes()).default;
                return forms.map((form) => form.id);
            }""",
            game,
        )
        ways += [f"#/dispute/{game}/{form}" for form in forms]
    return ways


def looked_at(page: Page, name: str) -> Iterator[str]:
    """What is wrong with the screen that is shown, on both phones."""
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        place = f"{name} {size['width']}"
        yield from (f"{place}: small {found}" for found in page.evaluate(TOO_SMALL))
        yield from (f"{place}: hidden {found}" for found in page.evaluate(HIDDEN))
        if (width := page.evaluate("document.documentElement.scrollWidth")) > size["width"]:
            yield f"{place}: {width} wide"


@pytest.mark.parametrize("language", ["pl"])
def test_every_screen_can_be_touched(phones: Phones, language: str) -> None:
    phone = phones(language, viewport=SIZES[0])
    page = phone.open()
    wrong: list[str] = []
    for way in screens(page):
        page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
        phone.show(way)
        wrong += looked_at(page, way)
    for game in GAMES:
        page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
        phone.show(f"#/judge/{game}")
        page.click(".set-up")
        page.wait_for_selector(".bench-move .card")
        wrong += looked_at(page, f"{game} table")
        page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
        page.click(".edit")
        wrong += looked_at(page, f"{game} table, changed")
    assert wrong == [], "\n".join(wrong)


def test_a_full_kingdom_has_squares_for_a_finger(phones: Phones) -> None:
    """Five squares and one more on each side fill the smallest screen; nine of the Great Duel are moved sideways."""
    phone = phones("es", viewport=SIZES[0])
    page = phone.open("#/dispute/kingdomino/place")
    finger = Finger(page)
    paint(finger, "wheat", (-2, 0), (-1, 0))
    paint(finger, "lake", (1, 0), (2, 0))
    expect(page.locator(".kingdom .cell[data-x='-3']").first).to_be_visible()
    assert list(looked_at(page, "five squares")) == []
    squares = [{"x": x, "y": 0, "terrain": "lake", "crowns": 0} for x in (-3, -2, -1, 1, 2, 3)]
    duel = {"squares": squares, "duel": True, "brush": "lake", "step": "kingdom", "domino": None, "filter": []}
    page.evaluate(
        "draft => { for (const store of [localStorage, sessionStorage])"
        " for (const key of Object.keys(store)) if (key.endsWith('place')) store.setItem(key, draft); }",
        json.dumps(duel),
    )
    page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
    phone.show("#/dispute/kingdomino/place")
    expect(page.locator(".kingdom .cell[data-y='0']")).to_have_count(9)
    assert list(looked_at(page, "nine squares")) == []
    page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
    board = page.locator(".kd-pan")
    page.locator(".kd-sideways button").first.tap()
    assert board.evaluate("one => one.scrollLeft") == 0
    page.locator(".kd-sideways button").last.tap()
    assert board.evaluate("one => one.scrollLeft") > 0


def test_the_pad_of_the_great_duel_has_squares_for_a_finger(phones: Phones) -> None:
    page = phones("pl", viewport=SIZES[0]).open("#/score/kingdomino")
    page.click(".kd-options summary")
    page.locator(".kd-options .toggle input").first.check()
    expect(page.locator(".kingdom .cell")).to_have_count(49)
    page.evaluate("window.scrollTo(0, 0)")
    sides = page.locator(".kingdom .cell rect:first-child").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert min(sides) >= 43.5
    for target in ("[data-tool=lake]", ".kingdom .cell[data-x='3'][data-y='3']"):
        page.locator(target).tap()
    expect(page.locator(".kingdom .cell.lake")).to_have_count(1)
    expect(page.locator("[data-tool=lake]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[0]["width"]


def test_towns_of_the_map_can_be_enlarged_for_a_finger(phones: Phones) -> None:
    page = phones("en", viewport=SIZES[0]).open("#/dispute/brian-boru/expand")
    town = page.locator(".bb-map [role=button]").first
    for _ in range(3):
        page.locator(".pan-tools button").first.tap()
    box = town.evaluate("one => { const { width, height } = one.getBoundingClientRect(); return [width, height]; }")
    assert min(box) >= 43.5
