"""The second referee on positions worked out by hand from the printed books, first of all their long example."""

import json
from typing import Any

from service.games.brian_boru.game import GAME as game
from tests.reference import brian_boru as referee

PACK = json.loads((game.packs / "base.json").read_text("utf-8"))

Json = dict[str, Any]


def table(*players: Json, **zones: Any) -> Json:
    """A whole table of the players given; what is not named is as after the setup."""
    plain = {"points": 10, "coins": 3, "renown": 1, "marriage": 0, "church": 0, "raiders": 0}
    empty: Json = {zone: [] for zone in ("claims", "marriages", "hand", "dealt", "picked")}
    state: Json = {
        "options": {"edition": "pl"},
        "phase": "trick",
        "round": 1,
        "players": [{**plain, **json.loads(json.dumps(empty)), **player} for player in players],
        "marker": players[0]["name"],
        "towns": {},
        "raiders": 0,
        "face_up": [],
        "alliance": None,
        "marriage_card": "brigid",
        "marriage_pile": ["princess"],
        "marriages_gone": [],
        "viking_pile": [9, 10, 11, 12],
        "vikings_gone": [12, 13, 14],
        "trick": None,
        "discard": [],
        "unseen": [],
        "pending": [],
    }
    return {**state, **zones}


def run(state: Json, *moves: Json) -> Json:
    for move in moves:
        assert referee.violations(state, move, PACK) == [], move
        assert referee.normal_move(state, move, PACK) in referee.legal_moves(state, PACK), move
        state = referee.apply(state, move, PACK)
    return state


def act(player: str, action: str, **more: Any) -> Json:
    return {"type": "act", "player": player, "action": action, **more}


def disc(player: str, **more: bool) -> Json:
    return {"disc": player, **more}


def example() -> Json:
    return table(
        {"name": "deirdre", "hand": [11, 4], "coins": 4},
        {"name": "kate", "hand": [2, 5], "coins": 2, "marriage": 3},
        {"name": "georgios", "hand": [13, 6], "marriage": 2},
        {"name": "peer", "hand": [17, 7], "coins": 3},
        towns={"L4": disc("kate"), "L7": disc("georgios"), "S1": disc("peer"), "N1": disc("deirdre")},
        raiders=9,
    )


def test_the_printed_example_of_a_trick() -> None:
    state = run(
        example(),
        {"type": "lead", "player": "deirdre", "town": "C1", "card": 11},
        {"type": "play", "player": "kate", "card": 2},
        {"type": "play", "player": "georgios", "card": 13},
        {"type": "play", "player": "peer", "card": 17},
    )
    assert state["trick"]["winner"] == "georgios"
    expansions = {move.get("expand") for move in referee.legal_moves(state, PACK)}
    assert expansions == {None, "L3"}  # the road the other way is blocked by georgios
    state = run(
        state,
        act("kate", "upper", expand="L3"),
        act("deirdre", "lower", extra={"raider": 2}),
        act("georgios", "primary"),
    )
    assert (state["marker"], state["towns"]["C1"]["disc"]) == ("georgios", "georgios")
    assert [player["coins"] for player in state["players"]] == [0, 0, 4, 3]
    assert referee.seat(state, "deirdre")["raiders"] == 4
    back = referee.carry_out(state, act("peer", "lower"), PACK)[0]
    assert referee.seat(back, "peer")["marriage"] == 1  # kate on 3, georgios on 2
    ahead = referee.carry_out(state, act("peer", "lower", extra={"courtship": 1}), PACK)[0]
    assert referee.seat(ahead, "peer")["marriage"] == 4
    done = run(state, act("peer", "lower", extra={"courtship": 1}))
    # peer marries brigid; the tracks of kate and georgios pay a coin each; raiders are left, and three have none
    assert referee.seat(done, "peer")["marriages"] == ["brigid"]
    assert [player["coins"] for player in done["players"]] == [0, 1, 5, 1]
    # no book sets an order among the losers: they stand by their seats
    assert [(due["player"], due["loser"]) for due in done["pending"]] == [
        ("deirdre", "kate"),
        ("deirdre", "georgios"),
        ("deirdre", "peer"),
    ]


