"""What a referee would name first against a wrong move: a table for every type of move and its common mistakes."""

from typing import Any

import pytest

from service.games.roll_and_raid.game import GAME
from tests.client import Referee
from tests.games.roll_and_raid.tables import (
    PACK,
    altar,
    attack,
    attacking,
    bid,
    bidding,
    bids,
    changed,
    choose,
    contender,
    done,
    finished,
    pay,
    raid,
    refill,
    retreat,
    reveal,
    roll,
    sacrifice,
    store,
    table,
    use,
    won,
    yields,
)

PRODUCTION, START, CHOICE = table("production"), table("start"), table("choice")
FESTIVAL = table("start", round=4)
MAINTENANCE = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})
SHIP = table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}})
AXE = table("production", ana={"waiting": ["axe"], "tracks": {"brown": 3, "grey": 5, "orange": 2}})
HOUSE = table("production", ana={"waiting": ["house"], "tracks": {"brown": 3, "grey": 2, "orange": 4}})
UNLOCKED = {"port": ["p1"]}
HIGH = attacking(step="pay", lying=[4, 3])
LOW = attacking(step="help", lying=[1, 2])
TWO = changed(
    attacking(bruno={"choice": 2}),
    raids=[
        raid("lindisfarne", contender("ana"), step="attack", right="ana"),
        raid("iona", contender("bruno"), step="attack", right="bruno"),
    ],
)
"""Ana is to roll for the first card; bruno comes after her."""
RETREATING = changed(
    LOW, raids=[raid("lindisfarne", contender("ana", status="retreating"), step="over", dice=[1, 2])]
)
AGAIN = changed(
    bidding("ana", "bruno", "carla", **{name: {"vikings": 3} for name in ("ana", "bruno", "carla")}),
    raids=[
        raid(
            "lindisfarne",
            contender("ana", shown=[2]),
            contender("bruno", shown=[2]),
            contender("carla", shown=[1], status="beaten"),
        )
    ],
)
SECRET = table("choice", ana={"choice": "?"})
OVER = finished()

