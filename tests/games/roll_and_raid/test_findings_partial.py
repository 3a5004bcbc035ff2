"""The faults on partial tables of Roll & Raid that were found at random, each as it was found."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import PACK as SLATE
from tests.games.roll_and_raid.tables import attacking, changed, pay, table, use, without

PACK = "training"
RAIDS = [
    {"card": "skerrow", "clans": [{"player": "ana"}], "step": "attack", "right": "ana"},
    {"card": "tolmark", "clans": [{"player": "bruno", "bid": None}, {"player": "carla", "bid": None}], "step": "bid"},
]


def players(*clans: dict[str, Any]) -> list[dict[str, Any]]:
    return list(clans)


# ---------------------------------------------------------------- false illegal or impossible


def test_a_development_may_have_raised_a_die(roll_and_raid: Referee) -> None:
    state = {
        "players": [{"name": "bruno", "tracks": {}, "raised": {}}],
        "dice": {"brown": 2, "grey": 3, "orange": 4},
    }
    use = {"type": "use", "player": "bruno", "die": "grey", "to": "track", "track": "grey", "value": 4}
    assert roll_and_raid.validate(state, use, pack=PACK).broken == []


def test_a_development_may_allow_a_third_die(roll_and_raid: Referee) -> None:
    state = {"players": [{"name": "ana", "dice_used": ["brown", "grey", "orange"]}]}
    assert roll_and_raid.ask("audit", {"state": state, "pack": PACK})["verdict"] == "possible"


@pytest.mark.parametrize("phase", [{}, {"phase": "conflict"}])
def test_a_bid_comes_before_all_rolls(roll_and_raid: Referee, phase: dict[str, str]) -> None:
    state = {**phase, "players": players({"name": "ana"}, {"name": "bruno"}, {"name": "carla"}), "raids": RAIDS}
    move = {"type": "bid", "player": "bruno", "vikings": 1}
    assert roll_and_raid.validate(state, move, pack=PACK)["verdict"] == "legal"
    listed = roll_and_raid.ask("legal-moves", {"state": state, "pack": PACK})
    assert listed["moves"] or listed["missing"]


@pytest.mark.parametrize("season", [{"round": 2}, {}])
def test_help_can_only_add_to_a_roll(roll_and_raid: Referee, season: dict[str, int]) -> None:
    clan = {"name": "ana", "vikings": 9, "axes": 9, "ships": 9, "developments": [], "waiting": []}
    raid = {"card": "skerrow", "clans": [{"player": "ana", "status": "in"}], "step": "attack", "right": "ana"}
    state = {"clans": 1, "phase": "resolution", **season, "players": [clan], "raids": [raid]}
    answer = roll_and_raid.validate(state, {"type": "attack", "player": "ana", "dice": [6, 6]}, pack=PACK)
    assert (answer["verdict"], answer.missing) == ("legal", [])


# ---------------------------------------------------------------- legal although nothing proves it


@pytest.mark.parametrize(
    ("phase", "move"),
    [
        *(("choice", move) for move in ("roll", "altar")),
        *((phase, move) for phase in ("conflict", "resolution") for move in ("sacrifice", "choose", "done", "use")),
    ],
)
def test_a_known_phase_refutes_a_move(roll_and_raid: Referee, phase: str, move: str) -> None:
    more: dict[str, Any] = {
        "roll": {"dice": {"brown": 1, "grey": 1, "orange": 1}},
        "altar": {"player": "ana", "benefit": "raid"},
        "sacrifice": {"player": "ana", "vikings": 2},
        "choose": {"player": "ana", "number": 1},
        "done": {"player": "ana"},
        "use": {"player": "ana", "die": "brown", "to": "track", "track": "brown", "value": 3},
    }
    state = {"phase": phase, "round": 4, "players": players({"name": "ana", "vikings": 5}, {"name": "bruno"})}
    assert roll_and_raid.validate(state, {"type": move, **more[move]}, pack=PACK)["verdict"] == "illegal"


def test_the_end_of_production_says_what_it_rests_on(roll_and_raid: Referee) -> None:
    state = {"phase": "production", "players": [{"name": "bruno"}]}
    move = {"type": "done", "player": "bruno"}
    assert set(roll_and_raid.validate(state, move, pack=PACK).assumed) == {"not-done", "nothing-waits"}
    strict = roll_and_raid.validate(state, move, pack=PACK, house_rules={"two_dice": "strict"})
    assert "dice-spent" in strict.assumed


@pytest.mark.parametrize("phase", ["setup", "maintenance"])
def test_cards_are_turned_up_whatever_waits(roll_and_raid: Referee, phase: str) -> None:
    """A product that waits for its place keeps nobody from turning up cards: nothing is to be assumed."""
    cards = {"phase": phase, "clans": 2, "round": 3, "display": [], "deck": ["skerrow", "tolmark", "vardby"]}
    for waiting in ({}, {"waiting": []}, {"waiting": ["ship"]}):
        clans = players({"name": "ana", **waiting}, {"name": "bruno"})
        answer = roll_and_raid.validate({**cards, "players": clans}, {"type": "refill"}, pack=PACK)
        assert (answer["verdict"], answer["assumed"]) == ("legal", [])


@pytest.mark.parametrize(
    ("used", "verdict", "assumed"),
    [(["brown", "grey"], "legal", []), ([], "illegal", []), (None, "legal", ["dice-spent"])],
)
def test_strict_dice_depend_on_the_dice_used(
    roll_and_raid: Referee, used: list[str] | None, verdict: str, assumed: list[str]
) -> None:
    sheet = {"tracks": {"brown": 0, "grey": 0, "orange": 0}, "developments": [], "raised": {}, "hall": 0}
    zones = {"name": "ana", "done": False, "waiting": [], **sheet}
    clan = zones if used is None else {**zones, "dice_used": used}
    state = {"clans": 1, "phase": "production", "players": [clan], "dice": {"brown": 2, "grey": 3, "orange": 4}}
    rules = {"options": {"house_rules": {"two_dice": "strict"}}}
    answer = roll_and_raid.validate({**state, **rules}, {"type": "done", "player": "ana"}, pack=PACK)
    assert (answer["verdict"], answer.assumed) == (verdict, assumed)


# ---------------------------------------------------------------- legal, with a false resulting state


def test_a_new_roll_without_a_phase_claims_nothing(roll_and_raid: Referee) -> None:
    state = {"players": players({"name": "ana", "vikings": 3, "help": {"plus": 0, "rerolls": 1}}, {"name": "bruno"})}
    move = {"type": "altar", "player": "ana", "benefit": "reroll"}
    answer = roll_and_raid.validate(state, move, pack=PACK)
    assert (answer["verdict"], answer.missing) == ("undetermined", ["raid-known"])


def test_the_altar_says_that_no_development_adds(roll_and_raid: Referee) -> None:
    clan = {"name": "ana", "vikings": 3, "altar": 0, "dice_used": [], "done": False, "raised": {}}
    state = {"phase": "production", "players": [clan], "dice": {"brown": 2, "grey": 3, "orange": 4}}
    move = {"type": "altar", "player": "ana", "benefit": "die", "die": "brown"}
    assert roll_and_raid.validate(state, move, pack=PACK).assumed == ["no-effect"]


def test_the_only_known_clan_may_be_the_last_in_production(roll_and_raid: Referee) -> None:
    state = {"clans": 2, "phase": "production", "players": [{"name": "ana", "done": False, "waiting": []}]}
    answer = roll_and_raid.validate(state, {"type": "done", "player": "ana"}, pack=PACK)
    assert answer["state"]["unresolved"] == [
        {"step": "production-over", "missing": ["/state/players"], "unsettled": ["/state/phase"]}
    ]
    assert answer["next"].keys() == {"unknown"}
    again = roll_and_raid.validate(answer["state"], {"type": "choose", "player": "ana", "number": 1}, pack=PACK)
    assert again["verdict"] == "legal"


FREE_ARMOURY = {**SLATE["armoury"], "order": "free"}
HOUSE_THEN = [None, None, "house", "house", None]
REWARD = {"axes": 1, "ships": 1}
UNPLACED: list[tuple[str, str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (
        "a house, then an axe with a printed place",
        "settlements",
        {"tracks": [*SLATE["tracks"][:2], {"colour": "orange", "boxes": [*HOUSE_THEN, "axe", None]}]},
        table("production"),
        use("orange", "track"),
    ),
    (
        "a house, then a ship",
        "settlements",
        {"tracks": [*SLATE["tracks"][:2], {"colour": "orange", "boxes": [*HOUSE_THEN, "ship", None]}]},
        table("production"),
        use("orange", "track"),
    ),
    (
        "a reward of an axe and a ship",
        "armoury",
        {"armoury": FREE_ARMOURY, "cards": [{**SLATE["cards"][0], "reward": REWARD}, *SLATE["cards"][1:]]},
        attacking(step="pay", lying=[4, 4]),
        pay(vikings=1, ships=1),
    ),
]


@pytest.mark.parametrize(
    ("zone", "parts", "whole", "move"), [case[1:] for case in UNPLACED], ids=[case[0] for case in UNPLACED]
)
def test_what_waits_for_an_unknown_zone_is_not_forgotten(
    roll_and_raid: Referee, zone: str, parts: dict[str, Any], whole: dict[str, Any], move: dict[str, Any]
) -> None:
    """A product whose zone was left out waits like the others, once it is taken for granted that nothing else does."""
    pack = {**SLATE, "id": "unplaced", **parts}
    known = roll_and_raid.validate(whole, move, pack=pack)["state"]["players"][0]
    part = changed(whole, players=[without(whole["players"][0], zone, "waiting"), *whole["players"][1:]])
    answer = roll_and_raid.validate(part, move, pack=pack)
    assert {"room", "nothing-waits"} == set(answer.assumed)
    assert known["waiting"]
    assert answer["state"]["players"][0]["waiting"] == known["waiting"]


# ---------------------------------------------------------------- lists


def test_a_list_of_payments_says_what_is_missing(roll_and_raid: Referee) -> None:
    clan = {"name": "ana", "vikings": 9, "axes": 9, "developments": [], "waiting": []}
    raid = {"card": "skerrow", "clans": [{"player": "ana", "status": "in"}], "step": "pay", "right": "ana"}
    state = {"clans": 1, "phase": "resolution", "round": 2, "players": [clan], "raids": [raid]}
    listed = roll_and_raid.ask("legal-moves", {"state": state, "pack": PACK})
    assert not listed["complete"]
    assert "/state/players/0/ships" in [zone for entry in listed["missing"] for zone in entry["zones"]]


def test_the_last_product_that_is_stored_may_end_the_round(roll_and_raid: Referee) -> None:
    """With phase and raids unknown the dice used are those from before a round that may be over."""
    ana = {"name": "ana", "waiting": [], "done": True, "choice": 0, "dice_used": ["grey", "orange"]}
    bruno = {"name": "bruno", "settlements": {}, "waiting": ["house"], "done": True, "choice": 1, "dice_used": []}
    state = {"clans": 2, "players": players(ana, bruno)}
    store = {"type": "store", "player": "bruno", "good": "house", "place": "ribe"}
    answer = roll_and_raid.validate(state, store, pack=PACK)
    assert answer["verdict"] == "legal"
    assert "/state/players/0/dice_used" in answer["state"]["unresolved"][0]["unsettled"]
    ana["done"] = False  # production: no round ends
    answer = roll_and_raid.validate(state, store, pack=PACK)
    assert (answer["verdict"], answer["state"].get("unresolved")) == ("legal", None)


def test_a_roll_that_unknown_help_may_complete_asks_for_the_heirs_too(roll_and_raid: Referee) -> None:
    """With enough help the clan must pay; where it cannot, the right passes to a clan of which it is unknown."""
    contenders = [{"player": "ana", "bid": None, "status": "in"}, {"player": "bruno", "bid": None}]
    raid = {"card": "tolmark", "clans": contenders, "step": "attack", "right": "ana", "dice": []}
    ana = {"name": "ana", "vikings": 1, "axes": 0, "ships": 0, "altar": 0, "developments": [], "help": {"rerolls": 0}}
    state = {
        "phase": "resolution",
        "round": 1,
        "clans": 2,
        "players": players(ana, {"name": "bruno"}),
        "raids": [raid],
    }
    answer = roll_and_raid.validate(state, {"type": "attack", "player": "ana", "dice": [1, 1]}, pack=PACK)
    assert {entry["fact"] for entry in answer["missing"]} >= {"sheet-known", "raid-known"}


def test_what_is_due_may_depend_on_clans_that_were_not_sent(roll_and_raid: Referee) -> None:
    """All raids are over, and the round is not: somebody who was left out has a reward to store."""
    bruno = {"player": "bruno", "shown": [], "bid": None, "status": "in"}
    over = {"card": "skerrow", "clans": [bruno], "step": "over", "right": None, "dice": [6, 6]}
    ana = {"name": "ana", "waiting": [], "done": True, "choice": 0, "raids": []}
    state = {"phase": "resolution", "round": 4, "players": [ana], "raids": [over]}
    listed = roll_and_raid.ask("legal-moves", {"state": state, "pack": PACK})
    assert [(entry["fact"], entry["zones"]) for entry in listed["missing"]] == [("due", ["/state/clans"])]
    listed = roll_and_raid.ask("legal-moves", {"state": {**state, "clans": 2}, "pack": PACK})
    assert [(entry["fact"], entry["zones"]) for entry in listed["missing"]] == [("due", ["/state/players"])]
