"""The marriage step of the upkeep: the highest disc takes the card, then the spaces of the track are paid.

A decision is pending also with one town to choose; with none it is skipped.
"""

from msgspec import UNSET

from schemas.brian_boru import Alliance, MarriageCard, Settle, Wed
from service.games.brian_boru.inference import card_regions, in_turn, pending_decision
from service.games.brian_boru.table import HIDDEN, Draft, Table
from service.games.brian_boru.timing import check_timing, is_step_unknown, next_decision
from service.referee.findings import Findings
from service.referee.known import Unknown, UnknownRead
from service.referee.table import STATE

# ---------------------------------------------------------------- Towns


def check_settle(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/region-town, marriage/any-town: a town without a disc, and on a card in its region."""
    check_timing(table, "settle", move.player, findings)
    pending = next_decision(table)
    if is_step_unknown(table, "marriage"):
        _check_settler(table, move, findings)
    by_card = pending.decision == "card-town" if pending else not _is_for_the_space(table, move.player)
    rule = "marriage/region-town" if by_card else "marriage/any-town"
    free = table.is_free(move.town)
    if free is None:
        findings.assumes("region-free" if by_card else "any-free", town=move.town, player=move.player)
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


def _is_for_the_space(table: Table, player: str) -> bool:
    """marriage/any-town: whether the player may stand on a space that gives a town."""
    space = table.player(player).marriage
    return space is UNSET or table.box.pack.track[min(space, table.box.top)].town


def _check_settler(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/highest, marriage/region-town: on the space of a town, or highest and in the region of the card."""
    box = table.box
    if table.player(move.player).marriage is UNSET:
        findings.assumes("highest", player=move.player)
        findings.assumes("card-region", player=move.player, town=move.town)
    elif _is_for_the_space(table, move.player) and not _stands_lower(table, move.player):
        findings.assumes("card-region", player=move.player, town=move.town)
    if _is_for_the_space(table, move.player):
        return
    card = box.marriages.get(str(table.known.marriage_card))
    highest = _stands_highest(table, move.player, findings)
    if highest and card is not None and box.towns[move.town].region != card.region:
        findings.breaks("marriage/region-town", "elsewhere", town=move.town, region=card.region or "-")
    elif highest and card is None:
        _in_the_region(table, move, card_regions(table, move.player), findings)


def _stands_lower(table: Table, player: str) -> bool:
    """Whether somebody is known to stand higher than this player."""
    own = table.player(player).marriage
    spaces = [other.marriage for other in table.by_name.values() if other.marriage is not UNSET]
    return own is not UNSET and max(spaces, default=0) > own


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


def apply_settle(draft: Draft, move: Settle) -> None:
    """The disc is laid, for the card or for the space; where that is not known the step stays open."""
    pending = draft.state.pending
    decision = pending[0].decision if pending else None
    rule = "marriage/any-town" if decision == "track-town" else "marriage/region-town"
    settle(draft, move.player, move.town, rule)
    draft.set(marriage_card=None)
    if decision is None:
        _leave_the_track(draft, move.player)
        draft.set(pending=UNSET)
    elif decision == "track-town":
        choose_track_towns(draft, [other.player for other in pending[1:]])
    else:
        back_to_start(draft, move.player)
        draft.set(pending=())


def _leave_the_track(draft: Draft, name: str) -> None:
    """marriage/back-to-start: whether the town was for the card or for the space, where it was not told."""
    space = draft.player(name).marriage
    if space is UNSET:
        return
    others = [other.marriage for other in draft.by_name.values() if other.marriage is not UNSET]
    for_the_card = max(others) == space
    for_the_space = draft.box.pack.track[min(space, draft.box.top)].town
    if for_the_card:
        draft.set_of(name, marriage=UNSET if for_the_space else 0)


def settle(draft: Draft, player: str, town: str, rule: str) -> None:
    draft.lay_disc(town, player)
    draft.event("settled", rule, player=player, town=town)


# ---------------------------------------------------------------- The Princess


def check_wed(table: Table, move: Wed, findings: Findings) -> None:
    """marriage/princess."""
    check_timing(table, "wed", move.player, findings)
    if table.known.marriage_card not in (UNSET, "?", table.box.princess):
        findings.breaks("marriage/princess", "another")
    elif is_step_unknown(table, "marriage") and table.known.marriage_card != table.box.princess:
        findings.assumes("princess-up")
    if is_step_unknown(table, "marriage"):
        _stands_highest(table, move.player, findings)
    findings.allows("marriage/princess")


def apply_wed(draft: Draft, move: Wed) -> None:
    """marriage/princess: kept with one side up, or sent away for points."""
    princess = draft.box.princess
    if move.choice == "spurn":
        points = draft.box.marriages[princess].points
        draft.add(move.player, points=points)
        draft.event("spurned", "marriage/princess", player=move.player, points=points)
        if draft.state.marriages_gone is not UNSET:
            draft.set(marriages_gone=(*draft.state.marriages_gone, princess))
    else:
        keep_card(draft, move.player, princess)
        draft.event("allied", "marriage/princess", player=move.player, side=move.choice)
        draft.set(alliance=Alliance(player=move.player, side=move.choice))
    draft.set(pending=())
    back_to_start(draft, move.player)


# ---------------------------------------------------------------- By itself


def marriage_step(draft: Draft) -> None:
    """marriage/highest, marriage/nobody: the highest disc takes the card; then the spaces of the track are paid."""
    draft.needs("marriage", "marriage")
    spaces = {name: player.marriage for name, player in draft.by_name.items()}
    highest = max(spaces.values())
    card = draft.zone("marriage_card")
    if card is None:
        pay_for_spaces(draft)
    elif highest == 0:
        _nobody_weds(draft)
    elif isinstance(card, Unknown) or card == HIDDEN:
        raise UnknownRead((f"{STATE}/marriage_card",))
    else:
        winner = next(name for name, space in spaces.items() if space == highest)
        _take_card(draft, winner, draft.box.marriages[card], highest)


def _take_card(draft: Draft, winner: str, card: MarriageCard, space: int) -> None:
    draft.event("wedding", "marriage/highest", player=winner, card=card.name, space=space)
    if card.princess:
        draft.set(pending=(pending_decision("princess", winner),))
        return
    keep_card(draft, winner, card.id)
    draft.set(marriage_card=None)
    draft.add(winner, points=card.points, renown=card.renown)
    draft.event("reward", "marriage/reward", player=winner, points=card.points, renown=card.renown)
    if card.region is not None:
        draft.needs("marriage", of_table=("towns",))
        if draft.free_towns(card.region):
            draft.set(pending=(pending_decision("card-town", winner, region=card.region),))
            return
        draft.event("no-town", "marriage/no-town", player=winner, region=card.region)
    back_to_start(draft, winner)


def keep_card(draft: Draft, name: str, card: str) -> None:
    marriages = draft.player(name).marriages
    if marriages is not UNSET:
        draft.set_of(name, marriages=(*marriages, card))


def _nobody_weds(draft: Draft) -> None:
    """marriage/nobody: the card goes out of the game, and nobody is rewarded on the track."""
    state = draft.state
    gone, card, pile = state.marriages_gone, state.marriage_card, state.marriage_pile
    if draft.choices["nobody_courts"] == "top-of-pile":
        if pile:
            draft.set(marriage_pile=pile[1:], marriages_gone=UNSET if gone is UNSET else (*gone, pile[0]))
    elif isinstance(card, str):
        draft.set(marriage_card=None, marriages_gone=UNSET if gone is UNSET else (*gone, card))
    draft.event("nobody-weds", "marriage/nobody")
    draft.set(phase="battle", pending=())


def back_to_start(draft: Draft, winner: str) -> None:
    """marriage/back-to-start: the card is taken and its reward paid."""
    draft.set(marriage_card=None)
    draft.set_of(winner, marriage=0)
    draft.event("back-to-start", "marriage/back-to-start", player=winner)


def pay_for_spaces(draft: Draft) -> None:
    """marriage/track: once the card is gone everybody is rewarded for the space reached."""
    towns = []
    for name in in_turn(draft):
        space = draft.box.pack.track[min(draft.player(name).marriage, draft.box.top)]
        if space.coins:
            draft.add(name, coins=space.coins)
            draft.event("track-coins", "marriage/track", player=name, coins=space.coins)
        if space.renown:
            draft.add(name, renown=space.renown)
            draft.event("track-renown", "marriage/track", player=name, renown=space.renown)
        if space.town:
            towns.append(name)
    if len(towns) > 1:
        draft.needs("battle", of_table=("marker",))
    choose_track_towns(draft, towns)


def choose_track_towns(draft: Draft, names: list[str]) -> None:
    """marriage/any-town: discs in any town without one."""
    if names:
        draft.set(pending=tuple(pending_decision("track-town", name) for name in names))
    else:
        draft.set(phase="battle", pending=())


def no_town_for_the_track(table: Table) -> bool:
    """Whether discs are to be put in towns, and no town is free."""
    pending = table.pending
    return len(pending) > 0 and pending[0].decision == "track-town" and table.is_full


def skip_track_towns(draft: Draft) -> None:
    """marriage/no-town-anywhere."""
    for each in draft.pending:
        draft.event("no-town-anywhere", "marriage/no-town-anywhere", player=each.player)
    draft.set(phase="battle", pending=())
