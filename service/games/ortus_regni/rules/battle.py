"""Battles up to their result: the forces, the Battle card and the Church."""

from collections import Counter
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import NOBODY, Decide, Field, Force, Reveal
from service.games.ortus_regni.cards import has_armies, holds, pool_without
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_pile
from service.games.ortus_regni.forces import dealt_by, size
from service.games.ortus_regni.holdings import (
    archbishop,
    capacity_of,
    church_decider,
    is_there,
    least_capacity,
    surely,
)
from service.games.ortus_regni.pack import FACES
from service.games.ortus_regni.parts import PENDING, Paused, is_battle, sure
from service.games.ortus_regni.rules.damage import begin_damage
from service.games.ortus_regni.rules.lords import no_prince
from service.games.ortus_regni.rules.ransom import resolve
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.hidden import HIDDEN, hidden
from service.referee.known import UnknownRead, any_of, attempt, is_unknown, truth

# ---------------------------------------------------------------- Fielding


def check_field(table: Table, move: Field, findings: Findings) -> None:
    """combat/sequence, combat/at-least-one, combat/defence-free, and where each unit comes from."""
    check_due(table, "field", move.player, findings)
    force, battle = move.force, table.pending
    if is_battle(battle) and battle.attacker is None:
        findings.allows("vikings/alone")
    findings.requires("vikings/alone", not force.vikings, cite=False, player=move.player)
    if is_battle(battle):
        _check_side(battle, move, findings)
    if force == NOBODY:
        defends = truth(lambda: is_battle(sure(battle)) and battle.step == "field-defender")
        assume = fact("defends", player=move.player)
        findings.requires("combat/at-least-one", defends, assume=assume, cite=False, player=move.player)
        findings.allows("combat/defence-free")
        return
    if force.hand:
        _check_hand(table, move.player, force, findings)
    if force.lords:
        _check_lords(table, move.player, force, findings)
    if force.pool:
        _check_pool(table, move.player, force, findings)
    if force.mercenaries or force.garrisons:
        _check_mercenaries(table, move.player, force, findings)
    if force.king or force.royal:
        _check_king(table, move.player, force, findings)


def _check_side(battle: Any, move: Field, findings: Findings) -> None:
    """vikings/alone, combat/sequence: only the two sides field forces, each once, and nobody joins the Vikings."""
    name, force = move.player, move.force
    if battle.attacker is None and name != battle.defender:
        if force != NOBODY:
            findings.breaks("vikings/alone", player=name)
    elif name not in (battle.attacker, battle.defender):
        findings.breaks(
            "combat/sequence", "outsider", player=name, attacker=battle.attacker, defender=battle.defender
        )
    elif battle.step not in ("field-attacker", "field-defender") or (
        battle.step == "field-defender" and name == battle.attacker
    ):
        findings.breaks("combat/sequence", "fielded", player=name)


