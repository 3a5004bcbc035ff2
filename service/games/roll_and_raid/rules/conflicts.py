"""2.2. Resolución de conflictos: clans that chose the same card bid Vikings for it. Retirada."""

from collections.abc import Collection
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import Bid, Retreat
from schemas.roll_and_raid_pack import SafeRetreatEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet, ContenderView, RaidView
from service.games.roll_and_raid.die_values import at_least, stock
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.pack import AT_HAND
from service.games.roll_and_raid.rules.heirs import are_heirs_known, others_in, pass_to_heirs
from service.games.roll_and_raid.rules.other import unread
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.table import Table, has_lost_the_right
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import Truth, Unknown, all_of, any_of, is_known, is_unknown, none_of

PAYMENTS = ("viking", "axe", "ship")
LIMITS = {"ten": 10, "five": 5, "none": None}
"""The most Vikings in one bid, by the house rule ``bid_limit``."""
LEAST_LIMIT = min(filter(None, LIMITS.values()))


# ---------------------------------------------------------------- the bid


def check_bid(table: Table, move: Bid, findings: Findings) -> None:
    check_turn(table, "bid", move.player, findings)
    if is_unknown(table.raids) and is_known(table.phase):
        findings.needs("raid-known")
    if move.vikings != HIDDEN:
        check_vikings_bid(table, move.player, move.vikings, findings)
        check_bids_open(table, move.player, findings, kept_back=True)


def check_bids_open(table: Table, player: str, findings: Findings, *, kept_back: bool) -> None:
    """conflict/bid: it is assumed that the pass is not over where bids of others are unknown; ``kept_back``: where
    they are made and still secret, too.
    """
    if is_unknown(table.raids):
        findings.assumes("bids-open", player=player)
    raid = table.raid_to_act_in(player)
    if raid is None or raid.step != "bid":
        return
    fighting = [contender for contender in others_in(raid, player) if contender.known("status", "in") == "in"]
    if any(_is_known_to_bid(contender) for contender in fighting):
        return
    if not all(contender.is_known("status") and _is_bid_known(contender, kept_back) for contender in fighting):
        findings.assumes("bids-open", player=player)
    elif fighting and has_lost_the_right(raid) and not are_heirs_known(raid, but=player):
        findings.needs("raid-known")


def _is_known_to_bid(contender: ContenderView) -> bool:
    """Whether a clan is known to be in the running and not to have bid yet."""
    return contender.known("status", None) == "in" and contender.known("bid", HIDDEN) is None


def _is_bid_known(contender: ContenderView, kept_back: bool) -> bool:
    return contender.is_known("bid") and not (kept_back and contender.bid == HIDDEN)


def check_vikings_bid(table: Table, player: str, count: int, findings: Findings) -> None:
    """conflict/own-vikings, conflict/fingers, conflict/no-vikings, retreat/fist."""
    clan = table.clan(player)
    some = at_least(clan, "vikings", 1)
    if count == 0:
        findings.allows(*(("retreat/fist",) if some is True else ("conflict/no-vikings", "retreat/fist")))
    else:
        assume = stock(clan, "vikings", count)
        findings.requires("conflict/no-vikings", some, assume=assume, cite=False, player=player)
        findings.requires(
            "conflict/own-vikings",
            at_least(clan, "vikings", count),
            assume=assume,
            cite=False,
            player=player,
            vikings=lambda: clan.vikings,
            count=count,
        )
    check_fingers(table, player, count, findings)
    findings.allows("conflict/own-vikings", "conflict/fingers")


def check_fingers(table: Table, player: str, count: int, findings: Findings) -> None:
    """conflict/fingers: the house rule is asked for only where it bears."""
    if count > LEAST_LIMIT:
        limit = LIMITS[table.choices["bid_limit"]]
        few = limit is None or count <= limit
        findings.requires("conflict/fingers", few, cite=False, limit=limit, player=player, count=count)


