"""The faults on partial tables of Roll & Raid that were found at random, each as it was found."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.roll_and_raid.tables import PACK as SLATE
from tests.games.roll_and_raid.tables import (
    altar,
    attack,
    attacking,
    changed,
    choose,
    contender,
    pay,
    raid,
    reveal,
    store,
    table,
    use,
    without,
)
from tests.games.roll_and_raid.test_pack_texts import pack as pack_with_text

PACK = "training"
STRICT = {"two_dice": "strict"}
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
    number = 1 if phase == "setup" else 3
    cards = {"phase": phase, "clans": 2, "round": number, "display": [], "deck": ["skerrow", "tolmark", "vardby"]}
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


@pytest.mark.parametrize(("ships", "status"), [(None, None), (0, "retreated"), (1, "retreating")])
@pytest.mark.parametrize("kind", ["bid", "reveal"])
def test_a_retreat_that_may_be_free_is_not_claimed_to_be_paid_for(
    roll_and_raid: Referee, kind: str, ships: int | None, status: str | None
) -> None:
    """Two closed fists, while a clan in a raid before theirs may have a retreat to pay for."""
    move = {"type": "bid", "player": "ana", "vikings": 0}
    if kind == "reveal":
        move = {"type": "reveal", "player": "ana", "number": 0}
    nothing = {"vikings": 0, "axes": 0, "developments": []}
    diego = {"name": "diego", **nothing, **({} if ships is None else {"ships": ships})}
    before = [{"player": "bruno", "shown": [0]}, {"player": "carla", "shown": [1], "status": "in"}]
    own = {"player": "ana", "shown": [], "bid": "?" if kind == "reveal" else None, "status": "in"}
    fists = [own, {"player": "diego", "shown": [], "bid": 0, "status": "in"}]
    state = {
        "clans": 4,
        "phase": "conflict",
        "players": players({"name": "ana", **nothing, "ships": 0}, {"name": "bruno"}, {"name": "carla"}, diego),
        "raids": [
            {"card": "skerrow", "clans": before, "step": "attack", "right": "carla"},
            {"card": "tolmark", "clans": fists, "step": "bid"},
        ],
    }
    answer = roll_and_raid.validate(state, move, pack=PACK)
    assert answer["verdict"] == "legal"
    (unresolved,) = answer["state"]["unresolved"]
    claimed = answer["state"]["raids"][1]["clans"][1]["status"]
    if status is None:
        assert (unresolved["step"], unresolved["missing"]) == ("retreats", ["/state/players/3/ships"])
        assert "/state/raids" in unresolved["unsettled"]
    else:
        assert (unresolved["unsettled"], claimed) == (["/state/phase"], status)


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
    assert [(entry["fact"], entry["zones"]) for entry in listed["missing"]] == [
        ("due", ["/state/clans", "/state/players"])
    ]
    listed = roll_and_raid.ask("legal-moves", {"state": {**state, "clans": 2}, "pack": PACK})
    assert [(entry["fact"], entry["zones"]) for entry in listed["missing"]] == [("due", ["/state/players"])]


PRINTED = [("rounds", "seasons", {"round": 11}), ("hall", "great_hall", {"at": 9})]


@pytest.mark.parametrize(("zone", "part", "place"), PRINTED)
def test_a_favour_may_be_unlocked_on_the_round_track_or_in_the_hall(
    roll_and_raid: Referee, zone: str, part: str, place: dict[str, int]
) -> None:
    bonuses = [{**place, "gives": {"favours": ["s1"]}}]
    favours = [*SLATE["favours"], {"id": "s1", "value": 4}]
    pack = {**SLATE, part: {**SLATE[part], "bonuses": bonuses}, "favours": favours}
    state = table("production")
    del state["players"][0][zone]
    answer = roll_and_raid.validate(state, use("s1", "god", god="odin"), pack=pack)
    (zones,) = (fact["zones"] for fact in answer["assumed"] if fact["fact"] == "favour-unlocked")
    assert zones == [f"/state/players/0/{zone}"]


# ---------------------------------------------------------------- rules that what was sent proves


ONLY_IN_RAIDS = {
    "retreat": {"pay": "ship"},
    "bid": {"vikings": 0},
    "attack": {"dice": [1, 1]},
    "yield": {},
    "pay": {"vikings": 1, "axes": 0, "ships": 0},
}


@pytest.mark.parametrize("phase", [{}, {"phase": "resolution"}])
@pytest.mark.parametrize("player", ["ana", "bruno", "carla"])
@pytest.mark.parametrize("kind", ONLY_IN_RAIDS)
def test_a_product_that_waits_comes_before_any_move_in_raids(
    roll_and_raid: Referee, kind: str, player: str, phase: dict[str, str]
) -> None:
    """Whatever the raids are, and whether or not the clan that makes the move was sent."""
    ana = {"name": "ana", "waiting": ["house"], "done": True, "choice": 1, "raids": ["skerrow"]}
    state = {**phase, "clans": 3, "players": players(ana, {"name": "bruno", "ships": 1})}
    answer = roll_and_raid.validate(state, {"type": kind, "player": player, **ONLY_IN_RAIDS[kind]}, pack=PACK)
    assert "storage/place" in answer.broken
    ana["waiting"] = []
    answer = roll_and_raid.validate(state, {"type": kind, "player": player, **ONLY_IN_RAIDS[kind]}, pack=PACK)
    assert answer.broken == []


@pytest.mark.parametrize("phase", [{}, {"phase": "resolution"}])
def test_raids_are_the_reason_against_an_offering_not_that_it_was_made(
    roll_and_raid: Referee, phase: dict[str, str]
) -> None:
    """Who has given nothing when the dice are rolled has that on the sheet: it is no second offering."""
    clan = {"name": "ana", "vikings": 3, "sacrifices": {"4": 0}}
    contenders = [
        {"player": "ana", "shown": [1], "status": "in"},
        {"player": "bruno", "shown": [0], "status": "retreating"},
    ]
    raid = {"card": "skerrow", "clans": contenders, "step": "attack", "right": "ana"}
    state = {**phase, "clans": 2, "round": 4, "players": [clan], "raids": [raid]}
    move = {"type": "sacrifice", "player": "ana", "vikings": 2}
    assert roll_and_raid.validate(state, move, pack=PACK).broken == ["round/phases"]
    del state["raids"]
    reason = "round/phases" if phase else "festival/once"
    assert roll_and_raid.validate(state, move, pack=PACK).broken == [reason]


@pytest.mark.parametrize("rerolls", [{"rerolls": 0}, {"rerolls": 1}, {}])
def test_a_new_roll_asks_for_the_altar_where_its_boxes_have_prices(
    roll_and_raid: Referee, rerolls: dict[str, int]
) -> None:
    """In production it is bought, whatever was bought before: what is missing must be enough to say for how much."""
    pack = {**SLATE, "id": "prices", "altar": {**SLATE["altar"], "costs": [1, *[2] * 9]}}
    clan = {"name": "ana", "vikings": 5, "help": {"plus": 0, **rerolls}, "done": False}
    state = {"clans": 1, "players": [clan]}
    move = {"type": "altar", "player": "ana", "benefit": "reroll"}
    answer = roll_and_raid.validate(state, move, pack=pack)
    zones = [zone for entry in answer["missing"] for zone in entry["zones"]]
    assert answer["verdict"] == "undetermined"
    assert {"/state/raids", "/state/players/0/altar"} <= set(zones)
    assert zones.count("/state/players/0/altar") == 1
    clan |= {"altar": 1, "help": {"plus": 0, "rerolls": 0, **rerolls}}
    sent = {**state, "phase": "production", "raids": []}
    assert roll_and_raid.validate(sent, move, pack=pack)["state"]["players"][0]["vikings"] == 3


def test_a_new_roll_in_a_raid_asks_for_the_altar_too_where_its_boxes_have_prices(roll_and_raid: Referee) -> None:
    """Whether it was bought before is unknown; if not, it is paid for now: one round of questions is enough."""
    pack = {**SLATE, "id": "prices", "altar": {**SLATE["altar"], "costs": [1, *[2] * 9]}}
    state = attacking("iona", step="help", lying=[1, 2])
    for zone in ("altar", "help"):
        state["players"][0].pop(zone, None)
    move = {"type": "altar", "player": "ana", "benefit": "reroll"}
    answer = roll_and_raid.validate(state, move, pack=pack)
    zones = [zone for entry in answer["missing"] for zone in entry["zones"]]
    assert zones == ["/state/players/0/help", "/state/players/0/altar"]
    state["players"][0] |= {"altar": 1, "help": {"plus": 0, "rerolls": 0}}
    assert roll_and_raid.validate(state, move, pack=pack)["verdict"] == "legal"


def test_a_god_box_with_a_least_value_asks_for_what_may_have_raised_an_unknown_die(roll_and_raid: Referee) -> None:
    odin = next(god for god in SLATE["gods"] if god["id"] == "odin")
    boxes = [{**box, "least": 3} for box in odin["boxes"]]
    pack = {**SLATE, "gods": [{**odin, "boxes": boxes}, *(god for god in SLATE["gods"] if god is not odin)]}
    state = without(table("production", ana={"altar": 2}), "dice")
    del state["players"][0]["raised"]
    answer = roll_and_raid.validate(state, use("brown", "god", god="odin"), pack=pack)
    assert answer["verdict"] == "undetermined"
    assert sorted(zone for fact in answer["missing"] for zone in fact["zones"]) == [
        "/state/dice",
        "/state/players/0/raised",
    ]


@pytest.mark.parametrize(("least", "zones"), [(2, ["gods"]), (4, ["gods", "raised"])])
def test_an_unknown_box_of_a_god_asks_for_what_may_have_raised_the_die(
    roll_and_raid: Referee, least: int, zones: list[str]
) -> None:
    """The brown die shows 2: where the next box may ask for more, it counts what has raised the die."""
    odin = next(god for god in SLATE["gods"] if god["id"] == "odin")
    boxes = [odin["boxes"][0], *({**box, "least": least} for box in odin["boxes"][1:])]
    pack = {**SLATE, "gods": [{**odin, "boxes": boxes}, *(god for god in SLATE["gods"] if god is not odin)]}
    state = table("production", dice={"brown": 2, "grey": 2, "orange": 2}, ana={"altar": 2})
    for zone in ("raised", "gods"):
        state["players"][0].pop(zone, None)
    answer = roll_and_raid.validate(state, use("brown", "god", god="odin"), pack=pack)
    assert answer["verdict"] == "undetermined"
    missing = {zone for fact in answer["missing"] for zone in fact["zones"]}
    assert missing == {f"/state/players/0/{zone}" for zone in zones}


@pytest.mark.parametrize(("developments", "assumed"), [([], ["stock-known"]), (["scouts"], [])])
def test_a_list_of_attacks_says_what_the_high_rolls_assume(
    roll_and_raid: Referee, developments: list[str], assumed: list[str]
) -> None:
    """Who rolls high enough and cannot pay retreats, and pays for it with an axe, or with nothing thanks to Scouts."""
    ana = {"vikings": 0, "ships": 0, "port": [], "armoury": [], "hall": 0, "developments": developments}
    ana |= {"help": {"plus": 0, "rerolls": 1}, "altar": 0, "waiting": [], "done": True, "choice": 1, "raids": []}
    clans = [{"player": "ana", "shown": [], "bid": None, "status": "in"}]
    fight = {"card": "vardby", "clans": clans, "step": "attack", "right": "ana", "dice": []}
    state = {"clans": 1, "phase": "resolution", "round": 4, "display": ["vardby"], "raids": [fight]}
    state |= {"players": [{"name": "ana", **ana}], "options": {"house_rules": {"unable_to_pay": "retreat"}}}
    ruled = {dice: roll_and_raid.validate(state, attack(*dice), pack=PACK) for dice in ((1, 1), (6, 6))}
    assert [ruled[dice].assumed for dice in ruled] == [[], assumed]
    assert roll_and_raid.moves(state, pack=PACK).assumed == assumed


@pytest.mark.parametrize("zones", [{"round": 16}, {"players": [{"name": "ana", "rounds": 16}]}])
def test_no_cards_are_turned_up_in_the_last_round(roll_and_raid: Referee, zones: dict[str, Any]) -> None:
    """The phase was left out; after the last raids the game is over."""
    state = {"clans": 1, "players": [{"name": "ana"}], **zones}
    for pack in (PACK, SLATE):
        answer = roll_and_raid.validate(state, {"type": "refill"}, pack=pack)
        assert (answer["verdict"], answer.broken) == ("illegal", ["round/phases"])


def test_a_development_that_an_unknown_raise_may_pay_for_asks_for_what_it_brings_on(roll_and_raid: Referee) -> None:
    """The orange die shows 3, and may have been raised to 4; the development marks boxes of a track."""
    effects = [{"type": "gain", "bonus": {"track": "orange", "boxes": 1}}]
    pack = {**SLATE, "developments": [{"id": "roads", "name": "Roads", "effects": effects}]}
    state = table("production", dice={"brown": 3, "grey": 3, "orange": 3}, ana={"altar": 2})
    for zone in ("raised", "tracks"):
        state["players"][0].pop(zone, None)
    answer = roll_and_raid.validate(state, use("brown", "development", development="roads"), pack=pack)
    assert answer["verdict"] == "undetermined"
    zones = {zone for fact in answer["missing"] for zone in fact["zones"]}
    assert zones == {"/state/players/0/raised", "/state/players/0/tracks"}


def test_a_raid_that_names_others_says_that_they_are_missing(roll_and_raid: Referee) -> None:
    """Bruno may have a reward to store; how many play was not sent either: with both it is known what is due."""
    raids = [
        {"card": "skerrow", "clans": [{"player": "ana", "status": "in", "shown": []}], "step": "over", "right": None},
        {
            "card": "tolmark",
            "clans": [{"player": "bruno", "status": "in", "shown": []}],
            "step": "over",
            "right": None,
        },
    ]
    ana = {"name": "ana", "waiting": [], "raids": ["skerrow"]}
    state = {"phase": "resolution", "round": 3, "display": [], "players": [ana], "raids": raids}
    listed = roll_and_raid.moves(state, pack=PACK)
    (due,) = [fact for fact in listed["missing"] if fact["fact"] == "due"]
    assert {"/state/clans", "/state/players"} <= set(due["zones"])


ROLLING = raid("sheppey", contender("carla"), step="attack", right="carla")
TAKEN = raid("portland", contender("ana"), step="over", dice=[6, 6])
FISTS = [contender(name, shown=[0], status="retreated") for name in ("ana", "bruno")]
CARDLESS: list[tuple[str, list[dict[str, Any]], dict[str, Any], list[str]]] = [
    ("no raid", [], {}, []),
    ("a raid to be resolved", [raid("iona", contender("ana"), step="attack", right="ana")], {}, []),
    ("a retreat", [raid("iona", *FISTS, step="over")], {}, []),
    ("another card", [TAKEN], {"raids": ["iona"]}, []),
    ("a card that stays", [TAKEN], {}, ["portland"]),
]


@pytest.mark.parametrize("phase", [{"phase": "resolution"}, {}])
@pytest.mark.parametrize(("own", "zones", "display"), [case[1:] for case in CARDLESS], ids=[c[0] for c in CARDLESS])
def test_without_a_card_of_this_round_nothing_is_stored_in_the_raids(
    roll_and_raid: Referee,
    own: list[dict[str, Any]],
    zones: dict[str, Any],
    display: list[str],
    phase: dict[str, str],
) -> None:
    """Only the reward of a card can wait there: whether anything does need not be sent."""
    clans = players({"name": "ana", "settlements": {}, **zones}, {"name": "bruno"}, {"name": "carla"})
    cards = {"display": [*display, "sheppey"]} if display else {}
    state = {"clans": 3, "round": 2, **phase, **cards, "players": clans, "raids": [*own, ROLLING]}
    answer = roll_and_raid.validate(state, store("house", "ribe"), pack=SLATE)
    assert answer.broken == ["storage/place"]
    clans[0]["waiting"] = ["house"]
    assert roll_and_raid.audit({**state, "phase": "resolution"}, pack=SLATE)["verdict"] == "impossible"


def test_nothing_is_stored_by_a_clan_that_has_ended_production(roll_and_raid: Referee) -> None:
    ana = {"name": "ana", "settlements": {}, "done": True}
    state = {"phase": "production", "players": players(ana, {"name": "bruno", "done": False})}
    assert roll_and_raid.validate(state, store("house", "ribe"), pack=SLATE).broken == ["storage/place"]
    ana["waiting"] = ["house"]
    assert roll_and_raid.audit(state, pack=SLATE).broken == ["storage/place"]
    ana["done"] = False
    assert roll_and_raid.audit(state, pack=SLATE)["verdict"] == "possible"
    assert roll_and_raid.validate(state, store("house", "ribe"), pack=SLATE)["verdict"] == "legal"


def test_the_reward_of_a_card_that_may_have_been_taken_may_wait(roll_and_raid: Referee) -> None:
    clans = players({"name": "ana", "settlements": {}}, {"name": "carla"})
    state = {"clans": 2, "phase": "resolution", "round": 2, "players": clans, "raids": [TAKEN, ROLLING]}
    answer = roll_and_raid.validate(state, store("house", "ribe"), pack=SLATE)
    assert (answer["verdict"], answer.assumed) == ("legal", ["produced"])


RAISED: list[tuple[str, dict[str, Any], list[str], str]] = [
    ("not raised", {"raised": {}}, ["die-shows"], "at most 5"),
    ("raised by 2", {"raised": {"orange": 2}}, ["die-shows"], "at most 3"),
    ("raised by 4", {"raised": {"orange": 4}}, ["die-shows"], "at most 1"),
    ("raised before, nobody knows by how much", {}, ["die-shows", "not-raised-yet"], "at most 5"),
]


@pytest.mark.parametrize(("zones", "assumed", "text"), [case[1:] for case in RAISED], ids=[c[0] for c in RAISED])
def test_where_six_is_the_limit_the_altar_says_what_an_unknown_die_may_show(
    roll_and_raid: Referee, zones: dict[str, Any], assumed: list[str], text: str
) -> None:
    state = without(table("production", ana={"altar": 4, "hall": 9, "vikings": 5}), "dice")
    state["players"][0] = {**without(state["players"][0], "raised"), **zones}
    six = {"raised_dice": "six"}
    answer = roll_and_raid.validate(state, altar("die", die="orange"), pack=SLATE, house_rules=six)
    assert (answer["verdict"], answer.assumed) == ("legal", assumed)
    assert text in answer["assumed"][0]["text"]
    assert answer["assumed"][0]["zones"] == ["/state/dice"]
    beyond = roll_and_raid.validate(state, altar("die", die="orange"), pack=SLATE)
    assert (beyond["verdict"], beyond.assumed) == ("legal", [])
    dice = {"brown": 1, "grey": 1, "orange": int(text[-1])}
    for shown, broken in ((dice, []), ({**dice, "orange": dice["orange"] + 1}, ["altar/cap"])):
        told = roll_and_raid.validate(
            {**state, "dice": shown}, altar("die", die="orange"), pack=SLATE, house_rules=six
        )
        assert told.broken == broken


def test_where_six_is_the_limit_no_die_is_raised_by_six(roll_and_raid: Referee) -> None:
    sheet = {"altar": 5, "hall": 10, "vikings": 5, "raised": {"orange": 5}}
    state = without(table("production", ana=sheet), "dice")
    move, six = altar("die", die="orange"), {"raised_dice": "six"}
    answer = roll_and_raid.validate(state, move, pack=SLATE, house_rules=six)
    assert answer.broken == ["altar/cap"]
    assert "7 or more" in answer["violations"][0]["message"]
    assert roll_and_raid.validate(state, move, pack=SLATE)["verdict"] == "legal"


@pytest.mark.parametrize("die", ["brown", "f-port"])
def test_no_die_is_raised_before_the_dice_are_rolled(roll_and_raid: Referee, die: str) -> None:
    state = {"dice": None, "players": players({"name": "ana", "vikings": 3, "port": ["p1"]}, {"name": "bruno"})}
    assert roll_and_raid.validate(state, altar("die", die=die), pack=SLATE).broken == ["production/roll"]
    assert roll_and_raid.validate(state, altar("raid"), pack=SLATE).broken == []


@pytest.mark.parametrize("zones", [{"done": True}, {"dice_used": ["brown"]}, {"raised": {"brown": 1}, "altar": 1}])
@pytest.mark.parametrize("phase", ["setup", "start"])
def test_nobody_has_produced_before_the_dice_are_rolled(
    roll_and_raid: Referee, phase: str, zones: dict[str, Any]
) -> None:
    """A clan that has ended production would be passed over after the roll."""
    state = {"phase": phase, "players": players({"name": "ana", **zones}, {"name": "bruno"})}
    assert "production/roll" in roll_and_raid.audit(state, pack=SLATE).broken
    cleared = {"done": False, "dice_used": [], "raised": {}}
    state["players"][0] |= cleared
    assert "production/roll" not in roll_and_raid.audit(state, pack=SLATE).broken


@pytest.mark.parametrize(("vikings", "free"), [(1, True), (2, False)])
def test_who_retreats_after_help_that_was_enough_has_a_viking_left(
    roll_and_raid: Referee, vikings: int, free: bool
) -> None:
    """The roll is high enough, the card cannot be paid for, and the last Viking may just have been sacrificed."""
    ana = {"vikings": vikings, "hall": 8, "axes": 0, "ships": 0}
    state, retreats = attacking(step="help", lying=[1, 2], ana=ana), {"unable_to_pay": "retreat"}
    told = roll_and_raid.validate(state, altar("raid"), pack=SLATE, house_rules=retreats)
    happened = [event["type"] for event in told["events"]]
    assert ("unable" in happened, "retreat-free" in happened) == (True, free)
    part = changed(state, players=[without(state["players"][0], "vikings"), *state["players"][1:]])
    answer = roll_and_raid.validate(part, altar("raid"), pack=SLATE, house_rules=retreats)
    counts = [entry["detail"]["count"] for entry in answer["assumed"] if entry["fact"] == "vikings-left"]
    assert max(counts) == 2
    assert answer["state"]["raids"][0]["clans"][0]["status"] == "retreating"
    assert free == (vikings < max(counts))


@pytest.mark.parametrize("phase", [{"phase": "resolution"}, {}])
def test_help_bought_while_a_roll_lies_is_for_that_roll(roll_and_raid: Referee, phase: dict[str, str]) -> None:
    """Also where it does not follow from the raids that they have got as far as the rolls."""
    retreated = without(contender("bruno", status="retreated"), "shown")
    before = raid("lindisfarne", retreated, contender("carla", shown=[0], status="retreated"), step="over")
    whole = attacking("iona", step="help", lying=[2, 2], bruno={"choice": 1}, carla={"choice": 1})
    state = {**without(whole, "phase"), **phase}
    state["raids"] = [before, *state["raids"]]
    retreats = {"unable_to_pay": "retreat"}
    answer = roll_and_raid.validate(state, altar("raid"), pack=SLATE, house_rules=retreats)
    assert (answer["verdict"], answer.assumed, answer.missing) == ("legal", [], [])
    assert answer["state"]["raids"][1]["step"] == "pay"
    again = roll_and_raid.validate(state, altar("reroll"), pack=SLATE, house_rules=retreats)
    assert (again["verdict"], again["state"]["raids"][1]["step"]) == ("legal", "attack")
    refused = roll_and_raid.validate(state, altar("die", die="brown"), pack=SLATE, house_rules=retreats)
    assert refused.broken == ["altar/production"]


SHRINE = {"id": "shrine", "name": "Shrine", "effects": [{"type": "raise", "use": "development", "amount": 2}]}
TEMPLE = {"id": "temple", "name": "Temple", "effects": [{"type": "raise", "use": "god", "amount": 2}]}
ODIN = {**SLATE["gods"][0], "boxes": [{"least": 4}]}
HIGH = {**SLATE, "gods": [ODIN], "developments": [*SLATE["developments"], SHRINE, TEMPLE]}


@pytest.mark.parametrize("left_out", [("raised",), ("developments",), ("raised", "developments")])
@pytest.mark.parametrize("move", [use("grey", "development", development="smithy"), use("grey", "god", god="odin")])
def test_a_die_that_is_too_low_asks_for_all_that_may_have_raised_it(
    roll_and_raid: Referee, move: dict[str, Any], left_out: tuple[str, ...]
) -> None:
    state = table("production", ana={"altar": 2, "vikings": 3})
    state["players"][0] = without(state["players"][0], *left_out)
    answer = roll_and_raid.validate(state, move, pack=HIGH)
    assert answer["verdict"] == "undetermined"
    zones = {zone.rsplit("/", 1)[1] for entry in answer["missing"] for zone in entry["zones"]}
    assert zones == set(left_out)


RETREATED = without(contender("dario", status="retreated"), "shown")
FOUGHT_FOR = table(
    "conflict",
    4,
    ana={"choice": 2},
    bruno={"choice": 2},
    carla={"choice": 1},
    dario={"choice": 1},
    raids=[
        raid("lindisfarne", RETREATED, contender("carla", shown=[0], status="retreated"), step="over"),
        raid("iona", contender("ana", bid="?"), contender("bruno", bid=2)),
    ],
)
CHOSEN = table("choice", ana={"choice": "?"}, bruno={"choice": 2}, carla={"choice": 1})


@pytest.mark.parametrize("left_out", [(), ("phase",), ("raids",)])
def test_a_bid_that_is_revealed_is_one_that_can_be_made(roll_and_raid: Referee, left_out: tuple[str, ...]) -> None:
    """Also where it does not follow from the raids whether the rolls have begun."""
    state, retreats = without(FOUGHT_FOR, *left_out), {"unable_to_pay": "retreat"}
    answer = roll_and_raid.validate(state, reveal(6), pack=SLATE, house_rules=retreats)
    assert answer.broken == ["conflict/own-vikings"]
    answer = roll_and_raid.validate(state, reveal(3), pack=SLATE, house_rules=retreats)
    assert answer["verdict"] == "legal"
    if "raids" not in left_out:
        assert [event["type"] for event in answer["events"]][-1] == "won-right"


@pytest.mark.parametrize("left_out", [(), ("phase",)])
def test_a_choice_that_is_revealed_is_a_card_on_display(roll_and_raid: Referee, left_out: tuple[str, ...]) -> None:
    state = without(CHOSEN, *left_out)
    assert roll_and_raid.validate(state, reveal(4), pack=SLATE).broken == ["raid/number"]
    answer = roll_and_raid.validate(state, reveal(3), pack=SLATE)
    assert answer["verdict"] == "legal"
    assert [entry["card"] for entry in answer["state"]["raids"]] == ["lindisfarne", "iona", "portland"]


@pytest.mark.parametrize(("number", "verdict"), [(3, "undetermined"), (5, "undetermined"), (6, "illegal")])
def test_a_number_that_is_revealed_may_be_a_bid_or_a_choice(
    roll_and_raid: Referee, number: int, verdict: str
) -> None:
    answer = roll_and_raid.validate(without(CHOSEN, "phase", "raids"), reveal(number), pack=SLATE)
    assert answer["verdict"] == verdict
    assert answer.missing == (["raid-known"] if verdict == "undetermined" else [])


RETREATING = table(
    "conflict",
    ana={"choice": 2},
    bruno={"choice": 1},
    carla={"choice": 1},
    raids=[
        raid(
            "lindisfarne",
            contender("bruno", shown=[0], status="retreating"),
            contender("carla", shown=[0], status="retreating"),
            step="over",
        ),
        raid("iona", contender("ana"), step="attack", right="ana"),
    ],
)


@pytest.mark.parametrize("kind", ["yield", "altar"])
def test_a_retreat_is_paid_for_in_conflicts_and_in_raids(roll_and_raid: Referee, kind: str) -> None:
    """Each has a rule of its own against a roll before that: without the phase none of them is known to be broken."""
    more = {"benefit": "die", "die": "brown"} if kind == "altar" else {}
    move = {"type": kind, "player": "ana", **more}
    broken = {
        phase: roll_and_raid.validate({**RETREATING, "phase": phase}, move, pack=SLATE).broken
        for phase in ("conflict", "resolution")
    }
    assert set(broken["conflict"]) != set(broken["resolution"])
    answer = roll_and_raid.validate(without(RETREATING, "phase"), move, pack=SLATE)
    assert answer.missing == ["raid-known"]
    assert answer.broken == (["altar/production"] if kind == "altar" else [])


@pytest.mark.parametrize(
    ("raid", "parts"),
    [
        ({"step": "attack", "right": "ana", "clans": [{"player": "ana"}]}, {"bid": 2}),
        ({"step": "bid", "clans": [{"player": "ana", "status": "beaten"}, {"player": "bruno"}]}, {"bid": 1}),
        ({"step": "over", "clans": [{"player": "ana", "status": "retreating"}, {"player": "bruno"}]}, {"bid": 0}),
    ],
)
def test_a_bid_where_nobody_bids_is_not_believed(
    roll_and_raid: Referee, raid: dict[str, Any], parts: dict[str, Any]
) -> None:
    """Left out, it follows that there is none."""
    state = {"clans": 3, "players": players({"name": "ana"}, {"name": "bruno"}), "raids": [{"card": "iona", **raid}]}
    assert roll_and_raid.audit(state, pack=SLATE).broken == []
    state["raids"][0]["clans"] = [{**raid["clans"][0], **parts}, *raid["clans"][1:]]
    assert "conflict/same-card" in roll_and_raid.audit(state, pack=SLATE).broken


@pytest.mark.parametrize(
    ("waiting", "verdict", "assumed", "broken"),
    [
        ({"waiting": ["house"]}, "illegal", [], ["storage/place"]),
        ({"waiting": []}, "legal", [], []),
        ({}, "legal", ["nothing-waits"], []),
    ],
)
def test_a_payment_is_declined_after_everything_is_stored(
    roll_and_raid: Referee, waiting: dict[str, Any], verdict: str, assumed: list[str], broken: list[str]
) -> None:
    """As it is made: whether a reward waits decides about both."""
    goods = {"vikings": 9, "axes": 9, "ships": 9, "developments": [], "help": {"plus": 0, "rerolls": 0}}
    clans = [
        {"name": "ana", **goods, "waiting": [], "raids": []},
        {"name": "bruno", **goods, **waiting, "raids": ["portland"]},
    ]
    raids = [
        raid("portland", contender("bruno"), step="over", dice=[6, 6]),
        raid("iona", contender("ana"), step="pay", right="ana", dice=[6, 6]),
    ]
    state = {"clans": 2, "phase": "resolution", "round": 2, "players": clans, "raids": raids}
    rules = {"payment": "optional"}
    for move in (pay(axes=1), {"type": "yield", "player": "ana"}):
        answer = roll_and_raid.validate(state, move, pack=SLATE, house_rules=rules)
        assert (answer["verdict"], answer.assumed, answer.broken) == (verdict, assumed, broken)


@pytest.mark.parametrize("payment", ["compulsory", "optional"])
def test_who_cannot_pay_is_never_asked_to(roll_and_raid: Referee, payment: str) -> None:
    """payment/unable: the right has passed on by itself when the dice lay there, so no table waits for a payment."""
    rules = {"payment": payment}
    state = {**attacking("iona", step="pay", lying=[6, 6], ana={"axes": 1}), "options": {"house_rules": rules}}
    assert roll_and_raid.audit(state, pack=SLATE).broken == []
    state["players"][0] |= {"axes": 0}
    for answer in (
        roll_and_raid.audit(state, pack=SLATE),
        roll_and_raid.validate(state, {"type": "yield", "player": "ana"}, pack=SLATE),
    ):
        assert (answer["verdict"], answer.broken) == ("impossible", ["payment/compulsory"])


def test_the_game_is_set_up_before_the_first_round(roll_and_raid: Referee) -> None:
    state = {"phase": "setup", "players": [{"name": "ana", "rounds": 0}]}
    assert roll_and_raid.audit({**state, "round": 1}, pack=SLATE).broken == []
    assert roll_and_raid.audit({**state, "round": 2}, pack=SLATE).broken == ["production/round-track"]


# ---------------------------------------------------------------- found by mutants: changes that no test had noticed


def test_a_choice_is_made_in_the_phase_of_choices(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate({"players": [{"name": "ana"}]}, choose(1), pack=PACK)
    assert answer["verdict"] == "legal"
    assert answer["state"]["phase"] == "choice"


def test_nobody_reveals_a_choice_while_somebody_is_known_to_have_none(roll_and_raid: Referee) -> None:
    clans = players({"name": "ana"}, {"name": "bruno", "choice": None}, {"name": "carla"})
    answer = roll_and_raid.validate({"phase": "choice", "players": clans}, reveal(1), pack=PACK)
    assert answer.broken == ["raid/at-once"]
    assert "bruno is not ready yet" in answer.message("raid/at-once")


def test_a_retreat_before_another_raid_is_over_is_one_of_the_conflicts(roll_and_raid: Referee) -> None:
    """So it is carla's turn, whoever has to roll in the raid before."""
    raids = [
        {"card": "skerrow", "clans": [{"player": "bruno"}], "step": "attack"},
        {"card": "tolmark", "clans": [{"player": "carla", "status": "retreating"}], "step": "over"},
    ]
    state = {"players": players({"name": "ana"}), "raids": raids}
    answer = roll_and_raid.validate(state, {"type": "retreat", "player": "carla", "pay": "axe"}, pack=PACK)
    assert (answer["verdict"], answer.assumed) == ("legal", ["stock-known"])


