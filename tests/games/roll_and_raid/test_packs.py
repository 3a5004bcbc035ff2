"""Packs of Roll & Raid: the template, the check that leads through typing one in, and what it finds."""

import copy
from typing import Any

import pytest

from schemas.roll_and_raid_pack import PARTS
from tests.client import Answer, Referee
from tests.games.roll_and_raid.tables import PACK, use, without


def check(referee: Referee, pack: dict[str, Any]) -> Answer:
    return referee.ask("packs/check", {"pack": pack})


def errors(answer: Answer) -> list[str]:
    return [finding["pointer"] for finding in answer["findings"] if finding["level"] == "error"]


@pytest.fixture
def template(roll_and_raid: Referee) -> Any:
    response = roll_and_raid.http.get("/v1/games/roll-and-raid/packs/template")
    assert response.status_code == 200
    return response.get_json()


def test_the_template_has_every_part_and_can_be_used(roll_and_raid: Referee, template: Any) -> None:
    assert [part["part"] for part in template["parts"]] == list(PARTS)
    assert set(PARTS) <= set(template["pack"])
    answer = check(roll_and_raid, template["pack"])
    assert answer["usable"]
    assert errors(answer) == []


def test_the_template_is_marked_as_made_up_throughout(roll_and_raid: Referee, template: Any) -> None:
    marked = [finding["pointer"].split("/")[1] for finding in check(roll_and_raid, template["pack"])["findings"]]
    assert set(PARTS) <= set(marked)


def test_only_roll_and_raid_has_a_template(roll_and_raid: Referee) -> None:
    for game in ("kingdomino", "brian-boru"):
        assert roll_and_raid.http.get(f"/v1/games/{game}/packs/template").status_code == 404


