"""Treachery, Intrigue and the disputes about them: what comes of them, Vassal by Vassal."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Dispute, Give, Intrigue, Pick, PlayAllies, Politics, Treachery
from service.games.ortus_regni.cards import HIDDEN, hidden, without
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.ending import fall_without_fief, may_have_fallen
from service.games.ortus_regni.parts import deed, fief_of, smallest_free
from service.games.ortus_regni.politics import AIMS, MOST
from service.games.ortus_regni.setup import shuffled
from service.games.ortus_regni.untold import PENDING, UNTOLD, Paused, is_politics, properties_of
from service.referee.known import UnknownRead, is_unknown


def begin(draft: Draft, move: Treachery | Intrigue) -> None:
    """Treachery or Intrigue is declared; the target may answer."""
    card = "treachery" if isinstance(move, Treachery) else "intrigue"
    draft.spend(move.player, card)
    draft.set(acted=True)
    if draft.choices["politics_marker"] == "moves":
        draft.hold_vikings_back("combat/politics-marker")
    pending = Politics(
        card=card,  # type: ignore[arg-type]
        attacker=move.player,
        target=move.target,
        aim=move.aim,
        fief=None if move.fief is UNSET else move.fief,
        mercenary=None if move.mercenary is UNSET else move.mercenary,
        count=_count(draft, move),
        cards=move.cards if isinstance(move, Intrigue) else (),
        step="allies",
        allies=False,
        attackers=(),
        defenders=(),
        placing=(),
    )
    draft.set(pending=pending)
    told = "treachery-played" if card == "treachery" else "intrigue-played"
    draft.event(told, f"{card}/{AIMS[move.aim]}", player=move.player, target=move.target, aim=move.aim)


def _count(draft: Draft, move: Treachery | Intrigue) -> Any:
    """intrigue/one-or-two: as many as wanted, as far as there are so many."""
    if isinstance(move, Treachery):
        return MOST
    if move.cards:
        return len(move.cards)
    wanted = MOST if move.count is UNSET else move.count
    fief = fief_of(draft.by_name[move.target], move.fief)
    if move.aim != "properties":
        return wanted
    if fief is None or fief.properties is UNSET:
        return UNTOLD if wanted > 1 else wanted
    return min(wanted, len(fief.properties))


def answer(draft: Draft, move: PlayAllies) -> None:
    pending = draft.pending
    if move.play:
        draft.spend(move.player, "allies")
        draft.event("allies-played", "allies/answer", player=move.player)
    if not is_politics(pending):
        raise Paused if move.play else UnknownRead(PENDING)
    if move.play:
        draft.set(pending=replace(pending, step="attacker", allies=True))
    else:
        draft.event("allies-passed", "allies/none", player=move.player)
        settle(draft, pending, success=True)


def dispute(draft: Draft, move: Dispute) -> None:
    """dispute/turns: Vassal by Vassal, until one side stops."""
    pending = draft.pending
    if move.vassal == "hand":
        draft.spend(move.player, "vassal")
    if move.vassal is not None:
        draft.event("vassal-added", "dispute/turns", player=move.player, vassal=move.vassal)
    if not is_politics(pending):
        raise UnknownRead(PENDING) if move.vassal is None else Paused
    attacking = move.player == pending.attacker
    if move.vassal is None:
        winner = pending.target if attacking else pending.attacker
        draft.event("dispute-stopped", "dispute/majority", player=move.player, winner=winner)
        settle(draft, pending, success=not attacking)
    elif attacking:
        draft.set(pending=replace(pending, step="defender", attackers=_one_more(pending.attackers, move.vassal)))
    else:
        draft.set(pending=replace(pending, step="attacker", defenders=_one_more(pending.defenders, move.vassal)))


def _one_more(vassals: Any, vassal: Any) -> Any:
    return UNTOLD if is_unknown(vassals) else (*vassals, vassal)


def settle(draft: Draft, pending: Any, *, success: bool) -> None:
    """dispute/majority, dispute/hand-vassals, dispute/lord-vassals, politics/spent; then the effect."""
    draft.discard(pending.attacker, pending.card)
    if pending.allies:
        draft.discard(pending.target, "allies")
    sides = ((pending.attacker, pending.attackers, success), (pending.target, pending.defenders, not success))
    for name, vassals, won in sides:
        for vassal in vassals:
            if vassal == "hand":
                draft.discard(name, "vassal")
            elif not won:
                draft.unseat(name, vassal)
                draft.event("vassal-lord-lost", "dispute/lord-vassals", player=name, fief=vassal)
    spent = (*pending.attackers, *pending.defenders).count("hand")
    if spent:
        draft.event("vassals-spent", "dispute/hand-vassals", count=spent)
    draft.event("cards-spent", "politics/spent")
    if not success:
        draft.event("politics-failed", "dispute/majority", player=pending.attacker)
        draft.set(pending=None)
        return
    EFFECTS[pending.aim](draft, replace(pending, allies=False, attackers=(), defenders=()))


def _done(draft: Draft, pending: Any) -> None:
    draft.set(pending=None)
    fall_without_fief(draft, pending.target)


def _kill_lord(draft: Draft, pending: Any) -> None:
    """treachery/fief-falls, treachery/prince, treachery/committed-lord."""
    fief = fief_of(draft.by_name[pending.target], pending.fief)
    if fief is not None and (fief.lord is UNSET or (fief.lord != "prince" and fief.properties is UNSET)):
        raise UnknownRead(PENDING)
    if fief is not None and fief.lord == "prince":
        draft.unseat(pending.target, pending.fief)
        draft.event("lord-killed", "treachery/prince", player=pending.target, fief=pending.fief, card="prince")
    elif fief is not None:
        rule = "treachery/fief-falls" if fief.lord is not None else "treachery/committed-lord"
        draft.unseat(pending.target, pending.fief)
        draft.raze(pending.target, pending.fief)
        draft.event(
            "lord-killed", "treachery/lord", player=pending.target, fief=pending.fief, card=fief.lord or "vassal"
        )
        cards = [deed(card, pending.target) for card in (fief.anchor, *properties_of(fief))]
        draft.discard_deeds(cards, pending.target)
        draft.event("fief-lost", rule, player=pending.target, fief=pending.fief)
    elif draft.by_name[pending.target].fiefs is UNSET:
        may_have_fallen(draft, pending.target)
        return
    _done(draft, pending)


def _hurt_hand(draft: Draft, pending: Any) -> None:
    hand = draft.by_name[pending.target].hand
    if hand is UNSET:
        raise UnknownRead(PENDING)  # whether anything is picked
    if len(hand) > MOST:
        draft.set(pending=replace(pending, step="pick"))
        return
    _lose_cards(draft, pending, hand)


def pick(draft: Draft, move: Pick) -> None:
    pending = draft.pending
    if not is_politics(pending):
        raise UnknownRead(PENDING)
    cards: Any = move.cards
    if cards is UNSET:
        chance = draft.draw_chance()
        if chance is None:
            raise UnknownRead(PENDING)
        cards = shuffled(draft.by_name[pending.target].hand or (), chance)[:MOST]
    _lose_cards(draft, pending, cards)


def _lose_cards(draft: Draft, pending: Any, cards: tuple[Any, ...]) -> None:
    draft.spend(pending.target, *cards)
    draft.discard(pending.target, *cards)
    rule = "treachery/hand" if len(cards) == MOST else "treachery/short-hand"
    if HIDDEN in cards or not cards:
        draft.event("hand-hurt-unseen", rule, player=pending.target, count=len(cards))
    else:
        draft.event("hand-hurt", rule, player=pending.target, cards=list(cards))
    _done(draft, pending)


def _mercenary(draft: Draft, pending: Any) -> None:
    """treachery/mercenary, intrigue/mercenary, end/original-owner."""
    if pending.card == "treachery":
        draft.kill_mercenary(pending.target, pending.mercenary)
        draft.event("mercenary-killed", "treachery/mercenary", player=pending.target, mercenary=pending.mercenary)
    else:
        found = draft.remove_mercenary(pending.target, pending.mercenary)
        own = draft.by_name[pending.attacker].mercenaries
        if found is not None and own is not UNSET:
            owner = pending.target if found.owner is None else found.owner
            number = smallest_free(one.id for one in own)
            mine = replace(found, id=number, owner=None if owner == pending.attacker else owner)
            draft.set_of(pending.attacker, mercenaries=(*own, mine))
        elif found is None:
            draft.set_of(pending.attacker, mercenaries=UNSET)
        draft.event("mercenary-taken", "intrigue/mercenary", player=pending.attacker, target=pending.target)
    _done(draft, pending)


def _take_properties(draft: Draft, pending: Any) -> None:
    fief = fief_of(draft.by_name[pending.target], pending.fief)
    if fief is None or fief.properties is UNSET:
        raise UnknownRead(PENDING)  # who chooses
    if len(fief.properties) > MOST:
        draft.set(pending=replace(pending, step="give"))
    else:
        _hand_properties(draft, pending, pending.cards or fief.properties[: pending.count])


def _hand_properties(draft: Draft, pending: Any, cards: tuple[Any, ...]) -> None:
    taken = tuple(draft.remove_property(pending.target, pending.fief, card) for card in cards)
    for card in taken:
        draft.event(
            "property-taken", "intrigue/properties", player=pending.attacker, target=pending.target, card=card.card
        )
    draft.set(pending=replace(pending, step="place", cards=(), placing=taken))


def _take_armies(draft: Draft, pending: Any) -> None:
    draft.set(pending=replace(pending, step="give"))


def _hand_armies(draft: Draft, pending: Any, armies: tuple[Any, ...]) -> None:
    """intrigue/unseen: nobody else sees which."""
    pool, own = draft.by_name[pending.target].pool, draft.by_name[pending.attacker].pool
    if pool is not UNSET:
        draft.set_of(pending.target, pool=_without_armies(pool, armies))
    if own is not UNSET:
        draft.set_of(pending.attacker, pool=(*own, *armies))
    detail = {"player": pending.attacker, "target": pending.target, "count": len(armies)}
    draft.event("armies-taken", "intrigue/unseen", **detail)
    _done(draft, pending)


def _without_armies(pool: tuple[Any, ...], armies: tuple[Any, ...]) -> tuple[Any, ...]:
    """A hidden Army that is given away may be any of the pool: then none of them is known any more."""
    return hidden(len(pool) - len(armies)) if HIDDEN in armies else without(pool, armies)


EFFECTS = {
    "lord": _kill_lord,
    "hand": _hurt_hand,
    "mercenary": _mercenary,
    "properties": _take_properties,
    "armies": _take_armies,
}


def give(draft: Draft, move: Give) -> None:
    pending = draft.pending
    if not is_politics(pending):
        raise UnknownRead(PENDING)
    if pending.aim == "armies":
        _hand_armies(draft, pending, move.armies)
    else:
        _hand_properties(draft, pending, move.cards)
