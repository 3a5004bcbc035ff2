"""Positions that a second reader made from the printed quick reference alone, without having seen the referee.

Each has the number under which it was made, how sure that reader was (``certain``: the words decide; ``reading``: the
one sensible reading; ``open``: the text is silent, and this is what we settled on), what it shows, the table, and what
is asked there. ``moves`` are made in this order and are legal; ``after`` is what is told then: a clan's zones by its
name, anything else by its zone. ``refused`` are other moves after those, each with a rule that it breaks.
``missing`` are parts of a pack that would have to be told (the question is then asked without any pack). ``never``: a
table that cannot be, with the rule that it breaks.
"""

# ruff: noqa: C408, E501, RUF012 - a table of positions: one line each; dicts as a person would write them

from typing import Any, Literal, NamedTuple

from tests.games.roll_and_raid.tables import (
    EASY,
    altar,
    attack,
    attacking,
    bid,
    bidding,
    bids,
    choose,
    contender,
    done,
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
    won,
    yields,
)

Told = dict[str, Any]


class Position(NamedTuple):
    """One position. See above."""

    number: int
    confidence: Literal["certain", "reading", "open"]
    shows: str
    table: Told
    moves: list[Told] = []
    after: Told = {}
    refused: list[tuple[Told, str]] = []
    missing: list[tuple[Told, str]] = []
    never: list[tuple[str, Told, str]] = []


PRODUCTION = table("production")
THREE_BIDS = bidding("ana", "bruno", "carla", ana={"vikings": 5, "ships": 0})
FAVOUR = {"port": ["p1"]}
BARE = {"vikings": 0, "axes": 0, "ships": 0}


def dice(**values: int) -> Told:
    return {"dice": {"brown": 4, "grey": 2, "orange": 5, **values}}


