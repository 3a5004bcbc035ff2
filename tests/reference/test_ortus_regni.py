"""Positions worked out by hand from the printed book of Ortus Regni."""

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.reference import ortus_regni as referee
from tests.reference.ortus_regni.odds import Unit, killed, killed_by_counting, odds_of_engagement

PACK = json.loads((Path(__file__).parents[2] / "service/games/ortus_regni/packs/base.json").read_text())
EMPTY: dict[str, Any] = {
    "deck": ["land", "castle", "vassal"],
    "discard": [],
    "hand": [],
    "towers": [],
    "mercenaries": [],
    "pool": [],
    "banners": 0,
    "emissaries": [],
    "cubes": 1,
    "removed": [],
}


def fief(number: int = 1, anchor: Any = "palace", lord: str | None = None, *properties: Any) -> dict[str, Any]:
    return {"id": number, "anchor": anchor, "lord": lord, "properties": list(properties)}


def table(rules: dict[str, str] | None = None, /, **earls: dict[str, Any]) -> dict[str, Any]:
    """A table in the middle of the game; the first Earl is at turn."""
    first = next(iter(earls))
    return {
        "options": {"edition": "es", "variants": [], "house_rules": rules or {}},
        "phase": "turn",
        "round": 3,
        "first": first,
        "turn": first,
        "acted": False,
        "players": [
            {"name": name, **copy.deepcopy(EMPTY), "fiefs": [fief()], **part} for name, part in earls.items()
        ],
        "eliminated": [],
        "king": None,
        "royal_army": [],
        "battle_deck": ["normal"] * 3,
        "battle_discard": [],
        "army_deck": ["infantry", "knights", "infantry"],
        "army_discard": [],
        "viking_deck": ["viking"] * 20,
        "viking_discard": [],
        "vikings": [],
        "black_markers": 0,
        "white_marker": False,
        "arrived": False,
        "pending": None,
    }


def play(state: dict[str, Any], *moves: dict[str, Any]) -> dict[str, Any]:
    for move in moves:
        assert referee.violations(state, move, PACK) == [], move
        state = referee.apply(state, move, PACK)
    return state


def earl(state: dict[str, Any], name: str) -> dict[str, Any]:
    return next(player for player in state["players"] if player["name"] == name)


def move(of_type: str, player: str, **fields: Any) -> dict[str, Any]:
    return {"type": of_type, "player": player, **fields}


def battle(state: dict[str, Any], how: str, attackers: dict[str, Any], defenders: dict[str, Any]) -> dict[str, Any]:
    """Both sides have fielded their forces."""
    where = {} if how == "towers" else {"fief": 1}
    return play(
        state,
        move("attack", "ana", target="bruno", kind=how, **where),
        move("field", "ana", force=attackers),
        move("field", "bruno", force=defenders),
    )


@pytest.mark.parametrize(
    ("card", "there", "armies"), [("land", ["market"], 2), ("market", ["land"], 0), ("land", [], 1)]
)
def test_land_and_market(card: str, there: list[str], armies: int) -> None:
    state = table(ana={"hand": [card], "fiefs": [fief(1, "palace", None, *there)]}, bruno={})
    after = play(state, move("attach", "ana", card=card, fief=1))
    assert len(earl(after, "ana")["pool"]) == armies


