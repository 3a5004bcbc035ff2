"""Battles and politics of which a part was left out: the state after a move keeps what surely did not change."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.ortus_regni.tables import State, attack, field, force, go, landed, make, of, reveal, suffer, table


def left_out(state: State, *zones: str) -> State:
    return {zone: value for zone, value in state.items() if zone not in zones}


def kept(before: State, after: State, name: str) -> set[str]:
    """The zones of an Earl that the state after a move still has, unchanged."""
    there = of(after, name)
    return {zone for zone, value in of(before, name).items() if zone in there and there[zone] == value}


EARLDOM = {"hand", "towers", "mercenaries", "banners", "cubes", "emissaries"}


def besieged(**zones: Any) -> State:
    ana = {"fiefs": "palace vassal; castle", "hand": "champion prince"}
    bruno = {"fiefs": "palace prince; castle land", "hand": "vassal", "towers": "?*2"}
    return table(3, **{"ana": ana, "bruno": bruno, **zones})


def test_a_battle_card_changes_no_earldom(ortus_regni: Referee) -> None:
    """A card that leads to damage leaves the assignment to the Earls; only cards of the battle may go home."""
    state = go(ortus_regni, besieged(), attack("siege", 2), field(lords=[1]), field("bruno", lords=[1]))["state"]
    after = go(ortus_regni, left_out(state, "pending"), reveal("attacker"))["state"]
    for name in ("ana", "bruno", "carla"):
        assert kept(state, after, name) >= {*EARLDOM, "fiefs", "deck"}
    assert (after["turn"], after["phase"], after["king"], after["eliminated"]) == ("ana", "turn", None, [])
    assert "pending" not in after


def test_a_new_battle_is_what_follows_from_its_first_step(ortus_regni: Referee) -> None:
    """An attack writes down every part of the battle; a table that leaves them out gets the same."""
    state = go(ortus_regni, besieged(), attack("siege", 2))["state"]
    named = {part: state["pending"][part] for part in ("type", "attacker", "defender", "kind", "fief", "step")}
    assert len(state["pending"]) > len(named)
    after = go(ortus_regni, state, field(lords=[1]))["state"]
    assert go(ortus_regni, {**state, "pending": named}, field(lords=[1]))["state"] == after


def test_the_decision_of_the_church_changes_no_earldom(ortus_regni: Referee) -> None:
    state = besieged(carla={"fiefs": "palace church"})
    moves = (attack("siege", 2), field(lords=[1]), field("bruno", lords=[1]), reveal("church"))
    state = go(ortus_regni, state, *moves)["state"]
    after = go(ortus_regni, left_out(state, "pending"), make("decide", "carla", outcome="normal"))["state"]
    for name in ("ana", "bruno", "carla"):
        assert kept(state, after, name) >= {*EARLDOM, "fiefs", "deck"}


def captured(ortus_regni: Referee) -> State:
    moves = (attack("siege", 2), field(lords=[1]), field("bruno", lords=[1]), reveal("attacker"))
    return go(ortus_regni, besieged(), *moves)["state"]


@pytest.mark.parametrize("zones", [("pending",), ()], ids=["pending", "captured"])
def test_a_ransom_that_is_refused_leaves_both_earldoms(ortus_regni: Referee, zones: tuple[str, ...]) -> None:
    state = captured(ortus_regni)
    part = left_out(state, *zones)
    if not zones:
        part["pending"] = left_out(part["pending"], "captured")
    after = go(ortus_regni, part, make("ransom", "bruno", lord=1, pay=None))["state"]
    for name in ("ana", "bruno", "carla"):
        assert kept(state, after, name) >= {*EARLDOM, "deck"}
    assert "lord" not in of(after, "bruno")["fiefs"][0]  # he may be dead when the battle is over
    assert (after["turn"], after["phase"]) == ("ana", "turn")


def test_a_castle_paid_is_the_only_fief_that_moves(ortus_regni: Referee) -> None:
    state = captured(ortus_regni)
    pay = {"fief": 2, "card": None}
    after = go(ortus_regni, left_out(state, "pending"), make("ransom", "bruno", lord=1, pay=pay))["state"]
    assert "fiefs" not in of(after, "bruno")
    assert "fiefs" not in of(after, "ana")
    assert kept(state, after, "carla") >= {*EARLDOM, "deck"}


def test_an_attacker_who_stops_a_dispute_loses_vassals_only(ortus_regni: Referee) -> None:
    state = table(3, ana={"hand": "treachery vassal"}, bruno={"hand": "allies", "fiefs": "palace vassal"})
    moves = (make("treachery", target="bruno", aim="hand"), make("allies", "bruno", play=True))
    state = go(ortus_regni, state, *moves)["state"]
    after = go(ortus_regni, left_out(state, "pending"), make("dispute", vassal=None))["state"]
    for name in ("ana", "bruno", "carla"):
        assert kept(state, after, name) >= {*EARLDOM, "fiefs", "deck", "pool"}


def test_towers_hold_what_the_vikings_deal(ortus_regni: Referee) -> None:
    """Three Vikings deal 3: no Castle behind four Towers falls, whoever is attacked."""
    bruno = {"fiefs": "palace land", "towers": "?*4", "pool": "knights"}
    state = landed(2, turn=None, phase="vikings", ana={"towers": "?*4"}, bruno=bruno)
    state["pending"] = {"type": "vikings", "step": "order", "controller": "ana"}
    order = make("order", "ana", target="bruno", kind="siege", fief=1)
    state = go(ortus_regni, state, order, field("bruno", pool="knights"), reveal("defender"))["state"]
    after = go(ortus_regni, left_out(state, "pending"), suffer("ana", vikings="viking*2"))["state"]
    for name in ("ana", "bruno"):
        assert kept(state, after, name) >= {*EARLDOM, "deck", "fiefs"}
    assert after["eliminated"] == []


def test_a_siege_of_the_last_castle_may_end_the_game(ortus_regni: Referee) -> None:
    state = table(2, ana={"hand": "champion champion"}, bruno={"hand": "vassal"})
    moves = (attack("siege", 1), field(hand="champion*2"))
    state = go(ortus_regni, state, *moves)["state"]
    state["players"][1] = left_out(state["players"][1], "towers")
    after = go(ortus_regni, state, make("field", "bruno", force=force()))["state"]
    assert "phase" not in after
    assert "eliminated" not in after
    assert kept(state, after, "ana") >= {*EARLDOM, "deck", "fiefs"}
    assert set(of(after, "bruno")) == {"name", "colour", "emissaries"}


# ---------------------------------------------------------------- what a move on a decision that was left out assumes


def facts_of(answer: Any) -> dict[str, dict[str, Any]]:
    return {entry["fact"]: entry["detail"] for entry in answer["assumed"]}


TWO = [{"name": "ana"}, {"name": "bruno"}]


def test_who_fields_nobody_is_the_one_attacked(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate({"players": TWO}, make("field", "bruno", force=force()))
    assert answer["verdict"] == "legal"
    assert "defends" in answer.assumed


def test_a_ransom_is_paid_for_a_lord_who_is_captured(ortus_regni: Referee) -> None:
    answer = ortus_regni.validate({"players": TWO}, make("ransom", "bruno", lord=3, pay=None))
    assert facts_of(answer)["captured"] == {"player": "bruno", "fief": 3}


def test_what_is_captured_was_destroyed(ortus_regni: Referee) -> None:
    card = {"card": "market", "owner": "bruno"}
    assumed = facts_of(ortus_regni.validate({"players": TWO}, make("capture", "ana", cards=[card])))
    assert assumed["destroyed"] == card
    assert assumed["slots"] == {"player": "ana", "count": 1}


def test_a_battle_against_somebody_who_was_not_sent_may_be_the_end_of_him(ortus_regni: Referee) -> None:
    """Who was not sent may have lost the last Fief: nothing of who is out, the King and the turn is claimed."""
    state = table(ana={"fiefs": "palace prince"})
    ana = of(state, "ana")
    state = {**{zone: value for zone, value in state.items() if zone != "pending"}, "players": [ana]}
    after = ortus_regni.validate(state, make("capture", "ana", cards=[]))["state"]
    for zone in ("eliminated", "king", "phase", "turn"):
        assert zone in state
        assert zone not in after


def test_empty_towers_may_be_those_of_an_earl_who_is_out(ortus_regni: Referee) -> None:
    """Where an empty line of Towers may be attacked, nothing else shows that carla is still in the game."""
    state = left_out(table(3, ana={"fiefs": "palace vassal"}), "eliminated")
    state["options"] = {"house_rules": {"empty_target": "allowed"}}
    for zone in ("fiefs", "cubes", "removed"):
        del of(state, "carla")[zone]
    for towers in ([], None):
        of(state, "carla")["towers"] = towers
        if towers is None:
            del of(state, "carla")["towers"]
        answer = ortus_regni.validate(state, attack(target="carla"))
        assert (answer["verdict"], answer.assumed) == ("legal", ["still-in"])
    of(state, "carla")["cubes"] = 1
    assert ortus_regni.validate(state, attack(target="carla")).assumed == []
    state["players"][2] = {"name": "carla", "cubes": 0, "towers": []}
    assert ortus_regni.validate(state, attack(target="carla")).broken == ["combat/other-earl"]


def test_an_earl_sent_alone_may_be_the_target_of_somebody_who_was_not(ortus_regni: Referee) -> None:
    """Whose turn it is was not sent: the hand from which cards are picked may be ana's."""
    state = left_out(table(ana={"hand": "vassal*3"}), "turn", "pending")
    state["players"] = [of(state, "ana")]
    after = ortus_regni.validate(state, make("pick", None))["state"]
    assert "hand" not in of(after, "ana")


