"""Random score pads of Brian Boru and Roll & Raid."""

import json
import random
from pathlib import Path
from typing import Any

from tests.qa.offline_scores.faults import maybe_spoilt

NAMES = ["ana", "bruno", "carla", "dario", "1", "0", "toString", "Łucja"]
PACK = json.loads(Path("service/games/brian_boru/packs/base.json").read_text(encoding="utf-8"))
REGIONS = [region["id"] for region in PACK["regions"]]
TRISKELS = ["sacrifices", "developments", "gods", "battle"]


def brian_boru(rng: random.Random) -> dict[str, Any]:
    names = rng.sample(NAMES, rng.choice([1, 2, 3, 3, 4, 5]))
    regions = rng.sample(REGIONS, len(REGIONS))
    held = rng.randint(0, len(regions))
    tokens, rest = regions[:held], regions[held:]
    players = [_player(rng, name) for name in names]
    for region in tokens:
        rng.choice(players).setdefault("claims", []).append(region)
    if rng.random() < 0.6:
        rng.choice(players)["princess"] = rng.choice(["military", "trade", None])
    if rng.random() < 0.7:
        rng.choice(players)["marker"] = True
    if rng.random() < 0.03:  # what cannot be, is counted as it stands
        rng.choice(players).update(marker=True, princess=rng.choice(["military", "trade"]), claims=rest[:2] * 2)
    sheet: dict[str, Any] = {"players": players}
    if rng.random() < 0.7:
        sheet["vikings"] = _towns(rng)
    if rng.random() < 0.9:
        sheet["face_up"] = rest[: rng.randint(0, len(rest))]
    if rng.random() < 0.6:
        sheet["options"] = _options(rng, ["pl", "es", "en"])
    return maybe_spoilt(rng, _asked(rng, sheet, names))


def tied(rng: random.Random) -> dict[str, Any]:
    """As many points and claim tokens; marriages decide, or nothing does."""
    names = rng.sample(NAMES, rng.randint(3, 5))
    same = {"points": rng.randrange(60), "coins": 1, "renown": 0}
    players = [{"name": name, **same, "marriages": rng.randrange(2)} for name in names]
    players[0]["marriages"], players[1]["marriages"] = 3, 2
    return {"sheet": {"players": players}}


def _player(rng: random.Random, name: str) -> dict[str, Any]:
    points = rng.choice([rng.randrange(4), rng.randrange(90)])
    player = {"name": name, "points": points, "coins": rng.randrange(4), "renown": rng.randrange(3)}
    if rng.random() < 0.9:
        player["towns"] = _towns(rng)
    if rng.random() < 0.7:
        player["marriages"] = rng.randrange(3)
    return player


def _towns(rng: random.Random) -> dict[str, Any]:
    towns: dict[str, Any] = {}
    for region in rng.sample(REGIONS, rng.randint(0, len(REGIONS))):
        towns[region] = {"towns": rng.randrange(3)}
        if rng.random() < 0.3:
            towns[region]["monasteries"] = rng.randint(0, towns[region]["towns"])
    return towns


def _options(rng: random.Random, editions: list[str]) -> dict[str, Any]:
    options: dict[str, Any] = {"edition": rng.choice(editions)} if rng.random() < 0.7 else {}
    if editions != ["es"] and rng.random() < 0.5:
        options["house_rules"] = {"monasteries_at_end": rng.choice(["twice", "once"])}
    elif rng.random() < 0.2:
        options["house_rules"] = {"late_mistakes": "stands"}
    return options


def _asked(rng: random.Random, sheet: dict[str, Any], names: list[str]) -> dict[str, Any]:
    asked: dict[str, Any] = {"sheet": sheet}
    if rng.random() < 0.2:
        asked["house_rules"] = {"late_mistakes": "rewind"}
    if rng.random() < 0.2:
        asked["claimed"] = {name: rng.randrange(60) for name in rng.sample(names, rng.randint(1, len(names)))}
    return asked


def roll_and_raid(rng: random.Random) -> dict[str, Any]:
    names = rng.sample(NAMES, rng.randint(1, 6))
    top = rng.choice([1, 2, 3, 40])
    clans = [
        {"name": name, "raids": rng.randrange(4), **{one: rng.randint(-1, top) for one in TRISKELS}} for name in names
    ]
    sheet: dict[str, Any] = {"players": clans}
    if rng.random() < 0.5:
        sheet["options"] = _options(rng, ["es"])
    return maybe_spoilt(rng, _asked(rng, sheet, names))
