"""Share links as the page reads them, and answers that are compared with stored ones."""

import base64
import json
import re
import shutil
import subprocess
import zlib
from typing import Any

import pytest
from brehon_client import changes, expected_of, share_link, unpack_link
from brehon_client.short_links import PIECES, is_short

from tests.docs.examples import ROOT

WEB = ROOT / "service" / "web"

QUESTION = {"state": {"players": [{"name": "zoë", "squares": []}]}, "claimed": {"zoë": 3}}
ANSWER: dict[str, Any] = {
    "verdict": "possible",
    "players": [{"name": "zoë", "total": 4}, {"name": "bo", "total": None}],
    "ranking": [["zoë"], ["bo"]],
    "violations": [],
    "citations": [{"rule": "a"}, {"rule": "b"}, {"rule": "a"}],
    "case_id": "f00",
    "rules_version": {"game": "kingdomino", "rulebook": "1", "engine": "1"},
}
READ = """
import {{ unpackCase, packCase }} from "{module}";
const [text] = process.argv.slice(1);
const content = await unpackCase(text);
const links = [await packCase(content), await packCase(content, true)];
console.log(JSON.stringify({{ content, links, contents: await Promise.all(links.map(unpackCase)) }}));
"""


def test_a_link_holds_the_question_and_what_was_answered() -> None:
    link = share_link("https://brehon.example/", "kingdomino", "score", QUESTION, ANSWER, "es")
    assert link.startswith("https://brehon.example/#/case/")
    content = unpack_link(link)
    assert content.pop("seen") == {
        "case_id": "f00",
        "language": "es",
        "rules_version": ANSWER["rules_version"],
        "expected": expected_of("score", ANSWER),
    }
    assert content == {"game": "kingdomino", "operation": "score", "question": QUESTION}


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_the_page_reads_the_links_of_the_client_and_the_other_way_round() -> None:
    link = share_link("https://brehon.example", "kingdomino", "score", QUESTION, ANSWER)
    module = (WEB / "packed.js").as_uri()
    command = ["node", "--input-type=module", "-e", READ.format(module=module), link.rpartition("/")[2]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    by_the_page = json.loads(done.stdout)
    assert by_the_page["content"] == unpack_link(link)
    for packed, content in zip(by_the_page["links"], by_the_page["contents"], strict=True):
        assert is_short(packed)
        assert unpack_link(f"https://brehon.example/#/case/{packed}") == content
        assert content["question"] == QUESTION
        assert content["seen"]["expected"]["totals"] == {"zoë": 4}


def test_the_short_pieces_are_those_of_the_page() -> None:
    listed = re.search(r"const PIECES = \[\n(.*?)\n\];", (WEB / "letters.js").read_text("utf-8"), re.DOTALL)
    assert listed is not None
    assert re.findall(r"'([^']*)'", listed[1]) == list(PIECES)


def short(text: str) -> str:
    packed = zlib.compress(text.encode(), wbits=-15)
    return f"https://a.example/#/case/.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_a_short_link_may_have_more_than_is_known() -> None:
    content = unpack_link(short('["gops","score",{"state":{}},["f00",null,null,null,null,"Title",7],7]'))
    assert content["seen"] == {"case_id": "f00", "title": "Title"}


@pytest.mark.parametrize(
    "text",
    [
        "{}", "[]", "7", '["gops","score"]', '["gops","score",null]', '[1,"score",{"state":{}}]', "[" * 100_000,
        '["gops","score",{"a":1},["f00",["1"]]]', '["gops","score",{"a":1},["f00",7]]',
        '["gops","score",{"a":1},["f00",null,"legal",7]]', '["gops","score",{"a":"' + "\x01" * 1_000_000 + '"}]',
    ],
)  # fmt: skip
def test_a_short_link_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a link"):
        unpack_link(short(text))


@pytest.mark.parametrize(
    "link",
    [
        "",
        "x",
        "https://a.example/#/case/",
        "https://a.example/#/case/AAAA",
        "e30",
        "ó",
        ".",
        "..",
        "..1",
        "..a",
        ".AA",
    ],
)
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(ValueError, match="not a link"):
        unpack_link(link)


def test_a_link_cannot_unpack_to_gigabytes() -> None:
    link = share_link("", "kingdomino", "score", {"filler": "0" * 20_000_000})
    assert len(link) < 50_000
    with pytest.raises(ValueError, match="not a link"):
        unpack_link(link)


def test_the_same_answer_has_no_changes() -> None:
    expected = expected_of("score", ANSWER)
    assert expected == {
        "verdict": "possible",
        "broken": [],
        "cites": ["a", "b"],
        "totals": {"zoë": 4},
        "ranking": [["zoë"], ["bo"]],
    }
    assert changes(expected, ANSWER) == {}


def test_changes_name_the_parts_with_both_values() -> None:
    other = {**ANSWER, "verdict": "impossible", "violations": [{"rule": "x"}], "citations": [{"rule": "b"}]}
    other["players"] = [{"name": "zoë", "total": 5}]
    assert changes(expected_of("score", ANSWER), other) == {
        "verdict": ("possible", "impossible"),
        "broken": ([], ["x"]),
        "cites": (["a", "b"], ["b"]),
        "totals": ({"zoë": 4}, {"zoë": 5}),
    }


def test_the_parts_of_a_replay_are_those_of_the_move_that_failed() -> None:
    ruling = {"violations": [{"rule": "x"}], "citations": [{"rule": "y"}], "events": [{"type": "e"}]}
    answer = {
        "verdict": "illegal",
        "failed_at": 2,
        "ruling": ruling,
        "repair": {"citations": [], "recommended": "stands"},
    }
    expected = expected_of("replay", answer)
    assert expected == {"verdict": "illegal", "broken": ["x"], "cites": ["y"], "failed_at": 2}
    more = {**expected, "events": ["e"], "recommended": "stands", "next": None, "moves": None}
    assert changes(more, answer) == {}
    assert changes({**more, "moves": 3}, answer) == {"moves": (3, None)}
