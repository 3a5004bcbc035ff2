"""What the command reads: files, standard input, cases, links; and what it says about anything else."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from brehon_client import share_link
from flask.testing import FlaskClient

from tests.cli.command import answering, brehon, example
from tests.live_server import running

MOVE = {"type": "place", "player": "ana", "domino": 5, "x": 3, "y": 1, "to": "n"}
STATE = {"players": [{"name": "ana", "kingdom": [{"domino": 19, "x": 1, "y": 0, "to": "e"}]}]}
QUESTION: dict[str, Any] = {"state": STATE, "move": MOVE}
CASE = {"game": "kingdomino", "operation": "validate", "question": QUESTION}


def test_a_file_standard_input_a_case_and_a_link_are_the_same_question(tmp_path: Path) -> None:
    path = tmp_path / "question.json"
    path.write_text(json.dumps(QUESTION))
    answer = brehon("judge", path, "--game", "kingdomino", "--json").stdout
    assert json.loads(answer)["verdict"] == "illegal"
    assert brehon("judge", "--game", "kingdomino", "--json", stdin=json.dumps(QUESTION)).stdout == answer
    assert brehon("judge", "-", "--json", stdin=json.dumps(CASE)).stdout == answer
    assert brehon("judge", share_link("https://brehon.example", **CASE), "--json").stdout == answer


def test_a_case_as_the_service_serves_it_is_asked(client: FlaskClient, tmp_path: Path) -> None:
    """``GET /v1/games/{game}/cases/{case}`` wraps the case."""
    served = client.get("/v1/games/kingdomino/cases/a-whole-turn")
    (tmp_path / "case.json").write_bytes(served.get_data())
    result = brehon("replay", tmp_path / "case.json", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["verdict"] == "legal"
    wrong = brehon("judge", tmp_path / "case.json")
    assert wrong.exit_code == 4
    assert "This is a case for `brehon replay`." in wrong.stderr


def test_options_add_fields() -> None:
    result = brehon("judge", "--suggest", "--compare", "--json", "--viewer", "ana", stdin=json.dumps(CASE))
    answer = json.loads(result.stdout)
    assert answer["suggestions"]
    assert "comparison" in answer
    listed = brehon(
        "legal-moves", "--player", "bruno", "--type", "place", "--explain", "--game", "kingdomino", "--json",
        stdin=json.dumps(example("kingdomino", "legal-moves")["request"]),
    )  # fmt: skip
    assert {(move["player"], move["type"]) for move in json.loads(listed.stdout)["moves"]} == {("bruno", "place")}


def test_claimed_totals_are_compared() -> None:
    body = json.dumps({"state": {"players": [{"name": "ana", "squares": []}]}})
    words = ("score", "--game", "kingdomino", "--claimed")
    assert brehon(*words, "ana=0", stdin=body).exit_code == 0
    assert brehon(*words, "ana=5", stdin=body).exit_code == 1
    assert brehon(*words, "ana", stdin=body).exit_code == 2


@pytest.mark.parametrize("part", ["state", "setup", "games", "sheet"])
def test_an_edition_is_set_wherever_options_are(part: str) -> None:
    bodies: dict[str, tuple[tuple[str, ...], dict[str, Any], str]] = {
        "state": (("judge", "--game", "kingdomino"), QUESTION, "first"),
        "setup": (
            ("replay", "--game", "kingdomino"),
            {"setup": {"players": ["ana", "bo"], "options": {"edition": "es"}}, "moves": []},
            "first",
        ),
        "games": (("score", "--game", "kingdomino"), {"games": [STATE, STATE]}, "first"),
        "sheet": (("score", "--game", "brian-boru"), example("brian-boru", "score")["request"], "es"),
    }
    words, question, edition = bodies[part]
    plain, other = question, json.loads(json.dumps(question))
    for each in other["games"] if part == "games" else [other[part]]:
        each["options"] = {**each.get("options", {}), "edition": edition}
    by_option = brehon(*words, "--json", "--edition", edition, stdin=json.dumps(plain))
    assert by_option.stdout == brehon(*words, "--json", stdin=json.dumps(other)).stdout
    assert by_option.exit_code in (0, 1, 3)
    unknown = brehon(*words, "--json", "--edition", "tenth", stdin=json.dumps(plain))
    assert unknown.exit_code == 4
    assert "options/edition" in unknown.stdout


BAD = {
    "nothing": b"",
    "no json": b"{",
    "not an object": b"[1]",
    "a key twice": b'{"state": {"players": []}, "state": 1}',
    "too deep": b'{"state": ' + b"[" * 500 + b"]" * 500 + b"}",
    "no text": b"\xff\xfe",
    "another operation": b'{"game": "kingdomino", "operation": "score", "question": {}}',
    "an operation that is none": b'{"game": "kingdomino", "operation": 7, "question": {}}',
    "a game that is none": b'{"game": 7, "operation": "validate", "question": {}}',
    "another game": b'{"game": "go", "operation": "validate", "question": {}}',
    "a question that is none": b'{"game": "kingdomino", "operation": "validate", "question": 7}',
    "a wrong type": b'{"state": 7, "move": 8}',
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("edition", [(), ("--edition", "first")])
def test_bad_input_is_refused_with_a_sentence(name: str, edition: tuple[str, ...]) -> None:
    result = brehon("judge", "--game", "kingdomino", *edition, stdin=BAD[name])
    assert result.exit_code == 4
    assert result.stderr.rstrip().endswith((".", "`brehon score`."))
    assert "Traceback" not in result.output
    as_json = json.loads(brehon("judge", "--game", "kingdomino", "--json", *edition, stdin=BAD[name]).stdout)
    assert {"title", "status", "detail"} <= as_json.keys()


def test_a_pointer_says_where_it_is_wrong() -> None:
    question = json.dumps({**QUESTION, "move": {**MOVE, "to": "up"}})
    result = brehon("judge", "--game", "kingdomino", stdin=question)
    assert result.stderr.splitlines() == [
        "The question is not well formed:",
        "  /move/to: Invalid enum value 'up'; allowed: e, n, s, w.",
    ]
    twice = brehon("judge", "--game", "kingdomino", stdin=b'{"state": {"players": 1, "players": 2}}')
    assert "/state/players: " in twice.stderr


def test_a_wrong_call_is_said_and_has_code_2(tmp_path: Path) -> None:
    calls: list[tuple[Any, ...]] = [
        ("judge", tmp_path / "none.json", "--game", "kingdomino"),
        ("judge", tmp_path, "--game", "kingdomino"),
        ("judge", "--lang", "tlh"),
        ("judge", "--no-such-option"),
        ("replay", tmp_path),
        ("pack", "check"),
        ("cases", "check", "--cases", tmp_path),
        ("rules",),
        ("serve", "--port", "99999"),
    ]
    for call in calls:
        result = brehon(*call, stdin="{}")
        assert result.exit_code == 2, (call, result.output)
        assert "Error: " in result.stderr
    assert brehon("judge", stdin="{}").exit_code == 2  # which game?


def test_a_server_that_is_not_there_has_code_5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brehon_client.client.time.sleep", lambda seconds: None)
    result = brehon("judge", "--server", "http://127.0.0.1:9", stdin=json.dumps(CASE))
    assert result.exit_code == 5
    assert result.stderr.startswith("There is no answer:\n  http://127.0.0.1:9 does not answer: ")


def test_without_the_python_client_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Uninstalling the distribution brehon-client removes the files that this one shares with it."""
    link = share_link("https://brehon.example", **CASE)
    logs = tmp_path / "logs.jsonl"
    logs.write_text('{"setup": {"players": ["ana", "bo"], "seed": 7}, "moves": []}\n')
    monkeypatch.setitem(sys.modules, "brehon_client", None)
    server = ("--server", "http://127.0.0.1:9")
    calls: list[tuple[Any, ...]] = [("judge", "-", *server), ("judge", link), ("replay", logs, *server)]
    for call in calls:
        result = brehon(*call, "--game", "kingdomino", stdin=json.dumps(CASE))
        assert result.exit_code == 5
        assert result.stderr.startswith("There is no answer:\n  The package brehon_client is missing. ")
    assert brehon("judge", stdin=json.dumps(CASE)).exit_code == 1  # the engine alone does not need it


