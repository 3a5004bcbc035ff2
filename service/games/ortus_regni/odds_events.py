"""The chances of outcomes and events, as exact fractions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from schemas.ortus_regni import AimOdds, EventOdds, Likelihood, Odds, OutcomeOdds, SideOdds, TargetOdds
from service.games.ortus_regni.odds_results import Field

OUTCOMES = ("normal", "attacker", "defender")
PREFIX = "ortus-regni/"
"""Rules in answers have the id of the game before their own."""


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
PROPERTIES_LOST = {"raid": "attack/raid", "siege": "attack/siege-falls"}
"""By what kind of attack Properties are lost."""


def likelihood(chance: Fraction) -> Likelihood:
    return Likelihood(chance=str(chance), decimal=round(float(chance), 6))


def bounds(wanted: set[str], shares: dict[str, Fraction], *, decides: bool) -> tuple[Fraction, Fraction]:
    """The least and the most of a chance: the Church, if somebody speaks for it, may choose any outcome."""
    certain = sum((shares.get(outcome, Fraction(0)) for outcome in wanted), Fraction(0))
    church = shares.get("church", Fraction(0))
    if not decides:
        certain += church if "normal" in wanted else 0
        return certain, certain
    return certain + (church if len(wanted) == len(OUTCOMES) else 0), certain + (church if wanted else 0)


def events_of(
    field: Field, outcomes: list[OutcomeOdds], shares: dict[str, Fraction], *, decides: bool
) -> list[EventOdds]:
    """What somebody asks before an attack, over all cards."""
    found: list[EventOdds] = []
    rules = RULES | {"properties-lost": PROPERTIES_LOST.get(field.target.kind, "attack/raid")}

    def tell(event: Any, wanted: set[str], count: int | None = None) -> None:
        least, most = bounds(wanted, shares, decides=decides)
        found.append(
            EventOdds(
                event=event, count=count, rule=PREFIX + rules[event], least=likelihood(least), most=likelihood(most)
            )
        )

    def where(holds: Any) -> set[str]:
        return {result.outcome for result in outcomes if holds(result)}

    def counted(event: Any, number: Any) -> None:
        for count in sorted({number(result) for result in outcomes}):
            tell(event, where(lambda result, count=count: number(result) == count), count)

    tell("attacker-unharmed", where(lambda result: _is_unharmed(result.attackers)))
    tell("defender-unharmed", where(lambda result: _is_unharmed(result.defenders)))
    if field.attackers.lords:
        tell("attacker-lords-captured", where(lambda result: _has_captives(result.attackers)))
    if field.defenders.lords:
        tell("defender-lords-captured", where(lambda result: _has_captives(result.defenders)))
    counted("attackers-hit", lambda result: result.attackers.hits)
    counted("defenders-hit", lambda result: result.defenders.hits)
    if field.target.kind == "towers":
        counted("towers-lost", lambda result: result.target.towers_lost)
    else:
        counted("properties-lost", lambda result: result.target.properties_lost)
    if field.target.kind == "siege":
        tell("castle-falls", where(lambda result: result.target.falls))
        if field.target.last:
            tell("defender-eliminated", where(lambda result: result.target.eliminates))
    return found


# ---------------------------------------------------------------- The aim of the attack


AIMS: dict[str, tuple[str, str, Callable[[TargetOdds], bool]]] = {
    "towers": ("tower-falls", "attack/towers", lambda target: target.towers_lost > 0),
    "raid": ("property-falls", "attack/raid", lambda target: target.properties_lost > 0),
    "siege": ("castle-falls", "attack/siege-falls", lambda target: target.falls),
}
"""By the kind of attack: what it aims at, the rule, and whether a result reaches it."""


def aim_odds(field: Field, outcomes: list[OutcomeOdds], shares: dict[str, Fraction], *, decides: bool) -> AimOdds:
    """How likely the attack reaches its aim: at least one Tower or Property falls, or the besieged Castle."""
    event, rule, is_reached = AIMS[field.target.kind]
    wanted: set[str] = {result.outcome for result in outcomes if is_reached(result.target)}
    least, most = bounds(wanted, shares, decides=decides)
    return AimOdds(event=event, rule=PREFIX + rule, least=likelihood(least), most=likelihood(most))  # type: ignore[arg-type]


class Aim(NamedTuple):
    """What an attack aims at, and the exact chance of it: at least and at most, as the Church decides."""

    event: str
    least: Fraction
    most: Fraction


def aim_of(odds: Odds) -> Aim:
    """The aim of the attack and its chance, for a sentence about the answer."""
    return Aim(odds.aim.event, Fraction(odds.aim.least.chance), Fraction(odds.aim.most.chance))


def _is_unharmed(side: SideOdds) -> bool:
    return not side.damage and not side.captured


def _has_captives(side: SideOdds) -> bool:
    return side.captured > 0
