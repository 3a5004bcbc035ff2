"""What was found wrong on tables sent in part, and what the sound core does about it."""

from typing import Any

import msgspec
import pytest

from service.games.kingdomino.game import GAME
from service.referee.findings import Findings
from tests.client import Referee
from tests.games.kingdomino.tables import (
    PLAYING,
    alone,
    choose,
    discard,
    first_round,
    first_turn,
    kingdom,
    last_round,
    line,
    place,
    reveal,
)
from tests.games.kingdomino.test_partial_tables import DRAW, bare, named, without

THREE = {"kings_drawn": ["ana", "bruno", "carla"], "current_line": []}
CHOSEN = line((6, "ana"), (11, "carla"), 17, (45, "bruno"))


# ---------------------------------------------------------------- who plays


def test_the_drawn_kings_say_who_plays(kingdomino: Referee) -> None:
    """Three kings were drawn and one player sent: all three have chosen, so the line moves up."""
    state = named(1, **THREE, next_line=CHOSEN)
    answer = kingdomino.validate(state, reveal(1, 2, 3, 4))
    assert answer["verdict"] == "legal", answer["violations"]
    assert [slot["king"] for slot in answer["state"]["current_line"]] == ["ana", "carla", "bruno"]
    assert "/state/players" not in {zone for fact in answer["assumed"] for zone in fact["zones"]}
    assert kingdomino.audit(answer["state"])["verdict"] == "possible"


THIRD_CHOICE = named(1, phase="first-round", current_line=[], next_line=line((6, "ana"), 11, 17, (45, "bruno")))


def test_what_follows_from_the_number_of_players_is_unknown_without_it(kingdomino: Referee) -> None:
    """With three players the round is over after the third choice, with four it is not."""
    answer = kingdomino.validate(THIRD_CHOICE, choose(11, "carla"))
    after = answer["state"]
    assert answer.assumed == ["first-turn"]
    assert after["unresolved"] == [
        {
            "step": "line-up",
            "missing": ["/state/next_line", "/state/players"],
            "unsettled": ["/state/current_line", "/state/next_line", "/state/phase"],
        }
    ]
    assert answer["next"] == {"unknown": answer["next"]["unknown"]}
    for move in (place(6, 1, 0, "e"), choose(17, "dario"), reveal(1, 2, 3, 4)):
        assert kingdomino.validate(after, move)["verdict"] == "legal", "any of them may come next"


@pytest.mark.parametrize("count", [3, 4])
def test_sending_who_plays_resolves_the_step(kingdomino: Referee, count: int) -> None:
    players = named(count)["players"]
    part = kingdomino.validate(THIRD_CHOICE, choose(11, "carla"))["state"]
    whole = kingdomino.validate({**THIRD_CHOICE, "players": players}, choose(11, "carla"))["state"]
    question = {"state": {**part, "players": players}, "moves": []}
    assert kingdomino.ask("replay", question)["state"] == whole
    assert [slot["king"] for slot in whole["current_line"]] == (["ana", "carla", "bruno"] if count == 3 else [])


def test_a_player_who_was_not_sent_is_one_we_know_nothing_of(kingdomino: Referee) -> None:
    answer = kingdomino.validate(named(1, next_line=line(3, 9, 22, 41)), choose(3, "bruno"))
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["turn"]
    drawn = kingdomino.validate(named(1, kings_drawn=[]), {"type": "draw", "kings": ["bruno", "ana", "carla"]})
    assert drawn["verdict"] == "legal"
    assert drawn.assumed == ["all-drawn"]
    for kings in (["bruno", "carla", "dario"], ["ana", "bruno"], ["ana", "ana", "bruno"]):
        answer = kingdomino.validate(named(1, kings_drawn=[]), {"type": "draw", "kings": kings})
        assert answer.broken == ["first-round/draw"], kings


@pytest.mark.parametrize("state", [named(2), named(1, kings_drawn=["ana", "bruno", "bruno", "ana"])])
def test_with_all_players_known_nobody_else_plays(kingdomino: Referee, state: dict[str, Any]) -> None:
    response = kingdomino.http.post("/v1/games/kingdomino/validate", json={"state": state, "move": choose(3, "eva")})
    assert response.status_code == 422
    assert response.get_json()["errors"][0]["pointer"] == "/move/player"