ROWS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # refill
    ("refill: the expansion's card", MAINTENANCE, refill("paris"), "setup/removed"),
    ("refill: a card that was won", MAINTENANCE, refill("lindisfarne"), "maintenance/refill"),
    ("refill: too many cards", MAINTENANCE, refill("jarrow", "rathlin"), "maintenance/refill"),
    ("refill: a level too early", MAINTENANCE, refill("dorestad"), "setup/lowest-first"),
    ("refill: before the raids are over", attacking(), refill("jarrow"), "maintenance/refill"),
    ("refill: the expansion's card, and too early", PRODUCTION, refill("kraken"), "setup/removed"),
    # sacrifice
    ("sacrifice: no festival", START, sacrifice(2), "festival/rounds"),
    ("sacrifice: no festival, and after the roll", PRODUCTION, sacrifice(2), "festival/rounds"),
    ("sacrifice: more than there are", FESTIVAL, sacrifice(6), "festival/vikings"),
    ("sacrifice: twice", table("start", round=4, ana={"sacrifices": {"4": 2}, "vikings": 3}), sacrifice(1), "festival/once"),
    ("sacrifice: after the roll", table("production", round=4), sacrifice(2), "festival/before-dice"),
    ("sacrifice: too many, and after the roll", table("production", round=4), sacrifice(9), "festival/vikings"),
    ("sacrifice: in the raids", attacking(round=4), sacrifice(2), "round/phases"),
    # roll
    ("roll: twice", PRODUCTION, roll(), "production/roll"),
    ("roll: in the choice of raids", CHOICE, roll(), "round/phases"),
    # use
    ("use: before the roll", START, use("brown", "track"), "production/roll"),
    ("use: another colour's track", PRODUCTION, use("brown", "track", track="grey"), "track/own-colour"),
    ("use: another colour's track, in the choice of raids", CHOICE, use("brown", "track", track="grey"), "track/own-colour"),
    ("use: not the village die in the hall", PRODUCTION, use("brown", "hall"), "hall/village-die"),
    ("use: a low die for a development", PRODUCTION, use("grey", "development", development="smithy"), "development/four"),
    ("use: a development before another", PRODUCTION, use("brown", "development", development="shipyard"), "development/requirement"),
    ("use: a development that is there", table("production", ana={"developments": ["smithy"]}), use("brown", "development", development="smithy"), "development/once"),
    ("use: a die again", table("production", ana={"dice_used": ["brown"]}), use("brown", "track"), "dice/each-once"),
    ("use: a third die", table("production", ana={"dice_used": ["brown", "grey"]}), use("orange", "hall"), "dice/two-of-three"),
    ("use: after the end of production", table("production", ana={"done": True}), use("brown", "track"), "production/done"),
    ("use: another colour's track, after the end", table("production", ana={"done": True}), use("brown", "track", track="grey"), "track/own-colour"),
    ("use: a full track", table("production", ana={"tracks": {"brown": 12, "grey": 2, "orange": 2}, "port": ["p1", "p2", "p3", "p4"], "ships": 1}), use("brown", "track"), "track/first-free"),
    ("use: a full god", table("production", ana={"gods": {"thor": [1, 2]}}), use("brown", "god", god="thor"), "gods/first-free"),
    ("use: a favour die that is locked", PRODUCTION, use("f-port", "hall"), "favour/unlocked"),
    ("use: a favour die twice", table("production", ana={**UNLOCKED, "favours_used": ["f-port"]}), use("f-port", "hall"), "favour/once"),
    ("use: a favour die in the raids", attacking(ana=UNLOCKED), use("f-port", "hall"), "favour/production-only"),
    ("use: a locked favour die in the raids", attacking(), use("f-port", "hall"), "favour/unlocked"),
    ("use: a value that the die does not show", PRODUCTION, use("brown", "track", value=6), "production/common"),
    ("use: after the game", OVER, use("brown", "track"), "end/over"),
    # altar
    ("altar: no Vikings", table("production", ana={"vikings": 0}), altar("die", die="brown"), "altar/vikings"),
    ("altar: no box left", table("production", ana={"altar": 10, "hall": 20}), altar("raid"), "altar/limit"),
    ("altar: a used die", table("production", ana={"dice_used": ["brown"]}), altar("die", die="brown"), "dice/each-once"),
    ("altar: a die in the raids", LOW, altar("die", die="brown"), "altar/production"),
    ("altar: in the choice of raids", CHOICE, altar("raid"), "altar/production"),
    ("altar: help before the roll", attacking(), altar("raid"), "raids/roll"),
    ("altar: help for a roll of another clan", LOW, altar("raid", player="bruno"), "conflict/same-card"),
    # store
    ("store: a ship in the armoury", SHIP, store("ship", "a2"), "storage/place"),
    ("store: a ship in a settlement", SHIP, store("ship", "ribe"), "storage/place"),
    ("store: an axe in the port", AXE, store("axe", "p4"), "storage/place"),
    ("store: a house in the port", HOUSE, store("house", "p4"), "storage/place"),
    ("store: a house in the armoury", HOUSE, store("house", "a2"), "storage/place"),
    ("store: a hexagon that is filled", SHIP, store("ship", "p3"), "storage/place"),
    ("store: out of order", AXE, store("axe", "a3"), "storage/order"),
    ("store: a full settlement", table("production", ana={"waiting": ["house"], "settlements": {"ribe": 2}, "tracks": {"brown": 3, "grey": 2, "orange": 4}}), store("house", "ribe"), "settlement/choice"),
    ("store: nothing waits", PRODUCTION, store("ship", "p4"), "storage/place"),
    ("store: a ship in the armoury that nobody has gained", PRODUCTION, store("ship", "a2"), "storage/place"),
    # done
    ("done: twice", table("production", ana={"done": True}), done(), "production/done"),
    ("done: with a product in hand", SHIP, done(), "storage/place"),
    ("done: a die is left, by the strict rule", changed(PRODUCTION, options={"house_rules": {"two_dice": "strict"}}), done(), "dice/drop"),
    ("done: before the roll", START, done(), "round/phases"),
    # choose
    ("choose: a number without a card", CHOICE, choose(4), "raid/number"),
    ("choose: twice", table("choice", ana={"choice": 1}), choose(2), "raid/at-once"),
    ("choose: twice, and without a card", table("choice", ana={"choice": 1}), choose(4), "raid/number"),
    ("choose: while others produce", table("production", ana={"done": True}), choose(1), "raid/choice"),
    ("choose: in the raids", attacking(), choose(1), "round/phases"),
    # bid
    ("bid: more Vikings than there are", bidding("ana", "bruno"), bid(6), "conflict/own-vikings"),
    ("bid: no Vikings", bidding("ana", "bruno", ana={"vikings": 0}), bid(1), "conflict/no-vikings"),
    ("bid: too many fingers", bidding("ana", "bruno", ana={"vikings": 15, "hall": 20}), bid(11), "conflict/fingers"),
    ("bid: twice", bids(bidding("ana", "bruno"), ana=2), bid(1), "conflict/bid"),
    ("bid: twice, and too many", bids(bidding("ana", "bruno"), ana=2), bid(6), "conflict/own-vikings"),
    ("bid: for a card that one did not choose", bidding("ana", "bruno"), bid(1, "carla"), "conflict/same-card"),
    ("bid: beaten in the tie", AGAIN, bid(1, "carla"), "conflict/tied-only"),
    ("bid: after the conflict", won(), bid(3, "bruno"), "conflict/same-card"),
    ("bid: in production", PRODUCTION, bid(1), "round/phases"),
    # reveal
    ("reveal: before all have chosen", SECRET, reveal(1), "raid/at-once"),
    ("reveal: nothing kept back", table("choice", ana={"choice": 1}, bruno={"choice": "?"}, carla={"choice": 0}), reveal(2), "raid/at-once"),
    ("reveal: a number without a card", table("choice", ana={"choice": "?"}, bruno={"choice": 1}, carla={"choice": 1}), reveal(4), "raid/number"),
    ("reveal: more Vikings than there are", bids(bidding("ana", "bruno"), ana="?", bruno=1), reveal(6), "conflict/own-vikings"),
    ("reveal: in production", PRODUCTION, reveal(1), "round/phases"),
    # retreat
    ("retreat: nothing of that", changed(RETREATING, players=[{**RETREATING["players"][0], "axes": 0}, *RETREATING["players"][1:]]), retreat("axe"), "retreat/pay"),
    ("retreat: with a house", RETREATING, retreat("house"), "retreat/pay"),
    ("retreat: not in retreat", attacking(), retreat("axe"), "retreat/pay"),
    ("retreat: in production", PRODUCTION, retreat("axe"), "round/phases"),
    # attack
    ("attack: too few dice", attacking(), attack(4), "raids/dice"),
    ("attack: a handful of dice", attacking(), attack(4, 4, 4, 4, 4), "raids/dice"),
    ("attack: a favour die among them", attacking(), attack(4, 4, favour="f-port"), "favour/no-raid"),
    ("attack: a resource die among them", attacking(), attack(4, 4, favour="brown"), "raids/dice"),
    ("attack: the loser of the conflict", won(), attack(4, 4, player="bruno"), "conflict/highest"),
    ("attack: a clan that raids nothing", attacking(), attack(4, 4, player="bruno"), "raids/roll"),
    ("attack: out of order", TWO, attack(4, 4, player="bruno"), "raids/order"),
    ("attack: too few dice, and out of order", TWO, attack(4, player="bruno"), "raids/dice"),
    ("attack: a second roll without the altar", LOW, attack(4, 4), "raids/roll"),
    ("attack: while a retreat is to be paid", changed(TWO, raids=[raid("lindisfarne", contender("ana", status="retreating"), step="over", dice=[1, 2]), TWO["raids"][1]]), attack(4, 4, player="bruno"), "raids/order"),
    ("attack: in production", PRODUCTION, attack(4, 4), "round/phases"),
    # yield
    ("yield: a payment that is due", HIGH, yields(), "payment/compulsory"),
    ("yield: before the roll", attacking(), yields(), "raids/roll"),
    ("yield: for another clan", LOW, yields("bruno"), "conflict/same-card"),
    ("yield: in production", PRODUCTION, yields(), "round/phases"),
    # pay
    ("pay: before the roll", attacking(), pay(vikings=1, ships=1), "payment/after-roll"),
    ("pay: after a low roll", LOW, pay(vikings=1, ships=1), "raids/defence"),
    ("pay: too little", HIGH, pay(vikings=1), "payment/season"),
    ("pay: too much", HIGH, pay(vikings=2, ships=1), "payment/season"),
    ("pay: with houses", HIGH, pay(vikings=1, ships=1, houses=1), "payment/season"),
    ("pay: the price of the other season", HIGH, pay(vikings=2, ships=1), "payment/season"),
    ("pay: ships that are not there", attacking(step="pay", lying=[4, 3], ana={"axes": 0}), pay(vikings=1, ships=2), "storage/spent"),
    ("pay: the loser of the conflict", won(step="pay", dice=(4, 3)), pay("bruno", vikings=1, ships=1), "conflict/highest"),
    ("pay: in production", PRODUCTION, pay(vikings=1, ships=1), "round/phases"),
    ("pay: after a retreat", won(step="pay", dice=(4, 3), raids=[raid("lindisfarne", contender("ana", shown=[2]), contender("bruno", shown=[0], status="retreated"), step="pay", right="ana", dice=[4, 3])]), pay("bruno", vikings=1, ships=1), "retreat/out"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "move", "rule"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_the_first_reason_is_the_one_that_a_referee_would_name(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], rule: str
) -> None:
    answer = roll_and_raid.validate(told, move, pack=PACK)
    assert answer.broken[:1] == [rule], [violation["message"] for violation in answer["violations"]]


def test_every_type_of_move_has_a_row() -> None:
    assert {move["type"] for _, _, move, _ in ROWS} == GAME.move_types.keys()
