"""Impossible tables, each beside a table that differs in one thing and can be: the boundary of every rule of the audit."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import (
    EASY,
    HARD,
    NAMES,
    PACK,
    attacking,
    bidding,
    bids,
    changed,
    contender,
    finished,
    opening,
    raid,
    table,
    without,
    won,
)

Table = dict[str, Any]
DICE = {"brown": 4, "grey": 2, "orange": 5}


def ana(phase: str = "production", **zones: Any) -> Table:
    """A table in round 3 on which only ana's sheet is changed."""
    return table(phase, ana=zones)


def in_round(number: int, season: str, phase: str = "production") -> Table:
    return table(phase, round=number, season=season)


def over(number: int) -> Table:
    return finished(round=number)


def offered(number: int, *festivals: int) -> Table:
    """Ana has given a Viking at each of these festivals."""
    given = {str(festival): 1 for festival in festivals}
    return table("production", round=number, ana={"sacrifices": given, "vikings": 5 - len(given)})


def fought(*clans: Table, step: str = "attack", right: str | None = "ana", **zones: Any) -> Table:
    """A conflict over the first card in its later course; everybody has crossed out Vikings enough for it."""
    sheets = {clan["player"]: {"choice": 1, "vikings": 1, **zones.pop(clan["player"], {})} for clan in clans}
    told = raid("lindisfarne", *clans, step=step, right=right)
    return table("resolution", raids=[told], **{"carla": {"choice": 0}, **sheets}, **zones)


def shown(mine: list[int], others: list[int], status: str = "beaten", **more: Any) -> Table:
    """Ana and bruno have fought, and ana has the right."""
    return fought(contender("ana", shown=mine), contender("bruno", shown=others, status=status), **more)


def heirs(mine: list[int], failed: list[int], others: list[int], status: str = "beaten") -> Table:
    """Bruno could not pay, and ana has the right; carla was beaten too."""
    clans = (
        contender("ana", shown=mine),
        contender("bruno", shown=failed, status="failed"),
        contender("carla", shown=others, status=status),
    )
    return fought(*clans)


def raids(*entries: tuple[str, str, str], phase: str = "resolution", **zones: Any) -> Table:
    """Raids of one clan each: the card, the clan and the step."""
    told = [
        raid(card, contender(name), step=step, right=None if step == "over" else name) for card, name, step in entries
    ]
    choices = {name: {"choice": 0} for name in NAMES[:3]}
    for card, name, _ in entries:
        choices[name] = {"choice": EASY.index(card) + 1}
    return table(phase, raids=told, **choices, **zones)


FULL = {"port": ["p1", "p2", "p3"], "ships": 1}
LAST = {"display": ["lisbon", "seville"], "ana": {"raids": EASY}, "bruno": {"raids": HARD[:4]}}

