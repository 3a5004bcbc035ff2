"""Primera ronda, paso 2: the kings are drawn."""

from itertools import permutations

from schemas.kingdomino import Draw
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.inference import (
    FEWEST_PLAYERS,
    FIRST_ROUND,
    MOST_PLAYERS,
    OVER,
    PLAY,
    figures,
    has_begun,
    in_phase,
)
from service.games.kingdomino.steps import settle
from service.games.kingdomino.table import Table
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, negation


def check_draw(table: Table, move: Draw, findings: Findings) -> None:
    """first-round/draw, two-players/first-round: which orders of choosing can come about."""
    check_undrawn(table, findings)
    kings, names = list(move.kings), table.names
    if isinstance(names, Unknown):
        _of_unknown_players(table, move, findings)
    elif table.count == 2:
        _order_of_two(table, kings, findings)
    else:
        findings.requires("first-round/draw", sorted(kings) == sorted(names), expected=names, kings=kings)


def check_undrawn(table: Table, findings: Findings) -> None:
    """first-round/draw, end/over: whether the kings are still to be drawn."""
    assume = fact("undrawn")
    if findings.requires("end/over", negation(in_phase(table, OVER)), assume=assume, cite=False) is not False:
        findings.requires("first-round/draw", lambda: is_undrawn(table), "again", assume=assume, cite=False)


def is_undrawn(table: Table) -> bool:
    """Whether the kings are still to be drawn; what comes after the draw shows that they are not."""
    somebody_chose = any(slot.king for slot in table.known_line("next_line"))
    if somebody_chose or has_begun(table) or in_phase(table, PLAY) is True:
        return False
    return bool(table.kings_drawn == ())


def _of_unknown_players(table: Table, move: Draw, findings: Findings) -> None:
    """Not all players are known: two of them have two kings each, three or four have one."""
    kings = list(move.kings)
    drawn = {name: kings.count(name) for name in kings}
    if "great-duel" in table.variants and len(drawn) > table.most_players:
        findings.breaks("variants/great-duel-two", count=len(drawn))
        return
    each = 2 if len(drawn) == 2 else 1
    possible = drawn.keys() >= table.by_name.keys() and set(drawn.values()) == {each} and _can_play(table, len(drawn))
    findings.requires(
        "first-round/draw",
        table.names if possible else False,
        "two" if each > 1 else "",
        assume=fact("all-drawn", kings=kings),
        expected=lambda: sorted({*table.by_name, *drawn}),
        kings=kings,
    )
    if possible and len(drawn) == 2:
        _order_of_two(table, kings, findings)


def _can_play(table: Table, count: int) -> bool:
    """Whether so many can play: pile and line are those of their first round, as far as they are known."""
    if not FEWEST_PLAYERS <= count <= MOST_PLAYERS:
        return False
    short = count == 3 and table.choices.peek("three_players") == "twelve-out"
    size, in_play = figures(count, len(table.box.halves), short=short, large=table.size == 7)
    line, pile = table.known_line("next_line"), table.pile
    left = (in_play - size,) if line else (in_play, in_play - size)
    return len(line) <= size and (isinstance(pile, Unknown) or len(pile) in left)


def _order_of_two(table: Table, kings: list[str], findings: Findings) -> None:
    """two-players/first-round."""
    order, first = table.choices["first_round_of_two"], kings[0]
    names = table.names if table.seats_known else sorted(set(kings))
    is_possible = kings in orders_of_two(names, order)
    if order == "drawn":
        findings.requires("first-round/draw", is_possible, "two", expected=names, kings=kings)
        return
    other = next(name for name in names if name != first)
    findings.requires(
        "two-players/first-round",
        is_possible,
        "" if order == "one-two-one" else "alternate",
        expected=lambda: next(one for one in orders_of_two([first, other], order) if one[0] == first),
        kings=kings,
    )


def orders_of_two(names: list[str], order: str) -> list[list[str]]:
    """The orders in which two players can choose in the first round, by the house rule ``first_round_of_two``."""
    one, other = names
    if order == "one-two-one":
        return [[one, other, other, one], [other, one, one, other]]
    if order == "alternate":
        return [[one, other, one, other], [other, one, other, one]]
    return [list(drawn) for drawn in sorted(set(permutations([one, one, other, other])))]


def apply_draw(draft: Draft, move: Draw) -> None:
    draft.draw_kings(move.kings)
    draft.set(phase=FIRST_ROUND)
    draft.event("drawn", "first-round/draw", kings=list(move.kings))
    settle(draft)
