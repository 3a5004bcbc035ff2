"""What has to be shown or is done once: fallen Towers, opening hands; and the turn of the Vikings before they land."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, at, attack, field, go, happened, make, of, suffer, table

TWO: list[dict[str, Any]] = [{"name": "ana"}, {"name": "bruno"}]


# ---------------------------------------------------------------- hidden Towers that fall


def stormed(referee: Referee, towers: str) -> State:
    """Two points reach bruno's Towers."""
    state = table(ana={"hand": "champion"}, bruno={"towers": towers})
    return at(referee, state, attack(), field(hand="champion"), field("bruno"))


@pytest.mark.breaks("ortus-regni/tower/shown")
def test_a_tower_that_falls_is_shown(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(stormed(ortus_regni, "?*3"), suffer("bruno", towers="?*2"))
    assert answer.broken == ["tower/shown"]


def test_a_hidden_tower_falls_as_the_card_that_it_turns_out_to_be(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(stormed(ortus_regni, "?*3"), suffer("bruno", towers="land banner"))
    assert answer["verdict"] == "legal"
    facts = [(fact["fact"], fact["detail"]["card"], fact["zones"]) for fact in answer["assumed"]]
    zones = ["/state/players/1/towers"]
    assert facts == [("tower-there", "land", zones), ("tower-there", "banner", zones)]
    assert of(answer["state"], "bruno")["towers"] == ["?"]
    assert sorted(of(answer["state"], "bruno")["discard"]) == ["banner", "land"]


def test_a_known_tower_falls_without_an_assumption(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(stormed(ortus_regni, "land banner ?"), suffer("bruno", towers="land banner"))
    assert (answer["verdict"], answer["assumed"]) == ("legal", [])


def test_a_tower_cannot_be_a_seventh_card_of_its_type(ortus_regni: Referee) -> None:
    state = table(ana={"hand": "champion"}, bruno={"towers": "?*2", "discard": "land*6"})
    mid = at(ortus_regni, state, attack(), field(hand="champion"), field("bruno"))
    assert ortus_regni.validate(mid, suffer("bruno", towers="land banner")).broken == ["tower/defender-picks"]


def test_a_list_with_hidden_towers_says_what_it_lacks(ortus_regni: Referee) -> None:
    answer = ortus_regni.moves(stormed(ortus_regni, "?*3"))
    assert (answer["moves"], answer["complete"]) == ([], False)
    assert "towers-shown" in answer.missing


# ---------------------------------------------------------------- opening hands


OPENING = table(3, phase="mulligan", round=1, black_markers=0, **{name: {"hand": "?*5"} for name in ("ana", "bruno", "carla")})  # fmt: skip


def test_a_table_tells_who_changed_the_opening_hand(ortus_regni: Referee) -> None:
    moves = [
        make("mulligan", redraw=True),
        make("mulligan", "bruno", redraw=False),
        make("mulligan", "carla", redraw=True),
    ]
    after = at(ortus_regni, OPENING, *moves)
    assert [player["mulligan"] for player in after["players"]] == [True, False, True]
    assert after["phase"] == "turn"


@pytest.mark.breaks("ortus-regni/setup/mulligan")
def test_an_opening_hand_is_changed_once(ortus_regni: Referee) -> None:
    after = at(ortus_regni, OPENING, make("mulligan", redraw=True))
    answer = ortus_regni.validate(after, make("mulligan", redraw=True))
    assert answer.broken == ["setup/mulligan", "setup/mulligan-order"]
    known = {"players": [{"name": "ana", "mulligan": True}, {"name": "bruno"}]}
    assert ortus_regni.validate(known, make("mulligan", redraw=True)).broken == ["setup/mulligan"]
    assert ortus_regni.validate(known, make("mulligan", "bruno", redraw=True))["verdict"] == "legal"


@pytest.mark.breaks("ortus-regni/setup/mulligan-order")
def test_nobody_decides_after_somebody_who_comes_later(ortus_regni: Referee) -> None:
    known = {"first": "ana", "players": [{"name": "ana"}, {"name": "bruno", "mulligan": False}]}
    assert ortus_regni.validate(known, make("mulligan", redraw=True)).broken == ["setup/mulligan-order"]


@pytest.mark.parametrize("phase", ["decks", "start", "mulligan"])
def test_nobody_has_decided_before_the_time(ortus_regni: Referee, phase: str) -> None:
    turn = {"turn": "ana"} if phase == "mulligan" else {}
    state = {"phase": phase, **turn, "players": [{"name": "ana", "mulligan": True}, {"name": "bruno"}]}
    assert ortus_regni.audit(state).broken == ["setup/mulligan"]


def test_a_hand_that_was_decided_on_proves_that_the_game_has_begun(ortus_regni: Referee) -> None:
    known = {"players": [{"name": "ana", "mulligan": False}, {"name": "bruno"}]}
    assert ortus_regni.validate(known, make("start", "bruno")).broken == ["setup/first-earl"]


# ---------------------------------------------------------------- the turn of the Vikings before they land


@pytest.mark.parametrize("pending", [{}, {"pending": None}], ids=["left out", "sent"])
@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        ({"black_markers": 3, "white_marker": False}, ["marker-forward", "round-over"]),
        ({"black_markers": 3, "white_marker": True}, ["white-back", "round-over"]),
        ({"black_markers": 7, "white_marker": False}, ["marker-forward", "vikings-landed", "markers-away"]),
        ({"black_markers": 8, "white_marker": True}, ["vikings-landed", "markers-away"]),
        ({"black_markers": 0, "white_marker": False, "arrived": False}, ["marker-forward", "round-over"]),
    ],
)
def test_their_turn_can_be_sent_and_resolved(
    ortus_regni: Referee, markers: dict[str, Any], expected: list[str], pending: dict[str, Any]
) -> None:
    state = {"phase": "vikings", "first": "ana", "round": 4, "eliminated": [], "players": TWO, **markers, **pending}
    answer = ortus_regni.ask("resolve", {"state": state})
    assert (answer["verdict"], happened(answer)) == ("possible", expected)
    landing = "vikings-landed" in expected
    assert answer["next"]["moves"][0] == ("vikings" if landing else "tower")
    assert (answer["next"]["phase"], answer["next"]["players"]) == (("vikings", []) if landing else ("turn", ["ana"]))


def test_once_they_have_landed_what_is_pending_has_to_be_sent(ortus_regni: Referee) -> None:
    answer = ortus_regni.ask("resolve", {"state": {"phase": "vikings", "arrived": True, "players": TWO}})
    assert answer["events"] == []
    assert "unknown" in answer["next"]


def test_nobody_offers_armies_in_their_turn_before_they_land(ortus_regni: Referee) -> None:
    pending = {"type": "coronation", "offering": ["bruno"]}
    state = {"phase": "vikings", "arrived": False, "king": "ana", "players": TWO, "pending": pending}
    assert "vikings/their-turn" in ortus_regni.audit(state).broken


# ---------------------------------------------------------------- cards of an Earl who is out


def test_a_mercenary_of_an_earl_who_is_out_leaves_the_game(ortus_regni: Referee) -> None:
    gone = {"fiefs": "", "deck": [], "cubes": 0, "removed": "palace ?*23"}
    state = table(
        3,
        ana={"hand": "treachery"},
        bruno={"mercenaries": "-@carla"},
        carla=gone,
        eliminated=[{"player": "carla", "reason": "conceded", "round": 2}],
    )
    killing = make("treachery", target="bruno", aim="mercenary", mercenary=1)
    answer = go(ortus_regni, state, killing, make("allies", "bruno", play=False))
    assert "owner-gone" in happened(answer)
    assert "owner-pile" not in happened(answer)
    assert of(answer["state"], "carla")["removed"].count("mercenary") == 1
    assert "end/spoils-stay" in answer.cited


# ---------------------------------------------------------------- fielded Armies that nobody remembers


def forgotten(*pool: str, damage: list[int] | None = None) -> State:
    """Ana assigns two points among the Armies that she fielded."""
    battle = {
        "type": "battle",
        "attacker": "ana",
        "defender": "bruno",
        "kind": "towers",
        "step": "damage-attacker",
        "card": "normal",
        "attackers": {"pool": list(pool)},
        "defenders": {"hand": ["champion"]},
    }
    sent = {} if damage is None else {"damage": damage}
    return {"seats": 2, "players": TWO, "pending": {**battle, **sent}}


def test_armies_that_fall_among_forgotten_ones_are_assumed(ortus_regni: Referee) -> None:
    state = forgotten("?", "?", "infantry", damage=[3, 2])
    answer = ortus_regni.validate(state, suffer(pool="knights infantry"))
    assert answer["verdict"] == "legal"
    fights = [fact["detail"] for fact in answer["assumed"] if fact["fact"] == "army-fights"]
    assert fights == [{"player": "ana", "army": "knights", "count": 1}]
    assert answer["state"]["pending"]["attackers"]["pool"] == ["?"]


@pytest.mark.breaks("ortus-regni/damage/army")
def test_armies_that_fall_are_told(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(forgotten("?", "?", damage=[3, 2]), suffer(pool="? ?"))
    assert answer.broken == ["damage/army"]


def test_known_armies_are_not_others(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate(forgotten("infantry", "?", damage=[3, 2]), suffer(pool="knights knights"))
    assert answer.broken == ["damage/own-side"]


def test_what_forgotten_armies_deal_is_unknown(ortus_regni: Referee) -> None:
    state = table(ana={"fiefs": "palace land land", "pool": "knights infantry"}, bruno={"towers": "monk"})
    after = go(ortus_regni, state, attack(), field(pool="? ?"))
    assert "damage" not in after["state"]["pending"]
    assert of(after["state"], "ana")["pool"] == []
    odds = ortus_regni.ask("odds", {"state": after["state"]})
    assert (odds["verdict"], odds.missing) == ("undetermined", ["forces-known"])


def test_no_more_armies_are_fielded_than_there_are(ortus_regni: Referee) -> None:
    state = table(ana={"fiefs": "palace land land", "pool": "knights"}, bruno={"towers": "monk"})
    mid = at(ortus_regni, state, attack())
    assert ortus_regni.validate(mid, field(pool="knights ?")).broken == ["field/pool"]


def test_a_list_with_forgotten_armies_says_what_it_lacks(ortus_regni: Referee) -> None:
    answer = ortus_regni.moves(forgotten("?", "?", damage=[3, 2]))
    assert not answer["complete"]
    assert "forces-known" in answer.missing
