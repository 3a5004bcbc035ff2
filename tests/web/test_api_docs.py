"""``/docs/``: Swagger UI opens quickly, with the first game, and offers the others."""

from playwright.sync_api import Browser, BrowserContext, expect

from service.games.registry import installed_games

MOST_SECONDS = 2.0
TRIES = 3
SINCE_NAVIGATION = """() => new Promise((resolve) => {
    const look = () => document.querySelector(".opblock") ? resolve(performance.now()) : requestAnimationFrame(look);
    look();
})"""
"""Milliseconds from the navigation to the first operation on the page, by the clock of the browser."""


def seconds_to_open(context: BrowserContext, site: str) -> float:
    page = context.new_page()
    page.goto(f"{site}/docs/", wait_until="commit")
    milliseconds = float(page.evaluate(SINCE_NAVIGATION))
    page.close()
    return milliseconds / 1000


def test_the_documentation_opens_within_two_seconds(browser: Browser, site: str) -> None:
    """The best of three tries, each with an empty cache: another program may hold the processor."""
    seconds: list[float] = []
    while len(seconds) < TRIES and min(seconds, default=MOST_SECONDS) >= MOST_SECONDS:
        with browser.new_context() as context:
            seconds.append(seconds_to_open(context, site))
    assert min(seconds) < MOST_SECONDS, seconds


def test_the_documentation_shows_the_first_game_and_offers_the_others(browser: Browser, site: str) -> None:
    first, *others = [game.meta for game in installed_games()]
    with browser.new_context() as context:
        page = context.new_page()
        documents: list[str] = []
        page.on("request", lambda request: "/openapi" in request.url and documents.append(request.url))
        page.goto(f"{site}/docs/")
        expect(page.locator(".opblock").first).to_be_visible()
        choice = page.get_by_label("Select a definition")
        titles = [first.title, *(game.title for game in others), "All games"]
        assert choice.locator("option").all_inner_texts() == titles
        assert documents == [f"{site}/openapi/{first.id}.json"]
        assert page.locator(f'.opblock [data-path="/v1/games/{first.id}/validate"]').count() == 1
        choice.select_option(label=others[0].title)
        expect(page.locator(f'.opblock [data-path="/v1/games/{others[0].id}/validate"]')).to_be_visible()
