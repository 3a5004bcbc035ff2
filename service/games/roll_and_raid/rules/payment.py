"""2.3. Resolución de saqueos: the payment, and the card that is taken."""

from collections.abc import Iterator

from msgspec import UNSET

from schemas.roll_and_raid import Clan, Pay, Raid
from schemas.roll_and_raid_pack import Cost, DiscountEffect
from service.games.roll_and_raid.dice import all_told, foreseen
from service.games.roll_and_raid.die_values import has, needs_developments, needs_season, needs_tracks
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.pack import as_bonus
from service.games.roll_and_raid.rules.heirs import use_up_help
from service.games.roll_and_raid.rules.raids import own_raid, total_of, under_way
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table, can_pay
from service.referee.budget import counted
from service.referee.findings import Findings
from service.referee.known import is_unknown

# ---------------------------------------------------------------- payment/after-roll, payment/season


def check_pay(table: Table, move: Pay, findings: Findings) -> None:
    """payment/season, storage/spent, hall/crossed-once."""
    low = _too_low(table, move.player, findings)
    if not low:
        may(table, "pay", move.player, findings)
    clan = table.by_name[move.player]
    if not has(clan, "vikings", move.vikings, findings):
        findings.breaks("hall/crossed-once", player=clan.name, vikings=clan.vikings, count=move.vikings)
    for zone in ("axes", "ships"):
        needed = getattr(move, zone)
        if not has(clan, zone, needed, findings):
            count = getattr(clan, zone)
            findings.breaks("storage/spent", player=clan.name, count=count, product=zone, needed=needed)
    own = table.raid_of(move.player) if under_way(table, move.player, findings) is not None else None
    if own is not None and own[0].step != "over":
        _price(table, clan, own[0], move, findings)
        if not (table.box.complete and all_told(clan)) and not findings.broken:
            _reward(table, clan, own[0].card, findings)
    elif table.state.raids is UNSET:
        _whatever_is_paid(table, clan, findings)
    findings.allows("payment/season", "round/season", "hall/crossed-once", "storage/spent")


def _too_low(table: Table, player: str, findings: Findings) -> bool:
    """raids/defence: nobody pays after a roll that was too low."""
    raid = table.raid_for(player)
    if raid is None or raid.step != "help" or raid.right != player or table.box.cards is None or not raid.dice:
        return False
    total = total_of(table, table.by_name[player], raid)
    findings.breaks("raids/defence", player=player, total=total, defence=table.box.cards[raid.card].defence)
    return True


def _price(table: Table, clan: Clan, raid: Raid, move: Pay, findings: Findings) -> None:
    cost = table.cost(clan, raid.card)
    if cost is None:
        if table.box.cards is None:
            findings.needs("pack-raid-cards")
        if is_unknown(table.season):
            needs_season(table, findings)
        if table.box.might(clan.developments, DiscountEffect):
            needs_developments(clan, findings)
    elif table.box.might(clan.developments, DiscountEffect):
        if settles(cost, move):
            findings.assumes("no-effect", player=clan.name, effect="discount")
        else:
            needs_developments(clan, findings)
    elif not settles(cost, move):
        findings.breaks(
            "payment/season",
            card=raid.card,
            cost=_listed(cost.vikings, cost.axes, cost.ships, cost.goods),
            season=table.season,
            paid=_listed(move.vikings, move.axes, move.ships),
        )


def settles(cost: Cost, paid: Pay) -> bool:
    """Exactly the cost; goods may be axes or ships."""
    axes, ships = paid.axes - cost.axes, paid.ships - cost.ships
    return paid.vikings == cost.vikings and axes >= 0 and ships >= 0 and axes + ships == cost.goods


def payments(clan: Clan, cost: Cost) -> Iterator[Pay]:
    """Every way in which a clan can pay."""
    if not can_pay(clan, cost):
        return
    spare_axes, spare_ships = (clan.axes or 0) - cost.axes, (clan.ships or 0) - cost.ships
    for axes in counted(range(max(0, cost.goods - spare_ships), min(cost.goods, spare_axes) + 1)):
        yield Pay(player=clan.name, vikings=cost.vikings, axes=cost.axes + axes, ships=cost.ships + cost.goods - axes)


def _listed(vikings: int, axes: int, ships: int, goods: int = 0) -> list[tuple[str, int]]:
    amounts = {"vikings": vikings, "axes": axes, "ships": ships, "goods": goods}
    return [(name, count) for name, count in amounts.items() if count] or [("nothing", 0)]


def _whatever_is_paid(table: Table, clan: Clan, findings: Findings) -> None:
    """All that may decide what is paid and gained, where it is not known for which card it is."""
    if is_unknown(table.season):
        needs_season(table, findings)
    if table.box.might(clan.developments, DiscountEffect):
        needs_developments(clan, findings)
    needs_tracks(clan, findings)


def _reward(table: Table, clan: Clan, card: str, findings: Findings) -> None:
    """payment/reward: what it takes for granted on the sheet."""
    cards = table.box.cards
    if cards is not None and cards[card].reward is not None:
        sheet = SheetDraft(clan, table.box, [])
        sheet.gain(as_bonus(cards[card].reward), "payment/reward")
        foreseen(sheet, findings)


def apply_pay(draft: Draft, move: Pay) -> None:
    raid = own_raid(draft, move.player)
    draft.add(move.player, vikings=-move.vikings, axes=-move.axes, ships=-move.ships)
    paid = {"vikings": move.vikings, "axes": move.axes, "ships": move.ships}
    draft.event("paid", "payment/season", player=move.player, card=raid.card, season=draft.season, **paid)
    take(draft, raid, move.player)


# ---------------------------------------------------------------- payment/card, payment/reward


def take(draft: Draft, raid: Raid, name: str) -> None:
    """payment/card, payment/reward."""
    use_up_help(draft, name)
    draft.change_raid(raid.card, step="over", right=None)
    clan = draft.by_name[name]
    if clan.raids is not UNSET:
        draft.set_of(name, raids=(*clan.raids, raid.card))
    if draft.state.display is not UNSET:
        draft.set(display=tuple(card for card in draft.state.display if card != raid.card))
    draft.event("took", "payment/card", player=name, card=raid.card)
    card = (draft.box.cards or {}).get(raid.card)
    if card is not None and card.reward is not None:
        sheet = draft.sheet(name)
        draft.event("reward", "payment/reward", player=name, card=raid.card)
        sheet.gain(as_bonus(card.reward), "payment/reward")
        draft.write(sheet)
