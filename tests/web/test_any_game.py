"""A game that the page has no line for: GOPS, installed from outside, with texts in English only and no pack."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from service.games.registry import OURS
from tests.games.every_game import model_game_installed
from tests.web.conftest import Phone, Shop, served
from tests.web.test_judge import choice, everything, new_table, play
from tests.web.touch import TOO_SMALL, findings

Phones = Callable[..., Phone]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with model_game_installed(), served((*OURS, "gops")) as address:
        yield address


@pytest.fixture(scope="module")
def shop(browser: Browser, site: str) -> Shop:
    return Shop(browser, site)


def card_of(page: Page, player: str, card: int) -> None:
    page.locator(f".tapping [data-player={player}] [data-card='{card}']").tap()


def ask(page: Page, verdict: str = "good") -> None:
    page.wait_for_selector(f".verdict.{verdict}")


def go_on(page: Page) -> None:
    play(page)


def a_prize_is_won(page: Page) -> None:
    """With this seed the first prize is the 5; Ben takes it."""
    new_table(page, seed=7)
    page.click(".legal summary")
    page.locator(".legal .line").click()
    ask(page)
    go_on(page)
    for player, card in (("Ben", 9), ("Ann", 5)):
        card_of(page, player, card)
        ask(page)
        go_on(page)


def test_every_game_that_is_served_is_listed_and_opens(english: Phone) -> None:
    page = english.open()
    games = english.look_up("/games")["games"]
    assert [game["id"] for game in games][-1] == "gops"
    assert page.locator(".game-tile").count() == len(games)
    opened = [
        ("score", ".pad button", games),
        ("dispute", ".question", games[-1:]),
        ("rules", ".section", games[-1:]),
    ]
    for view, there, some in opened:  # other tests open all parts of our own games
        page.click(f"#tabs a[href='#/{view}']")
        for game in some:
            page.click(f".chips.games a[href='#/{view}/{game['id']}']")
            expect(page.locator(f".{view} h1")).to_contain_text(game["title"])
            page.locator(there).first.wait_for()
            assert page.locator("[role=alert]").count() == 0


def test_a_card_is_tapped_in_the_picture_and_the_game_goes_on(english: Phone) -> None:
    page = english.open("#/judge/gops")
    new_table(page, seed=7)
    expect(page.locator(".hint")).to_have_text("")  # the table turns up a prize: no card of a player is meant
    choice(page, "card", 5)
    ask(page)
    go_on(page)
    expect(page.locator(".hint")).to_contain_text("card")
    card_of(page, "Ben", 9)
    expect(page.locator("[data-field=player] .chip[aria-pressed=true]")).to_have_text("Ben")
    expect(page.locator("[data-field=card] .chip[aria-pressed=true]")).to_have_text("9")
    expect(page.locator(".tapping .picked")).to_have_text(["9"])  # not Ann's
    ask(page)
    expect(page.locator(".verdict .reason")).to_have_text("Ben bids a card face down: 9.")
    go_on(page)
    choice(page, "player", "Ben")
    choice(page, "card", 9)
    ask(page, "bad")
    everything(page)
    expect(page.locator(".cited").first).to_contain_text("Ben has no 9 any more.")
    page.locator(".moves button", has_text="card: 9").click()  # the nearest legal one is Ann's
    expect(page.locator(".verdict.good .reason")).to_contain_text(
        "Ann bids a card face down: 9. Ann and Ben bid the same (9)"
    )


def test_a_table_is_counted_by_the_lines_of_the_answer_and_shared(english: Phone, phones: Phones) -> None:
    page = english.open("#/judge/gops")
    a_prize_is_won(page)
    page.click(".count")
    expect(page.locator(".ranking li").first).to_contain_text("Ben")
    expect(page.locator(".ranking li b")).to_have_text(["5", "0"])
    page.locator(".lines .line", has_text="prize 5").click()
    expect(page.locator("dialog .rule-text")).to_have_text("A prize counts as many points as its number.")
    page.keyboard.press("Escape")
    page.click(".ruling .share")
    page.wait_for_selector(".code")
    other = phones("pl")
    other.page.goto(page.input_value("input.link"))
    expect(other.page.locator(".standing.good")).to_be_visible()
    expect(other.page.locator(".ranking li").first).to_contain_text("Ben")


def test_the_score_pad_asks_for_what_the_points_depend_on(english: Phone) -> None:
    page = english.open("#/score/gops")
    fields = page.locator(".pad-form [data-field]")
    expect(fields).to_have_count(1)
    expect(fields.locator("span").first).to_have_text("Won")
    expect(page.locator(".pad-mine .total b")).to_have_text("?")
    for prize in (8, 3):
        fields.get_by_text(f"+ {prize}", exact=True).click()
    expect(page.locator("[data-person='0'] b")).to_have_text("11")
    page.click("[data-person='1']")
    page.click(".pad-form .nothing")
    expect(page.locator(".ranking li b")).to_have_text(["11", "0"])
    page.fill(".claimed", "1")
    page.keyboard.press("Tab")
    expect(page.locator(".pad-mine .notice.bad")).to_contain_text("it is 0")
    page.reload()
    expect(page.locator("[data-person='0'] b")).to_have_text("11")  # it is kept on the phone


def test_texts_in_one_language_and_the_words_of_the_page_in_that_of_the_reader(phones: Phones) -> None:
    phone = phones("pl")
    page = phone.open("#/rules/gops/bid/card")
    expect(page.locator(".foreign")).to_contain_text("angielski")
    assert page.evaluate("document.querySelector('.wanted .rule-text').closest('[lang]').lang") == "en"
    page.click("#tabs a[href='#/dispute']")
    page.click(".question.whole")
    new_table(page, seed=7)
    expect(page.locator(".bench-move h2")).to_have_text(phone.word("move"))
    expect(page.locator("p.due")).to_have_text(phone.word("now", what="turning up a prize"))
    for view in ("judge/gops/table", "score/gops"):
        page.goto(f"{phone.site}/#/{view}")
        page.locator(".tapping .drawn, .pad-form [data-field]").first.wait_for()
        assert findings(page) == []
        assert page.evaluate(TOO_SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
