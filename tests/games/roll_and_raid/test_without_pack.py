"""With no pack at all: what the quick reference fixes is ruled, and where the sheet decides the answer names the part."""

from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import (
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
    roll,
    sacrifice,
    store,
    table,
    use,
    without,
    yields,
)

PRODUCTION = table("production")
CONFLICT = bidding("ana", "bruno")
LOW = attacking(step="help", lying=[1, 2])

RULED: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    ("a roll", table("start"), roll(), "legal", "production/roll"),
    ("a second roll", PRODUCTION, roll(), "illegal", "production/roll"),
    ("a festival in round 4", table("start", round=4), sacrifice(2), "legal", "festival/rounds"),
    ("a festival in round 5", table("start", round=5), sacrifice(2), "illegal", "festival/rounds"),
    ("too many for the festival", table("start", round=4), sacrifice(6), "illegal", "festival/vikings"),
    ("the third die", table("production", ana={"dice_used": ["brown", "grey"]}), use("orange", "god", god="odin"), "illegal", "dice/two-of-three"),
    ("the same die", table("production", ana={"dice_used": ["brown"]}), use("brown", "track"), "illegal", "dice/each-once"),
    ("a track of another colour", PRODUCTION, use("brown", "track", track="grey"), "illegal", "track/own-colour"),
    ("a development with a two", PRODUCTION, use("grey", "development", development="smithy"), "illegal", "development/four"),
    ("a favour die twice", table("production", ana={"favours_used": ["f-port"]}), use("f-port", "track", track="grey"), "illegal", "favour/once"),
    ("a favour die in the raid phase", table("choice"), use("f-port", "track", track="grey"), "illegal", "favour/production-only"),
    ("one more on a die", PRODUCTION, altar("die", die="brown"), "legal", "altar/plus-one"),
    ("the altar without a Viking", table("production", ana={"vikings": 0}), altar("die", die="brown"), "illegal", "altar/vikings"),
    ("the end of production", PRODUCTION, done(), "legal", "dice/drop"),
    ("a choice", table("choice"), choose(2), "legal", "raid/choice"),
    ("a number without a card", table("choice"), choose(4), "illegal", "raid/number"),
    ("a bid", CONFLICT, bid(2), "legal", "conflict/bid"),
    ("a bid above the hall", CONFLICT, bid(6), "illegal", "conflict/own-vikings"),
    ("a winning bid", bids(CONFLICT, ana=2), bid(1, "bruno"), "legal", "conflict/highest"),
    ("a tie", bids(CONFLICT, ana=2), bid(2, "bruno"), "legal", "conflict/tie"),
    ("a retreat", changed(CONFLICT, raids=[raid("lindisfarne", contender("ana", shown=[0], status="retreating"), contender("bruno", shown=[1]), right="bruno", step="attack")]), retreat("ship"), "legal", "retreat/pay"),
    ("a low roll that stands", LOW, yields(), "legal", "raids/failed"),
    ("a refill", table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]}), refill("jarrow"), "legal", "maintenance/refill"),
    ("a payment that is declined", attacking(step="pay", lying=[6, 6]), yields(), "illegal", "payment/compulsory"),
    ("too many cards", table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]}), refill("jarrow", "rathlin"), "illegal", "maintenance/refill"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "move", "verdict", "rule"), [case[1:] for case in RULED], ids=[case[0] for case in RULED]
)
def test_what_the_quick_reference_fixes_is_ruled(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], verdict: str, rule: str
) -> None:
    answer = roll_and_raid.validate(told, move)
    assert answer["verdict"] == verdict, (answer["violations"], answer["missing"])
    decided = answer.broken if verdict == "illegal" else told_in(answer)
    assert rule in decided


def told_in(answer: Answer) -> list[str]:
    return answer.cited + [event["rule"].split("/", 1)[1] for event in answer["events"]]


