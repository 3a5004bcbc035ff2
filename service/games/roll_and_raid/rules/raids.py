"""2.3. Resolución de saqueos: the raid roll, help for it, and what it leads to."""

from msgspec import UNSET
from msgspec.structs import replace

from schemas.roll_and_raid import Altar, Attack, Clan, Raid, Yield
from schemas.roll_and_raid_pack import AltarEffect, DiscountEffect, RaidRollEffect, SafeRetreatEffect
from service.games.roll_and_raid.die_values import altar_gives, has, needs_developments, needs_season
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.production import gives_a_viking
from service.games.roll_and_raid.rules.conflicts import retreat
from service.games.roll_and_raid.rules.heirs import heirs_of, holder, pass_on, use_up_help, without
from service.games.roll_and_raid.table import Table, help_bought
from service.games.roll_and_raid.turn import can_give
from service.referee.findings import Findings
from service.referee.known import is_unknown

# ---------------------------------------------------------------- raids/order, raids/roll, raids/dice


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


def apply_attack(draft: Draft, move: Attack) -> None:
    raid = own_raid(draft, move.player)
    dice = tuple(sorted(move.dice))
    draft.event("attacked", "raids/roll", player=move.player, card=raid.card, dice=list(dice))
    judge_roll(draft, draft.change_raid(raid.card, dice=dice))


def under_way(table: Table, player: str, findings: Findings) -> Raid | None:
    """raids/roll: the raid in which this clan has to do something; not told, it is needed."""
    raid = table.raid_for(player)
    if table.state.raids is UNSET:
        findings.needs("raid-told")
    elif raid is None and not findings.broken:
        findings.breaks("raids/roll", player=player)
    return raid


def own_raid(draft: Draft, player: str) -> Raid:
    """The raid under way, of which this clan has the right: that is what allows its move."""
    raid = draft.raid_for(player)
    assert raid is not None
    if raid.right is UNSET:
        draft.change_contender(raid.card, player, status="in")
        raid = draft.change_raid(raid.card, right=player)
    return raid


# ---------------------------------------------------------------- raids/defence


def total_of(table: Table, clan: Clan, raid: Raid) -> int:
    """What the raid dice that lie count, with all help that is told."""
    highest, dice = table.box.raid_dice.counts == "highest", raid.dice or ()
    return (max(dice, default=0) if highest else sum(dice)) + raid_bonus(table, clan, raid)


def raid_bonus(table: Table, clan: Clan, raid: Raid) -> int:
    """altar/plus-two, and what developments add to the roll."""
    card = (table.box.cards or {}).get(raid.card)
    bonus = 0
    for effect in table.box.effects(clan.developments, RaidRollEffect):
        if not effect.levels or (card is not None and card.level in effect.levels):
            bonus += effect.amount
    plus = help_bought(clan)[0]
    return bonus + altar_gives(table, clan, "raid") * (plus if plus is not UNSET else 0)


def can_help(table: Table, clan: Clan) -> bool | None:
    """Whether a roll that was too low can still be bettered; None when that is not told."""
    rerolls = help_bought(clan)[1]
    if rerolls:
        return True
    gives = can_give(table, clan)
    if gives is False or table.choices["altar_in_raid"] == "prepaid":
        return False if rerolls is not UNSET else None
    return gives


def judge_roll(draft: Draft, raid: Raid, more: int = 0) -> None:
    """raids/defence, raids/failed: the dice that lie, against the defence of the card; ``more`` is help that is not
    written down, where it is not known what was bought before.
    """
    clan = draft.by_name[holder(raid)]
    defence = (draft.box.cards or {})[raid.card].defence
    total = total_of(draft, clan, raid) + more
    detail = {"player": clan.name, "card": raid.card, "total": total, "defence": defence}
    if total >= defence:
        draft.event("roll-high", "raids/defence", **detail)
        _may_pay(draft, raid, clan)
    elif can_help(draft, clan):
        draft.event("roll-low", "raids/defence", **detail)
        draft.change_raid(raid.card, step="help")
    else:
        draft.event("roll-low", "raids/defence", **detail)
        fail(draft, raid)


def _may_pay(draft: Draft, raid: Raid, clan: Clan) -> None:
    if draft.able_to_pay(clan, raid.card) is False:
        draft.event("unable", "payment/unable", player=clan.name, card=raid.card)
        draft.event("no-fine", "payment/no-fine", player=clan.name)
        pass_on(draft, raid)
    else:
        draft.change_raid(raid.card, step="pay")


# ---------------------------------------------------------------- what a roll leads to must be known


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


def _having_given(clan: Clan) -> Clan:
    """A clan after one more Viking on the altar."""
    vikings = UNSET if clan.vikings is UNSET else clan.vikings - 1
    return replace(clan, vikings=vikings, altar=UNSET if clan.altar is UNSET else clan.altar + 1)


def _able_to_pay(table: Table, clan: Clan, raid: Raid, findings: Findings) -> None:
    """payment/unable: whether a clan that rolled high enough can pay, and who inherits where it cannot."""
    able = table.able_to_pay(clan, raid.card)
    if able is not True and heirs_of(replace(raid, clans=without(raid, clan.name))) is None:
        findings.needs("raid-told")
    if able is None:
        if is_unknown(table.season):
            needs_season(table, findings)
        for zone in ("vikings", "axes", "ships"):
            if getattr(clan, zone) is UNSET:
                findings.needs("sheet-told", player=clan.name, zone=zone)
        if table.box.might(clan.developments, DiscountEffect):
            needs_developments(clan, findings)


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


def needs_the_raid(table: Table, move: Altar, findings: Findings) -> None:
    """altar/in-raid: help that may be for the roll that lies, where neither the phase nor the raids are known."""
    clan = table.by_name[move.player]
    findings.needs("raid-told")
    if move.benefit == "raid":
        needs_what_decides(table, clan, findings)
    elif help_bought(clan)[1] is UNSET:
        findings.needs("sheet-told", player=clan.name, zone="help")


# ---------------------------------------------------------------- altar/in-raid


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


# ---------------------------------------------------------------- raids/failed, raids/failed-no-heir


def check_yield(table: Table, move: Yield, findings: Findings) -> None:
    """raids/failed, payment/compulsory."""
    raid = table.raid_for(move.player)
    if raid is not None and raid.step == "pay" and raid.right == move.player:
        if table.choices["payment"] == "compulsory":
            findings.breaks("payment/compulsory", player=move.player, card=raid.card)
        elif heirs_of(replace(raid, clans=without(raid, move.player))) is None:
            findings.needs("raid-told")
        findings.allows("payment/compulsory")
        return
    may(table, "yield", move.player, findings)
    under_way(table, move.player, findings)
    _pays_for_the_retreat(table, table.by_name[move.player], findings)


def apply_yield(draft: Draft, move: Yield) -> None:
    raid = own_raid(draft, move.player)
    if raid.step == "pay":
        draft.event("declined", "payment/compulsory", player=move.player, card=raid.card)
        pass_on(draft, raid)
    else:
        fail(draft, raid)


def fail(draft: Draft, raid: Raid) -> None:
    """raids/failed, raids/failed-no-heir: the clan retreats, and the card stays."""
    name = holder(raid)
    use_up_help(draft, name)
    draft.change_raid(raid.card, step="over", right=None)
    draft.event("failed", "raids/failed", player=name, card=raid.card)
    contested = any(other.status == "beaten" for other in raid.clans)
    draft.event("card-stays", "raids/failed-no-heir" if contested else "raids/failed", card=raid.card)
    retreat(draft, raid.card, name, pays=True)