PAIRS: list[tuple[str, Table, Table, list[str]]] = [
    # the round, its season and the festivals
    ("summer until round 4", in_round(4, "summer"), in_round(4, "winter"), ["round/season"]),
    ("winter from round 5", in_round(5, "winter"), in_round(5, "summer"), ["round/season"]),
    ("winter until round 8", in_round(8, "winter"), in_round(8, "summer"), ["round/season"]),
    ("summer again in round 9", in_round(9, "summer"), in_round(9, "winter"), ["round/season"]),
    ("winter in round 16", in_round(16, "winter", "choice"), in_round(16, "summer", "choice"), ["round/season"]),
    ("winter at the end", changed(finished(), season="winter"), changed(finished(), season="summer"), ["round/season"]),
    ("a box for each round", table("start", round=16), table("start", round=16, ana={"rounds": 15}), ["production/round-track"]),
    ("one box too many", table("start", round=15), table("start", round=15, ana={"rounds": 16}), ["production/round-track"]),
    ("no box before the game", opening(), opening(ana={"rounds": 1}), ["production/round-track"]),
    ("maintenance after round 15", table("maintenance", round=15), table("maintenance", round=16), ["maintenance/last-round"]),
    ("over after round 16", over(16), over(15), ["end/last-round"]),
    ("an offering in its round", offered(4, 4), offered(3, 4), ["festival/rounds"]),
    ("an offering in round 16", offered(16, 4, 16), offered(15, 4, 16), ["festival/rounds"]),
    ("two offerings by round 8", offered(8, 4, 8), offered(7, 4, 8), ["festival/rounds"]),
    ("dice in production", table("production"), changed(table("production"), dice=None), ["production/roll"]),
    ("no dice at the start", table("start"), changed(table("start"), dice=DICE), ["production/roll"]),
    # the sheet
    ("all Vikings left", ana(vikings=8), ana(vikings=9), ["hall/crossed-once"]),
    ("given what was crossed out", ana(altar=3), ana(altar=4), ["hall/crossed-once"]),
    ("a full hall", ana(hall=20, vikings=17), ana(hall=21, vikings=17), ["sheet/printed"]),
    ("a full altar", ana(altar=10, hall=15), ana(altar=11, hall=16), ["altar/limit"]),
    ("all ships left", ana(ships=1), ana(ships=2), ["storage/spent"]),
    ("all axes left", ana(axes=1), ana(axes=2), ["storage/spent"]),
    ("in the printed order", ana(armoury=["a1", "a2"]), ana(armoury=["a1", "a3"]), ["sheet/no-gaps"]),
    ("no order in the port", ana(port=["p4"]), ana(port=["p4", "p4"]), ["sheet/printed"]),
    ("the end of a track", ana(tracks={"brown": 12, "grey": 2, "orange": 2}), ana(tracks={"brown": 13, "grey": 2, "orange": 2}), ["sheet/printed"]),
    ("a full settlement", ana(settlements={"ribe": 2}), ana(settlements={"ribe": 3}), ["sheet/printed"]),
    ("all boxes of a god", ana(gods={"thor": [1, 6]}, hall=9), ana(gods={"thor": [1, 6, 1]}, hall=9), ["sheet/printed"]),
    ("a value of one", ana(gods={"odin": [1]}), ana(gods={"odin": [0]}), ["gods/first-free"]),
    ("each development once", ana(developments=["smithy", "rampart"]), ana(developments=["smithy", "smithy"]), ["development/once"]),
    ("an unlocked favour die", ana(port=["p1"], favours_used=["f-port"]), ana(port=["p3"], favours_used=["f-port"]), ["favour/unlocked"]),
    ("a favour die of a settlement", ana(settlements={"ribe": 2}, favours_used=["f-ribe"]), ana(settlements={"ribe": 1}, favours_used=["f-ribe"]), ["favour/unlocked"]),
    ("a favour die once", ana(port=["p1"], favours_used=["f-port"]), ana(port=["p1"], favours_used=["f-port", "f-port"]), ["favour/once"]),
    ("two dice", ana(dice_used=["brown", "grey"]), ana(dice_used=["brown", "grey", "orange"]), ["dice/two-of-three"]),
    ("two different dice", ana(dice_used=["brown", "grey"]), ana(dice_used=["brown", "brown"]), ["dice/each-once"]),
    ("room for what waits", ana(waiting=["ship"], **FULL), ana(waiting=["ship", "ship"], **FULL), ["sheet/printed"]),
    ("room for a house", ana(waiting=["house"], settlements={"ribe": 2, "hedeby": 2}), ana(waiting=["house"], settlements={"ribe": 2, "hedeby": 3}), ["sheet/printed"]),
    ("raised by the Vikings given", ana(raised={"brown": 2}, altar=2, vikings=3), ana(raised={"brown": 3}, altar=2, vikings=3), ["altar/vikings"]),
    ("raised before it is used", ana(raised={"brown": 1}, altar=1, vikings=4, dice_used=["grey"]), ana(raised={"brown": 1}, altar=1, vikings=4, dice_used=["brown"]), ["dice/each-once"]),
    ("an untouched sheet", opening(), opening(ana={"gods": {"odin": [1]}}), ["setup/sheet"]),
    # the cards
    ("a card for each clan", table("production"), changed(table("production"), display=EASY[:4]), ["setup/display"]),
    ("a short display with an empty deck", changed(table("choice", **LAST), deck=[]), changed(table("choice", **{**LAST, "bruno": {"raids": HARD[:3]}}), deck=["rouen"]), ["setup/display"]),
    ("a short display in a raid", table("resolution", display=EASY[1:3], ana={"raids": EASY[:1]}, deck=[*EASY[3:], *HARD]), table("production", display=EASY[1:3], ana={"raids": EASY[:1]}, deck=[*EASY[3:], *HARD]), ["setup/display"]),
    ("the deck in order", changed(opening(), deck=[*EASY, *HARD]), changed(opening(), deck=[*EASY[:5], HARD[0], EASY[5], *HARD[1:]]), ["setup/level-order"]),
    ("all cards of the deck", changed(opening(), deck=[*EASY, *HARD]), changed(opening(), deck=[*EASY, *HARD[:5]]), ["setup/deck"]),
    ("a card in one place", table("production", ana={"raids": ["jarrow"]}), table("production", ana={"raids": ["iona"]}), ["setup/one-place"]),
    # choices
    ("the last card", ana("choice", choice=3), ana("choice", choice=4), ["raid/number"]),
    ("no choice yet", ana("production", choice=None), ana("production", choice=0), ["raid/choice"]),
    ("production ended", ana("choice", done=True), ana("choice", done=False), ["raid/choice"]),
    ("nothing waits in the raid phase", ana("choice", waiting=[]), ana("choice", waiting=["ship"]), ["storage/place"]),
    # conflicts
    ("a bid of all Vikings", bids(bidding("ana", "bruno"), ana=5), bids(bidding("ana", "bruno"), ana=6), ["conflict/own-vikings"]),
    ("ten fingers", bids(bidding("ana", "bruno", ana={"vikings": 12, "hall": 20}), ana=10), bids(bidding("ana", "bruno", ana={"vikings": 12, "hall": 20}), ana=11), ["conflict/fingers"]),
    ("one more", shown([3], [2]), shown([2], [2]), ["conflict/highest"]),
    ("one less", shown([2], [1]), shown([1], [2]), ["conflict/highest"]),
    ("a tie is bid again", shown([2, 1], [2, 0], "retreated"), shown([2, 1], [1]), ["conflict/highest"]),
    ("a fist is out", shown([1], [0], "retreated"), shown([0], [1]), ["retreat/out"]),
    ("crossed out as shown", won(), changed(won(ana={"vikings": 7})), ["conflict/crossed-out"]),
    ("the next bid inherits", heirs([2], [3], [1]), heirs([1], [3], [2]), ["conflict/highest"]),
    ("heirs with equal bids", heirs([2, 1], [3], [2, 0], "retreated"), heirs([2], [3], [2]), ["conflict/highest"]),
    ("two clans bid", fought(contender("ana"), contender("bruno"), step="bid", right=None), fought(contender("ana"), step="bid", right=None), ["conflict/same-card"]),
    ("the tied bid again", fought(contender("ana", shown=[2]), contender("bruno", shown=[2]), contender("carla", shown=[1], status="beaten"), step="bid", right=None), fought(contender("ana", shown=[2]), contender("bruno", shown=[2]), contender("carla", shown=[1]), step="bid", right=None), ["conflict/tied-only"]),
    # in the middle of a raid
    ("the defence is reached", attacking(step="pay", lying=[2, 3]), attacking(step="pay", lying=[2, 2]), ["raids/defence"]),
    ("one too few", attacking(step="help", lying=[2, 2]), attacking(step="help", lying=[2, 3]), ["raids/defence"]),
    ("reached with help", attacking(step="pay", lying=[1, 2], ana={"choice": 1, "help": {"plus": 1, "rerolls": 0}, "altar": 1, "vikings": 4}), attacking(step="pay", lying=[1, 1], ana={"choice": 1, "help": {"plus": 1, "rerolls": 0}, "altar": 1, "vikings": 4}), ["raids/defence"]),
    ("dice that lie", attacking(step="pay", lying=[6, 6]), attacking(step="pay"), ["raids/defence"]),
    ("somebody has the right", attacking(), changed(attacking(), raids=[raid("lindisfarne", contender("ana"), step="attack")]), ["conflict/same-card"]),
    ("a clan of the raid has it", attacking(), changed(attacking(), raids=[raid("lindisfarne", contender("ana"), step="attack", right="bruno")]), ["conflict/same-card"]),
    ("in the order of the cards", raids(("lindisfarne", "ana", "attack"), ("iona", "bruno", "attack")), raids(("iona", "bruno", "attack"), ("lindisfarne", "ana", "attack")), ["raids/order"]),
    ("a card that was taken", raids(("lindisfarne", "ana", "over"), ("iona", "bruno", "attack"), display=["iona", "portland"]), raids(("lindisfarne", "ana", "attack"), ("iona", "bruno", "attack"), display=["iona", "portland"]), ["conflict/same-card"]),
    ("the card that was chosen", raids(("iona", "ana", "attack")), changed(raids(("iona", "ana", "attack")), players=raids(("lindisfarne", "ana", "attack"))["players"]), ["conflict/same-card"]),
    ("a raid in its phase", raids(("iona", "ana", "attack")), changed(raids(("iona", "ana", "attack")), phase="choice"), ["round/phases"]),
    ("clans of the table", attacking(), changed(attacking(), raids=[raid("lindisfarne", contender("zoe"), step="attack", right="zoe")]), ["setup/players"]),
    ("as many clans as play", changed(table("production"), clans=3), changed(table("production"), clans=2, display=EASY[:2]), ["setup/players"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("can", "cannot", "broken"),
    [
        pytest.param(
            can, cannot, broken, id=name, marks=[pytest.mark.breaks(f"roll-and-raid/{rule}") for rule in broken]
        )
        for name, can, cannot, broken in PAIRS
    ],
)
def test_a_table_that_can_be_beside_one_that_cannot(
    roll_and_raid: Referee, can: Table, cannot: Table, broken: list[str]
) -> None:
    right = roll_and_raid.audit(can, pack=PACK)
    assert (right["verdict"], right.broken) == ("possible", [])
    wrong = roll_and_raid.audit(cannot, pack=PACK)
    assert wrong["verdict"] == "impossible"
    assert wrong.broken == broken


# ---------------------------------------------------------------- the last round


@pytest.mark.parametrize(("number", "phase"), [(15, "maintenance"), (16, "over")])
def test_round_sixteen_is_the_last(roll_and_raid: Referee, number: int, phase: str) -> None:
    cost = {"vikings": 2, "ships": 1}  # winter
    told = attacking(step="pay", lying=[4, 3], round=number)
    answer = roll_and_raid.validate(told, {"type": "pay", "player": "ana", **cost}, pack=PACK)
    assert answer["state"]["phase"] == phase
    assert roll_and_raid.audit(answer["state"], pack=PACK)["verdict"] == "possible"


@pytest.mark.parametrize(
    ("number", "season"), [(4, "winter"), (8, "summer"), (12, "winter"), (3, "summer"), (15, "winter")]
)
def test_the_season_changes_with_the_round(roll_and_raid: Referee, number: int, season: str) -> None:
    before = "summer" if number in (3, 4, 12) else "winter"
    told = table(
        "maintenance", round=number, season=before, display=["iona", "portland"], ana={"raids": ["lindisfarne"]}
    )
    answer = roll_and_raid.validate(told, {"type": "refill", "cards": ["jarrow"]}, pack=PACK)
    assert (answer["state"]["round"], answer["state"]["season"]) == (number + 1, season)
    assert roll_and_raid.audit(answer["state"], pack=PACK)["verdict"] == "possible"


# ---------------------------------------------------------------- what setup leaves behind


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("seed", [None, 7])
def test_nothing_is_left_over_after_setup(roll_and_raid: Referee, count: int, seed: int | None) -> None:
    """Every zone is told, with nothing in it but what the pack prints as there from the start."""
    question = {"players": list(NAMES[:count]), "pack": PACK, **({} if seed is None else {"seed": seed})}
    opened = roll_and_raid.ask("setup", question)["state"]
    size = {1: 4, 2: 8}.get(count, 12)
    deck = opened.pop("deck")
    nothing: Table = {
        "rounds": 0,
        "vikings": 3,
        "axes": 0,
        "ships": 0,
        "hall": 3,
        "armoury": [],
        "port": [],
        "tracks": {"brown": 0, "grey": 0, "orange": 0},
        "settlements": {},
        "gods": {},
        "developments": [],
        "favours_used": [],
        "altar": 0,
        "sacrifices": {},
        "dice_used": [],
        "raised": {},
        "help": {"plus": 0, "rerolls": 0},
        "waiting": [],
        "done": False,
        "choice": None,
        "raids": [],
    }
    assert opened == {
        "options": {"edition": "es"},
        "clans": count,
        "phase": "setup",
        "round": 1,
        "players": [{"name": name, **nothing} for name in NAMES[:count]],
        "dice": None,
        "display": [],
        "raids": [],
    }
    assert roll_and_raid.audit({**opened, "deck": deck}, pack=PACK)["verdict"] == "possible"
    if seed is None:
        assert deck == ["?"] * size
        return
    assert len(set(deck)) == len(deck) == size
    assert [card in EASY for card in deck] == [True] * (size // 2) + [False] * (size // 2)
    assert not {"paris", "kraken"} & set(deck)


def test_what_the_pack_prints_is_there_from_the_start(roll_and_raid: Referee) -> None:
    pack = {**PACK, "id": "stocked", "port": {**PACK["port"], "start": 2}, "armoury": {**PACK["armoury"], "start": 1}}
    opened = roll_and_raid.ask("setup", {"players": ["ana", "bruno"], "pack": pack})["state"]
    ana = opened["players"][0]
    assert (ana["port"], ana["ships"], ana["armoury"], ana["axes"]) == (["p1", "p2"], 2, ["a1"], 1)
    part = roll_and_raid.ask("setup", {"players": ["ana"], "pack": without(pack, "port", "great_hall")})["state"]
    assert not {"port", "ships", "vikings", "hall"} & part["players"][0].keys()
