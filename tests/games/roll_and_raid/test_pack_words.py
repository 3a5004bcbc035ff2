"""What a pack can say besides effects: bonuses on other boxes, copies, choices, minimum values, dearer altar boxes."""

import copy
from typing import Any

import pytest

from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import (
    PACK,
    altar,
    attack,
    attacking,
    changed,
    done,
    finished,
    refill,
    store,
    table,
    use,
    without,
)


def with_part(**parts: Any) -> dict[str, Any]:
    """The pack with fields of some parts changed."""
    pack = {**copy.deepcopy(PACK), "id": "words"}
    for part, value in parts.items():
        pack[part] = {**pack[part], **value} if isinstance(value, dict) else value
    return pack


def of(answer: Answer, name: str = "ana") -> dict[str, Any]:
    assert answer["verdict"] == "legal", (answer["violations"], answer["missing"])
    return next(player for player in answer["state"]["players"] if player["name"] == name)


def hidden_from(told: dict[str, Any], *zones: str) -> dict[str, Any]:
    """The table without these zones of ana's sheet."""
    return {**told, "players": [without(told["players"][0], *zones), *told["players"][1:]]}


def errors(referee: Referee, pack: dict[str, Any]) -> list[str]:
    findings = referee.ask("packs/check", {"pack": pack})["findings"]
    return [finding["pointer"] for finding in findings if finding["level"] == "error"]


PRODUCTION = table("production")
MAINTENANCE = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"]})


# ---------------------------------------------------------------- bonuses on other boxes


def test_the_box_of_a_round_gives_to_all(roll_and_raid: Referee) -> None:
    pack = with_part(seasons={"bonuses": [{"round": 4, "gives": "viking"}, {"round": 5, "gives": {"vikings": 3}}]})
    answer = roll_and_raid.validate(MAINTENANCE, refill("jarrow"), pack=pack)
    assert [of(answer, name)["vikings"] for name in ("ana", "bruno", "carla")] == [6, 6, 6]
    assert [event["type"] for event in answer["events"]].count("round-bonus") == 3
    later = changed(MAINTENANCE, round=5, players=[{**clan, "rounds": 5} for clan in MAINTENANCE["players"]])
    assert of(roll_and_raid.validate(later, refill("jarrow"), pack=pack))["vikings"] == 5


def test_which_round_begins_is_unknown_and_so_is_what_it_gives(roll_and_raid: Referee) -> None:
    pack = with_part(seasons={"bonuses": [{"round": 4, "gives": "viking"}]})
    told = without(MAINTENANCE, "round")
    told = {**told, "players": [without(clan, "rounds") for clan in told["players"]]}
    answer = roll_and_raid.validate(told, refill("jarrow"), pack=pack)
    assert answer["verdict"] == "legal"
    assert "vikings" not in answer["state"]["players"][0]


def test_a_favour_die_on_the_round_track(roll_and_raid: Referee) -> None:
    pack = with_part(seasons={"bonuses": [{"round": 3, "gives": {"favours": ["f-odin"]}}]})
    assert of(roll_and_raid.validate(PRODUCTION, use("f-odin", "hall"), pack=pack))["vikings"] == 11
    early = table("production", round=2)
    assert roll_and_raid.validate(early, use("f-odin", "hall"), pack=pack).broken == ["favour/unlocked"]


def test_the_great_hall_gives_where_it_is_printed(roll_and_raid: Referee) -> None:
    pack = with_part(great_hall={"bonuses": [{"at": 10, "gives": "axe"}, {"at": 14, "gives": "axe"}]})
    after = of(roll_and_raid.validate(PRODUCTION, use("orange", "hall"), pack=pack))
    assert (after["hall"], after["axes"]) == (13, 2)
    told = hidden_from(PRODUCTION, "hall")
    answer = roll_and_raid.validate(told, use("orange", "hall"), pack=pack)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["sheet-known"]


