"""Judge: a table from anywhere, a move by taps or by a form, and the ruling as a card."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Phone

Phones = Callable[..., Phone]

STATE = {
    "players": [
        {"name": "Ann", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]},
        {"name": "Ben", "kingdom": []},
    ],
    "current_line": [{"domino": 12, "king": "Ann"}, {"domino": 30, "king": "Ben"}],
}


def paste(page: Page, content: object) -> None:
    page.click(".chip[data-value='saved']")
    page.fill("#pasted", json.dumps(content))
    page.click(".take-over")


def new_table(page: Page, seed: int | None = 7) -> None:
    page.click(".chip[data-value='new table']")
    if seed is not None:
        page.click(".start .developers summary")
        page.fill(".start .developers input[type=number]", str(seed))
    page.click(".set-up")
    page.wait_for_selector(".tapping svg, .tapping .kd-whole")


def examples(page: Page) -> None:
    page.click(".chip[data-value='example']")
    page.wait_for_selector(".chapter")


def everything(page: Page) -> None:
    """Unfolds what is more about a ruling."""
    page.click(".whole-ruling > summary")


def play(page: Page) -> None:
    """Plays the move that was ruled legal, and waits for the next table."""
    page.wait_for_selector(".play")
    step = page.locator(".log h2 + .quiet")
    before = step.inner_text() if step.count() else ""
    page.click(".play")
    expect(step).not_to_have_text(before)


def square(page: Page, x: int, y: int) -> None:
    page.locator(f".tapping [data-x='{x}'][data-y='{y}']").first.click()


def domino(page: Page, number: int) -> None:
    """Taps a domino of a line."""
    page.click(f".tapping [data-line] [data-domino='{number}']")


def choice(page: Page, field: str, value: object) -> None:
    page.click(f".bench-move [data-field={field}] .chip[data-value='{value}']")


def test_an_illegal_placement_by_two_taps(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, STATE)
    domino(page, 12)
    square(page, 2, 1)
    square(page, 2, 2)
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2")).to_contain_text(phone.word("verdict illegal"))
    everything(page)
    broken = page.locator(".cited")
    expect(broken.first).to_be_visible()
    ruling = page.evaluate(
        """([state, move, language]) => fetch('/v1/games/kingdomino/validate', {
            method: 'POST', body: JSON.stringify({state, move}),
            headers: {'Content-Type': 'application/json', 'Accept-Language': language}}).then(r => r.json())""",
        [STATE, {"type": "place", "player": "Ann", "domino": 12, "x": 2, "y": 1, "to": "n"}, phone.language],
    )
    shown = [text.split("\n")[0] for text in page.locator(".cited > summary").all_inner_texts()]
    assert [one["message"] for one in ruling["violations"]] == shown
    told = verdict.locator(".reason").inner_text()
    assert told
    assert ruling["summary"].endswith(told)
    book = phone.look_up("/games")["games"][0]
    mine = next((one for one in book["editions"] if one["language"] == phone.language), book["editions"][0])["id"]
    cited = next(one for one in ruling["citations"] if one["role"] == "broken")
    place = next(source["section"] for source in cited["sources"] if source["edition"] == mine)
    expect(page.locator(".caption .place")).to_contain_text(place)  # in the reader's book, first of all
    expect(page.locator(".kd-whole")).to_have_count(1)  # the table once


def test_another_book_has_another_place_for_it(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, STATE)
    domino(page, 12)
    square(page, 2, 1)
    square(page, 2, 2)
    page.wait_for_selector(".caption")
    for edition, place in (("es", "1 - Colocar una ficha"), ("first", "Connection rules")):
        page.click(".top .book")
        page.click(f"dialog [data-edition={edition}]")
        expect(page.locator(".caption .place").first).to_contain_text(place)
        kept = page.evaluate("JSON.parse(sessionStorage.getItem('brehon.table.kingdomino')).state.options.edition")
        assert kept == edition


def test_the_nearest_legal_moves_can_be_tried(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, STATE)
    domino(page, 12)
    square(page, 2, 1)
    square(page, 2, 2)
    page.locator(".moves button").first.click()
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict legal"))
    everything(page)
    expect(page.locator(".whole-ruling .kd-whole")).to_have_count(1)  # the table afterwards


def test_what_is_unknown_is_not_called_nothing(phone: Phone) -> None:
    """Of a player's name alone nobody can say who may move; of a game that is over, that nobody may."""
    page = phone.open("#/judge/kingdomino")
    for table, words in (
        ({"players": [{"name": "ana"}]}, "due unknown"),
        ({"players": [{"name": "ana"}, {"name": "bruno"}], "phase": "over"}, "nothing due"),
    ):
        paste(page, table)
        expect(page.locator(".due")).to_have_text(phone.word(words))
        page.click(".top-row .back")


