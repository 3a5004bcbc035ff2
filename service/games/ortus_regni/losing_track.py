"""When an unknown part decides what a move does: which zones the new state can no longer claim."""

from typing import Any

from msgspec import UNSET

from schemas import ortus_regni as shapes
from service.games.ortus_regni.course import Course
from service.games.ortus_regni.untold import is_battle, is_joust, is_politics

OF_AN_EARLDOM = ("hand", "deck", "discard", "towers", "fiefs", "mercenaries", "pool", "banners", "cubes", "removed")
OF_THE_COURSE = ("phase", "round", "turn", "acted", "eliminated", "chance")
OF_THE_KING = ("king", "royal_army", "army_discard")
OF_THE_VIKINGS = ("vikings", "viking_discard", "black_markers", "white_marker", "arrived")


def lose_track(course: Course, pending: Any, move: Any) -> None:
    """Leave out every zone that a move on this decision can have changed; ``pending`` is the decision before it."""
    course.set(pending=UNSET)
    if is_battle(pending):
        _battle(course, pending)
    elif is_politics(pending):
        _politics(course, pending)
    elif is_joust(pending) or isinstance(move, shapes.Enter | shapes.Excuse | shapes.StayOut | shapes.Deal):
        _joust(course, move)
    elif isinstance(move, shapes.Pick):
        _forget(course, course.order, "hand", "discard")
        course.set(chance=UNSET)
    elif isinstance(move, shapes.Give):
        _forget(course, course.order, "pool")
        _forget(course, [move.player], "fiefs")
    else:
        _somebody_may_fall(course, course.order)


def _forget(course: Course, names: Any, *zones: str) -> None:
    for name in names:
        if name not in course.out:
            course.change(name, **dict.fromkeys(zones, UNSET))


def _somebody_may_fall(course: Course, names: Any) -> None:
    """One of these Earls may be out: the cards of all colours, the crown and the turn hang on it."""
    _forget(course, names, *OF_AN_EARLDOM)
    _forget(course, course.order, "banners")
    course.forget_discards()
    course.set(**dict.fromkeys((*OF_THE_COURSE, *OF_THE_KING, *OF_THE_VIKINGS), UNSET))


def _has_another_fief(course: Course, name: str) -> bool:
    return len(course.by_name[name].fiefs or ()) > 1


def _battle(course: Course, battle: Any) -> None:
    names = [name for name in (battle.attacker, battle.defender) if name is not None]
    besieged = battle.kind == "siege" and not _has_another_fief(course, battle.defender)
    if besieged or course.choices["ransom_last_castle"] == "allowed":
        _somebody_may_fall(course, names)
        return
    _forget(course, names, "towers", "fiefs", "mercenaries", "pool")
    course.forget_discards()
    course.set(army_discard=UNSET, royal_army=UNSET)
    if battle.attacker is None:
        course.set(**dict.fromkeys(("phase", "round", "turn", "acted", "vikings", "viking_discard"), UNSET))


def _politics(course: Course, pending: Any) -> None:
    names = [pending.attacker, pending.target]
    if pending.aim == "lord" and not _has_another_fief(course, pending.target):
        _somebody_may_fall(course, names)
        return
    _forget(course, names, "fiefs", "mercenaries", "pool")
    _forget(course, [pending.target], "hand")
    course.forget_discards()
    course.set(army_discard=UNSET, chance=UNSET)


def _joust(course: Course, move: Any) -> None:
    """A joust that is cancelled gives jousters back to their hands; one that is held moves bets and Lords."""
    declares = isinstance(move, shapes.Enter | shapes.Excuse | shapes.StayOut)
    if not declares and course.choices["bet_last_castle"] == "allowed":
        _somebody_may_fall(course, course.order)
        return
    _forget(course, course.order, "hand" if declares else "fiefs")
    course.forget_discards()
    course.set(chance=UNSET)
