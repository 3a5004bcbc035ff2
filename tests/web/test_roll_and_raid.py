"""Roll & Raid at the table: each question reaches its answer by taps, without a pack."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.questions import Forms, axe, check_question, tap

Phones = Callable[..., Phone]
GOOD, BAD = "good", "bad"
FACE = '[data-face="{}"]'
USE = '[data-use="{}"]'


def value(row: int, wanted: object) -> str:
    """A button of the choice in this place."""
    return f".control:has(.chips) >> nth={row} >> [data-value='{str(wanted).lower()}']"


def digit(row: int, wanted: int) -> str:
    return f".control:has(.rr-digits) >> nth={row} >> [data-digit='{wanted}']"


def red(row: int, face: int) -> str:
    return f".rr-face-row >> nth={row} >> [data-face='red {face}']"


FORMS: Forms = {
    "use": ([FACE.format("brown 4"), USE.format("track brown"), digit(0, 6)], GOOD, "track/own-colour"),
    "raid": ([digit(0, 1), digit(1, 1)], GOOD, "conflict/same-card"),
    "conflict": ([digit(0, 2), digit(1, 2)], GOOD, "conflict/tie"),
    "roll": ([digit(0, 7), red(0, 3), red(1, 4), digit(1, 0)], GOOD, "raids/defence"),
    "pay": ([value(0, "winter"), digit(0, 2), digit(1, 1)], BAD, "payment/unable"),
    "heir": ([digit(0, 3), digit(1, 1), value(0, "axes")], GOOD, "payment/heir"),
    "retreat": ([value(0, "lost"), value(1, "axe")], BAD, "retreat/pay"),
    "development": ([FACE.format("grey 3")], BAD, "development/four"),
    "favour": ([value(0, "port"), value(1, False), digit(0, 3), USE.format("hall")], BAD, "favour/unlocked"),
    "store": ([value(0, "axe"), value(1, "port"), value(2, "free")], BAD, "storage/place"),
    "altar": ([value(0, "reroll"), value(1, "help"), digit(0, 0), digit(1, 0)], BAD, "altar/vikings"),
    "dice": ([value(0, "brown"), value(1, False)], GOOD, "dice/drop"),
    "festival": ([digit(0, 5), digit(1, 1)], BAD, "festival/rounds"),
    "refill": ([digit(0, 3), digit(1, 1), digit(2, 3)], BAD, "maintenance/refill"),
    "end": ([digit(0, 16)], GOOD, "end/last-round"),
    "tie": ([digit(0, 2), digit(1, 3)], GOOD, "score/tie-cards"),
}
"""The taps on a form, the tone of the answer, and the rule below it."""


WITH_AXE = ("use", "conflict", "pay")


@pytest.mark.parametrize("form", FORMS)
def test_each_question_reaches_its_answer(form: str, phones: Phones) -> None:
    language = ("en", "es", "pl")[list(FORMS).index(form) % 3]
    check_question(phones(language), "roll-and-raid", form, FORMS, with_axe=form in WITH_AXE)


def test_every_question_is_tried(english: Phone) -> None:
    page = english.open("#/dispute/roll-and-raid")
    page.wait_for_selector(".question")
    links = page.eval_on_selector_all(
        ".question:not(.whole)", "all => all.map(one => one.getAttribute('href').split('/').at(-1))"
    )
    assert sorted(links) == sorted(FORMS)


def test_every_raid_without_a_conflict_is_marked(english: Phone) -> None:
    page = english.open("#/dispute/roll-and-raid/raid")
    for target in (digit(0, 1), digit(1, 2)):
        tap(page, target)
    expect(page.locator(".rr-display .good")).to_have_count(2)
    tap(page, digit(1, 1))
    expect(page.locator(".rr-display .contested")).to_have_count(1)
    expect(page.locator(".rr-display .good")).to_have_count(0)


def test_may_i_use_this_die_from_the_home_screen(phone: Phone) -> None:
    page = phone.open()
    taps = [
        ".game-tile.roll-and-raid",
        ".door.dispute",
        '.question[href$="/use"]',
        FACE.format("orange 5"),
        USE.format("hall"),
        value(0, "orange"),
    ]
    for target in taps:
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict good")
    expect(page.locator('[data-use="hall"].good .rr-sign')).to_be_visible()


def test_what_was_assumed_can_be_denied(english: Phone) -> None:
    page = english.open("#/dispute/roll-and-raid/use")
    for target in (FACE.format("brown 4"), USE.format("track brown"), digit(0, 3)):
        tap(page, target)
    expect(page.locator(".fact", has_text="counts")).to_have_count(0)  # that was entered
    tap(page, digit(1, 5))  # used as a five
    expect(page.locator(".verdict .reason")).to_contain_text("(5)")
    expect(page.locator(".fact").first).to_contain_text("raised this die at the altar by 1")
    fact = page.locator(".fact", has_text="fewer than two resource dice")
    fact.locator(".no").tap()
    used = page.locator('.wanted[data-zone="/state/players/0/dice_used"]')
    expect(used).to_be_visible()
    used.locator('[data-value="grey"]').tap()
    page.locator('[data-key="used orange"]').tap()
    expect(page.locator(".verdict")).to_have_class("card verdict bad")
    expect(page.locator('[data-use="track brown"].bad')).to_be_visible()


def test_a_favour_die_of_a_god_may_go_to_a_god(english: Phone) -> None:
    page = english.open("#/dispute/roll-and-raid/favour")
    for target in (value(0, "god"), value(1, True), digit(0, 3), USE.format("god"), digit(1, 2)):
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict good")
    tap(page, USE.format("development"))
    expect(page.locator(".asking .lack")).to_contain_text("altar")
    tap(page, digit(1, 0))
    expect(page.locator(".verdict")).to_have_class("card verdict bad")


def test_a_price_that_was_not_entered_is_not_taken_for_nothing_in_silence(phone: Phone) -> None:
    page = phone.open("#/dispute/roll-and-raid/pay")
    page.wait_for_selector(".rr-digits")
    expect(page.locator(".rr-digits [aria-pressed=true]")).to_have_count(0)
    for target in (value(0, "winter"), digit(0, 2), digit(1, 2)):
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict good")
    expect(page.locator(".fact")).to_have_count(2)  # axes and ships
    tap(page, ".fact .no")
    expect(page.locator(".verdict")).to_have_class("card verdict warn")
    expect(page.locator('.wanted[data-zone="/price/axes"]')).to_be_visible()
    for target in (digit(2, 1), digit(3, 0)):
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict bad")


def test_the_short_answer_leaves_the_board_free(phones: Phones) -> None:
    page = phones("pl", viewport={"width": 390, "height": 664}).open("#/dispute/roll-and-raid/use")
    for target in (FACE.format("brown 4"), USE.format("track brown"), digit(0, 6), digit(1, 4)):
        tap(page, target)
    short = page.locator(".short-verdict")
    expect(short).to_contain_text("Zgodne z zasadami")
    expect(short).to_contain_text("jeśli")  # the condition is not lost
    assert short.evaluate("one => one.getBoundingClientRect().height") <= 100


def test_names_and_clans_are_kept_for_all_questions(phone: Phone) -> None:
    page = phone.open("#/dispute/roll-and-raid/conflict")
    tap(page, ".add-clan")
    expect(page.locator(".rr-person")).to_have_count(3)
    page.locator(".rr-people details summary").tap()
    page.locator(".rr-names input").first.fill("Sigrún")
    page.locator(".rr-names input").first.blur()
    expect(page.locator(".rr-clan .who").first).to_have_text("Sigrún")
    page.goto(f"{phone.site}/#/dispute/roll-and-raid/raid")
    expect(page.locator(".rr-person")).to_have_count(3)
    expect(page.locator(".rr-person .label").first).to_have_text("Sigrún")


def test_the_winner_stands_on_top_also_after_a_tie(phone: Phone) -> None:
    page = phone.open("#/score/roll-and-raid")
    page.wait_for_selector(".rr-triskel")
    winner = page.locator(".pad-top .winner")
    expect(winner).to_have_text("")
    page.locator(".setting input").nth(3).fill("25")
    first, second = (page.locator(".person").nth(seat) for seat in (0, 1))
    expect(winner).to_contain_text(first.locator("span").inner_text())
    second.tap()
    page.locator(".setting input").nth(2).fill("25")
    expect(winner).to_have_text("")
    page.locator(".setting input").nth(4).fill("1")
    expect(winner).to_contain_text(second.locator("span").inner_text())
    page.locator(".again").tap()
    expect(winner).to_have_text("")
    expect(page.locator(".history summary")).to_contain_text("1")
    expect(second.locator("b")).to_have_text("0")


def test_the_whole_table_is_changed_by_taps(phone: Phone) -> None:
    page = phone.open("#/judge/roll-and-raid")
    page.locator(".start .developers summary").tap()
    page.locator('.start .developers [data-value="training"]').tap()
    page.locator(".start .bare").tap()
    page.wait_for_selector(".rr-table")
    if page.locator("button.edit[aria-pressed=false]").count():
        page.locator("button.edit").tap()
    sheet = page.locator(".rr-clan-sheet").first
    sheet.locator("summary").first.tap()
    expect(sheet.locator(".rr-panel.port")).to_have_class("rr-panel port unknown")
    sheet.locator(".rr-panel.port .rr-hexagon").first.tap()
    port = page.locator(".rr-clan-sheet").first.locator(".rr-panel.port")
    expect(port.locator('.rr-hexagon[aria-pressed="true"]')).to_have_count(1)
    expect(port).not_to_have_class("rr-panel port unknown")
    assert axe(page) == []


SHEET = {
    "id": "our-sheet",
    "title": "The sheet on our table",
    "provenance": "rulebook",
    "village_die": {"colour": "orange"},
    "great_hall": {"capacity": 40, "start": 2},
    "tracks": [{"colour": own, "boxes": [None, None, None, None]} for own in ("brown", "grey", "orange")],
    "developments": [{"id": "smithy", "name": {"en": "Smithy", "es": "Herrería", "pl": "Kuźnia"}, "value": 5}],
    "cards": [{"id": "iona", "name": "Iona", "level": 1, "defence": 6, "points": 2,
               "summer": {"axes": 1}, "winter": {"axes": 2}}],
    "unfinished": ["cards"],
}  # fmt: skip
"""A sheet as its owner would type it in; the figures are made up."""


def open_sheet(page: Page, text: str) -> None:
    for part in (".rr-own-sheet", ".rr-open-sheet"):
        if page.locator(part).first.get_attribute("open") is None:
            tap(page, f"{part} > summary")
    page.fill(".rr-own-sheet textarea", text)
    tap(page, ".rr-check")


def test_an_own_sheet_is_checked_kept_used_and_removed(phone: Phone) -> None:
    page = phone.open("#/dispute/roll-and-raid")
    said = page.locator(".rr-said")
    open_sheet(page, "our sheet, by word of mouth")
    expect(said.locator(".bad")).not_to_have_text("")
    open_sheet(page, json.dumps({**SHEET, "great_hall": {"capacity": 10, "start": 12}}))
    expect(said.locator(".bad li")).to_contain_text("12")
    open_sheet(page, json.dumps({**SHEET, "great_hall": {"capacity": "many"}}))
    expect(said.locator(".bad li")).to_contain_text("great hall › capacity")
    assert phone.troubles.pop().endswith("422 (UNPROCESSABLE ENTITY)")
    expect(page.locator(".rr-own-sheet .chip")).to_have_count(1)
    page.set_input_files(
        ".rr-own-sheet input[type=file]",
        {"name": "sheet.json", "mimeType": "application/json", "buffer": json.dumps(SHEET).encode()},
    )
    expect(said.locator(".good")).to_be_visible()
    expect(page.locator(".rr-own-sheet > summary")).to_contain_text(str(SHEET["title"]))
    assert axe(page) == []

    page.goto(f"{phone.site}/#/dispute/roll-and-raid/use")
    for target in (FACE.format("brown 4"), USE.format("track brown"), "[data-box='4']", "[data-key='owned none']"):
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict bad")  # all four boxes are marked
    tap(page, "[data-box='0']")
    expect(page.locator(".verdict")).to_have_class("card verdict good")
    for target in (USE.format("development"), ".chip[data-value='smithy']"):
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict bad")  # it asks for a five
    tap(page, FACE.format("brown 5"))
    expect(page.locator(".verdict")).to_have_class("card verdict good")

    page.goto(f"{phone.site}/#/dispute/roll-and-raid/roll")
    tap(page, ".chip[data-value='iona']")
    expect(page.locator("[data-digit='6'][aria-pressed='true']")).to_be_visible()

    page.goto(f"{phone.site}/#/score/roll-and-raid")
    tap(page, ".rr-from-marks > button")
    page.wait_for_selector(".rr-table")
    page.goto(f"{phone.site}/#/judge/roll-and-raid")
    tap(page, ".start .bare")
    page.wait_for_selector(".rr-table")
    table = page.evaluate("JSON.parse(sessionStorage['brehon.table.roll-and-raid'])")
    assert table["extra"]["pack"]["id"] == SHEET["id"]

    page.goto(f"{phone.site}/#/dispute/roll-and-raid")
    tap(page, ".rr-own-sheet > summary")
    tap(page, ".rr-remove")
    expect(page.locator(".rr-own-sheet .chip")).to_have_count(1)
    assert page.evaluate("JSON.parse(localStorage['brehon.roll-and-raid.sheets']).packs") == []
