"""Judge: a table from anywhere, a move by taps or by a form, and the ruling as a card."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Phone

STATE = {
    "players": [
        {"name": "Ann", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]},
        {"name": "Ben", "kingdom": []},
    ],
    "current_line": [{"domino": 12, "king": "Ann"}, {"domino": 30, "king": "Ben"}],
}


def paste(page: Page, content: object) -> None:
    page.click(".chip[data-value='paste']")
    page.fill("#pasted", json.dumps(content))
    page.click(".start .primary")


def new_table(page: Page, seed: int | None = 7) -> None:
    page.click(".chip[data-value='new table']")
    if seed is not None:
        page.fill(".start input[type=number]", str(seed))
    page.click(".start .primary")
    page.wait_for_selector(".tapping svg")


def square(page: Page, x: int, y: int) -> None:
    page.locator(f".tapping [data-x='{x}'][data-y='{y}']").first.click()


def choice(page: Page, field: str, value: object) -> None:
    page.click(f".bench-move [data-field={field}] .chip[data-value='{value}']")


def test_an_illegal_placement_by_two_taps(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, STATE)
    choice(page, "domino", 12)
    square(page, 2, 1)
    square(page, 2, 2)
    page.click(".ask")
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2")).to_contain_text(phone.word("verdict illegal"))
    broken = page.locator(".cited")
    expect(broken.first).to_be_visible()
    ruling = page.evaluate(
        """([state, move, language]) => fetch('/v1/games/kingdomino/validate', {
            method: 'POST', body: JSON.stringify({state, move}),
            headers: {'Content-Type': 'application/json', 'Accept-Language': language}}).then(r => r.json())""",
        [STATE, {"type": "place", "player": "Ann", "domino": 12, "x": 2, "y": 1, "to": "n"}, phone.language],
    )
    shown = [text.split("\n")[0] for text in broken.locator("summary").all_inner_texts()]
    assert [one["message"] for one in ruling["violations"]] == shown
    assert verdict.locator(".summary").inner_text() == ruling["summary"]
    expect(broken.first.locator(".place")).to_contain_text(
        "1 - Colocar una ficha"
    )  # the place in the book on the table
    expect(page.locator(".pictures .drawn")).to_have_count(1)  # before; there is no after
    assert page.evaluate("document.activeElement.closest('.verdict') !== null")


def test_another_edition_has_another_place_in_the_book(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, {**STATE, "options": {"edition": "first"}})
    choice(page, "domino", 12)
    square(page, 2, 1)
    square(page, 2, 2)
    page.click(".ask")
    expect(page.locator(".cited .place").first).to_contain_text("Connection rules")


def test_the_nearest_legal_moves_can_be_tried(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, STATE)
    choice(page, "domino", 12)
    square(page, 2, 1)
    square(page, 2, 2)
    page.click(".ask")
    page.locator(".moves button").first.click()
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict legal"))
    expect(page.locator(".pictures .drawn")).to_have_count(2)  # before and after


def test_what_is_unknown_is_not_called_nothing(phone: Phone) -> None:
    """Of a player's name alone nobody can say who may move; of a game that is over, that nobody may."""
    page = phone.open("#/judge/kingdomino")
    for table, words in (
        ({"players": [{"name": "ana"}]}, "due unknown"),
        ({"players": [{"name": "ana"}, {"name": "bruno"}], "phase": "over"}, "nothing due"),
    ):
        paste(page, table)
        expect(page.locator(".due")).to_have_text(phone.word(words))
        page.click(f"text={phone.word('other table')}")


