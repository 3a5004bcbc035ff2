"""The dominoes of a box, indexed for the engine, and the check of a pack that somebody wrote."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from schemas.base import Fault, Malformed
from schemas.kingdomino import Pack
from service.games.kingdomino.board import Halves
from service.games.kingdomino.grid import TERRAIN_INDEX

LINE = 4


class Box(NamedTuple):
    """A pack made ready: halves by number, and how many squares of each kind the box can show."""

    pack: Pack
    halves: dict[int, Halves]
    squares: Counter[tuple[str, int]]
    stand_in: bool


def compile_pack(pack: Pack) -> Box:
    errors = [Fault(pointer, text) for level, pointer, text in check_pack(pack) if level == "error"]
    if errors:
        raise Malformed(errors)
    halves = {
        domino.number: (
            TERRAIN_INDEX[domino.a.terrain],
            domino.a.crowns,
            TERRAIN_INDEX[domino.b.terrain],
            domino.b.crowns,
        )
        for domino in pack.dominoes
    }
    squares: Counter[tuple[str, int]] = Counter(
        (half.terrain, half.crowns) for domino in pack.dominoes for half in (domino.a, domino.b)
    )
    return Box(pack, halves, squares, any(domino.provenance == "stand-in" for domino in pack.dominoes))


def check_pack(pack: Pack) -> Iterator[tuple[str, str, str]]:
    """What is wrong (error) or odd (warning) in a pack."""
    seen: dict[int, int] = {}
    for place, domino in enumerate(pack.dominoes):
        if domino.number in seen:
            yield (
                "error",
                f"/dominoes/{place}/number",
                f"Domino {domino.number} is there already, at /dominoes/{seen[domino.number]}.",
            )
        seen.setdefault(domino.number, place)
        if domino.provenance == "stand-in":
            yield "warning", f"/dominoes/{place}/provenance", f"Domino {domino.number} is marked as a stand-in."
    count = len(pack.dominoes)
    if count == 0 or count % (2 * LINE):
        yield (
            "error",
            "/dominoes",
            f"{count} dominoes do not make whole lines of {LINE}, or not when half are removed for two players: "
            f"their number must be a multiple of {2 * LINE}.",
        )
    if seen and sorted(seen) != list(range(1, max(seen) + 1)):
        missing = sorted(set(range(1, max(seen) + 1)) - set(seen))
        yield "warning", "/dominoes", f"The numbers have gaps: {', '.join(map(str, missing[:20]))}."
    if not any(half.crowns for domino in pack.dominoes for half in (domino.a, domino.b)):
        yield "warning", "/dominoes", "No domino has a crown: no territory will ever score."


def filter_pack(pack: Pack, query: Mapping[str, Any]) -> Pack:
    """Only the dominoes with this number, or with this terrain on a half."""
    number, terrain = query.get("number"), query.get("terrain")
    kept = tuple(
        domino
        for domino in pack.dominoes
        if number in (None, domino.number) and terrain in (None, domino.a.terrain, domino.b.terrain)
    )
    return replace(pack, dominoes=kept)
