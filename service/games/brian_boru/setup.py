"""The opening: with a seed everything that chance decides is fixed, without one it stays unknown.

A seed also fixes how the action cards are shuffled for each round.
"""

from random import Random

from schemas.brian_boru import Options, Player, State
from service.games.brian_boru.pack import MARRIAGES, Box
from service.referee.chance import shuffled
from service.referee.choices import Choices
from service.referee.hidden import hidden

START_COINS, START_RENOWN, START_POINTS = 3, 1, 10


def setup(players: tuple[str, ...], options: Options, seed: int | None, box: Box, choices: Choices) -> State:
    marriages = MARRIAGES[len(players)]
    blank = {
        "options": options,
        "phase": "opening",
        "round": 1,
        "players": tuple(
            Player(
                name=name,
                points=START_POINTS,
                coins=START_COINS,
                renown=START_RENOWN,
                marriage=0,
                church=0,
                raiders=0,
                claims=(),
                marriages=(),
                hand=(),
                dealt=(),
                picked=(),
            )
            for name in players
        ),
        "towns": {},
        "raiders": 0,
        "face_up": (),
        "alliance": None,
        "marriage_card": None,
        "marriages_gone": (),
        "vikings_gone": (),
        "trick": None,
        "discard": (),
        "unseen": (),
        "pending": (),
    }
    if seed is None:
        return State(
            **blank,  # type: ignore[arg-type]
            marker=None,
            marriage_pile=(*hidden(marriages), box.princess),
            viking_pile=hidden(sum(box.vikings.values())),
        )
    chance = Random(seed)
    ordinary = tuple(card for card in box.marriages if card != box.princess)
    return State(
        **blank,  # type: ignore[arg-type]
        marker=shuffled(players, chance)[0],
        marriage_pile=(*shuffled(ordinary, chance)[:marriages], box.princess),
        viking_pile=shuffled(tuple(sorted(box.vikings.elements())), chance),
        shuffles=tuple(shuffled(tuple(sorted(box.numbers)), chance) for _ in range(marriages + 1)),
    )