def test_no_text_of_a_pack_begins_a_phase(roll_and_raid: Referee) -> None:
    state = {"players": players({"name": "carla", "done": False})}
    answer = roll_and_raid.validate(state, choose(2), pack=pack_with_text())
    assert answer.broken == ["raid/choice"]


def test_the_end_of_the_conflicts_waits_for_the_phase_and_then_for_the_raids(roll_and_raid: Referee) -> None:
    whole = table("resolution", ana={"choice": 1, "waiting": ["house"]}, bruno={"choice": 2}, carla={"choice": 2})
    state = roll_and_raid.validate(without(whole, "phase", "raids"), store("house", "ribe"), pack=SLATE)["state"]
    (step,) = state["unresolved"]
    assert (step["step"], step["missing"]) == ("conflicts-over", ["/state/phase", "/state/raids"])


def test_a_clan_without_a_number_chooses_by_the_rule_that_says_when(roll_and_raid: Referee) -> None:
    clans = players({"name": "ana", "choice": None}, {"name": "bruno"})
    answer = roll_and_raid.validate({"phase": "choice", "players": clans}, choose(1), pack=SLATE)
    assert answer.cited == ["raid/choice", "round/phases", "raid/at-once"]


def test_choices_that_turn_out_to_be_open_leave_nothing_unresolved(roll_and_raid: Referee) -> None:
    """The other clan is sent later, and has not chosen: no conflict is near its end."""
    state = roll_and_raid.validate({"players": [{"name": "ana"}]}, choose(1), pack=PACK)["state"]
    assert [step["step"] for step in state["unresolved"]] == ["choices-revealed"]
    state = {**without(state, "phase"), "players": [*state["players"], {"name": "bruno", "choice": None}]}
    assert "unresolved" not in roll_and_raid.ask("replay", {"state": state, "moves": [], "pack": PACK})["state"]


