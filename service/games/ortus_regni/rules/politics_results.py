"""Traición, Intriga: what comes of them."""

from collections import Counter
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Give, Pick
from service.games.ortus_regni.cards import has_armies, holds, pool_without
from service.games.ortus_regni.components import as_deed, smallest_free, type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.pack import PROPERTIES
from service.games.ortus_regni.parts import is_politics, sure
from service.games.ortus_regni.rules.leaving import fall_without_fief, may_have_fallen
from service.games.ortus_regni.rules.politics import MOST, check_properties_named
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.budget import step
from service.referee.chance import shuffled
from service.referee.findings import AssumedFact, Findings, fact
from service.referee.hidden import HIDDEN
from service.referee.known import Unknown, UnknownRead, all_of, any_of, attempt, is_known, is_unknown
from service.referee.table import STATE


def _done(draft: Draft, pending: Any) -> None:
    draft.set(pending=None)
    fall_without_fief(draft, pending.target)


def _kill_lord(draft: Draft, pending: Any) -> None:
    """treachery/fief-falls, treachery/prince, treachery/committed-lord."""
    name, number = pending.target, sure(pending.fief)
    fief = draft.fief(name, number)
    if is_unknown(fief):
        may_have_fallen(draft, name)
        return
    if fief is not None and fief.lord == "prince":
        draft.unseat(name, number)
        draft.event("lord-killed", "treachery/prince", player=name, fief=number, card="prince")
    elif fief is not None:
        deeds = [as_deed(card, name) for card in (fief.anchor, *fief.properties)]
        rule = "treachery/fief-falls" if fief.lord is not None else "treachery/committed-lord"
        draft.unseat(name, number)
        draft.raze(name, number)
        draft.event("lord-killed", "treachery/lord", player=name, fief=number, card=fief.lord or "vassal")
        draft.discard_deeds(deeds, name)
        draft.event("fief-lost", rule, player=name, fief=number)
    _done(draft, pending)


def _hurt_hand(draft: Draft, pending: Any) -> None:
    """treachery/hand, treachery/short-hand: two cards are picked, or all are lost."""
    hand = draft.hand(pending.target)
    if len(hand) > MOST:
        draft.set(pending=replace(pending, step="pick"))
    else:
        _lose_cards(draft, pending, hand)


def check_pick(table: Table, move: Pick, findings: Findings) -> None:
    """treachery/hand, treachery/short-hand: two cards, drawn blind, or what there is."""
    check_due(table, "pick", None, findings)
    pending = table.pending
    if not is_politics(pending) or findings.broken:
        return
    name, hand = pending.target, table.hand(pending.target)
    if move.cards is UNSET:
        if is_unknown(table.chance) or not surely(lambda: HIDDEN not in hand):
            findings.needs("pick-known", player=name)
        return
    count, expected = len(move.cards), attempt(lambda: min(MOST, len(hand)))
    if isinstance(expected, Unknown):
        expected = min(MOST, count)
        if count < MOST:
            findings.assumes("hand-size", player=name, count=count)
    if findings.requires("treachery/hand", count == expected, "count", cite=False, count=count, expected=expected):
        holds(table, name, move.cards, findings)


def apply_pick(draft: Draft, move: Pick) -> None:
    pending, cards = sure(draft.pending), move.cards
    if cards is UNSET:
        hand, chance = draft.hand(pending.target), draft.draw_chance()
        if chance is None:
            raise UnknownRead((f"{STATE}/chance",))
        cards = shuffled(hand, chance)[:MOST]
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
        taken, own = draft.remove_mercenary(pending.target, pending.mercenary), draft.mercenaries(pending.attacker)
        if taken is None:
            draft.forget_of(pending.attacker, "mercenaries")
        elif is_known(own):
            owner = pending.target if taken.owner is None else taken.owner
            number = smallest_free(mercenary.id for mercenary in own)
            mine = replace(taken, id=number, owner=None if owner == pending.attacker else owner)
            draft.set_of(pending.attacker, mercenaries=(*own, mine))
        draft.event("mercenary-taken", "intrigue/mercenary", player=pending.attacker, target=pending.target)
    _done(draft, pending)


