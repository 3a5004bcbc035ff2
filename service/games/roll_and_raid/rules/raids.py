"""2.3. Resolución de saqueos: the raid roll, help for it, and what it leads to."""

from collections.abc import Sequence

from msgspec import UNSET

from schemas.roll_and_raid import Altar, Attack, Yield
from schemas.roll_and_raid_pack import AltarEffect, DiscountEffect, RaidRollEffect, SafeRetreatEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet, RaidView
from service.games.roll_and_raid.die_values import altar_gives, has, needs_developments, needs_season
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.offerings import can_give, gives_a_viking
from service.games.roll_and_raid.pack import COLOURS
from service.games.roll_and_raid.rules.conflicts import retreat
from service.games.roll_and_raid.rules.heirs import are_heirs_known, pass_to_heirs
from service.games.roll_and_raid.rules.prices import is_able_to_pay
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.known import Truth, Unknown, all_of, any_of, attempt, is_unknown, truth

STOCK = ("vikings", "axes", "ships")


# ---------------------------------------------------------------- the roll


def check_attack(table: Table, move: Attack, findings: Findings) -> None:
    """raids/roll, raids/dice, altar/reroll-all, favour/no-raid."""
    check_turn(table, "attack", move.player, findings)
    expected, count = table.box.raid_dice.dice, len(move.dice)
    own = table.raid_with(move.player)
    again = own is not None and bool(own[0].known("dice", ()))
    findings.requires("raids/dice", count == expected, cite=False, expected=expected, count=count)
    if again:
        findings.requires("altar/reroll-all", count == expected, cite=False, expected=expected, count=count)
    if move.favour in COLOURS:
        findings.breaks("raids/dice", "resource", die=move.favour)
    elif move.favour is not UNSET:
        findings.breaks("favour/no-raid", favour=move.favour)
    raid = raid_under_way(table, move.player, findings)
    if raid is not None and not findings.broken:
        _needs_outcome(table, table.clan(move.player), raid.changed(dice=move.dice), findings)
    elif is_unknown(table.raids):
        needs_all_that_decides(table, table.clan(move.player), findings)
    findings.allows("raids/dice")
    if again:
        findings.allows("altar/reroll-all")


def raid_under_way(table: Table, player: str, findings: Findings) -> RaidView | None:
    """raids/roll: the raid in which this clan has to do something; if it is unknown, it is needed."""
    raid = table.raid_to_act_in(player)
    if is_unknown(table.raids):
        findings.needs("raid-known")
    elif raid is None and not findings.broken:
        findings.breaks("raids/roll", player=player)
    return raid


def apply_attack(draft: Draft, move: Attack) -> None:
    raid = own_raid(draft, move.player)
    dice = tuple(sorted(move.dice))
    draft.event("attacked", "raids/roll", player=move.player, card=raid.card, dice=list(dice))
    judge_roll(draft, draft.change_raid(raid.card, dice=dice))


def own_raid(draft: Draft, player: str) -> RaidView:
    """The raid under way, of which this clan has the right: that is what allows its move."""
    raid = draft.raid_to_act_in(player)
    assert raid is not None
    if is_unknown(raid.right):
        raid = draft.change_raid(raid.card, {player: {"status": "in"}}, right=player)
    return raid


# ---------------------------------------------------------------- the roll is compared with the defence


def judge_roll(draft: Draft, raid: RaidView, more: int = 0) -> None:
    """raids/defence, payment/unable, payment/no-fine; ``more`` is help that is not written down, where it is unknown
    what was bought before.
    """
    clan = draft.clan(raid.right)
    total, defence = known_total(draft, clan, raid) + more, (draft.box.cards or {})[raid.card].defence
    high = total >= defence
    kind = "roll-high" if high else "roll-low"
    draft.event(kind, "raids/defence", player=clan.name, card=raid.card, total=total, defence=defence)
    if not high and can_help(draft, clan) is True:
        draft.change_raid(raid.card, step="help")
    elif not high:
        fail(draft, raid)
    elif is_able_to_pay(draft, clan, raid.card) is False:
        draft.event("unable", "payment/unable", player=clan.name, card=raid.card)
        pass_on(draft, raid)
    else:
        draft.change_raid(raid.card, step="pay")