def test_a_viking_that_a_place_of_the_hall_gives_is_written_down_too(roll_and_raid: Referee) -> None:
    pack = with_part(great_hall={"bonuses": [{"at": 13, "gives": {"vikings": 2}}, {"at": 15, "gives": "axe"}]})
    after = of(roll_and_raid.validate(PRODUCTION, use("orange", "hall"), pack=pack))
    assert (after["hall"], after["axes"]) == (15, 2)


def test_a_hexagon_gives_when_it_is_filled(roll_and_raid: Referee) -> None:
    pack = with_part(port={"hexagons": [*PACK["port"]["hexagons"][:3], {"id": "p4", "gives": {"vikings": 2}}]})
    told = table("production", ana={"waiting": ["ship"]})
    assert of(roll_and_raid.validate(told, store("ship", "p4"), pack=pack))["vikings"] == 7
    assert of(roll_and_raid.validate(told, store("ship", "p1"), pack=pack))["vikings"] == 5


def test_a_settlement_with_two_favour_dice(roll_and_raid: Referee) -> None:
    settlements = [{**PACK["settlements"][0], "favours": ["f-odin"]}, PACK["settlements"][1]]
    pack = with_part(settlements=settlements)
    built = table("production", ana={"settlements": {"ribe": 2}})
    for die in ("f-ribe", "f-odin"):
        assert roll_and_raid.validate(built, use(die, "hall"), pack=pack)["verdict"] == "legal"
        assert roll_and_raid.validate(PRODUCTION, use(die, "hall"), pack=pack).broken == ["favour/unlocked"]


def test_a_settlement_brings_something_every_round(roll_and_raid: Referee) -> None:
    settlements = [{**PACK["settlements"][0], "income": {"vikings": 2}}, PACK["settlements"][1]]
    pack = with_part(settlements=settlements)
    built = {"raids": ["lindisfarne"], "settlements": {"ribe": 2}}
    told = table("maintenance", display=["iona", "portland"], ana=built)
    answer = roll_and_raid.validate(told, refill("jarrow"), pack=pack)
    assert (of(answer)["vikings"], of(answer, "bruno")["vikings"]) == (7, 5)
    unknown = roll_and_raid.validate(hidden_from(told, "settlements"), refill("jarrow"), pack=pack)
    assert "vikings" not in of(unknown)
    assert errors(
        roll_and_raid, with_part(settlements=[{**settlements[0], "income": {"favours": ["f-odin"]}}, settlements[1]])
    ) == ["/settlements/0/income/favours"]


# ---------------------------------------------------------------- glory as a gain

GLORY = {"sacrifices": [], "developments": [], "gods": [], "battle": [{"type": "printed", "on": "gains"}]}


@pytest.mark.parametrize(
    ("parts", "sheet", "points"),
    [
        ({"gods": [{"id": "odin", "name": "Odin", "boxes": [{"gives": {"glory": 3}}, {}]}]}, {"gods": {"odin": [2]}}, 3),
        ({"gods": [{"id": "odin", "name": "Odin", "boxes": [{}, {"gives": {"glory": 3}}]}]}, {"gods": {"odin": [2]}}, 0),
        ({"port": {"hexagons": [{"id": "p3", "gives": {"glory": 2}}]}}, {"port": ["p3"]}, 2),
        ({"great_hall": {"bonuses": [{"at": 8, "gives": {"glory": 4}}]}}, {}, 4),
        ({"great_hall": {"bonuses": [{"at": 9, "gives": {"glory": 4}}]}}, {}, 0),
        ({"seasons": {"bonuses": [{"round": 16, "gives": {"glory": 5}}]}}, {}, 5),
        ({"settlements": [{**PACK["settlements"][0], "loyalty": {"glory": 6}}, PACK["settlements"][1]]}, {"settlements": {"ribe": 2}}, 6),
        ({"cards": [{**one, "reward": {"glory": 7}} for one in PACK["cards"]]}, {"raids": ["iona", "jarrow"]}, 14),
        ({"developments": [{"id": "smithy", "name": "Smithy", "effects": [{"type": "gain", "bonus": {"glory": 8}}]}]}, {"developments": ["smithy"]}, 8),
    ],
)  # fmt: skip
def test_glory_on_the_way_is_counted_from_the_marks(
    roll_and_raid: Referee, parts: dict[str, Any], sheet: dict[str, Any], points: int
) -> None:
    pack = {**with_part(**parts), "scoring": GLORY}
    told = finished(ana={"rounds": 16, **sheet})
    assert roll_and_raid.score(told, pack=without_favours(pack)).total("ana") == points


