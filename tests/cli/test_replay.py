"""``brehon replay``: one log in full; folders of logs on all cores."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service.cli import logs
from tests.cli.command import brehon, example
from tests.live_server import running

ILLEGAL: dict[str, Any] = example("kingdomino", "replay")["request"]
LEGAL = {**ILLEGAL, "moves": ILLEGAL["moves"][:1]}
"""Its second move is the illegal one."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six logs: four legal, one illegal, one that is not well formed."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.json").write_text(json.dumps(LEGAL))
    (tmp_path / "b.json").write_text(json.dumps(ILLEGAL))
    case = {"game": "kingdomino", "operation": "replay", "question": LEGAL}
    (tmp_path / "inner" / "c.jsonl").write_text(
        "\n".join([json.dumps(case), "", json.dumps(LEGAL), json.dumps(case)])
    )
    (tmp_path / "d.json").write_text('{"moves": []}')
    (tmp_path / "notes.txt").write_text("not a log")
    return tmp_path


def by_name(output: str) -> dict[str, Any]:
    return {Path(line["log"]).name: line for line in map(json.loads, output.splitlines())}


def test_a_folder_is_replayed(folder: Path) -> None:
    result = brehon("replay", folder, "--game", "kingdomino")
    assert result.exit_code == 4
    bad, good = sorted(result.stdout.splitlines(), reverse=True)
    assert good.startswith(f"{folder}/b.json: Move 2 is illegal: ")
    assert bad.startswith(f"{folder}/d.json: The question is not well formed:")
    first, second = result.stderr.splitlines()
    assert first == "6 logs with 6 moves: 4 legal, 1 illegal, 1 not answered"
    assert " games a second (" in second


def test_json_has_a_line_for_each_log(folder: Path) -> None:
    (folder / "d.json").unlink()
    result = brehon("replay", folder, "--game", "kingdomino", "--json")
    assert result.exit_code == 1
    lines = by_name(result.stdout)
    assert lines.keys() == {"a.json", "b.json", "c.jsonl:1", "c.jsonl:3", "c.jsonl:4"}
    assert {name: line["verdict"] for name, line in lines.items() if line["code"]} == {"b.json": "illegal"}
    assert lines["b.json"]["failed_at"] == 1
    assert lines["a.json"]["moves"] == 1


def test_processes_give_the_same_results(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "AT_ONCE", 2)
    words = ("replay", folder, "--game", "kingdomino", "--json")
    one, three = brehon(*words, "--jobs", "1"), brehon(*words, "--jobs", "3")
    assert by_name(one.stdout) == by_name(three.stdout)
    assert one.exit_code == three.exit_code == 4


def test_a_server_gives_the_same_results(folder: Path, app: Flask) -> None:
    words = ("replay", folder, "--game", "kingdomino", "--json", "--lang", "pl")
    with running(app) as address:
        assert by_name(brehon(*words, "--server", address).stdout) == by_name(brehon(*words).stdout)


def test_several_files_are_replayed_as_a_folder_is(folder: Path) -> None:
    result = brehon("replay", folder / "a.json", folder / "inner" / "c.jsonl", "--game", "kingdomino")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.startswith("4 logs with 4 moves: 4 legal\n")


def test_a_game_that_is_not_named_is_said_for_each_log(folder: Path) -> None:
    result = brehon("replay", folder, "--json")
    assert result.exit_code == 2
    lines = by_name(result.stdout)
    assert lines["c.jsonl:1"]["verdict"] == "legal"
    assert lines["a.json"]["summary"].startswith("Say which game it is")


def test_forced_decisions_are_played() -> None:
    body = json.dumps({**LEGAL, "moves": []})
    assert brehon("replay", "--game", "kingdomino", "--play-forced", stdin=body).exit_code == 0