@pytest.mark.parametrize(("damage", "stands"), [(5, True), (6, False)])
def test_palace_behind_three_towers(damage: int, stands: bool) -> None:
    ana = {"hand": ["champion"] * (damage // 2) + ["vassal"] * (damage % 2)}
    state = table(ana=ana, bruno={"towers": ["land"] * 3})
    after = battle(state, "siege", {"hand": ana["hand"]}, {})
    assert (after["phase"] == "turn") is stands


def test_raid_through_a_tower() -> None:
    bruno = {"pool": ["infantry"], "towers": ["land"], "fiefs": [fief(1, "palace", None, "land", "land", "church")]}
    state = battle(
        table(ana={"hand": ["champion"] * 2}, bruno=bruno), "raid", {"hand": ["champion"] * 2}, {"pool": ["infantry"]}
    )
    state = play(state, {"type": "reveal"}, move("suffer", "ana", hit={"hand": ["champion"]}))
    wrong = move("suffer", "bruno", hit={"pool": ["infantry"]}, properties=["land"])
    assert "attack/raid-picks" in referee.violations(state, wrong, PACK)
    state = play(state, move("suffer", "bruno", hit={"pool": ["infantry"]}, properties=["land", "church"]))
    assert earl(state, "bruno")["fiefs"][0]["properties"] == ["land"]
    assert state["army_discard"] == ["infantry"]


def test_capture_of_two() -> None:
    fiefs = [fief(1, "palace", "prince"), fief(2, "castle", "vassal"), fief(3, "castle", "vassal")]
    bruno = {"fiefs": [fief(1, "castle", "monk", "land", "market", "church"), fief(2)]}
    state = battle(table(ana={"fiefs": fiefs}, bruno=bruno), "siege", {"lords": [1, 2, 3]}, {})
    assert state["pending"]["step"] == "capture"
    spoils = [{"card": card, "owner": "bruno"} for card in ("castle", "land")]
    more = move("capture", "ana", cards=[*spoils, {"card": "church", "owner": "bruno"}])
    assert referee.violations(state, more, PACK) == ["capture/slots"]
    state = play(state, move("capture", "ana", cards=spoils), move("place", "ana", card=spoils[1], fief=4))
    assert earl(state, "ana")["fiefs"][3] == fief(4, spoils[0], None, spoils[1])
    assert sorted(earl(state, "bruno")["discard"]) == ["church", "market", "monk"]


@pytest.mark.parametrize(("lord", "phase"), [("vassal", "over"), ("prince", "turn")])
def test_treachery_on_the_last_palace(lord: str, phase: str) -> None:
    state = table(ana={"hand": ["treachery"]}, bruno={"fiefs": [fief(1, "palace", lord)]})
    state = play(
        state, move("treachery", "ana", target="bruno", aim="lord", fief=1), move("allies", "bruno", play=False)
    )
    assert state["phase"] == phase


def test_dispute_is_a_tie() -> None:
    state = table(ana={"hand": ["treachery", "vassal"]}, bruno={"hand": ["allies", "vassal", "land"]})
    state = play(
        state,
        move("treachery", "ana", target="bruno", aim="hand"),
        move("allies", "bruno", play=True),
        move("dispute", "ana", vassal="hand"),
        move("dispute", "bruno", vassal="hand"),
        move("dispute", "ana", vassal=None),
    )
    assert earl(state, "bruno")["hand"] == ["land"]
    assert sorted(earl(state, "ana")["discard"]) == ["treachery", "vassal"]


@pytest.mark.parametrize(
    ("own", "rivals", "king"), [(1, (1, 0), False), (2, (1, 0), True), (1, (0, 1), False), (1, (0, 0), True)]
)
def test_crown(own: int, rivals: tuple[int, int], king: bool) -> None:
    carla = {"banners": rivals[1], "pool": ["infantry"]}
    state = table(ana={"hand": ["banner"], "banners": own}, bruno={"banners": rivals[0]}, carla=carla)
    after = play(state, move("claim", "ana"))
    assert (after["king"] == "ana") is king
    assert (after["pending"] == {"type": "coronation", "offering": ["carla"]}) is king


def test_bequeath_and_the_cathedral() -> None:
    ana = {"hand": ["banner"], "fiefs": [fief(1, "palace", "prince")], "discard": ["monk"]}
    cathedral = {"fiefs": [fief(1, "palace", None, "cathedral")]}
    assert referee.violations(table(ana=ana, bruno=cathedral), move("bequeath", "ana"), PACK) == ["bequeath/church"]
    ana["fiefs"] = [fief(1, "palace", "prince", "cathedral")]
    after = play(table(ana=ana, bruno={}), move("bequeath", "ana"))
    assert sorted(earl(after, "ana")["deck"]) == ["banner", "castle", "land", "monk", "prince", "vassal"]


RANKS = [
    ["prince"] * 3,
    ["vassal"] * 3,
    ["prince", "prince", "vassal"],
    ["prince", "prince", "nothing"],
    ["vassal", "vassal", "prince"],
    ["vassal", "vassal", "nothing"],
    ["prince", "vassal", "nothing"],
    ["prince", "nothing", "nothing"],
    ["vassal", "nothing", "nothing"],
    ["nothing"] * 3,
]


def test_ranks_of_a_joust() -> None:
    values = [referee.joust.rank(cards) for cards in RANKS]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_joust_and_champion() -> None:
    ana = {"hand": ["banner", "champion"], "fiefs": [fief(1, "palace", None, "land")]}
    bruno = {"fiefs": [fief(1, "palace", "prince", "market")]}
    state = play(
        table(ana=ana, bruno=bruno),
        move("joust", "ana"),
        move("enter", "bruno", bet={"fief": 1, "card": "market"}, jouster={"fief": 1}),
        move("enter", "ana", bet={"fief": 1, "card": "land"}, jouster={"card": "champion"}),
        {"type": "deal", "cards": {"ana": ["vassal", "vassal"], "bruno": ["prince", "vassal"]}},
        move("place", "ana", card={"card": "market", "owner": "bruno"}, fief=1),
    )
    assert earl(state, "ana")["fiefs"][0]["properties"] == ["land", {"card": "market", "owner": "bruno"}]
    assert sorted(earl(state, "ana")["discard"]) == ["banner", "champion"]
    assert earl(state, "bruno")["discard"] == ["prince"]


def test_vikings_of_four() -> None:
    state = table(ana={}, bruno={}, carla={}, dora={})
    state.update(turn="dora", black_markers=7)
    state = play(state, move("end", "dora"), {"type": "vikings"}, {"type": "cube", "player": "carla"})
    assert len(state["vikings"]) == 5
    assert state["pending"]["controller"] == "carla"


def test_emissary_brings_the_vikings_in_spite_of_the_white_marker() -> None:
    state = table(ana={}, bruno={"hand": ["monk"]})
    state.update(turn="bruno", black_markers=7, white_marker=True)
    state = play(state, move("emissary", "bruno", card="monk"), move("end", "bruno"))
    assert state["pending"]["count"] == 3
    assert earl(state, "bruno")["cubes"] == 3


@pytest.mark.parametrize(
    ("force", "rule"),
    [
        ({"hand": ["mercenary"]}, "field/hand"),
        ({"hand": ["prince", "prince"]}, "lord/one-prince"),
        ({"pool": ["infantry", "infantry"]}, "field/capacity"),
        ({}, "combat/at-least-one"),
    ],
)
def test_may_be_fielded(force: dict[str, Any], rule: str) -> None:
    ana = {
        "hand": ["mercenary", "prince", "prince"],
        "pool": ["infantry"] * 2,
        "fiefs": [fief(1, "palace", None, "land")],
    }
    state = play(table(ana=ana, bruno={}), move("attack", "ana", target="bruno", kind="siege", fief=1))
    assert referee.violations(state, move("field", "ana", force=force), PACK)[0] == rule


def test_ransom_is_out_of_reach() -> None:
    bruno = {"fiefs": [fief(1, "castle", "vassal", "land"), fief(2)]}
    state = table(ana={"hand": ["champion", "champion"]}, bruno=bruno)
    state["battle_deck"] = ["attacker"]
    state = battle(state, "raid", {"hand": ["champion", "champion"]}, {"lords": [1]})
    state = play(state, {"type": "reveal"})
    own = move("ransom", "bruno", lord=1, pay={"fief": 1})
    assert referee.violations(state, own, PACK) == ["ransom/own-castle"]
    land = {"card": "land", "owner": "bruno"}
    state = play(
        state,
        move("ransom", "bruno", lord=1, pay={"fief": 1, "card": "land"}),
        move("place", "ana", card=land, fief=1),
        move("suffer", "bruno", hit={"lords": [1]}),
    )
    assert earl(state, "bruno")["fiefs"][0] == fief(1, "castle", "vassal")
    assert state["pending"] is None


def test_stolen_castle_goes_home_or_out() -> None:
    castle = {"card": "castle", "owner": "carla"}
    bruno = {"fiefs": [fief(1, castle), fief(2)]}
    state = battle(table(ana={"hand": ["champion"]}, bruno=bruno, carla={}), "siege", {"hand": ["champion"]}, {})
    assert earl(state, "carla")["discard"] == ["castle"]


def test_last_card_and_the_turn() -> None:
    state = table(ana={"deck": []}, bruno={}, carla={})
    state = play(state, move("end", "ana"))
    assert state["turn"] == "bruno"
    assert referee.score(state, PACK) == {
        "totals": {"ana": 0, "bruno": 1, "carla": 1},
        "ranking": [["bruno", "carla"], ["ana"]],
    }


def test_odds_of_the_example() -> None:
    answer = odds_of_engagement(
        {
            "kind": "siege",
            "attackers": {"hand": ["champion"], "knights": 2},
            "defenders": {"lords": ["vassal"], "infantry": 1},
            "towers": 1,
            "anchor": "palace",
            "properties": 2,
            "discarded": ["defender", "normal"],
            "church": "defender",
        },
        PACK,
    )
    assert answer["cards"]["normal"] == (14, Fraction(14, 22))
    assert answer["outcomes"]["normal"]["target"]["falls"]
    assert answer["events"]["castle-falls", None] == [Fraction(17, 22), Fraction(20, 22)]


def test_deaths_counted_in_two_ways() -> None:
    for plain in range(3):
        for pairs in range(3):
            for idle in range(3):
                units = [Unit("vassal", "hand", 100)] + [Unit("infantry", "army", body) for body in range(plain)]
                for at in range(pairs):
                    units += [Unit("mercenary", "army", 10 + at, 20 + at), Unit("knights", "army", 20 + at)]
                units += [Unit("mercenary", "army", 30 + at, 40 + at) for at in range(idle)]
                for hits in range(len(units) + 1):
                    assert killed(units, hits) == killed_by_counting(units, hits)
