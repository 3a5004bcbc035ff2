"""Kingdomino at the table: kingdoms painted with a finger, dominoes laid, lines with their kings, points counted."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.touch import CELL, Finger, findings, paint

SMALL = {"width": 390, "height": 664}
SMALLEST = {"width": 320, "height": 568}
STEP = '.steps [data-step="{}"]'
PICK = '.domino-picker .domino[data-domino="{}"]'
COUNT = '[data-zone="/state/players"] .chip[data-value="{}"]'
KING = '.king-of[data-key="/state/{} king {}"]'


def line(finger: Finger, zone: str, dominoes: dict[int, int], count: int) -> None:
    """A line: each domino with the number of taps that puts its king there."""
    for number in dominoes:
        finger.tap(PICK.format(number))
    for place, taps in enumerate(dominoes.values()):
        for _ in range(taps):
            finger.tap(KING.format(zone, place))
    expect(finger.page.locator(".slot [data-domino]")).to_have_count(count)


# ---------------------------------------------------------------- disputes


def place(finger: Finger) -> None:
    paint(finger, "wheat", (1, 0), (2, 0))
    finger.tap(STEP.format("domino"))
    finger.tap(PICK.format(7))
    finger.stroke((1, 1), (1, 2))


def discard(finger: Finger) -> None:
    paint(finger, "wheat", (1, 0), (2, 0))
    finger.tap(STEP.format("domino"))
    finger.tap(PICK.format(7))


def size(finger: Finger) -> None:
    paint(finger, "wheat", (-3, 0), (-2, 0), (-1, 0))
    paint(finger, "forest", (1, 0), (2, 0))


def choose(finger: Finger) -> None:
    finger.tap(COUNT.format(4))
    line(finger, "next_line", {3: 2, 9: 0, 22: 0, 41: 0}, 4)
    finger.tap(".slot [data-domino='3']")
    finger.tap(".control .chip[data-value='Ann']")


def choose_first(finger: Finger) -> None:
    finger.tap(COUNT.format(4))
    line(finger, "current_line", {3: 1, 9: 2, 22: 3, 41: 4}, 4)
    finger.tap('.line-up[data-zone="/state/next_line"] .domino')
    line(finger, "next_line", {5: 0, 12: 0, 30: 0, 40: 0}, 8)
    finger.tap(".slot [data-domino='12']")
    finger.tap(".control .chip[data-value='Ann']")


def turn(finger: Finger) -> None:
    finger.tap(COUNT.format(3))
    for number in (5, 20):
        finger.tap(PICK.format(number))
    finger.tap(KING.format("current_line", 0))
    finger.tap(KING.format("current_line", 0))
    finger.tap(KING.format("current_line", 1))
    finger.tap(".toggle input")


def first_round(finger: Finger) -> None:
    finger.tap(COUNT.format(3))
    for name in ("Ben", "Ann", "Cleo"):
        finger.tap(f'[data-key="king {name}"]')
    line(finger, "next_line", {3: 0, 9: 2, 22: 0, 41: 0}, 4)


def leftover(finger: Finger) -> None:
    line(finger, "next_line", {1: 1, 7: 0, 19: 3, 30: 2}, 4)


def fixed(finger: Finger) -> None:
    finger.tap(PICK.format(7))


def set_up(finger: Finger) -> None:
    finger.tap(COUNT.format(2))


def kingdoms(finger: Finger) -> None:
    paint(finger, "lake", (1, 0), (2, 0))
    finger.tap(CELL.format(1, 0))
    finger.tap('[data-key="who 1"]')
    finger.stroke((1, 0), (1, 1), (1, 2))


def tie(finger: Finger) -> None:
    paint(finger, "lake", (1, 0), (2, 0))
    finger.tap(CELL.format(1, 0))
    finger.tap('[data-key="who 1"]')
    for square in ((1, 0), (0, 1)):
        finger.stroke(square)
        finger.tap(CELL.format(*square))


def points(finger: Finger) -> None:
    paint(finger, "lake", (1, 0), (2, 0), (2, 1))
    finger.tap(CELL.format(1, 0))


def corners(finger: Finger) -> None:
    paint(finger, "lake", (1, 0))
    finger.stroke((2, 1))


def full(finger: Finger) -> None:
    for terrain, x in (("wheat", -2), ("forest", -1), ("lake", 1), ("grassland", 2)):
        paint(finger, terrain, *((x, y) for y in range(-2, 3)))
    paint(finger, "swamp", (0, 1), (0, 2))
    paint(finger, "mine", (0, -1), (0, -2))


FORMS: dict[str, tuple[Callable[[Finger], None], str, str]] = {
    "place": (place, "bad", "place/match"),
    "discard": (discard, "bad", "discard/at-will"),
    "size": (size, "bad", "place/bounds"),
    "choose": (choose, "bad", "choose/free"),
    "choose-first": (choose_first, "bad", "round/place-then-choose"),
    "turn": (turn, "good", "round/order"),
    "first-round": (first_round, "good", "first-round/order"),
    "leftover": (leftover, "good", "three-players/leftover"),
    "fixed": (fixed, "bad", "place/fixed"),
    "setup": (set_up, "good", "two-players/dominoes"),
    "tie": (tie, "good", "score/tie-territory"),
    "largest": (kingdoms, "good", "score/tie-territory"),
    "points": (points, "good", "score/territory"),
    "corners": (corners, "bad", "score/not-diagonal"),
    "harmony": (full, "good", "variants/harmony"),
    "middle-kingdom": (full, "good", "variants/middle-kingdom"),
}
"""What is done on a form, the tone of the answer, and the rule below it."""


def books(page: Page) -> None:
    page.evaluate("localStorage.setItem('brehon.books', '{\"kingdomino\": \"es\"}')")


def answered(page: Page, tone: str, rule: str) -> None:
    expect(page.locator(f".verdict.{tone}")).to_be_visible()
    told = page.evaluate("fetch('/v1/games/kingdomino/rules?lang=en').then((answer) => answer.json())")
    titles = {each["id"]: each["title"] for section in told["sections"] for each in section["rules"]}
    expect(page.locator(".caption h3")).to_have_text(titles[f"kingdomino/{rule}"])


@pytest.mark.parametrize("form", FORMS)
def test_every_question_reaches_its_answer(phones: Callable[..., Phone], form: str) -> None:
    phone = phones("en", viewport=SMALL)
    phone.open()
    books(phone.page)
    page = phone.open(f"#/dispute/kingdomino/{form}")
    work, tone, rule = FORMS[form]
    work(Finger(page))
    answered(page, tone, rule)


def test_all_questions_are_tested(english: Phone) -> None:
    page = english.open("#/dispute/kingdomino")
    shown = page.locator(".question:not(.whole)")
    expect(shown).to_have_count(len(FORMS))


def test_the_reason_stands_at_the_spot_while_the_finger_is_there(phones: Callable[..., Phone]) -> None:
    phone = phones("pl", viewport=SMALL)
    page = phone.open("#/dispute/kingdomino/place")
    finger = Finger(page)
    paint(finger, "wheat", (1, 0), (2, 0))
    finger.tap(STEP.format("domino"))
    finger.tap(PICK.format(7))
    expect(page.locator(".kingdom .glow").first).to_be_visible()
    bubble = page.locator(".kd-bubble")
    finger.press((1, 1), (2, 1))
    expect(bubble).to_have_class(re.compile("^kd-bubble bad"))
    finger.lift()
    expect(page.locator(".verdict.bad")).to_be_visible()
    finger.press((-1, 0), (-2, 0))
    expect(bubble).to_have_class(re.compile("^kd-bubble good"))
    finger.lift()
    expect(page.locator(".verdict.good")).to_be_visible()
    finger.tap(".turn")
    expect(page.locator(".verdict.good")).to_be_visible()


def test_a_legal_place_instead_is_taken_over(phones: Callable[..., Phone]) -> None:
    phone = phones("en", viewport=SMALL)
    page = phone.open("#/dispute/kingdomino/place")
    finger = Finger(page)
    place(finger)
    expect(page.locator(".verdict.bad")).to_be_visible()
    glowing = page.locator(".kingdom .glow").count()
    page.locator(".dispute-answer details summary", has_text="Legal instead").tap()
    page.locator(".dispute-answer details .line").first.tap()
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(page.locator(".kingdom .glow")).to_have_count(
        glowing
    )  # the places are those of the domino, wherever it lies


def test_the_short_verdict_hides_nothing_and_goes_away_where_the_verdict_is(phones: Callable[..., Phone]) -> None:
    page = phones("pl", viewport=SMALLEST).open("#/dispute/kingdomino/place")
    expect(page.locator(".brush").last).to_be_in_viewport(ratio=1)
    tabs = page.locator("#tabs").bounding_box()
    brush = page.locator(".brush").last.bounding_box()
    assert tabs
    assert brush
    assert brush["y"] + brush["height"] <= tabs["y"]
    place(Finger(page))
    short = page.locator(".short-verdict")
    expect(short).to_contain_text(re.compile("^✕Niezgodne z zasadami: "))
    assert short.locator("span").evaluate("one => one.scrollHeight <= one.clientHeight + 1")  # nothing of it is cut
    page.evaluate("scrollTo(0, 0)")
    expect(short).to_be_visible()
    page.locator(".dispute-answer .verdict").evaluate("one => one.scrollIntoView()")
    expect(short).to_be_hidden()


# ---------------------------------------------------------------- the pad

NAMES = ["Maximiliana Guadalupe", "Abdurrahman", "Krzysztof", "Bo"]


def four_players(page: Page, squares: dict[str, object]) -> None:
    players = [{"name": name, "squares": squares, "castle": None, "claimed": None} for name in NAMES]
    saved = {"players": players, "current": 0, "options": {"variants": []}, "games": []}
    page.evaluate("saved => localStorage.setItem('brehon.kingdomino', saved)", json.dumps(saved))


@pytest.mark.parametrize("size", [SMALL, SMALLEST, {"width": 664, "height": 390}, {"width": 568, "height": 320}])
def test_four_players_and_all_brushes_are_in_sight(phones: Callable[..., Phone], size: dict[str, int]) -> None:
    phone = phones("es", viewport=size)
    page = phone.open()
    four_players(page, {})
    page = phone.open("#/score/kingdomino")
    expect(page.locator(".tool")).to_have_count(10)
    height = page.locator("#tabs").bounding_box()["y"] if size["width"] < size["height"] else size["height"]  # type: ignore[index]
    least = 43.5 if size["width"] < size["height"] else 40  # on its side a phone has no more room
    for selector in (".tool", ".kd-people .person", ".kingdom .cell"):
        for one in page.locator(selector).all():
            box = one.bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height + 1
            assert min(box["width"], box["height"]) >= least, (selector, box)


def test_the_winner_stands_on_top_and_the_game_goes_into_the_history(phones: Callable[..., Phone]) -> None:
    phone = phones("es", viewport=SMALL)
    phone.open()
    four_players(phone.page, {"1,2": {"terrain": "lake", "crowns": 1}, "1,1": {"terrain": "lake", "crowns": 0}})
    page = phone.open("#/score/kingdomino")
    finger = Finger(page)
    finger.tap("[data-tool=lake]")
    finger.stroke((-2, 0), (-2, 1))
    expect(page.locator(".winner")).to_contain_text(NAMES[0])
    expect(page.locator(".person.first")).to_have_count(1)
    with page.expect_download() as saved:
        page.locator("#kd-picture").tap()
    assert saved.value.suggested_filename == "kingdomino.png"
    page.locator("#kd-new").tap()
    expect(page.locator(".kingdom .face.lake")).to_have_count(0)
    expect(page.locator("[data-person='0'] span")).to_have_text(NAMES[0])
    page.locator(".history summary").tap()
    expect(page.locator(".past-game b")).to_have_text(f"{NAMES[0]} 4")


def test_what_cannot_be_is_marked_on_its_squares(phones: Callable[..., Phone]) -> None:
    phone = phones("pl", viewport=SMALL)
    page = phone.open("#/score/kingdomino")
    finger = Finger(page)
    finger.tap("[data-tool=mine]")
    finger.stroke((1, 0), (2, 0))
    expect(page.locator(".sign.bad")).to_have_count(2)
    expect(page.locator(".kd-status .bad")).to_be_visible()


@pytest.mark.parametrize("size", [SMALL, {"width": 320, "height": 568}])
def test_the_reason_why_it_cannot_be_is_whole_and_moves_nothing(
    phones: Callable[..., Phone], size: dict[str, int]
) -> None:
    page = phones("pl", viewport=size).open("#/score/kingdomino")
    finger = Finger(page)
    finger.tap("[data-tool=mine]")
    finger.stroke((1, 0))
    before = page.locator(".kd-field").bounding_box()
    finger.stroke((2, 0))
    reason = page.locator(".kd-status .bad span")
    expect(reason).to_contain_text("Podano: 2.")
    assert reason.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert reason.evaluate("one => one.getBoundingClientRect().top >= 0")
    after = page.locator(".kd-field").bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 1
    assert abs(after["height"] - before["height"]) < 1


def test_the_castle_is_drawn_to_its_place(phones: Callable[..., Phone]) -> None:
    phone = phones("en", viewport=SMALL)
    page = phone.open("#/score/kingdomino")
    finger = Finger(page)
    finger.tap("[data-tool=lake]")
    finger.stroke((1, 0), (2, 0))
    finger.stroke((0, 0), (-1, 0), (-2, 0))
    expect(page.locator(CELL.format(0, 0))).to_have_class("cell face castle touch")
    expect(page.locator(CELL.format(4, 0))).to_have_class("cell face lake touch")
    expect(page.locator(CELL.format(-1, 0))).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(phones: Callable[..., Phone], scheme: str) -> None:
    phone = phones("pl", viewport=SMALL, color_scheme=scheme)
    page = phone.open("#/score/kingdomino")
    finger = Finger(page)
    finger.tap("[data-tool=lake]")
    finger.stroke((1, 0), (2, 0))
    expect(page.locator(".lines")).to_be_visible()
    assert findings(page) == []
    phone.show("#/dispute/kingdomino/place")
    place(finger)
    expect(page.locator(".verdict.bad")).to_be_visible()
    assert findings(page) == []
    phone.show("#/dispute/kingdomino/choose")
    finger.tap(COUNT.format(3))
    assert findings(page) == []
    phone.show("#/judge/kingdomino")
    page.click(".set-up")
    page.wait_for_selector(".kd-whole")
    page.click(".edit")
    assert findings(page) == []
