"""What a referee would name first, for each type of move and each common mistake.

A rule that only says when something is done, or by whom, comes after the rules that would refuse the move at any time.
"""

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
    finished,
    first_round,
    first_turn,
    kingdom,
    last_round,
    line,
    place,
    reveal,
)
from tests.games.kingdomino.test_rules import CROSS, after_placing, changed, table_with, with_player

CHOSEN = changed(first_round(), next_line=line(3, (9, "carla"), 22, 41))
"""Carla has chosen domino 9 in the first round; now ana chooses."""
UNDRAWN = changed(first_round(), kings_drawn=[])
UNREVEALED = changed(first_turn(), next_line=[], pile=["?"] * 44)
THREE = first_turn(3)
"""Domino 41 was left over from the first line."""
THREE_CHOOSING = with_player(changed(THREE, current_line=THREE["current_line"][1:]), kingdom=kingdom("3 1,0 e"))
LAST_KING = last_round()["current_line"][0]["king"]
CASTLE_ALONE = alone("")


def draw(*kings: str) -> dict[str, Any]:
    return {"type": "draw", "kings": list(kings)}


REASONS: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    # choose
    ("a domino that lies nowhere in the line", after_placing(), choose(48), ["choose/in-line"]),
    ("a domino with a king on it, out of turn", CHOSEN, choose(9, "dario"), ["choose/free", "first-round/order"]),
    ("out of turn in the first round", CHOSEN, choose(3, "dario"), ["first-round/order"]),
    ("before the kings are drawn, not in the line", UNDRAWN, choose(48), ["choose/in-line", "first-round/draw"]),
    ("before the kings are drawn", UNDRAWN, choose(3), ["first-round/draw"]),
    ("before placing", first_turn(), choose(40), ["round/place-then-choose"]),
    ("out of turn, not in the line", first_turn(), choose(48, "bruno"), ["choose/in-line", "round/order"]),
    ("out of turn", first_turn(), choose(40, "bruno"), ["round/order"]),
    ("before the line is turned up", UNREVEALED, choose(5), ["choose/in-line", "next-round/reveal"]),
    ("in the last round", last_round(), choose(1, LAST_KING), ["end/last-round", "choose/in-line"]),
    ("after the end", finished(), choose(1), ["end/over", "choose/in-line"]),
    ("what was left over from an earlier line", THREE_CHOOSING, choose(41), ["three-players/leftover", "choose/in-line"]),
    ("the first choice of two players", first_round(2), choose(3, "bruno"), ["two-players/first-round"]),
    # place
    ("at a corner of the castle", CASTLE_ALONE, place(13, 1, 1, "e"), ["place/match"]),
    ("a double at a corner of the castle", CASTLE_ALONE, place(3, 1, 1, "e"), ["place/match"]),
    ("at a corner of the own terrain", alone("3 1,0 e"), place(4, 3, 1, "n"), ["place/match"]),
    ("a double that touches nothing", alone("1 1,0 e"), place(3, -2, 2, "e"), ["place/match"]),
    ("a double beside another terrain", alone("1 1,0 e"), place(3, 3, 0, "n"), ["place/match", "place/own-half"]),
    ("out of turn and in a wrong place", first_turn(), place(9, 1, 1, "e", "bruno"), ["place/match", "round/order"]),
    ("out of turn", first_turn(), place(9, 1, 0, "e", "bruno"), ["round/order"]),
    ("another's domino", first_turn(), place(9, 1, 0, "e"), ["round/own-domino"]),
    ("another's domino in a wrong place", first_turn(), place(9, 1, 1, "e"), ["round/own-domino", "place/match"]),
    ("a domino of the next line", first_turn(), place(12, 1, 0, "e"), ["round/own-domino"]),
    ("what was left over of three players", THREE, place(41, 1, 0, "e"), ["three-players/leftover", "round/own-domino"]),
    ("moving what lies already", alone("3 1,0 e"), place(3, 0, 1, "n"), ["place/fixed"]),
    (
        "moving what lies already instead of choosing",
        after_placing(),
        place(3, 0, 1, "n"),
        ["place/fixed", "round/own-domino", "round/place-then-choose"],
    ),
    (
        "what lies in another kingdom",
        after_placing(),
        place(3, 1, 0, "e", "bruno"),
        ["components/dominoes", "round/own-domino", "round/order"],
    ),
    ("a second domino before choosing", after_placing(2), place(41, 0, 1, "n"), ["round/place-then-choose"]),
    ("the own higher domino first, in a wrong place", first_turn(2), place(41, 1, 1, "e"), ["place/match", "round/order"]),
    ("before the line is turned up", UNREVEALED, place(3, 1, 0, "e"), ["next-round/reveal"]),
    ("before it is turned up, in a wrong place", UNREVEALED, place(3, 1, 1, "e"), ["place/match", "next-round/reveal"]),
    (
        "in the first round, in a wrong place",
        CHOSEN,
        place(9, 1, 1, "e", "carla"),
        ["first-round/choose-only", "place/match"],
    ),
    ("on the castle", first_turn(), place(3, 0, 0, "e"), ["place/overlap"]),
    ("too wide", alone("1 1,0 e; 2 -1,0 w"), place(13, 3, 0, "n"), ["place/bounds"]),
    ("what fits nowhere", alone(CROSS), place(12, 1, 1, "n"), ["place/match", "place/own-half", "discard/forced"]),
    # discard
    ("what can be placed", first_turn(), discard(3), ["discard/at-will"]),
    ("what can be placed, out of turn", first_turn(), discard(9, "bruno"), ["discard/at-will", "round/order"]),
    ("another's domino that fits", first_turn(), discard(9), ["round/own-domino", "discard/at-will"]),
    ("in the first round", CHOSEN, discard(9, "carla"), ["first-round/choose-only", "discard/at-will"]),
    ("what was left over of three players", THREE, discard(41), ["three-players/leftover", "round/own-domino"]),
    ("what lies already", alone("3 1,0 e"), discard(3), ["place/fixed"]),
    # reveal
    ("too early, a domino that lies elsewhere", first_turn(), reveal(2, 3, 4, 6), ["components/dominoes", "next-round/reveal"]),
    ("too early", first_turn(), reveal(1, 2, 4, 6), ["next-round/reveal"]),
    ("too many", UNREVEALED, reveal(5, 12, 30, 40, 44), ["line/size"]),
    ("with the pile used up", last_round(), reveal(), ["end/last-round"]),
    # draw
    ("again", first_round(), draw("dario", "ana", "carla", "bruno"), ["first-round/draw"]),
    ("one king alone", UNDRAWN, draw("ana"), ["first-round/draw"]),
    ("two players in turns", changed(first_round(2), kings_drawn=[]), draw("ana", "bruno", "ana", "bruno"), ["two-players/first-round"]),
    ("after the end", finished(), draw("ana", "bruno", "carla", "dario"), ["end/over"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "move", "broken"),
    [pytest.param(*row, id=f"{row[1]['type']}: {name}") for name, *row in REASONS],
)
def test_the_reason_that_a_referee_would_name_comes_first(
    kingdomino: Referee, state: dict[str, Any], move: dict[str, Any], broken: list[str]
) -> None:
    answer = kingdomino.validate(state, move)
    assert answer["verdict"] == "illegal"
    assert answer.broken == broken


