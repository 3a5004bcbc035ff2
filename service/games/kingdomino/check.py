"""What speaks for and against a move, rule by rule.

Each function looks at one rule, or at one group of rules that stand together in the book, and reports to the
findings. Whether a domino fits a kingdom stands in ``fits``; whose turn it is, in ``may_take`` and ``may_choose``.
"""

from itertools import permutations

from msgspec import UNSET

from schemas.kingdomino import Choose, Discard, Draw, Move, Place, Reveal
from service.games.kingdomino.fits import bounds, fits, lowest_place
from service.games.kingdomino.table import Table, all_numbers, kings_rule, numbers
from service.games.kingdomino.tiling import shown_by_the_box
from service.games.kingdomino.timing import Turn, is_last_round, turn
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
    started = any(player.kingdom or player.squares or player.discarded for player in state.players)
    in_play, size = table.dominoes_in_play, table.line_size
    later = in_play is not None and size is not None and (table.pile_left() or in_play) < in_play - size
    if state.phase == "over":
        findings.breaks("end/over")
    elif state.phase == "play" or state.kings_drawn or _somebody_chose(table) or started or later:
        findings.breaks("first-round/draw", "again")
    elif state.kings_drawn is UNSET:
        findings.assumes("undrawn")


def _draw_of_two(table: Table, move: Draw, findings: Findings, names: list[str]) -> None:
    told = list(move.kings)
    way = table.choices["first_round_of_two"]
    if told in orders_of_two(names, way):
        findings.allows("two-players/first-round" if way != "drawn" else "first-round/draw")
    elif way == "drawn":
        findings.breaks("first-round/draw", "two", expected=names, kings=told)
    else:
        other = next(name for name in names if name != told[0])
        expected = next(order for order in orders_of_two([told[0], other], way) if order[0] == told[0])
        variant = "" if way == "one-two-one" else "alternate"
        findings.breaks("two-players/first-round", variant, expected=expected, kings=told)


def orders_of_two(names: list[str], way: str) -> list[list[str]]:
    """The orders in which two players can choose in the first round."""
    one, other = names
    if way == "one-two-one":
        return [[one, other, other, one], [other, one, one, other]]
    if way == "alternate":
        return [[one, other, one, other], [other, one, other, one]]
    return [list(order) for order in sorted(set(permutations([one, one, other, other])))]


def _somebody_chose(table: Table) -> bool:
    line = table.state.next_line
    return line is not UNSET and any(slot.king for slot in line)


# ---------------------------------------------------------------- Estructura de una ronda: 1 - Colocar una ficha


def check_place(table: Table, move: Place, findings: Findings) -> None:
    lies = lies_elsewhere(table, move.player, move.domino, findings)
    may_take(table, move.player, move.domino, findings)
    board = table.board(move.player)
    if board is None:
        findings.assumes("kingdom", player=move.player, domino=move.domino, x=move.x, y=move.y, to=move.to)
        bounds(table, move, findings)
    else:
        # What lies for good is not to be discarded either, wherever it might fit.
        fits(table, board, move, findings, may_be_forced=not lies)


def check_discard(table: Table, move: Discard, findings: Findings) -> None:
    """discard/forced, discard/at-will: only what fits nowhere is discarded."""
    lies = lies_elsewhere(table, move.player, move.domino, findings)
    may_take(table, move.player, move.domino, findings)
    board = table.board(move.player)
    if lies:
        return  # whether it would fit once more is no question
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


