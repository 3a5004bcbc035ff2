"""Contradictions between the phase and what is told of it: choices, dice, raids that cannot stand as they are told.

Held against the table as it came: what happens by itself would hide some of them.
"""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import UNSET

from schemas.roll_and_raid import Clan, Raid, State
from service.games.roll_and_raid.production import raise_by
from service.games.roll_and_raid.rules.conflicts import too_many
from service.games.roll_and_raid.rules.raids import total_of
from service.games.roll_and_raid.table import Table, help_bought
from service.referee.findings import Findings

BEFORE_CHOICE = ("setup", "start", "production")
RAIDING = ("choice", "conflict", "resolution")


def contradictions(table: Table, findings: Findings) -> None:
    state = table.sent_state
    _phase(state, findings)
    before = state.phase in BEFORE_CHOICE
    for clan in state.players:
        if not before or clan.choice is not None:
            _choice(table, clan, findings)
        if clan.raised:
            _raised(table, clan, findings)
    if state.raids:
        _once(state.raids, findings)
        _order(state, findings)
        for raid in state.raids:
            _right(raid, findings)
            _roll(table, raid, findings)
            if len(raid.clans) > 1:
                _bids(table, raid, findings)
                _passes(table, raid, findings)


def _phase(state: State, findings: Findings) -> None:
    """production/roll, round/phases: dice and raids in their phases only."""
    if state.dice and state.phase in ("setup", "start"):
        findings.breaks("production/roll")
    if state.raids and state.phase not in (UNSET, "conflict", "resolution"):
        findings.breaks("round/phases", phase=state.phase)


def _choice(table: Table, clan: Clan, findings: Findings) -> None:
    """raid/choice, raid/number, storage/place: production is over for all before anybody chooses."""
    state = table.sent_state
    early = state.phase in BEFORE_CHOICE and clan.choice not in (UNSET, None)
    if early or (state.phase in RAIDING and clan.done is False):
        findings.breaks("raid/choice", "before", players=[clan.name])
    if state.phase in ("choice", "conflict") and clan.waiting:
        findings.breaks("storage/place", "choose", player=clan.name, product=clan.waiting[0])
    if state.phase == "choice" and state.display is not UNSET and isinstance(clan.choice, int):
        cards = len(state.display)
        if clan.choice > cards and table.choices["too_many_fingers"] == "refused":
            findings.breaks("raid/number", player=clan.name, number=clan.choice, cards=cards)


def _raised(table: Table, clan: Clan, findings: Findings) -> None:
    """dice/each-once, altar/vikings: a die is raised before it is used, by Vikings that were given."""
    for die in clan.raised or {}:
        if die in (clan.dice_used or ()):
            findings.breaks("dice/each-once", player=clan.name, die=die)
    by = sum((clan.raised or {}).values())
    if clan.altar is not UNSET and clan.developments is not UNSET and by > clan.altar * raise_by(table, clan):
        findings.breaks("altar/vikings", "sheet", player=clan.name, count=by, vikings=clan.altar)


# ---------------------------------------------------------------- Raids


def _once(raids: Sequence[Raid], findings: Findings) -> None:
    """conflict/same-card: one raid on a card, and each clan in one of them."""
    cards: set[str] = set()
    names: set[str] = set()
    for raid in raids:
        if raid.card in cards:
            findings.breaks("conflict/same-card", "told", card=raid.card)
        cards.add(raid.card)
        here = {contender.player for contender in raid.clans}
        for name in sorted(here & names):
            findings.breaks("conflict/same-card", player=name, card=raid.card)
        names |= here


def _order(state: State, findings: Findings) -> None:
    """raids/order, conflict/same-card: raids on cards that lie there, in the order of their numbers."""
    if state.display is UNSET:
        return
    number = {card: place for place, card in enumerate(state.display)}
    told = [raid.card for raid in state.raids or () if raid.card in number]
    for first, second in pairwise(told):
        if number[first] > number[second]:
            findings.breaks("raids/order", first=second, card=first)
    for raid in state.raids or ():
        if raid.step != "over" and raid.card not in number:
            findings.breaks("conflict/same-card", "told", card=raid.card)


