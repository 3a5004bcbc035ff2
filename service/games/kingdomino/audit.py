"""Contradictions in a position: everything that no course of play can have brought about.

Only what was sent is compared with itself; a zone that was left out contradicts nothing.
"""

from schemas.kingdomino import Line
from service.games.kingdomino.audit_kingdoms import audit_kingdom, audit_squares
from service.games.kingdomino.inference import (
    FIRST_ROUND,
    MOST_PLAYERS,
    OVER,
    PLAY,
    in_phase,
    kings_in_hand,
    lines_in_kingdoms,
)
from service.games.kingdomino.rules.draw import orders_of_two
from service.games.kingdomino.table import Table, kings_rule
from service.referee.findings import Findings
from service.referee.known import Unknown, attempt, is_known, truth
from service.referee.names import audit_names


def audit(table: Table, findings: Findings, *, thorough: bool = True, entering: bool = False) -> None:
    """Every contradiction. While somebody is still ``entering`` a kingdom square by square, what is only unfinished
    (an odd square, one that touches nothing yet) is none.
    """
    _players(table, findings)
    _each_domino_once(table, findings)
    for name in table.order:
        audit_kingdom(table, name, findings)
        count = table.known_least_had(name)
        if count > table.most_dominoes:
            findings.breaks("round/once-each", "many", player=name, count=count, expected=table.most_dominoes)
    audit_squares(table, findings, thorough, entering)
    _lines(table, findings)
    if table.seats_known and table.count <= MOST_PLAYERS and not findings.broken:
        _kings(table, findings)
        _phase(table, findings)
        _counts(table, findings)
        _passed_by(table, findings)


def _players(table: Table, findings: Findings) -> None:
    """setup/players, variants/great-duel-two."""
    if table.seats_known and table.count > MOST_PLAYERS:
        findings.breaks("setup/players", count=table.count)
    seating, named = table.seating, table.known_names()
    count = table.count if table.seats_known else len({*seating.names, *named})
    if "great-duel" in table.variants and count > table.most_players:
        findings.breaks("variants/great-duel-two", count=count)
    else:
        audit_names(seating, named, findings)


def _each_domino_once(table: Table, findings: Findings) -> None:
    """components/dominoes."""
    if table.repeats:
        for number, zones in sorted(table.known_places().items()):
            if len(zones) > 1:
                findings.breaks("components/dominoes", domino=number, places=zones)


# ---------------------------------------------------------------- lines and kings


def _lines(table: Table, findings: Findings) -> None:
    """line/ascending, line/size, three-players/dominoes, three-players/leftover."""
    current, coming = table.known_line("current_line"), table.known_line("next_line")
    for line in (current, coming):
        dominoes = [slot.domino for slot in line]
        if dominoes != sorted(dominoes):
            findings.breaks("line/ascending", dominoes=dominoes)
    if len(coming) > table.line_sizes[-1]:
        rule = "three-players/dominoes" if table.seats_known and table.count == 3 else "line/size"
        findings.breaks(rule, count=len(coming), expected=table.line_sizes[-1])
    if current:
        _current_line(table, current, findings)
    if not table.seats_known:
        kings = table.known_kings()
        for name in sorted({king for king in kings if kings.count(king) > 2}):
            findings.breaks("two-players/kings", player=name, count=kings.count(name), expected=2)


def _current_line(table: Table, line: Line, findings: Findings) -> None:
    kingless = [slot.domino for slot in line if slot.king is None]
    if kingless and table.seats_known and table.count == 3:
        findings.breaks("three-players/leftover", dominoes=kingless)
    elif kingless:
        findings.breaks("round/own-domino", "kingless", domino=kingless[0])
    most = table.kings if table.seats_known else MOST_PLAYERS
    if len(line) - len(kingless) > most:
        findings.breaks("line/size", count=len(line), expected=most)


def _kings(table: Table, findings: Findings) -> None:
    """setup/kings and its kin, first-round/draw, first-round/order: no king too many, none lost or out of order."""
    rule, standing = kings_rule(table), table.known_kings()
    if len(set(standing)) < len(standing):
        for name in table.names:
            if (count := standing.count(name)) > table.kings_each:
                findings.breaks(rule, player=name, count=count, expected=table.kings_each)
    if drawn := table.known_kings_drawn():
        _drawn_kings(table, drawn, findings)
    if in_phase(table, FIRST_ROUND) is True:
        _chosen_in_order(table, findings)
    elif in_phase(table, PLAY) is True and not findings.broken:
        in_hand = attempt(lambda: kings_in_hand(table))
        if isinstance(in_hand, Unknown):
            return
        if table.known_line("next_line") and len(in_hand) > 1:
            findings.breaks(rule, "hand", count=len(in_hand))
        elif in_hand and truth(lambda: table.next_line == () and len(table.pile) > 0) is True:
            findings.breaks("next-round/reveal", "skipped")


def _drawn_kings(table: Table, drawn: tuple[str, ...], findings: Findings) -> None:
    each = table.kings_each
    if len(drawn) != table.kings or any(drawn.count(name) != each for name in table.names):
        variant = "two" if each > 1 else ""
        findings.breaks("first-round/draw", variant, expected=sorted(table.names), kings=list(drawn))
    elif table.count == 2:
        order = table.choices["first_round_of_two"]
        orders = orders_of_two(table.names, order)
        if list(drawn) not in orders:
            expected = next(one for one in orders if one[0] == drawn[0])
            variant = "alternate" if order == "alternate" else ""
            findings.breaks("two-players/first-round", variant, expected=expected, kings=list(drawn))


