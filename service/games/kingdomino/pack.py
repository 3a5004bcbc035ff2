"""The dominoes of a box, indexed for the engine, and the check of a pack that somebody wrote."""

from collections import Counter
from collections.abc import Iterator

from schemas.kingdomino import Domino, Pack
from service.games.kingdomino.grid import TERRAIN_INDEX, TERRAINS
from service.games.kingdomino.kingdom import KINDS, Halves, tally
from service.referee.budget import counted, step
from service.referee.game import Problem
from service.referee.packs import filter_by

LINE = 4
EACH_DOMINO = 10
"""The steps for indexing a domino."""


class Box:
    """A pack made ready: halves by number, and how many squares of each kind the box can show."""

    __slots__ = ("faces", "halves", "kinds", "pack", "squares", "stand_in", "tally")

    def __init__(self, pack: Pack) -> None:
        step(EACH_DOMINO * len(pack.dominoes))
        self.pack = pack
        self.halves: dict[int, Halves] = {domino.number: _halves(domino) for domino in pack.dominoes}
        self.squares: Counter[tuple[str, int]] = Counter(
            (half.terrain, half.crowns) for domino in pack.dominoes for half in (domino.a, domino.b)
        )
        self.kinds = [self.squares[kind] for kind in KINDS]
        self.tally = tally(self.kinds)
        self.faces = {number: _tally_of(halves) for number, halves in self.halves.items()}
        """The tally of each domino."""
        self.stand_in = any(domino.provenance == "stand-in" for domino in pack.dominoes)


def _halves(domino: Domino) -> Halves:
    return TERRAIN_INDEX[domino.a.terrain], domino.a.crowns, TERRAIN_INDEX[domino.b.terrain], domino.b.crowns


def _tally_of(halves: Halves) -> int:
    shown = [(TERRAINS[halves[0]], halves[1]), (TERRAINS[halves[2]], halves[3])]
    return tally([shown.count(kind) for kind in KINDS])


def check_pack(pack: Pack) -> Iterator[Problem]:
    """What is wrong (error) or odd (warning) in a pack."""
    seen: dict[int, int] = {}
    for place, domino in enumerate(counted(pack.dominoes, 2)):
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


filter_pack = filter_by(
    dominoes=lambda domino: {"number": (domino.number,), "terrain": (domino.a.terrain, domino.b.terrain)}
)
