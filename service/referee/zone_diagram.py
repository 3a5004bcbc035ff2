"""The picture of a game that has none of its own: every zone under its name, what is in it as chips.

A chip carries ``data-<field>`` where the schema says which field of a move it fills in (``schemas.table.zone``), and
the part of a player ``data-player``: a page can let people tap on them.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from service.referee import shapes
from service.referee.budget import counted
from service.referee.diagram import CHIP, INNER, Chip, Scene, Sheet, chips
from service.referee.hidden import HIDDEN

TO_TAP = 36
"""The height of a chip for a thumb."""
MOST_CHIPS = 120
"""How many chips of a zone are drawn; a long pile says how many follow."""


def draw_zones(scene: Scene, sheet: Sheet) -> None:
    """The zones of the table, then those of each player."""
    state = scene.table.state
    if scene.only is None:
        for zone in shapes.zones_of(type(state)):
            _draw(scene, sheet, zone, getattr(state, zone.name), scene.words.zones[zone.name])
    for player in scene.players():
        with sheet.part_of(player.name):
            sheet.heading(player.name)
            sheet.tell(f"{player.name}:")
            for zone in shapes.zones_of(type(player)):
                _draw(scene, sheet, zone, getattr(player, zone.name), scene.words.zones[f"players/{zone.name}"])
        sheet.space(6)


def _draw(scene: Scene, sheet: Sheet, zone: shapes.Zone, value: Any, name: str) -> None:
    """One zone; what was left out is a dashed chip with a question mark, what is empty a dash."""
    row = list(_chips(scene, zone, value))
    shown, more = row[:MOST_CHIPS], len(row) - MOST_CHIPS
    if more > 0:
        shown.append(Chip(f"+{more}"))
    sheet.note(name if shown else f"{name}: –")
    elements, height = chips(shown, INNER, TO_TAP if zone.tap else CHIP)
    sheet.add(elements, height + 2)
    sheet.tell(f"{name}: {', '.join(chip.word for chip in shown) or '–'}.")


def _chips(scene: Scene, zone: shapes.Zone, value: Any) -> Iterator[Chip]:
    if value is UNSET:
        yield Chip(HIDDEN, look="hidden")
    elif isinstance(value, dict):
        for key in zone.keys or value:
            content = _word(scene, value[key]) if value.get(key) is not None else ""
            label = f"{_word(scene, key)} {content}".strip()
            yield Chip(label, look="strong" if content else "card", data=_data(zone, key))
    elif isinstance(value, tuple | list):
        for item in counted(value):
            yield _chip(scene, zone, item)
    elif value is not None:
        yield _chip(scene, zone, value)


def _chip(scene: Scene, zone: shapes.Zone, item: Any) -> Chip:
    if item == HIDDEN:
        return Chip(HIDDEN, look="hidden")
    return Chip(_word(scene, item), data=_data(zone, item) if isinstance(item, str | int) else ())


def _data(zone: shapes.Zone, value: Any) -> tuple[tuple[str, Any], ...]:
    return ((f"data_{zone.tap}", value),) if zone.tap else ()


def _word(scene: Scene, value: Any) -> str:
    """A value as players call it: by its term, or as it is (a name, a number)."""
    if isinstance(value, msgspec.Struct):
        parts = (getattr(value, name) for name in value.__struct_fields__)
        return " ".join(_word(scene, part) for part in parts if part is not UNSET and part is not None)
    if isinstance(value, tuple | list):
        return ", ".join(_word(scene, part) for part in value)
    return scene.words.terms.get(str(value), str(value))
