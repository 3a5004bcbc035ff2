"""Contradictions between the phase and what belongs to it: choices, dice and raids that cannot stand as sent."""

from collections.abc import Sequence
from itertools import pairwise

from service.games.roll_and_raid.audit_sheets import known_vikings_given
from service.games.roll_and_raid.clan_sheet import ClanSheet, ContenderView, RaidView
from service.games.roll_and_raid.pack import Box
from service.games.roll_and_raid.rules.altar import raise_by
from service.games.roll_and_raid.rules.conflicts import check_fingers
from service.games.roll_and_raid.rules.other import unread
from service.games.roll_and_raid.rules.prices import is_able_to_pay
from service.games.roll_and_raid.rules.roll_outcomes import known_total
from service.games.roll_and_raid.table import Table, may_retreat_after_a_roll
from service.games.roll_and_raid.timing import may_have_taken_a_card
from service.referee.findings import Findings
from service.referee.known import is_known, is_unknown, truth

BEFORE_DICE = ("setup", "start")
BEFORE_CHOICE = (*BEFORE_DICE, "production")
RAIDING = ("choice", "conflict", "resolution")


def audit_phase(table: Table, findings: Findings) -> None:
    """Contradictions on the table as it was sent: what happens by itself would hide some of them."""
    phase = table.known_phase
    if table.known_zone("dice", None) and phase in BEFORE_DICE:
        findings.breaks("production/roll")
    if phase in BEFORE_DICE and any(map(_has_produced, table.known_clans())):
        findings.breaks("production/roll", "first")
    raids = table.known_raids()
    if raids and phase not in (None, "conflict", "resolution"):
        findings.breaks("round/phases", phase=phase)
    for clan in table.known_clans():
        _choice(table, clan, findings)
        _waiting(table, clan, findings)
        _raised(table, clan, findings)
    if raids:
        _each_once(raids, findings)
        _order(table, raids, findings)
    for raid in raids:
        _right(raid, findings)
        _roll(table, raid, findings)
        if len(raid.contenders) > 1:
            _bids(table, raid, findings)
            _passes(table, raid, findings)


# ---------------------------------------------------------------- clans in their phases


def _has_produced(clan: ClanSheet) -> bool:
    """Whether a clan is known to have used or raised a die in this round, or to have ended production."""
    return bool(clan.known("dice_used", ()) or clan.known("raised", {}) or clan.known("done", False))


