"""Battles up to their result: the forces, the Battle card and the Church."""

from collections import Counter
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import NOBODY, Decide, Field, Force, Reveal
from service.games.ortus_regni.cards import HIDDEN, has_armies, holds, without
from service.games.ortus_regni.components import (
    archbishop,
    capacity_of,
    church_decider,
    fief_of,
    least_capacity,
    mercenary_of,
)
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_pile
from service.games.ortus_regni.forces import dealt_by, is_strength_known, size
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.rules.damage import begin_damage
from service.games.ortus_regni.rules.lords import no_prince
from service.games.ortus_regni.rules.ransom import resolve
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import PENDING, UNTOLD, Paused, is_battle
from service.referee.findings import Findings
from service.referee.known import UnknownRead, is_unknown

# ---------------------------------------------------------------- Fielding


def check_field(table: Table, move: Field, findings: Findings) -> None:
    """combat/sequence, combat/at-least-one, combat/defence-free, and where each unit comes from."""
    check_due(table, "field", move.player, findings)
    force, battle = move.force, table.pending
    if is_battle(battle) and battle.attacker is None:
        findings.allows("vikings/alone")
    if force.vikings:
        findings.breaks("vikings/alone", player=move.player)
    if force == NOBODY:
        if is_unknown(battle):
            findings.assumes("defends", player=move.player)
            findings.allows("combat/defence-free")
        elif is_battle(battle) and battle.step == "field-defender":
            findings.allows("combat/defence-free")
        else:
            findings.breaks("combat/at-least-one", player=move.player)
        return
    if force.hand:
        _from_hand(table, move.player, force, findings)
    if force.lords:
        _lords(table, move.player, force, findings)
    if force.pool:
        _from_pool(table, move.player, force, findings)
    if force.mercenaries or force.garrisons:
        _mercenaries(table, move.player, force, findings)
    if force.king or force.royal:
        _king(table, move.player, force, findings)


