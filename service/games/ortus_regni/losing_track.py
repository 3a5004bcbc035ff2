"""When an unknown part decides what a move does: which zones the new state can no longer claim."""

from typing import Any

from msgspec import UNSET

from schemas import ortus_regni as shapes
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.untold import is_battle, is_joust, is_politics

OF_AN_EARLDOM = ("hand", "deck", "discard", "towers", "fiefs", "mercenaries", "pool", "banners", "cubes", "removed")
OF_THE_COURSE = ("phase", "round", "turn", "acted", "eliminated", "chance")
OF_THE_KING = ("king", "royal_army", "army_discard")
OF_THE_VIKINGS = ("vikings", "viking_discard", "black_markers", "white_marker", "arrived")


def lose_track(draft: Draft, pending: Any, move: Any) -> None:
    """Leave out every zone that a move on this decision can have changed; ``pending`` is the decision before it."""
    draft.set(pending=UNSET)
    if is_battle(pending):
        _battle(draft, pending)
    elif is_politics(pending):
        _politics(draft, pending)
    elif is_joust(pending) or isinstance(move, shapes.Enter | shapes.Excuse | shapes.StayOut | shapes.Deal):
        _joust(draft, move)
    elif isinstance(move, shapes.Pick):
        _forget(draft, draft.order, "hand", "discard")
        draft.set(chance=UNSET)
    elif isinstance(move, shapes.Give):
        _forget(draft, draft.order, "pool")
        _forget(draft, [move.player], "fiefs")
    else:
        _somebody_may_fall(draft, draft.order)


def _forget(draft: Draft, names: Any, *zones: str) -> None:
    for name in names:
        if name not in draft.out:
            draft.set_of(name, **dict.fromkeys(zones, UNSET))


def _somebody_may_fall(draft: Draft, names: Any) -> None:
    """One of these Earls may be out: the cards of all colours, the crown and the turn hang on it."""
    _forget(draft, names, *OF_AN_EARLDOM)
    _forget(draft, draft.order, "banners")
    draft.forget_discards()
    draft.set(**dict.fromkeys((*OF_THE_COURSE, *OF_THE_KING, *OF_THE_VIKINGS), UNSET))


def _has_another_fief(draft: Draft, name: str) -> bool:
    return len(draft.by_name[name].fiefs or ()) > 1


def _battle(draft: Draft, battle: Any) -> None:
    names = [name for name in (battle.attacker, battle.defender) if name is not None]
    besieged = battle.kind == "siege" and not _has_another_fief(draft, battle.defender)
    if besieged or draft.choices["ransom_last_castle"] == "allowed":
        _somebody_may_fall(draft, names)
        return
    _forget(draft, names, "towers", "fiefs", "mercenaries", "pool")
    draft.forget_discards()
    draft.set(army_discard=UNSET, royal_army=UNSET)
    if battle.attacker is None:
        draft.set(**dict.fromkeys(("phase", "round", "turn", "acted", "vikings", "viking_discard"), UNSET))


def _politics(draft: Draft, pending: Any) -> None:
    names = [pending.attacker, pending.target]
    if pending.aim == "lord" and not _has_another_fief(draft, pending.target):
        _somebody_may_fall(draft, names)
        return
    _forget(draft, names, "fiefs", "mercenaries", "pool")
    _forget(draft, [pending.target], "hand")
    draft.forget_discards()
    draft.set(army_discard=UNSET, chance=UNSET)


def _joust(draft: Draft, move: Any) -> None:
    """A joust that is cancelled gives jousters back to their hands; one that is held moves bets and Lords."""
    declares = isinstance(move, shapes.Enter | shapes.Excuse | shapes.StayOut)
    if not declares and draft.choices["bet_last_castle"] == "allowed":
        _somebody_may_fall(draft, draft.order)
        return
    _forget(draft, draft.order, "hand" if declares else "fiefs")
    draft.forget_discards()
    draft.set(chance=UNSET)
