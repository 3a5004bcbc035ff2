"""2.3. Resolución de saqueos: what a raid card costs, and how a clan can pay for it."""

from collections.abc import Iterator

from schemas.roll_and_raid import Pay
from schemas.roll_and_raid_pack import Cost, DiscountEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import at_least
from service.games.roll_and_raid.table import SEASONS, Table
from service.referee.budget import counted
from service.referee.known import Truth, Unknown, all_of, is_unknown
from service.referee.table import STATE

# ---------------------------------------------------------------- payment/season


def settles(cost: Cost, move: Pay) -> bool:
    """Exactly the cost; goods may be axes or ships."""
    axes, ships = move.axes - cost.axes, move.ships - cost.ships
    return move.vikings == cost.vikings and axes >= 0 and ships >= 0 and axes + ships == cost.goods


def payments(clan: ClanSheet, cost: Cost) -> Iterator[Pay]:
    """Every way in which a clan can pay; none if it is unknown whether it can."""
    if can_pay(clan, cost) is not True:
        return
    spare_axes, spare_ships = clan.known("axes", 0) - cost.axes, clan.known("ships", 0) - cost.ships
    for axes in counted(range(max(0, cost.goods - spare_ships), min(cost.goods, spare_axes) + 1)):
        yield Pay(player=clan.name, vikings=cost.vikings, axes=cost.axes + axes, ships=cost.ships + cost.goods - axes)


def listed(vikings: int, axes: int, ships: int, goods: int = 0) -> list[tuple[str, int]]:
    """An amount as sentences name it: what there is of it, or nothing."""
    amounts = {"vikings": vikings, "axes": axes, "ships": ships, "goods": goods}
    return [(name, count) for name, count in amounts.items() if count] or [("nothing", 0)]


# ---------------------------------------------------------------- payment/unable


def is_able_to_pay(table: Table, clan: ClanSheet, card: str) -> Truth:
    """Whether a clan can pay for a card now, whatever is unknown of the season and its discounts."""
    if table.box.cards is None or card not in table.box.cards:
        return Unknown("/pack/cards")
    season = table.season
    seasons = SEASONS if is_unknown(season) else (season,)
    able = [can_pay(clan, table.price_in(season, clan, card)) for season in seasons]
    if all(one is True for one in able):
        return True
    if all(one is False for one in able) and not table.possible_effects(clan, DiscountEffect):
        return False
    return Unknown(f"{STATE}/season", clan.pointer)


def can_pay(clan: ClanSheet, cost: Cost) -> Truth:
    """Whether a clan has what a cost asks for."""
    if clan.is_known("vikings", "axes", "ships"):
        axes, ships = clan.axes - cost.axes, clan.ships - cost.ships
        return bool(clan.vikings >= cost.vikings and axes >= 0 and ships >= 0 and axes + ships >= cost.goods)
    spare = clan.known("axes", cost.axes) - cost.axes + clan.known("ships", cost.ships) - cost.ships
    return all_of(
        at_least(clan, "vikings", cost.vikings),
        at_least(clan, "axes", cost.axes),
        at_least(clan, "ships", cost.ships),
        spare >= cost.goods or (not clan.is_known("axes", "ships") and Unknown(clan.pointer)),
    )
