"""Every rule of Roll & Raid, kept and broken, through HTTP.

``obeys``: a move, a position or a score that keeps the rule is accepted, and where the rule is what decides, it is
cited, or an event tells it. ``breaks``: what breaks the rule is refused with it. What happens by itself cannot be
broken by a move: ``test_by_itself`` shows that what such a rule excludes does not happen.

Sections in the order of play. ``make coverage`` writes down which test belongs to which rule.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import (
    EASY,
    HARD,
    NAMES,
    PACK,
    altar,
    attack,
    attacking,
    bid,
    bidding,
    bids,
    changed,
    choose,
    clan,
    contender,
    done,
    finished,
    opening,
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
    without,
    won,
    yields,
)

Question = Callable[[Referee], Answer]


def validate(told: dict[str, Any], move: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.validate(told, move, **{"pack": PACK, **more})


def audit(told: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.audit(told, **{"pack": PACK, **more})


def agreed(told: dict[str, Any], **rules: str) -> dict[str, Any]:
    """The same table with a house rule."""
    return changed(told, options={"house_rules": rules})


def score(told: dict[str, Any], **more: Any) -> Question:
    return lambda referee: referee.score(told, **{"pack": PACK, **more})


def claim(told: dict[str, Any], total: int, **more: Any) -> Question:
    return score(told, claimed={"ana": total}, **more)


PRODUCTION = table("production")
FESTIVAL = table("start", round=4)
CHOICE = table("choice")
CONFLICT = bidding("ana", "bruno")
WITH_FAVOUR = {"port": ["p1"], "tracks": {"brown": 3, "grey": 2, "orange": 2}}
"""A ship in p1, which touches the favour die f-port with its 3."""
PLUS = {"type": "altar", "player": "ana", "benefit": "die"}
TIED = bids(bidding("ana", "bruno", "carla"), ana=2, bruno=2)
"""Ana and bruno have shown two; carla is still to show."""
AGAIN = table(
    "conflict",
    raids=[
        raid(
            "lindisfarne",
            contender("ana", shown=[2]),
            contender("bruno", shown=[2]),
            contender("carla", shown=[1], status="beaten"),
        )
    ],
    ana={"choice": 1, "vikings": 3},
    bruno={"choice": 1, "vikings": 3},
    carla={"choice": 1, "vikings": 4},
)
"""Ana and bruno were tied and bid again; carla has lost."""
RETREATING = table(
    "conflict",
    raids=[raid("lindisfarne", contender("ana", shown=[0], status="retreating"), contender("bruno", shown=[2]), right="bruno", step="attack")],
    ana={"choice": 1},
    bruno={"choice": 1, "vikings": 3},
    carla={"choice": 0},
)  # fmt: skip


def first_raid_over(status: str, **zones: Any) -> dict[str, Any]:
    """Ana's raid on the first card is over; bruno is about to roll for the second."""
    raids = [
        raid("lindisfarne", contender("ana", status=status), step="over"),
        raid("iona", contender("bruno"), step="attack", right="bruno"),
    ]
    told = {"ana": {"choice": 1}, "bruno": {"choice": 2}, "carla": {"choice": 0}}
    return table("resolution", raids=raids, **told, **zones)


TWO_RAIDS = table(
    "resolution",
    raids=[
        raid("lindisfarne", contender("ana"), step="attack", right="ana"),
        raid("iona", contender("bruno"), step="attack", right="bruno"),
    ],
    ana={"choice": 1},
    bruno={"choice": 2},
    carla={"choice": 0},
)
LOW = attacking(step="help", lying=[1, 2])
"""A 3 against a defence of 5."""
ROLLED = attacking(
    ana={"choice": 1, "altar": 1, "vikings": 4},
    raids=[raid("lindisfarne", contender("ana"), step="attack", right="ana", dice=[1, 2])],
)
"""Ana has given a Viking to roll again."""
HIGH = attacking(step="pay", lying=[4, 3])
MAINTENANCE = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})
SPENT = attacking(
    step="pay",
    lying=[4, 3],
    round=15,
    display=["lindisfarne", "lisbon", "seville"],
    deck=[],
    bruno={"raids": [*EASY[1:], *HARD[:4]]},
)
"""The last card of the deck has been turned up."""
TROPHIES = {"sacrifices": {4: 3, 8: 1}, "developments": ["smithy"], "gods": {"odin": [4, 5], "thor": [2]}, "raids": ["lindisfarne", "iona"], "hall": 20, "vikings": 2, "armoury": ["a1", "a2"]}  # fmt: skip
"""7 for sacrifices, 3 for developments, 2 + 1 for the gods, 3 + 2 in battle: 18."""
GLORY = finished(ana=TROPHIES)