def test_a_server_that_is_something_else_has_code_5(tmp_path: Path) -> None:
    for body in (b"{}", b"[]", b'{"summary": "", "verdict": "odd", "rests_on": [], "case_id": ""}', b"[" * 99_999):
        with running(answering(body)) as address:
            calls: list[tuple[Any, ...]] = [
                ("judge", "-"),
                ("rules", "castle"),
                ("pack", "check", "--game", "kingdomino"),
            ]
            for call in calls:
                result = brehon(*call, "--server", address, stdin=json.dumps(CASE))
                assert result.exit_code == 5
                assert result.stderr == "There is no answer:\n  The server answers, but not as Brehon does.\n"


def test_a_pack_may_be_sent_alone_or_in_its_question() -> None:
    request = example("kingdomino", "packs-check")["request"]
    words = ("pack", "check", "--game", "kingdomino", "--json")
    alone, whole = (brehon(*words, stdin=json.dumps(body)) for body in (request["pack"], request))
    assert alone.stdout == whole.stdout
    assert "findings" in alone.stdout


def test_a_picture_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    body = json.dumps({"state": STATE, "move": MOVE})
    assert brehon("diagram", "--game", "kingdomino", "-o", path, "--theme", "dark", stdin=body).exit_code == 0
    assert path.read_text().startswith("<svg")
    png = tmp_path / "table.png"
    assert brehon("diagram", "--game", "kingdomino", "-o", png, stdin=body).exit_code == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    nowhere = brehon("diagram", "--game", "kingdomino", "-o", tmp_path / "no" / "x.svg", stdin=body)
    assert nowhere.exit_code == 2
