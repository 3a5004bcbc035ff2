"""Tables of which only a part is told: what is assumed, what is certain all the same, and what is missing."""

from typing import Any

import pytest

from tests.client import Referee
from tests.games.kingdomino.tables import (
    alone,
    choose,
    discard,
    first_round,
    first_turn,
    kingdom,
    line,
    place,
    reveal,
    squares,
)


def named(count: int, **zones: Any) -> dict[str, Any]:
    """Only the names, and what a test adds."""
    return {"players": [{"name": name} for name in ("ana", "bruno", "carla", "dario")[:count]], **zones}


def bare(count: int, **zones: Any) -> dict[str, Any]:
    """Everybody with an empty kingdom."""
    state = named(count, **zones)
    state["players"] = [{**player, "kingdom": [], "discarded": []} for player in state["players"]]
    return state


DRAW = {"type": "draw", "kings": ["ana", "bruno", "carla", "dario"]}


@pytest.mark.parametrize(
    ("state", "move", "assumed"),
    [
        (alone("3 1,0 e"), place(4, 3, 0, "n"), ["own-domino", "turn"]),
        (alone("1 1,0 e; 2 -1,0 w; 13 0,1 n; 14 0,-1 s"), discard(12), ["own-domino", "turn"]),
        (named(1), place(4, 3, 0, "n"), ["kingdom", "own-domino", "turn"]),
        (named(1), discard(4), ["no-place", "own-domino", "turn"]),
        (named(1), choose(4), ["in-line", "turn"]),
        (named(4), reveal(1, 2, 3, 4), ["from-pile", "reveal-due"]),
        (named(1), reveal(1, 2, 3, 4), ["from-pile", "reveal-due"]),
        (named(4), DRAW, ["undrawn"]),
        (named(4, kings_drawn=[]), DRAW, []),
        (named(4, phase="first-round", next_line=line(3, 9, 22, 41)), choose(3), ["first-turn"]),
        (
            bare(4, current_line=line((3, "ana"), (9, "bruno"), (22, "carla"), (41, "dario"))),
            place(3, 1, 0, "e"),
            ["turn"],
        ),
    ],
)
def test_what_is_not_told_is_assumed_and_listed(
    kingdomino: Referee, state: dict[str, Any], move: dict[str, Any], assumed: list[str]
) -> None:
    answer = kingdomino.validate(state, move)
    assert answer["verdict"] == "legal", answer["violations"]
    assert answer.assumed == assumed
    assert answer["citations"], "something allows it, if only what was assumed"


def test_with_the_whole_table_told_nothing_is_assumed(kingdomino: Referee) -> None:
    assert kingdomino.validate(first_turn(), place(3, 1, 0, "e")).assumed == []
    assert kingdomino.validate(first_round(), choose(3, "carla")).assumed == []


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        # the domino lies somewhere else, as told
        ({"players": [{"name": "ana", "kingdom": kingdom("3 1,0 e")}]}, choose(3), "choose/in-line"),
        (named(2, current_line=line((3, "bruno"))), choose(3), "choose/in-line"),
        (named(2, next_line=line(5, 12, (27, "bruno"), 40)), place(27, 1, 0, "e"), "round/own-domino"),
        (named(3, leftovers=[7]), place(7, 1, 0, "e"), "three-players/leftover"),
        # the kings told leave none for it
        (named(4, phase="play", next_line=line(5, 11, 30, (40, "ana"))), choose(11), "setup/kings"),
        (named(3, phase="first-round", next_line=line(5, 11, 30, (40, "ana"))), choose(11), "three-players/kings"),
        (named(4, phase="play", next_line=line(5, 11, 30, (40, "ana"))), place(9, 1, 0, "e"), "round/once-each"),
        (named(4, current_line=line((8, "ana"), (9, "carla"), (10, "dario"))), choose(1, "carla"), "round/place-then-choose"),
        (named(2, phase="first-round", next_line=line(3, 5, 9, (22, "ana"))), choose(5), "two-players/first-round"),
        # the round is under way, or has not begun
        (named(4, current_line=line((9, "ana"), (12, "carla"), (17, "dario")), pile=["?"] * 16), reveal(1, 2, 3, 4), "next-round/reveal"),
        (named(2, phase="first-round", pile=["?"] * 20), reveal(1, 2, 3, 4), "next-round/reveal"),
        (bare(2, current_line=line((3, "bruno"), (9, "ana"), (22, "ana"), (41, "bruno")), next_line=[]), place(3, 1, 0, "e", "bruno"), "next-round/reveal"),
        ({**named(4), "players": [{"name": "ana", "kingdom": kingdom("3 1,0 e")}, *named(4)["players"][1:]]}, DRAW, "first-round/draw"),
        (named(4, pile=["?"] * 4), DRAW, "first-round/draw"),
        # no number of players has such a line
        (named(1), reveal(1, 2, 3, 4, 5), "line/size"),
        (named(1), reveal(1, 2, 3), "line/size"),
    ],
)  # fmt: skip
def test_what_is_told_is_not_assumed_away(
    kingdomino: Referee, state: dict[str, Any], move: dict[str, Any], rule: str
) -> None:
    answer = kingdomino.validate(state, move)
    assert answer["verdict"] == "illegal", answer
    assert rule in answer.broken
    assert answer.assumed == [], "a refusal rests on no assumption"