def known_total(table: Table, clan: ClanSheet, raid: RaidView) -> int:
    """What the raid dice that lie count, with all help that is known; more help only adds."""
    rolled = max(raid.dice, default=0) if table.box.raid_dice.counts == "highest" else sum(raid.dice)
    card = (table.box.cards or {}).get(raid.card)
    for effect in table.known_effects(clan, RaidRollEffect):
        if not effect.levels or (card is not None and card.level in effect.levels):
            rolled += effect.amount
    plus = clan.help_plus
    return rolled if is_unknown(plus) else rolled + altar_gives(table, clan, "raid") * plus


def can_help(table: Table, clan: ClanSheet) -> Truth:
    """altar/in-raid: whether a roll that was too low can still be bettered."""
    bought = truth(lambda: clan.help_rerolls > 0)
    if bought is True:
        return True
    paid_now = all_of(can_give(table, clan), lambda: table.choices["altar_in_raid"] != "prepaid")
    return any_of(bought, paid_now)


# ---------------------------------------------------------------- what a roll leads to must be known


def _needs_outcome(table: Table, clan: ClanSheet, raid: RaidView, findings: Findings, more: int = 0) -> None:
    """After a roll, or ``more`` help for one, it is decided at once whether it was high enough, whether the clan can
    pay or help it, and to whom the right passes: what decides that must be known.
    """
    if table.box.cards is None or raid.card not in table.box.cards:
        findings.needs("pack-raid-cards")
        return
    if _is_all_known(table, clan, raid):
        return
    after = _having_given(clan) if more else clan
    if is_unknown(raid.dice):
        findings.needs("raid-known")
        needs_all_that_decides(table, clan, findings)
    elif known_total(table, clan, raid) + more >= table.box.cards[raid.card].defence:
        _needs_payment(table, after, raid, findings)
    elif is_unknown(clan.help_plus) or _may_add(table, clan, RaidRollEffect, AltarEffect):
        needs_all_that_decides(table, clan, findings)
        _needs_heirs(raid, clan, is_able_to_pay(table, after, raid.card), findings)
    else:
        _needs_help(table, raid, clan, after, findings)


def _is_all_known(table: Table, clan: ClanSheet, raid: RaidView) -> bool:
    """Whether nothing that may decide what a roll leads to is unknown."""
    if not clan.is_known(*STOCK, "altar", "developments") or not raid.is_known("dice"):
        return False
    if is_unknown(clan.help_plus) or is_unknown(clan.help_rerolls) or is_unknown(table.season):
        return False
    alone = len(raid.statuses) == 1  # and so without heirs
    return alone or are_heirs_known(raid, but=clan.name)


def _may_add(table: Table, clan: ClanSheet, *kinds: type) -> bool:
    """Whether a development that is unknown may have an effect of one of these kinds."""
    return any(table.possible_effects(clan, kind) for kind in kinds)


def _having_given(clan: ClanSheet) -> ClanSheet:
    """A clan after one more Viking on the altar."""
    return clan.changed(vikings=attempt(lambda: clan.vikings - 1), altar=attempt(lambda: clan.altar + 1))


def _needs_heirs(raid: RaidView, clan: ClanSheet, able: Truth, findings: Findings) -> None:
    """payment/unable: who inherits, where a clan may be unable to pay."""
    if able is not True and not are_heirs_known(raid, but=clan.name):
        findings.needs("raid-known")


