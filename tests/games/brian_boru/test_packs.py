"""Component packs: what is refused, what is odd, and a home-made map that is played with."""

import copy
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.games.brian_boru.game import GAME as game
from tests.client import Referee
from tests.games.brian_boru.tables import BOARD, act, acting, trick_due

BASE: dict[str, Any] = json.loads((game.packs / "base.json").read_text("utf-8"))


def spoiled(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    pack = copy.deepcopy(BASE)
    pack["id"] = "mine"
    change(pack)
    return pack


def without_provenance(pack: dict[str, Any]) -> None:
    del pack["towns"][0]["provenance"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda pack: pack["roads"].append({"ends": ["C1", "Z9"]}), "/roads/36/ends/1"),
        (lambda pack: pack["roads"].append({"ends": ["C1", "C1"]}), "/roads/36"),
        (lambda pack: pack["cards"][4].pop("number"), "/cards/4/number"),
        (lambda pack: pack["cards"][4].update(number=1), "/cards/4/number"),
        (lambda pack: pack["tokens"].pop(0), "/regions/0"),
        (lambda pack: pack["tokens"].append(dict(pack["tokens"][0])), "/tokens/8/region"),
        (lambda pack: pack["tokens"][0].update(region="kerry"), "/tokens/0/region"),
        (lambda pack: pack["towns"][3].update(region="kerry"), "/towns/3/region"),
        (lambda pack: pack["towns"][3].update(id="N1"), "/towns/3/id"),
        (lambda pack: pack["regions"].append({"id": "kerry", "name": "Kerry"}), "/regions/8"),
        (lambda pack: pack["cards"].pop(), "/cards"),
        (lambda pack: pack["cards"][0].update(primary=["coin"]), "/cards/0/primary"),
        (lambda pack: pack["cards"][0].update(upper=["take"]), "/cards/0/upper"),
        (lambda pack: pack["cards"][0].update(upper=[]), "/cards/0/upper"),
        (lambda pack: pack["cards"][0].update(upper=["expand", "expand"]), "/cards/0/upper"),
        (lambda pack: pack["cards"][0].update(upper=["church", "coin", "church"]), "/cards/0/upper"),
        (lambda pack: pack["marriages"][0].update(region="kerry"), "/marriages/0/region"),
        (lambda pack: pack["marriages"][-1].update(princess=False), "/marriages"),
        (lambda pack: pack.update(marriages=pack["marriages"][-2:]), "/marriages"),
        (lambda pack: pack.update(vikings=pack["vikings"][:3]), "/vikings"),
        (lambda pack: pack.update(track=pack["track"][:1]), "/track"),
        (lambda pack: pack["spread"].pop(0), "/spread"),
    ],
)
def test_an_inconsistent_pack_is_refused(brian_boru: Referee, change: Callable[[Any], Any], pointer: str) -> None:
    pack = spoiled(change)
    answer = brian_boru.ask("packs/check", {"pack": pack})
    assert answer["usable"] is False
    errors = [finding["pointer"] for finding in answer["findings"] if finding["level"] == "error"]
    assert pointer in errors
    state = {"players": [{"name": "ana"}]}
    move = {"type": "wed", "player": "ana", "choice": "trade"}
    refused = brian_boru.problem("validate", {"state": state, "move": move, "pack": pack})
    assert f"/pack{pointer}" in refused


def test_the_base_pack_is_clean(brian_boru: Referee) -> None:
    answer = brian_boru.ask("packs/check", {"pack": {**BASE, "id": "mine"}})
    assert answer["usable"] is True
    assert answer["findings"] == []
    provenances = {entry["provenance"] for entries in BASE.values() if isinstance(entries, list) for entry in entries}
    assert provenances == {"rulebook", "published"}
    assert BASE["cards"][4]["note"]
    assert all(card["note"] for card in BASE["vikings"])


def test_a_pack_is_filtered(brian_boru: Referee) -> None:
    address = "/v1/games/brian-boru/packs/base"
    pack = brian_boru.http.get(address, query_string={"region": "ulaid", "number": 13}).get_json()["pack"]
    assert [town["id"] for town in pack["towns"]] == ["U1", "U2", "U3", "U4", "U5"]
    assert [card["number"] for card in pack["cards"]] == [13]
    assert brian_boru.http.get(address, query_string={"terrain": "lake"}).status_code == 422


