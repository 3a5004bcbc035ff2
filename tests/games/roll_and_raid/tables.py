"""Roll & Raid tables for tests, written as a person would write them.

The sheet and the cards are those of ``PACK``, which is small and made for these tests: where a test counts something,
the figures can be looked up here. ``table("production", ana={…})`` is a whole table in which a clan's zones are
changed.
"""

from typing import Any

NAMES = ("ana", "bruno", "carla", "dario", "eva", "fidel")

SEASONS = (["summer"] * 4 + ["winter"] * 4) * 2


def card(name: str, level: int, defence: int, summer: dict[str, int], winter: dict[str, int], **more: Any) -> Any:
    return {
        "id": name,
        "name": name.title(),
        "level": level,
        "defence": defence,
        "summer": summer,
        "winter": winter,
        **more,
    }


EASY = ["lindisfarne", "iona", "portland", "jarrow", "rathlin", "sheppey"]
"""The cards of level 1, in the order of the deck."""
HARD = ["dorestad", "quentovic", "nantes", "rouen", "lisbon", "seville"]
"""The cards of level 2."""

KINDS = {
    "lindisfarne": {"type": "abbey", "region": "england"},
    "iona": {"type": "abbey", "region": "scotland"},
    "rathlin": {"type": "abbey", "region": "england"},
    "sheppey": {"type": "abbey", "region": "scotland"},
    "dorestad": {"type": "town", "region": "frisia"},
}
"""The types and regions of some of them."""

CARDS = [
    card(
        "lindisfarne", 1, 5, {"vikings": 1, "ships": 1}, {"vikings": 2, "ships": 1}, points=3, **KINDS["lindisfarne"]
    ),
    card("iona", 1, 6, {"axes": 1}, {"axes": 1, "vikings": 1}, points=2, **KINDS["iona"]),
    card("portland", 1, 4, {"vikings": 1}, {"vikings": 2}, reward="axe", points=1),
    *[card(name, 1, 6, {"vikings": 1}, {"vikings": 2}, points=2, **KINDS.get(name, {})) for name in EASY[3:]],
    *[
        card(name, 2, 9, {"vikings": 3, "ships": 1}, {"vikings": 3, "ships": 2}, points=5, **KINDS.get(name, {}))
        for name in HARD
    ],
]

PACK: dict[str, Any] = {
    "id": "slate",
    "title": "A small sheet for tests",
    "note": "Made up.",
    "seasons": {"rounds": SEASONS},
    "village_die": {"colour": "orange"},
    "tracks": [
        {
            "colour": "brown",
            "boxes": [None, None, "ship", None, "ship", None, None, "ship", None, None, "ship", None],
        },
        {"colour": "grey", "boxes": [None, "axe", None, None, "axe", None, None, "axe", None, None]},
        {"colour": "orange", "boxes": [None, "house", None, "house", None, None, "house", None]},
    ],
    "great_hall": {"capacity": 20, "start": 3},
    "port": {
        "order": "free",
        "hexagons": [
            {"id": "p1", "favours": ["f-port"]},
            {"id": "p2", "favours": ["f-port"]},
            {"id": "p3"},
            {"id": "p4"},
        ],
    },
    "armoury": {"order": "fixed", "hexagons": [{"id": "a1"}, {"id": "a2", "favours": ["f-axe"]}, {"id": "a3"}]},
    "settlements": [
        {"id": "ribe", "name": "Ribe", "houses": 2, "loyalty": {"vikings": 2}, "favour": "f-ribe"},
        {"id": "hedeby", "name": "Hedeby", "houses": 3, "loyalty": "axe", "favour": "f-hedeby", "points": 4},
    ],
    "gods": [
        {
            "id": "odin",
            "name": "Odin",
            "boxes": [{}, {"gives": "axe", "points": 2}, {"gives": {"favours": ["f-odin"]}, "points": 4}],
        },
        {"id": "thor", "name": "Thor", "boxes": [{"points": 1}, {"gives": "viking", "points": 3}]},
    ],
    "favours": [
        {"id": "f-port", "value": 3},
        {"id": "f-axe", "value": 5},
        {"id": "f-ribe", "value": 2},
        {"id": "f-hedeby", "value": 4},
        {"id": "f-odin", "value": 6},
    ],
    "developments": [
        {
            "id": "smithy",
            "name": "Smithy",
            "effects": [{"type": "raise", "use": "track", "colour": "grey", "amount": 1}],
            "points": 3,
        },
        {
            "id": "shipyard",
            "name": "Shipyard",
            "after": ["smithy"],
            "effects": [{"type": "gain", "bonus": {"ships": 1}}],
            "points": 2,
        },
        {
            "id": "rampart",
            "name": "Rampart",
            "cost": {"vikings": 2},
            "effects": [{"type": "safe-retreat"}],
            "points": 4,
        },
    ],
    "altar": {"boxes": 10, "points": 1},
    "festivals": [
        {
            "round": number,
            "rows": [{"least": 1, "points": 2}, {"least": 3, "points": 5}, {"least": 5, "points": 9}],
        }
        for number in (4, 8, 12, 16)
    ],
    "cards": CARDS,
    "set_aside": [{"id": "paris", "name": "Paris"}, {"id": "kraken", "name": "Kraken"}],
    "decks": [
        {"clans": 1, "levels": {1: 2, 2: 2}},
        {"clans": 2, "levels": {1: 4, 2: 4}},
        *[{"clans": clans, "levels": {1: 6, 2: 6}} for clans in (3, 4, 5, 6)],
    ],
    "display": [{"clans": clans, "cards": clans} for clans in range(1, 7)],
    "raid_dice": {"dice": 2},
    "scoring": {
        "sacrifices": [{"type": "festivals"}],
        "developments": [{"type": "printed", "on": "developments"}],
        "gods": [{"type": "printed", "on": "god-tops"}],
        "battle": [{"type": "printed", "on": "raids"}],
    },
}