def _from_hand(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/hand, lord/one-prince."""
    holds(table, name, force.hand, findings)
    findings.allows("field/hand")
    for card in dict.fromkeys(force.hand):
        if card not in FACES:
            findings.breaks("field/hand", player=name, card=card)
    princes = force.hand.count("prince")
    if princes > 1:
        findings.breaks("lord/one-prince", "two", player=name, count=princes)
    if princes:
        no_prince(table, name, findings)


def _lords(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/lords."""
    player = table.by_name[name]
    for number in dict.fromkeys(force.lords):
        fief = fief_of(player, number)
        if force.lords.count(number) > 1:
            findings.breaks("field/lords", "twice", fief=number)
        if player.fiefs is UNSET or (fief is not None and fief.lord is UNSET):
            findings.assumes("lord-there", player=name, fief=number)
        elif fief is None or fief.lord is None:
            findings.breaks("field/lords", player=name, fief=number)
        else:
            findings.allows("field/lords")


def _from_pool(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/pool, field/capacity, field/land-again."""
    has_armies(table, name, force.pool, findings)
    capacity = capacity_of(table.by_name[name])
    if capacity is None and len(force.pool) <= least_capacity(table.by_name[name]):
        findings.allows("field/capacity", "field/land-again")
    elif capacity is None:
        findings.assumes("capacity", player=name, count=len(force.pool))
    elif len(force.pool) > capacity:
        findings.breaks("field/capacity", player=name, count=len(force.pool), capacity=capacity)
    else:
        findings.allows("field/capacity", "field/land-again")


def _mercenaries(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/mercenary, field/no-land."""
    player = table.by_name[name]
    for zone, numbers in (("mercenaries", force.mercenaries), ("garrisons", force.garrisons)):
        for number in dict.fromkeys(numbers):
            mercenary = mercenary_of(player, number)
            if numbers.count(number) > 1:
                findings.breaks("field/mercenary", "twice", mercenary=number)
            untold = mercenary is not None and zone == "garrisons" and mercenary.garrison is UNSET
            if player.mercenaries is UNSET or untold:
                fact = "garrison-there" if zone == "garrisons" else "mercenary-there"
                findings.assumes(fact, player=name, mercenary=number)
            elif mercenary is None:
                findings.breaks("field/mercenary", player=name, mercenary=number)
            elif zone == "garrisons" and mercenary.garrison is None:
                findings.breaks("field/mercenary", "garrison", mercenary=number)
            else:
                findings.allows("field/mercenary", "field/no-land")


def _king(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/king, field/no-land."""
    king, royal = table.state.king, table.state.royal_army
    if king is UNSET:
        findings.assumes("is-king", player=name)
    elif king != name:
        findings.breaks("field/king", player=name)
        return
    findings.allows("field/king", "field/no-land")
    if force.royal:
        if royal is UNSET:
            findings.assumes("royal-there", armies=list(force.royal))
            return
        for army, count in (Counter(force.royal) - Counter(royal)).items():
            findings.breaks("field/king", "royal", army=army, count=count)


def apply_field(draft: Draft, move: Field) -> None:
    """Cards leave hand and pool for the battle; everybody else stays where he lies."""
    force, battle, units = move.force, draft.pending, size(move.force)
    deals: Any = 0
    if units:
        _set_out(draft, move.player, force)
        deals = dealt_by(draft, move.player, force) if is_strength_known(draft, move.player, force) else UNTOLD
        draft.event("fielded", "combat/sequence", player=move.player, count=units, damage=_figure(deals))
    if not is_battle(battle):
        raise Paused if units else UnknownRead(PENDING)
    if battle.step == "field-attacker":
        damage = UNTOLD if is_unknown(deals) else (deals, 0)
        draft.set(pending=replace(battle, attackers=force, damage=damage, step="field-defender"))
        return
    damage = UNTOLD if is_unknown(deals) or is_unknown(battle.damage) else (battle.damage[0], deals)
    if units:
        draft.set(pending=replace(battle, defenders=force, damage=damage, step="card"))
        return
    draft.event("not-defended", "card/no-defender", player=move.player)
    begin_damage(draft, replace(battle, defenders=force, damage=damage, card=None, outcome="attacker"))


def _figure(value: Any) -> Any:
    """A number in an event."""
    return "?" if is_unknown(value) else value


def _set_out(draft: Draft, name: str, force: Force) -> None:
    """Hand and pool are left together."""
    player, left = draft.by_name[name], {}
    if force.hand and player.hand is not UNSET:
        left["hand"] = without(player.hand, force.hand)
    if force.pool and player.pool is not UNSET:
        left["pool"] = without(player.pool, force.pool)
    if left:
        draft.set_of(name, **left)


# ---------------------------------------------------------------- The Battle card


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    """card/drawn, components/battle-deck: the top card, which must be one that can still come."""
    check_due(table, "reveal", None, findings)
    deck, pile = table.state.battle_deck, table.state.battle_discard
    fresh = deck == ()
    top = deck[0] if deck else HIDDEN
    if move.card is UNSET:
        if top == HIDDEN and not (fresh and table.state.chance is not UNSET):
            findings.needs("battle-top")
        findings.allows("card/drawn")
        return
    if top == HIDDEN and not fresh:
        findings.assumes("battle-card", card=move.card)
    gone: Any = () if fresh else pile or ()
    wrong = check_pile([move.card], UNSET if fresh else deck, gone, table.box.pile("battle"))
    if wrong is not None and wrong[0] == "top":
        findings.breaks("card/drawn")
    elif wrong is not None:
        findings.breaks("components/battle-deck", card=move.card)
    findings.allows("card/drawn")


def apply_reveal(draft: Draft, move: Reveal) -> None:
    """card/discard: the card goes to its pile, which is shuffled only when the deck is empty."""
    battle, card = draft.pending, move.card
    deck, pile = draft.state.battle_deck, draft.state.battle_discard
    if deck == () and pile:
        deck = draft.shuffle(pile, UNSET if card is UNSET else (card,))
        pile = ()
        draft.event("battle-reshuffled", "card/discard", count=len(deck))
    if deck:
        card = deck[0] if card is UNSET else card
        draft.set(battle_deck=deck[1:])
    if pile is not UNSET:
        draft.set(battle_discard=(*pile, card))
    # A Church is a Property too: the Battle card has its own name.
    name = "church-decides" if card == "church" else card
    draft.event("battle-card", RULE_OF_CARD[str(card)], card=card, name=name)
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    battle = replace(battle, card=card)
    if card != "church":
        resolve(draft, replace(battle, outcome=card))
        return
    decider = church_decider(draft)
    if decider is UNSET:
        raise UnknownRead(PENDING)  # whether anybody decides
    if decider is None:
        draft.event("church-silent", "card/church-tie")
        resolve(draft, replace(battle, outcome="normal"))
    else:
        draft.event("church-asked", "card/church-decides", player=decider)
        draft.set(pending=replace(battle, step="church", decider=decider))


RULE_OF_CARD = {
    "normal": "card/normal",
    "attacker": "card/attacker-wins",
    "defender": "card/defender-wins",
    "church": "card/church-decides",
}


# ---------------------------------------------------------------- The Church decides


def check_decide(table: Table, move: Decide, findings: Findings) -> None:
    """card/church-decides, card/most-churches."""
    check_due(table, "decide", move.player, findings)
    if archbishop(table) is None:
        findings.allows("card/most-churches")
    else:
        findings.allows("card/church-decides")


def apply_decide(draft: Draft, move: Decide) -> None:
    battle = draft.pending
    draft.event("church-decided", "card/church-decides", player=move.player, outcome=move.outcome)
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    resolve(draft, replace(battle, outcome=move.outcome, decider=move.player))