OBEYED: list[tuple[str, str, Question]] = [
    ("setup/players", "six clans", audit(table("production", 6))),
    ("setup/sheet", "fresh sheets", audit(opening())),
    ("setup/removed", "only raid cards", audit(PRODUCTION)),
    ("setup/deck", "six of each level", audit(opening(deck=[*EASY, *HARD]))),
    ("setup/level-order", "in order", audit(opening(deck=[*EASY, *HARD]))),
    ("setup/lowest-first", "the easy ones first", validate(opening(), refill(*EASY[:3]))),
    ("setup/one-place", "each once", audit(table("production", ana={"raids": ["rathlin"]}))),
    ("setup/display", "three for three", validate(opening(), refill(*EASY[:3]))),
    ("sheet/printed", "a full track", audit(table("production", ana={"tracks": {"brown": 12, "grey": 2, "orange": 2}}))),
    ("sheet/no-gaps", "armoury from the start", audit(table("production", ana={"armoury": ["a1", "a2"], "tracks": {"brown": 3, "grey": 5, "orange": 2}}))),
    ("round/simultaneous", "carla first", validate(PRODUCTION, use("brown", "track", "carla"))),
    ("round/phases", "the altar in production", validate(PRODUCTION, altar("die", die="brown"))),
    ("round/season", "the fifth round", validate(table("maintenance", round=4, display=["iona", "portland"], ana={"raids": ["lindisfarne"]}), refill("jarrow"))),
    ("production/round-track", "the fourth box", validate(table("maintenance", display=["iona", "portland"], deck=["jarrow", *EASY[4:], *HARD], ana={"raids": ["lindisfarne"]}), refill())),
    ("festival/rounds", "in round 4", validate(FESTIVAL, sacrifice(2))),
    ("festival/rounds", "in round 16 too", validate(table("start", round=16), sacrifice(2))),
    ("festival/vikings", "all of them", validate(FESTIVAL, sacrifice(5))),
    ("festival/once", "the first offering", validate(FESTIVAL, sacrifice(1))),
    ("festival/before-dice", "before the roll", validate(FESTIVAL, sacrifice(1))),
    ("production/roll", "once", validate(table("start"), roll())),
    ("production/common", "the value that all see", validate(PRODUCTION, use("brown", "track", value=4))),
    ("production/common", "after another clan", validate(table("production", bruno={"dice_used": ["brown"]}), use("brown", "track"))),
    ("dice/two-of-three", "the second die", validate(table("production", ana={"dice_used": ["grey"]}), use("brown", "track"))),
    ("dice/each-once", "another die", validate(table("production", ana={"dice_used": ["grey"]}), use("brown", "track"))),
    ("dice/drop", "one die left", validate(table("production", ana={"dice_used": ["grey"]}), done())),
    ("dice/same-use", "two gods", validate(table("production", ana={"dice_used": ["grey"], "gods": {"odin": [2]}}), use("brown", "god", god="thor"))),
    ("production/done", "the first to finish", validate(PRODUCTION, done())),
    ("altar/production", "help for the raid after the end", validate(table("production", ana={"done": True}), altar("raid"))),
    ("track/own-colour", "brown on brown", validate(PRODUCTION, use("brown", "track", track="brown"))),
    ("track/first-free", "four boxes", validate(PRODUCTION, use("brown", "track"))),
    ("track/product", "a ship in the last box", validate(table("production", ana={"raised": {"brown": 1}, "altar": 1, "vikings": 4}), use("brown", "track"))),
    ("track/every-hex", "two houses on the way", validate(PRODUCTION, use("orange", "track"))),
    ("track/end", "two boxes for four", validate(table("production", ana={"tracks": {"brown": 10, "grey": 2, "orange": 2}}), use("brown", "track"))),
    ("hall/village-die", "the orange die", validate(PRODUCTION, use("orange", "hall"))),
    ("hall/recruit", "five Vikings", validate(PRODUCTION, use("orange", "hall"))),
    ("hall/crossed-once", "three of eight crossed out", audit(PRODUCTION)),
    ("gods/first-free", "the lowest box", validate(PRODUCTION, use("grey", "god", god="odin"))),
    ("gods/choice", "thor", validate(PRODUCTION, use("grey", "god", god="thor"))),
    ("gods/bonus", "an axe", validate(table("production", ana={"gods": {"odin": [4]}}), use("grey", "god", god="odin"))),
    ("development/four", "a four", validate(PRODUCTION, use("brown", "development", development="smithy"))),
    ("development/raised", "two raised by two", validate(table("production", ana={"raised": {"grey": 2}, "altar": 2, "vikings": 3}), use("grey", "development", development="smithy"))),
    ("development/requirement", "after the smithy", validate(table("production", ana={"developments": ["smithy"]}), use("brown", "development", development="shipyard"))),
    ("development/effect", "a ship", validate(table("production", ana={"developments": ["smithy"]}), use("brown", "development", development="shipyard"))),
    ("development/once", "the first time", validate(PRODUCTION, use("brown", "development", development="smithy"))),
    ("storage/place", "a free hexagon", validate(table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}), store("ship", "p4"))),
    ("storage/order", "any hexagon of the port", validate(table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}), store("ship", "p4"))),
    ("storage/spent", "one ship for one", validate(HIGH, pay(vikings=1, ships=1))),
    ("storage/full", "no room in the hall", validate(table("production", ana={"hall": 18, "vikings": 5}), use("orange", "hall"))),
    ("settlement/choice", "hedeby", validate(table("production", ana={"waiting": ["house"], "tracks": {"brown": 3, "grey": 2, "orange": 4}}), store("house", "hedeby"))),
    ("settlement/complete", "ribe", validate(table("production", ana={"waiting": ["house"], "tracks": {"brown": 3, "grey": 2, "orange": 4}}), store("house", "ribe"))),
    ("chain/order", "the second house first", validate(table("production", ana={"waiting": ["house", "ship"], "tracks": {"brown": 5, "grey": 2, "orange": 4}}), store("ship", "p4"))),
    ("favour/unlocked", "beside a ship", validate(table("production", ana=WITH_FAVOUR), use("f-port", "track", track="grey"))),
    ("favour/beside", "an axe in a2", validate(table("production", ana={"raised": {"grey": 1}, "altar": 1, "vikings": 4}), use("grey", "track"))),
    ("favour/one-neighbour", "the second hexagon is empty", validate(table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}), store("ship", "p2"))),
    ("favour/god", "the third box of Odin", validate(table("production", ana={"gods": {"odin": [4, 2]}, "armoury": ["a1", "a2"]}), use("brown", "god", god="odin"))),
    ("favour/settlement", "ribe", validate(table("production", ana={"waiting": ["house"], "tracks": {"brown": 3, "grey": 2, "orange": 4}}), store("house", "ribe"))),
    ("favour/production-only", "in production", validate(table("production", ana=WITH_FAVOUR), use("f-port", "track", track="grey"))),
    ("favour/at-once", "in the same production phase", validate(table("production", ana={**WITH_FAVOUR, "dice_used": ["brown"]}), use("f-port", "track", track="grey"))),
    ("favour/once", "the first time", validate(table("production", ana=WITH_FAVOUR), use("f-port", "track", track="grey"))),
    ("favour/any-colour", "on the grey track", validate(table("production", ana=WITH_FAVOUR), use("f-port", "track", track="grey"))),
    ("favour/hall", "three Vikings", validate(table("production", ana=WITH_FAVOUR), use("f-port", "hall"))),
    ("favour/other-uses", "a god", validate(table("production", ana=WITH_FAVOUR), use("f-port", "god", god="odin"))),
    ("favour/extra", "after two dice", validate(table("production", ana={**WITH_FAVOUR, "dice_used": ["brown", "grey"]}), use("f-port", "track", track="grey"))),
    ("favour/no-raid", "raid dice alone", validate(attacking(ana={**WITH_FAVOUR, "choice": 1}), attack(4, 4))),
    ("altar/production", "in production", validate(PRODUCTION, altar("die", die="brown"))),
    ("altar/vikings", "the last Viking", validate(table("production", ana={"vikings": 1}), altar("die", die="brown"))),
    ("altar/adds-up", "a second one", validate(table("production", ana={"raised": {"brown": 1}, "altar": 1, "vikings": 4}), altar("die", die="brown"))),
    ("altar/plus-one", "a five", validate(PRODUCTION, altar("die", die="brown"))),
    ("altar/plus-one", "a favour die", validate(table("production", ana=WITH_FAVOUR), altar("die", die="f-port"))),
    ("altar/own-use", "raised for ana", validate(PRODUCTION, altar("die", die="brown"))),
    ("altar/cap", "seven without a limit", validate(changed(PRODUCTION, dice={"brown": 6, "grey": 2, "orange": 5}), altar("die", die="brown"))),
    ("altar/cap", "six with the limit", validate(agreed(PRODUCTION, raised_dice="six"), altar("die", die="orange"))),
    ("altar/limit", "the last box", validate(table("production", ana={"altar": 9, "hall": 20, "vikings": 5}), altar("die", die="brown"))),
    ("altar/plus-two", "three and two make five", validate(LOW, altar("raid"))),
    ("altar/reroll", "rolled again", validate(LOW, altar("reroll"))),
    ("altar/reroll-all", "both dice anew", validate(ROLLED, attack(4, 4))),
    ("altar/in-raid", "during the roll", validate(LOW, altar("raid"))),
    ("altar/production", "bought before", validate(agreed(PRODUCTION, altar_in_raid="prepaid"), altar("raid"))),
    ("altar/unused", "lost", validate(table("choice", ana={"help": {"plus": 1, "rerolls": 0}, "altar": 1, "vikings": 4, "choice": 0}, bruno={"choice": 0}), choose(0, "carla"))),
    ("raid/choice", "the third card", validate(CHOICE, choose(3))),
    ("raid/number", "as no raid", validate(agreed(CHOICE, too_many_fingers="no-raid"), choose(4))),
    ("raid/fist", "no raid", validate(CHOICE, choose(0))),
    ("raid/at-once", "chosen, not told", validate(CHOICE, choose("?"))),
    ("conflict/same-card", "two on a card", validate(table("choice", ana={"choice": 1}, bruno={"choice": 0}), choose(1, "carla"))),
    ("conflict/bid", "two Vikings", validate(CONFLICT, bid(2))),
    ("conflict/own-vikings", "all of them", validate(CONFLICT, bid(5))),
    ("conflict/fingers", "ten", validate(bidding("ana", "bruno", ana={"hall": 20, "vikings": 15}), bid(10))),
    ("conflict/fingers", "eleven without a limit", validate(agreed(bidding("ana", "bruno", ana={"hall": 20, "vikings": 15}), bid_limit="none"), bid(11))),
    ("conflict/crossed-out", "both pay", validate(bids(CONFLICT, ana=2), bid(1, "bruno"))),
    ("conflict/highest", "ana has the right", validate(bids(CONFLICT, ana=2), bid(1, "bruno"))),
    ("conflict/tie", "two and two", validate(bids(CONFLICT, ana=2), bid(2, "bruno"))),
    ("conflict/tied-only", "carla is out", validate(TIED, bid(1, "carla"))),
    ("conflict/tied-paid", "crossed out all the same", validate(bids(CONFLICT, ana=2), bid(2, "bruno"))),
    ("conflict/no-vikings", "a fist", validate(bidding("ana", "bruno", ana={"vikings": 0}), bid(0))),
    ("conflict/all-fists", "nobody raids", validate(bids(CONFLICT, ana=0), bid(0, "bruno"))),
    ("retreat/fist", "nothing shown", validate(bids(CONFLICT, ana=2), bid(0, "bruno"))),
    ("retreat/pay", "an axe", validate(RETREATING, retreat("axe"))),
    ("retreat/out", "the other clan raids", validate(changed(RETREATING, phase="resolution", raids=[raid("lindisfarne", contender("ana", shown=[0], status="retreated"), contender("bruno", shown=[2]), right="bruno", step="attack")]), attack(4, 4, player="bruno"))),
    ("retreat/nothing", "with empty hands", validate(bids(bidding("ana", "bruno", ana={"vikings": 0, "axes": 0, "ships": 0}), bruno=2), bid(0))),
    ("retreat/losers", "one Viking shown", validate(bids(CONFLICT, ana=2), bid(1, "bruno"))),
    ("raids/order", "the first card first", validate(TWO_RAIDS, attack(4, 4))),
    ("raids/roll", "two dice", validate(attacking(), attack(4, 4))),
    ("raids/dice", "two dice", validate(attacking(), attack(4, 4))),
    ("raids/defence", "five against five", validate(attacking(), attack(2, 3))),
    ("raids/failed", "a retreat", validate(LOW, yields())),
    ("raids/failed-no-heir", "bruno does not inherit", validate(won(step="help", dice=(1, 2)), yields())),
    ("payment/after-roll", "the roll was high enough", validate(HIGH, pay(vikings=1, ships=1))),
    ("payment/season", "in summer", validate(HIGH, pay(vikings=1, ships=1))),
    ("payment/season", "in winter", validate(attacking(step="pay", lying=[4, 3], round=5), pay(vikings=2, ships=1))),
    ("payment/compulsory", "declined where that is agreed", validate(agreed(HIGH, payment="optional"), yields())),
    ("payment/card", "taken", validate(HIGH, pay(vikings=1, ships=1))),
    ("payment/reward", "an axe", validate(attacking("portland", step="pay", lying=[4, 3]), pay(vikings=1))),
    ("payment/unable", "no ship", validate(attacking(ana={"ships": 0, "choice": 1}), attack(4, 4))),
    ("payment/no-fine", "nothing is paid", validate(attacking(ana={"ships": 0, "choice": 1}), attack(4, 4))),
    ("payment/heir", "bruno inherits", validate(won(ana={"ships": 0}), attack(4, 4))),
    ("payment/heir-rolls", "his own roll", validate(won(ana={"ships": 0}), attack(4, 4))),
    ("payment/equal-heirs", "they bid again", validate(table("resolution", raids=[raid("lindisfarne", contender("ana", shown=[3]), contender("bruno", shown=[1], status="beaten"), contender("carla", shown=[1], status="beaten"), step="attack", right="ana")], ana={"choice": 1, "vikings": 2, "ships": 0}, bruno={"choice": 1, "vikings": 4}, carla={"choice": 1, "vikings": 4}), attack(4, 4))),
    ("maintenance/refill", "one card", validate(MAINTENANCE, refill("jarrow"))),
    ("maintenance/renumber", "the old ones first", validate(MAINTENANCE, refill("jarrow"))),
    ("maintenance/deck-empty", "play goes on", validate(SPENT, pay(vikings=2, ships=1))),
    ("maintenance/last-round", "no refill", validate(attacking(step="pay", lying=[4, 3], round=16), pay(vikings=2, ships=1))),
    ("end/last-round", "after round 16", validate(attacking(step="pay", lying=[4, 3], round=16), pay(vikings=2, ships=1))),
    ("end/over", "before the end", validate(PRODUCTION, done())),
]  # fmt: skip

