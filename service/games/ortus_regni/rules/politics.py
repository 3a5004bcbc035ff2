"""Traición, Intriga: what they aim at. What comes of them stands in ``politics_results``."""

from collections import Counter
from typing import Any

from msgspec import UNSET, convert, to_builtins

from schemas.ortus_regni import Intrigue, Politics, Treachery
from service.games.ortus_regni.cards import holds
from service.games.ortus_regni.components import type_of
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import is_there, lord_in, surely
from service.games.ortus_regni.pack import ANCHORS, PROPERTIES
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.findings import Findings, fact
from service.referee.known import attempt, truth

MOST = 2
"""How many cards a Treachery costs a hand, and an Intrigue takes at most."""


AIMS = {"lord": "lord", "hand": "hand", "mercenary": "mercenary", "properties": "properties", "armies": "armies"}
"""The rule of each use, by what it aims at."""


PEACE = 2
"""The rounds of a tournament without attacks and politics."""


def enemy(table: Table, player: str, target: str, findings: Findings) -> None:
    """politics/enemy: another Earl, still in the game."""
    if findings.requires("politics/enemy", target != player, cite=False):
        findings.requires("politics/enemy", target not in table.out, "out", player=target)


def _peace(table: Table, findings: Findings) -> None:
    """tournament/peace, setup/first-round-politics."""
    number, later = table.round, fact("later-round")
    if table.tournament:
        findings.requires("tournament/peace", lambda: number > PEACE, assume=later, cite=False, round=number)
    elif surely(lambda: number == 1):
        findings.allows("setup/first-round-politics")


def _check_card(table: Table, card: str, move: Treachery | Intrigue, findings: Findings) -> None:
    """Whether an Earl can play this card, now, and against this one."""
    check_due(table, card, move.player, findings)
    holds(table, move.player, [card], findings)
    enemy(table, move.player, move.target, findings)
    _peace(table, findings)


# ---------------------------------------------------------------- Treachery (Traición)


def check_treachery(table: Table, move: Treachery, findings: Findings) -> None:
    """treachery/lord, treachery/hand, treachery/mercenary and what each needs."""
    _check_card(table, "treachery", move, findings)
    match move.aim:
        case "lord":
            _aim_at_lord(table, move, findings)
        case "hand":
            _aim_at_hand(table, move.target, findings)
        case "mercenary":
            _aim_at_mercenary(table, move, findings, "treachery/mercenary", "mercenary-to-kill")
        case "king":
            findings.breaks("king/no-harm", player=move.target)
        case _:
            findings.breaks("treachery/uses", aim=move.aim)


def _aim_at_lord(table: Table, move: Treachery, findings: Findings) -> None:
    """treachery/lord, treachery/prince."""
    if move.fief is UNSET:
        findings.breaks("treachery/lord", "unnamed")
        return
    lord = lord_in(table, move.target, move.fief)
    detail: dict[str, Any] = {"player": move.target, "fief": move.fief}
    findings.requires("treachery/lord", is_there(lord), assume=fact("lord-to-kill", **detail), **detail)
    if surely(lambda: lord == "prince"):
        findings.allows("treachery/prince")


def _aim_at_hand(table: Table, target: str, findings: Findings) -> None:
    """treachery/hand, treachery/short-hand."""
    left, cards = fact("hand-left", player=target), truth(lambda: table.hand(target))
    if findings.requires("treachery/short-hand", cards, assume=left, cite=False, player=target) is True:
        findings.allows("treachery/hand")


def _aim_at_mercenary(table: Table, move: Treachery | Intrigue, findings: Findings, rule: str, assumed: str) -> None:
    """treachery/mercenary, intrigue/mercenary."""
    if move.mercenary is UNSET:
        findings.breaks(rule, "unnamed")
        return
    there = is_there(table.mercenary(move.target, move.mercenary))
    detail: dict[str, Any] = {"player": move.target, "mercenary": move.mercenary}
    findings.requires(rule, there, assume=fact(assumed, **detail), **detail)


# ---------------------------------------------------------------- Intrigue (Intriga)