def test_a_game_goes_on_from_setup(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    new_table(page)
    for taken in range(4):
        expect(page.locator(".bench-move .chip[data-type=choose]")).to_have_attribute("aria-pressed", "true")
        page.locator(".tapping [data-line=next_line]").nth(taken).click()
        page.click(".ask")
        page.click(".verdict.good ~ .footer .go-on")
        page.wait_for_selector(".verdict", state="detached")
    expect(page.locator(".bench-move .chip[data-type=reveal]")).to_have_attribute("aria-pressed", "true")


def test_an_unfinished_move_is_not_asked(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    new_table(page)
    page.click(".ask")
    expect(page.locator(".lack.urgent")).to_contain_text("domino")
    assert not any("/validate" in address for address in english.requests)


def test_an_example_is_ruled_as_the_library_has_it(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    page.wait_for_selector(".example")
    told = phone.look_up("/games/kingdomino/cases?operation=validate")
    wanted = next(case for case in told["cases"] if case["verdict"] == "illegal" and case["rules"])
    page.fill(".start input[type=search]", wanted["title"])
    page.locator(".example", has_text=wanted["title"]).first.click()
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict illegal"))
    links = page.locator(".cited a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert {f"#/rules/{rule}" for rule in wanted["rules"]} <= set(links)


def test_every_kind_of_question_of_the_library_is_shown(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    page.wait_for_selector(".example")
    told = english.look_up("/games/kingdomino/cases")["cases"]
    for operation in sorted({case["operation"] for case in told}):
        wanted = next(case for case in told if case["operation"] == operation)
        page.fill(".start input[type=search]", wanted["title"])
        page.locator(".example", has_text=wanted["title"]).first.click()
        expect(page.locator(".ruling")).to_have_attribute("aria-label", english.word(f"verdict {wanted['verdict']}"))
        expect(page.locator(".verdict .summary")).to_have_text(re.compile(r"\w.*\.$"))
        page.click("text=Another table")
        page.wait_for_selector(".example")


def test_a_move_by_the_form_of_its_schema(phone: Phone) -> None:
    """A town of Brian Boru is tapped on the map; the rest is filled in."""
    page = phone.open("#/judge/brian-boru")
    new_table(page)
    page.locator(".tapping [data-town=C1]").first.click()
    expect(page.locator(".tapping [data-town=C1].picked").first).to_be_attached()
    page.click(".ask")
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict legal"))
    page.click(".go-on")
    page.wait_for_selector(".verdict", state="detached")
    page.select_option("[data-field=town] select", label="C1")
    page.click(".ask")
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict illegal"))


def test_cards_of_a_list_are_tapped_one_after_another(phone: Phone) -> None:
    """The page knows nothing of it: `data-card` is an entry of `cards`, and whose card it is names the player."""
    page = phone.open("#/judge/brian-boru")
    paste(page, {"players": [{"name": "Ann"}, {"name": "Ben", "dealt": [1, 2, 3]}, {"name": "Cleo"}]})
    page.click(".chip[data-type=pick]")
    for card in (3, 1, 2, 1):  # the last tap takes it out again
        page.locator(f".tapping [data-card='{card}']").first.click()
    expect(page.locator("[data-field=cards] input")).to_have_value("3, 2")
    expect(page.locator("[data-field=player] .chip[aria-pressed=true]")).to_have_text("Ben")
    expect(page.locator(".tapping .picked")).to_have_count(2)


def test_a_kind_of_move_that_is_not_due_can_be_asked_too(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    new_table(page)
    page.click(".others summary")
    page.click(".chip[data-type=discard]")
    choice(page, "player", "Ben")
    page.locator("[data-field=domino] input").fill("4")
    page.click(".ask")
    expect(page.locator(".verdict h2")).to_contain_text("Illegal")


def test_the_comparison_of_editions_is_told_where_they_differ(phone: Phone) -> None:
    """With two players, who chooses second in the first round is a matter of the book."""
    page = phone.open("#/judge/kingdomino")
    new_table(page)
    page.locator(".tapping [data-line=next_line]").nth(0).click()
    page.click(".ask")
    page.click(".go-on")
    page.wait_for_selector(".verdict", state="detached")
    page.locator(".tapping [data-line=next_line]").nth(1).click()
    page.click(".ask")
    expect(page.locator(".comparison .other").first).to_be_visible()
    expect(page.locator(".comparison h3")).to_have_text(phone.word("other books"))


def test_what_was_not_told_is_listed(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    move = {"type": "place", "player": "ana", "domino": 5, "x": 1, "y": 0, "to": "e"}
    paste(page, {"state": {"players": [{"name": "ana", "kingdom": []}]}, "move": move})
    expect(page.locator(".facts")).to_contain_text("Taken for granted")
    expect(page.locator(".facts")).to_contain_text("ana's turn")


def test_a_paste_that_is_nothing_is_told(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    page.click(".chip[data-value='paste']")
    for text, told in (
        ("{", "not JSON"),
        ("[1]", "neither"),
        ('{"players": [{"name": 3}]}', "/state/players/0/name"),
    ):
        page.fill("#pasted", text)
        page.click(".start .primary")
        expect(page.locator("main [role=alert]").first).to_contain_text(told)
        if not page.locator("#pasted").is_visible():
            page.click("text=Another table")
            page.click(".chip[data-value='paste']")
    english.troubles = [trouble for trouble in english.troubles if "422" not in trouble]


def test_another_language_leaves_the_table_as_it_is(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    paste(page, STATE)
    choice(page, "domino", 12)
    square(page, 2, 1)
    page.select_option("#language", "pl")
    expect(page.locator(".ask")).to_have_text("Poproś o orzeczenie")
    expect(page.locator("[data-field=x] input")).to_have_value("2")


def test_a_case_from_a_file(phone: Phone) -> None:
    files = sorted(Path("service/games/kingdomino/cases").glob("*.json"))
    example = next(path for path in files if json.loads(path.read_text())["operation"] == "validate")
    page = phone.open("#/judge/kingdomino")
    page.click(".chip[data-value='from a file']")
    page.set_input_files("#file", example)
    expect(page.locator(".standing")).to_contain_text(phone.word("still so"))
    title = json.loads(example.read_text())["title"][phone.language]
    expect(page.locator("main")).to_contain_text(re.compile(re.escape(title)))
