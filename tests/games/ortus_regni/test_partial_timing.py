"""Whether it is time for a move, where a part of the table was left out."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, attack, field, go, landed, make, of, table


def left_out(state: State, *zones: str) -> State:
    return {zone: value for zone, value in state.items() if zone not in zones}


def test_a_turn_that_is_assumed_is_one_for_this_move(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate({"players": [{"name": "ana"}, {"name": "bruno"}]}, make("end"))
    details = {entry["fact"]: entry["detail"] for entry in answer["assumed"]}
    assert details["turn"] == {"player": "ana", "move": "end"}


@pytest.mark.parametrize("zone", ["pending", "phase"])
def test_who_is_out_is_told_only_that(ortus_regni: Referee, zone: str) -> None:
    """In the turn of the Vikings an Earl who is out breaks one rule, whether the phase is sent or not."""
    state = landed(3, turn=None, phase="vikings", pending={"type": "vikings", "step": "reveal", "count": 1})
    state["eliminated"] = [{"player": "bruno", "reason": "conceded", "round": 3}]
    bruno = of(state, "bruno")
    bruno.update(deck=[], fiefs=[], cubes=0, discard=[], removed=["palace", *["?"] * 24])
    move = make("end", "bruno")
    assert ortus_regni.validate(state, move).broken == ["end/out"]
    assert ortus_regni.validate(left_out(state, zone), move).broken == ["end/out"]


@pytest.mark.parametrize(
    ("move", "rule"), [(make("reveal", None), "card/drawn"), (field(hand="vassal"), "combat/sequence")]
)
def test_before_the_first_turn_a_decision_is_refused_by_its_own_rule(
    ortus_regni: Referee, move: dict[str, Any], rule: str
) -> None:
    state = {
        "phase": "mulligan",
        "pending": None,
        "players": [{"name": "ana"}, {"name": "bruno"}],
    }
    assert rule in ortus_regni.validate(state, move).broken
    assert "turn/decision-first" not in ortus_regni.validate(state, move).broken


def test_a_cube_in_the_turn_of_an_earl_is_refused_by_the_rule_of_the_cube(ortus_regni: Referee) -> None:
    state = table()
    move = make("cube", None)
    assert ortus_regni.validate(state, move).broken == ["vikings/cube"]
    assert ortus_regni.validate(left_out(state, "pending"), move).broken == ["vikings/cube"]


def test_cards_that_lie_nowhere_belong_to_a_decision(ortus_regni: Referee) -> None:
    """ana's Champion is in the battle: she cannot end her turn, whatever is pending."""
    state = go(ortus_regni, table(ana={"hand": "champion"}, bruno={"towers": "?"}), attack())["state"]
    state = go(ortus_regni, state, field(hand="champion"))["state"]
    assert ortus_regni.validate(left_out(state, "pending"), make("end")).broken == ["turn/decision-first"]


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (make("vikings", None, cards=["viking"]), "vikings/growth"),
        (make("cube", None), "vikings/cube"),
        (make("order", "ana", target="bruno", kind="towers"), "vikings/controller"),
        (make("offer", "ana", army="infantry"), "crown/offering"),
        (make("start", None, player="ana"), "setup/first-earl"),
        (make("mulligan", "ana", redraw=True), "setup/mulligan"),
    ],
)
def test_armies_that_lie_nowhere_fight(ortus_regni: Referee, move: dict[str, Any], rule: str) -> None:
    """A Knight is in no pile and no pool, so a battle is pending: it is no time for anything without one."""
    state = landed(2, turn=None, phase="vikings", pending={"type": "vikings", "step": "reveal", "count": 1})
    state = left_out(state, "pending", "phase", "turn", "round")
    state["army_deck"] = state["army_deck"][1:]
    answer = ortus_regni.validate(state, move)
    assert answer["verdict"] == "illegal"
    assert rule in answer.broken


