"""The upkeep, step by step: marriage, battle, church. Regions are claimed in ``regions``.

Each step runs until somebody has to choose a town or what becomes of the Princess; then the decision is pending, and
once it is made the step goes on from there. A decision is pending also with one town to choose; with none
it is skipped.
"""

from typing import Literal

from msgspec import UNSET

from schemas.brian_boru import MarriageCard, Pending
from service.games.brian_boru.draft import Draft
from service.games.brian_boru.inference import in_turn, losers_of
from service.games.brian_boru.table import Table
from service.referee.known import Unknown, UnknownRead
from service.referee.table import STATE

ENOUGH_DISCS = 4
HIDDEN = "?"

Decision = Literal["card-town", "princess", "track-town", "raid", "monastery", "monastery-of-four"]


# ---------------------------------------------------------------- Marriage step


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
        _wed(draft, winner, draft.box.marriages[card], highest)


def _wed(draft: Draft, winner: str, card: MarriageCard, space: int) -> None:
    draft.event("wedding", "marriage/highest", player=winner, card=card.name, space=space)
    if card.princess:
        draft.set(pending=(decision("princess", winner),))
        return
    keep_card(draft, winner, card.id)
    draft.set(marriage_card=None)
    draft.add(winner, points=card.points, renown=card.renown)
    draft.event("reward", "marriage/reward", player=winner, points=card.points, renown=card.renown)
    if card.region is not None:
        draft.needs("marriage", of_table=("towns",))
        if draft.free_towns(card.region):
            draft.set(pending=(decision("card-town", winner, region=card.region),))
            return
        draft.event("no-town", "marriage/no-town", player=winner, region=card.region)
    back_to_start(draft, winner)


def decision(what: Decision, player: str, loser: str | None = None, region: str | None = None) -> Pending:
    """A decision to be made, with every field."""
    return Pending(decision=what, player=player, loser=loser, region=region)


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


def settle(draft: Draft, player: str, town: str, rule: str) -> None:
    draft.lay_disc(town, player)
    draft.event("settled", rule, player=player, town=town)


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
        draft.set(pending=tuple(decision("track-town", name) for name in names))
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


# ---------------------------------------------------------------- Battle step


def battle_step(draft: Draft) -> None:
    """Raiders left in the battle area cost whoever fought least a town; then the spoils are paid."""
    draft.needs("battle", of_table=("raiders",))
    if not draft.state.raiders:
        if not any(event.rule == "battle/fewest" for event in draft.happenings):
            draft.event("repelled", "battle/repelled")
        pay_spoils(draft)
        return
    draft.needs("battle", "raiders", of_table=("towns",))
    losers, chooser = losers_of(draft)
    if len(losers) > 1:
        draft.needs("battle", of_table=("marker",))
    pending = []
    for loser in in_turn(draft):
        if loser not in losers:
            continue
        if draft.controlled(loser):
            pending.append(decision("raid", chooser or loser, loser=loser))
        else:
            draft.event("no-town-to-lose", "battle/no-town", player=loser)
    draft.set(pending=tuple(pending))
    if not pending:
        clear_raiders(draft)
        pay_spoils(draft)


def lose(draft: Draft, loser: str, town: str) -> None:
    draft.change_town(town, viking=True)
    draft.event("town-lost", "battle/fewest", player=loser, town=town)


def clear_raiders(draft: Draft) -> None:
    """battle/clear."""
    if draft.state.raiders:
        draft.event("cleared", "battle/clear", count=draft.state.raiders)
    draft.set(raiders=0)


def pay_spoils(draft: Draft) -> None:
    """battle/first-spoils, battle/second-spoils, battle/no-raiders."""
    draft.needs("battle", "raiders")
    raiders = {name: player.raiders or 0 for name, player in draft.by_name.items()}
    leaders = [name for name, count in raiders.items() if count == max(raiders.values())]
    draft.set(phase="church", pending=())
    if not any(raiders.values()):
        draft.event("no-spoils", "battle/no-raiders")
        return
    if len(leaders) == 1:
        (leader,) = leaders
        draft.add(leader, renown=1)
        points = draft.player(leader).renown
        if points is UNSET:
            draft.set_of(leader, points=UNSET)
        else:
            draft.add(leader, points=points)
        draft.set_of(leader, raiders=0)
        told = "?" if points is UNSET else points
        draft.event("first-spoils", "battle/first-spoils", player=leader, points=told, raiders=raiders[leader])
        raiders[leader] = 0
    most = max(raiders.values())
    for name, count in raiders.items():
        if count == most and most:
            draft.add(name, points=1, raiders=-1)
            draft.event("second-spoils", "battle/second-spoils", player=name)


# ---------------------------------------------------------------- Church step


def can_build(table: Table, name: str) -> list[str]:
    """church/own-town, church/one-monastery: towns around which this player may put a monastery."""
    towns = table.known.towns or {}
    return [town for town in table.controlled(name) if not towns[town].monastery]


def church_step(draft: Draft) -> None:
    """church/first, church/unable: the most discs in the church area."""
    draft.needs("church", "church")
    discs = {name: player.church or 0 for name, player in draft.by_name.items()}
    most = max(discs.values())
    leaders = [name for name, count in discs.items() if count == most]
    if most and len(leaders) == 1:
        (leader,) = leaders
        draft.needs("church", of_table=("towns",))
        if can_build(draft, leader):
            draft.set(pending=(decision("monastery", leader),))
            return
        draft.event("no-monastery", "church/unable", player=leader)
        after_the_monastery(draft, leader)
    else:
        _second_reward(draft)
        monasteries_of_four(draft)


def build(draft: Draft, player: str, town: str, rule: str) -> None:
    draft.change_town(town, monastery=True)
    draft.event("built", rule, player=player, town=town)


def after_the_monastery(draft: Draft, leader: str) -> None:
    draft.set(marker=leader)
    draft.set_of(leader, church=0)
    draft.event("church-leader", "church/first", player=leader)
    draft.needs("second", "church", spare=leader)
    _second_reward(draft)
    monasteries_of_four(draft)


def _second_reward(draft: Draft) -> None:
    """church/second, church/no-discs: who now has the most."""
    discs = {name: player.church or 0 for name, player in draft.by_name.items()}
    most = max(discs.values())
    if not most:
        draft.event("no-church-reward", "church/no-discs")
        return
    for name, count in discs.items():
        if count == most:
            draft.add(name, points=1, church=-1)
            draft.event("church-point", "church/second", player=name)


def monasteries_of_four(draft: Draft, after: str | None = None) -> None:
    """church/four: in turn from the marker, everybody with four discs or more."""
    draft.needs("claims", "church")
    if all((player.church or 0) < ENOUGH_DISCS for player in draft.by_name.values()):
        draft.set(phase="claims", pending=())
        return
    draft.needs("claims", of_table=("marker", "towns"))
    names = in_turn(draft)
    for name in names[names.index(after) + 1 :] if after else names:
        if (draft.player(name).church or 0) < ENOUGH_DISCS:
            continue
        if can_build(draft, name):
            draft.set(pending=(decision("monastery-of-four", name),))
            return
        draft.event("keeps-discs", "church/four", player=name)
    draft.set(phase="claims", pending=())


def monastery_of_four(draft: Draft, name: str, town: str) -> None:
    build(draft, name, town, "church/four")
    draft.set_of(name, church=0)
    draft.event("discs-back", "church/four", player=name)
