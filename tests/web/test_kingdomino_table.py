"""Kingdomino's whole table on its board: every zone is changed by taps and can be unknown; moves are made by taps."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.test_judge import STATE, domino, new_table, paste, square
from tests.web.touch import CELL, Finger

ZONE = '.kd-zone[data-zone="/state/{}"]'
UNKNOWN = f"{ZONE} .unknown"
SLOT = ".line-up[data-line={}] .slot >> nth={} >> .domino"
KING = ".line-up[data-line={}] .king-of >> nth={}"
PICK = '.domino-picker .domino[data-domino="{}"]'


def state(page: Page) -> dict[str, Any]:
    kept = page.evaluate("sessionStorage.getItem('brehon.table.kingdomino')")
    return dict(json.loads(kept)["state"])


def empty_table(page: Page) -> None:
    page.click(".bare")
    page.wait_for_selector(".kd-whole")
    page.click(".edit")


def line(finger: Finger, field: str, *dominoes: int) -> None:
    finger.tap(UNKNOWN.format(field))
    finger.tap(SLOT.format(field, 0))
    for number in dominoes:
        finger.tap(PICK.format(number))  # the place after it is open then


def test_a_table_is_built_from_nothing_and_a_move_made_on_it(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    empty_table(page)
    assert [key for key in state(page) if key not in ("players", "options")] == []  # nothing is told yet
    finger = Finger(page)
    finger.tap(".kd-zone[data-zone='/state/phase'] .chip[data-value=play]")
    line(finger, "current_line", 12, 30)
    first, second = (player["name"] for player in state(page)["players"])
    finger.tap(KING.format("current_line", 0))
    for _ in range(2):
        finger.tap(KING.format("current_line", 1))
    finger.tap(UNKNOWN.format("players/0"))  # by squares
    finger.tap(f"{ZONE.format('players/0')} .brushes [data-brush=wheat]")
    finger.stroke((1, 0), (2, 0))
    finger.stroke((1, 0))  # a crown
    finger.tap(UNKNOWN.format("pile"))
    page.fill(f"{ZONE.format('pile')} input", "4")
    built = state(page)
    assert built["phase"] == "play"
    assert built["current_line"] == [{"domino": 12, "king": first}, {"domino": 30, "king": second}]
    assert built["players"][0]["squares"] == [
        {"x": 1, "y": 0, "terrain": "wheat", "crowns": 1},
        {"x": 2, "y": 0, "terrain": "wheat", "crowns": 0},
    ]
    assert "squares" not in built["players"][1]  # still unknown, not empty
    assert built["pile"] == ["?"] * 4
    page.click(".edit")
    domino(page, 12)
    expect(page.locator(".kingdom .glow").first).to_be_visible()
    square(page, 0, 1)
    expect(page.locator(".verdict h2")).to_be_visible()
    expect(page.locator(".kd-why")).to_have_count(0)


def test_what_was_told_can_be_unknown_again(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    new_table(page)
    page.click(".edit")
    finger = Finger(page)
    for field in ("kings_drawn", "current_line", "next_line", "pile", "players/0"):
        finger.tap(UNKNOWN.format(field))
    finger.tap(".kd-discarded .unknown")
    finger.tap(".kd-zone[data-zone='/state/phase'] .chip >> nth=3")
    assert set(state(page)) == {"players", "options"}
    assert state(page)["players"][0] == {"name": "Ann"}
    assert state(page)["players"][1] == {"name": "Ben", "kingdom": [], "discarded": []}
    finger.tap(UNKNOWN.format("next_line"))
    assert state(page)["next_line"] == []  # now it is told that nothing lies there
    page.click(".asking .undo")
    assert "next_line" not in state(page)


def test_what_only_the_setup_said_is_unknown_in_later_rounds(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    new_table(page)
    page.click(".edit")
    finger = Finger(page)
    pile = f"{ZONE.format('pile')} input"
    size = int(page.input_value(pile))
    for count in (size - 1, size):  # what is told by hand stays, also as it was
        page.fill(pile, str(count))
    finger.tap(".kd-zone[data-zone='/state/phase'] .chip[data-value=play]")
    assert set(state(page)) == {"players", "options", "phase", "pile"}
    assert state(page)["players"] == [{"name": "Ann"}, {"name": "Ben"}]
    assert len(state(page)["pile"]) == size
    page.click(".asking .undo")
    assert state(page)["phase"] == "first-round"
    assert state(page)["players"][1] == {"name": "Ben", "kingdom": [], "discarded": []}


def test_a_kingdom_is_laid_with_dominoes(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    paste(page, STATE)
    page.click(".edit")
    finger = Finger(page)
    finger.tap(PICK.format(1))
    finger.stroke((3, 0), (3, 1))
    assert state(page)["players"][0]["kingdom"][1] == {"domino": 1, "x": 3, "y": 0, "to": "n"}
    finger.tap(".turn")
    assert state(page)["players"][0]["kingdom"][1]["to"] == "e"
    finger.tap(".put-down")
    finger.tap(CELL.format(1, 0))  # picked up again
    finger.tap(".take-away")
    assert [one["domino"] for one in state(page)["players"][0]["kingdom"]] == [1]
    finger.tap(".kd-zone .chip[data-value=squares]")
    assert state(page)["players"][0] == {
        "name": "Ann",
        "squares": [
            {"x": 3, "y": 0, "terrain": "wheat", "crowns": 0},
            {"x": 4, "y": 0, "terrain": "wheat", "crowns": 0},
        ],
    }


def test_a_position_that_cannot_be_is_a_verdict_and_leads_to_its_field(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, {**STATE, "next_line": [{"domino": 12, "king": None}]})
    verdict = page.locator(".refusal .verdict.bad")
    expect(verdict.locator("h2")).to_contain_text(phone.word("verdict impossible"))
    expect(verdict.locator(".reason")).to_contain_text("12")
    expect(verdict).to_be_in_viewport()
    expect(page.locator(".asking .short-verdict.bad")).to_be_visible()
    expect(page.locator(".play, p.due")).to_have_count(0)
    page.click(".refusal .change-it")
    expect(page.locator(".edit")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".wanted[data-domino='12']")).to_be_in_viewport()
    Finger(page).tap(UNKNOWN.format("next_line"))
    page.click(".edit")
    expect(page.locator("p.due")).to_be_visible()
    expect(page.locator(".refusal")).to_have_count(0)


def test_a_move_that_nobody_chose_is_the_one_that_is_due_after_a_change(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    slots = [{"domino": number, "king": who} for number, who in ((5, "Ben"), (12, "Ann"), (30, "Ben"), (41, "Ann"))]
    paste(page, {**STATE, "phase": "play", "current_line": [], "next_line": slots, "pile": ["?"] * 4})
    kind = page.locator(".bench-move .chip[data-type][aria-pressed=true]")
    expect(kind).to_have_attribute("data-type", "reveal")
    page.click(".edit")
    Finger(page).tap(KING.format("next_line", 0))  # Ben has not chosen yet
    expect(page.locator(".play")).to_have_count(0)
    page.click(".edit")
    expect(kind).to_have_attribute("data-type", "choose")


def test_other_dominoes_lie_beside_the_table(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    paste(page, STATE)
    page.click(".edit")
    finger = Finger(page)
    for field in ("leftovers", "kings_drawn"):
        finger.tap(UNKNOWN.format(field))
    finger.tap(f"{ZONE.format('leftovers')} .add")
    for number in (40, 41, 40):  # the last tap takes it away again
        finger.tap(f"{ZONE.format('leftovers')} {PICK.format(number)}")
    for who in ("Ben", "Ann", "Ann"):
        page.locator(f"{ZONE.format('kings_drawn')} .chip", has_text=who).last.tap()
    finger.tap(f"{ZONE.format('kings_drawn')} .kd-kings button >> nth=0")
    assert state(page)["leftovers"] == [41]
    assert state(page)["kings_drawn"] == ["Ann", "Ann"]
    finger.tap(".kd-small")  # Ben's kingdom
    finger.tap(".kd-discarded .unknown")
    finger.tap(".kd-discarded .add")
    finger.tap(f".kd-discarded {PICK.format(5)}")
    assert state(page)["players"][1]["discarded"] == [5]


def test_moves_are_made_by_taps_on_the_table(phone: Phone) -> None:
    """A domino that is taken says why; then one is placed, and another kingdom is shown for the next move."""
    page = phone.open("#/judge/kingdomino")
    lines = {"next_line": [{"domino": 3, "king": "Ben"}, {"domino": 9, "king": None}]}
    paste(page, {**STATE, **lines})
    page.locator("[data-line=next_line] [data-domino='3']").tap()
    expect(page.locator("[data-line=next_line] .domino.bad .kd-mark")).to_have_text("✕")
    expect(page.locator(".kd-why")).to_be_visible()
    domino(page, 12)
    expect(page.locator(".kingdom .glow").first).to_be_visible()
    square(page, -1, 0)
    expect(page.locator(".kingdom .sign.good").first).to_be_visible()
    domino(page, 30)
    expect(page.locator("[data-line=current_line] .domino[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".kd-zone h3", has_text="Ben")).to_be_visible()  # the kingdom of the one who moves
    page.click(".chip[data-type=discard]:visible, .others:not(.fields) summary")
    page.click(".chip[data-type=discard]")
    domino(page, 30)
    expect(page.locator(".bench-result .verdict.bad")).to_be_visible()


def test_the_next_line_is_turned_up_and_kings_drawn_by_taps(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    players = [{"name": name, "kingdom": [], "discarded": []} for name in ("Ann", "Ben", "Cleo", "Dan")]
    start = {"players": players, "phase": "first-round", "current_line": [], "next_line": []}
    paste(page, start)
    page.click(".others:not(.fields) summary")
    page.click(".chip[data-type=draw]")
    for name in ("Dan", "Ann", "Cleo", "Ben"):
        page.locator(f"button.king-of[data-king={name}]").tap()
    expect(page.locator("span.king-of")).to_have_text(["Dan", "Ann", "Cleo", "Ben"])
    expect(page.locator(".bench-result .verdict")).to_be_visible()
    page.click(".others:not(.fields) summary")
    page.click(".chip[data-type=reveal]")
    for number in (5, 17, 17, 8, 30, 48):  # the second tap on 17 takes it out
        page.locator(f"[data-line=reveal] {PICK.format(number)}").tap()
    kept = page.evaluate("JSON.parse(sessionStorage.getItem('brehon.table.kingdomino')).move")
    assert kept == {"type": "reveal", "dominoes": [5, 8, 30, 48]}
