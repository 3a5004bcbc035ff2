"""Positions that no course of play can have brought about: each is found out, with the rule that it contradicts."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import (
    EASY,
    HARD,
    PACK,
    attacking,
    bid,
    bidding,
    bids,
    changed,
    contender,
    raid,
    refill,
    table,
    without,
)

LONE = raid("lindisfarne", contender("ana"), step="attack", right="ana")
DICE = {"brown": 4, "grey": 2, "orange": 5}


def fought(*clans: dict[str, Any], step: str = "attack", right: str | None = "ana", **zones: Any) -> dict[str, Any]:
    """A conflict over the first card in its later course; everybody has crossed out Vikings enough for it."""
    sheets = {clan["player"]: {"choice": 1, "vikings": 1, **zones.pop(clan["player"], {})} for clan in clans}
    told = raid("lindisfarne", *clans, step=step, right=right)
    return table("resolution", raids=[told], **{"carla": {"choice": 0}, **sheets}, **zones)


def waiting_after(taker: dict[str, Any], **zones: Any) -> dict[str, Any]:
    """ana's raid is over, and an axe waits for its place; by ``zones`` she has other cards than the one of the raid."""
    ana = {"choice": 1, "waiting": ["axe"], "raids": ["portland"], **zones}
    others = {"bruno": {"choice": 2}, "carla": {"choice": 0}}
    raids = [raid("portland", taker, step="over"), raid("iona", contender("bruno"), step="attack", right="bruno")]
    return table("resolution", raids=raids, display=["iona", "lindisfarne"], ana=ana, **others)


CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("raids/order", "the second card first", table("resolution", raids=[raid("iona", contender("bruno"), step="attack", right="bruno"), LONE], ana={"choice": 1}, bruno={"choice": 2}, carla={"choice": 0})),
    ("conflict/same-card", "a raid on a card that is not there", table("resolution", raids=[raid("rathlin", contender("ana"), step="attack", right="ana")], ana={"choice": 1}, bruno={"choice": 0}, carla={"choice": 0})),
    ("conflict/same-card", "two raids of one clan", table("resolution", raids=[LONE, raid("iona", contender("ana"), step="attack", right="ana")], ana={"choice": 1}, bruno={"choice": 0}, carla={"choice": 0})),
    ("conflict/same-card", "two raids on one card", table("resolution", raids=[LONE, raid("lindisfarne", contender("bruno"), step="attack", right="bruno")], ana={"choice": 1}, bruno={"choice": 1}, carla={"choice": 0})),
    ("conflict/same-card", "one clan in two raids, the numbers not told", without(table("resolution", raids=[LONE, raid("iona", contender("ana"), step="over")]), "display")),
    ("setup/removed", "a raid on a card that was set aside", without(table("resolution", raids=[raid("paris", contender("ana"), step="over")]), "display")),
    ("conflict/same-card", "a conflict of one", table("conflict", raids=[raid("lindisfarne", contender("ana"))], ana={"choice": 1}, bruno={"choice": 0}, carla={"choice": 0})),
    ("conflict/highest", "the right with a beaten clan", table("resolution", raids=[raid("lindisfarne", contender("ana", shown=[1], status="beaten"), contender("bruno", shown=[3]), step="attack", right="ana")], ana={"choice": 1, "vikings": 4}, bruno={"choice": 1, "vikings": 2}, carla={"choice": 0})),
    ("conflict/crossed-out", "bids that nobody crossed out", table("resolution", raids=[raid("lindisfarne", contender("ana", shown=[4]), contender("bruno", shown=[1], status="beaten"), step="attack", right="ana")], ana={"choice": 1}, bruno={"choice": 1, "vikings": 4}, carla={"choice": 0})),
    ("conflict/own-vikings", "a bid of more Vikings than there are", bids(bidding("ana", "bruno", ana={"vikings": 1}), ana=5)),
    ("conflict/own-vikings", "all bids told, one of them too high", bids(bidding("ana", "bruno", ana={"vikings": 1}), ana=5, bruno=1)),
    ("conflict/fingers", "a bid of more fingers than there are", bids(bidding("ana", "bruno", ana={"vikings": 15, "hall": 20}), ana=15)),
    ("conflict/fingers", "more fingers in a pass that is over", fought(contender("ana", shown=[11]), contender("bruno", shown=[1], status="beaten"), ana={"vikings": 3, "hall": 20})),
    ("conflict/highest", "the right with the lower bid", fought(contender("ana", shown=[2]), contender("bruno", shown=[3], status="beaten"))),
    ("conflict/highest", "the right after a tie", fought(contender("ana", shown=[2]), contender("bruno", shown=[2], status="beaten"))),
    ("conflict/highest", "the right without a bid", fought(contender("ana"), contender("bruno"))),
    ("conflict/highest", "a pass in which one bid alone", fought(contender("ana", shown=[2, 1]), contender("bruno", shown=[1], status="beaten"))),
    ("conflict/highest", "the right of the third bid after a failure", fought(contender("ana", shown=[1]), contender("bruno", shown=[3], status="failed"), contender("carla", shown=[2], status="beaten"))),
    ("retreat/out", "the right with a fist", fought(contender("ana", shown=[0]), contender("bruno", shown=[3], status="beaten"))),
    ("conflict/tied-only", "the lowest bids again", fought(contender("ana", shown=[2]), contender("bruno", shown=[2]), contender("carla", shown=[1]), step="bid", right=None)),
    ("conflict/highest", "bidding goes on when it is won", fought(contender("ana", shown=[2]), contender("bruno", shown=[1]), step="bid", right=None)),
    ("raids/defence", "to pay after a low roll", attacking(step="pay", lying=[1, 1])),
    ("raids/defence", "to pay without a roll", attacking(step="pay", lying=[])),
    ("raids/defence", "to be helped after a high roll", attacking(step="help", lying=[6, 6])),
    ("round/phases", "a raid in production", table("production", raids=[LONE])),
    ("sheet/printed", "more axes waiting than there is room", table("production", ana={"waiting": ["axe"] * 12})),
    ("sheet/printed", "more houses waiting than there are icons", table("production", ana={"waiting": ["house"] * 40})),
    ("storage/place", "a ship without a place in the raid phase", table("choice", ana={"waiting": ["ship"]})),
    ("payment/reward", "an axe without a place in a raid that is not over", attacking(ana={"waiting": ["axe"]})),
    ("payment/reward", "an axe without a place of a clan in no raid", attacking(bruno={"waiting": ["axe"], "raids": ["jarrow"]})),
    ("payment/reward", "an axe without a place of a clan that retreated", waiting_after(contender("ana", status="retreated"))),
    ("payment/reward", "an axe without a place, the card not taken", waiting_after(contender("ana"), raids=["jarrow"])),
    ("payment/reward", "an axe without a place and no card, the raids not known", without(waiting_after(contender("ana"), raids=[]), "raids")),
    ("production/roll", "dice before the roll", changed(table("start"), dice=DICE)),
    ("production/roll", "production without dice", changed(table("production"), dice=None)),
    ("raid/number", "a choice without a card", table("choice", ana={"choice": 7})),
    ("raid/choice", "a choice in production", table("production", ana={"choice": 1})),
    ("raid/choice", "choosing while a clan still produces", table("choice", ana={"done": False})),
    ("dice/each-once", "raised after it was used", table("production", ana={"raised": {"brown": 1}, "dice_used": ["brown"], "altar": 1, "vikings": 4})),
    ("altar/vikings", "raised by more Vikings than were given", table("production", ana={"raised": {"brown": 5}, "altar": 1, "vikings": 4})),
    ("hall/crossed-once", "more given than crossed out", table("production", ana={"altar": 2, "sacrifices": {}, "vikings": 7})),
    ("favour/once", "a favour die used twice", table("production", ana={"port": ["p1"], "favours_used": ["f-port", "f-port"]})),
    ("development/once", "a development twice", table("production", ana={"developments": ["smithy", "smithy"]})),
    ("sheet/printed", "a hexagon twice", table("production", ana={"port": ["p1", "p1"], "ships": 1})),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        pytest.param(rule, told, id=f"{rule}: {name}", marks=pytest.mark.breaks(f"roll-and-raid/{rule}"))
        for rule, name, told in CASES
    ],
)
def test_a_contradiction_is_found(roll_and_raid: Referee, rule: str, told: dict[str, Any]) -> None:
    answer = roll_and_raid.audit(told, pack=PACK)
    assert answer["verdict"] == "impossible"
    assert rule in answer.broken, answer["violations"]