def lies_elsewhere(table: Table, player: str, domino: int, findings: Findings) -> bool:
    """place/fixed, components/dominoes: a domino that lies somewhere for good is not taken up again."""
    if (
        not table.repeats
        and domino not in table.gone
        and domino in [slot.domino for slot in table.state.current_line or ()]
    ):
        return False  # it is on the line, and no domino of this table is told in two places
    before = len(findings.broken)
    for other in table.state.players:
        placed = domino in [lying.domino for lying in other.kingdom or ()]
        if placed and other.name == player:
            findings.breaks("place/fixed", domino=domino, player=player)
        elif placed or domino in (other.discarded or ()):
            findings.breaks("components/dominoes", "taken", domino=domino)
    if domino in (table.state.leftovers or ()) or (domino in table.gone and len(findings.broken) == before):
        findings.breaks("components/dominoes", "taken", domino=domino)
    return len(findings.broken) > before


def may_take(table: Table, player: str, domino: int, findings: Findings) -> None:
    """Whether this player may place or discard this domino now."""
    state = table.state
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
        _own_by_the_next_line(table, player, domino, findings)
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
    if slot is not None and slot.king == player and slot is not first and first.king == player:
        findings.breaks("round/order", "own_order", player=player, next_domino=first.domino)
    elif first.king != player and (now is not None or slot is not None):
        findings.breaks("round/order", turn=first.king, next_domino=first.domino, player=player)
    elif now is None:
        findings.assumes("turn", player=player)
        if table.state.next_line == ():
            findings.assumes("last-round")
    elif now.phase == "place":
        findings.allows("end/last-round" if is_last_round(table) else "round/order")


def _own_by_the_next_line(table: Table, player: str, domino: int, findings: Findings) -> None:
    """Without the line to be placed, the next line may still show that this cannot be the player's domino."""
    shown_by_the_box(table, findings, domino)
    coming = table.state.next_line or ()
    kings = [slot.king for slot in coming].count(player)
    if any(slot.domino == domino for slot in coming):
        findings.breaks("round/own-domino", "absent", domino=domino)
    elif table.count is not None and kings >= table.kings_each:
        findings.breaks("round/once-each", "chosen", player=player)
    else:
        findings.assumes("turn", player=player)
        findings.assumes("own-domino", domino=domino, player=player)


# ---------------------------------------------------------------- 2 - Elegir una ficha


def check_choose(table: Table, move: Choose, findings: Findings) -> None:
    may_choose(table, move.player, findings)
    line = table.state.next_line
    if line is UNSET:
        waits = move.domino in [slot.domino for slot in table.state.current_line or ()]
        if waits or lies_elsewhere(table, "", move.domino, findings):
            findings.breaks("choose/in-line", domino=move.domino)
        else:
            findings.assumes("in-line", domino=move.domino)
            shown_by_the_box(table, findings, move.domino)
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
        _choose_by_what_is_told(table, player, findings)
    elif now.phase == "reveal":
        findings.breaks("next-round/reveal")
    elif now.phase == "draw" and state.kings_drawn == ():
        findings.breaks("first-round/draw", "first")
    elif now.phase in ("choose", "draw") and now.player is None:
        _choose_undrawn(table, player, findings)
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


def _choose_by_what_is_told(table: Table, player: str, findings: Findings) -> None:
    """Too little is told to know whose turn it is; the kings that are told may still speak against the player."""
    state = table.state
    waiting = [slot for slot in state.current_line or () if slot.king == player]
    chosen = [slot.king for slot in state.next_line or ()].count(player)
    if table.count is not None and len(waiting) == table.kings_each:
        findings.breaks("round/place-then-choose", player=player, domino=waiting[0].domino)
    elif table.count is not None and len(waiting) + chosen >= table.kings_each:
        count = len(waiting) + chosen + 1  # with the one that is to be put down
        findings.breaks(kings_rule(table), player=player, count=count, expected=table.kings_each)
    else:
        findings.assumes("turn", player=player)