def _right(raid: Raid, findings: Findings) -> None:
    """conflict/highest: who was beaten, has retreated or could not pay does not have the right."""
    for contender in raid.clans:
        if contender.player == raid.right and contender.status not in (UNSET, "in"):
            findings.breaks("conflict/highest", "told", player=contender.player, card=raid.card)


def _roll(table: Table, raid: Raid, findings: Findings) -> None:
    """raids/defence: a roll that lies was high enough to pay, or too low and may be helped."""
    clan = table.by_name.get(raid.right or "")
    cards = table.box.cards
    if raid.step not in ("help", "pay") or clan is None or cards is None or raid.card not in cards:
        return
    untold = help_bought(clan)[0] is UNSET or clan.developments is UNSET
    if raid.dice is UNSET or (raid.dice and untold):
        return
    defence = cards[raid.card].defence
    total = total_of(table, clan, raid) if raid.dice else 0
    if not raid.dice or (total >= defence) != (raid.step == "pay"):
        findings.breaks("raids/defence", player=clan.name, total=total, defence=defence)


# ---------------------------------------------------------------- Conflicts


def _bids(table: Table, raid: Raid, findings: Findings) -> None:
    """conflict/own-vikings, conflict/fingers: a bid that is told is one that could be made."""
    clans = {clan.name: clan for clan in table.sent_state.players}
    for contender in raid.clans:
        name, bid = contender.player, contender.bid
        if isinstance(bid, int) and bid and raid.step == "bid" and contender.status == "in":
            vikings = clans[name].vikings if name in clans else UNSET
            if vikings is not UNSET and bid > vikings:
                findings.breaks("conflict/own-vikings", player=name, vikings=vikings, count=bid)
            too_many(table, name, bid, findings)
        for shown in contender.shown or ():
            too_many(table, name, shown, findings)


def _passes(table: Table, raid: Raid, findings: Findings) -> None:
    """conflict/highest, conflict/tied-only, retreat/out: the right and who bids again, by the bids shown."""
    untold = any(contender.shown is UNSET or contender.status is UNSET for contender in raid.clans)
    if raid.step == "over" or raid.right is UNSET or untold:
        return
    fighting = fighting_for(raid, bid_again=table.choices.peek("equal_heirs") == "bid-again")
    still_in = {contender.player: contender.shown or () for contender in raid.clans if contender.status == "in"}
    if raid.right is None:
        for name in still_in:
            if fighting and len(fighting) > 1 and name not in fighting:
                findings.breaks("conflict/tied-only", player=name, players=fighting)
            elif fighting and len(fighting) == 1 and name not in fighting:
                findings.breaks("conflict/highest", winner=fighting[0], card=raid.card, player=name)
    elif raid.right in still_in and fighting != [raid.right]:  # who is out of it is told by ``_right``
        if still_in[raid.right][-1:] == (0,):
            findings.breaks("retreat/out", player=raid.right, card=raid.card)
        else:
            findings.breaks("conflict/highest", "bids", player=raid.right, card=raid.card)


def fighting_for(raid: Raid, *, bid_again: bool) -> list[str] | None:
    """Who is still in the running after the passes that were shown: one clan has the right, several have to bid.
    None where the passes do not fit together.
    """
    shown = {contender.player: list(contender.shown or ()) for contender in raid.clans}
    failed = {contender.player for contender in raid.clans if contender.status == "failed"}
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
            beaten += [name for name, bid in bids.items() if 0 < bid < most]
            group = [name for name, bid in bids.items() if bid == most > 0]
            if not group and not failed:
                return group
        if not group:
            most = max((given[name] for name in beaten), default=0)
            group = [name for name in beaten if given[name] == most]
            beaten = [name for name in beaten if name not in group]
            if not group or (len(group) > 1 and not bid_again):
                return []
