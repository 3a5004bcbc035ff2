"""Cómo ganar la partida: Earls who leave the game, and what becomes of their cards."""

from typing import Any

from msgspec import UNSET

from schemas.ortus_regni import Concede, Deed, Eliminated
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.holdings import are_fiefs_known, perhaps, surely
from service.games.ortus_regni.parts import known_garrison, known_lord, known_properties
from service.games.ortus_regni.rules.crown import crown_the_leader
from service.games.ortus_regni.steps import last_earl_wins, lose_turn, may_be_over
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.timing_checks import check_due
from service.referee.budget import counted, step
from service.referee.findings import Findings
from service.referee.known import all_of, any_of, is_known, is_unknown, negation

# ---------------------------------------------------------------- Giving up


def check_concede(table: Table, move: Concede, findings: Findings) -> None:
    """end/concede, honour/no-flight."""
    check_due(table, "concede", move.player, findings)
    findings.allows("end/concede")


def apply_concede(draft: Draft, move: Concede) -> None:
    draft.set(pending=None, phase="turn", turn=move.player)
    leave(draft, move.player, "conceded", "end/concede")


def leave(draft: Draft, name: str, reason: str, rule: str) -> None:
    """Out of the game in the own turn; whose turn comes then is for the steps to find out, if they can."""
    eliminate(draft, name, reason, rule)
    if is_unknown(draft.pending) and not surely(lambda: draft.phase == "over"):
        lose_turn(draft)  # there may be a King now, to whom Armies are owed first


# ---------------------------------------------------------------- Leaving the game


def has_lost_everything(table: Table, name: str) -> bool:
    """end/last-fief: whether it is known that an Earl has no Fief."""
    return surely(lambda: table.fiefs(name) == ())


def fall_without_fief(draft: Draft, *names: str | None) -> None:
    """end/last-fief, end/after-battle: who has lost the last Fief is out, once everything else is done."""
    for name in names:
        if name is not None and name not in draft.out and has_lost_everything(draft, name):
            eliminate(draft, name, "no-fief", "end/last-fief")
            if perhaps(lambda: draft.phase != "over") and may_be_over(draft):
                if surely(lambda: draft.turn not in draft.out):
                    draft.forget("phase", "turn")
                else:
                    lose_turn(draft)  # whose turn it was is out: if the game is not over, the turn has passed


def may_have_fallen(draft: Draft, name: str) -> None:
    """An unknown Fief fell, or its Prince: what hangs on its cards, or on its being the last, is open."""
    crown = any_of(
        lambda: draft.king == name,
        all_of(draft.king is None, negation(lambda: draft.banners(name) == 0)),
    )
    draft.forget_discards()  # Properties go to the pile of their own colour
    draft.forget_of(name, "hand", "deck", "towers", "mercenaries", "pool", "banners", "cubes", "removed")
    draft.forget("pending", "phase", "eliminated", "army_discard")
    if crown is not False and is_known(draft.king):
        draft.forget("king", "royal_army")
        for other in draft.order:
            draft.forget_of(other, "banners")
    if may_be_over(draft, name):
        draft.forget("turn")


def eliminate(draft: Draft, name: str, reason: Any, rule: str) -> None:
    """end/cards-removed, end/spoils-stay, end/foreign-cards, end/cubes-removed, end/emissaries-stay, king/death."""
    draft.event("eliminated", rule, player=name, reason=reason)
    leaves_banners = perhaps(lambda: draft.banners(name) != 0)
    draft.out = {*draft.out, name}
    draft.living = [other for other in draft.order if other not in draft.out]
    if (gone := _gone_before(draft)) is not None:
        number = UNSET if is_unknown(draft.round) else draft.round
        draft.set(eliminated=(*gone, Eliminated(player=name, reason=reason, round=number)))
    _clear_earldom(draft, name)
    _leave_behind(draft, name)
    if is_unknown(draft.king):
        draft.forget("royal_army", "army_discard")
    elif draft.king == name:
        _king_dies(draft)
    if draft.seats_known and len(draft.living) == 1:
        last_earl_wins(draft)
    else:
        crown_the_leader(
            draft, "king/heir", *(draft.living if leaves_banners else ()), goes_on=not may_be_over(draft)
        )


def _gone_before(draft: Draft) -> tuple[Eliminated, ...] | None:
    """Who had left the game; None when that is unknown, and nothing shows that everybody else is still there."""
    if is_known(draft.eliminated):
        return draft.eliminated  # type: ignore[no-any-return]
    everybody = draft.seats_known and len(draft.living) == len(draft.order) - 1
    others = len(draft.living) == 1 or all(draft.known_fiefs(other) for other in draft.living)
    return () if everybody and others else None