def _choice(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """raid/choice, raid/number: production is over for all before anybody chooses."""
    phase, choice = table.known_phase, clan.known("choice", None)
    early = phase in BEFORE_CHOICE and choice is not None
    if early or (phase in RAIDING and clan.known("done", True) is False):
        findings.breaks("raid/choice", "before", players=[clan.name])
    if phase == "choice" and isinstance(choice, int) and is_known(table.display):
        cards = len(table.display)
        if choice > cards and table.choices["too_many_fingers"] == "refused":
            findings.breaks("raid/number", player=clan.name, number=choice, cards=cards)


def _waiting(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """storage/place, payment/reward: nothing waits when production ends; in raids only the reward of a card."""
    waiting, phase = clan.known("waiting", ()), table.known_phase
    ended = phase == "production" and clan.known("done", False)
    if waiting and (ended or phase in ("choice", "conflict")):
        findings.breaks("storage/place", "choose", player=clan.name, product=waiting[0])
    elif waiting and phase == "resolution" and not may_have_taken_a_card(table, clan):
        findings.breaks("payment/reward", player=clan.name, product=waiting[0])


def _raised(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """dice/each-once, altar/vikings: a die is raised before it is used, by Vikings that were given."""
    raised = clan.known("raised", {})
    for die in raised:
        if die in clan.known("dice_used", ()):
            findings.breaks("dice/each-once", player=clan.name, die=die)
    by = sum(raised.values())
    if unread(table.box, clan, ("production",)):
        return
    if raised and clan.is_known("altar", "developments") and by > clan.altar * raise_by(table, clan):
        findings.breaks("altar/vikings", "sheet", player=clan.name, count=by, vikings=clan.altar)


# ---------------------------------------------------------------- raids


def audit_raid(table: Table, raid: RaidView, findings: Findings) -> None:
    """conflict/same-card, conflict/crossed-out, conflict/highest: what the choices and bids have led to."""
    names = [contender.player for contender in raid.contenders]
    right = raid.known("right", names[0])
    if len(set(names)) != len(names):
        findings.breaks("conflict/same-card", "state", card=raid.card)
    if right is not None and right not in names:
        findings.breaks("conflict/same-card", player=right, card=raid.card)
    unclear = raid.step in ("attack", "help", "pay") and right is None
    if unclear or (raid.step == "bid" and len(names) == 1):
        findings.breaks("conflict/same-card", "state", card=raid.card)
    for contender in raid.contenders:
        _no_bids(raid, contender, findings)
        clan = table.clan(contender.player)
        _chosen(table, raid, clan, findings)
        _crossed_out(table.box, clan, sum(contender.known("shown", ())), findings)


def _no_bids(raid: RaidView, contender: ContenderView, findings: Findings) -> None:
    """conflict/same-card: only clans that are in a conflict bid, while it lasts."""
    bids = raid.step == "bid" and contender.known("status", "in") == "in"
    if contender.known("bid", None) is not None and not bids:
        findings.breaks("conflict/same-card", "state", card=raid.card)


def _chosen(table: Table, raid: RaidView, clan: ClanSheet, findings: Findings) -> None:
    """conflict/same-card: a clan raids the card that it has chosen. The numbers are those that were chosen until the
    first card of the round is taken.
    """
    display, choice = table.known_zone("display", ()), clan.known("choice", None)
    is_as_chosen = truth(lambda: len(display) == table.display_size) is True
    if is_as_chosen and isinstance(choice, int) and raid.card in display and choice != display.index(raid.card) + 1:
        findings.breaks("conflict/same-card", player=clan.name, card=raid.card)


def _crossed_out(box: Box, clan: ClanSheet, shown: int, findings: Findings) -> None:
    """conflict/crossed-out: Vikings that were shown are crossed out in the great hall."""
    if clan.is_known("hall", "vikings"):
        crossed = clan.hall - clan.vikings
        if shown + known_vikings_given(box, clan) > crossed >= 0:
            left = max(0, crossed - known_vikings_given(box, clan))
            findings.breaks("conflict/crossed-out", player=clan.name, count=shown, crossed=left)


def _each_once(raids: Sequence[RaidView], findings: Findings) -> None:
    """conflict/same-card: one raid on a card, and each clan in one of them."""
    cards: set[str] = set()
    names: set[str] = set()
    for raid in raids:
        if raid.card in cards:
            findings.breaks("conflict/same-card", "state", card=raid.card)
        cards.add(raid.card)
        here = {contender.player for contender in raid.contenders}
        for name in sorted(here & names):
            findings.breaks("conflict/same-card", player=name, card=raid.card)
        names |= here


def _order(table: Table, raids: Sequence[RaidView], findings: Findings) -> None:
    """raids/order, conflict/same-card: raids on cards that lie there, in the order of their numbers."""
    if is_unknown(table.display):
        return
    number = {card: place for place, card in enumerate(table.display)}
    for first, second in pairwise([raid.card for raid in raids if raid.card in number]):
        if number[first] > number[second]:
            findings.breaks("raids/order", first=second, card=first)
    for raid in raids:
        if raid.step != "over" and raid.card not in number:
            findings.breaks("conflict/same-card", "state", card=raid.card)


def _right(raid: RaidView, findings: Findings) -> None:
    """conflict/highest: who was beaten, has retreated or could not pay does not have the right."""
    right = raid.known("right", None)
    for contender in raid.contenders:
        if contender.player == right and contender.known("status", "in") != "in":
            findings.breaks("conflict/highest", "out", player=contender.player, card=raid.card)


def _roll(table: Table, raid: RaidView, findings: Findings) -> None:
    """raids/defence, payment/unable: a roll that lies was high enough, by a clan that can pay, or may be helped."""
    right, cards = raid.known("right", None), table.box.cards
    if raid.step not in ("help", "pay") or cards is None or raid.card not in cards:
        return
    if right not in table.order or is_unknown(raid.dice):
        return
    clan = table.clan(right)
    if unread(table.box, clan, ("raid",)):
        return
    if raid.dice and (is_unknown(clan.help_plus) or is_unknown(clan.developments)):
        return
    defence = cards[raid.card].defence
    total = known_total(table, clan, raid) if raid.dice else 0
    if not raid.dice or (total >= defence) != (raid.step == "pay"):
        findings.breaks("raids/defence", player=clan.name, total=total, defence=defence)
    elif raid.step == "pay" and is_able_to_pay(table, clan, raid.card) is False:
        findings.breaks("payment/compulsory", "unable", player=clan.name, card=raid.card)


# ---------------------------------------------------------------- bids


def _bids(table: Table, raid: RaidView, findings: Findings) -> None:
    """conflict/own-vikings, conflict/fingers: a bid is one that could be made."""
    for contender in raid.contenders:
        name, bid = contender.player, contender.known("bid", None)
        if isinstance(bid, int) and bid and raid.step == "bid" and contender.known("status", None) == "in":
            vikings = table.clan(name).known("vikings", bid)
            if bid > vikings:
                findings.breaks("conflict/own-vikings", player=name, vikings=vikings, count=bid)
            check_fingers(table, name, bid, findings)
        for shown in contender.known("shown", ()):
            check_fingers(table, name, shown, findings)


def _passes(table: Table, raid: RaidView, findings: Findings) -> None:
    """conflict/highest, conflict/tied-only, retreat/out: the right and who bids again, by the bids shown."""
    known = all(contender.is_known("shown", "status") for contender in raid.contenders)
    if raid.step == "over" or is_unknown(raid.right) or not known or table.choices.peek("tied_vikings") == "kept":
        return  # bids that were kept are not written down
    fighting = fighting_for(table, raid)
    still_in = {contender.player: contender.shown for contender in table.bidders(raid)}
    if raid.right is None:
        for name in still_in:
            if fighting and len(fighting) > 1 and name not in fighting:
                findings.breaks("conflict/tied-only", player=name, players=fighting)
            elif fighting and len(fighting) == 1 and name not in fighting:
                findings.breaks("conflict/highest", winner=fighting[0], card=raid.card, player=name)
    elif raid.right in still_in and fighting != [raid.right]:  # ``_right`` names a clan that is out of it
        if still_in[raid.right][-1:] == (0,):
            findings.breaks("retreat/out", player=raid.right, card=raid.card)
        else:
            findings.breaks("conflict/highest", "bids", player=raid.right, card=raid.card)


def _without_the_right(table: Table, raid: RaidView) -> set[str]:
    """The clans that had the right to raid and have lost it: they did not pay, or, where that passes the right on,
    they rolled too low or could not pay and retreat.
    """
    passed_on = may_retreat_after_a_roll(table)
    return {
        contender.player
        for contender in raid.contenders
        if contender.status == "failed"
        or (passed_on and contender.status in ("retreating", "retreated") and any(contender.shown[-1:]))
    }


def fighting_for(table: Table, raid: RaidView) -> list[str] | None:
    """Who is still in the running after the passes that were shown: one clan has the right, several have to bid.
    None if the passes do not fit together.
    """
    heirs_bid, all_again = table.choices.peek("equal_heirs") == "bid-again", table.choices.peek("bid_again") == "all"
    shown = {contender.player: list(contender.shown) for contender in raid.contenders}
    failed = _without_the_right(table, raid)
    given = dict.fromkeys(shown, 0)
    beaten: list[str] = []
    group = list(shown)
    while True:
        if len(group) == 1 and group[0] in failed:
            group = []
        elif len(group) == 1 or (group and not any(shown[name] for name in group)):
            return group if not any(shown.values()) else None
        elif group:
            if not all(shown[name] for name in group):
                return None
            bids = {name: shown[name].pop(0) for name in group}
            most = max(bids.values())
            for name, bid in bids.items():
                given[name] += bid
            group = [name for name, bid in bids.items() if bid == most > 0]
            if all_again and len(group) > 1:
                group = [name for name, bid in bids.items() if bid]
            beaten += [name for name, bid in bids.items() if bid and name not in group]
            if not group and not failed:
                return group
        if not group:
            most = max((given[name] for name in beaten), default=0)
            group = [name for name in beaten if given[name] == most]
            beaten = [name for name in beaten if name not in group]
            if not group or (len(group) > 1 and not heirs_bid):
                return []
