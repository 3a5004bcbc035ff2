"""What happens by itself, in numbers: the other side of each rule that no move can break.

A case stands for a rule: it shows that what the rule excludes does not happen, or how much exactly does.
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
    contender,
    done,
    finished,
    pay,
    raid,
    refill,
    retreat,
    store,
    table,
    use,
    won,
    yields,
)

Check = Callable[[Answer], bool]


def of(answer: Answer, name: str = "ana") -> dict[str, Any]:
    """A clan after the move."""
    return next(player for player in answer["state"]["players"] if player["name"] == name)


def events(answer: Answer) -> list[str]:
    return [event["type"] for event in answer["events"]]


def agreed(told: dict[str, Any], **rules: str) -> dict[str, Any]:
    return changed(told, options={"house_rules": rules})


def only_raid(answer: Answer) -> dict[str, Any]:
    (one,) = answer["state"]["raids"]
    return one


PRODUCTION = table("production")
WITH_FAVOUR = {"port": ["p1"]}
SHIP = {"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}
HOUSE = {"waiting": ["house"], "tracks": {"brown": 3, "grey": 2, "orange": 4}}
CONFLICT = bidding("ana", "bruno")
LOW = attacking(step="help", lying=[1, 2])
HIGH = attacking(step="pay", lying=[4, 3])
NO_SHIP = attacking(ana={"ships": 0, "choice": 1})
HEIRS = table(
    "resolution",
    raids=[
        raid(
            "lindisfarne",
            contender("ana", shown=[3]),
            contender("bruno", shown=[1], status="beaten"),
            contender("carla", shown=[1], status="beaten"),
            step="attack",
            right="ana",
        )
    ],
    ana={"choice": 1, "vikings": 2, "ships": 0},
    bruno={"choice": 1, "vikings": 4},
    carla={"choice": 1, "vikings": 4},
)
"""Ana has won and cannot pay; bruno and carla have bid the same."""
LAST_HELP = table(
    "choice", ana={"help": {"plus": 1, "rerolls": 0}, "altar": 1, "vikings": 4, "choice": 0}, bruno={"choice": 0}
)
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
LAST_PAYMENT = attacking(step="pay", lying=[4, 3], round=16)

CASES: list[tuple[str, str, dict[str, Any], dict[str, Any], Check]] = [
    ("round/simultaneous", "nobody waits for another", table("production", ana={"done": False}, bruno={"done": True}), use("brown", "track", "carla"), lambda a: of(a, "carla")["dice_used"] == ["brown"]),
    ("dice/same-use", "both on tracks", table("production", ana={"dice_used": ["brown"]}), use("grey", "track"), lambda a: of(a)["tracks"]["grey"] == 4),
    ("track/product", "none without a hexagon", table("production", ana={"raised": {}}), use("grey", "track"), lambda a: (of(a)["tracks"]["grey"], of(a)["axes"]) == (4, 1)),
    ("track/every-hex", "two houses on the way", changed(table("production", ana={"tracks": {"brown": 3, "grey": 2, "orange": 2}}), dice={"brown": 4, "grey": 2, "orange": 5}), use("orange", "track"), lambda a: of(a)["waiting"] == ["house", "house"]),
    ("track/end", "no box beyond the last", table("production", ana={"tracks": {"brown": 10, "grey": 2, "orange": 2}}), use("brown", "track"), lambda a: of(a)["tracks"]["brown"] == 12),
    ("hall/recruit", "five and no more", PRODUCTION, use("orange", "hall"), lambda a: (of(a)["hall"], of(a)["vikings"]) == (13, 10)),
    ("gods/choice", "the other god stays", table("production", ana={"gods": {"odin": [4]}}), use("grey", "god", god="thor"), lambda a: of(a)["gods"] == {"odin": [4], "thor": [2]}),
    ("gods/bonus", "none in the first box", PRODUCTION, use("grey", "god", god="odin"), lambda a: (of(a)["gods"], of(a)["axes"]) == ({"odin": [2]}, 1)),
    ("gods/bonus", "an axe in the second", table("production", ana={"gods": {"odin": [4]}}), use("grey", "god", god="odin"), lambda a: (of(a)["axes"], of(a)["armoury"]) == (2, ["a1", "a2"])),
    ("development/raised", "the die stays as it was for the others", table("production", ana={"raised": {"grey": 2}, "altar": 2, "vikings": 3}), use("grey", "development", development="smithy"), lambda a: of(a)["developments"] == ["smithy"] and a["state"]["dice"]["grey"] == 2),
    ("development/effect", "one more on grey", table("production", ana={"developments": ["smithy"]}), use("grey", "track"), lambda a: of(a)["tracks"]["grey"] == 5),
    ("storage/full", "not above the capacity", table("production", ana={"hall": 18}), use("orange", "hall"), lambda a: (of(a)["hall"], of(a)["vikings"]) == (20, 7)),
    ("storage/full", "a ship without a hexagon", table("production", ana={"port": ["p1", "p2", "p3", "p4"], "ships": 1, "tracks": {"brown": 9, "grey": 2, "orange": 2}}), use("brown", "track"), lambda a: (len(of(a)["port"]), of(a)["ships"]) == (4, 1)),
    ("settlement/complete", "not with a house missing", table("production", ana=HOUSE), store("house", "hedeby"), lambda a: (of(a)["settlements"], of(a)["vikings"]) == ({"ribe": 1, "hedeby": 1}, 5)),
    ("settlement/complete", "two Vikings for Ribe", table("production", ana=HOUSE), store("house", "ribe"), lambda a: (of(a)["vikings"], of(a)["hall"]) == (7, 10)),
    ("chain/order", "what waits goes on waiting", table("production", ana={**HOUSE, "dice_used": ["orange"]}), use("grey", "track"), lambda a: of(a)["waiting"] == ["house"]),
    ("favour/beside", "not beside p4", table("production", ana=SHIP), store("ship", "p4"), lambda a: "unlocked" not in events(a)),
    ("favour/one-neighbour", "not a second time", table("production", ana={**SHIP, "port": ["p1"]}), store("ship", "p2"), lambda a: "unlocked" not in events(a)),
    ("favour/god", "not in the second box", table("production", ana={"gods": {"odin": [4]}}), use("grey", "god", god="odin"), lambda a: not any(event["detail"].get("die") == "f-odin" for event in a["events"] if event["type"] == "unlocked")),
    ("favour/settlement", "not with a house missing", table("production", ana=HOUSE), store("house", "hedeby"), lambda a: "unlocked" not in events(a)),
    ("favour/at-once", "a later round too", table("production", round=9, ana=WITH_FAVOUR), use("f-port", "track", track="grey"), lambda a: of(a)["favours_used"] == ["f-port"]),
    ("favour/any-colour", "brown as well", table("production", ana=WITH_FAVOUR), use("f-port", "track", track="brown"), lambda a: of(a)["tracks"]["brown"] == 6),
    ("favour/hall", "its printed value", table("production", ana=WITH_FAVOUR), use("f-port", "hall"), lambda a: of(a)["vikings"] == 8),
    ("favour/other-uses", "a development with a five", table("production", ana={"armoury": ["a1", "a2"], "tracks": {"brown": 3, "grey": 5, "orange": 2}}), use("f-axe", "development", development="smithy"), lambda a: of(a)["developments"] == ["smithy"]),
    ("favour/extra", "the two dice are still there", table("production", ana=WITH_FAVOUR), use("f-port", "god", god="odin"), lambda a: of(a)["dice_used"] == []),
    ("altar/adds-up", "two steps", table("production", ana={"raised": {"brown": 1}, "altar": 1, "vikings": 4}), altar("die", die="brown"), lambda a: (of(a)["raised"], of(a)["altar"], of(a)["vikings"]) == ({"brown": 2}, 2, 3)),
    ("altar/plus-one", "five boxes for a raised four", table("production", ana={"raised": {"brown": 1}, "altar": 1, "vikings": 4}), use("brown", "track"), lambda a: of(a)["tracks"]["brown"] == 8),
    ("altar/own-use", "four boxes for the others", table("production", bruno={"raised": {"brown": 2}, "altar": 2, "vikings": 3}), use("brown", "track"), lambda a: of(a)["tracks"]["brown"] == 7),
    ("altar/plus-two", "three and two make five", LOW, altar("raid"), lambda a: only_raid(a)["step"] == "pay" and of(a)["vikings"] == 4),
    ("altar/plus-two", "three and two are not six", attacking("iona", step="help", lying=[1, 2]), altar("raid"), lambda a: only_raid(a)["step"] == "help"),
    ("altar/reroll", "a Viking less, dice up again", LOW, altar("reroll"), lambda a: only_raid(a)["step"] == "attack" and of(a)["vikings"] == 4 and of(a)["altar"] == 1),
    ("altar/unused", "nothing is left of it", LAST_HELP, choose(0, "carla"), lambda a: of(a)["help"] == {"plus": 0, "rerolls": 0}),
    ("altar/unused", "kept where that is agreed", agreed(LAST_HELP, unused_help="kept"), choose(0, "carla"), lambda a: of(a)["help"]["plus"] == 1),
    ("raid/fist", "no retreat to pay", table("choice", ana={"choice": 0}, bruno={"choice": 0}), choose(0, "carla"), lambda a: [of(a, name)["vikings"] for name in NAMES[:3]] == [5, 5, 5]),
    ("conflict/crossed-out", "the loser too", bids(CONFLICT, ana=2), bid(1, "bruno"), lambda a: (of(a)["vikings"], of(a, "bruno")["vikings"]) == (3, 4)),
    ("conflict/tie", "nobody has the right yet", bids(CONFLICT, ana=2), bid(2, "bruno"), lambda a: only_raid(a)["right"] is None and only_raid(a)["step"] == "bid"),
    ("conflict/tied-paid", "two Vikings each", bids(CONFLICT, ana=2), bid(2, "bruno"), lambda a: (of(a)["vikings"], of(a, "bruno")["vikings"]) == (3, 3)),
    ("conflict/all-fists", "the card stays", bids(bidding("ana", "bruno", ana={"vikings": 0, "axes": 0}, bruno={"vikings": 0, "axes": 0}), ana=0), bid(0, "bruno"), lambda a: "lindisfarne" in a["state"]["display"] and only_raid(a)["step"] == "over" and a["next"]["players"] == ["ana", "bruno"]),
    ("retreat/fist", "bruno is to pay", bids(CONFLICT, ana=2), bid(0, "bruno"), lambda a: a["next"]["moves"] == ["retreat"] and a["next"]["players"] == ["bruno"]),
    ("retreat/nothing", "no debt", bids(bidding("ana", "bruno", ana={"vikings": 0, "axes": 0, "ships": 0}), bruno=2), bid(0), lambda a: a["next"]["players"] == ["bruno"] and a["next"]["moves"] == ["attack"]),
    ("retreat/losers", "bruno pays his bid alone", bids(CONFLICT, ana=2), bid(1, "bruno"), lambda a: (of(a, "bruno")["axes"], of(a, "bruno")["ships"], of(a, "bruno")["vikings"]) == (1, 1, 4)),
    ("raids/defence", "one too few", attacking(), attack(2, 2), lambda a: only_raid(a)["step"] == "help"),
    ("raids/failed", "the card stays, and ana is to pay", LOW, yields(), lambda a: "lindisfarne" in a["state"]["display"] and a["next"] == {"phase": "resolution", "players": ["ana"], "moves": ["retreat"]}),
    ("raids/failed-no-heir", "bruno is not asked", won(step="help", dice=(1, 2), ana={"axes": 0, "ships": 0}), yields(), lambda a: (only_raid(a)["step"], only_raid(a)["right"]) == ("over", None) and a["next"] == {"phase": "resolution", "players": ["ana"], "moves": ["retreat"]}),
    ("payment/card", "off the display", HIGH, pay(vikings=1, ships=1), lambda a: of(a)["raids"] == ["lindisfarne"] and "lindisfarne" not in a["state"]["display"]),
    ("payment/reward", "an axe for Portland", attacking("portland", step="pay", lying=[4, 3]), pay(vikings=1), lambda a: (of(a)["axes"], of(a)["armoury"]) == (2, ["a1", "a2"])),
    ("payment/reward", "none for Lindisfarne", HIGH, pay(vikings=1, ships=1), lambda a: of(a)["axes"] == 1),
    ("payment/unable", "the card stays", NO_SHIP, attack(4, 4), lambda a: of(a)["raids"] == [] and "lindisfarne" in a["state"]["display"]),
    ("payment/no-fine", "nothing is paid", NO_SHIP, attack(4, 4), lambda a: (of(a)["vikings"], of(a)["axes"]) == (5, 1)),
    ("payment/heir", "bruno, with the next bid", won(ana={"ships": 0}), attack(4, 4), lambda a: only_raid(a)["right"] == "bruno"),
    ("payment/heir", "not who has retreated", changed(won(ana={"ships": 0}), raids=[raid("lindisfarne", contender("ana", shown=[2]), contender("bruno", shown=[0], status="retreated"), step="attack", right="ana")]), attack(4, 4), lambda a: of(a, "bruno")["raids"] == [] and a["state"]["raids"] == []),
    ("payment/heir-rolls", "the dice are up again", won(ana={"ships": 0}), attack(4, 4), lambda a: only_raid(a)["step"] == "attack" and only_raid(a)["dice"] == []),
    ("payment/equal-heirs", "they bid again", HEIRS, attack(4, 4), lambda a: a["next"]["moves"] == ["bid"] and sorted(a["next"]["players"]) == ["bruno", "carla"]),
    ("payment/equal-heirs", "nobody where that is agreed", agreed(HEIRS, equal_heirs="nobody"), attack(4, 4), lambda a: a["state"]["raids"] == [] and "lindisfarne" in a["state"]["display"]),
    ("maintenance/renumber", "the new card last", MAINTENANCE, refill("jarrow"), lambda a: a["state"]["display"] == ["iona", "portland", "jarrow"]),
    ("maintenance/deck-empty", "a short display", SPENT, pay(vikings=2, ships=1), lambda a: a["state"]["display"] == ["lisbon", "seville"] and a["state"]["round"] == 16),
    ("maintenance/last-round", "the display stays short", LAST_PAYMENT, pay(vikings=2, ships=1), lambda a: a["state"]["display"] == ["iona", "portland"] and a["state"]["phase"] == "over"),
    ("round/season", "the winter price in round 5", attacking(step="pay", lying=[4, 3], round=5), pay(vikings=2, ships=1), lambda a: (of(a)["vikings"], of(a)["ships"]) == (3, 0)),
    ("retreat/pay", "one axe", changed(LOW, raids=[raid("lindisfarne", contender("ana", status="retreating"), step="over", dice=[1, 2])]), retreat("axe"), lambda a: (of(a)["axes"], of(a)["vikings"], of(a)["ships"]) == (0, 5, 1)),
    ("production/done", "the raids begin when all have finished", table("production", ana={"done": True}, bruno={"done": True}), done("carla"), lambda a: a["next"]["phase"] == "choice"),
]  # fmt: skip


NOT_APPLIED = {
    "altar/own-use: four boxes for the others",
    "altar/plus-one: five boxes for a raised four",
    "altar/unused: kept where that is agreed",
    "development/effect: one more on grey",
    "favour/beside: not beside p4",
    "favour/god: not in the second box",
    "favour/one-neighbour: not a second time",
    "favour/settlement: not with a house missing",
    "gods/bonus: none in the first box",
    "payment/heir: not who has retreated",
    "payment/reward: none for Lindisfarne",
    "settlement/complete: not with a house missing",
}
"""The cases in which the rule does not come into play: no answer cites it."""


@pytest.mark.parametrize(
    ("told", "move", "check"),
    [
        pytest.param(
            told,
            move,
            check,
            id=f"{rule}: {name}",
            marks=() if f"{rule}: {name}" in NOT_APPLIED else pytest.mark.obeys(f"roll-and-raid/{rule}"),
        )
        for rule, name, told, move, check in CASES
    ],
)
def test_what_a_rule_excludes_does_not_happen(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], check: Check
) -> None:
    answer = roll_and_raid.validate(told, move, pack=PACK)
    assert answer["verdict"] == "legal", (answer["violations"], answer["missing"])
    assert check(answer), (answer["state"], events(answer))


# ---------------------------------------------------------------- who has won

TROPHIES: dict[str, Any] = {"hall": 20, "vikings": 0, "axes": 0, "ships": 0}


def ranked(referee: Referee, **clans: Any) -> Answer:
    return referee.score(finished(**{name: {**TROPHIES, **zones} for name, zones in clans.items()}), pack=PACK)


def decided(answer: Answer) -> list[str]:
    return [entry["rule"].split("/", 1)[1] for entry in answer["decided_by"]]


@pytest.mark.obeys("roll-and-raid/score/winner")
def test_the_most_glory_wins_whatever_the_number_of_cards(roll_and_raid: Referee) -> None:
    answer = ranked(roll_and_raid, ana={"raids": ["dorestad"]}, bruno={"raids": ["iona", "jarrow"]}, carla={})
    assert [answer.total(name) for name in NAMES[:3]] == [5, 4, 0]
    assert answer["ranking"] == [["ana"], ["bruno"], ["carla"]]
    assert "score/winner" in decided(answer)


@pytest.mark.obeys("roll-and-raid/score/tie-cards")
def test_a_tie_goes_to_the_most_cards(roll_and_raid: Referee) -> None:
    answer = ranked(
        roll_and_raid, ana={"raids": ["dorestad"]}, bruno={"raids": ["lindisfarne", "iona"]}, carla={"raids": []}
    )
    assert [answer.total(name) for name in NAMES[:2]] == [5, 5]
    assert answer["ranking"] == [["bruno"], ["ana"], ["carla"]]
    assert "score/tie-cards" in decided(answer)


@pytest.mark.obeys("roll-and-raid/score/tie-shared")
def test_what_nothing_separates_is_shared(roll_and_raid: Referee) -> None:
    answer = ranked(roll_and_raid, ana={"raids": ["dorestad"]}, bruno={"raids": ["rouen"]}, carla={})
    assert answer["ranking"] == [["ana", "bruno"], ["carla"]]
    assert "score/tie-shared" in decided(answer)
    assert "score/tie-many" not in decided(answer)


@pytest.mark.obeys("roll-and-raid/score/tie-many")
def test_three_share_as_two_would(roll_and_raid: Referee) -> None:
    answer = ranked(
        roll_and_raid, ana={"raids": ["dorestad"]}, bruno={"raids": ["rouen"]}, carla={"raids": ["nantes"]}
    )
    assert answer["ranking"] == [["ana", "bruno", "carla"]]
    assert "score/tie-many" in decided(answer)


HEIRS = [
    contender("ana", shown=[5], status="failed"),
    contender("bruno", shown=[3], bid=0),
    contender("carla", shown=[3]),
    contender("dario", shown=[2], status="beaten"),
]


def test_when_the_heirs_show_fists_the_next_bid_inherits(roll_and_raid: Referee) -> None:
    """payment/heir: they have retreated, and dario has not."""
    sheets = {name: {"choice": 1, "vikings": 0, "axes": 0} for name in NAMES[:4]}
    told = table("resolution", 4, raids=[raid("lindisfarne", *HEIRS)], **sheets)
    answer = roll_and_raid.validate(told, bid(0, "carla"), pack=PACK)
    assert (only_raid(answer)["step"], only_raid(answer)["right"]) == ("attack", "dario")
    assert answer["next"] == {"phase": "resolution", "players": ["bruno", "carla"], "moves": ["retreat"]}
    answer = roll_and_raid.validate(
        changed(told, raids=[raid("lindisfarne", *HEIRS[:3])]), bid(0, "carla"), pack=PACK
    )
    assert "card-stays" in events(answer)
