"""Roll & Raid tables and packs with as much of everything as is accepted."""

import copy
from typing import Any

from tests.games.roll_and_raid.tables import NAMES, PACK, table, without

COLOURS = ("brown", "grey", "orange")
FAVOURS = [f"f{number}" for number in range(120)]
USE = {"type": "use", "player": "ana", "die": "brown", "to": "track"}
NO_WIDTH = "\u0300" * 400
"""A name as long as is accepted, of letters that take no room: no line is ever full."""


def large_pack(**parts: Any) -> dict[str, Any]:
    """A pack with as much of everything as is accepted; every box leads to another one."""
    gain = {"houses": 20, "axes": 20, "ships": 20, "vikings": 20, "boxes": 20}
    pack = copy.deepcopy(PACK)
    pack["favours"] = [{"id": favour, "value": 12} for favour in FAVOURS]
    for zone in ("port", "armoury"):
        hexagons = [{"id": f"{zone}{number}", "favours": FAVOURS[:20]} for number in range(60)]
        pack[zone] = {"order": "free", "hexagons": hexagons}
    pack["settlements"] = [
        {"id": f"s{number}", "name": NO_WIDTH, "houses": 30, "loyalty": {"track": "grey", "boxes": 20}}
        for number in range(30)
    ]
    pack["gods"] = [
        {"id": f"g{number}", "name": NO_WIDTH, "boxes": [{"gives": gain | {"track": COLOURS[number % 3]}}] * 40}
        for number in range(12)
    ]
    pack["tracks"] = [
        {
            "colour": colour,
            "boxes": [{"houses": 1, "axes": 1, "ships": 1, "track": COLOURS[place - 2], "boxes": 1}] * 200,
        }
        for place, colour in enumerate(COLOURS)
    ]
    pack["developments"] = [
        {
            "id": f"d{number}",
            "name": NO_WIDTH,
            "effects": [{"type": "income", "bonus": gain | {"track": COLOURS[number % 3]}}] * 6,
            "needs": [{"count": "favours-unlocked"}] * 6,
        }
        for number in range(60)
    ]
    pack["great_hall"] = {"start": 3}
    return pack | parts


def large_table(phase: str = "production", **zones: Any) -> dict[str, Any]:
    """Six clans with empty sheets and many Vikings."""
    sheet = {"armoury": [], "port": [], "axes": 0, "ships": 0, "settlements": {}, "vikings": 99}
    sheet["tracks"] = {"brown": 0, "grey": 0, "orange": 0}
    state = table(phase, 6)
    for clan in state["players"]:
        clan |= sheet | {"hall": 999} | zones
    return state


def bonuses_everywhere() -> dict[str, Any]:
    """A pack in which every place of the sheet gives something, and every card has copies."""
    pack = large_pack()
    gain = {"houses": 20, "axes": 20, "ships": 20, "vikings": 20, "one_of": ["axe", "ship", "house"], "glory": 9}
    for zone in ("port", "armoury"):
        pack[zone]["hexagons"] = [{**hexagon, "gives": gain} for hexagon in pack[zone]["hexagons"]]
    pack["great_hall"] = {"capacity": 999, "start": 3, "bonuses": [{"at": 4 + n, "gives": gain} for n in range(40)]}
    pack["seasons"] = {**pack["seasons"], "bonuses": [{"round": 1 + n, "gives": gain} for n in range(16)]}
    pack["settlements"] = [{**one, "income": gain} for one in pack["settlements"]]
    pack["cards"] = [{**card, "copies": 9} for card in pack["cards"]]
    majority = [{"type": "majority", "count": "favours-unlocked", "points": [9] * 6}] * 19
    gains = [{"type": "printed", "on": "gains"}]
    pack["scoring"] = {name: [*gains, *majority] for name in ("sacrifices", "developments", "gods", "battle")}
    return pack


def texts_everywhere() -> dict[str, Any]:
    """A pack in which every development has as many texts as are accepted."""
    texts = [{"type": "other", "text": f"{number}{NO_WIDTH[1:]}"} for number in range(6)]
    developments = [{"id": f"d{number}", "name": "Text", "effects": texts} for number in range(60)]
    return large_pack(developments=developments)


OWNED = [f"d{number}" for number in range(60)]
STRICT = {"house_rules": {"two_dice": "strict", "developments_again": "again"}}
LARGE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "empty sheets": (large_table(), large_pack()),
    "all developments": (large_table(developments=[f"d{number}" for number in range(60)]), large_pack()),
    "a part is missing": (large_table() | {"options": STRICT}, without(large_pack(), "seasons")),
    "bonuses everywhere": (large_table(hall=3, vikings=3), bonuses_everywhere()),
    "texts everywhere": (large_table(developments=OWNED), texts_everywhere()),
    "developments half typed in": (
        large_table(developments=[f"x{number}" for number in range(60)]),
        large_pack(unfinished=["developments", "cards", "gods", "settlements", "port", "armoury", "favours"]),
    ),
    "nothing is known": (large_table() | {"players": [{"name": name} for name in NAMES]}, large_pack()),
}
