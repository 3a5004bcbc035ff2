"""Random games of a game, and the positions of them whose moves are looked at; the same every time."""

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import product

from service.referee.game import AnyGame
from tests.games.conformance.moves import Position
from tests.games.every_game import BY_NAME, QUICK, more_of
from tests.games.partial_tables.positions import Reached, playthrough, rank, tag_of

GAMES = 12
"""At least so many random games, and one for each player count, edition and pack."""
QUICK_GAMES = 5
POSITIONS = 2 if QUICK else 4
"""The positions for each type of move."""
ENDS = 3
"""The games at whose end moves are tried."""


class Sample:
    """What the conformance test looks at."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        least, most = game.meta.players
        ways = len(list(product(range(least, most + 1), more_of(game).packs, game.rulebook.editions)))
        count = QUICK_GAMES if QUICK else max(GAMES, ways)
        self.games: list[Sequence[Reached]] = [list(playthrough(game, seed)) for seed in range(count)]

    @cached_property
    def positions(self) -> list[Position]:
        """Some positions for each type of move, from different games as far as possible, and some ends."""
        by_kind: dict[str, list[Reached]] = {}
        for played in self.games:
            for here in played:
                if here.move is not None:
                    by_kind.setdefault(tag_of(here.move), []).append(here)
        chosen = [self._drawn(kind, by_kind[kind]) for kind in sorted(by_kind)]
        ends = [played[-1] for played in self.games if not played[-1].moves]
        return [Position(self.game, here) for here in (*(one for kind in chosen for one in kind), *ends[:ENDS])]

    def _drawn(self, kind: str, reached: list[Reached]) -> list[Reached]:
        drawn = sorted(reached, key=lambda here: rank(kind, here.seed, here.number))
        first_of_each = {here.seed: here for here in reversed(drawn)}
        others = [here for here in drawn if here is not first_of_each[here.seed]]
        return (
            sorted(first_of_each.values(), key=lambda here: rank(kind, here.seed))[:POSITIONS]
            + others[: max(0, POSITIONS - len(first_of_each))]
        )


@cache
def sample(name: str) -> Sample:
    return Sample(BY_NAME[name])
