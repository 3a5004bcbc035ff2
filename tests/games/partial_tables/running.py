"""The random test of one game: games by their seeds, positions, moves and maskings, each put to the checks."""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from tests.games.every_game import BY_NAME
from tests.games.partial_tables.asking import Referee, RememberingReferee
from tests.games.partial_tables.positions import Position, pick_move, sample, tag_of
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
from tests.games.partial_tables.zones import Place, filled

SHARES = (0.1, 0.3, 0.6, 0.9)


@cache
def referee_of(name: str) -> Referee:
    return Referee(BY_NAME[name])


class Run:
    """Checks of one game, and the violations that they show."""

    def __init__(self, name: str, *, every_move: bool = True) -> None:
        self.every_move = every_move
        """Or the first legal one of each position and the first near miss, with fewer zones by themselves."""
        self.referee = RememberingReferee(BY_NAME[name])
        self.checks = 0
        self.shrinker = Shrinker()
        self.found: dict[str, Found] = {}
        """The first violation of each signature."""
        self.changed: dict[str, set[str]] = {}
        """The zones that each type of move has changed in some game of this run."""

    def sample(self, seeds: Iterable[int], each: int) -> Iterator[Found]:
        """Everything about so many positions for each type of move."""
        yield from self.positions(sample(self.referee.game, seeds, each, self.changed))

    def positions(self, positions: Iterable[Position]) -> Iterator[Found]:
        """Put these positions to the checks; a violation is handed out when its signature is new."""
        for position in positions:
            yield from self.position(position, random.Random(f"checks {position.name}"))

    def position(self, position: Position, chance: random.Random) -> Iterator[Found]:
        """Each zone by itself for the first legal move and the first near miss, a dozen maskings for all others."""
        first = (*position.legal[:1], *position.near[:1])
        for move in (*position.legal, *position.near) if self.every_move else first:
            changed = position.changed.get(tag_of(move), ())
            case = Case(self.referee, position.pack, position.state, move, changed)
            alone = move in (first if self.every_move else position.legal[:1])
            playing_on = self.playing_on(case, chance)
            for number, masked in enumerate(([], *maskings(case, chance, alone=alone))):
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
        start = chance.randrange(3)
        for number, masked in enumerate(([], *maskings(table, chance, alone=self.every_move)), start):
            yield from self.check(table, masked, (audit, score, legal_moves)[number % 3])

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


def maskings(case: Case, chance: random.Random, *, alone: bool) -> Iterator[list[Place]]:
    """Ways to tell less: one zone (``alone``: each one), several, by player, hidden cards, nearly everything."""
    zones = [place for place in case.places if place.kind == "zone"]
    cards = [place for place in case.places if place.kind == "card"]
    others = [place for place in case.places if place.kind == "players"]
    players = case.whole["players"]
    alike: dict[str, list[Place]] = {}
    for place in case.places:
        alike.setdefault(place.generic, []).append(place)
    own = [number for number, player in enumerate(players) if player["name"] == getattr(case.move, "player", None)]
    for generic in sorted(alike) if alone else chance.sample(sorted(alike), min(4, len(alike))):
        of_the_mover = [place for place in alike[generic] if place.path[:1] == ("players",) and place.path[1] in own]
        yield [chance.choice(of_the_mover if of_the_mover and chance.random() < 0.5 else alike[generic])]
    for share in SHARES[:3]:
        yield [place for place in zones if chance.random() < share]
    seat = chance.randrange(len(players))
    yield [place for place in zones if place.path[:2] == ("players", seat)]
    yield [place for place in zones if place.path[0] == "players" and place.path[1] not in own]
    if cards:
        share = chance.choice(SHARES)
        yield [place for place in cards if chance.random() < share]
    yield alike[chance.choice(sorted(alike))]
    if others:
        yield [chance.choice(others), *(place for place in zones if chance.random() < SHARES[0])]
    if case.move is not None:  # everything but what the move needs
        asked = case.ask(case.part([*zones, *others]))
        needed = [zone for entry in (*asked.assumed, *asked.missing) for zone in entry.zones or ()]
        yield filled([*zones, *others], needed)
    kept = chance.sample(zones, min(len(zones), chance.randrange(4)))
    yield [place for place in case.places if not any(place.contains(keep) or keep.contains(place) for keep in kept)]
