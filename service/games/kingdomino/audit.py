"""Contradictions in a position: everything that no course of play can have brought about.

Only what is told is held against itself; a zone that was left out contradicts nothing.
"""

from msgspec import UNSET

from schemas.kingdomino import Line, Player
from service.games.kingdomino.check import orders_of_two
from service.games.kingdomino.grid import CASTLE, MIDDLE, extent, frame, squares
from service.games.kingdomino.kingdom import Board, beside_castle
from service.games.kingdomino.table import Table, all_numbers, had, kings_rule, numbers
from service.games.kingdomino.tiling import coverable, shown_by_the_box
from service.referee.findings import Findings

MOST_PLAYERS = 4


def audit(table: Table, findings: Findings, *, thorough: bool = True, entering: bool = False) -> None:
    """Every contradiction. While somebody is still ``entering`` a kingdom square by square, what is only unfinished
    (an odd square, one that touches nothing yet) is none.
    """
    _players(table, findings)
    _each_domino_once(table, findings)
    for player in table.state.players:
        board = table.board(player.name)
        if board is not None and not (board.sound and max(board.extent()) <= table.size):
            _kingdom(table, player, board, findings)
        if player.discarded:
            _discards(table, player, board, findings)
        count = len(player.kingdom or ()) + (len(player.squares or ()) + 1) // 2 + len(player.discarded or ())
        if count > table.most_dominoes:
            findings.breaks("round/once-each", "many", player=player.name, count=count, expected=table.most_dominoes)
    _told_squares(table, findings, thorough, entering)
    _lines(table, findings)
    if table.count is not None and table.count <= 4 and not findings.broken:
        _kings(table, findings)
        _phase(table, findings)
        _counts(table, findings)
        _passed_by(table, findings)


def _players(table: Table, findings: Findings) -> None:
    """setup/players, variants/great-duel-two."""
    state = table.state
    kings = {*table.kings_on_lines(), *(state.kings_drawn or ())}
    if table.count is None:
        if len(kings | table.by_name.keys()) > MOST_PLAYERS:
            findings.breaks("setup/players", count=len(kings | table.by_name.keys()))
        return
    if table.count > MOST_PLAYERS:
        findings.breaks("setup/players", count=table.count)
    if "great-duel" in state.options.variants and table.count != 2:
        findings.breaks("variants/great-duel-two", count=table.count)
    if not kings <= table.by_name.keys():
        for name in sorted(kings - table.by_name.keys()):
            findings.breaks("setup/players", "stranger", player=name)


def _each_domino_once(table: Table, findings: Findings) -> None:
    """components/dominoes."""
    if not table.repeats:
        return
    places: dict[int, list[tuple[str, str | None]]] = {}
    for pointer, number in numbers(table.state):
        steps = pointer.split("/")
        owned = steps[1] == "players"
        owner = table.state.players[int(steps[2])].name if owned else None
        places.setdefault(number, []).append((steps[3] if owned else steps[1], owner))
    for number, zones in sorted(places.items()):
        if len(zones) > 1:
            findings.breaks("components/dominoes", domino=number, places=zones)


def _kingdom(table: Table, player: Player, board: Board, findings: Findings) -> None:
    """setup/castle, place/overlap, place/bounds, place/match: a kingdom that could have been built."""
    twice = list(dict.fromkeys(board.covered_twice))
    if (0, 0) in twice:
        twice.remove((0, 0))
        findings.breaks("setup/castle", player=player.name)
    if twice:
        findings.breaks("place/overlap", squares=twice, player=player.name)
    width, height = _extent(board)
    if width > table.size or height > table.size:
        rule = "place/bounds" if table.size == 5 else "variants/great-duel"
        findings.breaks(rule, "kingdom", player=player.name, width=width, height=height, size=table.size)
        if not board.far and max(extent(board.occupied & ~CASTLE)) <= table.size:
            findings.breaks("place/bounds-with-castle", width=width, height=height)
    if board.adrift:
        findings.breaks("place/match", "kingdom", player=player.name, dominoes=board.adrift)


def _discards(table: Table, player: Player, board: Board | None, findings: Findings) -> None:
    """discard/at-will: what still fits beside the castle fitted there at any earlier time.

    The free squares only ever become fewer, and the castle was there from the start. Of other places that cannot be
    said: what they touch may have come later.
    """
    discarded = player.discarded or ()
    if board is None:
        if len(discarded) >= table.most_dominoes:  # the first domino always fits beside the castle
            findings.breaks("discard/at-will", "all", player=player.name)
    elif board.sound and any(beside_castle(board, table.size).values()):
        for domino in discarded:
            findings.breaks("discard/at-will", "kingdom", domino=domino, player=player.name)


def _extent(board: Board) -> tuple[int, int]:
    """Width and height, with the squares that lie outside the field."""
    if not board.far:
        return board.extent()
    west, east, south, north = (edge - MIDDLE for edge in frame(board.occupied))
    xs, ys = [x for x, _ in board.far], [y for _, y in board.far]
    return max([east, *xs]) - min([west, *xs]) + 1, max([north, *ys]) - min([south, *ys]) + 1