@pytest.mark.parametrize("phase", ["first-round", "play"])
def test_nobody_has_three_kings(kingdomino: Referee, phase: str) -> None:
    state = named(1, phase=phase, next_line=line((7, "ana"), (15, "bruno"), (16, "ana"), 33))
    assert kingdomino.validate(state, choose(33)).broken == ["two-players/kings"]
    assert kingdomino.validate(state, choose(33, "bruno"))["verdict"] == "legal"


def test_a_king_on_a_line_that_was_not_sent_is_not_in_hand(kingdomino: Referee) -> None:
    """One line was chosen from, and ana has had one domino of two: a king of hers still stands on the other."""
    players = [
        {"name": "ana", "kingdom": kingdom("24 -1,-1 e"), "discarded": []},
        {"name": "bruno", "kingdom": kingdom("36 1,0 n; 40 0,-1 w"), "discarded": []},
    ]
    state = {"phase": "play", "players": players, "next_line": line(4, (14, "bruno"), (15, "ana"), (16, "bruno"))}
    assert kingdomino.validate({**state, "pile": ["?"] * 16}, choose(4)).broken == ["two-players/kings"]
    assert kingdomino.validate(state, choose(4)).assumed == ["turn"]


# ---------------------------------------------------------------- a part of a line


def test_a_part_of_a_line_is_a_part_of_a_line(kingdomino: Referee) -> None:
    """Only the two free dominoes were sent: what else lies there is unknown."""
    state = {**first_turn(), "next_line": line(12, 30)}
    assert kingdomino.audit(state)["verdict"] == "possible"
    answer = kingdomino.validate(named(4, next_line=line(12, 30)), choose(12))
    assert (answer["verdict"], answer.assumed) == ("legal", ["turn"])
    other = kingdomino.validate(named(4, next_line=line(12, 30)), choose(40))
    assert other.assumed == ["in-line", "turn"]
    assert [fact["zones"] for fact in other["assumed"] if fact["fact"] == "in-line"] == [["/state/next_line"]]
    taken = kingdomino.validate(named(4, next_line=line(12, (30, "bruno"))), choose(30))
    assert taken.broken == ["choose/free"]
    assert "next-round/reveal" in kingdomino.validate(state, reveal(1, 2, 3, 4)).broken
    listed = kingdomino.moves(named(4, next_line=line(12, 30)), type="choose", player="ana")
    assert [move["domino"] for move in listed["moves"]] == [12, 30]
    assert listed.missing == ["next-line"]


def test_a_leftover_that_was_not_sent_is_not_claimed(kingdomino: Referee) -> None:
    state = named(3, phase="play", current_line=[], leftovers=[], next_line=line((6, "ana"), 11, (45, "bruno")))
    state["leftovers"] = [1]
    after = kingdomino.validate(state, choose(11, "carla"))["state"]
    assert [slot["king"] for slot in after["current_line"]] == ["ana", "carla", "bruno"]
    assert "leftovers" not in after


# ---------------------------------------------------------------- assumptions


def test_what_a_hidden_pile_turns_up_is_assumed(kingdomino: Referee) -> None:
    state = named(4, phase="play", next_line=[], pile=["?"] * 40)
    answer = kingdomino.validate(state, reveal(1, 2, 3, 4))
    assert answer["verdict"] == "legal"
    assert answer.assumed == ["from-pile"]
    assert answer["assumed"][0]["zones"] == ["/state/pile"]
    known = kingdomino.validate({**state, "pile": [4, 2, 1, 3, *["?"] * 36]}, reveal(1, 2, 3, 4))
    assert known.assumed == []


def test_only_zones_that_matter_are_pointed_to(kingdomino: Referee) -> None:
    """After the first round nobody needs to know how the kings were drawn."""
    answer = kingdomino.validate({**alone(""), "phase": "play"}, place(4, 1, 0, "e"))
    zones = next(fact["zones"] for fact in answer["assumed"] if fact["fact"] == "turn")
    assert zones == ["/state/current_line", "/state/next_line", "/state/players", "/state/pile"]


def test_what_lies_in_the_pile_is_nobodys_to_place(kingdomino: Referee) -> None:
    state = named(2, phase="play", pile=[7, 8, 9, 10])
    assert kingdomino.validate(state, discard(8)).broken == ["round/own-domino"]
    assert kingdomino.validate(state, choose(8)).broken == ["choose/in-line"]


# ---------------------------------------------------------------- rules that are named, and lists