POSITIONS: list[Position] = [
    # ---------------------------------------------------------------- setup and round
    Position(1, "certain", "Creature cards and Paris are taken out", opening(), refused=[(refill(EASY[0], EASY[1], "kraken"), "setup/removed"), (refill(EASY[0], EASY[1], "paris"), "setup/removed")]),
    Position(2, "certain", "the deck by number of clans and level", opening(), moves=[refill(*EASY[:3])], after=dict(display=EASY[:3])),
    Position(3, "certain", "one roll for all", PRODUCTION, refused=[(roll(1, 1, 1), "production/roll"), (use("brown", "track", "bruno", value=6), "production/common")]),
    Position(4, "certain", "nobody waits for a turn", PRODUCTION, moves=[use("brown", "track"), use("grey", "track", "bruno"), use("orange", "hall"), done("carla")], after=dict(ana=dict(dice_used=["brown", "orange"]), bruno=dict(dice_used=["grey"]), carla=dict(done=True))),
    Position(5, "certain", "no festival in round 3", table("start"), refused=[(sacrifice(2), "festival/rounds")]),
    Position(6, "certain", "two Vikings at the festival of round 8", table("start", round=8), moves=[sacrifice(2)], after=dict(ana=dict(vikings=3, sacrifices={"8": 2}))),
    Position(7, "certain", "the altar in any production phase", table("production", ana={"vikings": 4}), moves=[altar("die", die="brown")], after=dict(ana=dict(vikings=3, altar=1, raised={"brown": 1}))),
    Position(8, "reading", "one benefit for each Viking: an offering raises no die", table("start", round=8), moves=[sacrifice(2), roll()], after=dict(ana=dict(vikings=3, altar=0, raised={}))),
    Position(9, "reading", "the game is over after round 16", attacking(step="pay", lying=[4, 3], round=16), moves=[pay(vikings=2, ships=1)], after=dict(phase="over")),
    # ---------------------------------------------------------------- using dice
    Position(10, "certain", "two of the three dice", PRODUCTION, moves=[use("brown", "track"), use("grey", "track")], refused=[(use("orange", "hall"), "dice/two-of-three")]),
    Position(11, "certain", "each clan chooses its own two", PRODUCTION, moves=[use("brown", "track"), use("grey", "track"), use("grey", "track", "bruno"), use("orange", "hall", "bruno"), use("brown", "track", "carla"), use("orange", "hall", "carla")], after=dict(ana=dict(dice_used=["brown", "grey"]), bruno=dict(dice_used=["grey", "orange"]), carla=dict(dice_used=["brown", "orange"]))),
    Position(12, "certain", "two dice and two favour dice", table("production", ana={"port": ["p1"], "ships": 1, "armoury": ["a1", "a2"], "axes": 2, "tracks": {"brown": 3, "grey": 5, "orange": 2}}), moves=[use("orange", "hall"), use("brown", "god", god="thor"), use("f-port", "hall"), use("f-axe", "hall")], after=dict(ana=dict(favours_used=["f-axe", "f-port"], dice_used=["brown", "orange"]))),
    Position(13, "reading", "a die once", PRODUCTION, moves=[use("grey", "track")], refused=[(use("grey", "god", god="odin"), "dice/each-once")]),
    Position(14, "certain", "a die on the track of its colour", PRODUCTION, refused=[(use("grey", "track", track="brown"), "track/own-colour")]),
    Position(15, "certain", "favour dice on any track", table("production", ana={"port": ["p1"], "armoury": ["a1", "a2"], "axes": 2, "tracks": {"brown": 3, "grey": 5, "orange": 2}}), moves=[use("f-port", "track", track="orange"), use("f-axe", "track", track="grey")], after=dict(ana=dict(tracks={"brown": 3, "grey": 10, "orange": 5}))),
    Position(16, "certain", "every product among the boxes counted", table("production", ana={"tracks": {"brown": 2, "grey": 2, "orange": 2}, "port": [], "ships": 0}, **dice(brown=3)), moves=[use("brown", "track")], after=dict(ana=dict(tracks={"brown": 5, "grey": 2, "orange": 2}, waiting=["ship", "ship"]))),
    Position(17, "certain", "a box without a product", table("production", **dice(brown=1)), moves=[use("brown", "track")], after=dict(ana=dict(tracks={"brown": 4, "grey": 2, "orange": 2}, waiting=[]))),
    Position(18, "reading", "beyond the end nothing is counted", table("production", ana={"tracks": {"brown": 10, "grey": 2, "orange": 2}, "port": ["p1", "p2", "p3"], "ships": 3, "favours_used": []}, **dice(brown=5)), moves=[use("brown", "track")], after=dict(ana=dict(tracks={"brown": 12, "grey": 2, "orange": 2}))),
    Position(19, "certain", "the village die recruits", table("production", **dice(orange=4)), moves=[use("orange", "hall")], after=dict(ana=dict(vikings=9, hall=12)), missing=[(use("orange", "hall"), "pack-village-die")]),
    Position(20, "certain", "no other die recruits", PRODUCTION, refused=[(use("brown", "hall"), "hall/village-die"), (use("grey", "hall"), "hall/village-die")]),
    Position(21, "reading", "a favour die recruits", table("production", ana=FAVOUR), moves=[use("f-port", "hall")], after=dict(ana=dict(vikings=8, hall=11))),
    Position(22, "open", "a full Great Hall: the rest is lost", table("production", ana={"hall": 17}), moves=[use("orange", "hall")], after=dict(ana=dict(hall=20, vikings=8))),
    Position(23, "certain", "any die on a god's lowest free box", table("production", ana={"gods": {"odin": [2, 3]}, "axes": 1, "armoury": ["a1"]}, **dice(grey=6)), moves=[use("grey", "god", god="odin")], after=dict(ana=dict(gods={"odin": [2, 3, 6]}))),
    Position(24, "certain", "no box is passed over", table("production", ana={"gods": {"odin": [2]}}), moves=[use("grey", "god", god="odin")], refused=[(use("f-odin", "hall"), "favour/unlocked")]),
    Position(25, "certain", "a favour die unlocked by a god is used at once", table("production", ana={"gods": {"odin": [2, 3]}}), moves=[use("grey", "god", god="odin"), use("f-odin", "hall")], after=dict(ana=dict(vikings=11, favours_used=["f-odin"]))),
    Position(26, "certain", "an axe from a god goes to the armoury and unlocks there", table("production", ana={"gods": {"odin": [2]}}), moves=[use("grey", "god", god="odin"), use("f-axe", "hall")], after=dict(ana=dict(axes=2, armoury=["a1", "a2"], vikings=10))),
    Position(27, "certain", "a three buys no development", table("production", **dice(orange=3)), refused=[(use("orange", "development", development="smithy"), "development/four")]),
    Position(28, "reading", "raised to four it does", table("production", ana={"vikings": 2}, **dice(orange=3)), moves=[altar("die", die="orange"), use("orange", "development", development="smithy")], after=dict(ana=dict(vikings=1, developments=["smithy"]))),
    Position(29, "reading", "a favour die of five buys one", table("production", ana={"armoury": ["a1", "a2"], "axes": 2, "tracks": {"brown": 3, "grey": 5, "orange": 2}}), moves=[use("f-axe", "development", development="smithy")], after=dict(ana=dict(developments=["smithy"]))),
    Position(30, "certain", "a ship is marked inside when it is made", table("production", ana={"tracks": {"brown": 3, "grey": 2, "orange": 2}}, **dice(brown=2)), moves=[use("brown", "track"), store("ship", "p4")], after=dict(ana=dict(port=["p3", "p4"], ships=2))),
    Position(31, "certain", "outside it is marked when it is spent", attacking(step="pay", lying=[4, 3]), moves=[pay(vikings=1, ships=1)], after=dict(ana=dict(port=["p3"], ships=0)), never=[("more at hand than marked inside", table("production", ana={"ships": 2}), "storage/spent")]),
    Position(32, "certain", "two of three houses: no bonus yet", table("production", ana={"settlements": {"hedeby": 1}}, **dice(orange=2)), moves=[use("orange", "track"), store("house", "hedeby")], after=dict(ana=dict(settlements={"hedeby": 2}, axes=1)), refused=[(use("f-hedeby", "hall"), "favour/unlocked")]),
    Position(33, "certain", "the last house: bonus and favour die, at once", table("production", ana={"settlements": {"ribe": 1}}, **dice(orange=2)), moves=[use("orange", "track"), store("house", "ribe"), use("f-ribe", "hall")], after=dict(ana=dict(settlements={"ribe": 2}, vikings=9))),
    Position(34, "certain", "a hexagon that touches no favour die unlocks none", PRODUCTION, refused=[(use("f-port", "hall"), "favour/unlocked")]),
    Position(35, "certain", "a favour die once", table("production", ana={**FAVOUR, "favours_used": ["f-port"]}), refused=[(use("f-port", "hall"), "favour/once")]),
    Position(36, "certain", "no favour die in a raid roll", attacking(ana={**FAVOUR, "choice": 1}), refused=[(attack(1, 2, favour="f-port"), "favour/no-raid"), (use("f-port", "hall"), "favour/production-only")]),
    Position(37, "certain", "a favour die raised by two Vikings", table("production", ana=FAVOUR), moves=[altar("die", die="f-port"), altar("die", die="f-port"), use("f-port", "hall")], after=dict(ana=dict(vikings=8, altar=2))),
    Position(38, "certain", "three Vikings, three benefits", table("production", ana={"vikings": 3}), moves=[altar("die", die="brown"), altar("die", die="brown"), altar("die", die="grey")], after=dict(ana=dict(vikings=0, raised={"brown": 2, "grey": 1}))),
    Position(39, "reading", "no more than there are", table("production", ana={"vikings": 1}), moves=[altar("die", die="brown")], refused=[(altar("die", die="brown"), "altar/vikings")]),
    Position(40, "open", "a die above six", table("production", **dice(brown=6)), moves=[altar("die", die="brown"), use("brown", "track")], after=dict(ana=dict(tracks={"brown": 10, "grey": 2, "orange": 2}))),
    Position(41, "reading", "the common die is raised for nobody else", PRODUCTION, moves=[altar("die", die="grey"), altar("die", die="grey")], refused=[(use("grey", "development", "bruno", development="smithy"), "development/four"), (use("grey", "track", "bruno", value=4), "production/common")]),
    Position(42, "reading", "help for the raid roll: bought before, or at the roll", PRODUCTION, moves=[altar("raid")], after=dict(ana=dict(vikings=4, help={"plus": 1, "rerolls": 0}))),
    # ---------------------------------------------------------------- choice, conflict, retreat
    Position(43, "certain", "a fist at the choice costs nothing", table("choice", bruno={"choice": 1}, carla={"choice": 2}), moves=[choose(0)], after=dict(ana=dict(vikings=5, axes=1, ships=1))),
    Position(44, "certain", "a choice shown stands", table("choice", bruno={"choice": 2}), moves=[choose(2)], refused=[(choose(3), "raid/at-once")]),
    Position(45, "open", "more fingers than cards", table("choice"), refused=[(choose(5), "raid/number")]),
    Position(46, "certain", "three cards for three clans: no conflict", table("choice", ana={"choice": 1}, bruno={"choice": 2}), moves=[choose(3, "carla")], after=dict(phase="resolution")),
    Position(47, "certain", "two conflicts side by side", table("choice", 4, ana={"choice": 1}, bruno={"choice": 1}, carla={"choice": 2}), moves=[choose(2, "dario")], after=dict(phase="conflict", raids=[raid("lindisfarne", contender("ana", shown=[], bid=None, status="in"), contender("bruno", shown=[], bid=None, status="in"), right=None, dice=[]), raid("iona", contender("carla", shown=[], bid=None, status="in"), contender("dario", shown=[], bid=None, status="in"), right=None, dice=[])])),
    Position(48, "certain", "three against two", bidding("ana", "bruno", bruno={"vikings": 4}), moves=[bid(3), bid(2, "bruno")], after=dict(phase="resolution", ana=dict(vikings=2), bruno=dict(vikings=2, axes=1, ships=1)), refused=[(attack(4, 4, player="bruno"), "conflict/highest")]),
    Position(49, "certain", "who loses crosses out too", bids(bidding("ana", "bruno"), ana=3), moves=[bid(2, "bruno")], after=dict(bruno=dict(vikings=3))),
    Position(50, "certain", "a fist in a conflict is a retreat", bids(bidding("ana", "bruno"), ana=2), moves=[bid(0, "bruno"), retreat("ship", "bruno")], after=dict(ana=dict(vikings=3), bruno=dict(ships=0, vikings=5)), refused=[(attack(4, 4, player="bruno"), "retreat/out")]),
    Position(51, "certain", "a house pays no retreat", bids(bidding("ana", "bruno"), ana=2)),
    Position(52, "open", "nothing to pay with: nothing is paid", bids(bidding("ana", "bruno", bruno=BARE), ana=2), moves=[bid(0, "bruno")], after=dict(phase="resolution", bruno=BARE)),
    Position(53, "reading", "a tie is repeated, and what was shown is lost", bids(bidding("ana", "bruno"), ana=2), moves=[bid(2, "bruno"), bid(1), bid(0, "bruno"), retreat("axe", "bruno")], after=dict(ana=dict(vikings=2), bruno=dict(vikings=3, axes=0))),
    Position(54, "open", "the tie is repeated among the tied", bids(bidding("ana", "bruno", "carla"), ana=3, bruno=3), moves=[bid(1, "carla")], after=dict(carla=dict(vikings=4)), refused=[(bid(2, "carla"), "conflict/tied-only")]),
    Position(55, "reading", "fists on all sides: all retreat", bids(bidding("ana", "bruno"), ana=0), moves=[bid(0, "bruno"), retreat("axe"), retreat("axe", "bruno")], after=dict(ana=dict(axes=0), bruno=dict(axes=0), display=EASY[:3])),
    Position(56, "reading", "no more than there are", bidding("ana", "bruno", ana={"vikings": 2}), refused=[(bid(4), "conflict/own-vikings")]),
    Position(57, "certain", "who cannot pay cedes to the next bid", bids(THREE_BIDS, ana=3, bruno=2), moves=[bid(1, "carla"), attack(4, 4), attack(4, 4, player="bruno"), pay("bruno", vikings=1, ships=1)], after=dict(ana=dict(raids=[]), bruno=dict(raids=["lindisfarne"], vikings=2))),
    Position(58, "certain", "never to who retreated", bids(THREE_BIDS, ana=3, bruno=0), moves=[bid(1, "carla"), retreat("axe", "bruno"), attack(4, 4)], after=dict(bruno=dict(axes=0)), refused=[(attack(4, 4, player="bruno"), "retreat/out")]),
    Position(59, "reading", "a roll that fails cedes nothing", won(), moves=[attack(1, 2), yields(), retreat("axe")], after=dict(ana=dict(axes=0, raids=[]), bruno=dict(raids=[]), display=EASY[:3])),
    # ---------------------------------------------------------------- raids, upkeep, end
    Position(60, "certain", "equal is enough", attacking(), moves=[attack(2, 3), pay(vikings=1, ships=1)], after=dict(ana=dict(raids=["lindisfarne"]))),
    Position(61, "reading", "plus two at the roll", attacking(), moves=[attack(1, 3), altar("raid"), pay(vikings=1, ships=1)], after=dict(ana=dict(raids=["lindisfarne"], vikings=3))),
    Position(62, "certain", "too low: a retreat, and the card stays", attacking(), moves=[attack(1, 2), yields(), retreat("ship")], after=dict(ana=dict(ships=0, raids=[]), display=EASY[:3])),
    Position(63, "reading", "rolled again, and again", attacking(), moves=[attack(1, 2), altar("reroll"), attack(1, 1), altar("reroll"), attack(4, 4)], after=dict(ana=dict(vikings=3))),
    Position(64, "open", "how many raid dice", attacking(), refused=[(attack(6), "raids/dice"), (attack(2, 2, 2), "raids/dice")]),
    Position(65, "certain", "paid by the season", attacking(step="pay", lying=[4, 3], round=5), moves=[pay(vikings=2, ships=1)], after=dict(ana=dict(vikings=3)), refused=[], missing=[(pay(vikings=2, ships=1), "pack-seasons")]),
    Position(66, "certain", "one axe short: no card", attacking("iona", ana={"axes": 0, "choice": 2}), moves=[attack(4, 4)], after=dict(ana=dict(raids=[], vikings=5, ships=1))),
    Position(67, "certain", "nothing stands in for a product", attacking("iona", step="pay", lying=[4, 3]), refused=[(pay(vikings=1), "payment/season")]),
    Position(68, "certain", "the card beside the sheet, the goods marked outside", attacking("iona", step="pay", lying=[4, 3]), moves=[pay(axes=1)], after=dict(ana=dict(raids=["iona"], axes=0, armoury=["a1"]))),
    Position(69, "certain", "only what is missing is refilled", attacking("iona", step="pay", lying=[4, 3]), moves=[pay(axes=1), refill("jarrow")], after=dict(display=["lindisfarne", "portland", "jarrow"])),
]  # fmt: skip
