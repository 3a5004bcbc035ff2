"""What is left out is unknown: it is not read as none, as not yet, or as a value that was sent before."""

from typing import Any

import msgspec
import pytest

from service.games.brian_boru.game import GAME as game
from service.games.brian_boru.table import Table
from service.referee.facts import unknown_zones
from tests.client import Referee
from tests.games.brian_boru.tables import (
    NAMES,
    acting,
    drafting,
    last_action,
    lead,
    opening_state,
    pending,
    pick,
    play_card,
    played,
    trick_due,
    upkeep,
)
from tests.games.brian_boru.test_left_out import three
from tests.games.brian_boru.test_rules import build, changed, open_, raid, settle, wed
from tests.games.partial_tables.positions import sample, served
from tests.games.partial_tables.zones import at_rest

START = {"type": "start", "player": "bruno"}


def without(state: dict[str, Any], *zones: str) -> dict[str, Any]:
    """The state without these zones; ``ana.hand`` is a zone of one player, ``*.hand`` of all of them."""
    told = {key: value for key, value in state.items() if key not in zones}
    told["players"] = [
        {zone: value for zone, value in player.items() if not {f"{player['name']}.{zone}", f"*.{zone}"} & {*zones}}
        for player in state["players"]
    ]
    return told


# ---------------------------------------------------------------- the marker: nobody's, or not known


def test_an_unknown_marker_does_not_forbid_to_open(brian_boru: Referee) -> None:
    told = {"phase": "opening", "players": [{"name": "carla"}], "towns": {}}
    answer = brian_boru.validate(told, open_("S5", "carla"))
    assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    assert answer["assumed"][0]["zones"] == ["/state/marker", "/state/players"]
    assert brian_boru.validate({**told, "marker": "carla"}, open_("S5", "carla"))["verdict"] == "legal"


@pytest.mark.parametrize(
    ("phase", "zones"),
    [
        ("opening", ["marker", "towns", "players"]),
        ("draft", ["towns", "players/0/picked", "players"]),
        ("trick", ["marker", "trick", "towns", "players"]),
        ("actions", ["trick", "towns", "players"]),
        ("battle", ["marker", "pending", "towns", "players"]),
    ],
)
def test_what_is_due_is_asked_of_the_zones_of_the_phase(phase: str, zones: list[str], brian_boru: Referee) -> None:
    answer = brian_boru.moves({"phase": phase, "players": [{"name": "ana"}]})
    due = next(fact for fact in answer["missing"] if fact["fact"] == "due")
    assert due["zones"] == [f"/state/{zone}" for zone in zones]


def test_to_draw_the_first_player_assumes_that_it_has_not_been_done(brian_boru: Referee) -> None:
    told = {"phase": "opening", "players": [{"name": name} for name in NAMES[:3]], "towns": {}}
    unknown = brian_boru.validate(told, START)
    assert (unknown["verdict"], unknown.assumed) == ("legal", ["not-drawn"])
    assert unknown["assumed"][0]["zones"] == ["/state/marker"]
    known = brian_boru.validate({**told, "marker": None}, START)
    assert (known["verdict"], known["assumed"]) == ("legal", [])
    assert brian_boru.validate({**told, "marker": "ana"}, START).broken == ["setup/first-player"]


def test_before_the_first_player_is_drawn_nobody_opens(brian_boru: Referee) -> None:
    told = opening_state(marker=None)
    assert brian_boru.moves(told)["next"] == {"phase": "opening", "players": [], "moves": ["start"]}
    assert brian_boru.validate(told, open_("C1")).broken == ["round/phases"]
    assert brian_boru.validate(without(told, "marker"), open_("C1"))["verdict"] == "legal"
    assert "unknown" in brian_boru.moves(without(told, "marker"))["next"]
    assert brian_boru.audit(opening_state(3, "C1 ana", marker=None)).broken == ["setup/first-player"]
    assert brian_boru.audit(without(opening_state(3, "C1 ana"), "marker"))["verdict"] == "possible"


