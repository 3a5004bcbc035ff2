"""What a use of a die writes on the sheet."""

from msgspec import UNSET

from schemas.base import with_entry
from schemas.roll_and_raid import UseDie
from schemas.roll_and_raid_pack import GainEffect
from service.games.roll_and_raid.pack import COLOURS, as_bonus
from service.games.roll_and_raid.sheet_draft import SheetDraft
from service.games.roll_and_raid.table import Table


def carry_out(sheet: SheetDraft, table: Table, move: UseDie, value: int) -> None:
    """The die is crossed out, and its value used."""
    if move.die in COLOURS:
        used = sheet["dice_used"]
        if used is not UNSET:
            marked = [colour for colour in COLOURS if colour == move.die or colour in used] if used else [move.die]
            sheet["dice_used"] = tuple(marked)
        sheet.tell("die-used", "dice/two-of-three", die=move.die, value=value, use=move.to)
    else:
        crossed = sheet["favours_used"]
        if crossed is not UNSET:
            known = table.box.values or ()
            sheet["favours_used"] = tuple([name for name in known if name == move.die or name in crossed])
        sheet.tell("favour-used", "favour/once", die=move.die, value=value, use=move.to)
    raised = sheet["raised"]
    if raised and move.die in raised:
        sheet["raised"] = {die: by for die, by in raised.items() if die != move.die}
    match move.to:
        case "track":
            sheet.advance(move.track if move.track is not UNSET else move.die, value)
        case "hall":
            sheet.recruit(value)
        case "god":
            _write(sheet, str(move.god), value)
        case "development":
            _acquire(sheet, str(move.development))


def _write(sheet: SheetDraft, god: str, value: int) -> None:
    """gods/first-free, gods/bonus, favour/god: the value in the lowest free box, and what the box gives."""
    gods, written = sheet.box.gods or {}, sheet["gods"]
    values = (*written.get(god, ()), value)
    sheet["gods"] = with_entry(written, god, values)
    sheet.tell("written", "gods/first-free", god=god, value=value)
    sheet.gain(as_bonus(gods[god].boxes[len(values) - 1].gives), "gods/bonus", "favour/god")


def _acquire(sheet: SheetDraft, name: str) -> None:
    """development/effect: paid for, owned, and what it gives at once."""
    known = sheet.box.developments or {}
    development, owned = known[name], sheet["developments"]
    cost = development.cost
    if cost.vikings or cost.axes or cost.ships:
        for zone in ("vikings", "axes", "ships"):
            sheet.add(zone, -getattr(cost, zone))
        sheet.tell(
            "paid-development",
            "development/requirement",
            development=name,
            vikings=cost.vikings,
            axes=cost.axes,
            ships=cost.ships,
        )
    if owned is not UNSET:
        sheet["developments"] = tuple(other for other in known for _ in range(owned.count(other) + (other == name)))
    sheet.tell("acquired", "development/effect", development=name)
    for effect in development.effects:
        if isinstance(effect, GainEffect):
            sheet.gain(effect.bonus, "development/effect")