def test_a_lead_fits_the_town_if_any_can() -> None:
    lead = {"type": "lead", "player": "deirdre", "town": "C4", "card": 11}
    assert referee.violations(example(), lead, PACK) == ["trick/lead-colour"]
    full = {town["id"]: disc("kate") for town in PACK["towns"] if town["colour"] != "blue"}
    state = {**example(), "towns": full}
    assert referee.violations(state, lead, PACK) == []


def test_coins_to_the_right_do_not_pay_for_the_left() -> None:
    played = [{"player": "ana", "card": 3}, {"player": "bea", "card": 10}, {"player": "cian", "card": 11}]
    state = table(
        {"name": "ana", "coins": 1},
        {"name": "bea"},
        {"name": "cian"},
        phase="actions",
        marker=None,
        trick={"town": "N3", "played": played, "winner": "ana"},
    )
    move = act("ana", "primary", extra={"church": 1})
    assert referee.violations(state, move, PACK) == ["action/price"]
    state["options"]["house_rules"] = {"symbol_order": "either"}
    assert referee.violations(state, move, PACK) == []


def test_paying_without_coins() -> None:
    for points, left in ((10, 6), (3, 0), (1, 0), (0, 0)):
        played = [{"player": "ana", "card": 22}]
        state = table(
            {"name": "ana", "coins": 0, "points": points, "hand": [1, 2]},
            {"name": "bea", "hand": [3, 4]},
            {"name": "cian", "hand": [5, 6]},
            phase="actions",
            trick={"town": "N3", "played": played, "winner": "ana"},
        )
        assert referee.seat(run(state, act("ana", "primary")), "ana")["points"] == left


def upkeep(*players: Json, **zones: Any) -> Json:
    """The table after the last action of a round: the marriage step and all after it."""
    state = table(*players, **zones)
    referee.begin_marriage(state, PACK)
    return state


def test_a_round_without_courtship_and_raiders() -> None:
    state = upkeep({"name": "ana"}, {"name": "bea"}, {"name": "cian"})
    assert (state["phase"], state["marriages_gone"], state["round"]) == ("preparation", ["brigid"], 2)


def test_battle_tied_for_the_most_lets_losers_choose() -> None:
    towns = {"N1": disc("ana"), "C1": disc("bea"), "M1": disc("cian"), "M2": disc("cian")}
    state = upkeep(
        {"name": "ana", "raiders": 2}, {"name": "bea", "raiders": 2}, {"name": "cian"}, towns=towns, raiders=1
    )
    assert state["pending"] == [{"decision": "raid", "player": "cian", "loser": "cian"}]
    assert referee.violations(state, {"type": "raid", "player": "ana", "loser": "cian", "town": "M1"}, PACK) == [
        "battle/tied-most"
    ]
    state = run(state, {"type": "raid", "player": "cian", "loser": "cian", "town": "M2"})
    assert state["towns"]["M2"]["viking"] is True
    assert [(player["points"], player["raiders"]) for player in state["players"]] == [(11, 1), (11, 1), (10, 0)]


def test_spoils_count_the_new_renown_and_then_the_next() -> None:
    state = upkeep({"name": "ana", "raiders": 5, "renown": 2}, {"name": "bea", "raiders": 3}, {"name": "cian"})
    assert [(player["points"], player["raiders"]) for player in state["players"]] == [(13, 0), (11, 2), (10, 0)]


def test_church_first_second_and_four() -> None:
    towns = {"N1": disc("ana"), "C1": disc("bea"), "M1": disc("cian")}
    state = upkeep(
        {"name": "ana", "church": 7}, {"name": "bea", "church": 5}, {"name": "cian", "church": 4}, towns=towns
    )
    state = run(state, {"type": "build", "player": "ana", "town": "N1"})
    assert [player["church"] for player in state["players"]] == [0, 4, 4]
    assert [due["player"] for due in state["pending"]] == ["bea"]
    state = run(state, {"type": "build", "player": "bea", "town": "C1"})
    assert [player["church"] for player in state["players"]] == [0, 0, 4]
    state = run(state, {"type": "build", "player": "cian", "town": "M1"})
    assert (state["phase"], state["marker"]) == ("preparation", "ana")


