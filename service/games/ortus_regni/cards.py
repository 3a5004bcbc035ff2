"""Where the cards are: counted by colour, so that it shows what a hidden card can be."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from schemas.ortus_regni import Battle, Joust, Politics
from service.games.ortus_regni.holdings import are_lords_known
from service.games.ortus_regni.pack import COPIES, DECK, FREE_TOWERS
from service.games.ortus_regni.parts import is_battle
from service.referee.budget import counted
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN, hidden, without
from service.referee.known import is_known, is_unknown

if TYPE_CHECKING:
    from service.games.ortus_regni.table import Table


# ---------------------------------------------------------------- every card in one place


def cards_away(table: "Table") -> dict[str, list[str]]:
    """The known cards of each Earl's colour that lie in another Earldom or in what is pending, if there are any."""
    away: dict[str, list[str]] = defaultdict(list)
    abroad = [*table.earldoms.abroad]
    in_flight(table.pending, away, abroad)
    for deed in counted(abroad):
        if deed.owner in table.order:
            away[deed.owner].append(deed.card)
    return away


def cards_by_colour(table: "Table") -> dict[str, list[str]]:
    away = cards_away(table)
    return {name: [*earldom.home, *away.get(name, ())] for name, earldom in table.earldoms.each.items()}


def _known(part: Any) -> Any:
    """A list of a pending decision, as far as it is known."""
    return () if is_unknown(part) else part


def in_flight(pending: Any, colours: dict[str, list[str]], abroad: list[Any]) -> None:
    """The cards that a pending decision holds."""
    match pending:
        case Battle():
            _fielded(pending, colours)
            abroad += (*_known(pending.destroyed), *_known(pending.placing), *_known(pending.reattaching))
        case Politics():
            if pending.step in ("allies", "attacker", "defender"):
                colours[pending.attacker].append(pending.card)
                colours[pending.attacker] += ["vassal"] * _known(pending.attackers).count("hand")
                colours[pending.target] += ["vassal"] * _known(pending.defenders).count("hand")
                if pending.step != "allies":
                    colours[pending.target].append("allies")
            abroad += _known(pending.placing)
        case Joust():
            if pending.step in ("declare", "deal", "sudden"):
                colours[pending.organiser].append("banner")
            _declared(pending, colours)
            abroad += (*_known(pending.placing), *(deed for _, deed in _known(pending.reattaching)))


def _fielded(battle: Any, colours: dict[str, list[str]]) -> None:
    for name, force in ((battle.attacker, battle.attackers), (battle.defender, battle.defenders)):
        if name is not None and is_known(force):
            colours[name] += force.hand


def _declared(joust: Any, colours: dict[str, list[str]]) -> None:
    for declaration in _known(joust.declared):
        jouster = declaration.jouster
        if declaration.choice == "excuse":
            colours[declaration.player].append("banner")
        elif is_known(jouster) and jouster is not None and jouster.card is not None:
            colours[declaration.player].append(jouster.card)


def known_armies(table: "Table") -> list[str]:
    """The known Army cards, wherever they lie."""
    zones = [table.known_zone(zone) for zone in ("army_deck", "army_discard", "royal_army")]
    armies: list[Any] = [*(army for zone in zones for army in zone), *table.earldoms.armies]
    battle = table.pending
    if is_battle(battle):
        armies += [army for force in (battle.attackers, battle.defenders) if is_known(force) for army in force.pool]
    return armies


# ---------------------------------------------------------------- what a hidden card can be


def limit_of(table: "Table", name: str, card: str) -> int:
    """How many cards of a type can be in the game in this Earl's colour."""
    built = table.built(name)
    if card == "palace":
        return 1
    if is_unknown(built):
        return COPIES
    return min(COPIES, int(built.count(card) + built.count(HIDDEN)))


def left_of(table: "Table", name: str, card: str) -> int:
    """How many hidden cards of a colour can be of this type."""
    return limit_of(table, name, card) - table.colours.get(name, []).count(card)


def is_unseen(table: "Table", name: str, card: str) -> bool:
    """Whether a card of this type can lie in a zone that is unknown."""
    whole = DECK + 1 + (FREE_TOWERS if table.tournament else 0)
    return left_of(table, name, card) > 0 and len(table.colours.get(name, ())) < whole


OWN = ("deck", "discard", "hand", "towers", "banners", "emissaries", "removed")
"""The zones of an Earl in which cards of the own colour lie, besides Fiefs and Mercenaries."""


def are_cards_in_a_decision(table: "Table") -> bool:
    """Whether cards are known to lie nowhere else than in a decision that was left out."""
    if not table.seats_known:
        return False
    earldoms, whole = table.earldoms, DECK + 1 + (FREE_TOWERS if table.tournament else 0)
    for name in table.order:
        sent = earldoms.are_open and are_lords_known(table, name) and table.are_known(name, *OWN)
        if sent and table.deck(name) is not None and len(table.colours[name]) < whole:
            return True
    total = sum(table.box.pile("army", table.seats).values())
    return are_armies_known(table) and len(table.armies) < total


