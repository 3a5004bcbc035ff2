"""What speaks for and against a move, rule by rule.

Each function looks at one rule, or at one group of rules that stand together in the book, and reports to the
findings. Whether a domino fits a kingdom stands in ``fits``; whose turn it is, in ``may_take`` and ``may_choose``.
"""

from msgspec import UNSET

from schemas.kingdomino import Choose, Discard, Draw, Move, Place, Reveal
from service.games.kingdomino.fits import bounds, fits, lowest_place
from service.games.kingdomino.table import Table, numbers
from service.games.kingdomino.turn import Turn, is_last_round, turn
from service.referee.findings import Findings


def check(table: Table, move: Move, findings: Findings) -> None:
    match move:
        case Place():
            check_place(table, move, findings)
        case Choose():
            check_choose(table, move, findings)
        case Discard():
            check_discard(table, move, findings)
        case Reveal():
            check_reveal(table, move, findings)
        case Draw():
            check_draw(table, move, findings)


# ---------------------------------------------------------------- Primera ronda: the kings are drawn


def check_draw(table: Table, move: Draw, findings: Findings) -> None:
    """first-round/draw, two-players/first-round: which orders of choosing can come about."""
    may_draw(table, findings)
    names = list(table.by_name)
    if table.count is None:
        findings.assumes("first-turn", player=move.kings[0])
    elif table.count == 2:
        _draw_of_two(table, move, findings, names)
    elif sorted(move.kings) != sorted(names):
        findings.breaks("first-round/draw", expected=names, kings=list(move.kings))
    else:
        findings.allows("first-round/draw")


def may_draw(table: Table, findings: Findings) -> None:
    """Whether the kings are still to be drawn."""
    state = table.state
    if state.phase == "over":
        findings.breaks("end/over")
    elif state.phase == "play" or state.kings_drawn is not UNSET or _somebody_chose(table):
        findings.breaks("first-round/draw", "again")


def _draw_of_two(table: Table, move: Draw, findings: Findings, names: list[str]) -> None:
    told = list(move.kings)
    first = told[0]
    other = next(name for name in names if name != first)
    way = table.choices["first_round_of_two"]
    expected = {
        "one-two-one": [first, other, other, first],
        "alternate": [first, other, first, other],
        "drawn": [first, first, other, other],
    }[way]
    if told == expected or (way == "drawn" and sorted(told) == sorted(expected)):
        findings.allows("two-players/first-round")
    else:
        findings.breaks("two-players/first-round", expected=expected, kings=told)


def _somebody_chose(table: Table) -> bool:
    line = table.state.next_line
    return line is not UNSET and any(slot.king for slot in line)


# ---------------------------------------------------------------- Estructura de una ronda: 1 - Colocar una ficha


def check_place(table: Table, move: Place, findings: Findings) -> None:
    may_take(table, move.player, move.domino, findings)
    board = table.board(move.player)
    if board is None:
        findings.assumes("kingdom", player=move.player)
        bounds(table, move, findings)
    else:
        fits(table, board, move, findings)


def check_discard(table: Table, move: Discard, findings: Findings) -> None:
    """discard/forced, discard/at-will: only what fits nowhere is discarded."""
    may_take(table, move.player, move.domino, findings)
    board = table.board(move.player)
    if board is None:
        findings.assumes("no-place", domino=move.domino, player=move.player)
        return
    example, count = lowest_place(table, board, move.player, move.domino)
    if example is None:
        findings.allows("discard/forced")
        return
    findings.breaks(
        "discard/at-will",
        domino=move.domino,
        player=move.player,
        x=example.x,
        y=example.y,
        to=example.to,
        count=count,
    )
    # What connects that place, and what might be held against it in vain, is cited along.
    there = Findings()
    fits(table, board, example, there)
    findings.because(*there.grounds)


def may_take(table: Table, player: str, domino: int, findings: Findings) -> None:
    """Whether this player may place or discard this domino now."""
    state = table.state
    _lies_already(table, player, domino, findings)
    if state.phase == "over":
        findings.breaks("end/over")
        return
    if state.phase == "first-round":
        findings.breaks("first-round/choose-only", domino=domino)
        return
    now = turn(table)
    if now is not None and now.phase == "reveal":
        findings.breaks("next-round/reveal")
    elif now is not None and now.phase == "choose":
        _choose_comes_first(table, player, now, findings)
    _own_domino(table, player, domino, now, findings)


def _lies_already(table: Table, player: str, domino: int, findings: Findings) -> None:
    """place/fixed, components/dominoes: a domino that lies somewhere is not taken up again."""
    for other in table.state.players:
        placed = domino in [lying.domino for lying in other.kingdom or ()]
        if placed and other.name == player:
            findings.breaks("place/fixed", domino=domino, player=player)
        elif placed or domino in (other.discarded or ()):
            findings.breaks("components/dominoes", "taken", domino=domino)
    if domino in (table.state.leftovers or ()):
        findings.breaks("components/dominoes", "taken", domino=domino)


def _choose_comes_first(table: Table, player: str, now: Turn, findings: Findings) -> None:
    """round/place-then-choose, discard/still-choose: nobody places while a king is in hand."""
    if now.player != player:
        findings.breaks("round/order", "choose", turn=now.player)
        return
    findings.breaks("round/place-then-choose", "choose_first", player=player)


