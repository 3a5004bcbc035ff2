"""What a pack can say, word by word: every effect of a development, everything that can be counted, every kind of glory."""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from schemas.roll_and_raid_pack import Countable, Effect, Term
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
    done,
    finished,
    pay,
    refill,
    store,
    table,
    use,
)

Check = Callable[[Answer], bool]


def of(answer: Answer, name: str = "ana") -> dict[str, Any]:
    return next(player for player in answer["state"]["players"] if player["name"] == name)


def mead(**development: Any) -> dict[str, Any]:
    """The pack with a single development, the mead hall."""
    return {**PACK, "id": "mead", "developments": [{"id": "mead", "name": "Mead hall", **development}]}


def effect(**words: Any) -> dict[str, Any]:
    return mead(effects=[words])


OWNED = {"developments": ["mead"]}
ACQUIRE = use("brown", "development", development="mead")
NEXT_ROUND = table("maintenance", display=["iona", "portland"], ana={"raids": ["lindisfarne"], **OWNED})

EFFECTS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], Check]] = [
    ("gain: goods at once", effect(type="gain", bonus={"axes": 1, "vikings": 2}), table("production"), ACQUIRE, lambda a: (of(a)["axes"], of(a)["vikings"]) == (2, 7)),
    ("gain: houses wait for a place", effect(type="gain", bonus={"houses": 2}), table("production"), ACQUIRE, lambda a: of(a)["waiting"] == ["house", "house"]),
    ("gain: boxes on a track, with what they give", effect(type="gain", bonus={"track": "grey", "boxes": 3}), table("production"), ACQUIRE, lambda a: (of(a)["tracks"]["grey"], of(a)["axes"]) == (5, 2)),
    ("gain: only once", effect(type="gain", bonus={"axes": 1}), NEXT_ROUND, refill("jarrow"), lambda a: of(a)["axes"] == 1),
    ("income: every later round", effect(type="income", bonus={"vikings": 1}), NEXT_ROUND, refill("jarrow"), lambda a: (of(a)["vikings"], of(a, "bruno")["vikings"]) == (6, 5)),
    ("income: not when acquired", effect(type="income", bonus={"vikings": 1}), table("production"), ACQUIRE, lambda a: of(a)["vikings"] == 5),
    ("income: in its rounds only", effect(type="income", bonus={"vikings": 1}, rounds=[5, 6]), NEXT_ROUND, refill("jarrow"), lambda a: of(a)["vikings"] == 5),
    ("raise: on a track of its colour", effect(type="raise", use="track", colour="brown", amount=2), table("production", ana=OWNED), use("brown", "track"), lambda a: of(a)["tracks"]["brown"] == 9),
    ("raise: not on another track", effect(type="raise", use="track", colour="brown", amount=2), table("production", ana=OWNED), use("grey", "track"), lambda a: of(a)["tracks"]["grey"] == 4),
    ("raise: in the hall", effect(type="raise", use="hall"), table("production", ana=OWNED), use("orange", "hall"), lambda a: of(a)["vikings"] == 11),
    ("raise: for a god", effect(type="raise", use="god"), table("production", ana=OWNED), use("grey", "god", god="thor"), lambda a: of(a)["gods"] == {"thor": [3]}),
    ("recolour: brown as grey", effect(type="recolour", die="brown", **{"as": "grey"}), table("production", ana=OWNED), use("brown", "track", track="grey"), lambda a: of(a)["tracks"] == {"brown": 3, "grey": 6, "orange": 2}),
    ("recolour: brown as the village die", effect(type="recolour", die="brown", **{"as": "orange"}), table("production", ana=OWNED), use("brown", "hall"), lambda a: of(a)["vikings"] == 9),
    ("extra-die: the third one", effect(type="extra-die"), table("production", ana={**OWNED, "dice_used": ["grey", "orange"]}), use("brown", "track"), lambda a: of(a)["dice_used"] == ["brown", "grey", "orange"]),
    ("altar: two on a die for a Viking", effect(type="altar", benefit="die"), table("production", ana=OWNED), altar("die", die="brown"), lambda a: (of(a)["raised"], of(a)["vikings"]) == ({"brown": 2}, 4)),
    ("altar: three on the raid roll", effect(type="altar", benefit="raid"), attacking("iona", step="help", lying=[1, 2], ana={**OWNED, "choice": 2}), altar("raid"), lambda a: a["state"]["raids"][0]["step"] == "pay"),
    ("raid-roll: always one more", effect(type="raid-roll"), attacking(ana={**OWNED, "choice": 1}), attack(2, 2), lambda a: a["state"]["raids"][0]["step"] == "pay"),
    ("raid-roll: on its levels only", effect(type="raid-roll", levels=[2]), attacking(ana={**OWNED, "choice": 1}), attack(2, 2), lambda a: a["state"]["raids"][0]["step"] == "help"),
    ("raid-roll: on its type", effect(type="raid-roll", card_type="abbey"), attacking(ana={**OWNED, "choice": 1}), attack(2, 2), lambda a: a["state"]["raids"][0]["step"] == "pay"),
    ("raid-roll: not on another type", effect(type="raid-roll", card_type="town"), attacking(ana={**OWNED, "choice": 1}), attack(2, 2), lambda a: a["state"]["raids"][0]["step"] == "help"),
    ("raid-roll: in its region only", effect(type="raid-roll", region="scotland"), attacking(ana={**OWNED, "choice": 1}), attack(2, 2), lambda a: a["state"]["raids"][0]["step"] == "help"),
    ("discount: a ship less", effect(type="discount", less={"ships": 1}), attacking(step="pay", lying=[4, 4], ana={**OWNED, "choice": 1}), pay(vikings=1), lambda a: of(a)["raids"] == ["lindisfarne"]),
    ("discount: on its type", effect(type="discount", less={"ships": 1}, card_type="abbey", region="england", levels=[1]), attacking(step="pay", lying=[4, 4], ana={**OWNED, "choice": 1}), pay(vikings=1), lambda a: of(a)["ships"] == 1),
    ("discount: not on another type", effect(type="discount", less={"ships": 1}, card_type="town"), attacking(step="pay", lying=[4, 4], ana={**OWNED, "choice": 1}), pay(vikings=1, ships=1), lambda a: of(a)["ships"] == 0),
    ("discount: never below nothing", effect(type="discount", less={"ships": 5}), attacking(step="pay", lying=[4, 4], ana={**OWNED, "choice": 1}), pay(vikings=1), lambda a: of(a)["ships"] == 1),
    ("discount: in its season only", effect(type="discount", less={"ships": 1}, season="winter"), attacking(step="pay", lying=[4, 4], ana={**OWNED, "choice": 1}), pay(vikings=1, ships=1), lambda a: of(a)["ships"] == 0),
    ("discount: it makes the raid payable", effect(type="discount", less={"ships": 1}), attacking(ana={**OWNED, "choice": 1, "ships": 0}), attack(4, 4), lambda a: a["state"]["raids"][0]["step"] == "pay"),
    ("safe-retreat: nothing is paid", effect(type="safe-retreat"), bids(bidding("ana", "bruno", ana={**OWNED, "choice": 1}), bruno=2), bid(0), lambda a: (of(a)["vikings"], of(a)["axes"], of(a)["ships"]) == (5, 1, 1) and a["next"]["moves"] == ["attack"]),
    ("cost: paid on top of the die", mead(cost={"vikings": 2, "axes": 1}), table("production"), ACQUIRE, lambda a: (of(a)["vikings"], of(a)["axes"]) == (3, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("pack", "told", "move", "check"), [case[1:] for case in EFFECTS], ids=[case[0] for case in EFFECTS]
)
def test_an_effect_does_what_the_page_says(
    roll_and_raid: Referee, pack: dict[str, Any], told: dict[str, Any], move: dict[str, Any], check: Check
) -> None:
    answer = roll_and_raid.validate(told, move, pack=pack)
    assert answer["verdict"] == "legal", (answer["violations"], answer["missing"])
    assert check(answer), answer["state"]


def test_every_effect_has_a_case() -> None:
    tried = {name.split(":")[0] for name, *_ in EFFECTS} | {
        "glory",
        "other",
    }  # a text does nothing that could be compared
    assert {shape.__struct_config__.tag for shape in get_args(Effect)} <= tried


@pytest.mark.obeys("roll-and-raid/development/once")
def test_the_same_development_again_where_that_is_agreed(roll_and_raid: Referee) -> None:
    """Its effect counts twice then."""
    pack = effect(type="raise", use="hall")
    told = changed(table("production", ana=OWNED), options={"house_rules": {"developments_again": "again"}})
    twice = roll_and_raid.validate(told, ACQUIRE, pack=pack)
    assert of(twice)["developments"] == ["mead", "mead"]
    assert of(roll_and_raid.validate(twice["state"], use("orange", "hall"), pack=pack))["vikings"] == 12


def test_without_the_development_there_is_no_effect(roll_and_raid: Referee) -> None:
    pack = effect(type="recolour", die="brown", **{"as": "grey"})
    assert roll_and_raid.validate(table("production"), use("brown", "track", track="grey"), pack=pack).broken == [
        "track/own-colour"
    ]
    extra = table("production", ana={"dice_used": ["grey", "orange"]})
    assert roll_and_raid.validate(extra, use("brown", "track"), pack=effect(type="extra-die")).broken == [
        "dice/two-of-three"
    ]


def test_a_reward_waits_for_its_place_before_the_next_round(roll_and_raid: Referee) -> None:
    cards = [{**card, "reward": {"houses": 1}} if card["id"] == "lindisfarne" else card for card in PACK["cards"]]
    taken = roll_and_raid.validate(
        attacking(step="pay", lying=[4, 4]), pay(vikings=1, ships=1), pack={**PACK, "id": "reward", "cards": cards}
    )
    assert of(taken)["waiting"] == ["house"]
    assert taken["next"]["moves"] == ["store"]
    stored = roll_and_raid.validate(
        taken["state"], store("house", "ribe"), pack={**PACK, "id": "reward", "cards": cards}
    )
    assert of(stored)["vikings"] == 5 - 1 + 2
    assert stored["next"]["moves"] == ["refill"]


# ---------------------------------------------------------------- what can be counted

SHEET: dict[str, Any] = {
    "vikings": 4,
    "axes": 1,
    "ships": 2,
    "hall": 19,
    "armoury": ["a1", "a2"],
    "port": ["p1", "p3", "p4"],
    "tracks": {"brown": 12, "grey": 5, "orange": 4},
    "settlements": {"ribe": 2, "hedeby": 1},
    "gods": {"odin": [4, 5], "thor": [2, 6]},
    "developments": ["smithy", "rampart"],
    "raids": ["lindisfarne", "iona", "dorestad"],
    "altar": 3,
    "sacrifices": {"4": 3, "12": 1},
    "favours_used": ["f-port"],
}
"""Unlocked: f-port by p1, f-axe by a2, f-ribe by the settlement."""

COUNTS: list[tuple[str, str | None, int]] = [
    ("vikings", None, 4),
    ("axes", None, 1),
    ("ships", None, 2),
    ("vikings-recruited", None, 19),
    ("axes-stored", None, 2),
    ("ships-stored", None, 3),
    ("houses", None, 3),
    ("houses", "hedeby", 1),
    ("settlements", None, 1),
    ("track-boxes", None, 21),
    ("track-boxes", "grey", 5),
    ("tracks-complete", None, 1),
    ("god-boxes", None, 4),
    ("god-boxes", "odin", 2),
    ("god-values", None, 17),
    ("god-values", "thor", 8),
    ("gods-complete", None, 1),
    ("developments", None, 2),
    ("developments", "smithy", 1),
    ("developments", "shipyard", 0),
    ("raids", None, 3),
    ("raids", "1", 2),
    ("raids-of-type", None, 3),
    ("raids-of-type", "abbey", 2),
    ("raids-of-region", None, 3),
    ("raids-of-region", "england", 1),
    ("raid-types", None, 2),
    ("raid-regions", None, 3),
    ("altar", None, 3),
    ("festival-vikings", None, 4),
    ("festival-vikings", "4", 3),
    ("favours-unlocked", None, 3),
    ("favours-used", None, 1),
    ("favours-left", None, 2),
]


def glory(*terms: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The pack in which only these terms bring glory."""
    scoring = {"sacrifices": [], "developments": [], "gods": [], "battle": list(terms)}
    return {**PACK, "id": "glory", "scoring": scoring, **more}


def total(referee: Referee, pack: dict[str, Any]) -> int | None:
    return referee.score(finished(ana=SHEET), pack=pack).total("ana")


@pytest.mark.parametrize(("count", "of_", "expected"), COUNTS)
def test_what_is_counted(roll_and_raid: Referee, count: str, of_: str | None, expected: int) -> None:
    term = {"type": "each", "count": count, "points": 1, **({"of": of_} if of_ else {})}
    assert total(roll_and_raid, glory(term)) == expected
    assert total(roll_and_raid, glory({**term, "points": -2})) == -2 * expected
    assert total(roll_and_raid, glory({**term, "points": 5, "per": 2})) == expected // 2 * 5


def test_everything_countable_is_counted() -> None:
    assert {count for count, *_ in COUNTS} == set(get_args(Countable))


@pytest.mark.parametrize(("count", "of_", "expected"), COUNTS)
def test_what_a_development_asks_for(roll_and_raid: Referee, count: str, of_: str | None, expected: int) -> None:
    """Just enough is enough, one more is not."""
    need = {"count": count, **({"of": of_} if of_ else {})}
    told = table("production", round=13, ana={**SHEET, "raids": ["rathlin", "sheppey", "dorestad"]})
    for least in {max(expected, 1), expected + 1}:
        wanted = {"id": "mead", "name": "Mead hall", "needs": [{**need, "least": least}]}
        pack = {**PACK, "id": "mead", "developments": [*PACK["developments"], wanted]}
        answer = roll_and_raid.validate(told, use("brown", "development", development="mead"), pack=pack)
        assert answer.broken == ([] if least <= expected else ["development/requirement"]), answer["violations"]


# ---------------------------------------------------------------- how glory is counted

ROWS = [{"least": 1, "points": 2}, {"least": 3, "points": 5}, {"least": 6, "points": 9}]
TERMS: list[tuple[str, dict[str, Any], int]] = [
    ("each", {"type": "each", "count": "raids", "points": 3}, 9),
    ("table: the highest row reached", {"type": "table", "count": "vikings", "rows": ROWS}, 5),
    ("table: below the first row", {"type": "table", "count": "tracks-complete", "rows": ROWS[1:]}, 0),
    ("table: rows in any order", {"type": "table", "count": "ships", "rows": ROWS[::-1]}, 2),
    ("sets: the scarcest decides", {"type": "sets", "each_of": [{"count": "raids"}, {"count": "ships"}, {"count": "settlements"}], "points": 4}, 4),
    ("printed: settlements", {"type": "printed", "on": "settlements"}, 0),
    ("printed: developments", {"type": "printed", "on": "developments"}, 7),
    ("printed: god-boxes", {"type": "printed", "on": "god-boxes"}, 0 + 2 + 1 + 3),
    ("printed: god-tops", {"type": "printed", "on": "god-tops"}, 2 + 3),
    ("printed: raids", {"type": "printed", "on": "raids"}, 3 + 2 + 5),
    ("printed: gains", {"type": "printed", "on": "gains"}, 0),
    ("festivals", {"type": "festivals"}, 5 + 2),
    ("majority: the most of all clans", {"type": "majority", "count": "raids", "points": [7, 3]}, 7),
    ("majority: second of three", {"type": "majority", "count": "vikings", "points": [7, 3]}, 0),
]  # fmt: skip


@pytest.mark.parametrize(("term", "expected"), [case[1:] for case in TERMS], ids=[case[0] for case in TERMS])
def test_how_glory_is_counted(roll_and_raid: Referee, term: dict[str, Any], expected: int) -> None:
    assert total(roll_and_raid, glory(term)) == expected


def test_every_kind_of_glory_is_counted() -> None:
    assert {shape.__struct_config__.tag for shape in get_args(Term)} == {
        *(term["type"] for _, term, _ in TERMS),
        "other",  # a text counts nothing
    }


def test_glory_of_a_development_is_counted_with_the_developments(roll_and_raid: Referee) -> None:
    wanted = {
        "id": "smithy",
        "name": "Smithy",
        "effects": [{"type": "glory", "terms": [{"type": "each", "count": "raids", "points": 2}]}],
    }
    answer = roll_and_raid.score(finished(ana=SHEET), pack=glory(developments=[wanted, *PACK["developments"][1:]]))
    (clan,) = [player for player in answer["players"] if player["name"] == "ana"]
    assert [line["points"] for line in clan["lines"] if line["rule"].endswith("score/developments")] == [6]


def test_production_goes_on_until_all_are_done(roll_and_raid: Referee) -> None:
    """A raise by the altar is gone with the round, and so are the dice used."""
    told = table(
        "production",
        ana={"raised": {"grey": 1}, "altar": 1, "vikings": 4, "dice_used": ["brown"]},
        bruno={"done": True},
        carla={"done": True},
    )
    answer = roll_and_raid.validate(told, done(), pack=PACK)
    assert answer["state"]["phase"] == "choice"
    assert of(answer)["raised"] == {}
