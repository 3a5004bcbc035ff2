"""1.3 Using dice: what speaks for and against a resource die or a favour die on a track, in the hall, on a god, for a
development."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET

from schemas.roll_and_raid import Clan, UseDie
from schemas.roll_and_raid_pack import AtLeast, Development, ExtraDieEffect, RecolourEffect
from service.games.roll_and_raid.die_values import (
    has,
    might_be_raised,
    needs_developments,
    needs_raised,
    shown_on,
    track_of,
    untold_raise,
    value_told,
)
from service.games.roll_and_raid.may import may
from service.games.roll_and_raid.pack import COLOURS, DEVELOPMENT, Box
from service.games.roll_and_raid.sheet_counts import Untold, count_of, is_unlocked
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table, boxes_marked
from service.games.roll_and_raid.turn import dice_allowed
from service.games.roll_and_raid.uses import carry_out
from service.referee.budget import counted
from service.referee.findings import Findings


def check_use(table: Table, move: UseDie, findings: Findings) -> None:
    clan = table.by_name[move.player]
    resource = move.die in COLOURS
    phase = table.state.phase
    if not resource and phase not in ("production", UNSET, "over"):
        findings.breaks("favour/production-only", phase=phase)
    else:
        may(table, "use", move.player, findings)
    (check_resource_die if resource else check_favour_die)(table, clan, move.die, findings)
    value = value_told(table, clan, move, findings)
    TARGETS[move.to](table, clan, move, value, findings)
    if clan.dice_used:
        findings.allows("dice/same-use")
    if clan.waiting:
        findings.allows("chain/order")
    if value is None and any(boxes_marked(clan, colour) is UNSET for colour in COLOURS):
        findings.needs("sheet-told", player=clan.name, zone="tracks")  # on which gains may be written
    elif value is not None and not (table.box.complete and all_told(clan)) and findings.verdict == "legal":
        sheet = SheetDraft(clan, table.box, [])
        carry_out(sheet, table, move, value)
        foreseen(sheet, findings)


def all_told(clan: Clan) -> bool:
    """Whether every zone is told in which gains are written."""
    return (
        clan.hall is not UNSET
        and clan.armoury is not UNSET
        and clan.port is not UNSET
        and all(boxes_marked(clan, colour) is not UNSET for colour in COLOURS)
        and clan.settlements is not UNSET
        and clan.waiting is not UNSET
    )


def foreseen(sheet: SheetDraft, findings: Findings) -> None:
    """What the gains that were tried on a sheet need of the pack, or assume of the sheet."""
    for fact, detail in dict.fromkeys((fact, tuple(detail.items())) for fact, detail in sheet.needs):
        findings.needs(fact, **dict(detail))
    for fact, detail in dict.fromkeys((fact, tuple(detail.items())) for fact, detail in sheet.assumes):
        findings.assumes(fact, **dict(detail))


def check_resource_die(table: Table, clan: Clan, die: str, findings: Findings) -> None:
    """dice/each-once, dice/two-of-three."""
    if clan.dice_used is UNSET:
        findings.assumes("die-unused", player=clan.name, die=die)
        findings.assumes("dice-used", player=clan.name)
    elif die in clan.dice_used:
        findings.breaks("dice/each-once", player=clan.name, die=die)
    elif len(clan.dice_used) >= dice_allowed(table, clan):
        if table.box.might(clan.developments, ExtraDieEffect):
            needs_developments(clan, findings)
        else:
            findings.breaks("dice/two-of-three", player=clan.name)
    else:
        findings.allows("dice/two-of-three", "dice/each-once")


def check_favour_die(table: Table, clan: Clan, die: str, findings: Findings) -> None:
    """favour/once, favour/unlocked, favour/extra, favour/at-once."""
    if clan.favours_used is UNSET:
        findings.assumes("favour-unused", player=clan.name, favour=die)
    elif die in clan.favours_used:
        findings.breaks("favour/once", player=clan.name, favour=die)
    if table.box.values is None:
        findings.needs("pack-favours", favour=die)
        return
    unlocked = is_unlocked(clan, table.box, die)
    if unlocked is None:
        findings.assumes("favour-unlocked", player=clan.name, favour=die)
    elif not unlocked:
        findings.breaks("favour/unlocked", player=clan.name, favour=die)
    findings.allows("favour/once", "favour/unlocked", "favour/production-only", "favour/extra", "favour/at-once")


def _counts_as(table: Table, clan: Clan, die: str, colour: str) -> bool:
    """Whether a die may be used as one of a colour: its own, any for favour dice, another by a development."""
    if die == colour or die not in COLOURS:
        return True
    return any(
        effect.die == die and effect.as_ == colour for effect in table.box.effects(clan.developments, RecolourEffect)
    )


def _might_count_as(table: Table, clan: Clan, die: str, colour: str) -> bool:
    """The same by a development that is not told."""
    if clan.developments is not UNSET:
        return False
    return any(
        effect.die == die and effect.as_ == colour for effect in table.box.might(clan.developments, RecolourEffect)
    )


def _to_track(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """track/own-colour, track/first-free, favour/any-colour."""
    track = track_of(move)
    assert track is not None
    if not _counts_as(table, clan, move.die, track):
        if _might_count_as(table, clan, move.die, track):
            needs_developments(clan, findings)
        else:
            findings.breaks("track/own-colour", die=move.die, track=track)
    else:
        findings.allows("track/own-colour" if move.die in COLOURS else "favour/any-colour")
    marked = boxes_marked(clan, track)
    if table.box.tracks is None:
        findings.needs("pack-tracks")
    elif marked is UNSET:
        findings.needs("sheet-told", player=clan.name, zone="tracks")
    elif marked >= len(table.box.tracks[track]):
        findings.breaks("track/first-free", track=track, player=clan.name)
    findings.allows("track/first-free", "track/product")


def _to_hall(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """hall/village-die, favour/hall."""
    village = table.box.village
    if move.die not in COLOURS:
        findings.allows("favour/hall")
    elif village is None:
        findings.needs("pack-village-die")
    elif _might_count_as(table, clan, move.die, village):
        needs_developments(clan, findings)
    elif not _counts_as(table, clan, move.die, village):
        findings.breaks("hall/village-die", die=move.die)
    else:
        findings.allows("hall/village-die")
    if table.box.pack.great_hall is UNSET:
        findings.needs("pack-hall")
    findings.allows("hall/recruit")


def _to_god(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """gods/first-free, gods/choice."""
    gods = table.box.gods
    if gods is None:
        findings.needs("pack-gods")
    elif clan.gods is UNSET:
        findings.needs("sheet-told", player=clan.name, zone="gods")
    elif len(clan.gods.get(str(move.god), ())) >= len(gods[str(move.god)].boxes):
        findings.breaks("gods/first-free", god=move.god, player=clan.name)
    findings.allows("gods/first-free", "gods/choice")
    if move.die not in COLOURS:
        findings.allows("favour/other-uses")


def _to_development(table: Table, clan: Clan, move: UseDie, value: int | None, findings: Findings) -> None:
    """development/four, development/requirement, development/once, development/raised."""
    raised, most = might_be_raised(table, clan, move), value
    if value is not None and clan.raised is UNSET and move.value is UNSET:
        most = value + untold_raise(table, clan, move.die)
    if most is not None and most < DEVELOPMENT:
        if raised:
            needs_developments(clan, findings)
        else:
            findings.breaks("development/four", value=value)
    name, asked = str(move.development), DEVELOPMENT
    if clan.developments is UNSET:
        if table.choices["developments_again"] == "once":
            findings.assumes("development-new", player=clan.name, development=name)
    elif name in clan.developments and table.choices["developments_again"] == "once":
        findings.breaks("development/once", player=clan.name, development=name)
    if table.box.developments is None:
        findings.needs("pack-developments")
    else:
        asked = max(asked, table.box.developments[name].value)
        requirement(table.box, clan, table.box.developments[name], None if raised else most, findings)
    if value is not None and most is not None and value < asked <= most:
        needs_raised(clan, findings)
    findings.allows("development/four", "development/once", "development/requirement")
    shown = shown_on(table, move.die)
    if value is not None and shown is not None and shown < DEVELOPMENT <= value:
        findings.allows("development/raised")
    if move.die not in COLOURS:
        findings.allows("favour/other-uses")


def requirement(box: Box, clan: Clan, wanted: Development, value: int | None, findings: Findings) -> None:
    """development/requirement: the die, developments that come before, what is to be had, and the price."""
    detail: dict[str, Any] = {"player": clan.name, "development": wanted.id}
    if value is not None and DEVELOPMENT <= value < wanted.value:
        findings.breaks("development/requirement", value=value, least=wanted.value, **detail)
    if clan.developments is UNSET:
        if wanted.after:
            findings.assumes("sheet-has", player=clan.name, zone="developments", development=wanted.id)
    else:
        for other in wanted.after:
            if other not in clan.developments:
                findings.breaks("development/requirement", "after", other=other, **detail)
    for need in wanted.needs:
        _need(box, clan, need, detail, findings)
    for zone in ("vikings", "axes", "ships"):
        price = getattr(wanted.cost, zone)
        if price and not has(clan, zone, price, findings):
            there = getattr(clan, zone)
            findings.breaks("development/requirement", "cost", product=zone, count=there, least=price, **detail)


def _need(box: Box, clan: Clan, need: AtLeast, detail: dict[str, Any], findings: Findings) -> None:
    try:
        count = count_of(clan, box, need.count, need.of)
    except Untold as untold:
        if untold.part:
            findings.needs(f"pack-{untold.part}")
        else:
            findings.assumes("sheet-has", zone=untold.zone, **detail)
        return
    if count < need.least:
        findings.breaks(
            "development/requirement", "count", counted=need.count, count=count, least=need.least, **detail
        )


TARGETS = {"track": _to_track, "hall": _to_hall, "god": _to_god, "development": _to_development}


def uses(table: Table, clan: Clan, dice: Iterable[str]) -> Iterator[UseDie]:
    """Every use that a die could be put to by its colour, allowed or not."""
    for die in dice:
        if die not in (clan.dice_used or ()) and die not in (clan.favours_used or ()):
            yield from counted(_uses_of(table, clan, die))


def _uses_of(table: Table, clan: Clan, die: str) -> Iterator[UseDie]:
    name, box = clan.name, table.box
    for colour in COLOURS:
        if _counts_as(table, clan, die, colour):
            yield UseDie(player=name, die=die, to="track", track=colour)  # type: ignore[arg-type]
    if box.village is None or _counts_as(table, clan, die, box.village):
        yield UseDie(player=name, die=die, to="hall")
    for god in box.gods or ():
        yield UseDie(player=name, die=die, to="god", god=god)
    for development in box.developments or ():
        yield UseDie(player=name, die=die, to="development", development=development)
