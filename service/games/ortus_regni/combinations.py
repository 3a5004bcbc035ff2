"""Ways of choosing: forces to field, units to take a point, cards to lose. Long lists are cut off."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from math import prod
from typing import Any

from schemas.ortus_regni import Force
from service.games.ortus_regni.forces import PARTS
from service.games.ortus_regni.holdings import least_capacity, prince_seat, surely
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.parts import known_garrison, known_lord
from service.games.ortus_regni.table import Table
from service.referee.budget import counted, step
from service.referee.hidden import HIDDEN

LISTED = 400
"""How many ways of one decision are listed at most."""
EACH = 64
"""How many ways of one part of a force."""

Counts = Sequence[tuple[Any, int]]
"""Different items, and how many there are of each."""


def subsets(items: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Every choice of these, the smaller ones first."""
    every = list(items)
    for count in range(len(every) + 1):
        yield from combinations(every, count)


def multisets(items: Iterable[Any], least: int = 0, most: int | None = None) -> Iterator[tuple[Any, ...]]:
    """Every choice of ``least`` to ``most`` of these, equal ones being the same; fewest of the first item first."""
    counts = _counts(items)
    return counted(_multisets(counts, _total(counts), least, most), len(counts) + 1)


def _counts(items: Iterable[Any]) -> Counts:
    return sorted(Counter(items).items(), key=lambda pair: str(pair[0]))


def _total(counts: Counts) -> int:
    return sum(count for _, count in counts)


def _multisets(
    counts: Counts, total: int, least: int = 0, most: int | None = None, *, fewest_first: bool = True
) -> Iterator[tuple[Any, ...]]:
    """The same of ``total`` items that are counted already; a choice that cannot be completed is not begun.

    Steps are not counted here: a choice takes as many of them as there are different items, at most.
    """
    most = total if most is None else min(most, total)
    if least > most:
        return
    if most == 0 or least == total:  # nothing is left to choose
        yield tuple(item for item, count in counts for _ in range(count)) if most else ()
        return
    (item, count), rest = counts[0], counts[1:]
    total -= count
    amounts = range(max(least - total, 0), min(count, most) + 1)
    for taken in amounts if fewest_first else reversed(amounts):
        for others in _multisets(rest, total, max(least - taken, 0), most - taken, fewest_first=fewest_first):
            yield (item,) * taken + others


def distinct_combinations(items: Sequence[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Every choice of so many of these, ordered as by ``itertools.combinations``; of equal choices only the first.

    Meant for small sizes: a choice takes a step for each of the items in each of its places.
    """
    if size == 0:
        yield ()
        return
    while len(items) >= size:
        step(len(items))
        first, rest = items[0], items[1:]
        for others in distinct_combinations(rest, size - 1):
            step()
            yield (first, *others)
        items = [item for item in rest if item != first]


def forces(table: Table, name: str) -> Iterator[Force]:
    """Every force that an Earl could field, as far as hand and pool are known; the empty one first."""
    for hand, lords, pool, fighting, garrisons, king, royal in product(*_parts(table, name)):
        yield Force(
            hand=hand, lords=lords, pool=pool, mercenaries=fighting, garrisons=garrisons, king=king, royal=royal
        )


def has_more_forces(table: Table, name: str) -> bool:
    """Whether there are more of them than are listed."""
    return prod(len(part) for part in _parts(table, name)) > LISTED


def _parts(table: Table, name: str) -> list[Sequence[Any]]:
    """The ways of each part of a force."""
    faces: list[Any] = [card for card in table.known_hand(name) if card in FACES]
    if "prince" in faces:
        others = [card for card in faces if card != "prince"]
        faces = others if prince_seat(table, name) is not None else [*others, "prince"]
    capacity = least_capacity(table, name)
    armies = [army for army in table.known_pool(name) if army != HIDDEN]
    mercenaries = table.known_mercenaries(name)
    is_king = surely(lambda: table.king == name)
    step(5 * EACH)  # here, because what is cached must not count
    return [
        _some_cards(tuple(faces)),
        _some_numbers(tuple([fief.id for fief in table.known_fiefs(name) if known_lord(fief)])),
        _some_cards(tuple(armies), capacity),
        _some_numbers(tuple([one.id for one in mercenaries])),
        _some_numbers(tuple([one.id for one in mercenaries if known_garrison(one)])),
        (False, True) if is_king else (False,),
        _some_cards(table.known_zone("royal_army") if is_king else ()),
    ]


# Hands and pools often hold the same few cards: with 2,400 different bodies the two caches save 4 % of legal moves.
@lru_cache(maxsize=512)
def _some_cards(cards: tuple[str, ...], most: int = 99) -> Sequence[tuple[str, ...]]:
    """Ways of choosing so many of these cards."""
    counts = _counts(cards)
    return [*islice(_multisets(counts, _total(counts), most=most), EACH)]


@lru_cache(maxsize=512)
def _some_numbers(numbers: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
    return [*islice(subsets(numbers), EACH)]


def hits(force: Force, count: int) -> Iterator[Force]:
    """Every way in which so many units of a force take a point each."""
    units: list[tuple[str, Any]] = [("king", True)] if force.king else []
    units += [(zone, unit) for zone in PARTS for unit in getattr(force, zone)]
    counts = _counts(units)
    chosen = _multisets(counts, len(units), count, count, fewest_first=False)
    yield from map(_force_of, counted(chosen, len(units) + len(counts) + 1))


def _force_of(units: Iterable[tuple[str, Any]]) -> Force:
    parts: dict[str, Any] = {zone: tuple(unit for other, unit in units if other == zone) for zone in PARTS}
    return Force(**parts, king=("king", True) in units)
