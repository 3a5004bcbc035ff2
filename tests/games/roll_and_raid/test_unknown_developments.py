"""Developments that nobody tells might change a ruling: assumed away where that does no harm, asked for where they decide."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import PACK, altar, attack, attacking, changed, pay, store, table, use, without


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
    assert answer.missing == ["sheet-known"]
    assert "developments" in answer["missing"][0]["text"]
    other = {**pack, "developments": [{"id": "mead", "name": "Mead hall"}]}
    assert roll_and_raid.validate(untold(told), move, pack=other).broken == [rule]


def test_a_list_without_a_third_die_names_the_developments(roll_and_raid: Referee) -> None:
    """No favour die is left: only a development could allow the use of a third die."""
    pack = mead(type="extra-die")
    assert roll_and_raid.moves(USED, pack=pack, type="use", player="ana").missing == []
    owned = table("production", ana={"dice_used": ["grey", "orange"], "developments": ["mead"]})
    assert roll_and_raid.moves(owned, pack=pack, type="use", player="ana")["moves"]
    for kind in ({}, {"type": "use"}):
        answer = roll_and_raid.moves(untold(USED), pack=pack, player="ana", **kind)
        assert (answer["complete"], answer.missing) == (False, ["sheet-known"])
        assert "developments" in answer["missing"][0]["text"]


@pytest.mark.parametrize(
    ("effect", "used"),
    [("safe-retreat", ["grey", "orange"]), ("extra-die", ["brown", "grey", "orange"])],
    ids=["no development gives a die", "no die is left"],
)
def test_a_list_that_no_development_makes_longer_is_complete(
    roll_and_raid: Referee, effect: str, used: list[str]
) -> None:
    told = untold(table("production", ana={"dice_used": used}))
    answer = roll_and_raid.moves(told, pack=mead(type=effect), player="ana")
    assert (answer["complete"], answer.missing) == (True, [])


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
    assert roll_and_raid.validate(told, attack(2, 2), pack=mead(type="raid-roll")).missing == ["sheet-known"]
    assert roll_and_raid.validate(told, attack(2, 3), pack=mead(type="extra-die"))["verdict"] == "legal"


# ---------------------------------------------------------------- dice that the altar may have raised


def unraised(**zones: Any) -> dict[str, Any]:
    """The altar has Vikings, but which dice they have raised is not told."""
    told = table("production", ana={"altar": 3, "vikings": 2, **zones})
    return changed(told, players=[without(told["players"][0], "raised"), *told["players"][1:]])


SMITHY = use("grey", "development", development="smithy")


@pytest.mark.parametrize("pack", [{"pack": PACK}, {}], ids=["a pack", "no pack"])
def test_a_die_that_may_be_raised_far_enough_is_asked_for(roll_and_raid: Referee, pack: Any) -> None:
    answer = roll_and_raid.validate(unraised(), SMITHY, **pack)
    assert answer["verdict"] == "undetermined"
    assert "sheet-known" in answer.missing
    assert any("raised dice" in fact["text"] for fact in answer["missing"])


@pytest.mark.parametrize("altar", [0, 1])
def test_too_few_vikings_on_the_altar_cannot_have_raised_it(roll_and_raid: Referee, altar: int) -> None:
    assert roll_and_raid.validate(unraised(altar=altar), SMITHY, pack=PACK).broken == ["development/four"]
    told = {**SMITHY, "value": 4}
    assert roll_and_raid.validate(unraised(altar=altar), told, pack=PACK).broken == [
        "production/common",
        "development/four",
    ]


def test_a_development_that_asks_for_more_than_four(roll_and_raid: Referee) -> None:
    keep = {"id": "keep", "name": "Keep", "value": 6}
    pack, move = {**PACK, "id": "keep", "developments": [keep]}, use("brown", "development", development="keep")
    assert roll_and_raid.validate(unraised(altar=2), move, pack=pack).missing == ["sheet-known"]
    assert roll_and_raid.validate(unraised(altar=1), move, pack=pack).broken == ["development/requirement"]
    assert roll_and_raid.validate(unraised(altar=2), {**move, "value": 6}, pack=pack).assumed == ["raised-by"]


def test_a_development_that_the_die_pays_for_as_it_lies(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(unraised(), use("brown", "development", development="smithy"), pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", [])


def test_a_value_above_what_the_die_shows_is_taken_for_raised(roll_and_raid: Referee) -> None:
    for move in (SMITHY, use("grey", "god", god="odin"), use("grey", "track")):
        answer = roll_and_raid.validate(unraised(), {**move, "value": 4}, pack=PACK)
        assert (answer["verdict"], answer.assumed) == ("legal", ["raised-by"])
        assert "2" in answer["assumed"][0]["text"]
        sheet = answer["state"]["players"][0]
        assert "raised" not in sheet
        if move["to"] == "god":
            assert sheet["gods"] == {"odin": [4]}
        if move["to"] == "track":
            assert sheet["tracks"]["grey"] == 6


@pytest.mark.parametrize("value", [None, 2])
def test_what_is_written_with_an_unraised_die_assumes_so(roll_and_raid: Referee, value: int | None) -> None:
    move = use("grey", "god", god="odin") | ({"value": value} if value else {})
    answer = roll_and_raid.validate(unraised(), move, pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", ["not-raised"])
    assert answer["state"]["players"][0]["gods"] == {"odin": [2]}
    assert roll_and_raid.validate(unraised(altar=0, vikings=5), move, pack=PACK).assumed == []


def test_no_die_counts_less_than_it_shows(roll_and_raid: Referee) -> None:
    move = use("grey", "god", god="odin", value=1)
    assert roll_and_raid.validate(unraised(), move, pack=PACK).broken == ["production/common"]


def test_a_favour_die_may_have_been_raised_too(roll_and_raid: Referee) -> None:
    told = unraised(port=["p1"])
    move = use("f-port", "development", development="smithy")
    assert roll_and_raid.validate(told, move, pack=PACK).missing == ["sheet-known"]
    assert roll_and_raid.validate(told, {**move, "value": 4}, pack=PACK).assumed == ["raised-by"]


def test_where_six_is_the_limit_no_die_was_raised_above_it(roll_and_raid: Referee) -> None:
    six, move = {"raised_dice": "six"}, use("orange", "god", god="odin")
    for value, broken in ((6, []), (7, ["production/common"])):
        answer = roll_and_raid.validate(unraised(), {**move, "value": value}, pack=PACK, house_rules=six)
        assert answer.broken == broken
    assert roll_and_raid.validate(unraised(), {**move, "value": 7}, pack=PACK).broken == []
    raising = altar("die", die="orange")
    assert roll_and_raid.validate(unraised(), raising, pack=PACK, house_rules=six).assumed == ["not-raised-yet"]
    assert roll_and_raid.validate(unraised(), raising, pack=PACK).assumed == []


# ---------------------------------------------------------------- gains, where it is not told what waits


def unwaiting(told: dict[str, Any]) -> dict[str, Any]:
    return changed(told, players=[without(told["players"][0], "waiting"), *told["players"][1:]])


GAINS: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    ("an axe with one place for it", table("production", ana={"tracks": {"brown": 3, "grey": 3, "orange": 2}}), use("grey", "track"), ["nothing-waits"]),
    ("a ship with a choice of places", table("production"), use("brown", "track"), ["nothing-waits"]),
    ("the reward of a card", attacking("portland", step="pay", lying=[4, 4]), pay(vikings=1), ["nothing-waits"]),
    ("a settlement's loyalty", table("production", ana={"settlements": {"hedeby": 2}, "waiting": ["house"]}), store("house", "hedeby"), ["produced", "nothing-waits"]),
]  # fmt: skip


@pytest.mark.parametrize(("told", "move", "assumed"), [case[1:] for case in GAINS], ids=[case[0] for case in GAINS])
def test_a_gain_takes_for_granted_that_nothing_else_waits(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], assumed: list[str]
) -> None:
    """The same comes of it as where that is told, and it can be sent back."""
    answer = roll_and_raid.validate(unwaiting(told), move, pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", assumed)
    known = roll_and_raid.validate(told, move, pack=PACK)
    assert (answer["state"], known.assumed) == (known["state"], [])
    assert roll_and_raid.audit(answer["state"], pack=PACK)["verdict"] == "possible"


def test_a_reward_for_which_room_is_not_told(roll_and_raid: Referee) -> None:
    told = attacking("portland", step="pay", lying=[4, 4])
    told = changed(told, players=[without(told["players"][0], "armoury"), *told["players"][1:]])
    assert roll_and_raid.validate(told, pay(vikings=1), pack=PACK).assumed == ["room"]