def check_intrigue(table: Table, move: Intrigue, findings: Findings) -> None:
    """intrigue/properties, intrigue/armies, intrigue/mercenary, intrigue/one-or-two, intrigue/empty-target."""
    _check_card(table, "intrigue", move, findings)
    if move.count is not UNSET and move.count > MOST:
        findings.breaks("intrigue/one-or-two", count=move.count)
    match move.aim:
        case "properties":
            _aim_at_properties(table, move, findings)
        case "armies":
            _aim_at_armies(table, move.target, findings)
        case "mercenary":
            _aim_at_mercenary(table, move, findings, "intrigue/mercenary", "mercenary-to-take")
        case "king":
            findings.breaks("king/no-harm", player=move.target)
        case "castle":
            findings.breaks("intrigue/properties", "castle")
        case _:
            findings.breaks("intrigue/uses", aim=move.aim)


def _aim_at_armies(table: Table, target: str, findings: Findings) -> None:
    """intrigue/armies, intrigue/empty-target."""
    there, armies = fact("armies-there", player=target), truth(lambda: table.pool(target))
    if findings.requires("intrigue/empty-target", armies, "pool", assume=there, cite=False, player=target) is True:
        findings.allows("intrigue/armies")


def _aim_at_properties(table: Table, move: Intrigue, findings: Findings) -> None:
    """intrigue/properties, intrigue/empty-target, and who names what is taken."""
    check_properties_named(move.cards, findings)
    if move.fief is UNSET:
        findings.breaks("intrigue/properties", "unnamed")
        return
    fief = table.fief(move.target, move.fief)
    detail: dict[str, Any] = {"player": move.target, "fief": move.fief}
    count = None if move.count is UNSET else move.count
    assume = fact("properties-there", cards=to_builtins(move.cards), count=count, **detail)
    there = findings.requires("intrigue/properties", is_there(fief), "no-fief", assume=assume, cite=False, **detail)
    if there is True:
        some = truth(lambda: fief.properties)
        if findings.requires("intrigue/empty-target", some, assume=assume, cite=False, **detail) is True:
            findings.allows("intrigue/properties")
            _named(fief.properties, move, findings)


def check_properties_named(cards: tuple[Any, ...], findings: Findings) -> None:
    """intrigue/properties: no Castle or Palace is taken, and nothing else that is no Property."""
    types = [type_of(card) for card in cards]
    if any(card in ANCHORS for card in types):
        findings.breaks("intrigue/properties", "castle")
    for card in dict.fromkeys(types):
        if card not in ANCHORS and card not in PROPERTIES:
            findings.breaks("intrigue/properties", "no-property", card=card)


def are_there(table: Table, player: str, fief: int, cards: Any = None, count: int | None = None) -> bool:
    """Whether a Fief has Properties, and such that an Intrigue can name these cards: a predicate of facts."""
    there = table.properties(player, fief)
    if not there or cards is None:
        return bool(there)
    named = {"target": player, "aim": "properties", "fief": fief, "cards": cards, "player": player}
    findings = Findings()
    _named(there, convert(named if count is None else {**named, "count": count}, Intrigue), findings)
    return not findings.broken


def _named(there: tuple[Any, ...], move: Intrigue, findings: Findings) -> None:
    """intrigue/defender-picks, intrigue/one-or-two: who names what is taken."""
    wanted = min(MOST if move.count is UNSET else move.count, len(there))
    if len(there) > MOST:
        findings.requires("intrigue/defender-picks", not move.cards, "named", count=len(there))
        return
    if not move.cards:
        if wanted < len(there) and len(set(there)) > 1:
            findings.breaks("intrigue/one-or-two", "unnamed")
        return
    findings.allows("intrigue/one-or-two")
    for card in Counter(move.cards) - Counter(there):
        if type_of(card) in PROPERTIES:
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
        aim=move.aim,  # type: ignore[arg-type]
        fief=None if move.fief is UNSET else move.fief,
        mercenary=None if move.mercenary is UNSET else move.mercenary,
        count=_count(draft, move),
        cards=move.cards if isinstance(move, Intrigue) else (),  # type: ignore[arg-type]
        step="allies",
        allies=False,
        attackers=(),
        defenders=(),
        placing=(),
    )
    draft.set(pending=pending)
    rule = f"{card}/{AIMS[move.aim]}"
    draft.event(f"{card}-played", rule, player=move.player, target=move.target, aim=move.aim)


def _count(draft: Draft, move: Treachery | Intrigue) -> Any:
    """intrigue/one-or-two: as many as wanted, as far as there are so many."""
    if isinstance(move, Treachery):
        return MOST
    if move.cards:
        return len(move.cards)
    wanted = MOST if move.count is UNSET else move.count
    if move.aim != "properties" or wanted == 1:
        return wanted
    return attempt(lambda: min(wanted, len(draft.fief(move.target, move.fief).properties)))