def test_a_use_that_rests_on_an_unknown_sheet_keeps_nobody_from_ending_production(roll_and_raid: Referee) -> None:
    """Only a development could be acquired, if the clan does not have it yet: whether the dice are spent is open."""
    full = {"tracks": {"brown": 12, "grey": 10, "orange": 7}, "gods": {"odin": [1, 2, 3], "thor": [1, 2]}}
    whole = table("production", 1, ana={**full, "dice_used": ["orange"]}, options={"house_rules": STRICT})
    state = {**whole, "players": [without(whole["players"][0], "developments")]}
    answer = roll_and_raid.validate(state, {"type": "done", "player": "ana"}, pack=SLATE)
    assert (answer["verdict"], answer.assumed) == ("legal", ["dice-spent"])


def test_help_for_a_roll_asks_for_all_that_decides_where_the_raids_are_unknown(roll_and_raid: Referee) -> None:
    state = {"phase": "resolution", "players": [{"name": "ana", "choice": 1}]}
    answer = roll_and_raid.validate(state, altar("raid"), pack=SLATE)
    assert answer["verdict"] == "undetermined"
    sheet = [entry["detail"]["zone"] for entry in answer["missing"] if entry["fact"] == "sheet-known"]
    assert sheet == ["vikings", "axes", "ships", "altar", "help"]


