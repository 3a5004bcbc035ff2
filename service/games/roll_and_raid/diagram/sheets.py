"""The clan sheet of the pack, with what a clan has marked on it.

Parts that the pack does not have, or that are unknown of the clan, are left out.
"""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from schemas.roll_and_raid_pack import Storage
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.diagram.symbols import COLOURS as PAINT
from service.games.roll_and_raid.diagram.symbols import box, hexagon, product
from service.referee import svg
from service.referee.diagram import INK, INNER, SOFT, Chip, Scene, Sheet, chips
from service.referee.known import is_unknown
from service.referee.svg import Element

SIDE, STEP = 20, 22
PER_ROW = int(INNER // STEP)


def clan_sheet(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    _tracks(scene, clan, sheet)
    _hall(scene, clan, sheet)
    for zone in ("armoury", "port"):
        _storage(scene, clan, zone, sheet)
    _settlements(scene, clan, sheet)
    _gods(scene, clan, sheet)
    _developments(scene, clan, sheet)
    _favours(scene, clan, sheet)
    _festivals(scene, clan, sheet)
    _raids(scene, clan, sheet)


def _tracks(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """Production tracks: boxes in their order, crossed as far as they are marked."""
    pack = scene.table.box.pack
    if is_unknown(clan.tracks) or pack.tracks is UNSET:
        return
    sheet.heading(scene.words.terms["tracks"])
    for track in pack.tracks:
        marked = clan.marked(track.colour)
        if is_unknown(marked):
            continue
        word = f"{scene.words.forms['track'][track.colour]['alone']}: {marked} / {len(track.boxes)}"
        sheet.note(word, svg.SMALLEST)
        sheet.tell(f"{word}.")
        for row in range(0, len(track.boxes), PER_ROW):
            parts: list[Element] = []
            for place, gives in enumerate(track.boxes[row : row + PER_ROW]):
                parts += box(place * STEP, 0, SIDE, crossed=row + place < marked, fill=PAINT[track.colour])
                parts += product(gives, place * STEP, 0, SIDE)
            sheet.add(parts, STEP + 2, data_track=track.colour)
    sheet.space(4)


def _hall(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    hall = scene.table.box.pack.great_hall
    if is_unknown(clan.hall):
        return
    most = "" if hall is UNSET or hall.capacity is None else f" / {hall.capacity}"
    line = f"{scene.words.terms['hall']}: {clan.hall}{most}"
    sheet.note(line, 13, INK)
    sheet.tell(f"{line}.")


def _storage(scene: Scene, clan: ClanSheet, zone: str, sheet: Sheet) -> None:
    """Port or armoury: hexagons, dark once they are marked."""
    storage: Storage | UnsetType = getattr(scene.table.box.pack, zone)
    marked = getattr(clan, zone)
    if is_unknown(marked) or storage is UNSET:
        return
    heading = f"{scene.words.terms[zone]}: {len(marked)} / {len(storage.hexagons)}"
    sheet.heading(heading)
    sheet.tell(f"{heading}.")
    for row in range(0, len(storage.hexagons), PER_ROW):
        parts = [
            svg.group(
                [hexagon(place * STEP, 0, SIDE, filled=each.id in marked)], data_hexagon=each.id, data_zone=zone
            )
            for place, each in enumerate(storage.hexagons[row : row + PER_ROW])
        ]
        sheet.add(parts, STEP + 2)


def name_of(scene: Scene, kind: str, name: str) -> str:
    """What a thing of the pack is called."""
    return scene.names.get(kind, {}).get(name, name)


def _settlements(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    settlements = scene.table.box.pack.settlements
    if is_unknown(clan.settlements) or settlements is UNSET:
        return
    sheet.heading(scene.words.terms["settlements"])
    for settlement in settlements:
        crossed = clan.settlements.get(settlement.id, 0)
        boxes = [box(0, 0, SIDE, crossed=place < crossed) for place in range(settlement.houses)]
        name = name_of(scene, "settlement", settlement.id)
        _line(sheet, name, boxes, ("data_settlement", settlement.id))
        sheet.tell(f"{name}: {crossed} / {settlement.houses}.")


def _gods(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    gods = scene.table.box.pack.gods
    if is_unknown(clan.gods) or gods is UNSET:
        return
    sheet.heading(scene.words.terms["gods"])
    for god in gods:
        written = clan.gods.get(god.id, ())
        boxes = []
        for place in range(len(god.boxes)):
            parts = box(0, 0, SIDE, crossed=False)
            if place < len(written):
                value = svg.clipped(str(written[place]), SIDE + 6, 12)
                parts.append(svg.text(value, SIDE / 2, 15, 12, text_anchor="middle", fill=INK))
            boxes.append(parts)
        name = name_of(scene, "god", god.id)
        _line(sheet, name, boxes, ("data_god", god.id))
        sheet.tell(f"{name}: {', '.join(map(str, written)) or scene.words.terms['nothing']}.")


def _line(sheet: Sheet, name: str, boxes: Sequence[list[Element]], data: tuple[str, str]) -> None:
    """A name, and boxes beside it in as many rows as they need."""
    left, per_row = 110, int((INNER - 110) // STEP)
    for row in range(0, max(1, len(boxes)), per_row):
        shown = boxes[row : row + per_row]
        parts = [svg.group(each, left + place * STEP, 0) for place, each in enumerate(shown)]
        if not row:
            parts.append(svg.fitted(name, 0, 15, left - 8, 12, fill=INK))
        sheet.elements.append(svg.group(parts, 12, sheet.bottom, **{data[0]: data[1]}))
        sheet.space(STEP + 2)


def _developments(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """Those owned are dark."""
    developments = scene.table.box.pack.developments
    if is_unknown(clan.developments) or developments is UNSET:
        return
    row = [
        Chip(
            name_of(scene, "development", each.id),
            look=_look(scene, clan, each.id),
            data=(("data_development", each.id),),
        )
        for each in developments
    ]
    _chips(sheet, scene.words.terms["developments"], row)
    owned = [name_of(scene, "development", each.id) for each in developments if each.id in clan.developments]
    sheet.tell(f"{scene.words.terms['developments']}: {', '.join(owned) or scene.words.terms['nothing']}.")


def _look(scene: Scene, clan: ClanSheet, development: str) -> str:
    if development == getattr(scene.move, "development", None):
        return "chosen" if scene.verdict == "legal" else "crossed"
    return "strong" if development in clan.known("developments", ()) else "card"


def _favours(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """Favour dice with their values; those used are dark."""
    favours = scene.table.box.pack.favours
    if is_unknown(clan.favours_used) or favours is UNSET:
        return
    row = [
        Chip(
            str(each.value), look="strong" if each.id in clan.favours_used else "card", data=(("data_die", each.id),)
        )
        for each in favours
    ]
    _chips(sheet, scene.words.terms["favour"], row)


def _festivals(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    given = clan.known("sacrifices", {})
    if given:
        line = ", ".join(f"{number}: {count}" for number, count in given.items())
        sheet.note(f"{scene.words.terms['sacrifices']}: {line}", 12, SOFT)


def _raids(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    won = clan.known("raids", ())
    if won:
        names = [name_of(scene, "card", card) for card in won]
        _chips(sheet, scene.words.terms["raids"], [Chip(name) for name in names])
        sheet.tell(f"{scene.words.terms['raids']}: {', '.join(names)}.")


def _chips(sheet: Sheet, heading: str, row: Sequence[Chip]) -> None:
    elements, height = chips(row, INNER)
    sheet.heading(heading)
    sheet.add(elements, height + 2)
