"""Pictures of random positions of every game: well formed, on the paper, and the same each time."""

import random
from typing import Any

import msgspec
import pytest

from service.operations.served_game import ServedGame
from service.referee.game import Game
from tests.games.every_game import each_game
from tests.games.playing import Playing, picture
from tests.pictures import check

STRANGE = ("ana", "Ñandú & <b>Zoë</b>", "👩‍👩‍👧‍👦" * 5, "W" * 40, "\u202eabc\x00\u0301" * 5)
"""Names that a picture has to live with."""
GAMES_PLAYED, PICTURES = 8, 12


def positions(game: Game, seed: int) -> list[tuple[Any, Any]]:
    """Some tables of a random game, each with the move that was made there."""
    chance = random.Random(seed)
    playing = Playing(game, STRANGE)
    table = playing.opening(chance.randint(*game.meta.players), seed)
    seen: list[tuple[Any, Any]] = []

    def look(table: Any) -> bool:
        seen.append((table.state, None))
        return False

    _, log = playing.play(table, seed, look)
    told = [(state, move) for (state, _), move in zip(seen, [*log, None], strict=True)]
    return chance.sample(told, min(PICTURES, len(told)))


@each_game
@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_pictures_of_random_games(game: Game, seed: int) -> None:
    served, chance = ServedGame(game), random.Random(seed)
    moves = []
    for state, move in positions(game, seed):
        moves += [move] if move is not None else []
        language = chance.choice(game.rulebook.languages)
        check(picture(served, {"state": state}, language))
        # A move of another time is mostly a bad one here.
        for asked in (move, chance.choice(moves) if moves else None):
            if asked is not None:
                check(picture(served, {"state": state, "move": asked}, language))
        name = chance.choice(state.players).name
        check(picture(served, {"state": state, "only": name, "viewer": name}, language))


@each_game
def test_a_picture_has_the_same_bytes_each_time(game: Game) -> None:
    for state, move in positions(game, 1)[:5]:
        question = {"state": state} if move is None else {"state": state, "move": move}
        again = msgspec.json.decode(msgspec.json.encode(state), type=game.shapes.state)
        language = game.rulebook.languages[-1]
        first = picture(ServedGame(game), question, language)
        assert first == picture(ServedGame(game), {**question, "state": again}, language)


@each_game
def test_what_a_viewer_may_not_see_is_not_in_the_picture(game: Game) -> None:
    """The picture of the whole table for a viewer is the picture of the viewer's table."""
    served = ServedGame(game)
    for state, _ in positions(game, 2):
        for player in state.players:
            seen = game.view(state, player.name)
            for_viewer = picture(served, {"state": state, "viewer": player.name}, "en")
            assert for_viewer == picture(served, {"state": seen, "viewer": player.name}, "en")