def test_an_empty_pack_is_led_through_all_parts(roll_and_raid: Referee) -> None:
    answer = check(roll_and_raid, {"id": "mine", "title": "Mine"})
    assert answer["usable"]
    assert [finding["pointer"] for finding in answer["findings"]] == [f"/{part}" for part in PARTS]
    assert "next to be typed in" in answer["findings"][0]["message"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_left_out_is_the_next(roll_and_raid: Referee, part: str) -> None:
    answer = check(roll_and_raid, without(PACK, part))
    (missing,) = [finding for finding in answer["findings"] if finding["pointer"] == f"/{part}"]
    assert f"`{part}`, is next to be typed in" in missing["message"]
    assert answer["usable"]


@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_typed_in_by_itself(roll_and_raid: Referee, part: str) -> None:
    """In any order: what another part would confirm is not an error while that part is missing."""
    answer = check(roll_and_raid, {"id": "mine", "title": "Mine", part: PACK[part]})
    assert errors(answer) == []


def spoiled(*path: Any, value: Any) -> dict[str, Any]:
    """The pack with one thing in it changed."""
    pack = copy.deepcopy(PACK)
    place: Any = pack
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return pack


MISTAKES: list[tuple[str, dict[str, Any], str]] = [
    ("a track too few", spoiled("tracks", 2, value=None), "/tracks"),
    ("a colour twice", spoiled("tracks", 2, "colour", value="grey"), "/tracks/2/colour"),
    ("more Vikings than places", spoiled("great_hall", "start", value=21), "/great_hall/start"),
    ("a hexagon twice", spoiled("port", "hexagons", 1, "id", value="p1"), "/port/hexagons/1/id"),
    ("more ships than hexagons", spoiled("port", "start", value=5), "/port/start"),
    ("a favour die of no list", spoiled("port", "hexagons", 2, "favours", value=["f-loki"]), "/port/hexagons/2/favours/0"),
    ("a settlement twice", spoiled("settlements", 1, "id", value="ribe"), "/settlements/1/id"),
    ("a settlement's favour die of no list", spoiled("settlements", 0, "favour", value="f-loki"), "/settlements/0/favour"),
    ("a god twice", spoiled("gods", 1, "id", value="odin"), "/gods/1/id"),
    ("half a bonus", spoiled("gods", 0, "boxes", 0, "gives", value={"track": "brown"}), "/gods/0/boxes/0/gives"),
    ("a favour die named like a resource die", spoiled("favours", 0, "id", value="brown"), "/favours/0/id"),
    ("a development after nothing", spoiled("developments", 1, "after", value=["mead"]), "/developments/1/after/0"),
    ("a requirement of no settlement", spoiled("developments", 2, "needs", value=[{"count": "houses", "of": "york"}]), "/developments/2/needs/0/of"),
    ("a requirement that cannot be narrowed", spoiled("developments", 2, "needs", value=[{"count": "axes", "of": "ribe"}]), "/developments/2/needs/0/of"),
    ("a card twice", spoiled("cards", 1, "id", value="lindisfarne"), "/cards/1/id"),
    ("a raid card that is set aside", spoiled("set_aside", 0, "id", value="iona"), "/set_aside/0/id"),
    ("more cards than there are", spoiled("decks", 0, "levels", value={"1": 7}), "/decks/0/levels/1"),
    ("a number of clans twice", spoiled("decks", 1, "clans", value=1), "/decks/1/clans"),
    ("a festival without a table", spoiled("festivals", 3, value=None), "/festivals"),
    ("glory for no god", spoiled("scoring", "gods", 0, value={"type": "each", "count": "god-boxes", "of": "loki", "points": 1}), "/scoring/gods/0/of"),
]  # fmt: skip


@pytest.mark.parametrize(("pack", "pointer"), [case[1:] for case in MISTAKES], ids=[case[0] for case in MISTAKES])
def test_a_mistake_is_found_with_a_pointer(roll_and_raid: Referee, pack: dict[str, Any], pointer: str) -> None:
    answer = check(roll_and_raid, pack)
    assert pointer in errors(answer), answer["findings"]
    assert not answer["usable"]
    question = {"state": {"players": [{"name": "ana"}]}, "move": use("brown", "track"), "pack": pack}
    refused = roll_and_raid.problem("validate", question)
    assert all(place.startswith("/pack") for place in refused)


@pytest.mark.parametrize(
    ("pack", "pointer"),
    [
        (spoiled("seasons", "rounds", value=["summer"] * 15), "/pack/seasons/rounds"),
        (spoiled("seasons", "rounds", 0, value="spring"), "/pack/seasons/rounds/0"),
        (spoiled("village_die", "colour", value="red"), "/pack/village_die/colour"),
        (spoiled("tracks", 0, "boxes", 0, value="sheep"), "/pack/tracks/0/boxes/0"),
        (spoiled("developments", 0, "value", value=3), "/pack/developments/0/value"),
        (spoiled("developments", 0, "effects", value=[{"type": "fly"}]), "/pack/developments/0/effects/0"),
        (spoiled("cards", 0, "defence", value="high"), "/pack/cards/0/defence"),
        (spoiled("cards", 0, "summer", "gold", value=1), "/pack/cards/0/summer"),
        (spoiled("festivals", 0, "round", value=5), "/pack/festivals/0/round"),
        (spoiled("raid_dice", "dice", value=0), "/pack/raid_dice/dice"),
        (spoiled("scoring", "battle", 0, value={"type": "printed", "on": "sails"}), "/pack/scoring/battle/0"),
        ({**PACK, "wives": []}, "/pack"),
    ],
)
def test_what_no_pack_can_say_is_refused(roll_and_raid: Referee, pack: dict[str, Any], pointer: str) -> None:
    found = roll_and_raid.problem("packs/check", {"pack": pack})
    assert any(place.startswith(pointer) for place in found), found


def test_a_made_up_pack_is_named_in_every_ruling(roll_and_raid: Referee) -> None:
    state = roll_and_raid.ask("setup", {"players": ["ana", "bruno"], "seed": 5, "pack": "training"})["state"]
    answer = roll_and_raid.moves(state, pack="training")
    assert [basis["kind"] for basis in answer["rests_on"]] == ["stand-in"]


def test_the_shipped_packs_can_be_used(roll_and_raid: Referee) -> None:
    for name in ("base", "training"):
        pack = roll_and_raid.http.get(f"/v1/games/roll-and-raid/packs/{name}").get_json()["pack"]
        answer = check(roll_and_raid, {**pack, "id": "again"})
        assert errors(answer) == []
    assert all(
        part not in roll_and_raid.http.get("/v1/games/roll-and-raid/packs/base").get_json()["pack"] for part in PARTS
    )
