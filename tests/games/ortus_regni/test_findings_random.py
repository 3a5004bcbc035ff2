"""The faults on tables sent in part that the long random run found in Ortus Regni, each made small."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, make

# ---------------------------------------------------------------- what an offering brings


def coronation(**zones: Any) -> State:
    """carla is out in her own turn; bruno is King, and ana owes the last Army."""
    players = [{"name": "ana", "pool": ["infantry"]}, {"name": "bruno"}, {"name": "carla"}]
    gone = [{"player": "carla", "reason": "no-card", "round": 5}]
    pending = {"type": "coronation", "offering": ["ana"]}
    turn = {"first": "bruno", "turn": "carla", "acted": False, "eliminated": gone, "king": "bruno"}
    return {"players": players, "pending": pending, **turn, **zones}


@pytest.mark.parametrize("zones", [{"phase": "turn"}, {}], ids=["with the phase", "without it"])
def test_after_the_offerings_the_turn_passes(ortus_regni: Referee, zones: State) -> None:
    """turn/order: whoever has a decision to make in an Earl's turn, the phase is ``turn``."""
    answer = ortus_regni.validate(coronation(**zones), make("offer", army="infantry"))
    assert answer["verdict"] == "legal", answer["violations"]
    assert (answer["state"]["phase"], answer["state"]["turn"]) == ("turn", "ana")


def test_whose_turn_it_is_stays_open_with_the_turn_and_the_phase(ortus_regni: Referee) -> None:
    state = coronation()
    del state["turn"]
    after = ortus_regni.validate(state, make("offer", army="infantry"))["state"]
    assert after.keys().isdisjoint({"phase", "turn"})


@pytest.mark.parametrize(
    ("pending", "phase"),
    [
        ({"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": "card"}, "turn"),
        ({"type": "battle", "attacker": None, "defender": "bruno", "kind": "towers", "step": "card"}, "vikings"),
        ({"type": "joust", "organiser": "ana", "step": "declare", "declared": []}, "turn"),
        ({"type": "vikings", "step": "cube"}, "vikings"),
        ({"type": "coronation", "offering": ["ana"]}, None),
    ],
    ids=["a battle", "a battle of the Vikings", "a joust", "an invasion", "a coronation"],
)
def test_a_decision_shows_the_phase(ortus_regni: Referee, pending: State, phase: str | None) -> None:
    """A phase that no table with this decision has is impossible; only a coronation does not say which it is."""
    state = {"players": [{"name": "ana"}, {"name": "bruno"}, {"name": "carla"}], "pending": pending}
    possible = [
        other
        for other in ("decks", "start", "mulligan", "turn", "vikings", "over")
        if ortus_regni.audit({**state, "phase": other})["verdict"] != "impossible"
    ]
    assert possible == (["turn", "vikings"] if phase is None else [phase])


# ---------------------------------------------------------------- Towers that fall


def attacked(**parts: Any) -> State:
    """ana attacks bruno's Palace and has to take one point."""
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "siege", "fief": 1}
    forces = {"attackers": {"hand": ["vassal"]}, "defenders": {"hand": ["prince"]}}
    result = {
        "step": "damage-attacker",
        "card": "church",
        "decider": "bruno",
        "outcome": "defender",
        "damage": [1, 1],
    }
    players = [{"name": "ana", "towers": ["vassal", "castle"]}, {"name": "bruno"}]
    turn = {"phase": "turn", "turn": "ana", "acted": True, "round": 8}
    return {"players": players, **turn, "pending": {**battle, **forces, **result, **parts}}


LOSES_A_TOWER = make("suffer", hit={"hand": ["vassal"]}, towers=["vassal"])


@pytest.mark.parametrize("left_out", [(), ("attackers",), ("outcome",), ("damage", "attackers", "outcome", "card")])
def test_an_attacker_loses_no_tower(ortus_regni: Referee, left_out: tuple[str, ...]) -> None:
    """tower/defender-picks: however much damage there is."""
    state = attacked()
    for part in left_out:
        del state["pending"][part]
    answer = ortus_regni.validate(state, LOSES_A_TOWER)
    assert (answer["verdict"], answer.broken) == ("illegal", ["tower/defender-picks"])


@pytest.mark.parametrize("left_out", [(), ("attackers",), ("outcome",)])
def test_an_attacker_loses_no_property(ortus_regni: Referee, left_out: tuple[str, ...]) -> None:
    """attack/raid-picks: the same."""
    state = attacked()
    for part in left_out:
        del state["pending"][part]
    move = make("suffer", hit={"hand": ["vassal"]}, properties=["land"])
    assert ortus_regni.validate(state, move).broken == ["attack/raid-picks"]


@pytest.mark.parametrize("kind", ["raid", "siege"])
def test_only_an_attack_on_towers_destroys_them(ortus_regni: Referee, kind: str) -> None:
    state = attacked(kind=kind, step="damage-defender", card="normal", outcome="normal", decider=None)
    del state["pending"]["damage"], state["pending"]["attackers"]
    state["players"][1]["towers"] = ["land"]
    move = make("suffer", "bruno", hit={"hand": ["prince"]}, towers=["land"])
    assert ortus_regni.validate(state, move).broken == ["tower/defender-picks"]


def test_who_fights_in_the_own_turn_attacks(ortus_regni: Referee) -> None:
    """So no Tower falls, whatever the battle is."""
    state = attacked()
    del state["pending"]
    assert ortus_regni.validate(state, LOSES_A_TOWER).broken == ["tower/defender-picks"]


@pytest.mark.parametrize(
    ("zones", "player"), [({}, "bruno"), ({"turn": None, "phase": "vikings"}, "ana")], ids=["attacked", "Vikings"]
)
def test_how_many_towers_fall_is_assumed_by_its_own_rule(ortus_regni: Referee, zones: State, player: str) -> None:
    state = {**attacked(), **zones}
    del state["pending"]
    state["players"][1]["towers"] = ["vassal"]
    answer = ortus_regni.validate(state, make("suffer", player, towers=["vassal"]))
    assert answer["verdict"] == "legal", answer["violations"]
    fallen = next(entry for entry in answer["assumed"] if entry["fact"] == "towers-fall")
    assert fallen["rule"] == "ortus-regni/tower/defender-picks"
    assert fallen["detail"] == {"player": player, "count": 1}
    assert fallen["zones"] == ["/state/pending"]


def test_towers_that_were_left_out_may_be_too_few(ortus_regni: Referee) -> None:
    """attack/towers: no more fall than there are."""
    four = {"hand": ["vassal"] * 4}
    state = attacked(
        kind="towers", fief=None, step="damage-defender", outcome="attacker", damage=[4, 1], attackers=four
    )
    answer = ortus_regni.validate(state, make("suffer", "bruno", hit={"hand": ["prince"]}, towers=["land"]))
    assert {"losses", "towers-fall"} <= set(answer.assumed)
    state["players"][1]["towers"] = ["land", "monk"]
    answer = ortus_regni.validate(state, make("suffer", "bruno", hit={"hand": ["prince"]}, towers=["land"]))
    assert answer.broken == ["tower/defender-picks"]