def test_the_phase_may_be_left_out_in_the_first_round(kingdomino: Referee) -> None:
    for count in (2, 3, 4):
        state = first_round(count)
        del state["phase"]
        assert kingdomino.audit(state)["verdict"] == "possible"
        first = state["kings_drawn"][0]
        assert kingdomino.validate(state, choose(3, first))["verdict"] == "legal"


def test_nobody_can_say_whose_turn_it_is_without_the_next_line(kingdomino: Referee) -> None:
    """Only that bruno has nothing to place: who comes next depends on what was not told."""
    answer = kingdomino.validate(named(3, current_line=line((48, "carla"))), place(30, 1, 0, "e", "bruno"))
    assert answer.broken == ["round/own-domino"]


def test_a_hidden_pile_is_undetermined_only_while_it_decides(kingdomino: Referee) -> None:
    hidden = {**first_turn(), "next_line": [], "pile": ["?"] * 44}
    asked = kingdomino.validate(hidden, reveal())
    assert asked["verdict"] == "undetermined"
    assert asked.missing == ["pile-top"]
    assert kingdomino.moves(hidden)["verdict"] == "undetermined"


def test_the_last_hidden_line_is_known_when_all_others_are_seen(kingdomino: Referee) -> None:
    from tests.games.kingdomino.tables import opening, play, told

    table, _ = play(
        opening(4, 9), 9, lambda t: t.state.phase == "play" and not t.state.next_line and len(t.state.pile) == 4
    )
    state = told(table)
    last = sorted(state["pile"])
    state["pile"] = ["?"] * 4
    answer = kingdomino.validate(state, reveal())
    assert answer["verdict"] == "legal", answer
    assert [slot["domino"] for slot in answer["state"]["next_line"]] == last


@pytest.mark.parametrize(
    ("state", "missing"),
    [
        (named(1), ["pile-top", "next-line", "current-line", "due"]),
        (named(4), ["pile-top", "next-line", "current-line", "due"]),
        (named(4, kings_drawn=["ana", "bruno", "carla", "dario"]), ["pile-top", "next-line", "current-line"]),
        ({**named(1), "current_line": line((5, "ana"))}, ["pile-top", "next-line", "due", "kingdom-known"]),
        ({**first_turn(), "next_line": [], "pile": ["?"] * 44}, ["pile-top"]),
    ],
)
def test_a_list_of_moves_says_what_it_would_need(
    kingdomino: Referee, state: dict[str, Any], missing: list[str]
) -> None:
    answer = kingdomino.moves(state)
    assert answer["verdict"] == "undetermined"
    assert answer.missing == missing


def test_where_can_this_domino_go(kingdomino: Referee) -> None:
    """A kingdom and a domino are enough."""
    state = {**alone(""), "current_line": line((5, "ana"))}
    answer = kingdomino.moves(state, type="place")
    assert len(answer["moves"]) == 12, "a double has twelve places at a lone castle"
    assert answer.assumed == ["turn"]


def test_the_orders_of_a_draw_are_listed(kingdomino: Referee) -> None:
    for count, orders in ((2, 2), (3, 6), (4, 24)):
        state = first_round(count)
        state["kings_drawn"] = []
        assert len(kingdomino.moves(state, type="draw")["moves"]) == orders


