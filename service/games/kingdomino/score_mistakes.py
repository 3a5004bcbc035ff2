"""Mistakes that people make when they add up a kingdom: the rule that each forgets, and the total it leads to."""

from collections.abc import Iterator

from service.games.kingdomino.grid import CASTLE_SIDES
from service.games.kingdomino.kingdom import Board
from service.referee.budget import counted, step
from service.referee.scoring import Line, Mistake, Tally


def mistakes_in(board: Board, variants: tuple[str, ...], tally: Tally) -> Iterator[Mistake]:
    """Every common mistake with this kingdom."""
    assert tally.total is not None
    lands = sum(line.points for line in tally.lines if line.rule == "score/territory")
    yield from _of_territories(board, lands, tally.total - lands)
    yield from _of_lines(tally)
    yield from _of_bonuses(tally, variants)


def _of_territories(board: Board, lands: int, bonuses: int) -> Iterator[Mistake]:
    """Territories seen wrongly."""
    territories = board.territories()
    step(4 * len(territories))
    diagonal = sum(t.size * t.crowns for t in board.connected(diagonal=True))
    yield Mistake("score/not-diagonal", diagonal + bonuses, {})
    crownless = sum(t.size for t in territories if not t.crowns)
    yield Mistake("score/no-crowns", lands + crownless + bonuses, {})
    together = 0
    for terrain in {t.terrain for t in territories}:
        same = [t for t in territories if t.terrain == terrain]
        together += sum(t.size for t in same) * sum(t.crowns for t in same)
    yield Mistake("score/separate", together + bonuses, {})
    with_castle = sum(t.crowns for t in territories if t.mask & CASTLE_SIDES)
    yield Mistake("score/castle-no-terrain", lands + with_castle + bonuses, {})


def _of_lines(tally: Tally) -> Iterator[Mistake]:
    """A territory left out."""
    assert tally.total is not None
    for line in counted(tally.lines, 2):
        if line.rule == "score/territory":
            detail = {"terrain": line.detail["terrain"], "squares": line.detail["squares"]}
            yield Mistake("score/territory", tally.total - line.points, detail)


def _of_bonuses(tally: Tally, variants: tuple[str, ...]) -> Iterator[Mistake]:
    """A bonus forgotten, or taken without right."""
    assert tally.total is not None
    counted: dict[str, Line] = {line.rule: line for line in tally.lines}
    earned = []
    for variant, points in (("harmony", 5), ("middle-kingdom", 10)):
        rule = f"variants/{variant}"
        if variant not in variants:
            yield Mistake(rule, tally.total + points, {}, "absent")
        elif counted[rule].points:
            earned.append(points)
            yield Mistake(rule, tally.total - points, {}, "forgotten")
        else:
            missed = counted[rule].variant
            yield Mistake(rule, tally.total + points, counted[rule].detail, "" if missed == "missed" else missed)
    if len(earned) > 1:
        yield Mistake("variants/combine", tally.total - sum(earned), {}, "both")
        for points in earned:
            yield Mistake("variants/combine", tally.total - points, {})
