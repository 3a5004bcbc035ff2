"""The second referee of Roll & Raid on positions worked out by hand from the quick reference."""

import json
from pathlib import Path

import pytest

from . import roll_and_raid as ref

PACKS = Path(__file__).parents[2] / "service" / "games" / "roll_and_raid" / "packs"
PACK = json.loads((PACKS / "training.json").read_text())


def clan(name, **zones):
    fresh = {
        "rounds": 1, "vikings": 5, "axes": 0, "ships": 0, "hall": 5, "armoury": [], "port": [], "tracks": {},
        "settlements": {}, "gods": {}, "developments": [], "favours_used": [], "altar": 0, "sacrifices": {},
        "dice_used": [], "raised": {}, "help": {"plus": 0, "rerolls": 0}, "waiting": [], "done": False,
        "choice": None, "raids": [],
    }  # fmt: skip
    return {"name": name, **fresh, **zones}


def table(*clans, phase="production", **zones):
    fresh = {"round": 1, "phase": phase, "players": list(clans), "raids": [], "deck": ["tolmark", "ennisholm"]}
    return {**fresh, "dice": {"brown": 4, "grey": 2, "orange": 5}, "display": ["skerrow", "vardby"], **zones}


def play(state, *moves):
    for move in moves:
        assert ref.violations(state, move, PACK) == [], move
        state = ref.apply(state, move, PACK)
    return state


def refused(state, move):
    return [rule.removeprefix("roll-and-raid/") for rule in ref.violations(state, move, PACK)]


def use(die, to, player="ana", **fields):
    return {"type": "use", "player": player, "die": die, "to": to, **fields}


def move(kind, player="ana", **fields):
    return {"type": kind, "player": player, **fields}


# 1. Fase de Producción


def test_a_track_is_marked_from_the_first_free_box_and_every_hexagon_gives_its_product():
    state = play(table(clan("ana", tracks={"brown": 2})), use("brown", "track"))
    (ana,) = state["players"]
    assert (ana["tracks"]["brown"], ana["waiting"]) == (6, ["ship", "ship"])
    state = play(state, move("store", good="ship", place="p5"), move("store", good="ship", place="p3"))
    assert state["players"][0]["ships"] == 2
    assert ref.unlocked(state["players"][0], PACK) == {"f-port-2", "f-port-3"}


def test_an_axe_goes_to_the_next_hexagon_of_the_armoury_by_itself():
    (ana,) = play(table(clan("ana", tracks={"grey": 2})), use("grey", "track"))["players"]
    assert (ana["armoury"], ana["axes"], ana["waiting"]) == (["a1"], 1, [])


def test_two_of_the_three_dice_each_once_and_favour_dice_besides():
    state = play(
        table(clan("ana", armoury=["a1", "a2"], axes=2)), use("brown", "god", god="odin"), use("orange", "hall")
    )
    assert refused(state, use("grey", "track")) == ["dice/two-of-three"]
    assert "dice/each-once" in refused(state, use("orange", "hall"))
    state = play(state, use("f-arms-1", "hall"))
    assert state["players"][0]["vikings"] == 12
    assert refused(state, use("f-arms-1", "hall")) == ["favour/once"]
    assert refused(state, use("f-arms-2", "hall")) == ["favour/unlocked"]


def test_only_the_village_die_recruits():
    assert refused(table(clan("ana")), use("brown", "hall")) == ["hall/village-die"]


def test_a_development_needs_a_four_and_the_altar_may_bring_it():
    state = table(clan("ana"), dice={"brown": 3, "grey": 2, "orange": 5})
    assert refused(state, use("brown", "development", development="smithy"))[0] == "development/four"
    state = play(state, move("altar", benefit="die", die="brown"), use("brown", "development", development="smithy"))
    (ana,) = state["players"]
    assert (ana["vikings"], ana["altar"], ana["developments"]) == (3, 1, ["smithy"])


def test_a_complete_settlement_gives_loyalty_and_a_favour_die():
    state = table(clan("ana", settlements={"hedeby": 3}, waiting=["house"], tracks={"grey": 1}))
    (ana,) = play(state, move("store", good="house", place="hedeby"))["players"]
    assert (ana["tracks"]["grey"], ana["axes"]) == (3, 1)
    assert "f-hedeby" in ref.unlocked(ana, PACK)


