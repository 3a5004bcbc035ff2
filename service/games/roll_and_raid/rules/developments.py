"""1.3. d) Desarrollos: what a development asks for, and what acquiring it brings."""

from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import UseDie
from schemas.roll_and_raid_pack import AtLeast, Development, GainEffect
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import (
    at_least,
    counts_as,
    might_be_raised,
    might_count_as,
    needs_developments,
    needs_raised,
    shown_on,
    stock,
    unknown_raise,
)
from service.games.roll_and_raid.pack import COLOURS, DEVELOPMENT, Box
from service.games.roll_and_raid.rules.prices import listed
from service.games.roll_and_raid.sheet_counts import CannotCount, count_of
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table
from service.referee.findings import Findings, fact
from service.referee.known import is_known, is_unknown

PRICE = ("vikings", "axes", "ships")
"""What a development can cost."""


# ---------------------------------------------------------------- development/four, development/once


def check_development(table: Table, clan: ClanSheet, move: UseDie, value: int | None, findings: Findings) -> None:
    """development/four, development/requirement, development/once, development/raised."""
    raised, most = might_be_raised(table, clan, move), value
    if value is not None and is_unknown(clan.raised) and move.value is UNSET:
        most = value + unknown_raise(table, clan, move.die)
    if most is not None and most < DEVELOPMENT and not raised:
        findings.breaks("development/four", value=value)
    name, least = str(move.development), DEVELOPMENT
    _check_once(table, clan, name, findings)
    if table.box.developments is None:
        findings.needs("pack-developments")
    elif table.box.is_untyped("developments", name, table.box.developments):
        findings.needs("pack-entry", part="developments", name=name)
    else:
        _check_colour(table, clan, move, table.box.developments[name], findings)
        least = max(least, table.box.developments[name].value)
        check_requirement(table.box, clan, table.box.developments[name], None if raised else most, findings)
    if value is not None and most is not None and value < least:
        if least <= most:
            needs_raised(clan, findings)
        if raised:
            needs_developments(clan, findings)
    findings.allows("development/four", "development/once", "development/requirement")
    shown = shown_on(table, move.die)
    if value is not None and shown is not None and shown < DEVELOPMENT <= value:
        findings.allows("development/raised")
    if move.die not in COLOURS:
        findings.allows("favour/other-uses")


def _check_colour(table: Table, clan: ClanSheet, move: UseDie, wanted: Development, findings: Findings) -> None:
    """development/requirement: a die of its colour, if it has one; a favour die has any colour."""
    if wanted.colour is None or counts_as(table, clan, move.die, wanted.colour):
        return
    if might_count_as(table, clan, move.die, wanted.colour):
        needs_developments(clan, findings)
    else:
        findings.breaks("development/requirement", "colour", development=wanted.id, colour=wanted.colour)


def _check_once(table: Table, clan: ClanSheet, name: str, findings: Findings) -> None:
    """development/once: the house rule is asked for only where it decides."""
    if is_known(clan.developments) and name not in clan.developments:
        return
    if table.choices["developments_again"] == "once":
        findings.requires(
            "development/once",
            lambda: name not in clan.developments,
            assume=fact("development-new", player=clan.name, development=name),
            player=clan.name,
            development=name,
        )


# ---------------------------------------------------------------- development/requirement


def check_requirement(box: Box, clan: ClanSheet, wanted: Development, value: int | None, findings: Findings) -> None:
    """The die, developments that come before, what is to be had, and the price."""
    detail: dict[str, Any] = {"player": clan.name, "development": wanted.id}
    if value is not None and DEVELOPMENT <= value < wanted.value:
        findings.breaks("development/requirement", value=value, least=wanted.value, **detail)
    if is_unknown(clan.developments):
        if wanted.after:
            findings.assumes("sheet-has", player=clan.name, zone="developments", development=wanted.id)
    else:
        for other in wanted.after:
            if other not in clan.developments:
                findings.breaks("development/requirement", "after", other=other, **detail)
    for need in wanted.needs:
        _check_need(box, clan, need, detail, findings)
    for zone in PRICE:
        price = getattr(wanted.cost, zone)
        findings.requires(
            "development/requirement",
            at_least(clan, zone, price),
            "cost",
            assume=stock(clan, zone, price),
            cite=False,
            product=zone,
            count=lambda zone=zone: getattr(clan, zone),
            least=price,
            **detail,
        )


def _check_need(box: Box, clan: ClanSheet, need: AtLeast, detail: dict[str, Any], findings: Findings) -> None:
    try:
        count = count_of(clan, box, need.count, need.of)
    except CannotCount as error:
        if error.part:
            findings.needs(f"pack-{error.part}")
        else:
            findings.assumes("sheet-has", zone=error.zone, **detail)
        return
    if count < need.least:
        findings.breaks(
            "development/requirement", "count", counted=need.count, count=count, least=need.least, **detail
        )


# ---------------------------------------------------------------- development/effect


def acquire(sheet: SheetDraft, name: str) -> None:
    """development/effect: paid for, owned, and what it gives at once."""
    known = sheet.box.developments or {}
    development, owned = known[name], sheet["developments"]
    price = {zone: getattr(development.cost, zone) for zone in PRICE}
    if any(price.values()):
        for zone, count in price.items():
            sheet.add(zone, -count)
        paid = listed(**price)
        sheet.tell("paid-development", "development/requirement", development=name, paid=paid, **price)
    if is_known(owned):
        typed = [other for other in known for _ in range(owned.count(other) + (other == name))]
        sheet["developments"] = (*typed, *(other for other in owned if other not in known))
    sheet.tell("acquired", "development/effect", development=name)
    for effect in development.effects:
        if isinstance(effect, GainEffect):
            sheet.gain(effect.bonus, "development/effect")
