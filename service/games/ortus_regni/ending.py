"""Earls who leave the game, and the crown, which is tested anew whenever one does."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Coronation, Eliminated, Player
from service.games.ortus_regni.draft import Draft, has_nothing_left
from service.games.ortus_regni.parts import lords_told, type_of
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import known_properties
from service.referee.budget import counted, step

LEAD = 2
"""How many Banners a King needs at least, and how many more than each rival."""


# ---------------------------------------------------------------- leaving the game


def fall_without_fief(draft: Draft, *names: str | None) -> None:
    """end/last-fief, end/after-battle: who has lost the last Fief is out, once everything else is done."""
    for name in names:
        if name is not None and name not in draft.out and has_nothing_left(draft.by_name[name]):
            eliminate(draft, name, "no-fief", "end/last-fief")


def may_have_fallen(draft: Draft, name: str) -> None:
    """A Fief that nobody told fell, or its Prince: what hangs on its cards, or on its being the last, is open."""
    had_banners = draft.by_name[name].banners != 0
    draft.forget_discards()  # Properties go to the pile of their own colour
    zones = ("hand", "deck", "towers", "mercenaries", "pool", "banners", "cubes", "removed")
    draft.set_of(name, **dict.fromkeys(zones, UNSET))
    draft.set(pending=UNSET, phase=UNSET, eliminated=UNSET, army_discard=UNSET)
    if draft.state.king == name or (draft.state.king is None and had_banners):
        draft.set(king=UNSET, royal_army=UNSET)
        for other in draft.order:
            draft.set_of(other, banners=UNSET)
    if len(draft.living) == 2:
        draft.set(turn=UNSET)


def eliminate(draft: Draft, name: str, reason: Any, rule: str) -> None:
    """end/cards-removed, end/spoils-stay, end/foreign-cards, end/cubes-removed, end/emissaries-stay, king/death."""
    draft.event("eliminated", rule, player=name, reason=reason)
    leaves_banners = draft.by_name[name].banners != 0
    draft.out = {*draft.out, name}
    draft.living = [other for other in draft.order if other not in draft.out]
    entry = Eliminated(player=name, reason=reason, round=draft.state.round)
    if (gone := _gone_before(draft)) is not None:
        draft.set(eliminated=(*gone, entry))
    _clear_earldom(draft, name)
    _leave_behind(draft, name)
    if draft.state.king == name:
        _king_dies(draft)
    elif draft.state.king is UNSET:
        draft.set(royal_army=UNSET, army_discard=UNSET)
    if draft.seats_known and len(draft.living) == 1:
        draft.set(phase="over", turn=None, pending=None)
        draft.event("won", "end/last-earl", player=draft.living[0])
    else:
        test_crown(draft, "king/heir", *(draft.living if leaves_banners else ()))


def _gone_before(draft: Draft) -> tuple[Eliminated, ...] | None:
    """Who had left the game; None when it is not told, and not seen either that everybody else is still there."""
    if draft.state.eliminated is not UNSET:
        return draft.state.eliminated  # type: ignore[no-any-return]
    others = [draft.by_name[name] for name in draft.living]
    everybody = draft.seats_known and len(others) == len(draft.order) - 1
    return () if everybody and (len(others) == 1 or all(other.fiefs for other in others)) else None


def _clear_earldom(draft: Draft, name: str) -> None:
    player = draft.by_name[name]
    own: list[Any] = [*(player.hand or ()), *(player.deck or ()), *(player.discard or ()), *(player.towers or ())]
    own += ["banner"] * (player.banners or 0)
    foreign: list[Any] = []
    for fief in player.fiefs or ():
        for card in (fief.anchor, *known_properties(fief)):
            (own if isinstance(card, str) else foreign).append(card)
        if fief.lord:
            own.append(fief.lord)
    armies: list[Any] = [*(player.pool or ())]
    draft.set_of(
        name,
        **dict.fromkeys(("hand", "deck", "discard", "towers", "fiefs", "mercenaries", "pool"), ()),
        banners=0,
    )
    for mercenary in player.mercenaries or ():
        armies += [mercenary.garrison] if mercenary.garrison else []
        if mercenary.owner is None:
            own.append("mercenary")
        else:
            draft.discard(mercenary.owner, "mercenary")
    _remove(draft, player, own)
    for card in counted(foreign):
        draft.discard(card.owner, type_of(card))
    draft.event("removed", "end/cards-removed", player=name)
    if foreign:
        draft.event("foreign-back", "end/foreign-cards", player=name, count=len(foreign))
    if armies:
        draft.discard_armies(*armies)
        draft.event("armies-back", "neutral/own-discards", player=name, count=len(armies))


def _remove(draft: Draft, player: Player, own: list[Any]) -> None:
    """end/cards-removed: the own cards leave the game; where some were not told, nobody knows them all."""
    zones = (player.hand, player.deck, player.discard, player.towers, player.banners, player.fiefs)
    open_fiefs = player.fiefs is UNSET or any(fief.properties is UNSET for fief in player.fiefs)
    if UNSET in zones or player.mercenaries is UNSET or open_fiefs or not lords_told(player):
        draft.set_of(player.name, removed=UNSET)
    elif player.removed is not UNSET:
        draft.set_of(player.name, removed=(*player.removed, *own))
    if player.mercenaries is UNSET or open_fiefs:
        draft.forget_discards()  # cards of other colours may have lain there
        draft.set_of(player.name, discard=())
    garrisons = player.mercenaries is not UNSET and all(one.garrison is not UNSET for one in player.mercenaries)
    if player.pool is UNSET or not garrisons:
        draft.set(army_discard=UNSET)


def _leave_behind(draft: Draft, name: str) -> None:
    """end/cubes-removed, end/emissaries-stay, end/spoils-stay."""
    player = draft.by_name[name]
    if player.cubes:
        draft.event("cubes-gone", "end/cubes-removed", player=name, count=player.cubes)
    draft.set_of(name, cubes=0)
    if player.emissaries:
        draft.event("emissaries-stay", "end/emissaries-stay", player=name, count=len(player.emissaries))
    abroad = sum(_held_abroad(other, name) for other in draft.by_name.values())
    if abroad:
        draft.event("spoils-stay", "end/spoils-stay", player=name, count=abroad)


def _held_abroad(player: Player, owner: str) -> int:
    """How many cards of another Earl's colour lie in an Earldom."""
    cards = [card for fief in player.fiefs or () for card in (fief.anchor, *known_properties(fief))]
    step(len(cards))
    held: int = sum(not isinstance(card, str) and card.owner == owner for card in cards)
    return held + sum(one.owner == owner for one in player.mercenaries or ())


