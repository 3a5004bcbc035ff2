"""Takes the pictures of ``docs/page.md`` anew: ``python -m tests.web.pictures``."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import ARGUMENTS, LANGUAGES, PHONE, chromium, served
from tests.web.test_judge import STATE, paste

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
KINGDOM = {
    "wheat": [(1, 2), (0, 2), (0, 3, 1)],
    "lake": [(3, 2), (4, 2, 1), (4, 1, 1), (4, 3)],
    "forest": [(2, 1), (2, 0), (1, 0, 1), (3, 0), (3, 1)],
    "mine": [(2, 3), (2, 4, 2), (1, 4, 3)],
    "swamp": [(3, 3, 1), (3, 4)],
    "grassland": [(1, 1, 2), (0, 1)],
}


def a_kingdom(page: Page) -> None:
    page.wait_for_selector(".square")
    for terrain, squares in KINGDOM.items():
        page.click(f"[data-tool={terrain}]")
        for column, row, *crowns in squares:
            for _ in range(1 + sum(crowns)):
                page.click(f"[data-column='{column}'][data-row='{row}']")
    page.wait_for_timeout(900)


def a_ruling(page: Page) -> None:
    paste(page, STATE)
    page.click(".bench-move [data-field=domino] .chip[data-value='12']")
    page.locator(".tapping [data-x='2'][data-y='1']").first.click()
    page.locator(".tapping [data-x='2'][data-y='2']").first.click()
    page.wait_for_selector(".pictures .drawn")


def a_code(page: Page) -> None:
    a_ruling(page)
    page.click(".ruling .share")
    page.wait_for_selector(".code")


def composing(page: Page) -> None:
    paste(page, STATE)
    page.click(".bench-move [data-field=domino] .chip[data-value='12']")
    page.locator(".tapping [data-x='0'][data-y='1']").first.click()
    page.locator(".tapping [data-x='0'][data-y='2']").first.click()
    page.wait_for_timeout(300)
    page.evaluate("window.scrollTo(0, 0)")


def searching(page: Page) -> None:
    page.wait_for_selector(".section")
    page.fill("#search", "zamek")
    page.wait_for_selector(".hit")


SHOTS: dict[str, tuple[str, str, str, Callable[[Page], object]]] = {
    "score": ("en", "light", "#/score/kingdomino", a_kingdom),
    "score-dark": ("pl", "dark", "#/score/kingdomino", a_kingdom),
    "sheet": ("es", "light", "#/score/brian-boru", lambda page: page.wait_for_selector(".setting")),
    "move": ("es", "light", "#/judge/kingdomino", composing),
    "ruling": ("en", "light", "#/judge/kingdomino", a_ruling),
    "ruling-dark": ("pl", "dark", "#/judge/kingdomino", a_ruling),
    "share": ("es", "dark", "#/judge/kingdomino", a_code),
    "rules": ("pl", "light", "#/rules/kingdomino", searching),
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, (language, scheme, way, prepare) in SHOTS.items():
            context = browser.new_context(
                viewport=PHONE, is_mobile=True, has_touch=True, locale=LANGUAGES[language], color_scheme=scheme
            )
            page = context.new_page()
            page.goto(f"{site}/{way}")
            prepare(page)
            page.wait_for_timeout(300)
            # Few colours, and small enough to stand side by side in a page of documentation.
            Image.open(BytesIO(page.screenshot())).convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(
                FOLDER / f"page-{name}.png", optimize=True
            )
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