def test_setup_without_a_seed_says_that_nobody_is_drawn(brian_boru: Referee) -> None:
    answer = brian_boru.ask("setup", {"players": NAMES[:3]})
    assert answer["state"]["marker"] is None
    assert answer["next"]["moves"] == ["start"]
    assert brian_boru.validate(answer["state"], START)["assumed"] == []


# ---------------------------------------------------------------- fields of a decision that follow from others


RAID = upkeep("battle", "M1 bruno; U1 carla; N1 carla", ana={"raiders": 2}, pending=pending("raid", "ana"))


def test_the_loser_follows_from_the_raiders(brian_boru: Referee) -> None:
    """One raid is left: in the order from the marker bruno has lost his town, so it is about carla."""
    told = changed(RAID, options={"house_rules": {"loser_order": "clockwise"}})
    answer = brian_boru.validate(told, raid("U1", "carla"))
    assert (answer["verdict"], answer["assumed"]) == ("legal", [])
    sent = changed(told, pending=pending("raid", "ana", loser="carla"))
    assert brian_boru.validate(sent, raid("U1", "carla"))["state"] == answer["state"]
    assert brian_boru.validate(told, raid("M1")).broken == brian_boru.validate(sent, raid("M1")).broken
    assert brian_boru.moves(told)["moves"] == brian_boru.moves(sent)["moves"]


def test_in_any_order_the_places_of_the_decisions_left_are_unknown(brian_boru: Referee) -> None:
    """Bruno, carla or diego may be the one whose place is first; the state claims only what is so in each case."""
    raiders = {"ana": 3, "bruno": 0, "carla": 0, "diego": 0}
    players = [{"name": name, "raiders": count} for name, count in raiders.items()]
    board = {"N1": {"disc": "bruno"}, "U1": {"disc": "carla"}, "M1": {"disc": "diego"}}
    table = {"phase": "battle", "raiders": 3, "marker": "ana", "players": players, "towns": board}
    unsaid, about_carla = pending("raid", "ana"), pending("raid", "ana", loser="carla")
    for decisions, losers in (
        ([*unsaid, *about_carla, *unsaid], [None, None]),
        ([*unsaid, *unsaid, *about_carla], ["diego", "carla"]),
        ([*about_carla, *unsaid, *unsaid], ["carla", "diego"]),
    ):
        sent = [{zone: value for zone, value in each.items() if value is not None} for each in decisions]
        answer = brian_boru.validate({**table, "pending": sent}, raid("N1", "bruno"))
        assert answer["verdict"] == "legal", answer["violations"]
        assert [each.get("loser") for each in answer["state"]["pending"]] == losers
        named = {move["loser"] for move in brian_boru.moves(answer["state"])["moves"]}
        assert named == {"carla", "diego"}


def test_in_any_order_the_loser_who_is_left_is_unknown(brian_boru: Referee) -> None:
    """One of two losers has lost a town; the raiders alone do not show who."""
    for town, loser in (("U1", "carla"), ("M1", "bruno")):
        answer = brian_boru.validate(RAID, raid(town, loser))
        assert (answer["verdict"], answer.assumed) == ("legal", ["next-loser"])
    both = changed(RAID, pending=pending("raid", "ana") * 2)
    answer = brian_boru.validate(both, raid("U1", "carla"))
    assert (answer["verdict"], answer["assumed"]) == ("legal", [])
    assert [each["loser"] for each in answer["state"]["pending"]] == ["bruno"]
    assert {move["loser"] for move in brian_boru.moves(both)["moves"]} == {"bruno", "carla"}
    tied = changed(
        RAID, pending=pending("raid", "bruno"), players=[{**each, "raiders": 1} for each in RAID["players"]]
    )
    assert brian_boru.validate(tied, raid("M1", name="bruno"))["assumed"] == []


def test_an_unknown_loser_is_assumed(brian_boru: Referee) -> None:
    told = without(RAID, "carla.raiders")
    answer = brian_boru.validate(told, raid("U1", "carla"))
    assert (answer["verdict"], answer.assumed) == ("legal", ["next-loser"])
    assert answer["assumed"][0]["zones"] == ["/state/pending/0/loser", "/state/players/2/raiders"]
    listed = brian_boru.moves(told)
    assert (listed["moves"], listed["complete"], listed.missing) == ([], False, ["loser-known"])
    more = changed(told, players=[{**player, "raiders": 2} for player in told["players"][:2]] + told["players"][2:])
    assert brian_boru.validate(more, raid("M1"))["verdict"] == "legal"


CARD = upkeep("marriage", marriage_card=None, ana={"marriage": 3, "marriages": ["cormac"]}, pending=pending("card-town", "ana"))  # fmt: skip


def test_the_region_follows_from_the_marriage_card(brian_boru: Referee) -> None:
    answer = brian_boru.validate(CARD, settle("C1"))
    assert (answer["verdict"], answer["assumed"]) == ("legal", [])
    assert brian_boru.validate(CARD, settle("D1")).broken == ["marriage/region-town"]
    sent = changed(CARD, pending=pending("card-town", "ana", region="connaught"))
    assert brian_boru.validate(sent, settle("C1"))["state"] == answer["state"]
    assert brian_boru.moves(CARD)["moves"] == brian_boru.moves(sent)["moves"]


def test_an_unknown_region_is_assumed(brian_boru: Referee) -> None:
    told = without(CARD, "ana.marriages")
    answer = brian_boru.validate(told, settle("D1"))
    assert (answer["verdict"], answer.assumed) == ("legal", ["card-region"])
    listed = brian_boru.moves(told)
    assert (listed["moves"], listed["complete"], listed.missing) == ([], False, ["card-region-known"])


@pytest.mark.parametrize(
    ("told", "wrong", "rule"),
    [
        (RAID, pending("raid", "ana", loser="ana"), "battle/fewest"),
        (RAID, pending("raid", "ana", loser=None), "upkeep/order"),
        (RAID, pending("raid", "ana", loser="bruno", region="munster"), "upkeep/order"),
        (CARD, pending("card-town", "ana", region="munster"), "marriage/region-town"),
        (CARD, pending("card-town", "ana", region=None), "upkeep/order"),
        (CARD, pending("card-town", "ana", region="connaught", loser="bruno"), "upkeep/order"),
        (CARD, pending("princess", "ana", region="connaught"), "upkeep/order"),
    ],
)
def test_what_follows_is_checked_if_it_is_sent(
    brian_boru: Referee, told: dict[str, Any], wrong: list[dict[str, Any]], rule: str
) -> None:
    assert brian_boru.audit(told)["verdict"] == "possible"
    assert brian_boru.audit(changed(told, pending=wrong)).broken == [rule]


# ---------------------------------------------------------------- a trick of which only the town is known


def test_cards_left_out_of_a_trick_are_not_no_cards(brian_boru: Referee) -> None:
    trick = {"town": "C1"}
    told = without(acting(("ana", 2), ("bruno", 11), ("carla", 13), winner="carla"), "discard")
    told["trick"] = {**trick, "winner": "carla"}
    answer = brian_boru.validate(told, {"type": "act", "player": "ana", "action": "upper", "card": 2})
    assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    assert "played" not in answer["state"]["trick"]
    assert "phase" not in at_rest(answer["state"])
    open_question = brian_boru.validate(told, {"type": "act", "player": "ana", "action": "upper"})
    assert (open_question["verdict"], open_question.missing) == ("undetermined", ["card-before"])
    active = {"type": "act", "player": "ana", "action": "upper", "card": 2, "expand": "C1"}
    assert "symbol/expand-active" in brian_boru.validate(told, active).broken
    following = changed(without(trick_due(marker=None), "discard"), trick=trick)
    assert brian_boru.audit(following)["verdict"] == "possible"
    then = brian_boru.validate(following, play_card(5))
    assert (then["verdict"], then.assumed) == ("legal", ["holds-card", "turn"])
    assert "played" not in then["state"]["trick"]


# ---------------------------------------------------------------- a town without a mark has none


def test_a_town_without_a_mark_has_none(brian_boru: Referee) -> None:
    held = brian_boru.validate(opening_state(), open_("C1"))["state"]["towns"]["C1"]
    assert held == {"disc": "ana", "viking": False, "monastery": False}
    marked = {"disc": "bruno", "viking": False, "monastery": False}
    one = upkeep("church", "M1 bruno", bruno={"church": 1}, pending=pending("monastery", "bruno"))
    other = changed(one, towns={"M1": marked})
    assert (
        brian_boru.validate(one, build("M1", "bruno"))["state"]
        == brian_boru.validate(other, build("M1", "bruno"))["state"]
    )


# ---------------------------------------------------------------- a state that comes back claims nothing too much


def claims(state: dict[str, Any], name: str) -> set[str]:
    state = at_rest(state)
    player = next(player for player in state["players"] if player["name"] == name)
    return {*state, *(f"{name}.{zone}" for zone in player)}


UPKEEP_ZONES = {
    "round",
    "marker",
    "face_up",
    "raiders",
    "phase",
    "pending",
    "bruno.points",
    "bruno.claims",
    "bruno.church",
}


@pytest.mark.parametrize("zone", ["raiders", "church", "claims"])
def test_a_step_that_cannot_run_leaves_open_what_it_writes(brian_boru: Referee, zone: str) -> None:
    last = last_action(raiders=0, ana={"raiders": 2})
    act = {"type": "act", "player": "ana", "action": "upper"}
    answer = brian_boru.validate(without(last, f"carla.{zone}"), act)
    assert answer["verdict"] == "legal"
    claimed = claims(answer["state"], "bruno")
    assert not claimed & {"face_up", "bruno.claims"}
    assert {"towns", "bruno.coins", "bruno.hand"} <= claimed
    if zone == "claims":
        assert {"marker", "bruno.church", "bruno.points"} <= claimed, "the steps before have run"
        assert (answer["state"]["phase"], answer["state"]["round"]) == ("preparation", 3), "no token stops the round"
    else:
        assert not claimed & {"marker", "bruno.church", "bruno.points", "round", "phase", "pending"}


def test_a_marriage_that_is_not_known_leaves_the_card_open(brian_boru: Referee) -> None:
    told = without(last_action(raiders=0, ana={"marriage": 3}), "carla.marriage")
    state = brian_boru.validate(told, {"type": "act", "player": "ana", "action": "upper"})["state"]
    assert not claims(state, "ana") & {*UPKEEP_ZONES, "marriage_card", "ana.coins", "ana.renown", "ana.marriages"}
    assert brian_boru.audit(state)["verdict"] == "possible"


def test_a_monastery_that_was_not_said_to_be_due(brian_boru: Referee) -> None:
    """Whether by the most discs or by four: they are taken back; the marker moves in one case."""
    told = without(upkeep("church", ana={"church": 5}, bruno={"church": 1}), "pending")
    state = brian_boru.validate(told, build("C4"))["state"]
    assert state["players"][0]["church"] == 0
    assert not {"marker", "phase", "pending"} & state.keys()
    assert "church" not in state["players"][1]


def test_the_last_of_a_row_leaves_the_phase_open(brian_boru: Referee) -> None:
    opened = without(opening_state(3, "C1 ana; M1 bruno"), "towns")
    assert "phase" not in at_rest(brian_boru.validate(opened, open_("N1", "carla"))["state"])
    row = {"town": "C1", "played": played(("ana", 11), ("bruno", 1))}
    told = without(
        trick_due(marker=None, trick=row, ana={"hand": ["?"] * 3}, bruno={"hand": ["?"] * 3}), "trick", "discard"
    )
    state = brian_boru.validate(told, play_card(13, "carla"))["state"]
    assert "phase" not in at_rest(state)
    act = {"type": "act", "player": "bruno", "action": "upper", "card": 1}
    assert brian_boru.validate(state, act)["verdict"] == "legal"


