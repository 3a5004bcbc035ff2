"""Battles up to their result: the attack, the forces, the Battle card and the Church."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schemas.ortus_regni import Attack, Battle, Decide, Field, Force, Order, Reveal
from service.games.ortus_regni.cards import HIDDEN, without
from service.games.ortus_regni.damage import begin_damage
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.draws import check_pile
from service.games.ortus_regni.forces import can_field
from service.games.ortus_regni.parts import archbishop, church_decider, dealt_by, fief_of, is_strength_known, size
from service.games.ortus_regni.ransoms import resolve
from service.games.ortus_regni.rules.politics import PEACE
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.games.ortus_regni.untold import PENDING, UNTOLD, Paused, is_battle
from service.referee.findings import Findings
from service.referee.known import UnknownRead, is_unknown

# ---------------------------------------------------------------- Declaring an attack


def check_attack(table: Table, move: Attack, findings: Findings) -> None:
    """combat/other-earl, setup/first-round, tournament/peace, combat/at-least-one, attack/empty-target."""
    check_due(table, "attack", move.player, findings)
    _not_yet(table, findings)
    if move.target == move.player:
        findings.breaks("combat/other-earl")
    elif move.target in table.out:
        findings.breaks("combat/other-earl", "out", player=move.target)
    else:
        findings.allows("combat/other-earl")
    able = can_field(table, move.player)
    if able is None:
        findings.assumes("unit-there", player=move.player)
    elif not able:
        findings.breaks("combat/at-least-one", player=move.player)
    check_target(table, move.target, move.kind, move.fief, findings)


def _not_yet(table: Table, findings: Findings) -> None:
    number = table.state.round
    if number is UNSET:
        findings.assumes("later-round")
    elif table.tournament and number <= PEACE:
        findings.breaks("tournament/peace", round=number)
    elif number == 1:
        findings.breaks("setup/first-round")


ATTACK_RULES = {"towers": "attack/towers", "raid": "attack/raid", "siege": "attack/siege"}


def check_target(table: Table, target: str, kind: str, number: Any, findings: Findings) -> None:
    """attack/towers, attack/raid, attack/siege, attack/empty-target: a Fief of the target, or its line of Towers."""
    player = table.by_name[target]
    named = number is not UNSET and number is not None
    findings.allows(ATTACK_RULES[kind])
    if kind == "towers":
        if named:
            findings.breaks("combat/sequence", "fief")
        if player.towers is UNSET:
            findings.assumes("towers-there", player=target)
        elif not player.towers:
            _empty(table, findings, "towers", target)
        return
    fief = fief_of(player, number)
    if not named:
        findings.breaks("combat/sequence", "no-fief")
    elif player.fiefs is UNSET:
        findings.assumes("fief-there", player=target, fief=number)
        if kind == "raid" and table.choices["empty_target"] == "forbidden":
            findings.assumes("raid-target", player=target, fief=number)
    elif fief is None:
        findings.breaks("property/own-fief", player=target, fief=number)
    elif kind == "raid" and fief.properties is UNSET:
        findings.assumes("raid-target", player=target, fief=number)
    elif kind == "raid" and not fief.properties:
        _empty(table, findings, "", target, fief=number)


def _empty(table: Table, findings: Findings, variant: str, target: str, **detail: Any) -> None:
    if table.choices["empty_target"] == "forbidden":
        findings.breaks("attack/empty-target", variant, player=target, **detail)
    else:
        findings.allows("attack/empty-target")


def attack(draft: Draft, move: Attack) -> None:
    """combat/white-marker: the attack holds the Vikings back."""
    draft.set(acted=True)
    draft.hold_vikings_back("combat/white-marker")
    draft.event("attacked", ATTACK_RULES[move.kind], player=move.player, target=move.target, kind=move.kind)
    battle = Battle(
        attacker=move.player,
        defender=move.target,
        kind=move.kind,
        fief=None if move.fief is UNSET else move.fief,
        step="field-attacker",
    )
    draft.set(pending=battle)


def viking_attack(draft: Draft, move: Order) -> None:
    """vikings/alone: all Vikings in play attack, and nobody with them."""
    force: Any = UNTOLD if draft.state.vikings is UNSET else Force(vikings=draft.state.vikings)
    draft.event("vikings-attack", "vikings/alone", player=move.player, target=move.target, kind=move.kind)
    battle = Battle(
        attacker=None,
        controller=move.player,
        defender=str(move.target),
        kind=move.kind or "siege",
        fief=move.fief,
        step="field-defender",
        attackers=force,
        damage=UNTOLD if is_unknown(force) else (dealt_by(draft, None, force), 0),
    )
    draft.set(pending=battle)


# ---------------------------------------------------------------- Fielding


def field(draft: Draft, move: Field) -> None:
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


def reveal(draft: Draft, move: Reveal) -> None:
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


def check_decide(table: Table, move: Decide, findings: Findings) -> None:
    """card/church-decides, card/most-churches."""
    check_due(table, "decide", move.player, findings)
    if archbishop(table) is None:
        findings.allows("card/most-churches")
    else:
        findings.allows("card/church-decides")


def decide(draft: Draft, move: Decide) -> None:
    battle = draft.pending
    draft.event("church-decided", "card/church-decides", player=move.player, outcome=move.outcome)
    if not is_battle(battle):
        raise UnknownRead(PENDING)
    resolve(draft, replace(battle, outcome=move.outcome, decider=move.player))
