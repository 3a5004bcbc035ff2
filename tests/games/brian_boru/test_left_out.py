"""Tables of which much is left out: what is told still counts, and what is not known is not claimed."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.brian_boru.tables import act, lead, pending, play_card, played

HELD = {"M1": {"disc": "bruno"}, "N1": {"disc": "bruno"}}
BUILD = {"type": "build", "player": "bruno", "town": "M1"}
RAID = {"type": "raid", "player": "ana", "loser": "bruno", "town": "M1"}


def three(**zones: list[Any]) -> list[dict[str, Any]]:
    names = ("ana", "bruno", "carla")
    return [{"name": name, **{zone: told[seat] for zone, told in zones.items()}} for seat, name in enumerate(names)]


def trick(*cards: tuple[str, int], **more: Any) -> dict[str, Any]:
    return {"town": "C1", "played": played(*cards), **more}


@pytest.mark.parametrize(
    ("told", "move", "rule"),
    [
        ({"phase": "trick", "trick": None, "marker": "ana", "towns": {}, "players": three(hand=[[2], ["?"], ["?"]])}, lead("N1", 2), "trick/last-card"),
        ({"players": three(hand=[[2], ["?"], ["?"]])}, lead("N1", 2), "trick/last-card"),
        ({"phase": "marriage"}, lead("N1", 2), "round/phases"),
        ({"phase": "trick"}, {"type": "prepare", "vikings": 9, "marriage": "aoife"}, "round/phases"),
        ({"phase": "battle"}, BUILD, "upkeep/order"),
        ({"phase": "church"}, RAID, "upkeep/order"),
        ({"phase": "claims"}, BUILD, "round/phases"),
        ({"phase": "trick", "marker": "bruno"}, lead("N1", 2), "trick/leader"),
        ({"marker": None}, lead("N1", 2), "trick/leader"),
        ({"marker": "ana"}, play_card(2), "trick/leader"),
        ({"phase": "opening", "towns": {"N1": {"disc": "ana"}}}, {"type": "open", "player": "ana", "town": "U1"}, "opening/order"),
        ({"trick": trick(("ana", 11), ("bruno", 12))}, play_card(2), "trick/order"),
        ({"trick": trick(("ana", 11), ("bruno", 12), ("carla", 3), winner="ana")}, act("primary"), "action/ascending"),
        ({"phase": "battle", "raiders": 1, "towns": HELD, "players": three(raiders=[4, 1, 0])}, RAID, "battle/fewest"),
        ({"phase": "battle", "raiders": 1, "towns": HELD, "players": three(raiders=[4, 1, 4])}, RAID, "battle/tied-most"),
        ({"phase": "battle", "raiders": 0, "towns": HELD, "players": three(raiders=[4, 0, 1])}, RAID, "battle/fewest"),
        ({"phase": "church", "towns": HELD, "players": three(church=[4, 1, 3])}, BUILD, "church/first"),
        ({"phase": "marriage", "marriage_card": "orlaith", "players": three(marriage=[4, 1, 3])}, {"type": "settle", "player": "bruno", "town": "U1"}, "marriage/highest"),
        ({"phase": "marriage", "marriage_card": "brigid"}, {"type": "wed", "player": "ana", "choice": "spurn"}, "marriage/princess"),
        ({"phase": "actions", "trick": trick(("bruno", 2), ("carla", 24), ("ana", 1))}, act("primary"), "action/secondary"),
        ({"players": [{"name": "ana", "hand": [2, 4]}]}, lead("N2", 4), "trick/lead-colour"),
    ],
)  # fmt: skip
def test_what_is_told_speaks_against_a_move(
    brian_boru: Referee, told: dict[str, Any], move: dict[str, Any], rule: str
) -> None:
    answer = brian_boru.validate({"players": three(), **told}, move)
    assert answer["verdict"] == "illegal"
    assert rule in answer.broken


def test_who_is_beaten_by_a_card_on_the_table_has_not_won(brian_boru: Referee) -> None:
    told = {"phase": "actions", "players": three(), "marker": None}
    cards = ("bruno", 2), ("carla", 24)
    assert brian_boru.audit({**told, "trick": trick(*cards, winner="bruno")}).broken == ["trick/winner"]
    assert brian_boru.audit({**told, "trick": trick(*cards, winner="ana")}).broken == ["trick/winner"]
    assert brian_boru.audit({**told, "trick": trick(*cards, winner="carla")})["verdict"] == "possible"


def test_leaving_out_makes_nothing_impossible(brian_boru: Referee) -> None:
    hands = three(hand=[["?"] * 2, ["?"] * 3, ["?"] * 3])
    assert brian_boru.validate({"phase": "trick", "players": hands}, play_card(13))["verdict"] == "legal"
    opening = {"round": 1, "marriage_pile": ["?", "?", "princess"], "players": three()}
    assert brian_boru.audit(opening)["verdict"] == "possible"


def test_what_is_certain_is_written_down_and_the_rest_left_out(brian_boru: Referee) -> None:
    own = {"M1": {"disc": "ana"}, "M3": {"disc": "ana"}}
    first = {"phase": "church", "marker": "carla", "towns": own, "pending": pending("monastery", "ana")}
    players = [{"name": "ana", "church": 4}, {"name": "bruno"}, {"name": "carla"}]
    after = brian_boru.validate({**first, "players": players}, {**BUILD, "player": "ana"})["state"]
    assert (after["marker"], after["players"][0]["church"]) == ("ana", 0)
    princess = {"phase": "marriage", "marriage_card": "princess", "pending": pending("princess", "ana")}
    told = {**princess, "players": three(marriage=[4, 1, 2])}
    after = brian_boru.validate(told, {"type": "wed", "player": "ana", "choice": "military"})["state"]
    assert after["players"][0]["marriage"] == 0
    players = [{"name": "ana", "marriage": 5}, {"name": "bruno"}, {"name": "carla", "marriage": 8}]
    after = brian_boru.validate({"players": players}, act("lower", card=14))["state"]
    assert "marriage" not in after["players"][0]
    answer = brian_boru.validate({"players": [{"name": "ana", "raiders": 1}]}, act("lower", card=15))
    assert "raiders-there" in answer.assumed


def test_a_deal_told_in_part_is_held_against_the_shuffle(brian_boru: Referee) -> None:
    deal = {"phase": "deal", "players": three(), "shuffles": [list(range(1, 26))]}
    told = {"type": "deal", "hands": {"ana": [9, *["?"] * 7]}}
    assert brian_boru.validate(deal, told).broken == ["draft/deal"]
    assert brian_boru.validate(deal, {**told, "hands": {"ana": [8, *["?"] * 7]}})["verdict"] == "legal"
