"""Moves of each kind that could be legal, made from what lies on the table; ``check`` lets them pass or not."""

from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Any

from schemas import ortus_regni as shapes
from schemas.ortus_regni import Jouster, Move, Stake
from service.games.ortus_regni.combinations import distinct_combinations, forces, hits, multisets
from service.games.ortus_regni.holdings import surely
from service.games.ortus_regni.pack import BATTLE_CARDS, FACES, PROPERTIES, VIKINGS, towers_of
from service.games.ortus_regni.parts import is_battle, is_politics, known_lord, known_properties, sure
from service.games.ortus_regni.rules.by_move import passes
from service.games.ortus_regni.rules.capture import slots_of
from service.games.ortus_regni.rules.losses import losses_of
from service.games.ortus_regni.rules.placing import queue_of
from service.games.ortus_regni.rules.ransom import payable
from service.games.ortus_regni.rules.stakes import stakes_of
from service.games.ortus_regni.rules.vikings import to_reveal
from service.games.ortus_regni.table import Table
from service.referee.hidden import HIDDEN
from service.referee.known import is_known, is_unknown


def _decks(table: Table, name: str) -> Iterator[Move]:
    for deck in table.box.decks.values():
        yield shapes.Build(player=name, deck=deck.id, towers=towers_of(deck) if table.tournament else ())


def _starts(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Start(player=other) for other in table.order)


def _mulligans(table: Table, name: str) -> Iterator[Move]:
    yield shapes.Mulligan(player=name, redraw=False)
    yield shapes.Mulligan(player=name, redraw=True)


def _hand(table: Table, name: str) -> list[Any]:
    """The known cards of a hand, each type once."""
    return [card for card in dict.fromkeys(table.known_hand(name)) if card != HIDDEN]


def _pool(table: Table, name: str) -> list[Any]:
    return [army for army in dict.fromkeys(table.known_pool(name)) if army != HIDDEN]


def _fiefs(table: Table, name: str) -> list[int]:
    return [fief.id for fief in table.known_fiefs(name)]


def _towers(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Tower(player=name, card=card) for card in _hand(table, name))


def _garrisons(table: Table, name: str) -> Iterator[Move]:
    for army in _pool(table, name):
        for mercenary in table.known_mercenaries(name):
            yield shapes.Garrison(player=name, army=army, mercenary=mercenary.id)
        if surely(lambda: table.king == name):
            yield shapes.Garrison(player=name, army=army)


# ---------------------------------------------------------------- candidates: actions


def _with(card: str, move: Callable[..., Any]) -> Callable[[Table, str], Iterator[Move]]:
    """A move that needs nothing but a card in hand."""

    def candidates(table: Table, name: str) -> Iterator[Move]:
        if card in _hand(table, name):
            yield move(player=name)

    return candidates


def _castles(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Castle(player=name, card=card) for card in _hand(table, name) if card in ("castle", "palace"))


def _attachments(table: Table, name: str) -> Iterator[Move]:
    for card, fief in product(_hand(table, name), _fiefs(table, name)):
        if card in PROPERTIES:
            yield shapes.Attach(player=name, card=card, fief=fief)


def _appointments(table: Table, name: str) -> Iterator[Move]:
    for card, fief in product(_hand(table, name), _fiefs(table, name)):
        if card in FACES:
            yield shapes.Appoint(player=name, card=card, fief=fief)


def _recruits(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Recruit(player=name, count=count) for count in (1, 2)) if _fiefs(table, name) else iter(())


def _monasteries(table: Table, name: str) -> Iterator[Move]:
    for fief in table.known_fiefs(name):
        if known_lord(fief) == "monk":
            yield from (shapes.Monastery(player=name, fief=fief.id, target=other) for other in table.others(name))


def _emissaries(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Emissary(player=name, card=card) for card in _hand(table, name) if card in ("vassal", "monk"))


def _treacheries(table: Table, name: str) -> Iterator[Move]:
    if "treachery" not in _hand(table, name):
        return
    for target in table.others(name):
        for fief in table.known_fiefs(target):
            if known_lord(fief) is not None:
                yield shapes.Treachery(player=name, target=target, aim="lord", fief=fief.id)
        if table.known_hand(target):
            yield shapes.Treachery(player=name, target=target, aim="hand")
        for mercenary in table.known_mercenaries(target):
            yield shapes.Treachery(player=name, target=target, aim="mercenary", mercenary=mercenary.id)


