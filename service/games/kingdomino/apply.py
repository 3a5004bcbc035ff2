"""What a legal move does to the table, and what happens by itself after it."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.kingdomino import Choose, Discard, Draw, Line, Lying, Move, Place, Player, Reveal, Slot, Square, State
from service.games.kingdomino.grid import TERRAINS
from service.games.kingdomino.kingdom import squares_of
from service.games.kingdomino.table import Table, left_over, settled
from service.referee.findings import Happening


def apply(table: Table, move: Move) -> tuple[State, list[Happening]]:
    match move:
        case Place():
            state, happenings = _place(table, move)
        case Choose():
            state, happenings = _choose(table.state, move)
            state = _perhaps_the_last_choice(state)
        case Discard():
            state, happenings = _discard(table.state, move)
        case Reveal():
            state, happenings = _reveal(table, move)
        case Draw():
            state = replace(table.state, kings_drawn=move.kings)
            happenings = [_happening("drawn", "first-round/draw", kings=list(move.kings))]
    after = settled(state, table)
    if isinstance(move, Place | Discard) and not (after.current_line or after.next_line):
        after = _perhaps_the_last_to_be_placed(after)
    if after is not state:
        happenings += _by_itself(state, after)
    return after, happenings


def _perhaps_the_last_to_be_placed(state: State) -> State:
    """Without a next line dominoes are placed in the last round only: when none is left, the game is over. Where the
    lines are not told, it may be over or not.
    """
    if state.current_line == () and state.next_line == ():
        return replace(state, phase="over")
    return state if state.pile else replace(state, phase=UNSET)


def _perhaps_the_last_choice(state: State) -> State:
    """A choice from a line that was not told may have been the last of its round: then the line has moved up, and
    with three players a domino has gone out.
    """
    if state.next_line is not UNSET or state.current_line:
        return state
    state = replace(state, leftovers=UNSET)
    if state.current_line == () and state.phase == "play":  # everybody has placed: it was
        return replace(state, current_line=UNSET, next_line=())
    return replace(state, current_line=UNSET, phase="play" if state.phase == "play" else UNSET)


def _place(table: Table, move: Place) -> tuple[State, list[Happening]]:
    both = squares_of(move.x, move.y, move.to)

    def built(player: Player) -> Player:
        if player.kingdom is not UNSET:
            lying = Lying(domino=move.domino, x=move.x, y=move.y, to=move.to)
            return replace(player, kingdom=(*player.kingdom, lying))
        if player.squares is not UNSET:
            halves = table.box.halves[move.domino]
            added = (
                Square(x=x, y=y, terrain=TERRAINS[terrain], crowns=crowns)  # type: ignore[arg-type]
                for (x, y), terrain, crowns in zip(both, halves[::2], halves[1::2], strict=True)
            )
            return replace(player, squares=(*player.squares, *added))
        return player

    state = _taken(table.state, move.player, move.domino, built)
    return state, [_happening("placed", "round/own-domino", player=move.player, domino=move.domino, squares=both)]


def _discard(state: State, move: Discard) -> tuple[State, list[Happening]]:
    def without(player: Player) -> Player:
        if player.discarded is UNSET:
            return player
        return replace(player, discarded=(*player.discarded, move.domino))

    state = _taken(state, move.player, move.domino, without)
    return state, [_happening("discarded", "discard/forced", player=move.player, domino=move.domino)]


def _taken(state: State, name: str, domino: int, change: Any) -> State:
    """A domino leaves the current line, and its owner's part of the table changes."""
    players = tuple([change(player) if player.name == name else player for player in state.players])
    line = state.current_line
    if line is not UNSET:
        line = tuple([slot for slot in line if slot.domino != domino])
    return replace(state, players=players, current_line=line)


def _choose(state: State, move: Choose) -> tuple[State, list[Happening]]:
    line: Line | Any = state.next_line
    if line is not UNSET:
        line = tuple(
            [Slot(domino=slot.domino, king=move.player) if slot.domino == move.domino else slot for slot in line]
        )
    happening = _happening("chosen", "choose/any", player=move.player, domino=move.domino)
    return replace(state, next_line=line), [happening]


def _reveal(table: Table, move: Reveal) -> tuple[State, list[Happening]]:
    pile = table.state.pile
    told = move.dominoes
    if told is UNSET:
        told = table.pile_top() or ()
    line = tuple(Slot(domino=number) for number in sorted(told))
    state = replace(table.state, next_line=line, pile=pile if pile is UNSET else pile[len(told) :])
    return state, [_happening("revealed", "line/ascending", dominoes=sorted(told))]


def _by_itself(before: State, after: State) -> list[Happening]:
    """What ``settled`` did, told."""
    happenings = []
    if after.current_line is not before.current_line and after.current_line:
        for domino in left_over(before.next_line or ()):
            happenings.append(_happening("leftover", "three-players/leftover", domino=domino))
        kings = [slot.king for slot in after.current_line]
        happenings.append(_happening("round", "round/order", kings=kings))
    if after.phase == "over" and before.phase != "over":
        happenings.append(_happening("over", "end/over"))
    return happenings


def _happening(kind: str, rule: str, **detail: Any) -> Happening:
    return Happening(kind, rule, detail)