def test_what_is_not_captured_may_go_to_an_earl_who_is_out(ortus_regni: Referee) -> None:
    """A destroyed card of carla, who has left the game, leaves it too."""
    state = table(3, ana={"fiefs": "palace prince"})
    state["eliminated"] = [{"player": "carla", "reason": "no-fief", "round": 1}]
    of(state, "carla").update(deck=[], fiefs=[], cubes=0, removed=["?"] * 24)
    after = ortus_regni.validate(left_out(state, "pending"), make("capture", "ana", cards=[]))["state"]
    assert "removed" not in of(after, "carla")
    assert of(after, "bruno")["removed"] == []


def test_what_is_placed_is_that_very_card(ortus_regni: Referee) -> None:
    pending = {"type": "politics", "card": "intrigue", "attacker": "ana", "target": "bruno", "aim": "properties"}
    card = {"card": "market", "owner": "carla"}
    for known in ({}, {"pending": {**pending, "step": "place"}}):
        state = {"players": [*TWO, {"name": "carla"}], **known}
        assumed = facts_of(ortus_regni.validate(state, make("place", "ana", card=card, fief=1)))
        assert assumed["to-place"] == {"player": "ana", **card}


def test_losses_name_units_towers_and_properties(ortus_regni: Referee) -> None:
    lost = suffer("bruno", towers="monk", properties="land", hand="vassal", lords=[1])
    assumed = facts_of(ortus_regni.validate({"players": TWO}, lost))
    expected = {
        "player": "bruno",
        "hit": {"hand": ["vassal"], "lords": [1]},
        "towers": ["monk"],
        "properties": ["land"],
    }
    assert assumed["damage-due"] == expected


