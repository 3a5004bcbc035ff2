"""A battle weighed: the exact chance of every outcome, from what is left in the Battle deck.

Chance is in the Battle card alone. Everything else follows from the forces and from decisions: of the Church (given
as the least and the most that it can make of a chance), of the owners who assign points, and of ransoms (given as
what is at stake, before any is paid).
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from schemas.base import malformed
from schemas.ortus_regni import CardOdds, Engagement, Force, Muster, Odds, OutcomeOdds
from service.games.ortus_regni.audit import audit
from service.games.ortus_regni.components import type_of
from service.games.ortus_regni.forces import dealt_by, size
from service.games.ortus_regni.holdings import church_decider, surely
from service.games.ortus_regni.odds_events import OUTCOMES, aim_odds, bounds, events_of, likelihood
from service.games.ortus_regni.odds_results import Field, Side, Target, result_of
from service.games.ortus_regni.pack import BATTLE_CARDS, Box
from service.games.ortus_regni.parts import is_battle, known_properties, sure
from service.games.ortus_regni.rules.capture import slots_of
from service.games.ortus_regni.table import Table
from service.referee.findings import Findings
from service.referee.hidden import HIDDEN
from service.referee.known import UnknownRead, is_known, is_unknown
from service.referee.table import SentAlone


class EngagementTable(SentAlone[Engagement, Box]):
    """A battle that was sent without its table."""


# ---------------------------------------------------------------- What was sent


def odds(table: Table | EngagementTable, findings: Findings) -> Odds | None:
    """The chances of a battle before its card is revealed, or while the Church decides."""
    if isinstance(table, EngagementTable):
        return _odds_of_engagement(table, findings)
    audit(table, findings, thorough=False)
    if findings.broken:
        return None
    battle = table.pending
    if not is_battle(battle) or battle.step not in ("field-defender", "card", "church"):
        raise malformed("/pending", "No battle on this table waits for its defenders, its card or the Church.")
    try:
        field = _field_of(table, battle, findings)
    except UnknownRead:
        findings.assumed.clear()
        findings.needs("forces-known")
        return None
    if not size(battle.defenders):
        findings.allows("card/no-defender")
        return _undefended(field, findings)
    decider = battle.decider if battle.step == "church" else church_decider(table)
    if is_unknown(decider):
        findings.assumes("church-known")
        decider = None
    if battle.step == "church":
        left = Counter({"church": 1})
        return _odds(field, left, 0, decider, findings)
    if is_unknown(table.battle_deck) and is_unknown(table.battle_discard):
        findings.assumes("battle-deck-known")
    return _odds(field, *_left(table), decider, findings)


def _odds_of_engagement(table: EngagementTable, findings: Findings) -> Odds | None:
    engagement = table.sent
    discarded: Counter[str] = Counter(engagement.discarded)
    for card, most in table.box.pile("battle").items():
        if discarded[card] > most:
            findings.breaks("components/battle-deck", "many", card=card, count=discarded[card], limit=most)
    for muster, name in ((engagement.attackers, "attackers"), (engagement.defenders, "defenders")):
        if name == "defenders" and (muster.vikings or muster.chieftains):
            findings.breaks("vikings/alone", "defend")
        princes = (*muster.hand, *muster.lords).count("prince")
        if princes > 1:
            findings.breaks("lord/one-prince", "side", count=princes)
    field = _field_of_engagement(table)
    if not field.attackers.units:
        findings.breaks("combat/at-least-one", "side")
    if findings.broken:
        return None
    if not field.defenders.units:
        findings.allows("card/no-defender")
        return _undefended(field, findings)
    decider = None if engagement.church == "nobody" else engagement.church
    box = table.box.pile("battle")
    if len(engagement.discarded) == sum(box.values()):  # all are gone: the pile is shuffled and becomes the deck
        return _odds(field, Counter(box), 0, decider, findings)
    return _odds(field, *_less(box, engagement.discarded), decider, findings)


def _field_of(table: Table, battle: Any, findings: Findings) -> Field:
    name, fiefs = battle.defender, table.fiefs(battle.defender)
    fief, towers = table.known_fief(name, sure(battle.fief)), table.known_towers(name)
    if is_unknown(table.towers(name)):
        findings.assumes("towers-known", player=name)
    if is_unknown(fiefs):
        findings.assumes("fief-there", player=name, fief=battle.fief or 1)
    elif fief is not None and is_unknown(fief.properties):
        findings.assumes("no-properties", player=name, fief=battle.fief)
    target = Target(
        kind=battle.kind,
        towers=len(towers),
        properties=len(known_properties(fief)) if fief is not None else 0,
        resists=table.box.resists[type_of(fief.anchor) if fief is not None else "castle"],
        last=surely(lambda: len(fiefs) == 1),
        slots=slots_of(table, battle),
    )
    vikings = battle.attacker is None
    return Field(
        attackers=_side_of(table, battle.attacker, battle.attackers),
        defenders=_side_of(table, battle.defender, battle.defenders),
        target=target,
        vikings=vikings,
        absorbing_captives=not vikings or table.choices["viking_captives"] == "absorb",
    )


def _side_of(table: Table, name: str | None, force: Force) -> Side:
    pairs = idle = bare = 0
    for number in force.mercenaries:
        if number in force.garrisons:
            pairs += 1
        elif name is not None and sure(table.garrison(name, number)) is not None:
            idle += 1
        else:
            bare += 1
    lone = len(force.garrisons) - pairs
    return Side(
        deals=dealt_by(table, name, force),
        hand=len(force.hand),
        lords=len(force.lords),
        king=int(force.king),
        single=len(force.pool) + len(force.royal) + len(force.vikings) + lone + bare,
        pairs=pairs,
        idle=idle,
    )


def _field_of_engagement(table: EngagementTable) -> Field:
    engagement, box = table.sent, table.box
    muster = engagement.attackers
    vikings = bool(muster.vikings or muster.chieftains)
    target = Target(
        kind=engagement.kind,
        towers=engagement.towers,
        properties=engagement.properties,
        resists=box.resists[engagement.anchor],
        last=False,
        slots=0 if vikings else len({"prince", "vassal"} & set(muster.lords)),
    )
    absorbing = not vikings or table.choices["viking_captives"] == "absorb"
    return Field(_muster(box, muster), _muster(box, engagement.defenders), target, vikings, absorbing)


def _muster(box: Box, muster: Muster) -> Side:
    pairs = min(muster.mercenaries, len(muster.garrisons))
    idle = min(muster.idle_garrisons, muster.mercenaries - pairs)
    armies = muster.infantry + muster.knights + muster.vikings + muster.chieftains
    counts = {
        "infantry": muster.infantry,
        "knights": muster.knights,
        "mercenary": muster.mercenaries,
        "viking": muster.vikings,
        "chieftain": muster.chieftains,
        "king": int(muster.king),
    }
    deals = sum(box.deals[card] * count for card, count in counts.items())
    deals += sum(box.deals[card] for card in (*muster.hand, *muster.lords, *muster.garrisons))
    return Side(
        deals=deals,
        hand=len(muster.hand),
        lords=len(muster.lords),
        king=int(muster.king),
        single=armies + len(muster.garrisons) - pairs + muster.mercenaries - pairs - idle,
        pairs=pairs,
        idle=idle,
    )


def _left(table: Table) -> tuple[Counter[str], int]:
    """How many of each card can come, and how many cards are gone that nobody remembers."""
    deck, box = table.battle_deck, table.box.pile("battle")
    if surely(lambda: deck == ()):
        return Counter(box), 0
    if is_known(deck) and HIDDEN not in deck:
        return Counter(deck), 0
    return _less(box, table.known_zone("battle_discard"))


def _less(box: dict[str, int], pile: Iterable[Any]) -> tuple[Counter[str], int]:
    """The cards of a box without those on a pile, and how many of these are hidden.

    A hidden card could be any of those that are not accounted for, as the top card can: so it changes no chance.
    """
    left: Counter[str] = Counter(box)
    left.subtract(card for card in pile if card != HIDDEN)
    return left, sum(card == HIDDEN for card in pile)


# ---------------------------------------------------------------- The answer


def _undefended(field: Field, findings: Findings) -> Odds:
    """card/no-defender: nothing is left to chance."""
    certain = likelihood(Fraction(1))
    attackers, defenders, target = result_of(field, "attacker", fought=False)
    only = OutcomeOdds(
        outcome="attacker", least=certain, most=certain, attackers=attackers, defenders=defenders, target=target
    )
    _cite(field, findings)
    shares = {"attacker": Fraction(1)}
    events = events_of(field, [only], shares, decides=False)
    aim = aim_odds(field, [only], shares, decides=False)
    return Odds(aim=aim, cards=[], decider=None, outcomes=[only], events=events)


def _odds(field: Field, left: Counter[str], forgotten: int, decider: str | None, findings: Findings) -> Odds:
    total = left.total()
    shares = {card: Fraction(left[card], total) for card in BATTLE_CARDS}
    outcomes = []
    for outcome in OUTCOMES:
        least, most = bounds({outcome}, shares, decides=decider is not None)
        attackers, defenders, target = result_of(field, outcome)
        outcomes.append(
            OutcomeOdds(
                outcome=outcome,  # type: ignore[arg-type]
                least=likelihood(least),
                most=likelihood(most),
                attackers=attackers,
                defenders=defenders,
                target=target,
            )
        )
    findings.allows("components/battle-deck", "card/drawn", "card/discard", "card/normal")
    findings.allows("card/attacker-wins", "card/defender-wins")
    if shares["church"]:
        findings.allows("card/church-decides" if decider is not None else "card/church-tie")
    _cite(field, findings)
    cards = [
        CardOdds(
            card=card,  # type: ignore[arg-type]
            left=None if forgotten else left[card],
            chance=str(shares[card]),
            decimal=round(float(shares[card]), 6),
        )
        for card in BATTLE_CARDS
    ]
    events = events_of(field, outcomes, shares, decides=decider is not None)
    aim = aim_odds(field, outcomes, shares, decides=decider is not None)
    return Odds(aim=aim, cards=cards, decider=decider, outcomes=outcomes, events=events)


def _cite(field: Field, findings: Findings) -> None:
    findings.allows("damage/total", "damage/one-each", "damage/advice", "damage/forces-first")
    rules = {"towers": "attack/towers", "raid": "attack/raid", "siege": "attack/siege"}
    findings.allows(rules[field.target.kind])
    if field.target.towers and field.target.kind != "towers":
        findings.allows("tower/absorbs")
    if field.target.slots:
        findings.allows("capture/slots")
    if field.vikings:
        findings.allows("vikings/no-capture", "ransom/vikings")
    elif field.defenders.lords or field.attackers.lords:
        findings.allows("ransom/price")
