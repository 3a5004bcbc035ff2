"""The picture of a Roll & Raid table."""

from service.games.roll_and_raid.diagram.picture import draw

__all__ = ["draw"]
