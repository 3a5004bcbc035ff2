"""2.3. Resolución de saqueos: what a raid roll counts, and what must be known to see what it leads to."""

from collections.abc import Sequence

from schemas.roll_and_raid_pack import AltarEffect, DiscountEffect, RaidRollEffect, SafeRetreatEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet, RaidView
from service.games.roll_and_raid.die_values import altar_gives, has, needs_developments, needs_season
from service.games.roll_and_raid.offerings import box_price, can_give
from service.games.roll_and_raid.pack_costs import bears_on
from service.games.roll_and_raid.rules.heirs import are_heirs_known
from service.games.roll_and_raid.rules.prices import is_able_to_pay
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings
from service.referee.known import Truth, Unknown, all_of, any_of, attempt, is_unknown, truth

STOCK = ("vikings", "axes", "ships")

# ---------------------------------------------------------------- the roll is compared with the defence


def known_total(table: Table, clan: ClanSheet, raid: RaidView) -> int:
    """What the raid dice that lie count, with all help that is known; more help only adds."""
    rolled = max(raid.dice, default=0) if table.box.raid_dice.counts == "highest" else sum(raid.dice)
    card = (table.box.cards or {}).get(raid.card)
    for effect in table.known_effects(clan, RaidRollEffect):
        if bears_on(effect, card):
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


def needs_outcome(table: Table, clan: ClanSheet, raid: RaidView, findings: Findings, more: int = 0) -> None:
    """After a roll, or ``more`` help for one, it is decided at once whether it was high enough, whether the clan can
    pay or help it, and to whom the right passes: what decides that must be known.
    """
    if table.box.cards is None or raid.card not in table.box.cards:
        needs_card(table, raid.card, findings)
        return
    if _is_all_known(table, clan, raid):
        return
    after = _having_given(table, clan) if more else clan
    if is_unknown(raid.dice):
        findings.needs("raid-known")
        needs_all_that_decides(table, clan, findings)
    elif known_total(table, clan, raid) + more >= table.box.cards[raid.card].defence:
        _needs_payment(table, raid, clan, after, findings)
    elif is_unknown(clan.help_plus) or may_add(table, clan, RaidRollEffect, AltarEffect):
        needs_all_that_decides(table, clan, findings)
        _needs_heirs(raid, clan, is_able_to_pay(table, after, raid.card), findings)
    else:
        _needs_help(table, raid, clan, after, findings)


def needs_card(table: Table, card: str, findings: Findings) -> None:
    """What is printed on a raid card, where the pack does not have it."""
    if table.box.cards is None:
        findings.needs("pack-raid-cards")
    elif card not in table.box.cards:
        findings.needs("pack-entry", part="cards", name=card)


def _is_all_known(table: Table, clan: ClanSheet, raid: RaidView) -> bool:
    """Whether nothing that may decide what a roll leads to is unknown."""
    if not clan.is_known(*STOCK, "altar", "developments") or not raid.is_known("dice"):
        return False
    if is_unknown(clan.help_plus) or is_unknown(clan.help_rerolls) or is_unknown(table.season):
        return False
    alone = len(raid.statuses) == 1  # and so without heirs
    return alone or are_heirs_known(raid, but=clan.name)


def may_add(table: Table, clan: ClanSheet, *kinds: type) -> bool:
    """Whether a development that is unknown may have an effect of one of these kinds."""
    return any(table.possible_effects(clan, kind) for kind in kinds)


def _having_given(table: Table, clan: ClanSheet) -> ClanSheet:
    """A clan after one more box on the altar."""
    vikings = attempt(lambda: clan.vikings - box_price(table, clan))
    return clan.changed(vikings=vikings, altar=attempt(lambda: clan.altar + 1))


def _needs_heirs(raid: RaidView, clan: ClanSheet, able: Truth, findings: Findings) -> None:
    """payment/unable: who inherits, where a clan may be unable to pay."""
    if able is not True and not are_heirs_known(raid, but=clan.name):
        findings.needs("raid-known")


def _needs_payment(table: Table, raid: RaidView, clan: ClanSheet, after: ClanSheet, findings: Findings) -> None:
    """payment/unable: whether a clan that rolled high enough can pay, and who inherits where it cannot.
    ``after``: the clan after its move.
    """
    able = is_able_to_pay(table, after, raid.card)
    _needs_heirs(raid, clan, able, findings)
    if able is not True:
        check_retreat_of_the_unable(table, clan, findings, given=after is not clan)
    if isinstance(able, Unknown):
        if is_unknown(table.season):
            needs_season(table, findings)
        _needs_sheet(after, STOCK, findings)
        if may_add(table, clan, DiscountEffect):
            needs_developments(clan, findings)


def needs_heirs_of_a_roll(table: Table, raid: RaidView, clan: ClanSheet, findings: Findings) -> None:
    """raids/failed-no-heir: who inherits, where a failed roll passes the right on."""
    if not are_heirs_known(raid, but=clan.name) and table.choices["failed_roll"] == "passes-on":
        findings.needs("raid-known")


def _needs_help(table: Table, raid: RaidView, clan: ClanSheet, after: ClanSheet, findings: Findings) -> None:
    """altar/in-raid, raids/failed: whether a roll that was too low can be bettered, and how the clan retreats if not;
    ``after``: the clan after its move.
    """
    helped = can_help(table, after)
    if helped is not True:
        needs_heirs_of_a_roll(table, raid, clan, findings)
    if helped is False:
        check_retreat_payment(table, clan, findings, given=after is not clan)
    elif isinstance(helped, Unknown):
        if is_unknown(clan.help_rerolls):
            findings.needs("sheet-known", player=clan.name, zone="help")
        unknown = [zone for zone in ("vikings", "altar") if not clan.is_known(zone)]
        if unknown and table.choices["altar_in_raid"] != "prepaid":
            _needs_sheet(clan, unknown, findings)


def check_retreat_of_the_unable(table: Table, clan: ClanSheet, findings: Findings, *, given: bool = False) -> None:
    """payment/no-fine: the same for a clan that does not pay for a card, where it is agreed that it retreats."""
    if table.choices["unable_to_pay"] == "retreat":
        check_retreat_payment(table, clan, findings, given=given)


def check_retreat_payment(table: Table, clan: ClanSheet, findings: Findings, *, given: bool = False) -> None:
    """raids/failed: a clan that fails pays; that it has something, and that no development spares it the payment, is
    assumed where it is unknown. ``given``: after one more Viking on the altar.
    """
    if table.known_effects(clan, SafeRetreatEffect):
        return
    if may_add(table, clan, SafeRetreatEffect):
        findings.assumes("no-effect", player=clan.name, effect="retreat")
    price = box_price(table, clan) if given else 0
    least = {"vikings": 1 + (1 if isinstance(price, Unknown) else price), "axes": 1, "ships": 1}
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
    if may_add(table, clan, RaidRollEffect, AltarEffect, DiscountEffect):
        needs_developments(clan, findings)


def _needs_sheet(clan: ClanSheet, zones: Sequence[str], findings: Findings) -> None:
    """Those of these zones of a sheet that are unknown."""
    for name in dict.fromkeys(name for zone in zones for name in _unknown_in(clan, zone)):
        findings.needs("sheet-known", player=clan.name, zone=name)


def _unknown_in(clan: ClanSheet, zone: str) -> list[str]:
    """The zones that are unknown where this one is: others, if it was computed from them."""
    value = getattr(clan, zone)
    if not isinstance(value, Unknown):
        return []
    own = [pointer.rsplit("/", 1)[1] for pointer in value.zones if pointer.startswith(f"{clan.pointer}/")]
    return own or [zone]