def _king_dies(draft: Draft) -> None:
    """king/death, king/royal-army."""
    royal = draft.state.royal_army or ()
    draft.discard_armies(*royal)
    if draft.state.royal_army is UNSET:
        draft.set(army_discard=UNSET)
    if royal:
        draft.event("armies-back", "king/royal-army", player=draft.state.king, count=len(royal))
    draft.set(king=None, royal_army=() if draft.state.royal_army is not UNSET else UNSET)
    draft.event("king-dead", "king/death")


# ---------------------------------------------------------------- the crown


def next_king(table: Table) -> str | None:
    """crown/lead: at least two Banners, and two more than each rival; None for nobody, or when it is not told."""
    if table.state.king is not None or not table.seats_known:
        return None
    banners: list[Any] = [table.by_name[name].banners for name in table.living]
    if UNSET in banners:
        return None
    *_, second, most = 0, 0, *sorted(banners)
    return table.living[banners.index(most)] if most >= LEAD and most - second >= LEAD else None


def test_crown(draft: Draft, rule: str, *claimants: str) -> None:
    """crown/lead, king/heir: with a Banner more or a rival gone, the lead of one of these may be enough."""
    name = next_king(draft)
    if name is not None:
        crown(draft, name, rule)
    elif not isinstance(draft.state.king, str) and any(_may_lead(draft, claimant) for claimant in claimants):
        _crown_unknown(draft)


def _may_lead(draft: Draft, name: str) -> bool:
    """Whether an Earl has the lead for all that is told, but something that decides it is not."""
    own = draft.by_name[name].banners
    rivals: list[Any] = [draft.by_name[other].banners for other in draft.living if other != name]
    if draft.seats_known and draft.state.king is None and own is not UNSET and UNSET not in rivals:
        return False
    most = max((banners for banners in rivals if banners is not UNSET), default=0)
    return own is UNSET or own >= max(LEAD, most + LEAD)


def _crown_unknown(draft: Draft) -> None:
    """There may be a King now: then the Banners are gone, and offerings are due."""
    draft.set(king=UNSET, royal_army=UNSET, pending=UNSET)
    for name in draft.living:
        if draft.by_name[name].banners != 0:
            draft.set_of(name, banners=UNSET, discard=UNSET)


def crown(draft: Draft, name: str, rule: str = "crown/lead") -> None:
    """crown/lead, crown/banners-go, crown/offering."""
    draft.set(king=name, royal_army=())
    draft.event("crowned", rule, player=name)
    for other in draft.living:
        banners = draft.by_name[other].banners or 0
        draft.discard(other, *["banner"] * banners)
        draft.set_of(other, banners=0)
    draft.event("banners-gone", "crown/banners-go")
    offering = tuple(other for other in draft.others(name) if draft.by_name[other].pool)
    if any(draft.by_name[other].pool is UNSET for other in draft.others(name)):
        draft.set(pending=UNSET)  # who has to offer is not told
    elif offering:
        draft.set(pending=Coronation(offering=offering))