def without_favours(pack: dict[str, Any]) -> dict[str, Any]:
    """The pack without the list of favour dice, which these tests do not need."""
    return without(pack, "favours")


def test_glory_every_round_would_leave_no_mark(roll_and_raid: Referee) -> None:
    income = {"type": "income", "bonus": {"glory": 1}}
    pack = with_part(developments=[{"id": "smithy", "name": "Smithy", "effects": [income]}])
    assert errors(roll_and_raid, pack) == ["/developments/0/effects/0/bonus/glory"]


def test_glory_that_nothing_counts_is_warned_of(roll_and_raid: Referee) -> None:
    pack = with_part(seasons={"bonuses": [{"round": 16, "gives": {"glory": 5}}]})
    pointer = "/seasons/bonuses/0/gives/glory"
    assert pointer in [one["pointer"] for one in roll_and_raid.ask("packs/check", {"pack": pack})["findings"]]
    counted = {**pack, "scoring": GLORY}
    assert pointer not in [one["pointer"] for one in roll_and_raid.ask("packs/check", {"pack": counted})["findings"]]


# ---------------------------------------------------------------- a choice of products

CHOICE = with_part(gods=[{"id": "odin", "name": "Odin", "boxes": [{"gives": {"one_of": ["axe", "house"]}}, {}]}])
CHOICE = without_favours(CHOICE)
SERVE = use("brown", "god", god="odin")


def test_a_clan_chooses_which_product_it_stores(roll_and_raid: Referee) -> None:
    served = roll_and_raid.validate(PRODUCTION, SERVE, pack=CHOICE)
    assert of(served)["waiting"] == ["axe-or-house"]
    listed = roll_and_raid.moves(served["state"], pack=CHOICE, player="ana", type="store")["moves"]
    assert [(move["good"], move["place"]) for move in listed] == [
        ("axe", "a2"),
        ("house", "ribe"),
        ("house", "hedeby"),
    ]
    as_axe = of(roll_and_raid.validate(served["state"], store("axe", "a2"), pack=CHOICE))
    assert (as_axe["axes"], as_axe["waiting"]) == (2, [])
    as_house = of(roll_and_raid.validate(served["state"], store("house", "hedeby"), pack=CHOICE))
    assert (as_house["settlements"], as_house["waiting"]) == ({"ribe": 1, "hedeby": 1}, [])
    assert roll_and_raid.validate(served["state"], store("ship", "p4"), pack=CHOICE).broken == ["storage/place"]
    assert roll_and_raid.validate(served["state"], done(), pack=CHOICE).broken == ["storage/place"]


def test_a_choice_without_room_is_lost(roll_and_raid: Referee) -> None:
    full = {"armoury": ["a1", "a2", "a3"], "settlements": {"ribe": 2, "hedeby": 3}}
    assert of(roll_and_raid.validate(table("production", ana=full), SERVE, pack=CHOICE))["waiting"] == []
    last = {
        "armoury": ["a1", "a2", "a3"],
        "settlements": {"ribe": 2, "hedeby": 2},
        "waiting": ["axe-or-house", "house"],
    }
    stored = roll_and_raid.validate(table("production", ana=last), store("house", "hedeby"), pack=CHOICE)
    assert of(stored)["waiting"] == []


