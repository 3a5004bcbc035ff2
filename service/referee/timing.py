"""Who may make which moves now."""

from typing import NamedTuple


class Due(NamedTuple):
    """What is due: the phase, the players who may move (none when it is up to the table), and the types of move."""

    phase: str
    players: list[str]
    moves: list[str]