@pytest.mark.parametrize(
    "text", ["wheat 1,1; wheat 2,1", "wheat 1,0; wheat 2,0; lake 4,0; lake 4,1", "wheat 1,0; wheat 2,0; wheat 3,0"]
)
def test_squares_that_no_dominoes_can_have_made_are_judged_by_nobody(kingdomino: Referee, text: str) -> None:
    state = {"players": [{"name": "ana", "squares": squares(text)}]}
    assert kingdomino.validate(state, place(1, -1, 0, "w"))["verdict"] == "impossible"
    assert kingdomino.score(state)["verdict"] == "possible", "while somebody enters squares one by one"


def test_a_kingdom_by_squares_is_taken_at_its_word(kingdomino: Referee) -> None:
    state = {"players": [{"name": "ana", "squares": squares("wheat 1,0; wheat 2,0")}]}
    answer = kingdomino.validate(state, place(13, 3, 0, "n"))
    assert answer["verdict"] == "legal"
    assert "covered" in answer.assumed
    assert answer["state"]["players"][0]["squares"][-1] == {"x": 3, "y": 1, "terrain": "forest", "crowns": 0}


# ---------------------------------------------------------------- what a move leaves of a table told in part


def without(state: dict[str, Any], *zones: str) -> dict[str, Any]:
    return {zone: told for zone, told in state.items() if zone not in zones}


def test_a_game_whose_pile_was_left_out_ends(kingdomino: Referee) -> None:
    state = named(2, current_line=line((48, "bruno")), next_line=[])
    answer = kingdomino.validate(state, place(48, 1, 0, "e", "bruno"))
    assert answer["verdict"] == "legal"
    assert answer["state"]["phase"] == "over"
    assert answer["next"]["phase"] == "over"
    assert "kingdomino/end/over" in [event["rule"] for event in answer["events"]]
    assert "end/over" in kingdomino.validate(answer["state"], reveal(1, 2, 3, 4)).broken


def test_the_lines_laid_so_far_tell_the_end_too(kingdomino: Referee) -> None:
    """Everybody has had the dominoes of all lines: no pile needs to be told."""
    discarded = {"ana": list(range(1, 12)), "bruno": list(range(13, 24))}
    players = [
        {"name": name, "kingdom": kingdom(f"{told[-1] + 1} 1,0 e"), "discarded": told}
        for name, told in discarded.items()
    ]
    state = {"phase": "play", "players": players, "current_line": [], "next_line": []}
    assert kingdomino.score(state)["final"] is True


def test_whether_the_round_was_the_last_is_not_claimed(kingdomino: Referee) -> None:
    state = {"phase": "play", "players": [{"name": "ana", "kingdom": []}], "current_line": line((12, "ana"))}
    after = kingdomino.validate(state, place(12, 1, 0, "e"))["state"]
    assert [entry["step"] for entry in after["unresolved"]] == ["over"]
    assert after["unresolved"][0]["unsettled"] == ["/state/phase"]
    assert kingdomino.score(after)["final"] is None
    with_pile = kingdomino.validate({**state, "pile": ["?"] * 8}, place(12, 1, 0, "e"))["state"]
    assert with_pile["phase"] == "play"
    for zones in ({"next_line": []}, {}):
        after = kingdomino.validate(named(4, phase="play", **zones), place(12, 1, 0, "e"))["state"]
        assert after["unresolved"][0]["unsettled"] == ["/state/phase"]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_with_all_kings_on_the_next_line_nothing_is_left_to_place(kingdomino: Referee, count: int) -> None:
    kings = {
        2: ("bruno", "bruno", "ana", "ana"),
        3: ("bruno", "carla", "ana", None),
        4: ("bruno", "ana", "carla", "dario"),
    }
    slots = [(domino, king) if king else domino for domino, king in zip((1, 27, 37, 47), kings[count], strict=True)]
    state = named(count, next_line=line(*slots), pile=[])
    answer = kingdomino.validate(state, place(1, 1, 0, "e", "bruno"))
    assert answer["verdict"] == "legal", answer["violations"]
    assert kingdomino.validate(named(count, next_line=line(*slots)), reveal(2, 3, 4, 5))["verdict"] == "legal"


