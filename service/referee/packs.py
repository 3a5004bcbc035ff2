"""The shelf of component packs: those that come with a game, and those that an operator puts into a folder."""

from pathlib import Path
from typing import Any

import msgspec

from schemas.base import Malformed, fault_from, malformed
from service.referee.game import Game

DEFAULT = "base"


class PackError(ValueError):
    """A pack in a folder cannot be used: the operator's fault, told at start-up."""


class Shelf:
    """A game's packs by id, made ready once."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        self.game = game
        self.boxes: dict[str, Any] = {}
        folders = [game.PACKS, *([folder / game.META.id] if folder else [])]
        for place in folders:
            for path in sorted(place.glob("*.json")):
                box = self._read(path)
                if box.pack.id in self.boxes:
                    raise PackError(f"{path}: there is a pack {box.pack.id!r} already")
                self.boxes[box.pack.id] = box

    def _read(self, path: Path) -> Any:
        try:
            return self.game.compile_pack(msgspec.json.decode(path.read_bytes(), type=self.game.SHAPES.pack))
        except msgspec.ValidationError as error:
            raise PackError(f"{path}: {fault_from(error, self.game.SHAPES.pack)}") from error
        except (msgspec.DecodeError, Malformed) as error:
            raise PackError(f"{path}: {error}") from error

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
