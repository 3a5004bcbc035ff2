"""Brian Boru at the table: each question reaches its answer by taps on the map, the cards and the track."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.questions import Forms, axe, check_question, tap

GOOD, BAD = "good", "bad"

TOWN = '.bb-map [data-town="{}"]'
STEP = '.bb-steps [data-step="{}"]'
CARD = '.bb-card-button[data-card="{}"]'
ACTION = '.bb-action[data-action="{}"]'
BRUSH = '.bb-seat[data-key="brush {}"]'
SPACE = ".bb-space[data-space='{}']"
VALUE = '.chip[data-value="{}"]'


def town(name: str) -> str:
    return TOWN.format(name)


def number(row: int, value: int) -> str:
    return f".bb-number >> nth={row} >> [data-digit='{value}']"


FORMS: Forms = {
    "expand": (
        [town("C4"), STEP.format("where"), town("C3"), CARD.format(4), number(0, 4)],
        GOOD,
        "symbol/expand-road",
    ),
    "trick": ([town("C1"), CARD.format(2), CARD.format(11), CARD.format(13)], GOOD, "trick/winner"),
    "lead": ([town("C3"), CARD.format(2)], BAD, "trick/lead-colour"),
    "follow": ([town("C1"), CARD.format(2), STEP.format("card"), CARD.format(3)], GOOD, "trick/any-card"),
    "first": ([town("C1"), CARD.format(13), CARD.format(11), CARD.format(2)], GOOD, "action/ascending"),
    "card": ([CARD.format(13), ACTION.format("primary")], GOOD, "action/all-symbols"),
    "buy": ([CARD.format(2), ACTION.format("lower"), number(1, 1)], BAD, "action/price"),
    "open": ([town("C1"), STEP.format("discs"), town("C2")], BAD, "opening/region"),
    "battle": (
        [number(0, 3), number(1, 2), number(2, 0), number(3, 1), town("C4"), BRUSH.format(1), town("M1")],
        GOOD,
        "battle/most-chooses",
    ),
    "marries": (
        [SPACE.format(3), SPACE.format(5), SPACE.format(0), VALUE.format("brigid")],
        GOOD,
        "marriage/highest",
    ),
    "princess": ([VALUE.format("spurn")], GOOD, "marriage/princess"),
    "gift": ([VALUE.format("conall"), town("C1")], BAD, "marriage/region-town"),
    "monastery": ([town("C4"), town("C4"), STEP.format("where"), town("C4")], BAD, "church/own-town"),
    "church": ([number(0, 3), number(1, 3), number(2, 0)], GOOD, "church/first"),
    "claim": (
        [VALUE.format("breifne"), VALUE.format("down"), town("B1"), town("B2"), town("B2"), VALUE.format("none")],
        GOOD,
        "claims/flip",
    ),
    "tie": ([number(row, count) for row, count in enumerate((2, 2, 0, 1, 2, 0))], GOOD, "score/tie-marriages"),
}
"""The taps on a form, the tone of the answer, and the rule below it."""


WITH_AXE = ("expand", "marries", "card", "claim")


@pytest.mark.parametrize("form", FORMS)
def test_each_question_reaches_its_answer(form: str, phones: Callable[..., Phone]) -> None:
    language = ("en", "pl", "es")[(list(FORMS).index(form) + 2) % 3]  # the Spanish book says nothing on ``open``
    check_question(phones(language), "brian-boru", form, FORMS, with_axe=form in WITH_AXE)


def test_may_i_expand_from_the_home_screen(phone: Phone) -> None:
    page = phone.open()
    taps = [
        ".game-tile.brian-boru",
        ".door.dispute",
        ".question[href$='/expand']",
        *(town("C4"), STEP.format("where"), town("C5"), CARD.format(4), number(0, 4)),
    ]
    for target in taps:
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict bad")
    expect(page.locator(f"{town('C5')}.bad .sign")).to_have_text("✕")
    tap(page, f"{town('C3')} .ghost")  # a legal town instead
    expect(page.locator(".verdict")).to_have_class("card verdict good")
    expect(page.locator(f"{town('C3')}.good .sign")).to_have_text("✓")
    tap(page, STEP.format("card"))  # the cards without the map
    expect(page.locator(".bb-map")).to_have_count(0)
    expect(page.locator(CARD.format(4))).to_have_attribute("aria-pressed", "true")


def test_who_loses_a_town_is_told_only_when_the_towns_are_known(english: Phone) -> None:
    """A disc that has not been put down yet is no player without towns: that has to be said."""
    page = english.open("#/dispute/brian-boru/battle")
    for target in (*(number(row, count) for row, count in enumerate((3, 2, 0, 1))), town("C4")):
        tap(page, target)
    expect(page.locator(".asking .lack")).to_contain_text("Ben")
    expect(page.locator(".dispute-answer .verdict")).to_have_count(0)
    tap(page, '[data-none="1"]')
    expect(page.locator(".dispute-answer .verdict")).to_contain_text("Ben controls no town")
    tap(page, '[data-none="1"]')
    tap(page, BRUSH.format(1))
    tap(page, town("M1"))
    expect(page.locator(".dispute-answer .verdict")).to_contain_text("Ann chooses which one")


def test_a_town_is_tapped_through_all_that_can_lie_there(english: Phone) -> None:
    page = english.open("#/dispute/brian-boru/expand")
    seen = []
    for _ in range(5):
        tap(page, town("C4"))
        seen.append(page.locator(town("C4")).get_attribute("aria-label"))
    here = "C4, Connaught, blue"
    vikings, monastery = "Viking control token", "monastery"
    assert seen == [
        f"{here}: Ann",
        f"{here}: Ann, {vikings}",
        f"{here}: Ann, {monastery}",
        f"{here}: Ann, {vikings}, {monastery}",
        here,
    ]


def test_no_in_the_checklist_leads_to_where_it_can_be_entered(phones: Callable[..., Phone]) -> None:
    """The Polish book forbids to expand to the active town."""
    page = phones("pl").open("#/dispute/brian-boru/expand")
    for target in (town("C4"), STEP.format("where"), town("C3"), CARD.format(4), number(0, 4)):
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict good")
    page.locator(".fact", has_text="C3").locator(".no").tap()
    expect(page.locator(STEP.format("marker"))).to_have_class("wanted")
    tap(page, STEP.format("marker"))
    tap(page, town("C3"))
    expect(page.locator(".verdict")).to_have_class("card verdict bad")


def test_the_map_is_one_stop_of_the_tab_key(english: Phone) -> None:
    """The arrow keys lead from town to town; what is pressed there keeps the place."""
    page = english.open("#/dispute/brian-boru/expand")
    page.wait_for_selector(town("N1"))
    assert page.locator(".bb-map .touch[tabindex='0']").count() == 1
    page.locator("[data-key^='brush'], .bb-seats button, .dispute-parts button").first.focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.bb-map') !== null"):
            break
    focused = "document.activeElement.dataset.town"
    assert page.evaluate(focused) == "N1"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('.bb-map')") is None
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "N4"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "N3"
    page.keyboard.press("Enter")
    expect(page.locator(town("N3"))).to_have_attribute("aria-label", "N3, Northern Uí Néill, blue: Ann")
    assert page.evaluate(focused) == "N3"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.bb-map')") is None
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "N3"


def test_names_and_number_of_players_stay_for_all_questions(english: Phone) -> None:
    page = english.open("#/dispute/brian-boru/trick")
    tap(page, ".bb-people summary")
    tap(page, '.bb-people [data-size="5"]')
    page.fill(".bb-people input >> nth=3", "Deirdre")
    page.keyboard.press("Tab")
    page.goto(f"{english.site}/#/dispute/brian-boru/battle")
    expect(page.locator(".bb-number")).to_have_count(6)
    expect(page.locator(".bb-number .label").nth(4)).to_contain_text("Deirdre")


def empty_table(page: Page) -> None:
    tap(page, ".start .bare")
    tap(page, "button.edit")


def state_of(page: Page) -> dict[str, Any]:
    state: dict[str, Any] = page.evaluate("JSON.parse(sessionStorage['brehon.table.brian-boru']).state")
    return state


def test_the_whole_table_is_changed_by_taps_and_unknown_again(english: Phone) -> None:
    page = english.open("#/judge/brian-boru")
    empty_table(page)
    tap(page, town("M1"))
    expect(page.locator(town("M1"))).to_have_attribute("aria-label", "M1, Munster, blue: Ann")
    coins = ".bb-figure[data-zone='/state/players/0/coins']"
    tap(page, f"{coins} button:last-child")
    expect(page.locator(f"{coins} input")).to_have_value("1")
    tap(page, SPACE.format(3))
    expect(page.locator(SPACE.format(3))).to_have_attribute("aria-label", "3: Ann")
    tap(page, "[data-key='brush marker']")
    tap(page, town("M2"))
    expect(page.locator(town("M2"))).to_have_attribute("aria-label", "M2, Munster, yellow: active town marker")
    for card in (7, 13):
        tap(page, f".bb-trick-editor {CARD.format(card)}")
    hand = "[data-zone='/state/players/0/hand']"
    tap(page, f"{hand} summary")
    for target in (CARD.format(3), CARD.format(21), ".bb-hidden"):
        tap(page, f"{hand} {target}")  # the list stays open
    tap(page, "[data-zone='/state/pending'] summary")
    for target in ("raid 0", "loser 1", "loser 2"):
        tap(page, f"[data-key='{target}']")
    raid = {"decision": "raid", "player": "Ann"}
    state = state_of(page)
    assert state["towns"] == {"M1": {"disc": "Ann"}}
    assert state["trick"] == {"town": "M2", "played": [{"player": "Ann", "card": 7}, {"player": "Ben", "card": 13}]}
    assert state["pending"] == [{**raid, "loser": "Ben"}, {**raid, "loser": "Cleo"}]
    assert state["players"][0] == {"name": "Ann", "coins": 1, "marriage": 3, "hand": [3, 21, "?"]}
    tap(page, "[data-zone='/state/trick/played'] .bb-unknown")
    assert state_of(page)["trick"] == {"town": "M2"}
    for zone in ("/state/towns", "/state/pending", "/state/players/0/hand"):
        tap(page, f"[data-zone='{zone}'] .bb-unknown")
    tap(page, ".bb-trick-editor .chip[data-value='unknown']")
    tap(page, "[data-key='brush 0']")
    tap(page, SPACE.format(3))
    for _ in range(2):
        tap(page, f"{coins} button:first-child")
    state = state_of(page)
    assert state["players"][0] == {"name": "Ann"}
    assert not {"towns", "trick", "pending"} & set(state)
    assert axe(page) == []


def test_marriage_cards_and_their_pile_are_told_by_taps(english: Phone) -> None:
    page = english.open("#/judge/brian-boru")
    empty_table(page)
    for _ in range(2):
        tap(page, "[data-zone='/state/round'] button:last-child")
    cards = ".bb-marriages"
    tap(page, f"{cards} summary")
    for _ in range(2):
        tap(page, f"{cards} .stepper button:last-child")
    tap(page, f"{cards} [data-card=aoife] .chip:has-text('Ann')")
    tap(page, f"{cards} [data-card=conall] .chip[data-value=gone]")
    state = state_of(page)
    assert state["round"] == 2
    assert state["marriage_pile"] == ["?", "princess"]  # she lies at the bottom
    assert state["marriages_gone"] == ["conall"]
    assert [player["marriages"] for player in state["players"]] == [["aoife"], [], []]
    tap(page, f"{cards} [data-card=princess] .chip:has-text('Ben')")
    assert state_of(page)["marriage_pile"] == ["?", "?"]
    assert axe(page) == []
    tap(page, "button.edit")
    expect(page.locator(".bb-won").first).to_contain_text("Aoife")
    tap(page, "button.edit")
    tap(page, f"{cards} .bb-unknown")
    assert not {"marriage_pile", "marriages_gone"} & set(state_of(page))
    assert all("marriages" not in player for player in state_of(page)["players"])


def refused(phone: Phone, state: dict[str, Any]) -> Page:
    """A whole table that cannot be, which is about to be changed."""
    page = phone.open("#/judge/brian-boru")
    page.click('[data-value="saved"]')
    page.fill("#pasted", json.dumps({"players": [{"name": name} for name in ("Ana", "Bruno", "Carla")], **state}))
    page.click(".take-over")
    page.locator(".change-it").tap()
    return page


def test_what_does_not_fit_is_found_though_the_ruling_names_only_a_number(phone: Phone) -> None:
    """The zone without which it would fit is opened and marked, in each language."""
    page = refused(phone, {"phase": "actions", "round": 3, "raiders": 0, "marriage_pile": ["?", "princess"]})
    expect(page.locator("[data-zone='/state/marriage_pile']")).to_have_class("control wanted")
    expect(page.locator("[data-zone='/state/marriage_pile'] input")).to_be_in_viewport()
    page.locator("[data-zone='/state/marriage_pile'] button").first.tap()
    page.locator("[data-zone='/state/marriage_pile'] button").first.tap()
    page.locator("button.edit").tap()
    expect(page.locator(".refusal")).to_have_count(0)


def test_what_does_not_fit_and_has_no_field_can_be_left_out(phone: Phone) -> None:
    page = refused(phone, {"raiders": 2, "viking_pile": ["?"] * 8, "vikings_gone": []})
    page.locator(".leave-out button").tap()
    expect(page.locator(".bench-table .due")).to_be_visible()
    expect(page.locator(".refusal")).to_have_count(0)
    assert "viking_pile" not in state_of(page)
    assert state_of(page)["raiders"] == 2
    page.locator(".asking .undo").tap()
    expect(page.locator(".refusal")).to_be_visible()


def test_a_trick_with_its_colour_and_winner_and_a_decision_are_played_by_taps(english: Phone) -> None:
    page = english.open("#/judge/brian-boru")
    seats = [{"name": "Ana", "raiders": 3}, {"name": "Bruno", "raiders": 0}, {"name": "Carla", "raiders": 1}]
    towns = {"C4": {"disc": "Ana"}, "C2": {"disc": "Bruno"}, "M1": {"disc": "Carla"}}
    cards = [{"player": "Ana", "card": 4}, {"player": "Bruno", "card": 11}, {"player": "Carla", "card": 13}]
    trick = {"town": "C1", "played": cards, "winner": "Carla"}
    rich = [{**seats[0], "coins": 9}, *seats[1:]]
    paste(page, {"phase": "actions", "players": rich, "towns": towns, "trick": trick})
    expect(page.locator(".bb-trick-title")).to_contain_text("red (C1)")
    expect(page.locator(".bb-played.won")).to_contain_text("Carla")
    tap(page, ACTION.format("upper"))
    tap(page, town("C3"))
    expect(page.locator(".short-verdict.good")).to_be_visible()
    tap(page, ".asking .play")
    expect(page.locator(town("C3"))).to_have_attribute("aria-label", re.compile("Ana"))
    expect(page.locator(".bb-played")).to_have_count(2)
    paste(page, {"phase": "battle", "players": seats, "towns": towns, "raiders": 2,
                 "pending": [{"decision": "raid", "player": "Ana", "loser": "Bruno"}]})  # fmt: skip
    tap(page, "[data-decision='raid']")
    expect(page.locator(f"{town('C2')} .ghost")).to_be_visible()
    expect(page.locator(f"{town('M1')} .ghost")).to_have_count(0)
    tap(page, town("M1"))
    expect(page.locator(".short-verdict.bad")).to_be_visible()
    tap(page, town("C2"))
    expect(page.locator(".short-verdict.good")).to_be_visible()
    tap(page, ".asking .play")
    expect(page.locator(town("C2"))).to_have_attribute("aria-label", re.compile("Viking control token"))
    assert axe(page) == []


def paste(page: Page, state: dict[str, Any]) -> None:
    """Begins with a saved table."""
    page.wait_for_selector(".start, .bench")
    if page.locator(".start").count() == 0:
        tap(page, ".top-row .back")
    tap(page, ".start .chip[data-value='saved']")
    page.fill("#pasted", json.dumps({"state": state}))
    tap(page, ".take-over")
    page.wait_for_selector(".bb-table")


def test_every_move_of_a_new_round_is_made_by_taps(english: Phone) -> None:
    """The first player, opening discs, the cards of the round, hands of which one is seen, and what is kept of it."""
    page = english.open("#/judge/brian-boru")
    tap(page, ".start .set-up")
    taps = (
        ["[data-key='mover 1']"],
        *([town(own)] for own in ("C1", "M1", "L1")),
        [".bb-move .chip[data-value='9']", ".bb-move .chip[data-value='aoife']"],
        [f".bb-move {CARD.format(number)}" for number in range(1, 9)],
        ["[data-key='mover 0']", *(f".bb-move {CARD.format(number)}" for number in (1, 2))],
    )
    for targets in taps:
        for target in targets:
            tap(page, target)
        tap(page, ".asking .play")
    expect(page.locator(".bench-log")).to_contain_text(f"{len(taps)} of {len(taps)}")
    state = state_of(page)
    assert state["players"][0]["picked"] == [1, 2]
    assert state["marriage_card"] == "aoife"
    assert set(state["towns"]) == {"C1", "M1", "L1"}


def test_a_claim_token_that_cannot_be_so_is_marked_and_nobody_has_won(phone: Phone) -> None:
    page = phone.open("#/score/brian-boru")
    breifne = ".bb-region[data-region='breifne']"
    for _ in range(2):
        tap(page, f"{breifne} .part .stepper button:last-child")
    expect(page.locator(".pad-top .doubt")).to_contain_text("(1)")
    expect(page.locator(".pad-form .bb-region.doubted")).to_have_attribute("data-region", "breifne")
    name = page.locator("[data-person='0'] span").inner_text()
    expect(page.locator(f".pad-form {breifne} .claim-token")).to_contain_text(name)  # who has most towns there
    tap(page, f"{breifne} .claim-token")
    expect(page.locator(f".pad-form {breifne} .claim-token")).not_to_contain_text(name)
    expect(page.locator(".pad-top .doubt")).to_have_count(0)
    expect(page.locator(".pad-top .winner")).to_contain_text("♛")
    expect(page.locator(".bb-region.doubted")).to_have_count(0)


def test_another_player_is_shown_at_the_same_row(phones: Callable[..., Phone]) -> None:
    page = phones("pl", viewport={"width": 320, "height": 568}).open("#/score/brian-boru")
    page.locator(".pad-form .bb-region").nth(3).evaluate("row => scrollTo(0, row.getBoundingClientRect().top - 200)")
    before = page.evaluate("scrollY")
    assert before > 300
    box = page.locator("[data-person='1']").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    expect(page.locator("[data-person='1']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".pad-form input").first).to_have_value("Bartek")
    assert page.evaluate("scrollY") == before
    box = page.locator(".jump").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    expect(page.locator(".ranking h2")).to_be_in_viewport()