def _choose_undrawn(table: Table, player: str, findings: Findings) -> None:
    """First round, and it is not told whose king was drawn when; with two players the order still says much."""
    kings = [slot.king for slot in table.state.next_line or () if slot.king]
    names = list(table.by_name)
    if table.count is None:
        findings.assumes("first-turn", player=player)
    elif table.count == 2:
        way = table.choices["first_round_of_two"]
        orders = [order for order in orders_of_two(names, way) if sorted(order[: len(kings)]) == sorted(kings)]
        if any(order[len(kings)] == player for order in orders if len(order) > len(kings)):
            findings.assumes("first-turn", player=player)
        else:
            turns = sorted({order[len(kings)] for order in orders if len(order) > len(kings)})
            findings.breaks("two-players/first-round", "turn", player=player, turn=", ".join(turns) or "–")
    elif player in kings:
        findings.breaks(kings_rule(table), player=player, count=2, expected=1)
    else:
        findings.assumes("first-turn", player=player)


def _in_drawn_order(table: Table, player: str, now: Turn, findings: Findings) -> None:
    """first-round/order, two-players/first-round."""
    of_two = table.count == 2 and table.choices["first_round_of_two"] != "drawn"
    if now.player == player:
        findings.allows("two-players/first-round" if of_two else "first-round/order")
    elif of_two:
        findings.breaks("two-players/first-round", "turn", player=player, turn=now.player)
    else:
        findings.breaks("first-round/order", player=player, turn=now.player)


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
    elif state.next_line or _line_must_lie_there(table):
        findings.breaks("next-round/reveal", "early")
    elif state.next_line is UNSET or (table.pile_left() is None and state.phase != "first-round"):
        findings.assumes("reveal-due")
    else:
        findings.allows("next-round/reveal")


def _line_must_lie_there(table: Table) -> bool:
    """The next line was not told, but the round is under way, or the pile is short of it."""
    state, in_play, size = table.state, table.dominoes_in_play, table.line_size
    if state.next_line is not UNSET or table.kings is None or in_play is None or size is None:
        return False
    if state.phase == "first-round":
        return state.pile is not UNSET and len(state.pile) < in_play
    return bool(state.current_line) and len(state.current_line or ()) < table.kings


def _from_the_pile(table: Table, move: Reveal, findings: Findings) -> None:
    """line/size, three-players/dominoes, setup/pile, components/dominoes: which dominoes can come out."""
    pile, expected = table.state.pile, table.line_size
    if table.count in (None, 3):
        table.choices.consulted.add("three_players")  # it decides how many lie in a line
    if move.dominoes is UNSET:
        _pile_decides(table, findings)
        return
    told = move.dominoes
    if expected is None and len(told) in table.line_sizes:
        if len(table.line_sizes) > 1:
            findings.assumes("line-size", count=len(told))
    elif len(told) != expected:
        rule = "three-players/dominoes" if table.count == 3 else "line/size"
        findings.breaks(rule, count=len(told), expected=expected or table.line_sizes[-1])
    if any(player.squares for player in table.state.players):
        named = set(all_numbers(table.state))
        shown_by_the_box(table, findings, *[domino for domino in told if domino not in named])
    for domino in sorted({domino for domino in told if told.count(domino) > 1}):
        findings.breaks("components/dominoes", "twice", domino=domino)
    open_zones = {number for pointer, number in numbers(table.state) if not pointer.startswith("/pile")}
    for domino in sorted((open_zones | table.gone).intersection(told)):
        findings.breaks("components/dominoes", "taken", domino=domino)
    if pile is UNSET:
        findings.assumes("from-pile", dominoes=sorted(told))
        return
    top, rest = pile[: len(told)], pile[len(told) :]
    # The message names no domino: what the pile holds is nobody's to know.
    if len(top) < len(told) or any(n != "?" and n not in told for n in top) or any(n in told for n in rest):
        findings.breaks("setup/pile")
    else:
        findings.allows("setup/pile")


def _pile_decides(table: Table, findings: Findings) -> None:
    """With a known pile the dominoes need not be told; with a hidden one they must be."""
    if table.pile_top() is None:
        findings.needs("pile-top")
    else:
        findings.allows("setup/pile")
