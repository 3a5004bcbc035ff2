"""Earls who leave the game, and the crown, which is tested anew whenever one does."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Coronation, Eliminated, Player
from service.games.ortus_regni.course import Course, has_nothing_left
from service.games.ortus_regni.parts import lords_told, type_of
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import known_properties
from service.referee.budget import counted, step

LEAD = 2
"""How many Banners a King needs at least, and how many more than each rival."""


# ---------------------------------------------------------------- leaving the game


def fall_without_fief(course: Course, *names: str | None) -> None:
    """end/last-fief, end/after-battle: who has lost the last Fief is out, once everything else is done."""
    for name in names:
        if name is not None and name not in course.out and has_nothing_left(course.by_name[name]):
            eliminate(course, name, "no-fief", "end/last-fief")


def may_have_fallen(course: Course, name: str) -> None:
    """A Fief that nobody told fell, or its Prince: what hangs on its cards, or on its being the last, is open."""
    had_banners = course.by_name[name].banners != 0
    course.forget_discards()  # Properties go to the pile of their own colour
    zones = ("hand", "deck", "towers", "mercenaries", "pool", "banners", "cubes", "removed")
    course.change(name, **dict.fromkeys(zones, UNSET))
    course.set(pending=UNSET, phase=UNSET, eliminated=UNSET, army_discard=UNSET)
    if course.state.king == name or (course.state.king is None and had_banners):
        course.set(king=UNSET, royal_army=UNSET)
        for other in course.order:
            course.change(other, banners=UNSET)
    if len(course.living) == 2:
        course.set(turn=UNSET)


def eliminate(course: Course, name: str, reason: Any, rule: str) -> None:
    """end/cards-removed, end/spoils-stay, end/foreign-cards, end/cubes-removed, end/emissaries-stay, king/death."""
    course.tell("eliminated", rule, player=name, reason=reason)
    leaves_banners = course.by_name[name].banners != 0
    course.out = {*course.out, name}
    course.living = [other for other in course.order if other not in course.out]
    entry = Eliminated(player=name, reason=reason, round=course.state.round)
    if (gone := _gone_before(course)) is not None:
        course.set(eliminated=(*gone, entry))
    _clear_earldom(course, name)
    _leave_behind(course, name)
    if course.state.king == name:
        _king_dies(course)
    elif course.state.king is UNSET:
        course.set(royal_army=UNSET, army_discard=UNSET)
    if course.complete and len(course.living) == 1:
        course.set(phase="over", turn=None, pending=None)
        course.tell("won", "end/last-earl", player=course.living[0])
    else:
        test_crown(course, "king/heir", *(course.living if leaves_banners else ()))


def _gone_before(course: Course) -> tuple[Eliminated, ...] | None:
    """Who had left the game; None when it is not told, and not seen either that everybody else is still there."""
    if course.state.eliminated is not UNSET:
        return course.state.eliminated
    others = [course.by_name[name] for name in course.living]
    everybody = course.complete and len(others) == len(course.order) - 1
    return () if everybody and (len(others) == 1 or all(other.fiefs for other in others)) else None


def _clear_earldom(course: Course, name: str) -> None:
    player = course.by_name[name]
    own: list[Any] = [*(player.hand or ()), *(player.deck or ()), *(player.discard or ()), *(player.towers or ())]
    own += ["banner"] * (player.banners or 0)
    foreign: list[Any] = []
    for fief in player.fiefs or ():
        for card in (fief.anchor, *known_properties(fief)):
            (own if isinstance(card, str) else foreign).append(card)
        if fief.lord:
            own.append(fief.lord)
    armies: list[Any] = [*(player.pool or ())]
    course.change(
        name,
        **dict.fromkeys(("hand", "deck", "discard", "towers", "fiefs", "mercenaries", "pool"), ()),
        banners=0,
    )
    for mercenary in player.mercenaries or ():
        armies += [mercenary.garrison] if mercenary.garrison else []
        if mercenary.owner is None:
            own.append("mercenary")
        else:
            course.discard(mercenary.owner, "mercenary")
    _remove(course, player, own)
    for card in counted(foreign):
        course.discard(card.owner, type_of(card))
    course.tell("removed", "end/cards-removed", player=name)
    if foreign:
        course.tell("foreign-back", "end/foreign-cards", player=name, count=len(foreign))
    if armies:
        course.discard_armies(*armies)
        course.tell("armies-back", "neutral/own-discards", player=name, count=len(armies))


def _remove(course: Course, player: Player, own: list[Any]) -> None:
    """end/cards-removed: the own cards leave the game; where some were not told, nobody knows them all."""
    zones = (player.hand, player.deck, player.discard, player.towers, player.banners, player.fiefs)
    open_fiefs = player.fiefs is UNSET or any(fief.properties is UNSET for fief in player.fiefs)
    if UNSET in zones or player.mercenaries is UNSET or open_fiefs or not lords_told(player):
        course.change(player.name, removed=UNSET)
    elif player.removed is not UNSET:
        course.change(player.name, removed=(*player.removed, *own))
    if player.mercenaries is UNSET or open_fiefs:
        course.forget_discards()  # cards of other colours may have lain there
        course.change(player.name, discard=())
    garrisons = player.mercenaries is not UNSET and all(one.garrison is not UNSET for one in player.mercenaries)
    if player.pool is UNSET or not garrisons:
        course.set(army_discard=UNSET)


def _leave_behind(course: Course, name: str) -> None:
    """end/cubes-removed, end/emissaries-stay, end/spoils-stay."""
    player = course.by_name[name]
    if player.cubes:
        course.tell("cubes-gone", "end/cubes-removed", player=name, count=player.cubes)
    course.change(name, cubes=0)
    if player.emissaries:
        course.tell("emissaries-stay", "end/emissaries-stay", player=name, count=len(player.emissaries))
    abroad = sum(_held_abroad(other, name) for other in course.by_name.values())
    if abroad:
        course.tell("spoils-stay", "end/spoils-stay", player=name, count=abroad)


def _held_abroad(player: Player, owner: str) -> int:
    """How many cards of another Earl's colour lie in an Earldom."""
    cards = [card for fief in player.fiefs or () for card in (fief.anchor, *known_properties(fief))]
    step(len(cards))
    held: int = sum(not isinstance(card, str) and card.owner == owner for card in cards)
    return held + sum(one.owner == owner for one in player.mercenaries or ())