def test_leftovers_that_were_not_told_stay_untold(kingdomino: Referee) -> None:
    players = [
        {"name": name, "kingdom": kingdom(f"{domino} 1,0 e"), "discarded": []}
        for name, domino in (("ana", 7), ("bruno", 8), ("carla", 20))
    ]
    state = {
        "phase": "play",
        "players": players,
        "current_line": [],
        "next_line": line(30, (31, "ana"), (32, "bruno"), 33),
    }
    answer = kingdomino.validate(state, choose(33, "carla"))
    assert answer["verdict"] == "legal"
    assert "leftovers" not in answer["state"]
    assert "kingdomino/three-players/leftover" in [event["rule"] for event in answer["events"]]
    assert kingdomino.audit(answer["state"])["verdict"] == "possible"
    first = named(3, phase="first-round", current_line=[], next_line=line(30, (31, "ana"), (32, "bruno"), 33))
    assert kingdomino.validate(first, choose(33, "carla"))["state"]["leftovers"] == [30]


def test_a_choice_from_a_line_that_was_not_told_may_end_the_round(kingdomino: Referee) -> None:
    after = kingdomino.validate(named(2, phase="play", current_line=[]), choose(38))["state"]
    assert "current_line" not in after
    assert after["next_line"] == []
    assert kingdomino.validate(after, place(38, 1, 0, "e"))["verdict"] == "legal"
    turned = kingdomino.validate(after, reveal(1, 2, 3, 4))["state"]
    assert kingdomino.validate(turned, place(38, 1, 0, "e"))["verdict"] == "legal"
    assert "next-round/reveal" in kingdomino.validate({**after, "pile": ["?"] * 8}, place(38, 1, 0, "e")).broken
    untold = kingdomino.validate(named(3, current_line=[], leftovers=[]), choose(38))["state"]
    assert not {"phase", "current_line", "next_line", "leftovers"} & untold.keys()
    drawn = named(2, phase="first-round", kings_drawn=["ana", "bruno", "bruno", "ana"], current_line=[])
    after = kingdomino.validate(drawn, choose(38))["state"]
    assert "phase" not in after
    assert kingdomino.validate(after, reveal(1, 2, 3, 4))["verdict"] == "legal"


def test_nobody_chooses_before_the_kings_are_drawn(kingdomino: Referee) -> None:
    state = {**first_round(), "kings_drawn": []}
    answer = kingdomino.validate(state, choose(3))
    assert answer["verdict"] == "illegal"
    assert answer.broken == ["first-round/draw"]
    assert {move["type"] for move in kingdomino.moves(state)["moves"]} == {"draw"}
    assert kingdomino.validate(without(state, "kings_drawn"), choose(3)).assumed == ["first-turn"]
    chosen = {**state, "next_line": line((3, "ana"), 9, 22, 41)}
    assert kingdomino.audit(chosen).broken == ["first-round/draw"]


MINE = {"name": "ana", "squares": squares("mine3 1,0; wheat 2,0")}


@pytest.mark.parametrize("move", [place(48, 0, 1, "n"), choose(48), reveal(1, 2, 3, 48)])
def test_a_domino_that_the_squares_leave_none_of(kingdomino: Referee, move: dict[str, Any]) -> None:
    answer = kingdomino.validate({"players": [MINE]}, move)
    assert answer["verdict"] == "illegal"
    assert "components/squares" in answer.broken


@pytest.mark.parametrize("zone", [{"pile": [48, "?", "?", "?"]}, {"next_line": line(1, 2, 3, 48)}])
def test_a_domino_that_the_state_names_is_counted_once(kingdomino: Referee, zone: dict[str, Any]) -> None:
    wheat = {"name": "ana", "squares": squares("wheat 1,0; wheat 2,0")}
    answer = kingdomino.validate({"players": [wheat], **zone}, place(48, -1, 0, "w"))
    assert "round/own-domino" in answer.broken
    assert "components/squares" not in answer.broken, "the box has its three crowns"


def test_dominoes_on_the_lines_count_with_the_squares(kingdomino: Referee) -> None:
    for zone in ({"current_line": line((48, "ana"))}, {"next_line": line(1, 2, 3, 48)}, {"pile": [48, "?"]}):
        assert "components/squares" in kingdomino.audit({"players": [MINE], **zone}).broken
    assert kingdomino.audit({"players": [MINE], "current_line": line((47, "ana"))})["verdict"] == "possible"


@pytest.mark.parametrize(
    ("count", "zones"),
    [
        (4, {"current_line": line((1, "ana"), (2, "ana"))}),
        (3, {"next_line": line((1, "ana"), (2, "bruno"), (3, "carla"), (4, "ana"))}),
        (2, {"next_line": line((1, "ana"), (2, "ana"), (3, "ana"), 4)}),
    ],
)
def test_one_line_shows_too_many_kings(kingdomino: Referee, count: int, zones: dict[str, Any]) -> None:
    assert kingdomino.audit(named(count, **zones))["verdict"] == "impossible"


