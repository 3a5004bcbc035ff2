"""Developments that nobody tells might change a ruling: assumed away where that does no harm, asked for where they decide."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import PACK, attack, attacking, changed, pay, table, use, without


def mead(**effect: Any) -> dict[str, Any]:
    """The pack with a single development that does this."""
    return {**PACK, "id": "mead", "developments": [{"id": "mead", "name": "Mead hall", "effects": [effect]}]}


def untold(told: dict[str, Any]) -> dict[str, Any]:
    """The same table; what ana has developed is not told."""
    return changed(told, players=[without(told["players"][0], "developments"), *told["players"][1:]])


USED = table("production", ana={"dice_used": ["grey", "orange"]})
HIGH = attacking(step="pay", lying=[4, 4])
DECIDES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], str]] = [
    ("a third die", mead(type="extra-die"), USED, use("brown", "track"), "dice/two-of-three"),
    ("a die of another colour", mead(type="recolour", die="brown", **{"as": "grey"}), table("production"), use("brown", "track", track="grey"), "track/own-colour"),
    ("another village die", mead(type="recolour", die="brown", **{"as": "orange"}), table("production"), use("brown", "hall"), "hall/village-die"),
    ("a die that may count more", mead(type="raise", use="development", amount=2), table("production"), use("grey", "development", development="mead"), "development/four"),
    ("a lower price", mead(type="discount", less={"ships": 1}), HIGH, pay(vikings=1), "payment/season"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pack", "told", "move", "rule"), [case[1:] for case in DECIDES], ids=[case[0] for case in DECIDES]
)
def test_where_a_development_would_allow_it_nobody_can_say(
    roll_and_raid: Referee, pack: dict[str, Any], told: dict[str, Any], move: dict[str, Any], rule: str
) -> None:
    """Refused by who has no development, open where that is not told, and refused by a pack that knows none of it."""
    assert roll_and_raid.validate(told, move, pack=pack).broken == [rule]
    answer = roll_and_raid.validate(untold(told), move, pack=pack)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["sheet-told"]
    assert "developments" in answer["missing"][0]["text"]
    other = {**pack, "developments": [{"id": "mead", "name": "Mead hall"}]}
    assert roll_and_raid.validate(untold(told), move, pack=other).broken == [rule]


HARMLESS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("a die that may count more", mead(type="raise", use="hall"), table("production"), use("orange", "hall")),
    ("a lower price", mead(type="discount", less={"ships": 1}), HIGH, pay(vikings=1, ships=1)),
]


@pytest.mark.parametrize(
    ("pack", "told", "move"), [case[1:] for case in HARMLESS], ids=[case[0] for case in HARMLESS]
)
def test_where_the_move_is_legal_without_it_that_is_assumed(
    roll_and_raid: Referee, pack: dict[str, Any], told: dict[str, Any], move: dict[str, Any]
) -> None:
    answer = roll_and_raid.validate(untold(told), move, pack=pack)
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["no-effect"]
    assert roll_and_raid.validate(told, move, pack=pack).assumed == []


def test_a_raise_for_another_use_does_not_matter(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(
        untold(table("production")), use("orange", "hall"), pack=mead(type="raise", use="god")
    )
    assert (answer["verdict"], answer.assumed) == ("legal", [])


def test_a_raid_roll_needs_the_developments_that_may_help_it(roll_and_raid: Referee) -> None:
    told = untold(attacking())
    assert roll_and_raid.validate(told, attack(2, 2), pack=mead(type="raid-roll")).missing == ["sheet-told"]
    assert roll_and_raid.validate(told, attack(2, 3), pack=mead(type="extra-die"))["verdict"] == "legal"
