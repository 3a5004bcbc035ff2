"""Cómo ganar la partida: Earls who leave the game, and what becomes of their cards."""

from typing import Any

from msgspec import UNSET

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Concede, Eliminated, Player
from service.games.ortus_regni.draft import Draft, has_nothing_left
from service.games.ortus_regni.parts import lords_told, type_of
from service.games.ortus_regni.rules.crown import test_crown
from service.games.ortus_regni.steps import lose_turn
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import may
from service.games.ortus_regni.untold import known_properties
from service.referee.budget import counted, step
from service.referee.findings import Findings

# ---------------------------------------------------------------- Giving up


def check_concede(table: Table, move: Concede, findings: Findings) -> None:
    """end/concede, honour/no-flight."""
    may(table, "concede", move.player, findings)
    findings.allows("end/concede")


def apply_concede(draft: Draft, move: shapes.Concede) -> None:
    draft.set(pending=None, phase="turn", turn=move.player)
    leave(draft, move.player, "conceded", "end/concede")


def leave(draft: Draft, name: str, reason: str, rule: str) -> None:
    """Out of the game in the own turn; whose turn comes then is for ``proceed`` to find out, if it can."""
    eliminate(draft, name, reason, rule)
    if draft.state.pending is UNSET and draft.state.phase != "over":
        lose_turn(draft)  # there may be a King now, to whom Armies are owed first


# ---------------------------------------------------------------- Leaving the game


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