def test_a_line_that_was_never_turned_up_has_been_played_from(kingdomino: Referee) -> None:
    state = named(4, phase="play", current_line=[], next_line=[], pile=["?"] * 4)
    assert kingdomino.audit(state).broken == ["next-round/reveal"]


def test_a_part_of_a_line_waits_for_the_rest_of_the_line_alone(kingdomino: Referee) -> None:
    state = named(4, phase="play", current_line=[], next_line=line((3, "ana"), (9, "bruno"), (22, "carla")))
    answer = kingdomino.validate(state, choose(41, "dario"))
    assert answer["state"]["unresolved"][0]["missing"] == ["/state/next_line"], "all players were sent"
    whole = {**answer["state"], "next_line": line((3, "ana"), (9, "bruno"), (22, "carla"), (41, "dario"))}
    after = kingdomino.validate(whole, place(3, 1, 0, "e"))
    assert after["state"]["current_line"] == line((9, "bruno"), (22, "carla"), (41, "dario"))


def test_a_great_duel_has_two_players_also_if_only_one_was_sent(kingdomino: Referee) -> None:
    duel = named(1, options={"variants": ["great-duel"]})
    two = {"type": "draw", "kings": ["bruno", "ana", "ana", "bruno"]}
    assert kingdomino.validate(duel, two)["verdict"] == "legal"
    three = kingdomino.validate(duel, {"type": "draw", "kings": ["bruno", "ana", "carla"]})
    assert three.broken == ["variants/great-duel-two"]
    against_bruno = {**duel, "next_line": line((1, "bruno"), 2, 3, 4)}
    assert kingdomino.validate(against_bruno, choose(3))["verdict"] == "legal"
    assert kingdomino.problem("validate", {"state": against_bruno, "move": choose(3, "carla")}) == ["/move/player"]
    crowded = kingdomino.audit({**duel, "next_line": line((1, "bruno"), (2, "carla"), 3, 4)})
    assert crowded.broken == ["variants/great-duel-two"]
    assert "3 are given" in crowded.message("variants/great-duel-two")


def test_a_second_king_is_counted_with_the_first(kingdomino: Referee) -> None:
    answer = kingdomino.validate(named(4, next_line=line((1, "ana"), 2, 3, 4)), choose(2))
    assert "ana would have 2 kings on the lines" in answer.message("setup/kings")


@pytest.mark.parametrize("discarded", [[], None])
@pytest.mark.parametrize("edition", ["es", "first"])
def test_harmony_is_not_earned_with_gaps(kingdomino: Referee, discarded: Any, edition: str) -> None:
    player = {"name": "ana", "kingdom": kingdom("7 1,0 e")} | ({} if discarded is None else {"discarded": discarded})
    answer = kingdomino.score({"options": {"edition": edition, "variants": ["harmony"]}, "players": [player]})
    assert answer.total("ana") == 0
    assert answer["differs_under"] == []


def test_a_pile_is_left_in_whole_lines(kingdomino: Referee) -> None:
    answer = kingdomino.audit(named(2, pile=["?"] * 3))
    assert answer.broken == ["next-round/count"]
    assert "whole lines of 4" in answer.message("next-round/count")


ANA_HAS_ONE = [{"name": "ana", "kingdom": kingdom("1 1,0 e")}, *named(4)["players"][1:]]


@pytest.mark.parametrize("last", [(41, "dario"), 41])
@pytest.mark.parametrize(
    ("zones", "broken"),
    [
        ({"pile": ["?"] * 44}, []),
        ({"pile": ["?"] * 20}, ["next-round/count"]),
        ({"players": ANA_HAS_ONE}, ["first-round/choose-only"]),
        ({"leftovers": [5]}, ["three-players/leftover"]),
    ],
)
def test_the_first_round_is_looked_at_before_its_line_moves_up(
    kingdomino: Referee, last: Any, zones: dict[str, Any], broken: list[str]
) -> None:
    """When all have chosen the round is over; what was sent with it is compared with the first round all the same."""
    slots = line((3, "ana"), (9, "bruno"), (22, "carla"), last)
    answer = kingdomino.audit({**named(4, phase="first-round", next_line=slots), **zones})
    assert (answer["verdict"], answer.broken) == ("impossible" if broken else "possible", broken)
