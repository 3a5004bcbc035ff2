"""An answer counts on what it names: what is not so at the table takes it back at once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import test_brian_boru, test_kingdomino, test_roll_and_raid
from tests.web.browser import Phone
from tests.web.questions import tap
from tests.web.test_ortus_regni import lay, pick
from tests.web.touch import Finger

ANSWERS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "brian-boru/expand": ("pl", lambda page: taps(page, *test_brian_boru.FORMS["expand"][0])),
    "ortus-regni/put": ("es", lambda page: taps(page, *pick("vassal"), *lay("castle"), ".or-fief-name")),
    "roll-and-raid/use": ("en", lambda page: taps(page, *test_roll_and_raid.FORMS["use"][0])),
    "kingdomino/tie": ("es", lambda page: test_kingdomino.tie(Finger(page))),
}

STEP, CARD = test_brian_boru.STEP.format("where"), test_brian_boru.CARD.format(4)


def taps(page: Page, *targets: str) -> None:
    for target in targets:
        tap(page, target)


@pytest.mark.parametrize("form", ANSWERS)
def test_an_answer_does_not_stand_on_what_is_not_true(form: str, phones: Callable[..., Phone]) -> None:
    language, enter = ANSWERS[form]
    phone = phones(language)
    page = phone.open(f"#/dispute/{form}")
    enter(page)
    verdict = page.locator(".dispute-answer .verdict")
    expect(verdict).to_have_class("card verdict good")
    before = verdict.inner_text()
    fact = page.locator(".checklist .fact").first
    fact.locator(".no").tap()
    expect(verdict).to_have_class("card verdict warn")
    expect(verdict.locator("h2")).to_contain_text(phone.word("does not hold"))
    expect(page.locator(".short-verdict")).to_have_class(re.compile("warn"))
    expect(page.locator(".dispute-parts .sign.good, .dispute-parts .good .sign")).to_have_count(0)
    expect(fact.locator(".no")).to_have_attribute("aria-pressed", "true")
    expect(fact.locator(".tell")).to_have_count(1)  # where to tell it, or that there is no field for it
    page.reload()  # it is still not so
    expect(verdict).to_have_class("card verdict warn")
    fact.locator(".yes").tap()
    expect(verdict).to_have_class("card verdict good")
    assert verdict.inner_text() == before


def test_what_is_told_instead_is_ruled_on(english: Phone) -> None:
    """The brown die was used before: as soon as that is told the move is illegal, by the rule about it."""
    page = english.open("#/dispute/roll-and-raid/use")
    taps(page, *test_roll_and_raid.FORMS["use"][0])
    page.locator(".fact", has_text="has not used the brown die").locator(".no").tap()
    expect(page.locator(".caption h3")).to_have_text("Each die once")
    page.locator('.wanted [data-value="brown"]').tap()
    expect(page.locator(".dispute-answer .verdict")).to_have_class("card verdict bad")
    expect(page.locator(".caption h3")).to_have_text("Each die once")


def test_the_reason_is_whole_and_moves_nothing(phones: Callable[..., Phone]) -> None:
    """On the smallest phone the short verdict takes the lines it needs; what is being tapped stays where it is."""
    phone = phones("es", viewport={"width": 320, "height": 568})
    page = phone.open("#/dispute/brian-boru/expand")
    *before, last = test_brian_boru.TOWN.format("C4"), STEP, test_brian_boru.TOWN.format("C5"), CARD
    taps(page, *before)
    page.locator(last).scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 60)")
    top = page.locator(last).bounding_box()
    tap(page, last)
    short = page.locator(".short-verdict.bad span")
    expect(short).to_contain_text(phone.word("verdict illegal"))
    shown = short.evaluate("one => [one.scrollHeight - one.clientHeight, getComputedStyle(one).webkitLineClamp]")
    assert shown == [0, "none"]
    after = page.locator(last).bounding_box()
    assert top
    assert after
    assert abs(after["y"] - top["y"]) <= 1


def test_what_lay_there_last_is_told_and_can_be_cleared(english: Phone) -> None:
    """An old position with its answer must not be read as the answer to a new question."""
    page = english.open("#/dispute/roll-and-raid/use")
    taps(page, *test_roll_and_raid.FORMS["use"][0])
    expect(page.locator(".dispute-answer .verdict")).to_have_count(1)
    expect(page.locator(".notice.old")).to_have_count(0)
    english.show("#/dispute/roll-and-raid")
    english.show("#/dispute/roll-and-raid/use")
    expect(page.locator(".notice.old")).to_contain_text(english.word("lay here"))
    page.locator(".notice.old button").tap()
    expect(page.locator(".notice.old")).to_have_count(0)
    expect(page.locator(".asking .lack")).to_be_visible()
    expect(page.locator(".dispute-answer .verdict")).to_have_count(0)


def test_what_is_asked_for_can_be_answered_where_it_is_asked(english: Phone) -> None:
    """The first question of a ransom stands above the board; what a card gives is told with the coins."""
    page = english.open("#/dispute/ortus-regni/ransom")
    page.set_viewport_size({"width": 390, "height": 664})
    expect(page.locator(".asking .lack")).to_have_text("Who captured the Lord?")
    expect(page.locator(".chip[data-value=earl]")).to_be_in_viewport(ratio=1)
    page = english.show("#/dispute/brian-boru/expand")
    taps(page, *test_brian_boru.FORMS["expand"][0][:-1], ".bb-number >> nth=0 >> [data-digit='2']")
    expect(page.locator(".dispute-parts")).to_contain_text("The card gives 3 first. 2 + 3 = 5")