def test_church_leader_without_a_town_takes_the_marker() -> None:
    state = upkeep({"name": "ana"}, {"name": "bea", "church": 5}, {"name": "cian"})
    assert (state["marker"], referee.seat(state, "bea")["church"]) == ("bea", 0)


def test_claims_of_vikings_ties_and_monasteries() -> None:
    towns = {
        "B1": disc("ana", monastery=True),  # two: enough for Breifne
        "D1": disc("bea", viking=True),
        "D2": disc("bea", viking=True),
        "D3": disc("ana"),  # the Vikings have the most of Dubhlinn
        "U1": disc("ana"),
        "U2": disc("bea"),
        "U3": disc("cian", viking=True),  # all level in Ulaid
    }
    players = ({"name": "ana"}, {"name": "bea", "claims": ["dubhlinn"]}, {"name": "cian"})
    state = upkeep(*players, towns=towns)
    assert sorted(state["face_up"]) == ["dubhlinn", "ulaid"]
    assert state["players"][0]["claims"] == ["breifne"]
    state = upkeep(*players, towns=towns, alliance={"player": "cian", "side": "military"})
    assert state["players"][2]["claims"] == ["dubhlinn"]
    assert state["face_up"] == ["ulaid"]


def test_final_scoring() -> None:
    towns = {
        "N1": disc("ana"),
        "U1": disc("ana"),
        "U2": disc("bea"),
        "U3": disc("cian", viking=True),
        "B1": disc("bea"),
        "S1": disc("bea"),
        "D1": disc("bea"),
        "C1": disc("bea"),
    }
    state = table(
        {"name": "ana", "coins": 5, "claims": ["munster"]},
        {"name": "bea", "coins": 4, "renown": 3, "marriages": ["princess"]},
        {"name": "cian", "points": 20},
        towns=towns,
        face_up=["ulaid"],
        phase="over",
    )
    # ana 10 + coins 1 + marker 1 + renown 1 + munster 7 + half of ulaid 2; bea 10 + 3 + 2 + five regions 3
    result = referee.score(state, PACK)
    assert result == {"totals": {"ana": 22, "bea": 18, "cian": 21}, "ranking": [["ana"], ["cian"], ["bea"]]}
    state["alliance"] = {"player": "cian", "side": "military"}
    assert referee.score(state, PACK)["totals"] == {"ana": 22, "bea": 18, "cian": 23}
    state["alliance"] = {"player": "cian", "side": "trade"}
    assert referee.score(state, PACK)["totals"] == {"ana": 22, "bea": 18, "cian": 21}
    state["players"][2]["claims"] = ["dubhlinn"]
    state["players"][2]["points"] = 19
    assert referee.score(state, PACK)["ranking"] == [["ana", "cian"], ["bea"]]
    state["players"][2]["marriages"] = ["aoife"]
    assert referee.score(state, PACK)["ranking"] == [["cian"], ["ana"], ["bea"]]


def test_the_only_viking_token_need_not_be_named() -> None:
    towns = {"N1": disc("ana", viking=True), "C1": disc("bea"), "M1": disc("cian")}
    state = table(
        {"name": "ana", "hand": [1, 4]},
        {"name": "bea", "hand": [2, 5]},
        {"name": "cian", "hand": [3, 6]},
        phase="actions",
        marker="bea",
        towns=towns,
        trick={"town": None, "played": [{"player": "ana", "card": 13}], "winner": "bea"},
    )
    after = run(state, act("ana", "lower"))
    assert after == run(state, act("ana", "lower", free="N1"))
    assert (after["towns"]["N1"]["viking"], after["players"][0]["coins"]) == (False, 2)
    state["towns"]["C1"]["viking"] = True
    assert referee.violations(state, act("ana", "lower"), PACK) == ["symbol/free"]
    state["towns"] = {}
    assert referee.seat(run(state, act("ana", "lower")), "ana")["coins"] == 2
