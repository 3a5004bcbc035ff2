"""The picture of a table: ``layout`` places the map, ``sections`` the rest, ``symbols`` draws the pieces."""

from service.games.brian_boru.diagram.picture import draw

__all__ = ["draw"]
