"""The page about this game says what is so: every question on it is asked, every choice on it is there."""

import json
import re

import pytest

from service.games.brian_boru.game import GAME as game
from tests.client import Referee
from tests.coverage import ROOT

PAGE = (ROOT / "docs" / "brian-boru.md").read_text("utf-8")
ASKED = re.findall(r"`POST /v1/games/brian-boru/(\S+)` → `(\w+)`\n\n```json\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("operation", "verdict", "question"), ASKED)
def test_every_question_gets_its_answer(brian_boru: Referee, operation: str, verdict: str, question: str) -> None:
    assert brian_boru.ask(operation, json.loads(question))["verdict"] == verdict


def test_every_json_block_is_asked() -> None:
    assert len(ASKED) == PAGE.count("```json") == 6


def test_every_move_zone_and_choice_is_told() -> None:
    for kind in game.move_types:
        assert f"| `{kind}` |" in PAGE
    for zone in game.shapes.state.__struct_fields__:
        assert f"`{zone}`" in PAGE or f"`{zone}[]`" in PAGE or zone in ("options", "round"), zone
    for rule in game.house_rules.values():
        values = " | ".join(rule.by_edition[edition] for edition in ("pl", "es", "en"))
        row = f"| `{rule.name}` | {', '.join(f'`{value}`' for value in rule.values)} | {values} |"
        assert row in PAGE
