"""1.3. Usar los dados: a resource die or a favour die on a track, in the great hall, on a god, for a development."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import UNSET

from schemas.base import with_entry
from schemas.roll_and_raid import UseDie
from schemas.roll_and_raid_pack import ExtraDieEffect, God
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.die_values import (
    checked_value,
    counts_as,
    might_be_raised,
    might_count_as,
    needs_developments,
    needs_raised,
    needs_tracks,
    track_of,
    unknown_raise,
    value_of,
)
from service.games.roll_and_raid.draft import Draft
from service.games.roll_and_raid.pack import COLOURS, as_bonus
from service.games.roll_and_raid.rules.developments import acquire, check_development
from service.games.roll_and_raid.rules.turn import check_turn
from service.games.roll_and_raid.sheet_counts import is_unlocked, may_unlock
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table
from service.games.roll_and_raid.timing import dice_allowed
from service.referee.budget import counted
from service.referee.findings import Findings, fact
from service.referee.known import Unknown, is_known, is_unknown

# ---------------------------------------------------------------- dice/two-of-three, dice/each-once


def check_use(table: Table, move: UseDie, findings: Findings) -> None:
    clan, phase = table.clan(move.player), table.known_phase
    resource = move.die in COLOURS
    if not resource and phase not in ("production", None, "over"):
        findings.breaks("favour/production-only", phase=phase)
    else:
        check_turn(table, "use", move.player, findings)
    (check_resource_die if resource else check_favour_die)(table, clan, move.die, findings)
    value = checked_value(table, clan, move, findings)
    CHECKS[move.to](table, clan, move, value, findings)
    if clan.known("dice_used", ()):
        findings.allows("dice/same-use")
    if clan.known("waiting", ()):
        findings.allows("chain/order")
    if value is None:
        needs_tracks(clan, findings)  # on which gains may be written
    elif not (table.box.complete and are_gains_known(clan)) and _can_be_tried(table, move, findings):
        sheet = SheetDraft(clan, table.box, [])
        carry_out(sheet, move, value)
        foreseen(sheet, findings)
    needs_gains(table, clan, findings)


def _can_be_tried(table: Table, move: UseDie, findings: Findings) -> bool:
    """Whether it can be seen what a use brings: it is legal, or only what the die counts is open, on which that of a
    development does not depend.
    """
    if findings.verdict == "legal":
        return True
    return not findings.broken and move.to == "development" and move.development in (table.box.developments or ())


def apply_use(draft: Draft, move: UseDie) -> None:
    value = move.value if move.value is not UNSET else value_of(draft, draft.clan(move.player), move)
    assert value is not None
    sheet = draft.sheet(move.player)
    carry_out(sheet, move, value)
    draft.write(sheet)


def carry_out(sheet: SheetDraft, move: UseDie, value: int) -> None:
    """The die is crossed out, and its value used."""
    if move.die in COLOURS:
        used = sheet["dice_used"]
        if is_known(used):
            sheet["dice_used"] = tuple([colour for colour in COLOURS if colour == move.die or colour in used])
        sheet.tell("die-used", "dice/two-of-three", die=move.die, value=value, use=move.to)
    else:
        crossed = sheet["favours_used"]
        if is_known(crossed):
            known = sheet.box.values or ()
            untyped = [name for name in crossed if name not in known]
            sheet["favours_used"] = (*[name for name in known if name == move.die or name in crossed], *untyped)
        sheet.tell("favour-used", "favour/once", die=move.die, value=value, use=move.to)
    raised = sheet["raised"]
    if is_known(raised) and move.die in raised:
        sheet["raised"] = {die: by for die, by in raised.items() if die != move.die}
    match move.to:
        case "track":
            sheet.advance(str(track_of(move)), value)
        case "hall":
            sheet.recruit(value)
        case "god":
            _write_value(sheet, str(move.god), value)
        case "development":
            acquire(sheet, str(move.development))


def are_gains_known(clan: ClanSheet) -> bool:
    """Whether every zone is known in which gains are written."""
    return clan.is_known("hall", "armoury", "port", "settlements", "waiting") and clan.are_tracks_known


def needs_gains(table: Table, clan: ClanSheet, findings: Findings) -> None:
    """Where something decides that is unknown, all that a gain after it may depend on."""
    if table.box.is_sheet_read and findings.missing and not findings.broken:
        for zone in clan.unknown_gains:
            if (asked := ("sheet-known", {"player": clan.name, "zone": zone})) not in findings.missing:
                findings.missing.append(asked)


def foreseen(sheet: SheetDraft, findings: Findings) -> None:
    """What the gains that were tried on a sheet would need of the pack, or assume on the sheet."""
    for name, detail in dict.fromkeys((name, tuple(detail.items())) for name, detail in sheet.needs):
        findings.needs(name, **dict(detail))
    for name, detail in dict.fromkeys((name, tuple(detail.items())) for name, detail in sheet.assumes):
        findings.assumes(name, **dict(detail))


def check_resource_die(table: Table, clan: ClanSheet, die: str, findings: Findings) -> None:
    """dice/each-once, dice/two-of-three."""
    used = clan.dice_used
    if isinstance(used, Unknown):
        findings.assumes("die-unused", player=clan.name, die=die)
        findings.assumes("dice-used", player=clan.name)
    elif die in used:
        findings.breaks("dice/each-once", player=clan.name, die=die)
    elif len(used) < dice_allowed(table, clan):
        findings.allows("dice/two-of-three", "dice/each-once")
    elif table.possible_effects(clan, ExtraDieEffect):
        needs_developments(clan, findings)
    else:
        findings.breaks("dice/two-of-three", player=clan.name)


def uses(table: Table, clan: ClanSheet, dice: Iterable[str]) -> Iterator[UseDie]:
    """Every use that a die could be put to by its colour, allowed or not."""
    used = (*clan.known("dice_used", ()), *clan.known("favours_used", ()))
    for die in dice:
        if die not in used:
            yield from counted(_uses_of(table, clan, die))


def _uses_of(table: Table, clan: ClanSheet, die: str) -> Iterator[UseDie]:
    name, box = clan.name, table.box
    for colour in COLOURS:
        if counts_as(table, clan, die, colour):
            yield UseDie(player=name, die=die, to="track", track=colour)  # type: ignore[arg-type]
    if box.village is None or counts_as(table, clan, die, box.village):
        yield UseDie(player=name, die=die, to="hall")
    for god in box.gods or ():
        yield UseDie(player=name, die=die, to="god", god=god)
    for development in box.developments or ():
        yield UseDie(player=name, die=die, to="development", development=development)


# ---------------------------------------------------------------- 1.3. a) Tableros de producción


def _check_track(table: Table, clan: ClanSheet, move: UseDie, value: int | None, findings: Findings) -> None:
    """track/own-colour, track/first-free, favour/any-colour."""
    track = str(track_of(move))
    if counts_as(table, clan, move.die, track):
        findings.allows("track/own-colour" if move.die in COLOURS else "favour/any-colour")
    elif might_count_as(table, clan, move.die, track):
        needs_developments(clan, findings)
    else:
        findings.breaks("track/own-colour", die=move.die, track=track)
    if table.box.tracks is None or track not in table.box.tracks:
        findings.needs("pack-tracks")
    else:
        boxes, marked = len(table.box.tracks[track]), clan.marked(track)
        findings.requires(
            "track/first-free",
            marked if isinstance(marked, Unknown) else marked < boxes,
            need=fact("sheet-known", player=clan.name, zone="tracks"),
            track=track,
            player=clan.name,
        )
    findings.allows("track/first-free", "track/product")


# ---------------------------------------------------------------- 1.3. b) Gran Salón


def _check_hall(table: Table, clan: ClanSheet, move: UseDie, value: int | None, findings: Findings) -> None:
    """hall/village-die, favour/hall."""
    village = table.box.village
    if move.die not in COLOURS:
        findings.allows("favour/hall")
    elif village is None:
        findings.needs("pack-village-die")
    elif might_count_as(table, clan, move.die, village):
        needs_developments(clan, findings)
    else:
        findings.requires("hall/village-die", counts_as(table, clan, move.die, village), die=move.die)
    if table.box.pack.great_hall is UNSET:
        findings.needs("pack-hall")
    findings.allows("hall/recruit")


# ---------------------------------------------------------------- 1.3. c) Dioses


def _check_god(table: Table, clan: ClanSheet, move: UseDie, value: int | None, findings: Findings) -> None:
    """gods/first-free, gods/choice."""
    god = str(move.god)
    if table.box.gods is None:
        findings.needs("pack-gods")
    elif table.box.is_untyped("gods", god, table.box.gods):
        findings.needs("pack-entry", part="gods", name=god)
    else:
        boxes, written = len(table.box.gods[god].boxes), clan.gods
        _check_least(table, clan, table.box.gods[god], move, value, findings)
        findings.requires(
            "gods/first-free",
            written if isinstance(written, Unknown) else len(written.get(god, ())) < boxes,
            need=fact("sheet-known", player=clan.name, zone="gods"),
            god=god,
            player=clan.name,
        )
    findings.allows("gods/first-free", "gods/choice")
    if move.die not in COLOURS:
        findings.allows("favour/other-uses")


def _check_least(
    table: Table, clan: ClanSheet, god: God, move: UseDie, value: int | None, findings: Findings
) -> None:
    """gods/first-free: a box may ask for a least value."""
    written = clan.gods
    next_boxes = god.boxes if is_unknown(written) else god.boxes[len(written.get(god.id, ())) :][:1]
    too_high = [box.least for box in next_boxes if value is not None and box.least > value]
    if value is None or not too_high:
        return
    most = value if move.value is not UNSET else value + unknown_raise(table, clan, move.die)
    raised = might_be_raised(table, clan, move)
    if most >= min(too_high):
        needs_raised(clan, findings)
    if raised:
        needs_developments(clan, findings)
    elif most < min(too_high) and is_known(written):
        findings.breaks("gods/first-free", "least", god=god.id, least=too_high[0], value=value)


def _write_value(sheet: SheetDraft, god: str, value: int) -> None:
    """gods/first-free, gods/bonus, favour/god: the value in the lowest free box, and what the box gives."""
    gods, written = sheet.box.gods or {}, sheet["gods"]
    values = (*written.get(god, ()), value)
    sheet["gods"] = with_entry(written, god, values)
    sheet.tell("written", "gods/first-free", god=god, value=value)
    sheet.gain(as_bonus(gods[god].boxes[len(values) - 1].gives), "gods/bonus", "favour/god")


# ---------------------------------------------------------------- Dados de favor


def check_favour_die(table: Table, clan: ClanSheet, die: str, findings: Findings) -> None:
    """favour/once, favour/unlocked, favour/extra, favour/at-once."""
    crossed = clan.favours_used
    findings.requires(
        "favour/once",
        crossed if isinstance(crossed, Unknown) else die not in crossed,
        assume=fact("favour-unused", player=clan.name, favour=die),
        cite=False,
        player=clan.name,
        favour=die,
    )
    if table.box.values is None:
        findings.needs("pack-favours", favour=die)
        return
    if die not in table.box.values:
        findings.needs("pack-entry", part="favours", name=die)
        return
    unlocked = is_unlocked(clan, table.box, die)
    if not unlocked and (part := may_unlock(clan, table.box)):
        findings.needs("pack-rest", part=part)
    elif unlocked is None:
        findings.assumes("favour-unlocked", player=clan.name, favour=die)
    elif not unlocked:
        findings.breaks("favour/unlocked", player=clan.name, favour=die)
    findings.allows("favour/once", "favour/unlocked", "favour/production-only", "favour/extra", "favour/at-once")


CHECKS: dict[str, Callable[[Table, ClanSheet, UseDie, int | None, Findings], None]] = {
    "track": _check_track,
    "hall": _check_hall,
    "god": _check_god,
    "development": check_development,
}
"""What is checked of each use."""
