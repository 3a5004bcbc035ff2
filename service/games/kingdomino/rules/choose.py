"""2 - Elegir una ficha: a king is put on a domino of the next line (and Primera ronda, paso 2)."""

from schemas.kingdomino import Choose, Slot
from service.games.kingdomino.draft import Draft
from service.games.kingdomino.inference import (
    FIRST_ROUND,
    MOST_KINGS,
    OVER,
    PLAY,
    in_phase,
    is_last_round,
    is_line_there,
    left_to_place,
)
from service.games.kingdomino.rules.draw import orders_of_two
from service.games.kingdomino.steps import LINE_MOVES_UP, settle
from service.games.kingdomino.table import Table, kings_rule
from service.games.kingdomino.tiling import shown_by_the_box
from service.games.kingdomino.timing import is_reveal_due, who_chooses
from service.referee.findings import AssumedFact, Findings, fact
from service.referee.known import Unknown, attempt, negation, truth


def check_choose(table: Table, move: Choose, findings: Findings) -> None:
    check_turn_to_choose(table, move.player, findings)
    _check_line(table, move.domino, findings)


# ---------------------------------------------------------------- whose turn it is to choose


def check_turn_to_choose(table: Table, player: str, findings: Findings) -> None:
    """Whether this player may put a king on some domino now."""
    if table.known_line("next_line") and in_phase(table, PLAY) is True:
        _in_a_round(table, player, findings)
        return
    first_round = in_phase(table, FIRST_ROUND)
    turn = fact("turn", player=player, to="choose")
    assume = fact("first-turn", player=player) if first_round is True else turn
    if findings.requires("end/over", negation(in_phase(table, OVER)), assume=assume, cite=False) is False:
        return
    last = truth(lambda: is_last_round(table))
    if findings.requires("end/last-round", negation(last), assume=assume, cite=False) is False:
        return
    if first_round is True:
        _in_first_round(table, player, assume, findings)
        return
    ready = findings.requires("next-round/reveal", lambda: not is_reveal_due(table), assume=assume, cite=False)
    if ready is not False:
        _in_a_round(table, player, findings)


def _in_first_round(table: Table, player: str, assume: AssumedFact, findings: Findings) -> None:
    """next-round/reveal, first-round/draw, first-round/order, two-players/first-round."""
    lies_there = findings.requires("next-round/reveal", lambda: is_line_there(table), assume=assume, cite=False)
    drawn = findings.requires("first-round/draw", lambda: table.kings_drawn != (), "first", assume=assume, cite=False)
    if lies_there is False or drawn is False:
        return
    turn = attempt(lambda: who_chooses(table))
    if isinstance(turn, Unknown):
        _by_known_choices(table, player, findings)
        return
    of_two = table.count == 2 and table.choices["first_round_of_two"] != "drawn"
    rule, variant = ("two-players/first-round", "turn") if of_two else ("first-round/order", "")
    findings.requires(rule, turn == player, variant, player=player, turn=turn)


def _by_known_choices(table: Table, player: str, findings: Findings) -> None:
    """Who was drawn when is unknown; the kings on the line may show that it is not this player's turn."""
    findings.assumes("first-turn", player=player)
    kings = [slot.king for slot in table.known_line("next_line") if slot.king]
    if table.seats_known and table.count == 2:
        if isinstance(table.next_line, Unknown):
            return
        orders = orders_of_two(table.names, table.choices["first_round_of_two"])
        turns = {
            order[len(kings)]
            for order in orders
            if sorted(order[: len(kings)]) == sorted(kings) and len(order) > len(kings)
        }
        if player not in turns:
            _not_by_turns(player, turns, kings, findings)
    else:
        most, count = kings_of_each(table), kings.count(player)
        findings.requires(kings_rule(table), count < most, cite=False, player=player, count=count + 1, expected=most)


def _not_by_turns(player: str, turns: set[str], kings: list[str], findings: Findings) -> None:
    """two-players/first-round: it is the other's turn, or the kings on the line cannot be."""
    if turns:
        findings.breaks("two-players/first-round", "turn", player=player, turn=turns.pop())
    else:
        findings.breaks("two-players/first-round", "kings", kings=kings)


