"""Paso de matrimonio: the highest disc takes the card, then the spaces of the track are paid. Princesa de Dinamarca.

A decision is pending also with one town to choose; with none it is skipped.
"""

from functools import partial

from schemas.brian_boru import Alliance, MarriageCard, Settle, Wed
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import card_regions, in_turn, open_regions, pending_decision
from service.games.brian_boru.table import Table
from service.games.brian_boru.timing import check_timing, is_step_unknown
from service.games.brian_boru.turns import breaks_once
from service.referee.findings import Findings, fact
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, UnknownRead, attempt, is_known, is_unknown, read_all, truth
from service.referee.table import STATE

# ---------------------------------------------------------------- Paso de matrimonio: the card and its reward


def marriage_step(draft: Draft) -> None:
    """marriage/highest, marriage/nobody: the highest disc takes the card; then the spaces of the track are paid."""
    spaces, card = draft.everybodys("marriage"), draft.marriage_card
    highest = max(spaces.values())
    if card is None:
        pay_for_spaces(draft, spaces)
    elif highest == 0:
        _nobody_weds(draft)
    elif card == HIDDEN:
        raise UnknownRead((f"{STATE}/marriage_card",))
    else:
        winner = next(name for name, space in spaces.items() if space == highest)
        _take_card(draft, winner, draft.box.marriages[card], highest)


def _take_card(draft: Draft, winner: str, card: MarriageCard, space: int) -> None:
    """marriage/highest, marriage/reward, marriage/no-town: the card, what it pays, and a town that may be there."""
    draft.event("wedding", "marriage/highest", player=winner, card=card.id, space=space)
    if card.princess:
        draft.set(pending=(pending_decision("princess", winner),))
        return
    keep_card(draft, winner, card.id)
    draft.set(marriage_card=None)
    draft.add(winner, points=card.points, renown=card.renown)
    draft.event("reward", "marriage/reward", player=winner, points=card.points, renown=card.renown)
    if card.region is not None:
        if draft.free_towns(card.region):
            draft.set(pending=(pending_decision("card-town", winner, region=card.region),))
            return
        draft.event("no-town", "marriage/no-town", player=winner, region=card.region)
    back_to_start(draft, winner)


def keep_card(draft: Draft, name: str, card: str) -> None:
    draft.change_of(name, "marriages", lambda marriages: (*marriages, card))


# ---------------------------------------------------------------- Paso de matrimonio: discs in towns


