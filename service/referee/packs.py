"""The shelf of component packs: those that come with a game, and those that an operator puts into a folder."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from schemas.base import Malformed, fault_from, malformed
from service.referee.game import Game

DEFAULT = "base"


class PackError(ValueError):
    """A pack in a folder cannot be used: the operator's fault, told at start-up."""


def digest(pack: Any) -> str:
    """The content of a pack in short: two packs of one name are not the same pack."""
    return hashlib.blake2b(msgspec.json.encode(pack), digest_size=8).hexdigest()


class Shelf:
    """A game's packs by id, made ready once."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        self.game = game
        self.boxes: dict[str, Any] = {}
        if folder is not None and not folder.is_dir():
            raise PackError(f"{folder}: there is no such folder")
        folders = [game.PACKS, *([folder / game.META.id] if folder else [])]
        for place in folders:
            for path in sorted(place.glob("*.json")):
                box = self._read(path)
                if box.pack.id in self.boxes:
                    raise PackError(f"{path}: there is a pack {box.pack.id!r} already")
                self.boxes[box.pack.id] = box
        self.digests = {name: digest(box.pack) for name, box in self.boxes.items()}
        self.digest = hashlib.blake2b(repr(sorted(self.digests.items())).encode(), digest_size=8).hexdigest()
        """Changes with any pack on the shelf: what was answered before with another one is no answer now."""

    def _read(self, path: Path) -> Any:
        try:
            return self.game.compile_pack(msgspec.json.decode(path.read_bytes(), type=self.game.SHAPES.pack))
        except msgspec.ValidationError as error:
            fault = fault_from(error, self.game.SHAPES.pack)
            raise PackError(f"{path}: {fault.pointer or '/'}: {fault.message}") from error
        except (msgspec.DecodeError, Malformed) as error:
            raise PackError(f"{path}: {error}") from error

    def identity(self, wanted: Any) -> str:
        """What stands for the pack of a question in its case id."""
        if wanted is None or isinstance(wanted, str):
            return self.digests.get(wanted or DEFAULT, "")
        return digest(wanted)

    def pick(self, wanted: Any) -> Any:
        """The pack that a question names or carries; the first one of the game when it does neither."""
        if wanted is None:
            return self.boxes[DEFAULT]
        if isinstance(wanted, str):
            if wanted not in self.boxes:
                raise malformed("/pack", f"There is no pack {wanted!r}; there are: {', '.join(self.boxes)}.")
            return self.boxes[wanted]
        try:
            return self.game.compile_pack(wanted)
        except Malformed as error:
            raise error.under("/pack") from error
