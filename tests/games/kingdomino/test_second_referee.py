"""The engine against the second referee (``tests/reference/kingdomino.py``): whole random games, every option.

``BREHON_REFEREE_POSITIONS=20000`` makes a long run of the same test; see ``tests/reference/differential.py``.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from service.games.kingdomino.game import GAME as game
from service.referee.findings import Findings
from service.referee.judge import rule_on
from service.referee.scoring import totals_of
from tests.games.kingdomino.tables import NAMES
from tests.games.playing import Playing, told
from tests.reference import kingdomino as reference
from tests.reference.differential import Match, Plain, Way, hold, pack_of

PLAYING = Playing(game, NAMES)
VARIANTS = ([], ["harmony", "middle-kingdom"], ["middle-kingdom"], ["dynasty", "harmony"])
EQUIVALENTS = {
    # Kings drawn that are not those of the players: the draw is wrong, or the number of kings is.
    ("first-round/draw", "setup/kings"),
    ("two-players/first-round", "two-players/kings"),
}
"""What the engine says, and what the second referee says of the same fault."""


def options_of(count: int) -> Iterator[dict[str, Any]]:
    """Both editions with every variant, then each value of each house rule."""
    duel: tuple[list[str], ...] = ([], ["great-duel"]) if count == 2 else ([],)
    for edition in ("es", "first"):
        for large in duel:
            for variants in VARIANTS:
                yield {"edition": edition, "variants": [*large, *variants]}
    for number, (name, rule) in enumerate(game.house_rules.items()):
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
    """What is not listed: what a hidden pile turns up."""
    if reference.due(state) == "reveal" and "?" in state["pile"]:
        unseen = sorted(set(range(1, 49)) - set(reference.in_sight(state)))
        yield {"type": "reveal", "dominoes": luck.sample(unseen, reference.line_length(state))}


MATCH = Match(reference, equivalents=EQUIVALENTS, chance=chance, near=12, scored=0.2)


def test_second_referee() -> None:
    hold(MATCH, ways(), default=300)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_dynasties(count: int) -> None:
    """Sums of three games; games that were broken off make ties and small sums."""
    pack = pack_of(PLAYING.pack)
    for seed in range(12):
        chance = random.Random(seed)
        stop = chance.choice((5, 12, 20, 200))
        tables = []
        for number in range(3):
            table = PLAYING.opening(count, 3 * seed + number, variants=["dynasty", *chance.choice(VARIANTS[:3])])
            for _ in range(stop):
                moves = list(game.legal_moves(table, None, None))
                if moves:
                    table = rule_on(game, table, chance.choice(moves)).after
            tables.append(table)
        scoring = game.score(tables, {})
        second = reference.score_dynasty([told(table) for table in tables], pack)
        assert totals_of(scoring.tallies) == second["totals"]
        assert [sorted(place) for place in scoring.ranking] == [sorted(place) for place in second["ranking"]]


def tiling(size: int, chance: random.Random) -> list[tuple[int, int, str]]:
    """A full grid of lying dominoes around the castle, which is in the centre, in a corner or beside one."""
    corner = chance.choice([-(size // 2), 0, 1 - size, -1])
    free = {(x, y) for x in range(corner, corner + size) for y in range(corner, corner + size)} - {(0, 0)}

    def fill(left: set[tuple[int, int]]) -> list[tuple[int, int, str]] | None:
        if not left:
            return []
        x, y = min(left)
        for side, other in chance.sample([("e", (x + 1, y)), ("n", (x, y + 1))], 2):
            if other in left:
                rest = fill(left - {(x, y), other})
                if rest is not None:
                    return [(x, y, side), *rest]
        return None

    lying = fill(free)
    assert lying is not None
    return lying


@pytest.mark.parametrize("seed", range(40))
def test_full_kingdoms(seed: int) -> None:
    """What random play hardly reaches: grids without a gap, or with one or two dominoes left out."""
    chance = random.Random(seed)
    size = chance.choice((5, 5, 7))
    dominoes = chance.sample(range(1, 49), 48)
    players = []
    for name in NAMES[:2]:
        lying = tiling(size, chance)
        numbers = [dominoes.pop() for _ in lying]
        out = chance.choice((0, 0, 1, 2))
        kingdom = [{"domino": n, "x": x, "y": y, "to": to} for n, (x, y, to) in zip(numbers, lying, strict=True)]
        players.append({"name": name, "kingdom": kingdom[out:], "discarded": numbers[:out]})
    lines: dict[str, Any] = {
        "kings_drawn": [NAMES[0], NAMES[1], NAMES[1], NAMES[0]],
        "current_line": [],
        "next_line": [],
        "pile": [],
    }
    for edition in ("es", "first"):
        for reading in ("box", "full", "fits"):
            variants = ["harmony", "middle-kingdom", *(["great-duel"] if size == 7 else [])]
            options = {"edition": edition, "variants": variants, "house_rules": {"middle_kingdom": reading}}
            for phase in ("over", "play"):
                state = {"options": options, "phase": phase, "players": players, **lines}
                scoring = game.score([ready(state)], {})
                second = reference.score(state, pack_of(PLAYING.pack))
                assert totals_of(scoring.tallies) == second["totals"], state
                assert [sorted(place) for place in scoring.ranking] == [sorted(place) for place in second["ranking"]]


def ready(state: dict[str, Any]) -> Any:
    typed = msgspec.convert(state, game.shapes.state)
    return game.table(typed, PLAYING.base(), game.choices(typed.options))


@pytest.mark.parametrize("seed", range(30))
def test_every_reason_against_a_place(seed: int) -> None:
    """Not one broken rule that both name, but all of them, on and around a kingdom of a random game."""
    chance = random.Random(seed)
    large = seed % 3 == 0
    steps = iter(range(1000))
    stop = chance.randrange(1, 100 if large else 50)
    opening = PLAYING.opening(2, seed, variants=["great-duel"] if large else [])
    table, _ = PLAYING.play(opening, seed, lambda _: next(steps) >= stop)
    player = told(table)["players"][0]
    kingdom = player["kingdom"]
    alone = ready({"options": told(table)["options"], "players": [{"name": player["name"], "kingdom": kingdom}]})
    dominoes = reference.dominoes_of(pack_of(PLAYING.pack))
    squares = reference.squares_of(kingdom, dominoes)
    for _ in range(100):
        domino = chance.choice(sorted(set(dominoes) - {lying["domino"] for lying in kingdom}))
        laid = {"x": chance.randint(-7, 7), "y": chance.randint(-7, 7), "to": chance.choice("nesw")}
        move = {"type": "place", "player": player["name"], "domino": domino, **laid}
        findings = Findings()
        game.check(alone, msgspec.convert(move, game.shapes.move), findings)
        ours = {finding.rule for finding in findings.broken}
        second = set(reference.laying_rules(squares, dominoes[domino], size=7 if large else 5, **laid))
        if "place/overlap" in second:
            # Under an overlap it is moot what the domino would touch.
            second -= {"place/match", "place/own-half"}
            ours -= {"place/match", "place/own-half"}
        assert ours == second, (kingdom, move)