SILENT = {
    "setup/players", "setup/sheet", "setup/removed", "setup/deck", "setup/level-order", "setup/one-place", "sheet/printed", "sheet/no-gaps",
    "hall/crossed-once", "production/common", "favour/no-raid", "retreat/out", "end/over",
}  # fmt: skip
"""Rules that are cited only when somebody breaks them."""

BROKEN: list[tuple[str, str, Question]] = [
    ("setup/players", "a stranger's raid", audit(changed(CONFLICT, raids=[raid("lindisfarne", contender("ana"), contender("zoe"))]))),
    ("setup/sheet", "a marked track", audit(opening(ana={"tracks": {"brown": 1}}))),
    ("setup/sheet", "a Viking more", audit(opening(ana={"vikings": 4, "hall": 4}))),
    ("setup/removed", "Paris on display", audit(changed(PRODUCTION, display=["lindisfarne", "iona", "paris"]))),
    ("setup/removed", "a Creature turned up", validate(MAINTENANCE, refill("kraken"))),
    ("setup/deck", "too many cards of a level", audit(opening(1, deck=[*EASY[:3], HARD[0]]))),
    ("setup/deck", "a deck too small", audit(opening(deck=[*EASY, *HARD[:5]]))),
    ("setup/level-order", "mixed", audit(opening(deck=[EASY[0], HARD[0], *EASY[1:], *HARD[1:]]))),
    ("setup/lowest-first", "a hard one first", validate(opening(), refill(EASY[0], EASY[1], HARD[0]))),
    ("setup/one-place", "on display and taken", audit(table("production", ana={"raids": ["iona"]}))),
    ("setup/one-place", "taken by two", audit(table("production", ana={"raids": ["jarrow"]}, bruno={"raids": ["jarrow"]}))),
    ("setup/display", "four for three", audit(changed(PRODUCTION, display=EASY[:4]))),
    ("sheet/printed", "beyond the track", audit(table("production", ana={"tracks": {"brown": 13, "grey": 2, "orange": 2}}))),
    ("sheet/printed", "more houses than icons", audit(table("production", ana={"settlements": {"ribe": 3}}))),
    ("sheet/printed", "more Vikings than places", audit(table("production", ana={"hall": 21}))),
    ("sheet/printed", "more values than boxes", audit(table("production", ana={"gods": {"thor": [4, 4, 4]}}))),
    ("sheet/no-gaps", "a gap in the armoury", audit(table("production", ana={"armoury": ["a2"]}))),
    ("round/phases", "a bid in production", validate(PRODUCTION, bid(1))),
    ("round/phases", "a die in the raid phase", validate(CHOICE, use("brown", "track"))),
    ("round/season", "another season", audit(changed(PRODUCTION, season="winter"))),
    ("production/round-track", "a box behind", audit(table("production", ana={"rounds": 2}))),
    ("festival/rounds", "in round 3", validate(table("start"), sacrifice(1))),
    ("festival/rounds", "given before its time", audit(table("production", ana={"sacrifices": {8: 1}}))),
    ("festival/vikings", "six of five", validate(FESTIVAL, sacrifice(6))),
    ("festival/once", "a second time", validate(table("start", round=4, ana={"sacrifices": {4: 1}, "vikings": 4}), sacrifice(1))),
    ("festival/before-dice", "after the roll", validate(table("production", round=4), sacrifice(1))),
    ("festival/before-dice", "after the roll of a round that is not told", validate(without(table("production"), "round"), sacrifice(1))),
    ("production/roll", "again", validate(PRODUCTION, roll())),
    ("production/roll", "before the roll", validate(table("start"), use("brown", "track"))),
    ("production/common", "another value", validate(PRODUCTION, use("brown", "track", value=6))),
    ("dice/two-of-three", "the third die", validate(table("production", ana={"dice_used": ["grey", "orange"]}), use("brown", "track"))),
    ("dice/two-of-three", "three told", audit(table("production", ana={"dice_used": ["grey", "orange", "brown"]}))),
    ("dice/each-once", "the same die", validate(table("production", ana={"dice_used": ["brown"]}), use("brown", "track"))),
    ("dice/each-once", "twice told", audit(table("production", ana={"dice_used": ["brown", "brown"]}))),
    ("dice/drop", "strictly, one left", validate(agreed(table("production", ana={"dice_used": ["grey"]}), two_dice="strict"), done())),
    ("production/done", "a die afterwards", validate(table("production", ana={"done": True}), use("brown", "track"))),
    ("production/done", "the altar afterwards", validate(table("production", ana={"done": True}), altar("die", die="brown"))),
    ("track/own-colour", "grey on brown", validate(PRODUCTION, use("grey", "track", track="brown"))),
    ("track/first-free", "a full track", validate(table("production", ana={"tracks": {"brown": 12, "grey": 2, "orange": 2}}), use("brown", "track"))),
    ("hall/village-die", "the brown die", validate(PRODUCTION, use("brown", "hall"))),
    ("hall/crossed-once", "more left than recruited", audit(table("production", ana={"vikings": 9}))),
    ("hall/crossed-once", "crossed out twice", audit(table("production", ana={"vikings": 8, "altar": 2}))),
    ("gods/first-free", "a full track", validate(table("production", ana={"gods": {"thor": [4, 4]}}), use("grey", "god", god="thor"))),
    ("gods/first-free", "a nought", audit(table("production", ana={"gods": {"thor": [0]}}))),
    ("development/four", "a two", validate(PRODUCTION, use("grey", "development", development="smithy"))),
    ("development/requirement", "without the smithy", validate(PRODUCTION, use("brown", "development", development="shipyard"))),
    ("development/requirement", "an axe of none", validate(table("production", ana={"axes": 0}), use("brown", "development", development="rampart"), pack={**PACK, "developments": [{"id": "rampart", "name": "Rampart", "cost": {"axes": 1}}]})),
    ("development/requirement", "a four where a six is asked for", validate(PRODUCTION, use("brown", "development", development="rampart"), pack={**PACK, "developments": [{"id": "rampart", "name": "Rampart", "value": 6}]})),
    ("development/requirement", "no settlement completed", validate(PRODUCTION, use("brown", "development", development="rampart"), pack={**PACK, "developments": [{"id": "rampart", "name": "Rampart", "needs": [{"count": "settlements", "least": 1}]}]})),
    ("development/requirement", "one Viking for two", validate(table("production", ana={"vikings": 1}), use("brown", "development", development="rampart"))),
    ("development/once", "again", validate(table("production", ana={"developments": ["smithy"]}), use("brown", "development", development="smithy"))),
    ("storage/place", "marked already", validate(table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}), store("ship", "p3"))),
    ("storage/place", "nothing waits", validate(PRODUCTION, store("ship", "p4"))),
    ("storage/place", "not stored before the end of production", validate(table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}), done())),
    ("storage/order", "the third before the second", validate(table("production", ana={"waiting": ["axe"], "tracks": {"brown": 3, "grey": 5, "orange": 2}}), store("axe", "a3"))),
    ("storage/spent", "more left than stored", audit(table("production", ana={"ships": 2}))),
    ("storage/spent", "a ship of none", validate(attacking("portland", step="pay", lying=[4, 3], ana={"ships": 0}), pay(vikings=1, ships=1))),
    ("settlement/choice", "a full one", validate(table("production", ana={"waiting": ["house"], "settlements": {"ribe": 2}, "tracks": {"brown": 3, "grey": 2, "orange": 4}}), store("house", "ribe"))),
    ("favour/unlocked", "nothing beside it", validate(PRODUCTION, use("f-port", "track", track="grey"))),
    ("favour/unlocked", "used but never unlocked", audit(table("production", ana={"favours_used": ["f-odin"]}))),
    ("favour/production-only", "in the raid phase", validate(table("choice", ana=WITH_FAVOUR), use("f-port", "track", track="grey"))),
    ("favour/once", "again", validate(table("production", ana={**WITH_FAVOUR, "favours_used": ["f-port"]}), use("f-port", "track", track="grey"))),
    ("favour/no-raid", "put to the raid dice", validate(attacking(ana={**WITH_FAVOUR, "choice": 1}), attack(1, 2, favour="f-port"))),
    ("altar/production", "a die in the raid phase", validate(CHOICE, altar("die", die="brown"))),
    ("altar/vikings", "no Viking left", validate(table("production", ana={"vikings": 0}), altar("die", die="brown"))),
    ("altar/cap", "seven with the limit", validate(agreed(changed(PRODUCTION, dice={"brown": 6, "grey": 2, "orange": 5}), raised_dice="six"), altar("die", die="brown"))),
    ("altar/limit", "no box left", validate(table("production", ana={"altar": 10, "hall": 20, "vikings": 5}), altar("die", die="brown"))),
    ("altar/limit", "more than boxes", audit(table("production", ana={"altar": 11, "hall": 20, "vikings": 5}))),
    ("altar/reroll-all", "one die again", validate(ROLLED, attack(6))),
    ("altar/in-raid", "prepaid only", validate(agreed(LOW, altar_in_raid="prepaid"), altar("raid"))),
    ("raid/choice", "production is not over", validate(PRODUCTION, choose(1))),
    ("raid/number", "the fourth of three", validate(CHOICE, choose(4))),
    ("raid/at-once", "changed", validate(table("choice", ana={"choice": 1}), choose(2))),
    ("conflict/same-card", "not on this card", validate(CONFLICT, bid(1, "carla"))),
    ("conflict/bid", "a second bid", validate(bids(CONFLICT, ana=2), bid(3))),
    ("conflict/own-vikings", "six of five", validate(CONFLICT, bid(6))),
    ("conflict/fingers", "eleven", validate(bidding("ana", "bruno", ana={"hall": 20, "vikings": 15}), bid(11))),
    ("conflict/fingers", "six with five", validate(agreed(bidding("ana", "bruno", ana={"hall": 20, "vikings": 15}), bid_limit="five"), bid(6))),
    ("conflict/highest", "the beaten clan rolls", validate(won(), attack(4, 4, player="bruno"))),
    ("conflict/tied-only", "carla bids again", validate(AGAIN, bid(2, "carla"))),
    ("conflict/no-vikings", "one of none", validate(bidding("ana", "bruno", ana={"vikings": 0}), bid(1))),
    ("retreat/pay", "an axe of none", validate(changed(RETREATING, players=[clan("ana", axes=0, armoury=["a1"], done=True, choice=1), *RETREATING["players"][1:]]), retreat("axe"))),
    ("retreat/pay", "no retreat", validate(CONFLICT, retreat("axe"))),
    ("retreat/out", "rolling after a retreat", validate(changed(RETREATING, phase="resolution", raids=[raid("lindisfarne", contender("ana", shown=[0], status="retreated"), contender("bruno", shown=[2]), right="bruno", step="attack")]), attack(4, 4))),
    ("raids/order", "the second card first", validate(TWO_RAIDS, attack(4, 4, player="bruno"))),
    ("raids/roll", "no raid", validate(attacking(), attack(4, 4, player="carla"))),
    ("raids/roll", "rolled again without the altar", validate(LOW, attack(4, 4))),
    ("raids/roll", "a raid that was not paid for is over", validate(first_raid_over("failed"), attack(4, 4))),
    ("retreat/out", "rolling again while others raid", validate(first_raid_over("retreated"), attack(4, 4))),
    ("raids/dice", "three dice", validate(attacking(), attack(4, 4, 4))),
    ("raids/defence", "paying after a low roll", validate(LOW, pay(vikings=1, ships=1))),
    ("payment/after-roll", "paying before the roll", validate(attacking(), pay(vikings=1, ships=1))),
    ("payment/season", "the winter price in summer", validate(HIGH, pay(vikings=2, ships=1))),
    ("payment/season", "too little", validate(HIGH, pay(vikings=1))),
    ("payment/compulsory", "declined", validate(HIGH, yields())),
    ("payment/compulsory", "declined by a clan that cannot pay", validate(attacking(step="pay", lying=[4, 3], ana={"ships": 0, "choice": 1}), yields())),
    ("maintenance/refill", "two for one", validate(MAINTENANCE, refill("jarrow", "rathlin"))),
    ("maintenance/refill", "turned up although taken", validate(MAINTENANCE, refill("lindisfarne"))),
    ("maintenance/refill", "not the top card", validate(changed(MAINTENANCE, deck=["jarrow", *EASY[4:], *HARD]), refill("rathlin"))),
    ("end/last-round", "over in round 12", audit(finished(round=12))),
    ("end/over", "after the end", validate(finished(), done())),
    ("score/sacrifices", "forgotten", claim(GLORY, 11)),
    ("score/altar", "counted", claim(finished(ana={**TROPHIES, "altar": 4}), 22)),
    ("score/developments", "forgotten", claim(GLORY, 15)),
    ("score/gods", "forgotten", claim(finished(ana={**TROPHIES, "gods": {"odin": [4, 5, 6]}, "armoury": ["a1", "a2"]}), 15)),
    ("score/battle", "forgotten", claim(GLORY, 13)),
    ("score/total", "added up wrongly", claim(GLORY, 99)),
]  # fmt: skip