def _needs_payment(table: Table, clan: ClanSheet, raid: RaidView, findings: Findings) -> None:
    """payment/unable: whether a clan that rolled high enough can pay, and who inherits where it cannot."""
    able = is_able_to_pay(table, clan, raid.card)
    _needs_heirs(raid, clan, able, findings)
    if able is not True:
        _check_retreat_of_the_unable(table, clan, findings)
    if isinstance(able, Unknown):
        if is_unknown(table.season):
            needs_season(table, findings)
        _needs_sheet(clan, STOCK, findings)
        if _may_add(table, clan, DiscountEffect):
            needs_developments(clan, findings)


def _needs_heirs_of_a_roll(table: Table, raid: RaidView, clan: ClanSheet, findings: Findings) -> None:
    """raids/failed-no-heir: who inherits, where a failed roll passes the right on."""
    if not are_heirs_known(raid, but=clan.name) and table.choices["failed_roll"] == "passes-on":
        findings.needs("raid-known")


def _needs_help(table: Table, raid: RaidView, clan: ClanSheet, after: ClanSheet, findings: Findings) -> None:
    """altar/in-raid, raids/failed: whether a roll that was too low can be bettered, and how the clan retreats if not;
    ``after``: the clan after its move.
    """
    helped = can_help(table, after)
    if helped is not True:
        _needs_heirs_of_a_roll(table, raid, clan, findings)
    if helped is False:
        _check_retreat_payment(table, clan, findings, given=after is not clan)
    elif isinstance(helped, Unknown):
        if is_unknown(clan.help_rerolls):
            findings.needs("sheet-known", player=clan.name, zone="help")
        unknown = [zone for zone in ("vikings", "altar") if not clan.is_known(zone)]
        if unknown and table.choices["altar_in_raid"] != "prepaid":
            _needs_sheet(clan, unknown, findings)


