"""The page about adding a game shows the model game as it is."""

import re
from pathlib import Path

import pytest

PAGE = Path("docs/adding-a-game.md")
MODEL = Path("tests/model_game")
BLOCK = re.compile(r"^```\w+ (gops/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(PAGE.read_text("utf-8"))


@pytest.mark.parametrize(
    ("path", "code"), BLOCKS, ids=[f"{path} {code.splitlines()[0][:40]}" for path, code in BLOCKS]
)
def test_every_piece_of_code_stands_in_the_model_game(path: str, code: str) -> None:
    assert code in (MODEL / path).read_text("utf-8")


def test_every_function_of_the_model_game_is_on_the_page_or_simple() -> None:
    shown = "".join(code for _, code in BLOCKS)
    functions = [
        name
        for path in ("rules.py", "game.py")
        for name in re.findall(r"^def (\w+)", (MODEL / "gops" / path).read_text("utf-8"), re.MULTILINE)
    ]
    assert {name for name in functions if f"def {name}(" not in shown} == {
        *("check_reveal", "turned_up", "apply_reveal"),  # as those of the bids
        *("all_have_bid", "award"),  # the step, of which the page says what it is
    }


def test_the_model_game_is_as_small_as_the_page_says() -> None:
    files = [path for path in (MODEL / "gops").rglob("*") if path.suffix in (".py", ".toml", ".json")]
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files if path.name != "coverage.json")
    (said,) = re.findall(r"gops\): (\d+) lines with all its texts", PAGE.read_text("utf-8"))
    assert lines <= int(said) <= 400
