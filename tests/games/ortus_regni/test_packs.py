"""Component packs: what is refused, what is odd, decks of one's own, and what rests on a stand-in."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from service.games.ortus_regni.game import GAME as game
from tests.client import Referee
from tests.games.ortus_regni.tables import at, attack, field, make, table, words

BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))
LARGE = {"monk": 6, "church": 6, "land": 6, "castle": 6}


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    pack = copy.deepcopy(BASE)
    pack["id"] = "mine"
    change(pack)
    return pack


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda pack: pack["decks"][0]["cards"].update(castle=2), "/decks/0/cards"),
        (lambda pack: pack["decks"][0]["cards"].update(castle=4), "/decks/0/cards"),
        (
            lambda pack: pack["decks"][0].update(cards={"vassal": 7, "land": 6, "castle": 6, "monk": 5}),
            "/decks/0/cards/vassal",
        ),
        (lambda pack: pack["decks"][0].update(cards=LARGE, towers=["monk", "banner"]), "/decks/0/cards/monk"),
        (
            lambda pack: pack["decks"][0].update(cards={"palace": 1, "land": 6, "castle": 6, "monk": 6, "vassal": 5}),
            "/decks/0/cards",
        ),
        (lambda pack: pack["decks"][0].update(towers=["banner"]), "/decks/0/towers"),
        (lambda pack: pack["decks"][1].update(id="march"), "/decks/1/id"),
        (lambda pack: pack["units"].pop(), "/units"),
        (lambda pack: pack["units"][0].update(card="dragon"), "/units/0/card"),
        (lambda pack: pack["units"][0].update(absorbs=2), "/units/0/absorbs"),
        (lambda pack: pack["strongholds"][2].update(damage=2), "/strongholds/2/damage"),
        (lambda pack: pack["strongholds"].pop(0), "/strongholds"),
        (lambda pack: pack["piles"][0].update(count=14), "/piles/0/count"),
        (lambda pack: pack["piles"][0].update(each_more=3), "/piles/0/each_more"),
        (lambda pack: pack["piles"].pop(1), "/piles"),
        (lambda pack: pack["piles"][1].update(card="king"), "/piles/1/card"),
    ],
)
def test_an_inconsistent_pack_is_refused(ortus_regni: Referee, change: Callable[[Any], Any], pointer: str) -> None:
    answer = ortus_regni.ask("packs/check", {"pack": changed(change)})
    assert answer["usable"] is False
    assert pointer in [one["pointer"] for one in answer["findings"] if one["level"] == "error"]


def test_the_box_is_as_the_book_counts_it(ortus_regni: Referee) -> None:
    assert {entry["provenance"] for kind in ("units", "strongholds", "piles") for entry in BASE[kind]} == {"rulebook"}
    assert {deck["provenance"] for deck in BASE["decks"]} == {"stand-in"}
    answer = ortus_regni.ask("packs/check", {"pack": BASE})
    assert answer["usable"] is True
    assert {one["pointer"] for one in answer["findings"]} == {f"/decks/{place}/provenance" for place in range(3)}


def test_a_deck_of_ones_own_is_brought_by_its_id(ortus_regni: Referee) -> None:
    own = {"id": "clerics", "name": "Clerics", "cards": LARGE, "provenance": "published"}
    pack = changed(lambda pack: pack.update(decks=[own]))
    start = {"phase": "decks", "players": [{"name": "ana", "deck": None}, {"name": "bruno", "deck": ["?"] * 24}]}
    answer = ortus_regni.validate(start, make("build", deck="clerics"), pack=pack)
    assert answer["verdict"] == "legal"
    assert sorted(answer["state"]["players"][0]["built"]) == sorted(words("monk*6 church*6 land*6 castle*6"))


def test_other_values_give_other_battles(ortus_regni: Referee) -> None:
    """A house-made pack in which Champions deal three points."""
    pack = changed(lambda pack: pack["units"][2].update(deals=3, provenance="stand-in"))
    mid = at(ortus_regni, table(ana={"hand": "champion"}, bruno={"towers": "?*3"}), attack())
    answer = ortus_regni.validate(mid, field(hand="champion"), pack=pack)
    assert answer["state"]["pending"]["damage"] == [3, 0]
    assert "stand" in json.dumps(answer["rests_on"])


def test_a_table_of_our_own_decks_says_so(ortus_regni: Referee) -> None:
    answer = ortus_regni.ask("setup", {"players": ["ana", "bruno"], "seed": 5})
    plain = ortus_regni.ask("setup", {"players": ["ana", "bruno"]})
    assert answer["rests_on"] != plain["rests_on"]
    assert "stand" in json.dumps(answer["rests_on"])


def test_a_pack_is_filtered(ortus_regni: Referee) -> None:
    pack = ortus_regni.http.get("/v1/games/ortus-regni/packs/base?deck=court&pile=joust").get_json()["pack"]
    assert [deck["id"] for deck in pack["decks"]] == ["court"]
    assert {pile["deck"] for pile in pack["piles"]} == {"joust"}
