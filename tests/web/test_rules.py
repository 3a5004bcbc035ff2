"""Rules: the book in its order, a search while typing, a link to every rule, all of it offline once visited."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Phone


def until(page: Page, condition: str) -> None:
    """The page's own policy forbids what Playwright waits by."""
    for _ in range(100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise AssertionError(condition)


def test_the_rules_stand_in_the_order_of_the_book(phone: Phone) -> None:
    page = phone.open("#/rules/brian-boru")
    page.wait_for_selector(".section")
    told = phone.look_up("/games/brian-boru/rules")
    shown = page.locator(".section article").evaluate_all("all => all.map(one => one.id)")
    assert shown == [rule["id"] for section in told["sections"] for rule in section["rules"]]
    titles = [section["title"] for section in told["sections"]]
    shown = [text.split("\n")[0] for text in page.locator(".section > summary").all_inner_texts()]
    assert shown[: len(titles)] == titles


def test_each_rule_has_a_link(phone: Phone) -> None:
    page = phone.open("#/rules/kingdomino/place/own-half")
    wanted = page.locator(".rule.wanted")
    expect(wanted).to_be_in_viewport()
    expect(wanted.locator(".tag.house")).to_have_text(phone.word("source house-ruling"))
    expect(wanted.locator(".house strong")).to_have_text(phone.word("house ruling"))
    expect(wanted.locator(".house p")).to_contain_text("KD-4")
    page.locator("article.rule").nth(2).locator("a").evaluate("link => link.click()")
    assert page.url.endswith(page.locator("article.rule").nth(2).get_attribute("id") or "nothing")


def test_where_books_differ_is_seen(phone: Phone) -> None:
    page = phone.open("#/rules/brian-boru")
    page.wait_for_selector(".section")
    told = phone.look_up("/games/brian-boru/rules")
    rules = [rule for section in told["sections"] for rule in section["rules"]]
    differing = [rule for rule in rules if any(source["status"] == "differs" for source in rule["sources"])]
    assert len(differing) == page.locator("article.rule h3 .tag.warn").count() > 0
    first = differing[0]
    source = next(source for source in first["sources"] if source["status"] == "differs")
    assert source["difference"] in page.locator(f"[id='{first['id']}']").text_content()  # type: ignore[operator]


def test_search_while_typing(phone: Phone) -> None:
    word = {"en": "castle", "es": "castillo", "pl": "zamek"}[phone.language]
    page = phone.open("#/rules/kingdomino")
    page.locator("#search").press_sequentially(word[:4])
    expect(page.locator(".hit mark").first).to_contain_text(word[:4], ignore_case=True)
    page.check("#everywhere")
    expect(page.locator(".hit .tag").first).to_be_visible()
    page.locator(".hit").first.click()
    expect(page.locator(".rule.wanted")).to_be_in_viewport()


QUESTIONS = {
    "en": ("what happens on a tie?", "kingdomino/score/tie-territory"),
    "es": ("¿puedo mover una loseta que ya coloqué?", "kingdomino/place/fixed"),
    "pl": ("czy mogę przesunąć położoną płytkę?", "kingdomino/place/fixed"),
}


def test_a_question_finds_its_rule_and_stands_there_again_after_it(phone: Phone) -> None:
    question, rule = QUESTIONS[phone.language]
    page = phone.open("#/rules/kingdomino")
    page.fill("#search", question)
    page.locator(f".hit[href='#/rules/{rule}']").click()
    expect(page.locator(".rule.wanted")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#search")).to_have_value(question)
    expect(page.locator(f".hit[href='#/rules/{rule}']")).to_be_visible()


def test_terms_and_cases_are_found_too_and_a_case_is_ruled_on(phone: Phone) -> None:
    page = phone.open("#/rules/kingdomino")
    page.fill("#search", {"en": "castle", "es": "castillo", "pl": "zamek"}[phone.language])
    expect(page.locator("div.hit .tag").first).to_have_text(phone.word("glossary"))
    case = page.locator("button.hit:has(.tag)").first
    verdict = case.locator(".tag").first.inner_text()
    case.click()
    expect(page.locator(".ruling")).to_have_attribute("aria-label", verdict)


def test_a_search_without_hits_says_so(english: Phone) -> None:
    page = english.open("#/rules/kingdomino")
    page.fill("#search", "xylophone")
    expect(page.locator(".found")).to_contain_text("Nothing was found")
    expect(page.locator(".section").first).to_be_visible()  # the whole book instead


def test_an_unknown_rule_is_told(english: Phone) -> None:
    page = english.open("#/rules/kingdomino/place/nowhere")
    expect(page.locator(".book-tree > .notice")).to_contain_text("kingdomino/place/nowhere")


def test_the_rules_can_be_read_offline(phones: object) -> None:
    phone: Phone = phones("es", service_workers="allow")  # type: ignore[operator]
    page = phone.open("#/score/kingdomino")
    until(page, "navigator.serviceWorker.controller !== null")
    until(page, "caches.match('/v1/games/brian-boru/rules?lang=es').then(Boolean)")
    page.context.set_offline(True)
    try:
        page.reload()
        page.click("#tabs a[href='#/rules']")
        page.wait_for_selector(".section")
        page.click(".chips.games a[href='#/rules/brian-boru']")
        expect(page.locator("article[id='brian-boru/trick/leader']")).to_be_attached()
        page.fill("#search", "princesa")
        expect(page.locator(".hit").first).to_contain_text("princesa", ignore_case=True)
        page.click("#tabs a[href='#/home']")
        page.fill("#anything", "¿quién se queda con la princesa?")
        expect(page.locator("a.hit").first).to_contain_text("princesa", ignore_case=True)
        page.click("#tabs a[href='#/score']")
        expect(page.locator(".tag.here")).to_have_text(phone.word("counted here"))
    finally:
        page.context.set_offline(False)
    phone.troubles = [trouble for trouble in phone.troubles if "etch" not in trouble and "net::" not in trouble]
