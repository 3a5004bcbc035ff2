"""What a table takes over from the table before a move changes no answer."""

import random
from typing import Any

import pytest

from service.games.roll_and_raid.game import GAME as game
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.games.roll_and_raid.invariants import WAYS, Play

SAMPLED = 0.05
"""The share of the tables of a game that are compared."""


def answers(table: Table) -> tuple[Any, ...]:
    """Everything that reads the sheets of a table, with the house rules that were consulted."""
    table.choices.consulted.clear()
    findings = Findings()
    game.audit(table, findings, thorough=False)
    moves = list(game.legal_moves(table, None, None))
    scoring = game.score([table], {})
    totals = [(tally.total, [(line.rule, line.points) for line in tally.lines]) for tally in scoring.tallies]
    return findings.broken, moves, totals, scoring.ranking, game.following(table), set(table.choices.consulted)


@pytest.mark.parametrize("seed", range(len(WAYS)))
def test_a_table_after_many_moves_answers_as_the_same_table_read_anew(seed: int) -> None:
    play, chance = Play(seed), random.Random(seed)
    compared = 0
    while (move := play.next_move()) is not None:
        play.table = rule_on(game, play.table, move).after
        if chance.random() < SAMPLED:
            anew = game.table(play.table.state, play.table.box, play.table.choices.under())
            assert answers(play.table) == answers(anew)
            compared += 1
    assert compared