@pytest.mark.parametrize("zone", ["next_line", "current_line"])
def test_nobody_chooses_before_the_draw_whatever_is_unknown(kingdomino: Referee, zone: str) -> None:
    state = without({**first_round(), "kings_drawn": []}, zone)
    assert "first-round/draw" in kingdomino.validate(state, choose(3)).broken


def test_the_kingdoms_show_the_last_round(kingdomino: Referee) -> None:
    state = last_round()
    part = without(state, "next_line", "pile", "phase")
    assert "end/last-round" in kingdomino.validate(part, choose(1, state["current_line"][0]["king"])).broken


def test_an_empty_draw_is_before_the_first_round(kingdomino: Referee) -> None:
    """Not drawn yet has a value of its own: `[]`."""
    state = without({**first_round(), "kings_drawn": []}, "phase")
    assert {move["type"] for move in kingdomino.moves(state)["moves"]} == {"draw"}
    assert kingdomino.audit({**first_turn(), "kings_drawn": []}).broken == ["first-round/draw"]


def test_the_draw_is_not_left_out_of_a_list_in_silence(kingdomino: Referee) -> None:
    state = named(4, next_line=line(3, 9, 22, 41))
    assert kingdomino.validate(state, DRAW)["verdict"] == "legal"
    listed = kingdomino.moves(state, type="draw")
    assert not listed["complete"]
    assert listed.missing == ["due"]


def test_other_players_are_not_left_out_of_a_list_in_silence(kingdomino: Referee) -> None:
    state = named(1, current_line=line((5, "bruno")), next_line=line(6, 7, 8, (9, "ana")))
    listed = kingdomino.moves(state)
    assert not listed["complete"]
    assert set(listed.missing) == {"due", "kingdom-known"}


def test_a_replay_equals_its_moves_one_by_one(kingdomino: Referee) -> None:
    """Nothing is remembered that the state does not say."""
    moves = [place(1, 1, 0, "e"), place(1, 1, 0, "e")]
    first = kingdomino.validate(named(1), moves[0])
    second = kingdomino.validate(first["state"], moves[1])
    again = kingdomino.ask("replay", {"state": named(1), "moves": moves})
    assert (again["verdict"], again["state"]) == (second["verdict"], second["state"])


@pytest.mark.parametrize("place_of_it", [place(20, -1, -4, "s"), place(20, 50, 50, "n")])
def test_whether_a_domino_would_fit_without_the_castle_is_unknown_with_the_kingdom(
    kingdomino: Referee, place_of_it: dict[str, Any]
) -> None:
    answer = kingdomino.validate({"players": [{"name": "ana"}]}, place_of_it)
    assert answer.broken == ["place/bounds"]
    assert "place/bounds-with-castle" in answer.cited


# ---------------------------------------------------------------- found by mutants: changes that no test had noticed

FIRST_TURN = first_turn()
WITHOUT_A_LINE = without(FIRST_TURN, "current_line")
ONE_LEFT = named(4, current_line=line((41, "dario")))
NO_NEXT_LINE = named(4, current_line=FIRST_TURN["current_line"], next_line=[])
ANA, *OTHERS = FIRST_TURN["players"]
PLACED = {**WITHOUT_A_LINE, "players": [{**ANA, "kingdom": kingdom("3 1,0 e")}, *OTHERS]}
ONE_LINE_OVER = {**without(first_turn(3), "current_line", "pile"), "next_line": line(5, (13, "bruno"), 24, 44)}


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        pytest.param(WITHOUT_A_LINE, place(5, 1, 0, "e"), "round/own-domino", id="the domino lies in the next line"),
        pytest.param(PLACED, place(9, 0, 1, "n"), "round/once-each", id="nothing is left to place"),
        pytest.param(named(4, pile=["?"] * 48), place(3, 1, 0, "e"), "first-round/choose-only", id="no line as yet"),
        pytest.param(
            named(4, current_line=line((3, "ana"))), choose(9), "round/place-then-choose", id="a king waits"
        ),
        pytest.param(ONE_LEFT, reveal(1, 2, 4, 6), "next-round/reveal", id="the last one has not placed"),
        pytest.param(
            ONE_LINE_OVER, choose(5), "three-players/kings", id="a domino left over: ana has not placed hers"
        ),
        pytest.param(named(1), place(3, 5, 0, "w"), "place/bounds", id="the half that is farther away counts"),
        pytest.param(named(1), place(3, -1, 0, "e"), "place/overlap", id="on the castle of an unknown kingdom"),
        pytest.param(
            named(1), {"type": "draw", "kings": ["ana", "bruno"] * 2}, "two-players/first-round", id="one, two, one"
        ),
        pytest.param({**ONE_LEFT, "next_line": []}, reveal(1, 2, 4, 6), "end/last-round", id="no line lies there"),
    ],
)
def test_what_is_known_refuses_the_move(
    kingdomino: Referee, state: dict[str, Any], move: dict[str, Any], rule: str
) -> None:
    answer = kingdomino.validate(state, move)
    assert answer["verdict"] == "illegal"
    assert answer.broken[0] == rule


