"""Each job is done from the home screen within its budget, in one language by turns (in all with ``make stress``)."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.qa.taps.jobs import CROWNED, JOBS, KINGDOM
from tests.web.browser import LANGUAGES, Phone
from tests.web.touch import Finger

Phones = Callable[..., Phone]
SMALL = {"width": 390, "height": 664}
ALL = "BREHON_STRESS" in os.environ
TURNS = [
    (name, language)
    for number, name in enumerate(JOBS)
    for language in (LANGUAGES if ALL else [list(LANGUAGES)[number % len(LANGUAGES)]])
]


@pytest.mark.parametrize(("name", "language"), TURNS)
def test_a_job_is_done_within_its_taps(phones: Phones, name: str, language: str) -> None:
    page = phones(language, viewport=SMALL).open()
    finger = Finger(page)
    job = JOBS[name]
    job.work(finger)
    job.seen(page)
    assert finger.gestures <= job.budget


def test_the_kingdom_is_the_one_of_the_budget() -> None:
    assert sum(len(each) for territories in KINGDOM.values() for each in territories) == 24
    assert sum(map(len, KINGDOM.values())) == 7
    assert sum(map(len, CROWNED.values())) == 9


def test_a_ruling_is_shared_with_two_taps_and_opened_elsewhere(phones: Phones) -> None:
    phone = phones("en", viewport=SMALL, permissions=["clipboard-read", "clipboard-write"])
    page = phone.open()
    JOBS["may this domino go here"].work(Finger(page))
    expect(page.locator(".dispute-answer .verdict")).to_be_visible()
    finger = Finger(page)
    finger.tap(".dispute-answer .share")
    finger.tap(".share-body .primary")
    assert finger.gestures <= 2
    expect(page.locator(".share-body .primary")).to_have_text(phone.word("copied"))
    link = page.evaluate("navigator.clipboard.readText()")
    other = phones("es", viewport=SMALL)
    other.page.goto(link)
    expect(other.page.locator(".verdict h2")).to_be_visible()  # its words are loaded then
    expect(other.page.locator(".verdict h2")).to_contain_text(other.word("verdict legal"))
    expect(other.page.locator(".standing.good")).to_be_visible()