@pytest.mark.obeys("roll-and-raid/payment/reward")
@pytest.mark.parametrize(
    "left_out", [(), ("raids",), ("display",)], ids=["all known", "the raids unknown", "the display unknown"]
)
def test_the_reward_of_a_card_waits_for_its_place(roll_and_raid: Referee, left_out: tuple[str, ...]) -> None:
    state = without(waiting_after(contender("ana")), *left_out)
    assert roll_and_raid.audit(state, pack=PACK)["violations"] == []


def test_a_number_without_a_card_is_possible_where_it_counts_as_no_raid(roll_and_raid: Referee) -> None:
    told = changed(table("choice", ana={"choice": 7}), options={"house_rules": {"too_many_fingers": "no-raid"}})
    assert roll_and_raid.audit(told, pack=PACK)["verdict"] == "possible"


IN_ORDER = {
    "nobody has bid": bidding("ana", "bruno"),
    "won at once": fought(contender("ana", shown=[2]), contender("bruno", shown=[1], status="beaten")),
    "won after a tie": fought(contender("ana", shown=[2, 1]), contender("bruno", shown=[2, 0], status="retreated")),
    "bid again after a tie": fought(contender("ana", shown=[2]), contender("bruno", shown=[2]), contender("carla", shown=[1], status="beaten"), step="bid", right=None),
    "inherited": fought(contender("ana", shown=[2]), contender("bruno", shown=[3], status="failed"), contender("carla", shown=[1], status="beaten")),
    "inherited after a tie of heirs": fought(contender("ana", shown=[2, 1]), contender("bruno", shown=[3], status="failed"), contender("carla", shown=[2, 0], status="retreated")),
    "inherited by the third": fought(contender("ana", shown=[1]), contender("bruno", shown=[3], status="failed"), contender("carla", shown=[2], status="failed")),
    "inherited when the heirs show fists": fought(contender("ana", shown=[1]), contender("bruno", shown=[3], status="failed"), contender("carla", shown=[2, 0], status="retreated"), contender("dario", shown=[2, 0], status="retreated"), count=4),
}  # fmt: skip


@pytest.mark.parametrize("told", IN_ORDER.values(), ids=IN_ORDER)
def test_a_conflict_that_fits_its_bids_is_possible(roll_and_raid: Referee, told: dict[str, Any]) -> None:
    answer = roll_and_raid.audit(told, pack=PACK)
    assert answer["verdict"] == "possible", answer["violations"]


def test_a_bid_that_nobody_could_make_is_not_carried_out(roll_and_raid: Referee) -> None:
    told = bids(bidding("ana", "bruno", ana={"vikings": 1}), ana=5)
    answer = roll_and_raid.validate(told, bid(1, "bruno"))
    assert (answer["verdict"], answer.broken) == ("impossible", ["conflict/own-vikings"])


def test_a_deck_that_can_be_counted_is_empty(roll_and_raid: Referee) -> None:
    """All twelve cards lie on display or with a clan: the deck need not be told to be known as empty."""
    told = table("maintenance", display=["seville"], ana={"raids": EASY}, bruno={"raids": HARD[:5]})
    answer = roll_and_raid.validate(told, {"type": "refill", "cards": []}, pack=PACK)
    assert answer["verdict"] == "legal", answer["violations"]
    assert answer["assumed"] == []


def test_a_deck_that_nobody_tells_may_have_run_out(roll_and_raid: Referee) -> None:
    told = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})
    answer = roll_and_raid.validate(told, {"type": "refill", "cards": []})
    assert answer["verdict"] == "legal", answer["violations"]
    assert "deck-out" in answer.assumed


def test_a_deck_with_cards_left_has_not_run_out(roll_and_raid: Referee) -> None:
    told = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})
    answer = roll_and_raid.validate(told, {"type": "refill", "cards": []}, pack=PACK)
    assert answer.broken == ["maintenance/refill"]
    told = table("maintenance", display=["seville"], ana={"raids": EASY}, bruno={"raids": HARD[:5]})
    assert roll_and_raid.validate(told, refill("jarrow"), pack=PACK)["verdict"] == "illegal"


def test_nobody_raids_a_hidden_card(roll_and_raid: Referee) -> None:
    told = table("resolution", raids=[LONE, raid("?", contender("bruno"), step="attack", right="bruno")])
    assert roll_and_raid.problem("audit", {"state": told, "pack": PACK}) == ["/state/raids/1/card"]
