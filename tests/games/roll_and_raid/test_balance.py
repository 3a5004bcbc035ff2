"""The training pack is worth playing: lines of play compete, scores spread, and every part of the sheet gets used."""

from collections import Counter
from functools import cache
from statistics import mean, pstdev

import pytest

from service.games.roll_and_raid.game import GAME as game
from tests.games.roll_and_raid.balance import LINES, Outcome, by_line, contests, wins
from tests.games.roll_and_raid.invariants import TRAINING, play_one

GAMES = 24
FOUR_AT_RANDOM = (3, 15, 27)
"""Random games of four clans with the training pack."""


@cache
def played() -> list[Outcome]:
    return contests(TRAINING, GAMES)


def test_no_line_dominates_and_none_is_hopeless() -> None:
    check_lines(played(), most=0.75, least=0.75)


def check_lines(outcomes: list[Outcome], most: float, least: float) -> None:
    """``most``: the share of its games that the best line wins. ``least``: the worst mean against the best one."""
    totals, won = by_line(outcomes), wins(outcomes)
    assert totals.keys() == LINES.keys()
    assert max(won[line] / len(totals[line]) for line in LINES) <= most, won
    means = {line: mean(points) for line, points in totals.items()}
    assert min(means.values()) >= least * max(means.values()), means
    assert len(won) >= len(LINES) - 1, "nearly every line wins now and then"


def test_scores_spread() -> None:
    totals = [total for outcome in played() for total in outcome.totals.values()]
    assert pstdev(totals) > 0.08 * mean(totals)
    margins = [sorted(outcome.totals.values())[-1] - sorted(outcome.totals.values())[-2] for outcome in played()]
    assert min(margins) < 0.1 * mean(totals) < max(margins), "close games and clear ones"


def test_playing_well_pays() -> None:
    random_play = [tally.total for seed in FOUR_AT_RANDOM for tally in game.score([play_one(seed).table], {}).tallies]
    greedy = [total for outcome in played() for total in outcome.totals.values()]
    assert mean(greedy) > 1.3 * mean(random_play)


@pytest.mark.parametrize("rule", ["score/sacrifices", "score/developments", "score/gods", "score/battle"])
def test_every_triskel_counts(rule: str) -> None:
    share = mean(
        lines.get(rule, 0) / outcome.totals[name] for outcome in played() for name, lines in outcome.triskels.items()
    )
    assert 0.1 < share < 0.45, share


def test_every_part_of_the_sheet_gets_used() -> None:
    box = TRAINING.base()
    clans = [clan for outcome in played() for clan in outcome.clans]
    built = Counter(
        name for clan in clans for name, houses in clan.settlements.items() if houses == box.settlements[name].houses
    )
    assert built.keys() == box.settlements.keys(), "every settlement is completed"
    assert {name for clan in clans for name in clan.developments} == box.developments.keys()
    assert {name for clan in clans for name, values in clan.gods.items() if len(values) > 3} == box.gods.keys()
    assert {name for clan in clans for name in (*clan.port, *clan.armoury)} == {
        *box.touches["port"],
        *box.touches["armoury"],
    }
    used = {name for clan in clans for name in clan.favours_used}
    assert len(used) > 0.9 * len(box.values), box.values.keys() - used
    assert {box.cards[card].level for clan in clans for card in clan.raids} == {1, 2, 3}
    assert any(clan.altar for clan in clans)
    for colour in ("brown", "grey", "orange"):
        assert max(getattr(clan.tracks, colour) for clan in clans) == len(box.tracks[colour])
