"""Treachery, Intrigue and the disputes about them: what comes of them, Vassal by Vassal."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Dispute, Give, Intrigue, Pick, PlayAllies, Politics, Treachery
from service.games.ortus_regni.cards import HIDDEN, hidden, without
from service.games.ortus_regni.course import Course
from service.games.ortus_regni.ending import fall_without_fief, may_have_fallen
from service.games.ortus_regni.parts import deed, fief_of, smallest_free
from service.games.ortus_regni.politics import AIMS, MOST
from service.games.ortus_regni.setup import shuffled
from service.games.ortus_regni.untold import UNTOLD, Paused, Unknown, is_politics, properties_of


def begin(course: Course, move: Treachery | Intrigue) -> None:
    """Treachery or Intrigue is declared; the target may answer."""
    card = "treachery" if isinstance(move, Treachery) else "intrigue"
    course.spend(move.player, card)
    course.set(acted=True)
    if course.choices["politics_marker"] == "moves":
        course.hold_vikings_back("combat/politics-marker")
    pending = Politics(
        card=card,  # type: ignore[arg-type]
        attacker=move.player,
        target=move.target,
        aim=move.aim,
        fief=None if move.fief is UNSET else move.fief,
        mercenary=None if move.mercenary is UNSET else move.mercenary,
        count=_count(course, move),
        cards=move.cards if isinstance(move, Intrigue) else (),
        step="allies",
        allies=False,
        attackers=(),
        defenders=(),
        placing=(),
    )
    course.set(pending=pending)
    told = "treachery-played" if card == "treachery" else "intrigue-played"
    course.tell(told, f"{card}/{AIMS[move.aim]}", player=move.player, target=move.target, aim=move.aim)


def _count(course: Course, move: Treachery | Intrigue) -> Any:
    """intrigue/one-or-two: as many as wanted, as far as there are so many."""
    if isinstance(move, Treachery):
        return MOST
    if move.cards:
        return len(move.cards)
    wanted = MOST if move.count is UNSET else move.count
    fief = fief_of(course.by_name[move.target], move.fief)
    if move.aim != "properties":
        return wanted
    if fief is None or fief.properties is UNSET:
        return UNTOLD if wanted > 1 else wanted
    return min(wanted, len(fief.properties))


def answer(course: Course, move: PlayAllies) -> None:
    pending = course.pending
    if move.play:
        course.spend(move.player, "allies")
        course.tell("allies-played", "allies/answer", player=move.player)
    if not is_politics(pending):
        raise Paused if move.play else Unknown
    if move.play:
        course.set(pending=replace(pending, step="attacker", allies=True))
    else:
        course.tell("allies-passed", "allies/none", player=move.player)
        settle(course, pending, success=True)


def dispute(course: Course, move: Dispute) -> None:
    """dispute/turns: Vassal by Vassal, until one side stops."""
    pending = course.pending
    if move.vassal == "hand":
        course.spend(move.player, "vassal")
    if move.vassal is not None:
        course.tell("vassal-added", "dispute/turns", player=move.player, vassal=move.vassal)
    if not is_politics(pending):
        raise Unknown if move.vassal is None else Paused
    attacking = move.player == pending.attacker
    if move.vassal is None:
        winner = pending.target if attacking else pending.attacker
        course.tell("dispute-stopped", "dispute/majority", player=move.player, winner=winner)
        settle(course, pending, success=not attacking)
    elif attacking:
        course.set(pending=replace(pending, step="defender", attackers=_one_more(pending.attackers, move.vassal)))
    else:
        course.set(pending=replace(pending, step="attacker", defenders=_one_more(pending.defenders, move.vassal)))


def _one_more(vassals: Any, vassal: Any) -> Any:
    return UNTOLD if vassals is UNTOLD else (*vassals, vassal)


def settle(course: Course, pending: Any, *, success: bool) -> None:
    """dispute/majority, dispute/hand-vassals, dispute/lord-vassals, politics/spent; then the effect."""
    course.discard(pending.attacker, pending.card)
    if pending.allies:
        course.discard(pending.target, "allies")
    sides = ((pending.attacker, pending.attackers, success), (pending.target, pending.defenders, not success))
    for name, vassals, won in sides:
        for vassal in vassals:
            if vassal == "hand":
                course.discard(name, "vassal")
            elif not won:
                course.unseat(name, vassal)
                course.tell("vassal-lord-lost", "dispute/lord-vassals", player=name, fief=vassal)
    spent = (*pending.attackers, *pending.defenders).count("hand")
    if spent:
        course.tell("vassals-spent", "dispute/hand-vassals", count=spent)
    course.tell("cards-spent", "politics/spent")
    if not success:
        course.tell("politics-failed", "dispute/majority", player=pending.attacker)
        course.set(pending=None)
        return
    EFFECTS[pending.aim](course, replace(pending, allies=False, attackers=(), defenders=()))


def _done(course: Course, pending: Any) -> None:
    course.set(pending=None)
    fall_without_fief(course, pending.target)


def _kill_lord(course: Course, pending: Any) -> None:
    """treachery/fief-falls, treachery/prince, treachery/committed-lord."""
    fief = fief_of(course.by_name[pending.target], pending.fief)
    if fief is not None and (fief.lord is UNSET or (fief.lord != "prince" and fief.properties is UNSET)):
        raise Unknown
    if fief is not None and fief.lord == "prince":
        course.unseat(pending.target, pending.fief)
        course.tell("lord-killed", "treachery/prince", player=pending.target, fief=pending.fief, card="prince")
    elif fief is not None:
        rule = "treachery/fief-falls" if fief.lord is not None else "treachery/committed-lord"
        course.unseat(pending.target, pending.fief)
        course.raze(pending.target, pending.fief)
        course.tell(
            "lord-killed", "treachery/lord", player=pending.target, fief=pending.fief, card=fief.lord or "vassal"
        )
        cards = [deed(card, pending.target) for card in (fief.anchor, *properties_of(fief))]
        course.discard_deeds(cards, pending.target)
        course.tell("fief-lost", rule, player=pending.target, fief=pending.fief)
    elif course.by_name[pending.target].fiefs is UNSET:
        may_have_fallen(course, pending.target)
        return
    _done(course, pending)


def _hurt_hand(course: Course, pending: Any) -> None:
    hand = course.by_name[pending.target].hand
    if hand is UNSET:
        raise Unknown  # whether anything is picked
    if len(hand) > MOST:
        course.set(pending=replace(pending, step="pick"))
        return
    _lose_cards(course, pending, hand)


def pick(course: Course, move: Pick) -> None:
    pending = course.pending
    if not is_politics(pending):
        raise Unknown
    cards: Any = move.cards
    if cards is UNSET:
        chance = course.chance()
        if chance is None:
            raise Unknown
        cards = shuffled(course.by_name[pending.target].hand or (), chance)[:MOST]
    _lose_cards(course, pending, cards)


def _lose_cards(course: Course, pending: Any, cards: tuple[Any, ...]) -> None:
    course.spend(pending.target, *cards)
    course.discard(pending.target, *cards)
    rule = "treachery/hand" if len(cards) == MOST else "treachery/short-hand"
    if HIDDEN in cards or not cards:
        course.tell("hand-hurt-unseen", rule, player=pending.target, count=len(cards))
    else:
        course.tell("hand-hurt", rule, player=pending.target, cards=list(cards))
    _done(course, pending)


def _mercenary(course: Course, pending: Any) -> None:
    """treachery/mercenary, intrigue/mercenary, end/original-owner."""
    if pending.card == "treachery":
        course.kill_mercenary(pending.target, pending.mercenary)
        course.tell("mercenary-killed", "treachery/mercenary", player=pending.target, mercenary=pending.mercenary)
    else:
        found = course.remove_mercenary(pending.target, pending.mercenary)
        own = course.by_name[pending.attacker].mercenaries
        if found is not None and own is not UNSET:
            owner = pending.target if found.owner is None else found.owner
            number = smallest_free(one.id for one in own)
            mine = replace(found, id=number, owner=None if owner == pending.attacker else owner)
            course.change(pending.attacker, mercenaries=(*own, mine))
        elif found is None:
            course.change(pending.attacker, mercenaries=UNSET)
        course.tell("mercenary-taken", "intrigue/mercenary", player=pending.attacker, target=pending.target)
    _done(course, pending)


def _take_properties(course: Course, pending: Any) -> None:
    fief = fief_of(course.by_name[pending.target], pending.fief)
    if fief is None or fief.properties is UNSET:
        raise Unknown  # who chooses
    if len(fief.properties) > MOST:
        course.set(pending=replace(pending, step="give"))
    else:
        _hand_properties(course, pending, pending.cards or fief.properties[: pending.count])


def _hand_properties(course: Course, pending: Any, cards: tuple[Any, ...]) -> None:
    taken = tuple(course.remove_property(pending.target, pending.fief, card) for card in cards)
    for card in taken:
        course.tell(
            "property-taken", "intrigue/properties", player=pending.attacker, target=pending.target, card=card.card
        )
    course.set(pending=replace(pending, step="place", cards=(), placing=taken))


def _take_armies(course: Course, pending: Any) -> None:
    course.set(pending=replace(pending, step="give"))


def _hand_armies(course: Course, pending: Any, armies: tuple[Any, ...]) -> None:
    """intrigue/unseen: nobody else sees which."""
    pool, own = course.by_name[pending.target].pool, course.by_name[pending.attacker].pool
    if pool is not UNSET:
        course.change(pending.target, pool=_without_armies(pool, armies))
    if own is not UNSET:
        course.change(pending.attacker, pool=(*own, *armies))
    detail = {"player": pending.attacker, "target": pending.target, "count": len(armies)}
    course.tell("armies-taken", "intrigue/unseen", **detail)
    _done(course, pending)


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


def give(course: Course, move: Give) -> None:
    pending = course.pending
    if not is_politics(pending):
        raise Unknown
    if pending.aim == "armies":
        _hand_armies(course, pending, move.armies)
    else:
        _hand_properties(course, pending, move.cards)
