"""The frame of the page: languages, light and dark, weight, reach of a thumb, and what a screen reader meets."""

import os
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Phone
from tests.web.test_judge import STATE, domino, paste, square
from tests.web.touch import AXE as AXE  # tests of single games take it from here
from tests.web.touch import HIDDEN, findings

MOST_BYTES = 300_000
FIRST_BYTES = 80_000
HEADERS = 700  # of an answer, at most
PUBLIC = re.compile(r"/|/sw\.js|/web/[0-9a-f]+/[\w./-]+|/openapi\.json|/v1/.+")
Phones = Callable[..., Phone]


# ---------------------------------------------------------------- languages, light and dark


@pytest.mark.parametrize(
    ("locale", "word"), [("pl-PL", "Punkty"), ("es-MX", "Puntos"), ("de-DE", "Score"), ("en-US", "Score")]
)
def test_the_browser_tells_the_language(phones: Phones, locale: str, word: str) -> None:
    page = phones(locale).open()
    expect(page.locator("#tabs a[href='#/score']")).to_have_text(word)
    assert page.evaluate("document.documentElement.lang") == {"Punkty": "pl", "Puntos": "es", "Score": "en"}[word]


def test_a_chosen_language_stays(english: Phone) -> None:
    page = english.open("#/rules/kingdomino")
    page.select_option("#language", "es")
    expect(page.locator("#tabs a[href='#/score']")).to_have_text("Puntos")
    expect(page.locator(".section summary").first).to_contain_text("Contenido")
    assert page.evaluate("document.activeElement.id") == "language"
    page.reload()
    expect(page.locator("#tabs a[href='#/score']")).to_have_text("Puntos")


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_light_and_dark_by_the_phone_and_by_a_switch(phones: Phones) -> None:
    light, dark = phones("en", color_scheme="light").open(), phones("en", color_scheme="dark").open()
    assert background(light) != background(dark)
    by_phone = background(dark)
    dark.click("#theme")
    assert background(dark) == background(light)
    by_day = background(light)
    light.click("#theme")
    assert background(light) == by_phone  # the first tap is seen, whatever the phone has
    light.click("#theme")
    assert background(light) == by_day
    dark.click("#theme")
    assert background(dark) == by_phone
    dark.reload()
    assert dark.evaluate("document.documentElement.dataset.theme") == "dark"


# ---------------------------------------------------------------- what it weighs, and whom it asks


def test_it_weighs_little_and_asks_nobody_else(phones: Phones) -> None:
    """Every part visited on a phone that has nothing yet, with all that the API tells on the way."""
    phone = phones("pl", extra_http_headers={"X-Fresh": "weight"})
    weights: dict[str, int] = {}
    phone.page.on("response", lambda response: weights.update({response.url: size_of(response)}))
    page = phone.open()
    page.wait_for_selector(".game-tile")
    page.wait_for_load_state("networkidle")
    assert sum(weights.values()) < FIRST_BYTES, weights
    page.click("#tabs a[href='#/score']")
    page.wait_for_selector(".pad button")
    page.click("#tabs a[href='#/rules']")
    page.wait_for_selector(".section")
    page.click("#tabs a[href='#/dispute']")
    page.click(".question.whole")
    paste(page, STATE)
    page.wait_for_selector(".tapping svg")
    page.wait_for_load_state("networkidle")
    asked = {urlsplit(address) for address in phone.requests}
    assert {f"{one.scheme}://{one.netloc}" for one in asked} == {phone.site}
    assert [one.path for one in asked if not PUBLIC.fullmatch(one.path)] == []
    assert 20_000 < sum(weights.values()) < MOST_BYTES


def size_of(response: object) -> int:
    sent = response.request.sizes()  # type: ignore[attr-defined]
    return int(sent["responseBodySize"] + sent["responseHeadersSize"])