def _told_squares(table: Table, findings: Findings, thorough: bool, entering: bool) -> None:
    """components/squares: kingdoms told by squares, held against what the box can show."""
    by_squares = [player for player in table.state.players if player.squares is not UNSET]
    if not by_squares:
        return
    before = len(findings.broken)
    shown_by_the_box(table, findings)
    if not entering:
        for player in by_squares:
            _square_by_square(table, player, findings)
    if len(findings.broken) > before:
        return
    if thorough:
        _coverable(table, by_squares, findings)
    else:
        findings.assumes("covered", players=[player.name for player in by_squares])


def _square_by_square(table: Table, player: Player, findings: Findings) -> None:
    """What shows without a search: an even number of squares, all of them joined to the castle."""
    squares_told = player.squares or ()
    board = table.board(player.name)
    if len(squares_told) % 2:
        findings.breaks("components/squares", "odd", player=player.name, count=len(squares_told))
    loose = board.loose() if board is not None and board.sound else 0
    if loose:
        findings.breaks("place/match", "squares", player=player.name, squares=squares(loose))


def _coverable(table: Table, by_squares: list[Player], findings: Findings) -> None:
    """Whether different dominoes can lie on the squares told, and can have been placed one after another."""
    if findings.broken:
        return
    used = {number for _, number in numbers(table.state)}
    boards = [board for player in by_squares if (board := table.board(player.name)) is not None]
    verdict = coverable(boards, {n: h for n, h in table.box.halves.items() if n not in used})
    names = [player.name for player in by_squares]
    if verdict is None:
        findings.needs("cover", players=names)
    elif not verdict:
        findings.breaks("components/squares", "cover", players=names)


def _lines(table: Table, findings: Findings) -> None:
    """line/ascending, line/size, three-players/dominoes, three-players/leftover."""
    state = table.state
    for line in (state.current_line, state.next_line):
        if line:
            dominoes = [slot.domino for slot in line]
            if dominoes != sorted(dominoes):
                findings.breaks("line/ascending", dominoes=dominoes)
    if state.next_line:
        count, expected = len(state.next_line), table.line_size
        if count != expected and (expected is not None or count not in table.line_sizes):
            rule = "three-players/dominoes" if table.count == 3 else "line/size"
            findings.breaks(rule, count=count, expected=expected or table.line_sizes[-1])
    if state.current_line:
        _current_line(table, state.current_line, findings)
    if table.count is None:
        kings = table.kings_on_lines()
        for name in sorted({king for king in kings if kings.count(king) > 2}):
            findings.breaks("two-players/kings", player=name, count=kings.count(name), expected=2)


def _current_line(table: Table, line: Line, findings: Findings) -> None:
    kingless = [slot.domino for slot in line if slot.king is None]
    if kingless and table.count == 3:
        findings.breaks("three-players/leftover", dominoes=kingless)
    elif kingless:
        findings.breaks("round/own-domino", "kingless", domino=kingless[0])
    most = table.kings or MOST_PLAYERS
    if len(line) - len(kingless) > most:
        findings.breaks("line/size", count=len(line), expected=most)


def _kings(table: Table, findings: Findings) -> None:
    """setup/kings and its kin, first-round/draw, first-round/order: no king too many, none lost or out of order."""
    rule, state, standing = kings_rule(table), table.state, table.kings_on_lines()
    if len(set(standing)) < len(standing):
        for name in table.by_name:
            if (count := standing.count(name)) > table.kings_each:
                findings.breaks(rule, player=name, count=count, expected=table.kings_each)
    if state.kings_drawn:
        _drawn_kings(table, state.kings_drawn, findings)
    in_hand = table.kings_in_hand()
    if state.phase == "first-round":
        _chosen_in_order(table, findings)
    elif state.phase == "play" and state.next_line and not findings.broken and len(in_hand or ()) > 1:
        findings.breaks(rule, "hand", count=len(in_hand or ()))
    elif state.phase == "play" and state.next_line == () and state.pile and in_hand and not findings.broken:
        findings.breaks("next-round/reveal", "skipped")


def _drawn_kings(table: Table, drawn: tuple[str, ...], findings: Findings) -> None:
    each = table.kings_each
    if len(drawn) != table.kings or any(drawn.count(name) != each for name in table.by_name):
        variant = "two" if each > 1 else ""
        findings.breaks("first-round/draw", variant, expected=sorted(table.by_name), kings=list(drawn))
    elif table.count == 2:
        way, names = table.choices["first_round_of_two"], list(table.by_name)
        if list(drawn) not in orders_of_two(names, way):
            order = next(order for order in orders_of_two(names, way) if order[0] == drawn[0])
            variant = "alternate" if way == "alternate" else ""
            findings.breaks("two-players/first-round", variant, expected=order, kings=list(drawn))


