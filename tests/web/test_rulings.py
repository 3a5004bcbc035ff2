"""Rulings of the past on the phone, like the games of the past: the last ones, and the way back to each."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Phone

RAID = "#/dispute/roll-and-raid/raid"
DIGIT = ".control:has(.rr-digits) >> nth={} >> [data-digit='{}']"
PAST = ".rulings .past-ruling"


def show(page: Page, *numbers: int) -> None:
    for seat, number in enumerate(numbers):
        page.locator(DIGIT.format(seat, number)).tap()
    expect(page.locator(".dispute-answer .verdict")).to_be_visible()


def listed(page: Page) -> None:
    page.locator(".back").tap()
    page.locator(".rulings summary").tap()


def test_earlier_rulings_are_listed_and_opened_again(phone: Phone) -> None:
    page = phone.open(RAID)
    show(page, 1, 2)
    page.locator(".asking .clear").tap()
    show(page, 1, 1)
    listed(page)
    expect(page.locator(".rulings summary")).to_contain_text(f"{phone.word('past rulings')} (2)")
    ask = page.locator(f".question[href$='{RAID}']").inner_text()
    expect(page.locator(f"{PAST} b:not([aria-hidden])").first).to_have_text(ask)
    page.locator(PAST).last.tap()
    expect(page.locator(".rr-display .good")).to_have_count(2)
    page.locator(".asking .undo").tap()  # what lay there before is not lost
    expect(page.locator(".rr-display .contested")).to_have_count(1)
    listed(page)
    expect(page.locator(PAST)).to_have_count(2)  # looked at, not asked anew
    page.locator(".rulings .forget").tap()
    expect(page.locator(".rulings")).to_have_count(0)
    page.reload()
    expect(page.locator(".question").first).to_be_visible()
    expect(page.locator(".rulings")).to_have_count(0)


def test_a_question_that_is_corrected_at_once_is_listed_once(english: Phone) -> None:
    page = english.open(RAID)
    show(page, 1, 2)
    expect(page.locator(".verdict .reason")).to_contain_text("card 2")
    page.locator(DIGIT.format(1, 1)).tap()
    expect(page.locator(".verdict .reason")).to_contain_text("fight")
    listed(page)
    expect(page.locator(PAST)).to_have_count(1)
    expect(page.locator(PAST)).to_contain_text("fight")


def test_the_last_twenty_rulings_are_kept(english: Phone) -> None:
    page = english.open("#/dispute/roll-and-raid")
    old: list[dict[str, object]] = [
        {"when": 1000 * time, "form": "raid", "draft": {"numbers": [time]}, "replies": {}, "text": f"before {time}"}
        for time in range(20, 0, -1)
    ]
    page.evaluate("old => localStorage.setItem('brehon.rulings.roll-and-raid', JSON.stringify(old))", old)
    page = english.show(RAID)
    show(page, 1, 2)
    listed(page)
    expect(page.locator(PAST)).to_have_count(20)
    expect(page.locator(PAST).first).to_contain_text("card 2")
    expect(page.locator(PAST).last).to_contain_text("before 2")