def _check_hand(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/hand, lord/one-prince."""
    holds(table, name, force.hand, findings)
    findings.allows("field/hand")
    for card in dict.fromkeys(force.hand):
        findings.requires("field/hand", card in FACES, player=name, card=card)
    princes = force.hand.count("prince")
    findings.requires("lord/one-prince", princes < 2, "two", cite=False, player=name, count=princes)
    if princes:
        no_prince(table, name, findings)


def _check_lords(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/lords."""
    for number in dict.fromkeys(force.lords):
        findings.requires("field/lords", force.lords.count(number) == 1, "twice", cite=False, fief=number)
        seat: dict[str, Any] = {"player": name, "fief": number}
        there = is_there(table.lord(name, number))
        findings.requires("field/lords", there, assume=fact("lord-there", **seat), **seat)


def _check_pool(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/pool, field/capacity, field/land-again."""
    has_armies(table, name, force.pool, findings)
    count = len(force.pool)
    fits = any_of(count <= least_capacity(table, name), lambda: count <= capacity_of(table, name))
    assume, capacity = fact("capacity", player=name, count=count), lambda: capacity_of(table, name)
    if findings.requires("field/capacity", fits, assume=assume, player=name, count=count, capacity=capacity) is True:
        findings.allows("field/land-again")


def _check_mercenaries(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/mercenary, field/no-land."""
    zones = (("mercenary-there", "", force.mercenaries), ("garrison-there", "garrison", force.garrisons))
    for there, variant, numbers in zones:
        for number in dict.fromkeys(numbers):
            findings.requires("field/mercenary", numbers.count(number) == 1, "twice", cite=False, mercenary=number)
            mercenary = table.mercenary(name, number)
            assume = fact(there, player=name, mercenary=number)
            if mercenary is None:
                findings.breaks("field/mercenary", player=name, mercenary=number)
                continue
            part = mercenary if is_unknown(mercenary) or not variant else mercenary.garrison
            kept = findings.requires("field/mercenary", is_there(part), variant, assume=assume, mercenary=number)
            if kept is True:
                findings.allows("field/no-land")


def _check_king(table: Table, name: str, force: Force, findings: Findings) -> None:
    """field/king, field/no-land."""
    assume = fact("king-fights", player=name)
    if findings.requires("field/king", lambda: table.king == name, assume=assume, cite=False, player=name) is False:
        return
    findings.allows("field/king", "field/no-land")
    if not force.royal:
        return
    royal = table.royal_army
    if is_unknown(royal):
        findings.assumes("royal-there", armies=list(force.royal))
        return
    for army, count in (Counter(force.royal) - Counter(royal)).items():
        findings.breaks("field/king", "royal", army=army, count=count)


def apply_field(draft: Draft, move: Field) -> None:
    """Cards leave hand and pool for the battle; everybody else stays where he lies."""
    force, battle, units = move.force, draft.pending, size(move.force)
    deals: Any = 0
    if units:
        draft.spend(move.player, *force.hand)
        if force.pool:
            draft.change_of(move.player, "pool", lambda pool: pool_without(pool, force.pool))
        deals = attempt(lambda: dealt_by(draft, move.player, force))
        figure = None if is_unknown(deals) else deals
        draft.event("fielded", "combat/sequence", player=move.player, count=units, damage=figure)
    if not is_battle(battle):
        raise Paused if units else UnknownRead(PENDING)
    if battle.step == "field-attacker":
        damage = attempt(lambda: (sure(deals), 0))
        draft.set(pending=replace(battle, attackers=force, damage=damage, step="field-defender"))
        return
    damage = attempt(lambda: (battle.damage[0], sure(deals)))
    if units:
        draft.set(pending=replace(battle, defenders=force, damage=damage, step="card"))
        return
    draft.event("not-defended", "card/no-defender", player=move.player)
    begin_damage(draft, replace(battle, defenders=force, damage=damage, card=None, outcome="attacker"))


# ---------------------------------------------------------------- The Battle card


BEFORE_THE_CARD = ("field-attacker", "field-defender", "card")


def check_reveal(table: Table, move: Reveal, findings: Findings) -> None:
    """card/drawn, components/battle-deck: the top card, which must be one that can still come."""
    check_due(table, "reveal", None, findings)
    battle, deck = table.pending, table.battle_deck
    if is_battle(battle) and battle.step not in BEFORE_THE_CARD and surely(lambda: battle.defenders == NOBODY):
        findings.breaks("card/no-defender")
    fresh = surely(lambda: deck == ())
    hidden = is_unknown(deck) or (not fresh and deck[0] == HIDDEN)
    findings.allows("card/drawn")
    if move.card is UNSET:
        if hidden or (fresh and is_unknown(table.chance)):
            findings.needs("battle-top")
        return
    if hidden:
        findings.assumes("battle-card", card=move.card)
    gone = () if fresh else table.known_zone("battle_discard")
    wrong = check_pile([move.card], () if fresh else table.known_zone("battle_deck"), gone, table.box.pile("battle"))
    if wrong is not None and wrong[0] == "top":
        findings.breaks("card/drawn")
    elif wrong is not None:
        findings.breaks("components/battle-deck", card=move.card)


def apply_reveal(draft: Draft, move: Reveal) -> None:
    """card/discard: the card goes to its pile, which is shuffled only when the deck is empty."""
    battle, card = draft.pending, _turn_up(draft, move.card)
    # A Church is a Property too: the Battle card has its own name.
    name = "church-decides" if card == "church" else card
    draft.event("battle-card", RULE_OF_CARD[str(card)], card=card, name=name)
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    battle = replace(battle, card=card)
    if card != "church":
        resolve(draft, replace(battle, outcome=card))
        return
    decider = sure(church_decider(draft))
    if decider is None:
        draft.event("church-silent", "card/church-tie")
        resolve(draft, replace(battle, outcome="normal"))
    else:
        draft.event("church-asked", "card/church-decides", player=decider)
        draft.set(pending=replace(battle, step="church", decider=decider))


def _turn_up(draft: Draft, card: Any) -> Any:
    """The card that is revealed; deck and pile are changed."""
    if surely(lambda: draft.battle_deck == ()):
        _reshuffle(draft, card)
    deck = draft.battle_deck
    if not is_unknown(deck):
        card = deck[0] if card is UNSET else card
        draft.set(battle_deck=deck[1:])
    draft.change("battle_discard", lambda pile: (*pile, card))
    return card


def _reshuffle(draft: Draft, card: Any) -> None:
    """card/discard: all cards lie on the pile, whether it was sent or not."""
    pile = draft.battle_discard
    cards = hidden(sum(draft.box.pile("battle").values())) if is_unknown(pile) else pile
    draft.set(battle_deck=draft.shuffle(cards, UNSET if card is UNSET else (card,)), battle_discard=())
    draft.event("battle-reshuffled", "card/discard", count=len(cards))


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
    findings.allows("card/most-churches" if archbishop(table) is None else "card/church-decides")


def apply_decide(draft: Draft, move: Decide) -> None:
    battle = draft.pending
    draft.event("church-decided", "card/church-decides", player=move.player, outcome=move.outcome)
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    resolve(draft, replace(battle, outcome=move.outcome, decider=move.player))
