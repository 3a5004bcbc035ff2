"""Kingdomino at the table: kingdoms painted with a finger, dominoes laid, lines with their kings, points counted."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.test_frame import AXE

Square = tuple[int, int]
SMALL = {"width": 390, "height": 664}
SMALLEST = {"width": 320, "height": 568}
CELL = '.kingdom .cell[data-x="{}"][data-y="{}"]'
STEP = '.steps [data-step="{}"]'
PICK = '.domino-picker .domino[data-domino="{}"]'
COUNT = '[data-zone="/state/players"] .chip[data-value="{}"]'
KING = '.king-of[data-key="/state/{} king {}"]'


class Finger:
    """Strokes and taps by touch, each one gesture."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touch = page.context.new_cdp_session(page)
        self.gestures = 0

    def _middle(self, selector: str) -> dict[str, float]:
        """The middle of an element; it may be drawn anew at any time, so it is found and measured at once."""
        self.page.locator(selector).first.wait_for()
        found = self.page.evaluate(
            "one => { const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();"
            " return { x: x + width / 2, y: y + height / 2 }; }",
            selector,
        )
        return {"x": float(found["x"]), "y": float(found["y"])}

    def _send(self, kind: str, *points: dict[str, float]) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def press(self, *squares: Square) -> None:
        """A finger that goes over squares and stays."""
        first, *others = [self._middle(CELL.format(*square)) for square in squares]
        self._send("touchStart", first)
        for point in others:
            self._send("touchMove", point)

    def lift(self) -> None:
        self._send("touchEnd")
        self.gestures += 1

    def stroke(self, *squares: Square) -> None:
        self.press(*squares)
        self.lift()

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()
        self.gestures += 1


def paint(finger: Finger, terrain: str, *squares: Square) -> None:
    finger.tap(f'.brushes [data-brush="{terrain}"]')
    finger.stroke(*squares)


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


def test_a_placement_dispute_takes_eight_taps(phones: Callable[..., Phone]) -> None:
    """From the home screen: two squares of wheat, a domino found by what it shows, laid beside them."""
    phone = phones("es", viewport=SMALL)
    page = phone.open()
    finger = Finger(page)
    finger.tap(".game-tile.kingdomino")
    finger.tap(".door.dispute")
    finger.tap(".question >> nth=0")
    finger.stroke((1, 0), (2, 0))
    finger.tap(STEP.format("domino"))
    finger.tap('.domino-picker [data-brush="mine"]')
    finger.tap(PICK.format(23))
    finger.stroke((3, 0), (3, 1))
    expect(page.locator(".verdict")).to_be_visible()
    assert finger.gestures <= 8


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


def test_a_legal_place_instead_is_tapped_on_the_board(phones: Callable[..., Phone]) -> None:
    phone = phones("en", viewport=SMALL)
    page = phone.open("#/dispute/kingdomino/place")
    finger = Finger(page)
    place(finger)
    expect(page.locator(".verdict.bad")).to_be_visible()
    page.locator(".ghost").first.dispatch_event("click")
    expect(page.locator(".verdict.good")).to_be_visible()


# ---------------------------------------------------------------- the pad

KINGDOM: dict[str, list[list[Square]]] = {
    "wheat": [[(-2, 2), (-1, 2), (-1, 1), (-2, 1)]],
    "forest": [[(0, 2), (1, 2), (2, 2), (2, 1)], [(-2, -2), (-1, -2)]],
    "lake": [[(1, 0), (2, 0), (1, 1), (0, 1)]],
    "grassland": [[(-2, 0), (-2, -1), (-1, -1), (-1, 0)]],
    "swamp": [[(0, -1), (0, -2), (1, -2)]],
    "mine": [[(1, -1), (2, -1), (2, -2)]],
}
CROWNED = {"wheat": [(-2, 2)], "forest": [(0, 2)], "lake": [(1, 0), (2, 0)], "grassland": [(-2, 0), (-2, 0)]}
CROWNED |= {"swamp": [(0, -1)], "mine": [(1, -1), (1, -1)]}


def count_kingdom(finger: Finger) -> None:
    """24 squares in seven territories with nine crowns."""
    for terrain, territories in KINGDOM.items():
        finger.tap(f"[data-tool={terrain}]")
        for territory in territories:
            finger.stroke(*territory)
        for square in CROWNED[terrain]:
            finger.stroke(square)


def test_a_full_kingdom_is_counted_with_26_gestures(phones: Callable[..., Phone]) -> None:
    assert sum(len(each) for territories in KINGDOM.values() for each in territories) == 24
    assert sum(map(len, KINGDOM.values())) == 7
    assert sum(map(len, CROWNED.values())) == 9
    phone = phones("pl", viewport=SMALL)
    page = phone.open()
    finger = Finger(page)
    finger.tap(".game-tile.kingdomino")
    finger.tap(".door.score")
    count_kingdom(finger)
    expect(page.locator("[data-person='0'] b")).to_have_text(str(4 + 4 + 8 + 8 + 3 + 6))
    assert finger.gestures <= 26


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
    for selector in (".tool", ".kd-people .person", ".kingdom .cell"):
        for one in page.locator(selector).all():
            box = one.bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height + 1
            assert min(box["width"], box["height"]) >= 38, selector


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


@pytest.mark.parametrize("way", ["score/kingdomino", "dispute/kingdomino/place", "dispute/kingdomino/choose"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(phones: Callable[..., Phone], way: str, scheme: str) -> None:
    phone = phones("pl", viewport=SMALL, color_scheme=scheme, bypass_csp=True)
    page = phone.open(f"#/{way}")
    finger = Finger(page)
    if "score" in way:
        finger.tap("[data-tool=lake]")
        finger.stroke((1, 0), (2, 0))
        expect(page.locator(".lines")).to_be_visible()
    elif "place" in way:
        place(finger)
        expect(page.locator(".verdict.bad")).to_be_visible()
    else:
        finger.tap(COUNT.format(3))
    page.add_script_tag(content=AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []
