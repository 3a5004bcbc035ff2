"""Faults that were found on tables sent in part, each as a test, and automatic steps that wait for what is missing."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.brian_boru.tables import (
    BOARD,
    NAMES,
    act,
    acting,
    drafting,
    last_action,
    lead,
    opening_state,
    pending,
    pick,
    play_card,
    played,
    player,
    towns,
    trick_due,
    upkeep,
)
from tests.games.brian_boru.tables import state as table_in
from tests.games.brian_boru.test_rules import BASE, FULL_BOARD, build, open_, prepare, raid, settle
from tests.games.brian_boru.test_unknown import without
from tests.games.partial_tables.zones import at_rest

RAID = {
    "phase": "battle",
    "pending": [],
    "raiders": 2,
    "marker": "ana",
    "players": [
        {"name": "ana", "raiders": 4, "renown": 1, "points": 10, "church": 0},
        {"name": "bruno", "raiders": 1, "renown": 1, "points": 10, "church": 0},
        {"name": "carla", "raiders": 0, "renown": 1, "points": 10, "church": 0},
    ],
    "towns": {"N1": {"disc": "carla"}, "M1": {"disc": "bruno"}},
}


def test_a_marker_that_was_left_out_is_not_one_that_was_not_drawn(brian_boru: Referee) -> None:
    state: dict[str, Any] = {"phase": "opening", "players": [{"name": "carla"}], "towns": {}}
    opened = brian_boru.validate(state, {"type": "open", "player": "carla", "town": "S5"})
    assert (opened["verdict"], opened.assumed) == ("legal", ["turn"])
    started = brian_boru.validate(state, {"type": "start", "player": "carla"})
    assert (started["verdict"], started.assumed) == ("legal", ["not-drawn"])


def test_a_forced_raid_is_a_move(brian_boru: Referee) -> None:
    raid = {"type": "raid", "player": "ana", "loser": "carla", "town": "N1"}
    assert brian_boru.validate(RAID, raid)["verdict"] == "legal"


ONE_TOWN_LEFT = FULL_BOARD.removesuffix("; M10 carla")
FORCED = {
    "settle into the last free town": (
        upkeep("marriage", ONE_TOWN_LEFT, bruno={"marriage": 8}, marriage_card=None),
        settle("M10", "bruno"),
    ),
    "build on the only town": (
        upkeep("church", "C4 ana; M1 bruno; U1 carla", ana={"church": 2}),
        build("C4"),
    ),
    "the last pick": (
        drafting(
            ana={"hand": [1, 5, 9, 13, 17, 20], "dealt": [22, 25]},
            **{name: {"hand": ["?"] * 6, "dealt": [], "picked": ["?"] * 2} for name in ("bruno", "carla")},
        ),
        pick(22, 25),
    ),
}


@pytest.mark.parametrize("name", FORCED)
def test_a_decision_with_one_option_is_a_move(brian_boru: Referee, name: str) -> None:
    table, move = FORCED[name]
    answer = brian_boru.validate(table, move)
    assert (answer["verdict"], answer["violations"]) == ("legal", [])
    assert brian_boru.ask("replay", {"state": table, "moves": [move]})["verdict"] == "legal"


def test_a_last_card_that_is_led_differs_in_both_directions(brian_boru: Referee) -> None:
    hands = {name: {"hand": [card]} for name, card in zip(NAMES, (11, 12, 13, 14, 15), strict=True)}
    for rule, other in (("four", "five"), ("five", "four")):
        table = trick_due(5, options={"house_rules": {"tricks_of_five": rule}}, discard=["?"] * 20, **hands)
        answer = brian_boru.validate(table, lead("C1", 11))
        assert answer["verdict"] == ("illegal" if rule == "four" else "legal")
        assert other in [entry["under"]["value"] for entry in answer["differs_under"]]


def test_a_raid_with_nobodys_raiders_known_assumes_who_loses_and_who_chooses(brian_boru: Referee) -> None:
    state = {"phase": "battle", "players": [{"name": name} for name in ("ana", "bruno", "carla")]}
    answer = brian_boru.validate(state, {"type": "raid", "player": "ana", "loser": "bruno", "town": "N1"})
    assert {"fewest", "chooses", "next-loser", "turn"} <= set(answer.assumed)


def test_purchases_that_depend_on_unknown_coins_are_missing(brian_boru: Referee) -> None:
    answer = brian_boru.moves(without(last_action(), "ana.coins"))
    assert not answer["complete"]
    assert "purse" in answer.missing


def test_somebody_who_was_not_sent_is_a_player_of_whom_nothing_is_known(brian_boru: Referee) -> None:
    raid = {"type": "raid", "player": "ana", "loser": "bruno", "town": "M1"}
    assert brian_boru.validate({"players": [{"name": "ana"}]}, raid)["verdict"] == "legal"


def test_a_hidden_card_is_assumed_to_be_the_one_that_is_shown(brian_boru: Referee) -> None:
    hidden = trick_due(ana={"hand": ["?"] * 4})
    assert brian_boru.validate(hidden, lead("C1", 11)).assumed == ["holds-card"]
    drafting = {"phase": "draft", "players": [{"name": "ana", "dealt": ["?"] * 8, "picked": [], "hand": []}]}
    assert brian_boru.validate(drafting, pick(1, 2)).assumed.count("dealt-card") == 2


# ---------------------------------------------------------------- steps that wait


@pytest.mark.parametrize("zone", ["raiders", "church", "marriage", "claims"])
def test_a_step_waits_for_what_is_missing(brian_boru: Referee, zone: str) -> None:
    """The values from before the step stay; with what is missing the end is that of the whole table."""
    whole = last_action(raiders=0, ana={"raiders": 2, "marriage": 3})
    part = without(whole, f"carla.{zone}")
    state = brian_boru.validate(part, act("upper"))["state"]
    (unresolved,) = state["unresolved"]
    assert f"/state/players/2/{zone}" in unresolved["missing"]
    unsettled = "claims" if zone == "claims" else "points"
    assert unsettled in state["players"][0]
    assert unsettled not in at_rest(state)["players"][0]
    expected = brian_boru.validate(whole, act("upper"))["next"]
    state["players"][2][zone] = next(player for player in whole["players"] if player["name"] == "carla")[zone]
    assert brian_boru.moves(state)["next"] == expected


def test_a_move_on_a_table_that_waits_leaves_out_what_the_step_may_have_written(brian_boru: Referee) -> None:
    row = {"town": "C1", "played": [{"player": "ana", "card": 11}, {"player": "bruno", "card": 1}]}
    hands = {name: {"hand": ["?"] * 3} for name in ("ana", "bruno")}
    told = without(trick_due(marker=None, trick=row, **hands), "trick", "discard")
    played = brian_boru.validate(told, play_card(13, "carla"))["state"]
    assert [entry["step"] for entry in played["unresolved"]] == ["winner"]
    acted = brian_boru.validate(played, {"type": "act", "player": "bruno", "action": "upper", "card": 1})
    assert acted["verdict"] == "legal"
    assert "trick" not in at_rest(acted["state"])


def test_the_round_is_over_wherever_the_tokens_go(brian_boru: Referee) -> None:
    answer = brian_boru.validate(without(last_action(raiders=0), "carla.claims"), act("upper"))
    assert (answer["state"]["phase"], answer["state"]["round"]) == ("preparation", 3)
    assert answer["next"]["moves"] == ["prepare"]
    prepared = brian_boru.validate(answer["state"], prepare(marriage="princess"))
    assert prepared["verdict"] == "legal"
    assert "unresolved" not in prepared["state"]
    assert not {"claims"} & {*prepared["state"]["players"][0]}


def test_unknown_renown_leaves_only_its_own_points_open(brian_boru: Referee) -> None:
    """battle/first-spoils: as many points as the winner has renown."""
    whole = last_action(raiders=0, ana={"raiders": 2})
    ana, bruno, _ = brian_boru.validate(without(whole, "ana.renown"), act("upper"))["state"]["players"]
    assert not {"points", "renown"} & {*ana}
    assert bruno["points"] == 10


def test_a_monastery_of_which_nobody_knows_the_reason_leaves_open_what_follows(brian_boru: Referee) -> None:
    """It was the first one, and the marker moves; or one of four discs, and it does not."""
    table = without(upkeep("church", ana={"church": 4}, bruno={"church": 1}), "pending", "phase")
    after = brian_boru.validate(table, build("C4"))["state"]
    assert after["towns"]["C4"]["monastery"]
    assert not {"marker", "round", "phase", "pending", "unresolved"} & {*after}
    assert [player.get("church") for player in after["players"]] == [0, None, None]
    assert ["points" in player for player in after["players"]] == [True, False, False]


def test_after_a_monastery_the_second_reward_waits_for_the_other_discs(brian_boru: Referee) -> None:
    whole = upkeep(
        "church",
        raiders=0,
        ana={"church": 3},
        bruno={"church": 2},
        carla={"church": 1},
        pending=pending("monastery", "ana"),
    )
    after = brian_boru.validate(without(whole, "carla.church"), build("C4"))["state"]
    assert [(entry["step"], entry["missing"]) for entry in after["unresolved"]] == [
        ("second-reward", ["/state/players/2/church"])
    ]
    assert (after["marker"], after["players"][0]["church"]) == ("ana", 0)
    after["players"][2]["church"] = 1
    assert brian_boru.moves(after)["next"] == brian_boru.validate(whole, build("C4"))["next"]


@pytest.mark.parametrize(
    ("table", "move", "later"),
    [
        (
            without(trick_due(marker=None, **{name: {"hand": ["?"] * 3} for name in ("ana", "bruno")}), "trick"),
            play_card(13, "carla"),
            act("upper", "bruno", card=1),
        ),
        (without(opening_state(board="C4 ana; M1 bruno"), "towns"), open_("U1", "carla"), prepare(vikings=9)),
        (
            without(
                drafting(
                    ana={"hand": [1, 5, 9, 13, 17, 20], "dealt": [22, 25]},
                    **{name: {"hand": ["?"] * 6, "dealt": [], "picked": ["?"] * 2} for name in ("bruno", "carla")},
                ),
                "carla.picked",
                "carla.dealt",
            ),
            pick(22, 25),
            lead("C1", 22),
        ),
    ],
    ids=["play with the trick unknown", "the last open", "the last pick"],
)
def test_the_next_move_is_not_refused(
    brian_boru: Referee, table: dict[str, Any], move: dict[str, Any], later: dict[str, Any]
) -> None:
    first = brian_boru.validate(table, move)
    assert first["verdict"] == "legal"
    assert brian_boru.validate(first["state"], later)["verdict"] in ("legal", "undetermined")


def test_a_certain_collision_on_the_track_is_an_event_although_a_disc_is_unknown(brian_boru: Referee) -> None:
    free = acting(("ana", 14), winner="carla", ana={"marriage": 5})
    reached = brian_boru.validate(free, act("lower"))["state"]["players"][0]["marriage"]
    taken = acting(("ana", 14), winner="carla", ana={"marriage": 5}, bruno={"marriage": reached})
    answer = brian_boru.validate(without(taken, "carla.marriage"), act("lower"))
    assert "slides" in [event["type"] for event in answer["events"]]
    assert "marriage" not in answer["state"]["players"][0]


def test_who_is_left_has_won_the_trick_in_a_replay_too(brian_boru: Referee) -> None:
    table = acting(("ana", 20), ("carla", 19), winner="ana")
    del table["trick"]["winner"]
    after = brian_boru.validate(table, act("upper", "carla"))["state"]
    assert after["trick"]["winner"] == "ana"
    replayed = brian_boru.ask("replay", {"state": table, "moves": [act("upper", "carla")]})
    assert replayed["state"] == after


def test_after_the_draft_unknown_hands_leave_nothing_open(brian_boru: Referee) -> None:
    """Nobody who plays no cards into the app has to say that more than one card is left."""
    table = drafting(
        ana={"hand": [1, 5, 9, 13, 17, 20], "dealt": [22, 25]},
        **{name: {"hand": ["?"] * 6, "dealt": [], "picked": ["?"] * 2} for name in ("bruno", "carla")},
    )
    after = brian_boru.validate(without(table, "*.hand"), pick(22, 25))["state"]
    assert after["phase"] == "trick"
    assert "unresolved" not in after


def test_a_card_that_nobody_marries_goes_out_of_the_game_although_it_is_unknown(brian_boru: Referee) -> None:
    after = brian_boru.validate(without(last_action(raiders=0), "marriage_card"), act("upper"))["state"]
    assert after["marriage_card"] is None
    assert "marriages_gone" not in after
    pile = {"options": {"house_rules": {"nobody_courts": "top-of-pile"}}}
    unknown = without({**last_action(raiders=0), **pile}, "marriage_pile")
    assert "marriages_gone" not in at_rest(brian_boru.validate(unknown, act("upper"))["state"])


# ---------------------------------------------------------------- what is known decides


def test_a_known_phase_names_the_rule_that_the_whole_table_names(brian_boru: Referee) -> None:
    battle = upkeep("battle", ana={"raiders": 2}, bruno={"raiders": 1}, pending=pending("raid", "ana", loser="carla"))
    start = {"type": "start", "player": "ana"}
    for table, left_out, move in (
        (battle, "pending", settle("C1")),
        (battle, "pending", start),
        (trick_due(), "marker", start),
    ):
        rules = [
            [violation["rule"] for violation in brian_boru.validate(state, move)["violations"]]
            for state in (table, without(table, left_out))
        ]
        assert rules[0] == rules[1]


def test_who_chooses_and_who_loses_are_two_reasons(brian_boru: Referee) -> None:
    battle = upkeep("battle", ana={"raiders": 2}, bruno={"raiders": 1}, pending=pending("raid", "ana", loser="carla"))
    wrong = {"type": "raid", "player": "carla", "loser": "bruno", "town": "M1"}
    for state in (battle, without(battle, "pending")):
        broken = {violation["rule"] for violation in brian_boru.validate(state, wrong)["violations"]}
        assert broken == {"brian-boru/battle/most-chooses", "brian-boru/battle/fewest"}


def test_hands_of_different_size_show_that_the_trick_has_begun(brian_boru: Referee) -> None:
    """Nobody leads then, whoever holds the marker; the state after a lead would be impossible."""
    players = [{"name": "ana", "hand": [2, 11, 12]}, {"name": "bruno", "hand": [10, 16]}, {"name": "carla"}]
    state = {"phase": "trick", "round": 1, "players": players}
    lead = {"type": "lead", "player": "carla", "town": "M1", "card": 13}
    answer = brian_boru.validate(state, lead)
    assert [broken["rule"] for broken in answer["violations"]] == ["brian-boru/trick/order"]
    players[1]["hand"] = [10, 16, 17]
    assert brian_boru.validate(state, lead)["verdict"] == "legal"


NO_ROUND_YET = {"phase": "opening", "round": 1, "marriage_card": None, "marriage_pile": ["?", "?", "princess"]}
"""No card was taken from the marriage pile, so it is no step of the upkeep."""


@pytest.mark.parametrize(
    ("state", "move", "broken"),
    [
        (
            # The hands differ, so a trick has begun; with two cards in hand, two more would be kept in a draft.
            {
                "phase": "trick",
                "players": [
                    {"name": "ana", "hand": [5, 17], "picked": []},
                    {"name": "bruno", "hand": [3, 4], "dealt": [], "picked": []},
                    {"name": "carla", "hand": [1, 2, 6], "dealt": [], "picked": []},
                ],
            },
            pick(23),
            ["draft/keep-last"],
        ),
        (
            {**NO_ROUND_YET, "players": [{"name": name, "marriage": 0} for name in NAMES[:3]]},
            {"type": "wed", "player": "ana", "choice": "spurn"},
            ["marriage/princess", "marriage/highest", "round/phases"],
        ),
        (
            {**NO_ROUND_YET, "players": [{"name": name, "church": 0} for name in NAMES[:3]]},
            build("C4"),
            ["church/first", "round/phases"],
        ),
    ],
    ids=["pick", "wed", "build"],
)
def test_a_phase_that_cannot_be_has_no_rules_to_break(
    state: dict[str, Any], move: dict[str, Any], broken: list[str], brian_boru: Referee
) -> None:
    """Where the rest of the table shows that it is another phase, leaving the phase out adds no reason."""
    assert brian_boru.validate(state, move).broken == broken
    assert brian_boru.validate(without(state, "phase"), move).broken == broken


def test_telling_more_takes_no_reason_away_from_a_pick(brian_boru: Referee) -> None:
    """With four of five cards kept one more would be kept, not two; outside of the draft none is."""
    others = [{"name": name} for name in NAMES[2:]]
    ana, bruno = {"name": "ana", "hand": [5, 17, 18, 19]}, {"name": "bruno", "hand": [3, 4, 6, 7]}
    told: dict[str, Any] = {"players": [ana, bruno, *others]}
    move = {"type": "pick", "player": "ana", "cards": [23, 24]}
    assert "draft/keep-last" in brian_boru.validate(told, move).broken
    bruno |= {"dealt": [], "picked": []}
    played = [{"player": "carla", "card": 11}, {"player": "eva", "card": 13}]
    told["trick"] = {"town": "C5", "played": played, "winner": "eva"}
    assert brian_boru.validate(told, move).broken == ["draft/keep-last", "round/phases"]
    told["phase"] = "actions"
    assert brian_boru.validate(told, move).broken == ["draft/keep-last", "round/phases"]


@pytest.mark.parametrize("zone", ["dealt", "picked"])
def test_cards_to_choose_from_belong_to_the_draft(zone: str, brian_boru: Referee) -> None:
    """A card in ``dealt`` or ``picked`` contradicts every other phase."""
    lying = upkeep("battle", ana={zone: [17]})
    assert brian_boru.audit(lying).broken == ["draft/keep-last"]


def test_military_support_of_somebody_who_is_left_out_counts(brian_boru: Referee) -> None:
    """Ana's army makes her the only one ahead in Bréifne: bruno is not tied with anybody."""
    told = {
        "phase": "over",
        "players": [player("bruno", points=14, renown=0, coins=0)],
        "marker": "ana",
        "towns": towns("B1 bruno viking; B2 bruno; B4 ana"),
        "face_up": ["breifne"],
        "alliance": {"player": "ana", "side": "military"},
    }
    answer = brian_boru.ask("score", {"state": told})
    assert (answer["verdict"], answer["players"][0]["total"]) == ("possible", 14)


# ---------------------------------------------------------------- found by mutants: changes that no test had noticed

RAID_TO_CHOOSE = upkeep("battle", ana={"raiders": 4}, bruno={"raiders": 2}, carla={"raiders": 1})
ALLOWED = {"house_rules": {"expand_into_active": "allowed"}}


@pytest.mark.parametrize(
    ("state", "move", "broken", "message"),
    [
        pytest.param(
            RAID_TO_CHOOSE,
            raid("M1"),
            "battle/fewest",
            "carla has the fewest raiders",
            id="who has the fewest",
        ),
        pytest.param(
            {
                "options": {"house_rules": {"loser_order": "clockwise"}},
                "players": [{"name": "ana"}],
                "pending": [*pending("raid", "ana", loser="carla"), *pending("raid", "ana")],
            },
            raid("C7", "dario"),
            "battle/loser-order",
            "carla's town is chosen first",
            id="another loser, perhaps the second one",
        ),
        pytest.param(
            {"players": [{"name": "ana", "hand": [3]}]},
            lead("C2", 18, "dario"),
            "trick/last-card",
            "dario has one card left",
            id="as few cards as another hand",
        ),
        pytest.param(
            {"phase": "actions", "players": [{"name": "ana"}]},
            pick(2, 16, player="dario"),
            "draft/keep-last",
            "dario has no cards to choose from",
            id="no draft, no cards",
        ),
        pytest.param(
            {"players": [{"name": "carla"}], "towns": towns("M5 ana; M7 ana")},
            {"type": "open", "player": "carla", "town": "M10"},
            "opening/region",
            "in M5",
            id="the first of two towns",
        ),
        pytest.param(
            upkeep("marriage", ana={"marriage": 5}, marriage_card="cormac", pending=pending("card-town", "ana")),
            settle("U4"),
            "marriage/region-town",
            "not in Connaught",
            id="the card that lies there",
        ),
    ],
)
def test_what_is_known_refuses_the_move(
    state: dict[str, Any], move: dict[str, Any], broken: str, message: str, brian_boru: Referee
) -> None:
    answer = brian_boru.validate(state, move)
    assert answer.broken[0] == broken
    assert message in answer.message(broken)


SYMBOLS_BOUGHT = {"church": 0, "raider": 0, "courtship": 0}


@pytest.mark.parametrize(
    ("state", "move", "fact"),
    [
        pytest.param(
            {
                "options": {"house_rules": {"symbol_order": "either"}},
                "players": [{"name": "ana"}],
                "trick": {"town": "U2", "played": played(("carla", 9))},
            },
            act("primary", "carla", extra={**SYMBOLS_BOUGHT, "church": 1}),
            "coins",
            id="one coin more than the card brings",
        ),
        pytest.param(
            without(acting(("ana", 2), ("carla", 13), winner="carla"), "towns"),
            act("upper", expand="C8"),
            "expand-free",
            id="nobody knows which towns have a disc",
        ),
    ],
)
def test_what_an_action_needs_is_assumed(
    state: dict[str, Any], move: dict[str, Any], fact: str, brian_boru: Referee
) -> None:
    answer = brian_boru.validate(state, move)
    assert answer["verdict"] == "legal"
    assert fact in answer.assumed


@pytest.mark.parametrize(("church", "fact"), [({}, []), ({"bruno.church"}, ["most-discs"])])
def test_whoever_is_known_to_have_the_most_discs_builds(
    church: set[str], fact: list[str], brian_boru: Referee
) -> None:
    told = without(upkeep("church", "C4 ana; C5 ana; M1 bruno", ana={"church": 2}), "pending", *church)
    assert brian_boru.validate(told, build("C4")).assumed == [*fact, "turn"]


def test_raiders_that_were_bought_come_on_top_if_their_number_is_unknown(brian_boru: Referee) -> None:
    trick = {"town": "S6", "played": played(("dario", 2), ("ana", 3))}
    move = act("lower", "dario", extra={**SYMBOLS_BOUGHT, "raider": 2})
    answer = brian_boru.validate({"players": [{"name": "ana"}], "trick": trick}, move)
    assert answer["verdict"] == "legal"
    assert answer["events"][0]["detail"] == {"player": "dario", "raiders": 4, "coins": -4, "price": 4}


def test_the_card_of_a_town_that_was_settled_is_gone(brian_boru: Referee) -> None:
    """Also where it is unknown whether the town was for the card or for the space of the track."""
    state = brian_boru.validate({"players": [{"name": "ana"}]}, settle("C5", "bruno"))["state"]
    assert state["marriage_card"] is None


def test_a_draft_without_the_cards_that_lie_there_waits_for_them(brian_boru: Referee) -> None:
    others = [{"name": name, "picked": ["?", "?"]} for name in NAMES[1:3]]
    told = {"phase": "draft", "players": [{"name": "ana", "picked": []}, *others], "towns": {}}
    (step,) = brian_boru.validate(told, pick(1, 2))["state"]["unresolved"]
    assert (step["step"], step["missing"]) == ("passing-on", [f"/state/players/{seat}/dealt" for seat in range(3)])