def test_it_is_there_in_a_second_on_a_slow_phone(phones: Phones) -> None:
    """1.6 Mbit/s and 150 ms for each exchange, as slow mobile networks are taken to be.

    This machine is no phone, so what is reckoned is what the network costs: the bytes that come before the games are
    there, and how often answers have to be waited for. All requests are held until there are no more; then all are
    let go at once, and that is one wait.
    """
    phone = phones("es", extra_http_headers={"X-Fresh": "speed"})
    page, held, told, waits = phone.page, list[Route](), list[int](), 1  # the page itself is the first
    page.on("response", lambda response: told.append(int(response.headers["content-length"]) + HEADERS))
    page.route(re.compile("/(web|v1)/"), lambda route: held.append(route))
    page.goto(f"{phone.site}/", wait_until="commit")
    while not page.locator(".game-tile").count() and waits < 20:
        still = -1
        while still != len(held):  # until no more are asked for
            still = len(held)
            page.wait_for_timeout(400)
        waits += bool(held)
        for route in [held.pop() for _ in held[:]]:
            route.continue_()
    seconds = sum(told) * 8 / 1_600_000 + waits * 0.15
    assert seconds < 1.0, (sum(told), waits, phone.requests)


# ---------------------------------------------------------------- for every hand and every eye

PLACES = [
    ("#/home", ".game-tile"),
    ("#/home/kingdomino", ".door"),
    ("#/dispute/kingdomino", ".question"),
    ("#/rules/kingdomino/place/own-half", ".rule.wanted"),
    ("#/judge/kingdomino", ".start .primary"),
]


def places(phone: Phone) -> list[tuple[str, str]]:
    """Where to look, and what is there: the score pad of every game that is served, and the other views."""
    phone.open()
    pads = [(f"#/score/{game['id']}", ".pad button") for game in phone.look_up("/games")["games"]]
    return [*pads, *PLACES]


def judged(page: Page) -> None:
    paste(page, STATE)
    domino(page, 12)
    square(page, 2, 1)
    square(page, 2, 2)
    page.wait_for_selector(".verdict")


LOOKS = [("en", "light"), ("pl", "dark")]
if "BREHON_STRESS" in os.environ:
    LOOKS += [("es", "dark"), ("pl", "light")]


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_axe_finds_nothing(phones: Phones, language: str, scheme: str) -> None:
    phone = phones(language, color_scheme=scheme)
    for way, there in places(phone):
        page = phone.show(way)
        page.locator(there).first.wait_for()
        assert findings(page) == [], way
    judged(page)
    assert findings(page) == []
    page.click(".whole-ruling > summary")
    assert findings(page) == []
    page.click(".ruling .share")
    page.wait_for_selector(".code")
    assert findings(page) == []


def test_the_page_is_walked_by_keyboard_from_top_to_bottom(phones: Phones) -> None:
    english = phones("en")
    page = english.open("#/score/kingdomino")
    page.wait_for_selector(".person")
    games = len(english.look_up("/games")["games"])
    reached = []
    for _ in range(5 + games + 1):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("(({id, className, tagName}) => id || className || tagName)(document.activeElement)")
        )
    assert reached == ["skip", "brand", "book", "theme", "language", *["chip"] * games, "person"]


