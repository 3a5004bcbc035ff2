"""What a die counts, and what a clan has at hand: asked by several checks.

A development that is unknown might change both. It never makes a use illegal, so it is assumed that there is none if
the move is allowed without it; it is needed if only it could allow the move.
"""

from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import UseDie
from schemas.roll_and_raid_pack import AltarEffect, RaiseEffect, RecolourEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.pack import COLOURS
from service.games.roll_and_raid.table import Table
from service.referee.findings import AssumedFact, Findings, fact
from service.referee.known import Truth, Unknown, attempt, is_known, is_unknown

ALTAR = {"die": 1, "raid": 2}
"""What a Viking on the altar adds to a die, and to the raid roll."""
CAP = 6
"""The most that a die counts under ``raised_dice: six``."""
NO_LIMIT = 99
"""More than any die is raised by."""


def has(clan: ClanSheet, zone: str, count: int, findings: Findings) -> bool:
    """Whether a clan has so many Vikings, axes or ships at hand; if it is unknown, it is assumed."""
    there = at_least(clan, zone, count)
    if isinstance(there, Unknown):
        findings.assumed.append(stock(clan, zone, count))
        return True
    return there


def asks_for_a_value(table: Table, clan: ClanSheet, move: UseDie) -> bool:
    """Whether this use may ask for more than any die counts: a development, or a box of a god with a least value."""
    if move.to != "god":
        return move.to == "development"
    god = (table.box.gods or {}).get(str(move.god))
    written = attempt(lambda: len(clan.gods.get(str(move.god), ())))
    boxes = () if god is None else god.boxes if is_unknown(written) else god.boxes[written : written + 1]
    return any(box.least > 1 for box in boxes)


def _needs_value(table: Table, clan: ClanSheet, move: UseDie, findings: Findings) -> None:
    """The dice that were rolled, and what may have raised this one if its use asks for a value."""
    findings.needs("dice-rolled")
    if not asks_for_a_value(table, clan, move):
        return
    if might_be_raised(table, clan, move):
        needs_developments(clan, findings)
    if unknown_raise(table, clan, move.die):
        needs_raised(clan, findings)


def checked_value(table: Table, clan: ClanSheet, move: UseDie, findings: Findings) -> int | None:
    """production/common: what the die counts, as the table shows it or, where it does not, as the move says."""
    resource, value = move.die in COLOURS, value_of(table, clan, move)
    if value is None:
        if resource and is_known(table.dice) and table.dice is None:
            if not findings.broken:
                findings.breaks("production/roll", "first")
        elif move.value is not UNSET and (resource or table.box.values is None):
            findings.assumes("die-counts", value=move.value, **_detail(clan, move))
            return move.value
        elif resource:
            _needs_value(table, clan, move, findings)
        return None
    if (raised := _perhaps_raised(table, clan, move, value, findings)) is not None:
        return raised
    if move.value not in (UNSET, value):
        detail = {"die": move.die, "value": value, "player": move.player, "given": move.value}
        if resource:
            findings.breaks("production/common", **detail)
        else:
            findings.breaks("production/common", "favour", **detail)
    return value


def _perhaps_raised(table: Table, clan: ClanSheet, move: UseDie, value: int, findings: Findings) -> int | None:
    """What the move says that a die counts, where developments or Vikings on the altar that are unknown can have
    raised it so far; None where the die counts its value.
    """
    if clan.is_known("developments", "raised"):
        return None
    by_developments, by_altar = most_raised(table, clan, move), unknown_raise(table, clan, move.die)
    more = 0 if move.value is UNSET else move.value - value
    if 0 < more <= by_developments + by_altar:
        if more > by_altar:
            findings.assumes("raised-by-developments", by=more - by_altar, **_detail(clan, move))
        elif by_developments:
            findings.assumes("no-effect", effect="raise", **_detail(clan, move))
        if by_altar:
            findings.assumes("raised-by", player=clan.name, die=move.die, by=min(more, by_altar))
        return value + more
    if by_developments:
        findings.assumes("no-effect", effect="raise", **_detail(clan, move))
    if by_altar and (move.value is not UNSET or move.to != "development"):  # which asks for a value, but writes none
        findings.assumes("not-raised", player=clan.name, die=move.die)
    return None


def _detail(clan: ClanSheet, move: UseDie) -> dict[str, Any]:
    """What a fact about the value of a die needs to know of its use."""
    return {"player": clan.name, "die": move.die, "use": move.to, "track": track_of(move)}


def unknown_raise(table: Table, clan: ClanSheet, die: str) -> int:
    """altar/plus-one, altar/cap: how much the altar might have added to a die that is unknown."""
    if is_known(clan.raised) or clan.known("altar", None) == 0:
        return 0
    more: int = clan.altar * altar_gives(table, clan, "die") if clan.is_known("altar", "developments") else NO_LIMIT
    shown = shown_on(table, die)
    if shown is not None and shown + more > CAP and table.choices["raised_dice"] == "six":
        return max(0, CAP - shown)
    return more