def marked(cases: list[tuple[str, str, Question]], mark: Any) -> list[Any]:
    return [
        pytest.param(rule, question, id=f"{rule}: {name}", marks=mark(f"roll-and-raid/{rule}"))
        for rule, name, question in cases
    ]


def told_in(answer: Answer) -> list[str]:
    """The rules that an answer cites, and those behind its events."""
    return answer.cited + [event["rule"].split("/", 1)[1] for event in answer.get("events", [])]


@pytest.mark.parametrize(("rule", "question"), marked(OBEYED, pytest.mark.obeys))
def test_a_kept_rule_is_accepted(roll_and_raid: Referee, rule: str, question: Question) -> None:
    answer = question(roll_and_raid)
    assert answer["verdict"] in ("legal", "possible"), (answer["violations"], answer["missing"])
    assert answer["assumed"] == []
    if rule not in SILENT:
        assert rule in told_in(answer)


@pytest.mark.parametrize("rule", sorted(SILENT))
def test_a_rule_is_silent_only_where_nothing_cites_it(roll_and_raid: Referee, rule: str) -> None:
    kept = [question for kept, _, question in OBEYED if kept == rule]
    assert any(rule not in told_in(question(roll_and_raid)) for question in kept)


@pytest.mark.parametrize(("rule", "question"), marked(BROKEN, pytest.mark.breaks))
def test_a_broken_rule_is_named(roll_and_raid: Referee, rule: str, question: Question) -> None:
    answer = question(roll_and_raid)
    if answer.get("claims"):
        assert not answer["claims"][0]["correct"]
        assert rule in answer.explained_by("ana")
    else:
        assert answer["verdict"] in ("illegal", "impossible"), answer
        assert rule in answer.broken, answer["violations"]
    assert rule in answer.cited
    if "state" in answer:
        assert answer["state"] is None