def test_cards_are_passed_on_as_far_as_they_are_known(brian_boru: Referee) -> None:
    full = drafting(**{name: {"dealt": ["?"] * 6, "picked": ["?"] * 2} for name in NAMES[1:3]})
    unknown = without(full, "carla.dealt")
    after = brian_boru.validate(unknown, pick(1, 5))["state"]
    assert (after["phase"], after["players"][1]["dealt"]) == ("draft", [9, 13, 17, 20, 22, 25])
    assert "dealt" not in after["players"][0], "they come from carla"
    assert [player["picked"] for player in after["players"]] == [[], [], []]
    open_ = at_rest(brian_boru.validate(without(full, "carla.picked"), pick(1, 5))["state"])
    assert "phase" not in open_
    assert not {"hand", "dealt", "picked"} & {zone for player in open_["players"] for zone in player}
    waiting = without(drafting(bruno={"dealt": ["?"] * 8}), "carla.picked")
    certain = brian_boru.validate(waiting, pick(1, 5))["state"]
    assert (certain["phase"], certain["players"][0]["picked"]) == ("draft", [1, 5])
    last = drafting(
        **{name: {"hand": ["?"] * 6, "dealt": [], "picked": ["?"] * 2} for name in NAMES[1:3]},
        ana={"hand": ["?"] * 6, "dealt": [1, 2]},
    )
    over = brian_boru.validate(without(last, "*.dealt"), pick(1, 2))["state"]
    assert (over["phase"], [player["dealt"] for player in over["players"]]) == ("trick", [[], [], []])


def test_a_collision_is_told_where_the_next_space_is_not_known(brian_boru: Referee) -> None:
    told = acting(("ana", 14), winner="carla", ana={"marriage": 5}, bruno={"marriage": 7}, carla={"marriage": 1})
    courting = {"type": "act", "player": "ana", "action": "lower"}
    known = brian_boru.validate(told, courting)
    steps = next(event["detail"]["steps"] for event in known["events"] if event["type"] == "courted")
    told = changed(
        told, players=[told["players"][0], {**told["players"][1], "marriage": 5 + steps}, told["players"][2]]
    )
    answer = brian_boru.validate(without(told, "carla.marriage"), courting)
    assert "slides" in [event["type"] for event in answer["events"]]
    assert "marriage" not in answer["state"]["players"][0]


# ---------------------------------------------------------------- what is assumed of the upkeep


def test_a_raid_assumes_who_has_most_and_fewest_raiders(brian_boru: Referee) -> None:
    held = {"M1": {"disc": "bruno"}, "N1": {"disc": "bruno"}}
    told = {"phase": "battle", "towns": held, "players": three()}
    answer = brian_boru.validate(told, raid("M1"))
    assert answer.assumed == ["fewest", "next-loser", "chooses", "turn"]
    raiders = [f"/state/players/{seat}/raiders" for seat in range(3)]
    assert answer["assumed"][0]["zones"] == ["/state/raiders", *raiders]
    known = brian_boru.validate({**told, "players": three(raiders=[3, 0, 1]), "raiders": 2}, raid("M1"))
    assert known.assumed == ["turn"]


def test_church_and_marriage_assume_who_leads(brian_boru: Referee) -> None:
    held = {"M1": {"disc": "bruno"}, "N1": {"disc": "bruno"}}
    assert (
        "most-discs"
        in brian_boru.validate({"phase": "church", "towns": held, "players": three()}, build("M1", "bruno")).assumed
    )
    assert "highest" in brian_boru.validate({"phase": "marriage", "players": three()}, wed("trade")).assumed
    assert "princess-up" in brian_boru.validate({"phase": "marriage", "players": three()}, wed("trade")).assumed


def test_purchases_need_the_coins_to_be_listed(brian_boru: Referee) -> None:
    told = without(acting(("ana", 2), winner="carla", ana={"coins": 20}), "ana.coins")
    listed = brian_boru.moves(told)
    assert (listed["complete"], listed.missing) == (False, ["purse"])
    assert listed["missing"][0]["zones"] == ["/state/players/0/coins"]


def test_coins_that_a_card_brings_need_no_assumption(brian_boru: Referee) -> None:
    """Card 2 brings three coins further left; an expansion costs five."""
    told = without(acting(("ana", 2), winner="carla"), "ana.coins")
    bought = brian_boru.validate(told, {"type": "act", "player": "ana", "action": "upper", "expand": "C3"})
    assert [fact["detail"] for fact in bought["assumed"]] == [{"player": "ana", "price": 5, "needed": 2}]


