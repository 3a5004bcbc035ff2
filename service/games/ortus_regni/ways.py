"""Ways of choosing: forces to field, units to take a point, cards to lose. Long lists are cut off."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from math import prod
from typing import Any

from schemas.ortus_regni import Force
from service.games.ortus_regni.forces import PARTS
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.table import Table, capacity_of, prince_fief

LISTED = 400
"""How many ways of one decision are listed at most."""
EACH = 64
"""How many ways of one part of a force."""


def subsets(items: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Every choice of these, the smaller ones first."""
    told = list(items)
    for count in range(len(told) + 1):
        yield from combinations(told, count)


def multisets(items: Iterable[Any], size: int | None = None) -> Iterator[tuple[Any, ...]]:
    """Every choice of these where equal ones are the same; of one size, or of any."""
    counts = sorted(Counter(items).items(), key=lambda pair: str(pair[0]))
    ranges = [range(count + 1) for _, count in counts]
    for chosen in product(*ranges):
        if size is None or sum(chosen) == size:
            yield tuple(item for (item, _), count in zip(counts, chosen, strict=True) for _ in range(count))


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
    player, state = table.by_name[name], table.state
    faces: list[Any] = [card for card in player.hand or () if card in FACES]
    if "prince" in faces:
        others = [card for card in faces if card != "prince"]
        faces = others if prince_fief(player) is not None else [*others, "prince"]
    capacity = capacity_of(player) or 0
    armies = [army for army in player.pool or () if army != "?"]
    mercenaries = player.mercenaries or ()
    is_king = state.king == name
    return [
        _some_cards(tuple(faces)),
        _some_numbers(tuple([fief.id for fief in player.fiefs or () if fief.lord])),
        _some_cards(tuple(armies), capacity),
        _some_numbers(tuple([one.id for one in mercenaries])),
        _some_numbers(tuple([one.id for one in mercenaries if one.garrison])),
        (False, True) if is_king else (False,),
        _some_cards((state.royal_army or ()) if is_king else ()),
    ]


# Hands and pools often hold the same few cards: with 2,400 different bodies the two caches save 4 % of legal moves.
@lru_cache(maxsize=512)
def _some_cards(cards: tuple[str, ...], most: int = 99) -> Sequence[tuple[str, ...]]:
    """Ways of choosing so many of these cards."""
    return [*islice((way for way in multisets(cards) if len(way) <= most), EACH)]


@lru_cache(maxsize=512)
def _some_numbers(numbers: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
    return [*islice(subsets(numbers), EACH)]


def hits(force: Force, count: int) -> Iterator[Force]:
    """Every way in which so many units of a force take a point each."""
    units: list[tuple[str, Any]] = [("king", True)] if force.king else []
    units += [(zone, unit) for zone in PARTS for unit in getattr(force, zone)]
    yield from (_force_of(way) for way in _choices(sorted(Counter(units).items(), key=str), count))


def _choices(kinds: list[tuple[tuple[str, Any], int]], count: int) -> Iterator[list[tuple[str, Any]]]:
    """So many of these, equal ones being the same; ways that cannot be completed are not begun."""
    if count == 0:
        yield []
        return
    if sum(number for _, number in kinds) < count:
        return
    (unit, number), rest = kinds[0], kinds[1:]
    for taken in range(min(number, count), -1, -1):
        for others in _choices(rest, count - taken):
            yield [unit] * taken + others


def _force_of(units: list[tuple[str, Any]]) -> Force:
    parts: dict[str, Any] = {zone: tuple(unit for other, unit in units if other == zone) for zone in PARTS}
    return Force(**parts, king=("king", True) in units)