def test_a_choice_on_a_sheet_that_is_not_told_is_open(roll_and_raid: Referee) -> None:
    answer = roll_and_raid.validate(hidden_from(PRODUCTION, "armoury"), SERVE, pack=CHOICE)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["sheet-known"]


@pytest.mark.parametrize(
    ("armoury", "die", "count"),
    [
        pytest.param(["a1", "a2", "a3"], "orange", 2, id="a house and the choice"),
        pytest.param(["a1", "a2"], "grey", 1, id="the last axe: the choice alone"),
        pytest.param(["a1"], "grey", 0, id="another axe has room"),
    ],
)
def test_a_choice_that_waits_needs_room_where_it_is_unknown(
    roll_and_raid: Referee, armoury: list[str], die: str, count: int
) -> None:
    """With less room the choice would be lost, so that it still waits rests on that room."""
    two = {"brown": 2, "grey": 2, "orange": 2}
    zones = {"armoury": armoury, "waiting": ["axe-or-house"], "tracks": {"brown": 0, "grey": 0, "orange": 0}}
    told = table("production", dice=two, ana=zones)
    answer = roll_and_raid.validate(hidden_from(told, "settlements"), use(die, "track"), pack=CHOICE)
    assert "axe-or-house" in of(answer)["waiting"]
    rooms = [one["detail"]["count"] for one in answer["assumed"] if one["fact"] == "room"]
    assert rooms == ([count] if count else [])


def test_a_choice_of_one_is_no_choice(roll_and_raid: Referee) -> None:
    pack = with_part(seasons={"bonuses": [{"round": 2, "gives": {"one_of": ["axe", "axe"]}}]})
    assert errors(roll_and_raid, pack) == ["/seasons/bonuses/0/gives/one_of"]


# ---------------------------------------------------------------- requirements


@pytest.mark.breaks("roll-and-raid/gods/first-free")
def test_a_box_of_a_god_may_ask_for_a_least_value(roll_and_raid: Referee) -> None:
    pack = without_favours(with_part(gods=[{"id": "odin", "name": "Odin", "boxes": [{"least": 4}, {"least": 6}]}]))
    assert roll_and_raid.validate(PRODUCTION, use("brown", "god", god="odin"), pack=pack)["verdict"] == "legal"
    assert roll_and_raid.validate(PRODUCTION, use("grey", "god", god="odin"), pack=pack).broken == ["gods/first-free"]
    raised = table("production", ana={"raised": {"grey": 2}, "altar": 2, "vikings": 3})
    assert roll_and_raid.validate(raised, use("grey", "god", god="odin"), pack=pack)["verdict"] == "legal"
    unknown = roll_and_raid.validate(
        hidden_from(PRODUCTION, "raised", "altar"), use("grey", "god", god="odin"), pack=pack
    )
    assert unknown["verdict"] == "undetermined"
    assert roll_and_raid.audit(table("production", ana={"gods": {"odin": [2]}}), pack=pack).broken == [
        "gods/first-free"
    ]


@pytest.mark.breaks("roll-and-raid/development/requirement")
def test_a_development_may_ask_for_a_colour(roll_and_raid: Referee) -> None:
    mead = {"id": "mead", "name": "Mead hall", "colour": "brown"}
    pack = with_part(developments=[mead])
    acquire = use("orange", "development", development="mead")
    assert roll_and_raid.validate(PRODUCTION, acquire, pack=pack).broken == ["development/requirement"]
    assert roll_and_raid.validate(PRODUCTION, {**acquire, "die": "brown"}, pack=pack)["verdict"] == "legal"
    favour = table("production", ana={"armoury": ["a1", "a2"]})
    assert roll_and_raid.validate(favour, {**acquire, "die": "f-axe"}, pack=pack)["verdict"] == "legal"
    dye = {"id": "dye", "name": "Dye", "effects": [{"type": "recolour", "die": "orange", "as": "brown"}]}
    both = with_part(developments=[mead, dye])
    unknown = roll_and_raid.validate(hidden_from(PRODUCTION, "developments"), acquire, pack=both)
    assert unknown["verdict"] == "undetermined"
    assert unknown.missing == ["sheet-known"]


