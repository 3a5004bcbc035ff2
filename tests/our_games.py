"""The games of this project: those of other packages may be installed beside them, and are not tested here."""

from service.games.registry import OURS, installed_games

GAMES = installed_games(OURS)
