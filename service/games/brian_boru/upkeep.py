"""The upkeep, step by step: marriage, battle, church. Regions are claimed in ``regions``.

Each step runs until somebody has to choose a town or what becomes of the Princess; then the decision is pending, and
once it is made the step goes on from there. A decision is pending also with one town to choose; with none
it is skipped.
"""

from msgspec import UNSET

from schemas.brian_boru import Pending
from service.games.brian_boru.course import Course, Unknown
from service.games.brian_boru.table import Table

ENOUGH_DISCS = 4


# ---------------------------------------------------------------- Marriage step


def marriage_step(course: Course) -> bool:
    """marriage/highest, marriage/nobody: the highest disc takes the card."""
    if course.state.pending:
        return False
    course.needs("marriage", of_table=("marriage_card", "towns"))
    spaces = {name: player.marriage or 0 for name, player in course.by_name.items()}
    highest = max(spaces.values())
    card = course.box.marriages.get(str(course.state.marriage_card))
    if highest == 0:
        _nobody_weds(course)
        return True
    if card is None:
        raise Unknown
    winner = next(name for name, space in spaces.items() if space == highest)
    course.tell("wedding", "marriage/highest", player=winner, card=card.name, space=highest)
    if card.princess:
        course.set(pending=(Pending(decision="princess", player=winner),))
        return False
    keep_card(course, winner, card.id)
    course.set(marriage_card=None)
    course.add(winner, points=card.points, renown=card.renown)
    course.tell("reward", "marriage/reward", player=winner, points=card.points, renown=card.renown)
    if card.region is not None:
        if course.free_towns(card.region):
            course.set(pending=(Pending(decision="card-town", player=winner, region=card.region),))
            return False
        course.tell("no-town", "marriage/no-town", player=winner, region=card.region)
    after_the_card(course, winner)
    return True


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
    course.needs("marriage", of_table=("towns",))
    towns = []
    for name in _in_turn(course):
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
    if names and course.free_towns():
        course.set(pending=tuple(Pending(decision="track-town", player=name) for name in names))
        return
    for name in names:
        course.tell("no-town-anywhere", "marriage/no-town-anywhere", player=name)
    course.set(phase="battle", pending=())


def _in_turn(course: Course) -> list[str]:
    """Clockwise from the marker, where it is known who holds it."""
    marker = course.state.marker
    return course.clockwise(marker) if isinstance(marker, str) and marker in course.by_name else course.order


# ---------------------------------------------------------------- Battle step


def losers_of(table: Table) -> tuple[list[str], str | None]:
    """battle/fewest, battle/most-chooses: who loses a town, and the one player who chooses it, if there is one."""
    raiders = {name: player.raiders or 0 for name, player in table.by_name.items()}
    most, fewest = max(raiders.values()), min(raiders.values())
    leaders = [name for name, count in raiders.items() if count == most]
    return [name for name, count in raiders.items() if count == fewest], leaders[0] if len(leaders) == 1 else None


def battle_step(course: Course) -> bool:
    """Raiders left in the battle area cost whoever fought least a town."""
    if course.state.pending:
        return False
    course.needs("raiders", "renown", of_table=("raiders", "towns", "marker"))
    if not course.state.raiders:
        course.tell("repelled", "battle/repelled")
        after_the_raid(course)
        return True
    losers, chooser = losers_of(course)
    pending = []
    for loser in _in_turn(course):
        if loser not in losers:
            continue
        if course.controlled(loser):
            pending.append(Pending(decision="raid", player=chooser or loser, loser=loser))
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
    course.needs("raiders", "renown")
    if course.state.raiders:
        course.tell("cleared", "battle/clear", count=course.state.raiders)
    course.set(raiders=0, phase="church", pending=())
    raiders = {name: player.raiders or 0 for name, player in course.by_name.items()}
    if not any(raiders.values()):
        course.tell("no-spoils", "battle/no-raiders")
        return
    leaders = [name for name, count in raiders.items() if count == max(raiders.values())]
    if len(leaders) == 1:
        (leader,) = leaders
        course.add(leader, renown=1)
        points = course.by_name[leader].renown or 0
        course.add(leader, points=points)
        course.change(leader, raiders=0)
        course.tell("first-spoils", "battle/first-spoils", player=leader, points=points, raiders=raiders[leader])
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
    course.needs("church", of_table=("towns", "marker"))
    discs = {name: player.church or 0 for name, player in course.by_name.items()}
    most = max(discs.values())
    leaders = [name for name, count in discs.items() if count == most]
    if most and len(leaders) == 1:
        (leader,) = leaders
        if can_build(course, leader):
            course.set(pending=(Pending(decision="monastery", player=leader),))
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
    course.needs("church")
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
    course.needs("church", of_table=("marker", "towns"))
    names = _in_turn(course)
    for name in names[names.index(after) + 1 :] if after else names:
        if (course.by_name[name].church or 0) < ENOUGH_DISCS:
            continue
        if can_build(course, name):
            course.set(pending=(Pending(decision="monastery-of-four", player=name),))
            return
        course.tell("keeps-discs", "church/four", player=name)
    course.set(phase="claims", pending=())


def monastery_of_four(course: Course, name: str, town: str) -> None:
    build(course, name, town, "church/four")
    course.change(name, church=0)
    course.tell("discs-back", "church/four", player=name)