def test_a_list_without_coins_rests_on_whether_the_active_town_may_be_expanded_to(brian_boru: Referee) -> None:
    told = {
        "options": ALLOWED,
        "players": [{"name": "ana"}],
        "towns": towns("N5 bruno"),
        "trick": {"town": "N7", "played": played(("bruno", 15)), "winner": "ana"},
    }
    answer = brian_boru.moves(told)
    assert "purse" in answer.missing
    assert [ground["name"] for ground in answer["rests_on"]] == ["expand_into_active"]


def test_whoever_settles_leaves_the_track_or_stays_on_it(brian_boru: Referee) -> None:
    """The town was for the card or for the space: where nobody said which, the disc may have gone back."""
    told = without(upkeep("marriage", ana={"marriage": 8}, marriage_card=None), "pending")
    state = brian_boru.validate(told, settle("C1"))["state"]
    assert "marriage" not in state["players"][0]


@pytest.mark.parametrize(("rule", "is_known"), [("revealed", True), ("top-of-pile", False)])
def test_an_unknown_card_of_the_last_round_goes_out_where_it_may_still_lie_there(
    rule: str, is_known: bool, brian_boru: Referee
) -> None:
    told = table_in("preparation", board=BOARD, options={"house_rules": {"nobody_courts": rule}})
    after = brian_boru.validate(without(told, "marriage_card"), prepare())["state"]
    assert ("marriages_gone" in after) == is_known


def test_nobody_ties_for_a_region_without_a_disc(brian_boru: Referee) -> None:
    """Its token is face up in a pack of one's own, where it needs no town."""
    pack = {**BASE, "id": "mine", "tokens": [{**token, "threshold": 0} for token in BASE["tokens"]]}
    state = upkeep("church", "D1 ana; D2 bruno; M1 carla", raiders=0)
    events = brian_boru.ask("resolve", {"state": state, "pack": pack})["events"]
    tied = [event["detail"]["region"] for event in events if event["rule"] == "brian-boru/claims/tie"]
    assert tied == ["dubhlinn"]


def test_the_end_of_the_actions_waits_for_the_trick_and_then_for_what_ends_them(brian_boru: Referee) -> None:
    told = {"phase": "actions", "players": [{"name": "ana", "coins": 3}]}
    (step,) = brian_boru.validate(told, act("upper", card=2))["state"]["unresolved"]
    assert (step["step"], step["missing"]) == (
        "end-of-actions",
        ["/state/trick", "/state/players/0/hand", "/state/towns"],
    )
