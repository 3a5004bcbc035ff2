"""The engine against the slow and obvious reference: placements, discards, scores, and the course of whole games."""

import random
from typing import Any

import msgspec
import pytest

from schemas.kingdomino import Lying
from service.games.kingdomino import game
from service.games.kingdomino.board import board_of_dominoes, placements
from service.games.kingdomino.grid import XY, indexes
from service.games.kingdomino.table import Table
from service.referee.choices import choices_of
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.games.kingdomino.invariants import WAYS
from tests.games.kingdomino.tables import alone, base, opening, place, play
from tests.reference import kingdomino as reference

SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def random_kingdom(seed: int) -> tuple[list[dict[str, Any]], int]:
    """The kingdom of somebody at some time of a random game."""
    chance = random.Random(seed)
    size = chance.choice((5, 5, 7))
    table = opening(2, seed, variants=["great-duel"] if size == 7 else [])
    stop = chance.randrange(1, 100 if size == 7 else 50)
    steps = iter(range(1000))
    table, _ = play(table, seed, lambda _: next(steps) >= stop)
    return msgspec.to_builtins(chance.choice(table.state.players).kingdom), size


@pytest.mark.parametrize("seed", range(60))
def test_placements_and_discards(seed: int) -> None:
    kingdom, size = random_kingdom(seed)
    board = board_of_dominoes(msgspec.convert(kingdom, tuple[Lying, ...]), base().halves)
    used = {lying["domino"] for lying in kingdom}
    for domino in random.Random(seed).sample(sorted(set(range(1, 49)) - used), 6):
        ours = {
            frozenset(
                ((spot[0] + dx * half, spot[1] + dy * half), reference.DOMINOES[domino][half])
                for half in (0, 1)
                for dx, dy in (SIDES[side],)
            )
            for side, mask in placements(board, base().halves[domino], size).items()
            for spot in (XY[index] for index in indexes(mask))
        }
        assert ours == reference.placements(kingdom, domino, size), (kingdom, domino)
        assert (not ours) == reference.may_discard(kingdom, domino, size)


@pytest.mark.parametrize("seed", range(30))
def test_every_reason_against_a_place(seed: int) -> None:
    """Not only whether a place is legal, but each broken rule, on and around the kingdom."""
    kingdom, size = random_kingdom(seed)
    state = {"players": [{"name": "ana", "kingdom": kingdom}]}
    options = {"variants": ["great-duel"]} if size == 7 else {}
    table = ready({**state, "options": options})
    chance = random.Random(seed)
    used = {lying["domino"] for lying in kingdom}
    for _ in range(60):
        domino = chance.choice(sorted(set(range(1, 49)) - used))
        x, y, to = chance.randint(-7, 7), chance.randint(-7, 7), chance.choice("nesw")
        expected = reference.placement_problems(kingdom, domino, x, y, to, size)
        findings = Findings()
        game.check(table, msgspec.convert(place(domino, x, y, to), game.SHAPES.move), findings)
        names = {
            "place/overlap": "overlap",
            "place/bounds": "bounds",
            "variants/great-duel": "bounds",
            "place/match": "match",
        }
        ours = {names[finding.rule] for finding in findings.broken if finding.rule in names}
        if "overlap" in expected:
            # Under an overlap it is moot what the domino would touch.
            assert ours - {"match"} == expected - {"match"}
        else:
            assert ours == expected, (kingdom, domino, x, y, to)


def ready(state: dict[str, Any]) -> Table:
    typed = msgspec.convert(state, game.SHAPES.state)
    return game.table(typed, base(), choices_of(typed.options, game.META.house_rules))


@pytest.mark.parametrize("seed", range(60))
def test_scores(seed: int) -> None:
    kingdom, size = random_kingdom(seed)
    for reading in ("box", "full", "fits"):
        variants = ["harmony", "middle-kingdom", *(["great-duel"] if size == 7 else [])]
        state = alone("", variants=variants, house_rules={"middle_kingdom": reading})
        state["players"][0].update(kingdom=kingdom, discarded=[])
        scoring = game.score([ready(state)], {})
        assert scoring.tallies[0].total == reference.score(kingdom, variants, size, middle_kingdom=reading)["total"]


@pytest.mark.parametrize("seed", range(22))
def test_the_course_of_a_game(seed: int) -> None:
    """Whose turn it is, for what, and every legal move, at each step of a whole game."""
    count, options = WAYS[seed % len(WAYS)]
    table = opening(count, seed, **options)
    state = table.state
    first = [slot.domino for slot in state.next_line]
    other = reference.Game(
        [player.name for player in state.players],
        [*first, *state.pile],
        list(state.kings_drawn),
        great_duel="great-duel" in state.options.variants,
        twelve_out=count == 3 and table.choices["three_players"] == "twelve-out",
        two_kings_rule=table.choices["first_round_of_two"],
    )
    if other.due() == "reveal":
        other.play({"type": "reveal", "dominoes": first})

    def compare(table: Table) -> bool:
        phase, players, _ = game.following(table)
        assert other.due() == {"place": "place"}.get(phase, phase)
        assert (players or [None])[0] == other.whose_turn()
        ours = {squares_of(move) for move in game.legal_moves(table, None, None)}
        assert ours == {squares_of(msgspec.convert(move, game.SHAPES.move)) for move in other.moves()}
        return False

    chance = random.Random(seed)
    while True:
        compare(table)
        moves = list(game.legal_moves(table, None, None))
        if not moves:
            break
        move = chance.choice(moves)
        plain = msgspec.to_builtins(move)
        if plain["type"] == "reveal":
            plain["dominoes"] = list(table.state.pile[: table.line_size])
        other.play(plain)
        table = rule_on(game, table, move).after


def squares_of(move: Any) -> Any:
    """A move in a form in which the two ways of laying a double are one."""
    plain = msgspec.to_builtins(move)
    if plain["type"] != "place":
        return plain["type"], plain.get("player"), plain.get("domino")
    dx, dy = SIDES[plain["to"]]
    halves = reference.DOMINOES[plain["domino"]]
    lies = frozenset({((plain["x"], plain["y"]), halves[0]), ((plain["x"] + dx, plain["y"] + dy), halves[1])})
    return plain["player"], plain["domino"], lies
