"""Fixtures with a real Chromium of phone size against a real server, and no other network.

They are a plugin of ``tests/conftest.py``, so that ``tests/web`` and ``tests/qa/taps`` share one browser. Playwright
is imported only when a test asks for it: the other tests do without.

The tests want a Chromium of the system: Playwright's own download is not used. In CI they fail without one; elsewhere
they are skipped and say how to get it.
"""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.serving import make_server

from service.app import create_app
from service.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"width": 390, "height": 844}
LANGUAGES = {"en": "en-GB", "es": "es-AR", "pl": "pl-PL"}
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first draws no window around a page: these tests take a third less time with it."""
HOW = "These tests need a Chromium: `apt-get install chromium`, or CHROMIUM=/path/to/chrome (Edge does as well)."
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)(HOW)
    return found


@contextmanager
def served(games: tuple[str, ...] = ()) -> Iterator[str]:
    """The service at an address of its own, with these games, or with ours."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server(
        "127.0.0.1", 0, create_app(Settings(log_requests=False, rate_limit="off", games=games)), threaded=True
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    executable = chromium()
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield started
        started.close()


# Shows an address on a page that is loaded already; a view is drawn anew even if it is the same.
SHOW = """way => {
    history.replaceState(null, '', location.pathname + way);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
}"""


class Phone:
    """A page of phone size. It notes every request and everything that goes wrong."""

    def __init__(self, page: Page, site: str, language: str) -> None:
        self.page = page
        self.site = site
        self.language = language
        self.requests: list[str] = []
        self.troubles: list[str] = []
        page.set_default_timeout(30_000)
        self.listeners: dict[Any, Callable[[Any], object]] = {
            "request": lambda request: self.requests.append(request.url),
            "pageerror": lambda error: self.troubles.append(str(error)),
            "console": lambda message: message.type == "error" and self.troubles.append(message.text),
        }
        for event, listener in self.listeners.items():
            page.on(event, listener)

    def open(self, way: str = "") -> Page:
        """Goes to an address."""
        self.page.goto(f"{self.site}/{way}")
        self.page.wait_for_selector("#main[aria-busy=false]")
        return self.page

    def show(self, way: str) -> Page:
        """Draws the view at an address anew, without loading the page."""
        self.page.evaluate(SHOW, way)
        self.page.wait_for_selector("#main[aria-busy=false]")
        return self.page

    def look_up(self, path: str) -> Any:
        """What the API tells at an address, in this reader's language."""
        told = f"/v1{path}{'&' if '?' in path else '?'}lang={self.language}"
        return self.page.evaluate("address => fetch(address).then(answer => answer.json())", told)

    def word(self, key: str, **values: object) -> str:
        """A text of the page, as it stands in the file of its language."""
        return str(
            self.page.evaluate(
                """async ([key, values]) => {
                    const address = document.querySelector('script[type=module]').src.replace('app.js', 'words.js');
                    return (await import(address)).t(key, values);
                }""",
                [key, values],
            )
        )


class Shop:
    """Phones by their settings, each with a browser context of its own: nothing of one test reaches another."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site

    def phone(
        self,
        language: str = "en",
        viewport: dict[str, int] | None = None,
        color_scheme: str = "light",
        **more: Any,
    ) -> Phone:
        settings: dict[str, Any] = {
            "is_mobile": True,
            "has_touch": True,
            "service_workers": "block",
            "reduced_motion": "reduce",
        }
        locale = LANGUAGES.get(language, language)
        page = self.browser.new_context(locale=locale, **{**settings, **more}).new_page()
        page.set_viewport_size(viewport or PHONE)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=color_scheme)  # type: ignore[arg-type]
        return Phone(page, self.site, language)


@pytest.fixture(scope="session")
def shop(browser: Browser, site: str) -> Shop:
    return Shop(browser, site)


@pytest.fixture
def phones(shop: Shop) -> Iterator[Callable[..., Phone]]:
    """Phones of people who read a language. Nothing may have gone wrong on any of them."""
    made: list[Phone] = []

    def phone(language: str = "en", **more: Any) -> Phone:
        made.append(shop.phone(language, **more))
        return made[-1]

    yield phone
    for one in made:
        one.page.context.close()
    assert [trouble for one in made for trouble in one.troubles] == []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each flow in one of the three languages, another one for the next; in all of them with ``make stress``."""
    if "phone" in metafunc.fixturenames:
        names = list(LANGUAGES)
        if "BREHON_STRESS" not in os.environ:
            names = [names[sum(map(ord, metafunc.definition.name)) % len(names)]]
        metafunc.parametrize("phone", names, indirect=True)


@pytest.fixture
def phone(request: pytest.FixtureRequest, phones: Callable[..., Phone]) -> Phone:
    """A phone in each of the three languages."""
    return phones(request.param)


@pytest.fixture
def english(phones: Callable[..., Phone]) -> Phone:
    return phones("en")