@pytest.mark.parametrize(
    ("state", "move", "assumed"),
    [
        pytest.param(WITHOUT_A_LINE, place(3, 1, 0, "e"), ["own-domino", "turn"], id="in no line that was sent"),
        pytest.param(named(4), choose(3), ["in-line", "turn"], id="any round"),
        pytest.param(NO_NEXT_LINE, place(3, 1, 0, "e"), ["kingdom", "last-round"], id="no next line"),
        pytest.param(named(1), place(3, -2, 0, "e"), ["kingdom", "own-domino", "turn"], id="west of the castle"),
        pytest.param(named(1), place(3, 0, -1, "s"), ["kingdom", "own-domino", "turn"], id="south of the castle"),
        pytest.param(named(1), place(3, 4, 0, "w"), ["kingdom", "own-domino", "turn"], id="five wide"),
        pytest.param(
            bare(4, phase="play", leftovers=[]),
            place(3, 1, 0, "e"),
            ["own-domino", "turn"],
            id="four players leave no domino over in any round",
        ),
    ],
)
def test_what_is_unknown_is_assumed(
    kingdomino: Referee, state: dict[str, Any], move: dict[str, Any], assumed: list[str]
) -> None:
    answer = kingdomino.validate(state, move)
    assert answer["verdict"] == "legal"
    assert sorted(answer.assumed) == assumed


def test_the_castle_of_an_unknown_kingdom_is_pointed_to(kingdomino: Referee) -> None:
    (violation,) = kingdomino.validate(named(1), place(3, -1, 0, "e"))["violations"]
    assert violation["detail"]["squares"] == [[0, 0]]


def test_two_names_are_two_players_with_two_kings_each(kingdomino: Referee) -> None:
    answer = kingdomino.validate(named(1), {"type": "draw", "kings": ["ana", "bruno"]})
    assert "Both kings of each player" in answer.message("first-round/draw")


@pytest.mark.parametrize("domino", [13, 24])
def test_a_corner_of_either_half_is_named(kingdomino: Referee, domino: int) -> None:
    """The lower half has the terrain of the kingdom's end, once as half b and once as half a."""
    move = place(domino, 3, 2, "s") if domino == 13 else place(domino, 3, 1, "n")
    answer = kingdomino.validate(alone("19 1,0 e"), move)
    assert "corner" in answer.message("place/match")


@pytest.mark.parametrize(
    ("state", "move", "rule", "message"),
    [
        pytest.param(
            named(3, current_line=[], next_line=line((5, "ana"), 17, 32, 38)),
            choose(17),
            "three-players/kings",
            "ana would have 2 kings on the lines",
            id="the king that would be put down is counted once",
        ),
        pytest.param(
            alone(""), place(5, -1, -2, "e"), "place/match", "(-1, -2), forest beside it", id="twice the same terrain"
        ),
        pytest.param(
            {**named(2, kings_drawn=[]), "options": {"house_rules": {"first_round_of_two": "alternate"}}},
            {"type": "draw", "kings": ["ana", "bruno", "bruno", "ana"]},
            "two-players/first-round",
            "ana, bruno, ana, bruno",
            id="the order that begins with the same player",
        ),
    ],
)
def test_what_the_message_says(
    kingdomino: Referee, state: dict[str, Any], move: dict[str, Any], rule: str, message: str
) -> None:
    assert message in kingdomino.validate(state, move).message(rule)