def test_every_fact_is_declared(brian_boru: Referee) -> None:
    assert list(game.facts) == list(game.rulebook.facts)
    assert all(fact.zones for fact in game.facts.values())


# ---------------------------------------------------------------- the winner of a trick: nobody yet, or not known

LED = {"town": "L3", "played": played(("ana", 22))}
EXPANDS = {"type": "act", "player": "ana", "action": "upper", "expand": "L7"}


def test_a_trick_that_nobody_has_won_yet_says_so(brian_boru: Referee) -> None:
    after = brian_boru.validate(trick_due(), {"type": "lead", "player": "ana", "card": 11, "town": "C1"})
    assert after["state"]["trick"]["winner"] is None
    for phase in ({"phase": "trick"}, {}):  # the move shows the phase
        after = brian_boru.validate({**phase, "players": three(), "trick": LED}, play_card(13, "bruno"))
        assert after["state"]["trick"]["winner"] is None


def test_nobody_acts_on_a_card_of_a_trick_that_is_not_won(brian_boru: Referee) -> None:
    sent = {"players": [{"name": "bruno"}], "trick": {**LED, "winner": None}}
    answer = brian_boru.validate(sent, EXPANDS)
    assert (answer["verdict"], answer.broken) == ("illegal", ["round/phases"])


def test_whoever_acts_while_the_winner_is_unknown_is_taken_to_have_lost(brian_boru: Referee) -> None:
    begun = {"town": "L3", "played": played(("ana", 22), ("eva", 23))}
    answer = brian_boru.validate({"players": [{"name": "bruno"}], "trick": begun}, EXPANDS)
    assert (answer["verdict"], "lost" in answer.assumed) == ("legal", True)
    (lost,) = (entry for entry in answer["assumed"] if entry["fact"] == "lost")
    assert lost["zones"] == ["/state/trick/winner", "/state/phase"]


@pytest.mark.parametrize(
    "state",
    [
        acting(("ana", 2), ("carla", 13), winner=None),
        {"players": three(), "trick": {"town": None, "played": played(("ana", 2)), "winner": None}},
        {"phase": "trick", "players": three(), "trick": {**LED, "winner": "ana"}},
    ],
)
def test_the_phase_and_the_town_show_whether_a_trick_is_won(brian_boru: Referee, state: dict[str, Any]) -> None:
    assert brian_boru.audit(state).broken == ["trick/winner"]


def test_the_last_card_of_a_trick_whose_town_is_not_taken_is_the_winners_in_any_phase_of_actions(
    brian_boru: Referee,
) -> None:
    sent = {"players": three(), "marker": None, "trick": {"town": "M10", "played": played(("bruno", 25))}}
    answer = brian_boru.validate(sent, {"type": "act", "player": "bruno", "action": "lower"})
    assert (answer["verdict"], answer.broken) == ("illegal", ["action/primary"])


def test_a_trick_that_is_not_won_shows_the_phase(brian_boru: Referee) -> None:
    sent = {"players": three(), "marker": None, "trick": {**LED, "winner": None}}
    assert brian_boru.validate(sent, play_card(13, "carla")).broken == ["trick/order"]


def test_nobody_has_lost_a_trick_that_nobody_has_won(brian_boru: Referee) -> None:
    for winner, lost in ((None, False), ("ana", False), ("bruno", True)):
        state = msgspec.convert({"players": three(), "trick": {**LED, "winner": winner}}, game.shapes.state)
        table = served(game).table(state, {})
        assert game.facts["lost"].holds(table, {"player": "ana"}) is lost


def test_a_whole_table_leaves_out_nothing() -> None:
    """What does not exist yet has a value of its own: else a fact points to a zone that nobody has left out."""
    zones = [f"/{zone}" for zone in game.shapes.state.__struct_fields__ if zone not in ("options", "unresolved")]
    positions = list(sample(game, range(6), 1))
    assert {"opening", "draft", "trick", "actions", "battle"} <= {position.state["phase"] for position in positions}
    for position in positions:
        table = Table(msgspec.convert(position.state, game.shapes.state), served(game).packs.pick("base"), {})
        assert unknown_zones(table, [*zones, "/players/*"], {}) == []