def value_of(table: Table, clan: ClanSheet, move: UseDie) -> int | None:
    """What a die counts for this use: what it shows, what the altar adds (nothing, where that is unknown), what
    developments add; None if not known.
    """
    shown = shown_on(table, move.die)
    if shown is None:
        return None
    value: int = shown + clan.known("raised", {}).get(move.die, 0)
    return value + raised_by_developments(table, clan, move.to, track_of(move))


def raised_by_developments(table: Table, clan: ClanSheet, use: str, track: str | None) -> int:
    """What the developments that are known add to a die for this use."""
    effects = table.known_effects(clan, RaiseEffect)
    if not effects:
        return 0
    return sum(effect.amount for effect in effects if effect.use == use and effect.colour in (None, track))


def might_be_raised(table: Table, clan: ClanSheet, move: UseDie) -> bool:
    """Whether a development that is unknown might add to this die."""
    return most_raised(table, clan, move) > 0


def most_raised(table: Table, clan: ClanSheet, move: UseDie) -> int:
    """How much developments that are unknown might add to this die."""
    most = sum(
        effect.amount
        for effect in table.possible_effects(clan, RaiseEffect)
        if effect.use == move.to and effect.colour in (None, track_of(move))
    )
    return NO_LIMIT if most and table.choices.peek("developments_again") == "again" else most


def shown_on(table: Table, die: str) -> int | None:
    """What is rolled or printed on a die."""
    if die not in COLOURS:
        return None if table.box.values is None else table.box.values.get(die)
    dice = table.dice
    return None if isinstance(dice, Unknown) or dice is None else getattr(dice, die)


def track_of(move: UseDie) -> str | None:
    """The production track that a die goes to."""
    if move.to != "track":
        return None
    return move.track if move.track is not UNSET else move.die


def altar_gives(table: Table, clan: ClanSheet, benefit: str) -> int:
    """altar/plus-one, altar/plus-two: what a Viking on the altar adds, with what developments add to it."""
    each = ALTAR[benefit]
    for effect in table.known_effects(clan, AltarEffect):
        if effect.benefit == benefit:
            each += effect.amount
    return each


def counts_as(table: Table, clan: ClanSheet, die: str, colour: str) -> bool:
    """Whether a die may be used as one of a colour: its own, any for favour dice, another by a development."""
    if die == colour or die not in COLOURS:
        return True
    effects = table.known_effects(clan, RecolourEffect)
    return any(effect.die == die and effect.as_ == colour for effect in effects)


def might_count_as(table: Table, clan: ClanSheet, die: str, colour: str) -> bool:
    """The same by a development that is not known."""
    effects = table.possible_effects(clan, RecolourEffect)
    return any(effect.die == die and effect.as_ == colour for effect in effects)


def needs_raised(clan: ClanSheet, findings: Findings) -> None:
    """Vikings on the altar that are unknown might allow it."""
    findings.needs("sheet-known", player=clan.name, zone="raised")


def needs_tracks(clan: ClanSheet, findings: Findings) -> None:
    """The production tracks on which a gain may be written."""
    if any(is_unknown(clan.marked(colour)) for colour in COLOURS):
        findings.needs("sheet-known", player=clan.name, zone="tracks")


def needs_season(table: Table, findings: Findings) -> None:
    """round/season: the round, where the pack has the seasons."""
    findings.needs("pack-seasons" if table.box.seasons is None else "round-known")


def needs_developments(clan: ClanSheet, findings: Findings) -> None:
    """A development that is unknown might allow it."""
    findings.needs("sheet-known", player=clan.name, zone="developments")


# ---------------------------------------------------------------- what a clan has at hand


def at_least(clan: ClanSheet, zone: str, count: int) -> Truth:
    """Whether a clan has so many Vikings, axes or ships at hand."""
    there = getattr(clan, zone)
    return True if count <= 0 else there if isinstance(there, Unknown) else bool(there >= count)


def requires_vikings(rule: str, clan: ClanSheet, count: int, findings: Findings) -> None:
    """That a clan has so many Vikings in its Hall."""
    there, assumed = at_least(clan, "vikings", count), stock(clan, "vikings", count)
    own: dict[str, Any] = {"player": clan.name, "vikings": lambda: clan.vikings, "count": count}
    findings.requires(rule, there, assume=assumed, cite=False, **own)


def stock(clan: ClanSheet, zone: str, count: int) -> AssumedFact:
    """The fact that a clan has so many Vikings, axes or ships at hand."""
    if zone == "vikings":
        return fact("vikings-left", player=clan.name, count=count)
    return fact("stock-known", player=clan.name, good=zone, count=count)
