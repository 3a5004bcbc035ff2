"""When something unknown decides what a move does: which zones the new state can no longer claim.

Each function here forgets what one thing that may have happened can have changed, and nothing else.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from schemas import ortus_regni as shapes
from service.games.ortus_regni.draft import Draft
from service.games.ortus_regni.forces import dealt_by
from service.games.ortus_regni.holdings import have_landed, is_there, perhaps
from service.games.ortus_regni.pack import ANCHORS
from service.games.ortus_regni.parts import is_battle, is_joust, is_politics, sure
from service.games.ortus_regni.rules.stakes import is_anchor
from service.games.ortus_regni.steps import lose_turn
from service.games.ortus_regni.table import may_be_out
from service.referee.known import Unknown, attempt, is_known, is_unknown
from service.referee.table import PLAYERS

UNKNOWN_LORD: Any = Unknown(f"{PLAYERS}/*/fiefs/*/lord")
OF_AN_EARLDOM = ("hand", "deck", "discard", "towers", "fiefs", "mercenaries", "pool", "banners", "cubes", "removed")
OF_THE_TURN = ("phase", "round", "turn", "acted")
OF_A_BATTLE = (shapes.Field, shapes.Reveal, shapes.Decide, shapes.Ransom, shapes.Suffer, shapes.Capture)
OF_POLITICS = (shapes.PlayAllies, shapes.Dispute, shapes.Pick, shapes.Give)
OF_A_JOUST = (shapes.Enter, shapes.Excuse, shapes.StayOut, shapes.Deal)


def lose_track(draft: Draft, pending: Any, move: Any) -> None:
    """Leave out every zone that a move on this decision can have changed; ``pending`` is the decision before it."""
    draft.forget("pending")
    if isinstance(move, OF_A_BATTLE):
        _battle(draft, pending, move)
    elif isinstance(move, OF_POLITICS):
        _politics(draft, pending, move)
    elif isinstance(move, OF_A_JOUST):
        _joust(draft, pending, move)
    elif isinstance(move, shapes.Place):
        _placing(draft, pending, move)
    else:
        _may_fall(draft, draft.order)
        lose_turn(draft)


def _forget(draft: Draft, names: Iterable[str], *zones: str) -> None:
    for name in names:
        if name not in draft.out:
            draft.forget_of(name, *zones)


def _forget_lords(draft: Draft, names: Iterable[str]) -> None:
    """Some Lords of these Earls may have gone to the discard pile."""
    for name in names:
        fiefs = draft.fiefs(name)
        if is_unknown(fiefs) or any(is_there(fief.lord) is not False for fief in fiefs):
            draft.forget_of(name, "discard")
        if is_known(fiefs):
            left = [fief if fief.lord is None else replace(fief, lord=UNKNOWN_LORD) for fief in fiefs]
            draft.set_of(name, fiefs=tuple(left))


def _has_fiefs(draft: Draft, name: str, count: int) -> bool:
    """Whether it is known that an Earl has so many Fiefs."""
    return len(draft.known_fiefs(name)) >= count


def _may_fall(draft: Draft, names: Iterable[str], *, others: bool = False) -> None:
    """end/last-fief: these Earls may be out, with all that they have; perhaps the crown and the game hang on it.

    ``others``: so may Earls who were not sent.
    """
    fallen = [name for name in names if name not in draft.out]
    if not fallen and not others:
        return
    king, turn = draft.king, draft.turn
    if others:
        fallen += [name for name in (king, turn) if isinstance(name, str) and name not in draft.order]
    had_banners = others or any(_may_have_banners(draft, name) for name in fallen)
    _forget(draft, fallen, *OF_AN_EARLDOM)
    draft.forget_discards()
    draft.forget("eliminated", "army_discard")
    if is_unknown(king) or king in fallen or (king is None and had_banners):
        draft.forget("king", "royal_army")
        _forget(draft, [name for name in draft.order if _may_have_banners(draft, name)], "banners")
    if not isinstance(turn, str) or turn in fallen:
        lose_turn(draft)
    playing = [name for name in draft.living if not may_be_out(draft, name)]
    if not draft.seats_known or len(playing) - len(set(fallen) & set(playing)) < 2:
        draft.forget("phase", "turn")


def _may_have_banners(draft: Draft, name: str) -> bool:
    return perhaps(lambda: draft.banners(name) != 0)


# ---------------------------------------------------------------- battles


class Sides(NamedTuple):
    """Who may be the attacker and the defender of a battle of which too little is known."""

    attackers: list[str]
    defenders: list[str]
    vikings: bool
    """Whether the attackers may be Vikings."""


def _sides(draft: Draft, battle: Any, move: Any) -> Sides:
    if is_battle(battle):
        return Sides([] if battle.attacker is None else [battle.attacker], [battle.defender], battle.attacker is None)
    turn, player = draft.turn, str(getattr(move, "player", ""))
    attackers = [turn] if isinstance(turn, str) else [] if turn is None else draft.living
    landed = perhaps(have_landed(draft)) and perhaps(lambda: draft.phase != "turn")
    vikings = not isinstance(turn, str) and landed
    defenders = _against(draft, attackers)
    match move:
        case shapes.Capture():
            return Sides([player], [name for name in draft.living if name != player], vikings=False)
        case shapes.Ransom():
            return Sides(attackers, defenders, vikings=False)
        case shapes.Field():
            return Sides(attackers, [player], vikings)
        case shapes.Suffer() if move.hit.vikings:
            return Sides([], draft.living, vikings=True)
        case shapes.Suffer() if attackers != [player] and (attackers != draft.living or move.towers):
            return Sides(attackers, [player], vikings)
    return Sides(attackers, defenders, vikings)


def _against(draft: Draft, attackers: list[str]) -> list[str]:
    """Who may be attacked: nobody by himself, unless the attacker may be an Earl who was not sent."""
    others = not isinstance(draft.turn, str) and not draft.seats_known
    return [name for name in draft.living if others or attackers != [name]]


def _battle(draft: Draft, battle: Any, move: Any) -> None:
    sides = _sides(draft, battle, move)
    both = [*dict.fromkeys((*sides.attackers, *sides.defenders))]
    without_fief = [name for name in both if not _has_fiefs(draft, name, 1)]
    at_once = sides.vikings and draft.choices["viking_captives"] == "at-once"
    if isinstance(move, shapes.Ransom):
        _ransom(draft, sides, move)
    elif isinstance(move, shapes.Capture):
        _forget(draft, sides.attackers, "fiefs")
        if not is_battle(battle) or is_unknown(battle.destroyed):
            draft.forget_discards()  # what is not captured goes to the piles of its owners
    elif isinstance(move, shapes.Suffer | shapes.Field) or at_once:
        _target_falls(draft, battle, sides, move)
        if isinstance(move, shapes.Suffer):
            _units_die(draft, move)
    _battle_ends(draft, sides)
    if isinstance(move, shapes.Reveal | shapes.Decide | shapes.Field):
        _forget_lords(draft, sides.defenders if sides.vikings else ())
    elif _may_be_doomed(battle, move):
        _forget_lords(draft, both)
    if isinstance(move, shapes.Capture | shapes.Suffer):
        _may_fall(draft, without_fief, others=_may_fight_unsent(draft, battle))


def _may_fight_unsent(draft: Draft, battle: Any) -> bool:
    """Whether the battle may be against an Earl who was not sent."""
    return not is_battle(battle) and not draft.seats_known


def _may_be_doomed(battle: Any, move: Any) -> bool:
    """ransom/refused: whether there may be a Lord for whom nothing was paid."""
    refused = isinstance(move, shapes.Ransom) and move.pay is None
    return refused or not is_battle(battle) or is_unknown(battle.doomed) or bool(battle.doomed)


def _battle_ends(draft: Draft, sides: Sides) -> None:
    """field/hand-spent, damage/back-unseen: cards from hands are discarded, Armies go back to the pools."""
    _forget(draft, (*sides.attackers, *sides.defenders), "discard", "pool")
    if sides.vikings:
        draft.forget(*OF_THE_TURN)


def _units_die(draft: Draft, move: shapes.Suffer) -> None:
    """damage/army, damage/mercenary: what the points of a move kill; the Towers of the move fall."""
    hit = move.hit
    if hit.pool or hit.royal or hit.garrisons or hit.mercenaries:
        draft.forget("army_discard")
    if hit.royal:
        draft.forget("royal_army")
    if hit.vikings:
        draft.forget("vikings", "viking_discard")
    if hit.garrisons or hit.mercenaries:
        _forget(draft, [move.player], "mercenaries")
    if move.towers:
        _forget(draft, [move.player], "towers")
    if hit.mercenaries:
        draft.forget_discards()


def _target_falls(draft: Draft, battle: Any, sides: Sides, move: Any) -> None:
    """attack/raid, attack/siege-falls: what the damage may have done to the target."""
    if getattr(move, "properties", ()):
        _forget(draft, sides.defenders, "fiefs")
        draft.forget_discards()
    if is_battle(battle) and battle.kind != "siege":
        return
    besieged = [name for name in sides.defenders if _castle_can_fall(draft, battle, sides, name)]
    last = [name for name in besieged if not _has_fiefs(draft, name, 2)]
    if besieged:
        _forget(draft, besieged, "fiefs")
        draft.forget_discards()
        _may_fall(draft, last)


def _castle_can_fall(draft: Draft, battle: Any, sides: Sides, name: str) -> bool:
    """Whether enough damage may have come through the Towers; that of the Vikings is bounded by who they are."""
    damage: Any = None
    if is_battle(battle):
        damage = attempt(lambda: battle.damage[0])
    elif sides.attackers == []:
        damage = attempt(lambda: dealt_by(draft, None, shapes.Force(vikings=sure(draft.vikings))))
    weakest = min(draft.box.resists[anchor] for anchor in ANCHORS)
    return perhaps(lambda: damage is None or damage - len(draft.known_towers(name)) >= weakest)


def _ransom(draft: Draft, sides: Sides, move: shapes.Ransom) -> None:
    """ransom/price, ransom/refused: what was paid changes hands, and who is not paid for dies after the battle."""
    if move.pay is None:
        return
    receivers = [name for name in (*sides.attackers, *sides.defenders) if name != move.player]
    _forget(draft, [move.player, *(receivers if is_anchor(move.pay) else ())], "fiefs")
    if is_anchor(move.pay):
        draft.forget_discards()


# ---------------------------------------------------------------- politics


def _politics(draft: Draft, pending: Any, move: Any) -> None:
    attackers, targets = _attackers_and_targets(draft, pending, move)
    both = [*dict.fromkeys((*attackers, *targets))]
    aim = pending.aim if is_politics(pending) else None
    if isinstance(move, shapes.Pick):
        _forget(draft, targets, "hand", "discard")
        draft.forget("chance")
        return
    if isinstance(move, shapes.Give):
        _forget(draft, both, "pool")
        _forget(draft, targets, "fiefs")
        return
    _forget(draft, both, "discard")
    stops = isinstance(move, shapes.Dispute)
    if stops and move.player in attackers:
        _forget_lords(draft, [move.player])
        if attackers == [move.player]:
            return  # the attack has failed
    succeeds = [move.player] if stops and move.player in targets else targets
    if stops:
        _forget_lords(draft, succeeds)
    if aim in (None, "hand"):
        _forget(draft, succeeds, "hand")
    if aim in (None, "mercenary"):
        _forget(draft, (*attackers, *succeeds), "mercenaries")
        draft.forget("army_discard")
    if aim in (None, "mercenary", "lord"):
        draft.forget_discards()
    if aim in (None, "lord", "properties"):
        last = [name for name in succeeds if not _has_fiefs(draft, name, 2)]
        _forget(draft, succeeds, "fiefs")
        _may_fall(draft, last if aim != "properties" else ())


def _attackers_and_targets(draft: Draft, pending: Any, move: Any) -> tuple[list[str], list[str]]:
    """Who may have played the card, and against whom."""
    if is_politics(pending):
        return [pending.attacker], [pending.target]
    turn, player = draft.turn, str(getattr(move, "player", ""))
    attackers = [turn] if isinstance(turn, str) else draft.living
    targets = _against(draft, attackers)
    is_target = player in draft.living and attackers not in ([player], draft.living)
    if is_target or isinstance(move, shapes.PlayAllies | shapes.Give):
        targets = [player]
        attackers = [name for name in attackers if name != player]
    return attackers, targets


# ---------------------------------------------------------------- jousts, placing


def _joust(draft: Draft, joust: Any, move: Any) -> None:
    """A joust that is cancelled gives jousters back to their hands; one that is held moves bets and Lords."""
    if isinstance(move, shapes.Enter | shapes.Excuse | shapes.StayOut):
        _forget(draft, draft.order, "hand")
        draft.forget_discards()
        draft.forget("chance")
    else:
        _prizes(draft, joust if is_joust(joust) and is_known(joust.declared) else None)
        if move.cards is UNSET:
            draft.forget("chance")


def _prizes(draft: Draft, joust: Any) -> None:
    """joust/prize, joust/lords: what the winner takes, and whom the losers lose; None if nothing of it is known."""
    names = entrants = castles = lords = draft.order
    if joust is not None:
        entering = [declaration for declaration in joust.declared if declaration.choice == "enter"]
        names, entrants = [one.player for one in joust.declared], [one.player for one in entering]
        castles = [one.player for one in entering if perhaps(partial(_bets_castle, one))]
        lords = [one.player for one in entering if perhaps(partial(_sends_lord, one))]
    last = [name for name in castles if not _has_fiefs(draft, name, 2)]
    _forget_lords(draft, lords)
    _forget(draft, names, "discard")
    _forget(draft, entrants, "fiefs")
    if castles:
        draft.forget_discards()
    if draft.choices["bet_last_castle"] == "allowed":
        _may_fall(draft, last, others=joust is None and not draft.seats_known)


def _bets_castle(declaration: Any) -> bool:
    bet = sure(declaration.bet)
    return bet is not None and bet.card is None


def _sends_lord(declaration: Any) -> bool:
    jouster = sure(declaration.jouster)
    return jouster is not None and jouster.fief is not None


def _placing(draft: Draft, pending: Any, move: Any) -> None:
    """A card was placed. If it was the last, a battle or a joust may be over, and who has no Fief is out then."""
    if is_politics(pending):
        return
    names = draft.living
    if not is_joust(pending):
        sides = _sides(draft, pending, move)
        names = [*dict.fromkeys((*sides.attackers, *sides.defenders))]
        _battle_ends(draft, sides)
        _forget_lords(draft, names)
        draft.forget_discards()
    last = [name for name in names if not _has_fiefs(draft, name, 1)]
    _may_fall(draft, last, others=_may_fight_unsent(draft, pending))
