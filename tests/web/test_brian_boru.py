"""Brian Boru at the table: each question reaches its answer by taps on the map, the cards and the track."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone

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