# ---------------------------------------------------------------- the marriage pile: whether a round is the last

BUILDS = build("C4")


def last_build(**zones: Any) -> dict[str, Any]:
    """Ana builds for the most discs in round 2 of 3; the round is over then. The marriage pile is left out."""
    state = upkeep("church", ana={"church": 3}, pending=pending("monastery", "ana"), round=2, **zones)
    return without(state, "marriage_pile")


def test_a_card_taken_from_the_pile_may_have_been_the_last_round(brian_boru: Referee) -> None:
    top_of_pile = {"house_rules": {"nobody_courts": "top-of-pile"}}
    gone = ["orlaith", "cormac", "princess"]
    answer = brian_boru.validate(last_build(options=top_of_pile, marriages_gone=gone), BUILDS)
    (waits,) = answer["state"]["unresolved"]
    assert (waits["step"], waits["missing"]) == ("round-over", ["/state/marriage_pile"])
    assert "phase" not in at_rest(answer["state"])
    whole = brian_boru.validate({**last_build(options=top_of_pile, marriages_gone=gone), "marriage_pile": []}, BUILDS)
    assert whole["state"]["phase"] == "over"


@pytest.mark.parametrize("options", [{}, {"house_rules": {"nobody_courts": "top-of-pile"}}])
def test_the_round_tells_whether_it_is_the_last_while_no_card_was_taken_from_the_pile(
    brian_boru: Referee, options: dict[str, Any]
) -> None:
    for number, phase in ((2, "preparation"), (3, "over")):
        state = {**last_build(options=options, marriages_gone=[]), "round": number}
        assert brian_boru.validate(state, BUILDS)["state"]["phase"] == phase


# ---------------------------------------------------------------- tables that are not at rest


def test_a_step_that_waits_for_a_hidden_card_names_that_card(brian_boru: Referee) -> None:
    """Nobody has decided anything yet: which marriage card it is says what is due."""
    spaces = {"ana": 3, "bruno": 4, "carla": 0}
    players = [{"name": name, "marriage": space} for name, space in spaces.items()]
    table = {"phase": "marriage", "pending": [], "players": players, "marriage_card": "?", "towns": {}}
    assert brian_boru.moves(table)["missing"][0]["zones"] == ["/state/marriage_card"]
    answer = brian_boru.validate(table, wed("trade", "bruno"))
    assert (answer["verdict"], "princess-up" in answer.assumed) == ("legal", True)
    assert {zone for fact in answer["assumed"] for zone in fact["zones"]} == {"/state/marriage_card"}
    assert brian_boru.validate({**table, "marriage_card": "princess"}, wed("trade", "bruno"))["assumed"] == []
    assert (
        "marriage/princess" in brian_boru.validate({**table, "marriage_card": "brigid"}, wed("trade", "bruno")).broken
    )


def test_when_all_have_acted_the_hands_say_whether_a_trick_follows(brian_boru: Referee) -> None:
    trick = {"town": None, "winner": "ana", "played": []}
    zones = {"phase": "actions", "marker": "ana", "towns": {}, "marriage_card": "princess", "trick": trick}
    moves = {"lead": lead("C1", 2), "wed": wed("trade", "bruno")}
    for size, legal in ((1, "wed"), (2, "lead")):
        players = [
            {"name": name, "hand": ["?"] * size, "marriage": space}
            for name, space in {"ana": 3, "bruno": 4, "carla": 0}.items()
        ]
        whole = {**zones, "players": players}
        assert {kind for kind, move in moves.items() if brian_boru.validate(whole, move)["verdict"] == "legal"} == {
            legal
        }
        for move in moves.values():
            answer = brian_boru.validate(without(whole, "*.hand"), move)
            assert (answer["verdict"], bool(answer["assumed"])) == ("legal", True), answer["violations"]
