"""Questions of a game by taps: what is tapped, the tone of the answer, the rule below it, and what axe finds."""

from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page, expect

from tests.web.browser import Phone

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
Forms = dict[str, tuple[list[str], str, str]]


def tap(page: Page, target: str) -> None:
    page.locator(target).first.tap()


def axe(page: Page, *rules: str) -> list[Any]:
    """What axe finds on the page as it is, by all rules or by these; a page keeps axe once it has it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found]


_titles: dict[tuple[str, str], dict[str, str]] = {}


def titles(phone: Phone, game: str) -> dict[str, str]:
    """The titles of a game's rules in the reader's language; asked for once."""
    key = (game, phone.language)
    if key not in _titles:
        sections = phone.look_up(f"/games/{game}/rules")["sections"]
        _titles[key] = {one["id"]: one["title"] for section in sections for one in section["rules"]}
    return _titles[key]


def check_question(
    phone: Phone, game: str, form: str, forms: Forms, *, with_axe: bool = False, has_reason: bool = True
) -> None:
    """A question reaches its answer by taps; with axe, in light and dark colours."""
    page = phone.open(f"#/dispute/{game}/{form}")
    page.wait_for_selector(".dispute-parts > *")
    taps, tone, rule = forms[form]
    expect(page.locator(".verdict")).to_have_count(0)
    for target in taps:
        tap(page, target)
    expect(page.locator(".dispute-answer .verdict")).to_have_class(f"card verdict {tone}")
    if has_reason:
        expect(page.locator(".verdict .reason")).not_to_have_text("")
    expect(page.locator(".caption h3")).to_have_text(titles(phone, game)[f"{game}/{rule}"])
    if with_axe:
        assert axe(page) == []
        page.emulate_media(color_scheme="dark")
        assert axe(page, "color-contrast") == []  # nothing else depends on the colours
        page.emulate_media(color_scheme="light")
