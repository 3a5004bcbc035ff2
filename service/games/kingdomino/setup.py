"""The opening: with a seed everything that chance decides is fixed, without one it stays unknown."""

from random import Random

from msgspec import UNSET
from msgspec.structs import replace

from schemas.base import malformed
from schemas.kingdomino import Options, Player, Slot, State
from service.games.kingdomino.pack import Box
from service.games.kingdomino.table import Table
from service.referee.chance import shuffled
from service.referee.choices import Choices
from service.referee.hidden import hidden


def setup(players: tuple[str, ...], options: Options, seed: int | None, box: Box, choices: Choices) -> State:
    if "great-duel" in options.variants and len(players) != 2:
        raise malformed("/options/variants", "The Great Duel is for two players.")
    empty = tuple(Player(name=name, kingdom=(), discarded=()) for name in players)
    leftovers = () if len(players) == 3 and choices["three_players"] == "all-48" else UNSET
    blank = State(
        options=options,
        phase="first-round",
        players=empty,
        current_line=(),
        next_line=(),
        leftovers=leftovers,
    )
    table = Table(blank, box, choices)
    size, in_play = table.line_size, table.dominoes_in_play
    if seed is None:
        return replace(blank, kings_drawn=(), pile=hidden(in_play))
    chance = Random(seed)
    dominoes = shuffled(tuple(sorted(box.halves)), chance)[:in_play]
    first = tuple(Slot(domino=number) for number in sorted(dominoes[:size]))
    kings = _drawn(players, chance, choices)
    return replace(blank, kings_drawn=kings, next_line=first, pile=dominoes[size:])


def _drawn(players: tuple[str, ...], chance: Random, choices: Choices) -> tuple[str, ...]:
    if len(players) != 2:
        return shuffled(players, chance)
    order = choices["first_round_of_two"]
    if order == "drawn":
        return shuffled(players * 2, chance)
    first, other = shuffled(players, chance)
    return (first, other, other, first) if order == "one-two-one" else (first, other, first, other)