def changed(told: dict[str, Any], **zones: Any) -> dict[str, Any]:
    return {**told, **zones}


def without(told: dict[str, Any], *zones: str) -> dict[str, Any]:
    return {zone: value for zone, value in told.items() if zone not in zones}


def clan(name: str, **zones: Any) -> dict[str, Any]:
    """A clan in round 3: five Vikings, an axe and a ship at hand, every zone told."""
    start = {
        "rounds": 3,
        "vikings": 5,
        "axes": 1,
        "ships": 1,
        "hall": 8,
        "armoury": ["a1"],
        "port": ["p3"],
        "tracks": {"brown": 3, "grey": 2, "orange": 2},
        "settlements": {"ribe": 1},
        "gods": {},
        "developments": [],
        "favours_used": [],
        "altar": 0,
        "sacrifices": {},
        "dice_used": [],
        "raised": {},
        "help": {"plus": 0, "rerolls": 0},
        "waiting": [],
        "done": False,
        "choice": None,
        "raids": [],
    }
    return {"name": name, **start, **zones}


def table(phase: str, count: int = 3, **zones: Any) -> dict[str, Any]:
    """A whole table in round 3, a summer; the deck alone is not told. ``ana={…}`` changes a clan's zones."""
    number = zones.get("round", 3)
    past = phase not in ("setup", "start", "production")
    every = {"rounds": number, **({"done": True} if past else {})}
    players = [clan(name, **{**every, **zones.pop(name, {})}) for name in NAMES[:count]]
    return {
        "options": {},
        "clans": count,
        "phase": phase,
        "round": number,
        "players": players,
        "dice": None if phase == "start" else {"brown": 4, "grey": 2, "orange": 5},
        "display": EASY[:count],
        "raids": [],
        **zones,
    }


def opening(count: int = 3, **zones: Any) -> dict[str, Any]:
    """Fresh sheets, and no card turned up yet."""
    fresh = {
        "rounds": 0,
        "vikings": 3,
        "axes": 0,
        "ships": 0,
        "hall": 3,
        "armoury": [],
        "port": [],
        "tracks": {"brown": 0, "grey": 0, "orange": 0},
        "settlements": {},
    }
    sheets = {name: {**fresh, **zones.pop(name, {})} for name in NAMES[:count]}
    return table("setup", count, **sheets, **{"round": 1, "dice": None, "display": [], **zones})


def raid(card: str, *clans: dict[str, Any], step: str = "bid", **more: Any) -> dict[str, Any]:
    """A raid with all that can be told of it: nobody has the right and no dice lie, unless told."""
    return {"card": card, "clans": list(clans), "step": step, "right": None, "dice": [], **more}


def contender(name: str, **more: Any) -> dict[str, Any]:
    """A clan that is in the running and has shown nothing yet, unless told."""
    return {"player": name, "shown": [], "bid": None, "status": "in", **more}


