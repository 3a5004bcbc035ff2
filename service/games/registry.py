"""The games that are served, in the order in which they are listed."""

from service.games.kingdomino import game as kingdomino
from service.referee.game import Game

GAMES: tuple[Game, ...] = (kingdomino,)
