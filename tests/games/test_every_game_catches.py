"""The conformance test finds an engine that lets one move more pass, or one less: shown for each game.

A rule whose finding is dropped lets a move pass only if nothing else forbids that move. So every rule is tried that
some near miss breaks alone; the others came together with a further rule, and dropping them changes no verdict.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from service.referee.findings import Findings
from service.referee.game import AnyGame
from tests.games.conformance import moves
from tests.games.conformance.moves import Position, maker_of
from tests.games.conformance.sampling import sample
from tests.games.conformance.sentences import Sentences
from tests.games.every_game import each_game
from tests.games.partial_tables.positions import tag_of


def dropping(game: AnyGame, rule: str) -> AnyGame:
    """The game without one rule: its ``check`` does not report that it is broken."""

    def check(table: Any, move: Any, findings: Findings) -> None:
        game.check(table, move, findings)
        findings.broken[:] = [finding for finding in findings.broken if finding.rule != rule]

    return replace(game, check=check)


def refusing(game: AnyGame, kind: str, player: str | None) -> AnyGame:
    """The game in which moves of one type by one player break a rule."""
    rule = next(iter(game.rulebook.rules))

    def check(table: Any, move: Any, findings: Findings) -> None:
        game.check(table, move, findings)
        if tag_of(move) == kind and maker_of(game, move) == player:
            findings.breaks(rule)

    return replace(game, check=check)


def broken_alone(game: AnyGame) -> dict[str, list[Position]]:
    """Every rule that is all that forbids some near miss, with the positions of it.

    At one of them the move may have the same effect as a listed one: then the fault does not show there.
    """
    found: dict[str, list[Position]] = {}
    for position in sample(game.meta.id).positions:
        for move in position.near:
            findings = Findings()
            game.check(position.table, move, findings)
            if len(findings.broken_rules) == 1 and not (findings.missing or findings.assumed):
                positions = found.setdefault(findings.broken_rules[0], [])
                if position not in positions:
                    positions.append(position)
    return found


def is_found(game: AnyGame, faulty: AnyGame, position: Position) -> bool:
    """Whether there is a complaint about the faulty game that there is not about the game itself."""
    without_fault = set(complaints(game, position))
    return any(text not in without_fault for text in complaints(faulty, position))


def complaints(game: AnyGame, position: Position) -> Iterator[str]:
    yield from moves.listed_moves(game, position, Sentences())
    yield from moves.near_misses(game, position, Sentences())


@each_game
def test_a_move_more_is_found(game: AnyGame) -> None:
    rules = broken_alone(game)
    assert rules, "some near miss breaks one rule and no other"
    unnoticed = [
        rule
        for rule, positions in rules.items()
        if not any(is_found(game, dropping(game, rule), position) for position in positions)
    ]
    assert unnoticed == [], "these rules can be taken out of the check, and nothing shows it"


@each_game
def test_a_move_less_is_found(game: AnyGame) -> None:
    kinds = {
        (tag_of(move), maker_of(game, move)): position
        for position in sample(game.meta.id).positions
        for move in position.listed
    }
    assert {kind for kind, _ in kinds} <= set(game.move_types)
    unnoticed = [kind for kind, position in kinds.items() if not is_found(game, refusing(game, *kind), position)]
    assert unnoticed == [], "these moves can be refused, and nothing shows it"