def home_made() -> dict[str, Any]:
    """Six regions of three towns in a ring, a shorter track, and cards by another hand."""
    colours = ("red", "blue", "yellow")
    regions = [f"land-{number}" for number in range(6)]
    towns = [
        {"id": f"T{3 * number + place}", "region": region, "colour": colour}
        for number, region in enumerate(regions)
        for place, colour in enumerate(colours)
    ]
    cards = [
        {
            "number": number,
            "colour": (*colours, "white")[number % 4],
            "primary": ["take", "renown"] if number % 2 else ["take", "church", "pay"],
            "upper": ["coin", "coin", "raider", "expand"],
            "lower": [["courtship", "courtship"], ["free", "church"], ["renown", "pay"], ["raider"]][number % 4],
        }
        for number in range(1, 26)
    ]
    return {
        "id": "ring",
        "title": "A ring of towns",
        "regions": [{"id": region, "name": region} for region in regions],
        "tokens": [{"region": region, "threshold": 2, "points": 5} for region in regions],
        "towns": towns,
        "roads": [{"ends": [f"T{place}", f"T{(place + 1) % 18}"]} for place in range(18)],
        "cards": cards,
        "track": [{}, {"coins": 1}, {"town": True}, {"renown": 2}, {}],
        "marriages": [
            {"id": "one", "name": "One", "points": 1, "region": "land-1"},
            {"id": "two", "name": "Two", "renown": 2},
            {"id": "three", "name": "Three", "points": 3},
            {"id": "last", "name": "Last", "points": 5, "princess": True},
        ],
        "vikings": [{"strength": strength} for strength in (3, 4, 5, 6)],
        "spread": [{"regions": 0, "points": 0}, {"regions": 4, "points": 6}],
    }


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_home_made_map_is_played_to_the_end(brian_boru: Referee, count: int) -> None:
    """Inline in every request, the first legal move each time."""
    pack = home_made()
    assert brian_boru.ask("packs/check", {"pack": pack})["usable"] is True
    names = ["ana", "bruno", "carla", "dario", "eva"][:count]
    box = game.compile_pack(msgspec.convert(pack, game.shapes.pack))
    options = game.shapes.options()
    from service.referee.judge import rule_on

    choices = game.choices(options)
    table = game.table(game.setup(tuple(names), options, 4, box, choices), box, choices)
    log = []
    while moves := list(game.legal_moves(table, None, None)):
        log.append(moves[(7 * len(log)) % len(moves)])
        judgement = rule_on(game, table, log[-1])
        assert judgement.verdict == "legal", judgement.findings.broken
        table = judgement.after
    setup = {"players": names, "seed": 4}
    answer = brian_boru.ask("replay", {"setup": setup, "moves": msgspec.to_builtins(log), "pack": pack})
    assert answer["verdict"] == "legal", answer["ruling"]
    assert answer["state"]["phase"] == "over"
    score = brian_boru.score(answer["state"], pack=pack)
    assert score["final"] is True
    assert [entry["kind"] for entry in score["rests_on"] if entry["kind"] != "house-ruling"] == ["stand-in"]


@pytest.mark.parametrize(
    ("state", "move", "pointer"),
    [
        (trick_due(), {"type": "lead", "player": "ana", "town": "Z1", "card": 11}, "/move/town"),
        (trick_due(), {"type": "lead", "player": "zoe", "town": "C1", "card": 11}, "/move/player"),
        (trick_due(), {"type": "play", "player": "ana", "card": 26}, "/move/card"),
        (acting(("ana", 2), winner="carla"), act("upper", expand="Z1"), "/move/expand"),
        (trick_due(), {"type": "pick", "player": "ana", "cards": [1, 30]}, "/move/cards/1"),
        (trick_due(), {"type": "deal", "hands": {"zoe": []}}, "/move/hands/zoe"),
        (trick_due(), {"type": "prepare", "marriage": "nobody"}, "/move/marriage"),
        (trick_due(board=f"{BOARD}; Z1 ana"), {"type": "deal"}, "/state/towns/Z1"),
        (trick_due(ana={"hand": [2, 11, 13, 40]}), {"type": "deal"}, "/state/players/0/hand/3"),
        ({**trick_due(), "face_up": ["kerry"]}, {"type": "deal"}, "/state/face_up/0"),
        ({**trick_due(), "marriage_card": "nobody"}, {"type": "deal"}, "/state/marriage_card"),
        ({**trick_due(), "trick": {"town": "Z1"}}, {"type": "deal"}, "/state/trick/town"),
    ],
)
def test_what_is_not_in_the_pack_is_no_question(
    brian_boru: Referee, state: dict[str, Any], move: dict[str, Any], pointer: str
) -> None:
    assert brian_boru.problem("validate", {"state": state, "move": move}) == [pointer]


def test_a_score_is_of_one_thing(brian_boru: Referee) -> None:
    sheet = {"players": [{"name": "ana", "points": 1, "coins": 1, "renown": 1}]}
    assert brian_boru.problem("score", {}) == ["/state"]
    assert brian_boru.problem("score", {"sheet": sheet, "state": trick_due()}) == ["/state"]
    assert brian_boru.problem("score", {"state": {"players": [{"name": "ana"}]}})[0] == "/state/towns"
    unknown = {"players": [{**sheet["players"][0], "claims": ["kerry"]}]}
    assert brian_boru.problem("score", {"sheet": unknown}) == ["/sheet/players/0/claims/0"]
    assert brian_boru.problem("score", {"sheet": sheet, "claimed": {"zoe": 3}}) == ["/claimed/zoe"]
