"""A battle weighed: the exact chance of every outcome, from what is left in the Battle deck.

Chance is in the Battle card alone. Everything else follows from the forces and from decisions: of the Church (told
as the least and the most that it can make of a chance), of the owners who assign points, and of ransoms (told as
what is at stake, before any is paid).
"""

from collections import Counter
from fractions import Fraction
from typing import Any

from msgspec import UNSET

from schemas.base import malformed
from schemas.ortus_regni import (
    CardOdds,
    Engagement,
    EventOdds,
    Force,
    Likelihood,
    Muster,
    Odds,
    OutcomeOdds,
    SideOdds,
    TargetOdds,
)
from service.games.ortus_regni.audit import audit
from service.games.ortus_regni.captures import slots_of
from service.games.ortus_regni.cards import HIDDEN
from service.games.ortus_regni.pack import BATTLE_CARDS, Box
from service.games.ortus_regni.parts import church_decider, dealt_by, fief_of, mercenary_of, size, type_of
from service.games.ortus_regni.sides import Field, Side, Target
from service.games.ortus_regni.table import Table
from service.games.ortus_regni.untold import garrison_of, is_battle, known_properties
from service.referee.choices import Choices
from service.referee.findings import Findings
from service.referee.known import UnknownRead, is_unknown

OUTCOMES = ("normal", "attacker", "defender")
RULES = {
    "attacker-unharmed": "card/attacker-wins",
    "defender-unharmed": "card/defender-wins",
    "attacker-lords-captured": "card/defender-wins",
    "defender-lords-captured": "card/attacker-wins",
    "attackers-hit": "damage/one-each",
    "defenders-hit": "damage/one-each",
    "towers-lost": "attack/towers",
    "properties-lost": "attack/raid",
    "castle-falls": "attack/siege-falls",
    "defender-eliminated": "end/last-fief",
}


class Scales:
    """A battle that was told by itself, ready to be weighed."""

    __slots__ = ("box", "by_name", "choices", "sent_state", "state")

    seats_known = True

    def __init__(self, engagement: Engagement, box: Box, choices: Choices) -> None:
        self.state = self.sent_state = engagement
        self.box = box
        self.choices = choices
        self.by_name: dict[str, Any] = {}


# ---------------------------------------------------------------- what is told


def odds(table: Table | Scales, findings: Findings) -> Odds | None:
    """The chances of a battle before its card is revealed, or while the Church decides."""
    if isinstance(table, Scales):
        return _weigh_engagement(table, findings)
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
        findings.needs("forces-told")
        return None
    if not size(battle.defenders):
        findings.allows("card/no-defender")
        return _undefended(field, findings)
    decider = battle.decider if battle.step == "church" else church_decider(table)
    if decider is UNSET or is_unknown(decider):
        findings.assumes("church-told")
        decider = None
    if battle.step == "church":
        left = Counter({"church": 1})
        return _odds(field, left, 0, decider, findings)
    deck, pile = table.state.battle_deck, table.state.battle_discard
    if deck is UNSET and pile is UNSET:
        findings.assumes("battle-deck-told")
    return _odds(field, *_left(table.box, deck, pile), decider, findings)


def _weigh_engagement(scales: Scales, findings: Findings) -> Odds | None:
    told: Engagement = scales.state
    discarded: Counter[str] = Counter(told.discarded)
    for card, most in scales.box.pile("battle").items():
        if discarded[card] > most:
            findings.breaks("components/battle-deck", "many", card=card, count=discarded[card], limit=most)
    for muster, name in ((told.attackers, "attackers"), (told.defenders, "defenders")):
        if name == "defenders" and (muster.vikings or muster.chieftains):
            findings.breaks("vikings/alone", "defend")
        princes = (*muster.hand, *muster.lords).count("prince")
        if princes > 1:
            findings.breaks("lord/one-prince", "two", player=name, count=princes)
    field = _field_of_engagement(scales, told)
    if not field.attackers.units:
        findings.breaks("combat/at-least-one", player="attackers")
    if findings.broken:
        return None
    if not field.defenders.units:
        findings.allows("card/no-defender")
        return _undefended(field, findings)
    decider = None if told.church == "nobody" else told.church
    deck: Any = UNSET
    if len(told.discarded) == sum(scales.box.pile("battle").values()):
        deck = ()  # all are gone: the pile is shuffled and becomes the deck
    return _odds(field, *_left(scales.box, deck, told.discarded), decider, findings)