@pytest.mark.parametrize("language", ["es", "pl"])
def test_every_answer_is_said_in_the_readers_language(roll_and_raid: Referee, language: str) -> None:
    """The same rules and evidence, in other words, with every gap of the sentences filled."""
    reader = Referee(roll_and_raid.app, "roll-and-raid", language)
    for rule, name, question in (*OBEYED, *BROKEN):
        english, translated = question(roll_and_raid), question(reader)
        for one, other in zip(sentences(english), sentences(translated), strict=True):
            assert one != other, (rule, name, one)
            assert "{" not in other


def sentences(answer: Answer) -> list[str]:
    """Everything in an answer that is said in words."""
    said = [violation["message"] for violation in answer["violations"]]
    said += [text for citation in answer["citations"] for text in (citation["title"], citation["text"])]
    said += [fact["text"] for fact in (*answer["assumed"], *answer["missing"])]
    said += [event["text"] for event in answer.get("events", ())]
    for claimed in answer.get("claims", ()):
        said += [explanation["text"] for explanation in claimed["explanations"]]
    for scored in answer.get("players", ()):
        said += [line["text"] for line in scored["lines"]]
    return said


@pytest.mark.parametrize("operation", ["setup"])
def test_seven_clans_are_too_many(roll_and_raid: Referee, operation: str) -> None:
    assert roll_and_raid.problem(operation, {"players": [*NAMES, "gala"]}) == ["/players"]