def apply_bid(draft: Draft, move: Bid) -> None:
    raid = draft.raid_to_act_in(move.player)
    if raid is not None:
        raid = draft.change_contender(raid.card, move.player, bid=move.vikings, status="in")
    draft.event("bid", "conflict/bid", player=move.player)
    if raid is not None:
        end_assumed_pass(draft, raid)


def end_assumed_pass(draft: Draft, raid: RaidView) -> None:
    """Compare the bids after the last one where the raid under way is unknown: that it is this one is assumed."""
    if is_unknown(draft.current_raid) and is_resolvable(draft, raid):
        resolve_bids(draft, raid)


# ---------------------------------------------------------------- the bids are compared


def is_resolvable(table: Table, raid: RaidView) -> bool:
    """Whether all bids of a pass are known, and who is in the running."""
    if raid.step != "bid" or "retreating" in raid.statuses or UNSET in raid.statuses:
        return False
    fighting = table.bidders(raid)
    if not fighting or not all(isinstance(contender.bid, int) for contender in fighting):
        return False
    if any(unread(table.box, table.clan(contender.player), ("raid",)) for contender in fighting):
        return False  # what a text of the pack makes of the bids is for the table to say
    all_fists = not any(contender.bid for contender in fighting)
    return not (all_fists and has_lost_the_right(raid)) or are_heirs_known(raid)


def resolve_bids(draft: Draft, raid: RaidView) -> None:
    """The bids of a pass are compared."""
    _compare_bids(draft, raid, {contender.player: contender.bid for contender in draft.bidders(raid)})


def _compare_bids(draft: Draft, raid: RaidView, bids: dict[str, int]) -> None:
    """conflict/crossed-out, conflict/highest, conflict/tie, conflict/tied-only, conflict/all-fists."""
    most = max(bids.values())
    top = [player for player, bid in bids.items() if bid == most]
    again = _who_bids_again(draft, bids, top) if most > 0 and len(top) > 1 else []
    kept = again if again and draft.choices["tied_vikings"] == "kept" else []
    for player, bid in bids.items():
        if player in kept:
            draft.event("kept", "conflict/tied-paid", player=player, vikings=bid)
        else:
            _cross_out(draft, player, bid, "conflict/tied-paid" if player in again else "conflict/crossed-out")
        if 0 < bid < most and player not in again:
            draft.event("beaten", "retreat/losers", player=player, card=raid.card)
    running = again or top
    after = {player: _after_pass(raid, player, bid, running, kept) for player, bid in bids.items()}
    if most == 0:
        raid = draft.change_raid(raid.card, after, step="over", right=None)
        if has_lost_the_right(raid):
            pass_to_heirs(draft, raid, "conflict/all-fists")  # the heirs are out; the next bid after theirs is not
        else:
            draft.event("card-stays", "conflict/all-fists", card=raid.card)
    elif again:
        draft.change_raid(raid.card, after)
        draft.event("tied", "conflict/tie", card=raid.card, players=top)
        if any(0 < bid < most for bid in bids.values()):
            kind = "bid-again" if len(again) == len(top) else "all-bid-again"
            draft.event(kind, "conflict/tied-only", card=raid.card, players=again)
    else:
        draft.change_raid(raid.card, after, step="attack", right=top[0])
        draft.event("won-right", "conflict/highest", player=top[0], card=raid.card)
    for player in [player for player, bid in bids.items() if bid == 0]:
        draft.event("retreats", "retreat/fist", player=player, card=raid.card)
        excuse(draft, raid.card, player)


def _who_bids_again(draft: Draft, bids: dict[str, int], top: list[str]) -> list[str]:
    """conflict/tied-only: the clans tied for the highest bid; or all that have not retreated, where that is agreed.
    The house rule is asked for only where it bears.
    """
    able = [player for player, bid in bids.items() if bid]
    return top if len(able) == len(top) or draft.choices["bid_again"] == "tied" else able


def _cross_out(draft: Draft, player: str, bid: int, rule: str) -> None:
    """conflict/crossed-out, conflict/tied-paid."""
    if bid:
        draft.add(player, vikings=-bid)
    draft.event("shown", rule, player=player, vikings=bid)


