"""Odds worked out by hand: every figure of every outcome, and every event.

The Battle deck has 15 Normal Battles and 3 each of Attacker Wins, Defender Wins and Church Decides. A Prince, a Vassal,
an Infantry, a Viking and the King deal 1; a Champion, Knights, a Mercenary and a Chieftain 2; a Monk nothing. Each unit
absorbs one point. A Castle falls by 2 points, a Palace by 3, and before them each Tower absorbs one.
"""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.ortus_regni.tables import at, attack, field, table

NOTHING = {"reaches": 0, "towers_lost": 0, "properties_lost": 0, "falls": False, "eliminates": False, "capturable": 0}


def side(damage: int, hits: int, killed: tuple[int, int], captured: int = 0, *, spent: int = 0, **more: Any) -> Any:
    told = {"damage": damage, "hits": hits, "killed": list(killed), "captured": captured, "spent": spent}
    return told | {"ransomable": captured > 0} | more


def weigh(referee: Referee, **engagement: Any) -> Answer:
    return referee.ask("odds", {"engagement": engagement})


def outcomes(answer: Answer) -> dict[str, Any]:
    found = {}
    for one in answer["odds"]["outcomes"]:
        chances = one["least"]["chance"], one["most"]["chance"]
        found[one["outcome"]] = (chances, one["attackers"], one["defenders"], one["target"])
    return found


def events(answer: Answer) -> dict[Any, Any]:
    """Each event with its count, and its chance: one figure where the Church changes nothing."""
    found: dict[Any, Any] = {}
    for one in answer["odds"]["events"]:
        least, most = one["least"]["chance"], one["most"]["chance"]
        key = one["event"] if one["count"] is None else (one["event"], one["count"])
        found[key] = least if least == most else (least, most)
    return found


def cards(answer: Answer) -> dict[str, Any]:
    return {one["card"]: (one["left"], one["chance"], one["decimal"]) for one in answer["odds"]["cards"]}


# ---------------------------------------------------------------- an attack on Towers, nobody for the Church


def test_an_attack_on_towers(ortus_regni: Referee) -> None:
    """Champion 2, Knights 2 and a Prince Lord 1 deal 5; two Infantry and a Vassal Lord deal 3 and absorb 3 of the 5."""
    answer = weigh(
        ortus_regni,
        kind="towers",
        attackers={"hand": ["champion"], "knights": 1, "lords": ["prince"]},
        defenders={"infantry": 2, "lords": ["vassal"]},
        towers=3,
    )
    assert cards(answer) == {
        "normal": (15, "5/8", 0.625),
        "attacker": (3, "1/8", 0.125),
        "defender": (3, "1/8", 0.125),
        "church": (3, "1/8", 0.125),
    }
    assert answer["odds"]["decider"] is None
    # Three attackers are hit: the Champion of the hand, the Lord and the Knights, of whom only the Knights die.
    two_towers = {**NOTHING, "reaches": 2, "towers_lost": 2}
    assert outcomes(answer) == {
        "normal": (("3/4", "3/4"), side(3, 3, (1, 1), spent=1), side(5, 3, (2, 2)), two_towers),
        "attacker": (("1/8", "1/8"), side(0, 0, (0, 0), spent=1), side(5, 3, (2, 2), 1), two_towers),
        "defender": (("1/8", "1/8"), side(3, 3, (1, 1), 1, spent=1), side(0, 0, (0, 0)), NOTHING),
    }
    assert events(answer) == {
        "attacker-unharmed": "1/8",
        "defender-unharmed": "1/8",
        "attacker-lords-captured": "1/8",
        "defender-lords-captured": "1/8",
        ("attackers-hit", 0): "1/8",
        ("attackers-hit", 3): "7/8",
        ("defenders-hit", 0): "1/8",
        ("defenders-hit", 3): "7/8",
        ("towers-lost", 0): "1/8",
        ("towers-lost", 2): "7/8",
    }


@pytest.mark.parametrize(("towers", "lost"), [(1, 1), (2, 2), (3, 2)])
def test_no_more_towers_fall_than_there_are(ortus_regni: Referee, towers: int, lost: int) -> None:
    answer = weigh(ortus_regni, kind="towers", attackers={"knights": 1}, towers=towers)
    assert events(answer) == {
        "attacker-unharmed": "1",
        "defender-unharmed": "0",
        ("attackers-hit", 0): "1",
        ("defenders-hit", 0): "1",
        ("towers-lost", lost): "1",
    }
    assert answer["odds"]["outcomes"][0]["target"] == {**NOTHING, "reaches": 2, "towers_lost": lost}


# ---------------------------------------------------------------- a raid, the attacker speaks for the Church