def test_a_card_named_from_a_hidden_deck_is_assumed(ortus_regni: Referee) -> None:
    moves = (attack("siege", 2), field(lords=[1]), field("bruno", lords=[1]))
    state = go(ortus_regni, besieged(), *moves)["state"]
    assert facts_of(ortus_regni.validate(state, reveal("normal"))) == {"battle-card": {"card": "normal"}}
    state["battle_deck"] = ["normal", *state["battle_deck"][1:]]
    assert ortus_regni.validate(state, reveal("normal"))["assumed"] == []
    assert ortus_regni.validate(state, reveal("attacker")).broken == ["card/drawn"]


def test_a_castle_is_bet_only_where_there_is_another(ortus_regni: Referee) -> None:
    """A Castle that is paid for a Lord of another Fief is never the last."""
    pay = make("ransom", "bruno", lord=1, pay={"fief": 2, "card": None})
    assert "another-fief" not in ortus_regni.validate({"players": TWO}, pay).assumed
    bet = make("enter", "bruno", bet={"fief": 1, "card": None}, jouster={"card": "market"})
    pending = {"type": "joust", "organiser": "ana", "step": "declare", "declared": []}
    assert "another-fief" in ortus_regni.validate({"players": TWO, "pending": pending}, bet).assumed


def gives_armies(ortus_regni: Referee, count: int | None, pool: list[str] | None, *armies: str) -> dict[str, Any]:
    """Bruno gives up Armies for ana's Intrigue."""
    pending = {
        "type": "politics",
        "card": "intrigue",
        "attacker": "ana",
        "target": "bruno",
        "aim": "armies",
        "step": "give",
    }
    bruno = {"name": "bruno"} if pool is None else {"name": "bruno", "pool": pool}
    wanted = {} if count is None else {"count": count}
    state = {"phase": "turn", "turn": "ana", "players": [{"name": "ana"}, bruno], "pending": {**pending, **wanted}}
    return ortus_regni.validate(state, make("give", "bruno", armies=list(armies)))


def test_how_many_armies_were_wanted_decides_how_many_are_given(ortus_regni: Referee) -> None:
    both = ["knights", "infantry"]
    answer = gives_armies(ortus_regni, None, both, "knights")
    assert (answer["verdict"], [each["fact"] for each in answer["assumed"]]) == ("legal", ["armies-due"])
    assert answer["assumed"][0]["zones"] == ["/state/pending/count"]
    answer = gives_armies(ortus_regni, 2, None, "knights")
    assert (answer["verdict"], [each["fact"] for each in answer["assumed"]][-1]) == ("legal", "armies-due")
    assert gives_armies(ortus_regni, 2, ["knights"], "knights")["verdict"] == "legal"
    assert gives_armies(ortus_regni, 2, both, "knights")["verdict"] == "illegal"
    assert gives_armies(ortus_regni, 1, None, *both)["verdict"] == "illegal"
