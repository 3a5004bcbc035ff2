"""Traición, Intriga: what they aim at, and what comes of them."""

from collections import Counter
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Give, Intrigue, Pick, Player, Politics, Treachery
from service.games.ortus_regni.cards import HIDDEN, has_armies, hidden, holds, without
from service.games.ortus_regni.components import deed, fief_of, mercenary_of, smallest_free, type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.rules.leaving import fall_without_fief, may_have_fallen
from service.games.ortus_regni.setup import shuffled
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import PENDING, UNTOLD, is_politics, properties_of, sure
from service.referee.budget import step
from service.referee.findings import Findings
from service.referee.known import UnknownRead, is_unknown

MOST = 2
"""How many cards a Treachery costs a hand, and an Intrigue takes at most."""


AIMS = {"lord": "lord", "hand": "hand", "mercenary": "mercenary", "properties": "properties", "armies": "armies"}
"""The rule of each use, by what it aims at."""


PEACE = 2
"""The rounds of a tournament without attacks and politics."""


def enemy(table: Table, player: str, target: str, findings: Findings) -> None:
    """politics/enemy: another Earl, still in the game."""
    if target == player:
        findings.breaks("politics/enemy")
    elif target in table.out:
        findings.breaks("politics/enemy", "out", player=target)
    else:
        findings.allows("politics/enemy")


def _peace(table: Table, findings: Findings) -> None:
    """tournament/peace, setup/first-round-politics."""
    number = table.state.round
    if table.tournament and number is UNSET:
        findings.assumes("later-round")
    elif table.tournament and number is not UNSET and number <= PEACE:
        findings.breaks("tournament/peace", round=number)
    elif number == 1:
        findings.allows("setup/first-round-politics")


# ---------------------------------------------------------------- Treachery (Traición)


def check_treachery(table: Table, move: Treachery, findings: Findings) -> None:
    """treachery/lord, treachery/hand, treachery/mercenary and what each needs."""
    check_due(table, "treachery", move.player, findings)
    holds(table, move.player, ["treachery"], findings)
    enemy(table, move.player, move.target, findings)
    _peace(table, findings)
    target = table.by_name[move.target]
    match move.aim:
        case "lord":
            _aim_at_lord(target, move.fief, findings)
        case "hand":
            _aim_at_hand(target, findings)
        case "mercenary":
            _aim_at_mercenary(target, move.mercenary, findings, "treachery/mercenary")


def _aim_at_lord(target: Player, number: Any, findings: Findings) -> None:
    fief = fief_of(target, number)
    if number is UNSET:
        findings.breaks("treachery/lord", "unnamed")
    elif target.fiefs is UNSET or (fief is not None and fief.lord is UNSET):
        findings.assumes("lord-to-kill", player=target.name, fief=number)
    elif fief is None or fief.lord is None:
        findings.breaks("treachery/lord", player=target.name, fief=number)
    else:
        findings.allows("treachery/lord")
        if fief.lord == "prince":
            findings.allows("treachery/prince")


def _aim_at_hand(target: Player, findings: Findings) -> None:
    if target.hand is UNSET:
        findings.assumes("hand-left", player=target.name)
    elif not target.hand:
        findings.breaks("treachery/short-hand", player=target.name)
    else:
        findings.allows("treachery/hand")


def _aim_at_mercenary(target: Player, number: Any, findings: Findings, rule: str) -> None:
    if number is UNSET:
        findings.breaks(rule, "unnamed")
    elif target.mercenaries is UNSET:
        fact = "mercenary-to-kill" if rule == "treachery/mercenary" else "mercenary-to-take"
        findings.assumes(fact, player=target.name, mercenary=number)
    elif mercenary_of(target, number) is None:
        findings.breaks(rule, player=target.name, mercenary=number)
    else:
        findings.allows(rule)


# ---------------------------------------------------------------- Intrigue (Intriga)


def check_intrigue(table: Table, move: Intrigue, findings: Findings) -> None:
    """intrigue/properties, intrigue/armies, intrigue/mercenary, intrigue/one-or-two, intrigue/empty-target."""
    check_due(table, "intrigue", move.player, findings)
    holds(table, move.player, ["intrigue"], findings)
    enemy(table, move.player, move.target, findings)
    _peace(table, findings)
    if move.count is not UNSET and move.count > MOST:
        findings.breaks("intrigue/one-or-two", count=move.count)
    target = table.by_name[move.target]
    match move.aim:
        case "properties":
            _aim_at_properties(target, move, findings)
        case "armies":
            if target.pool is UNSET:
                findings.assumes("armies-there", player=target.name)
            elif not target.pool:
                findings.breaks("intrigue/empty-target", "pool", player=target.name)
            else:
                findings.allows("intrigue/armies")
        case "mercenary":
            _aim_at_mercenary(target, move.mercenary, findings, "intrigue/mercenary")


