"""Ortus Regni at the table: each question reaches its answer by taps on cards, and odds have a headline and a bar."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.questions import Forms, check_question, tap

GOOD, BAD = "good", "bad"
FIEF = ".or-fief [data-card='{}']"
HOME = [".game-tile.ortus-regni", ".door.dispute"]


def lay(*cards: str) -> list[str]:
    """Cards that are laid into the marked place."""
    return [f".or-palette-box [data-pick='{card}']" for card in cards]


def pick(*cards: str) -> list[str]:
    """Cards that are chosen from a row of their own."""
    return [f"div.or-palette:not(.or-palette-box *) [data-pick='{card}']" for card in cards]


def chip(row: int, value: object) -> str:
    return f".control >> nth={row} >> .chip[data-value='{value}']"


def side(number: int) -> str:
    return f"[data-key='side {number}']"


FORMS: Forms = {
    "ransom": ([*lay("castle", "vassal"), chip(0, "earl"), FIEF.format("castle")], BAD, "ransom/own-castle"),
    "odds": ([chip(0, "castle"), chip(1, 0), *pick("knights", "infantry")], GOOD, "attack/siege-falls"),
    "church": ([chip(0, 3), *pick("church"), side(1), *pick("cathedral")], GOOD, "card/church-decides"),
    "put": ([*pick("castle"), *lay("castle"), ".or-fief-name"], BAD, "property/own-fief"),
    "attack": ([chip(0, "siege"), ".stepper button:last-child", *lay("castle")], BAD, "setup/first-round"),
    "joust": (pick("champion", "vassal", "vassal", "prince", "prince", "nothing"), GOOD, "joust/champion"),
    "treachery": ([chip(0, "king")], BAD, "king/no-harm"),
    "intrigue": ([chip(0, "properties"), *lay("palace", "land"), chip(1, 3)], BAD, "intrigue/one-or-two"),
    "struggle": (
        [chip(0, "treachery"), chip(1, "true"), *pick("vassal"), side(1), *pick("vassal")],
        GOOD,
        "dispute/majority",
    ),
    "losses": (
        [chip(0, "castle"), chip(1, 0), *pick("knights", "knights"), side(1), *pick("infantry", "attacker")],
        GOOD,
        "damage/total",
    ),
    "fight": ([chip(0, "attackers"), *pick("mercenary")], BAD, "field/hand"),
    "help": ([chip(0, "vikings"), chip(1, "third"), *pick("knights")], BAD, "vikings/alone"),
    "capture": (
        [
            chip(0, "siege"),
            *pick("prince", "castle", "land"),
            ".or-palette >> nth=2 >> [data-pick='castle']",
            ".or-palette >> nth=2 >> [data-pick='land']",
        ],
        BAD,
        "capture/slots",
    ),
    "bet": (
        [*lay("palace", "prince"), chip(0, "enter"), FIEF.format("palace"), FIEF.format("prince")],
        BAD,
        "joust/last-anchor",
    ),
    "crown": ([chip(0, 3), chip(1, -1), *pick("banner"), chip(2, 0)], GOOD, "crown/lead"),
    "out": ([chip(0, 2), chip(1, 0)], BAD, "end/last-fief"),
    "vikings": (
        [chip(0, 4), chip(1, "false"), ".or-marker >> nth=6", chip(2, "false")],
        GOOD,
        "vikings/eighth-marker",
    ),
    "bequeath": ([*lay("castle", "vassal")], BAD, "bequeath/prince"),
    "recruit": ([*lay("castle", "land"), chip(0, 2)], BAD, "army/recruit-two"),
}
"""The taps on a form, the tone of the answer, and the rule below it."""


WITH_AXE = ("ransom", "odds", "joust", "vikings")


@pytest.mark.parametrize("form", FORMS)
def test_each_question_reaches_its_answer(form: str, phones: Callable[..., Phone]) -> None:
    language = ("en", "es", "pl")[list(FORMS).index(form) % 3]
    check_question(phones(language), "ortus-regni", form, FORMS, with_axe=form in WITH_AXE, has_reason=form != "odds")


def test_every_form_has_its_taps_here(english: Phone) -> None:
    page = english.open("#/dispute/ortus-regni")
    page.wait_for_selector(".question")
    asked = page.eval_on_selector_all(".question:not(.whole)", "all => all.map((one) => one.hash.split('/').pop())")
    assert sorted(asked) == sorted(FORMS)


def test_can_i_pay_this_as_ransom_from_the_home_screen(phone: Phone) -> None:
    page = phone.open()
    ransom = ".question[href$='/ransom']"
    taps = [*HOME, ransom, *lay("castle", "vassal", "land"), chip(0, "earl"), FIEF.format("land")]
    for target in taps:
        tap(page, target)
    expect(page.locator(".dispute-answer .verdict")).to_have_class("card verdict good")
    expect(page.locator(FIEF.format("land"))).to_have_class(re.compile(r"\bgood\b"))
    expect(page.locator(".checklist")).to_have_count(0)  # nothing had to be assumed


def test_the_odds_of_a_battle_from_the_home_screen(phone: Phone) -> None:
    page = phone.open()
    units = [*pick("knights", "knights", "champion"), side(1), *pick("infantry", "infantry")]
    taps = [*HOME, ".question[href$='/odds']", chip(0, "castle"), chip(1, 0), *units, chip(2, "nobody")]
    for target in taps:
        tap(page, target)
    headline = {"en": "The Castle falls: 87.5 %", "es": "Cae el Castillo: 87,5 %", "pl": "Zamek pada: 87,5 %"}
    expect(page.locator(".verdict h2")).to_contain_text(headline[phone.language])
    expect(page.locator(".short-verdict")).to_contain_text(headline[phone.language])
    width = page.locator(".or-odds .bar .sure").first.evaluate("one => one.style.width")
    assert width == "87.5%"


def test_nothing_is_preset_on_the_battle_screen(english: Phone) -> None:
    page = english.open("#/score/ortus-regni")
    page.wait_for_selector(".control .chip")
    expect(page.locator(".chip[aria-pressed=true]")).to_have_count(0)
    tap(page, chip(0, "palace"))
    expect(page.locator(".or-side .or-card:not(.unknown)")).to_have_count(0)
    tap(page, f"{pick('knights')[0]}")
    expect(page.locator(".dispute-answer > *")).to_have_count(0)  # how many Towers there are is not told


def test_who_speaks_for_the_church_is_unknown_until_it_is_told(english: Phone) -> None:
    page = english.open("#/dispute/ortus-regni/odds")
    for target in [chip(0, "castle"), chip(1, 0), *pick("knights"), side(1), *pick("monk")]:
        tap(page, target)
    expect(page.locator(".verdict h2")).to_contain_text("0 %")
    tap(page, side(0))
    tap(page, pick("knights")[0])
    expect(page.locator(".verdict h2")).to_contain_text(re.compile(r"75\W+87[.,]5\s%"))
    tap(page, chip(2, "nobody"))
    expect(page.locator(".verdict h2")).to_contain_text(": 87.5 %")


def test_a_legal_payment_instead_is_a_ghost_that_can_be_tapped(english: Phone) -> None:
    page = english.open("#/dispute/ortus-regni/ransom")
    for target in [*lay("castle", "vassal", "land"), chip(0, "earl"), FIEF.format("castle")]:
        tap(page, target)
    expect(page.locator(FIEF.format("castle"))).to_have_class(re.compile(r"\bbad\b"))
    expect(page.locator(FIEF.format("land"))).to_have_class(re.compile(r"\bghost\b"))
    tap(page, FIEF.format("land"))
    expect(page.locator(".dispute-answer .verdict")).to_have_class("card verdict good")


def test_no_to_an_assumption_opens_its_place(english: Phone) -> None:
    page = english.open("#/dispute/ortus-regni/treachery")
    for target in [chip(0, "lord"), *lay("palace", "prince"), ".checklist .no"]:
        tap(page, target)
    expect(page.locator("details[open] .wanted")).to_be_visible()
    tap(page, "details[open] .chip[data-value='Ben']")
    expect(page.locator(".dispute-answer .verdict")).to_have_class("card verdict bad")


def test_a_whole_table_is_laid_and_cards_are_taken_away(phone: Phone) -> None:
    page = phone.open("#/judge/ortus-regni")
    page.click(".bare")
    page.click(".edit")
    expect(page.locator(".or-fief")).to_have_count(0)
    for target in lay("palace", "prince", "land", "land"):
        tap(page, target)
    expect(page.locator(".or-fief .or-count")).to_have_text("×2")
    tap(page, ".or-erase")
    tap(page, FIEF.format("prince"))
    expect(page.locator(FIEF.format("prince"))).to_have_count(0)
    page.click(".edit")
    expect(page.locator(".or-fief .or-count")).to_have_text("×2")


def test_odds_say_each_thing_once_and_no_chance_is_not_green(english: Phone) -> None:
    page = english.open("#/dispute/ortus-regni/odds")
    for target in (*FORMS["odds"][0], side(1), *pick("infantry")):
        tap(page, target)
    bar = page.locator(".or-odds > .chance").first
    expect(bar).to_contain_text("falls")
    expect(bar).to_contain_text("%")
    expect(page.locator(".or-odds")).to_contain_text("Tell above who speaks for the Church.")
    tap(page, ".or-odds summary >> nth=0")
    lines = page.locator(".or-odds .line .chance > span:first-child").all_inner_texts()
    assert len(lines) == len(set(lines))
    assert not any(line.endswith("hit: 0") for line in lines)
    for _ in range(6):
        tap(page, *pick("knights"))
    expect(page.locator(".dispute-answer .verdict")).to_have_class("card verdict bad")
    expect(page.locator(".verdict h2")).to_contain_text("0")


@pytest.mark.parametrize(
    ("cards", "rule", "told"),
    [
        (["champion", "vassal", "vassal", "prince", "prince", "nothing"], "A Champion is wild", "counts as a Vassal"),
        (["champion", "prince", "prince", "vassal", "vassal", "nothing"], "Who wins a joust", "wins the joust"),
        (["vassal", "vassal", "vassal", "champion", "prince", "nothing"], "Who wins a joust", "wins the joust"),
    ],
)
def test_a_joust_cites_the_rule_that_decides_it(cards: list[str], rule: str, told: str, english: Phone) -> None:
    """With a Champion that is the rule that he is wild, but only where the winner would not have won without."""
    page = english.open("#/dispute/ortus-regni/joust")
    for card in pick(*cards):
        tap(page, card)
    expect(page.locator(".caption h3")).to_have_text(rule)
    expect(page.locator(".verdict .reason")).to_contain_text(told)


@pytest.mark.parametrize(
    ("taps", "why", "rule"),
    [
        (
            [chip(0, "castle"), chip(1, 0), *pick("infantry")],
            "The attackers deal 1 point of damage. It takes 2 to bring down a Castle.",
            "Siege of a Castle",
        ),
        (
            [chip(0, "palace"), chip(1, 1), *pick("knights", "infantry"), side(1), *pick("infantry")],
            "After what the defenders and the Towers absorb, 1 is left. It takes 3 to bring down a Palace.",
            "Siege of a Castle",
        ),
        ([chip(0, "towers"), chip(1, 0), *pick("infantry")], "no Tower to lose", "Nothing to attack"),
    ],
)
def test_an_attack_without_a_chance_says_why(taps: list[str], why: str, rule: str, english: Phone) -> None:
    page = english.open("#/dispute/ortus-regni/odds")
    for target in taps:
        tap(page, target)
    expect(page.locator(".verdict h2")).to_contain_text("0")
    expect(page.locator(".verdict .reason")).to_contain_text(why)
    expect(page.locator(".caption h3")).to_have_text(rule)