def _check_retreat_of_the_unable(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """payment/no-fine: the same for a clan that does not pay for a card, where it is agreed that it retreats."""
    if table.choices["unable_to_pay"] == "retreat":
        _check_retreat_payment(table, clan, findings)


def _check_retreat_payment(table: Table, clan: ClanSheet, findings: Findings, *, given: bool = False) -> None:
    """raids/failed: a clan that fails pays; that it has something, and that no development spares it the payment, is
    assumed where it is unknown. ``given``: after one more Viking on the altar.
    """
    if _may_add(table, clan, SafeRetreatEffect):
        findings.assumes("no-effect", player=clan.name, effect="retreat")
    least = {"vikings": 1 + given, "axes": 1, "ships": 1}
    unknown = [zone for zone in STOCK if not clan.is_known(zone)]
    if unknown and not any(clan.known(zone, 0) >= count for zone, count in least.items()):
        has(clan, unknown[0], least[unknown[0]], findings)


def needs_all_that_decides(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """All that may decide what a roll leads to, where it is unknown for which card it is."""
    if is_unknown(table.season):
        needs_season(table, findings)
    _needs_sheet(clan, (*STOCK, "altar"), findings)
    if is_unknown(clan.help_plus) or is_unknown(clan.help_rerolls):
        findings.needs("sheet-known", player=clan.name, zone="help")
    if _may_add(table, clan, RaidRollEffect, AltarEffect, DiscountEffect):
        needs_developments(clan, findings)


def _needs_sheet(clan: ClanSheet, zones: Sequence[str], findings: Findings) -> None:
    """Those of these zones of a sheet that are unknown."""
    for zone in zones:
        if not clan.is_known(zone):
            findings.needs("sheet-known", player=clan.name, zone=zone)


# ---------------------------------------------------------------- help for a roll that was too low


def check_altar_in_raid(table: Table, move: Altar, findings: Findings) -> None:
    """altar/in-raid, altar/production."""
    check_turn(table, "altar", move.player, findings)
    clan = table.clan(move.player)
    if move.benefit == "die":
        findings.breaks("altar/production", "die", phase=table.known_phase or "raid")
        return
    raid, bought = raid_under_way(table, move.player, findings), truth(lambda: clan.help_rerolls > 0)
    if move.benefit == "reroll" and isinstance(bought, Unknown):  # it may have been bought, or is paid for now
        findings.needs("sheet-known", player=move.player, zone="help")
    elif move.benefit == "raid" or bought is False:
        gives_a_viking(table, clan, findings)
        allowed = table.choices["altar_in_raid"] != "prepaid"
        findings.requires("altar/in-raid", allowed, cite=False, player=move.player, count=0, help=move.benefit)
    if move.benefit == "raid" and raid is not None and not findings.broken:
        if _may_add(table, clan, AltarEffect):
            needs_developments(clan, findings)
        _needs_outcome(table, clan, raid, findings, altar_gives(table, clan, "raid"))
    elif move.benefit == "raid" and is_unknown(table.raids):
        needs_all_that_decides(table, clan, findings)
    findings.allows("altar/in-raid", "altar/plus-two" if move.benefit == "raid" else "altar/reroll")


def needs_the_raid(table: Table, move: Altar, findings: Findings) -> None:
    """altar/in-raid: help that may be for the roll that lies, where neither the phase nor the raids are known."""
    clan = table.clan(move.player)
    findings.needs("raid-known")
    if move.benefit == "raid":
        needs_all_that_decides(table, clan, findings)
    elif is_unknown(clan.help_rerolls):
        findings.needs("sheet-known", player=clan.name, zone="help")


# ---------------------------------------------------------------- the raid is given up, or fails


def check_yield(table: Table, move: Yield, findings: Findings) -> None:
    """raids/failed, payment/compulsory."""
    raid = table.raid_to_act_in(move.player)
    if raid is not None and raid.step == "pay" and raid.known("right", None) == move.player:
        optional = table.choices["payment"] != "compulsory"
        findings.requires("payment/compulsory", optional, player=move.player, card=raid.card)
        if optional and not are_heirs_known(raid, but=move.player):
            findings.needs("raid-known")
        if optional:
            _check_retreat_of_the_unable(table, table.clan(move.player), findings)
        return
    check_turn(table, "yield", move.player, findings)
    own = raid_under_way(table, move.player, findings)
    if own is not None:
        _needs_heirs_of_a_roll(table, own, table.clan(move.player), findings)
    _check_retreat_payment(table, table.clan(move.player), findings)


def apply_yield(draft: Draft, move: Yield) -> None:
    raid = own_raid(draft, move.player)
    if raid.step == "pay":
        draft.event("declined", "payment/compulsory", player=move.player, card=raid.card)
        pass_on(draft, raid)
    else:
        fail(draft, raid)


def fail(draft: Draft, raid: RaidView) -> None:
    """raids/failed, raids/failed-no-heir: the clan retreats; the card stays, or passes on where that is agreed."""
    player = raid.right
    draft.use_up_help(player)
    draft.change_raid(raid.card, step="over", right=None)
    draft.event("failed", "raids/failed", player=player, card=raid.card)
    contested = any(contender.known("status", None) == "beaten" for contender in raid.contenders)
    if contested and draft.choices["failed_roll"] == "passes-on":
        retreat(draft, raid.card, player)
        after = draft.change_raid(raid.card, dice=())
        pass_to_heirs(draft, after, "raids/failed-no-heir", "raids/failed-no-heir")
    else:
        draft.event("card-stays", "raids/failed-no-heir" if contested else "raids/failed", card=raid.card)
        retreat(draft, raid.card, player)


def pass_on(draft: Draft, raid: RaidView) -> None:
    """payment/no-fine, payment/heir: a clan that does not pay goes free, or retreats where that is agreed."""
    player = raid.right
    draft.use_up_help(player)
    failed = {player: {"bid": None, "status": "failed"}}
    draft.change_raid(raid.card, failed, step="over", right=None, dice=())
    if draft.choices["unable_to_pay"] == "free":
        draft.event("no-fine", "payment/no-fine", player=player)
    else:
        draft.event("retreats", "payment/no-fine", player=player, card=raid.card)
        retreat(draft, raid.card, player)
    pass_to_heirs(draft, draft.raid_on(raid.card), "payment/unable")
