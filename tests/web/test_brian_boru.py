"""Brian Boru at the table: each question reaches its answer by taps on the map, the cards and the track."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.test_frame import AXE

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


FORMS: dict[str, tuple[list[str], str, str]] = {
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
    "claim": ([VALUE.format("breifne"), VALUE.format("down"), town("B1"), town("B2")], GOOD, "claims/flip"),
    "tie": ([number(0, 1), number(1, 2), number(2, 0)], GOOD, "score/tie-marriages"),
}
"""The taps on a form, the tone of the answer, and the rule below it."""


def tap(page: Page, target: str) -> None:
    page.locator(target).first.tap()


@pytest.mark.parametrize("form", FORMS)
def test_each_question_reaches_its_answer(form: str, phones: Callable[..., Phone]) -> None:
    language = ("en", "pl", "es")[(list(FORMS).index(form) + 2) % 3]  # the Spanish book says nothing on ``open``
    phone = phones(language)
    page = phone.open(f"#/dispute/brian-boru/{form}")
    taps, tone, rule = FORMS[form]
    expect(page.locator(".verdict")).to_have_count(0)
    for target in taps:
        tap(page, target)
    expect(page.locator(".dispute-answer .verdict")).to_have_class(f"card verdict {tone}")
    expect(page.locator(".verdict .reason")).not_to_have_text("")
    titles = {
        one["id"]: one["title"]
        for section in phone.look_up("/games/brian-boru/rules")["sections"]
        for one in section["rules"]
    }
    expect(page.locator(".caption h3")).to_have_text(titles[f"brian-boru/{rule}"])


def test_may_i_expand_from_the_home_screen_in_twelve_taps(phone: Phone) -> None:
    page = phone.open()
    taps = [
        ".game-tile.brian-boru",
        ".door.dispute",
        ".question[href$='/expand']",
        *(town("C4"), STEP.format("where"), town("C5"), CARD.format(4), number(0, 4)),
    ]
    assert len(taps) <= 12
    for target in taps:
        tap(page, target)
    expect(page.locator(".verdict")).to_have_class("card verdict bad")
    expect(page.locator(f"{town('C5')}.bad .sign")).to_have_text("✕")
    tap(page, f"{town('C3')} .ghost")  # a legal town instead
    expect(page.locator(".verdict")).to_have_class("card verdict good")
    expect(page.locator(f"{town('C3')}.good .sign")).to_have_text("✓")


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


def test_names_and_number_of_players_stay_for_all_questions(english: Phone) -> None:
    page = english.open("#/dispute/brian-boru/trick")
    tap(page, ".bb-people summary")
    tap(page, '.bb-people [data-size="5"]')
    page.fill(".bb-people input >> nth=3", "Deirdre")
    page.keyboard.press("Tab")
    page.goto(f"{english.site}/#/dispute/brian-boru/battle")
    expect(page.locator(".bb-number")).to_have_count(6)
    expect(page.locator(".bb-number .label").nth(4)).to_contain_text("Deirdre")


@pytest.mark.parametrize("form", ["expand", "marries", "card", "claim"])
def test_axe_finds_nothing(form: str, phones: Callable[..., Phone]) -> None:
    phone = phones("es", color_scheme="dark") if form in ("expand", "card") else phones("pl")
    page = phone.open(f"#/dispute/brian-boru/{form}")
    for target in FORMS[form][0]:
        tap(page, target)
    expect(page.locator(".verdict")).to_be_visible()
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found] == []


def test_the_whole_table_is_changed_by_taps(english: Phone) -> None:
    page = english.open("#/judge/brian-boru")
    tap(page, "text=Begin with an empty table")
    if not page.locator("button.edit[aria-pressed='true']").count():
        tap(page, "button.edit")
    tap(page, town("M1"))
    expect(page.locator(town("M1"))).to_have_attribute("aria-label", "M1, Munster, blue: Ann")
    tap(page, ".bb-figure[data-zone='/state/players/0/coins'] button:last-child")
    expect(page.locator(".bb-figure[data-zone='/state/players/0/coins'] input")).to_have_value("1")
    tap(page, SPACE.format(3))
    expect(page.locator(SPACE.format(3))).to_have_attribute("aria-label", "3: Ann")
    tap(page, ".bb-table .chip[data-value='']")  # the marker
    tap(page, town("M2"))
    expect(page.locator(town("M2"))).to_have_attribute("aria-label", "M2, Munster, yellow: active town marker")
