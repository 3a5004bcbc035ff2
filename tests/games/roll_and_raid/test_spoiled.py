"""Bad input is normal input: a problem with a pointer, or a position found impossible; never a ruling by chance."""

from itertools import permutations
from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import (
    PACK,
    altar,
    attack,
    attacking,
    bid,
    bidding,
    changed,
    choose,
    clan,
    done,
    pay,
    refill,
    reveal,
    roll,
    store,
    table,
    use,
)

PRODUCTION = table("production")

MALFORMED: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("a die with a seven", changed(PRODUCTION, dice={"brown": 7, "grey": 2, "orange": 5}), done(), "/state/dice/brown"),
    ("a die as text", changed(PRODUCTION, dice={"brown": "4", "grey": 2, "orange": 5}), done(), "/state/dice/brown"),
    ("a fourth colour", changed(PRODUCTION, dice={"brown": 4, "grey": 2, "orange": 5, "red": 1}), done(), "/state/dice"),
    ("round 17", changed(PRODUCTION, round=17), done(), "/state/round"),
    ("round nought", changed(PRODUCTION, round=0), done(), "/state/round"),
    ("no clans", changed(PRODUCTION, players=[]), done(), "/state/players"),
    ("seven clans", changed(PRODUCTION, players=[clan(name) for name in "abcdefg"]), done("a"), "/state/players"),
    ("two of a name", changed(PRODUCTION, players=[clan("ana"), clan("ana")]), done(), "/state"),
    ("a phase that is none", changed(PRODUCTION, phase="harvest"), done(), "/state/phase"),
    ("a zone that is none", changed(PRODUCTION, creatures=[]), done(), "/state"),
    ("Vikings below nothing", table("production", ana={"vikings": -1}), done(), "/state/players/0/vikings"),
    ("half a Viking", table("production", ana={"vikings": 2.5}), done(), "/state/players/0/vikings"),
    ("a god nobody knows", table("production", ana={"gods": {"loki": [3]}}), done(), "/state/players/0/gods/loki"),
    ("a settlement nobody knows", table("production", ana={"settlements": {"york": 1}}), done(), "/state/players/0/settlements/york"),
    ("a hexagon nobody knows", table("production", ana={"port": ["p9"]}), done(), "/state/players/0/port/0"),
    ("a development nobody knows", table("production", ana={"developments": ["mead"]}), done(), "/state/players/0/developments/0"),
    ("a card nobody knows", changed(PRODUCTION, display=["lindisfarne", "iona", "avalon"]), done(), "/state/display/2"),
    ("a favour die nobody knows", table("production", ana={"favours_used": ["f-loki"]}), done(), "/state/players/0/favours_used/0"),
    ("a house rule that is none", changed(PRODUCTION, options={"house_rules": {"bid_limit": "six"}}), done(), "/state/options/house_rules/bid_limit"),
    ("a stranger moves", PRODUCTION, done("zoe"), "/move/player"),
    ("a die that is none", PRODUCTION, use("red", "hall"), "/move/die"),
    ("a god that is none", PRODUCTION, use("grey", "god", god="loki"), "/move/god"),
    ("no god named", PRODUCTION, use("grey", "god"), "/move/god"),
    ("no development named", PRODUCTION, use("brown", "development"), "/move/development"),
    ("an altar without a die", PRODUCTION, altar("die"), "/move/die"),
    ("a place that is none", table("production", ana={"waiting": ["ship"]}), store("ship", "p9"), "/move/place"),
    ("a raid die with a nought", attacking(), attack(0, 4), "/move/dice/0"),
    ("no raid dice", attacking(), attack(), "/move/dice"),
    ("a bid below nothing", bidding("ana", "bruno"), bid(-1), "/move/vikings"),
    ("a bid as text", bidding("ana", "bruno"), bid("two"), "/move/vikings"),
    ("a choice of half a card", table("choice"), choose(1.5), "/move/number"),
    ("a hidden number told as hidden", table("choice"), {**reveal(1), "number": "?"}, "/move/number"),
    ("a payment in gold", attacking(step="pay", lying=[6, 6]), pay(gold=1), "/move"),
    ("a card turned up that is none", table("maintenance", display=["iona", "portland"]), refill("avalon"), "/move/cards/0"),
    ("a roll with two dice", table("start"), {"type": "roll", "dice": {"brown": 1, "grey": 2}}, "/move/dice"),
    ("a move that is none", PRODUCTION, {"type": "feast", "player": "ana"}, "/move/type"),
    ("a move without a type", PRODUCTION, {"player": "ana"}, "/move"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "move", "pointer"), [case[1:] for case in MALFORMED], ids=[case[0] for case in MALFORMED]
)
def test_what_cannot_be_read_is_refused_with_a_pointer(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], pointer: str
) -> None:
    found = roll_and_raid.problem("validate", {"state": told, "move": move, "pack": PACK})
    assert any(place.startswith(pointer) for place in found), found


