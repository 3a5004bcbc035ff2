"""The picture of a Kingdomino table."""

from service.games.kingdomino.diagram.picture import draw

__all__ = ["draw"]
