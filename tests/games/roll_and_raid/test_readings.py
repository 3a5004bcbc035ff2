"""What is remembered of a sheet changes no answer: neither of another table, nor under another house rule."""

import random
from typing import Any

import msgspec
import pytest

from schemas.roll_and_raid import State
from schemas.roll_and_raid_pack import Pack
from service.games.roll_and_raid import game, reading
from service.games.roll_and_raid.pack import Box, compile_pack
from service.referee.choices import choices_of
from service.referee.findings import Findings
from service.referee.judge import rule_on
from tests.games.roll_and_raid.invariants import WAYS, Play
from tests.games.roll_and_raid.tables import PACK, changed, table

OWNED = table("production", ana={"developments": ["smithy"]})
AGAIN = changed(OWNED, options={"house_rules": {"developments_again": "again"}})
OTHER_DICE = changed(OWNED, dice={"brown": 6, "grey": 6, "orange": 6})
TWICE = table("production", ana={"developments": ["smithy", "smithy"]})
TWICE_AGAIN = changed(TWICE, options={"house_rules": {"developments_again": "again"}})
SAMPLED = 0.05
"""The share of the tables of a game that are looked at."""
TOLD = (OWNED, AGAIN, OTHER_DICE, OWNED, TWICE, TWICE_AGAIN, TWICE, AGAIN)


def box() -> Box:
    return compile_pack(msgspec.json.decode(msgspec.json.encode(PACK), type=Pack))


def found(told: Any, pack: Box) -> tuple[Any, ...]:
    """All that is asked about a table and may come from memory, with the house rules that were asked for."""
    state = msgspec.json.decode(msgspec.json.encode(told), type=State)
    laid = game.table(state, pack, choices_of(state.options, game.META.house_rules))
    findings = Findings()
    game.audit(laid, findings, thorough=False)
    moves = list(game.legal_moves(laid, None, None))
    scoring = game.score([laid], {})
    totals = [(tally.total, [(line.rule, line.points) for line in tally.lines]) for tally in scoring.tallies]
    return findings.broken, moves, totals, scoring.ranking, game.following(laid), laid.choices.consulted


def test_memory_changes_no_answer() -> None:
    used = box()
    for told in TOLD:
        assert found(told, used) == found(told, box())


def test_memory_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "READINGS_KEPT", 2)
    used = box()
    for told in TOLD:
        assert found(told, used) == found(told, box())
    assert len(used.readings._kept) == 2


@pytest.mark.parametrize("seed", range(len(WAYS)))
def test_memory_changes_no_answer_in_the_course_of_a_game(seed: int) -> None:
    """A game long with what the earlier tables left in memory, held against a pack that remembers nothing."""
    play, chance = Play(seed), random.Random(seed)
    compared = 0
    while (move := play.next_move()) is not None:
        play.table = rule_on(game, play.table, move).after
        if chance.random() < SAMPLED:
            told = msgspec.to_builtins(play.table.state)
            assert found(told, play.playing.base()) == found(told, compile_pack(play.playing.base().pack))
            compared += 1
    assert compared
