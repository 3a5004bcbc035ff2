"""The sides of a battle by what a point of damage does to them, and what is attacked."""

from typing import NamedTuple


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
