"""The page about this game says what is so: every question on it is asked, every choice on it is there."""

import json
import re

import pytest

from schemas.ortus_regni import Player
from service.games.ortus_regni.game import GAME as game
from tests.client import Referee
from tests.coverage import ROOT

PAGE = (ROOT / "docs" / "ortus-regni.md").read_text("utf-8")
ASKED = re.findall(r"`POST /v1/games/ortus-regni/(\S+)` → `(\w+)`\n\n```json\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("operation", "verdict", "question"), ASKED)
def test_every_question_gets_its_answer(ortus_regni: Referee, operation: str, verdict: str, question: str) -> None:
    assert ortus_regni.ask(operation, json.loads(question))["verdict"] == verdict


def test_every_json_block_is_asked() -> None:
    assert len(ASKED) == PAGE.count("```json") == 7


def test_every_move_zone_and_choice_is_told() -> None:
    for kind in game.move_types:
        assert f"| `{kind}` |" in PAGE
    for zone in (*game.shapes.state.__struct_fields__, *Player.__struct_fields__):
        assert f"`{zone}`" in PAGE or f"`{zone}[]`" in PAGE or zone == "options", zone
    for rule in game.house_rules.values():
        row = f"| `{rule.name}` | {', '.join(f'`{value}`' for value in rule.values)} | {rule.by_edition['es']} |"
        assert row in PAGE
    for supplement in game.rulebook.supplements.values():
        assert f"`{supplement.id}` (`{supplement.tier}`" in PAGE
