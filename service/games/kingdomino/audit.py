"""Contradictions in a position: everything that no course of play can have brought about.

Only what is told is held against itself; a zone that was left out contradicts nothing.
"""

from collections import Counter

from msgspec import UNSET

from schemas.kingdomino import Line, Player
from service.games.kingdomino.board import Board, beside_castle
from service.games.kingdomino.cover import coverable
from service.games.kingdomino.grid import CASTLE, MIDDLE, TERRAINS, extent, frame
from service.games.kingdomino.table import Table, numbers
from service.referee.findings import Findings

KINGS_RULE = {2: "two-players/kings", 3: "three-players/kings"}


def audit(table: Table, findings: Findings, *, thorough: bool = True) -> None:
    _players(table, findings)
    _each_domino_once(table, findings)
    for player in table.state.players:
        board = table.board(player.name)
        if board is not None:
            if not (board.sound and max(extent(board.occupied)) <= table.size):
                _kingdom(table, player, board, findings)
            if player.discarded:
                _discards(table, player, board, findings)
    _told_squares(table, findings, thorough)
    _lines(table, findings)
    if table.count is not None and table.count <= 4 and not findings.broken:
        _kings(table, findings)
        _phase(table, findings)
        _counts(table, findings)


def _players(table: Table, findings: Findings) -> None:
    """setup/players, variants/great-duel-two."""
    state = table.state
    if table.count is None:
        return
    if table.count > 4:
        findings.breaks("setup/players", count=table.count)
    if "great-duel" in state.options.variants and table.count != 2:
        findings.breaks("variants/great-duel-two", count=table.count)
    kings = {slot.king for slot in (*(state.current_line or ()), *(state.next_line or ())) if slot.king}
    kings.update(state.kings_drawn or ())
    if not kings <= table.by_name.keys():
        for name in sorted(kings - table.by_name.keys()):
            findings.breaks("setup/players", "stranger", player=name)


def _each_domino_once(table: Table, findings: Findings) -> None:
    """components/dominoes."""
    if not table.repeats:
        return
    places: dict[int, list[str]] = {}
    for pointer, number in numbers(table.state):
        zone = next(part for part in reversed(pointer.split("/")) if not part.isdigit() and part != "domino")
        places.setdefault(number, []).append(zone)
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


def _discards(table: Table, player: Player, board: Board, findings: Findings) -> None:
    """discard/at-will: what still fits beside the castle fitted there at any earlier time.

    The free squares only ever become fewer, and the castle was there from the start. Of other places that cannot be
    said: what they touch may have come later.
    """
    if board.sound and any(beside_castle(board, table.size).values()):
        for domino in player.discarded or ():
            findings.breaks("discard/at-will", "kingdom", domino=domino, player=player.name)


def _extent(board: Board) -> tuple[int, int]:
    """Width and height, with the squares that lie outside the field."""
    if not board.far:
        return extent(board.occupied)
    west, east, south, north = (edge - MIDDLE for edge in frame(board.occupied))
    xs, ys = [x for x, _ in board.far], [y for _, y in board.far]
    return max([east, *xs]) - min([west, *xs]) + 1, max([north, *ys]) - min([south, *ys]) + 1


def _told_squares(table: Table, findings: Findings, thorough: bool) -> None:
    """components/squares: kingdoms told by squares, held against what the box can show."""
    by_squares = [player for player in table.state.players if player.squares is not UNSET]
    if not by_squares:
        return
    shown: Counter[tuple[str, int]] = Counter()
    for player in table.state.players:
        board = table.board(player.name)
        if board is not None:
            for terrain, mask in zip(TERRAINS, board.terrains, strict=True):
                for crowns, crowned in enumerate(board.crowned):
                    shown[terrain, crowns] += (mask & crowned).bit_count()
    impossible = False
    for (terrain, crowns), count in sorted(shown.items()):
        available = table.box.squares[terrain, crowns]
        if count > available:
            impossible = True
            findings.breaks("components/squares", terrain=terrain, crowns=crowns, count=count, available=available)
    if not thorough:
        findings.assumes("covered", players=[player.name for player in by_squares])
    elif not impossible:
        _coverable(table, by_squares, findings)


def _coverable(table: Table, by_squares: list[Player], findings: Findings) -> None:
    """Whether different dominoes can lie on the squares told, and can have been placed one after another."""
    for player in by_squares:
        assert player.squares is not UNSET
        if len(player.squares) % 2:
            findings.breaks("components/squares", "odd", player=player.name, count=len(player.squares))
            return
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
        if line is not UNSET:
            dominoes = [slot.domino for slot in line]
            if dominoes != sorted(dominoes):
                findings.breaks("line/ascending", dominoes=dominoes)
    expected = table.line_size
    if state.next_line and expected is not None and len(state.next_line) != expected:
        rule = "three-players/dominoes" if table.count == 3 else "line/size"
        findings.breaks(rule, count=len(state.next_line), expected=expected)
    if state.current_line:
        _current_line(table, state.current_line, findings)


def _current_line(table: Table, line: Line, findings: Findings) -> None:
    kingless = [slot.domino for slot in line if slot.king is None]
    if kingless and table.count == 3:
        findings.breaks("three-players/leftover", dominoes=kingless)
    elif kingless:
        findings.breaks("round/own-domino", "kingless", domino=kingless[0])
    if table.kings is not None and len(line) - len(kingless) > table.kings:
        findings.breaks("line/size", count=len(line), expected=table.kings)


