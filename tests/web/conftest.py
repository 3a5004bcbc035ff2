"""A real Chromium of phone size against a real server, and no other network.

The tests want a Chromium of the system: Playwright's own download is not used. In CI they fail without one; elsewhere
they are skipped and say how to get it.
"""

import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from werkzeug.serving import make_server

from service.app import create_app
from service.settings import Settings

PHONE = {"width": 390, "height": 844}
LANGUAGES = {"en": "en-GB", "es": "es-AR", "pl": "pl-PL"}
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = "These tests need a Chromium: `apt-get install chromium`, or CHROMIUM=/path/to/chrome (Edge does as well)."
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=20_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser for all of them, so one worker."""
    for item in items:
        if "tests/web" in item.path.as_posix():
            item.add_marker(pytest.mark.xdist_group("browser"))


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
    executable = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield started
        started.close()


class Phone:
    """A page of phone size. It notes every request and everything that goes wrong."""

    def __init__(self, page: Page, site: str, language: str) -> None:
        self.page = page
        self.site = site
        self.language = language
        self.requests: list[str] = []
        self.troubles: list[str] = []
        page.set_default_timeout(30_000)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda told: told.type == "error" and self.troubles.append(told.text))

    def open(self, way: str = "") -> Page:
        self.page.goto(f"{self.site}/{way}")
        self.page.wait_for_selector("#tabs a[aria-current]")
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
    """Phones by their settings. One is used again by later tests, so that it has the page's files, but is wiped."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.contexts: dict[str, BrowserContext] = {}

    def phone(self, language: str = "en", **more: Any) -> Phone:
        settings: dict[str, Any] = {
            "viewport": PHONE,
            "is_mobile": True,
            "has_touch": True,
            "service_workers": "block",
        }
        key = repr((language, more))
        if key not in self.contexts:
            locale = LANGUAGES.get(language, language)
            self.contexts[key] = self.browser.new_context(
                locale=locale, **{**settings, "service_workers": "block", **more}
            )
        return Phone(self.contexts[key].new_page(), self.site, language)


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
        if one.page.url.startswith(one.site):
            one.page.evaluate("localStorage.clear()")
        one.page.close()
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
