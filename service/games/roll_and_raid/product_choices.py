"""Products that a clan has gained and not stored yet, and among them choices: one of several, as the clan likes.

A choice waits as ``axe-or-ship``. It becomes a product when that is stored, and is lost once none of its products
has room any more.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from service.referee.budget import counted, step
from service.referee.known import is_unknown

if TYPE_CHECKING:
    from service.games.roll_and_raid.sheet_draft import SheetDraft

GOODS = ("axe", "ship", "house")
ZONE_OF = {"axe": "armoury", "ship": "port", "house": "settlements"}
OR = "-or-"
"""Between the products of which a clan chooses one."""


def waits_as(good: str, waiting: Sequence[str]) -> str | None:
    """What waits that a product can be taken from: the product itself, or a choice of which it is one."""
    if good in waiting:
        return good
    return next((one for one in waiting if good in one.split(OR)), None)


def promised(waiting: Sequence[str], good: str) -> int:
    """How many that wait may become this product."""
    step(len(waiting) // 24)
    return sum(good in one.split(OR) for one in waiting)


def offer(sheet: "SheetDraft", goods: tuple[str, ...], rule: str) -> None:
    """storage/place, storage/full: one of these products waits, for the clan to choose which and where."""
    known = [good for good in GOODS if good in goods]
    zones = [ZONE_OF[good] for good in known]
    missing = [zone for zone in zones if getattr(sheet.box, zone) is None]
    sheet.needs += [(f"pack-{zone}", {}) for zone in missing]
    unknown = [zone for zone in ("waiting", *zones) if is_unknown(sheet[zone])]
    sheet.ask_for(*unknown)
    if missing or unknown:
        return
    waiting, name = sheet["waiting"], OR.join(known)
    if any(sheet.room(good) > promised(waiting, good) for good in known):
        sheet["waiting"] = tuple(sorted((*waiting, name)))
        sheet.tell("produced", rule, good=name, count=1)
    elif unfinished := [zone for zone in zones if zone not in sheet.box.whole]:
        sheet.needs.append(("pack-rest", {"part": unfinished[0]}))
    else:
        sheet.tell("lost-good", "storage/full", good=name, count=1)


def drop_choices(sheet: "SheetDraft", taken: str = "") -> None:
    """storage/full: a choice is lost once none of its products has room any more.

    ``taken`` has just taken room: where only unknown parts may have room left for a choice of it, room is assumed.
    """
    waiting = sheet["waiting"]
    if is_unknown(waiting):
        return
    step(len(waiting) // 24)
    for choice in counted([one for one in waiting if OR in one]):
        goods = choice.split(OR)
        able = [good for good in goods if _may_have_room(sheet, good)]
        if not able:
            left = list(sheet["waiting"])
            left.remove(choice)
            sheet["waiting"] = tuple(left)
            sheet.tell("lost-good", "storage/full", good=choice, count=1)
        elif taken in goods and all(is_unknown(sheet[ZONE_OF[good]]) for good in able):
            sheet.assume_room_for_choices(ZONE_OF[able[0]])


def _may_have_room(sheet: "SheetDraft", good: str) -> bool:
    """Whether there may be room for a product besides those that wait for their place."""
    zone = ZONE_OF[good]
    if zone not in sheet.box.whole or is_unknown(sheet[zone]):
        return True
    return bool(sheet.room(good) > sheet["waiting"].count(good))
