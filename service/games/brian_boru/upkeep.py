"""The upkeep, step by step: marriage, battle, church. Regions are claimed in ``regions``.

Each step runs until somebody has to choose a town or what becomes of the Princess; then the decision is pending, and
once it is made the step goes on from there. A decision is pending also with one town to choose; with none
it is skipped.
"""

from typing import Literal

from msgspec import UNSET

from schemas.brian_boru import Pending
from service.games.brian_boru.course import Course, Unknown
from service.games.brian_boru.inference import in_turn, losers_of
from service.games.brian_boru.table import Table

ENOUGH_DISCS = 4

Decision = Literal["card-town", "princess", "track-town", "raid", "monastery", "monastery-of-four"]


# ---------------------------------------------------------------- Marriage step


def marriage_step(course: Course) -> bool:
    """marriage/highest, marriage/nobody: the highest disc takes the card."""
    if course.state.pending:
        return False
    course.needs("marriage", "marriage")
    spaces = {name: player.marriage or 0 for name, player in course.by_name.items()}
    highest = max(spaces.values())
    card = course.box.marriages.get(str(course.state.marriage_card))
    if highest == 0:
        _nobody_weds(course)
        return True
    if card is None or (card.region is not None and course.state.towns is UNSET):
        raise Unknown("marriage")
    winner = next(name for name, space in spaces.items() if space == highest)
    course.tell("wedding", "marriage/highest", player=winner, card=card.name, space=highest)
    if card.princess:
        course.set(pending=(decision("princess", winner),))
        return False
    keep_card(course, winner, card.id)
    course.set(marriage_card=None)
    course.add(winner, points=card.points, renown=card.renown)
    course.tell("reward", "marriage/reward", player=winner, points=card.points, renown=card.renown)
    if card.region is not None:
        if course.free_towns(card.region):
            course.set(pending=(decision("card-town", winner, region=card.region),))
            return False
        course.tell("no-town", "marriage/no-town", player=winner, region=card.region)
    after_the_card(course, winner)
    return True


def decision(what: Decision, player: str, loser: str | None = None, region: str | None = None) -> Pending:
    """A decision to be made, with every field."""
    return Pending(decision=what, player=player, loser=loser, region=region)


def keep_card(course: Course, name: str, card: str) -> None:
    marriages = course.by_name[name].marriages
    if marriages is not UNSET:
        course.change(name, marriages=(*marriages, card))


def _nobody_weds(course: Course) -> None:
    """marriage/nobody: the card goes out of the game, and nobody is rewarded on the track."""
    state = course.state
    gone, card, pile = state.marriages_gone, state.marriage_card, state.marriage_pile
    if course.choices["nobody_courts"] == "top-of-pile":
        if pile:
            course.set(marriage_pile=pile[1:], marriages_gone=UNSET if gone is UNSET else (*gone, pile[0]))
    elif isinstance(card, str):
        course.set(marriage_card=None, marriages_gone=UNSET if gone is UNSET else (*gone, card))
    course.tell("nobody-weds", "marriage/nobody")
    course.set(phase="battle", pending=())


def settle(course: Course, player: str, town: str, rule: str) -> None:
    course.lay_disc(town, player)
    course.tell("settled", rule, player=player, town=town)


def after_the_card(course: Course, winner: str) -> None:
    """marriage/back-to-start, marriage/track: the winner goes back, the others are rewarded for their spaces."""
    course.change(winner, marriage=0)
    course.tell("back-to-start", "marriage/back-to-start", player=winner)
    start = course.box.pack.track[0]
    course.needs("track", "marriage", spare=None if start.coins or start.renown else winner)
    towns = []
    for name in in_turn(course):
        space = course.box.pack.track[min(course.by_name[name].marriage or 0, course.box.top)]
        if space.coins:
            course.add(name, coins=space.coins)
            course.tell("track-coins", "marriage/track", player=name, coins=space.coins)
        if space.renown:
            course.add(name, renown=space.renown)
            course.tell("track-renown", "marriage/track", player=name, renown=space.renown)
        if space.town:
            towns.append(name)
    track_towns(course, towns)


def track_towns(course: Course, names: list[str]) -> None:
    """marriage/any-town, marriage/no-town-anywhere: discs in any town without one."""
    if names:
        course.needs("battle", of_table=("towns",))
    if len(names) > 1:
        course.needs("battle", of_table=("marker",))
    if names and course.free_towns():
        course.set(pending=tuple(decision("track-town", name) for name in names))
        return
    for name in names:
        course.tell("no-town-anywhere", "marriage/no-town-anywhere", player=name)
    course.set(phase="battle", pending=())


# ---------------------------------------------------------------- Battle step