def _intrigues(table: Table, name: str) -> Iterator[Move]:
    if "intrigue" not in _hand(table, name):
        return
    for target in table.others(name):
        for fief in table.known_fiefs(target):
            yield from _for_properties(name, target, fief)
        for count in range(1, min(2, len(table.known_pool(target))) + 1):
            yield shapes.Intrigue(player=name, target=target, aim="armies", count=count)
        for mercenary in table.known_mercenaries(target):
            yield shapes.Intrigue(player=name, target=target, aim="mercenary", mercenary=mercenary.id)


def _for_properties(name: str, target: str, fief: Any) -> Iterator[Move]:
    there = known_properties(fief)
    for count in range(1, min(2, len(there)) + 1):
        if len(there) > 2 or count == len(there):
            yield shapes.Intrigue(player=name, target=target, aim="properties", fief=fief.id, count=count)
        else:
            for card in dict.fromkeys(there):
                yield shapes.Intrigue(
                    player=name, target=target, aim="properties", fief=fief.id, count=1, cards=(card,)
                )


def _attacks(table: Table, name: str) -> Iterator[Move]:
    for target in table.others(name):
        yield from (shapes.Attack(player=name, **aim) for aim in _targets(table, target))


def _targets(table: Table, target: str) -> Iterator[dict[str, Any]]:
    yield {"target": target, "kind": "towers"}
    for fief, kind in product(_fiefs(table, target), ("raid", "siege")):
        yield {"target": target, "kind": kind, "fief": fief}


# ---------------------------------------------------------------- candidates: politics


def _answers(table: Table, name: str) -> Iterator[Move]:
    yield shapes.PlayAllies(player=name, play=False)
    if "allies" in _hand(table, name):
        yield shapes.PlayAllies(player=name, play=True)


def _disputes(table: Table, name: str) -> Iterator[Move]:
    yield shapes.Dispute(player=name, vassal=None)
    if "vassal" in _hand(table, name):
        yield shapes.Dispute(player=name, vassal="hand")
    for fief in table.known_fiefs(name):
        if known_lord(fief) == "vassal":
            yield shapes.Dispute(player=name, vassal=fief.id)


def _picks(table: Table, name: str) -> Iterator[Move]:
    pending = table.pending
    if is_known(table.chance) or not is_politics(pending):
        yield shapes.Pick()
        return
    hand = table.hand(pending.target)
    if is_unknown(hand) or HIDDEN in hand:
        yield shapes.Pick()  # what is picked has to be said
        return
    count = min(2, len(hand))
    yield from (shapes.Pick(cards=cards) for cards in multisets(hand, count, count))


def _gifts(table: Table, name: str) -> Iterator[Move]:
    pending = table.pending
    if not is_politics(pending):
        return
    count, pool = pending.count, table.known_pool(name)
    if pending.aim == "armies":
        count = min(count, len(pool))
        yield from (shapes.Give(player=name, armies=armies) for armies in multisets(pool, count, count))
        return
    fief = table.known_fief(name, sure(pending.fief))
    there = fief.properties if fief is not None else ()
    yield from (shapes.Give(player=name, cards=cards) for cards in multisets(there, count, count))


def _places(table: Table, name: str) -> Iterator[Move]:
    for card, fief in product(dict.fromkeys(queue_of(table.pending)), _fiefs(table, name)):
        yield shapes.Place(player=name, card=card, fief=fief)


# ---------------------------------------------------------------- candidates: joust


def _entries(table: Table, name: str) -> Iterator[Move]:
    jousters: list[Jouster | None] = [None]
    jousters += [Jouster(fief=fief.id) for fief in table.known_fiefs(name) if known_lord(fief)]
    jousters += [Jouster(card=card) for card in _hand(table, name)]
    bets: Iterator[Stake | None] = chain([None], stakes_of(table, name))
    for bet in bets:
        yield from (shapes.Enter(player=name, bet=bet, jouster=jouster) for jouster in jousters)


def _excuses(table: Table, name: str) -> Iterator[Move]:
    if "banner" in _hand(table, name):
        yield shapes.Excuse(player=name)


# ---------------------------------------------------------------- candidates: battle


def _fields(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Field(player=name, force=force) for force in forces(table, name))


