"""Score: what is tapped is what the API counts, and each line opens its rule."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Phone


def tap(page: Page, column: int, row: int, times: int = 1) -> None:
    for _ in range(times):
        page.click(f".cell[data-x='{column - 2}'][data-y='{2 - row}']")


def brush(page: Page, kind: str) -> None:
    page.click(f"[data-tool={kind}]")


def total(page: Page, person: int) -> object:
    return page.locator(f"[data-person='{person}'] b")


def a_small_kingdom(page: Page) -> None:
    """Two lakes with one crown, and a wheat field with none."""
    brush(page, "lake")
    tap(page, 3, 2)
    tap(page, 4, 2, times=2)
    brush(page, "wheat")
    tap(page, 1, 2)


def test_a_kingdom_is_counted_at_every_tap(phone: Phone) -> None:
    page = phone.open("#/score/kingdomino")
    brush(page, "lake")
    tap(page, 3, 2)
    expect(total(page, 0)).to_have_text("0")
    tap(page, 4, 2, times=2)
    expect(total(page, 0)).to_have_text("2")
    expect(page.locator(".sign text")).to_have_text("2")
    tap(page, 4, 1, times=2)
    expect(total(page, 0)).to_have_text("6")
    page.click("[data-tool=undo]")
    expect(total(page, 0)).to_have_text("3")
    page.click("[data-tool=erase]")
    tap(page, 4, 1)
    expect(total(page, 0)).to_have_text("2")


def test_each_line_opens_its_rule_and_a_claimed_total_is_checked(phone: Phone) -> None:
    page = phone.open("#/score/kingdomino")
    a_small_kingdom(page)
    page.locator(".kd-mine .line", has_text=re.compile(r"2 \w+ × 1 \w+")).click()
    told = page.locator("dialog .rule-text")
    expect(told).not_to_be_empty()
    rule = phone.look_up("/games/kingdomino/rules/score/territory")
    assert told.inner_text() == rule["rule"]["text"]
    place = page.locator("dialog .place").inner_text()
    assert any(source["section"] and source["section"] in place for source in rule["rule"]["sources"])
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.fill("#kd-claim", "2")
    page.keyboard.press("Tab")
    expect(page.locator(".kd-mine .notice.good")).to_have_text(phone.word("claim right", total=2))
    page.fill("#kd-claim", "4")
    page.keyboard.press("Tab")
    expect(page.locator(".kd-mine .notice.bad")).to_contain_text("2")


def test_the_ranking_tells_what_broke_a_tie(phone: Phone) -> None:
    page = phone.open("#/score/kingdomino")
    a_small_kingdom(page)
    page.click("[data-person='1']")
    brush(page, "mine")
    tap(page, 2, 1, times=3)  # one square with two crowns: as many points, a smaller territory
    expect(total(page, 1)).to_have_text("2")
    ranks = page.locator(".ranking .rank")
    expect(ranks).to_have_text(["1.", "2."])
    page.locator(".ranking .line").last.click()
    expect(page.locator("dialog .rule-text")).not_to_be_empty()


def test_four_kingdoms_and_no_fifth(phone: Phone) -> None:
    page = phone.open("#/score/kingdomino")
    page.click(".person.add")
    page.click(".person.add")
    expect(page.locator("[data-person]")).to_have_count(4)
    expect(page.locator(".person.add")).to_have_count(0)
    page.fill("#kd-name", "Zoë")
    page.keyboard.press("Tab")
    expect(page.locator("[data-person='3'] span")).to_have_text("Zoë")
    expect(page.locator(".ranking li")).to_have_count(4)


def test_an_answer_does_not_take_away_a_name_that_is_being_written(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    a_small_kingdom(page)
    held: list[Route] = []
    page.route("**/v1/games/kingdomino/score", lambda route: held.append(route))
    tap(page, 3, 2)
    page.locator("#kd-name").focus()
    page.wait_for_timeout(100)  # in the next frame the whole name is marked: it is replaced by what is typed
    page.keyboard.type("Zo")
    page.wait_for_timeout(300)  # the page asks once the reader pauses
    assert held
    for route in held:
        route.continue_()
    page.unroute("**/v1/games/kingdomino/score")
    expect(page.locator(".kd-mine .tag.here")).to_have_count(0)  # the service has answered
    expect(total(page, 0)).to_have_text("4")
    page.wait_for_timeout(100)  # time for marking it once more
    page.keyboard.type("e")
    expect(page.locator("#kd-name")).to_have_value("Zoe")
    page.keyboard.press("Enter")
    expect(page.locator("[data-person='0'] span")).to_have_text("Zoe")
    page.locator("[data-person='1']").tap()
    expect(page.locator("#kd-name")).to_have_value("Ben")


def test_the_tab_key_is_not_called_back_to_a_field_that_was_left(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    page.locator("#kd-name").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    page.wait_for_timeout(200)
    assert page.evaluate("document.activeElement.id") == "kd-remove"


def test_a_tap_for_crowns_never_paints_over(phone: Phone) -> None:
    """Whatever terrain is chosen by then; a stroke paints over, and what the box does not have is told."""
    page = phone.open("#/score/kingdomino")
    a_small_kingdom(page)  # wheat is chosen last
    tap(page, 3, 2)
    lake = page.locator(".cell[data-x='1'][data-y='0']")
    expect(lake).to_have_class(re.compile("lake"))
    expect(total(page, 0)).to_have_text("4")  # two squares, two crowns
    tap(page, 1, 2)
    expect(page.locator(".kd-status")).not_to_contain_text("1 ")
    tap(page, 1, 2)
    expect(page.locator(".kd-status")).to_contain_text("1 ")  # no wheat of the box has two crowns
    tap(page, 1, 2)
    expect(page.locator(".kd-status")).not_to_contain_text("1 ")
    expect(total(page, 0)).to_have_text("5")


def test_an_untouched_kingdom_has_no_place(phone: Phone) -> None:
    """Middle Kingdom would give it ten points for a castle in the middle of nothing."""
    page = phone.open("#/score/kingdomino")
    page.click(".kd-options summary")
    page.locator(".kd-options .toggle input").nth(2).check()
    expect(total(page, 0)).to_have_text("–")
    page.click("[data-person='1']")
    tap(page, 1, 2)
    tap(page, 3, 2)
    expect(total(page, 1)).to_have_text("10")
    expect(total(page, 0)).to_have_text("–")
    expect(page.locator(".ranking .rank")).to_have_text(["1.", "–"])
    expect(page.locator(".kd-status b")).not_to_be_empty()  # the variant that is on is told beside the board


def test_variants_change_the_count(phone: Phone) -> None:
    page = phone.open("#/score/kingdomino")
    tap(page, 1, 2)
    tap(page, 3, 2)
    page.click(".kd-options summary")
    page.locator(".kd-options .toggle input").nth(2).check()  # Middle Kingdom: the castle stands in the middle
    expect(total(page, 0)).to_have_text("10")
    page.locator(".kd-options .toggle input").nth(0).check()
    expect(page.locator(".cell")).to_have_count(49)
    page.click("[data-tool=undo]")
    expect(page.locator(".cell")).to_have_count(25)


def test_three_games_of_a_dynasty_are_added_up(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    page.click(".kd-options summary")
    page.locator(".kd-options .toggle input").nth(3).check()
    a_small_kingdom(page)
    expect(total(page, 0)).to_have_text("2")
    page.click("text=start the next")
    expect(page.locator(".cell.lake")).to_have_count(0)
    a_small_kingdom(page)
    expect(total(page, 0)).to_have_text("4")


def test_the_castle_can_stand_elsewhere(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    brush(page, "castle")
    tap(page, 0, 0)
    brush(page, "forest")
    for _ in range(2):
        page.click(".cell[data-x='4'][data-y='-4']")
    told = re.compile(r"column 4, row -4: forest, 1 crown")
    expect(page.locator(".cell[data-x='4'][data-y='-4']")).to_have_attribute("aria-label", told)


def test_a_kingdom_that_cannot_be_is_told(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    brush(page, "mine")
    tap(page, 3, 2, times=4)
    tap(page, 1, 2, times=4)  # the box holds one square with three crowns
    expect(page.locator(".kd-table .notice.bad .line")).to_be_visible()
    expect(total(page, 0)).to_have_text("6")


def test_a_pad_outlives_the_page(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    a_small_kingdom(page)
    expect(total(page, 0)).to_have_text("2")
    page.reload()
    expect(total(page, 0)).to_have_text("2")
    expect(page.locator(".cell.lake")).to_have_count(2)


def test_squares_are_walked_by_arrow_keys(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    page.focus(".cell[data-x='-2'][data-y='2']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".cell[data-x='-1'][data-y='1']")).to_have_class(re.compile("wheat"))
    assert page.evaluate("document.activeElement.dataset.key") == "-1,1"


def test_totals_are_announced(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    page.click("[data-person='1']")
    tap(page, 1, 2)
    page.click("[data-person='0']")
    a_small_kingdom(page)
    expect(page.locator("#announce")).to_have_text("Ann: 2 points; Ben: 0 points")


# ---------------------------------------------------------------- Brian Boru


def test_the_sheet_of_brian_boru(phone: Phone) -> None:
    page = phone.open("#/score/brian-boru")
    points = page.locator(".pad-form .stepper").nth(0)
    points.locator("input").fill("20")
    expect(page.locator("[data-person='0'] b")).to_have_text("20")
    page.locator(".pad-form .toggle input").nth(0).check()  # the marker
    expect(page.locator("[data-person='0'] b")).to_have_text("21")
    page.locator(".pad-form .claim-token input").last.check()
    expect(page.locator("[data-person='0'] b")).to_have_text("28")  # Munster's token is worth 7
    page.click("[data-person='1']")
    page.locator(".pad-form .claim-token input").last.check()  # there is one such token
    expect(page.locator("[data-person='0'] b")).to_have_text("21")
    expect(page.locator("[data-person='1'] b")).to_have_text("7")
    expect(page.locator(".ranking .rank").first).to_have_text("1.")
    page.fill(".claimed", "8")
    page.keyboard.press("Tab")
    expect(page.locator(".pad-mine .notice.bad")).to_be_visible()
    page.locator(".pad-mine .line").first.click()
    expect(page.locator("dialog .rule-text")).not_to_be_empty()


def test_nothing_of_the_sheet_moves_under_the_finger(phone: Phone) -> None:
    page = phone.open("#/score/brian-boru")
    last = page.locator(".pad-form .bb-region").last
    page.locator(".pad-form .stepper input").first.fill("1")
    expect(page.locator("[data-person='0'] b")).to_have_text("1")
    where = "row => row.getBoundingClientRect().top + window.scrollY"
    before = last.evaluate(where)
    rows = page.locator(".pad-form .bb-region")
    for row in range(3):
        for press in (1, 1, 3, 3):
            rows.nth(row).locator(".stepper button").nth(press).tap()
        rows.nth(row).locator("input[type=checkbox]").tap()
    expect(page.locator("[data-person='0'] b")).to_have_text("15")  # 6 + 4 + 3 for tokens, 1 for three regions
    assert last.evaluate(where) == before
    rows.first.locator(".stepper button").nth(0).tap()
    expect(rows.first.locator("input[type=number]").nth(1)).to_have_value("1")  # no more monasteries than towns
    page.reload()
    page.locator(".pad-form .undo").tap()
    expect(page.locator(".pad-form .bb-region").first.locator("input[type=number]").nth(1)).to_have_value("2")


def test_a_new_game_with_the_same_people_and_the_games_of_the_past(phone: Phone) -> None:
    page = phone.open("#/score/brian-boru")
    expect(page.locator(".winner")).to_have_text("")
    page.locator(".pad-form .stepper input").first.fill("33")
    name = page.locator("[data-person='0'] span").inner_text()
    expect(page.locator(".winner")).to_contain_text(f"{name}: 33")
    page.locator(".again").tap()
    expect(page.locator(".pad-form .stepper input").first).to_have_value("0")
    expect(page.locator("[data-person='0'] span")).to_have_text(name)
    page.locator(".history summary").tap()
    expect(page.locator(".past-game b")).to_have_text(f"{name} 33")
    page.reload()
    page.locator(".history summary").tap()
    expect(page.locator(".past-game")).to_have_count(1)
    page.locator(".forget").tap()
    expect(page.locator(".history")).to_have_count(0)


# ---------------------------------------------------------------- Roll & Raid, Ortus Regni


def served(phone: Phone, game: str) -> None:
    """These pads stand ready before their games do."""
    if game not in [one["id"] for one in phone.look_up("/games")["games"]]:
        pytest.skip(f"{game} is not served")


def test_the_sheets_of_roll_and_raid(phone: Phone) -> None:
    page = phone.open()
    served(phone, "roll-and-raid")
    page = phone.open("#/score/roll-and-raid")
    for field, points in enumerate((5, 7, 11)):
        page.locator(".pad-form .stepper input").nth(field).fill(str(points))
    expect(page.locator("[data-person='0'] b")).to_have_text("23")
    page.fill(".claimed", "23")
    page.keyboard.press("Tab")
    expect(page.locator(".pad-mine .notice.good")).to_be_visible()
    page.locator(".pad-mine .line").first.click()
    expect(page.locator("dialog .rule-text")).not_to_be_empty()


def test_the_chances_of_a_battle_as_a_picture(phone: Phone) -> None:
    page = phone.open()
    served(phone, "ortus-regni")
    page = phone.open("#/score/ortus-regni")
    for target in ("castle", "0", "nobody"):
        page.locator(f".control .chip[data-value='{target}']").first.click()
    page.locator("[data-pick='knights']").first.click()
    page.locator("[data-key='side 1']").click()
    page.locator("[data-pick='infantry']").first.click()
    expect(page.locator(".verdict h2")).to_contain_text("0 %")  # one point is left, and a Castle takes two
    page.locator("[data-key='side 0']").click()
    page.locator("[data-pick='champion']").first.click()
    expect(page.locator(".verdict h2")).to_contain_text(re.compile(r"87[.,]5\s%"))
    win = page.locator(".or-odds > .chance").nth(1)  # the first is the aim, which the headline names, too
    expect(win).to_contain_text("75 %")
    page.locator("details summary", has_text=re.compile("Battle cards|Cartas de Batalla|Karty bitwy")).first.click()
    page.locator("details[open] .stepper button:last-child").first.click()  # a normal battle is gone
    expect(win).to_contain_text(re.compile(r"73[.,]9\s%"))  # 17 of 23
    page.locator(".or-odds details summary").first.click()
    page.locator(".or-odds .line").first.click()
    expect(page.locator("dialog .rule-text")).not_to_be_empty()


def test_a_warning_moves_nothing_under_the_finger(phones: Callable[..., Phone]) -> None:
    """A second tap on + meets + again, though the claim token is doubted above it by then."""
    page = phones("es", viewport={"width": 320, "height": 568}).open("#/score/brian-boru")
    munster = page.locator('.bb-region[data-region="munster"]').first
    munster.locator(".claim-token input").check()
    plus = munster.locator(".stepper button").nth(1)
    plus.scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 120)")
    before = plus.bounding_box()
    plus.tap()
    expect(page.locator(".pad-form .bb-region.doubted")).to_have_count(1)
    after = plus.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) <= 1


def test_whose_sheet_is_shown_is_in_sight(phones: Callable[..., Phone]) -> None:
    page = phones("es", viewport={"width": 320, "height": 568}).open("#/score/brian-boru")
    while page.locator(".person.add").count():
        page.locator(".person.add").tap()
        expect(page.locator(".person[aria-pressed=true]")).to_be_in_viewport(ratio=0.95)
        covered = page.evaluate(
            """() => {
                const mine = document.querySelector('.person[aria-pressed=true]');
                const { x, y, width, height } = mine.getBoundingClientRect();
                const shown = part => document.elementFromPoint(x + part * width, y + height / 2);
                return [0.2, 0.8].filter(part => !mine.contains(shown(part)));
            }"""
        )
        assert covered == []