def battle_step(course: Course) -> bool:
    """Raiders left in the battle area cost whoever fought least a town."""
    if course.state.pending:
        return False
    course.needs("battle", of_table=("raiders",))
    if not course.state.raiders:
        course.tell("repelled", "battle/repelled")
        after_the_raid(course)
        return True
    course.needs("battle", "raiders", of_table=("towns",))
    losers, chooser = losers_of(course)
    if len(losers) > 1:
        course.needs("battle", of_table=("marker",))
    pending = []
    for loser in in_turn(course):
        if loser not in losers:
            continue
        if course.controlled(loser):
            pending.append(decision("raid", chooser or loser, loser=loser))
        else:
            course.tell("no-town-to-lose", "battle/no-town", player=loser)
    if pending:
        course.set(pending=tuple(pending))
        return False
    after_the_raid(course)
    return True


def lose(course: Course, loser: str, town: str) -> None:
    course.change_town(town, viking=True)
    course.tell("town-lost", "battle/fewest", player=loser, town=town)


def after_the_raid(course: Course) -> None:
    """battle/clear, battle/first-spoils, battle/second-spoils, battle/no-raiders."""
    course.needs("battle", "raiders")
    if course.state.raiders:
        course.tell("cleared", "battle/clear", count=course.state.raiders)
    raiders = {name: player.raiders or 0 for name, player in course.by_name.items()}
    leaders = [name for name, count in raiders.items() if count == max(raiders.values())]
    course.set(raiders=0, phase="church", pending=())
    if not any(raiders.values()):
        course.tell("no-spoils", "battle/no-raiders")
        return
    if len(leaders) == 1:
        (leader,) = leaders
        course.add(leader, renown=1)
        points = course.by_name[leader].renown
        if points is UNSET:
            course.change(leader, points=UNSET)
        else:
            course.add(leader, points=points)
        course.change(leader, raiders=0)
        told = "?" if points is UNSET else points
        course.tell("first-spoils", "battle/first-spoils", player=leader, points=told, raiders=raiders[leader])
        raiders[leader] = 0
    most = max(raiders.values())
    for name, count in raiders.items():
        if count == most and most:
            course.add(name, points=1, raiders=-1)
            course.tell("second-spoils", "battle/second-spoils", player=name)


# ---------------------------------------------------------------- Church step


def can_build(table: Table, name: str) -> list[str]:
    """church/own-town, church/one-monastery: towns around which this player may put a monastery."""
    towns = table.state.towns or {}
    return [town for town in table.controlled(name) if not towns[town].monastery]


def church_step(course: Course) -> bool:
    """church/first, church/unable: the most discs in the church area."""
    if course.state.pending:
        return False
    course.needs("church", "church")
    discs = {name: player.church or 0 for name, player in course.by_name.items()}
    most = max(discs.values())
    leaders = [name for name, count in discs.items() if count == most]
    if most and len(leaders) == 1:
        (leader,) = leaders
        course.needs("church", of_table=("towns",))
        if can_build(course, leader):
            course.set(pending=(decision("monastery", leader),))
            return False
        course.tell("no-monastery", "church/unable", player=leader)
        after_the_monastery(course, leader)
    else:
        _second_reward(course)
        monasteries_of_four(course)
    return not course.state.pending


def build(course: Course, player: str, town: str, rule: str) -> None:
    course.change_town(town, monastery=True)
    course.tell("built", rule, player=player, town=town)


def after_the_monastery(course: Course, leader: str) -> None:
    course.set(marker=leader)
    course.change(leader, church=0)
    course.tell("church-leader", "church/first", player=leader)
    course.needs("second", "church", spare=leader)
    _second_reward(course)
    monasteries_of_four(course)


def _second_reward(course: Course) -> None:
    """church/second, church/no-discs: who now has the most."""
    discs = {name: player.church or 0 for name, player in course.by_name.items()}
    most = max(discs.values())
    if not most:
        course.tell("no-church-reward", "church/no-discs")
        return
    for name, count in discs.items():
        if count == most:
            course.add(name, points=1, church=-1)
            course.tell("church-point", "church/second", player=name)


def monasteries_of_four(course: Course, after: str | None = None) -> None:
    """church/four: in turn from the marker, everybody with four discs or more."""
    course.needs("claims", "church")
    if all((player.church or 0) < ENOUGH_DISCS for player in course.by_name.values()):
        course.set(phase="claims", pending=())
        return
    course.needs("claims", of_table=("marker", "towns"))
    names = in_turn(course)
    for name in names[names.index(after) + 1 :] if after else names:
        if (course.by_name[name].church or 0) < ENOUGH_DISCS:
            continue
        if can_build(course, name):
            course.set(pending=(decision("monastery-of-four", name),))
            return
        course.tell("keeps-discs", "church/four", player=name)
    course.set(phase="claims", pending=())


def monastery_of_four(course: Course, name: str, town: str) -> None:
    build(course, name, town, "church/four")
    course.change(name, church=0)
    course.tell("discs-back", "church/four", player=name)
