"""The clan sheet of the pack, with what a clan has marked on it.

Parts that the pack does not have, or that are unknown of the clan, are left out.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import UNSET, UnsetType

from schemas.roll_and_raid_pack import Storage
from service.games.roll_and_raid.clan_sheet import ClanSheet
from service.games.roll_and_raid.diagram.symbols import COLOURS, LABEL, box, die, hexagon, symbol
from service.referee import svg
from service.referee.diagram import INNER, MARGIN, Chip, Scene, Sheet, chips
from service.referee.known import is_unknown
from service.referee.svg import Element, Value

SIDE, STEP, HEXAGON = 20, 22, 30
PER_ROW = int(INNER // STEP)
EDGE_OF_PANEL = 6
RESOURCE_DICE = ("brown", "grey", "orange")
GOOD_OF = {"port": "ship", "armoury": "axe"}
LEFT = 104
"""Where boxes beside a name begin."""


def clan_sheet(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    _raised(scene, clan, sheet)
    _tracks(scene, clan, sheet)
    for zone in ("armoury", "port"):
        _storage(scene, clan, zone, sheet)
    _settlements(scene, clan, sheet)
    _gods(scene, clan, sheet)
    _developments(scene, clan, sheet)
    _favours(scene, clan, sheet)
    _festivals(scene, clan, sheet)
    _raids(scene, clan, sheet)


@contextmanager
def panel(sheet: Sheet, title: str, figure: str, *, is_name: bool = False) -> Iterator[None]:
    """A part of the sheet: a frame around what is drawn meanwhile, with a symbol and a title."""
    before, top = len(sheet.elements), sheet.bottom
    sheet.space(EDGE_OF_PANEL)
    title = title if is_name else title[:1].upper() + title[1:]
    label = svg.fitted(title, 21, 13, INNER - 22, 13, font_weight="bold", fill=LABEL)
    sheet.add([symbol(figure, 0, 0, 16), label], 21)
    yield
    sheet.space(EDGE_OF_PANEL - 2)
    look: dict[str, Value] = {"rx": 8, "fill": COLOURS["panel"], "stroke": COLOURS["panelline"]}
    frame = svg.rect(MARGIN - EDGE_OF_PANEL, top, INNER + 2 * EDGE_OF_PANEL, sheet.bottom - top, **look)
    sheet.elements.insert(before, frame)
    sheet.space(EDGE_OF_PANEL)


def _raised(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """The resource dice that this clan has raised at the altar, with what they count for it."""
    dice = scene.table.known_zone("dice", None)
    if is_unknown(clan.raised) or dice is None:
        return
    raised = [(kind, clan.raised[kind]) for kind in RESOURCE_DICE if clan.raised.get(kind)]
    if not raised:
        return
    parts = []
    for place, (kind, amount) in enumerate(raised):
        drawn = die(kind, getattr(dice, kind) + amount, 0, 0, SIDE + 4)
        drawn.append(svg.text(f"+{amount}", SIDE + 10, SIDE - 2, 13, font_weight="bold", fill=LABEL))
        parts.append(svg.group(drawn, place * 3 * STEP, 0, data_die=kind))
    with panel(sheet, scene.words.terms["altar"], "altar"):
        sheet.add(parts, SIDE + 8)


def _tracks(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """Production tracks: boxes in their order, crossed as far as they are marked."""
    pack = scene.table.box.pack
    if is_unknown(clan.tracks) or pack.tracks is UNSET:
        return
    with panel(sheet, scene.words.terms["tracks"], "bonus"):
        for track in pack.tracks:
            marked = clan.marked(track.colour)
            if is_unknown(marked):
                continue
            word = f"{scene.words.forms['track'][track.colour]['alone']}: {marked} / {len(track.boxes)}"
            sheet.note(word, svg.SMALLEST, COLOURS["soft"])
            sheet.tell(f"{word}.")
            for row in range(0, len(track.boxes), PER_ROW):
                shown = track.boxes[row : row + PER_ROW]
                boxes = [
                    box(SIDE, crossed=row + place < marked, fill=track.colour, gives=gives)
                    for place, gives in enumerate(shown)
                ]
                sheet.add(_side_by_side(boxes), STEP + 2, data_track=track.colour)


def _side_by_side(drawn: Sequence[list[Element]], step: float = STEP, left: float = 0) -> list[Element]:
    return [svg.group(parts, left + place * step, 0) for place, parts in enumerate(drawn)]


def _storage(scene: Scene, clan: ClanSheet, zone: str, sheet: Sheet) -> None:
    """Port or armoury: hexagons, dark once they are marked."""
    storage: Storage | UnsetType = getattr(scene.table.box.pack, zone)
    marked = getattr(clan, zone)
    if is_unknown(marked) or storage is UNSET:
        return
    heading, good, step = (
        f"{scene.words.terms[zone]}: {len(marked)} / {len(storage.hexagons)}",
        GOOD_OF[zone],
        HEXAGON + 3,
    )
    sheet.tell(f"{heading}.")
    per_row = int(INNER // step)
    with panel(sheet, heading, good):
        for row in range(0, len(storage.hexagons), per_row):
            parts = [
                svg.group(
                    hexagon(good, HEXAGON, stored=each.id in marked, touches=bool(each.favours)),
                    place * step,
                    0,
                    data_hexagon=each.id,
                    data_place=each.id,
                )
                for place, each in enumerate(storage.hexagons[row : row + per_row])
            ]
            sheet.add(parts, step)


def name_of(scene: Scene, kind: str, name: str) -> str:
    """What a thing of the pack is called."""
    return scene.names.get(kind, {}).get(name, name)


def _settlements(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    pack = scene.table.box.pack
    if is_unknown(clan.settlements) or pack.settlements is UNSET:
        return
    values = scene.table.box.values or {}
    with panel(sheet, scene.words.terms["settlements"], "house"):
        for settlement in pack.settlements:
            crossed = clan.settlements.get(settlement.id, 0)
            boxes = [box(SIDE, crossed=place < crossed, gives="house") for place in range(settlement.houses)]
            if settlement.favour in values:
                boxes.append(die("favour", values[settlement.favour], 0, 0, SIDE))
            name = name_of(scene, "settlement", settlement.id)
            _line(sheet, name, boxes, data_settlement=settlement.id, data_place=settlement.id)
            sheet.tell(f"{name}: {crossed} / {settlement.houses}.")


def _gods(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    gods = scene.table.box.pack.gods
    if is_unknown(clan.gods) or gods is UNSET:
        return
    with panel(sheet, scene.words.terms["gods"], "god"):
        for god in gods:
            written = clan.gods.get(god.id, ())
            boxes = [
                box(SIDE, gives=each.gives, written=str(written[place]) if place < len(written) else "")
                for place, each in enumerate(god.boxes)
            ]
            name = name_of(scene, "god", god.id)
            _line(sheet, name, boxes, data_god=god.id)
            sheet.tell(f"{name}: {', '.join(map(str, written)) or scene.words.terms['nothing']}.")


def _line(sheet: Sheet, name: str, boxes: Sequence[list[Element]], **data: Value) -> None:
    """A name, and boxes beside it in as many rows as they need."""
    per_row = int((INNER - LEFT) // STEP)
    parts: list[Element] = [svg.fitted(name, 0, 15, LEFT - 8, 12, fill=LABEL)]
    rows = range(0, max(1, len(boxes)), per_row)
    for number, row in enumerate(rows):
        drawn = _side_by_side(boxes[row : row + per_row], left=LEFT)
        parts.append(svg.group(drawn, 0, number * (STEP + 2)))
    sheet.add(parts, len(rows) * (STEP + 2), 0, **data)


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
    _chips(sheet, scene.words.terms["developments"], "development", row)
    owned = [name_of(scene, "development", each.id) for each in developments if each.id in clan.developments]
    sheet.tell(f"{scene.words.terms['developments']}: {', '.join(owned) or scene.words.terms['nothing']}.")


def _look(scene: Scene, clan: ClanSheet, development: str) -> str:
    if development == getattr(scene.move, "development", None):
        return "chosen" if scene.verdict == "legal" else "crossed"
    return "strong" if development in clan.known("developments", ()) else "card"


def _favours(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    """Favour dice with their values; those used are crossed out."""
    favours = scene.table.box.pack.favours
    if is_unknown(clan.favours_used) or favours is UNSET:
        return
    step = SIDE + 8
    per_row = int(INNER // step)
    with panel(sheet, scene.words.terms["favours_used"], "favour"):
        for row in range(0, len(favours), per_row):
            parts = []
            for place, each in enumerate(favours[row : row + per_row]):
                drawn = die("favour", each.value, 0, 0, SIDE + 4)
                if each.id in clan.favours_used:
                    drawn.append(_struck(SIDE + 4))
                parts.append(svg.group(drawn, place * step, 0, data_die=each.id))
            sheet.add(parts, step)


def _struck(side: float) -> Element:
    return svg.path([[(1, side - 1), (side - 1, 1)]], stroke=COLOURS["red"], stroke_width=3, stroke_linecap="round")


def _festivals(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    given = clan.known("sacrifices", {})
    if given:
        heading = scene.words.terms["sacrifices"]
        with panel(sheet, heading, "glory"):
            line = " · ".join(f"{number}: {given[number]}" for number in sorted(given, key=int))
            sheet.note(line, 12, LABEL)
        sheet.tell(f"{heading}: {line}.")


def _raids(scene: Scene, clan: ClanSheet, sheet: Sheet) -> None:
    won = clan.known("raids", ())
    if won:
        names = [name_of(scene, "card", card) for card in won]
        _chips(sheet, scene.words.terms["raids"], "shield", [Chip(name) for name in names])
        sheet.tell(f"{scene.words.terms['raids']}: {', '.join(names)}.")


def _chips(sheet: Sheet, heading: str, figure: str, row: Sequence[Chip]) -> None:
    elements, height = chips(row, INNER)
    with panel(sheet, heading, figure):
        sheet.add(elements, height)