def test_a_card_that_nobody_can_hold_is_not_in_hand(ortus_regni: Referee) -> None:
    """All 25 cards of ana's colour are known to lie elsewhere."""
    state = table(ana={"deck": "vassal*6 land*6 monk*6 castle*6"})
    ana = left_out(of(state, "ana"), "hand")
    answer = ortus_regni.validate({**state, "players": [ana, of(state, "bruno")]}, make("tower", card="banner"))
    assert answer.broken == ["turn/in-hand"]
    assert "components/earl-cards" in answer.cited


def test_who_speaks_for_the_church_is_known_without_the_battle(ortus_regni: Referee) -> None:
    state = left_out(table(bruno={"fiefs": "palace cathedral"}), "pending", "acted")
    decide = make("decide", "ana", outcome="normal")
    assert ortus_regni.validate(state, decide).broken == ["card/church-decides"]
    state["players"][1] = left_out(state["players"][1], "fiefs")
    assert "speaks-for-church" in ortus_regni.validate(state, decide).assumed


# ---------------------------------------------------------------- lists


def missing_of(answer: Any) -> list[str]:
    return [entry["fact"] for entry in answer["missing"]]


def test_a_list_of_forces_says_that_it_lacks_the_royal_army(ortus_regni: Referee) -> None:
    zones: dict[str, Any] = {"king": "ana", "royal_army": ["knights"], "ana": {"pool": "infantry"}}
    state = go(ortus_regni, table(**zones, bruno={"towers": "?"}), attack())["state"]
    assert missing_of(ortus_regni.moves(state)) == []
    assert missing_of(ortus_regni.moves(left_out(state, "royal_army"))) == ["royal-army-known"]


def test_a_list_says_that_it_lacks_what_a_king_could_do(ortus_regni: Referee) -> None:
    state = left_out(table(ana={"pool": "knights", "fiefs": "palace land"}), "king")
    assert "is-king" in missing_of(ortus_regni.moves(state))


def test_a_list_says_that_it_lacks_forces_with_an_unknown_garrison(ortus_regni: Referee) -> None:
    state = go(ortus_regni, table(ana={"mercenaries": "knights"}, bruno={"towers": "?"}), attack())["state"]
    del of(state, "ana")["mercenaries"][0]["garrison"]
    assert "mercenaries-known" in missing_of(ortus_regni.moves(state))


def test_a_list_assumes_what_each_of_its_moves_does(ortus_regni: Referee) -> None:
    state = go(ortus_regni, table(ana={"hand": "champion"}, bruno={"towers": "?", "hand": "champion"}), attack())[
        "state"
    ]
    state = go(ortus_regni, state, field(hand="champion"), field("bruno", hand="champion"))["state"]
    cards = [entry["detail"]["card"] for entry in ortus_regni.moves(state)["assumed"]]
    assert sorted(cards) == ["attacker", "church", "defender", "normal"]
    state = table(ana={"hand": "land cathedral"})
    del of(state, "bruno")["fiefs"]
    assert "no-cathedral" in ortus_regni.moves(state).assumed


def test_what_is_picked_without_a_seed_is_asked_for(ortus_regni: Referee) -> None:
    state = table(ana={"hand": "treachery"}, bruno={"hand": "land church market"})
    moves = (make("treachery", target="bruno", aim="hand"), make("allies", "bruno", play=False))
    answer = ortus_regni.moves(go(ortus_regni, state, *moves)["state"])
    assert missing_of(answer) == ["pick-known"]
    assert len(answer["moves"]) == 3


def test_what_an_intrigue_names_is_assumed_to_be_there(ortus_regni: Referee) -> None:
    """Which Properties are there decides who names what is taken: the fact says what this move needs."""
    state = table(ana={"hand": "intrigue"}, bruno={"fiefs": "palace land church"})
    move = make("intrigue", target="bruno", aim="properties", fief=1, cards=["market"])
    assert ortus_regni.validate(state, move).broken == ["intrigue/properties"]
    del of(state, "bruno")["fiefs"][0]["properties"]
    answer = ortus_regni.validate(state, move)
    details = {entry["fact"]: entry["detail"] for entry in answer["assumed"]}
    assert details["properties-there"] == {"player": "bruno", "fief": 1, "cards": ["market"], "count": None}