@pytest.mark.parametrize(("round_", "broken"), [(4, []), (5, ["festival/rounds"])])
def test_sacrifices_in_festival_rounds(round_, broken):
    state = table(clan("ana"), phase="start", round=round_, dice=None)
    assert refused(state, move("sacrifice", vikings=3)) == broken


# 2. Fase de Saqueo


def choices(*numbers, **zones):
    names = ("ana", "bruno", "carla")
    state = table(*(clan(name, done=True, **zones) for name in names[: len(numbers)]), phase="choice")
    return play(state, *(move("choose", name, number=number) for name, number in zip(names, numbers, strict=False)))


def bids(state, **vikings):
    return play(state, *(move("bid", name, vikings=number) for name, number in vikings.items()))


def at_hand(state, zone="vikings"):
    return [clan[zone] for clan in state["players"]]


def test_everybody_crosses_out_what_was_shown_and_a_tie_is_repeated():
    state = bids(choices(1, 1, 1), ana=2, bruno=2, carla=1)
    assert at_hand(state) == [3, 3, 4]
    assert refused(state, move("bid", "carla", vikings=1)) == ["conflict/tied-only"]
    state = bids(state, ana=1, bruno=2)
    assert at_hand(state) == [2, 1, 4]
    assert state["raids"][0]["right"] == "bruno"


def test_a_closed_fist_retreats_and_pays_one():
    state = bids(choices(1, 1), ana=0, bruno=1)
    assert refused(state, move("retreat", pay="axe")) == ["retreat/pay"]
    state = play(state, move("retreat", pay="viking"))
    assert (at_hand(state), state["phase"], state["raids"][0]["right"]) == ([4, 4], "resolution", "bruno")


def test_the_defence_is_equalled_the_season_paid_and_the_card_taken():
    state = play(choices(1, 0, ships=1), move("attack", dice=[2, 3]))
    assert refused(state, move("pay", vikings=1)) == ["payment/season"]
    state = play(state, move("pay", vikings=1, ships=1))
    assert (state["players"][0]["raids"], state["display"], state["phase"]) == (
        ["skerrow"],
        ["vardby"],
        "maintenance",
    )
    state = play(state, {"type": "refill"})
    assert (state["display"], state["round"], state["phase"]) == (["vardby", "tolmark"], 2, "start")


def test_a_low_roll_may_be_helped_by_the_altar_or_is_a_retreat():
    state = play(choices(1, 0, ships=1), move("attack", dice=[1, 2]))
    assert play(state, move("altar", benefit="raid"))["raids"][0]["step"] == "pay"
    again = play(state, move("altar", benefit="reroll"), move("attack", dice=[1, 1]))
    assert (again["players"][0]["vikings"], again["raids"][0]["step"]) == (4, "help")
    state = play(state, move("yield"), move("retreat", pay="ship"))
    assert (state["players"][0]["ships"], state["players"][0]["raids"], state["round"]) == (0, [], 2)


def test_who_cannot_pay_cedes_to_the_next_bid():
    state = bids(choices(1, 1, 1), ana=3, bruno=2, carla=1)
    state["players"][1]["ships"] = 1
    state = play(state, move("attack", dice=[6, 6]))
    assert (state["raids"][0]["right"], state["raids"][0]["step"]) == ("bruno", "attack")
    state = play(state, move("attack", "bruno", dice=[6, 6]), move("pay", "bruno", vikings=1, ships=1))
    assert at_hand(state) == [2, 2, 4]


def test_a_favour_die_is_no_raid_die():
    assert refused(choices(1, 0), move("attack", dice=[2, 3], favour="f-loki")) == ["favour/no-raid"]


# Fin de la partida


def test_ties_go_to_the_most_raid_cards_and_are_then_shared():
    rich = clan("ana", gods={"odin": [1, 1, 1, 1]})  # 6
    one, two = clan("bruno", raids=["vardby"]), clan("carla", raids=["dunrath"])  # 6 each
    assert ref.score(table(rich, one, two), PACK) == {
        "totals": {"ana": 6, "bruno": 6, "carla": 6},
        "ranking": [["bruno", "carla"], ["ana"]],
    }
