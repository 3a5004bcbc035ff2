"""The picture of a Kingdomino table."""

from service.games.kingdomino.diagram.picture import diagram

__all__ = ["diagram"]