# ---------------------------------------------------------------- the altar

DEAR = with_part(altar={"boxes": None, "costs": [1, 2, 3]})


@pytest.mark.breaks("roll-and-raid/altar/vikings", "roll-and-raid/altar/limit")
def test_later_boxes_of_the_altar_cost_more(roll_and_raid: Referee) -> None:
    raise_ = altar("die", die="brown")
    for marked, left, price in ((0, 5, 1), (1, 5, 2), (2, 5, 3)):
        told = table("production", ana={"altar": marked, "vikings": left, "hall": 12})
        after = of(roll_and_raid.validate(told, raise_, pack=DEAR))
        assert (after["vikings"], after["altar"]) == (left - price, marked + 1)
    poor = table("production", ana={"altar": 2, "vikings": 2, "hall": 12})
    assert roll_and_raid.validate(poor, raise_, pack=DEAR).broken == ["altar/vikings"]
    full = table("production", ana={"altar": 3, "vikings": 2, "hall": 12})
    assert roll_and_raid.validate(full, raise_, pack=DEAR).broken == ["altar/limit"]


def test_the_price_of_a_box_needs_the_boxes_marked(roll_and_raid: Referee) -> None:
    told = hidden_from(PRODUCTION, "altar", "raised")
    answer = roll_and_raid.validate(told, altar("raid"), pack=DEAR)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["sheet-known"]
    assert roll_and_raid.validate(told, altar("raid"), pack=PACK)["verdict"] == "legal"


def test_vikings_given_on_a_dear_altar_are_crossed_out(roll_and_raid: Referee) -> None:
    told = table("production", ana={"altar": 3, "vikings": 5, "hall": 10})
    assert roll_and_raid.audit(told, pack=DEAR).broken == ["hall/crossed-once"]
    assert roll_and_raid.audit(told, pack=PACK)["verdict"] == "possible"


def test_costs_and_boxes_of_the_altar_must_agree(roll_and_raid: Referee) -> None:
    assert errors(roll_and_raid, with_part(altar={"boxes": 4, "costs": [1, 2, 3]})) == ["/altar/costs"]


def test_help_in_a_raid_on_a_dear_altar(roll_and_raid: Referee) -> None:
    low = attacking(step="help", lying=[1, 2], ana={"altar": 1, "vikings": 3, "hall": 9})
    after = of(roll_and_raid.validate(low, altar("raid"), pack=DEAR))
    assert (after["vikings"], after["altar"]) == (1, 2)
    poor = attacking(ana={"altar": 2, "vikings": 2, "hall": 9})
    failed = roll_and_raid.validate(poor, attack(1, 1), pack=DEAR)
    assert "failed" in [event["type"] for event in failed["events"]]


# ---------------------------------------------------------------- cards and raid dice


@pytest.mark.breaks("roll-and-raid/setup/one-place")
def test_copies_have_names_of_their_own(roll_and_raid: Referee) -> None:
    cards = [{**card, "copies": 2} if card["id"] == "iona" else card for card in PACK["cards"]]
    pack = with_part(cards=cards)
    told = attacking("iona", display=["lindisfarne", "iona", "iona-2"], ana={"choice": 2})
    assert roll_and_raid.audit(told, pack=pack)["verdict"] == "possible"
    assert roll_and_raid.audit(changed(told, display=["lindisfarne", "iona", "iona"]), pack=pack).broken == [
        "setup/one-place"
    ]
    second = finished(ana={"raids": ["iona-2"]})
    assert roll_and_raid.score(second, pack=pack).total("ana") == 2
    question = {"state": finished(ana={"raids": ["iona-3"]}), "pack": pack}
    assert roll_and_raid.problem("audit", question) == ["/state/players/0/raids/0"]
    seven = with_part(cards=cards, decks=[{"clans": 2, "levels": {"1": 7}}])
    assert errors(roll_and_raid, seven) == []
    assert (
        len(set(roll_and_raid.ask("setup", {"players": ["a", "b"], "seed": 1, "pack": seven})["state"]["deck"])) == 7
    )