def test_a_retreat_says_what_is_due(roll_and_raid: Referee) -> None:
    """Every broken rule is there, not only the first."""
    answer = roll_and_raid.validate(bidding("ana", "bruno"), bid(12), pack=PACK)
    assert set(answer.broken) == {"conflict/own-vikings", "conflict/fingers"}


def test_a_hidden_bid_is_told_later(roll_and_raid: Referee) -> None:
    both = roll_and_raid.validate(bids(CONFLICT, ana="?"), bid("?", "bruno"), pack=PACK)
    assert both["next"]["moves"] == ["reveal"]
    first = roll_and_raid.validate(both["state"], reveal(2), pack=PACK)
    last = roll_and_raid.validate(first["state"], reveal(1, "bruno"), pack=PACK)
    assert last["state"]["raids"][0]["right"] == "ana"
    assert without(last["state"], "raids")["phase"] == "resolution"


@pytest.mark.parametrize(
    ("status", "rule"), [("failed", "raids/roll"), ("in", "raids/roll"), ("retreated", "retreat/out")]
)
def test_a_clan_whose_raid_is_over_is_told_so(roll_and_raid: Referee, status: str, rule: str) -> None:
    """Not that its raid comes later, nor what another clan's card costs."""
    told = first_raid_over(status)
    for move in (attack(4, 4), pay(vikings=1, ships=1), pay(vikings=2), yields(), altar("raid"), bid(1)):
        answer = roll_and_raid.validate(told, move, pack=PACK)
        assert answer.broken == [rule], move
        assert "Lindisfarne" in answer["violations"][0]["message"]
    assert roll_and_raid.validate(told, retreat("axe"), pack=PACK).broken == ["retreat/pay"]