def _field_of(table: Table, battle: Any, findings: Findings) -> Field:
    player = table.by_name[battle.defender]
    fief = fief_of(player, battle.fief)
    if player.towers is UNSET:
        findings.assumes("towers-told", player=battle.defender)
    if player.fiefs is UNSET:
        findings.assumes("fief-there", player=battle.defender, fief=battle.fief or 1)
    elif fief is not None and fief.properties is UNSET:
        findings.assumes("no-properties", player=battle.defender, fief=battle.fief)
    target = Target(
        kind=battle.kind,
        towers=len(player.towers or ()),
        properties=len(known_properties(fief)) if fief is not None else 0,
        resists=table.box.resists[type_of(fief.anchor) if fief is not None else "castle"],
        last=player.fiefs is not UNSET and len(player.fiefs) == 1,
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
        mercenary = mercenary_of(table.by_name[name], number) if name is not None else None
        if number in force.garrisons:
            pairs += 1
        elif mercenary is not None and garrison_of(mercenary) is not None:
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


def _field_of_engagement(scales: Scales, told: Engagement) -> Field:
    vikings = bool(told.attackers.vikings or told.attackers.chieftains)
    slots = 0 if vikings else len({"prince", "vassal"} & set(told.attackers.lords))
    target = Target(told.kind, told.towers, told.properties, scales.box.resists[told.anchor], last=False, slots=slots)
    absorbing = not vikings or scales.choices["viking_captives"] == "absorb"
    return Field(_muster(scales.box, told.attackers), _muster(scales.box, told.defenders), target, vikings, absorbing)


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


def _left(box: Box, deck: Any, pile: Any) -> tuple[Counter[str], int]:
    """How many of each card can come, and how many cards are gone that nobody remembers.

    A forgotten card could be any of those that are not accounted for, as the top card can: so it changes no chance.
    """
    left: Counter[str] = Counter(box.pile("battle"))
    if deck == ():
        return left, 0
    if deck is not UNSET and HIDDEN not in deck:
        return Counter(deck), 0
    left.subtract(card for card in pile or () if card != HIDDEN)
    return left, sum(card == HIDDEN for card in pile or ())


# ---------------------------------------------------------------- what can come of it


def _result(field: Field, outcome: str, *, fought: bool = True) -> tuple[SideOdds, SideOdds, TargetOdds]:
    """card/normal, card/attacker-wins, card/defender-wins, card/no-defender."""
    attackers, defenders = field.attackers, field.defenders
    to_attackers = 0 if outcome == "attacker" else defenders.deals
    to_defenders = 0 if outcome == "defender" else attackers.deals
    captured = defenders.lords if outcome == "attacker" and fought else 0
    if captured and not field.absorbing_captives:
        defenders = defenders._replace(lords=0)
    hits = min(to_defenders, defenders.units)
    ransomable = not field.vikings
    return (
        _side(attackers, to_attackers, attackers.lords if outcome == "defender" else 0, ransomable=True),
        _side(defenders, to_defenders, captured, ransomable=ransomable),
        _target(field, to_defenders - hits),
    )


def _side(side: Side, damage: int, captured: int, *, ransomable: bool) -> SideOdds:
    hits = min(damage, side.units)
    return SideOdds(
        damage=damage,
        hits=hits,
        killed=side.killed(hits),
        captured=captured,
        ransomable=ransomable and captured > 0,
        spent=side.hand,
    )


def _target(field: Field, excess: int) -> TargetOdds:
    """attack/towers, attack/raid, attack/siege, tower/absorbs, capture/slots."""
    target = field.target
    through = excess if target.kind == "towers" else max(excess - target.towers, 0)
    towers = min(through, target.towers) if target.kind == "towers" else 0
    falls = target.kind == "siege" and through >= target.resists
    properties = min(through, target.properties) if target.kind == "raid" else target.properties if falls else 0
    return TargetOdds(
        reaches=through,
        towers_lost=towers,
        properties_lost=properties,
        falls=falls,
        eliminates=falls and target.last,
        capturable=min(target.slots, properties + falls),
    )


# ---------------------------------------------------------------- chances


def _likelihood(chance: Fraction) -> Likelihood:
    return Likelihood(chance=str(chance), decimal=round(float(chance), 6))


def _undefended(field: Field, findings: Findings) -> Odds:
    """card/no-defender: nothing is left to chance."""
    sure = _likelihood(Fraction(1))
    attackers, defenders, target = _result(field, "attacker", fought=False)
    only = OutcomeOdds(
        outcome="attacker", least=sure, most=sure, attackers=attackers, defenders=defenders, target=target
    )
    _cite(field, findings)
    events = _events(field, [only], {"attacker": Fraction(1)}, decides=False)
    return Odds(cards=[], decider=None, outcomes=[only], events=events)


def _odds(field: Field, left: Counter[str], forgotten: int, decider: str | None, findings: Findings) -> Odds:
    total = left.total()
    shares = {card: Fraction(left[card], total) for card in BATTLE_CARDS}
    outcomes = []
    for outcome in OUTCOMES:
        least, most = _bounds({outcome}, shares, decides=decider is not None)
        attackers, defenders, target = _result(field, outcome)
        outcomes.append(
            OutcomeOdds(
                outcome=outcome,  # type: ignore[arg-type]
                least=_likelihood(least),
                most=_likelihood(most),
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
    events = _events(field, outcomes, shares, decides=decider is not None)
    return Odds(cards=cards, decider=decider, outcomes=outcomes, events=events)


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


def _bounds(wanted: set[str], shares: dict[str, Fraction], *, decides: bool) -> tuple[Fraction, Fraction]:
    """The least and the most of a chance: the Church, if somebody speaks for it, may choose any outcome."""
    sure = sum((shares.get(outcome, Fraction(0)) for outcome in wanted), Fraction(0))
    church = shares.get("church", Fraction(0))
    if not decides:
        sure += church if "normal" in wanted else 0
        return sure, sure
    return sure + (church if len(wanted) == len(OUTCOMES) else 0), sure + (church if wanted else 0)


def _events(
    field: Field, outcomes: list[OutcomeOdds], shares: dict[str, Fraction], *, decides: bool
) -> list[EventOdds]:
    """What somebody asks before an attack, over all cards."""
    found: list[EventOdds] = []

    def tell(event: Any, wanted: set[str], count: int | None = None) -> None:
        least, most = _bounds(wanted, shares, decides=decides)
        found.append(
            EventOdds(event=event, count=count, rule=RULES[event], least=_likelihood(least), most=_likelihood(most))
        )

    def where(holds: Any) -> set[str]:
        return {one.outcome for one in outcomes if holds(one)}

    def counted(event: Any, number: Any) -> None:
        for count in sorted({number(one) for one in outcomes}):
            tell(event, where(lambda one, count=count: number(one) == count), count)

    tell("attacker-unharmed", where(lambda one: not one.attackers.damage and not one.attackers.captured))
    tell("defender-unharmed", where(lambda one: not one.defenders.damage and not one.defenders.captured))
    if field.attackers.lords:
        tell("attacker-lords-captured", where(lambda one: one.attackers.captured > 0))
    if field.defenders.lords:
        tell("defender-lords-captured", where(lambda one: one.defenders.captured > 0))
    counted("attackers-hit", lambda one: one.attackers.hits)
    counted("defenders-hit", lambda one: one.defenders.hits)
    if field.target.kind == "towers":
        counted("towers-lost", lambda one: one.target.towers_lost)
    else:
        counted("properties-lost", lambda one: one.target.properties_lost)
    if field.target.kind == "siege":
        tell("castle-falls", where(lambda one: one.target.falls))
        if field.target.last:
            tell("defender-eliminated", where(lambda one: one.target.eliminates))
    return found