def _own_domino(table: Table, player: str, domino: int, now: Turn | None, findings: Findings) -> None:
    """round/own-domino, round/order: the domino under the own king, lowest number first."""
    line = table.state.current_line
    if line is UNSET:
        findings.assumes("turn", player=player)
        findings.assumes("own-domino", domino=domino, player=player)
        return
    slot = next((slot for slot in line if slot.domino == domino), None)
    if slot is None:
        findings.breaks("round/own-domino", "absent", domino=domino)
    elif slot.king is None:
        findings.breaks("round/own-domino", "kingless", domino=domino)
    elif slot.king != player:
        findings.breaks("round/own-domino", domino=domino, king=slot.king, player=player)
    else:
        findings.allows("round/own-domino")
    if not line or (now is not None and now.phase == "choose"):
        return
    first = line[0]
    if first.king != player:
        findings.breaks("round/order", turn=first.king, next_domino=first.domino, player=player)
    elif slot is not None and slot.king == player and slot is not first:
        findings.breaks("round/order", "own_order", player=player, next_domino=first.domino)
    elif now is None:
        findings.assumes("turn", player=player)
    elif now.phase == "place":
        findings.allows("end/last-round" if is_last_round(table) else "round/order")


# ---------------------------------------------------------------- 2 - Elegir una ficha


def check_choose(table: Table, move: Choose, findings: Findings) -> None:
    may_choose(table, move.player, findings)
    line = table.state.next_line
    if line is UNSET:
        findings.assumes("in-line", domino=move.domino)
        return
    slot = next((slot for slot in line if slot.domino == move.domino), None)
    if slot is None:
        findings.breaks("choose/in-line", domino=move.domino)
    elif slot.king is not None:
        findings.breaks("choose/free", domino=move.domino, king=slot.king)
    else:
        findings.allows("choose/any")


def may_choose(table: Table, player: str, findings: Findings) -> None:
    """Whether this player may put a king on some domino now."""
    state = table.state
    if state.phase == "over":
        findings.breaks("end/over")
        return
    if is_last_round(table):
        findings.breaks("end/last-round")
        return
    now = turn(table)
    if now is None:
        findings.assumes("turn", player=player)
    elif now.phase == "reveal":
        findings.breaks("next-round/reveal")
    elif now.phase in ("choose", "draw") and now.player is None:
        findings.assumes("first-turn", player=player)
    elif now.phase == "choose" and state.phase == "first-round":
        _in_drawn_order(table, player, now, findings)
    elif now.phase == "choose":
        if now.player != player:
            findings.breaks("round/order", "choose", turn=now.player)
        else:
            findings.allows(*_chooses_after(table, player))
    elif now.player == player:
        findings.breaks("round/place-then-choose", player=player, domino=now.domino)
    else:
        findings.breaks("round/order", turn=now.player, next_domino=now.domino, player=player)


def _in_drawn_order(table: Table, player: str, now: Turn, findings: Findings) -> None:
    """first-round/order, two-players/first-round."""
    if now.player != player:
        findings.breaks("first-round/order", player=player, turn=now.player)
    elif table.count == 2:
        findings.allows("two-players/first-round")
    else:
        findings.allows("first-round/order")


def _chooses_after(table: Table, player: str) -> list[str]:
    """Who chooses has just placed or discarded: if this player has discarded at all, both rules may be at work."""
    rules = ["round/place-then-choose"]
    if table.by_name[player].discarded:
        rules.append("discard/still-choose")
    return rules


# ---------------------------------------------------------------- Preparacion de la ronda siguiente


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    _reveal_is_due(table, findings)
    _from_the_pile(table, move, findings)


def _reveal_is_due(table: Table, findings: Findings) -> None:
    """next-round/reveal, end/last-round: when a new line is turned up."""
    state = table.state
    if state.phase == "over":
        findings.breaks("end/over")
    elif is_last_round(table) or state.pile == ():
        findings.breaks("end/last-round", "reveal")
    elif state.next_line is UNSET:
        findings.assumes("reveal-due")
    elif state.next_line:
        findings.breaks("next-round/reveal", "early")
    elif state.pile is UNSET and state.phase != "first-round":
        findings.assumes("reveal-due")
    else:
        findings.allows("next-round/reveal")


def _from_the_pile(table: Table, move: Reveal, findings: Findings) -> None:
    """line/size, three-players/dominoes, setup/pile, components/dominoes: which dominoes can come out."""
    pile, expected = table.state.pile, table.line_size
    if move.dominoes is UNSET:
        _pile_decides(table, findings)
        return
    told = move.dominoes
    if expected is None:
        findings.assumes("line-size")
    elif len(told) != expected:
        rule = "three-players/dominoes" if table.count == 3 else "line/size"
        findings.breaks(rule, count=len(told), expected=expected)
    for domino in sorted({domino for domino in told if told.count(domino) > 1}):
        findings.breaks("components/dominoes", "twice", domino=domino)
    open_zones = {number for pointer, number in numbers(table.state) if not pointer.startswith("/pile")}
    for domino in sorted(open_zones.intersection(told)):
        findings.breaks("components/dominoes", "taken", domino=domino)
    if pile is UNSET:
        findings.assumes("from-pile")
        return
    top, rest = pile[: len(told)], pile[len(told) :]
    # The message names no domino: what the pile holds is nobody's to know.
    if len(top) < len(told) or any(n != "?" and n not in told for n in top) or any(n in told for n in rest):
        findings.breaks("setup/pile")
    else:
        findings.allows("setup/pile")


def _pile_decides(table: Table, findings: Findings) -> None:
    """With a known pile the dominoes need not be told; with a hidden one they must be."""
    pile, size = table.state.pile, table.line_size
    if pile is UNSET or size is None or "?" in pile[:size] or len(pile) < size:
        findings.needs("pile-top")
    else:
        findings.allows("setup/pile")
