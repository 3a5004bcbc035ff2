"""What things of a pack cost: boxes of the altar, raid cards after discounts, and which cards an effect is for."""

from msgspec import UNSET

from schemas.roll_and_raid_pack import Cost, DiscountEffect, RaidCard, RaidRollEffect
from service.games.roll_and_raid.pack import Box


def bears_on(effect: RaidRollEffect | DiscountEffect, card: RaidCard | None) -> bool:
    """Whether an effect on raids is for this card; for one that is not in the pack, only if it is for all."""
    if card is None:
        return not (effect.levels or effect.card_type or effect.region)
    of_level = not effect.levels or card.level in effect.levels
    return of_level and effect.card_type in (None, card.type) and effect.region in (None, card.region)


def altar_boxes(box: Box) -> int | None:
    """How many boxes the altar has; None when there is no limit."""
    altar = box.pack.altar
    if altar is UNSET:
        return None
    return len(altar.costs) if altar.costs else altar.boxes


def altar_price(box: Box, marked: int, first: int = 0) -> int:
    """What the boxes of the altar cost in Vikings, from ``first`` to ``marked``."""
    costs = () if box.pack.altar is UNSET else box.pack.altar.costs
    return sum(costs[first:marked]) if costs else marked - first


def less(cost: Cost, discount: Cost) -> Cost:
    """A cost after a discount, never below nothing."""
    return Cost(
        vikings=max(0, cost.vikings - discount.vikings),
        axes=max(0, cost.axes - discount.axes),
        ships=max(0, cost.ships - discount.ships),
        goods=max(0, cost.goods - discount.goods),
    )
