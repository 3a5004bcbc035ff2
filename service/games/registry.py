"""The games that are served, in the order in which they are listed."""

from service.games.brian_boru import game as brian_boru
from service.games.kingdomino import game as kingdomino
from service.games.ortus_regni import game as ortus_regni
from service.games.roll_and_raid import game as roll_and_raid
from service.referee.game import Game

GAMES: tuple[Game, ...] = (kingdomino, brian_boru, ortus_regni, roll_and_raid)