def test_every_type_of_move_has_a_row() -> None:
    assert {move["type"] for _, _, move, _ in REASONS} == {"choose", "place", "discard", "reveal", "draw"}


def roles_of(answer: dict[str, Any]) -> dict[str, str]:
    return {citation["rule"].removeprefix("kingdomino/"): citation["role"] for citation in answer["citations"]}


@pytest.mark.parametrize("domino", [3, 13])
def test_a_corner_of_the_castle_cites_that_its_sides_connect(kingdomino: Referee, domino: int) -> None:
    answer = kingdomino.validate(CASTLE_ALONE, place(domino, 1, 1, "e"))
    assert roles_of(answer) == {"place/match": "broken", "place/castle": "decides"}
    assert "corner" in answer.message("place/match")
    away = kingdomino.validate(alone("1 1,0 e"), place(3, -2, 2, "e"))
    assert roles_of(away) == {"place/match": "broken"}


def test_who_discards_is_told_to_choose_all_the_same(kingdomino: Referee) -> None:
    """House ruling KD-5, except in the last round."""
    state = changed(table_with(CROSS, 12), next_line=line(5, 11, 30, 40))
    answer = kingdomino.validate(state, discard(12))
    assert answer["verdict"] == "legal"
    assert [event["type"] for event in answer["events"]] == ["discarded", "still-chooses"]
    assert roles_of(answer)["discard/still-choose"] == "applies"
    assert "KD-5" in [ground["name"] for ground in answer["rests_on"]]
    last = kingdomino.validate(changed(state, next_line=[], pile=[]), discard(12))
    assert last["verdict"] == "legal"
    assert next(event["type"] for event in last["events"]) == "discarded"
    assert "discard/still-choose" not in roles_of(last)


@pytest.mark.parametrize(
    ("chosen", "variant"),
    [
        (line((3, "ana"), 9, 22, 41), "turn"),  # whoever began, bruno is next
        (line((3, "ana"), (9, "ana"), 22, 41), "kings"),  # nobody chooses twice at first
    ],
)
def test_without_the_drawn_kings_the_line_shows_whose_turn_it_is_not(
    chosen: list[dict[str, Any]], variant: str
) -> None:
    """Also on a table that an audit would refuse: nobody's name is left out of the sentence."""
    state = msgspec.convert({**first_round(2), "next_line": chosen}, GAME.shapes.state)
    state = msgspec.structs.replace(state, kings_drawn=msgspec.UNSET)
    findings = Findings()
    table = GAME.table(state, PLAYING.base(), GAME.choices(state.options))
    GAME.check(table, msgspec.convert(choose(22), GAME.shapes.move), findings)
    assert [(finding.rule, finding.variant) for finding in findings.broken] == [("two-players/first-round", variant)]