def test_the_skip_link_leads_to_the_content(english: Phone) -> None:
    page = english.open("#/rules/kingdomino")
    page.wait_for_selector(".section")
    page.focus("#skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.endswith("#/rules/kingdomino")


def test_a_sheet_gives_the_focus_back(english: Phone) -> None:
    page = english.open("#/score/brian-boru")
    line = page.locator(".pad-mine .line").first
    line.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.className") == "line"


def test_back_closes_a_sheet_before_it_leaves_the_screen(phones: Phones) -> None:
    phone = phones("en", viewport={"width": 390, "height": 664})
    page = phone.open("#/home/kingdomino")
    page.click(".door.score")
    page.locator(".kingdom .cell").first.tap()
    page.locator(".kd-games .share").click()
    code = page.locator(".share-body .code")
    expect(code).to_be_in_viewport(ratio=1)  # the whole code, as soon as it is there
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    assert page.url.endswith("#/score/kingdomino")
    page.locator(".kd-games .share").click()
    page.locator("dialog .sheet-head button").click()  # closed by hand it leaves nothing on the way
    expect(page.locator("dialog")).to_have_count(0)
    page.go_back()
    expect(page.locator(".door.score")).to_be_visible()


def test_a_link_out_of_a_sheet_comes_back_to_the_screen(english: Phone) -> None:
    page = english.open("#/score/brian-boru")
    page.locator(".pad-mine .line").first.click()
    page.locator("dialog a[href^='#/rules']").click()
    page.wait_for_selector(".rule.wanted")
    expect(page.locator("dialog")).to_have_count(0)
    page.go_back()
    expect(page.locator(".pad-mine .line").first).to_be_visible()
    assert page.url.endswith("#/score/brian-boru")


SIZES = {"side": (664, 390), "tablet": (820, 1180), "desktop": (1280, 800)}  # phones: test_every_screen.py


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_hidden_behind_the_tabs(phones: Phones, size: str) -> None:
    """At the end of every screen the last thing to press stands free, and no screen is wider than the glass."""
    width, height = SIZES[size]
    phone = phones("es", viewport={"width": width, "height": height}, is_mobile=width < 900)
    phone.open()
    for way, there in PLACES:
        page = phone.show(way)
        page.locator(there).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, way
        assert page.evaluate(HIDDEN) == [], way
    judged(page)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board, text = page.locator(".tapping").bounding_box(), page.locator(".bench-result .verdict").bounding_box()
    assert board
    assert text
    assert (text["x"] > board["x"] + board["width"]) == (width >= 900)  # beside the board, or below it


@pytest.mark.parametrize("size", SIZES)
def test_the_four_games_leave_no_gap_and_each_door_is_one_column(phones: Phones, size: str) -> None:
    width, height = SIZES[size]
    page = phones("en", viewport={"width": width, "height": height}, is_mobile=width < 900).open()
    page.wait_for_selector(".game-tile")
    tops = page.locator(".game-tile").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert [tops.count(top) for top in tops] in ([4] * 4, [2] * 4)
    page.click(".game-tile")
    page.wait_for_selector(".door")
    for door in page.locator(".door").all():
        name, text = (door.locator(part).bounding_box() for part in ("b", "span"))
        assert name
        assert text
        assert text["x"] == name["x"]


def test_the_smallest_phone_shows_two_games_beside_each_other(phones: Phones) -> None:
    page = phones("pl", viewport={"width": 320, "height": 568}).open()
    page.wait_for_selector(".game-tile")
    tops = page.locator(".game-tile").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert [tops.count(top) for top in tops] == [2] * 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_my_book_is_named_by_what_tells_it_from_others(phones: Phones) -> None:
    phone = phones("en", viewport={"width": 390, "height": 664})
    for game, title in (
        ("kingdomino", "First edition, 2016-17"),
        ("brian-boru", "Rules of play"),
        ("roll-and-raid", "Guía rápida en español"),
    ):
        page = phone.open(f"#/home/{game}")
        expect(page.locator("#book .book")).to_have_text(title)


def test_what_another_languages_book_says_is_told_apart(english: Phone) -> None:
    """A screen reader reads its title and its headings in their own language; the eye sees them in italics."""
    page = english.open("#/rules/brian-boru/score/tie-claims")
    mine = page.locator(".rule.wanted .place cite")
    expect(mine).to_have_attribute("lang", "en")
    expect(mine).to_have_css("font-style", "normal")
    page.locator(".rule.wanted .other-books summary").click()
    polish = page.locator(".rule.wanted .sources cite[lang=pl]").first
    expect(polish).to_contain_text("instrukcja po polsku")
    expect(polish).to_have_css("font-style", "italic")
    page.click(".top .book")
    expect(page.locator("dialog .books cite[lang=es]")).to_contain_text("reglas en español")
    page.click("dialog [data-edition=pl]")
    expect(page.locator("#book cite[lang=pl]")).to_have_class("foreign-book")
    expect(page.locator(".rule.wanted .place")).to_have_text(re.compile("In the Polish book: Punktacja"))
    page.fill("#search", "claim tokens")
    expect(page.locator(".hit .place cite[lang=pl]").first).to_be_visible()


def test_on_its_side_a_phone_shows_the_answer_beside_the_board(phones: Phones) -> None:
    page = phones("es", viewport={"width": 664, "height": 390}).open("#/dispute/ortus-regni/ransom")
    for target in (".or-palette-box [data-pick='castle']", ".or-palette-box [data-pick='vassal']"):
        page.locator(target).first.tap()
    page.locator(".control .chip[data-value='earl']").tap()
    page.locator(".or-fief [data-card='castle']").first.tap()
    verdict = page.locator(".dispute-answer .verdict")
    expect(verdict).to_be_visible()
    board, answer = page.locator(".dispute-board").bounding_box(), verdict.bounding_box()
    assert board
    assert answer
    assert answer["x"] >= board["x"] + board["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 664


def test_labels_before_a_title_are_words_of_their_own(english: Phone) -> None:
    page = english.open()
    page.fill("#anything", "what happens on a tie")
    page.locator("a.hit.form").first.wait_for()
    assert page.locator("a.hit.form").first.evaluate("one => one.textContent").startswith("Roll & Raid Dispute")
    assert page.locator("a.hit:not(.form)").first.evaluate("one => one.childNodes[1].textContent") == " "


def test_the_way_back_leads_to_the_place_and_the_words_that_were_left(phone: Phone) -> None:
    words = {"en": "what happens on a tie", "es": "qué pasa en caso de empate", "pl": "co przy remisie"}[
        phone.language
    ]
    page = phone.open()
    page.fill("#anything", words)
    page.locator("a.hit").first.wait_for()
    hit = page.locator("a.hit").last
    hit.scroll_into_view_if_needed()
    page.wait_for_timeout(500)  # the place is noted once the reader pauses
    before = page.evaluate("window.scrollY")
    assert before > 0
    hit.click()
    page.wait_for_selector(".rule.wanted, .dispute-parts")
    page.go_back()
    expect(page.locator("#anything")).to_have_value(words)
    page.locator("a.hit").first.wait_for()
    page.reload()
    expect(page.locator("#anything")).to_have_value(words)


@pytest.mark.parametrize("words", ["xylophone", "¿?", "zzz qqq"])
def test_asking_anything_never_ends_in_nothing(phones: Phones, words: str) -> None:
    page = phones("en").open()
    page.fill("#anything", words)
    page.locator(".found details summary").first.click()
    page.locator(".found details[open] a").last.click()
    page.wait_for_selector(".rule.wanted")


ASKED = {
    "en": [
        ("who wins the trick", "brian-boru/trick"),
        ("can I discard", "kingdomino/discard"),
        ("what happens on a tie", "kingdomino/tie"),
    ],
    "es": [
        ("puedo descartar", "kingdomino/discard"),
        ("cómo se desempata", "kingdomino/tie"),
        ("¿quién empieza?", "kingdomino/first-round"),
    ],
    "pl": [("czy muszę odrzucić", "kingdomino/discard"), ("kto mówi w imieniu Kościoła", "ortus-regni/church")],
}


def test_the_dispute_that_a_question_is_about_comes_first(phone: Phone) -> None:
    page = phone.open()
    for words, form in ASKED[phone.language]:
        page.fill("#anything", words)
        expect(page.locator(".found h2")).to_have_text(words)
        expect(page.locator(".found a.hit").first).to_have_attribute("href", f"#/dispute/{form}")


def test_a_question_that_no_rule_answers_is_not_answered_by_the_nearest_one(phones: Phones) -> None:
    page = phones("en").open()
    page.fill("#anything", "may I lend money to another player")
    expect(page.locator(".found > p.quiet")).to_have_text("No rule has all of these words. The nearest:")
    page.fill("#anything", "when may I expand along a road")
    expect(page.locator(".found h2")).to_have_text("when may I expand along a road")
    expect(page.locator(".found > p.quiet")).to_have_count(0)


def test_my_book_is_asked_for_once_and_leads_every_citation(phones: Phones) -> None:
    page = phones("en").open("#/home/brian-boru")
    expect(page.locator(".ask-book [aria-pressed=true]")).to_have_attribute("data-edition", "en")
    page.click(".ask-book [data-edition=pl]")
    expect(page.locator(".ask-book")).to_have_count(0)
    page.click(".door.rules")
    page.wait_for_selector(".section")
    page.click(".section summary")
    expect(page.locator("article .place").first).to_contain_text("instrukcja po polsku")
    page.click(".top .book")
    page.click("dialog [data-edition=es]")
    page.click(".section summary")
    expect(page.locator("article .place").first).to_contain_text("reglas en español")
    with page.expect_request("**/score") as asked:
        page.click("#tabs a[href='#/score']")
    assert asked.value.post_data_json["sheet"]["options"]["edition"] == "es"


@pytest.mark.parametrize("way", [".brand", "#tabs a[href='#/home']"])
def test_the_name_and_the_first_tab_leave_a_search(english: Phone, way: str) -> None:
    page = english.open("#/home")
    page.fill("#anything", "tie")
    expect(page.locator(".hit").first).to_be_visible()
    page.click(way)
    expect(page.locator(".hit")).to_have_count(0)
    expect(page.locator("#anything")).to_have_value("")
