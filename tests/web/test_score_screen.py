"""The score screen of openapi/clients/recipes: compiled, served from another origin than the service, and tapped."""

import functools
import shutil
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from service.app import create_app
from service.settings import Settings
from tests.docs.examples import ROOT
from tests.live_server import running
from tests.typescript.package import COMPILE, compiled, install
from tests.web.conftest import Phone

RECIPE = ROOT / "openapi" / "clients" / "recipes" / "score-screen"


class Files(SimpleHTTPRequestHandler):
    """Logs nothing."""

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the screen is served: the folder of an app that has installed the package."""
    folder = install(tmp_path_factory.mktemp("screen"))
    for path in RECIPE.iterdir():
        shutil.copy(path, folder)
    compiled(folder, "screen.ts")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def tap(page: Page, x: int, y: int, times: int) -> None:
    for _ in range(times):
        page.click(f"#pad button[data-x='{x}'][data-y='{y}']")


def test_points_are_counted_at_once_and_explained_by_the_service(english: Phone, origin: str) -> None:
    app = create_app(Settings(log_requests=False, cors_origins=(origin,)))
    page = english.page
    with running(app) as service:
        page.goto(f"{origin}/index.html?server={service}")
        tap(page, 1, 0, 2)  # wheat with a crown
        tap(page, 2, 0, 1)  # wheat
        expect(page.locator("#total")).to_have_text("2")
        expect(page.locator("#lines")).to_contain_text("2 squares × 1 crown = 2 points")
        expect(page.locator("#note")).to_contain_text("Assumed:")
        page.check("#palette input[value=mine]")
        tap(page, 2, 0, 4)  # a mine with three crowns instead
        expect(page.locator("#total")).to_have_text("4")
        expect(page.locator("#lines")).to_contain_text("1 square × 3 crowns = 3 points")
        tap(page, 2, 0, 1)  # empty again
        expect(page.locator("#total")).to_have_text("1")
        page.goto("about:blank")  # while the service still runs: its last question may be under way
    english.troubles[:] = [
        trouble for trouble in english.troubles if "net::ERR" not in trouble
    ]  # questions ended by taps


def test_without_a_service_the_total_is_still_counted_and_no_old_sentence_stays(english: Phone, origin: str) -> None:
    page = english.page
    page.goto(f"{origin}/index.html?server=http://127.0.0.1:9")
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # no second attempt is waited for
    page.evaluate("document.getElementById('lines').innerHTML = '<li>Wheat: 1 square</li>'")
    tap(page, 1, 0, 3)
    expect(page.locator("#total")).to_have_text("2")
    expect(page.locator("#lines li")).to_have_text(["wheat: 1 × 2 = 2"])
    expect(page.locator("#note")).to_have_text("The service does not answer: the total is counted here.")
    english.troubles.clear()  # the browser logs every refused connection


def test_it_is_short_and_compiled_as_the_page_for_app_makers_says() -> None:
    page = (ROOT / "docs" / "app-makers.md").read_text("utf-8")
    length = len((RECIPE / "screen.ts").read_text("utf-8").splitlines())
    assert length <= 60
    assert f"[{length} lines of TypeScript]" in page
    assert f"npx tsc screen.ts {' '.join(COMPILE)}\n" in page


def test_the_folder_is_the_whole_app() -> None:
    assert {path.name for path in RECIPE.iterdir()} == {"index.html", "screen.ts"}
