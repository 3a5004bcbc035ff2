"""What people see: the summary first, rules with their places, the board in letters; colours on a terminal only."""

import json
import os
import pty
import subprocess
import sys
from typing import Any

import pytest

from service.cli import show
from service.cli.boards import TERRAINS
from service.cli.words import _LABELS, LANGUAGES
from service.games.registry import OURS
from tests.cli.command import brehon, example
from tests.cli.test_input import CASE

JUDGED = """\
Illegal: One half has to touch a side of the castle or a square of its own terrain.

Broken rules
  kingdomino/place/match: This domino touches its own terrain only at a corner: """
BOARD = """\
ana:
   2  .   .   .  [F ]
   1  .   .   .  [F ]
   0  ##  W1  F   .  
      0   1   2   3  
"""  # noqa: W291
HEAVY = {"flask", "redis", "requests", "rich", "limits", "environs", "prometheus_client", "yaml", "gunicorn"}


def test_a_ruling_begins_with_its_summary_and_shows_the_board() -> None:
    shown = brehon("judge", stdin=json.dumps(CASE)).stdout
    assert shown.startswith(JUDGED)
    assert "Connection by equal terrain (kingdomino/place/match)" in shown
    assert "    edition es: 1 - Colocar una ficha, punto 3\n    edition first: Connection rules\n" in shown
    assert BOARD in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("operation", ["validate", "legal-moves", "resolve", "score", "replay", "audit"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_can_be_shown(game: str, operation: str, language: str) -> None:
    command = {"validate": "judge"}.get(operation, operation)
    body = json.dumps(example(game, operation)["request"])
    answer = json.loads(brehon(command, "--game", game, "--lang", language, "--json", stdin=body).stdout)
    shown = brehon(command, "--game", game, "--lang", language, stdin=body).stdout
    assert shown.splitlines()[0] == answer["summary"]
    for part in ("violations", "assumed", "missing", "events"):
        for entry in answer.get(part) or ():
            assert entry.get("message", entry.get("text")) in shown
    for player in answer.get("players", ()):
        assert all(line["text"] in shown for line in player["lines"])


@pytest.mark.parametrize(
    ("language", "said"), [("es", "edición first: ilegal"), ("pl", "wydanie first: nielegalnie")]
)
def test_verdicts_of_other_editions_are_in_the_language_of_the_answer(language: str, said: str) -> None:
    assert said in brehon("judge", "--compare", "--lang", language, stdin=json.dumps(CASE)).stdout


def test_a_repair_lists_the_remedies() -> None:
    body = json.dumps(example("kingdomino", "replay")["request"])
    result = brehon("repair", "--game", "kingdomino", stdin=body)
    assert result.exit_code == 1
    assert "What can be done now\n" in result.stdout
    assert "rewind" in result.stdout


def test_a_search_shows_the_place_in_the_reader_s_book() -> None:
    words = ("rules", "castle", "connects", "--game", "kingdomino", "--limit", "1", "--edition")
    assert "  edition first: Connection rules\n" in brehon(*words, "first").stdout
    assert "<mark>" not in brehon(*words, "es").stdout
    nothing = brehon("rules", "xyzzyplugh", "--lang", "es")
    assert (nothing.exit_code, nothing.stdout) == (1, "No se encontró nada.\n")


def test_a_bad_pack_is_listed_with_pointers() -> None:
    pack: dict[str, Any] = example("kingdomino", "packs-check")["request"]["pack"]
    pack = {**pack, "dominoes": [pack["dominoes"][0], pack["dominoes"][0]]}
    result = brehon("pack", "check", "--game", "kingdomino", stdin=json.dumps(pack))
    assert result.exit_code == 1
    assert "error: /dominoes/1/number: " in result.stdout


def test_every_label_is_there_in_three_languages() -> None:
    for label, texts in _LABELS.items():
        assert len(texts) == len(LANGUAGES) == 3, label
        assert all(texts), label
    for place in range(3):
        letters = [_LABELS[terrain][place][0] for terrain in TERRAINS]
        assert len(set(letters)) == 6


def run_in_terminal(words: list[str], **variables: str) -> str:
    """What the command writes to a terminal."""
    parent, child = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "60", **variables}
    command = [sys.executable, "-m", "service.cli", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=child, env=environment) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(CASE).encode())
        process.stdin.close()
        process.wait(timeout=60)
    os.close(child)
    written = b""
    try:
        while part := os.read(parent, 65536):
            written += part
    except OSError:  # the other side is closed
        pass
    os.close(parent)
    return written.decode()


def test_a_terminal_gets_colours_and_folded_lines() -> None:
    shown = run_in_terminal(["judge"])
    assert "\x1b[1;31mIllegal: " in shown
    assert max(len(line) for line in shown.splitlines()) < 100


def test_no_color_is_respected() -> None:
    shown = run_in_terminal(["judge"], NO_COLOR="1")
    assert "Illegal: " in shown
    assert "[1;31m" not in shown
    assert "31m" not in shown


def test_the_json_of_a_ruling_needs_no_web_framework() -> None:
    """So that the command starts fast."""
    code = (
        "import sys; from service.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    code = end.code\n"
        f"print(code, sorted({HEAVY!r} & sys.modules.keys()), file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "judge", "--json"]
    done = subprocess.run(command, input=json.dumps(CASE), capture_output=True, text=True, timeout=60)
    assert done.stderr.split("\n")[-2] == "1 []"
    assert json.loads(done.stdout)["verdict"] == "illegal"


def test_a_reader_that_stops_is_no_error() -> None:
    command = (
        f"{sys.executable} -m service.cli legal-moves --json --game kingdomino | head -c 10; echo ${{PIPESTATUS[0]}}"
    )
    body = json.dumps(example("kingdomino", "legal-moves")["request"])
    done = subprocess.run(["bash", "-c", command], input=body, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""


def test_a_long_list_of_moves_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "MOST_LISTED", 2)
    body = json.dumps(example("kingdomino", "legal-moves")["request"])
    shown = brehon("legal-moves", "--game", "kingdomino", stdin=body).stdout
    assert shown.count('{"type":') == 2
    assert "… (18)" in shown
