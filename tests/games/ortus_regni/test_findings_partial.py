"""The faults on tables sent in part that were found in Ortus Regni, each as it was reported."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, make, of

# ---------------------------------------------------------------- false illegal or impossible


def test_an_earl_without_a_fief_is_passed_over_in_a_joust(ortus_regni: Referee) -> None:
    players = [{"name": "ana"}, {"name": "bruno"}, {"name": "carla", "fiefs": []}]
    joust = {"type": "joust", "organiser": "bruno", "step": "declare", "declared": []}
    answer = ortus_regni.validate({"players": players, "pending": joust}, make("stay-out"))
    assert answer["verdict"] == "legal", answer["violations"]


def test_earls_may_have_been_passed_over_in_a_joust(ortus_regni: Referee) -> None:
    declared = [{"player": name, "choice": "stay-out"} for name in ("carla", "ana")]
    joust = {"type": "joust", "organiser": "bruno", "step": "declare", "declared": declared}
    players = [{"name": name} for name in ("ana", "bruno", "carla", "diego")]
    assert ortus_regni.audit({"players": players, "pending": joust})["verdict"] != "impossible"


def test_damage_that_was_left_out_is_not_none(ortus_regni: Referee) -> None:
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": "field-defender"}
    state = {
        "players": [{"name": "ana"}, {"name": "bruno"}],
        "pending": {**battle, "attackers": {"hand": ["champion"]}},
    }
    assert ortus_regni.audit(state)["verdict"] != "impossible"
    assert ortus_regni.validate(state, make("field", "bruno", force={}))["verdict"] == "legal"


def test_a_ransom_with_a_bare_castle_and_its_lord_is_possible(ortus_regni: Referee) -> None:
    bare = [{"id": 1, "anchor": "palace", "lord": "vassal", "properties": []}]
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": "ransom"}
    parts = {"card": "defender", "outcome": "defender", "captured": [1], "attackers": {"lords": [1]}}
    players = [{"name": "ana", "fiefs": bare}, {"name": "bruno"}]
    answer = ortus_regni.audit(
        {"players": players, "pending": {**battle, **parts, "defenders": {"pool": ["infantry"]}}}
    )
    assert answer["verdict"] != "impossible", answer["violations"]


# ---------------------------------------------------------------- legal with nothing assumed


def church(*players: dict[str, Any], seats: int, **parts: Any) -> State:
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "raid", "fief": 1, "step": "church"}
    forces = {"attackers": {"pool": ["knights"]}, "defenders": {"pool": ["infantry"]}}
    pending = {**battle, **forces, "card": "church", "damage": [2, 1], **parts}
    return {"seats": seats, "players": list(players), "pending": pending}


def earl(name: str, *properties: str) -> dict[str, Any]:
    return {"name": name, "fiefs": [{"id": 1, "anchor": "palace", "lord": None, "properties": list(properties)}]}


def test_who_holds_the_cathedral_decides_for_the_church(ortus_regni: Referee) -> None:
    state = church(earl("ana", "cathedral"), earl("bruno", "church", "land"), seats=2)
    answer = ortus_regni.validate(state, make("decide", "bruno", outcome="defender"))
    assert (answer["verdict"], answer.broken) == ("illegal", ["card/church-decides"])
    assert ortus_regni.validate(state, make("decide", "ana", outcome="defender"))["verdict"] == "legal"


def test_a_third_earl_with_most_churches_decides(ortus_regni: Referee) -> None:
    players = earl("ana", "church"), earl("bruno", "church", "land"), earl("carla", "church", "church")
    for name, verdict in {"ana": "illegal", "bruno": "illegal", "carla": "legal"}.items():
        answer = ortus_regni.validate(church(*players, seats=3), make("decide", name, outcome="normal"))
        assert answer["verdict"] == verdict


def test_nobody_decides_in_a_tie_of_churches(ortus_regni: Referee) -> None:
    state = church(earl("ana", "church"), earl("bruno", "church", "land"), seats=2)
    assert ortus_regni.validate(state, make("decide", "bruno", outcome="normal"))["verdict"] == "impossible"


def test_a_church_card_with_an_earl_unknown_names_nobody(ortus_regni: Referee) -> None:
    state = church({"name": "ana"}, earl("bruno", "church", "land"), seats=2, step="card", card=None)
    answer = ortus_regni.validate(state, make("reveal", None, card="church"))
    assert answer["verdict"] == "legal"
    assert "pending" not in answer["state"]


def test_a_hidden_card_of_an_unknown_hand_is_assumed(ortus_regni: Referee) -> None:
    turn = {"phase": "turn", "turn": "bruno", "acted": True, "pending": None}
    answer = ortus_regni.validate({**turn, "players": [{"name": "bruno"}]}, make("tower", "bruno", card="?"))
    assert answer.assumed == ["cards-in-hand"]
    answer = ortus_regni.validate(
        {**turn, "players": [{"name": "bruno", "hand": []}]}, make("tower", "bruno", card="?")
    )
    assert answer["verdict"] == "illegal"


@pytest.mark.parametrize("left_out", ["banners", "pool"])
def test_a_crown_of_which_a_rival_decides_is_left_open(ortus_regni: Referee, left_out: str) -> None:
    rival = {"name": "bruno", "banners": 0, "pool": ["infantry"]}
    del rival[left_out]
    players = [{"name": "ana", "hand": ["banner"], "banners": 1}, rival]
    turn = {"phase": "turn", "turn": "ana", "acted": False, "king": None, "round": 5, "pending": None}
    state = ortus_regni.validate({**turn, "players": players}, make("claim"))["state"]
    assert "pending" not in state
    assert ("king" in state) is (left_out == "pool")


# ---------------------------------------------------------------- false states


def test_towers_that_may_have_fallen_are_not_shown(ortus_regni: Referee) -> None:
    players = [{"name": "ana"}, {"name": "bruno", "towers": ["land", "monk", "church"]}]
    answer = ortus_regni.validate({"players": players}, make("suffer", "bruno", hit={}, towers=["land", "monk"]))
    assert answer["verdict"] == "legal"
    assert of(answer["state"], "bruno").get("towers") in (None, ["church"])


def test_who_concedes_is_not_left_to_move(ortus_regni: Referee) -> None:
    players = [{"name": name, "fiefs": [{"id": 1, "anchor": "palace"}]} for name in ("ana", "bruno", "carla")]
    turn = {"phase": "turn", "turn": "ana", "acted": False, "pending": None, "eliminated": [], "first": "ana"}
    answer = ortus_regni.validate({**turn, "players": players}, make("concede"))
    assert answer["state"].get("turn") != "ana"


def test_a_lord_who_may_have_been_replaced_may_lie_in_the_pile(ortus_regni: Referee) -> None:
    players = [{"name": "ana", "hand": ["monk"], "discard": []}, {"name": "bruno"}]
    turn = {"phase": "turn", "turn": "ana", "acted": False, "pending": None, "players": players}
    answer = ortus_regni.validate(turn, make("appoint", card="monk", fief=1))
    assert answer["verdict"] == "legal"
    assert "discard" not in of(answer["state"], "ana")


def test_towers_that_fall_are_named_by_the_move(ortus_regni: Referee) -> None:
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "step": "damage-defender"}
    parts = {"attackers": {"hand": ["champion"]}, "outcome": "attacker", "card": None, "damage": [2, 0]}
    state = {"players": [{"name": "ana"}, {"name": "bruno", "towers": ["?", "?"]}], "pending": {**battle, **parts}}
    assert "towers-shown" in ortus_regni.ask("legal-moves", {"state": state}).missing
    shown = ortus_regni.validate(state, make("suffer", "bruno", hit={}, towers=["land", "monk"]))
    assert shown["verdict"] == "legal", shown["violations"]
    assert of(shown["state"], "bruno")["towers"] == []


# ---------------------------------------------------------------- lists


def test_a_list_against_unknown_fiefs_and_hands_is_not_complete(ortus_regni: Referee) -> None:
    ana = {"name": "ana", "hand": ["treachery", "intrigue"], "fiefs": [{"id": 1, "anchor": "palace"}]}
    turn = {"phase": "turn", "turn": "ana", "acted": False, "round": 5, "pending": None, "eliminated": []}
    answer = ortus_regni.ask("legal-moves", {"state": {**turn, "players": [ana, {"name": "bruno"}]}})
    assert not answer["complete"]
    assert {"fiefs-known", "hand-known"} <= set(answer.missing)


def test_an_earl_without_a_fief_sent_alone_is_out(ortus_regni: Referee) -> None:
    """Others are still in the game, though nobody of them was sent."""
    alone = {"phase": "turn", "turn": "ana", "pending": None, "players": [{"name": "bruno", "fiefs": []}]}
    assert ortus_regni.audit(alone)["verdict"] == "possible"
    answer = ortus_regni.validate(alone, {"type": "end", "player": "bruno"})
    assert answer.broken == ["end/out", "turn/order"]


def test_an_earl_whose_cards_left_the_game_is_out(ortus_regni: Referee) -> None:
    """Whatever is pending."""
    bruno = {"name": "bruno", "fiefs": [], "removed": ["palace", "castle"]}
    state = {"phase": "turn", "players": [{"name": "ana"}, bruno, {"name": "carla"}]}
    answer = ortus_regni.validate(state, {"type": "end", "player": "bruno"})
    assert (answer["verdict"], answer["violations"][0]["rule"]) == ("illegal", "ortus-regni/end/out")


@pytest.mark.parametrize(
    "zones",
    [
        {
            "declared": [
                {"player": "ana", "choice": "enter", "bet": {"card": {"card": "land", "owner": "zoe"}, "fief": 1}}
            ]
        },
        {"declared": [{"player": "zoe", "choice": "excuse"}]},
    ],
    ids=["the owner of a card that is bet", "who declared"],
)
def test_a_name_in_a_decision_needs_a_seat(ortus_regni: Referee, zones: dict[str, Any]) -> None:
    """setup/players: wherever a decision names somebody."""
    joust = {"type": "joust", "organiser": "ana", "step": "declare", **zones}
    seats = [{"name": "ana"}, {"name": "bruno"}]
    answer = ortus_regni.ask("audit", {"state": {"seats": 2, "players": seats, "pending": joust}})
    assert "setup/players" in answer.broken
    answer = ortus_regni.ask("audit", {"state": {"seats": 3, "players": seats, "pending": joust}})
    assert "setup/players" not in answer.broken


@pytest.mark.parametrize("damage", [[9, 9], [0, 0], [2, 5]])
@pytest.mark.parametrize(
    "zones",
    [
        {"step": "damage-attacker", "card": "normal", "outcome": "normal"},
        {"step": "damage-defender", "card": "attacker", "outcome": "attacker"},
        {"step": "ransom", "card": "defender", "outcome": "defender", "captured": [1], "doomed": [1]},
    ],
)
def test_damage_that_was_sent_wrong_is_not_believed(
    ortus_regni: Referee, zones: dict[str, Any], damage: list[int]
) -> None:
    """Until somebody was hit, the forces show what they deal."""
    battle = {"type": "battle", "attacker": "ana", "defender": "bruno", "kind": "towers", "assigned": False, **zones}
    forces = {"attackers": {"pool": ["knights"], "lords": [1]}, "defenders": {"pool": ["infantry"]}}
    fiefs = [{"id": 1, "anchor": "palace", "lord": "vassal", "properties": ["land"]}]
    state = {"players": [{"name": "ana", "fiefs": fiefs}, {"name": "bruno"}], "pending": {**battle, **forces}}
    assert ortus_regni.audit(state).broken == []
    state["pending"]["damage"] = [3, 1]
    assert ortus_regni.audit(state).broken == []
    state["pending"]["damage"] = damage
    assert set(ortus_regni.audit(state).broken) == {"damage/total"}


def pending(decision: str, step: str, **parts: Any) -> State:
    who = {"battle": {"attacker": "ana", "defender": "bruno", "kind": "towers"}, "joust": {"organiser": "ana"}}
    who["politics"] = {"attacker": "ana", "target": "bruno", "card": "treachery", "aim": "hand"}
    players = [{"name": "ana"}, {"name": "bruno"}]
    return {"players": players, "pending": {"type": decision, "step": step, **who[decision], **parts}}


@pytest.mark.parametrize(
    ("kind", "step", "right", "wrong", "rule"),
    [
        ("battle", "field-defender", {"controller": None}, {"controller": "bruno"}, "combat/sequence"),
        ("battle", "field-defender", {"fief": None}, {"fief": 1}, "combat/sequence"),
        ("battle", "card", {"captured": []}, {"captured": [1]}, "combat/sequence"),
        ("politics", "pick", {"fief": None}, {"fief": 1}, "politics/enemy"),
        ("politics", "pick", {"mercenary": None}, {"mercenary": 1}, "politics/enemy"),
        ("joust", "deal", {"spent": []}, {"spent": ["vassal"]}, "joust/prize"),
    ],
)
def test_what_follows_from_a_step_is_not_believed_if_it_was_sent_wrong(
    ortus_regni: Referee, kind: str, step: str, right: dict[str, Any], wrong: dict[str, Any], rule: str
) -> None:
    assert ortus_regni.audit(pending(kind, step, **right)).broken == []
    assert ortus_regni.audit(pending(kind, step, **wrong)).broken == [rule]


@pytest.mark.parametrize("part", [{"bet": {"fief": 1}}, {"jouster": {"fief": 1}}])
def test_who_does_not_enter_a_joust_has_neither_bet_nor_jouster(ortus_regni: Referee, part: dict[str, Any]) -> None:
    declared = {"player": "bruno", "choice": "stay-out"}
    assert ortus_regni.audit(pending("joust", "declare", declared=[declared])).broken == []
    assert ortus_regni.audit(pending("joust", "declare", declared=[{**declared, **part}])).broken == ["joust/bet"]


def test_the_defenders_who_fell_met_the_attack_with_a_card(ortus_regni: Referee) -> None:
    """After the damage nobody may be left of those who defended: that there was no card does not follow."""
    fallen = {"assigned": True, "defenders": {}, "attackers": {"lords": [1]}, "outcome": "normal"}
    fiefs = [{"id": 1, "anchor": "palace", "lord": "vassal", "properties": ["land"]}]
    captures = {"kind": "siege", "fief": 2, "destroyed": [{"card": "castle", "owner": "bruno"}], **fallen}
    for card in ({}, {"card": "normal"}):
        state = pending("battle", "capture", **captures, **card)
        state["players"][0]["fiefs"] = fiefs
        assert ortus_regni.audit(state).broken == []


def test_vikings_may_have_taken_all_defenders_at_once(ortus_regni: Referee) -> None:
    """Lords who were taken have met the attack: a card was revealed."""
    state = pending("battle", "damage-defender", attacker=None, controller="bruno", defenders={}, card="attacker")
    parts = {"outcome": "attacker", "damage": [4, 1], "attackers": {"vikings": ["viking"] * 4}}
    state |= {"phase": "vikings", "pending": {**state["pending"], **parts}}
    at_once, absorb = ({"house_rules": {"viking_captives": value}} for value in ("at-once", "absorb"))
    assert ortus_regni.audit({**state, "options": at_once}).broken == []
    assert ortus_regni.audit({**state, "options": absorb}).broken != []


def test_no_card_of_who_is_in_the_game_has_left_it(ortus_regni: Referee) -> None:
    state = {"eliminated": [], "players": [{"name": "ana", "removed": ["land"]}, {"name": "bruno"}]}
    assert ortus_regni.audit(state).broken == ["end/cards-removed"]
    gone = [{"player": "ana", "reason": "conceded", "round": 2}]
    assert ortus_regni.audit({**state, "phase": "over", "eliminated": gone}).broken == []


@pytest.mark.parametrize(
    ("phase", "rule"), [("decks", "setup/first-earl"), ("start", "setup/first-earl"), ("mulligan", "setup/mulligan")]
)
def test_the_first_turn_is_in_the_first_round(ortus_regni: Referee, phase: str, rule: str) -> None:
    state = {"phase": phase, "players": [{"name": "ana"}, {"name": "bruno"}]}
    assert ortus_regni.audit({**state, "round": 1}).broken == []
    assert ortus_regni.audit({**state, "round": 2}).broken == [rule]


@pytest.mark.parametrize(
    ("phase", "turn", "wrong"),
    [
        ("decks", None, "ana"),
        ("start", None, "ana"),
        ("mulligan", "ana", None),
        ("turn", "ana", None),
        ("vikings", None, "ana"),
    ],
)
def test_whose_turn_it_is_fits_the_phase(
    ortus_regni: Referee, phase: str, turn: str | None, wrong: str | None
) -> None:
    state = {"phase": phase, "pending": None, "players": [{"name": "ana"}, {"name": "bruno"}]}
    assert ortus_regni.audit({**state, "turn": turn}).broken == []
    assert ortus_regni.audit({**state, "turn": wrong}).broken == ["turn/order"]


def test_with_the_phase_unknown_the_turn_that_was_sent_still_counts(ortus_regni: Referee) -> None:
    """In an Earl's turn the Vikings do nothing; after a move of a turn, nobody's turn is not claimed any more."""
    state = {"arrived": True, "turn": "ana", "players": [{"name": "ana"}, {"name": "bruno"}]}
    order = {"type": "order", "player": "bruno", "target": "ana", "kind": "siege", "fief": 2}
    assert ortus_regni.validate(state, order).broken == ["vikings/controller"]
    attack = {"type": "attack", "player": "bruno", "target": "ana", "kind": "raid", "fief": 1}
    answer = ortus_regni.validate({**state, "turn": None}, attack)
    assert answer["verdict"] == "legal"
    assert ortus_regni.audit(answer["state"]).broken == []


@pytest.mark.parametrize(("names", "vikings", "broken"), [(1, 2, True), (1, 3, False), (3, 3, True), (3, 4, False)])
def test_too_few_vikings_for_any_number_of_earls(
    ortus_regni: Referee, names: int, vikings: int, broken: bool
) -> None:
    """They attack once they are more than the Earls: more than two at least, and than those who were sent."""
    players = [{"name": name} for name in ("ana", "bruno", "carla")[:names]]
    move = {"type": "order", "player": "ana", "target": "bruno", "kind": "towers"}
    state = {"arrived": True, "vikings": ["viking"] * vikings, "players": players}
    assert ortus_regni.validate(state, move).broken == (["vikings/controller"] if broken else [])


# ---------------------------------------------------------------- found by mutants: changes that no test had noticed


@pytest.mark.parametrize("card", ["knights", "champion"])
def test_only_properties_are_lost_in_a_raid(card: str, ortus_regni: Referee) -> None:
    """Also where nothing is known of the battle."""
    state = {"players": [{"name": "ana"}, {"name": "bruno"}]}
    answer = ortus_regni.validate(state, make("suffer", "bruno", properties=[card]))
    assert answer.broken == ["attack/raid-picks"]


def test_an_emissary_puts_one_more_black_marker_forward(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate({"players": [{"name": "bruno"}], "black_markers": 1}, make("emissary", card="monk"))
    assert answer["state"]["black_markers"] == 2
    assert answer["events"][1]["detail"] == {"count": 2}


@pytest.mark.parametrize("phase", ["decks", "start"])
def test_it_is_nobodys_turn_before_the_first_earl_is_chosen(phase: str, ortus_regni: Referee) -> None:
    state = {"phase": phase, "players": [{"name": "ana"}, {"name": "bruno"}]}
    assert ortus_regni.ask("replay", {"state": state, "moves": []})["state"]["turn"] is None
