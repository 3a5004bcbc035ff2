"""What each outcome of a battle does to both sides and to the target."""

from typing import NamedTuple

from schemas.ortus_regni import SideOdds, TargetOdds


class Side(NamedTuple):
    """The units of a side by what a point does to them."""

    deals: int
    hand: int
    lords: int
    king: int
    single: int
    """Armies, Mercenaries without a garrison, and garrisons that fight without their Mercenary: one card a point."""
    pairs: int
    """Mercenaries that fight beside their garrison."""
    idle: int
    """Mercenaries whose garrison stayed at home, and dies with them."""

    @property
    def units(self) -> int:
        return self.hand + self.lords + self.king + self.single + 2 * self.pairs + self.idle

    def killed(self, hits: int) -> tuple[int, int]:
        """damage/advice: how many cards die at least and at most when so many units take a point."""
        deadly = max(hits - self.hand - self.lords - self.king, 0)
        cheap = self.single + 2 * self.pairs
        least = deadly + max(deadly - cheap, 0)
        twice = min(hits, self.pairs + self.idle)
        return least, 2 * twice + min(hits - twice, self.single)


class Target(NamedTuple):
    """What is attacked."""

    kind: str
    towers: int
    properties: int
    resists: int
    last: bool
    """Whether the Fief is the defender's only one."""
    slots: int


class Field(NamedTuple):
    """Everything that decides how a battle can go."""

    attackers: Side
    defenders: Side
    target: Target
    vikings: bool
    absorbing_captives: bool


# ---------------------------------------------------------------- Outcomes


def result_of(field: Field, outcome: str, *, fought: bool = True) -> tuple[SideOdds, SideOdds, TargetOdds]:
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
