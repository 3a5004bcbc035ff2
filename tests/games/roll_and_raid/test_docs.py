"""The pages about this game are complete: every move, zone and choice, and every word of a pack."""

from typing import get_args

from schemas import roll_and_raid as shapes
from schemas import roll_and_raid_pack as words
from service.games.roll_and_raid.game import GAME as game
from tests.coverage import ROOT

PAGE = (ROOT / "docs" / "roll-and-raid.md").read_text("utf-8")
PACK_PAGE = (ROOT / "docs" / "roll-and-raid-pack.md").read_text("utf-8")


def test_every_move_and_zone_is_told() -> None:
    for kind in game.move_types:
        assert f"| `{kind}` |" in PAGE
    zones = [*shapes.State.__struct_fields__, *shapes.Clan.__struct_fields__, *shapes.Raid.__struct_fields__]
    for zone in zones:
        assert f"`{zone}`" in PAGE or f"`{zone}[]`" in PAGE or zone == "options", zone
    for phase in get_args(shapes.Phase):
        assert f"`{phase}`" in PAGE, phase


def test_every_house_rule_stands_with_its_values_and_its_default() -> None:
    for rule in game.house_rules.values():
        values = ", ".join(f"`{value}`" for value in rule.values)
        assert f"| `{rule.name}` | {values} | {rule.by_edition['es']} |" in PAGE


def test_every_part_of_a_pack_is_told() -> None:
    for part in words.PARTS:
        assert f"`{part}`" in PACK_PAGE or f"`{part}[]`" in PACK_PAGE, part


def test_every_word_of_a_pack_is_told() -> None:
    for shape in (*get_args(words.Effect), *get_args(words.Term)):
        assert f"| `{shape.__struct_config__.tag}` |" in PACK_PAGE, shape
        for field in shape.__struct_encode_fields__:
            assert f"`{field}`" in PACK_PAGE, (shape, field)
    for count in get_args(words.Countable):
        assert f"`{count}`" in PACK_PAGE, count
    for shape in (
        words.Bonus,
        words.Cost,
        words.RaidCard,
        words.Development,
        words.Settlement,
        words.God,
        words.Storage,
    ):
        for field in shape.__struct_encode_fields__:
            assert f"`{field}`" in PACK_PAGE, (shape, field)