def _king_dies(course: Course) -> None:
    """king/death, king/royal-army."""
    royal = course.state.royal_army or ()
    course.discard_armies(*royal)
    if course.state.royal_army is UNSET:
        course.set(army_discard=UNSET)
    if royal:
        course.tell("armies-back", "king/royal-army", player=course.state.king, count=len(royal))
    course.set(king=None, royal_army=() if course.state.royal_army is not UNSET else UNSET)
    course.tell("king-dead", "king/death")


# ---------------------------------------------------------------- the crown


def next_king(table: Table) -> str | None:
    """crown/lead: at least two Banners, and two more than each rival; None for nobody, or when it is not told."""
    if table.state.king is not None or not table.complete:
        return None
    banners: list[Any] = [table.by_name[name].banners for name in table.living]
    if UNSET in banners:
        return None
    *_, second, most = 0, 0, *sorted(banners)
    return table.living[banners.index(most)] if most >= LEAD and most - second >= LEAD else None


def test_crown(course: Course, rule: str, *claimants: str) -> None:
    """crown/lead, king/heir: with a Banner more or a rival gone, the lead of one of these may be enough."""
    name = next_king(course)
    if name is not None:
        crown(course, name, rule)
    elif not isinstance(course.state.king, str) and any(_may_lead(course, claimant) for claimant in claimants):
        _crown_unknown(course)


def _may_lead(course: Course, name: str) -> bool:
    """Whether an Earl has the lead for all that is told, but something that decides it is not."""
    own = course.by_name[name].banners
    rivals: list[Any] = [course.by_name[other].banners for other in course.living if other != name]
    if course.complete and course.state.king is None and own is not UNSET and UNSET not in rivals:
        return False
    most = max((banners for banners in rivals if banners is not UNSET), default=0)
    return own is UNSET or own >= max(LEAD, most + LEAD)


def _crown_unknown(course: Course) -> None:
    """There may be a King now: then the Banners are gone, and offerings are due."""
    course.set(king=UNSET, royal_army=UNSET, pending=UNSET)
    for name in course.living:
        if course.by_name[name].banners != 0:
            course.change(name, banners=UNSET, discard=UNSET)


def crown(course: Course, name: str, rule: str = "crown/lead") -> None:
    """crown/lead, crown/banners-go, crown/offering."""
    course.set(king=name, royal_army=())
    course.tell("crowned", rule, player=name)
    for other in course.living:
        banners = course.by_name[other].banners or 0
        course.discard(other, *["banner"] * banners)
        course.change(other, banners=0)
    course.tell("banners-gone", "crown/banners-go")
    offering = tuple(other for other in course.others(name) if course.by_name[other].pool)
    if any(course.by_name[other].pool is UNSET for other in course.others(name)):
        course.set(pending=UNSET)  # who has to offer is not told
    elif offering:
        course.set(pending=Coronation(offering=offering))
