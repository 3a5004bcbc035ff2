"""The picture of a Roll & Raid table."""

from service.games.roll_and_raid.diagram.picture import diagram

__all__ = ["diagram"]
