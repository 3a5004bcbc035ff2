"""The random test of one game: games by their seeds, positions, moves and maskings, each put to the checks."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from service.games.registry import GAMES
from tests.games.partial_tables.asking import Referee
from tests.games.partial_tables.positions import Position, positions
from tests.games.partial_tables.properties import Case, audited, case_of, ruling
from tests.games.partial_tables.shrinking import Check, Found, Shrinker
from tests.games.partial_tables.zones import Place

SHARES = (0.1, 0.3, 0.6, 0.9)


@cache
def referee_of(name: str) -> Referee:
    return Referee(next(game for game in GAMES if game.META.id == name))


class Run:
    """Checks of one game, and the violations that they show."""

    def __init__(self, name: str) -> None:
        self.referee = referee_of(name)
        self.checks = 0
        self.shrinker = Shrinker()
        self.found: dict[str, Found] = {}
        """The first violation of each signature."""

    def game(self, seed: int) -> Iterator[Found]:
        """Everything about one random game; a violation is handed out when its signature is new."""
        for number, position in enumerate(positions(self.referee.game, seed)):
            yield from self.position(position, random.Random(f"checks {seed} {number}"))

    def position(self, position: Position, chance: random.Random) -> Iterator[Found]:
        places = self.referee.zones.places(position.state)
        for move in (*position.legal, *position.near):
            case = case_of(self.referee, position.pack, position.state, move)
            for masked in (*maskings(places, position.state, move, chance), []):
                yield from self.check(case, masked, ruling)
        table = Case(self.referee, position.pack, position.state, None, self.referee.ask("audit", position.pack, position.state))
        for masked in maskings(places, position.state, None, chance):
            yield from self.check(table, masked, audited)

    def check(self, case: Case, masked: Sequence[Place], check: Check) -> Iterator[Found]:
        self.checks += 1
        for violation in dict.fromkeys(check(case, masked)):
            found = self.shrinker.shrink(violation, case, masked, check.__name__, check)
            if found.signature not in self.found:
                self.found[found.signature] = found
                yield found


def maskings(places: Sequence[Place], state: dict[str, Any], move: Any, chance: random.Random) -> Iterator[list[Place]]:
    """A dozen ways to tell less: one zone, several, by player, hidden cards, nearly everything."""
    zones = [place for place in places if not place.hides]
    cards = [place for place in places if place.hides]
    for _ in range(4):
        yield [chance.choice(zones)]
    for share in SHARES[:3]:
        yield [place for place in zones if chance.random() < share]
    seat = chance.randrange(len(state["players"]))
    yield [place for place in zones if place.path[:2] == ("players", seat)]
    own = [number for number, player in enumerate(state["players"]) if player["name"] == getattr(move, "player", None)]
    yield [place for place in zones if place.path[0] == "players" and place.path[1] not in own]
    if cards:
        yield [chance.choice(cards)]
        share = chance.choice(SHARES)
        yield [place for place in cards if chance.random() < share]
    kept = chance.sample(zones, min(len(zones), chance.randrange(4)))
    yield [place for place in places if not any(_within(place, keep) for keep in kept)]


def _within(place: Place, keep: Place) -> bool:
    """Whether leaving out the place would leave out something that is kept."""
    return place.path == keep.path[: len(place.path)] or place.path[: len(keep.path)] == keep.path
