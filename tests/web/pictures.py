"""Takes the pictures of ``docs/page.md`` anew: ``make page-pictures``, or ``python -m tests.web.pictures NAME …``."""

import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.qa.taps.jobs import JOBS
from tests.web.conftest import ARGUMENTS, LANGUAGES, PHONE, chromium, served
from tests.web.test_judge import LOG, STATE, domino, paste
from tests.web.test_share import QUESTION, link_of
from tests.web.touch import Finger

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
    page.wait_for_selector(".cell")
    for terrain, squares in KINGDOM.items():
        page.click(f"[data-tool={terrain}]")
        for column, row, *crowns in squares:
            for _ in range(1 + sum(crowns)):
                page.click(f".cell[data-x='{column - 2}'][data-y='{2 - row}']")
    page.wait_for_timeout(900)


def a_table(page: Page) -> None:
    paste(page, STATE)
    domino(page, 12)
    page.locator(".tapping [data-x='2'][data-y='1']").first.click()
    page.wait_for_timeout(300)


def a_ruling(page: Page) -> None:
    a_table(page)
    page.locator(".tapping [data-x='2'][data-y='2']").first.click()
    page.wait_for_selector(".bench-result .verdict")


def a_case(page: Page) -> None:
    page.goto(f"{page.url.split('#')[0]}#/case/{link_of(page, CASE)}")
    page.wait_for_selector(".ruling-board .kd-whole")


def a_code(page: Page) -> None:
    a_case(page)
    page.click(".ruling .share")
    page.wait_for_selector(".code")


def a_late_mistake(page: Page) -> None:
    paste(page, LOG)
    page.wait_for_selector(".remedy .kd-whole")
    page.locator(".log").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.log').scrollIntoView()")


def searching(page: Page) -> None:
    page.wait_for_selector(".section")
    page.fill("#search", "zamek")
    page.wait_for_selector(".hit")


def asking(page: Page) -> None:
    page.fill("#anything", "¿qué pasa en caso de empate?")
    page.wait_for_selector(".hit")


def job(name: str) -> Callable[[Page], object]:
    """A job from the home screen, and its answer at the top of the picture."""

    def work(page: Page) -> None:
        page.wait_for_selector(".game-tile")
        JOBS[name].work(Finger(page))
        JOBS[name].seen(page)
        page.evaluate("window.scrollTo(0, 0)")

    return work


def verdict_of(name: str) -> Callable[[Page], object]:
    """The same, scrolled to the answer."""

    def work(page: Page) -> None:
        job(name)(page)
        page.evaluate("document.querySelector('.dispute-answer').scrollIntoView()")

    return work


def changed(page: Page) -> None:
    paste(page, {**STATE, "phase": "play", "next_line": [{"domino": 3, "king": "Ben"}, {"domino": 9, "king": None}]})
    page.click(".edit")
    page.wait_for_selector(".kd-zone .unknown")


def library_case(game: str) -> Callable[[Page], object]:
    """The first illegal move of the case library of a game, as a shared case."""

    def work(page: Page) -> None:
        [case] = page.evaluate(
            """async (game) => {
                const read = (address) => fetch(address).then((answer) => answer.json());
                const { cases } = await read(`/v1/games/${game}/cases?operation=validate`);
                const { id } = cases.find((one) => one.verdict === 'illegal');
                return [(await read(`/v1/games/${game}/cases/${id}`)).case];
            }""",
            game,
        )
        content = {"game": game, "operation": "validate", "question": case["question"]}
        page.goto(f"{page.url.split('#')[0]}#/case/{link_of(page, content)}")
        page.wait_for_selector(".ruling-board .table-shown > *")

    return work


def there(selector: str) -> Callable[[Page], object]:
    return lambda page: page.wait_for_selector(selector)


CASE = {"game": "kingdomino", "operation": "validate", "question": QUESTION}
DESKTOP = {"width": 1280, "height": 800}
SIDE = {"width": 664, "height": 390}
SMALLEST = {"width": 320, "height": 568}
SHOTS: dict[str, tuple[str, str, str, Callable[[Page], object], dict[str, int]]] = {
    "home": ("en", "light", "", there(".game-tile"), PHONE),
    "ask": ("es", "light", "", asking, PHONE),
    "game": ("pl", "light", "#/home/kingdomino", there(".ask-book"), PHONE),
    "book": ("pl", "dark", "#/home/brian-boru", there(".ask-book"), PHONE),
    "dispute": ("en", "light", "#/dispute/kingdomino", there(".question"), PHONE),
    "place": ("en", "light", "", job("may this domino go here"), PHONE),
    "expand": ("es", "light", "", job("may I expand"), PHONE),
    "expand-ruling": ("es", "light", "", verdict_of("may I expand"), PHONE),
    "ransom": ("pl", "light", "", job("can I pay this as ransom"), PHONE),
    "odds": ("en", "dark", "", verdict_of("odds of a battle"), PHONE),
    "die": ("es", "light", "", job("may I use this die"), PHONE),
    "start": ("es", "dark", "#/judge/kingdomino", there(".set-up"), PHONE),
    "move": ("es", "light", "#/judge/kingdomino", a_table, PHONE),
    "change": ("en", "light", "#/judge/kingdomino", changed, PHONE),
    "ruling": ("en", "light", "#/judge/kingdomino", a_case, PHONE),
    "ruling-dark": ("pl", "dark", "#/judge/kingdomino", a_case, PHONE),
    "case-map": ("en", "light", "", library_case("brian-boru"), PHONE),
    "case-cards": ("es", "dark", "", library_case("ortus-regni"), PHONE),
    "case-sheet": ("pl", "light", "", library_case("roll-and-raid"), PHONE),
    "log": ("en", "light", "#/judge/kingdomino", a_late_mistake, PHONE),
    "share": ("es", "dark", "#/judge/kingdomino", a_code, PHONE),
    "rules": ("pl", "light", "#/rules/kingdomino", searching, PHONE),
    "score": ("en", "light", "#/score/kingdomino", a_kingdom, PHONE),
    "score-dark": ("pl", "dark", "#/score/kingdomino", a_kingdom, PHONE),
    "sheet": ("es", "light", "#/score/brian-boru", there(".setting"), PHONE),
    "sheet-raid": ("pl", "light", "#/score/roll-and-raid", there(".pad button"), PHONE),
    "chances": ("en", "light", "#/score/ortus-regni", there(".pad button"), PHONE),
    "small": ("pl", "light", "", job("may this domino go here"), SMALLEST),
    "desktop": ("es", "dark", "#/judge/kingdomino", a_ruling, DESKTOP),
    "side": ("pl", "light", "", there(".game-tile"), SIDE),
}


def main(wanted: Sequence[str] = ()) -> None:
    FOLDER.mkdir(exist_ok=True)
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, (language, scheme, way, prepare, size) in SHOTS.items():
            if wanted and name not in wanted:
                continue
            context = browser.new_context(
                viewport=size,
                is_mobile=size is not DESKTOP,
                has_touch=True,
                locale=LANGUAGES[language],
                color_scheme=scheme,
                service_workers="block",
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
    main(sys.argv[1:])
