"""What a player chooses is a move, even where one option is left; what nobody chooses happens by itself."""

from typing import Any

import msgspec
import pytest

from service.games.roll_and_raid.game import GAME as game
from service.referee.forced import forced_move
from service.referee.judge import rule_on
from tests.client import Answer, Referee
from tests.games.roll_and_raid.invariants import Play
from tests.games.roll_and_raid.tables import (
    PACK,
    attack,
    attacking,
    bid,
    bidding,
    bids,
    changed,
    choose,
    contender,
    raid,
    retreat,
    store,
    table,
    use,
    yields,
)


def of(answer: Answer, name: str = "ana") -> dict[str, Any]:
    return next(player for player in answer["state"]["players"] if player["name"] == name)


def listed(referee: Referee, told: dict[str, Any]) -> list[dict[str, Any]]:
    answer = referee.ask("legal-moves", {"state": told, "pack": PACK})
    return list(answer["moves"])


# ---------------------------------------------------------------- one option left

ONE_WAY = [("viking", "vikings"), ("axe", "axes"), ("ship", "ships")]


@pytest.mark.parametrize(("pay", "zone"), ONE_WAY)
def test_a_retreat_with_one_way_to_pay_waits_for_the_clan(roll_and_raid: Referee, pay: str, zone: str) -> None:
    stock = {"vikings": 0, "axes": 0, "ships": 0, zone: 1}
    answer = roll_and_raid.validate(bids(bidding("ana", "bruno", ana=stock), bruno=2), bid(0), pack=PACK)
    assert of(answer)[zone] == 1
    assert "retreat-paid" not in [event["type"] for event in answer["events"]]
    assert answer["next"] == {"phase": "conflict", "players": ["ana"], "moves": ["retreat"]}
    assert listed(roll_and_raid, answer["state"]) == [retreat(pay)]
    paid = roll_and_raid.validate(answer["state"], retreat(pay), pack=PACK)
    assert (paid["verdict"], of(paid)[zone]) == ("legal", 0)


def test_the_last_free_hexagon_waits_for_the_clan(roll_and_raid: Referee) -> None:
    told = table("production", ana={"port": ["p1", "p2", "p3"], "tracks": {"brown": 4, "grey": 2, "orange": 2}})
    answer = roll_and_raid.validate(told, use("brown", "track"), pack=PACK)
    assert (of(answer)["waiting"], of(answer)["port"], of(answer)["ships"]) == (["ship"], ["p1", "p2", "p3"], 1)
    assert [move for move in listed(roll_and_raid, answer["state"]) if move["type"] == "store"] == [
        store("ship", "p4")
    ]
    stored = roll_and_raid.validate(answer["state"], store("ship", "p4"), pack=PACK)
    assert (stored["verdict"], of(stored)["ships"]) == ("legal", 2)


def test_the_last_settlement_waits_for_the_clan(roll_and_raid: Referee) -> None:
    told = table("production", ana={"settlements": {"ribe": 2, "hedeby": 2}})
    answer = roll_and_raid.validate(told, use("orange", "track"), pack=PACK)
    assert of(answer)["settlements"] == {"ribe": 2, "hedeby": 2}
    assert of(answer)["waiting"] == ["house"]
    built = roll_and_raid.validate(answer["state"], store("house", "hedeby"), pack=PACK)
    assert (built["verdict"], of(built)["settlements"]) == ("legal", {"ribe": 2, "hedeby": 3})


def test_what_waits_is_not_stored_by_the_next_move(roll_and_raid: Referee) -> None:
    """After one of two ships is stored the other has one place left, and still waits for a move."""
    told = table("production", ana={"port": ["p1", "p2"], "waiting": ["ship", "ship"]})
    answer = roll_and_raid.validate(told, store("ship", "p3"), pack=PACK)
    assert (of(answer)["port"], of(answer)["waiting"]) == (["p1", "p2", "p3"], ["ship"])


def test_a_clan_without_vikings_still_shows_its_fist(roll_and_raid: Referee) -> None:
    told = bids(bidding("ana", "bruno", ana={"vikings": 0}), bruno=2)
    assert listed(roll_and_raid, told) == [bid(0)]


def test_without_cards_on_display_the_fist_is_still_shown(roll_and_raid: Referee) -> None:
    told = table("choice", display=[], deck=[], bruno={"choice": 0}, carla={"choice": 0})
    assert listed(roll_and_raid, told) == [choose(0)]


# ---------------------------------------------------------------- nothing to choose


def test_a_retreat_with_nothing_to_pay_is_over_at_once(roll_and_raid: Referee) -> None:
    stock = {"vikings": 0, "axes": 0, "ships": 0}
    answer = roll_and_raid.validate(bids(bidding("ana", "bruno", ana=stock), bruno=2), bid(0), pack=PACK)
    assert [entry["status"] for entry in answer["state"]["raids"][0]["clans"]] == ["retreated", "in"]


