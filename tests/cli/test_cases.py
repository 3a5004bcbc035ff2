"""``brehon cases check``: the case library, stored rulings, and other implementations."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.cli.command import answering, brehon, example
from tests.live_server import running


def stored(operation: str = "validate", **changed: Any) -> dict[str, Any]:
    """A ruling as somebody might have stored it."""
    asked = example("kingdomino", operation)
    answer = {**asked["response"], **changed}
    return {"game": "kingdomino", "operation": operation, "question": asked["request"], "answer": answer}


def test_the_library_holds_for_our_own_app(app: Flask) -> None:
    with running(app) as address:
        result = brehon("cases", "check", address, "--game", "kingdomino")
    assert (result.exit_code, result.stdout) == (0, "")
    count = int(result.stderr.split()[0])
    assert count > 50
    assert result.stderr == f"{count} cases: {count} as expected, 0 not\n"


def test_the_library_holds_in_this_process() -> None:
    result = brehon("cases", "check")
    assert (result.exit_code, result.stdout) == (0, "")
    assert int(result.stderr.split()[0]) > 200


def test_stored_rulings_are_compared(tmp_path: Path) -> None:
    now = example("kingdomino", "validate")["response"]["verdict"]
    assert now == "illegal"
    same, other = stored(), stored(verdict="legal", violations=[], question_id="f00d")
    (tmp_path / "rulings.jsonl").write_text(f"{json.dumps(same)}\n\n{json.dumps(other)}\n")
    (tmp_path / "list.json").write_text(json.dumps([stored("score"), stored("replay"), stored("legal-moves")]))
    result = brehon("cases", "check", "--cases", tmp_path)
    assert result.exit_code == 1
    first, *parts = result.stdout.splitlines()
    assert first == "kingdomino/f00d (validate)"
    assert parts[0] == "  verdict: illegal, expected legal"
    assert parts[1].endswith(", expected []")
    assert result.stderr == "5 cases: 4 as expected, 1 not; 1 with another verdict\n"


def test_json_has_a_line_for_each_case(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(stored(verdict="legal")))
    result = brehon("cases", "check", "--json", "--cases", tmp_path / "one.json")
    line = json.loads(result.stdout)
    assert line["passed"] is False
    assert line["changes"]["verdict"] == {"expected": "legal", "found": "illegal"}


def test_a_kit_and_a_case_as_they_are_served_can_be_checked(app: Flask, tmp_path: Path) -> None:
    client = app.test_client()
    kit = client.get("/v1/cases?game=brian-boru").get_data()
    (tmp_path / "kit.json").write_bytes(kit)
    name = json.loads(kit)["cases"][0]["id"]
    (tmp_path / "case.json").write_bytes(client.get(f"/v1/games/brian-boru/cases/{name}").get_data())
    result = brehon("cases", "check", "--cases", tmp_path)
    assert result.exit_code == 0
    assert result.stderr.startswith(f"{len(json.loads(kit)['cases']) + 1} cases: ")


@pytest.mark.parametrize("body", [b'{"verdict": "legal"}', b"{}", b"[]", b"nonsense", b'{"violations": 7}', b"null"])
def test_another_implementation_may_answer_anything(body: bytes, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(stored()))
    with running(answering(body)) as address:
        result = brehon("cases", "check", address, "--cases", tmp_path)
    assert result.exit_code == 1
    assert result.stderr.startswith("1 case: 0 as expected, 1 not")


def test_an_implementation_without_rule_ids_passes_by_its_verdicts(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(stored()))
    words = ("--cases", str(tmp_path), "--without-rules")
    with running(answering(b'{"verdict": "illegal"}')) as address:
        assert brehon("cases", "check", address, *words).exit_code == 0
        assert brehon("cases", "check", address, *words[:2]).exit_code == 1


def test_a_server_that_is_not_there_is_asked_one_case_and_is_no_failed_case(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("brehon_client.client.time.sleep", waits.append)
    for as_json in ((), ("--json",)):
        result = brehon("cases", "check", "http://127.0.0.1:9", *as_json)
        assert result.exit_code == 5
        said = result.stdout if as_json else result.stderr
        assert "http://127.0.0.1:9 does not answer: Connection refused." in said
        assert len(result.output.splitlines()) <= 2
    assert len(waits) == 2 * 2  # three attempts each time


def test_an_implementation_that_lacks_an_operation_is_asked_the_other_cases(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(json.dumps([stored(), stored("score")]))
    with running(answering(b"<html>", "text/html")) as address:
        result = brehon("cases", "check", address, "--cases", tmp_path)
    assert result.stderr == "2 cases: 0 as expected, 2 not\n"


BAD = ["{", "7", "[7]", "{}", '{"cases": {}}', '{"game": 1, "operation": "x", "question": 1, "expected": {}}']


@pytest.mark.parametrize("content", [*BAD, '{"game": "go", "operation": "score", "question": {}, "answer": {}}'])
def test_what_is_no_case_is_refused_with_its_place(content: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(content)
    result = brehon("cases", "check", "--cases", path)
    assert result.exit_code == 4
    assert str(path) in result.stderr