def _chosen_in_order(table: Table, findings: Findings) -> None:
    line, drawn = table.next_line, table.kings_drawn
    chosen = sorted(slot.king for slot in table.known_line("next_line") if slot.king)
    if truth(lambda: drawn == ()) is True:
        if chosen:
            findings.breaks("first-round/draw", "first")
    elif isinstance(line, Unknown):
        return  # others may have chosen, too
    elif is_known(drawn):
        if chosen != sorted(drawn[: len(chosen)]):
            findings.breaks("first-round/order", "kings")
    elif table.count == 2:
        orders = orders_of_two(table.names, table.choices["first_round_of_two"])
        if not any(sorted(order[: len(chosen)]) == chosen for order in orders):
            findings.breaks("two-players/first-round", "kings", kings=chosen)


# ---------------------------------------------------------------- phase and counts


def _phase(table: Table, findings: Findings) -> None:
    """first-round/choose-only, first-round/draw, end/over: zones that the phase does not allow."""
    current = table.known_line("current_line")
    if in_phase(table, FIRST_ROUND) is True:
        for name in table.order:
            if table.known_lying(name) or table.known_squares(name) or table.known_discarded(name):
                findings.breaks("first-round/choose-only", "kingdom", player=name)
        if current:
            findings.breaks("first-round/choose-only", "line", dominoes=[slot.domino for slot in current])
        return
    if is_known(table.phase) and truth(lambda: table.kings_drawn == ()) is True:
        findings.breaks("first-round/draw", "first")
    left = current or table.known_line("next_line") or truth(lambda: len(table.pile) > 0) is True
    if left and in_phase(table, OVER) is True:
        findings.breaks("end/over", "lines")


def _counts(table: Table, findings: Findings) -> None:
    """round/once-each, next-round/count and their kin: what the rounds so far must have given everybody."""
    if findings.broken:
        return
    _same_for_all(table, findings)
    if not findings.broken:
        _pile(table, findings)
        _leftovers(table, findings)
        _seen(table, findings)


def _same_for_all(table: Table, findings: Findings) -> None:
    had = table.known_had()
    if in_phase(table, OVER) is True:
        if any(count != table.most_dominoes for count in had.values()):
            findings.breaks("round/once-each", "over", counts=had, expected=table.most_dominoes)
        return
    line = table.current_line
    if in_phase(table, FIRST_ROUND) is True or isinstance(line, Unknown):
        return
    waiting = [slot.king for slot in line]
    counts = {name: count + waiting.count(name) for name, count in had.items()}
    if len(set(counts.values())) > 1 or any(count % table.kings_each for count in counts.values()):
        findings.breaks("round/once-each", counts=counts)


def _pile(table: Table, findings: Findings) -> None:
    """How large the pile can be: as the lines laid so far leave it, and in whole lines in any case."""
    if isinstance(table.pile, Unknown):
        return
    count, size, in_play = len(table.pile), table.line_size, table.dominoes_in_play
    lies_there = bool(table.known_line("next_line"))
    chosen = attempt(lambda: lines_in_kingdoms(table))
    if not isinstance(chosen, Unknown) and (lies_there or is_known(table.next_line)):
        expected = in_play - size * (chosen + lies_there)
        if count != expected:
            _wrong_pile(table, count, expected, findings)
        return
    waiting = bool(table.known_line("current_line"))
    laid = waiting + lies_there + (in_phase(table, PLAY) is True and not waiting)
    most = in_play - size * laid
    least = in_play - size if in_phase(table, FIRST_ROUND) is True else 0
    if count % size:
        findings.breaks("next-round/count", "whole", count=count, size=size)
    elif not least <= count <= most:
        _wrong_pile(table, count, max(least, min(most, count)), findings)


def _wrong_pile(table: Table, count: int, expected: int, findings: Findings) -> None:
    if "great-duel" in table.variants:
        findings.breaks("variants/great-duel", "pile", count=count, expected=expected)
    elif table.count == 2:
        findings.breaks("two-players/dominoes", count=count, expected=expected)
    elif table.count == 3:
        findings.breaks("three-players/dominoes", "pile", count=count, expected=expected)
    else:
        findings.breaks("next-round/count", count=count, expected=expected)


def _leftovers(table: Table, findings: Findings) -> None:
    """three-players/leftover: one for each line that everybody has chosen from."""
    if isinstance(table.leftovers, Unknown):
        return
    count = len(table.leftovers)
    if table.count != 3 or table.choices["three_players"] == "twelve-out":
        if count:
            findings.breaks("three-players/leftover", "other")
        return
    chosen = attempt(lambda: lines_in_kingdoms(table))
    expected = min(count, table.rounds) if isinstance(chosen, Unknown) else chosen
    if in_phase(table, OVER) is True:
        expected = table.rounds
    if count != expected:
        findings.breaks("three-players/leftover", "count", count=count, expected=expected)


def _seen(table: Table, findings: Findings) -> None:
    """two-players/dominoes, three-players/dominoes: no more different dominoes than are played with."""
    in_play = table.dominoes_in_play
    if in_play < len(table.box.halves):
        seen = len(set(table.known_numbers()))
        if seen > in_play:
            rule = "two-players/dominoes" if table.count == 2 else "three-players/dominoes"
            findings.breaks(rule, "seen", count=seen, expected=in_play)


def _passed_by(table: Table, findings: Findings) -> None:
    """round/order: who has played in this round has taken a domino below all that still wait."""
    line = table.known_line("current_line")
    if findings.broken or not line or in_phase(table, PLAY) is not True:
        return
    lowest = line[0].domino
    waiting = [slot.king for slot in line]
    for name in table.known_had():
        played = table.kings_each - waiting.count(name)
        if not played or table.is_by_squares(name):
            continue
        below = sum(number < lowest for number in (*table.known_discarded(name), *table.known_lying(name)))
        if below < played:
            findings.breaks("round/order", "passed", player=name, next_domino=lowest)
