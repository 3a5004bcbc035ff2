"""Hidden cards: where not everybody sees the cards of a zone, ``"?"`` stands for a card that nobody named."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from schemas.table import Hidden

HIDDEN: Final[Hidden] = "?"


def hidden(count: int) -> tuple[Hidden, ...]:
    return (HIDDEN,) * count


def masked(cards: Sequence[Any] | UnsetType) -> tuple[Any, ...] | UnsetType:
    """A zone as somebody sees it who sees none of its cards; a zone that was left out stays so."""
    return UNSET if isinstance(cards, UnsetType) else hidden(len(cards))


def shown(cards: Iterable[Any]) -> list[Any]:
    """The cards that are not hidden."""
    return [card for card in cards if card != HIDDEN]


def without(cards: Sequence[Any], taken: Iterable[Any]) -> tuple[Any, ...]:
    """The cards that are left; a card that is not among the known ones was one of the hidden."""
    rest = list(cards)
    for card in taken:
        rest.remove(card if card in rest else HIDDEN)
    return tuple(rest)


def repeated(cards: Sequence[Any]) -> list[Any]:
    """The cards that stand there more than once; hidden ones may do so."""
    different, unseen = len(set(cards)), cards.count(HIDDEN)
    if different - bool(unseen) == len(cards) - unseen:
        return []
    return sorted(card for card, count in Counter(shown(cards)).items() if count > 1)


def too_many(cards: Iterable[Any], supply: Mapping[Any, int]) -> dict[Any, int]:
    """The cards that are there more often than the pack has them, with their number."""
    counts = Counter(shown(cards))
    return {card: count for card, count in counts.items() if count > supply.get(card, 0)}
