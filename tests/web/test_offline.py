"""Without a network: points are counted on the phone, rules are read and searched, and the service confirms later."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import LANGUAGES, Phone
from tests.web.test_rules import until

GAMES = ("kingdomino", "brian-boru", "roll-and-raid")


def turns(names: tuple[str, ...]) -> list[Any]:
    """Each of these in one language, another one for the next; in all of them with ``make stress``."""
    languages = list(LANGUAGES)
    if "BREHON_STRESS" in os.environ:
        return [(name, language) for name in names for language in languages]
    return [(name, languages[place % len(languages)]) for place, name in enumerate(names)]


def visited(phone: Phone, way: str) -> Page:
    """A page that was open until everything was kept."""
    page = phone.open(way)
    until(page, "navigator.serviceWorker.controller !== null")
    last = f"/v1/games/roll-and-raid/packs/base?lang={phone.language}"
    kept = [f"/v1/games/{game}/rules?lang={phone.language}" for game in GAMES] + [last]
    until(page, f"Promise.all({json.dumps(kept)}.map((one) => caches.match(one))).then((all) => all.every(Boolean))")
    return page


@contextmanager
def offline(phone: Phone) -> Iterator[None]:
    phone.page.context.set_offline(True)
    try:
        yield
    finally:
        phone.page.context.set_offline(False)
        away = ("etch", "net::")
        phone.troubles = [trouble for trouble in phone.troubles if not any(word in trouble for word in away)]


def total(page: Page) -> Locator:
    return page.locator("[data-person='0'] b")


def two_lakes(page: Page) -> None:
    """Two lakes with one crown: a square has a crown after a second tap."""
    page.locator("[data-tool=lake]").tap()
    for x, y in ((1, 0), (2, 0), (2, 0)):
        page.locator(f".cell[data-x='{x}'][data-y='{y}']").tap()


def enter(page: Page, game: str) -> str:
    """Something that is worth points, and the total of the first player."""
    if game == "kingdomino":
        two_lakes(page)
        return "2"
    page.locator(".pad-form .stepper input").first.fill("20")
    return "20"


@pytest.mark.parametrize(("game", "language"), turns(GAMES))
def test_points_are_counted_without_a_network(phones: Callable[..., Phone], game: str, language: str) -> None:
    phone = phones(language, service_workers="allow")
    page = visited(phone, f"#/score/{game}")
    with offline(phone):
        page.reload()
        expected = enter(page, game)
        expect(total(page)).to_have_text(expected)
        expect(page.locator(".tag.here")).to_have_text(phone.word("counted here"))
        expect(page.locator("[role=status]", has_text=phone.word("not confirmed"))).to_be_visible()
        expect(page.locator("[role=alert]")).to_have_count(0)
        page.locator(".lines .line").first.tap()
        expect(page.locator("dialog .rule-text")).not_to_be_empty()
        page.keyboard.press("Escape")
    expect(page.locator(".tag.here")).to_have_count(0)  # the network is back: the service has confirmed it
    expect(total(page)).to_have_text(expected)


@pytest.mark.parametrize(("game", "language"), turns(("kingdomino",)))
def test_the_same_lines_with_and_without_a_network(phones: Callable[..., Phone], game: str, language: str) -> None:
    phone = phones(language, service_workers="allow")
    page = visited(phone, f"#/score/{game}")
    enter(page, game)
    points = page.locator(".lines .line b")
    expect(total(page)).to_have_text("2")
    expect(page.locator(".tag.here")).to_have_count(0)
    with_network = points.all_inner_texts()
    with offline(phone):
        page.reload()
        expect(page.locator(".tag.here")).to_be_visible()
        assert points.all_inner_texts() == with_network


def test_another_language_is_kept_as_soon_as_it_is_chosen(phones: Callable[..., Phone]) -> None:
    phone = phones("en", service_workers="allow")
    page = visited(phone, "#/rules/brian-boru")
    page.select_option("#language", "pl")
    phone.language = "pl"
    until(page, "caches.match('/v1/games/roll-and-raid/rules?lang=pl').then(Boolean)")
    with offline(phone):
        page.reload()
        page.fill("#search", "księżniczka")
        expect(page.locator(".hit").first).to_contain_text("księżniczk", ignore_case=True)
        page.locator(".hit").first.tap()
        expect(page.locator("article.open, article:target, .rule-text").first).not_to_be_empty()


# ---------------------------------------------------------------- with a network


def answer_of(route: Route) -> dict[str, Any]:
    told: dict[str, Any] = route.fetch().json()
    return told


def test_a_slow_service_confirms_what_the_phone_has_counted(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    waiting: list[Route] = []
    page.route("**/kingdomino/score", lambda route: waiting.append(route))
    two_lakes(page)
    expect(total(page)).to_have_text("2")
    expect(page.locator(".tag.here")).to_be_visible()
    for route in waiting:
        route.continue_()
    expect(page.locator(".tag.here")).to_have_count(0)
    expect(total(page)).to_have_text("2")


def test_what_the_service_says_stands(english: Phone) -> None:
    page = english.open("#/score/kingdomino")
    waiting: list[Route] = []
    page.route("**/kingdomino/score", lambda route: waiting.append(route))
    two_lakes(page)
    expect(total(page)).to_have_text("2")
    answer = answer_of(waiting[-1])
    answer["players"][0]["total"] = 99
    for route in waiting[:-1]:
        route.abort()
    waiting[-1].fulfill(json=answer)
    expect(total(page)).to_have_text("99")
    english.troubles = [trouble for trouble in english.troubles if "net::" not in trouble]