def check_settle(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/region-town, marriage/any-town: a town without a disc, and on a card in its region."""
    check_timing(table, "settle", move.player, findings)
    town, player = move.town, move.player
    decision = next(iter(table.known_pending()), None)
    _check_settler(table, move, findings)
    by_card = decision.decision == "card-town" if decision else not _may_be_for_the_space(table, player)
    rule = "marriage/region-town" if by_card else "marriage/any-town"
    assume = fact("region-free" if by_card else "any-free", town=town, player=player)
    free = table.is_free(town)
    variant = "viking" if free is False and table.has_viking(town) else ""
    findings.requires(rule, free, variant, assume=assume, cite=False, town=town)
    if by_card and decision is not None:
        region = table.card_region_of(decision)
        known = is_known(region) and region is not None
        regions = {region} if known else attempt(partial(card_regions, table, decision.player))
        _in_the_region(table, move, regions, findings)
    findings.allows(rule)


def _in_the_region(table: Table, move: Settle, regions: set[str] | Unknown, findings: Findings) -> None:
    """marriage/region-town: in the region of the card, as far as it is known which card it is."""
    if not isinstance(regions, Unknown) and regions and table.region_of(move.town) not in regions:
        breaks_once(findings, "marriage/region-town", "elsewhere", town=move.town, region=sorted(regions)[0])
    elif isinstance(regions, Unknown) or len(regions) > 1:
        findings.assumes("card-region", player=move.player, town=move.town)


def gives_a_town(table: Table, space: int) -> bool:
    """marriage/any-town: whether a disc may be put in any town for this space of the track."""
    return table.box.pack.track[min(space, table.box.top)].town


def _may_be_for_the_space(table: Table, player: str) -> bool:
    """Whether the player may stand on a space that gives a town."""
    return truth(lambda: gives_a_town(table, table.space(player))) is not False


def _check_settler(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/highest, marriage/region-town: on the space of a town, or highest and in the region of the card."""
    player, decision = move.player, next(iter(table.known_pending()), None)
    if _may_be_for_the_space(table, player):
        if is_step_unknown(table, "marriage"):
            _assume_settler(table, move, findings)
    elif _stands_highest(table, player, findings) and (decision is None or decision.decision != "card-town"):
        _in_an_open_region(table, move, findings)


def _assume_settler(table: Table, move: Settle, findings: Findings) -> None:
    """Where the player may stand on a space that gives a town, the disc may be for the card or for the space."""
    if is_unknown(table.space(move.player)):
        findings.assumes("highest", player=move.player)
    if is_unknown(table.space(move.player)) or not _stands_lower(table, move.player):
        findings.assumes("card-region", player=move.player, town=move.town)


def _in_an_open_region(table: Table, move: Settle, findings: Findings) -> None:
    """marriage/region-town: in the region of the card that lies there, else of one that the player has."""
    regions = attempt(partial(open_regions, table, move.player))
    if is_known(regions) and not regions:
        breaks_once(findings, "marriage/region-town", "none", player=move.player)
    elif is_known(regions) or is_step_unknown(table, "marriage"):
        _in_the_region(table, move, regions, findings)


def _stands_lower(table: Table, player: str) -> bool:
    """Whether somebody is known to stand higher than this player."""
    return any(space > table.space(player) for space in table.known_of("marriage").values())


def _stands_highest(table: Table, player: str, findings: Findings) -> bool:
    """marriage/highest: whether nobody is known to stand higher, and the player not at the start."""
    spaces = table.known_of("marriage")
    highest = max(spaces, key=spaces.__getitem__, default=player)
    if spaces.get(player) == 0:
        breaks_once(findings, "marriage/highest", "start", player=player)
        return False
    if player in spaces and spaces[highest] > spaces[player]:
        breaks_once(findings, "marriage/highest", "turn", player=player, turn=highest)
        return False
    if is_unknown(table.everybodys("marriage")) and is_step_unknown(table, "marriage"):
        findings.assumes("highest", player=player)
    return True


def apply_settle(draft: Draft, move: Settle) -> None:
    """The disc is laid, for the card or for the space; where that is not known the step stays open."""
    pending = draft.known_pending()
    decision = pending[0].decision if pending else None
    rule = "marriage/any-town" if decision == "track-town" else "marriage/region-town"
    draft.lay_disc(move.town, move.player)
    draft.event("settled", rule, player=move.player, town=move.town)
    draft.set(marriage_card=None)
    if decision is None:
        _leave_the_track(draft, move.player)
        draft.forget("pending")
    elif decision == "track-town":
        choose_track_towns(draft, [other.player for other in pending[1:]])
    else:
        back_to_start(draft, move.player)
        draft.set(pending=())


def _leave_the_track(draft: Draft, name: str) -> None:
    """marriage/back-to-start: whether the town was for the card or for the space, where it was not sent."""
    space = draft.space(name)
    if is_known(space) and not _stands_lower(draft, name):  # it may have been for the card
        draft.set_of(name, marriage=Unknown(STATE) if gives_a_town(draft, space) else 0)


# ---------------------------------------------------------------- Princesa de Dinamarca


def check_wed(table: Table, move: Wed, findings: Findings) -> None:
    """marriage/princess."""
    check_timing(table, "wed", move.player, findings)
    card, alliance = table.marriage_card, table.known_alliance()
    if alliance is not None:
        breaks_once(findings, "marriage/princess", "chosen", player=alliance.player, side=alliance.side)
    elif truth(lambda: table.box.princess in table.marriages_gone) is True:
        breaks_once(findings, "marriage/princess", "gone")
    elif isinstance(card, Unknown) or card == HIDDEN:
        if is_step_unknown(table, "marriage"):
            findings.assumes("princess-up")
    elif card != table.box.princess:
        breaks_once(findings, "marriage/princess", "another")
    _stands_highest(table, move.player, findings)
    findings.allows("marriage/princess")


def apply_wed(draft: Draft, move: Wed) -> None:
    """marriage/princess: kept with one side up, or sent away for points."""
    princess = draft.box.princess
    if move.choice == "spurn":
        card = draft.box.marriages[princess]
        draft.add(move.player, points=card.points)
        draft.event("spurned", "marriage/princess", player=move.player, points=card.points)
        draft.change("marriages_gone", lambda gone: (*gone, princess))
    else:
        keep_card(draft, move.player, princess)
        draft.event("allied", "marriage/princess", player=move.player, side=move.choice)
        draft.set(alliance=Alliance(player=move.player, side=move.choice))
    draft.set(pending=())
    back_to_start(draft, move.player)


# ---------------------------------------------------------------- Paso de matrimonio: the track


def _nobody_weds(draft: Draft) -> None:
    """marriage/nobody: the card goes out of the game, and nobody is rewarded on the track."""
    if draft.choices["nobody_courts"] == "top-of-pile":
        pile = draft.marriage_pile
        draft.change("marriages_gone", lambda gone: (*gone, *pile[:1]))
        draft.change("marriage_pile", lambda pile: pile[1:])
        draft.event("pile-loses-a-card", "marriage/nobody")
    else:
        card = draft.marriage_card
        draft.change("marriages_gone", lambda gone: card if is_unknown(card) else (*gone, card))
        draft.set(marriage_card=None)
        draft.event("nobody-weds", "marriage/nobody")
    draft.set(phase="battle", pending=())


def back_to_start(draft: Draft, winner: str) -> None:
    """marriage/back-to-start: the card is taken and its reward paid."""
    draft.set(marriage_card=None)
    draft.set_of(winner, marriage=0)
    draft.event("back-to-start", "marriage/back-to-start", player=winner)


def pay_for_spaces(draft: Draft, spaces: dict[str, int]) -> None:
    """marriage/track: once the card is gone everybody is rewarded for the space reached."""
    towns = []
    for name in in_turn(draft):
        space = draft.box.pack.track[min(spaces[name], draft.box.top)]
        if space.coins:
            draft.add(name, coins=space.coins)
            draft.event("track-coins", "marriage/track", player=name, coins=space.coins)
        if space.renown:
            draft.add(name, renown=space.renown)
            draft.event("track-renown", "marriage/track", player=name, renown=space.renown)
        if space.town:
            towns.append(name)
    if len(towns) > 1:
        read_all(draft.marker)  # it says who is first
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