@pytest.mark.parametrize("pack", ["atlantis", 7, [], {"id": "x"}, {**PACK, "tracks": PACK["tracks"][:2]}])
def test_a_pack_that_cannot_be_used_is_refused(roll_and_raid: Referee, pack: Any) -> None:
    found = roll_and_raid.problem("validate", {"state": PRODUCTION, "move": done(), "pack": pack})
    assert all(place.startswith("/pack") for place in found)


def test_every_contradiction_is_listed(roll_and_raid: Referee) -> None:
    told = table("production", ana={"vikings": 9, "dice_used": ["brown", "grey", "orange"], "rounds": 2, "ships": 4})
    answer = roll_and_raid.audit(changed(told, display=["iona", "iona", "paris"]), pack=PACK)
    assert answer["verdict"] == "impossible"
    assert {
        "hall/crossed-once",
        "dice/two-of-three",
        "production/round-track",
        "storage/spent",
        "setup/one-place",
        "setup/removed",
    } <= set(answer.broken)


def test_no_move_is_judged_on_an_impossible_position(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(table("production", ana={"vikings": 9}), done(), pack=PACK)
    assert answer["verdict"] == "impossible"
    assert answer["state"] is None


# ---------------------------------------------------------------- production is simultaneous

MOVES = {
    "ana": [use("brown", "track"), store("ship", "p1"), use("f-port", "hall"), use("orange", "god", god="thor"), done()],
    "bruno": [altar("die", "bruno", die="grey"), use("grey", "god", "bruno", god="odin"), done("bruno")],
    "carla": [altar("raid", "carla"), use("orange", "hall", "carla"), use("brown", "development", "carla", development="smithy"), done("carla")],
}  # fmt: skip


def test_production_in_any_order_gives_the_same_table(roll_and_raid: Referee) -> None:
    """Clan after clan in each of the six orders, and in turn: one end."""
    ends = []
    for order in permutations(MOVES):
        ends.append([move for name in order for move in MOVES[name]])
    longest = max(len(moves) for moves in MOVES.values())
    ends.append([moves[step] for step in range(longest) for moves in MOVES.values() if step < len(moves)])
    answers = [roll_and_raid.ask("replay", {"state": PRODUCTION, "moves": moves, "pack": PACK}) for moves in ends]
    assert [answer["verdict"] for answer in answers] == ["legal"] * 7, answers[0]["ruling"]
    assert all(answer["state"] == answers[0]["state"] for answer in answers)
    assert answers[0]["state"]["phase"] == "choice"


def test_a_whole_round_from_roll_to_refill(roll_and_raid: Referee) -> None:
    """Two clans meet on a card, the loser's Vikings are gone too, the winner pays and takes it."""
    moves = [
        roll(6, 3, 5),
        use("orange", "hall"),
        done(),
        use("orange", "hall", "bruno"),
        done("bruno"),
        done("carla"),
        choose("?"),
        choose(1, "bruno"),
        choose(0, "carla"),
        reveal(1),
        bid(3),
        bid(2, "bruno"),
        attack(1, 2),
        altar("raid"),
        pay(vikings=1, ships=1),
        refill("jarrow"),
    ]
    answer = roll_and_raid.ask("replay", {"state": table("start"), "moves": moves, "pack": PACK})
    assert answer["verdict"] == "legal", answer["ruling"]
    end = answer["state"]
    assert (end["phase"], end["round"], end["display"]) == ("start", 4, ["iona", "portland", "jarrow"])
    ana, bruno, carla = end["players"]
    assert (ana["vikings"], ana["ships"], ana["raids"], ana["altar"]) == (5 + 5 - 3 - 1 - 1, 0, ["lindisfarne"], 1)
    assert (bruno["vikings"], carla["vikings"]) == (5 + 5 - 2, 5)
