"""The games that are installed, found by their entry points: those of this project, and those of other packages.

A package declares its game in the group ``brehon.games``, under the id of the game; ``pyproject.toml`` has ours. They
are looked up when somebody asks, not when this module is imported.
"""

import re
from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

from service import VERSION
from service.referee.game import AnyGame, Game

GROUP = "brehon.games"
DISTRIBUTION = "brehon-referee"
"""The name on package indexes: `brehon` belongs to somebody else there."""
OURS = ("kingdomino", "brian-boru", "ortus-regni", "roll-and-raid")
"""The games of this project, in the order in which they are listed. All others follow, by id."""
_IS_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*").fullmatch


class GamesError(ValueError):
    """A game cannot be served, or is not installed; raised at start."""


class InstalledGame(NamedTuple):
    """A game, and the version of the code that rules on it."""

    game: AnyGame
    engine: str
    """The version of the service; for a game of another package also its name and version."""


def installed_games(chosen: Collection[str] = ()) -> tuple[AnyGame, ...]:
    """The games with these ids, by default all that are installed, in the order in which they are listed."""
    return tuple(installed.game for installed in find_games(chosen))


def installed_ids() -> list[str]:
    """The ids of all games that are installed; none of them is imported."""
    return list(_entries_by_id())


def find_games(chosen: Collection[str] = ()) -> tuple[InstalledGame, ...]:
    """The same with their versions. A game that is not chosen is not imported."""
    entries = _entries_by_id()
    if unknown := [game for game in chosen if game not in entries]:
        raise GamesError(
            f"BREHON_GAMES names {', '.join(map(repr, unknown))}, but only these games are installed: "
            f"{', '.join(entries)}."
        )
    return tuple(
        InstalledGame(_load(entry), _engine(entry)) for game, entry in entries.items() if not chosen or game in chosen
    )


def _entries_by_id() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=_place):
        if entry.name in found:
            first = _distribution(found[entry.name])
            raise GamesError(f"{_described(entry)} repeats the id of a game of {first}.")
        found[entry.name] = entry
    if not any(_is_ours(entry) for entry in found.values()):
        raise GamesError(
            "Brehon is not installed, so that its games cannot be found: start it by `make run`, or run "
            "`pip install -e .` in its folder first."
        )
    return found


def _place(entry: EntryPoint) -> tuple[bool, int, str]:
    place = OURS.index(entry.name) if entry.name in OURS else len(OURS)
    return not _is_ours(entry), place, entry.name


def _load(entry: EntryPoint) -> AnyGame:
    try:
        game = entry.load()
    except Exception as error:
        raise GamesError(f"{_described(entry)} cannot be imported: {type(error).__name__}: {error}.") from error
    if not isinstance(game, Game):
        raise GamesError(f"{_described(entry)} is a {type(game).__name__}, but has to be a Game.")
    if game.meta.id != entry.name:
        raise GamesError(f"{_described(entry)} is the game {game.meta.id!r}: both have to have the same name.")
    if not _IS_ID(entry.name):
        raise GamesError(f"{_described(entry)} needs a name of lower-case letters, digits and single dashes.")
    return game


def _described(entry: EntryPoint) -> str:
    return f"The entry point {entry.name!r} ({entry.value}) of {_distribution(entry)}"


def _distribution(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown distribution"


def _is_ours(entry: EntryPoint) -> bool:
    return entry.dist is not None and entry.dist.name == DISTRIBUTION


def _engine(entry: EntryPoint) -> str:
    """Part of every cache key: another release of the package must not find the answers of this one."""
    if _is_ours(entry) or entry.dist is None:
        return VERSION
    return f"{VERSION}+{entry.dist.name}-{entry.dist.version}"