def _after_pass(
    raid: RaidView, player: str, bid: int, running: Collection[str], kept: Collection[str]
) -> dict[str, Any]:
    """A clan in a raid after a pass: what it has shown so far, and whether it is still in the running."""
    shown = next(contender.shown for contender in raid.contenders if contender.player == player)
    status = "retreating" if bid == 0 else "in" if player in running else "beaten"
    zones = {"bid": None, "status": status}
    return zones if isinstance(shown, Unknown) or player in kept else {**zones, "shown": (*shown, bid)}


# ---------------------------------------------------------------- Retirada


def check_retreat(table: Table, move: Retreat, findings: Findings) -> None:
    """retreat/pay."""
    check_turn(table, "retreat", move.player, findings)
    if move.pay == "house":
        findings.breaks("retreat/pay", "house", player=move.player)
        return
    clan, zone = table.clan(move.player), AT_HAND[move.pay]
    findings.requires(
        "retreat/pay",
        at_least(clan, zone, 1),
        assume=stock(clan, zone, 1),
        cite=False,
        player=move.player,
        product=move.pay,
    )
    if is_unknown(is_last_retreat(table, move.player)):
        findings.assumes("round-goes-on", player=move.player)


def is_last_retreat(table: Table, player: str) -> Truth:
    """Whether nothing is left to do in the raids once this clan has retreated."""
    raids = table.raids
    if is_unknown(raids):
        return raids  # type: ignore[no-any-return]
    others = [contender for raid in raids for contender in others_in(raid, player)]
    return all_of(all(raid.step == "over" for raid in raids), none_of(*map(is_retreating, others)))


def is_retreating(contender: ContenderView) -> Truth:
    """Whether a clan has still to pay for its retreat."""
    status = contender.status
    return status if isinstance(status, Unknown) else bool(status == "retreating")


def in_retreat(table: Table) -> list[tuple[str, str]]:
    """The clans that are known to have still to pay for a retreat, each with the card: in the raid under way, or in
    any where it is unknown which one is.
    """
    now = table.current_raid
    raids = table.known_raids() if isinstance(now, Unknown) else () if now is None else (now,)
    return [(raid.card, player) for raid in raids for player in raid.known_retreating]


def apply_retreat(draft: Draft, move: Retreat) -> None:
    raid = draft.raid_to_act_in(move.player)
    draft.add(move.player, **{AT_HAND[move.pay]: -1})
    if raid is not None:
        draft.change_contender(raid.card, move.player, status="retreated")
    draft.event("retreat-paid", "retreat/pay", player=move.player, good=move.pay)


def retreat(draft: Draft, card: str, player: str) -> None:
    """retreat/pay: what is paid is for the clan to choose, even where it has one thing only."""
    if not excuse(draft, card, player):
        draft.change_contender(card, player, status="retreating")


def excuse(draft: Draft, card: str, player: str) -> bool:
    """retreat/nothing, development/effect: a clan without anything to choose from retreats without a payment."""
    clan = draft.clan(player)
    if is_safe(draft, clan) is True:
        draft.event("retreat-safe", "development/effect", player=player)
    elif has_nothing(clan) is True:
        draft.event("retreat-free", "retreat/nothing", player=player)
    else:
        return False
    draft.change_contender(card, player, status="retreated")
    return True


def is_excused(table: Table, player: str) -> Truth:
    """Whether a clan has nothing to pay with, or is spared the payment."""
    clan = table.clan(player)
    return any_of(is_safe(table, clan), has_nothing(clan))


def is_safe(table: Table, clan: ClanSheet) -> Truth:
    """development/effect: whether a development spares a clan the payment for its retreat."""
    if table.possible_effects(clan, SafeRetreatEffect):
        return clan.developments  # type: ignore[no-any-return]
    return bool(table.known_effects(clan, SafeRetreatEffect))


def has_nothing(clan: ClanSheet) -> Truth:
    """retreat/nothing: whether a clan has neither Vikings nor axes nor ships."""
    return all_of(*(count if isinstance(count, Unknown) else count == 0 for count in clan.at_hand))
