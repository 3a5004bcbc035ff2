"""2.3. Resolución de saqueos: the raid roll, help for it, and what it leads to."""

from msgspec import UNSET

from schemas.roll_and_raid import Altar, Attack, Yield
from schemas.roll_and_raid_pack import AltarEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet, RaidView
from service.games.roll_and_raid.die_values import altar_gives, needs_developments, needs_season
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.offerings import box_price, gives_a_viking
from service.games.roll_and_raid.pack import COLOURS
from service.games.roll_and_raid.rules.conflicts import retreat
from service.games.roll_and_raid.rules.heirs import are_heirs_known, pass_to_heirs
from service.games.roll_and_raid.rules.prices import is_able_to_pay
from service.games.roll_and_raid.rules.roll_outcomes import (
    can_help,
    check_retreat_of_the_unable,
    check_retreat_payment,
    known_total,
    may_add,
    needs_all_that_decides,
    needs_heirs_of_a_roll,
    needs_outcome,
)
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.known import Unknown, is_unknown, truth

# ---------------------------------------------------------------- the roll


def check_attack(table: Table, move: Attack, findings: Findings) -> None:
    """raids/roll, raids/dice, altar/reroll-all, favour/no-raid."""
    check_turn(table, "attack", move.player, findings)
    own = table.raid_with(move.player)
    again = own is not None and bool(own[0].known("dice", ()))
    _check_dice(table, len(move.dice), again, findings)
    if move.favour in COLOURS:
        findings.breaks("raids/dice", "resource", die=move.favour)
    elif move.favour is not UNSET:
        findings.breaks("favour/no-raid", favour=move.favour)
    raid = raid_under_way(table, move.player, findings)
    if raid is not None and not findings.broken:
        needs_outcome(table, table.clan(move.player), raid.changed(dice=move.dice), findings)
    elif is_unknown(table.raids):
        needs_all_that_decides(table, table.clan(move.player), findings)
    findings.allows("raids/dice")
    if again:
        findings.allows("altar/reroll-all")


def _check_dice(table: Table, count: int, again: bool, findings: Findings) -> None:
    """raids/dice, altar/reroll-all: as many as the pack has in this season."""
    possible = table.possible_raid_dice
    if len(possible) > 1 and count in possible:
        needs_season(table, findings)
        return
    expected = possible[0]
    for rule in ("raids/dice", "altar/reroll-all") if again else ("raids/dice",):
        findings.requires(rule, count == expected, cite=False, expected=expected, count=count)


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


# ---------------------------------------------------------------- help for a roll that was too low


def check_altar_in_raid(table: Table, move: Altar, findings: Findings) -> None:
    """altar/in-raid, altar/production."""
    check_turn(table, "altar", move.player, findings)
    clan = table.clan(move.player)
    if move.benefit == "die":
        findings.breaks("altar/production", "die", phase=table.known_phase or "raid")
        return
    raid, bought = raid_under_way(table, move.player, findings), truth(lambda: clan.help_rerolls > 0)
    if move.benefit == "reroll" and isinstance(bought, Unknown):
        _needs_what_was_bought(table, clan, findings)
    elif move.benefit == "raid" or bought is False:
        gives_a_viking(table, clan, findings)
        allowed = table.choices["altar_in_raid"] != "prepaid"
        findings.requires("altar/in-raid", allowed, cite=False, player=move.player, count=0, help=move.benefit)
    if move.benefit == "raid" and raid is not None and not findings.broken:
        if may_add(table, clan, AltarEffect):
            needs_developments(clan, findings)
        needs_outcome(table, clan, raid, findings, altar_gives(table, clan, "raid"))
    elif move.benefit == "raid" and is_unknown(table.raids):
        needs_all_that_decides(table, clan, findings)
    findings.allows("altar/in-raid", "altar/plus-two" if move.benefit == "raid" else "altar/reroll")


def needs_the_raid(table: Table, move: Altar, findings: Findings) -> None:
    """altar/in-raid: help that may be for the roll that lies, where neither the phase nor the raids are known."""
    clan = table.clan(move.player)
    findings.needs("raid-known")
    if move.benefit == "raid":
        needs_all_that_decides(table, clan, findings)
        return
    _needs_what_was_bought(table, clan, findings)


def _needs_what_was_bought(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """altar/in-raid: a new roll may have been bought in production, or is paid for now."""
    if is_unknown(clan.help_rerolls):
        findings.needs("sheet-known", player=clan.name, zone="help")
    if is_unknown(box_price(table, clan)):
        findings.needs("sheet-known", player=clan.name, zone="altar")


# ---------------------------------------------------------------- the raid is given up, or fails


def check_yield(table: Table, move: Yield, findings: Findings) -> None:
    """raids/failed, payment/compulsory."""
    raid = table.raid_to_act_in(move.player)
    if raid is not None and raid.step == "pay" and raid.known("right", move.player) == move.player:
        if is_unknown(raid.right) or table.choices["payment"] == "optional":
            check_turn(table, "yield", move.player, findings)
        _check_declined_payment(table, raid, table.clan(move.player), findings)
        return
    check_turn(table, "yield", move.player, findings)
    findings.allows("raids/failed")
    own = raid_under_way(table, move.player, findings)
    if own is not None:
        needs_heirs_of_a_roll(table, own, table.clan(move.player), findings)
    check_retreat_payment(table, table.clan(move.player), findings)


def _check_declined_payment(table: Table, raid: RaidView, clan: ClanSheet, findings: Findings) -> None:
    """payment/compulsory: a clan that can pay has to; from one that cannot, the right passes on by itself."""
    if table.choices["payment"] == "compulsory":
        able = is_able_to_pay(table, clan, raid.card)
        variant = "unsure" if isinstance(able, Unknown) else "" if able else "unable"
        findings.breaks("payment/compulsory", variant, player=clan.name, card=raid.card)
        return
    findings.allows("payment/compulsory")
    if not are_heirs_known(raid, but=clan.name):
        findings.needs("raid-known")
    check_retreat_of_the_unable(table, clan, findings)


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