def test_a_payment_out_of_order_is_held_against_the_own_card(roll_and_raid: Referee) -> None:
    assert roll_and_raid.validate(TWO_RAIDS, pay("bruno", axes=1), pack=PACK).broken == ["raids/order"]


def test_a_round_without_a_festival_is_not_told_that_it_is_over(roll_and_raid: Referee) -> None:
    assert roll_and_raid.validate(table("production"), sacrifice(1), pack=PACK).broken == ["festival/rounds"]
    untold = roll_and_raid.validate(without(table("production"), "round"), sacrifice(1), pack=PACK)
    assert untold.broken == ["festival/before-dice"]
    assert "0" not in untold["violations"][0]["message"]


def test_every_number_that_may_be_shown_is_listed(roll_and_raid: Referee) -> None:
    """By the house rule a number without a card is no raid: what the check lets pass is listed."""
    listed = roll_and_raid.ask("legal-moves", {"state": agreed(CHOICE, too_many_fingers="no-raid"), "type": "choose"})
    of_ana = [move["number"] for move in listed["moves"] if move["player"] == "ana"]
    assert (of_ana, listed["complete"]) == (list(range(100)), True)
    listed = roll_and_raid.ask("legal-moves", {"state": CHOICE, "type": "choose"})
    assert len({move["number"] for move in listed["moves"]}) == len(CHOICE["display"]) + 1
