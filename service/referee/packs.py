"""The component packs of a game: those that come with it, and those that an operator puts into a folder."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from schemas.base import Fault, Malformed, fault_from, malformed
from schemas.table import NoPack
from service.referee.budget import counted
from service.referee.game import AnyGame, Problem

DEFAULT = "base"


class PackError(ValueError):
    """A pack in the operator's folder is invalid; raised at start."""


class CompiledPack(Protocol):
    """A pack that its game has indexed for the engine (``Game.compile_pack``); the games call it ``box``."""

    @property
    def pack(self) -> Any: ...

    @property
    def stand_in(self) -> bool:
        """Whether any of its component data is made up."""


def named_twice(part: str, field: str, keys: Iterable[Any]) -> Iterator[Problem]:
    """The entries of a part of a pack whose key another entry before them has; without a key (None) they may be."""
    seen: dict[Any, int] = {}
    for place, key in enumerate(counted(keys)):
        if key is not None and key in seen:
            yield "error", f"/{part}/{place}/{field}", f"{key} is there already, at /{part}/{seen[key]}."
        seen.setdefault(key, place)


Values = Callable[[Any], Mapping[str, Collection[Any]]]
"""For each filter of a part of a pack: the values by which an entry is found."""


def filter_by(**parts: Values) -> Callable[[Any, Mapping[str, Any]], Any]:
    """The ``filter_pack`` of a game: of each of these parts the entries that have every value that is asked for."""

    def filter_pack(pack: Any, query: Mapping[str, Any]) -> Any:
        kept = {
            part: tuple(entry for entry in entries if _is_asked_for(values_of(entry), query))
            for part, values_of in parts.items()
            if (entries := getattr(pack, part)) is not UNSET
        }
        return replace(pack, **kept)

    return filter_pack


def _is_asked_for(values: Mapping[str, Collection[Any]], query: Mapping[str, Any]) -> bool:
    return all(query.get(name) is None or query[name] in values[name] for name in values)


def digest(pack: Any) -> str:
    """A digest of the content: two packs with the same id may differ."""
    return hashlib.blake2b(msgspec.json.encode(pack), digest_size=8).hexdigest()


class Packs:
    """The compiled packs of a game, by id."""

    def __init__(self, game: AnyGame, folder: Path | None = None) -> None:
        self.game = game
        self.packs: dict[str, CompiledPack] = {}
        if folder is not None and not folder.is_dir():
            raise PackError(f"{folder}: there is no such folder")
        folders = [game.packs, *([folder / game.meta.id] if folder else [])]
        for each in folders:
            for path in sorted(each.glob("*.json")):
                compiled = self._read(path)
                if compiled.pack.id in self.packs:
                    raise PackError(f"{path}: there is a pack {compiled.pack.id!r} already")
                self.packs[compiled.pack.id] = compiled
        if not self.packs and game.shapes.pack is NoPack:
            self.packs[DEFAULT] = game.compile_pack(NoPack(id=DEFAULT, title=game.meta.title))
        self.digests = {name: digest(compiled.pack) for name, compiled in self.packs.items()}
        self.digest = hashlib.blake2b(repr(sorted(self.digests.items())).encode(), digest_size=8).hexdigest()
        """Changes when any pack changes; part of the cache key."""

    def _read(self, path: Path) -> CompiledPack:
        try:
            pack = msgspec.json.decode(path.read_bytes(), type=self.game.shapes.pack)
            compiled = self._compile(pack)
        except msgspec.ValidationError as error:
            fault = fault_from(error, self.game.shapes.pack)
            raise PackError(f"{path}: {fault.pointer or '/'}: {fault.message}") from error
        except (msgspec.DecodeError, Malformed) as error:
            raise PackError(f"{path}: {error}") from error
        return compiled

    def _compile(self, pack: Any) -> CompiledPack:
        """A pack in which ``check_pack`` finds no error."""
        problems = self.game.check_pack(pack)
        errors = [Fault(pointer, str(message)) for level, pointer, message in problems if level == "error"]
        if errors:
            raise Malformed(errors)
        compiled: CompiledPack = self.game.compile_pack(pack)
        return compiled

    def identity(self, requested: Any) -> str:
        """What a case id contains of the pack of a request: its digest, or nothing if there is no such pack."""
        if requested is None or isinstance(requested, str):
            return self.digests.get(requested or DEFAULT, "")
        return digest(requested)

    def is_kept(self, compiled: CompiledPack) -> bool:
        """Whether it is one of these packs; else it came with a request."""
        return self.packs.get(compiled.pack.id) is compiled

    def pick(self, requested: Any) -> Any:
        """The compiled pack that a request names or contains; the game's base pack without either."""
        if requested is None:
            return self.packs[DEFAULT]
        if isinstance(requested, str):
            if requested not in self.packs:
                raise malformed("/pack", f"There is no pack {requested!r}; there are: {', '.join(self.packs)}.")
            return self.packs[requested]
        try:
            return self._compile(requested)
        except Malformed as error:
            raise error.under("/pack") from error