def bidding(*names: str, card: str = "lindisfarne", count: int = 3, **zones: Any) -> dict[str, Any]:
    """These clans want the same card; nobody has bid. The others raid nothing."""
    number = EASY.index(card) + 1
    for name in NAMES[:count]:
        zones[name] = {"choice": number if name in names else 0, **zones.get(name, {})}
    conflict = raid(card, *[contender(name) for name in names])
    return table("conflict", count, **{"raids": [conflict], **zones})


def bids(told: dict[str, Any], **shown: Any) -> dict[str, Any]:
    """The same conflict with these bids of the pass under way made."""
    (conflict,) = told["raids"]
    clans = [{**entry, "bid": shown.get(entry["player"], entry.get("bid"))} for entry in conflict["clans"]]
    return changed(told, raids=[{**conflict, "clans": clans}])


def attacking(card: str = "lindisfarne", step: str = "attack", **zones: Any) -> dict[str, Any]:
    """Ana is alone on a card and about to roll for it."""
    number = EASY.index(card) + 1
    zones["ana"] = {"choice": number, **zones.get("ana", {})}
    for name in ("bruno", "carla"):
        zones[name] = {"choice": 0, **zones.get(name, {})}
    dice = zones.pop("lying", [])
    lone = raid(card, contender("ana"), step=step, right="ana", dice=dice)
    return table("resolution", **{"raids": [lone], **zones})


def won(card: str = "lindisfarne", step: str = "attack", dice: Any = (), **zones: Any) -> dict[str, Any]:
    """Ana has beaten bruno by 2 to 1 and has the right; carla raids nothing."""
    number = EASY.index(card) + 1
    zones["ana"] = {"choice": number, "vikings": 3, **zones.get("ana", {})}
    zones["bruno"] = {"choice": number, "vikings": 4, **zones.get("bruno", {})}
    zones["carla"] = {"choice": 0, **zones.get("carla", {})}
    clans = [contender("ana", shown=[2]), contender("bruno", shown=[1], status="beaten")]
    return table("resolution", **{"raids": [raid(card, *clans, step=step, right="ana", dice=list(dice))], **zones})


def finished(**zones: Any) -> dict[str, Any]:
    """After round 16, with nothing on any sheet that brings glory unless told."""
    return table("over", **{"round": 16, "dice": None, "display": [], "raids": [], **zones})


# ---------------------------------------------------------------- moves


def use(die: str, to: str, player: str = "ana", **more: Any) -> dict[str, Any]:
    return {"type": "use", "player": player, "die": die, "to": to, **more}


def altar(benefit: str, player: str = "ana", **more: Any) -> dict[str, Any]:
    return {"type": "altar", "player": player, "benefit": benefit, **more}


def store(good: str, place: str, player: str = "ana") -> dict[str, Any]:
    return {"type": "store", "player": player, "good": good, "place": place}


def sacrifice(vikings: int, player: str = "ana") -> dict[str, Any]:
    return {"type": "sacrifice", "player": player, "vikings": vikings}


def done(player: str = "ana") -> dict[str, Any]:
    return {"type": "done", "player": player}


def choose(number: Any, player: str = "ana") -> dict[str, Any]:
    return {"type": "choose", "player": player, "number": number}


def bid(vikings: Any, player: str = "ana") -> dict[str, Any]:
    return {"type": "bid", "player": player, "vikings": vikings}


def reveal(number: int, player: str = "ana") -> dict[str, Any]:
    return {"type": "reveal", "player": player, "number": number}


def retreat(pay: str, player: str = "ana") -> dict[str, Any]:
    return {"type": "retreat", "player": player, "pay": pay}


def attack(*dice: int, player: str = "ana", **more: Any) -> dict[str, Any]:
    return {"type": "attack", "player": player, "dice": list(dice), **more}


def yields(player: str = "ana") -> dict[str, Any]:
    return {"type": "yield", "player": player}


def pay(player: str = "ana", **goods: int) -> dict[str, Any]:
    return {"type": "pay", "player": player, **goods}


def refill(*cards: str) -> dict[str, Any]:
    return {"type": "refill", "cards": list(cards)} if cards else {"type": "refill"}


def roll(brown: int = 4, grey: int = 2, orange: int = 5) -> dict[str, Any]:
    return {"type": "roll", "dice": {"brown": brown, "grey": grey, "orange": orange}}