def _aim_at_properties(target: Player, move: Intrigue, findings: Findings) -> None:
    fief = fief_of(target, move.fief)
    if any(type_of(card) in ("castle", "palace") for card in move.cards):
        findings.breaks("intrigue/properties", "castle")
    if move.fief is UNSET:
        findings.breaks("intrigue/properties", "unnamed")
    elif target.fiefs is UNSET or (fief is not None and fief.properties is UNSET):
        findings.assumes("properties-there", player=target.name, fief=move.fief)
    elif fief is None:
        findings.breaks("intrigue/properties", "no-fief", player=target.name, fief=move.fief)
    elif not fief.properties:
        findings.breaks("intrigue/empty-target", player=target.name, fief=move.fief)
    else:
        findings.allows("intrigue/properties")
        _named(properties_of(fief), move, findings)


def _named(there: tuple[Any, ...], move: Intrigue, findings: Findings) -> None:
    """intrigue/defender-picks, intrigue/one-or-two: who names what is taken."""
    wanted = min(MOST if move.count is UNSET else move.count, len(there))
    if len(there) > MOST:
        if move.cards:
            findings.breaks("intrigue/defender-picks", "named", count=len(there))
        else:
            findings.allows("intrigue/defender-picks")
        return
    if not move.cards:
        if wanted < len(there) and len(set(there)) > 1:
            findings.breaks("intrigue/one-or-two", "unnamed")
        return
    findings.allows("intrigue/one-or-two")
    for card in Counter(move.cards) - Counter(there):
        findings.breaks("intrigue/properties", card=type_of(card), fief=move.fief)
    if move.count is not UNSET and len(move.cards) != wanted:
        findings.breaks("intrigue/one-or-two", "count", count=len(move.cards), expected=wanted)


def apply_politics(draft: Draft, move: Treachery | Intrigue) -> None:
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


# ---------------------------------------------------------------- What comes of them


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


def check_pick(table: Table, move: Pick, findings: Findings) -> None:
    """treachery/hand, treachery/short-hand: two cards, drawn blind, or what there is."""
    check_due(table, "pick", None, findings)
    pending = table.pending
    if not is_politics(pending) or findings.broken:
        return
    hand = table.by_name[pending.target].hand
    if move.cards is UNSET:
        if table.state.chance is UNSET or hand is UNSET or HIDDEN in hand:
            findings.needs("pick-told", player=pending.target)
        return
    expected = MOST if hand is UNSET else min(MOST, len(hand))
    if hand is UNSET and len(move.cards) < MOST:
        findings.assumes("hand-size", player=pending.target, count=len(move.cards))
        expected = len(move.cards)
    if len(move.cards) != expected:
        findings.breaks("treachery/hand", "count", count=len(move.cards), expected=expected)
    else:
        holds(table, pending.target, move.cards, findings)


def apply_pick(draft: Draft, move: Pick) -> None:
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


def check_give(table: Table, move: Give, findings: Findings) -> None:
    """intrigue/defender-picks, intrigue/armies."""
    check_due(table, "give", move.player, findings)
    pending = table.pending
    if is_unknown(pending) and not findings.broken:
        fact = "armies-due" if move.armies else "gift-due"
        findings.assumes(fact, player=move.player, cards=len(move.cards), armies=len(move.armies))
    if not is_politics(pending) or findings.broken:
        return
    player = table.by_name[pending.target]
    if pending.aim == "armies":
        has_armies(table, move.player, move.armies, findings)
        if move.cards or not 0 < len(move.armies) <= MOST:
            findings.breaks("intrigue/armies", "count", count=len(move.armies), expected=MOST)
            return
        expected = pending.count if player.pool is UNSET else min(sure(pending.count), len(player.pool))
        if len(move.armies) != expected:
            findings.breaks("intrigue/armies", "count", count=len(move.armies), expected=expected)
        return
    fief = fief_of(player, pending.fief)
    if player.fiefs is UNSET or (fief is not None and fief.properties is UNSET):
        findings.assumes("properties-there", player=move.player, fief=pending.fief)
    else:
        there = () if fief is None else properties_of(fief)
        step(len(there))
        for card in Counter(move.cards) - Counter(there):
            findings.breaks("intrigue/properties", card=type_of(card), fief=pending.fief)
    if len(move.cards) != pending.count or move.armies:
        findings.breaks("intrigue/defender-picks", "count", count=len(move.cards), expected=pending.count)


def apply_give(draft: Draft, move: Give) -> None:
    pending = draft.pending
    if not is_politics(pending):
        raise UnknownRead(PENDING)
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
