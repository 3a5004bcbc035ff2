"""The random test of one game: games by their seeds, positions, moves and maskings, each put to the checks."""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from service.games.registry import GAMES
from tests.games.partial_tables.asking import Referee
from tests.games.partial_tables.positions import Position, pick_move, sample
from tests.games.partial_tables.properties import (
    Case,
    Check,
    PlayingOn,
    TellingMore,
    audit,
    legal_moves,
    ruling,
    score,
    sending,
    symmetric,
)
from tests.games.partial_tables.shrinking import Found, Shrinker
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

    def sample(self, seeds: Iterable[int], each: int) -> Iterator[Found]:
        """Positions of these random games; a violation is handed out when its signature is new."""
        for name, position in sample(self.referee.game, seeds, each):
            yield from self.position(position, random.Random(f"checks {name}"))

    def position(self, position: Position, chance: random.Random) -> Iterator[Found]:
        for move in (*position.legal, *position.near):
            case = Case(self.referee, position.pack, position.state, move)
            playing_on = self.playing_on(case, chance)
            for number, masked in enumerate(([], *maskings(case, chance))):
                yield from self.check(case, masked, ruling)
                if number % 3 == 0:
                    yield from self.check(case, masked, sending)
                    sent = [place.pointer for place in masked if chance.random() < 0.5]
                    yield from self.check(case, masked, TellingMore(frozenset(sent)))
                elif number % 3 == 1 and playing_on is not None:
                    yield from self.check(case, masked, playing_on)
                elif number % 6 == 2:
                    yield from self.check(case, masked, symmetric)
        table = Case(self.referee, position.pack, position.state)
        for number, masked in enumerate(([], *maskings(table, chance))):
            yield from self.check(table, masked, audit)
            yield from self.check(table, masked, (score, legal_moves)[number % 2])

    def playing_on(self, case: Case, chance: random.Random) -> PlayingOn | None:
        """A move that is legal after this one on the whole table."""
        if case.answer.state is None:
            return None
        moves = Case(self.referee, case.pack, case.answer.state).moves
        if not moves:
            return None
        second = pick_move(moves, chance, case.move)
        return PlayingOn(second, Case(self.referee, case.pack, case.answer.state, second))

    def check(self, case: Case, masked: Sequence[Place], check: Check) -> Iterator[Found]:
        self.checks += 1
        for violation in dict.fromkeys(check(case, masked)):
            name = getattr(check, "label", "") or check.__name__
            found = self.shrinker.shrink(violation, case, masked, name, check)
            if found.signature not in self.found:
                self.found[found.signature] = found
                yield found


def maskings(case: Case, chance: random.Random) -> Iterator[list[Place]]:
    """A dozen ways to tell less: one zone, several, by player, hidden cards, nearly everything."""
    zones = [place for place in case.places if not place.hides]
    cards = [place for place in case.places if place.hides]
    players = case.whole["players"]
    for _ in range(4):
        yield [chance.choice(zones)]
    for share in SHARES[:3]:
        yield [place for place in zones if chance.random() < share]
    seat = chance.randrange(len(players))
    yield [place for place in zones if place.path[:2] == ("players", seat)]
    own = [number for number, player in enumerate(players) if player["name"] == getattr(case.move, "player", None)]
    yield [place for place in zones if place.path[0] == "players" and place.path[1] not in own]
    if cards:
        yield [chance.choice(cards)]
        share = chance.choice(SHARES)
        yield [place for place in cards if chance.random() < share]
    kept = chance.sample(zones, min(len(zones), chance.randrange(4)))
    yield [place for place in case.places if not any(place.contains(keep) or keep.contains(place) for keep in kept)]