def are_armies_known(table: "Table") -> bool:
    """Whether all zones are known in which Armies can lie, besides what is pending."""
    neutral = is_known(table.army_deck) and is_known(table.army_discard) and is_known(table.royal_army)
    return neutral and table.earldoms.are_armies_known


def is_out_of_cards(table: "Table", name: str) -> bool:
    """Whether an Earl's deck is known to be empty, or every card of the colour to lie elsewhere."""
    deck = table.deck(name)
    if is_known(deck):
        return not deck
    return len(table.colours.get(name, ())) > DECK + (FREE_TOWERS if table.tournament else 0)


def most_drawn(table: "Table", name: str, count: int) -> int:
    """How many of so many cards can come from a deck that is unknown: no more than lie nowhere else."""
    whole = DECK + 1 + (FREE_TOWERS if table.tournament else 0)
    return max(min(count, whole - len(table.colours.get(name, ()))), 0)


def armies_left(table: "Table", army: str) -> int | None:
    """How many hidden Army cards can be of this type; None when the number of Earls is unknown."""
    if is_unknown(table.seats):
        return None
    return table.box.pile("army", table.seats)[army] - table.armies.count(army)


def holds(
    table: "Table", name: str, cards: Sequence[str], findings: Findings, rule: str = "turn/in-hand"
) -> list[str]:
    """turn/in-hand, components/earl-cards: the Earl has these cards in hand, or can have them.

    Returned are those that cannot be there.
    """
    hand, is_sent = table.known_hand(name), is_known(table.hand(name))
    unknown = hand.count(HIDDEN)
    absent: list[str] = []
    for card in dict.fromkeys(cards):
        count = cards.count(card)
        if card == HIDDEN:
            if not is_sent:
                findings.assumes("cards-in-hand", player=name, count=len(cards))
            elif unknown < count:
                findings.breaks(rule, "hidden", player=name, count=count)
            continue
        missing = count - hand.count(card)
        if missing <= 0:
            findings.allows(rule)
        elif is_sent and unknown < missing:
            _lacks(rule, name, card, count, findings)
            absent.append(card)
        elif _hidden_copies(table, name, card) < missing:
            _lacks(rule, name, card, count, findings)
            findings.because("components/earl-cards")
            absent.append(card)
        else:
            findings.assumes("holds-card", player=name, card=card, **_copies(count))
            unknown -= missing
            if is_sent:
                findings.allows(rule)
    for card in absent:
        if card in table.known_towers(name):
            findings.breaks("tower/any-card", "standing", player=name, card=card)
    return absent


def holds_banner(table: "Table", name: str, findings: Findings) -> None:
    """crown/banner: a Banner of the hand; one that was laid on the table for the crown serves nothing else."""
    if holds(table, name, ["banner"], findings) and table.known_number(name, "banners"):
        findings.breaks("crown/banner", player=name)


def _lacks(rule: str, name: str, card: str, count: int, findings: Findings) -> None:
    if count > 1:
        findings.breaks(rule, "few", player=name, card=card, count=count)
    else:
        findings.breaks(rule, player=name, card=card)


def _hidden_copies(table: "Table", name: str, card: str) -> int:
    """How many cards of this type a hand can hold besides those that are known to be in it."""
    left = left_of(table, name, card)
    if is_known(table.hand(name)):
        return left
    return min(left, DECK + 1 + (FREE_TOWERS if table.tournament else 0) - len(table.colours.get(name, [])))


def _copies(count: int) -> dict[str, Any]:
    """How many of a card a fact asks for, if more than one."""
    return {"count": count} if count > 1 else {}


def has_armies(table: "Table", name: str, armies: Sequence[str], findings: Findings) -> None:
    """army/pool, army/supply: the Earl has these Armies in the pool, or can have them."""
    pool, is_sent = table.known_pool(name), is_known(table.pool(name))
    unknown = pool.count(HIDDEN)
    for army in dict.fromkeys(armies):
        count = armies.count(army)
        if army == HIDDEN:
            if not is_sent:
                findings.assumes("armies-in-pool", player=name, count=len(armies))
            elif len(pool) < len(armies):
                findings.breaks("field/pool", "few", player=name, count=len(pool))
            continue
        missing = count - pool.count(army)
        left = armies_left(table, army) if missing > 0 else None
        if missing <= 0:
            findings.allows("army/pool")
        elif is_sent and unknown < missing:
            findings.breaks("field/pool", player=name, army=army)
        elif left is not None and left < missing:
            findings.breaks("field/pool", player=name, army=army)
            findings.because("army/supply")
        else:
            findings.assumes("holds-army", player=name, army=army, **_copies(count))
            unknown -= missing
            if is_sent:
                findings.allows("army/pool")


def pool_without(pool: tuple[Any, ...], armies: Sequence[Any]) -> tuple[Any, ...]:
    """What is left of a pool; a hidden Army that leaves it may be any: then none of them is known any more."""
    return hidden(len(pool) - len(armies)) if HIDDEN in armies else without(pool, armies)
