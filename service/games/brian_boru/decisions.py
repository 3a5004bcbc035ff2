"""What speaks for and against a decision of the upkeep."""

from msgspec import UNSET

from schemas.brian_boru import Build, Pending, Raid, Settle, Wed
from service.games.brian_boru.inference import card_regions, losers_of
from service.games.brian_boru.may import may
from service.games.brian_boru.table import Table
from service.games.brian_boru.upkeep import ENOUGH_DISCS
from service.referee.findings import Findings


def due(table: Table) -> Pending | None:
    """The decision that is to be made now."""
    pending = table.state.pending
    return pending[0] if pending else None


# ---------------------------------------------------------------- Marriage step


def check_settle(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/region-town, marriage/any-town: a town without a disc, and on a card in its region."""
    may(table, "settle", move.player, findings)
    pending = due(table)
    if _step_unknown(table, "marriage"):
        _may_settle(table, move, findings)
    by_card = pending.decision == "card-town" if pending else not _may_be_for_the_space(table, move.player)
    rule = "marriage/region-town" if by_card else "marriage/any-town"
    free = table.is_free(move.town)
    if free is None:
        findings.assumes("region-free" if by_card else "any-free", town=move.town)
    elif not free:
        findings.breaks(rule, town=move.town)
    if by_card and pending is not None:
        regions = {pending.region} if pending.region else card_regions(table, pending.player)
        _in_the_region(table, move, regions, findings)
    findings.allows(rule)


def _in_the_region(table: Table, move: Settle, regions: set[str] | None, findings: Findings) -> None:
    """marriage/region-town: in the region of the card, as far as it is known which card it is."""
    if regions and table.box.towns[move.town].region not in regions:
        findings.breaks("marriage/region-town", "elsewhere", town=move.town, region=sorted(regions)[0])
    elif regions is None or len(regions) > 1:
        findings.assumes("card-region", player=move.player, town=move.town)


def _step_unknown(table: Table, phase: str) -> bool:
    """Whether this may be the step that is on, and its decisions are not known."""
    return table.state.pending is UNSET and table.state.phase in (UNSET, phase)


def _may_be_for_the_space(table: Table, player: str) -> bool:
    """marriage/any-town: whether the player may stand on a space that gives a town."""
    space = table.by_name[player].marriage
    return space is UNSET or table.box.pack.track[min(space, table.box.top)].town


def _may_settle(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/highest, marriage/region-town: on the space of a town, or highest and in the region of the card."""
    box = table.box
    if table.by_name[move.player].marriage is UNSET:
        findings.assumes("highest", player=move.player)
        findings.assumes("card-region", player=move.player, town=move.town)
    if _may_be_for_the_space(table, move.player):
        return
    card = box.marriages.get(str(table.state.marriage_card))
    highest = _stands_highest(table, move.player, findings)
    if highest and card is not None and box.towns[move.town].region != card.region:
        findings.breaks("marriage/region-town", "elsewhere", town=move.town, region=card.region or "-")
    elif highest and card is None:
        _in_the_region(table, move, card_regions(table, move.player), findings)


def _stands_highest(table: Table, player: str, findings: Findings) -> bool:
    """marriage/highest: whether nobody told stands higher, and the player not at the start."""
    told = {name: other.marriage for name, other in table.by_name.items() if other.marriage is not UNSET}
    highest = max(told, key=told.__getitem__, default=player)
    if player in told and (not told[player] or told[highest] > told[player]):
        findings.breaks("marriage/highest", "turn", player=player, turn=highest if told[highest] else "-")
        return False
    if len(told) != table.count:
        findings.assumes("highest", player=player)
    return True


def check_wed(table: Table, move: Wed, findings: Findings) -> None:
    """marriage/princess."""
    may(table, "wed", move.player, findings)
    if table.state.marriage_card not in (UNSET, "?", table.box.princess):
        findings.breaks("marriage/princess", "another")
    elif _step_unknown(table, "marriage") and table.state.marriage_card != table.box.princess:
        findings.assumes("princess-up")
    if _step_unknown(table, "marriage"):
        _stands_highest(table, move.player, findings)
    findings.allows("marriage/princess")


# ---------------------------------------------------------------- Battle step


def check_raid(table: Table, move: Raid, findings: Findings) -> None:
    """battle/losers-town, battle/loser-order, battle/most-chooses, battle/tied-most."""
    pending = due(table)
    later = any(
        other.loser == move.loser and other.player == move.player for other in (table.state.pending or ())[1:]
    )
    if not later:  # who decides this one later is only too early, not the wrong one
        may(table, "raid", move.player, findings)
    if pending is not None and pending.decision == "raid":
        _next_loser(table, move, pending, findings)
    if _step_unknown(table, "battle"):
        _may_raid(table, move, findings)
    held = table.held(move.town)
    if table.state.towns is UNSET:
        findings.assumes("loses", town=move.town, player=move.loser)
    elif held is None or held.disc != move.loser:
        findings.breaks("battle/losers-town", town=move.town, player=move.loser)
    elif held.viking:
        findings.breaks("battle/losers-town", "viking", town=move.town, player=move.loser)
    else:
        findings.allows("battle/losers-town")
    findings.allows("battle/fewest")


def _next_loser(table: Table, move: Raid, pending: Pending, findings: Findings) -> None:
    """battle/fewest, battle/loser-order: whether the move is about the one who loses a town now."""
    waiting = [other.loser for other in table.state.pending or ()]
    if pending.loser is UNSET:
        told = {name: player.raiders for name, player in table.by_name.items() if player.raiders is not UNSET}
        if move.loser in told and min(told.values()) < told[move.loser]:
            losers = [name for name, count in told.items() if count == min(told.values())]
            findings.breaks("battle/fewest", loser=move.loser, losers=losers)
        elif move.loser in waiting:
            findings.breaks("battle/loser-order", loser=move.loser, first="-")
        else:
            findings.assumes("next-loser", player=move.loser)
    elif pending.loser == move.loser:
        if len(waiting) > 1:
            findings.allows("battle/loser-order")
    elif move.loser in waiting or UNSET in waiting:
        findings.breaks("battle/loser-order", loser=move.loser, first=pending.loser)
    else:
        findings.breaks("battle/fewest", loser=move.loser, losers=waiting)


def _may_raid(table: Table, move: Raid, findings: Findings) -> None:
    """battle/fewest, battle/most-chooses, battle/tied-most: who loses and who chooses, as far as told."""
    told = {name: player.raiders for name, player in table.by_name.items() if player.raiders is not UNSET}
    if table.state.raiders == 0:
        findings.breaks("battle/fewest", "repelled")
    elif move.loser in told and min(told.values()) < told[move.loser]:
        losers = [name for name, count in told.items() if count == min(told.values())]
        findings.breaks("battle/fewest", loser=move.loser, losers=losers)
    elif table.count == len(told):
        losers, chooser = losers_of(table)
        if move.player != (chooser or move.loser):
            rule = "battle/most-chooses" if chooser else "battle/tied-most"
            findings.breaks(rule, "turn", player=move.player, turn=chooser or move.loser)
        elif len(losers) > 1:
            findings.assumes("next-loser", player=move.loser)
    else:
        findings.assumes("fewest", player=move.loser)
        findings.assumes("next-loser", player=move.loser)
        findings.assumes("chooses", player=move.player, loser=move.loser)


# ---------------------------------------------------------------- Church step


def _may_build(table: Table, player: str, findings: Findings) -> None:
    """church/first, church/four: alone with the most discs, or with four, as far as the discs told say."""
    told = {name: other.church for name, other in table.by_name.items() if other.church is not UNSET}
    all_told = len(told) == table.count
    own = told.pop(player, ENOUGH_DISCS)
    most = max(told, key=told.__getitem__, default=None)
    if own >= ENOUGH_DISCS or (own and (most is None or told[most] < own)):
        if not all_told:
            findings.assumes("most-discs", player=player)
        return
    if most is None or told[most] == own:
        findings.breaks("church/first", "tied")
    else:
        findings.breaks("church/first", "turn", player=player, turn=most)


def check_build(table: Table, move: Build, findings: Findings) -> None:
    """church/own-town, church/one-monastery."""
    may(table, "build", move.player, findings)
    if _step_unknown(table, "church"):
        _may_build(table, move.player, findings)
    held = table.held(move.town)
    if table.state.towns is UNSET:
        findings.assumes("builds", town=move.town, player=move.player)
        return
    if held is None or held.disc != move.player:
        findings.breaks("church/own-town", town=move.town, player=move.player)
    elif held.viking:
        findings.breaks("church/own-town", "viking", town=move.town, player=move.player)
    if held is not None and held.monastery:
        findings.breaks("church/one-monastery", town=move.town)
    findings.allows("church/own-town", "church/one-monastery")