def test_a_raid(ortus_regni: Referee) -> None:
    """Two Lords 2, two Mercenaries 4 and a garrison of Knights 2 deal 8; the King and two Infantry deal 3.

    Of 20 Battle cards 12 are Normal, 3 and 3 decide, 2 are the Church's.
    """
    answer = weigh(
        ortus_regni,
        kind="raid",
        attackers={
            "lords": ["prince", "vassal"],
            "mercenaries": 2,
            "garrisons": ["knights"],
            "idle_garrisons": 1,
        },
        defenders={"king": True, "infantry": 2},
        towers=1,
        properties=3,
        discarded=["normal", "normal", "normal", "church"],
        church="attacker",
    )
    assert cards(answer) == {
        "normal": (12, "3/5", 0.6),
        "attacker": (3, "3/20", 0.15),
        "defender": (3, "3/20", 0.15),
        "church": (2, "1/10", 0.1),
    }
    assert answer["odds"]["decider"] == "attacker"
    # 8 points: 3 absorbed by the defenders, of whom the King lives; 1 by the Tower; 4 are left for three Properties.
    # Of the attackers three are hit: at least two Lords and a garrison; at most both Mercenaries, garrisons and all.
    raided = {**NOTHING, "reaches": 4, "properties_lost": 3, "capturable": 2}
    assert outcomes(answer) == {
        "normal": (("3/5", "7/10"), side(3, 3, (1, 4)), side(8, 3, (2, 2)), raided),
        "attacker": (("3/20", "1/4"), side(0, 0, (0, 0)), side(8, 3, (2, 2)), raided),
        "defender": (("3/20", "1/4"), side(3, 3, (1, 4), 2), side(0, 0, (0, 0)), NOTHING),
    }
    assert events(answer) == {
        "attacker-unharmed": ("3/20", "1/4"),
        "defender-unharmed": ("3/20", "1/4"),
        "attacker-lords-captured": ("3/20", "1/4"),
        ("attackers-hit", 0): ("3/20", "1/4"),
        ("attackers-hit", 3): ("3/4", "17/20"),
        ("defenders-hit", 0): ("3/20", "1/4"),
        ("defenders-hit", 3): ("3/4", "17/20"),
        ("properties-lost", 0): ("3/20", "1/4"),
        ("properties-lost", 3): ("3/4", "17/20"),
    }


# ---------------------------------------------------------------- sieges


@pytest.mark.parametrize("captives", ["absorb", "at-once"])
def test_a_siege_by_vikings(ortus_regni: Referee, captives: str) -> None:
    """Three Vikings and a Chieftain deal 5; a Champion Lord and an Infantry deal 3; a Tower, a Palace, two Properties.

    5 - 2 - 1 is not enough for a Palace; if a captured Lord dies at once he absorbs nothing, and 5 - 1 - 1 is.
    """
    answer = weigh(
        ortus_regni,
        options={"house_rules": {"viking_captives": captives}},
        kind="siege",
        attackers={"vikings": 3, "chieftains": 1},
        defenders={"lords": ["champion"], "infantry": 1},
        towers=1,
        anchor="palace",
        properties=2,
    )
    held = {**NOTHING, "reaches": 2}
    fallen = {**NOTHING, "reaches": 3, "falls": True, "properties_lost": 2}
    taken, target = (side(5, 1, (1, 1), 1, ransomable=False), fallen)
    if captives == "absorb":
        taken, target = (side(5, 2, (1, 1), 1, ransomable=False), held)
    assert outcomes(answer) == {
        "normal": (("3/4", "3/4"), side(3, 3, (3, 3)), side(5, 2, (1, 1)), held),
        "attacker": (("1/8", "1/8"), side(0, 0, (0, 0)), taken, target),
        "defender": (("1/8", "1/8"), side(3, 3, (3, 3)), side(0, 0, (0, 0)), NOTHING),
    }
    common = {
        "attacker-unharmed": "1/8",
        "defender-unharmed": "1/8",
        "defender-lords-captured": "1/8",
        ("attackers-hit", 0): "1/8",
        ("attackers-hit", 3): "7/8",
        ("defenders-hit", 0): "1/8",
    }
    if captives == "absorb":
        more = {("defenders-hit", 2): "7/8", ("properties-lost", 0): "1", "castle-falls": "0"}
    else:
        more = {("defenders-hit", 1): "1/8", ("defenders-hit", 2): "3/4", "castle-falls": "1/8"}
        more |= {("properties-lost", 0): "7/8", ("properties-lost", 2): "1/8"}
    assert events(answer) == common | more


def test_a_lord_who_is_hit_is_wounded(ortus_regni: Referee) -> None:
    """A Champion Lord against one Infantry: a point hits him and does nothing, but he does not come away unharmed."""
    answer = weigh(ortus_regni, kind="siege", attackers={"lords": ["champion"]}, defenders={"infantry": 1})
    assert events(answer) == {
        "attacker-unharmed": "1/8",
        "defender-unharmed": "1/8",
        "attacker-lords-captured": "1/8",
        ("attackers-hit", 0): "1/8",
        ("attackers-hit", 1): "7/8",
        ("defenders-hit", 0): "1/8",
        ("defenders-hit", 1): "7/8",
        ("properties-lost", 0): "1",
        "castle-falls": "0",
    }


