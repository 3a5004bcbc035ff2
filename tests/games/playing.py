"""Playing any game from its setup: what the tables, the random games and the long runs of every game share."""

import os
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from service.operations.diagram import diagram
from service.operations.question import Ids, Question, masked
from service.operations.served_game import ServedGame
from service.referee.findings import Findings
from service.referee.game import Game
from service.referee.judge import rule_on
from service.referee.packs import Packs

AUDITED = 1 if "BREHON_SOAK" in os.environ else 3
"""In random games the engine's own audit and the round trip are made at every so many tables, at others in each game;
what must never change is held at every move.
"""


class Playing:
    """A game with the names of its players; ``base`` is the pack that it is played with."""

    def __init__(self, game: Game, names: Sequence[str], pack: Path | None = None) -> None:
        self.game = game
        self.names = tuple(names)
        self.pack = pack or game.packs / "base.json"

    @cache  # noqa: B019 - one for each game, for as long as the tests run
    def base(self) -> Any:
        if not self.pack.exists():  # a game without packs
            return Packs(self.game).pick(None)
        return self.game.compile_pack(msgspec.json.decode(self.pack.read_bytes(), type=self.game.shapes.pack))

    def opening(self, count: int, seed: int | None, **options: Any) -> Any:
        chosen = msgspec.convert(options, self.game.shapes.options)
        choices = self.game.choices(chosen)
        state = self.game.setup(self.names[:count], chosen, seed, self.base(), choices)
        return self.game.table(state, self.base(), choices)

    def play(
        self, table: Any, seed: int, until: Callable[[Any], bool] = lambda table: False
    ) -> tuple[Any, list[Any]]:
        """Random legal moves until the game is over, or until the table is as wanted."""
        chance = random.Random(seed)
        log: list[Any] = []
        while not until(table):
            moves = list(self.game.legal_moves(table, None, None))
            if not moves:
                break
            log.append(chance.choice(moves))
            table = rule_on(self.game, table, log[-1]).after
        return table, log


def told(table: Any) -> dict[str, Any]:
    """A table as JSON."""
    return msgspec.json.decode(msgspec.json.encode(table.state))


def picture(served: ServedGame, values: dict[str, Any], language: str) -> bytes:
    """The picture of a question, without HTTP."""
    return diagram(masked(Question(served, "diagram", language, values)), Ids("", ""))


def check_engine(game: Game, table: Any) -> None:
    """The engine finds nothing wrong with a table that legal play has reached, and what is written can be read."""
    findings = Findings()
    game.audit(table, findings)
    assert not findings.broken, findings.broken
    assert not findings.missing
    written = msgspec.json.encode(table.state)
    assert msgspec.json.decode(written, type=game.shapes.state) == table.state, "the round trip is exact"


def play_all(play_and_check: Callable[[int], Any], seeds: Iterable[int], ways: Sequence[Any]) -> None:
    """Play a game for each seed; a failure tells the seed and the way of playing."""
    for seed in seeds:
        try:
            play_and_check(seed)
        except Exception as error:
            error.add_note(f"seed {seed}, {ways[seed % len(ways)]}")
            raise
