"""2.2. Resolución de conflictos: clans that chose the same card bid Vikings for it. Retirada."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.roll_and_raid import Bid, Clan, Raid, Retreat
from schemas.roll_and_raid_pack import SafeRetreatEffect
from service.games.roll_and_raid.die_values import has
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.pack import AT_HAND
from service.games.roll_and_raid.rules.heirs import has_failed, heirs_of, pass_to_heirs, without
from service.games.roll_and_raid.table import Table, at_hand
from service.referee.findings import Findings

PAYMENTS = ("viking", "axe", "ship")
LIMITS = {"ten": 10, "five": 5, "none": None}
"""The most Vikings in one bid, by the house rule ``bid_limit``."""
LEAST_LIMIT = min(filter(None, LIMITS.values()))


# ---------------------------------------------------------------- conflict/bid, conflict/own-vikings


def check_bid(table: Table, move: Bid, findings: Findings) -> None:
    """conflict/own-vikings, conflict/fingers, conflict/no-vikings, retreat/fist."""
    may(table, "bid", move.player, findings)
    if table.state.raids is UNSET and table.state.phase is not UNSET:
        findings.needs("raid-told")
    if move.vikings != "?":
        check_number_bid(table, move.player, move.vikings, findings)
        still_bidding(table, move.player, ("?", UNSET), findings)


def still_bidding(table: Table, player: str, unknown: tuple[Any, ...], findings: Findings) -> None:
    """conflict/bid: where bids of others are not known, it is assumed that the pass is not over."""
    raid = table.raid_for(player)
    if table.state.raids is UNSET:
        findings.assumes("bids-open", player=player)
    others = [] if raid is None or raid.step != "bid" else without(raid, player)
    able = [other for other in others if other.status in ("in", UNSET)]
    if any(other.status == "in" and other.bid is None for other in able):
        return
    if any(other.status is UNSET or other.bid in unknown for other in able):
        findings.assumes("bids-open", player=player)
    elif raid is not None and able and has_failed(raid) and heirs_of(replace(raid, clans=tuple(others))) is None:
        findings.needs("raid-told")


def check_number_bid(table: Table, player: str, count: int, findings: Findings) -> None:
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


def apply_bid(draft: Draft, move: Bid) -> None:
    raid = draft.raid_for(move.player)
    if raid is not None:
        raid = draft.change_contender(raid.card, move.player, bid=move.vikings, status="in")
    draft.event("bid", "conflict/bid", player=move.player)
    if raid is not None and draft.raid_now() is UNSET:  # that it is time for this raid is assumed
        resolve_bids(draft, raid)


def resolve_bids(draft: Draft, raid: Raid) -> bool:
    """A pass is resolved when all bids are told, and who is in the running."""
    retreating = [contender.player for contender in raid.clans if contender.status == "retreating"]
    if retreating:
        return any(excuse(draft, raid.card, name) for name in retreating)
    if any(contender.status is UNSET for contender in raid.clans):
        return False
    bids = [contender.bid for contender in raid.clans if contender.status == "in"]
    if raid.step != "bid" or not bids or not all(isinstance(bid, int) for bid in bids):
        return False
    failed = any(contender.status == "failed" for contender in raid.clans)
    if failed and not any(bids) and heirs_of(raid) is None:
        return False
    resolve_pass(draft, raid)
    return True


def resolve_pass(draft: Draft, raid: Raid) -> None:
    """conflict/crossed-out, conflict/highest, conflict/tie, conflict/tied-only, conflict/all-fists."""
    fighting = [contender for contender in raid.clans if contender.status == "in"]
    bids = {contender.player: contender.bid for contender in fighting if isinstance(contender.bid, int)}
    most = max(bids.values())
    top = [name for name, bid in bids.items() if bid == most]
    tied = most > 0 and len(top) > 1
    for contender in fighting:
        bid = bids[contender.player]
        if bid:
            draft.add(contender.player, vikings=-bid)
        rule = "conflict/tied-paid" if tied and bid == most else "conflict/crossed-out"
        draft.event("shown", rule, player=contender.player, vikings=bid)
        status = "retreating" if bid == 0 else "in" if bid == most else "beaten"
        shown = UNSET if contender.shown is UNSET else (*contender.shown, bid)
        draft.change_contender(raid.card, contender.player, shown=shown, bid=None, status=status)
        if status == "beaten":
            draft.event("beaten", "retreat/losers", player=contender.player, card=raid.card)
    if most == 0:
        raid = draft.change_raid(raid.card, step="over", right=None)
        if any(other.status == "failed" for other in raid.clans):
            pass_to_heirs(draft, raid, "conflict/all-fists")  # the heirs are out; the next bid after theirs is not
        else:
            draft.event("card-stays", "conflict/all-fists", card=raid.card)
    elif tied:
        draft.event("tied", "conflict/tie", card=raid.card, players=top)
        if len(top) < len(bids):
            draft.event("bid-again", "conflict/tied-only", card=raid.card, players=top)
    else:
        draft.change_raid(raid.card, step="attack", right=top[0])
        draft.event("won-right", "conflict/highest", player=top[0], card=raid.card)
    for name, bid in bids.items():
        if bid == 0:
            draft.event("retreats", "retreat/fist", player=name, card=raid.card)
            retreat(draft, raid.card, name)


# ---------------------------------------------------------------- Retirada


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


def apply_retreat(draft: Draft, move: Retreat) -> None:
    pay_retreat(draft, draft.raid_for(move.player), move.player, move.pay)


def pay_retreat(draft: Draft, raid: Raid | None, name: str, pay: str) -> None:
    draft.add(name, **{AT_HAND[pay]: -1})
    if raid is not None:
        draft.change_contender(raid.card, name, status="retreated")
    draft.event("retreat-paid", "retreat/pay", player=name, good=pay)


def retreat(draft: Draft, card: str, name: str, *, pays: bool = False) -> None:
    """retreat/pay: what is paid is for the clan to choose, even where it has one thing only. ``pays``: that it can
    and must pay is assumed where it is not known.
    """
    draft.change_contender(card, name, status="retreating")
    if not excuse(draft, card, name) and not pays and _perhaps_excused(draft, draft.by_name.get(name)):
        draft.change_contender(card, name, status=UNSET)


def _perhaps_excused(draft: Draft, clan: Clan | None) -> bool:
    """Whether something unknown may make a payment impossible or needless."""
    if clan is None:
        return True
    stock = at_hand(clan)
    return bool(draft.box.might(clan.developments, SafeRetreatEffect)) or (
        UNSET in stock and not any(count for count in stock if count is not UNSET)
    )


def excuse(draft: Draft, card: str, name: str) -> bool:
    """retreat/nothing, development/effect: a clan without anything to choose from retreats without a payment."""
    clan = draft.by_name.get(name)
    if clan is None:
        return False
    if draft.box.effects(clan.developments, SafeRetreatEffect):
        draft.event("retreat-safe", "development/effect", player=name)
    elif at_hand(clan) == (0, 0, 0):
        draft.event("retreat-free", "retreat/nothing", player=name)
    else:
        return False
    draft.change_contender(card, name, status="retreated")
    return True
