"""The aim of an attack and its chance, and the rules that the events of the odds rest on."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from schemas.ortus_regni import Odds
from service.games.ortus_regni import odds_aim
from service.games.ortus_regni.odds_events import aim_of
from tests.client import Answer, Referee

STRONG: dict[str, Any] = {"knights": 3}
WEAK: dict[str, Any] = {"infantry": 1}


def weigh(referee: Referee, kind: str, **engagement: Any) -> Answer:
    return referee.ask("odds", {"engagement": {"kind": kind, "attackers": STRONG, "defenders": WEAK, **engagement}})


@pytest.mark.parametrize(
    ("kind", "more", "event", "rule"),
    [
        ("towers", {"towers": 2}, "tower-falls", "ortus-regni/attack/towers"),
        ("raid", {"properties": 2}, "property-falls", "ortus-regni/attack/raid"),
        ("siege", {"anchor": "palace"}, "castle-falls", "ortus-regni/attack/siege-falls"),
    ],
)
def test_each_kind_of_attack_has_its_aim(
    ortus_regni: Referee, kind: str, more: dict[str, Any], event: str, rule: str
) -> None:
    """Six points against one Infantry: only a Defender Wins (3 of 24 cards) saves the target."""
    answer = weigh(ortus_regni, kind, **more)
    aim = answer["odds"]["aim"]
    assert (aim["event"], aim["rule"]) == (event, rule)
    assert aim["least"] == aim["most"] == {"chance": "7/8", "decimal": 0.875}


def test_the_church_can_make_the_chance_of_the_aim_larger_or_smaller(ortus_regni: Referee) -> None:
    answer = weigh(ortus_regni, "siege", church="defender")
    assert aim_of(msgspec.convert(answer["odds"], Odds)) == ("castle-falls", Fraction(3, 4), Fraction(7, 8))


def test_an_aim_out_of_reach_has_no_chance(ortus_regni: Referee) -> None:
    answer = weigh(ortus_regni, "siege", attackers={"infantry": 1})
    assert answer["odds"]["aim"]["most"]["chance"] == "0"


def test_an_attack_that_nobody_meets_is_sure_of_its_aim(ortus_regni: Referee) -> None:
    answer = weigh(ortus_regni, "raid", defenders={}, properties=1)
    assert answer["odds"]["aim"]["least"]["chance"] == "1"


@pytest.mark.parametrize(
    ("chance", "percent"),
    [("0", "0"), ("1/200", "<1"), ("1/100", "1"), ("99/100", "99"), ("199/200", ">99"), ("1", "100")],
)
def test_what_may_fail_is_not_called_certain(ortus_regni: Referee, chance: str, percent: str) -> None:
    odds = weigh(ortus_regni, "siege")["odds"]
    likely = {"chance": chance, "decimal": float(Fraction(chance))}
    odds["aim"] |= {"least": likely, "most": likely}
    assert odds_aim.aim_of(msgspec.convert(odds, Odds)) == ("odds-castle-falls", {"chance": percent})


@pytest.mark.parametrize(("kind", "rule"), [("raid", "attack/raid"), ("siege", "attack/siege-falls")])
def test_lost_properties_cite_the_rule_of_the_attack(ortus_regni: Referee, kind: str, rule: str) -> None:
    answer = weigh(ortus_regni, kind, properties=2)
    rules = {event["rule"] for event in answer["odds"]["events"] if event["event"] == "properties-lost"}
    assert rules == {f"ortus-regni/{rule}"}


def test_every_rule_of_the_odds_has_the_prefix_of_the_game(ortus_regni: Referee) -> None:
    answer = weigh(ortus_regni, "siege", properties=2, attackers={"lords": ["prince"], "knights": 3})
    assert all(event["rule"].startswith("ortus-regni/") for event in answer["odds"]["events"])