def _kings(table: Table, findings: Findings) -> None:
    """setup/kings, two-players/kings, three-players/kings, first-round/order: no king too many, none lost."""
    rule = KINGS_RULE.get(table.count or 0, "setup/kings")
    for name, count in (table.kings_on_lines() or {}).items():
        if count > table.kings_each:
            findings.breaks(rule, player=name, count=count, expected=table.kings_each)
    in_hand, state = table.kings_in_hand(), table.state
    if state.phase == "first-round":
        _drawn_kings(table, findings)
    elif in_hand is not None and len(in_hand) > 1 and state.next_line and not findings.broken:
        findings.breaks("setup/kings", "hand", count=len(in_hand))


def _drawn_kings(table: Table, findings: Findings) -> None:
    state = table.state
    if state.kings_drawn is UNSET:
        return
    expected = sorted(name for name in table.by_name for _ in range(table.kings_each))
    if sorted(state.kings_drawn) != expected:
        findings.breaks("first-round/draw", expected=expected, kings=list(state.kings_drawn))
    elif table.count == 2 and not _order_of_two(table):
        first = state.kings_drawn[0]
        other = next(name for name in table.by_name if name != first)
        way = table.choices["first_round_of_two"]
        order = [first, other, other, first] if way == "one-two-one" else [first, other, first, other]
        findings.breaks("two-players/first-round", expected=order, kings=list(state.kings_drawn))
    elif state.next_line is not UNSET:
        chosen = [slot.king for slot in state.next_line if slot.king is not None]
        if sorted(chosen) != sorted(state.kings_drawn[: len(chosen)]):
            findings.breaks("first-round/order", "kings")


def _order_of_two(table: Table) -> bool:
    way, drawn = table.choices["first_round_of_two"], table.state.kings_drawn
    assert drawn is not UNSET
    if way == "one-two-one":
        return drawn[0] == drawn[3] and drawn[1] == drawn[2]
    return way == "drawn" or (drawn[0] == drawn[2] and drawn[1] == drawn[3])


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
    """round/once-each, next-round/count and its kin: everybody has had as many dominoes as the rounds gave."""
    state = table.state
    if findings.broken:
        return
    had = {player.name: _had(player) for player in state.players}
    if state.phase == "over":
        counts = {name: count for name, count in had.items() if count is not None}
        if len(set(counts.values())) > 1:
            findings.breaks("round/once-each", "over", counts=counts)
        return
    lines_done = _lines_chosen(table, had, findings)
    if lines_done is not None and not findings.broken:
        _pile(table, lines_done, findings)


def _had(player: Player) -> int | None:
    """How many dominoes a player has placed or discarded, if all of it is told."""
    if player.discarded is UNSET:
        return None
    if player.kingdom is not UNSET:
        return len(player.kingdom) + len(player.discarded)
    return None if player.squares is UNSET else len(player.squares) // 2 + len(player.discarded)


def _lines_chosen(table: Table, had: dict[str, int | None], findings: Findings) -> int | None:
    """How many lines everybody has chosen from; the kings still to place make up for what is not placed yet."""
    state = table.state
    if state.phase == "first-round":
        return 0
    if state.current_line is UNSET:
        return None
    waiting = [slot.king for slot in state.current_line]
    counts = {name: count + waiting.count(name) for name, count in had.items() if count is not None}
    if len(set(counts.values())) > 1:
        findings.breaks("round/once-each", counts=counts)
        return None
    if not counts:
        return None
    dominoes = next(iter(counts.values()))
    if dominoes % table.kings_each:
        findings.breaks("round/once-each", counts=counts)
        return None
    return dominoes // table.kings_each


def _pile(table: Table, lines_chosen: int, findings: Findings) -> None:
    state, size, in_play = table.state, table.line_size, table.dominoes_in_play
    assert size is not None
    assert in_play is not None
    if state.next_line is UNSET:
        return
    lines_laid = lines_chosen + bool(state.next_line)
    expected = in_play - size * lines_laid
    if state.pile is not UNSET and len(state.pile) != expected:
        _wrong_pile(table, len(state.pile), expected, findings)
    elif expected and not state.next_line and state.current_line and len(state.current_line) != table.kings:
        findings.breaks("next-round/reveal", "skipped")
    if state.leftovers is not UNSET and table.count is not None:
        _leftovers(table, len(state.leftovers), lines_chosen, findings)


def _wrong_pile(table: Table, count: int, expected: int, findings: Findings) -> None:
    if "great-duel" in table.state.options.variants:
        findings.breaks("variants/great-duel", "pile", count=count, expected=expected)
    elif table.count == 2:
        findings.breaks("two-players/dominoes", count=count, expected=expected)
    elif table.count == 3:
        findings.breaks("three-players/dominoes", "pile", count=count, expected=expected)
    else:
        findings.breaks("next-round/count", count=count, expected=expected)


def _leftovers(table: Table, count: int, lines_chosen: int, findings: Findings) -> None:
    if table.count != 3 or table.choices["three_players"] == "twelve-out":
        if count:
            findings.breaks("three-players/leftover", "other")
    elif count != lines_chosen:
        findings.breaks("three-players/leftover", "count", count=count, expected=lines_chosen)
