"""The chances of outcomes and events, as exact fractions."""

from fractions import Fraction
from typing import Any

from schemas.ortus_regni import EventOdds, Likelihood, OutcomeOdds
from service.games.ortus_regni.odds_results import Field

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


def likelihood(chance: Fraction) -> Likelihood:
    return Likelihood(chance=str(chance), decimal=round(float(chance), 6))


def bounds(wanted: set[str], shares: dict[str, Fraction], *, decides: bool) -> tuple[Fraction, Fraction]:
    """The least and the most of a chance: the Church, if somebody speaks for it, may choose any outcome."""
    sure = sum((shares.get(outcome, Fraction(0)) for outcome in wanted), Fraction(0))
    church = shares.get("church", Fraction(0))
    if not decides:
        sure += church if "normal" in wanted else 0
        return sure, sure
    return sure + (church if len(wanted) == len(OUTCOMES) else 0), sure + (church if wanted else 0)


def events_of(
    field: Field, outcomes: list[OutcomeOdds], shares: dict[str, Fraction], *, decides: bool
) -> list[EventOdds]:
    """What somebody asks before an attack, over all cards."""
    found: list[EventOdds] = []

    def tell(event: Any, wanted: set[str], count: int | None = None) -> None:
        least, most = bounds(wanted, shares, decides=decides)
        found.append(
            EventOdds(event=event, count=count, rule=RULES[event], least=likelihood(least), most=likelihood(most))
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