def _clear_earldom(draft: Draft, name: str) -> None:
    """end/cards-removed, end/foreign-cards: the own cards leave the game, the others go to their piles."""
    own = [
        *draft.known_cards(name, "hand", "deck", "discard", "towers"),
        *["banner"] * draft.known_number(name, "banners"),
    ]
    foreign: list[Deed] = []
    for fief in draft.known_fiefs(name):
        for card in (fief.anchor, *known_properties(fief)):
            (own if isinstance(card, str) else foreign).append(card)  # type: ignore[arg-type]
        own += [lord] if (lord := known_lord(fief)) else []
    armies, mercenaries = list(draft.known_pool(name)), draft.known_mercenaries(name)
    armies += [garrison for one in mercenaries if (garrison := known_garrison(one)) is not None]
    own += ["mercenary" for one in mercenaries if one.owner is None]
    _forget_what_was_unknown(draft, name)
    draft.set_of(name, hand=(), deck=(), discard=(), towers=(), fiefs=(), mercenaries=(), pool=(), banners=0)
    draft.change_of(name, "removed", lambda removed: (*removed, *own))
    foreign += [Deed("mercenary", one.owner) for one in mercenaries if one.owner is not None]  # type: ignore[arg-type]
    for deed in counted(foreign):
        draft.discard(deed.owner, deed.card)
    draft.event("removed", "end/cards-removed", player=name)
    _tell_foreign(draft, name, foreign)
    if armies:
        draft.discard_armies(*armies)
        draft.event("armies-back", "neutral/own-discards", player=name, count=len(armies))


def _tell_foreign(draft: Draft, name: str, foreign: list[Deed]) -> None:
    """end/foreign-cards, end/spoils-stay: cards of others go to their piles, or leave the game after their Earl."""
    gone = [deed for deed in foreign if deed.owner in draft.out]
    if len(gone) < len(foreign):
        draft.event("foreign-back", "end/foreign-cards", player=name, count=len(foreign) - len(gone))
    for deed in gone:
        draft.event("owner-gone", "end/spoils-stay", player=deed.owner, card=deed.card)


def _forget_what_was_unknown(draft: Draft, name: str) -> None:
    """Where some cards of an Earldom are unknown, so are the piles that they go to."""
    open_fiefs = are_fiefs_known(draft, name)
    properties = is_known(draft.fiefs(name)) and all(is_known(fief.properties) for fief in draft.fiefs(name))
    mercenaries, pool = draft.mercenaries(name), draft.pool(name)
    if not (draft.are_known(name, "hand", "deck", "discard", "towers", "banners", "mercenaries") and open_fiefs):
        draft.forget_of(name, "removed")
    if is_unknown(mercenaries) or not properties:
        draft.forget_discards()  # cards of other colours may have lain there
    known = is_known(mercenaries) and all(is_known(mercenary.garrison) for mercenary in mercenaries)
    if is_unknown(pool) or not known:
        draft.forget("army_discard")


def _leave_behind(draft: Draft, name: str) -> None:
    """end/cubes-removed, end/emissaries-stay, end/spoils-stay."""
    cubes, emissaries = draft.known_number(name, "cubes"), draft.known_cards(name, "emissaries")
    if cubes:
        draft.event("cubes-gone", "end/cubes-removed", player=name, count=cubes)
    draft.set_of(name, cubes=0)
    if emissaries:
        draft.event("emissaries-stay", "end/emissaries-stay", player=name, count=len(emissaries))
    abroad = sum(_held_abroad(draft, other, name) for other in draft.order)
    if abroad:
        draft.event("spoils-stay", "end/spoils-stay", player=name, count=abroad)


def _held_abroad(table: Table, holder: str, owner: str) -> int:
    """How many cards of another Earl's colour lie in an Earldom."""
    cards = [card for fief in table.known_fiefs(holder) for card in (fief.anchor, *known_properties(fief))]
    step(len(cards))
    held: int = sum(not isinstance(card, str) and card.owner == owner for card in cards)
    return held + sum(mercenary.owner == owner for mercenary in table.known_mercenaries(holder))


def _king_dies(draft: Draft) -> None:
    """king/death, king/royal-army."""
    royal = () if is_unknown(draft.royal_army) else draft.royal_army
    draft.discard_armies(*royal)
    if is_unknown(draft.royal_army):
        draft.forget("army_discard")
    if royal:
        draft.event("armies-back", "king/royal-army", player=draft.king, count=len(royal))
    draft.set(king=None)
    draft.change("royal_army", lambda _: ())
    draft.event("king-dead", "king/death")