OPEN: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    ("a production track", PRODUCTION, use("brown", "track"), ["pack-tracks"]),
    ("the Great Hall", PRODUCTION, use("orange", "hall"), ["pack-village-die", "pack-hall"]),
    ("a god", PRODUCTION, use("grey", "god", god="odin"), ["pack-gods"]),
    ("a development", PRODUCTION, use("brown", "development", development="smithy"), ["pack-developments"]),
    ("a favour die", PRODUCTION, use("f-port", "track", track="grey"), ["pack-favours", "pack-tracks"]),
    ("a house", table("production", ana={"waiting": ["house"]}), store("house", "ribe"), ["pack-settlements"]),
    ("a ship", table("production", ana={"waiting": ["ship"]}), store("ship", "p4"), ["pack-port"]),
    ("an axe", table("production", ana={"waiting": ["axe"]}), store("axe", "a2"), ["pack-armoury"]),
    ("a raid roll", attacking(), attack(4, 4), ["pack-raid-cards"]),
    ("help for a roll", attacking(step="help", lying=[1, 2]), altar("raid"), ["pack-raid-cards"]),
    ("a payment", attacking(step="pay", lying=[6, 6]), pay(vikings=1), ["pack-raid-cards"]),
]  # fmt: skip


@pytest.mark.parametrize(("told", "move", "missing"), [case[1:] for case in OPEN], ids=[case[0] for case in OPEN])
def test_where_the_sheet_decides_the_part_is_named(
    roll_and_raid: Referee, told: dict[str, Any], move: dict[str, Any], missing: list[str]
) -> None:
    answer = roll_and_raid.validate(told, move)
    assert answer["verdict"] == "undetermined", answer["violations"]
    assert set(answer.missing) & set(missing)
    assert set(answer.missing) <= {*missing, "pack-seasons", "pack-favours"}
    assert answer["state"] is None


def test_with_that_part_alone_the_move_is_ruled(roll_and_raid: Referee) -> None:
    """Each part of a pack can stand alone: the tracks settle a die on a track that reaches no product."""
    pack = {"id": "tracks-only", "title": "Only the tracks", "tracks": PACK["tracks"]}
    answer = roll_and_raid.validate(PRODUCTION, use("grey", "track"), pack=pack)
    assert answer["verdict"] == "legal", answer["missing"]
    assert answer["state"]["players"][0]["tracks"]["grey"] == 4


def test_a_season_that_is_told_needs_no_seasons(roll_and_raid: Referee) -> None:
    pack = without({**PACK, "id": "no-seasons"}, "seasons")
    due = attacking(step="pay", lying=[6, 6])
    assert roll_and_raid.validate(due, pay(vikings=1, ships=1), pack=pack).missing == ["pack-seasons"]
    winter = changed(due, season="winter")
    assert roll_and_raid.validate(winter, pay(vikings=1, ships=1), pack=pack).broken == ["payment/season"]
    assert roll_and_raid.validate(winter, pay(vikings=2, ships=1), pack=pack)["verdict"] == "legal"


def test_glory_needs_the_scoring_part(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.score(finished())
    assert answer["verdict"] == "undetermined"
    assert "pack-scoring" in answer.missing


def test_setup_without_a_pack_says_what_it_does_not_know(roll_and_raid: Referee) -> None:
    state = roll_and_raid.ask("setup", {"players": ["ana", "bruno"]})["state"]
    assert state["phase"] == "setup"
    assert state["clans"] == 2
    assert "deck" not in state


def test_a_move_by_itself_says_what_it_assumes(roll_and_raid: Referee) -> None:
    told = {"players": [{"name": "ana", "vikings": 4}]}
    answer = roll_and_raid.validate(told, bid(3))
    assert answer["verdict"] in ("legal", "undetermined")
    assert answer["assumed"] or answer["missing"]
    refused = roll_and_raid.validate(told, bid(5))
    assert refused["verdict"] == "illegal"
    assert "conflict/own-vikings" in refused.broken