def _take_properties(draft: Draft, pending: Any) -> None:
    """intrigue/defender-picks: of more than two the target chooses."""
    there = draft.fief(pending.target, pending.fief).properties
    if len(there) > MOST:
        draft.set(pending=replace(pending, step="give"))
    else:
        _hand_properties(draft, pending, pending.cards or there[: pending.count])


def _hand_properties(draft: Draft, pending: Any, cards: tuple[Any, ...]) -> None:
    taken = tuple(draft.remove_property(pending.target, pending.fief, card) for card in cards)
    earls = {"player": pending.attacker, "target": pending.target}
    for deed in taken:
        draft.event("property-taken", "intrigue/properties", **earls, card=deed.card)
    draft.set(pending=replace(pending, step="place", cards=(), placing=taken))


def _take_armies(draft: Draft, pending: Any) -> None:
    draft.set(pending=replace(pending, step="give"))


def _hand_armies(draft: Draft, pending: Any, armies: tuple[Any, ...]) -> None:
    """intrigue/unseen: nobody else sees which."""
    draft.change_of(pending.target, "pool", lambda pool: pool_without(pool, armies))
    draft.change_of(pending.attacker, "pool", lambda pool: (*pool, *armies))
    detail = {"player": pending.attacker, "target": pending.target, "count": len(armies)}
    draft.event("armies-taken", "intrigue/unseen", **detail)
    _done(draft, pending)


def check_give(table: Table, move: Give, findings: Findings) -> None:
    """intrigue/defender-picks, intrigue/armies."""
    check_due(table, "give", move.player, findings)
    check_properties_named(move.cards, findings)
    pending = table.pending
    if is_unknown(pending) and not findings.broken:
        name, detail = _gift_due(move)
        findings.assumes(name, **detail)
        has_armies(table, move.player, move.armies, findings)
    if not is_politics(pending) or findings.broken:
        return
    if pending.aim == "armies":
        _give_armies(table, pending, move, findings)
        return
    fief = table.fief(pending.target, pending.fief)
    there = fief if is_unknown(fief) else () if fief is None else attempt(lambda: tuple(fief.properties))
    if isinstance(there, Unknown):
        cards = [type_of(card) for card in move.cards]
        findings.assumes("gift-there", player=move.player, cards=cards)
    else:
        step(len(there))
        for card in Counter(move.cards) - Counter(there):
            if type_of(card) in PROPERTIES:
                findings.breaks("intrigue/properties", card=type_of(card), fief=pending.fief)
    findings.requires(
        "intrigue/defender-picks",
        all_of(not move.armies, 0 < len(move.cards) <= MOST, lambda: len(move.cards) == pending.count),
        "count",
        assume=_gift_due(move),
        cite=False,
        count=len(move.cards),
        expected=lambda: MOST if is_unknown(pending.count) else pending.count,
    )


def _gift_due(move: Give) -> AssumedFact:
    name = "armies-due" if move.armies else "gift-due"
    return fact(name, player=move.player, cards=len(move.cards), armies=len(move.armies))


def _give_armies(table: Table, pending: Any, move: Give, findings: Findings) -> None:
    """intrigue/armies: one or two, as many as were wanted, or what there is."""
    has_armies(table, move.player, move.armies, findings)
    count = len(move.armies)
    if move.cards or not 0 < count <= MOST:
        findings.breaks("intrigue/armies", "count", count=count, expected=MOST)
        return
    wanted, there = pending.count, attempt(lambda: len(table.pool(pending.target)))
    findings.requires(
        "intrigue/armies",
        all_of(lambda: count <= wanted, any_of(lambda: count == wanted, lambda: count == there)),
        "count",
        assume=_gift_due(move),
        cite=False,
        count=count,
        expected=lambda: wanted if is_unknown(there) else min(wanted, there),
    )


def apply_give(draft: Draft, move: Give) -> None:
    pending = sure(draft.pending)
    if pending.aim == "armies":
        _hand_armies(draft, pending, move.armies)
    else:
        _hand_properties(draft, pending, move.cards)


RESULTS = {
    "lord": _kill_lord,
    "hand": _hurt_hand,
    "mercenary": _mercenary,
    "properties": _take_properties,
    "armies": _take_armies,
}