def test_an_army_that_may_die_is_harm(ortus_regni: Referee) -> None:
    """A Champion Lord and an Infantry take one point: it may hit the Lord, or kill the Infantry."""
    attackers = {"lords": ["champion"], "infantry": 1}
    answer = weigh(ortus_regni, kind="siege", attackers=attackers, defenders={"infantry": 1})
    assert outcomes(answer)["normal"][1] == side(1, 1, (0, 1))
    assert events(answer)["attacker-unharmed"] == "1/8"


def test_mercenaries_whose_garrisons_stayed_at_home(ortus_regni: Referee) -> None:
    """Two points on two Mercenaries: each dies with the garrison that stayed at home; a third unit saves one of them."""
    home = {"mercenaries": 2, "idle_garrisons": 2}
    answer = weigh(ortus_regni, kind="towers", attackers=home, defenders={"infantry": 2}, towers=1)
    assert outcomes(answer)["normal"][1] == side(2, 2, (4, 4))
    answer = weigh(ortus_regni, kind="towers", attackers={**home, "knights": 1}, defenders={"infantry": 2}, towers=1)
    assert outcomes(answer)["normal"][1] == side(2, 2, (3, 4))


@pytest.mark.parametrize(
    ("anchor", "knights", "towers", "falls"),
    [
        ("castle", 1, 0, "1"),
        ("castle", 1, 1, "0"),
        ("palace", 1, 0, "0"),
        ("palace", 2, 0, "1"),
        ("palace", 2, 1, "1"),
        ("palace", 2, 2, "0"),
    ],
)
def test_how_much_a_siege_needs(ortus_regni: Referee, anchor: str, knights: int, towers: int, falls: str) -> None:
    answer = weigh(ortus_regni, kind="siege", attackers={"knights": knights}, anchor=anchor, towers=towers)
    assert events(answer)["castle-falls"] == falls


@pytest.mark.parametrize("fiefs", ["palace land", "palace land; castle"])
def test_the_last_fief_of_an_earl(ortus_regni: Referee, fiefs: str) -> None:
    """Three Champions deal 6, a Vassal absorbs one: the Palace falls but for the Defender's card."""
    start = table(ana={"hand": "champion*3"}, bruno={"fiefs": fiefs, "hand": "vassal"})
    state = at(ortus_regni, start, attack("siege", 1), field(hand="champion*3"), field("bruno", hand="vassal"))
    answer = ortus_regni.ask("odds", {"state": state})
    last = ";" not in fiefs
    fallen = {**NOTHING, "reaches": 5, "properties_lost": 1, "falls": True, "eliminates": last}
    assert outcomes(answer) == {
        "normal": (("3/4", "3/4"), side(1, 1, (0, 0), spent=3), side(6, 1, (0, 0), spent=1), fallen),
        "attacker": (("1/8", "1/8"), side(0, 0, (0, 0), spent=3), side(6, 1, (0, 0), spent=1), fallen),
        "defender": (("1/8", "1/8"), side(1, 1, (0, 0), spent=3), side(0, 0, (0, 0), spent=1), NOTHING),
    }
    assert events(answer) == {
        "attacker-unharmed": "1/8",
        "defender-unharmed": "1/8",
        ("attackers-hit", 0): "1/8",
        ("attackers-hit", 1): "7/8",
        ("defenders-hit", 0): "1/8",
        ("defenders-hit", 1): "7/8",
        ("properties-lost", 0): "1/8",
        ("properties-lost", 1): "7/8",
        "castle-falls": "7/8",
        **({"defender-eliminated": "7/8"} if last else {}),
    }


@pytest.mark.parametrize(("lords", "slots"), [([], 0), (["vassal", "vassal"], 1), (["prince"], 1), (["champion"], 0)])
def test_what_can_be_captured(ortus_regni: Referee, lords: list[str], slots: int) -> None:
    """A Prince Lord takes one card, Vassal Lords one together, others none; a Castle with three Properties is four."""
    answer = weigh(ortus_regni, kind="siege", attackers={"knights": 1, "lords": lords}, properties=3)
    assert answer["odds"]["outcomes"][0]["target"]["capturable"] == slots


def test_with_the_forces_unknown_there_are_no_odds(ortus_regni: Referee) -> None:
    start = table(ana={"hand": "champion*3"}, bruno={"hand": "vassal", "towers": "monk"})
    state = at(ortus_regni, start, attack(), field(hand="champion*3"), field("bruno", hand="vassal"))
    del state["pending"]["attackers"]
    answer = ortus_regni.ask("odds", {"state": state})
    assert (answer["odds"], answer.missing) == (None, ["forces-known"])
    assert answer["missing"][0]["zones"][0] == "/state/pending/attackers"