def test_a_game_goes_on_from_setup(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    new_table(page)
    for taken in range(4):
        expect(page.locator(".bench-move .chip[data-type=choose]")).to_have_attribute("aria-pressed", "true")
        page.locator(".tapping [data-line=next_line] [data-domino]").nth(taken).click()
        play(page)
    expect(page.locator(".bench-move .chip[data-type=reveal]")).to_have_attribute("aria-pressed", "true")


def test_an_unfinished_move_is_not_asked(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    new_table(page)
    expect(page.locator(".lack")).to_contain_text("domino")
    page.wait_for_timeout(600)
    assert not any("/validate" in address for address in english.requests)


def test_an_example_is_ruled_as_the_library_has_it(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    examples(page)
    told = phone.look_up("/games/kingdomino/cases?operation=validate")
    wanted = next(case for case in told["cases"] if case["verdict"] == "illegal" and case["rules"])
    page.fill(".start input[type=search]", wanted["title"])
    page.locator(".example", has_text=wanted["title"]).first.click()
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict illegal"))
    everything(page)
    page.wait_for_selector(".cited a", state="attached")
    links = page.locator(".cited a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert {f"#/rules/{rule}" for rule in wanted["rules"]} <= set(links)


def test_every_kind_of_question_of_the_library_is_shown(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    examples(page)
    told = english.look_up("/games/kingdomino/cases")["cases"]
    for operation in sorted({case["operation"] for case in told}):
        wanted = next(case for case in told if case["operation"] == operation)
        page.fill(".start input[type=search]", wanted["title"])
        page.locator(".example", has_text=wanted["title"]).first.click()
        expect(page.locator(".ruling")).to_have_attribute("aria-label", english.word(f"verdict {wanted['verdict']}"))
        expect(page.locator(".verdict .reason")).to_have_text(re.compile(r"\w.*\.$"))
        page.click(".top-row .back")
        examples(page)


def test_a_move_by_the_form_of_its_schema(phone: Phone) -> None:
    """A town of Brian Boru is tapped on the map; the rest is filled in."""
    page = phone.open("#/judge/brian-boru")
    new_table(page)
    page.locator(".tapping [data-town=C1]").first.click()
    expect(page.locator(".tapping [data-town=C1].picked").first).to_be_attached()
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict legal"))
    play(page)
    page.click(".fields summary")
    page.select_option("[data-field=town] select", label="C1")
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict illegal"))


def test_cards_of_a_list_are_tapped_one_after_another(phone: Phone) -> None:
    """The page knows nothing of it: `data-card` is an entry of `cards`, and whose card it is names the player."""
    page = phone.open("#/judge/brian-boru")
    paste(page, {"players": [{"name": "Ann"}, {"name": "Ben", "dealt": [1, 2, 3]}, {"name": "Cleo"}]})
    page.click(".chip[data-type=pick]")
    for card in (3, 1, 2, 1):  # the last tap takes it out again
        page.locator(f".tapping [data-player=Ben] [data-card='{card}']").first.click()
    expect(page.locator("[data-field=cards] input")).to_have_value("3, 2")
    expect(page.locator("[data-field=player] .chip[aria-pressed=true]")).to_have_text("Ben")
    expect(page.locator(".tapping [data-player=Ben] .picked")).to_have_count(2)


def test_a_kind_of_move_that_is_not_due_can_be_asked_too(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    new_table(page)
    page.click(".others:not(.fields) summary")
    page.click(".chip[data-type=discard]")
    page.click(".fields summary")
    choice(page, "player", "Ben")
    page.locator("[data-field=domino] input").fill("4")
    expect(page.locator(".verdict h2")).to_contain_text("Illegal")


def test_the_comparison_of_editions_is_told_where_they_differ(phone: Phone) -> None:
    """With two players, who chooses second in the first round is a matter of the book."""
    page = phone.open("#/judge/kingdomino")
    new_table(page)
    page.locator(".tapping [data-line=next_line] [data-domino]").nth(0).click()
    play(page)
    page.locator(".tapping [data-line=next_line] [data-domino]").nth(1).click()
    page.wait_for_selector(".verdict")
    everything(page)
    expect(page.locator(".comparison .other").first).to_be_visible()
    expect(page.locator(".comparison h3")).to_have_text(phone.word("other books"))


def test_what_was_not_told_is_listed(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    move = {"type": "place", "player": "ana", "domino": 5, "x": 1, "y": 0, "to": "e"}
    paste(page, {"state": {"players": [{"name": "ana", "kingdom": []}]}, "move": move})
    page.wait_for_selector(".verdict")
    everything(page)
    expect(page.locator(".facts")).to_contain_text("Taken for granted")
    expect(page.locator(".facts")).to_contain_text("ana's turn")


def test_a_paste_that_is_nothing_is_told(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    page.click(".chip[data-value='saved']")
    for text, told in (
        ("{", "neither"),
        ("[1]", "neither"),
        ('{"players": [{"name": 3}]}', "/state/players/0/name"),
    ):
        page.fill("#pasted", text)
        page.click(".take-over")
        expect(page.locator("main [role=alert]").first).to_contain_text(told)
        if not page.locator("#pasted").is_visible():
            page.click(".top-row .back")
            page.click(".chip[data-value='saved']")
    english.troubles = [trouble for trouble in english.troubles if "422" not in trouble]


def test_another_language_leaves_the_table_as_it_is(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    paste(page, STATE)
    domino(page, 12)
    square(page, 2, 1)
    page.select_option("#language", "pl")
    expect(page.locator(".bench-move h2")).to_have_text("Ruch")
    expect(page.locator("[data-field=x] input")).to_have_value("2")


def test_a_case_from_a_file(phone: Phone) -> None:
    files = sorted(Path("service/games/kingdomino/cases").glob("*.json"))
    told = next(case for case in map(read, files) if case["operation"] == "validate")
    page = phone.open("#/judge/brian-boru")  # a case of another game leads there
    page.click(".chip[data-value='saved']")
    page.set_input_files(
        "#file", {"name": "case.json", "mimeType": "application/json", "buffer": json.dumps(told).encode()}
    )
    expect(page.locator(".standing")).to_contain_text(phone.word("still so"))
    expect(page.locator("main")).to_contain_text(re.compile(re.escape(told["title"][phone.language])))


def read(path: Path) -> Any:
    return json.loads(path.read_text())


# ---------------------------------------------------------------- what stays, and what is kept apart


def test_a_table_stays_where_it_was(english: Phone) -> None:
    """After a reload, after the way back, and beside another table in another tab."""
    page = english.open("#/judge/kingdomino")
    paste(page, STATE)
    domino(page, 12)
    square(page, 2, 1)
    page.reload()
    expect(page.locator("[data-field=x] input")).to_have_value("2")
    page.go_back()
    page.click(".resume")
    expect(page.locator("[data-field=x] input")).to_have_value("2")
    other = page.context.new_page()
    other.goto(f"{english.site}/#/judge/kingdomino")
    paste(other, {"players": [{"name": "Zoe", "kingdom": []}]})
    expect(other.locator(".tapping")).to_contain_text("Zoe")
    page.reload()
    expect(page.locator(".tapping")).to_contain_text("Ann")
    other.close()


def test_changes_of_a_whole_table_can_be_undone_after_a_reload(english: Phone) -> None:
    page = english.open("#/judge/roll-and-raid")
    page.click(".bare")
    page.click(".edit")
    die = page.locator("[data-key='die brown']")
    label = die.get_attribute("aria-label")
    die.tap()
    expect(die).to_have_attribute("aria-label", re.compile("1"))
    die.tap()
    expect(die).to_have_attribute("aria-label", re.compile("2"))
    page.reload()
    page.locator(".asking .undo").tap()
    page.click(".edit")
    expect(die).to_have_attribute("aria-label", re.compile("1"))
    page.locator(".asking .undo").tap()
    expect(die).to_have_attribute("aria-label", str(label))
    expect(page.locator(".asking .undo")).to_be_disabled()


def test_a_table_from_nothing_is_told_by_taps(phone: Phone) -> None:
    page = phone.open("#/judge/ortus-regni")
    page.click(".bare")
    expect(page.locator(".due")).to_have_text(phone.word("due unknown"))
    page.click(".edit")
    page.click(".zones details:first-child > summary, .tapping > *")
    assert "JSON" not in page.inner_text("main")
    page.click(".edit")
    page.wait_for_selector(".bench-move")


def test_both_ways_to_begin_say_when_to_take_them(phones: Phones) -> None:
    """A dispute is about a game that is going on: its way comes first."""
    for language in ("en", "es", "pl"):
        phone = phones(language)
        page = phone.open("#/judge/brian-boru")
        expect(page.locator(".start .primary")).to_have_text(phone.word("from nothing"))
        expect(page.locator(".start .set-up")).to_have_text(phone.word("set up"))
        expect(page.locator(".start .bare + .when")).to_have_text(phone.word("from nothing text"))
        expect(page.locator(".start .when + .set-up + .when")).to_have_text(phone.word("set up text"))
        page.click(".start .primary")
        expect(page.locator("p.due")).to_have_text(phone.word("due unknown"))


LATER = {
    "kingdomino": "[data-zone='/state/phase'] .chip[data-value=play]",
    "brian-boru": "[data-zone='/state/phase'] select",
    "ortus-regni": "[data-zone='/state/turn'] .chip >> nth=1",
    "roll-and-raid": "[data-zone='/state/phase'] .chip[data-value=resolution]",
}
"""Where another moment of the game is chosen."""


@pytest.mark.parametrize("game", LATER)
def test_a_new_table_changed_to_another_moment_is_possible(game: str, english: Phone) -> None:
    """The service refuses what the setup filled in as soon as it is another moment; nobody has said it."""
    page = english.open(f"#/judge/{game}")
    page.click(".set-up")
    page.click(".edit")
    if game == "brian-boru":
        page.select_option(LATER[game], "trick")
    else:
        page.locator(LATER[game]).click()
    page.click(".edit")
    expect(page.locator(".edit")).to_have_attribute("aria-pressed", "false")
    page.wait_for_selector(".bench-move .card")
    assert "Impossible" not in page.inner_text("main")
    expect(page.locator("main [role=alert]")).to_have_count(0)


LOG = {
    "state": {
        "players": [
            {"name": "ana", "kingdom": [{"domino": 24, "x": 1, "y": 0, "to": "e"}]},
            {"name": "bruno", "kingdom": [{"domino": 20, "x": 1, "y": 0, "to": "e"}]},
        ],
        "current_line": [
            {"domino": 3, "king": "ana"},
            {"domino": 7, "king": "bruno"},
            {"domino": 19, "king": "ana"},
            {"domino": 30, "king": "bruno"},
        ],
        "next_line": [],
        "pile": [],
    },
    "moves": [
        {"type": "place", "player": "ana", "domino": 3, "x": 2, "y": 1, "to": "e"},
        {"type": "place", "player": "bruno", "domino": 7, "x": 3, "y": 0, "to": "e"},
        {"type": "place", "player": "ana", "domino": 19, "x": 3, "y": 0, "to": "e"},
        {"type": "place", "player": "bruno", "domino": 30, "x": 1, "y": 2, "to": "s"},
    ],
}


def test_remedies_for_a_late_mistake_stand_side_by_side(phone: Phone) -> None:
    """A log is pasted; its first move was wrong. What is recommended is taken over, and the log is legal then."""
    page = phone.open("#/judge/kingdomino")
    paste(page, LOG)
    expect(page.locator(".remedy")).to_have_count(3)
    expect(page.locator(".log .notice.bad")).to_contain_text(phone.word("failed at", number=1))
    expect(page.locator(".remedy.recommended [data-remedy]")).to_have_attribute("data-remedy", "take-back")
    card = page.locator(".remedies").bounding_box()
    assert card
    for place, is_recommended in enumerate((True, False)):  # two of them are seen whole, the recommended one first
        remedy = page.locator(".remedy").nth(place)
        box = remedy.bounding_box()
        assert box
        assert card["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= card["x"] + card["width"] + 1
        assert ("recommended" in str(remedy.get_attribute("class"))) == is_recommended
    expect(page.locator(".remedy .kd-whole")).to_have_count(3)
    page.click(".remedy.recommended [data-remedy]")
    expect(page.locator(".log .notice.good")).to_have_text(phone.word("whole log"))
    expect(page.locator(".log .quiet").first).to_have_text(phone.word("step", number=4, all=4))
    for step in (3, 2):
        page.click(f".steps [aria-label='{phone.word('step back')}']")
        expect(page.locator(".log .quiet").first).to_have_text(phone.word("step", number=step, all=4))


def test_what_is_due_is_not_ruled_on_before_it_is_told(phone: Phone) -> None:
    """Which dominoes are turned up is not known: that is said when the line is asked for, not before."""
    page = phone.open("#/judge/kingdomino")
    new_table(page, seed=None)
    expect(page.locator(".play")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator(".verdict")).to_have_count(0)
    page.click(".play")
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict undetermined"))


def test_moves_are_played_and_taken_back(english: Phone) -> None:
    page = english.open("#/judge/kingdomino")
    new_table(page)
    page.locator(".tapping [data-line=next_line] [data-domino]").nth(0).click()
    play(page)
    expect(page.locator(".log .quiet").first).to_have_text("1 of 1")
    page.reload()
    expect(page.locator(".log .quiet").first).to_have_text("1 of 1")
    page.click(".asking .undo")
    expect(page.locator(".log")).to_have_count(0)
    english.open("#/judge/kingdomino")
    new_table(page)
    expect(page.locator(".asking .undo")).to_be_disabled()


def test_a_question_waits_for_the_network(phone: Phone) -> None:
    page = phone.open("#/judge/kingdomino")
    paste(page, STATE)
    domino(page, 12)
    square(page, 2, 1)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    square(page, 2, 2)
    expect(page.locator(".waiting")).to_have_text(phone.word("waits"))
    page.context.set_offline(False)
    expect(page.locator(".verdict h2")).to_contain_text(phone.word("verdict illegal"))
    phone.troubles = [trouble for trouble in phone.troubles if "ERR_INTERNET_DISCONNECTED" not in trouble]


def test_no_builders_words_on_family_screens(phones: Phones) -> None:
    for language in ("en", "es", "pl"):
        phone = phones(language)
        page = phone.open("#/judge/kingdomino")
        seen = ""
        for way in ("new table", "example", "saved"):
            page.click(f".chip[data-value='{way}']")
            seen += page.inner_text("main")
        paste(page, STATE)
        domino(page, 12)
        square(page, 2, 1)
        square(page, 2, 2)
        page.wait_for_selector(".verdict")
        seen += page.inner_text("main") + page.inner_text(".tapping")
        for word in ("JSON", "seed", "Semilla", "Ziarno", "token", "ndetermined", "Component pack", "null"):
            assert word not in seen, word
