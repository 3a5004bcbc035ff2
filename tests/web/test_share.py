"""Share: a case in a link, in a QR code that another program reads, and in a file of the case library's format."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from schemas.cases import Case
from tests.web.conftest import Phone

QUESTION = {
    "state": {"players": [{"name": "ana", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]}]},
    "move": {"type": "place", "player": "ana", "domino": 12, "x": 3, "y": 0, "to": "n"},
}


def shared(page: Page) -> str:
    page.click(".ruling .share")
    page.wait_for_selector(".share-body .code")
    return page.input_value("input.link")


def ruled(phone: Phone) -> Page:
    page = phone.open("#/judge/kingdomino")
    page.click(".chip[data-value='saved']")
    page.fill("#pasted", json.dumps(QUESTION))
    page.click(".take-over")
    page.wait_for_selector(".verdict")
    return page


def link_of(page: Page, content: dict[str, Any]) -> str:
    return str(
        page.evaluate(
            """async (content) => {
                const address = document.querySelector('script[type=module]').src.replace('app.js', 'packed.js');
                return (await import(address)).packCase(content);
            }""",
            content,
        )
    )


def old_link(content: dict[str, Any]) -> str:
    """A link as the page made them before there were short forms: deflated JSON with the number of its format."""
    packer = zlib.compressobj(wbits=-15)
    return (
        base64.urlsafe_b64encode(packer.compress(json.dumps(content).encode()) + packer.flush()).decode().rstrip("=")
    )


def test_a_link_carries_the_whole_question(phone: Phone, phones: Any) -> None:
    page = ruled(phone)
    link = shared(page)
    case_id = page.inner_text("dialog .case-id")
    other = phones("pl" if phone.language == "en" else "en")
    other.page.goto(link)
    other.page.wait_for_selector(".verdict")
    expect(other.page.locator(".verdict h2")).to_contain_text(other.word("verdict illegal"))
    expect(other.page.locator(".standing")).to_contain_text(other.word("still so"))
    expect(other.page.locator(".standing code")).to_have_text(case_id)
    sent = [address for address in other.requests if "case" in address and "/web/" not in address]
    assert all("#" in address for address in sent)  # what a fragment says never leaves the phone


def test_the_code_is_read_by_another_program(english: Phone, tmp_path: Path) -> None:
    page = ruled(english)
    shared(page)
    case_id = page.inner_text("dialog .case-id")
    page.locator(".code").screenshot(path=tmp_path / "code.png")
    [code] = zxingcpp.read_barcodes(Image.open(tmp_path / "code.png"))
    page.go_back()  # Escape would go back, too, but the test would not wait for it
    page.goto(code.text)
    expect(page.locator(".standing.good code")).to_have_text(case_id)


def test_codes_of_many_sizes_are_right(english: Phone) -> None:
    page = english.open("#/rules")
    for length in (20, 300, 900, 1900, 2870):
        text = "https://example.org/#/case/" + "".join(chr(97 + (i * 7 + i // 3) % 26) for i in range(length))
        rows = page.evaluate(
            """async (text) => {
                const address = document.querySelector('script[type=module]').src.replace('app.js', 'vendor/uqr.js');
                return (await import(address)).encode(text, {ecc: 'L', border: 4}).data;
            }""",
            text,
        )
        drawn = Image.new("L", (len(rows), len(rows)))
        drawn.putdata([0 if dark else 255 for row in rows for dark in row])
        seen = zxingcpp.read_barcodes(drawn.resize((len(rows) * 4, len(rows) * 4), Image.Resampling.NEAREST))
        assert [code.text for code in seen] == [text]


def test_a_ruling_that_has_changed_is_told(phone: Phone) -> None:
    """As if the rules of that day had let the move pass."""
    page = phone.open("#/rules")
    version = {"game": "kingdomino", "rulebook": "2020.1", "engine": "0.0.1"}
    seen = {
        "case_id": "0" * 24,
        "language": "en",
        "rules_version": version,
        "expected": {"verdict": "legal", "broken": []},
    }
    content = {"game": "kingdomino", "operation": "validate", "question": QUESTION, "seen": seen}
    page.goto(f"{phone.site}/#/case/{link_of(page, content)}")
    expect(page.locator(".standing.warn h2")).to_contain_text(phone.word("no longer so"))
    expect(page.locator(".standing")).to_contain_text("2020.1+0.0.1")
    expect(page.locator(".standing")).to_contain_text(phone.word("part broken"))


FORCED_CHOICE_LEFT_OUT = {
    "state": {
        "phase": "play",
        "players": [{"name": "ana", "kingdom": []}, {"name": "bruno"}, {"name": "carla"}, {"name": "diego"}],
        "current_line": [],
        "next_line": [
            {"domino": 1, "king": "ana"},
            {"domino": 7, "king": "bruno"},
            {"domino": 19, "king": "carla"},
            {"domino": 30},
        ],
        "pile": [],
    },
    "move": {"type": "place", "player": "ana", "domino": 1, "x": 1, "y": 0, "to": "e"},
}


def test_links_of_the_first_formats_still_open(english: Phone) -> None:
    """Forced decisions are played for those of the very first."""
    page = english.open("#/")
    seen = {"case_id": "0" * 24, "rules_version": {"rulebook": "2026.1", "engine": "0.1.0"}}
    for version, verdict in ((1, "legal"), (2, "illegal")):
        expected = {"verdict": verdict, "cites": []}
        content = {"v": version, "game": "kingdomino", "operation": "validate", "question": FORCED_CHOICE_LEFT_OUT}
        english.open(f"#/case/{old_link({**content, 'seen': {**seen, 'expected': expected}})}")
        expect(page.locator(".verdict h2")).to_contain_text(english.word(f"verdict {verdict}"))
        expect(page.locator(".standing.good code")).to_have_text("0" * 24)


def test_every_case_of_the_library_comes_back_from_both_kinds_of_letters(english: Phone) -> None:
    """Also names with letters of other alphabets, and control characters, which short forms must not be taken for."""
    page = english.open("#/rules")
    files = sorted(Path("service/games").glob("*/cases/*.json"))
    cases = [json.loads(path.read_text()) for path in files]
    contents = [{key: case[key] for key in ("game", "operation", "question")} for case in cases]
    odd = {"state": {"players": [{"name": "Łódź \u0001\u0002 \U0001f3b2"}]}}
    contents.append({"game": "kingdomino", "operation": "score", "question": odd})
    back = page.evaluate(
        """async (contents) => {
            const address = document.querySelector('script[type=module]').src.replace('app.js', 'packed.js');
            const { packCase, unpackCase } = await import(address);
            const there = async (one, isForCode) => unpackCase(await packCase(one, isForCode));
            return Promise.all(contents.map((one) => Promise.all([there(one, false), there(one, true)])));
        }""",
        contents,
    )
    assert back == [[one, one] for one in contents]


DRAWN = """async (cases) => {
    const address = document.querySelector('script[type=module]').src;
    const part = (name) => import(address.replace('app.js', name));
    const [{ ask, game }, { own }, { answerCard }] = await Promise.all(['api.js', 'parts.js', 'ruling.js'].map(part));
    const pause = () => new Promise((done) => setTimeout(done, 10));
    const wrong = [];
    for (const { id, game: name, operation, question } of cases) {
        const [entry, module] = await Promise.all([game(name), own(name)]);
        const answer = await ask(name, operation, question);
        const card = answerCard(entry, module, { operation, question, answer }, { tryMove() {}, goOn() {} });
        document.querySelector('#main').replaceChildren(card);
        for (const shown of card.querySelectorAll('.table-shown')) {
            for (let turn = 0; turn < 100 && !shown.firstChild; turn++) await pause();
            if (!shown.firstChild || shown.querySelector('.notice.bad')) wrong.push(`${id}: ${shown.textContent}`);
        }
    }
    return wrong;
}"""


@pytest.mark.parametrize("game", ["kingdomino", "brian-boru", "ortus-regni", "roll-and-raid"])
def test_every_case_of_the_library_is_drawn_on_its_board(english: Phone, game: str) -> None:
    page = english.open("#/rules")
    files = sorted(Path("service/games").glob(f"{game.replace('-', '_')}/cases/*.json"))
    cases = [json.loads(path.read_text()) | {"id": path.stem} for path in files]
    asked = [case for case in cases if case["operation"] in ("validate", "resolve")]
    assert len(asked) > 20
    assert page.evaluate(DRAWN, asked) == []


def test_a_code_is_of_few_squares(english: Phone) -> None:
    """A typical case of Kingdomino: before there were short forms it took 73 squares a side."""
    page = ruled(english)
    shared(page)
    view = page.locator(".code").get_attribute("viewBox") or ""
    assert int(view.split()[2]) - 2 * 4 <= 57


def test_a_damaged_link_is_told(english: Phone) -> None:
    page = english.open("#/rules")
    for text in ("", "nothing", "q1YqU7Iy", "a" * 500, "%F0%9F%8E%B2", "%"):
        page.goto(f"{english.site}/#/case/{text}")
        expect(page.locator("[role=alert]")).to_contain_text("does not hold a case")
        page.goto(f"{english.site}/#/rules")
        page.wait_for_selector(".section")


def test_a_link_to_a_malformed_question_is_told(english: Phone) -> None:
    page = english.open("#/rules")
    content = {"game": "kingdomino", "operation": "validate", "question": {"state": {"players": 3}, "move": {}}}
    page.goto(f"{english.site}/#/case/{link_of(page, content)}")
    expect(page.locator("[role=alert]")).to_contain_text("/state/players")
    english.troubles = [trouble for trouble in english.troubles if "422" not in trouble]


def test_a_case_goes_out_and_comes_back_as_a_file(phone: Phone, tmp_path: Path) -> None:
    page = ruled(phone)
    shared(page)
    page.fill("#case-title", "Łódź: ¿vale así?")
    with page.expect_download() as waiting:
        page.click(".export")
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    case = msgspec.json.decode(path.read_bytes(), type=Case)  # the library's own format, to the letter
    assert case.expected.verdict == "illegal"
    assert set(case.expected.broken or ()) == {"kingdomino/place/match", "kingdomino/place/own-half"}
    assert case.title.pl == "Łódź: ¿vale así?"
    state = {**case.question["state"]}
    assert state.pop("options")["edition"] in ("es", "first")  # the reader's book
    assert {"state": state, "move": case.question["move"]} == QUESTION
    page.keyboard.press("Escape")
    page.goto(f"{phone.site}/#/judge/brian-boru")  # a case of another game leads there
    page.click(".chip[data-value='saved']")
    page.set_input_files("#file", path)
    expect(page.locator(".standing.good")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Łódź: ¿vale así?")


def test_a_score_can_be_shared_too(english: Phone, phones: Any) -> None:
    page = english.open("#/score/kingdomino")
    page.click("[data-person='1']")
    page.click(".cell[data-x='-1'][data-y='0']")
    page.click("[data-person='0']")
    page.click(".cell[data-x='-1'][data-y='0']")
    page.click(".cell[data-x='-1'][data-y='0']")
    expect(page.locator("[data-person='0'] b")).to_have_text("1")
    page.click(".kd-games .share")
    page.wait_for_selector(".share-body .code")
    assert page.input_value("#case-title") == "Kingdomino: Ann: 1 point · Ben: 0 points"
    other = phones("es")
    other.page.goto(page.input_value("input.link"))
    expect(other.page.locator(".ranking li").first).to_contain_text("Ann")
    expect(other.page.locator(".standing.good")).to_be_visible()