@pytest.mark.parametrize(
    "zones", [{"vikings": 0, "axes": 0, "ships": 0}, {"developments": ["rampart"]}], ids=["nothing", "safe"]
)
def test_a_retreat_that_needs_no_payment_is_completed_before_a_move_is_judged(
    roll_and_raid: Referee, zones: dict[str, Any]
) -> None:
    clans = [contender("ana", shown=[0], status="retreating"), contender("bruno", shown=[2])]
    told = changed(
        bidding("ana", "bruno", ana=zones, bruno={"vikings": 3}),
        raids=[raid("lindisfarne", *clans, step="attack", right="bruno")],
    )
    answer = roll_and_raid.validate(told, attack(4, 4, player="bruno"), pack=PACK)
    assert answer["verdict"] == "legal", answer["violations"]


@pytest.mark.parametrize("zone", ["vikings", "axes", "ships"])
def test_a_retreat_may_be_due_while_it_is_not_known_that_there_is_nothing(roll_and_raid: Referee, zone: str) -> None:
    stock = {"vikings": 0, "axes": 0, "ships": 0}
    told = bids(bidding("ana", "bruno", ana=stock), bruno=2)
    ana = {name: value for name, value in told["players"][0].items() if name != zone}
    answer = roll_and_raid.validate(changed(told, players=[ana, *told["players"][1:]]), bid(0), pack=PACK)
    assert answer["next"].keys() == {"unknown"}
    paid = roll_and_raid.validate(answer["state"], retreat(zone.removesuffix("s")), pack=PACK)
    assert (paid["verdict"], set(paid.assumed)) == (
        "legal",
        {"turn", "round-goes-on", "vikings-left" if zone == "vikings" else "stock-known"},
    )


def test_the_sheet_prescribes_the_next_hexagon(roll_and_raid: Referee) -> None:
    """storage/order: where the hexagons have an order nobody chooses."""
    told = table("production", ana={"tracks": {"brown": 3, "grey": 3, "orange": 2}})
    answer = roll_and_raid.validate(told, use("grey", "track"), pack=PACK)
    assert (of(answer)["armoury"], of(answer)["waiting"], of(answer)["axes"]) == (["a1", "a2"], [], 2)


def test_a_clan_alone_on_a_card_has_the_right(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(table("choice", bruno={"choice": 0}, carla={"choice": 0}), choose(1), pack=PACK)
    assert answer["next"] == {"phase": "resolution", "players": ["ana"], "moves": ["attack"]}


def test_a_low_roll_that_nothing_can_help_fails(roll_and_raid: Referee) -> None:
    """raids/failed: a failed roll is a retreat; the clan decides about help only where it has some."""
    answer = roll_and_raid.validate(attacking(ana={"choice": 1, "vikings": 0}), attack(1, 1), pack=PACK)
    assert "failed" in [event["type"] for event in answer["events"]]
    assert answer["next"] == {"phase": "resolution", "players": ["ana"], "moves": ["retreat"]}
    helped = roll_and_raid.validate(attacking(ana={"choice": 1, "vikings": 1}), attack(1, 1), pack=PACK)
    assert helped["next"] == {"phase": "resolution", "players": ["ana"], "moves": ["altar", "yield"]}


@pytest.mark.parametrize("pay", ["axe", "ship"])
def test_a_failed_roll_is_paid_for_by_choice(roll_and_raid: Referee, pay: str) -> None:
    told = attacking(step="help", lying=[1, 2])
    answer = roll_and_raid.validate(told, yields(), pack=PACK)
    assert roll_and_raid.validate(answer["state"], retreat(pay), pack=PACK)["verdict"] == "legal"


# ---------------------------------------------------------------- logs without forced decisions


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_log_without_its_forced_decisions_comes_to_the_same_end(roll_and_raid: Referee, seed: int) -> None:
    play = Play(seed)
    start, log, kept = play.table, [], []
    while (move := play.next_move()) is not None:
        kept.append(forced_move(game, play.table) != move)
        log.append(move)
        play.table = rule_on(game, play.table, move).after
    moves = msgspec.to_builtins(log)
    short = [move for move, needed in zip(moves, kept, strict=True) if needed]
    assert len(short) < len(moves)
    question = {"state": msgspec.to_builtins(start.state), "pack": "training"}
    whole = roll_and_raid.ask("replay", {**question, "moves": moves})
    forced = roll_and_raid.ask("replay", {**question, "moves": short, "play_forced": True})
    assert (whole["verdict"], forced["verdict"]) == ("legal", "legal"), forced["ruling"]
    assert forced["state"] == whole["state"]