def _in_a_round(table: Table, player: str, findings: Findings) -> None:
    """round/order, round/place-then-choose, discard/still-choose: who has placed or discarded must choose."""
    turn = attempt(lambda: who_chooses(table))
    if isinstance(turn, Unknown):
        _by_known_kings(table, player, findings)
    elif turn == player:
        findings.allows("round/place-then-choose")
        if table.known_discarded(player):  # perhaps just now
            findings.allows("discard/still-choose")
    elif turn is not None:
        findings.breaks("round/order", "choose", turn=turn)
    else:
        _placing_comes_first(table, player, findings)


def _placing_comes_first(table: Table, player: str, findings: Findings) -> None:
    """No king is in hand: the first of the current line is to place."""
    first = next(iter(table.known_line("current_line")), None)
    if first is None:
        return  # no line lies there, and whether one can follow is unknown
    if first.king == player:
        findings.breaks("round/place-then-choose", player=player, domino=first.domino)
    else:
        findings.breaks("round/order", turn=first.king, next_domino=first.domino, player=player)


def _by_known_kings(table: Table, player: str, findings: Findings) -> None:
    """Whose turn it is is unknown; the kings that were sent may show that this player has none in hand."""
    waiting = [slot for slot in table.known_line("current_line") if slot.king == player]
    chosen = [slot.king for slot in table.known_line("next_line")].count(player)
    to_place, each = attempt(lambda: left_to_place(table, player)), kings_of_each(table)
    standing = chosen + max(len(waiting), 0 if isinstance(to_place, Unknown) else to_place)
    if standing < each:
        findings.assumes("turn", player=player, to="choose")
    elif waiting and not chosen:
        findings.breaks("round/place-then-choose", player=player, domino=waiting[0].domino)
    else:
        # with the one that is to be put down
        findings.breaks(kings_rule(table), player=player, count=standing + 1, expected=each)


def kings_of_each(table: Table) -> int:
    """How many kings a player has; the most of any game if it is unknown how many play."""
    each: int = table.kings_each if table.seats_known else MOST_KINGS
    return each


# ---------------------------------------------------------------- which domino


def _check_line(table: Table, domino: int, findings: Findings) -> None:
    """choose/in-line, choose/free, choose/any, three-players/leftover."""
    slot = slot_of(table, domino)
    if slot is None:
        if domino in table.known_leftovers():
            findings.breaks("three-players/leftover", "gone", domino=domino)
        is_empty = truth(lambda: table.next_line == ()) is True
        findings.breaks("choose/in-line", "no_line" if is_empty else "", domino=domino)
    elif isinstance(slot, Unknown):
        findings.assumes("in-line", domino=domino)
        shown_by_the_box(table, findings, domino)
    elif findings.requires("choose/free", slot.king is None, cite=False, domino=domino, king=slot.king):
        findings.allows("choose/any")


def slot_of(table: Table, domino: int) -> Slot | Unknown | None:
    """This domino in the next line; None if it lies elsewhere."""
    for slot in table.known_line("next_line"):
        if slot.domino == domino:
            return slot
    line = table.next_line
    if isinstance(line, Unknown) and domino not in table.known_elsewhere("next_line"):
        return line
    return None


def apply_choose(draft: Draft, move: Choose) -> None:
    draft.event("chosen", "choose/any", player=move.player, domino=move.domino)
    if draft.known_line("next_line"):
        draft.put_king(move.player, move.domino)
    else:
        _choose_from_unknown_line(draft)
    settle(draft, LINE_MOVES_UP)


def _choose_from_unknown_line(draft: Draft) -> None:
    """The choice may have been the last of its round: then the line has moved up, and perhaps a domino went out."""
    if draft.known_line("current_line"):
        return
    draft.forget("leftovers")
    is_play = in_phase(draft, PLAY) is True
    if is_play and truth(lambda: draft.current_line == ()) is True:  # everybody has placed: it was
        draft.set(next_line=())
    if not is_play:
        draft.forget("phase")
    draft.forget("current_line")
