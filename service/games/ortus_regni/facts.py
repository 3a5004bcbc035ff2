"""Whether the facts of Ortus Regni hold on a whole table."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from schemas.ortus_regni import Deed
from service.games.ortus_regni.components import as_deed, type_of
from service.games.ortus_regni.holdings import (
    archbishop,
    capacity_of,
    church_decider,
    has,
    has_prince,
    lord_in,
    owns,
    royal_capacity,
)
from service.games.ortus_regni.parts import is_battle, is_politics, known_garrison, known_properties
from service.games.ortus_regni.rules.attack import can_field
from service.games.ortus_regni.rules.capture import slots_of
from service.games.ortus_regni.rules.damage import do_towers_fall, does_army_fight, is_lost
from service.games.ortus_regni.rules.joust_results import is_fitting
from service.games.ortus_regni.rules.jousts import can_send, is_exempt
from service.games.ortus_regni.rules.placing import queue_of
from service.games.ortus_regni.rules.politics import PEACE, are_there
from service.games.ortus_regni.rules.properties import can_recruit_two
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing import known_due
from service.referee.facts import Predicate, is_known


def has_lord_in(table: Table, player: str, fief: int) -> bool:
    return lord_in(table, player, fief) is not None


def has_free_vassal(table: Table, player: str, fief: int) -> bool:
    pending = table.pending
    committed = (
        pending.attackers if player == getattr(pending, "attacker", None) else getattr(pending, "defenders", ())
    )
    return lord_in(table, player, fief) == "vassal" and fief not in committed


def has_properties_in(table: Table, player: str, fief: int) -> bool:
    there = table.fief(player, fief)
    return there is not None and bool(known_properties(there))


def has_card_in(table: Table, player: str, card: str, fief: int, owner: str) -> bool:
    there = table.fief(player, fief)
    cards = () if there is None else (there.anchor, *known_properties(there))
    return (card, owner) in [(deed.card, deed.owner) for deed in (as_deed(held, player) for held in cards)]


def has_abbot(table: Table, player: str, fief: int) -> bool:
    there = table.fief(player, fief)
    return lord_in(table, player, fief) == "monk" and there is not None and bool(has(there, "church", "cathedral"))


def has_market(table: Table, player: str, fief: int) -> bool:
    there = table.fief(player, fief)
    return there is not None and bool(has(there, "market"))


def has_mercenary(table: Table, player: str, mercenary: int) -> bool:
    return table.mercenary(player, mercenary) is not None


def has_garrison(table: Table, player: str, mercenary: int) -> bool:
    there = table.mercenary(player, mercenary)
    return there is not None and known_garrison(there) is not None


def may_bequeath(table: Table, player: str) -> bool:
    return archbishop(table) in (None, player) or owns(table, player, "church") is True


def has_royal_armies(table: Table, armies: list[str]) -> bool:
    return not Counter(armies) - Counter(table.royal_army)


def has_royal_room(table: Table) -> bool:
    return len(table.royal_army) < royal_capacity(table)


def is_gift_due(table: Table, player: str, cards: int, armies: int) -> bool:
    """Whether so many Properties or Armies are to be given up now."""
    pending = table.pending
    if not is_politics(pending) or pending.step != "give":
        return False
    if pending.aim == "armies":
        return (cards, armies) == (0, min(pending.count, len(table.pool(player))))
    return (cards, armies) == (pending.count, 0)


def has_gift(table: Table, player: str, cards: list[str]) -> bool:
    """Whether the Fief that an Intrigue is about has these Properties."""
    pending = table.pending
    if not is_politics(pending) or pending.fief is None:
        return False
    return not Counter(cards) - Counter(type_of(card) for card in table.properties(pending.target, pending.fief))


def is_move_due(table: Table, move: str, player: str | None = None) -> bool:
    now = known_due(table)
    return now is not None and move in now.moves and (player is None or player in now.players)


def is_top_card(table: Table, card: str) -> bool:
    deck = table.battle_deck
    return not deck or deck[0] == card


def can_capture(table: Table, player: str, count: int) -> bool:
    return is_battle(table.pending) and slots_of(table, table.pending) >= count


def is_battle_deck_whole(table: Table) -> bool:
    return not table.battle_discard or table.battle_deck == ()


def _pending_has(field: str, value: Any) -> Any:
    return lambda table, **detail: detail[value] in (getattr(table.pending, field, ()) or ())


HOLDS: Mapping[str, Predicate] = {
    "holds-card": lambda table, player, card, count=1: table.hand(player).count(card) >= count,
    "holds-army": lambda table, player, army, count=1: table.pool(player).count(army) >= count,
    "cards-in-hand": lambda table, player, count: len(table.hand(player)) >= count,
    "armies-in-pool": lambda table, player, count: len(table.pool(player)) >= count,
    "losses": is_lost,
    "captured": _pending_has("captured", "fief"),
    "destroyed": lambda table, card, owner: Deed(card, owner) in getattr(table.pending, "destroyed", ()),
    "to-place": lambda table, player, card, owner: Deed(card, owner) in queue_of(table.pending),
    "speaks-for-church": lambda table, player: church_decider(table) == player,
    "lord-there": has_lord_in,
    "lord-to-kill": has_lord_in,
    "vassal-lord": has_free_vassal,
    "jousting-lord": has_lord_in,
    "abbot-there": has_abbot,
    "mercenary-there": has_mercenary,
    "garrison-there": has_garrison,
    "mercenary-to-kill": has_mercenary,
    "mercenary-to-take": has_mercenary,
    "garrison-free": lambda table, player, mercenary: (
        has_mercenary(table, player, mercenary) and not has_garrison(table, player, mercenary)
    ),
    "bet-there": has_card_in,
    "price-there": has_card_in,
    "exempt": lambda table, player: is_exempt(table, player) is True,
    "nobody-to-send": lambda table, player: can_send(table, player) is False,
    "no-jouster": lambda table, player: can_send(table, player) is False,
    "gift-there": has_gift,
    "properties-there": are_there,
    "raid-target": has_properties_in,
    "army-fights": does_army_fight,
    "tower-there": lambda table, player, card, count: table.towers(player).count(card) >= count,
    "towers-fall": do_towers_fall,
    "still-in": lambda table, player: player not in table.out,
    "towers-there": lambda table, player: bool(table.towers(player)),
    "armies-there": lambda table, player: bool(table.pool(player)),
    "hand-left": lambda table, player: bool(table.hand(player)),
    "hand-size": lambda table, player, count: len(table.hand(player)) == count,
    "another-fief": lambda table, player: len(table.fiefs(player)) > 1,
    "fief-there": lambda table, player, fief: table.fief(player, fief) is not None,
    "capacity": lambda table, player, count: capacity_of(table, player) >= count,
    "slots": can_capture,
    "has-prince": lambda table, player: has_prince(table, player) is True,
    "no-prince": lambda table, player: has_prince(table, player) is False,
    "has-land": lambda table, player: owns(table, player, "land") is True,
    "has-market": lambda table, player: can_recruit_two(table, player) is True,
    "market-there": has_market,
    "no-market": lambda table, player, fief: not has_market(table, player, fief),
    "is-king": lambda table, player: table.king == player,
    "king-fights": lambda table, player: table.king == player,
    "royal-there": has_royal_armies,
    "royal-room": has_royal_room,
    "crown-free": lambda table: table.king is None,
    "church-allows": may_bequeath,
    "no-cathedral": lambda table: archbishop(table) is None,
    "unit-there": lambda table, player: can_field(table, player) is True,
    "no-prince-jousts": is_known,
    "card-to-draw": lambda table, player, count: len(table.deck(player) or ()) >= count,
    "decision-allows": is_known,
    "decks-due": lambda table: table.phase == "decks",
    "no-deck-yet": lambda table, player: table.deck(player) is None,
    "decks-known": is_known,
    "battle-step": is_move_due,
    "defends": lambda table, player: getattr(table.pending, "step", "") == "field-defender",
    "battle-card-due": lambda table: is_move_due(table, "reveal"),
    "church-due": lambda table: is_move_due(table, "decide"),
    "deal-due": lambda table: is_move_due(table, "deal"),
    "pick-due": lambda table: is_move_due(table, "pick"),
    "deal-fits": is_fitting,
    "cube-due": lambda table: is_move_due(table, "cube"),
    "battle-card": is_top_card,
    "damage-due": is_lost,
    "gift-due": is_gift_due,
    "armies-due": is_gift_due,
    "turn": is_move_due,
    "time": is_move_due,
    "action-left": lambda table, player: table.acted is False,
    "later-round": lambda table: table.round > (PEACE if table.tournament else 1),
    "others-in": lambda table: not table.eliminated,
    "whole-table": is_known,
    "towers-known": lambda table, player: table.towers(player) == (),
    "no-properties": lambda table, player, fief: not has_properties_in(table, player, fief),
    "church-known": lambda table: church_decider(table) is None,
    "battle-deck-known": is_battle_deck_whole,
    "battle-top": is_known,
    "viking-top": is_known,
    "deal-known": is_known,
    "jouster-shown": is_known,
    "pick-known": is_known,
    "cube-known": is_known,
    "forces-known": is_known,
    "hand-known": is_known,
    "pool-known": is_known,
    "fiefs-known": is_known,
    "royal-army-known": is_known,
    "mercenaries-known": is_known,
    "towers-shown": is_known,
    "more-ways": is_known,
    "due": is_known,
}