def test_the_phase_is_written_down_once_the_last_retreat_shows_it(roll_and_raid: Referee) -> None:
    """Bruno pays, and carla has nothing to pay with."""
    fists = [contender(name, shown=[0], status="retreating") for name in ("bruno", "carla")]
    fight = {"card": "lindisfarne", "step": "attack", "right": "ana", "dice": []}
    raids = [{**fight, "clans": [contender("ana", shown=[1], status="in"), *fists]}]
    bare = {"vikings": 0, "axes": 0, "ships": 0, "armoury": [], "port": [], "developments": []}
    clans = players({"name": "ana"}, {"name": "bruno", "axes": 1}, {"name": "carla", **bare})
    move = {"type": "retreat", "player": "bruno", "pay": "axe"}
    answer = roll_and_raid.validate({"clans": 3, "players": clans, "raids": raids}, move, pack=SLATE)
    assert answer["state"]["phase"] == "resolution"


def test_a_product_that_is_refused_needs_nothing_of_an_unfinished_pack(roll_and_raid: Referee) -> None:
    """What the Vikings of the settlement would find in the Great Hall does not matter: no house waits."""
    answer = roll_and_raid.validate(table("production"), store("house", "ribe"), pack=without(SLATE, "great_hall"))
    assert (answer["verdict"], answer.broken, answer["missing"]) == ("illegal", ["storage/place"], [])
