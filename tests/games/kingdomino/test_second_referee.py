"""The engine against the second referee (``tests/reference/kingdomino.py``): whole random games, every option.

``BREHON_REFEREE_POSITIONS=20000`` makes a long run of the same test; see ``tests/reference/differential.py``.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from service.games.kingdomino import game
from tests.games.kingdomino.tables import NAMES
from tests.games.playing import Playing, told
from tests.reference import kingdomino as reference
from tests.reference.differential import Match, Plain, Way, hold, pack_of

PLAYING = Playing(game, NAMES)
VARIANTS = ([], ["harmony", "middle-kingdom"], ["middle-kingdom"], ["dynasty", "harmony"])
EQUIVALENTS: set[tuple[str, str]] = set()
"""What the engine says, and what the second referee says of the same fault."""


def options_of(count: int) -> Iterator[dict[str, Any]]:
    """Both editions with every variant, then each value of each house rule."""
    duel: tuple[list[str], ...] = ([], ["great-duel"]) if count == 2 else ([],)
    for edition in ("es", "first"):
        for large in duel:
            for variants in VARIANTS:
                yield {"edition": edition, "variants": [*large, *variants]}
    for number, (name, rule) in enumerate(game.META.house_rules.items()):
        for value in rule.values:
            variants = [*duel[number % len(duel)], "harmony", "middle-kingdom"]
            yield {"variants": variants, "house_rules": {name: value}}


def ways() -> list[Way]:
    """Every option with every number of players, a seeded game and then one with a hidden pile, in mixed order."""
    found = [
        Way(PLAYING, count, options, seeded=seeded)
        for count in (2, 3, 4)
        for options in options_of(count)
        for seeded in (True, False)
    ]
    random.Random(0).shuffle(found)
    return found


def chance(state: Plain, luck: random.Random) -> Iterator[Plain]:
    """What the engine does not list: how the kings are drawn, and what a hidden pile turns up."""
    names = [player["name"] for player in state["players"]]
    due = reference.due(state)
    if due == "draw" and len(names) == 2:
        orders = reference.orders_of_two(names, reference.option(state, "first_round_of_two"))
        yield {"type": "draw", "kings": luck.choice(sorted(orders))}
    elif due == "draw":
        yield {"type": "draw", "kings": luck.sample(names, len(names))}
    elif due == "reveal" and "?" in state["pile"]:
        unseen = sorted(set(range(1, 49)) - set(reference.in_sight(state)))
        yield {"type": "reveal", "dominoes": luck.sample(unseen, reference.line_length(state))}


MATCH = Match(reference, reports={"reveal", "draw"}, equivalents=EQUIVALENTS, chance=chance, near=12, scored=0.2)


def test_second_referee() -> None:
    hold(MATCH, ways(), default=600)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_dynasties(count: int) -> None:
    """Sums of three games; games that were broken off make ties and small sums."""
    pack = pack_of(PLAYING.pack)
    for seed in range(12):
        chance = random.Random(seed)
        stop = chance.choice((5, 12, 20, 1000))
        tables = []
        for number in range(3):
            left = iter(range(stop))
            variants = ["dynasty", *chance.choice(VARIANTS[:3])]
            table, _ = PLAYING.play(
                PLAYING.opening(count, 3 * seed + number, variants=variants), seed, lambda _: next(left, None) is None
            )
            tables.append(table)
        scoring = game.score(tables, {})
        second = reference.score_dynasty([told(table) for table in tables], pack)
        assert {tally.name: tally.total for tally in scoring.tallies} == second["totals"]
        assert [sorted(place) for place in scoring.ranking] == [sorted(place) for place in second["ranking"]]