def _chosen_in_order(table: Table, findings: Findings) -> None:
    state = table.state
    chosen = sorted(slot.king for slot in state.next_line or () if slot.king)
    if state.kings_drawn:
        if chosen != sorted(state.kings_drawn[: len(chosen)]):
            findings.breaks("first-round/order", "kings")
    elif state.kings_drawn == () and chosen:
        findings.breaks("first-round/draw", "first")
    elif table.count == 2:
        orders = orders_of_two(list(table.by_name), table.choices["first_round_of_two"])
        if not any(sorted(order[: len(chosen)]) == chosen for order in orders):
            findings.breaks("two-players/first-round", "kings", kings=chosen)


def _phase(table: Table, findings: Findings) -> None:
    """first-round/choose-only, end/over: zones that the phase does not allow."""
    state = table.state
    if state.phase == "first-round":
        for player in state.players:
            if player.kingdom or player.squares or player.discarded:
                findings.breaks("first-round/choose-only", "kingdom", player=player.name)
        if state.current_line:
            findings.breaks("first-round/choose-only", "line", dominoes=[slot.domino for slot in state.current_line])
    elif state.phase == "over" and (state.current_line or state.next_line or state.pile):
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
    state = table.state
    told = {player.name: count for player in state.players if (count := had(player)) is not None}
    if state.phase == "over":
        if any(count != table.most_dominoes for count in told.values()):
            findings.breaks("round/once-each", "over", counts=told, expected=table.most_dominoes)
        return
    if state.phase == "first-round" or state.current_line is UNSET:
        return
    waiting = [slot.king for slot in state.current_line]
    counts = {name: count + waiting.count(name) for name, count in told.items()}
    if len(set(counts.values())) > 1 or any(count % table.kings_each for count in counts.values()):
        findings.breaks("round/once-each", counts=counts)


def _pile(table: Table, findings: Findings) -> None:
    """How large the pile can be: as the lines laid so far leave it, and in whole lines in any case."""
    state, size, in_play = table.state, table.line_size, table.dominoes_in_play
    assert size is not None
    assert in_play is not None
    if state.pile is UNSET:
        return
    count, chosen = len(state.pile), table.lines_chosen()
    if chosen is not None and state.next_line is not UNSET:
        expected = in_play - size * (chosen + bool(state.next_line))
        if count != expected:
            _wrong_pile(table, count, expected, findings)
        return
    laid = bool(state.current_line) + bool(state.next_line) + (state.phase == "play" and not state.current_line)
    most = in_play - size * laid
    least = in_play - size if state.phase == "first-round" else 0
    if count % size:
        findings.breaks("next-round/count", "whole", count=count, size=size)
    elif not least <= count <= most:
        _wrong_pile(table, count, max(least, min(most, count)), findings)


def _wrong_pile(table: Table, count: int, expected: int, findings: Findings) -> None:
    if "great-duel" in table.state.options.variants:
        findings.breaks("variants/great-duel", "pile", count=count, expected=expected)
    elif table.count == 2:
        findings.breaks("two-players/dominoes", count=count, expected=expected)
    elif table.count == 3:
        findings.breaks("three-players/dominoes", "pile", count=count, expected=expected)
    else:
        findings.breaks("next-round/count", count=count, expected=expected)


def _leftovers(table: Table, findings: Findings) -> None:
    """three-players/leftover: one for each line that everybody has chosen from."""
    state = table.state
    if state.leftovers is UNSET:
        return
    count = len(state.leftovers)
    if table.count != 3 or table.choices["three_players"] == "twelve-out":
        if count:
            findings.breaks("three-players/leftover", "other")
        return
    expected = table.rounds if state.phase == "over" else table.lines_chosen()
    if expected is None:
        expected = min(count, table.rounds)
    if count != expected:
        findings.breaks("three-players/leftover", "count", count=count, expected=expected)


def _seen(table: Table, findings: Findings) -> None:
    """two-players/dominoes, three-players/dominoes: no more different dominoes than are played with."""
    in_play = table.dominoes_in_play or 0
    if in_play < len(table.box.halves):
        seen = len(set(all_numbers(table.state)))
        if seen > in_play:
            rule = "two-players/dominoes" if table.count == 2 else "three-players/dominoes"
            findings.breaks(rule, "seen", count=seen, expected=in_play)


def _passed_by(table: Table, findings: Findings) -> None:
    """round/order: who has played in this round has taken a domino below all that still wait."""
    state = table.state
    if findings.broken or state.phase != "play" or not state.current_line:
        return
    lowest = state.current_line[0].domino
    waiting = [slot.king for slot in state.current_line]
    for player in state.players:
        played = table.kings_each - waiting.count(player.name)
        if not played or player.kingdom is UNSET or player.discarded is UNSET:
            continue
        below = sum(number < lowest for number in player.discarded)
        below += sum(lying.domino < lowest for lying in player.kingdom)
        if below < played:
            findings.breaks("round/order", "passed", player=player.name, next_domino=lowest)
