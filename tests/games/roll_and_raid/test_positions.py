"""The positions of a second reader, put to the referee through HTTP.

Somebody who had not seen the referee made them from the printed quick reference alone. Each has the number under which it
was made and how sure that reader was: ``certain`` (the words decide), ``reading`` (the one sensible reading), ``open``
(the sheet is silent or names what it does not print; then ``docs/roll-and-raid.md`` tells what we settled on). Nothing
here was taken from an answer.

A position is a table, moves that are legal in this order, and what the table is like then; or other moves from there that
are refused, each with the rule that it breaks; or what is missing. Where the reader says that the sheet decides, it is
asked without a pack first.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import (
    CARDS,
    EASY,
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
    opening,
    pay,
    raid,
    refill,
    retreat,
    roll,
    sacrifice,
    store,
    table,
    use,
    without,
    yields,
)

State = dict[str, Any]
Move = dict[str, Any]


class Position(NamedTuple):
    """One position. See above."""

    number: int
    confidence: Literal["certain", "reading", "open"]
    shows: str
    told: State
    moves: tuple[Move, ...] = ()
    then: Callable[[State], bool] = lambda state: True
    refused: tuple[tuple[Move, str], ...] = ()
    missing: tuple[tuple[Move, str], ...] = ()
    events: Callable[[list[str]], bool] = lambda events: True
    pack: Any = None


def of(state: State, name: str = "ana") -> State:
    return next(player for player in state["players"] if player["name"] == name)


def vikings(state: State) -> list[int]:
    return [player["vikings"] for player in state["players"]]


def with_dice(told: State, brown: int = 2, grey: int = 5, orange: int = 4) -> State:
    return changed(told, dice={"brown": brown, "grey": grey, "orange": orange})


def defended(defence: int) -> State:
    """The pack with another defence of Lindisfarne."""
    return {**PACK, "cards": [{**CARDS[0], "defence": defence}, *CARDS[1:]]}


def beaten(*shown: tuple[str, int], **zones: Any) -> State:
    """Ana has won lindisfarne with three Vikings; the others have shown these."""
    clans = [contender("ana", shown=[3])]
    for name, count in shown:
        clans.append(contender(name, shown=[count], status="beaten" if count else "retreated"))
        zones[name] = {"choice": 1, "vikings": 5 - count, **zones.get(name, {})}
    zones["ana"] = {"choice": 1, "vikings": 2, **zones.get("ana", {})}
    return table("resolution", raids=[raid("lindisfarne", *clans, step="attack", right="ana")], **zones)


LATE_HEXES = {
    **PACK,
    "tracks": [
        track if track["colour"] != "grey" else {"colour": "grey", "boxes": [None] * 5 + ["axe", "axe"] + [None] * 3}
        for track in PACK["tracks"]
    ],
}
"""Product hexagons in boxes 6 and 7 of the grey track."""
FOUR_BOXES = {"tracks": {"brown": 3, "grey": 4, "orange": 2}, "armoury": [], "axes": 0}
BOTH_FAVOURS = {"port": ["p1"], "armoury": ["a1", "a2"]}
"""A ship beside the favour die of 3, an axe beside the one of 5."""
RIBE = {"settlements": {"ribe": 2}}
"""Complete: its favour die of 2 is unlocked."""
CONFLICT = bidding("ana", "bruno", bruno={"vikings": 4})

POSITIONS: list[Position] = [
    # ---------------------------------------------------------------- A. Setup and round
    Position(1, "certain", "a Creature card is not played", opening(), refused=((refill("lindisfarne", "iona", "kraken"), "setup/removed"),), pack=PACK),
    Position(2, "open", "which cards come, the sheet does not say", opening(), missing=((refill(), "deck-top"),)),
    Position(3, "certain", "one roll for everybody", table("production", 4), refused=((roll(), "production/roll"),)),
    Position(4, "certain", "nobody waits for a turn", table("production", ana={"dice_used": ["grey"]}), (use("brown", "track", "bruno"),), lambda s: of(s, "bruno")["dice_used"] == ["brown"], pack=PACK),
    Position(5, "certain", "no festival in round 3", table("start"), refused=((sacrifice(1), "festival/rounds"),)),
    Position(6, "certain", "two of five at the festival of round 8", table("start", round=8), (sacrifice(2),), lambda s: of(s)["vikings"] == 3),
    Position(7, "certain", "the altar in any round", table("production", ana={"vikings": 4}), (altar("die", die="brown"),), lambda s: of(s)["vikings"] == 3),
    Position(8, "reading", "a Viking given for glory does not raise a die", table("start", round=8, ana={"vikings": 2}), (sacrifice(2), roll()), lambda s: of(s)["vikings"] == 0, refused=((altar("die", die="brown"), "altar/vikings"),)),
    Position(9, "reading", "over after round 16", table("choice", round=16, ana={"choice": 0}, bruno={"choice": 0}), (choose(0, "carla"),), lambda s: s["phase"] == "over"),
    # ---------------------------------------------------------------- B. Using dice
    Position(10, "certain", "not all three dice", with_dice(table("production", ana={"dice_used": ["brown", "grey"]})), refused=((use("orange", "hall"), "dice/two-of-three"),)),
    Position(11, "certain", "each clan its own two", with_dice(table("production")), (use("brown", "god", god="odin"), use("grey", "god", god="thor"), use("grey", "god", "bruno", god="odin"), use("orange", "hall", "bruno"), use("brown", "track", "carla"), use("orange", "hall", "carla")), lambda s: [of(s, name)["dice_used"] for name in NAMES[:3]] == [["brown", "grey"], ["grey", "orange"], ["brown", "orange"]], pack=PACK),
    Position(12, "certain", "two favour dice besides", table("production", ana={**BOTH_FAVOURS, "dice_used": ["brown", "grey"]}), (use("f-port", "hall"), use("f-axe", "god", god="odin")), lambda s: of(s)["favours_used"] == ["f-port", "f-axe"], pack=PACK),
    Position(13, "reading", "the grey die twice", with_dice(table("production", ana={"dice_used": ["grey"]})), refused=((use("grey", "track"), "dice/each-once"),)),
    Position(14, "certain", "the grey die on the brown track", with_dice(table("production"), grey=3), refused=((use("grey", "track", track="brown"), "track/own-colour"),)),
    Position(15, "certain", "favour dice on any track", table("production", ana=BOTH_FAVOURS), (use("f-port", "track", track="brown"), use("f-axe", "track", track="grey")), lambda s: of(s)["tracks"] == {"brown": 6, "grey": 7, "orange": 2}, pack=PACK),
    Position(16, "certain", "both hexagons that are reached", with_dice(table("production", ana=FOUR_BOXES), grey=3), (use("grey", "track"),), lambda s: (of(s)["axes"], of(s)["tracks"]["grey"]) == (2, 7), pack=LATE_HEXES),
    Position(17, "certain", "no hexagon reached, no product", with_dice(table("production", ana=FOUR_BOXES), grey=1), (use("grey", "track"),), lambda s: (of(s)["axes"], of(s)["tracks"]["grey"]) == (0, 5), pack=LATE_HEXES),
    Position(18, "reading", "two boxes for a five", with_dice(table("production", ana={"tracks": {"brown": 3, "grey": 8, "orange": 2}})), (use("grey", "track"),), lambda s: of(s)["tracks"]["grey"] == 10, pack=PACK),
    Position(19, "certain", "four Vikings for a four", with_dice(table("production")), (use("orange", "hall"),), lambda s: of(s)["vikings"] == 9, pack=PACK),
    Position(20, "certain", "no recruits with another die", table("production"), refused=((use("brown", "hall"), "hall/village-die"), (use("grey", "hall"), "hall/village-die")), pack=PACK),
    Position(21, "reading", "two recruits with a favour die", table("production", ana=RIBE), (use("f-ribe", "hall"),), lambda s: of(s)["vikings"] == 7, pack=PACK),
    Position(22, "open", "three places for five: the size of the hall is printed on the sheet", with_dice(table("production", ana={"hall": 17}), orange=5), missing=((use("orange", "hall"), "pack-hall"),)),
    Position(22, "open", "three places for five", with_dice(table("production", ana={"hall": 17}), orange=5), (use("orange", "hall"),), lambda s: (of(s)["hall"], of(s)["vikings"]) == (20, 8), pack=PACK),
    Position(23, "certain", "a six in the third box from below", with_dice(table("production", ana={"gods": {"odin": [4, 2]}, "armoury": ["a1", "a2"]}), grey=6), (use("grey", "god", god="odin"),), lambda s: of(s)["gods"]["odin"] == [4, 2, 6], pack=PACK),
    Position(24, "certain", "no box is left out", table("production", ana={"gods": {"odin": [4]}}), (use("brown", "god", god="odin"),), lambda s: of(s)["gods"]["odin"] == [4, 4], refused=((use("f-odin", "hall"), "favour/unlocked"),), pack=PACK),
    Position(25, "certain", "a favour die of a god at once", table("production", ana={"gods": {"odin": [4, 2]}, "armoury": ["a1", "a2"]}), (use("brown", "god", god="odin"), use("f-odin", "hall")), lambda s: of(s)["vikings"] == 11, pack=PACK),
    Position(26, "certain", "an axe of a god, and the favour die beside it", table("production", ana={"gods": {"odin": [4]}}), (use("grey", "god", god="odin"),), lambda s: (of(s)["axes"], of(s)["armoury"]) == (2, ["a1", "a2"]), events=lambda events: "unlocked" in events, pack=PACK),
    Position(27, "certain", "a three buys no development", with_dice(table("production"), orange=3), refused=((use("orange", "development", development="smithy"), "development/four"),)),
    Position(28, "reading", "a three and a Viking do", with_dice(table("production", ana={"vikings": 2}), grey=3), (altar("die", die="grey"), use("grey", "development", development="smithy")), lambda s: (of(s)["developments"], of(s)["vikings"]) == (["smithy"], 1), pack=PACK),
    Position(28, "reading", "which developments there are, the sheet says", with_dice(table("production", ana={"vikings": 2}), grey=3), (altar("die", die="grey"),), missing=((use("grey", "development", development="smithy"), "pack-developments"),)),
    Position(29, "reading", "a development with a favour die", table("production", ana=BOTH_FAVOURS), (use("f-axe", "development", development="smithy"),), lambda s: of(s)["developments"] == ["smithy"], pack=PACK),
    Position(30, "certain", "a ship is marked inside", table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}), (store("ship", "p4"),), lambda s: of(s)["port"] == ["p3", "p4"], pack=PACK),
    Position(31, "certain", "a ship gained is not spent", table("production", ana={"waiting": ["ship"], "tracks": {"brown": 5, "grey": 2, "orange": 2}}), (store("ship", "p4"),), lambda s: of(s)["ships"] == 2, pack=PACK),
    Position(32, "certain", "two of three houses bring nothing", table("production", ana={"settlements": {"ribe": 1, "hedeby": 1}, "waiting": ["house"], "tracks": {"brown": 3, "grey": 2, "orange": 4}}), (store("house", "hedeby"),), lambda s: of(s)["settlements"]["hedeby"] == 2 and of(s)["axes"] == 1, events=lambda events: "unlocked" not in events, pack=PACK),
    Position(33, "certain", "the last house: bonus and favour die", table("production", ana={"waiting": ["house"], "tracks": {"brown": 3, "grey": 2, "orange": 4}}), (store("house", "ribe"), use("f-ribe", "track", track="brown")), lambda s: (of(s)["vikings"], of(s)["tracks"]["brown"]) == (7, 5), pack=PACK),
    Position(34, "certain", "no favour die beside this hexagon", with_dice(table("production", ana={"armoury": [], "axes": 0, "tracks": {"brown": 3, "grey": 0, "orange": 2}}), grey=2), (use("grey", "track"),), lambda s: of(s)["armoury"] == ["a1"], events=lambda events: "unlocked" not in events, pack=PACK),
    Position(35, "certain", "a favour die used in an earlier round", table("production", round=6, ana={"favours_used": ["f-port"], "port": ["p1"]}), refused=((use("f-port", "hall"), "favour/once"),)),
    Position(36, "certain", "no favour die in a raid", attacking(ana={"port": ["p1"], "choice": 1}), refused=((attack(3, 4, favour="f-port"), "favour/no-raid"), (use("f-port", "hall"), "favour/production-only")), pack=PACK),
    Position(37, "certain", "a favour die raised by two", table("production", ana=RIBE), (altar("die", die="f-ribe"), altar("die", die="f-ribe"), use("f-ribe", "track", track="brown")), lambda s: (of(s)["tracks"]["brown"], of(s)["vikings"]) == (7, 3), pack=PACK),
    Position(38, "certain", "three Vikings, three benefits", table("production", ana={"vikings": 3}), (altar("die", die="brown"), altar("die", die="brown"), altar("die", die="grey")), lambda s: (of(s)["raised"], of(s)["vikings"]) == ({"brown": 2, "grey": 1}, 0)),
    Position(39, "reading", "two of one", table("production", ana={"vikings": 1}), (altar("die", die="brown"),), refused=((altar("die", die="brown"), "altar/vikings"),)),
    Position(40, "open", "a six and one is a seven", with_dice(table("production"), brown=6), (altar("die", die="brown"), use("brown", "track")), lambda s: of(s)["tracks"]["brown"] == 10, pack=PACK),
    Position(41, "reading", "the other clan's die is not raised", table("production"), (altar("die", die="brown"), use("brown", "track", "bruno")), lambda s: of(s, "bruno")["tracks"]["brown"] == 7, pack=PACK),
    Position(42, "reading", "help for the roll, bought in production", table("production"), (altar("raid"),), lambda s: of(s)["help"]["plus"] == 1),
    Position(42, "reading", "help for the roll, bought at the roll", attacking(step="help", lying=[1, 2]), (altar("raid"),), lambda s: s["raids"][0]["step"] == "pay", pack=PACK),
    # ---------------------------------------------------------------- C. Choosing, conflict, retreat
    Position(43, "certain", "no raid costs nothing", table("choice", bruno={"choice": 0}, carla={"choice": 0}), (choose(0),), lambda s: vikings(s) == [5, 5, 5] and (of(s)["axes"], of(s)["ships"]) == (1, 1)),
    Position(44, "certain", "a choice is not changed", table("choice", ana={"choice": 2}, bruno={"choice": 2}), refused=((choose(3), "raid/at-once"),)),
    Position(45, "open", "five fingers for three cards", table("choice"), refused=((choose(5), "raid/number"),)),
    Position(45, "open", "five fingers for three cards, as no raid", changed(table("choice", bruno={"choice": 0}, carla={"choice": 0}), options={"house_rules": {"too_many_fingers": "no-raid"}}), (choose(5),), lambda s: s["phase"] == "start" and s["raids"] == []),
    Position(46, "certain", "each alone on a card", table("choice", bruno={"choice": 2}, carla={"choice": 3}), (choose(1),), lambda s: s["phase"] == "resolution" and [entry["right"] for entry in s["raids"]] == ["ana", "bruno", "carla"]),
    Position(47, "certain", "two conflicts", table("choice", 4, bruno={"choice": 1}, carla={"choice": 2}, dario={"choice": 2}), (choose(1),), lambda s: [[clan["player"] for clan in entry["clans"]] for entry in s["raids"]] == [["ana", "bruno"], ["carla", "dario"]]),
    Position(48, "certain", "three beat two", CONFLICT, (bid(3), bid(2, "bruno")), lambda s: vikings(s)[:2] == [2, 2] and s["raids"][0]["right"] == "ana", refused=((attack(4, 4, player="bruno"), "conflict/highest"), (retreat("axe", "bruno"), "retreat/pay"))),
    Position(49, "certain", "the loser's Vikings are gone", CONFLICT, (bid(3), bid(2, "bruno")), lambda s: of(s, "bruno")["vikings"] == 2),
    Position(50, "certain", "nothing shown is a retreat", CONFLICT, (bid(2), bid(0, "bruno"), retreat("ship", "bruno")), lambda s: (of(s)["vikings"], of(s, "bruno")["ships"]) == (3, 0), refused=((attack(4, 4, player="bruno"), "retreat/out"),)),
    Position(52, "open", "a retreat with empty hands", bids(bidding("ana", "bruno", bruno={"vikings": 0, "axes": 0, "ships": 0}), ana=2), (bid(0, "bruno"),), lambda s: s["phase"] == "resolution" and s["raids"][0]["right"] == "ana"),
    Position(53, "reading", "a tie costs, and is repeated", CONFLICT, (bid(2), bid(2, "bruno")), lambda s: vikings(s)[:2] == [3, 2] and s["phase"] == "conflict", refused=((attack(4, 4), "round/phases"),)),
    Position(54, "open", "who was beaten does not bid again", bidding("ana", "bruno", "carla"), (bid(3), bid(3, "bruno"), bid(1, "carla")), lambda s: vikings(s) == [2, 2, 4], refused=((bid(1, "carla"), "conflict/tied-only"),)),
    Position(55, "reading", "two fists", CONFLICT, (bid(0), bid(0, "bruno"), retreat("viking"), retreat("axe", "bruno")), lambda s: (of(s)["vikings"], of(s, "bruno")["axes"], of(s)["raids"]) == (4, 0, []) and "lindisfarne" in s["display"]),
    Position(56, "reading", "four of two", bidding("ana", "bruno", ana={"vikings": 2}), refused=((bid(4), "conflict/own-vikings"),)),
    Position(57, "certain", "the right passes to the next bid", beaten(("bruno", 2), ("carla", 1), ana={"ships": 0}), (attack(4, 4),), lambda s: s["raids"][0]["right"] == "bruno", pack=PACK),
    Position(58, "certain", "not to who has retreated", beaten(("bruno", 0), ("carla", 1), ana={"ships": 0}), (attack(4, 4),), lambda s: s["raids"][0]["right"] == "carla", pack=PACK),
    Position(59, "reading", "a failed roll is not inherited", beaten(("bruno", 2), ("carla", 1)), (attack(1, 1), yields(), retreat("axe")), lambda s: s["raids"] == [] and "lindisfarne" in s["display"] and of(s, "bruno")["raids"] == [], pack=PACK),
    # ---------------------------------------------------------------- D. Raids, upkeep, end
    Position(60, "certain", "eight against eight", attacking(), (attack(4, 4),), lambda s: s["raids"][0]["step"] == "pay", pack=defended(8)),
    Position(61, "reading", "seven and two against eight", attacking(), (attack(3, 4), altar("raid")), lambda s: s["raids"][0]["step"] == "pay" and of(s)["vikings"] == 4, pack=defended(8)),
    Position(62, "certain", "six against eight, and nothing done", attacking(), (attack(3, 3), yields(), retreat("ship")), lambda s: of(s)["ships"] == 0 and of(s)["raids"] == [] and "lindisfarne" in s["display"], pack=defended(8)),
    Position(63, "reading", "a worse roll stands, and another may be bought", attacking(), (attack(2, 3), altar("reroll"), attack(1, 3), altar("reroll")), lambda s: (of(s)["vikings"], of(s)["altar"]) == (3, 2), pack=defended(8)),
    Position(64, "open", "two raid dice", attacking(), refused=((attack(2, 3, 4), "raids/dice"),)),
    Position(65, "open", "the season is printed on the round track", attacking(step="pay", lying=[6, 6]), missing=((pay(vikings=1, ships=1), "pack-seasons"),), pack=without(PACK, "seasons")),
    Position(66, "certain", "an axe short", attacking("iona", ana={"axes": 0, "choice": 2}), (attack(4, 4),), lambda s: of(s)["raids"] == [] and (of(s)["vikings"], of(s)["ships"]) == (5, 1), pack=PACK),
    Position(67, "certain", "a Viking is not an axe", attacking("iona", step="pay", lying=[4, 4]), refused=((pay(vikings=1), "payment/season"),), pack=PACK),
    Position(68, "certain", "the card is taken, what was spent stays marked inside", attacking(step="pay", lying=[4, 4]), (pay(vikings=1, ships=1),), lambda s: (of(s)["raids"], of(s)["port"], of(s)["ships"]) == (["lindisfarne"], ["p3"], 0), pack=PACK),
    Position(69, "certain", "what nobody took stays", table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]}), (refill("jarrow"),), lambda s: s["display"] == ["iona", "portland", "jarrow"], pack=PACK),
    Position(69, "certain", "the display is not cleared", table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]}), refused=((refill(*EASY[3:6]), "maintenance/refill"),)),
]  # fmt: skip


def named(position: Position) -> str:
    return f"{position.number}: {position.shows}"


@pytest.mark.parametrize("position", POSITIONS, ids=named)
def test_the_referee_reads_it_as_the_reader_did(roll_and_raid: Referee, position: Position) -> None:
    more = {"pack": position.pack} if position.pack else {}
    state, happened = position.told, []
    for move in position.moves:
        answer = roll_and_raid.validate(state, move, **more)
        assert answer["verdict"] == "legal", (move, answer["violations"], answer["missing"])
        state = answer["state"]
        happened += [event["type"] for event in answer["events"]]
    assert position.then(state), state
    assert position.events(happened), happened
    for move, rule in position.refused:
        answer = roll_and_raid.validate(state, move, **more)
        assert answer["verdict"] == "illegal"
        assert rule in answer.broken
    for move, fact in position.missing:
        answer = roll_and_raid.validate(state, move, **more)
        assert answer["verdict"] == "undetermined"
        assert fact in answer.missing


def test_a_house_does_not_pay_for_a_retreat(roll_and_raid: Referee) -> None:
    """Position 51."""
    told = roll_and_raid.validate(bids(CONFLICT, ana=2), bid(0, "bruno"))["state"]
    assert roll_and_raid.problem("validate", {"state": told, "move": retreat("house", "bruno")}) == ["/move/pay"]


def pad(referee: Referee, *columns: tuple[str, int, int]) -> Answer:
    """Finished sheets: name, glory (all of it in battle), raid cards."""
    players = [
        {"name": name, "sacrifices": 0, "developments": 0, "gods": 0, "battle": glory, "raids": cards}
        for name, glory, cards in columns
    ]
    return referee.ask("score", {"sheet": {"players": players}})


@pytest.mark.parametrize(
    ("columns", "ranking"),
    [
        pytest.param([("ana", 41, 4), ("bruno", 41, 5)], [["bruno"], ["ana"]], id="70: cards break the tie"),
        pytest.param([("ana", 41, 5), ("bruno", 41, 5)], [["ana", "bruno"]], id="71: nothing else does"),
        pytest.param([("ana", 40, 7), ("bruno", 41, 2)], [["bruno"], ["ana"]], id="72: cards only break ties"),
    ],
)
def test_who_wins(roll_and_raid: Referee, columns: list[tuple[str, int, int]], ranking: list[list[str]]) -> None:
    assert pad(roll_and_raid, *columns)["ranking"] == ranking


def test_the_sum_of_four(roll_and_raid: Referee) -> None:
    """Position 73."""
    column = {"name": "ana", "sacrifices": 6, "developments": 9, "gods": 14, "battle": 12, "raids": 3}
    assert roll_and_raid.ask("score", {"sheet": {"players": [column]}}).total("ana") == 41


def test_all_positions_are_asked() -> None:
    elsewhere = {51, 70, 71, 72, 73}
    assert {position.number for position in POSITIONS} | elsewhere == set(range(1, 74))
