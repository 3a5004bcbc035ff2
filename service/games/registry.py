"""The games that are served, in the order in which they are listed."""

from service.games.brian_boru.game import GAME as brian_boru
from service.games.kingdomino.game import GAME as kingdomino
from service.games.ortus_regni.game import GAME as ortus_regni
from service.games.roll_and_raid.game import GAME as roll_and_raid
from service.referee.game import AnyGame

GAMES: tuple[AnyGame, ...] = (kingdomino, brian_boru, ortus_regni, roll_and_raid)
