"""What speaks for and against a move of the raid phase and of maintenance."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.roll_and_raid import Altar, Attack, Bid, Choose, Clan, Contender, Pay, Raid, Retreat, Reveal, Yield
from schemas.roll_and_raid_pack import AltarEffect, Cost, DiscountEffect, RaidRollEffect, SafeRetreatEffect
from service.games.roll_and_raid.dice import all_told, foreseen
from service.games.roll_and_raid.die_values import altar_gives, has, needs_developments, needs_season, needs_tracks
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.pack import AT_HAND, as_bonus
from service.games.roll_and_raid.production import gives_a_viking
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table, can_pay, help_bought, is_open
from service.games.roll_and_raid.turn import can_give, turn
from service.referee.budget import counted
from service.referee.findings import Findings
from service.referee.known import is_unknown

LIMITS = {"ten": 10, "five": 5, "none": None}
"""The most Vikings in one bid, by the house rule ``bid_limit``."""
LEAST_LIMIT = min(filter(None, LIMITS.values()))


# ---------------------------------------------------------------- 2.1 Choice of raid


def check_choose(table: Table, move: Choose, findings: Findings) -> None:
    """raid/choice, raid/number, raid/fist."""
    may(table, "choose", move.player, findings)
    if move.number != "?":
        _number(table, move.player, move.number, findings)
        _others(table, move.player, move.number, findings)
        _still_choosing(table, move.player, findings)


def _still_choosing(table: Table, player: str, findings: Findings) -> None:
    """raid/at-once: where the choice of another clan is hidden, it is kept back, and so the choice is not over."""
    others = [clan.choice for clan in table.state.players if clan.name != player]
    if "?" in others and None not in others:
        findings.assumes("choices-open", player=player)


def _number(table: Table, player: str, number: int, findings: Findings) -> None:
    display = table.state.display
    if number == 0:
        findings.allows("raid/fist")
    elif display is UNSET:
        findings.assumes("display-told", number=number)
    elif number > len(display):
        findings.allows("raid/number")
        if table.choices["too_many_fingers"] == "refused":
            findings.breaks("raid/number", player=player, number=number, cards=len(display))
    else:
        findings.allows("raid/choice")


def _others(table: Table, player: str, number: int, findings: Findings) -> None:
    """raid/fist: where nobody raids the round is over; where nobody knows whether one does, that is assumed."""
    display = table.state.display
    none = number == 0 or (display is not UNSET and number > len(display))
    if not none or table.state.phase not in ("choice", UNSET):
        return
    still_open = is_open(table, "choice", (None, "?"), but=player)
    others = [clan.choice for clan in table.state.players if clan.name != player]
    if still_open is None or (still_open is False and display is UNSET and any(others)):
        findings.assumes("others-raid", player=player)


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    """raid/at-once: the number that was kept back, once everybody has chosen or bid."""
    may(table, "reveal", move.player, findings)
    now = turn(table)
    if table.state.phase in ("conflict", "resolution"):
        _bid(table, move.player, move.number, findings)
        _still_bidding(table, move.player, (UNSET,), findings)
    elif now is not None and "reveal" in now.kinds:
        _number(table, move.player, move.number, findings)
        _others(table, move.player, move.number, findings)


# ---------------------------------------------------------------- 2.2 Conflicts


def check_bid(table: Table, move: Bid, findings: Findings) -> None:
    """conflict/own-vikings, conflict/fingers, conflict/no-vikings, retreat/fist."""
    may(table, "bid", move.player, findings)
    if table.state.raids is UNSET and table.state.phase is not UNSET:
        findings.needs("raid-told")
    if move.vikings != "?":
        _bid(table, move.player, move.vikings, findings)
        _still_bidding(table, move.player, ("?", UNSET), findings)


def _still_bidding(table: Table, player: str, unknown: tuple[Any, ...], findings: Findings) -> None:
    """conflict/bid: where bids of others are not known, it is assumed that the pass is not over."""
    raid = table.raid_for(player)
    if table.state.raids is UNSET:
        findings.assumes("bids-open", player=player)
    others = [] if raid is None or raid.step != "bid" else _without(raid, player)
    able = [other for other in others if other.status in ("in", UNSET)]
    if any(other.status == "in" and other.bid is None for other in able):
        return
    if any(other.status is UNSET or other.bid in unknown for other in able):
        findings.assumes("bids-open", player=player)
    elif raid is not None and able and _has_failed(raid) and heirs_of(replace(raid, clans=tuple(others))) is None:
        findings.needs("raid-told")


def _has_failed(raid: Raid) -> bool:
    return any(contender.status == "failed" for contender in raid.clans)


def _bid(table: Table, player: str, count: int, findings: Findings) -> None:
    clan = table.by_name[player]
    if count == 0:
        findings.allows(*(("retreat/fist",) if clan.vikings else ("conflict/no-vikings", "retreat/fist")))
    elif not has(clan, "vikings", count, findings):
        if clan.vikings == 0:
            findings.breaks("conflict/no-vikings", player=player)
        findings.breaks("conflict/own-vikings", player=player, vikings=clan.vikings, count=count)
    too_many(table, player, count, findings)
    findings.allows("conflict/own-vikings", "conflict/fingers")


def too_many(table: Table, player: str, count: int, findings: Findings) -> None:
    """conflict/fingers: the house rule is asked for only where it bears."""
    if count > LEAST_LIMIT:
        limit = LIMITS[table.choices["bid_limit"]]
        if limit is not None and count > limit:
            findings.breaks("conflict/fingers", limit=limit, player=player, count=count)


def check_retreat(table: Table, move: Retreat, findings: Findings) -> None:
    """retreat/pay."""
    may(table, "retreat", move.player, findings)
    clan = table.by_name[move.player]
    if not has(clan, AT_HAND[move.pay], 1, findings):
        findings.breaks("retreat/pay", player=move.player, product=move.pay)
    if is_last_retreat(table, move.player) is None:
        findings.assumes("round-goes-on", player=move.player)


def is_last_retreat(table: Table, player: str) -> bool | None:
    """Whether nothing is left to do in the raids once this clan has retreated; None where that is not known."""
    raids = table.state.raids
    if raids is UNSET:
        return None
    others = [other.status for raid in raids for other in raid.clans if other.player != player]
    if any(raid.step != "over" for raid in raids) or "retreating" in others:
        return False
    return None if UNSET in others else True


# ---------------------------------------------------------------- 2.3 The raid roll


def under_way(table: Table, player: str, findings: Findings) -> Raid | None:
    """raids/roll: the raid in which this clan has to do something; not told, it is needed."""
    raid = table.raid_for(player)
    if table.state.raids is UNSET:
        findings.needs("raid-told")
    elif raid is None and not findings.broken:
        findings.breaks("raids/roll", player=player)
    return raid


def raid_bonus(table: Table, clan: Clan, raid: Raid) -> int:
    """altar/plus-two, and what developments add to the roll."""
    card = (table.box.cards or {}).get(raid.card)
    bonus = 0
    for effect in table.box.effects(clan.developments, RaidRollEffect):
        if not effect.levels or (card is not None and card.level in effect.levels):
            bonus += effect.amount
    plus = help_bought(clan)[0]
    return bonus + altar_gives(table, clan, "raid") * (plus if plus is not UNSET else 0)


def total_of(table: Table, clan: Clan, raid: Raid) -> int:
    """What the raid dice that lie count, with all help that is told."""
    highest, dice = table.box.raid_dice.counts == "highest", raid.dice or ()
    return (max(dice, default=0) if highest else sum(dice)) + raid_bonus(table, clan, raid)


def can_help(table: Table, clan: Clan) -> bool | None:
    """Whether a roll that was too low can still be bettered; None when that is not told."""
    rerolls = help_bought(clan)[1]
    if rerolls:
        return True
    gives = can_give(table, clan)
    if gives is False or table.choices["altar_in_raid"] == "prepaid":
        return False if rerolls is not UNSET else None
    return gives


def check_attack(table: Table, move: Attack, findings: Findings) -> None:
    """raids/roll, raids/dice, altar/reroll-all, favour/no-raid."""
    may(table, "attack", move.player, findings)
    dice, count = table.box.raid_dice, len(move.dice)
    own = table.raid_of(move.player)
    if count != dice.dice:
        findings.breaks("raids/dice", expected=dice.dice, count=count)
        if own is not None and own[0].dice:
            findings.breaks("altar/reroll-all", expected=dice.dice, count=count)
    if move.favour is not UNSET:
        findings.breaks("favour/no-raid", favour=move.favour)
    raid = under_way(table, move.player, findings)
    if raid is not None and not findings.broken:
        _decidable(table, move.player, replace(raid, dice=move.dice), findings)
    elif table.state.raids is UNSET:
        needs_what_decides(table, table.by_name[move.player], findings)
    findings.allows("raids/dice")
    if own is not None and own[0].dice:
        findings.allows("altar/reroll-all")


def _decidable(table: Table, player: str, raid: Raid, findings: Findings, more: int = 0) -> None:
    """After a roll, or ``more`` help for one, it is decided at once whether it was high enough, whether the clan can
    pay or help it, and to whom the right passes: what decides that must be known.
    """
    clan, cards = table.by_name[player], table.box.cards
    after = _having_given(clan) if more else clan
    if cards is None or raid.card not in cards:
        findings.needs("pack-raid-cards")
        return
    if raid.dice is UNSET:
        findings.needs("raid-told")
        needs_what_decides(table, clan, findings)
        return
    total = total_of(table, clan, raid) + more
    if total >= cards[raid.card].defence:
        _able_to_pay(table, after, raid, findings)
        return
    might_be_more = any(table.box.might(clan.developments, kind) for kind in (RaidRollEffect, AltarEffect))
    if help_bought(clan)[0] is UNSET or might_be_more:
        needs_what_decides(table, clan, findings)
        return
    helped = can_help(table, after)
    if helped is False:
        _pays_for_the_retreat(table, clan, findings, given=after is not clan)
    elif helped is None:
        if help_bought(clan)[1] is UNSET:
            findings.needs("sheet-told", player=player, zone="help")
        for zone in ("vikings", "altar"):
            if getattr(clan, zone) is UNSET and table.choices["altar_in_raid"] != "prepaid":
                findings.needs("sheet-told", player=player, zone=zone)


def _pays_for_the_retreat(table: Table, clan: Clan, findings: Findings, *, given: bool = False) -> None:
    """raids/failed: a clan that fails pays; that it has something, and that no development spares it the payment, is
    assumed where it is not known. ``given``: after one more Viking on the altar.
    """
    if table.box.might(clan.developments, SafeRetreatEffect):
        findings.assumes("no-effect", player=clan.name, effect="retreat")
    at_least = {"vikings": 1 + given, "axes": 1, "ships": 1}
    unknown = [zone for zone in at_least if getattr(clan, zone) is UNSET]
    known = [zone for zone in at_least if zone not in unknown and getattr(clan, zone) >= at_least[zone]]
    if unknown and not known:
        has(clan, unknown[0], at_least[unknown[0]], findings)


def needs_the_raid(table: Table, move: Altar, findings: Findings) -> None:
    """altar/in-raid: help that may be for the roll that lies, where neither the phase nor the raids are known."""
    clan = table.by_name[move.player]
    findings.needs("raid-told")
    if move.benefit == "raid":
        needs_what_decides(table, clan, findings)
    elif help_bought(clan)[1] is UNSET:
        findings.needs("sheet-told", player=clan.name, zone="help")


def needs_what_decides(table: Table, clan: Clan, findings: Findings) -> None:
    """All that may decide what a roll leads to, where it is not known for which card it is."""
    if is_unknown(table.season):
        needs_season(table, findings)
    for zone in ("vikings", "axes", "ships", "altar"):
        if getattr(clan, zone) is UNSET:
            findings.needs("sheet-told", player=clan.name, zone=zone)
    if UNSET in help_bought(clan):
        findings.needs("sheet-told", player=clan.name, zone="help")
    if any(table.box.might(clan.developments, kind) for kind in (RaidRollEffect, AltarEffect, DiscountEffect)):
        needs_developments(clan, findings)


def _having_given(clan: Clan) -> Clan:
    """A clan after one more Viking on the altar."""
    vikings = UNSET if clan.vikings is UNSET else clan.vikings - 1
    return replace(clan, vikings=vikings, altar=UNSET if clan.altar is UNSET else clan.altar + 1)


def _able_to_pay(table: Table, clan: Clan, raid: Raid, findings: Findings) -> None:
    """payment/unable: whether a clan that rolled high enough can pay, and who inherits where it cannot."""
    able = table.able_to_pay(clan, raid.card)
    if able is not True and heirs_of(replace(raid, clans=_without(raid, clan.name))) is None:
        findings.needs("raid-told")
    if able is None:
        if is_unknown(table.season):
            needs_season(table, findings)
        for zone in ("vikings", "axes", "ships"):
            if getattr(clan, zone) is UNSET:
                findings.needs("sheet-told", player=clan.name, zone=zone)
        if table.box.might(clan.developments, DiscountEffect):
            needs_developments(clan, findings)


def _without(raid: Raid, player: str) -> tuple[Contender, ...]:
    return tuple(contender for contender in raid.clans if contender.player != player)


def heirs_of(raid: Raid) -> list[str] | None:
    """payment/heir: the beaten clans that have shown the most; None where that is not known."""
    if any(other.status is UNSET for other in raid.clans):
        return None
    beaten = [other for other in raid.clans if other.status == "beaten"]
    if len(beaten) < 2:
        return [other.player for other in beaten]
    if any(other.shown is UNSET for other in beaten):
        return None
    totals = {other.player: sum(other.shown or ()) for other in beaten}
    return [name for name, total in totals.items() if total == max(totals.values())]


def check_altar_in_raid(table: Table, move: Altar, findings: Findings) -> None:
    """altar/in-raid, altar/production: help for a roll that was too low."""
    may(table, "altar", move.player, findings)
    clan = table.by_name[move.player]
    if move.benefit == "die":
        findings.breaks("altar/production", "die", phase=table.state.phase)
        return
    raid, rerolls = under_way(table, move.player, findings), help_bought(clan)[1]
    if move.benefit == "reroll" and rerolls is UNSET:  # a new roll may have been bought, or is paid for now
        findings.needs("sheet-told", player=move.player, zone="help")
    elif move.benefit == "raid" or not rerolls:
        gives_a_viking(table, clan, findings)
        if table.choices["altar_in_raid"] == "prepaid":
            findings.breaks("altar/in-raid", player=move.player, count=0, help=move.benefit)
    if move.benefit == "raid" and raid is not None and not findings.broken:
        if table.box.might(clan.developments, AltarEffect):
            needs_developments(clan, findings)
        _decidable(table, move.player, raid, findings, altar_gives(table, clan, "raid"))
    elif move.benefit == "raid" and table.state.raids is UNSET:
        needs_what_decides(table, clan, findings)
    findings.allows("altar/in-raid", "altar/plus-two" if move.benefit == "raid" else "altar/reroll")


def check_yield(table: Table, move: Yield, findings: Findings) -> None:
    """raids/failed, payment/compulsory."""
    raid = table.raid_for(move.player)
    if raid is not None and raid.step == "pay" and raid.right == move.player:
        if table.choices["payment"] == "compulsory":
            findings.breaks("payment/compulsory", player=move.player, card=raid.card)
        elif heirs_of(replace(raid, clans=_without(raid, move.player))) is None:
            findings.needs("raid-told")
        findings.allows("payment/compulsory")
        return
    may(table, "yield", move.player, findings)
    under_way(table, move.player, findings)
    _pays_for_the_retreat(table, table.by_name[move.player], findings)


# ---------------------------------------------------------------- 2.3 The payment


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