def _reveals(table: Table, name: str) -> Iterator[Move]:
    shown = surely(lambda: table.battle_deck[0] != HIDDEN if table.battle_deck else is_known(table.chance))
    yield from [shapes.Reveal()] if shown else [shapes.Reveal(card=card) for card in BATTLE_CARDS]  # type: ignore[arg-type]


def _decisions(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Decide(player=name, outcome=outcome) for outcome in ("normal", "attacker", "defender"))


def _ransoms(table: Table, name: str) -> Iterator[Move]:
    battle = table.pending
    for lord in battle.captured if is_battle(battle) else ():
        yield shapes.Ransom(player=name, lord=lord)
        yield from (shapes.Ransom(player=name, lord=lord, pay=stake) for stake in payable(table, name, lord))


def _sufferings(table: Table, name: str) -> Iterator[Move]:
    battle = table.pending
    if not is_battle(battle):
        return
    side = "attackers" if battle.step == "damage-attacker" else "defenders"
    losses = losses_of(table, battle, side)
    fief, standing = table.known_fief(battle.defender, sure(battle.fief)), table.known_towers(battle.defender)
    properties = known_properties(fief) if fief is not None else ()
    for hit in hits(getattr(battle, side), losses.units):
        for towers in multisets(standing, losses.towers, losses.towers) if losses.towers else [()]:
            for lost in multisets(properties, losses.properties, losses.properties) if losses.properties else [()]:
                yield shapes.Suffer(player=name, hit=hit, towers=towers, properties=lost)


def _captures(table: Table, name: str) -> Iterator[Move]:
    battle = table.pending
    if not is_battle(battle):
        return
    for count in range(slots_of(table, battle) + 1):
        choices = distinct_combinations(battle.destroyed, count)
        for cards in choices:
            spoils = tuple([shapes.Spoil(deed.card, deed.owner) for deed in cards])
            yield shapes.Capture(player=name, cards=spoils)


# ---------------------------------------------------------------- candidates: King and Vikings


def _offers(table: Table, name: str) -> Iterator[Move]:
    return (shapes.Offer(player=name, army=army) for army in _pool(table, name))


def _revelations(table: Table, name: str) -> Iterator[Move]:
    if passes(table, shapes.RevealVikings()):
        yield shapes.RevealVikings()
        return
    count = to_reveal(table) or 0
    yield from (
        shapes.RevealVikings(cards=(VIKINGS[0],) * (count - more) + (VIKINGS[1],) * more)  # type: ignore[arg-type]
        for more in range(count + 1)
    )


def _cubes(table: Table, name: str) -> Iterator[Move]:
    if passes(table, shapes.Cube()):
        yield shapes.Cube()
    else:
        yield from (shapes.Cube(player=other) for other in table.living)


def _orders(table: Table, name: str) -> Iterator[Move]:
    yield shapes.Order(player=name)
    for target in table.living:
        yield from (shapes.Order(player=name, **aim) for aim in _targets(table, target))


CANDIDATES: dict[str, Callable[[Table, str], Iterator[Move]]] = {
    "build": _decks,
    "start": _starts,
    "mulligan": _mulligans,
    "tower": _towers,
    "garrison": _garrisons,
    "castle": _castles,
    "attach": _attachments,
    "appoint": _appointments,
    "hire": _with("mercenary", shapes.Hire),
    "recruit": _recruits,
    "monastery": _monasteries,
    "emissary": _emissaries,
    "treachery": _treacheries,
    "intrigue": _intrigues,
    "banquet": _with("banquet", shapes.Banquet),
    "bequeath": _with("banner", shapes.Bequeath),
    "claim": _with("banner", shapes.Claim),
    "joust": _with("banner", shapes.HoldJoust),
    "attack": _attacks,
    "end": lambda table, name: iter((shapes.End(player=name),)),
    "concede": lambda table, name: iter((shapes.Concede(player=name),)),
    "allies": _answers,
    "dispute": _disputes,
    "pick": _picks,
    "give": _gifts,
    "place": _places,
    "excuse": _excuses,
    "enter": _entries,
    "stay-out": lambda table, name: iter((shapes.StayOut(player=name),)),
    "deal": lambda table, name: iter((shapes.Deal(),)),
    "field": _fields,
    "reveal": _reveals,
    "decide": _decisions,
    "ransom": _ransoms,
    "suffer": _sufferings,
    "capture": _captures,
    "offer": _offers,
    "vikings": _revelations,
    "cube": _cubes,
    "order": _orders,
}