@pytest.mark.parametrize(
    ("move", "width", "height"),
    [(place(3, 20, 0, "e"), 24, 1), (place(3, -20, 3, "n"), 23, 5), (place(3, 0, 20, "n"), 5, 22)],
)
def test_a_frame_far_beyond_the_kingdom_is_measured(
    kingdomino: Referee, move: dict[str, Any], width: int, height: int
) -> None:
    """The kingdom reaches from two squares left of the castle to two squares right of it."""
    answer = kingdomino.validate(alone("19 1,0 e; 5 -1,0 w"), move)
    detail = next(one["detail"] for one in answer["violations"] if one["rule"].endswith("place/bounds"))
    assert (detail["width"], detail["height"]) == (width, height)


@pytest.mark.parametrize(("count", "rests"), [(2, []), (3, ["three_players"]), (4, [])])
def test_only_three_players_rest_on_how_three_play(kingdomino: Referee, count: int, rests: list[str]) -> None:
    state = named(count, options={"house_rules": {"three_players": "all-48"}})
    answer = kingdomino.validate(state, reveal(1, 2, 3, 4))
    assert answer["verdict"] == "legal"
    assert [ground["name"] for ground in answer["rests_on"]] == rests


ONE_PLACED = {"name": "ana", "kingdom": kingdom("3 1,0 e"), "discarded": []}
THREE_CHOSE = line(5, (12, "ana"), (30, "bruno"), (40, "carla"))


@pytest.mark.parametrize(
    ("state", "phase"),
    [
        pytest.param(named(4, next_line=[], pile=["?"] * 44), "play", id="the first line was turned up and is gone"),
        pytest.param({**named(1, kings_drawn=THREE["kings_drawn"]), "players": [ONE_PLACED]}, "play", id="placed"),
        pytest.param({**named(1, pile=[]), "players": [ONE_PLACED]}, None, id="the last round, or after it"),
        pytest.param(
            {"players": [ONE_PLACED, *bare(4)["players"][1:]], "current_line": [], "next_line": THREE_CHOSE},
            "play",
            id="one king is in hand",
        ),
    ],
)
def test_the_phase_follows_where_only_one_is_possible(
    kingdomino: Referee, state: dict[str, Any], phase: str | None
) -> None:
    told = kingdomino.ask("replay", {"state": state, "moves": []})["state"]
    assert told.get("phase") == phase
    assert "unresolved" not in told


def test_no_phase_is_written_down_while_it_is_open_whether_the_line_moved_up(kingdomino: Referee) -> None:
    """It may have: who plays is unknown, and three have chosen."""
    state = {**named(1, pile=["?"] * 20), "players": [ONE_PLACED], "next_line": THIRD_CHOICE["next_line"]}
    told = without(kingdomino.validate(state, choose(11, "carla"))["state"], "phase")
    assert "/state/phase" in told["unresolved"][0]["unsettled"]
    assert "phase" not in kingdomino.ask("replay", {"state": told, "moves": []})["state"]


def test_only_the_end_of_the_game_refuses_a_domino_after_it(kingdomino: Referee) -> None:
    state = {"players": [{"name": "ana", "discarded": [7]}], "current_line": [], "next_line": []}
    assert kingdomino.validate(state, place(10, -1, 1, "e")).broken == ["end/over"]


def test_in_the_first_round_nothing_more_is_said_of_a_domino_to_place(kingdomino: Referee) -> None:
    refused = kingdomino.moves(first_round(), type="place", explain=True)["refused"]
    assert [one["rule"] for entry in refused for one in entry["violations"]] == ["kingdomino/first-round/choose-only"]


def test_a_rule_that_only_says_when_is_not_cited_for_a_choice(kingdomino: Referee) -> None:
    two_placed = {**ONE_PLACED, "kingdom": kingdom("3 1,0 e; 4 -1,0 w")}
    state = {"players": [two_placed, {"name": "bruno"}], "current_line": []}
    answer = kingdomino.validate(state, choose(24, "bruno"))
    assert answer["verdict"] == "legal"
    assert "next-round/reveal" not in answer.cited


def test_a_domino_without_a_king_is_nobodys_to_place() -> None:
    """Also on a table that an audit would refuse: no sentence names a king that is not there."""
    state = msgspec.convert(named(4, current_line=line(3, (9, "ana"))), GAME.shapes.state)
    findings = Findings()
    table = GAME.table(state, PLAYING.base(), GAME.choices(state.options))
    GAME.check(table, msgspec.convert(place(3, 1, 0, "e", "bruno"), GAME.shapes.move), findings)
    assert findings.broken[0][::2] == ("round/own-domino", "kingless")
