"""Counting sequences of moves, and the table of the numbers found.

A rule that is forgotten, or enforced where it should not be, nearly always changes one of these numbers. What chance
decides is fixed by the seed of the opening, so the numbers are the same on every machine.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from service.referee.game import Game
from service.referee.judge import rule_on
from service.referee.packs import Packs
from tests.our_games import GAMES

PAGE = Path(__file__).parents[3] / "docs" / "perft.md"
NAMES = ("ana", "bruno", "carla", "dmitri", "eva", "felix")
SEED = 7
DEEPEST = 12
MIDDLE = 40
PACKS = {"roll-and-raid": "training"}
"""Where the pack that comes first says too little to play with."""

HEAD = f"""# Perft

How many sequences of legal moves there are, to a depth of so many moves, from the opening that `setup` gives with
the seed {SEED} and the players {", ".join(NAMES)} (as many of them as play), and from a position in the middle of
that game. Whoever changes an engine, or writes another one, can hold it against these numbers: a rule forgotten, or
one too many, shows in them.

`make perft` counts them all anew and writes this page; the tests count the shorter ones in every run, and
Kingdomino's by a second, slow engine too.

Chance is fixed by the seed: a move of the table counts as one. A domino with two like halves that is turned round
lies in the same way and is not counted twice. The game goes on to its middle by the move whose digest is the lowest
each time (BLAKE2b with 8 bytes, of the JSON array of the number of moves before and the move, its keys in order), of
those that do not end the game. Roll & Raid is played with its made-up `training` pack.

"""


class Row(NamedTuple):
    """A position, and the number of sequences to each depth from 1 on."""

    game: str
    players: int
    after: int
    """How many moves after the opening."""
    counts: tuple[int, ...]


def game_of(name: str) -> Game:
    return next(game for game in GAMES if name == game.meta.id)


def position(game: Game, players: int, after: int = 0) -> Any:
    """The opening, or the table so many moves later.

    Of the legal moves that do not end the game the one with the lowest digest is made: whatever order an engine
    lists them in, it is the same.
    """
    options, box = game.shapes.options(), Packs(game).pick(PACKS.get(game.meta.id))
    choices = game.choices(options)
    table = game.table(game.setup(NAMES[:players], options, SEED, box, choices), box, choices)
    for number in range(after):
        moves = sorted(game.legal_moves(table, None, None), key=lambda move: _digest(number, move))
        tables = (rule_on(game, table, move).after for move in moves)
        table = next(after for after in tables if any(True for _ in game.legal_moves(after, None, None)))
    return table


def _digest(number: int, move: Any) -> bytes:
    told = msgspec.json.encode([number, move], order="deterministic")
    return hashlib.blake2b(told, digest_size=8).digest()


def perft(game: Game, table: Any, depth: int) -> int:
    """The number of sequences of so many moves."""
    moves = game.legal_moves(table, None, None)
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(perft(game, rule_on(game, table, move).after, depth - 1) for move in moves)


def counted(game: Game, players: int, after: int, at_most: int) -> Row:
    """Depth by depth, until one holds more sequences than wanted."""
    table, counts = position(game, players, after), [0]
    while len(counts) <= DEEPEST and counts[-1] < at_most:
        counts.append(perft(game, table, len(counts)))
    return Row(game.meta.id, players, after, tuple(counts[1:]))


def page(rows: Iterable[Row]) -> str:
    lines = ["| game | players | after moves | sequences of 1, 2, 3 … moves |", "|---|---|---|---|"]
    lines += [
        f"| {row.game} | {row.players} | {row.after} | {', '.join(f'{count:,}' for count in row.counts)} |"
        for row in rows
    ]
    return HEAD + "\n".join(lines) + "\n"


def written() -> Iterator[Row]:
    """The rows of the page."""
    pattern = re.compile(r"^\| ([a-z-]+) \| (\d) \| (\d+) \| (.+) \|$", re.MULTILINE)
    for game, players, after, counts in pattern.findall(PAGE.read_text("utf-8")):
        yield Row(game, int(players), int(after), tuple(int(count.replace(",", "")) for count in counts.split(", ")))