def test_a_copy_may_not_take_the_name_of_another_card(roll_and_raid: Referee) -> None:
    cards = [{**PACK["cards"][0], "copies": 2}, {**PACK["cards"][1], "id": "lindisfarne-2"}, *PACK["cards"][2:]]
    assert errors(roll_and_raid, with_part(cards=cards)) == ["/cards/0/copies"]


@pytest.mark.breaks("roll-and-raid/raids/dice")
def test_another_number_of_raid_dice_in_winter(roll_and_raid: Referee) -> None:
    pack = with_part(raid_dice={"dice": 2, "winter": 1})
    summer, winter = attacking(), attacking(round=6)
    assert roll_and_raid.validate(summer, attack(4, 4), pack=pack)["verdict"] == "legal"
    assert roll_and_raid.validate(summer, attack(6), pack=pack).broken == ["raids/dice"]
    assert roll_and_raid.validate(winter, attack(6), pack=pack)["verdict"] == "legal"
    assert roll_and_raid.validate(winter, attack(4, 4), pack=pack).broken == ["raids/dice"]
    assert len(roll_and_raid.moves(winter, pack=pack, type="attack")["moves"]) == 6


def test_the_season_decides_how_many_dice_are_rolled(roll_and_raid: Referee) -> None:
    pack = with_part(raid_dice={"dice": 2, "winter": 1})
    told = without(attacking(), "round")
    told = {**told, "players": [without(clan, "rounds") for clan in told["players"]]}
    answer = roll_and_raid.validate(told, attack(4, 4), pack=pack)
    assert answer["verdict"] == "undetermined"
    assert set(answer.missing) == {"round-known"}
    assert roll_and_raid.validate(told, attack(4, 4, 4), pack=pack).broken == ["raids/dice"]
    assert not roll_and_raid.moves(told, pack=pack, type="attack")["complete"]


# ---------------------------------------------------------------- glory by rank


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((5, 3, 1), (7, 3, 0)),
        ((5, 5, 1), (7, 7, 0)),
        ((5, 3, 3), (7, 3, 3)),
        ((0, 0, 0), (0, 0, 0)),
        ((2, 0, 0), (7, 0, 0)),
    ],
)
def test_the_most_at_a_festival(
    roll_and_raid: Referee, given: tuple[int, int, int], expected: tuple[int, int, int]
) -> None:
    term = {"type": "majority", "count": "festival-vikings", "of": "8", "points": [7, 3]}
    pack = with_part(scoring={"sacrifices": [term], "developments": [], "gods": [], "battle": []})
    sheets = {
        name: {"sacrifices": {"8": count}, "vikings": 1, "hall": 20}
        for name, count in zip(("ana", "bruno", "carla"), given, strict=True)
    }
    answer = roll_and_raid.score(finished(**sheets), pack=pack)
    assert tuple(answer.total(name) for name in ("ana", "bruno", "carla")) == expected


def test_a_majority_needs_all_clans(roll_and_raid: Referee) -> None:
    term = {"type": "majority", "count": "festival-vikings", "points": [7]}
    pack = with_part(scoring={"sacrifices": [term], "developments": [], "gods": [], "battle": []})
    told = finished()
    answer = roll_and_raid.score({**told, "players": told["players"][:1]}, pack=pack)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == ["whole-table"]
    assert answer.total("ana") is None
